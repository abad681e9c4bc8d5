# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Looking to the end of a step or of a whole turn: every way to go on is played out and judged where it comes to rest.

A step is the taking of cards, the putting of a marker, the placing of pieces, or the drawing of a card.
"""

from __future__ import annotations

import cython

if not cython.compiled:
    from eminence.bots.judge import Judge
    from eminence.rules.chance import Rng
    from eminence.rules.state import State

DEPTH = cython.declare(cython.int, 24)  # decisions of one turn that are looked at, at most
MOST = cython.declare(cython.int, 1024)


class Lookahead:
    """Works on a state of its own, bound to the root; the judge must watch that state."""

    def __init__(self, state: State, judge: Judge, limit: int = 600) -> None:
        """After `limit` positions were judged, every path that is left ends as soon as it can."""
        self.state = state
        self.judge = judge
        self.players = state.players
        self.whole = False
        self.limit = limit
        self.seen = 0
        self.seat = 0
        self.turn = 0
        if not cython.compiled:
            self.path: list[int] = [0] * 24
            self.buffer: list[int] = [0] * (24 * 1024)
            self.top: list[float] = [0.0] * 5
            self.top_win: list[float] = [0.0] * 5
            self.top_margin: list[float] = [0.0] * 5
            self.acts: list[int] = [0] * 1024
            self.sums: list[float] = [0.0] * 1024
            self.values: list[float] = [0.0] * 1024

    def survey(self) -> cython.int:
        """Judge every decision at the root by the best that can follow: numbers in `acts`, values in `values`.

        The values are those of the seat to act. Returns how many decisions there are.
        """
        i: cython.int
        n: cython.int
        self.state.reset()
        self.seat = self.state.seat
        self.turn = self.state.turn
        self.seen = 0
        n = self.state.generate()
        for i in range(n):
            self.acts[i] = self.state.acts[i]
        for i in range(n):
            self.consider(self.acts[i])
            self.values[i] = self.top[self.seat]
        return n

    def consider(self, action: cython.int) -> None:
        """Into `top` the value of a decision at the root, by seat, with the best that can follow in the turn."""
        self.top[self.seat] = -1.0
        self.path[0] = action
        self.dive(1)

    def dive(self, depth: cython.int) -> None:
        """Play the path, judge where it comes to rest, or go on with every decision possible there."""
        i: cython.int
        n: cython.int
        last: cython.int
        kept: cython.int = 0
        self.state.reset()
        for i in range(depth):
            self.state.apply(self.path[i])
        if self.rests() or depth >= DEPTH - 1:
            self.weigh()
            return
        n = self.state.generate()
        if self.seen >= self.limit:
            self.path[depth] = self.judge.outlook.way_out()
            self.dive(depth + 1)
            return
        last = self.path[depth - 1]
        for i in range(n):
            if not self.judge.outlook.repeats(last, self.state.acts[i]):
                self.buffer[depth * MOST + kept] = self.state.acts[i]
                kept += 1
        for i in range(kept):
            self.path[depth] = self.buffer[depth * MOST + i]
            self.dive(depth + 1)

    def rests(self) -> cython.bint:
        """Whether the path has come to its end: the turn is over, or the step if only that is looked at."""
        if self.state.over or self.state.turn != self.turn:
            return True
        return not self.whole and self.judge.outlook.calm()

    def weigh(self) -> None:
        """Judge the state, and keep the best for the seat that decides."""
        p: cython.int
        self.seen += 1
        self.judge.judge()
        if self.judge.value[self.seat] > self.top[self.seat]:
            for p in range(self.players):
                self.top[p] = self.judge.value[p]
                self.top_win[p] = self.judge.win[p]
                self.top_margin[p] = self.judge.margin[p]

    def worths(self, world: State, rng: Rng, worlds: int, whole: bool) -> list[tuple[int, float]]:
        """Decisions at the root with their values for the seat to act, as a mean over guessed worlds.

        The look-ahead's state must be bound to `world`, and that to what the seat knows; the decisions open to the seat
        are then the same in every world. The GIL is free meanwhile.
        """
        i: cython.int
        j: cython.int
        n: cython.int = 0
        todo: cython.int = worlds
        self.whole = whole
        with cython.nogil:
            for i in range(todo):
                world.reset()
                world.guess(rng)
                n = self.survey()
                for j in range(n):
                    self.sums[j] = self.values[j] + (self.sums[j] if i > 0 else 0.0)
        return [(self.acts[j], self.sums[j] / worlds) for j in range(n)]
