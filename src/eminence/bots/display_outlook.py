# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The outlook on a display game: regions and symbols, markers and tokens, and what the ends of the rows are worth.

A card under a marker counts as its owner's. Seats come in the order of play from the one who takes next; while a player
may still put a marker, that is the player after.
"""

from __future__ import annotations

import cython

from eminence.bots.outlook import Outlook
from eminence.rules import codes, spec

if not cython.compiled:
    from eminence.rules.display import DisplayState

PAY = cython.declare(cython.int, codes.PAY)
STOP = cython.declare(cython.int, codes.STOP)
TAKING = cython.declare(cython.int, codes.TAKING)
PAYING = cython.declare(cython.int, codes.PAYING)
PUTTING = cython.declare(cython.int, codes.PUTTING)
BACK = cython.declare(cython.int, spec.BACK)
THREE = cython.declare(cython.int, spec.THREE)
COLOURS = cython.declare(cython.int, spec.COLOURS)
MINUS = cython.declare(cython.int, spec.MINUS)
CREST = cython.declare(cython.int, spec.CREST)
SYMBOL = cython.declare(cython.int, spec.SYMBOL)
REGIONS = cython.declare(cython.int, spec.MAX_REGIONS)
KINDS = cython.declare(cython.int, spec.MAX_KINDS)
FACES = cython.declare(cython.int, 24)
ENDS = cython.declare(cython.int, 8)  # of the rows, that become inputs
FIELDS = cython.declare(cython.int, 11)  # inputs an end
NONE = cython.declare(cython.int, -1)


@cython.final
@cython.cclass
class DisplayOutlook(Outlook):
    """Both Richelieus and the card game."""

    def __init__(self, state: DisplayState) -> None:
        Outlook.__init__(self, state)
        self.state = state
        if not cython.compiled:
            self.tokens = [0] * 120
            self.counts = [0] * 60
            self.kept = [0] * 60
            self.cards_kept = [0] * 60
            self.free = [0] * 12
            self.cards_free = [0] * 12
            self.whole = [0] * 12
            self.signs = [0] * 20
            self.signs_free = [0] * 4
            self.rings = [0] * 240
            self.rings_free = [0] * 48
            self.region_worth = [0.0] * 60
            self.sign_worth = [0.0] * 20
            self.changed = [0.0] * 5
            self.end_cell = [0] * 16
            self.end_gain = [0.0] * 16
            self.end_behind = [0] * 16
            self.single_best = [0.0] * 12
            self.single_next = [0.0] * 12
        p = self.players
        regions, kinds = state.regions, state.kinds
        self.inputs = 8 * FIELDS + regions * (4 * p + 1) + kinds * (2 * p + 1) + 10 * p + 6

    def calm(self) -> cython.bint:
        return self.state.over or (self.state.phase != TAKING and self.state.phase != PAYING)

    def repeats(self, last: cython.int, action: cython.int) -> cython.bint:
        """Two cards that were both ends may be taken in either order, unless the first order alone keeps the limit."""
        if last >= PAY or action >= last or last - action == 1:
            return False
        return self.state.turn_weight - self.state.weight[last] + self.state.weight[action] < self.state.turn_limit

    def way_out(self) -> cython.int:
        return STOP if self.state.phase == TAKING and self.state.taken > 0 else self.state.acts[0]

    def owner_of(self, cell: cython.int) -> cython.int:
        """Whose marker lies on a card; a lifted one lies nowhere."""
        return NONE if self.state.phase == PUTTING and cell == self.state.cell else self.state.marker[cell]

    def count(self) -> None:
        """Who has what, who has reserved what, and what is free."""
        s: cython.int
        p: cython.int
        r: cython.int
        c: cython.int
        k: cython.int
        i: cython.int
        kind: cython.int
        owner: cython.int
        for i in range(self.players * FACES):
            self.tokens[i] = 0
        for s in range(self.state.slots):
            if self.state.holder[s] >= 0 and self.state.played[s] == 0 and self.state.face[s] >= 0:
                self.tokens[self.state.holder[s] * FACES + self.state.face[s]] += 1
        for p in range(self.players):
            for r in range(self.state.regions):
                i = p * REGIONS + r
                self.kept[i] = 0
                self.cards_kept[i] = 0
                if self.state.scores_ranks:
                    self.counts[i] = self.state.cards[i]
                    for k in range(self.state.circle_kinds):
                        self.rings[i * KINDS + k] = self.state.circles[i * KINDS + k]
                else:
                    self.counts[i] = self.state.crests[i] + self.tokens[p * FACES + CREST + r]
            for k in range(self.state.kinds):
                i = p * KINDS + k
                self.signs[i] = self.state.symbols[i]
                if not self.state.scores_ranks:
                    self.signs[i] += self.tokens[p * FACES + SYMBOL + k]
        for r in range(self.state.regions):
            self.free[r] = 0
            self.cards_free[r] = 0
            for k in range(self.state.circle_kinds):
                self.rings_free[r * KINDS + k] = 0
        for k in range(self.state.kinds):
            self.signs_free[k] = 0
        for i in range(self.state.rows):
            for c in range(self.state.left[i], self.state.right[i] + 1):
                kind = self.state.kind[c]
                r = self.state.region[c]
                owner = self.owner_of(c)
                k = self.state.type_symbol[kind]
                if owner == NONE:
                    self.free[r] += 1 if self.state.scores_ranks else self.state.weight[c]
                    self.cards_free[r] += 1
                    if k >= 0:
                        self.signs_free[k] += 1
                else:
                    self.kept[owner * REGIONS + r] += 1 if self.state.scores_ranks else self.state.weight[c]
                    self.cards_kept[owner * REGIONS + r] += 1
                    if k >= 0:
                        self.signs[owner * KINDS + k] += 1
                if self.state.scores_ranks:
                    self.ring(kind, owner, r, 1)
        for r in range(self.state.regions):
            self.whole[r] = self.free[r]
            for p in range(self.players):
                self.whole[r] += self.counts[p * REGIONS + r] + self.kept[p * REGIONS + r]

    def ring(self, kind: cython.int, owner: cython.int, region: cython.int, n: cython.int) -> None:
        """Count the circle symbols of a card to their owner, or as free."""
        i: cython.int
        k: cython.int
        for i in range(2):
            k = self.state.type_circle[2 * kind + i]
            if k >= 0:
                if owner == NONE:
                    self.rings_free[region * KINDS + k] += n
                else:
                    self.rings[(owner * REGIONS + region) * KINDS + k] += n

    def judge_region(self, r: cython.int) -> None:
        """Into `changed` what a region may bring each player."""
        p: cython.int
        i: cython.int
        k: cython.int
        n: cython.int
        absent: cython.double
        for p in range(self.players):
            self.have[p] = self.counts[p * REGIONS + r] + self.kept[p * REGIONS + r]
        if self.state.scores_ranks:
            self.expect_ranks(self.free[r], self.state.region_cards[r])
            for p in range(self.players):
                self.changed[p] = self.worth[p]
                self.have[p] = 0
                for k in range(self.state.circle_kinds):
                    i = self.rings[(p * REGIONS + r) * KINDS + k]
                    if i > self.have[p]:
                        self.have[p] = i
            n = 0
            for k in range(self.state.circle_kinds):
                if self.rings_free[r * KINDS + k] > n:
                    n = self.rings_free[r * KINDS + k]
            self.expect_majority(n, True)
            for p in range(self.players):
                self.changed[p] += self.worth[p]
            return
        self.expect_majority(self.free[r], self.state.tied_score)
        for p in range(self.players):
            i = p * REGIONS + r
            self.changed[p] = self.worth[p]
            if self.state.cards[i] > 0:
                absent = 0.0
            elif self.cards_kept[i] > 0:
                absent = 0.2
            else:
                absent = 1.0 - self.at_least(1, self.cards_free[r])
            self.changed[p] += self.state.present * (1.0 - absent) - self.state.missing * absent

    def judge_sign(self, k: cython.int) -> None:
        """Into `changed` what a symbol may bring each player."""
        p: cython.int
        if self.state.scores_ranks:
            for p in range(self.players):
                self.changed[p] = self.at_least(5 - self.signs[p * KINDS + k], self.signs_free[k]) * (
                    self.signs[p * KINDS + k] + 1.0 * self.signs_free[k] / self.players
                )
            return
        for p in range(self.players):
            self.have[p] = self.signs[p * KINDS + k]
        self.expect_majority(self.signs_free[k], self.state.tied_score)
        for p in range(self.players):
            self.changed[p] = self.worth[p]
            if self.have[p] == 0:
                self.changed[p] -= self.state.missing * (1.0 - self.at_least(1, self.signs_free[k]))

    def expect(self) -> None:
        """Sum up what everybody may expect."""
        p: cython.int
        r: cython.int
        k: cython.int
        for p in range(self.players):
            self.points[p] = -2.0 * self.tokens[p * FACES + MINUS] if self.state.scores_ranks else 0.0
        for r in range(self.state.regions):
            self.judge_region(r)
            for p in range(self.players):
                self.region_worth[p * REGIONS + r] = self.changed[p]
                self.points[p] += self.changed[p]
        for k in range(self.state.kinds):
            self.judge_sign(k)
            for p in range(self.players):
                self.sign_worth[p * KINDS + k] = self.changed[p]
                self.points[p] += self.changed[p]

    def move_card(self, cell: cython.int, source: cython.int, target: cython.int) -> None:
        """Count a card from one to another; -1 is the free cards. A taken card counts as one under a marker."""
        r: cython.int = self.state.region[cell]
        w: cython.int = 1 if self.state.scores_ranks else self.state.weight[cell]
        k: cython.int = self.state.type_symbol[self.state.kind[cell]]
        if source == NONE:
            self.free[r] -= w
            self.cards_free[r] -= 1
            if k >= 0:
                self.signs_free[k] -= 1
        else:
            self.kept[source * REGIONS + r] -= w
            self.cards_kept[source * REGIONS + r] -= 1
            if k >= 0:
                self.signs[source * KINDS + k] -= 1
        if target == NONE:
            self.free[r] += w
            self.cards_free[r] += 1
            if k >= 0:
                self.signs_free[k] += 1
        else:
            self.kept[target * REGIONS + r] += w
            self.cards_kept[target * REGIONS + r] += 1
            if k >= 0:
                self.signs[target * KINDS + k] += 1
        if self.state.scores_ranks:
            self.ring(self.state.kind[cell], source, r, -1)
            self.ring(self.state.kind[cell], target, r, 1)

    def gain(self, cell: cython.int, seat: cython.int) -> cython.double:
        """How much better a player stands, against the others' mean, for having a card."""
        p: cython.int
        owner: cython.int = self.owner_of(cell)
        r: cython.int = self.state.region[cell]
        k: cython.int = self.state.type_symbol[self.state.kind[cell]]
        found: cython.double = 0.0
        share: cython.double = 1.0 / (self.players - 1)
        if owner == seat:
            owner = NONE
            self.move_card(cell, seat, NONE)
            self.judge_region(r)
            for p in range(self.players):
                found -= self.changed[p] * (1.0 if p == seat else -share)
            if k >= 0:
                self.judge_sign(k)
                for p in range(self.players):
                    found -= self.changed[p] * (1.0 if p == seat else -share)
            self.move_card(cell, NONE, seat)
            for p in range(self.players):
                found += self.region_worth[p * REGIONS + r] * (1.0 if p == seat else -share)
                if k >= 0:
                    found += self.sign_worth[p * KINDS + k] * (1.0 if p == seat else -share)
            return found
        self.move_card(cell, owner, seat)
        self.judge_region(r)
        for p in range(self.players):
            found += (self.changed[p] - self.region_worth[p * REGIONS + r]) * (1.0 if p == seat else -share)
        if k >= 0:
            self.judge_sign(k)
            for p in range(self.players):
                found += (self.changed[p] - self.sign_worth[p * KINDS + k]) * (1.0 if p == seat else -share)
        self.move_card(cell, seat, owner)
        return found

    def look(self) -> None:
        i: cython.int
        self.begin_with(self.state.seat + (self.calm() and not self.state.over))
        self.count()
        self.expect()
        i = self.write_ends()
        i = self.write_regions(i)
        self.write_players(i)

    def write_ends(self) -> cython.int:
        """The ends of the rows, the most worthwhile for the next to take first, each with the card behind it."""
        r: cython.int
        i: cython.int
        j: cython.int
        n: cython.int = 0
        c: cython.int
        b: cython.int
        side: cython.int
        taker: cython.int = self.seats[0]
        worth: cython.double
        for i in range(REGIONS):
            self.single_best[i] = 0.0
            self.single_next[i] = 0.0
        for r in range(self.state.rows):
            for side in range(2):
                if self.state.left[r] + side > self.state.right[r]:  # an empty row, or a single card seen already
                    continue
                if side == 0:
                    c = self.state.left[r]
                    b = c + 1 if c < self.state.right[r] else NONE
                else:
                    c = self.state.right[r]
                    b = c - 1 if c > self.state.left[r] else NONE
                worth = self.gain(c, taker)
                j = n
                while j > 0 and self.end_gain[j - 1] < worth:
                    self.end_gain[j] = self.end_gain[j - 1]
                    self.end_cell[j] = self.end_cell[j - 1]
                    self.end_behind[j] = self.end_behind[j - 1]
                    j -= 1
                self.end_gain[j] = worth
                self.end_cell[j] = c
                self.end_behind[j] = b
                n += 1
        for i in range(ENDS):
            if i < n:
                self.write_end(i, taker)
            else:
                for j in range(FIELDS):
                    self.x[i * FIELDS + j] = 0.0
        return ENDS * FIELDS

    def write_end(self, i: cython.int, taker: cython.int) -> None:
        c: cython.int = self.end_cell[i]
        b: cython.int = self.end_behind[i]
        r: cython.int = self.state.region[c]
        owner: cython.int = self.owner_of(c)
        pays: cython.bint = self.state.supply[taker] > 0 or self.state.placed[taker] > 0
        base: cython.int = i * FIELDS
        self.x[base] = 1.0
        self.x[base + 1] = 1.0 if owner == NONE or owner == taker or pays else 0.0
        self.x[base + 2] = 1.0 if owner != NONE and owner != taker else 0.0
        self.x[base + 3] = 1.0 if owner == taker else 0.0
        self.x[base + 4] = 0.2 * self.end_gain[i]
        self.x[base + 5] = 0.2 * self.gain(c, self.seats[1])
        self.x[base + 6] = 0.2 * self.gain(b, taker) if b != NONE else 0.0
        self.x[base + 7] = 1.0 if self.state.slot_at[c] >= 0 else 0.0
        self.x[base + 8] = 0.5 * self.state.weight[c]
        self.x[base + 9] = 0.0
        if b != NONE and self.state.region[b] == r and self.state.weight[b] + self.state.weight[c] <= self.state.limit:
            self.x[base + 9] = 1.0
        self.x[base + 10] = 0.0  # what another end of the same region would add in the same turn
        if owner == NONE or owner == taker or pays:
            if self.single_best[r] != 0.0 and self.state.weight[c] + self.single_next[r] <= self.state.limit:
                self.x[base + 10] = 0.2 * (self.single_best[r] + self.end_gain[i])
            if self.single_best[r] == 0.0 and self.state.weight[c] < self.state.limit:
                self.single_best[r] = self.end_gain[i]
                self.single_next[r] = self.state.weight[c]

    def write_regions(self, i: cython.int) -> cython.int:
        """Regions and symbols: what everybody has, has reserved and may expect, and what is free."""
        j: cython.int
        r: cython.int
        k: cython.int
        at: cython.int
        size: cython.float
        for r in range(self.state.regions):
            size = 1.0 / (self.whole[r] if self.whole[r] > 0 else 1)
            for j in range(self.players):
                at = self.seats[j] * REGIONS + r
                self.x[i] = self.counts[at] * size
                self.x[i + 1] = self.kept[at] * size
                self.x[i + 2] = self.region_worth[at] * 0.2
                self.x[i + 3] = 1.0 if self.state.cards[at] > 0 else 0.0
                i += 4
            self.x[i] = self.free[r] * size
            i += 1
        for k in range(self.state.kinds):
            for j in range(self.players):
                at = self.seats[j] * KINDS + k
                self.x[i] = self.signs[at] * 0.2
                self.x[i + 1] = self.sign_worth[at] * 0.2
                i += 2
            self.x[i] = self.signs_free[k] * 0.1
            i += 1
        return i

    def write_players(self, i: cython.int) -> None:
        """Markers, tokens and standing by player, and the stage of the game."""
        j: cython.int
        p: cython.int
        lifted: cython.int
        for j in range(self.players):
            p = self.seats[j]
            lifted = 1 if self.state.phase == PUTTING and p == self.state.seat else 0
            self.x[i] = 0.05 * self.lead(p)
            self.x[i + 1] = 0.02 * self.points[p]
            self.x[i + 2] = 0.3 * (self.state.supply[p] + lifted)
            self.x[i + 3] = 0.3 * (self.state.placed[p] - lifted)
            self.x[i + 4] = 0.3 * self.state.boxed[p]
            self.x[i + 5] = 1.0 if self.state.supply[p] + self.state.placed[p] == 0 else 0.0
            self.x[i + 6] = 0.5 * self.tokens[p * FACES + BACK]
            self.x[i + 7] = 0.5 * self.tokens[p * FACES + THREE]
            self.x[i + 8] = 0.5 * self.tokens[p * FACES + COLOURS]
            self.x[i + 9] = 0.3 * self.state.total[p] / (self.state.cells // self.players)
            i += 10
        self.x[i] = 1.0 * self.state.lying / self.state.cells
        self.x[i + 1] = 1.0 if self.state.lying & 1 else 0.0
        self.x[i + 2] = 1.0 if not self.state.over and self.first != self.state.seat else 0.0
        self.x[i + 3] = self.x[i + 2] * self.x[i]
        self.x[i + 4] = 1.0 if self.state.lying < 12 else 0.0
        self.x[i + 5] = 0.25 * self.state.rows_empty
