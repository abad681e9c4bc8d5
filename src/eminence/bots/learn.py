# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Self-play and learning: a net plays every seat, step by step, and learns from what it came to (TD(lambda)).

Each player chooses in a guessed world, so nobody plays by what only others know. Positions are learned where they come
to rest: at the beginning of a turn, and after each step of it. The games that were played stay until `clear`, so that
each can be learned from more than once.
"""

from __future__ import annotations

from array import array
from typing import Any

import cython

if not cython.compiled:
    from math import log

    from eminence.bots.judge import Judge
    from eminence.bots.lookahead import Lookahead
    from eminence.bots.net import Net
    from eminence.bots.outlook import Outlook
    from eminence.rules.chance import Rng
    from eminence.rules.state import State

ROOM = cython.declare(cython.int, 1024)  # positions of a game, at most


class School:
    """Everything that a game of self-play needs. Made by `eminence.train`."""

    def __init__(
        self,
        truth: State,
        world: State,
        scratch: State,
        net: Net,
        outlook: Outlook,
        lookahead: Lookahead,
    ) -> None:
        """`outlook` watches the truth, `lookahead` works on scratch, which is bound to world."""
        self.truth = truth
        self.world = world
        self.scratch = scratch
        self.net = net
        self.outlook = outlook
        self.lookahead = lookahead
        self.referee = Judge(truth, outlook)
        self.players = truth.players
        self.positions = 0
        self.judged = 0
        self.games = 0
        self.room = 0  # positions that there is memory for
        self.starts = array("i", bytes(4))  # of the games, and of the next one
        self.won = array("d", bytes(8))
        self.led = array("d", bytes(8))
        self.inputs = array("f", bytes(4))
        self.firsts = array("i", bytes(4))
        self.shares = array("f", bytes(4))
        self.margins = array("f", bytes(4))
        if not cython.compiled:
            self.sums: list[float] = [0.0] * 1024
            self.goal_share: list[float] = [0.0] * 5
            self.goal_margin: list[float] = [0.0] * 5

    def game(self, rng: Rng, noise: float, draws: int) -> int:
        """Play one game and keep it; returns the number of its positions."""
        pick: cython.int
        turn: cython.int = -1
        blur: cython.double = noise
        worlds: cython.int = draws
        self.make_room()
        self.truth.shuffle(rng)
        self.world.bind(self.truth)
        self.scratch.bind(self.world)
        self.net.forget()
        while not self.truth.over:
            if self.truth.turn != turn or self.outlook.calm():
                turn = self.truth.turn
                self.keep()
            if self.truth.generate() == 1:
                self.truth.apply(self.truth.acts[0])
                continue
            pick = self.decide(rng, blur, worlds if self.outlook.calm() else 1)
            self.truth.apply(pick)
        self.finish()
        return self.length(self.games - 1)

    def make_room(self) -> None:
        """Memory for one game more."""
        if len(self.starts) < self.games + 2:
            games = 2 * self.games + 1
            self.starts = longer(self.starts, "i", games + 1)
            self.won = longer(self.won, "d", 5 * games)
            self.led = longer(self.led, "d", 5 * games)
        if self.room < self.positions + ROOM:
            self.room = 2 * self.positions + ROOM
            self.inputs = longer(self.inputs, "f", self.room * self.net.inputs)
            self.firsts = longer(self.firsts, "i", self.room)
            self.shares = longer(self.shares, "f", self.room * 5)
            self.margins = longer(self.margins, "f", self.room * 5)

    def length(self, game: int) -> int:
        """Positions of one of the games that are kept."""
        if not 0 <= game < self.games:
            raise IndexError(f"game {game}; expected one of the {self.games} that are kept")
        return self.starts[game + 1] - self.starts[game]

    def clear(self) -> None:
        """Keep no game any longer."""
        self.games = 0
        self.positions = 0

    def decide(self, rng: Rng, noise: cython.double, worlds: cython.int) -> cython.int:
        """The decision that stands best on average over some guessed worlds."""
        i: cython.int
        j: cython.int
        n: cython.int = 0
        for i in range(worlds):
            self.world.reset()
            self.world.hide(self.truth.seat)
            self.world.guess(rng)
            n = self.lookahead.survey()
            self.judged += self.lookahead.seen
            for j in range(n):
                self.sums[j] = self.lookahead.values[j] + (self.sums[j] if i > 0 else 0.0)
        return self.best(rng, noise * worlds, n)

    def best(self, rng: Rng, noise: cython.double, n: cython.int) -> cython.int:
        """The decision with the highest value, each blurred a little."""
        i: cython.int
        pick: cython.int = 0
        worth: cython.double
        best: cython.double = -1000.0
        u: cython.double
        for i in range(n):
            worth = self.sums[i]
            if noise > 0.0:
                u = (rng.next32() + 0.5) / 4294967296.0
                worth -= noise * log(-log(u))
            if worth > best:
                best = worth
                pick = self.lookahead.acts[i]
        return pick

    def keep(self) -> None:
        """Note the position of the truth and what the net thinks of it."""
        i: cython.int
        base: cython.int
        if self.positions - self.starts[self.games] >= ROOM:
            return
        self.outlook.look()
        base = self.positions * self.net.inputs
        for i in range(self.net.inputs):
            self.inputs[base + i] = self.outlook.x[i]
        self.firsts[self.positions] = self.outlook.first
        self.net.forward(self.outlook.x)
        for i in range(self.players):
            self.shares[self.positions * 5 + (self.outlook.first + i) % self.players] = self.net.share[i]
            self.margins[self.positions * 5 + (self.outlook.first + i) % self.players] = self.net.out[self.players + i]
        self.positions += 1

    def finish(self) -> None:
        """Note the outcome of the truth, from which learning starts."""
        p: cython.int
        self.referee.settle()
        for p in range(self.players):
            self.won[self.games * 5 + p] = self.referee.win[p]
            self.led[self.games * 5 + p] = self.referee.margin[p] / 20.0
        self.games += 1
        self.starts[self.games] = self.positions

    def learn(self, game: int, trace: float) -> float:
        """From the last position of a game to the first, pull each towards what came after it.

        Returns the mean loss.
        """
        t: cython.int
        i: cython.int
        p: cython.int
        first: cython.int
        n: cython.int = self.players
        count: cython.int = self.length(game)
        begin: cython.int = self.starts[game]
        keep: cython.double = trace
        error: cython.double
        total: cython.double = 0.0
        for p in range(n):
            self.goal_share[p] = self.won[game * 5 + p]
            self.goal_margin[p] = self.led[game * 5 + p]
        for t in range(begin + count - 1, begin - 1, -1):
            first = self.firsts[t]
            self.feed(t)
            for i in range(n):
                p = (first + i) % n
                error = self.net.share[i] - self.goal_share[p]
                total += error * error
                self.net.dout[i] = error
                error = self.net.out[n + i] - self.goal_margin[p]
                if error > 1.0:
                    error = 1.0
                elif error < -1.0:
                    error = -1.0
                self.net.dout[n + i] = 0.5 * error
            self.teach(t)
            for p in range(n):
                self.goal_share[p] += (1.0 - keep) * (self.shares[t * 5 + p] - self.goal_share[p])
                self.goal_margin[p] += (1.0 - keep) * (self.margins[t * 5 + p] - self.goal_margin[p])
        return total / (count if count > 0 else 1)

    def feed(self, t: cython.int) -> None:
        if cython.compiled:
            self.net.forward(cython.address(self.inputs[t * self.net.inputs]))
        else:
            self.net.forward(self.inputs[t * self.net.inputs : (t + 1) * self.net.inputs])

    def teach(self, t: cython.int) -> None:
        if cython.compiled:
            self.net.learn(cython.address(self.inputs[t * self.net.inputs]))
        else:
            self.net.learn(self.inputs[t * self.net.inputs : (t + 1) * self.net.inputs])

    def step(self, rate: float, count: int) -> None:
        """Let the net take the step that the games since the last one suggest."""
        self.net.step(rate, count)


def longer(numbers: array[Any], kind: str, count: int) -> array[Any]:
    """These numbers and zeros after them, so many in all."""
    found = array(kind, bytes(numbers))
    found.frombytes(bytes((count - len(found)) * found.itemsize))
    return found
