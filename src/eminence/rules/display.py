# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The display games: both Richelieus and the card game. The order is that of the rules page (D1-D34)."""

from __future__ import annotations

import cython

from eminence.rules import codes, spec

if not cython.compiled:
    from eminence.rules.display_table import DisplayTable
    from eminence.rules.scoring import majority, rank_points

TAKE = cython.declare(cython.int, codes.TAKE)
PAY = cython.declare(cython.int, codes.PAY)
PAY_SUPPLY = cython.declare(cython.int, codes.PAY_SUPPLY)
TOKEN = cython.declare(cython.int, codes.TOKEN)
STOP = cython.declare(cython.int, codes.STOP)
PASS = cython.declare(cython.int, codes.PASS)
PLACE = cython.declare(cython.int, codes.PLACE)
LIFT = cython.declare(cython.int, codes.LIFT)
END = cython.declare(cython.int, codes.DISPLAY_ACTIONS)
TAKING = cython.declare(cython.int, codes.TAKING)
PAYING = cython.declare(cython.int, codes.PAYING)
MARKING = cython.declare(cython.int, codes.MARKING)
PUTTING = cython.declare(cython.int, codes.PUTTING)
BACK = cython.declare(cython.int, spec.BACK)
THREE = cython.declare(cython.int, spec.THREE)
COLOURS = cython.declare(cython.int, spec.COLOURS)
MINUS = cython.declare(cython.int, spec.MINUS)
CREST = cython.declare(cython.int, spec.CREST)
SYMBOL = cython.declare(cython.int, spec.SYMBOL)
LEGAL = cython.declare(cython.int, codes.LEGAL)
GAME_OVER = cython.declare(cython.int, codes.GAME_OVER)
UNKNOWN_DECISION = cython.declare(cython.int, codes.UNKNOWN_DECISION)
NOT_NOW = cython.declare(cython.int, codes.NOT_NOW)
PAY_FIRST = cython.declare(cython.int, codes.PAY_FIRST)
TAKE_FIRST = cython.declare(cython.int, codes.TAKE_FIRST)
NOT_AN_END = cython.declare(cython.int, codes.NOT_AN_END)
CARD_GONE = cython.declare(cython.int, codes.CARD_GONE)
ANOTHER_REGION = cython.declare(cython.int, codes.ANOTHER_REGION)
OVER_LIMIT = cython.declare(cython.int, codes.OVER_LIMIT)
LIMIT_REACHED = cython.declare(cython.int, codes.LIMIT_REACHED)
CARD_LIMIT = cython.declare(cython.int, codes.CARD_LIMIT)
FIRST_TURN = cython.declare(cython.int, codes.FIRST_TURN)
CANNOT_PAY = cython.declare(cython.int, codes.CANNOT_PAY)
SUPPLY_EMPTY = cython.declare(cython.int, codes.SUPPLY_EMPTY)
NOT_YOUR_MARKER = cython.declare(cython.int, codes.NOT_YOUR_MARKER)
TOKEN_NOT_HELD = cython.declare(cython.int, codes.TOKEN_NOT_HELD)
TOKEN_PLAYED = cython.declare(cython.int, codes.TOKEN_PLAYED)
NO_MARKER_IN_BOX = cython.declare(cython.int, codes.NO_MARKER_IN_BOX)
MARKER_LIMIT = cython.declare(cython.int, codes.MARKER_LIMIT)
ALREADY_MARKED = cython.declare(cython.int, codes.ALREADY_MARKED)
SUPPLY_FIRST = cython.declare(cython.int, codes.SUPPLY_FIRST)
SAME_CARD = cython.declare(cython.int, codes.SAME_CARD)
PUT_LIFTED = cython.declare(cython.int, codes.PUT_LIFTED)
CAN_TAKE = cython.declare(cython.int, codes.CAN_TAKE)
NOTHING_TO_TAKE = cython.declare(cython.int, codes.NOTHING_TO_TAKE)
NONE = cython.declare(cython.int, -1)
REGIONS = cython.declare(cython.int, spec.MAX_REGIONS)
KINDS = cython.declare(cython.int, spec.MAX_KINDS)


