"""What would be gone if the numbers of a ladder were written over others.

Numbers can be all that is left of hours of play: the files of their deals may be on another machine, or nowhere. What
was measured of bots that have changed since does not count: that is dropped on purpose.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from eminence.arena.earlier import Earlier
from eminence.arena.errors import ArenaError
from eminence.arena.report import counted
from eminence.arena.results import stored
from eminence.arena.strength import ROOMS, TARGETS, Fixture, Settings, ladder_fixtures, target_fixture
from eminence.arena.tally import addable
from eminence.bots import BOTS


@dataclass(frozen=True, slots=True)
class Replaced:
    """Matches that are in the numbers of now and would not be in new ones, with how many deals each."""

    lost: tuple[tuple[Fixture, int], ...] = ()
    """Those of which the deals are not at hand either."""
    hidden: tuple[tuple[Fixture, int], ...] = ()
    """Those of another ladder, whose files are in the folder: played or not, the same command shows them again."""


def replaced(results: Mapping[str, Any], folder: Path, settings: Settings, earlier: Earlier) -> Replaced:
    """What new numbers from a folder and earlier ones would lack of these."""
    before, after = Earlier(results), set(fixtures(settings))
    bots = tuple(name for name in BOTS if name in results["bots"])
    old = Settings(bots=bots, seed=results["seed"], time=results["time"], effort=results["effort"])
    lost: list[tuple[Fixture, int]] = []
    hidden: list[tuple[Fixture, int]] = []
    for fixture in fixtures(old):
        tally = before.tally(fixture)
        if tally is None:
            continue
        shown = fixture in after
        if (known(fixture, folder, earlier) if shown else at_hand(fixture, folder)) < tally["deals"]:
            lost.append((fixture, tally["deals"]))
        elif not shown:
            hidden.append((fixture, tally["deals"]))
    return Replaced(tuple(lost), tuple(hidden))


def fixtures(settings: Settings) -> list[Fixture]:
    """All that numbers with these settings may hold."""
    return ladder_fixtures(settings, ROOMS) + [target_fixture(target, settings) for target in TARGETS]


def known(fixture: Fixture, folder: Path, earlier: Earlier) -> int:
    """How many deals of a match new numbers would tell of."""
    tally, deals = earlier.tally(fixture), len(stored(folder, earlier.after(fixture)))
    if tally is None:
        return deals
    return int(tally["deals"]) + deals if addable(tally) else max(int(tally["deals"]), deals)


def at_hand(fixture: Fixture, folder: Path) -> int:
    """How many deals of a match are in its file, if that is the same match."""
    try:
        return len(stored(folder, fixture))
    except ArenaError:
        return 0


def words(matches: tuple[tuple[Fixture, int], ...]) -> str:
    """The first match with its deals, and how many more there are."""
    (fixture, deals), *more = matches
    game, players = fixture.room
    one, *others = fixture.match.bots
    who = f"{one} against {others[0]}" if len(others) == 1 else f"the mixed table {', '.join(fixture.match.bots)}"
    time = "" if fixture.match.time is None else f" at {fixture.match.time:g} s"
    rest = f" and {counted(len(more), 'more match', 'more matches')}" if more else ""
    return f"{counted(deals, 'deal', 'deals')} of {who} in {game} for {players}{time}{rest}"
