"""Numbers of a ladder as text, and the scale of Elo on which all its bots stand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import copysign, isfinite, sqrt
from typing import Any

from eminence.arena.report import percent
from eminence.arena.statistics import Counts, Estimate, strength

FAR = 800.0  # Elo


@dataclass(frozen=True, slots=True)
class Place:
    """A place on the scale of Elo."""

    middle: float
    """The sum of all differences that are bounded."""
    square: float = 0.0
    """The sum of the squares of half their intervals."""
    low: float = 0.0
    """What unbounded differences add at least; minus infinity if they may subtract anything."""
    high: float = 0.0
    order: float = 0.0
    """Where it stands in a list: an unbounded difference counts as `FAR`."""

    def beyond(self, elo: Estimate) -> Place:
        """The place of a bot that stands so far above this one."""
        order = self.order + (elo.value if isfinite(elo.value) else copysign(FAR, elo.value))
        if isfinite(elo.value):
            half = (elo.high - elo.low) / 2.0
            return Place(self.middle + elo.value, self.square + half * half, self.low, self.high, order)
        return Place(self.middle, self.square, self.low + elo.low, self.high + elo.high, order)

    def text(self) -> str:
        """The place to read."""
        reach = sqrt(self.square)
        if not self.low and not self.high:
            return f"{self.middle:.0f}" + (f" ± {reach:.0f}" if reach else "")
        if isfinite(self.low):
            return f"at least {self.middle + self.low - reach:.0f}"
        return f"at most {self.middle + self.high + reach:.0f}" if isfinite(self.high) else "unbounded"


def start(pairs: Sequence[dict[str, Any]], results: dict[str, Any]) -> str | None:
    """The bot from which Elo is counted in a room: the anchor, or without it the first of those that have met."""
    names = {name for pair in pairs for name in pair["names"]}
    return next((bot for bot in (results["anchor"]["name"], *results["bots"]) if bot in names), None)


def places(pairs: Sequence[dict[str, Any]], results: dict[str, Any]) -> dict[str, Place]:
    """Where everybody stands who is connected with the anchor."""
    anchor = start(pairs, results)
    if anchor is None:
        return {}
    found = {anchor: Place(float(results["anchor"]["elo"]))}
    reached = [anchor]
    for here in reached:
        for pair in pairs:
            first, second = pair["names"]
            elo = elo_of(pair)
            if second == here and first not in found:
                found[first] = found[here].beyond(elo)
                reached.append(first)
            elif first == here and second not in found:
                found[second] = found[here].beyond(Estimate(-elo.value, -elo.high, -elo.low))
                reached.append(second)
    return found


def counts_of(pair: dict[str, Any]) -> Counts:
    """The pentanomial of a pair."""
    a, b, c, d, e = pair["pentanomial"]
    return a, b, c, d, e


def score_of(pair: dict[str, Any]) -> Estimate:
    """The first bot's score."""
    return strength(counts_of(pair)).score


def elo_of(pair: dict[str, Any]) -> Estimate:
    """The first bot's advantage."""
    return strength(counts_of(pair)).elo


def read_estimate(data: dict[str, float]) -> Estimate:
    """An estimate from plain data."""
    return Estimate(data["value"], data["low"], data["high"])


def shares(found: Estimate) -> str:
    """A share with its interval."""
    return f"{percent(found.value)} ({percent(found.low)} to {percent(found.high)})"


def differences(elo: Estimate) -> str:
    """An Elo difference with its interval."""
    if isfinite(elo.value):
        return f"{elo.value:+.0f} ({elo.low:+.0f} to {elo.high:+.0f})"
    return f"at least {elo.low:+.0f}" if elo.value > 0 else f"at most {elo.high:+.0f}"


def decimals(data: dict[str, float]) -> str:
    """A rank with its interval."""
    return f"{data['value']:.2f} ({data['low']:.2f} to {data['high']:.2f})"


def signed(data: dict[str, float]) -> str:
    """A lead with its interval."""
    return f"{data['value']:+.1f} ({data['low']:+.1f} to {data['high']:+.1f})"


def times(name: str, room: dict[str, Any]) -> list[str]:
    """The mean and longest time of a decision."""
    row = next(row for row in room["thinking"] if row["name"] == name)
    return [seconds(row["mean"]), seconds(row["longest"])]


def seconds(value: float) -> str:
    """A time.

    >>> seconds(0.000001), seconds(0.00012), seconds(0.034), seconds(1.234)
    ('< 0.01 ms', '0.12 ms', '34 ms', '1.23 s')
    """
    if value < 0.000005:
        return "< 0.01 ms"
    if value >= 0.9995:
        return f"{value:.2f} s"
    return f"{value * 1e3:.0f} ms" if value >= 0.00995 else f"{value * 1e3:.2f} ms"


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """A table of Markdown."""
    lines = [f"| {' | '.join(row)} |" for row in (head, *rows)]
    return [lines[0], "|" + "---|" * len(head), *lines[1:]]
