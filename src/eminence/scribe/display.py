# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Views of the display games."""

from __future__ import annotations

from typing import Any

import cython

from eminence.components.display import DisplayComponents
from eminence.rules import codes
from eminence.scribe.scribe import plain

if not cython.compiled:
    from eminence.rules.display_table import DisplayTable
    from eminence.rules.state import State
    from eminence.scribe.scribe import Scribe, boolean, listed, number_of, owned

PAYING = cython.declare(cython.int, codes.PAYING)
PUTTING = cython.declare(cython.int, codes.PUTTING)
TOKEN_BITS = (("back", 1), ("three", 2), ("colours", 4))


class DisplayScribe(Scribe):
    """Writes views of a display game."""

    def __init__(self, box: DisplayComponents, **shared: Any) -> None:
        Scribe.__init__(self, **shared)
        self.box = box
        self.phases = [plain(name) for name in codes.DISPLAY_PHASES]
        self.kinds = len(box.types)
        self.cells = [b"," + plain(name) + b":" for name in box.cell_names]
        self.names = [plain(name) for name in box.cell_names]
        self.codes = [plain(code) for code in box.codes]
        self.regions = [plain(region.id) for region in box.regions]
        self.tokens: dict[int, bytes] = {}
        if not cython.compiled:
            self.taken = [0] * 320

    def phase(self, state: State) -> cython.int:
        table: DisplayTable = state  # type: ignore[assignment]
        return table.phase

    def place(self, state: State, out: list[bytes]) -> None:
        table: DisplayTable = state  # type: ignore[assignment]
        c: cython.int
        p: cython.int
        k: cython.int
        i: cython.int
        begun: cython.bint = False
        for i in range(table.players * 64):
            self.taken[i] = 0
        out.append(b',"display":{')
        for c in range(table.cells):
            if table.taker[c] < 0:
                out.append(self.cells[c] if begun else self.cells[c][1:])
                out.append(self.codes[table.kind[c]])
                begun = True
            else:
                self.taken[table.taker[c] * 64 + table.kind[c]] += 1
        out.append(b'},"markers":{')
        owned(out, self.cells, table.marker, table.cells)
        out.append(b'},"supply":[')
        listed(out, table.supply, table.players)
        out.append(b'],"box":[')
        listed(out, table.boxed, table.players)
        out.append(b'],"collections":[[')
        for p in range(table.players):
            if p:
                out.append(b"],[")
            begun = False
            for k in range(self.kinds):
                while self.taken[p * 64 + k] > 0:
                    self.taken[p * 64 + k] -= 1
                    if begun:
                        out.append(b",")
                    out.append(self.codes[k])
                    begun = True
        out.append(b']],"pending":')
        waits: cython.bint = (table.phase == PAYING or table.phase == PUTTING) and not table.over
        out.append(self.names[table.cell] if waits and table.cell >= 0 else b"null")
        out.append(b',"taken":')
        out.append(number_of(table.taken))
        out.append(b',"turn_region":')
        out.append(b"null" if table.turn_region < 0 or table.over else self.regions[table.turn_region])
        out.append(b',"turn_weight":')
        out.append(number_of(table.turn_weight))
        out.append(b',"turn_limit":')
        out.append(number_of(table.turn_limit))
        out.append(b',"any_colours":')
        out.append(boolean(table.any_colours))

    def hold(self, state: State, out: list[bytes]) -> None:
        """Every token of the display: cell, holder (null while it lies), whether played, and its face if known.

        "not" lists the faces it cannot have, as its holder played one of these while holding it.
        """
        table: DisplayTable = state  # type: ignore[assignment]
        i: cython.int
        key: cython.int
        out.append(b',"tokens":[')
        for i in range(table.slots):
            key = (((i * 8 + table.holder[i] + 1) * 2 + (table.played[i] != 0)) * 64 + table.face[i] + 1) * 8
            key += table.excluded[i]
            piece = self.tokens.get(key)
            if piece is None:
                piece = self.tokens[key] = self.token(
                    i, table.holder[i], table.played[i] != 0, table.face[i], table.excluded[i]
                )
            if i:
                out.append(b",")
            out.append(piece)
        out.append(b"]")

    def token(self, slot: int, holder: int, played: bool, face: int, excluded: int) -> bytes:
        """One token."""
        return plain(
            {
                "cell": self.box.cell_names[self.box.token_cells[slot]],
                "holder": None if holder < 0 else holder,
                "played": played,
                "face": None if face < 0 else self.box.token_code(face),
                "not": [code for code, bit in TOKEN_BITS if excluded & bit],
            }
        )
