# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Judges: what a position is worth to every seat, by the outcome, by expected points, or by a trained net.

A value lies between 0 and 1: a part is the share in the win, the rest the margin.
"""

from __future__ import annotations

import cython

if not cython.compiled:
    from math import exp

    from eminence.bots.net import Net
    from eminence.bots.outlook import Outlook
    from eminence.rules.state import State

WIN = 0.75  # of a value, if nothing else is said; the rest is the margin
SOFT = cython.declare(cython.double, 15.0)  # points of margin that bring half of that rest
UNIT = cython.declare(cython.double, 20.0)  # points in a unit of the net's margins


def blended(win: cython.double, margin: cython.double, part: cython.double) -> cython.double:
    """A share in the win, which counts for `part`, and a margin as one value."""
    return part * win + 0.5 * (1.0 - part) * (1.0 + margin / (SOFT + (margin if margin > 0.0 else -margin)))


class Judge:
    """Judges the state that its outlook watches. By itself it expects points; `NetJudge` asks a net."""

    def __init__(self, state: State, outlook: Outlook, part: float = WIN) -> None:
        """`part` of a value is the share in the win."""
        self.state = state
        self.part = part
        self.outlook = outlook
        self.players = state.players
        if not cython.compiled:
            self.value: list[float] = [0.0] * 5
            self.win: list[float] = [0.0] * 5
            self.margin: list[float] = [0.0] * 5

    def judge(self) -> None:
        """Fill `value`, `win` and `margin`."""
        if self.state.over:
            self.settle()
        else:
            self.outlook.look()
            self.estimate()
        self.blend()

    def estimate(self) -> None:
        """From the expected points: the bigger the lead and the nearer the end, the surer the win."""
        p: cython.int
        total: cython.double = 0.0
        for p in range(self.players):
            self.margin[p] = self.outlook.lead(p)
            self.win[p] = 1.0 / (1.0 + exp(-0.2 * self.margin[p]))
            total += self.win[p]
        for p in range(self.players):
            self.win[p] /= total

    def settle(self) -> None:
        """The outcome of an ended game."""
        p: cython.int
        q: cython.int
        best: cython.int
        winners: cython.int = 0
        self.state.settle()
        for p in range(self.players):
            winners += self.state.rank[p] == 1
        for p in range(self.players):
            best = -1000
            for q in range(self.players):
                if q != p and self.state.score[q] > best:
                    best = self.state.score[q]
            self.margin[p] = self.state.score[p] - best
            self.win[p] = 1.0 / winners if self.state.rank[p] == 1 else 0.0

    def blend(self) -> None:
        """Win and margin as one value."""
        p: cython.int
        for p in range(self.players):
            self.value[p] = blended(self.win[p], self.margin[p], self.part)

    def read(self) -> tuple[list[float], list[float], list[float]]:
        """Values, shares in the win and margins by seat, for whoever asks from outside."""
        self.judge()
        seats = range(self.players)
        return [self.value[p] for p in seats], [self.win[p] for p in seats], [self.margin[p] for p in seats]


@cython.final
@cython.cclass
class NetJudge(Judge):
    """Asks a net."""

    def __init__(self, state: State, outlook: Outlook, net: Net, part: float = WIN, *, follow: bool = True) -> None:
        """A judge that does not follow says the same of a position, to the last digit, whatever he saw before it."""
        Judge.__init__(self, state, outlook, part)
        self.net = net
        self.follow = follow

    def estimate(self) -> None:
        i: cython.int
        p: cython.int
        if self.follow:
            self.net.follow(self.outlook.x)
        else:
            self.net.forward(self.outlook.x)
        for i in range(self.players):
            p = (self.outlook.first + i) % self.players
            self.win[p] = self.net.share[i]
            self.margin[p] = UNIT * self.net.out[self.players + i]
