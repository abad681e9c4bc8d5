"""What one seat may know of a game: nothing else ever leaves the rules side."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, SupportsIndex

from eminence.components.board import BoardComponents
from eminence.components.display import DisplayComponents
from eminence.errors import OptionError
from eminence.rules import codes
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

    @cached_property
    def _facts(self) -> dict[str, Any]:
        return self._state.facts()

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

    def choices(self) -> list[int]:
        """The viewer's legal decisions, for whoever has to make one: an error if the viewer has not."""
        if self.over or self.viewer != self._state.seat:
            raise OptionError("nothing to decide for the viewer; expected the view of the seat to act")
        return self._state.legal

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

    order: ClassVar[tuple[str, ...]]
    """The keys of `position`, in order."""

    @property
    def disclosed(self) -> tuple[int, ...]:
        """All hidden things that have come to light for the viewer; it changes only when something is revealed."""
        return self._state.disclosed()

    def common(self, *, closed: bool = False) -> bytes:
        """What all eyes see alike of `present`, as JSON; `closed` if the game ended before its end by the rules."""
        begun = self._state.begun
        unfinished = self.game.turn_text(begun, stops=True) if begun else None
        return self.game.scribe.common(self._state, unfinished, closed)

    def own(self, *, silent: bool = False) -> bytes:
        """What the viewer may see differently of `present`, as JSON; `silent` if nothing is to be decided now."""
        return self.game.scribe.own(self._state, -1 if self.viewer is None else self.viewer, silent)

    def standing_json(self) -> bytes:
        """The standing as JSON. It depends on what all see and on `disclosed` alone."""
        return self.game.scribe.standing(self._state)

    def position(self) -> dict[str, Any]:
        """The part of `data` that differs between the mechanisms."""
        present = self.present()
        return {key: present[key] for key in self.order}

    def laid(self) -> dict[str, str] | None:
        """The card of every cell as it was laid out, taken or not; None where there is no display."""
        return None

    def present(self) -> dict[str, Any]:
        """The view as plain data without the turns that are over."""
        parts = {**json.loads(self.common()), **json.loads(self.own()), "standing": json.loads(self.standing_json())}
        first = ("game", "options", "components", "players", "start", "viewer", "seat", "turn", "over", "phase")
        return {key: parts[key] for key in (*first, *self.order, "unfinished", "legal", "standing")}

    def data(self) -> dict[str, Any]:
        """The view as plain data, ready for JSON."""
        turns = [[seat, self.game.turn_text(actions)] for seat, actions in self.turns]
        if self.turn_started and turns:
            turns.pop()
        present = self.present()
        last = {key: present.pop(key) for key in ("unfinished", "legal", "standing")}
        return {**present, "turns": turns, **last}

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
        found: list[dict[str, Any]] = json.loads(self.own(silent=True))["tokens"]
        return found

    def collection(self, seat: int) -> list[int]:
        """The card types a player has taken, sorted by region."""
        facts = self._facts
        return sorted(kind for kind, taker in zip(facts["kind"], facts["taker"], strict=True) if taker == seat)

    @property
    def pending(self) -> str | None:
        """The cell to be paid for, or whose marker has been lifted."""
        return None if self._facts["cell"] < 0 else self.box.cell_name(self._facts["cell"])

    order = (
        "display",
        "markers",
        "supply",
        "box",
        "collections",
        "tokens",
        "pending",
        "taken",
        "turn_region",
        "turn_weight",
        "turn_limit",
        "any_colours",
    )

    def laid(self) -> dict[str, str]:
        codes = self.box.codes
        return {name: codes[kind] for name, kind in zip(self.box.cell_names, self._facts["kind"], strict=True)}


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

    order = (
        "fields",
        "advisors",
        "monasteries_left",
        "advisors_left",
        "hands",
        "hand_sizes",
        "known",
        "open",
        "discards",
        "pile",
        "second_half",
        "last_round",
        "track",
        "turn_country",
    )
