"""A match: which bots meet in which game, on which deals, in which seats; and how its games are played.

`play_chunk` is a pure function of its arguments, so any executor may play any deals in any order: the games are the
same. (With a time budget the bots themselves depend on the clock; with an effort budget they do not.)
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import combinations
from time import perf_counter
from typing import Any

import eminence
from eminence import bots, components
from eminence.arena.errors import ArenaError
from eminence.arena.shapes import Fields, check_fields, is_list, is_number, is_text, is_whole, or_none, shown
from eminence.bots import Bot
from eminence.errors import EminenceError, IllegalDecision
from eminence.game import Game

MAX_DEALS = 10_000_000
LINEUPS = {
    "both": "one against many and many against one, each on every deal",
    "one": "one of the first bot against many of the second",
    "many": "many of the first bot against one of the second",
}
"""How two bots fill more than two seats."""


@dataclass(frozen=True, slots=True)
class Match:
    """Everything that the games of a match depend on. Made by `arrange`; it travels to other processes and machines."""

    game: str
    players: int
    bots: tuple[str, ...]
    """The sides: a bot's specification each. In a control of a bot against itself the sides are equal."""
    lineups: tuple[tuple[int, ...], ...]
    """Which sides fill the seats, by number. Every line-up is played in all rotations."""
    deals: int
    seed: int = 1
    """The first deal; the next are seed + 1, seed + 2, …"""
    options: tuple[str, ...] = ()
    box: str | None = None
    """Components of one's own, as JSON."""
    time: float | None = None
    """Seconds a decision, given to every bot."""
    effort: int | None = None
    """Effort a decision, given to every bot."""

    @property
    def seeds(self) -> range:
        """The deals."""
        return range(self.seed, self.seed + self.deals)

    @property
    def names(self) -> tuple[str, ...]:
        """The sides' names; numbered where the same bot is on several."""
        if len(set(self.bots)) == len(self.bots):
            return self.bots
        return tuple(f"{bot} #{number}" for number, bot in enumerate(self.bots, 1))

    @property
    def paired(self) -> bool:
        """Whether two players meet, so that pairs, Elo and SPRT apply."""
        return self.players == 2

    @property
    def games(self) -> int:
        """How many games each deal is played in."""
        return len(self.lineups) * self.players

    @property
    def budget(self) -> str:
        """What the bots may spend, in words."""
        said = (
            "the bots' own defaults, not equal time"
            if self.effort is None
            else f"equal effort, {self.effort} a decision"
        )
        if self.time is not None:
            said = f"equal time, {self.time:g} s a decision"
        own = [bot for bot in dict.fromkeys(self.bots) if {"time", "effort"} & set(bots.own_budget(bot))]
        if not own:
            return said
        if len(own) == len(set(self.bots)):
            return "as the bots' names say"
        return f"{said}; not for {', '.join(own)}"

    @property
    def timed(self) -> bool:
        """Whether the clock has a say: by a time for all, one in a bot's name, or a limit of a bot's own."""
        kinds = dict.fromkeys(self.bots)
        if self.time is not None or any("time" in bots.own_budget(spec) for spec in kinds):
            return True
        return any(getattr(make_bot(self, spec, 0), "seconds", None) for spec in kinds)

    @property
    def threads(self) -> int:
        """The most threads that one of the bots uses at once."""
        return max(int(bots.own_budget(spec).get("threads", 1)) for spec in self.bots)

    def open_game(self) -> Game:
        """The game."""
        box = None if self.box is None else components.read(json.loads(self.box), "box of the match")
        return eminence.game(self.game, components=box, **dict.fromkeys(self.options, True))

    def seatings(self, deal: int) -> list[tuple[int, ...]]:
        """Who sits where in the games of a deal: the side of every seat.

        In rotation r the first of the line-up sits on seat r, and seat 0 begins. Who sits next to whom is drawn anew
        for every deal (the same in all its rotations), as the neighbour of a weak player has an easier life.
        """
        found = []
        for lineup in self.lineups:
            order = sorted(range(1, self.players), key=lambda place: sha256(f"{deal}/order/{place}".encode()).digest())
            around = (lineup[0], *(lineup[place] for place in order))
            found += [around[-turn:] + around[:-turn] for turn in range(self.players)]
        return found

    def data(self) -> dict[str, Any]:
        """What makes two matches the same, as plain data. The number of deals does not: a match can be prolonged."""
        game = self.open_game()
        return {
            "game": self.game,
            "players": self.players,
            "options": list(self.options),
            "components": game.box.fingerprint,
            "box": None if self.box is None else json.loads(self.box),
            "bots": list(self.bots),
            "lineups": [list(lineup) for lineup in self.lineups],
            "seed": self.seed,
            "time": self.time,
            "effort": self.effort,
        }

    @classmethod
    def from_data(cls, data: dict[str, Any], deals: int) -> Match:
        """The match that `data` describes."""
        check_data(data)
        return cls(
            game=data["game"],
            players=data["players"],
            bots=tuple(data["bots"]),
            lineups=tuple(tuple(lineup) for lineup in data["lineups"]),
            deals=deals,
            seed=data["seed"],
            options=tuple(data["options"]),
            box=None if data["box"] is None else canonical(data["box"]),
            time=data["time"],
            effort=data["effort"],
        )


