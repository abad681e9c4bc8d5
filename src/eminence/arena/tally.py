"""What came of a match, as plain data to which more deals can be added later, on another machine too.

Means over deals are kept with the values they are the means of, counted: a deal has few that are possible. So the
interval of all deals can be found although the files of the earlier ones are gone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from eminence.arena.match import Match
from eminence.arena.report import estimate_data
from eminence.arena.statistics import bootstrap
from eminence.arena.store import Deal
from eminence.arena.tables import both_shares, game_counts, leads, pair_counts, ranks_by_deal, shares_by_deal

Tally = dict[str, Any]
SUMS = ("deals", "games")
COUNTS = ("pentanomial", "outcomes")
MEANS = ("both", "points", "alone", "rank", "measured")
DIGITS = 6  # of a deal's value
POINTS = 1000.0  # that nobody leads by


def pair_tally(match: Match, deals: Sequence[Deal]) -> Tally:
    """How two bots did against each other."""
    if match.paired:
        return size(match, deals) | {"pentanomial": list(pair_counts(deals)), "outcomes": list(game_counts(deals))}
    shares = [shares_by_deal(match, deals, side, side) for side in (0, 1)]
    ranks = [ranks_by_deal(deals, side, side) for side in (0, 1)]
    return size(match, deals) | {
        "both": average("both", both_shares(match, deals)),
        "points": average("points", leads(deals)),
        "alone": [average("alone", values, side) for side, values in enumerate(shares)],
        "rank": [average("rank", values, side, match.players) for side, values in enumerate(ranks)],
    }


def target_tally(match: Match, deals: Sequence[Deal], figure: str) -> Tally:
    """The one number that a claim is about."""
    if figure == "score":
        return size(match, deals) | {"pentanomial": list(pair_counts(deals))}
    values = both_shares(match, deals) if figure == "both" else shares_by_deal(match, deals, 0, 0)
    return size(match, deals) | {"measured": average("measured", values)}


def size(match: Match, deals: Sequence[Deal]) -> Tally:
    """How much was played."""
    return {"deals": len(deals), "games": len(deals) * match.games}


def average(key: str, values: Iterable[float], side: int = 0, players: int = 2) -> Tally:
    """A mean over deals with its interval, and the values it is the mean of."""
    counts = sorted(Counter(round(value, DIGITS) for value in values).items())
    every = [value for value, count in counts for _ in range(count)]
    low, high = {"rank": (1.0, float(players)), "points": (-POINTS, POINTS)}.get(key, (0.0, 1.0))
    found = estimate_data(bootstrap(every, seed=side, low=low, high=high), 5)
    return found | {"counts": [list(one) for one in counts]}


def addable(tally: Mapping[str, Any]) -> bool:
    """Whether more deals can be added: not where only a mean was kept."""
    return all("counts" in one for key in MEANS for one in averages(tally, key))


def averages(tally: Mapping[str, Any], key: str) -> list[Tally]:
    """The means of a kind: one, one for each side, or none."""
    found = tally.get(key, [])
    return found if isinstance(found, list) else [found]


def added(earlier: Tally, later: Tally, players: int) -> Tally:
    """The tally of the deals of both."""
    total = dict(earlier)
    for key in SUMS:
        total[key] = earlier[key] + later[key]
    for key in COUNTS:
        if key in earlier:
            total[key] = [one + other for one, other in zip(earlier[key], later[key], strict=True)]
    for key in MEANS:
        if key in earlier:
            pairs = zip(averages(earlier, key), averages(later, key), strict=True)
            means = [average(key, values(*two), side, players) for side, two in enumerate(pairs)]
            total[key] = means if isinstance(earlier[key], list) else means[0]
    return total


def renewed(tally: Tally, players: int) -> Tally:
    """The same deals, with intervals by the statistics of today where the values are known."""
    total = dict(tally)
    for key in MEANS:
        if key in tally:
            every = enumerate(averages(tally, key))
            means = [average(key, values(one), side, players) if "counts" in one else one for side, one in every]
            total[key] = means if isinstance(tally[key], list) else means[0]
    return total


def values(*parts: Tally) -> Iterable[float]:
    """The values of some means, deal by deal."""
    return (value for part in parts for value, count in part["counts"] for _ in range(count))
