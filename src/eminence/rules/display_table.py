# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The display games' table: what lies where, laying it out, copying, hiding and guessing it."""

from __future__ import annotations

from typing import Any

import cython

from eminence.rules import codes, spec
from eminence.rules.state import Owner

if not cython.compiled:
    from eminence.rules.chance import Rng
    from eminence.rules.state import State

TAKING = cython.declare(cython.int, codes.TAKING)
PAYING = cython.declare(cython.int, codes.PAYING)
PUTTING = cython.declare(cython.int, codes.PUTTING)
UNKNOWN = cython.declare(cython.int, spec.UNKNOWN)
LYING = cython.declare(cython.int, -1)
NONE = cython.declare(cython.int, -1)


class DisplayTable(State):
    """Cards in rows, markers, tokens and collections."""

    def __init__(self, game: Owner, players: int, start: int) -> None:
        State.__init__(self, game, players, start)
        if not cython.compiled:
            self.type_region = [0] * 64
            self.type_weight = [0] * 64
            self.type_circle = [0] * 128
            self.type_symbol = [0] * 64
            self.deck = [0] * 64
            self.region_cards = [0] * 12
            self.discs = [0] * 32
            self.slot_cell = [0] * 16
            self.slot_at = [-1] * 64
            self.kind = [0] * 64
            self.region = [0] * 64
            self.weight = [0] * 64
            self.marker = [-1] * 64
            self.taker = [-1] * 64
            self.left = [0] * 8
            self.right = [0] * 8
            self.supply = [0] * 5
            self.boxed = [0] * 5
            self.placed = [0] * 5
            self.cards = [0] * 60
            self.crests = [0] * 60
            self.circles = [0] * 240
            self.symbols = [0] * 20
            self.total = [0] * 5
            self.down = [0] * 5  # tokens held face down: everybody can see how many
            self.face = [0] * 16
            self.holder = [0] * 16
            self.played = [0] * 16
            self.excluded = [0] * 16
            self.rest = [0] * 32
            self.pool = [0] * 32
            self.root: Any = None

    def prepare(self, rules: spec.DisplaySpec) -> None:
        """Take the components and switches of the game."""
        n = 0
        self.rows = rules.rows
        self.columns = rules.columns
        self.cells = rules.rows * rules.columns
        self.regions = len(rules.regions)
        self.kinds = len(rules.kinds)
        self.circle_kinds = len(rules.circles)
        self.types = len(rules.types)
        for i, face in enumerate(rules.types):
            self.type_region[i] = face.region
            self.type_weight[i] = face.weight
            self.type_symbol[i] = face.symbol
            self.type_circle[2 * i] = face.circles[0] if face.circles else -1
            self.type_circle[2 * i + 1] = face.circles[1] if len(face.circles) > 1 else -1
            for _ in range(face.count):
                self.deck[n] = i
                n += 1
        for i in range(12):
            self.region_cards[i] = sum(face.count for face in rules.types if face.region == i)
        self.slots = len(rules.token_cells)
        self.tokens = len(rules.tokens)
        for i, disc in enumerate(rules.tokens):
            self.discs[i] = disc
        for i in range(64):
            self.slot_at[i] = -1
        for i, cell in enumerate(rules.token_cells):
            self.slot_cell[i] = cell
            self.slot_at[cell] = i
        self.markers = rules.markers
        self.max_cards = rules.max_cards if rules.max_cards else 64
        self.first_turn_one = rules.first_turn_one
        self.limit = rules.limit
        self.marker_limit = rules.marker_limit if rules.marker_limit else 64
        self.tablets = rules.scores_ranks
        self.scores_ranks = rules.scores_ranks
        self.tied_score = rules.tied_score
        self.missing = rules.missing
        self.present = rules.present
        self.early_end = rules.early_end
        self.short_rules = rules.short_rules

    def lay(self) -> None:
        """D1, D2: shuffle the cards into rows and the tokens onto their cells; the other tokens leave the game."""
        i: cython.int
        j: cython.int
        k: cython.int
        for i in range(self.cells):
            self.kind[i] = self.deck[i]
        for i in range(self.cells - 1, 0, -1):
            j = cython.cast(cython.int, self.words[i] % (i + 1))
            k = self.kind[i]
            self.kind[i] = self.kind[j]
            self.kind[j] = k
        for i in range(self.tokens):
            self.pool[i] = self.discs[i]
        for i in range(self.tokens - 1, 0, -1):
            j = cython.cast(cython.int, self.words[96 + i] % (i + 1))
            k = self.pool[i]
            self.pool[i] = self.pool[j]
            self.pool[j] = k
        for i in range(self.tokens):
            if i < self.slots:
                self.face[i] = self.pool[i]
            else:
                self.rest[i - self.slots] = self.pool[i]
        self.open_table()

    def lay_out(self, kinds: list[int], faces: list[int], rest: list[int]) -> None:
        """Lay a given deal: a card type a cell, a face a token cell, and the tokens that left the game."""
        self.untouched()
        if len(kinds) != self.cells or not all(0 <= kind < self.types for kind in kinds):
            raise ValueError(f"expected {self.cells} card types below {self.types}")
        if len(faces) != self.slots or len(rest) != self.tokens - self.slots:
            raise ValueError(f"expected {self.slots} tokens laid out and {self.tokens - self.slots} removed")
        if not all(0 <= face < spec.SYMBOL + spec.MAX_KINDS for face in (*faces, *rest)):
            raise ValueError("expected faces of tokens")
        for i, kind in enumerate(kinds):
            self.kind[i] = kind
        for i, face in enumerate(faces):
            self.face[i] = face
        for i, face in enumerate(rest):
            self.rest[i] = face
        self.open_table()

    def open_table(self) -> None:
        """D3: three markers each; the start player begins."""
        i: cython.int
        for i in range(self.cells):
            self.region[i] = self.type_region[self.kind[i]]
            self.weight[i] = self.type_weight[self.kind[i]]
            self.marker[i] = NONE
            self.taker[i] = NONE
        for i in range(self.rows):
            self.left[i] = i * self.columns
            self.right[i] = i * self.columns + self.columns - 1
        for i in range(60):
            self.cards[i] = 0
            self.crests[i] = 0
        for i in range(240):
            self.circles[i] = 0
        for i in range(20):
            self.symbols[i] = 0
        for i in range(5):
            self.supply[i] = self.markers
            self.boxed[i] = 0
            self.placed[i] = 0
            self.total[i] = 0
            self.down[i] = 0
        for i in range(self.slots):
            self.holder[i] = LYING
            self.played[i] = 0
            self.excluded[i] = 0
        self.lying = self.cells
        self.unmarked = self.cells
        self.rows_empty = 0
        self.seat = self.start
        self.over = False
        self.turn = 0
        self.begin_turn()
        if self.first_turn_one:
            self.turn_cards = 1

    def begin_turn(self) -> None:
        self.phase = TAKING
        self.taken = 0
        self.turn_region = NONE
        self.turn_weight = 0
        self.turn_limit = self.limit
        self.turn_cards = self.max_cards
        self.any_colours = False
        self.cell = NONE

    def bind(self, root: State) -> None:
        other: DisplayTable = root  # type: ignore[assignment]
        self.type_region[:] = other.type_region
        self.type_weight[:] = other.type_weight
        self.type_circle[:] = other.type_circle
        self.type_symbol[:] = other.type_symbol
        self.deck[:] = other.deck
        self.region_cards[:] = other.region_cards
        self.discs[:] = other.discs
        self.slot_cell[:] = other.slot_cell
        self.slot_at[:] = other.slot_at
        self.rows = other.rows
        self.columns = other.columns
        self.cells = other.cells
        self.regions = other.regions
        self.kinds = other.kinds
        self.circle_kinds = other.circle_kinds
        self.types = other.types
        self.slots = other.slots
        self.tokens = other.tokens
        self.markers = other.markers
        self.max_cards = other.max_cards
        self.first_turn_one = other.first_turn_one
        self.limit = other.limit
        self.marker_limit = other.marker_limit
        self.tablets = other.tablets
        self.scores_ranks = other.scores_ranks
        self.tied_score = other.tied_score
        self.missing = other.missing
        self.present = other.present
        self.early_end = other.early_end
        self.short_rules = other.short_rules
        self.kind[:] = other.kind
        self.region[:] = other.region
        self.weight[:] = other.weight
        self.root = other

    def unbind(self) -> None:
        self.root = None

    def reset(self) -> None:
        self.seat = self.root.seat
        self.over = self.root.over
        self.turn = self.root.turn
        self.marker[:] = self.root.marker
        self.taker[:] = self.root.taker
        self.left[:] = self.root.left
        self.right[:] = self.root.right
        self.supply[:] = self.root.supply
        self.boxed[:] = self.root.boxed
        self.placed[:] = self.root.placed
        self.cards[:] = self.root.cards
        self.crests[:] = self.root.crests
        self.circles[:] = self.root.circles
        self.symbols[:] = self.root.symbols
        self.total[:] = self.root.total
        self.down[:] = self.root.down
        self.face[:] = self.root.face
        self.holder[:] = self.root.holder
        self.played[:] = self.root.played
        self.excluded[:] = self.root.excluded
        self.rest[:] = self.root.rest
        self.lying = self.root.lying
        self.unmarked = self.root.unmarked
        self.rows_empty = self.root.rows_empty
        self.phase = self.root.phase
        self.taken = self.root.taken
        self.turn_region = self.root.turn_region
        self.turn_weight = self.root.turn_weight
        self.turn_limit = self.root.turn_limit
        self.turn_cards = self.root.turn_cards
        self.any_colours = self.root.any_colours
        self.cell = self.root.cell

    def hide(self, viewer: int) -> None:
        """Hidden are tokens that lie, those that others hold until the end, and the removed ones for ever."""
        i: cython.int
        for i in range(self.slots):
            if self.played[i] or (self.holder[i] >= 0 and (self.holder[i] == viewer or self.over)):
                continue
            self.face[i] = UNKNOWN
        for i in range(32):
            self.rest[i] = UNKNOWN

    def guess(self, rng: Rng) -> None:
        """Deal the unknown tokens anew, until no token is what its holder has shown it not to be."""
        i: cython.int
        j: cython.int
        k: cython.int
        n: cython.int = 0
        fits: cython.bint = False
        for i in range(self.tokens):
            self.pool[i] = self.discs[i]
        n = self.tokens
        for i in range(self.slots):
            if self.face[i] != UNKNOWN:
                for j in range(n):
                    if self.pool[j] == self.face[i]:
                        n -= 1
                        self.pool[j] = self.pool[n]
                        break
        while not fits:
            for i in range(n - 1, 0, -1):
                j = rng.under(i + 1)
                k = self.pool[i]
                self.pool[i] = self.pool[j]
                self.pool[j] = k
            fits = True
            k = 0
            for i in range(self.slots):
                if self.face[i] == UNKNOWN:
                    if self.pool[k] < 3 and self.excluded[i] & (1 << self.pool[k]):
                        fits = False
                    k += 1
        k = 0
        for i in range(self.slots):
            if self.face[i] == UNKNOWN:
                self.face[i] = self.pool[k]
                k += 1
        for i in range(self.tokens - self.slots):
            self.rest[i] = self.pool[k + i]

    def facts(self) -> dict[str, Any]:
        """The position as plain numbers; what is hidden is -1 (after `hide`)."""
        return {
            "phase": self.phase,
            "kind": [self.kind[i] for i in range(self.cells)],
            "taker": [self.taker[i] for i in range(self.cells)],
            "marker": [self.marker[i] for i in range(self.cells)],
            "supply": [self.supply[p] for p in range(self.players)],
            "box": [self.boxed[p] for p in range(self.players)],
            "face": [self.face[i] for i in range(self.slots)],
            "holder": [self.holder[i] for i in range(self.slots)],
            "played": [self.played[i] != 0 for i in range(self.slots)],
            "excluded": [self.excluded[i] for i in range(self.slots)],
            "rest": [self.rest[i] for i in range(self.tokens - self.slots)],
            "taken": self.taken,
            "turn_region": self.turn_region,
            "turn_weight": self.turn_weight,
            "turn_limit": self.turn_limit,
            "any_colours": bool(self.any_colours),
            "cell": self.cell if self.phase in (PAYING, PUTTING) and not self.over else -1,
        }

    def disclosed(self) -> tuple[int, ...]:
        return tuple([self.face[i] for i in range(self.slots)])

    def check(self) -> None:
        """Cards, tokens and markers are conserved, and every count agrees with what lies where."""
        lying = [c for r in range(self.rows) for c in range(self.left[r], self.right[r] + 1)]
        assert len(lying) == self.lying, "cards lying"
        assert sum(self.total[p] for p in range(self.players)) + len(lying) == self.cells, "cards"
        for r in range(self.regions):
            owned = sum(self.cards[p * 12 + r] for p in range(self.players))
            assert owned + sum(1 for c in lying if self.region[c] == r) == self.region_cards[r], "region"
        for p in range(self.players):
            placed = sum(1 for c in lying if self.marker[c] == p)
            assert placed == self.placed[p] <= self.marker_limit, "markers on the display"
            assert self.supply[p] >= 0 and self.boxed[p] >= 0, "markers"
            assert self.supply[p] + self.boxed[p] + placed == self.markers, "markers in all"
            assert sum(self.cards[p * 12 + r] for r in range(self.regions)) == self.total[p], "collection"
            held = [s for s in range(self.slots) if self.holder[s] == p and not self.played[s]]
            assert len(held) == self.down[p], "tokens face down"
        assert self.unmarked == sum(1 for c in lying if self.marker[c] == -1), "cards without marker"
        for s in range(self.slots):
            assert (self.holder[s] == -1) == (self.slot_cell[s] in lying), "token with its card"
        known = sorted(
            [self.face[s] for s in range(self.slots)] + [self.rest[i] for i in range(self.tokens - self.slots)]
        )
        assert known == sorted(self.discs[i] for i in range(self.tokens)) or -1 in known, "tokens"
