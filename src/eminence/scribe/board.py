# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Views of the board game."""

from __future__ import annotations

from typing import Any

import cython

from eminence.components.board import BoardComponents
from eminence.rules import codes, spec
from eminence.scribe.scribe import plain

if not cython.compiled:
    from eminence.rules.board_table import BoardTable
    from eminence.rules.state import State
    from eminence.scribe.scribe import Scribe, boolean, listed, named, number_of, owned

COLOURS = cython.declare(cython.int, spec.MAX_COLOURS)
COUNTRIES = cython.declare(cython.int, spec.MAX_COUNTRIES)
LINE = cython.declare(cython.int, 5)


class BoardScribe(Scribe):
    """Writes views of the board game."""

    def __init__(self, box: BoardComponents, **shared: Any) -> None:
        Scribe.__init__(self, **shared)
        self.phases = [plain(name) for name in codes.BOARD_PHASES]
        self.fields = [b"," + plain(field.id) + b":" for field in box.fields]
        self.countries = [b"," + plain(country.id) + b":" for country in box.countries]
        self.names = [plain(country.id) for country in box.countries]
        self.colours = [b"," + plain(colour.id) + b":" for colour in box.colours]

    def phase(self, state: State) -> cython.int:
        table: BoardTable = state  # type: ignore[assignment]
        return table.phase

    def place(self, state: State, out: list[bytes]) -> None:
        table: BoardTable = state  # type: ignore[assignment]
        i: cython.int
        p: cython.int
        n: cython.int
        begun: cython.bint = False
        out.append(b',"fields":{')
        owned(out, self.fields, table.owner, table.fields)
        out.append(b'},"advisors":{')
        for i in range(table.countries):
            n = 0
            for p in range(table.players):
                n += table.advisors[p * COUNTRIES + i]
            if n:
                out.append(self.countries[i] if begun else self.countries[i][1:])
                begun = True
                for p in range(table.players):
                    out.append(b"," if p else b"[")
                    out.append(number_of(table.advisors[p * COUNTRIES + i]))
                out.append(b"]")
        out.append(b'},"monasteries_left":[')
        listed(out, table.monasteries_left, table.players)
        out.append(b'],"advisors_left":[')
        listed(out, table.advisors_left, table.players)
        out.append(b'],"hand_sizes":[')
        listed(out, table.hand_size, table.players)
        out.append(b'],"known":[')
        self.cards(out, table.known, table.players, table.colours)
        out.append(b'],"open":{')
        named(out, self.colours, table.open, 0, table.colours)
        out.append(b'},"discards":{')
        named(out, self.colours, table.discard, 0, table.colours)
        out.append(b'},"pile":')
        out.append(number_of(table.pile_size))
        out.append(b',"second_half":')
        out.append(boolean(table.half != 0))
        out.append(b',"last_round":')
        out.append(boolean(table.final))
        out.append(b',"track":[')
        for p in range(table.players):
            n = 0
            for i in range(table.countries):
                n += table.middle[i * LINE + p]
            if p:
                out.append(b",")
            out.append(number_of(n))
        out.append(b'],"turn_country":')
        out.append(b"null" if table.turn_country < 0 or table.over else self.names[table.turn_country])

    def hold(self, state: State, out: list[bytes]) -> None:
        """Cards by seat and colour, as far as the viewer knows them: the own hand, and what others took openly."""
        table: BoardTable = state  # type: ignore[assignment]
        out.append(b',"hands":[')
        self.cards(out, table.hand, table.players, table.colours)
        out.append(b"]")

    def cards(self, out: list[bytes], values: cython.p_schar, players: cython.int, colours: cython.int) -> None:
        """Cards by seat and colour."""
        p: cython.int
        for p in range(players):
            out.append(b",{" if p else b"{")
            named(out, self.colours, values, p * COLOURS, colours)
            out.append(b"}")
