"""The results of a ladder as plain data: all that its page shows, and what is needed to add to it.

It is small enough to be kept beside the source, and holds no paths. `collect` reads the files of the matches and adds
them to earlier results; `page` of `eminence.arena.page` turns the data into a text.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from eminence.arena.checks import FORMAT
from eminence.arena.earlier import Earlier, Spent
from eminence.arena.errors import ArenaError
from eminence.arena.ladder import Rating, rate
from eminence.arena.marks import mark, net_mark
from eminence.arena.match import Match
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
    target_fixture,
)
from eminence.arena.tables import thinking
from eminence.arena.tally import Tally, addable, added, pair_tally, renewed, target_tally


class Thinking:
    """What all bots of a room spent."""

    def __init__(self, room: Room, before: Iterable[Spent]) -> None:
        self.room = room
        self.bots = {spent.name: spent for spent in before}

    def add(self, match: Match, deals: Sequence[Deal]) -> None:
        """One more match."""
        for row in thinking(match, deals):
            name = match.bots[row.side]
            spent = self.bots.setdefault(name, Spent(name))
            spent.decisions += row.decisions
            spent.seconds += row.seconds
            spent.longest = max(spent.longest, row.longest)

    def data(self) -> list[dict[str, Any]]:
        """The mean and the longest time of a decision, by name."""
        return [
            {
                "name": name,
                "mark": mark(*self.room, [name]),
                "decisions": spent.decisions,
                "mean": round(spent.seconds / max(1, spent.decisions), 6),
                "longest": round(spent.longest, 4),
            }
            for name, spent in sorted(self.bots.items())
        ]


def collect(
    folder: Path, settings: Settings, runs: Sequence[dict[str, Any]], earlier: Earlier | None = None
) -> dict[str, Any]:
    """The results of all rooms and targets that have any in a folder, added to earlier ones.

    `runs` says by which commands, where and when.
    """
    before = earlier or Earlier()
    fixtures = ladder_fixtures(settings, ROOMS)
    rooms = [room_data(folder, room, [one for one in fixtures if one.room == room], before) for room in ROOMS]
    targets = [target_data(folder, target, settings, before) for target in TARGETS]
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


def room_data(folder: Path, room: Room, fixtures: Sequence[Fixture], before: Earlier) -> dict[str, Any] | None:
    """Everything about a game and number of players; None if nothing has been played."""
    spent, pairs, mixed, tables = Thinking(room, before.thinking(room)), [], [], []
    for fixture in fixtures:
        known, deals = before.tally(fixture), stored(folder, before.after(fixture))
        if known is None and not deals:
            continue
        spent.add(fixture.match, deals)
        if fixture.kind == "pair":
            pairs.append(total(fixture, known, pair_tally(fixture.match, deals) if deals else None))
        else:
            mixed.append((fixture.match, deals))
            tables.append(named(fixture) | {"deals": len(deals) + (known["deals"] if known else 0)})
    if not pairs and not mixed:
        return None
    return {
        "game": room[0],
        "players": room[1],
        "net": net_mark(*room),
        "pairs": sorted(pairs, key=lambda pair: pair["names"]),
        "ratings": ratings(mixed, before.ratings(room)),
        "tables": sorted(tables, key=lambda one: one["names"]),
        "thinking": spent.data(),
    }


def named(fixture: Fixture) -> Tally:
    """Which match it is."""
    return {"names": list(fixture.match.bots), "seed": fixture.seed, "mark": fixture.mark}


def total(fixture: Fixture, known: Tally | None, later: Tally | None) -> Tally:
    """All that came of a match. Where nothing can be added to what is known, the larger number of deals counts."""
    players = fixture.match.players
    if known is None or later is None:
        return named(fixture) | renewed(known or later or {}, players)
    if addable(known):
        return added(known, later, players)
    return named(fixture) | (renewed(known, players) if known["deals"] >= later["deals"] else later)


def ratings(mixed: Sequence[tuple[Match, Sequence[Deal]]], before: Sequence[Rating]) -> list[dict[str, Any]]:
    """Plackett–Luce ratings from mixed tables, best first. The tables take turns, deal by deal."""

    def games() -> Iterable[tuple[Sequence[str], Sequence[int]]]:
        for number in range(max((len(deals) for _, deals in mixed), default=0)):
            for match, deals in mixed:
                for game in deals[number] if number < len(deals) else ():
                    yield [match.bots[side] for side in game.seating], game.ranks

    new = any(deals for _, deals in mixed)
    found = sorted(rate(games(), before) if new else before, key=lambda one: (-one.mu, one.name))
    return [
        {"name": one.name, "mu": round(one.mu, 3), "sigma": round(one.sigma, 3), "games": one.games} for one in found
    ]


def target_data(folder: Path, target: Target, settings: Settings, before: Earlier) -> dict[str, Any] | None:
    """A claim and what was measured; None if nothing was."""
    fixture = target_fixture(target, settings)
    known, deals = before.tally(fixture), stored(folder, before.after(fixture))
    if known is None and not deals:
        return None
    claim = {
        "game": target.game,
        "players": target.players,
        "names": [target.first, target.second],
        "time": target.time,
        "figure": target.figure,
        "least": round(target.least, 5),
        "net": net_mark(target.game, target.players),
    }
    return claim | total(fixture, known, target_tally(fixture.match, deals, target.figure) if deals else None)
