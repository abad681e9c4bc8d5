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
from eminence.arena.statistics import bootstrap, mean, win_shares
from eminence.arena.store import Deal
from eminence.arena.tables import game_counts, of_lineup, pair_counts, ranks_by_deal, shares_by_deal

Tally = dict[str, Any]
SUMS = ("deals", "games")
COUNTS = ("pentanomial", "outcomes")
DIGITS = 6  # of a deal's value


def both_shares(match: Match, deals: Sequence[Deal]) -> list[float]:
    """The first bot's part of the wins, deal by deal, over both line-ups, in which both bots have equally many seats.

    A shared win is split by seats, and a game without a winner counts half for each, so that equal bots have 50 %.
    """

    def part(deal: Deal) -> float:
        halves = []
        for lineup in range(len(match.lineups)):
            shares = [win_shares(game.seating, game.winners, 2) for game in of_lineup(deal, lineup)]
            halves.append(mean([mine + (1.0 - mine - other) / 2.0 for mine, other in shares]))
        return mean(halves)

    return [part(deal) for deal in deals]


def pair_tally(match: Match, deals: Sequence[Deal]) -> Tally:
    """How two bots did against each other."""
    if match.paired:
        return size(match, deals) | {"pentanomial": list(pair_counts(deals)), "outcomes": list(game_counts(deals))}
    shares = [shares_by_deal(match, deals, side, side) for side in (0, 1)]
    ranks = [ranks_by_deal(deals, side, side) for side in (0, 1)]
    return size(match, deals) | {
        "both": average(both_shares(match, deals)),
        "alone": [average(values, seed=side) for side, values in enumerate(shares)],
        "rank": [average(values, seed=side, low=1, high=match.players) for side, values in enumerate(ranks)],
    }


def target_tally(match: Match, deals: Sequence[Deal], figure: str) -> Tally:
    """The one number that a claim is about."""
    if figure == "score":
        return size(match, deals) | {"pentanomial": list(pair_counts(deals))}
    values = both_shares(match, deals) if figure == "both" else shares_by_deal(match, deals, 0, 0)
    return size(match, deals) | {"measured": average(values)}


def size(match: Match, deals: Sequence[Deal]) -> Tally:
    """How much was played."""
    return {"deals": len(deals), "games": len(deals) * match.games}


def average(values: Iterable[float], *, seed: int = 0, low: float = 0.0, high: float = 1.0) -> Tally:
    """A mean over deals with its interval, and the values it is the mean of."""
    counts = sorted(Counter(round(value, DIGITS) for value in values).items())
    every = [value for value, count in counts for _ in range(count)]
    found = estimate_data(bootstrap(every, seed=seed, low=low, high=high), 5)
    return found | {"counts": [list(one) for one in counts]}


def addable(tally: Mapping[str, Any]) -> bool:
    """Whether more deals can be added: not where only a mean was kept."""
    return all("counts" in one for key in ("both", "alone", "rank", "measured") for one in averages(tally, key))


def averages(tally: Mapping[str, Any], key: str) -> list[Tally]:
    """The means of a kind."""
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
    for key in ("both", "measured"):
        if key in earlier:
            total[key] = average(values(earlier[key], later[key]))
    for key, bounds in (("alone", (0.0, 1.0)), ("rank", (1.0, float(players)))):
        if key in earlier:
            total[key] = [
                average(values(one, other), seed=side, low=bounds[0], high=bounds[1])
                for side, (one, other) in enumerate(zip(earlier[key], later[key], strict=True))
            ]
    return total


def values(*parts: Tally) -> Iterable[float]:
    """The values of some means, deal by deal."""
    return (value for part in parts for value, count in part["counts"] for _ in range(count))