FIELDS: Fields = {
    "game": (is_text, "a name"),
    "players": (lambda value: is_whole(value, 2), "a whole number from 2"),
    "options": (lambda value: is_list(value, is_text), "a list of names"),
    "box": (lambda value: value is None or isinstance(value, dict), "components or null"),
    "bots": (lambda value: is_list(value, is_text, 2), "a list of names"),
    "lineups": (lambda value: is_list(value, lambda one: is_list(one, is_whole, 2), 1), "lists of the bots' numbers"),
    "seed": (is_whole, "a whole number from 0"),
    "time": (or_none(lambda value: is_number(value, 0, 1e6) and value > 0), "seconds or null"),
    "effort": (or_none(lambda value: is_whole(value, 1)), "a whole number from 1 or null"),
}
"""What the data of a match must say."""


def check_data(data: dict[str, Any]) -> None:
    """Refuse what cannot be the data of a match, and say why."""
    check_fields("match", data, FIELDS)
    for lineup in data["lineups"]:
        if len(lineup) != data["players"] or max(lineup) >= len(data["bots"]):
            raise ArenaError(f"match: line-up {shown(lineup)}; expected the number of a bot for each seat")


@dataclass(frozen=True, slots=True)
class GameResult:
    """How one game ended. Everything but `seating` is by seat."""

    deal: int
    rotation: int
    """Counts through the games of the deal: all rotations of the first line-up, then of the next."""
    seating: tuple[int, ...]
    """The side on every seat."""
    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    winners: tuple[int, ...]
    """The seats that won; several for a shared win, none where the rules know no winner."""
    decisions: tuple[int, ...]
    seconds: tuple[float, ...] = field(compare=False)
    """How long the bots thought. Not part of the comparison of results."""
    longest: tuple[float, ...] = field(compare=False)
    """The longest time for one decision."""

    @property
    def lineup(self) -> int:
        """Which line-up of the match this is."""
        return self.rotation // len(self.seating)


def arrange(
    game: Game,
    specs: Sequence[str],
    *,
    players: int | None = None,
    lineup: str = "both",
    deals: int = 100,
    seed: int = 1,
    time: float | None = None,
    effort: int | None = None,
) -> Match:
    """A match, checked: every bot has been made once with its budget.

    As many bots as players sit down as given. Two bots at a larger table meet as `lineup` says (see `LINEUPS`). More
    bots than players meet in every combination.

    >>> arrange(eminence.game("richelieu-duel"), ["random", "random"]).lineups
    ((0, 1),)
    """
    if players is None and 2 < len(specs) <= max(game.players):
        players = len(specs) if len(specs) in game.players else None
    count = game.check_players(players)
    if not 1 <= deals <= MAX_DEALS:
        raise ArenaError(f"{deals} deals; expected 1 to {MAX_DEALS}")
    if not is_whole(seed):
        raise ArenaError(f"seed {shown(seed)}; expected a whole number from 0 to 10^30")
    if time is not None and effort is not None:
        raise ArenaError("both a time and an effort; expected one of them")
    if time is not None and not 0 < time < 1e6:
        raise ArenaError(f"a time of {time} s a decision; expected more than 0")
    if effort is not None and effort < 1:
        raise ArenaError(f"an effort of {effort}; expected at least 1")
    sides, lineups = line_up(list(specs), count, lineup)
    match = Match(
        game=game.id,
        players=count,
        bots=sides,
        lineups=lineups,
        deals=deals,
        seed=seed,
        options=tuple(name for name, on in game.options.items() if on),
        box=None if game.box.built_in else canonical(game.box.data),
        time=time,
        effort=effort,
    )
    for spec in dict.fromkeys(sides):
        make_bot(match, spec, 0)
    return match


