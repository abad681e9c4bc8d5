"""What one seat may know of a game: nothing else ever leaves the rules side."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, Protocol, SupportsIndex

from eminence.components.board import BoardComponents
from eminence.components.display import DisplayComponents
from eminence.rules import codes, spec
from eminence.rules.chance import Rng
from eminence.sheet import Sheet

if TYPE_CHECKING:
    from eminence.game import Game
    from eminence.rules.state import State


class Bits(Protocol):
    """A source of random bits, such as random.Random."""

    def getrandbits(self, k: int, /) -> int: ...


class View(ABC):
    """A position with everything erased that the viewer may not know.

    Views compare equal if they show the same. Made by `State.view`.
    """

    def __init__(self, game: Game, hidden: State, viewer: int | None) -> None:
        self.game = game
        self.viewer = viewer
        self._state = hidden
        self._facts = hidden.facts()

    @property
    def players(self) -> int:
        """The number of players."""
        return self._state.players

    @property
    def start(self) -> int:
        """The seat that began."""
        return self._state.start

    @property
    def seat(self) -> int:
        """The seat to act; without meaning when the game is over."""
        return self._state.seat

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return bool(self._state.over)

    @property
    def turn(self) -> int:
        """How many turns have been completed."""
        return self._state.turn

    @property
    @abstractmethod
    def phase(self) -> str:
        """What is to be decided: take, pay, mark, put; or turn, place, draw; or over."""

    @property
    def legal(self) -> list[int]:
        """The viewer's legal decisions; empty if somebody else is to act."""
        return self._state.legal if self.viewer == self._state.seat else []

    def why_not(self, action: SupportsIndex) -> str | None:
        """The code of the reason against a decision of the viewer's, or None if it is legal."""
        if not self.over and self.viewer != self._state.seat:
            return "not-your-turn"
        return self._state.why_not(action)

    @property
    def history(self) -> list[int]:
        """All decisions so far. They tell no secret: what was seen on a token or drawn card is not in them."""
        return self._state.history

    @property
    def turns(self) -> list[tuple[int, tuple[int, ...]]]:
        """The decisions so far by turn: seat and decisions."""
        return self._state.turns

    @property
    def turn_started(self) -> bool:
        """Whether the seat to act has already decided something in this turn."""
        return self._state.turn_started

    @property
    def erased(self) -> State:
        """The position with the hidden erased: the root of a search that guesses it anew in every iteration."""
        return self._state.copy()

    def standing(self) -> Sheet:
        """What everybody would score if the game ended now, as far as the viewer knows."""
        return self.game.sheet_of(self._state)

    sheet = standing

    def resample(self, rng: Bits) -> State:
        """A state that could be true: everything hidden is filled in by lot, without any look at the truth."""
        return self._resample(Rng(rng.getrandbits(256)))

    def _resample(self, rng: Rng) -> State:
        state = self._state.copy()
        state.fill_in(rng)
        return state

    @abstractmethod
    def position(self) -> dict[str, Any]:
        """The part of `data` that differs between the mechanisms."""

    def data(self) -> dict[str, Any]:
        """The view as plain data, ready for JSON."""
        turns = [[seat, self.game.turn_text(actions)] for seat, actions in self.turns]
        unfinished = None
        if self.turn_started and turns:
            turns.pop()
            unfinished = self.game.turn_text(self.turns[-1][1], stops=True)
        return {
            "game": self.game.id,
            "options": dict(self.game.options),
            "components": self.game.box.fingerprint,
            "players": self.players,
            "start": self.start,
            "viewer": self.viewer,
            "seat": None if self.over else self.seat,
            "turn": self.turn,
            "over": self.over,
            "phase": self.phase,
            **self.position(),
            "turns": turns,
            "unfinished": unfinished,
            "legal": [self.game.notation(action) for action in self.legal],
            "standing": self.standing().data(),
        }

    def dumps(self) -> str:
        """The view as JSON, always in the same order."""
        return json.dumps(self.data(), ensure_ascii=False, separators=(",", ":"))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and self.data() == other.data()

    def __hash__(self) -> int:
        return hash(self.dumps())

    def __str__(self) -> str:
        from eminence.draw.text import table_text

        return table_text(self)

    def _repr_svg_(self) -> str:
        from eminence.draw import table_svg

        return table_svg(self)


