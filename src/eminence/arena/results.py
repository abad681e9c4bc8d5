"""The results of a ladder as plain data: all that its page shows, and no more.

It is small enough to be kept beside the source, and holds no paths. `collect` reads the files of the matches; `page` of
`eminence.arena.page` turns the data into a text.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from eminence.arena.errors import ArenaError
from eminence.arena.ladder import rate
from eminence.arena.match import Match
from eminence.arena.report import estimate_data
from eminence.arena.statistics import Estimate, bootstrap, mean, win_shares
from eminence.arena.store import Deal, load
from eminence.arena.strength import (
    ANCHOR,
    ANCHOR_ELO,
    LADDER,
    LEVEL_ELO,
    LIMITS,
    ROOMS,
    TARGETS,
    Fixture,
    Room,
    Settings,
    Target,
    ladder_fixtures,
    net_mark,
    target_fixture,
)
from eminence.arena.tables import game_counts, of_lineup, pair_counts, ranks_by_deal, shares_by_deal, thinking

FORMAT = 1


@dataclass(slots=True)
class Spent:
    """What a bot spent on all its games in a room."""

    decisions: int = 0
    seconds: float = 0.0
    longest: float = 0.0


@dataclass(slots=True)
class Thinking:
    """What all bots of a room spent."""

    bots: dict[str, Spent] = field(default_factory=dict)

    def add(self, match: Match, deals: Sequence[Deal]) -> None:
        """One more match."""
        for row in thinking(match, deals):
            spent = self.bots.setdefault(match.bots[row.side], Spent())
            spent.decisions += row.decisions
            spent.seconds += row.seconds
            spent.longest = max(spent.longest, row.longest)

    def data(self) -> list[dict[str, Any]]:
        """The mean and the longest time of a decision, by name."""
        return [
            {
                "name": name,
                "decisions": spent.decisions,
                "mean": round(spent.seconds / max(1, spent.decisions), 6),
                "longest": round(spent.longest, 4),
            }
            for name, spent in sorted(self.bots.items())
        ]


def collect(folder: Path, settings: Settings, runs: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The results of all rooms and targets that have any in a folder. `runs` says by which commands, where and when."""
    fixtures = ladder_fixtures(settings, ROOMS)
    rooms = [room_data(folder, room, [one for one in fixtures if one.room == room]) for room in ROOMS]
    targets = [target_data(folder, target, settings) for target in TARGETS]
    return {
        "format": FORMAT,
        "runs": list(runs),
        "bots": list(settings.bots),
        "seed": settings.seed,
        "time": settings.time,
        "effort": settings.effort,
        "levels": list(LADDER),
        "anchor": {"name": ANCHOR, "elo": ANCHOR_ELO},
        "limits": dict(LIMITS),
        "apart": LEVEL_ELO,
        "rooms": [room for room in rooms if room is not None],
        "targets": [target for target in targets if target is not None],
    }


def stored(folder: Path, fixture: Fixture) -> list[Deal]:
    """The finished deals of a match; none if it has not begun."""
    path = folder / fixture.path
    if not path.exists() or not path.stat().st_size:
        return []
    match, deals = load(path)
    if match.data() != fixture.match.data():
        raise ArenaError(f"{path} holds another match (another seed?). Use another folder")
    return deals


def room_data(folder: Path, room: Room, fixtures: Sequence[Fixture]) -> dict[str, Any] | None:
    """Everything about a game and number of players; None if nothing has been played."""
    spent, pairs, mixed = Thinking(), [], []
    for fixture in fixtures:
        deals = stored(folder, fixture)
        if not deals:
            continue
        spent.add(fixture.match, deals)
        if fixture.kind == "pair":
            pairs.append(pair_data(fixture.match, deals))
        else:
            mixed.append((fixture.match, deals))
    if not pairs and not mixed:
        return None
    return {
        "game": room[0],
        "players": room[1],
        "net": net_mark(*room),
        "pairs": sorted(pairs, key=lambda pair: pair["names"]),
        "ratings": ratings(mixed),
        "tables": [
            {"names": list(match.bots), "seed": match.seed, "deals": len(deals)}
            for match, deals in sorted(mixed, key=lambda one: one[0].bots)
        ],
        "thinking": spent.data(),
    }


def pair_data(match: Match, deals: Sequence[Deal]) -> dict[str, Any]:
    """How two neighbours did against each other."""
    data = {
        "names": list(match.bots),
        "seed": match.seed,
        "deals": len(deals),
        "games": len(deals) * match.games,
    }
    if match.paired:
        return data | {"pentanomial": list(pair_counts(deals)), "outcomes": list(game_counts(deals))}
    return data | {
        "both": estimate_data(both_share(match, deals), 5),
        "alone": [estimate_data(bootstrap(shares_by_deal(match, deals, side, side), seed=side), 5) for side in (0, 1)],
        "rank": [
            estimate_data(bootstrap(ranks_by_deal(deals, side, side), seed=side, low=1, high=match.players), 4)
            for side in (0, 1)
        ],
    }


def both_share(match: Match, deals: Sequence[Deal]) -> Estimate:
    """The first bot's part of the wins over both line-ups, in which both bots have equally many seats.

    A shared win is split by seats, and a game without a winner counts half for each, so that equal bots have 50 %.
    """

    def part(deal: Deal) -> float:
        halves = []
        for lineup in range(len(match.lineups)):
            shares = [win_shares(game.seating, game.winners, 2) for game in of_lineup(deal, lineup)]
            halves.append(mean([mine + (1.0 - mine - other) / 2.0 for mine, other in shares]))
        return mean(halves)

    return bootstrap([part(deal) for deal in deals])


def ratings(mixed: Sequence[tuple[Match, Sequence[Deal]]]) -> list[dict[str, Any]]:
    """Plackett–Luce ratings from mixed tables, best first. The tables take turns, deal by deal."""

    def games() -> Iterable[tuple[Sequence[str], Sequence[int]]]:
        for number in range(max(len(deals) for _, deals in mixed)):
            for match, deals in mixed:
                for game in deals[number] if number < len(deals) else ():
                    yield [match.bots[side] for side in game.seating], game.ranks

    if not mixed:
        return []
    found = sorted(rate(games()), key=lambda one: (-one.mu, one.name))
    return [
        {"name": one.name, "mu": round(one.mu, 3), "sigma": round(one.sigma, 3), "games": one.games} for one in found
    ]


def target_data(folder: Path, target: Target, settings: Settings) -> dict[str, Any] | None:
    """A claim and what was measured; None if nothing was."""
    fixture = target_fixture(target, settings)
    match, deals = fixture.match, stored(folder, fixture)
    if not deals:
        return None
    data = {
        "game": target.game,
        "players": target.players,
        "names": [target.first, target.second],
        "time": target.time,
        "figure": target.figure,
        "least": round(target.least, 5),
        "seed": match.seed,
        "deals": len(deals),
        "games": len(deals) * match.games,
        "net": net_mark(target.game, target.players),
    }
    if target.figure == "score":
        return data | {"pentanomial": list(pair_counts(deals))}
    found = both_share(match, deals) if target.figure == "both" else bootstrap(shares_by_deal(match, deals, 0, 0))
    return data | {"measured": estimate_data(found, 5)}