@cython.final
@cython.cclass
class DisplayState(DisplayTable):
    """One game of cards in rows: `richelieu-duel`, `richelieu` or `cardinal-cards`."""

    # A turn: which cards may be taken.

    def against_taking(self, cell: cython.int) -> cython.int:
        """D4-D9: 0 if the end at `cell` may be taken now, otherwise the reason why not."""
        if self.taken > 0:
            if self.taken >= self.turn_cards:  # D5, D6
                return FIRST_TURN if self.turn_cards < self.max_cards else CARD_LIMIT
            if self.region[cell] != self.turn_region and not self.any_colours:  # D5, D7, D16
                return ANOTHER_REGION
            if self.turn_weight >= self.turn_limit:  # D7: once reached, nothing more
                return LIMIT_REACHED
            if self.turn_weight + self.weight[cell] > self.turn_limit:  # D5, D7
                return OVER_LIMIT
        if self.supply[self.seat] == 0 and self.placed[self.seat] == 0:  # D9
            if self.marker[cell] != NONE and self.marker[cell] != self.seat:
                return CANNOT_PAY
        return LEGAL

    def may_go_on(self) -> cython.bint:
        """D5-D7: whether the turn has room for a card, whichever it is."""
        return self.taken == 0 or (self.taken < self.turn_cards and self.turn_weight < self.turn_limit)

    def can_take(self) -> cython.bint:
        """Whether any card may be taken now."""
        r: cython.int
        if not self.may_go_on():
            return False
        for r in range(self.rows):
            if self.left[r] <= self.right[r]:
                if self.against_taking(self.left[r]) == 0 or self.against_taking(self.right[r]) == 0:
                    return True
        return False

    def slot_held(self, face: cython.int) -> cython.int:
        """The first token cell whose token, of this face, the seat to act holds; -1 for none."""
        i: cython.int
        for i in range(self.slots):
            if self.holder[i] == self.seat and self.face[i] == face and self.played[i] == 0:
                return i
        return -1

    def against_token(self, face: cython.int) -> cython.int:
        """D14, D16: 0 if a token of this face may be played now."""
        if face == THREE and self.turn_limit > self.limit:
            return TOKEN_PLAYED
        if face == COLOURS and self.any_colours:
            return TOKEN_PLAYED
        if self.tokens_held(self.seat, face) == 0:
            return TOKEN_NOT_HELD
        if face == BACK and self.boxed[self.seat] == 0:
            return NO_MARKER_IN_BOX
        return LEGAL

    def might_play(self) -> cython.bint:
        """Whether, for all that the others can see, a token might be played now (D10, D14, D16)."""
        if self.down[self.seat] == 0:
            return False
        if self.boxed[self.seat] > 0:
            return True
        return self.tablets and not (self.any_colours and self.turn_limit > self.limit)

    # The marker step.

    def can_put(self) -> cython.bint:
        """D11, D12: a marker in supply, room below the limit, a card without a marker."""
        return self.supply[self.seat] > 0 and self.placed[self.seat] < self.marker_limit and self.unmarked > 0

    def can_move(self) -> cython.bint:
        """D11: only when none can be put from supply; D34: also otherwise."""
        if self.placed[self.seat] == 0 or self.unmarked == 0:
            return False
        if self.short_rules:
            return True
        return self.supply[self.seat] == 0 or self.placed[self.seat] >= self.marker_limit

    # Legal decisions.

    def generate(self) -> cython.int:
        """Most decisions are written first and counted only if legal: no processor foretells a branch on that."""
        n: cython.int = 0
        r: cython.int
        c: cython.int
        p: cython.int = self.seat
        if self.phase == TAKING:
            if self.may_go_on():
                for r in range(self.rows):
                    c = self.left[r]
                    if c <= self.right[r]:
                        self.acts[n] = TAKE + c
                        n += self.against_taking(c) == LEGAL
                        if c != self.right[r]:
                            c = self.right[r]
                            self.acts[n] = TAKE + c
                            n += self.against_taking(c) == LEGAL
            if self.taken == 0 and n == 0:  # D13: asked, for all can see that there might be a "marker back"
                if self.against_token(BACK) == 0:
                    self.acts[n] = TOKEN + BACK
                    n += 1
                self.acts[n] = PASS
                return n + 1
            if self.down[p] > 0:
                if self.boxed[p] > 0 and self.against_token(BACK) == 0:
                    self.acts[n] = TOKEN + BACK
                    n += 1
                if self.tablets:
                    if self.against_token(THREE) == 0:
                        self.acts[n] = TOKEN + THREE
                        n += 1
                    if self.against_token(COLOURS) == 0:
                        self.acts[n] = TOKEN + COLOURS
                        n += 1
            if self.taken > 0:
                self.acts[n] = STOP
                n += 1
            return n
        if self.phase == PAYING:
            if self.supply[p] > 0:
                self.acts[n] = PAY_SUPPLY
                n += 1
            if self.placed[p] > 0:
                n = self.each_marker(PAY, n)
            return n
        if self.phase == MARKING:
            self.acts[n] = STOP
            n += 1
            if self.can_put():
                n = self.each_unmarked(n)
            if self.can_move():
                n = self.each_marker(LIFT, n)
            return n
        return self.each_unmarked(n)

    def each_marker(self, base: cython.int, n: cython.int) -> cython.int:
        """Add a decision for every card with the player's own marker."""
        r: cython.int
        c: cython.int
        p: cython.int = self.seat
        for r in range(self.rows):
            for c in range(self.left[r], self.right[r] + 1):
                self.acts[n] = base + c
                n += self.marker[c] == p
        return n

    def each_unmarked(self, n: cython.int) -> cython.int:
        """Add putting a marker on every card without one."""
        r: cython.int
        c: cython.int
        for r in range(self.rows):
            for c in range(self.left[r], self.right[r] + 1):
                self.acts[n] = PLACE + c
                n += self.marker[c] == NONE
        return n

    def lies(self, cell: cython.int) -> cython.bint:
        """Whether the card still lies on the display."""
        r: cython.int
        if cell >= self.cells:
            return False
        r = cell // self.columns
        return self.left[r] <= cell <= self.right[r]

    def refusal(self, action: cython.int) -> cython.int:
        if self.over:
            return GAME_OVER
        if action < 0 or action >= END:
            return UNKNOWN_DECISION
        if action < PAY:
            return self.against_take(action - TAKE)
        if action <= PAY_SUPPLY:
            return self.against_payment(action)
        if action < STOP:
            return self.against_playing(action - TOKEN)
        if action == STOP:
            if self.phase == TAKING:
                return LEGAL if self.taken > 0 else TAKE_FIRST
            return LEGAL if self.phase == MARKING else (PAY_FIRST if self.phase == PAYING else PUT_LIFTED)
        if action == PASS:
            return NOT_NOW if self.phase != TAKING or self.taken > 0 else (CAN_TAKE if self.can_take() else LEGAL)
        if action < LIFT:
            return self.against_place(action - PLACE)
        return self.against_lift(action - LIFT)

    def against_take(self, cell: cython.int) -> cython.int:
        r: cython.int
        if cell >= self.cells:
            return UNKNOWN_DECISION
        if self.phase == PAYING:
            return PAY_FIRST
        if self.phase == PUTTING:
            return PUT_LIFTED
        if not self.lies(cell):
            return CARD_GONE
        r = cell // self.columns
        if self.left[r] != cell and self.right[r] != cell:  # D4
            return NOT_AN_END
        if self.phase == MARKING and self.against_taking(cell) == LEGAL:
            return NOT_NOW
        return self.against_taking(cell)

    def against_payment(self, action: cython.int) -> cython.int:
        if action != PAY_SUPPLY and action - PAY >= self.cells:
            return UNKNOWN_DECISION
        if self.phase != PAYING:
            return NOT_NOW
        if action == PAY_SUPPLY:
            return LEGAL if self.supply[self.seat] > 0 else SUPPLY_EMPTY
        return LEGAL if self.marker[action - PAY] == self.seat else NOT_YOUR_MARKER

    def against_playing(self, face: cython.int) -> cython.int:
        if face != BACK and not self.tablets:
            return UNKNOWN_DECISION
        if self.phase != TAKING:
            return PAY_FIRST if self.phase == PAYING else (PUT_LIFTED if self.phase == PUTTING else NOT_NOW)
        if face != BACK and self.taken == 0 and not self.can_take():  # D13
            return NOTHING_TO_TAKE
        return self.against_token(face)

    def against_place(self, cell: cython.int) -> cython.int:
        if cell >= self.cells:
            return UNKNOWN_DECISION
        if self.phase == TAKING:
            return NOT_NOW if self.taken > 0 else TAKE_FIRST
        if self.phase == PAYING:
            return PAY_FIRST
        if not self.lies(cell):
            return CARD_GONE
        if self.phase == PUTTING and cell == self.cell:
            return SAME_CARD
        if self.phase == MARKING:
            if self.supply[self.seat] == 0:
                return SUPPLY_EMPTY
            if self.placed[self.seat] >= self.marker_limit:
                return MARKER_LIMIT
        return LEGAL if self.marker[cell] == NONE else ALREADY_MARKED

    def against_lift(self, cell: cython.int) -> cython.int:
        if cell >= self.cells:
            return UNKNOWN_DECISION
        if self.phase == TAKING:
            return NOT_NOW if self.taken > 0 else TAKE_FIRST
        if self.phase != MARKING:
            return PAY_FIRST if self.phase == PAYING else PUT_LIFTED
        if not self.lies(cell):
            return CARD_GONE
        if self.marker[cell] != self.seat:
            return NOT_YOUR_MARKER
        return LEGAL if self.can_move() else SUPPLY_FIRST

    # Carrying out.

    def apply(self, action: cython.int) -> None:
        c: cython.int
        if action < PAY:
            c = action - TAKE
            if self.marker[c] != NONE and self.marker[c] != self.seat:
                self.cell = c
                self.phase = PAYING
            else:
                self.take(c)
        elif action <= PAY_SUPPLY:
            self.pay(action)
        elif action < STOP:
            self.play_token(action - TOKEN)
        elif action == STOP:
            if self.phase == TAKING:
                self.end_taking()
            else:
                self.end_turn()
        elif action == PASS:
            self.end_turn()
        elif action < LIFT:
            self.put(action - PLACE)
        else:
            self.cell = action - LIFT
            self.phase = PUTTING

    def pay(self, action: cython.int) -> None:
        """D9: a marker of one's own goes to the box, the owner of the marker on the card gets it back."""
        p: cython.int = self.seat
        if action == PAY_SUPPLY:
            self.supply[p] -= 1
        else:
            self.marker[action - PAY] = NONE
            self.placed[p] -= 1
            self.unmarked += 1
        self.boxed[p] += 1
        self.phase = TAKING
        self.take(self.cell)

    def take(self, cell: cython.int) -> None:
        """D4, D8-D10: the card goes to the player, a marker on it back to its owner, a token face down to the taker."""
        p: cython.int = self.seat
        r: cython.int = cell // self.columns
        kind: cython.int = self.kind[cell]
        owner: cython.int = self.marker[cell]
        slot: cython.int = self.slot_at[cell]
        if owner == NONE:
            self.unmarked -= 1
        else:
            self.marker[cell] = NONE
            self.supply[owner] += 1
            self.placed[owner] -= 1
        if cell == self.left[r]:
            self.left[r] += 1
        else:
            self.right[r] -= 1
        if self.left[r] > self.right[r]:
            self.rows_empty += 1
        self.lying -= 1
        self.taker[cell] = p
        self.collect(p, kind)
        if slot >= 0:
            self.holder[slot] = p
            self.down[p] += 1
        if self.taken == 0:
            self.turn_region = self.region[cell]
        self.taken += 1
        self.turn_weight += self.weight[cell]
        if self.lying == 0:  # D17
            self.over = True
        else:
            self.ask_on()

    def collect(self, seat: cython.int, kind: cython.int) -> None:
        """Add a card to a player's collection."""
        region: cython.int = self.type_region[kind]
        self.total[seat] += 1
        self.cards[seat * REGIONS + region] += 1
        self.crests[seat * REGIONS + region] += self.type_weight[kind]
        if self.type_symbol[kind] >= 0:
            self.symbols[seat * KINDS + self.type_symbol[kind]] += 1
        if self.type_circle[2 * kind] >= 0:
            self.circles[(seat * REGIONS + region) * KINDS + self.type_circle[2 * kind]] += 1
        if self.type_circle[2 * kind + 1] >= 0:
            self.circles[(seat * REGIONS + region) * KINDS + self.type_circle[2 * kind + 1]] += 1

    def play_token(self, face: cython.int) -> None:
        """D14, D16: the token leaves the game and has its effect."""
        i: cython.int
        slot: cython.int = self.slot_held(face)
        self.played[slot] = 1
        self.down[self.seat] -= 1
        for i in range(slot):  # of several alike the first is played, so the earlier ones are something else
            if self.holder[i] == self.seat and self.played[i] == 0:
                self.excluded[i] |= 1 << face
        if face == BACK:
            self.boxed[self.seat] -= 1
            self.supply[self.seat] += 1
        elif face == THREE:
            self.turn_limit = self.limit + 1
        else:
            self.any_colours = True
        if self.taken > 0:
            self.ask_on()

    def ask_on(self) -> None:
        """D4, D10: the taking step goes on if, for all that the others can see, there might be something to decide."""
        if not self.can_take() and not self.might_play():
            self.end_taking()

    def end_taking(self) -> None:
        """D11, D18: the marker step, unless the game ends early or nothing can be put or moved."""
        if self.early_end and self.rows_empty >= self.rows - 1:
            self.over = True
        elif self.can_put() or self.can_move():
            self.phase = MARKING
        else:
            self.end_turn()

    def put(self, cell: cython.int) -> None:
        """D11: put a marker from supply, or the lifted one."""
        if self.phase == PUTTING:
            self.marker[self.cell] = NONE
        else:
            self.supply[self.seat] -= 1
            self.placed[self.seat] += 1
            self.unmarked -= 1
        self.marker[cell] = self.seat
        self.end_turn()

    def end_turn(self) -> None:
        """D3, D13: the next player who can take a card, or who might play "marker back" in order to."""
        i: cython.int
        self.turn += 1
        for i in range(self.players):
            self.seat = self.seat + 1 if self.seat + 1 < self.players else 0
            self.begin_turn()
            if self.can_take() or (self.boxed[self.seat] > 0 and self.down[self.seat] > 0):
                return

    # Scoring.

    def tally(self) -> None:
        if self.scores_ranks:
            self.tally_countries()
        else:
            self.tally_regions()

    def tokens_held(self, seat: cython.int, face: cython.int) -> cython.int:
        """How many tokens of a face a player holds, as far as they are known."""
        i: cython.int
        n: cython.int = 0
        for i in range(self.slots):
            n += (self.holder[i] == seat) & (self.face[i] == face) & (self.played[i] == 0)
        return n

    def tally_regions(self) -> None:
        """D19-D27: regions, cards of a region at all, symbols."""
        p: cython.int
        r: cython.int
        k: cython.int
        held: cython.int
        for p in range(self.players):
            self.breaker[p] = -self.total[p]  # D27
        for r in range(self.regions):
            for p in range(self.players):
                self.counts[p] = self.crests[p * REGIONS + r] + self.tokens_held(p, CREST + r)  # D15
            majority(self.counts, self.players, self.tied_score, self.gains)
            self.write_line()
        for p in range(self.players):
            self.gains[p] = 0
            for r in range(self.regions):
                if self.cards[p * REGIONS + r] > 0:
                    self.gains[p] += self.present  # D22
                elif not (self.short_rules and self.tokens_held(p, CREST + r) > 0):  # D21, D34
                    self.gains[p] -= self.missing
        self.write_line()
        for k in range(self.kinds):
            for p in range(self.players):
                self.counts[p] = self.symbols[p * KINDS + k] + self.tokens_held(p, SYMBOL + k)
            majority(self.counts, self.players, self.tied_score, self.gains)
            for p in range(self.players):
                held = self.counts[p] if self.short_rules else self.symbols[p * KINDS + k]
                if held == 0:  # D25, D34
                    self.gains[p] -= self.missing
            self.write_line()

    def tally_countries(self) -> None:
        """D28-D32: cards and circle symbols country by country, routes, tablets."""
        p: cython.int
        r: cython.int
        k: cython.int
        n: cython.int
        for p in range(self.players):
            self.breaker[p] = self.total[p]  # D32
        for r in range(self.regions):
            for p in range(self.players):
                self.counts[p] = self.cards[p * REGIONS + r]
            rank_points(self.counts, self.players, self.region_cards[r], self.gains)  # D28
            self.write_line()
            for p in range(self.players):
                self.counts[p] = 0
                for k in range(self.circle_kinds):
                    n = self.circles[(p * REGIONS + r) * KINDS + k]
                    if n > self.counts[p]:
                        self.counts[p] = n
            majority(self.counts, self.players, True, self.gains)  # D29
            self.write_line()
        for k in range(self.kinds):
            for p in range(self.players):
                n = self.symbols[p * KINDS + k]
                self.gains[p] = n if n >= 5 else 0  # D30
            self.write_line()
        for p in range(self.players):
            self.gains[p] = -2 * self.tokens_held(p, MINUS)  # D31
        self.write_line()
