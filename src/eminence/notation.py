"""Decisions as people read and write them. Printing and parsing invert each other; docs/notation.md explains the form.

Display games: `A1` take, `$` pay from supply, `$B5` pay with the marker on B5, `@C7` put a marker, `C3>` lift one,
`+back` play a token, `.` stop, `-` pass. Board game: `Bu2` a monastery, `Bu!` an advisor, `Bu2&ES` paid with a joker
pair, `~ES` exchange, `<ES` draw an open card, `<?` draw from the pile, `.` stop, `-` pass.
A turn is its decisions with spaces between; payment and move are joined (`A1$B5`, `C3>C7`), stops are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from eminence.components.board import BoardComponents
from eminence.components.display import DisplayComponents
from eminence.errors import NotationError
from eminence.rules import codes

MAX_TURN = 400  # characters; no turn comes near it
TOKENS = ("back", "three", "colours")


@dataclass(frozen=True, slots=True)
class Decision:
    """The readable face of a decision."""

    action: int
    """The number that `State.play` takes."""
    kind: str
    """take, pay, token, stop, pass, put, lift; or monastery, advisor, exchange, draw, stop, pass."""
    notation: str
    """The decision as text, which `Game.parse` reads back."""
    cell: str | None = None
    """The cell of the display it concerns; None for a payment from supply."""
    token: str | None = None
    """The token played: back, three or colours."""
    field: str | None = None
    """The field a monastery goes to."""
    country: str | None = None
    """The country a piece goes to."""
    colour: str | None = None
    """The colour exchanged or drawn, None for a draw from the pile; for a piece, the colour of the joker pair."""


class Notation(Protocol):
    """What each mechanism's notation offers."""

    @property
    def actions(self) -> int:
        """How many numbers of decisions there are, legal or not."""

    def describe(self, action: int) -> Decision:
        """The readable face of a number; NotationError if there is no such decision in this box."""

    def split(self, turn: str) -> list[int]:
        """The decisions written in a text, stops only where it writes them."""


class DisplayNotation:
    """Notation of the display games."""

    actions = codes.DISPLAY_ACTIONS

    def __init__(self, box: DisplayComponents) -> None:
        self.box = box
        self.cells = box.rows * box.columns
        self.tokens = TOKENS if box.circles else TOKENS[:1]
        cell = "([A-H][1-9][0-9]?)"
        self.word = re.compile(rf"{cell}(?:(\$){cell}?)?|(\$){cell}?|@{cell}|{cell}>{cell}?|\+([a-z]+)|(\.)|(-)")

    def describe(self, action: int) -> Decision:
        for base, kind, form in (
            (codes.TAKE, "take", "{}"),
            (codes.PAY, "pay", "${}"),
            (codes.PLACE, "put", "@{}"),
            (codes.LIFT, "lift", "{}>"),
        ):
            if base <= action < base + self.cells:
                name = self.box.cell_name(action - base)
                return Decision(action, kind, form.format(name), cell=name)
        if action == codes.PAY_SUPPLY:
            return Decision(action, "pay", "$")
        if codes.TOKEN <= action < codes.TOKEN + len(self.tokens):
            name = self.tokens[action - codes.TOKEN]
            return Decision(action, "token", f"+{name}", token=name)
        if action == codes.STOP:
            return Decision(action, "stop", ".")
        if action == codes.PASS:
            return Decision(action, "pass", "-")
        raise NotationError(f"{action} is not a decision of this game")

    def split(self, turn: str) -> list[int]:
        actions: list[int] = []
        for word in words(turn):
            match = self.word.fullmatch(word)
            if not match:
                raise NotationError(
                    f"{word!r} is not notation; expected for instance A1, A1$, A1$B5, @C7, C3>C7, +back"
                )
            take, pays, paid, pay, source, put, lift, to, token, stop, passed = match.groups()
            if take:
                actions.append(codes.TAKE + self.cell(take))
            if pays or pay:
                where = paid or source
                actions.append(codes.PAY + self.cell(where) if where else codes.PAY_SUPPLY)
            if lift:
                actions.append(codes.LIFT + self.cell(lift))
            if put or to:
                actions.append(codes.PLACE + self.cell(put or to))
            if token:
                if token not in self.tokens:
                    names = ", ".join(f"+{name}" for name in self.tokens)
                    raise NotationError(f"{word!r} names no token of this game; expected {names}")
                actions.append(codes.TOKEN + self.tokens.index(token))
            if stop:
                actions.append(codes.STOP)
            if passed:
                actions.append(codes.PASS)
        return actions

    def cell(self, name: str) -> int:
        """The number of a cell by its name."""
        cell = self.box.cell(name)
        if cell is None:
            last = self.box.cell_name(self.cells - 1)
            raise NotationError(f"{name!r} is not a cell of this display; expected A1 to {last}")
        return cell


