# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Writes what a view shows as JSON, out of pieces that are made once a game: a server writes it for every decision.

A scribe is handed states with the hidden erased already (`State.hide`), so it cannot tell what it does not have.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import cython

from eminence.components.board import BoardComponents
from eminence.components.display import DisplayComponents
from eminence.rules import codes

if not cython.compiled:
    from eminence.rules.board_table import BoardTable
    from eminence.rules.display_table import DisplayTable
    from eminence.rules.state import State

COLOURS = cython.declare(cython.int, 8)
COUNTRIES = cython.declare(cython.int, 12)
LINE = cython.declare(cython.int, 5)
PAYING = cython.declare(cython.int, codes.PAYING)
PUTTING = cython.declare(cython.int, codes.PUTTING)
LOW = cython.declare(cython.int, -256)
HIGH = cython.declare(cython.int, 1024)
NUMBERS = [b"%d" % number for number in range(-256, 1024)]
TOKEN_BITS = (("back", 1), ("three", 2), ("colours", 4))
YES, NO = b"true", b"false"


_encoder = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def plain(value: Any) -> bytes:
    """A value as JSON, without blanks."""
    return _encoder.encode(value).encode()


def number_of(number: cython.int) -> bytes:
    """A number as JSON."""
    return NUMBERS[number - LOW] if LOW <= number < HIGH else b"%d" % number


def listed(out: list[bytes], values: cython.p_schar, count: cython.int) -> None:
    """Write numbers in a row."""
    i: cython.int
    for i in range(count):
        if i:
            out.append(b",")
        out.append(number_of(values[i]))


def named(out: list[bytes], names: list[bytes], values: cython.p_schar, base: cython.int, count: cython.int) -> None:
    """Write numbers that are not zero with their names, each of which brings its comma."""
    i: cython.int
    begun: cython.bint = False
    for i in range(count):
        if values[base + i]:
            out.append(names[i] if begun else names[i][1:])
            out.append(number_of(values[base + i]))
            begun = True


