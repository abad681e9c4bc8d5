"""What one seat may know of a game: nothing else ever leaves the rules side."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, SupportsIndex

from eminence.components.board import BoardComponents
from eminence.components.display import DisplayComponents
from eminence.rules import codes, spec
from eminence.rules.chance import Rng
from eminence.sheet import Sheet

if TYPE_CHECKING:
    from eminence.game import Game
    from eminence.rules.state import State


TOKEN_BITS = (("back", 1), ("three", 2), ("colours", 4))


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

    order: ClassVar[tuple[str, ...]]
    """The keys of `position`, in order."""

    @property
    @abstractmethod
    def disclosed(self) -> tuple[int, ...]:
        """All hidden things that have come to light for the viewer; it changes only when something is revealed."""

    @abstractmethod
    def open_position(self) -> dict[str, Any]:
        """The part of the position that all eyes see alike."""

    @abstractmethod
    def own_position(self) -> dict[str, Any]:
        """The part of the position that the viewer may see differently."""

    def position(self) -> dict[str, Any]:
        """The part of `data` that differs between the mechanisms."""
        parts = {**self.open_position(), **self.own_position()}
        return {key: parts[key] for key in self.order}

    def common(self) -> dict[str, Any]:
        """What all eyes see alike of `present`."""
        return {
            "game": self.game.id,
            "options": self.game.options,
            "components": self.game.box.fingerprint,
            "players": self.players,
            "start": self.start,
            "seat": None if self.over else self.seat,
            "turn": self.turn,
            "over": self.over,
            "phase": self.phase,
            "unfinished": self.game.turn_text(self.turns[-1][1], stops=True) if self.turn_started else None,
            **self.open_position(),
        }

    def own(self) -> dict[str, Any]:
        """What the viewer may see differently from others of `present`; the standing depends on `disclosed` alone."""
        return {
            "viewer": self.viewer,
            "legal": [self.game.notation(action) for action in self.legal],
            **self.own_position(),
        }

    def laid(self) -> dict[str, str] | None:
        """The card of every cell as it was laid out, taken or not; None where there is no display."""
        return None

    def present(self) -> dict[str, Any]:
        """The view as plain data without the turns that are over."""
        parts = {**self.common(), **self.own(), "standing": self.standing().data()}
        parts["options"] = dict(self.game.options)
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
        facts, box = self._facts, self.box
        return [
            {
                "cell": box.cell_names[cell],
                "holder": None if holder < 0 else holder,
                "played": played,
                "face": None if face == spec.UNKNOWN else box.token_code(face),
                "not": [code for code, bit in TOKEN_BITS if mask & bit] if mask else [],
            }
            for cell, holder, played, face, mask in zip(
                box.token_cells, facts["holder"], facts["played"], facts["face"], facts["excluded"], strict=True
            )
        ]

    def collection(self, seat: int) -> list[int]:
        """The card types a player has taken, sorted by region."""
        facts = self._facts
        return sorted(kind for kind, taker in zip(facts["kind"], facts["taker"], strict=True) if taker == seat)

    @property
    def pending(self) -> str | None:
        """The cell to be paid for, or whose marker has been lifted."""
        return None if self._facts["cell"] < 0 else self.box.cell_name(self._facts["cell"])

    @property
    def disclosed(self) -> tuple[int, ...]:
        return tuple(self._facts["face"])

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

    def open_position(self) -> dict[str, Any]:
        facts, box = self._facts, self.box
        names, codes = box.cell_names, box.codes
        lying: dict[str, str] = {}
        taken: list[list[int]] = [[] for _ in range(self.players)]
        for name, kind, taker in zip(names, facts["kind"], facts["taker"], strict=True):
            if taker < 0:
                lying[name] = codes[kind]
            else:
                taken[taker].append(kind)
        region = facts["turn_region"]
        return {
            "display": lying,
            "markers": {names[cell]: owner for cell, owner in enumerate(facts["marker"]) if owner >= 0},
            "supply": self.supply,
            "box": self.boxed,
            "collections": [[codes[kind] for kind in sorted(kinds)] for kinds in taken],
            "pending": self.pending,
            "taken": facts["taken"],
            "turn_region": None if region < 0 or self.over else box.regions[region].id,
            "turn_weight": facts["turn_weight"],
            "turn_limit": facts["turn_limit"],
            "any_colours": facts["any_colours"],
        }

    def own_position(self) -> dict[str, Any]:
        return {"tokens": self.tokens}

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

    @property
    def disclosed(self) -> tuple[int, ...]:
        return (self.pile_size, self.second_half)

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

    def named(self, counts: list[int]) -> dict[str, int]:
        """Numbers of cards by the ids of their colours."""
        return {colour.id: n for colour, n in zip(self.box.colours, counts, strict=False) if n}

    def open_position(self) -> dict[str, Any]:
        box = self.box
        country = self._facts["turn_country"]
        return {
            "fields": {box.fields[i].id: owner for i, owner in enumerate(self.owners) if owner >= 0},
            "advisors": {box.countries[i].id: row for i, row in enumerate(self.advisors) if any(row)},
            "monasteries_left": self.monasteries_left,
            "advisors_left": self.advisors_left,
            "hand_sizes": self.hand_sizes,
            "known": [self.named(hand) for hand in self.known],
            "open": self.named(self.open_cards),
            "discards": self.named(self.discards),
            "pile": self.pile_size,
            "second_half": self.second_half,
            "last_round": self.last_round,
            "track": self.track,
            "turn_country": None if country < 0 or self.over else box.countries[country].id,
        }

    def own_position(self) -> dict[str, Any]:
        return {"hands": [self.named(hand) for hand in self.hands]}
