"""What `eminence ladder` plays: which bots meet in which game, and which claims are put to the test.

The opponents for people stand on a ladder, the bots for study on another, and neighbours meet. A bridge joins the two,
so that all have a place on one scale. With three and more players there are mixed tables too.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import combinations
from pathlib import Path
from typing import Literal

import eminence
from eminence.arena.errors import ArenaError
from eminence.arena.marks import mark
from eminence.arena.match import Match, arrange
from eminence.bots import BOTS, DEFAULT, LEVELS
from eminence.errors import OptionError
from eminence.game import EDITIONS

Room = tuple[str, int]
"""A game and a number of players."""

ROOMS: tuple[Room, ...] = tuple((game, players) for game in EDITIONS for players in EDITIONS[game].players)
LADDER = tuple(LEVELS)
STUDY = tuple(name for name in BOTS if name not in LEVELS)
BRIDGE = ("greedy", "clerk")
"""Who joins the two ladders: both count the points of a whole turn."""
ANCHOR, ANCHOR_ELO = "greedy", 1000
TABLE_TIME = 0.05  # seconds a decision, in the targets at larger tables
DUEL_TIME = 1.0  # the same, in those of the duel
TURN_TIME = 0.45  # the same: a turn of the duel has 2.25 free decisions on average, so that all of it takes a second
LEVEL_ELO = 100  # at least, between neighbours on the ladder
LIMITS = {LADDER[-1]: 2.0, DEFAULT: 0.5}
"""Seconds that no decision may take: of the strongest opponent, and of the one for somebody who has not chosen."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What all matches of a ladder have in common."""

    bots: tuple[str, ...] = tuple(BOTS)
    seed: int = 1
    time: float | None = None
    effort: int | None = None


@dataclass(frozen=True, slots=True)
class Fixture:
    """A match of the plan."""

    kind: Literal["pair", "table", "target"]
    match: Match
    start: int = 0
    """Deals that were played of it before, on which this match follows."""

    @property
    def room(self) -> Room:
        """Where it is played."""
        return self.match.game, self.match.players

    @property
    def seed(self) -> int:
        """Its first deal, of those before too."""
        return self.match.seed - self.start

    @property
    def mark(self) -> str:
        """A short name for what its bots are made of."""
        return mark(*self.room, self.match.bots)

    @property
    def path(self) -> Path:
        """Its file, inside the folder of the ladder. Other nets or levels are other bots: they have other files."""
        match = self.match
        words = [self.kind, *match.bots]
        words += [] if match.time is None else [f"time{match.time:g}"]
        words += [] if match.effort is None else [f"effort{match.effort}"]
        words += [self.mark, *([f"from{self.start}"] if self.start else [])]
        return Path(f"{match.game}-{match.players}", f"{'-'.join(words)}.jsonl")

    def after(self, start: int) -> Fixture:
        """What is left of it when so many deals have been played."""
        left = max(0, self.match.deals - start)
        return replace(
            self, match=replace(self.match, seed=self.match.seed + start, deals=left), start=self.start + start
        )


@dataclass(frozen=True, slots=True)
class Target:
    """A claim: the first bot does at least so well against the second."""

    game: str
    players: int
    first: str
    second: str
    time: float
    figure: Literal["score", "alone", "both"]
    """The share of the points of two; the wins of one among the others; the wins over both line-ups."""
    least: float


TARGETS: tuple[Target, ...] = (
    Target("richelieu-duel", 2, "net", "mcts", DUEL_TIME, "score", 0.95),
    Target("richelieu-duel", 2, "net", "turn", DUEL_TIME, "score", 0.90),
    Target("richelieu-duel", 2, "net", "greedy", DUEL_TIME, "score", 0.99),
    Target("richelieu-duel", 2, "turn", "greedy", DUEL_TIME, "score", 0.97),
    Target("richelieu-duel", 2, "net", "mcts", TURN_TIME, "score", 0.95),
    Target("richelieu-duel", 2, "net", "turn", TURN_TIME, "score", 0.90),
    Target("richelieu-duel", 2, "net", "mcts", TABLE_TIME, "score", 0.95),
    Target("richelieu-duel", 2, "net", "greedy", TABLE_TIME, "score", 0.99),
    *(Target(game, n, "net", "greedy", TABLE_TIME, "alone", 2 / n) for game, n in ROOMS if n > 2),
    *(Target(game, n, "net", "mcts", TABLE_TIME, "both", 0.55) for game, n in ROOMS if n > 2),
)


def choose_rooms(game: str | None = None, players: int | None = None) -> list[Room]:
    """The rooms of a game and number of players, or all.

    >>> choose_rooms("richelieu", 3)
    [('richelieu', 3)]
    """
    if game is not None and game not in EDITIONS:
        raise OptionError(f"there is no game {game!r}; there are {', '.join(EDITIONS)}")
    found = [room for room in ROOMS if game in (None, room[0]) and players in (None, room[1])]
    if not found:
        numbers = sorted({room[1] for room in ROOMS if game in (None, room[0])})
        raise OptionError(
            f"{players} players; {game or 'no game'} is not for so many; expected {', '.join(map(str, numbers))}"
        )
    return found


