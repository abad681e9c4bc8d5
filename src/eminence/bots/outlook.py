# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""What a position promises, as numbers: the points everybody may expect, and the inputs of a value net.

Expectations rest on one simple picture: whatever is still to be had goes to each player with the same chance. Of n
things left, the lead of one player over another then changes by a difference of two counts, whose distribution is
tabulated.
"""

from __future__ import annotations

from array import array
from functools import cache

import cython

if not cython.compiled:
    from eminence.rules.state import State

INPUTS = 1024  # at most
MANY = cython.declare(cython.int, 32)  # things left, and leads, are cut off here
WIDTH = cython.declare(cython.int, 64)
KNOWN = cython.declare(cython.int, 1021)  # answers about ranks that are remembered, at most
LEVEL = cython.declare(cython.int, 2048)  # where the second half of the tables of leads begins


@cache
def tables(players: int) -> tuple[array[float], array[float]]:
    """How likely a lead of d is a lead after n more things are shared out, and then, from LEVEL on, how likely it is a
    lead or nothing; how likely one gets k of n.
    """
    share = 1.0 / players
    ahead, tail = array("d", bytes(8 * 4096)), array("d", bytes(8 * 512))
    change = [0.0] * 129  # the distribution of the change of a lead, from -64
    change[64] = 1.0
    counts = [1.0] + [0.0] * 40  # the distribution of one player's share
    for n in range(32):
        for d in range(-32, 32):
            ahead[n * 64 + d + 32] = sum(change[64 + c] for c in range(-64, 65) if d + c > 0)
            ahead[2048 + n * 64 + d + 32] = ahead[n * 64 + d + 32] + change[64 - d]
        change = [
            (1.0 - 2.0 * share) * change[c]
            + share * ((change[c - 1] if c > 0 else 0.0) + (change[c + 1] if c < 128 else 0.0))
            for c in range(129)
        ]
        for k in range(16):
            tail[n * 16 + k] = sum(counts[k:])
        counts = [(1.0 - share) * counts[c] + (share * counts[c - 1] if c > 0 else 0.0) for c in range(41)]
    return ahead, tail


class Outlook:
    """Watches one state. Each mechanism fills in `look` and `calm`."""

    def __init__(self, state: State) -> None:
        self.players = state.players
        self.inputs = 0
        self.first = 0
        self.ahead, self.tail = tables(state.players)
        if not cython.compiled:
            self.x: list[float] = [0.0] * 1024
            self.points: list[float] = [0.0] * 5
            self.worth: list[float] = [0.0] * 5
            self.seats: list[int] = [0] * 5
            self.have: list[int] = [0] * 5
            self.order: list[int] = [0] * 5
            self.behind: list[float] = [0.0] * 6
            self.asked: list[int] = [0] * 1021
            self.answers: list[float] = [0.0] * (5 * 1021)

    def look(self) -> None:
        """Fill `points` and the inputs `x` for the watched state, `first` being the seat to take the next turn."""

    def calm(self) -> cython.bint:
        """Whether the position can be judged as it is: nobody is in the middle of taking, paying or placing."""
        return True

    def repeats(self, last: cython.int, action: cython.int) -> cython.bint:
        """Whether a decision after the last one comes to the same as another order of the two."""
        return False

    def way_out(self) -> cython.int:
        """The decision that ends the step soonest."""
        return 0

    def begin_with(self, seat: cython.int) -> None:
        """The seats in the order of play from this one; beyond the last comes the first."""
        i: cython.int
        self.first = seat % self.players
        for i in range(self.players):
            self.seats[i] = (self.first + i) % self.players

    def lead(self, seat: cython.int) -> cython.double:
        """By how much a player may expect to be ahead of the best of the others."""
        q: cython.int
        best: cython.double = -1000.0
        for q in range(self.players):
            if q != seat and self.points[q] > best:
                best = self.points[q]
        return self.points[seat] - best

    def place(self, lead: cython.int, left: cython.int) -> cython.int:
        """Where the tables have this lead with so much left."""
        if left > 31:
            left = 31
        if lead > 31:
            lead = 31
        elif lead < -31:
            lead = -31
        return left * WIDTH + lead + MANY

    def no_worse(self, lead: cython.int, left: cython.int) -> cython.double:
        """How likely a player with this lead over another is not behind in the end."""
        return self.ahead[LEVEL + self.place(lead, left)]

    def at_least(self, wanted: cython.int, left: cython.int) -> cython.double:
        """How likely a player gets so many of what is left."""
        if wanted <= 0:
            return 1.0
        if wanted > 15:
            return 0.0
        return self.tail[(left if left < 32 else 31) * 16 + wanted]

    def expect_majority(self, left: cython.int, tied_score: cython.bint) -> None:
        """From `have`: into `worth` what the majority may bring each player."""
        p: cython.int
        q: cython.int
        n: cython.int = self.players
        row: cython.int = (left if left < MANY else MANY - 1) * WIDTH + MANY + (LEVEL if tied_score else 0)
        chance: cython.double
        for p in range(n):
            self.order[p] = self.have[p] if self.have[p] < MANY else MANY - 1  # so that leads stay within the table
        for p in range(n):
            chance = 1.0
            if self.have[p] == 0:
                chance = self.at_least(1, left)
            for q in range(n):
                if q != p:
                    chance *= self.ahead[row + self.order[p] - self.order[q]]
            self.worth[p] = chance * (self.have[p] + 1.0 * left / n)

    def expect_ranks(self, left: cython.int, whole: cython.int) -> None:
        """From `have`: into `worth` what ranks may bring; the first gets `whole`, others what the rank above has."""
        p: cython.int
        at: cython.int
        n: cython.int = self.players
        question: cython.ulonglong = whole
        question = question * 64 + left
        for p in range(n):
            question = question * 64 + self.have[p]
        question += 1  # 0 is no question
        at = cython.cast(cython.int, question % KNOWN)
        if self.asked[at] == question:
            for p in range(n):
                self.worth[p] = self.answers[5 * at + p]
            return
        self.share_ranks(left, whole)
        self.asked[at] = question
        for p in range(n):
            self.answers[5 * at + p] = self.worth[p]

    def share_ranks(self, left: cython.int, whole: cython.double) -> None:
        """What `expect_ranks` remembers."""
        p: cython.int
        q: cython.int
        k: cython.int
        n: cython.int = self.players
        chance: cython.double
        found: cython.double
        more: cython.double = 1.0 * left / n
        if left > 31:
            left = 31
        for p in range(n):  # everybody's counts from the highest
            k = p
            while k > 0 and self.order[k - 1] < self.have[p]:
                self.order[k] = self.order[k - 1]
                k -= 1
            self.order[k] = self.have[p]
        for p in range(n):
            if self.have[p] == 0 and left == 0:
                self.worth[p] = 0.0
                continue
            self.behind[0] = 1.0
            for k in range(1, n):
                self.behind[k] = 0.0
            for q in range(n):
                if q != p:
                    chance = self.ahead[left * WIDTH + self.have[q] - self.have[p] + MANY]
                    if chance > 0.0:
                        for k in range(n - 1, 0, -1):
                            self.behind[k] += chance * (self.behind[k - 1] - self.behind[k])
                        self.behind[0] *= 1.0 - chance
            found = self.behind[0] * whole
            for k in range(1, n):
                found += self.behind[k] * (self.order[k - 1] + more)
            self.worth[p] = found * self.at_least(1, left) if self.have[p] == 0 else found

    def read(self) -> tuple[list[float], list[float]]:
        """Inputs and expected points of the watched state, for tests and for the curious."""
        self.look()
        return [self.x[i] for i in range(self.inputs)], [self.points[p] for p in range(self.players)]

    def chance_ahead(self, lead: int, left: int) -> float:
        """How likely a lead over one other player is still one after so much more was shared out."""
        return self.ahead[self.place(lead, left)]
