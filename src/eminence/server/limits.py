"""How often anybody may do something: token buckets by key, in bounded memory."""

from __future__ import annotations

import ipaddress
import time
from collections.abc import Callable, Hashable

Clock = Callable[[], float]
TINY = 1e-6  # seconds that rounding may cost nobody


class Buckets:
    """A token bucket for every key: `burst` at once, `rate` a second in the long run.

    At most `most` keys are remembered. A full bucket is as good as none and is forgotten first; if none is full, the
    ones untouched for longest are forgotten, so that a flood of keys costs neither memory nor those who come later.
    """

    def __init__(self, rate: float, burst: float, *, most: int = 20_000, clock: Clock = time.monotonic) -> None:
        self.rate = rate
        self.burst = burst
        self.most = most
        self.clock = clock
        self.filled: dict[Hashable, float] = {}
        """When each bucket will be full again, in the order of their last use; those not here are full."""

    def __len__(self) -> int:
        return len(self.filled)

    def take(self, key: Hashable, cost: float = 1.0) -> float:
        """Take from a bucket: 0 if there was enough, otherwise nothing is taken and the seconds until there will be.

        Infinite if it never will be.
        """
        if self.rate <= 0 or cost > self.burst:
            return float("inf")
        now = self.clock()
        after = max(now, self.filled.get(key, now)) + cost / self.rate
        wait = after - now - self.burst / self.rate
        if wait > TINY:
            return wait
        self.filled.pop(key, None)
        self.filled[key] = after
        if len(self.filled) > self.most:
            self.forget(now)
        return 0.0

    def forget(self, now: float) -> None:
        """Make room for a tenth: full buckets go, then the ones used longest ago."""
        self.filled = {key: full for key, full in self.filled.items() if full > now}
        spare = len(self.filled) - (self.most - self.most // 10)
        for key in list(self.filled)[: max(0, spare)]:
            del self.filled[key]


def network_of(address: str) -> str:
    """The key of an address: IPv6 customers have whole networks, so the first 64 bits count."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address[:64]
    if found.version == 6 and found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(found) if found.version == 4 else str(ipaddress.IPv6Network((int(found) >> 64 << 64, 64)))
