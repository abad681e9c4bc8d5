# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The board game. The order is that of the rules page (B1-B20)."""

from __future__ import annotations

import cython

from eminence.rules import codes, spec

if not cython.compiled:
    from eminence.rules.board_knowledge import BoardKnowledge
    from eminence.rules.scoring import rank_points

ADVISOR = cython.declare(cython.int, codes.ADVISOR)
PAYMENTS = cython.declare(cython.int, codes.PAYMENTS)
EXCHANGE = cython.declare(cython.int, codes.EXCHANGE)
DRAW = cython.declare(cython.int, codes.DRAW)
DRAW_PILE = cython.declare(cython.int, codes.DRAW_PILE)
STOP = cython.declare(cython.int, codes.BOARD_STOP)
PASS = cython.declare(cython.int, codes.BOARD_PASS)
END = cython.declare(cython.int, codes.BOARD_ACTIONS)
TURN = cython.declare(cython.int, codes.TURN)
PLACING = cython.declare(cython.int, codes.PLACING)
DRAWING = cython.declare(cython.int, codes.DRAWING)
LEGAL = cython.declare(cython.int, codes.LEGAL)
GAME_OVER = cython.declare(cython.int, codes.GAME_OVER)
UNKNOWN_DECISION = cython.declare(cython.int, codes.UNKNOWN_DECISION)
NOT_NOW = cython.declare(cython.int, codes.NOT_NOW)
DRAW_FIRST = cython.declare(cython.int, codes.DRAW_FIRST)
CARD_NOT_HELD = cython.declare(cython.int, codes.CARD_NOT_HELD)
PAIR_NOT_HELD = cython.declare(cython.int, codes.PAIR_NOT_HELD)
JOKER_SHOWS = cython.declare(cython.int, codes.JOKER_SHOWS)
ANOTHER_COUNTRY = cython.declare(cython.int, codes.ANOTHER_COUNTRY)
ONE_PIECE = cython.declare(cython.int, codes.ONE_PIECE)
TWO_PIECES = cython.declare(cython.int, codes.TWO_PIECES)
FIELD_TAKEN = cython.declare(cython.int, codes.FIELD_TAKEN)
NO_MONASTERY = cython.declare(cython.int, codes.NO_MONASTERY)
NO_ADVISOR = cython.declare(cython.int, codes.NO_ADVISOR)
NO_ROOM = cython.declare(cython.int, codes.NO_ROOM)
NOT_OPEN = cython.declare(cython.int, codes.NOT_OPEN)
EXCHANGE_INSTEAD = cython.declare(cython.int, codes.EXCHANGE_INSTEAD)
PILE_EXHAUSTED = cython.declare(cython.int, codes.PILE_EXHAUSTED)
ALREADY_PLACING = cython.declare(cython.int, codes.ALREADY_PLACING)
PLACE_FIRST = cython.declare(cython.int, codes.PLACE_FIRST)
NONE = cython.declare(cython.int, -1)
COUNTRIES = cython.declare(cython.int, spec.MAX_COUNTRIES)
COLOURS = cython.declare(cython.int, spec.MAX_COLOURS)
LINE = cython.declare(cython.int, 5)
PILE_DRAWN = cython.declare(cython.int, 15)  # in `log`: a card from the second pile; otherwise the colour played
ONE = cython.declare(cython.ulonglong, 1)


