# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The exact end of a Richelieu for two, in a world where nothing is hidden.

The search asks nothing but "is it worth so much?" (`seek`), again and again with another bar, and keeps in a table what
is proven of every position. Positions are told apart by 64 bits; that two share them is possible but never happens.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from threading import Lock, Timer

import cython

from eminence.errors import OptionError

if not cython.compiled:
    from eminence.bots.endgame import Endgame
    from eminence.rules.state import State

UNIT = cython.declare(cython.int, 256)  # as in eminence.bots.endgame
FAR = cython.declare(cython.int, 400000)  # beyond every worth
BIAS = cython.declare(cython.int, 1 << 19)
FIELD = cython.declare(cython.int, (1 << 20) - 1)
NOTHING = cython.declare(cython.int, 511)  # no decision, in nine bits
PLIES = cython.declare(cython.int, 512)
WIDE = cython.declare(cython.int, 80)  # decisions a position at most
PAST = cython.declare(cython.int, 1 << 20)  # where the history stops to grow
ENTRIES = 1 << 20  # of the table, 16 bytes each


@dataclass(frozen=True)
class Solution:
    """What a search has found, from the side of the seat to act."""

    proven: bool
    """Whether the search came to its end. If not, all the rest is None or empty."""
    value: int | None
    """Twice the margin; at equal points 1 or -1 if fewer cards win or lose it. After `winner` only the sign counts."""
    outcome: int | None
    """1 for a win, 0 for a shared one, -1 for a loss."""
    decision: int | None
    """A decision that keeps the value; None if the game is over."""
    line: tuple[int, ...]
    """Best play of both from here on, as far as it was asked for."""
    nodes: int
    """Positions looked at."""


def lower_end(value: cython.int, exact: cython.bint) -> cython.int:
    """The least worth that has this value, or this outcome."""
    if not exact and (value < 0 or value > 1):
        return -FAR if value < 0 else FAR
    if -2 < value < 2:
        return 1 if value == 1 else 0 if value == 0 else -UNIT // 2
    return UNIT * (value >> 1) - UNIT // 2


