# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The board game's table: what lies where, laying it out, copying it, and reading it."""

from __future__ import annotations

from typing import Any

import cython

from eminence.rules import codes, spec
from eminence.rules.state import Owner

if not cython.compiled:
    from eminence.rules.chains import Chains
    from eminence.rules.state import State

TURN = cython.declare(cython.int, codes.TURN)
NONE = cython.declare(cython.int, -1)
COUNTRIES = cython.declare(cython.int, spec.MAX_COUNTRIES)
COLOURS = cython.declare(cython.int, spec.MAX_COLOURS)
DECK = cython.declare(cython.int, spec.MAX_DECK)
SEATS = cython.declare(cython.int, spec.MAX_PLAYERS)
LINE = cython.declare(cython.int, 5)
TRUTH = cython.declare(cython.int, -2)


class BoardTable(State):
    """Map, pieces, hands, piles, and what everybody could see when the discards were shuffled."""

    def __init__(self, game: Owner, players: int, start: int) -> None:
        State.__init__(self, game, players, start)
        self.viewer = TRUTH
        self.chains = Chains()
        if not cython.compiled:
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
            self.pair = [0] * 8
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
        for i, country in enumerate(rules.field_country):
            self.field_country[i] = country
        for i, colour in enumerate(rules.country_colour):
            self.country_colour[i] = colour
            self.first_field[i] = f
            f += rules.field_country.count(i)
        self.first_field[self.countries] = f
        self.chains.lay_roads(rules.roads, rules.chain)
        for i, (a, b) in enumerate(rules.alliances):
            self.allied[2 * i] = a
            self.allied[2 * i + 1] = b
        for i, n in enumerate(rules.counts):
            self.start_counts[i] = n - rules.removed  # B2

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
        self.untouched()
        if not self.players * self.full_hand + self.full_open < len(order) <= DECK:
            raise ValueError(f"expected a deck of at most {DECK} cards that fills hands and open cards")
        if not all(0 <= colour < self.colours for colour in order) or not all(0 <= w < 1 << 32 for w in later):
            raise ValueError("expected colours of cards, and words of 32 bits")
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

    def bind(self, root: State) -> None:
        other: BoardTable = root  # type: ignore[assignment]
        self.chains.copy_roads(other.chains)
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

    def disclosed(self) -> tuple[int, ...]:
        return (self.pile_size, self.half)

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
