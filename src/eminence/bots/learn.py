# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Self-play and learning: a net plays every seat, step by step, and learns from what it came to (TD(lambda)).

Each player chooses in a guessed world, so nobody plays by what only others know. Positions are learned where they come
to rest: at the beginning of a turn, and after each step of it.
"""

from __future__ import annotations

from array import array

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
        self.inputs = array("f", bytes(4 * 1024 * net.inputs))
        self.firsts = array("i", bytes(4 * 1024))
        self.shares = array("f", bytes(4 * 1024 * 5))
        self.margins = array("f", bytes(4 * 1024 * 5))
        if not cython.compiled:
            self.sums: list[float] = [0.0] * 1024
            self.goal_share: list[float] = [0.0] * 5
            self.goal_margin: list[float] = [0.0] * 5

    def game(self, rng: Rng, noise: float, draws: int) -> int:
        """Play one game; returns the number of positions kept."""
        pick: cython.int
        turn: cython.int = -1
        blur: cython.double = noise
        worlds: cython.int = draws
        self.truth.shuffle(rng)
        self.world.bind(self.truth)
        self.scratch.bind(self.world)
        self.positions = 0
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
        return self.positions

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
        if self.positions >= ROOM:
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
        """The outcome of the truth is where learning starts from."""
        p: cython.int
        self.referee.settle()
        for p in range(self.players):
            self.goal_share[p] = self.referee.win[p]
            self.goal_margin[p] = self.referee.margin[p] / 20.0

    def learn(self, trace: float) -> float:
        """From the last position to the first, pull each towards what came after it. Returns the mean loss."""
        t: cython.int
        i: cython.int
        p: cython.int
        first: cython.int
        n: cython.int = self.players
        keep: cython.double = trace
        error: cython.double
        total: cython.double = 0.0
        for t in range(self.positions - 1, -1, -1):
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
        return total / (self.positions if self.positions > 0 else 1)

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
