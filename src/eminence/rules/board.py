# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The board game. The order is that of the rules page (B1-B20)."""

from __future__ import annotations

from typing import Any

import cython

from eminence.rules import codes, spec
from eminence.rules.state import Owner

if not cython.compiled:
    from eminence.rules.chance import Rng
    from eminence.rules.scoring import chains, rank_points
    from eminence.rules.state import State

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
DECK = cython.declare(cython.int, spec.MAX_DECK)
SEATS = cython.declare(cython.int, spec.MAX_PLAYERS)
LINE = cython.declare(cython.int, 5)
TRUTH = cython.declare(cython.int, -2)
PILE_DRAWN = cython.declare(cython.int, 15)  # in `log`: a card from the second pile; otherwise the colour played
STORIES = cython.declare(cython.int, 40)  # proposals of the sampler in `guess_second`
ONE = cython.declare(cython.ulonglong, 1)


class BoardState(State):
    """One game of monasteries and advisors on the map: `cardinal-board`."""

    def __init__(self, game: Owner, players: int, start: int) -> None:
        State.__init__(self, game, players, start)
        self.viewer = TRUTH
        if not cython.compiled:
            self.near = [0] * 64
            self.field_country = [0] * 64
            self.country_colour = [0] * 12
            self.first_field = [0] * 13
            self.allied = [0] * 64
            self.start_counts = [0] * 8
            self.owner = [-1] * 64
            self.held = [0] * 5
            self.monasteries = [0] * 60
            self.advisors = [0] * 60
            self.built = [0] * 12
            self.seated = [0] * 12
            self.most = [0] * 12
            self.monasteries_left = [0] * 5
            self.advisors_left = [0] * 5
            self.hand = [0] * 40
            self.hand_size = [0] * 5
            self.known = [0] * 40
            self.open = [0] * 8
            self.discard = [0] * 8
            self.pile = [0] * 96
            self.later = [0] * 96
            self.middle = [0] * 60
            self.second = [0] * 8
            self.then_open = [0] * 8
            self.then_hand = [0] * 40
            self.then_known = [0] * 40
            self.then_hidden = [0] * 5
            self.second_open = [0] * 8
            self.second_drawn = [0] * 40
            self.log = [0] * 256
            self.old_pool = [0] * 8
            self.new_pool = [0] * 8
            self.old_places = [0] * 5
            self.new_places = [0] * 5
            self.old_played = [0] * 40
            self.new_played = [0] * 40
            self.urn = [0] * 96
            self.kept_old = [0] * 40
            self.kept_new = [0] * 40
            self.kept_old_pool = [0] * 8
            self.kept_new_pool = [0] * 8
            self.kept_old_places = [0] * 5
            self.kept_new_places = [0] * 5
            self.root: Any = None

    def prepare(self, rules: spec.BoardSpec) -> None:
        """Take the components of the game."""
        f = 0
        self.fields = len(rules.field_country)
        self.countries = len(rules.countries)
        self.colours = len(rules.colours)
        self.alliances = len(rules.alliances)
        self.monastery_supply = rules.monasteries
        self.advisor_supply = rules.advisors
        self.full_hand = rules.hand
        self.full_open = rules.open_cards
        self.chain = rules.chain
        for i in range(64):
            self.near[i] = 0
        for i, country in enumerate(rules.field_country):
            self.field_country[i] = country
        for i, colour in enumerate(rules.country_colour):
            self.country_colour[i] = colour
            self.first_field[i] = f
            f += rules.field_country.count(i)
        self.first_field[self.countries] = f
        for a, b in rules.roads:
            self.near[a] |= 1 << b
            self.near[b] |= 1 << a
        for i, (a, b) in enumerate(rules.alliances):
            self.allied[2 * i] = a
            self.allied[2 * i + 1] = b
        for i, n in enumerate(rules.counts):
            self.start_counts[i] = n - rules.removed  # B2

    # Set-up.

    def lay(self) -> None:
        """B1-B3: shuffle, three cards each, two open, the rest is the pile; what a reshuffle needs is decided too."""
        i: cython.int
        j: cython.int
        k: cython.int
        n: cython.int = 0
        for k in range(self.colours):
            for i in range(self.start_counts[k]):
                self.pile[n] = k
                n += 1
        for i in range(n - 1, 0, -1):
            j = cython.cast(cython.int, self.words[i] % (i + 1))
            k = self.pile[i]
            self.pile[i] = self.pile[j]
            self.pile[j] = k
        for i in range(DECK):
            self.later[i] = self.words[DECK + i]
        self.pile_size = n
        self.top = 0
        self.deal_out()

    def lay_out(self, order: list[int], later: list[int]) -> None:
        """Lay a given deal: the cards from the top (hands seat by seat, open cards, pile) and the later chance."""
        for i, colour in enumerate(order):
            self.pile[i] = colour
        for i in range(96):
            self.later[i] = later[i] if i < len(later) else 0
        self.pile_size = len(order)
        self.top = 0
        self.deal_out()

    def deal_out(self) -> None:
        p: cython.int
        i: cython.int
        for i in range(64):
            self.owner[i] = NONE
        for i in range(60):
            self.monasteries[i] = 0
            self.advisors[i] = 0
            self.middle[i] = 0
        for i in range(40):
            self.hand[i] = 0
            self.known[i] = 0
            self.then_hand[i] = 0
            self.then_known[i] = 0
            self.second_drawn[i] = 0
        for i in range(COUNTRIES):
            self.built[i] = 0
            self.seated[i] = 0
            self.most[i] = 0
        for i in range(COLOURS):
            self.open[i] = 0
            self.discard[i] = 0
            self.second[i] = 0
            self.then_open[i] = 0
            self.second_open[i] = 0
        self.logged = 0
        self.open_size = 0
        self.half = 0
        self.final = False
        for p in range(SEATS):
            self.held[p] = 0
            self.then_hidden[p] = 0
            self.hand_size[p] = 0
            self.monasteries_left[p] = self.monastery_supply
            self.advisors_left[p] = self.advisor_supply
        for p in range(self.players):
            for i in range(self.full_hand):
                self.hand[p * COLOURS + self.from_pile()] += 1
                self.hand_size[p] += 1
        for i in range(self.full_open):
            self.open[self.from_pile()] += 1
            self.open_size += 1
        self.seat = self.start
        self.over = False
        self.turn = 0
        self.viewer = TRUTH
        self.begin_turn()

    def from_pile(self) -> cython.int:
        self.top += 1
        self.pile_size -= 1
        return self.pile[self.top - 1]

    def begin_turn(self) -> None:
        self.phase = TURN
        self.pieces = 0
        self.turn_country = NONE
        self.turn_pieces = 2

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
        n: cython.int = 0
        k: cython.int
        c: cython.int
        if self.phase == DRAWING:
            for k in range(self.colours):
                if self.open[k] > 0:
                    self.acts[n] = DRAW + k
                    n += 1
            if self.pile_size > 0:
                self.acts[n] = DRAW_PILE
                n += 1
            return n
        if self.phase == PLACING:
            self.acts[n] = STOP
            return self.each_piece(self.turn_country, n + 1)
        if self.final:
            self.acts[n] = PASS
            n += 1
        else:
            for k in range(self.colours):
                if self.hand[self.seat * COLOURS + k] > 0:
                    self.acts[n] = EXCHANGE + k
                    n += 1
        for c in range(self.countries):
            n = self.each_piece(c, n)
        return n

    def each_piece(self, country: cython.int, n: cython.int) -> cython.int:
        """B5, B6, B8-B10: every piece that the hand can place in a country, with every way to pay."""
        p: cython.int = self.seat
        k: cython.int
        f: cython.int
        target: cython.int
        colour: cython.int = self.country_colour[country]
        field: cython.bint
        room: cython.bint
        field = self.monasteries_left[p] > 0 and self.has_field(country)
        room = self.advisors_left[p] > 0 and self.has_room(country)
        if not field and not room:
            return n
        for k in range(self.colours + 1):
            if k == 0:
                if self.hand[p * COLOURS + colour] == 0:
                    continue
            elif k - 1 == colour or self.hand[p * COLOURS + k - 1] < 2:
                continue
            if field:
                for f in range(self.first_field[country], self.first_field[country + 1]):
                    if self.owner[f] == NONE:
                        self.acts[n] = f * PAYMENTS + k
                        n += 1
            if room:
                target = ADVISOR + country
                self.acts[n] = target * PAYMENTS + k
                n += 1
        return n

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
            self.gains[p] = chains(self.near, self.held[p], self.chain)  # B19
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

    # Copies and knowledge.

    def bind(self, root: State) -> None:
        other: BoardState = root  # type: ignore[assignment]
        self.near[:] = other.near
        self.field_country[:] = other.field_country
        self.country_colour[:] = other.country_colour
        self.first_field[:] = other.first_field
        self.allied[:] = other.allied
        self.start_counts[:] = other.start_counts
        self.fields = other.fields
        self.countries = other.countries
        self.colours = other.colours
        self.alliances = other.alliances
        self.monastery_supply = other.monastery_supply
        self.advisor_supply = other.advisor_supply
        self.full_hand = other.full_hand
        self.full_open = other.full_open
        self.chain = other.chain
        self.root = other

    def unbind(self) -> None:
        self.root = None

    def reset(self) -> None:
        self.seat = self.root.seat
        self.over = self.root.over
        self.turn = self.root.turn
        self.owner[:] = self.root.owner
        self.held[:] = self.root.held
        self.monasteries[:] = self.root.monasteries
        self.advisors[:] = self.root.advisors
        self.built[:] = self.root.built
        self.seated[:] = self.root.seated
        self.most[:] = self.root.most
        self.monasteries_left[:] = self.root.monasteries_left
        self.advisors_left[:] = self.root.advisors_left
        self.hand[:] = self.root.hand
        self.hand_size[:] = self.root.hand_size
        self.known[:] = self.root.known
        self.open[:] = self.root.open
        self.discard[:] = self.root.discard
        self.pile[:] = self.root.pile
        self.later[:] = self.root.later
        self.middle[:] = self.root.middle
        self.second[:] = self.root.second
        self.then_open[:] = self.root.then_open
        self.then_hand[:] = self.root.then_hand
        self.then_known[:] = self.root.then_known
        self.then_hidden[:] = self.root.then_hidden
        self.second_open[:] = self.root.second_open
        self.second_drawn[:] = self.root.second_drawn
        self.log[:] = self.root.log
        self.logged = self.root.logged
        self.pile_size = self.root.pile_size
        self.top = self.root.top
        self.open_size = self.root.open_size
        self.half = self.root.half
        self.final = self.root.final
        self.phase = self.root.phase
        self.pieces = self.root.pieces
        self.turn_country = self.root.turn_country
        self.turn_pieces = self.root.turn_pieces
        self.viewer = self.root.viewer

    def hide(self, viewer: int) -> None:
        """Of the others' hands only what was taken from the open cards stays; of the pile only its size."""
        p: cython.int
        k: cython.int
        i: cython.int
        for p in range(self.players):
            if p != viewer:
                for k in range(COLOURS):
                    self.hand[p * COLOURS + k] = self.known[p * COLOURS + k]
                    self.then_hand[p * COLOURS + k] = self.then_known[p * COLOURS + k]
                    self.second_drawn[p * COLOURS + k] = 0
        for i in range(96):
            self.pile[i] = NONE
            self.later[i] = 0
        self.top = 0
        self.viewer = viewer

    def guess(self, rng: Rng) -> None:
        """Deal the unseen cards anew to the others' hands and the pile."""
        i: cython.int
        if self.half == 0:
            self.guess_first(rng)
        else:
            self.guess_second(rng)
        for i in range(96):
            self.later[i] = rng.next32()
        self.viewer = TRUTH

    def guess_first(self, rng: Rng) -> None:
        """Before the reshuffle every order of the unseen cards is equally likely."""
        p: cython.int
        k: cython.int
        i: cython.int
        n: cython.int
        for k in range(COLOURS):
            self.old_pool[k] = self.start_counts[k] - self.discard[k] - self.open[k]
            for p in range(self.players):
                self.old_pool[k] -= self.hand[p * COLOURS + k]
        n = self.fill_urn(self.old_pool, rng)
        for p in range(self.players):
            if p != self.viewer:
                i = self.hand_size[p]
                for k in range(COLOURS):
                    i -= self.hand[p * COLOURS + k]
                while i > 0:
                    n -= 1
                    self.hand[p * COLOURS + self.urn[n]] += 1
                    i -= 1
        self.stack_pile(n)

    def fill_urn(self, pool: cython.p_int, rng: Rng) -> cython.int:
        """Shuffle the cards of a pool into the urn; returns their number."""
        i: cython.int
        j: cython.int
        k: cython.int
        n: cython.int = 0
        for k in range(self.colours):
            for i in range(pool[k]):
                self.urn[n] = k
                n += 1
        for i in range(n - 1, 0, -1):
            j = rng.under(i + 1)
            k = self.urn[i]
            self.urn[i] = self.urn[j]
            self.urn[j] = k
        return n

    def stack_pile(self, n: cython.int) -> None:
        """The pile becomes the first n cards of the urn."""
        i: cython.int
        for i in range(n):
            self.pile[i] = self.urn[i]
        self.top = 0

    def guess_second(self, rng: Rng) -> None:
        """After the reshuffle: cards that others hold are from before it or from the second pile, whose cards are known.

        Of each card that somebody played since it is guessed whether it was an old or a new one. Such a story of all
        plays is drawn by an independence sampler: proposals that look one play ahead, kept in proportion to how likely
        the deals make them.
        """
        i: cython.int
        n: cython.int
        p: cython.int
        k: cython.int
        kept: cython.double = 0.0
        found: cython.double
        steps: cython.int = 0
        while steps < STORIES or kept == 0.0:
            steps += 1
            found = self.tell_story(rng)
            if found > 0.0 and (found >= kept or rng.next32() < found / kept * 4294967296.0):
                kept = found
                self.keep_story()
        for p in range(self.players):
            if p != self.viewer:
                for k in range(COLOURS):
                    self.then_hand[p * COLOURS + k] += self.kept_old[p * COLOURS + k]
                    self.second_drawn[p * COLOURS + k] = self.kept_new[p * COLOURS + k]
        n = self.fill_urn(self.kept_old_pool, rng)
        for p in range(self.players):
            if p != self.viewer:
                for i in range(self.kept_old_places[p]):
                    n -= 1
                    self.hand[p * COLOURS + self.urn[n]] += 1
                    self.then_hand[p * COLOURS + self.urn[n]] += 1
        n = self.fill_urn(self.kept_new_pool, rng)
        for p in range(self.players):
            if p != self.viewer:
                for i in range(self.kept_new_places[p]):
                    n -= 1
                    self.hand[p * COLOURS + self.urn[n]] += 1
                    self.second_drawn[p * COLOURS + self.urn[n]] += 1
        self.stack_pile(n)

    def begin_story(self) -> None:
        """Nothing played yet: the unseen old cards are in the others' hands, the unseen new ones in the second pile."""
        p: cython.int
        k: cython.int
        for k in range(COLOURS):
            self.old_pool[k] = self.start_counts[k] - self.second[k] - self.then_open[k]
            self.new_pool[k] = self.second[k] - self.second_open[k]
            for p in range(self.players):
                self.old_pool[k] -= self.then_hand[p * COLOURS + k]
                if p == self.viewer:
                    self.new_pool[k] -= self.second_drawn[p * COLOURS + k]
                self.old_played[p * COLOURS + k] = 0
                self.new_played[p * COLOURS + k] = 0
        for p in range(self.players):
            self.old_places[p] = self.then_hidden[p]
            self.new_places[p] = 0

    def tell_story(self, rng: Rng) -> cython.double:
        """Say of each card played whether it was old or new, the likelier the better it fits its pool.

        Returns how likely the story is against how likely it was told; 0 if it came to nothing.
        """
        p: cython.int
        k: cython.int
        i: cython.int
        olds: cython.int = 0
        news: cython.int = 0
        old: cython.double
        new: cython.double
        weight: cython.double = 1.0
        self.begin_story()
        for k in range(COLOURS):
            olds += self.old_pool[k]
            news += self.new_pool[k]
        for i in range(self.logged):
            p = self.log[i] // 16
            k = self.log[i] % 16
            if p == self.viewer:
                continue
            if k == PILE_DRAWN:
                self.new_places[p] += 1
                continue
            old = 1.0 * self.old_places[p] * self.old_pool[k] / olds if olds > 0 else 0.0
            new = 1.0 * self.new_places[p] * self.new_pool[k] / news if news > 0 else 0.0
            if old + new == 0.0:
                return 0.0
            weight *= (old + new) / (self.old_places[p] + self.new_places[p])
            if rng.next32() < old / (old + new) * 4294967296.0:
                self.old_places[p] -= 1
                self.old_pool[k] -= 1
                self.old_played[p * COLOURS + k] += 1
                olds -= 1
            else:
                self.new_places[p] -= 1
                self.new_pool[k] -= 1
                self.new_played[p * COLOURS + k] += 1
                news -= 1
        return weight

    def keep_story(self) -> None:
        self.kept_old[:] = self.old_played
        self.kept_new[:] = self.new_played
        self.kept_old_pool[:] = self.old_pool
        self.kept_new_pool[:] = self.new_pool
        self.kept_old_places[:] = self.old_places
        self.kept_new_places[:] = self.new_places

    def facts(self) -> dict[str, Any]:
        """The position as plain numbers; the pile only by its size."""
        return {
            "phase": self.phase,
            "owner": [self.owner[i] for i in range(self.fields)],
            "advisors": [
                [self.advisors[p * COUNTRIES + c] for p in range(self.players)] for c in range(self.countries)
            ],
            "monasteries_left": [self.monasteries_left[p] for p in range(self.players)],
            "advisors_left": [self.advisors_left[p] for p in range(self.players)],
            "hand": [[self.hand[p * COLOURS + k] for k in range(self.colours)] for p in range(self.players)],
            "hand_size": [self.hand_size[p] for p in range(self.players)],
            "known": [[self.known[p * COLOURS + k] for k in range(self.colours)] for p in range(self.players)],
            "open": [self.open[k] for k in range(self.colours)],
            "discard": [self.discard[k] for k in range(self.colours)],
            "pile_size": self.pile_size,
            "half": self.half,
            "final": bool(self.final),
            "middle": [[self.middle[c * LINE + p] for p in range(self.players)] for c in range(self.countries)],
            "pieces": self.pieces,
            "turn_country": self.turn_country,
        }

    def pile_order(self) -> list[int]:
        """The pile from the top; -1 for cards unseen."""
        return [self.pile[self.top + i] for i in range(self.pile_size)]

    def second_order(self) -> list[int] | None:
        """The whole order of the second pile as it was shuffled, or None before that."""
        i: cython.int
        n: cython.int = 0
        if self.half == 0:
            return None
        for i in range(self.colours):
            n += self.second[i]
        return [self.pile[i] for i in range(n)]

    def later_words(self) -> list[int]:
        """The chance of a reshuffle to come."""
        return [self.later[i] for i in range(DECK)]

    def check(self) -> None:
        """Cards and pieces are conserved, and every count agrees with what lies where."""
        pile = self.pile_order()
        for k in range(self.colours):
            held = sum(self.hand[p * 8 + k] for p in range(self.players))
            total = held + self.open[k] + self.discard[k] + sum(1 for card in pile if card == k)
            assert -1 in pile or total == self.start_counts[k], "cards of a colour"
        for p in range(self.players):
            assert sum(self.hand[p * 8 + k] for k in range(self.colours)) == self.hand_size[p] or -1 in pile, "hand"
            assert all(0 <= self.known[p * 8 + k] <= self.hand[p * 8 + k] for k in range(self.colours)), "known"
            mine = [f for f in range(self.fields) if self.owner[f] == p]
            assert len(mine) + self.monasteries_left[p] == self.monastery_supply, "monasteries"
            assert self.held[p] == sum(1 << f for f in mine), "monasteries on fields"
            seats = sum(self.advisors[p * 12 + c] for c in range(self.countries))
            assert seats + self.advisors_left[p] == self.advisor_supply, "advisors"
        for c in range(self.countries):
            fields = range(self.first_field[c], self.first_field[c + 1])
            count = [sum(1 for f in fields if self.owner[f] == p) for p in range(self.players)]
            assert count == [self.monasteries[p * 12 + c] for p in range(self.players)], "monasteries in a country"
            assert sum(count) == self.built[c] and max(count) == self.most[c], "monasteries built"
            assert self.seated[c] == sum(self.advisors[p * 12 + c] for p in range(self.players)), "advisors seated"
            assert self.seated[c] <= self.most[c], "advisors beyond the limit"
        assert self.open_size == sum(self.open[k] for k in range(self.colours)) <= self.full_open, "open cards"