def choose_bots(names: Iterable[str]) -> tuple[str, ...]:
    """The bots of a ladder, the weakest of each kind first, or all."""
    wanted = list(names)
    for name in wanted:
        if name not in BOTS:
            raise OptionError(f"there is no bot {name!r}; there are {', '.join(BOTS)}")
    if len(set(wanted)) < 2:
        raise ArenaError(f"{len(set(wanted))} bot for a ladder; expected at least two different ones")
    return tuple(name for name in BOTS if name in wanted)


def neighbours(bots: Sequence[str]) -> list[tuple[str, str]]:
    """Who meets whom, the stronger (as we think) first; from the weakest up, and the bridge at the end.

    >>> neighbours(["random", "greedy", "page", "clerk"])
    [('greedy', 'random'), ('clerk', 'page'), ('greedy', 'clerk')]
    """
    study, ladder = ([name for name in chain if name in bots] for chain in (STUDY, LADDER))
    found = [(chain[i], chain[i - 1]) for chain in (study, ladder) for i in range(1, len(chain))]
    if study and ladder:
        ends = (ANCHOR if ANCHOR in study else study[-1], BRIDGE[1] if BRIDGE[1] in ladder else ladder[0])
        found.append(ends)
    return found


def tables(bots: Sequence[str], players: int) -> list[tuple[str, ...]]:
    """Mixed tables at which everybody sits equally often, and meets the others as equally often as can be.

    The bots stand in a circle, and a pattern of places is turned through it. For eleven bots and five seats every two
    meet at exactly two tables.

    >>> tables(["a", "b", "c"], 3), len(tables("abcdefghijk", 5))
    ([('a', 'b', 'c')], 11)
    """
    count = len(bots)
    if count <= players:
        return [tuple(bots)] if count == players else []

    def unevenness(pattern: tuple[int, ...]) -> int:
        gaps = [0] * count
        for one in (0, *pattern):
            for other in (0, *pattern):
                gaps[(one - other) % count] += 1
        return sum(gap * gap for gap in gaps[1:])

    pattern = (0, *min(combinations(range(1, count), players - 1), key=unevenness))
    return [tuple(bots[(turn + place) % count] for place in pattern) for turn in range(count)]


def first_seed(seed: int, kind: str, specs: Sequence[str]) -> int:
    """The first deal of a match. Neighbours never share deals, so their errors are independent.

    Another base gives quite other deals, not the same ones shifted.
    """
    words = f"eminence ladder/{kind}/{'/'.join(specs)}" + (f"/{seed}" if seed != 1 else "")
    digest = sha256(words.encode()).digest()
    places = 1000 if seed == 1 else 1 << 32  # few with base 1: numbers from it are kept and added to
    return int.from_bytes(digest[:4], "big") % places * 1_000_000 + seed


def ladder_fixtures(settings: Settings, rooms: Sequence[Room], deals: int = 1) -> list[Fixture]:
    """Neighbours and mixed tables of some rooms. Cheap bots come first, and all rooms take turns."""
    found: list[tuple[int, int, Fixture]] = []
    for game, players in rooms:
        opened = eminence.game(game)

        def add(place: int, kind: Literal["pair", "table"], specs: Sequence[str]) -> None:
            seed = first_seed(settings.seed, kind, specs)
            match = arrange(
                opened,  # noqa: B023 - used at once
                specs,
                players=players,  # noqa: B023
                deals=deals,
                seed=seed,
                time=settings.time,
                effort=settings.effort,
            )
            found.append((place, len(found), Fixture(kind, match)))

        edges = neighbours(settings.bots)
        for place, pair in enumerate(edges):
            add(place, "pair", pair)
        if players > 2:
            for seats in tables(settings.bots, players):
                add(len(edges), "table", seats)
    return [fixture for _, _, fixture in sorted(found, key=lambda one: one[:2])]


def target_fixture(target: Target, settings: Settings, deals: int = 1) -> Fixture:
    """The match that puts a claim to the test. It has its own budget."""
    specs = (target.first, target.second)
    match = arrange(
        eminence.game(target.game),
        specs,
        players=target.players,
        lineup="one" if target.figure == "alone" else "both",
        deals=deals,
        seed=first_seed(settings.seed, "target", specs),
        time=target.time,
    )
    return Fixture("target", match)


def target_fixtures(
    settings: Settings, rooms: Sequence[Room], deals: int = 1, time: float | None = None
) -> list[Fixture]:
    """The matches of all claims about some rooms and bots, or only of those with this time for a decision."""
    return [
        target_fixture(target, settings, deals)
        for target in TARGETS
        if (target.game, target.players) in rooms
        and {target.first, target.second} <= set(settings.bots)
        and time in (None, target.time)
    ]