@cython.final
@cython.cclass
class BoardState(BoardKnowledge):
    """One game of monasteries and advisors on the map: `cardinal-board`."""

    # A turn: where a piece may go.

    def has_field(self, country: cython.int) -> cython.bint:
        """B8: a free field."""
        return self.built[country] < self.first_field[country + 1] - self.first_field[country]

    def has_room(self, country: cython.int) -> cython.bint:
        """B9: fewer advisors than the largest number of monasteries that any one player has there."""
        return self.seated[country] < self.most[country]

    def might_place(self, seat: cython.int, country: cython.int) -> cython.bint:
        """B8-B10, whatever the hand: a piece of the player's could go there."""
        return (self.monasteries_left[seat] > 0 and self.has_field(country)) or (
            self.advisors_left[seat] > 0 and self.has_room(country)
        )

    def might_place_anywhere(self, seat: cython.int) -> cython.bint:
        c: cython.int
        for c in range(self.countries):
            if self.might_place(seat, c):
                return True
        return False

    def generate(self) -> cython.int:
        """Most decisions are written first and counted only if legal: no processor foretells a branch on that."""
        n: cython.int = 0
        k: cython.int
        c: cython.int
        pairs: cython.int
        if self.phase == DRAWING:
            for k in range(self.colours):
                self.acts[n] = DRAW + k
                n += self.open[k] > 0
            if self.pile_size > 0:
                self.acts[n] = DRAW_PILE
                n += 1
            return n
        pairs = self.find_pairs()
        if self.phase == PLACING:
            self.acts[n] = STOP
            return self.each_piece(self.turn_country, pairs, n + 1)
        if self.final:
            self.acts[n] = PASS
            n += 1
        else:
            for k in range(self.colours):
                self.acts[n] = EXCHANGE + k
                n += self.hand[self.seat * COLOURS + k] > 0
        for c in range(self.countries):
            n = self.each_piece(c, pairs, n)
        return n

    def find_pairs(self) -> cython.int:
        """B6: write the colours of which the hand has a pair into `pair` and return their number."""
        k: cython.int
        n: cython.int = 0
        for k in range(self.colours):
            self.pair[n] = k
            n += self.hand[self.seat * COLOURS + k] > 1
        return n

    def each_piece(self, country: cython.int, pairs: cython.int, n: cython.int) -> cython.int:
        """B5, B6: every piece that the hand can place in a country, with every way to pay."""
        i: cython.int
        colour: cython.int = self.country_colour[country]
        if self.hand[self.seat * COLOURS + colour] > 0:
            n = self.each_target(country, 0, n)
        for i in range(pairs):
            if self.pair[i] != colour:
                n = self.each_target(country, 1 + self.pair[i], n)
        return n

    def each_target(self, country: cython.int, payment: cython.int, n: cython.int) -> cython.int:
        """B8-B10: every piece that may go to a country, paid in one way."""
        f: cython.int
        p: cython.int = self.seat
        if self.monasteries_left[p] > 0:
            for f in range(self.first_field[country], self.first_field[country + 1]):
                self.acts[n] = f * PAYMENTS + payment
                n += self.owner[f] == NONE
        self.acts[n] = (ADVISOR + country) * PAYMENTS + payment
        return n + (self.advisors_left[p] > 0 and self.has_room(country))

    def refusal(self, action: cython.int) -> cython.int:
        if self.over:
            return GAME_OVER
        if action < 0 or action >= END:
            return UNKNOWN_DECISION
        if action < EXCHANGE:
            return self.against_piece(action // PAYMENTS, action % PAYMENTS)
        if action < DRAW:
            return self.against_exchange(action - EXCHANGE)
        if action <= DRAW_PILE:
            return self.against_draw(action)
        if action == STOP:
            if self.phase == TURN:
                return PLACE_FIRST
            return LEGAL if self.phase == PLACING else DRAW_FIRST
        if self.phase != TURN:
            return NOT_NOW
        return LEGAL if self.final else EXCHANGE_INSTEAD

    def against_piece(self, target: cython.int, payment: cython.int) -> cython.int:
        """B5-B10."""
        p: cython.int = self.seat
        country: cython.int
        if target >= ADVISOR:
            country = target - ADVISOR
            if country >= self.countries:
                return UNKNOWN_DECISION
        else:
            if target >= self.fields:
                return UNKNOWN_DECISION
            country = self.field_country[target]
        if payment > self.colours:
            return UNKNOWN_DECISION
        if self.phase == DRAWING:
            if self.pieces == self.turn_pieces:  # B7
                return ONE_PIECE if self.turn_pieces == 1 else TWO_PIECES
            return DRAW_FIRST
        if self.phase == PLACING and country != self.turn_country:
            return ANOTHER_COUNTRY
        if payment == 0:
            if self.hand[p * COLOURS + self.country_colour[country]] == 0:
                return CARD_NOT_HELD
        else:
            if payment - 1 == self.country_colour[country]:
                return JOKER_SHOWS
            if self.hand[p * COLOURS + payment - 1] < 2:
                return PAIR_NOT_HELD
        if target >= ADVISOR:
            if self.advisors_left[p] == 0:
                return NO_ADVISOR
            return LEGAL if self.has_room(country) else NO_ROOM
        if self.monasteries_left[p] == 0:
            return NO_MONASTERY
        return LEGAL if self.owner[target] == NONE else FIELD_TAKEN

    def against_exchange(self, colour: cython.int) -> cython.int:
        """B12, B14."""
        if colour >= self.colours:
            return UNKNOWN_DECISION
        if self.phase != TURN:
            return ALREADY_PLACING if self.phase == PLACING else DRAW_FIRST
        if self.final:
            return PILE_EXHAUSTED
        return LEGAL if self.hand[self.seat * COLOURS + colour] > 0 else CARD_NOT_HELD

    def against_draw(self, action: cython.int) -> cython.int:
        """B11, B12."""
        if action != DRAW_PILE and action - DRAW >= self.colours:
            return UNKNOWN_DECISION
        if self.phase != DRAWING:
            return NOT_NOW
        if action == DRAW_PILE:
            return LEGAL if self.pile_size > 0 else PILE_EXHAUSTED
        return LEGAL if self.open[action - DRAW] > 0 else NOT_OPEN

    # Carrying out.

    def apply(self, action: cython.int) -> None:
        if action < EXCHANGE:
            self.place(action // PAYMENTS, action % PAYMENTS)
        elif action < DRAW:
            self.spend(action - EXCHANGE, 1)
            self.phase = DRAWING
        elif action < DRAW_PILE:
            self.draw_open(action - DRAW)
        elif action == DRAW_PILE:
            self.draw_pile()
        elif action == STOP:
            self.begin_drawing()
        else:
            self.end_turn()

    def place(self, target: cython.int, payment: cython.int) -> None:
        """B5-B9: pay, put the piece down, and see whether another may follow."""
        p: cython.int = self.seat
        country: cython.int
        country = target - ADVISOR if target >= ADVISOR else self.field_country[target]
        if self.pieces == 0:
            self.turn_country = country
            if self.built[country] == 0 and self.seated[country] == 0:  # B7
                self.turn_pieces = 1
        if payment == 0:
            self.spend(self.country_colour[country], 1)
        else:
            self.spend(payment - 1, 2)
        if target >= ADVISOR:
            self.advisors[p * COUNTRIES + country] += 1
            self.seated[country] += 1
            self.advisors_left[p] -= 1
        else:
            self.owner[target] = p
            self.held[p] |= ONE << target
            self.built[country] += 1
            self.monasteries[p * COUNTRIES + country] += 1
            if self.monasteries[p * COUNTRIES + country] > self.most[country]:
                self.most[country] = self.monasteries[p * COUNTRIES + country]
            self.monasteries_left[p] -= 1
        self.pieces += 1
        if self.map_closed():  # B15
            self.over = True
        elif self.pieces < self.turn_pieces and self.hand_size[p] > 0 and self.might_place(p, country):
            self.phase = PLACING
        else:
            self.begin_drawing()

    def spend(self, colour: cython.int, n: cython.int) -> None:
        """B11: cards go on the discards. A card known to be in the hand counts as the one that left it."""
        i: cython.int = self.seat * COLOURS + colour
        self.hand[i] -= n
        self.hand_size[self.seat] -= n
        self.discard[colour] += n
        while n > 0:
            if self.known[i] > 0:
                self.known[i] -= 1
            elif self.half > 0:
                self.log[self.logged] = self.seat * 16 + colour
                self.logged += 1
            n -= 1

    def map_closed(self) -> cython.bint:
        """B15: nobody can ever place a piece again."""
        p: cython.int
        for p in range(self.players):
            if self.might_place_anywhere(p):
                return False
        return True

    def begin_drawing(self) -> None:
        """B11, B14: fill the hand, unless the pile is exhausted for the second time."""
        if self.final:
            self.end_turn()
        else:
            self.phase = DRAWING

    def draw_open(self, colour: cython.int) -> None:
        """B11: everybody sees which card it is."""
        self.open[colour] -= 1
        self.open_size -= 1
        self.hand[self.seat * COLOURS + colour] += 1
        self.known[self.seat * COLOURS + colour] += 1
        self.hand_size[self.seat] += 1
        self.drawn()

    def draw_pile(self) -> None:
        colour: cython.int = self.from_pile()
        self.hand[self.seat * COLOURS + colour] += 1
        self.hand_size[self.seat] += 1
        if self.half > 0:
            self.second_drawn[self.seat * COLOURS + colour] += 1
            self.log[self.logged] = self.seat * 16 + PILE_DRAWN
            self.logged += 1
        if self.pile_size == 0:
            self.exhausted()
        self.drawn()

    def drawn(self) -> None:
        """B11-B14: once the hand is full, the open cards are filled and the turn ends."""
        colour: cython.int
        if self.final:
            self.end_turn()
            return
        if self.hand_size[self.seat] < self.full_hand and self.pile_size + self.open_size > 0:
            return
        while self.open_size < self.full_open and self.pile_size > 0 and not self.final:
            colour = self.from_pile()
            self.open[colour] += 1
            self.open_size += 1
            if self.half > 0:
                self.second_open[colour] += 1
            if self.pile_size == 0:
                self.exhausted()
        self.end_turn()

    def exhausted(self) -> None:
        """B13: the first time, score the monasteries and shuffle the discards. B14: the second time, the last round."""
        if self.half > 0:
            self.final = True
            return
        self.score_middle()
        self.half = 1
        self.remember()
        self.reshuffle()

    def score_middle(self) -> None:
        c: cython.int
        p: cython.int
        for c in range(self.countries):
            self.rank_country(c)
            for p in range(self.players):
                self.middle[c * LINE + p] = self.gains[p]

    def remember(self) -> None:
        """Keep what was known when the discards were shuffled: whoever sees the new pile's cards knows them all."""
        p: cython.int
        k: cython.int
        for k in range(COLOURS):
            self.second[k] = self.discard[k]
            self.then_open[k] = self.open[k]
        for p in range(self.players):
            self.then_hidden[p] = self.hand_size[p]
            for k in range(COLOURS):
                self.then_hand[p * COLOURS + k] = self.hand[p * COLOURS + k]
                self.then_known[p * COLOURS + k] = self.known[p * COLOURS + k]
                self.then_hidden[p] -= self.known[p * COLOURS + k]

    def reshuffle(self) -> None:
        """B13: draw the new pile's order from the discards with the chance fixed at the deal."""
        i: cython.int
        k: cython.int
        n: cython.int = 0
        r: cython.int
        for k in range(self.colours):
            n += self.discard[k]
        self.top = 0
        self.pile_size = n
        for i in range(n):
            r = cython.cast(cython.int, self.later[i] % (n - i))
            k = 0
            while r >= self.discard[k]:
                r -= self.discard[k]
                k += 1
            self.discard[k] -= 1
            self.pile[i] = k

    def end_turn(self) -> None:
        """B14: the next player; in the last round one who can place nothing is passed over."""
        self.turn += 1
        while True:
            if self.final and self.seat == (self.start + self.players - 1) % self.players:
                self.over = True
                return
            self.seat = self.seat + 1 if self.seat + 1 < self.players else 0
            self.begin_turn()
            if not self.final or (self.hand_size[self.seat] > 0 and self.might_place_anywhere(self.seat)):
                return

    # Scoring.

    def rank_country(self, country: cython.int) -> None:
        """B17."""
        p: cython.int
        for p in range(self.players):
            self.counts[p] = self.monasteries[p * COUNTRIES + country]
        rank_points(self.counts, self.players, self.built[country], self.gains)

    def tally(self) -> None:
        """B16: the middle scoring if there was one, monasteries, alliances, chains."""
        c: cython.int
        p: cython.int
        i: cython.int
        if self.half > 0:
            for c in range(self.countries):
                for p in range(self.players):
                    self.gains[p] = self.middle[c * LINE + p]
                self.write_line()
        for c in range(self.countries):
            self.rank_country(c)
            self.write_line()
        for i in range(self.alliances):
            self.score_alliance(self.allied[2 * i], self.allied[2 * i + 1])
            self.write_line()
        for p in range(self.players):
            self.gains[p] = self.chains.score(self.held[p])  # B19
            self.breaker[p] = self.monasteries_left[p] + self.advisors_left[p]  # B20
        self.write_line()

    def score_alliance(self, a: cython.int, b: cython.int) -> None:
        """B18: most advisors, alone or tied, in both countries."""
        p: cython.int
        best_a: cython.int = 1
        best_b: cython.int = 1
        for p in range(self.players):
            if self.advisors[p * COUNTRIES + a] > best_a:
                best_a = self.advisors[p * COUNTRIES + a]
            if self.advisors[p * COUNTRIES + b] > best_b:
                best_b = self.advisors[p * COUNTRIES + b]
        for p in range(self.players):
            self.gains[p] = 0
            if self.advisors[p * COUNTRIES + a] == best_a and self.advisors[p * COUNTRIES + b] == best_b:
                self.gains[p] = self.seated[a] + self.seated[b]