class BoardNotation:
    """Notation of the board game."""

    actions = codes.BOARD_ACTIONS

    def __init__(self, box: BoardComponents) -> None:
        self.box = box
        self.colours = [colour.id for colour in box.colours]
        self.targets = {field.id: i for i, field in enumerate(box.fields)}
        self.targets |= {f"{country.id}!": codes.ADVISOR + i for i, country in enumerate(box.countries)}
        self.word = re.compile(r"([A-Za-z]+(?:[0-9]+|!))(?:&([A-Za-z0-9_-]+))?|([~<])([A-Za-z0-9_-]+|\?)|(\.)|(-)")

    def describe(self, action: int) -> Decision:
        if 0 <= action < codes.EXCHANGE:
            target, payment = divmod(action, codes.PAYMENTS)
            if payment <= len(self.colours):
                colour = self.colours[payment - 1] if payment else None
                joker = f"&{colour}" if colour else ""
                if target < len(self.box.fields):
                    field = self.box.fields[target]
                    country = self.box.countries[field.country].id
                    return Decision(
                        action, "monastery", field.id + joker, field=field.id, country=country, colour=colour
                    )
                if 0 <= target - codes.ADVISOR < len(self.box.countries):
                    country = self.box.countries[target - codes.ADVISOR].id
                    return Decision(action, "advisor", f"{country}!{joker}", country=country, colour=colour)
        for base, kind, form in ((codes.EXCHANGE, "exchange", "~"), (codes.DRAW, "draw", "<")):
            if base <= action < base + len(self.colours):
                colour = self.colours[action - base]
                return Decision(action, kind, form + colour, colour=colour)
        if action == codes.DRAW_PILE:
            return Decision(action, "draw", "<?")
        if action == codes.BOARD_STOP:
            return Decision(action, "stop", ".")
        if action == codes.BOARD_PASS:
            return Decision(action, "pass", "-")
        raise NotationError(f"{action} is not a decision of this game")

    def split(self, turn: str) -> list[int]:
        actions: list[int] = []
        for word in words(turn):
            match = self.word.fullmatch(word)
            if not match:
                raise NotationError(f"{word!r} is not notation; expected for instance Bu2, Bu!, Bu2&ES, ~ES, <ES, <?")
            target, joker, sign, colour, stop, _ = match.groups()
            if target:
                if target not in self.targets:
                    raise NotationError(
                        f"{target!r} is no field or country of this map; expected for instance Bu2 or Bu!"
                    )
                payment = 1 + self.colour(joker) if joker else 0
                actions.append(self.targets[target] * codes.PAYMENTS + payment)
            elif sign == "<" and colour == "?":
                actions.append(codes.DRAW_PILE)
            elif sign:
                actions.append((codes.EXCHANGE if sign == "~" else codes.DRAW) + self.colour(colour))
            else:
                actions.append(codes.BOARD_STOP if stop else codes.BOARD_PASS)
        return actions

    def colour(self, name: str) -> int:
        """The number of a colour by its name."""
        if name not in self.colours:
            raise NotationError(f"{name!r} is no colour of cards; expected one of {', '.join(self.colours)}")
        return self.colours.index(name)


def words(turn: str) -> list[str]:
    """The words of a turn's text."""
    if not isinstance(turn, str):
        raise NotationError(f"a turn is a text, not {type(turn).__name__}")
    if len(turn) > MAX_TURN:
        raise NotationError(f"a turn of {len(turn)} characters; expected at most {MAX_TURN}")
    return turn.split()


def joined(decisions: Iterable[Decision], *, stops: bool = False) -> str:
    """A turn as text. With `stops`, every stop is written out."""
    text = ""
    lifted = False
    for decision in decisions:
        if decision.kind == "stop" and not stops:
            continue
        if decision.kind == "pay":
            text += decision.notation
        elif lifted and decision.kind == "put":
            text += decision.cell or ""
        else:
            text += (" " if text else "") + decision.notation
        lifted = decision.kind == "lift"
    return text
