# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""What players of Richelieu lean to in games by lot: the cards that bring them most, told in a moment.

What a card is worth to a seat follows from the seat's lead over the best of the others, in its region and for its
symbol, and from what is still to be had there. That is rough, but it takes a few nanoseconds, and it knows what
happened in the game, which no experience from other games does: which majorities are decided, and who needs which card.
"""

from __future__ import annotations

from array import array
from functools import cache
from math import exp, sqrt

import cython

from eminence.rules import codes, spec

if not cython.compiled:
    from eminence.rules.display import DisplayState

PAY = cython.declare(cython.int, codes.PAY)
PAY_SUPPLY = cython.declare(cython.int, codes.PAY_SUPPLY)
PLACE = cython.declare(cython.int, codes.PLACE)
LIFT = cython.declare(cython.int, codes.LIFT)
NONE = cython.declare(cython.int, -1)
REGIONS = cython.declare(cython.int, spec.MAX_REGIONS)
KINDS = cython.declare(cython.int, spec.MAX_KINDS)
STAKES = cython.declare(cython.int, 17)  # regions, then symbols, then what a card without a symbol has instead
LEADS = cython.declare(cython.int, 8)  # a greater lead counts as so great
LEFT = cython.declare(cython.int, 32)  # what is left counts as less than this
CRESTS = cython.declare(cython.int, 4)  # crests of a card count as less than this
PART = cython.declare(cython.int, 2048)  # entries of the table for those who have a card already; then for the others

MAJORITY = 4.0  # points, about
DENIAL = 0.5  # what it is worth of these that another comes no nearer to them
LAST = 0.7  # how likely it is that no other card of the kind would come later
MARKER = cython.declare(cython.double, 1.0)  # points that a marker is worth


def chance(lead: int, left: int) -> float:
    """How likely a lead brings the majority; to be level helps a little."""
    return 1.0 / (1.0 + exp(-2.0 * (lead + 0.25) / sqrt(0.4 * left + 0.25)))


@cache
def table_of_gains(region: float, symbol: float) -> array[float]:
    """Points that so many crests bring, by lead over the best of the others and by what is left.

    Then the same for those who have none yet, where the first card of a region or of a symbol brings so much.
    """
    found = array("f")
    for first in (0.0, region, symbol):
        for lead in range(-8, 8):
            for left in range(32):
                now = chance(lead, left)
                for crests in range(4):
                    then = chance(lead + crests, left)
                    denied = DENIAL * MAJORITY * (now - chance(lead - crests, left))
                    found.append(MAJORITY * (then - now) + crests * then + denied + LAST * first)
    return found


@cython.final
@cython.cclass
class Leaning:
    """Watches one state of a game of Richelieu: its root from `begin` on, a game from there from `recall` on."""

    def __init__(self, state: DisplayState, point: float) -> None:
        """`point` is what a point counts."""
        i: cython.int
        n: cython.int
        self.state = state
        self.point = point
        self.gains = table_of_gains(state.present + state.missing, state.missing)
        if not cython.compiled:
            self.whole = [0] * 16
            self.region = [0] * 64
            self.crests = [0] * 64
            self.symbol = [0] * 64
            self.signs = [0] * 64
            self.have = [0] * 5
            self.at = [0] * 85
            self.root_at = [0] * 85
        for i in range(16):
            self.whole[i] = 0
        for i in range(85):
            self.at[i] = 0
        for i in range(state.cells):
            n = state.weight[i]
            self.region[i] = state.region[i]
            self.crests[i] = n if n < CRESTS else CRESTS - 1
            self.whole[self.region[i]] += n
            n = state.type_symbol[state.kind[i]]
            self.symbol[i] = STAKES - 1
            self.signs[i] = 0
            if n >= 0:
                self.symbol[i] = REGIONS + n
                self.signs[i] = 1
                self.whole[REGIONS + n] += 1

    def begin(self) -> None:
        """Take in where the root is."""
        i: cython.int
        for i in range(self.state.regions):
            self.weigh(i)
        for i in range(self.state.kinds):
            self.weigh(REGIONS + i)
        self.root_at[:] = self.at
        self.root_cell = self.state.cell if self.state.cell != NONE else 0

    def recall(self) -> None:
        """Go back to the root."""
        self.at[:] = self.root_at
        self.cell = self.root_cell

    def follow(self, action: cython.int) -> None:
        """Take in what a decision has changed: what the player has of a region and of a symbol."""
        if action <= PAY_SUPPLY:
            if action < PAY:
                self.cell = action  # a payment is for this card; the state may have forgotten it by then
            self.weigh(self.region[self.cell])
            if self.signs[self.cell]:
                self.weigh(self.symbol[self.cell])

    def weigh(self, stake: cython.int) -> None:
        """Where everybody stands in a region or with a symbol."""
        p: cython.int
        n: cython.int
        most: cython.int = 0
        second: cython.int = 0
        left: cython.int = self.whole[stake]
        for p in range(self.state.players):
            if stake < REGIONS:
                n = self.state.crests[p * REGIONS + stake]
            else:
                n = self.state.symbols[p * KINDS + stake - REGIONS]
            self.have[p] = n
            left -= n
            second = max(second, min(n, most))
            most = max(n, most)
        left = min(left, LEFT - 1)
        for p in range(self.state.players):
            n = self.have[p] - (second if self.have[p] == most else most)
            n = ((min(max(n, -LEADS), LEADS - 1) + LEADS) * LEFT + left) * CRESTS
            if self.missing(p, stake):
                n += PART if stake < REGIONS else 2 * PART
            self.at[p * STAKES + stake] = n

    def missing(self, seat: cython.int, stake: cython.int) -> cython.bint:
        """Whether a player has no card yet of a region or symbol."""
        return self.state.cards[seat * REGIONS + stake] == 0 if stake < REGIONS else self.have[seat] == 0

    def card(self, cell: cython.int) -> cython.double:
        """What a card is worth to the seat to act, in points."""
        base: cython.int = self.state.seat * STAKES
        return (
            self.gains[self.at[base + self.region[cell]] + self.crests[cell]]
            + self.gains[self.at[base + self.symbol[cell]] + self.signs[cell]]
        )

    def read(self, actions: list[int]) -> list[tuple[int, float]]:
        """What is legal after some decisions, and how much the seat leans to it; for tests and for the curious."""
        a: cython.int
        self.state.reset()
        self.begin()
        self.recall()
        for a in actions:
            self.state.apply(a)
            self.follow(a)
        return [(a, self.worth(a)) for a in self.state.acts[: self.state.generate()]]

    def worth(self, action: cython.int) -> cython.double:
        """How much the seat to act leans to a decision."""
        if action < PAY:
            if self.state.marker[action] != NONE and self.state.marker[action] != self.state.seat:
                return self.point * (self.card(action) - MARKER)
            return self.point * self.card(action)
        if action < PLACE:
            return 0.0
        if action < LIFT:
            return self.point * self.card(action - PLACE)
        return -self.point * self.card(action - LIFT)