class Scribe:
    """Writes views of one game."""

    def __init__(
        self,
        head: dict[str, Any],
        keys: Callable[[int], list[str]],
        notation: Callable[[int], str],
        breaker: str,
        tied_win: str,
        subtotals: tuple[str, ...],
    ) -> None:
        self.head = plain(head).removesuffix(b"}") + b',"players":'
        self.sheet_head = plain({"game": head["game"]}).removesuffix(b"}") + b',"lines":['
        self.keys = keys
        self.notation = notation
        self.shared_win = tied_win == "shared"
        self.breaker = plain(breaker)
        self.tied_win = plain(tied_win)
        self.sums_of = subtotals
        self.subtotals = [plain(["subtotal:" + name]).removesuffix(b"]") + b",[" for name in subtotals]
        self.lines: dict[int, list[bytes]] = {}
        self.sections: list[int] = []
        self.texts: dict[int, bytes] = {}
        self.phases: list[bytes] = []
        if not cython.compiled:
            self.sums = [0] * 10

    # What each mechanism fills in.

    def place(self, state: State, out: list[bytes]) -> None:
        """Write what lies where, as everybody sees it."""

    def hold(self, state: State, out: list[bytes]) -> None:
        """Write what the viewer may see differently."""

    def phase(self, state: State) -> cython.int:
        """The number of the phase."""
        return 0

    # The same for all.

    def common(self, state: State, unfinished: str | None, closed: cython.bint) -> bytes:
        """What all eyes see alike. `closed` tells that the game is at its end, although it could go on by the rules."""
        over: cython.bint = state.over or closed
        out: list[bytes] = [self.head, number_of(state.players), b',"start":', number_of(state.start), b',"seat":']
        out.append(b"null" if over else number_of(state.seat))
        out.append(b',"turn":')
        out.append(number_of(state.turn))
        out.append(b',"over":')
        out.append(YES if over else NO)
        out.append(b',"phase":')
        out.append(b'"over"' if over else self.phases[self.phase(state)])
        out.append(b',"unfinished":')
        out.append(b"null" if unfinished is None else plain(unfinished))
        self.place(state, out)
        out.append(b"}")
        return b"".join(out)

    def own(self, state: State, viewer: cython.int, silent: cython.bint) -> bytes:
        """What the viewer may see differently, -1 for one who only watches. `silent` leaves the legal decisions out."""
        n: cython.int = 0
        i: cython.int
        out: list[bytes] = [b'{"viewer":', b"null" if viewer < 0 else number_of(viewer), b',"legal":[']
        if viewer == state.seat and not state.over and not silent:
            n = state.generate()
        for i in range(n):
            if i:
                out.append(b",")
            out.append(self.text(state.acts[i]))
        out.append(b"]")
        self.hold(state, out)
        out.append(b"}")
        return b"".join(out)

    def text(self, action: cython.int) -> bytes:
        """A decision as JSON."""
        found = self.texts.get(action)
        if found is None:
            found = self.texts[action] = plain(self.notation(action))
        return found

    def standing(self, state: State) -> bytes:
        """The score sheet as if the game ended now, as `Sheet.data` has it."""
        n: cython.int = state.players
        i: cython.int
        p: cython.int
        best: cython.int = 0
        first: cython.int = 0
        equals: cython.int = 0
        section: cython.int
        state.settle()
        keys = self.lines.get(state.lines)
        if keys is None:
            keys = self.lines[state.lines] = self.write_keys(state.lines)
        for i in range(2 * LINE):
            self.sums[i] = 0
        out: list[bytes] = [self.sheet_head]
        for i in range(state.lines):
            out.append(keys[i])
            section = self.sections[i] if self.subtotals else -1
            for p in range(n):
                if p:
                    out.append(b",")
                out.append(number_of(state.line[i * LINE + p]))
                if section >= 0:
                    self.sums[section * LINE + p] += state.line[i * LINE + p]
        out.append(b']]],"subtotals":[')
        for i in range(len(self.subtotals)):
            out.append(b"," if i else b"")
            out.append(self.subtotals[i])
            for p in range(n):
                if p:
                    out.append(b",")
                out.append(number_of(self.sums[i * LINE + p]))
            out.append(b"]]")
        out.append(b'],"totals":[')
        for p in range(n):
            if p:
                out.append(b",")
            out.append(number_of(state.score[p]))
            if p == 0 or state.score[p] > best:
                best, equals = state.score[p], 0
            equals += state.score[p] == best
            first += state.rank[p] == 1
        out.append(b'],"breaker":')
        out.append(self.breaker)
        out.append(b',"breakers":[')
        for p in range(n):
            if p:
                out.append(b",")
            out.append(number_of(abs(state.breaker[p])))
        out.append(b'],"ranks":[')
        for p in range(n):
            if p:
                out.append(b",")
            out.append(number_of(state.rank[p]))
        out.append(b'],"winners":[')
        if first == 1 or self.shared_win:
            i = 0
            for p in range(n):
                if state.rank[p] == 1:
                    if i:
                        out.append(b",")
                    out.append(number_of(p))
                    i += 1
        out.append(b'],"decided_by":')
        out.append(self.tied_win if first > 1 else b'"points"' if equals == 1 else self.breaker)
        out.append(b',"final":true}' if state.over else b',"final":false}')
        return b"".join(out)

    def write_keys(self, count: int) -> list[bytes]:
        """What stands before the values of each line."""
        keys = self.keys(count)
        names = [key.split(":")[0] for key in keys]
        self.sections = [self.sums_of.index(name) if name in self.sums_of else -1 for name in names]
        return [(b"]]," if i else b"") + plain([key]).removesuffix(b"]") + b",[" for i, key in enumerate(keys)]


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
        begun = False
        for c in range(table.cells):
            if table.marker[c] >= 0:
                out.append(self.cells[c] if begun else self.cells[c][1:])
                out.append(number_of(table.marker[c]))
                begun = True
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
        out.append(YES if table.any_colours else NO)

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
        for i in range(table.fields):
            if table.owner[i] >= 0:
                out.append(self.fields[i] if begun else self.fields[i][1:])
                out.append(number_of(table.owner[i]))
                begun = True
        out.append(b'},"advisors":{')
        begun = False
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
        for p in range(table.players):
            out.append(b",{" if p else b"{")
            named(out, self.colours, table.known, p * COLOURS, table.colours)
            out.append(b"}")
        out.append(b'],"open":{')
        named(out, self.colours, table.open, 0, table.colours)
        out.append(b'},"discards":{')
        named(out, self.colours, table.discard, 0, table.colours)
        out.append(b'},"pile":')
        out.append(number_of(table.pile_size))
        out.append(b',"second_half":')
        out.append(YES if table.half else NO)
        out.append(b',"last_round":')
        out.append(YES if table.final else NO)
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
        p: cython.int
        out.append(b',"hands":[')
        for p in range(table.players):
            out.append(b",{" if p else b"{")
            named(out, self.colours, table.hand, p * COLOURS, table.colours)
            out.append(b"}")
        out.append(b"]")
