# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""What all games' views have in common, and how numbers and lists of them are written."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import cython

if not cython.compiled:
    from eminence.rules.state import State

LINE = cython.declare(cython.int, 5)
LOW = cython.declare(cython.int, -256)
HIGH = cython.declare(cython.int, 1024)
NUMBERS = [b"%d" % number for number in range(-256, 1024)]
_encoder = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def plain(value: Any) -> bytes:
    """A value as JSON, without blanks."""
    return _encoder.encode(value).encode()


def number_of(number: cython.int) -> bytes:
    """A number as JSON."""
    return NUMBERS[number - LOW] if LOW <= number < HIGH else b"%d" % number


def boolean(value: cython.bint) -> bytes:
    """True or false as JSON."""
    return b"true" if value else b"false"


def listed(out: list[bytes], values: cython.p_schar, count: cython.int) -> None:
    """Write small numbers in a row."""
    i: cython.int
    for i in range(count):
        if i:
            out.append(b",")
        out.append(number_of(values[i]))


def counted(out: list[bytes], values: cython.p_int, base: cython.int, count: cython.int) -> None:
    """Write numbers in a row."""
    i: cython.int
    for i in range(count):
        if i:
            out.append(b",")
        out.append(number_of(values[base + i]))


def named(out: list[bytes], names: list[bytes], values: cython.p_schar, base: cython.int, count: cython.int) -> None:
    """Write numbers that are not zero with their names, each of which brings its comma."""
    i: cython.int
    begun: cython.bint = False
    for i in range(count):
        if values[base + i]:
            out.append(names[i] if begun else names[i][1:])
            out.append(number_of(values[base + i]))
            begun = True


def owned(out: list[bytes], names: list[bytes], owners: cython.p_schar, count: cython.int) -> None:
    """Write places that belong to a seat with that seat; -1 is nobody's."""
    i: cython.int
    begun: cython.bint = False
    for i in range(count):
        if owners[i] >= 0:
            out.append(names[i] if begun else names[i][1:])
            out.append(number_of(owners[i]))
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
        out.append(boolean(over))
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
            counted(out, state.line, i * LINE, n)
            if section >= 0:
                for p in range(n):
                    self.sums[section * LINE + p] += state.line[i * LINE + p]
        out.append(b']]],"subtotals":[')
        for i in range(len(self.subtotals)):
            out.append(b"," if i else b"")
            out.append(self.subtotals[i])
            counted(out, self.sums, i * LINE, n)
            out.append(b"]]")
        out.append(b'],"totals":[')
        counted(out, state.score, 0, n)
        for p in range(n):
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
        counted(out, state.rank, 0, n)
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
