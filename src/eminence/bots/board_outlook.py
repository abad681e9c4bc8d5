# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The outlook on the board game: countries, alliances, chains, hands, and how much of the game is left.

Seats come in the order of play from the one whose turn is next; while a player draws, that is the player after.
"""

from __future__ import annotations

import cython

from eminence.bots.outlook import Outlook
from eminence.rules import codes, spec

if not cython.compiled:
    from eminence.rules.board import BoardState
    from eminence.rules.chains import bits

STOP = cython.declare(cython.int, codes.BOARD_STOP)
PIECES = cython.declare(cython.int, codes.EXCHANGE)
TURN = cython.declare(cython.int, codes.TURN)
PLACING = cython.declare(cython.int, codes.PLACING)
DRAWING = cython.declare(cython.int, codes.DRAWING)
COUNTRIES = cython.declare(cython.int, spec.MAX_COUNTRIES)
COLOURS = cython.declare(cython.int, spec.MAX_COLOURS)
LINE = cython.declare(cython.int, 5)
NONE = cython.declare(cython.int, -1)
ONE = cython.declare(cython.ulonglong, 1)


@cython.final
@cython.cclass
class BoardOutlook(Outlook):
    """The board game."""

    def __init__(self, state: BoardState) -> None:
        Outlook.__init__(self, state)
        self.state = state
        if not cython.compiled:
            self.country_worth = [0.0] * 60
            self.allied_worth = [0.0] * 160
            self.advised = [0.0] * 60
            self.roads = [0] * 5
            self.ways = [0] * 5
            self.lines = [0] * 5
            self.last_held = [0] * 5
            self.usable = [0.0] * 8
        for i in range(5):
            self.last_held[i] = 0
            self.lines[i] = 0
        p = self.players
        self.inputs = (
            state.countries * (4 * p + 2)
            + state.alliances * p
            + state.fields * p
            + state.colours * (2 * p + 2)
            + 10 * p
            + 8
        )

    def calm(self) -> cython.bint:
        return self.state.over or self.state.phase == DRAWING

    def repeats(self, last: cython.int, action: cython.int) -> cython.bint:
        """Two pieces go to a country in either order. Advisors come last, as a monastery may make room for one."""
        return last < PIECES and action < last

    def way_out(self) -> cython.int:
        return STOP if self.state.phase == PLACING else self.state.acts[0]

    def left_of(self, n: cython.int, part: cython.double) -> cython.int:
        """So many of n places will be filled in the part of the game that is left."""
        return cython.cast(cython.int, 0.5 + n * part)

    def expect(self) -> None:
        """Countries twice or once, alliances, chains."""
        c: cython.int
        p: cython.int
        i: cython.int
        free: cython.int
        now: cython.double  # the part of this half that is left
        rest: cython.double
        n: cython.int
        self.stage = self.state.pile_size / 50.0 if self.state.pile_size < 50 else 1.0
        now = 0.0 if self.state.final else 0.8 * self.stage
        rest = now if self.state.half > 0 else 0.4 * now + 0.5
        if self.state.half > 0:
            now = 0.0
        else:
            now = 0.6 * now
        for p in range(self.players):
            self.points[p] = 0.0
        for c in range(self.state.countries):
            free = self.state.first_field[c + 1] - self.state.first_field[c] - self.state.built[c]
            for p in range(self.players):
                self.have[p] = self.state.monasteries[p * COUNTRIES + c]
            n = self.left_of(free, rest)
            self.expect_ranks(n, self.state.built[c] + n)
            for p in range(self.players):
                self.country_worth[p * COUNTRIES + c] = self.worth[p]
            if self.state.half > 0:
                for p in range(self.players):
                    self.points[p] += self.state.middle[c * LINE + p]
            else:
                n = self.left_of(free, now)
                self.expect_ranks(n, self.state.built[c] + n)
                for p in range(self.players):
                    self.country_worth[p * COUNTRIES + c] += self.worth[p]
            for p in range(self.players):
                self.points[p] += self.country_worth[p * COUNTRIES + c]
                self.have[p] = self.state.advisors[p * COUNTRIES + c]
            n = self.state.most[c] - self.state.seated[c]
            if free > 1 and rest > 0.3:
                n += 1
            for p in range(self.players):
                self.advised[p * COUNTRIES + c] = self.most_advisors(p, n if rest > 0.0 else 0)
        for i in range(self.state.alliances):
            self.expect_alliance(i)
        for p in range(self.players):
            self.count_roads(p)
            self.points[p] += self.lines[p]

    def most_advisors(self, seat: cython.int, left: cython.int) -> cython.double:
        """From `have`: how likely a player ends with most advisors, alone or tied."""
        q: cython.int
        chance: cython.double = 1.0
        if self.have[seat] == 0:
            chance = self.at_least(1, left)
        for q in range(self.players):
            if q != seat:
                chance *= self.no_worse(self.have[seat] - self.have[q], left)
        return chance

    def expect_alliance(self, i: cython.int) -> None:
        p: cython.int
        a: cython.int = self.state.allied[2 * i]
        b: cython.int = self.state.allied[2 * i + 1]
        size: cython.double = self.state.seated[a] + self.state.seated[b] + 1.0
        if size < 2.0:
            size = 2.0
        for p in range(self.players):
            self.allied_worth[p * 32 + i] = size * self.advised[p * COUNTRIES + a] * self.advised[p * COUNTRIES + b]
            self.points[p] += self.allied_worth[p * 32 + i]

    def count_roads(self, p: cython.int) -> None:
        """Roads between a player's monasteries, roads from them to free fields, and the lines that score already."""
        f: cython.int
        free: cython.ulonglong = 0
        near: cython.ulonglong
        self.roads[p] = 0
        self.ways[p] = 0
        for f in range(self.state.fields):
            if self.state.owner[f] == NONE:
                free |= ONE << f
        for f in range(self.state.fields):
            if self.state.owner[f] == p:
                near = self.state.chains.near[f]
                self.roads[p] += bits(near & self.state.held[p])
                self.ways[p] += bits(near & free)
        if self.state.held[p] != self.last_held[p]:
            self.last_held[p] = self.state.held[p]
            self.lines[p] = self.state.chains.score(self.state.held[p])

    def look(self) -> None:
        i: cython.int
        self.begin_with(self.state.seat + (self.calm() and not self.state.over))
        self.expect()
        i = self.write_map(0)
        i = self.write_cards(i)
        self.write_players(i)

    def write_map(self, i: cython.int) -> cython.int:
        """Countries, alliances and every field, by player."""
        c: cython.int
        j: cython.int
        p: cython.int
        f: cython.int
        size: cython.float
        for c in range(self.state.countries):
            size = 1.0 / (self.state.first_field[c + 1] - self.state.first_field[c])
            for j in range(self.players):
                p = self.seats[j] * COUNTRIES + c
                self.x[i] = self.state.monasteries[p] * size
                self.x[i + 1] = 0.3 * self.state.advisors[p]
                self.x[i + 2] = 0.1 * self.country_worth[p]
                self.x[i + 3] = self.advised[p]
                i += 4
            self.x[i] = 1.0 - self.state.built[c] * size
            self.x[i + 1] = 0.5 * (self.state.most[c] - self.state.seated[c])
            i += 2
        for c in range(self.state.alliances):
            for j in range(self.players):
                self.x[i] = 0.2 * self.allied_worth[self.seats[j] * 32 + c]
                i += 1
        for f in range(self.state.fields):
            p = self.state.owner[f]
            for j in range(self.players):
                self.x[i] = 1.0 if p == self.seats[j] else 0.0
                i += 1
        return i

    def write_cards(self, i: cython.int) -> cython.int:
        """Hands, open cards, and how many places each colour still opens."""
        c: cython.int
        k: cython.int
        j: cython.int
        n: cython.int
        for k in range(self.state.colours):
            self.usable[k] = 0.0
        for c in range(self.state.countries):
            n = self.state.first_field[c + 1] - self.state.first_field[c] - self.state.built[c]
            self.usable[self.state.country_colour[c]] += n + self.state.most[c] - self.state.seated[c]
        for k in range(self.state.colours):
            for j in range(self.players):
                n = self.state.hand[self.seats[j] * COLOURS + k]
                self.x[i] = 0.4 * n
                self.x[i + 1] = 1.0 if n > 1 else 0.0
                i += 2
            self.x[i] = 0.5 * self.state.open[k]
            self.x[i + 1] = 0.1 * self.usable[k]
            i += 2
        return i

    def write_players(self, i: cython.int) -> None:
        """Pieces, chains and standing by player, and the stage of the game."""
        j: cython.int
        p: cython.int
        k: cython.int
        for j in range(self.players):
            p = self.seats[j]
            self.x[i] = 0.05 * self.lead(p)
            self.x[i + 1] = 0.02 * self.points[p]
            self.x[i + 2] = 0.1 * self.lines[p]
            self.x[i + 3] = 0.1 * self.roads[p]
            self.x[i + 4] = 0.1 * self.ways[p]
            self.x[i + 5] = 0.3 * self.state.hand_size[p]
            self.x[i + 6] = 0.05 * self.state.monasteries_left[p]
            self.x[i + 7] = 0.1 * self.state.advisors_left[p]
            self.x[i + 8] = 0.0
            for k in range(self.state.colours):
                self.x[i + 8] += 0.02 * self.usable[k] * self.state.hand[p * COLOURS + k]
            self.x[i + 9] = 1.0 if p == self.state.start else 0.0
            i += 10
        self.x[i] = self.stage
        self.x[i + 1] = 1.0 if self.state.half > 0 else 0.0
        self.x[i + 2] = 1.0 if self.state.final else 0.0
        self.x[i + 3] = 1.0 if not self.state.over and self.first != self.state.seat else 0.0
        self.x[i + 4] = self.stage * self.x[i + 1]
        self.x[i + 5] = 1.0 if self.state.pile_size < 8 else 0.0
        self.x[i + 6] = 1.0 if self.state.pile_size < 4 else 0.0
        self.x[i + 7] = 0.1 * self.state.pile_size / self.players