@cython.final
@cython.cclass
class Solver(Endgame):
    """A search with a table of bounded size. One thread at a time runs it; any other may stop it.

    While it searches, Ctrl-C waits. Where that may be long, give it `seconds`.
    """

    def __init__(self, entries: int = ENTRIES) -> None:
        Endgame.__init__(self)
        if not 2 <= entries <= 1 << 28:
            raise OptionError(f"a table of {entries} entries; expected 2 to {1 << 28}")
        size = 1 << (entries.bit_length() - 1)
        self.table = array("Q", bytes(16 * size))
        self.mask = size - 2
        self.halt = False
        self.stopped = False
        self.turn = Lock()
        if not cython.compiled:
            self.moves: list[int] = [0] * 40960
            self.order: list[int] = [0] * 40960
            self.history: list[int] = [0] * 1024

    # Asking.

    def stop(self) -> None:
        """End the search that runs, or the next one if none does. For other threads."""
        self.halt = True

    def solve(
        self, world: State, *, nodes: int = 0, seconds: float = 0, line: bool = True, keep: bool = False
    ) -> Solution:
        """The value under best play of both, a best decision and, with `line`, the best play to the end.

        At most so many nodes or seconds, if given. `keep` goes on with the table of the search before, which helps if
        that was of the same world.
        """
        return self.run(world, nodes, seconds, keep, True, line)

    def winner(self, world: State, *, nodes: int = 0, seconds: float = 0, keep: bool = False) -> Solution:
        """Who wins under best play of both, and a decision that wins, shares or, if all lose, any."""
        return self.run(world, nodes, seconds, keep, False, False)

    def values(
        self, world: State, *, nodes: int = 0, seconds: float = 0, keep: bool = False, exact: bool = True
    ) -> dict[int, int] | None:
        """The value of every decision for the seat to act, or only -1, 0 or 1 (not `exact`); None if unproven."""
        found: dict[int, int] = {}
        value: cython.int
        action: cython.int
        self.begin(world, nodes, keep)
        timer: Timer | None = None
        try:
            timer = self.timer(seconds)
            for number in world.legal:
                action = number
                with cython.nogil:
                    self.do(0, action)
                    value = self.judge(1) if exact else self.outcome(1)
                    self.undo(0)
                if self.broken:
                    return None
                found[number] = -value if self.state.seat else value
        finally:
            self.end(timer)
            self.turn.release()
        return found

    def run(self, world: State, nodes: int, seconds: float, keep: bool, exact: bool, line: bool) -> Solution:
        """Find the value and a decision that keeps it."""
        value: cython.int
        action: cython.int
        ply: cython.int = 0
        precise: cython.bint = exact
        played: list[int] = []
        self.begin(world, nodes, keep)
        seat = self.state.seat
        timer: Timer | None = None
        try:
            timer = self.timer(seconds)
            with cython.nogil:
                value = self.judge(0) if precise else self.outcome(0)
            while not self.broken and not self.state.over and (line or ply == 0):
                with cython.nogil:
                    action = self.keeper(ply, value, precise)
                    if not self.broken:
                        self.do(ply, action)
                        ply += 1
                if not self.broken:
                    played.append(action)
        finally:
            self.end(timer)
            self.turn.release()
        if self.broken and not played:
            return Solution(False, None, None, None, (), self.nodes)
        if seat:
            value = -value
        outcome = 1 if value > 0 else -1 if value < 0 else 0
        return Solution(True, value, outcome, played[0] if played else None, tuple(played) if line else (), self.nodes)

    def timer(self, seconds: float) -> Timer | None:
        """A clock that stops the search."""
        if not seconds:
            return None
        clock = Timer(seconds, self.stop)
        clock.daemon = True
        clock.start()
        return clock

    def end(self, timer: Timer | None) -> None:
        """A search is over; no stop is left for the next one."""
        if timer is not None:
            timer.cancel()
            timer.join()
        self.stopped = self.halt
        self.halt = False

    def begin(self, world: State, nodes: int, keep: bool) -> None:
        """Take over a world, and forget the search before unless it is to be kept. Nobody else may begin meanwhile."""
        i: cython.int
        if not self.turn.acquire(blocking=False):
            raise OptionError("the solver is at work in another thread; expected one of its own for each thread")
        try:
            self.load(world)
        except BaseException:
            self.turn.release()
            raise
        self.nodes = 0
        self.limit = nodes if nodes else 1 << 62
        self.broken = False
        for i in range(1024):
            self.history[i] = 0
        if not keep:
            self.clear()

    def clear(self) -> None:
        """Forget the table."""
        i: cython.int
        for i in range(2 * (cython.cast(cython.int, self.mask) + 2)):
            self.table[i] = 0

    # The table.

    def probe(self, key: cython.ulonglong) -> cython.int:
        """Fill `low` and `high` with what is proven beyond what is settled; the best decision known, or NOTHING."""
        i: cython.ulonglong = 2 * (key & self.mask)
        word: cython.ulonglong
        if self.table[i] != key:
            i += 2
            if self.table[i] != key:
                self.low = -FAR
                self.high = FAR
                return NOTHING
        word = self.table[i + 1]
        self.low = cython.cast(cython.int, word & FIELD) - BIAS
        self.high = cython.cast(cython.int, (word >> 20) & FIELD) - BIAS
        return cython.cast(cython.int, (word >> 40) & NOTHING)

    def store(self, key: cython.ulonglong, low: cython.int, high: cython.int, move: cython.int) -> None:
        """Two places a key: the first for positions with more cards, the second for whatever came last."""
        i: cython.ulonglong = 2 * (key & self.mask)
        size: cython.ulonglong = cython.cast(cython.ulonglong, self.state.lying)
        if self.table[i] != key and (self.table[i + 2] == key or self.table[i + 1] >> 49 > size):
            i += 2
        if low < -FAR:
            low = -FAR
        if high > FAR:
            high = FAR
        self.table[i] = key
        self.table[i + 1] = (
            cython.cast(cython.ulonglong, low + BIAS)
            | (cython.cast(cython.ulonglong, high + BIAS) << 20)
            | (cython.cast(cython.ulonglong, move) << 40)
            | (size << 49)
        )

    # The search.

    def step(self, ply: cython.int, action: cython.int, beta: cython.int) -> cython.int:
        """`seek` after a decision."""
        found: cython.int
        self.do(ply, action)
        found = self.seek(ply + 1, beta)
        self.undo(ply)
        return found

    def seek(self, ply: cython.int, beta: cython.int) -> cython.int:
        """Whether the worth is at least beta: then a bound from below (at least beta), else one from above."""
        i: cython.int
        n: cython.int
        best: cython.int
        found: cython.int
        low: cython.int
        high: cython.int
        j: cython.int
        first: cython.int
        cut: cython.int
        move: cython.int
        origin: cython.int
        rising: cython.bint
        key: cython.ulonglong
        self.nodes += 1
        if self.halt or self.nodes > self.limit or ply >= PLIES - 2:
            self.broken = True
            return 0
        if self.state.over:
            return self.final()
        best = self.ceiling()
        if best < beta:
            return best
        best = self.ground()
        if best >= beta:
            return best
        n = self.state.generate()
        if n == 1:
            return self.step(ply, self.state.acts[0], beta)
        key = self.key()
        origin = self.origin()
        move = self.probe(key)
        low = self.low
        high = self.high
        if low + origin >= beta:
            return low + origin
        if high + origin < beta:
            return high + origin
        rising = self.state.seat == 0
        best = -2 * FAR if rising else 2 * FAR
        first = cut = NOTHING
        for i in range(n):
            self.moves[ply * WIDE + i] = self.state.acts[i]
            if self.state.acts[i] == move:
                first = move
        if first != NOTHING:
            best = self.step(ply, first, beta)
            if self.broken:
                return 0
            if (best >= beta) == rising:
                cut = first
        if cut == NOTHING:
            found = self.look(ply, n, beta, first)
            if (found > best) == rising:
                best = found
            if (best >= beta) == rising:
                cut = self.cut
        while cut == NOTHING:
            j = -1
            for i in range(n):
                if self.order[ply * WIDE + i] > -FAR and (
                    j < 0 or self.order[ply * WIDE + i] > self.order[ply * WIDE + j]
                ):
                    j = i
            if j < 0:
                break
            self.order[ply * WIDE + j] = -FAR
            move = self.moves[ply * WIDE + j]
            found = self.step(ply, move, beta)
            if self.broken:
                return 0
            if (found > best) == rising:
                best = found
            if (best >= beta) == rising:
                cut = move
        if cut != NOTHING and self.history[(0 if rising else 512) + cut] < PAST:
            self.history[(0 if rising else 512) + cut] += self.state.lying * self.state.lying
        if best >= beta:
            low = best - origin
        else:
            high = best - origin
        self.store(key, low, high, cut if cut != NOTHING else first)
        return best

    def look(self, ply: cython.int, n: cython.int, beta: cython.int, skip: cython.int) -> cython.int:
        """What is known beforehand of the positions after each decision but one; the best of it.

        A decision that settles the question is left in `cut`. Those that cannot are struck out (`order` is -FAR), the
        rest are put in order.
        """
        i: cython.int
        move: cython.int
        low: cython.int
        high: cython.int
        rising: cython.bint = self.state.seat == 0
        best: cython.int = -2 * FAR if rising else 2 * FAR
        for i in range(ply * WIDE, ply * WIDE + n):
            move = self.moves[i]
            self.order[i] = -FAR
            if move == skip:
                continue
            self.do(ply, move)
            if self.state.over:
                low = high = self.final()
            else:
                low = self.ground()
                high = self.ceiling()
                if low < beta and high >= beta:
                    self.probe(self.key())
                    low = max(low, self.low + self.origin())
                    high = min(high, self.high + self.origin())
            self.order[i] = (self.floor + self.roof) * (UNIT // 2)
            self.undo(ply)
            if low >= beta or high < beta:
                self.order[i] = -FAR
                if (low >= beta) == rising:
                    self.cut = move
                    return low if rising else high
                best = max(best, high) if rising else min(best, low)
                continue
            if not rising:
                self.order[i] = -self.order[i]
            self.order[i] += self.history[(0 if rising else 512) + move] >> 6
        return best

    def margin(self, ply: cython.int) -> cython.int:
        """The margin under best play, for seat 0."""
        low: cython.int
        high: cython.int
        bar: cython.int
        found: cython.int
        if self.state.over:
            return (self.final() + UNIT // 2) >> 8
        low = self.floor
        high = self.roof
        bar = (low + high + 1) >> 1
        while low < high:
            found = self.seek(ply, UNIT * bar - UNIT // 2)
            if self.broken:
                return 0
            if found >= UNIT * bar - UNIT // 2:
                low = max(bar, (found + UNIT // 2) >> 8)
                bar = low + 1
            else:
                high = min(bar - 1, (found + UNIT // 2) >> 8)
                bar = high
        return low

    def outcome(self, ply: cython.int) -> cython.int:
        """1 if seat 0 wins under best play, -1 if it loses, 0 if the win is shared."""
        if self.floor + self.roof < 0:
            if self.seek(ply, 0) < 0:
                return -1
            return 1 if not self.broken and self.seek(ply, 1) >= 1 else 0
        if self.seek(ply, 1) >= 1:
            return 1
        return -1 if not self.broken and self.seek(ply, 0) < 0 else 0

    def judge(self, ply: cython.int) -> cython.int:
        """Twice the margin under best play for seat 0; at equal points the outcome."""
        found: cython.int = self.margin(ply)
        return self.outcome(ply) if found == 0 and not self.broken else 2 * found

    def keeper(self, ply: cython.int, value: cython.int, exact: cython.bint) -> cython.int:
        """A decision that keeps a value known to be right."""
        i: cython.int
        n: cython.int = self.state.generate()
        bar: cython.int
        found: cython.int
        move: cython.int
        first: cython.int = self.probe(self.key())
        rising: cython.bint = self.state.seat == 0
        for i in range(n):
            self.moves[ply * WIDE + i] = self.state.acts[i]
        for i in range(1, n):
            if self.moves[ply * WIDE + i] == first:
                self.moves[ply * WIDE + i] = self.moves[ply * WIDE]
                self.moves[ply * WIDE] = first
        if n == 1:
            return self.moves[ply * WIDE]
        if rising:  # the value is still reached
            bar = lower_end(value, exact)
        else:  # the next better value for the other is not
            bar = lower_end(value + 1 if not exact or -2 < value < 2 else value + 2, exact)
        for i in range(n):
            move = self.moves[ply * WIDE + i]
            found = self.step(ply, move, bar)
            if self.broken:
                return NOTHING
            if (found >= bar) == rising:
                return move
        return NOTHING
