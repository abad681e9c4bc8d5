"""How long a bot may think about one decision."""

from __future__ import annotations

from dataclasses import dataclass

from eminence.errors import OptionError

THREADS = 64  # at most


@dataclass(frozen=True, slots=True)
class Budget:
    """A time or an effort for one decision; neither leaves it to the bot."""

    time: float | None = None
    """Seconds."""
    effort: int | None = None
    """Iterations of a search. The same effort with the same seed gives the same decision."""
    threads: int = 1
    """How many processors a search may use at once."""

    def __post_init__(self) -> None:
        for name, value, kinds in (
            ("time", self.time, (int, float)),
            ("effort", self.effort, int),
            ("threads", self.threads, int),
        ):
            if value is not None and (isinstance(value, bool) or not isinstance(value, kinds)):
                wanted = "seconds" if name == "time" else "a whole number"
                raise OptionError(f"{name}: {value!r}; expected {wanted}")
        if self.time is not None and self.effort is not None:
            raise OptionError("both a time and an effort; expected one of them")
        if self.time is not None and not 0 < self.time < 1e6:
            raise OptionError(f"a time of {self.time} seconds; expected more than 0")
        if self.effort is not None and not 0 < self.effort <= 10**8:
            raise OptionError(f"an effort of {self.effort}; expected 1 to 100000000")
        if not 1 <= self.threads <= THREADS:
            raise OptionError(f"{self.threads} threads; expected 1 to {THREADS}")