def line_up(specs: list[str], players: int, lineup: str) -> tuple[tuple[str, ...], tuple[tuple[int, ...], ...]]:
    """Sides and line-ups from the bots as they were named."""
    if len(specs) < 2:
        raise ArenaError(f"{len(specs)} bot; expected at least two (for a control name the same bot twice)")
    if lineup not in LINEUPS:
        raise ArenaError(f"line-up {lineup!r}; expected one of {', '.join(LINEUPS)}")
    if len(specs) == 2 and players > 2:
        patterns = {"one": (0, *[1] * (players - 1)), "many": (1, *[0] * (players - 1))}
        return tuple(specs), tuple(patterns[key] for key in patterns if lineup in (key, "both"))
    if len(specs) > players:
        twice = sorted({spec for spec in specs if specs.count(spec) > 1})
        if twice:
            raise ArenaError(f"{twice[0]!r} twice among {len(specs)} bots for {players} seats; expected different ones")
        return tuple(specs), tuple(combinations(range(len(specs)), players))
    if len(specs) < players:
        raise ArenaError(f"{len(specs)} bots for {players} seats; expected 2, or {players} (repeat some), or more")
    if len(set(specs)) == 1:  # a control: every seat is a side of its own
        return tuple(specs), (tuple(range(players)),)
    sides = tuple(dict.fromkeys(specs))
    return sides, (tuple(sides.index(spec) for spec in specs),)


def canonical(data: Any) -> str:
    """Data as JSON, always written alike."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"))


def bot_seed(seed: int, deal: int, rotation: int, seat: int) -> int:
    """The random source of one bot in one game: by a hash, so that no two games share any."""
    digest = sha256(f"eminence arena/{seed}/{deal}/{rotation}/{seat}".encode()).digest()
    return int.from_bytes(digest[:8], "big") >> 1


def make_bot(match: Match, spec: str, seed: int) -> Bot:
    """A bot with the budget of the match."""
    return bots.make(spec, seed=seed, time=match.time, effort=match.effort)


def play_chunk(match: Match, seeds: Iterable[int]) -> list[GameResult]:
    """Play some deals in all their seatings."""
    game = match.open_game()
    return [
        play_game(match, game, deal, rotation, seating)
        for deal in seeds
        for rotation, seating in enumerate(match.seatings(deal))
    ]


def play_game(match: Match, game: Game, deal: int, rotation: int, seating: tuple[int, ...]) -> GameResult:
    """Play one game."""
    seats = range(match.players)
    state = game.deal(deal, players=match.players)
    players = [make_bot(match, match.bots[seating[s]], bot_seed(match.seed, deal, rotation, s)) for s in seats]
    decisions, seconds, longest = [0] * match.players, [0.0] * match.players, [0.0] * match.players
    while not state.over:
        seat = int(state.seat)
        view = state.view(seat)
        began = perf_counter()
        try:
            choice = players[seat].choose(view)
            spent = perf_counter() - began
            state.play(choice)
        except IllegalDecision as error:
            raise blamed(match, deal, rotation, seating[seat], f"chose what is not allowed: {error}") from None
        except EminenceError:
            raise
        except Exception as error:
            raise blamed(match, deal, rotation, seating[seat], f"failed: {type(error).__name__}: {error}") from error
        decisions[seat] += 1
        seconds[seat] += spent
        longest[seat] = max(longest[seat], spent)
    sheet = state.sheet()
    return GameResult(
        deal=deal,
        rotation=rotation,
        seating=seating,
        scores=tuple(sheet.totals),
        ranks=tuple(sheet.ranks),
        winners=tuple(sheet.winners),
        decisions=tuple(decisions),
        seconds=tuple(seconds),
        longest=tuple(longest),
    )


def blamed(match: Match, deal: int, rotation: int, side: int, what: str) -> ArenaError:
    """An error that names the bot and the game."""
    return ArenaError(f"{match.names[side]} in deal {deal}, rotation {rotation}, {what}")