class DisplayView(View):
    """A view of a display game."""

    @property
    def box(self) -> DisplayComponents:
        """The components of the game."""
        assert isinstance(self.game.box.contents, DisplayComponents)
        return self.game.box.contents

    @property
    def phase(self) -> str:
        return "over" if self.over else codes.DISPLAY_PHASES[self._facts["phase"]]

    @property
    def cards(self) -> list[int]:
        """The card type of every cell, also of cells whose card was taken: all cards are open."""
        return list(self._facts["kind"])

    @property
    def takers(self) -> list[int]:
        """Who took the card of each cell; -1 if it still lies there."""
        return list(self._facts["taker"])

    @property
    def markers(self) -> list[int]:
        """Whose marker lies on each cell; -1 for none."""
        return list(self._facts["marker"])

    @property
    def supply(self) -> list[int]:
        """Markers in supply by seat."""
        return list(self._facts["supply"])

    @property
    def boxed(self) -> list[int]:
        """Markers in the box by seat."""
        return list(self._facts["box"])

    @property
    def tokens(self) -> list[dict[str, Any]]:
        """Every token of the display: cell, holder (None while it lies), whether played, and its face if known.

        "not" lists the faces it cannot have, as its holder played one of these while holding it.
        """
        facts = self._facts
        excluded = [
            [code for code, bit in (("back", 1), ("three", 2), ("colours", 4)) if mask & bit]
            for mask in facts["excluded"]
        ]
        return [
            {
                "cell": self.box.cell_name(cell),
                "holder": None if facts["holder"][i] < 0 else facts["holder"][i],
                "played": facts["played"][i],
                "face": None if facts["face"][i] == spec.UNKNOWN else self.box.token_code(facts["face"][i]),
                "not": excluded[i],
            }
            for i, cell in enumerate(self.box.token_cells)
        ]

    def collection(self, seat: int) -> list[int]:
        """The card types a player has taken, sorted by region."""
        facts = self._facts
        return sorted(kind for kind, taker in zip(facts["kind"], facts["taker"], strict=True) if taker == seat)

    @property
    def pending(self) -> str | None:
        """The cell to be paid for, or whose marker has been lifted."""
        return None if self._facts["cell"] < 0 else self.box.cell_name(self._facts["cell"])

    def position(self) -> dict[str, Any]:
        facts, box = self._facts, self.box
        names = [box.cell_name(cell) for cell in range(box.rows * box.columns)]
        region = facts["turn_region"]
        return {
            "display": {
                name: box.types[facts["kind"][cell]].code for cell, name in enumerate(names) if facts["taker"][cell] < 0
            },
            "markers": {name: facts["marker"][cell] for cell, name in enumerate(names) if facts["marker"][cell] >= 0},
            "supply": self.supply,
            "box": self.boxed,
            "collections": [[box.types[kind].code for kind in self.collection(seat)] for seat in range(self.players)],
            "tokens": self.tokens,
            "pending": self.pending,
            "taken": facts["taken"],
            "turn_region": None if region < 0 or self.over else box.regions[region].id,
            "turn_weight": facts["turn_weight"],
            "turn_limit": facts["turn_limit"],
            "any_colours": facts["any_colours"],
        }


class BoardView(View):
    """A view of the board game."""

    @property
    def box(self) -> BoardComponents:
        """The components of the game."""
        assert isinstance(self.game.box.contents, BoardComponents)
        return self.game.box.contents

    @property
    def phase(self) -> str:
        return "over" if self.over else codes.BOARD_PHASES[self._facts["phase"]]

    @property
    def owners(self) -> list[int]:
        """Whose monastery stands on each field; -1 for none."""
        return list(self._facts["owner"])

    @property
    def advisors(self) -> list[list[int]]:
        """Advisors by country and seat."""
        return [list(row) for row in self._facts["advisors"]]

    @property
    def monasteries_left(self) -> list[int]:
        """Monasteries in supply by seat."""
        return list(self._facts["monasteries_left"])

    @property
    def advisors_left(self) -> list[int]:
        """Advisors in supply by seat."""
        return list(self._facts["advisors_left"])

    @property
    def hands(self) -> list[list[int]]:
        """Cards by seat and colour, as far as the viewer knows them: the own hand, and what others took openly."""
        return [list(row) for row in self._facts["hand"]]

    @property
    def hand_sizes(self) -> list[int]:
        """Cards in hand by seat."""
        return list(self._facts["hand_size"])

    @property
    def known(self) -> list[list[int]]:
        """By seat and colour, how many cards of a hand everybody knows, as they were taken from the open ones."""
        return [list(row) for row in self._facts["known"]]

    @property
    def open_cards(self) -> list[int]:
        """The open cards by colour."""
        return list(self._facts["open"])

    @property
    def discards(self) -> list[int]:
        """The discards by colour."""
        return list(self._facts["discard"])

    @property
    def pile_size(self) -> int:
        """Cards in the pile."""
        return int(self._facts["pile_size"])

    @property
    def second_half(self) -> bool:
        """Whether the pile has been exhausted once (B13)."""
        return bool(self._facts["half"])

    @property
    def last_round(self) -> bool:
        """Whether the pile has been exhausted twice (B14)."""
        return bool(self._facts["final"])

    @property
    def track(self) -> list[int]:
        """The score track by seat: the middle scoring, if there was one."""
        return [sum(row[seat] for row in self._facts["middle"]) for seat in range(self.players)]

    def position(self) -> dict[str, Any]:
        box = self.box
        ids = [colour.id for colour in box.colours]

        def named(counts: list[int]) -> dict[str, int]:
            return {ids[k]: n for k, n in enumerate(counts) if n}

        country = self._facts["turn_country"]
        return {
            "fields": {box.fields[i].id: owner for i, owner in enumerate(self.owners) if owner >= 0},
            "advisors": {box.countries[i].id: row for i, row in enumerate(self.advisors) if any(row)},
            "monasteries_left": self.monasteries_left,
            "advisors_left": self.advisors_left,
            "hands": [named(hand) for hand in self.hands],
            "hand_sizes": self.hand_sizes,
            "known": [named(hand) for hand in self.known],
            "open": named(self.open_cards),
            "discards": named(self.discards),
            "pile": self.pile_size,
            "second_half": self.second_half,
            "last_round": self.last_round,
            "track": self.track,
            "turn_country": None if country < 0 or self.over else box.countries[country].id,
        }
