# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""A Richelieu for two near its end, in a world where nothing is hidden, as the solver looks at it.

The rules' own state is played and taken back; beside it goes a count of the contests (regions and kinds of symbols),
which says after every step what is settled and what the rest can bring.

A position is worth UNIT times the final margin plus what breaks ties (how many cards more the other took), from seat
0's side. That is finer than the rules, which look at the cards only at equal points, but best play for it is best play
by the rules, and it adds up: positions that differ only in what is settled have the same rest.
"""

from __future__ import annotations

from hashlib import shake_256

import cython

from eminence.errors import OptionError
from eminence.rules import codes, spec

if not cython.compiled:
    from eminence.rules.display import DisplayState
    from eminence.rules.state import State

PAY = cython.declare(cython.int, codes.PAY)
TAKING = cython.declare(cython.int, codes.TAKING)
PAYING = cython.declare(cython.int, codes.PAYING)
PUTTING = cython.declare(cython.int, codes.PUTTING)
BACK = cython.declare(cython.int, spec.BACK)
CREST = cython.declare(cython.int, spec.CREST)
SYMBOL = cython.declare(cython.int, spec.SYMBOL)
UNIT = cython.declare(cython.int, 256)  # more than twice the cards there can be
PLIES = cython.declare(cython.int, 512)
SIDE = cython.declare(cython.int, 16)  # contests at most
FULL = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
ODD = cython.declare(cython.ulonglong, 0xBF58476D1CE4E5B9)
ODDER = cython.declare(cython.ulonglong, 0x94D049BB133111EB)

if not cython.compiled:

    class Page:
        """What a step changes, kept so that it can be taken back (compiled: the struct Kept)."""

        def __init__(self) -> None:
            self.marker = [0] * 64
            self.left = [0] * 8
            self.right = [0] * 8
            self.supply = [0] * 5
            self.boxed = [0] * 5
            self.placed = [0] * 5
            self.down = [0] * 5
            self.holder = [0] * 16
            self.played = [0] * 16
            self.excluded = [0] * 16
            self.seat = self.turn = self.lying = self.unmarked = self.rows_empty = self.phase = self.taken = 0
            self.turn_region = self.turn_weight = self.turn_limit = self.turn_cards = self.cell = self.took = 0
            self.over = self.any_colours = False


def blend(word: cython.ulonglong) -> cython.ulonglong:
    """Spread the bits of a number over all 64."""
    word = ((word ^ (word >> 30)) * ODD) & FULL
    word = ((word ^ (word >> 27)) * ODDER) & FULL
    return word ^ (word >> 31)


def lead(mine: cython.int, theirs: cython.int) -> cython.int:
    """D19, D20, D23, D24: what a majority puts one player ahead of the other; a tie helps neither, scored or not."""
    if mine > theirs:
        return mine
    return -theirs if theirs > mine else 0


def check(world: State) -> DisplayState:
    """Only whole worlds of a Richelieu for two are solved."""
    table: DisplayState
    if isinstance(world, DisplayState):
        table = world
        if table.players == 2 and not table.scores_ranks:
            if spec.UNKNOWN in table.facts()["face"]:
                raise OptionError("a token is hidden; expected a whole world, as View.resample gives")
            return table
    raise OptionError("this is no Richelieu for two; expected richelieu-duel, or richelieu with two players")


def complete(erased: State, faces: list[int], rest: list[int]) -> DisplayState:
    """A copy with these faces on the token cells and these tokens out of the game."""
    world: DisplayState = erased.copy()  # type: ignore[assignment]
    for i, face in enumerate(faces):
        world.face[i] = face
    for i, face in enumerate(rest):
        world.rest[i] = face
    return world


class Endgame:
    """A position that can be played on and taken back, with bounds of its worth and a key of what matters."""

    def __init__(self) -> None:
        if not cython.compiled:
            self.contest_of: list[int] = [0] * 192
            self.weight_of: list[int] = [0] * 192
            self.presence_of: list[int] = [0] * 192
            self.held: list[int] = [0] * 32
            self.shown: list[int] = [0] * 32
            self.open: list[int] = [0] * 16
            self.unseen: list[int] = [0] * 16
            self.singles: list[int] = [0] * 16
            self.sizes: list[int] = [0] * 16
            self.sure: list[int] = [0] * 16
            self.least: list[int] = [0] * 16
            self.most: list[int] = [0] * 16
            self.code: list[int] = [0] * 16
            self.kept: list[Page] = [Page() for _ in range(PLIES)]

    def load(self, world: State) -> None:
        """Take over a world and count its contests: the regions, then the kinds of symbols."""
        i: cython.int
        table: DisplayState = check(world)
        self.state = table.blank()
        self.state.bind(table)
        self.state.reset()
        self.state.unbind()
        facts = world.facts()
        fixed = (facts["kind"], facts["face"], self.state.early_end, self.state.short_rules)
        self.salt = int.from_bytes(shake_256(repr(fixed).encode()).digest(8), "little")
        self.contests = self.state.regions + self.state.kinds
        self.missing = self.state.missing
        self.ahead = self.base = self.floor = self.roof = self.pairs = 0
        self.marks = 0
        for i in range(SIDE):
            self.open[i] = self.unseen[i] = self.singles[i] = self.sizes[i] = 0
            self.sure[i] = self.least[i] = self.most[i] = self.code[i] = 0
            self.held[i] = self.held[SIDE + i] = self.shown[i] = self.shown[SIDE + i] = 0
        for i in range(self.state.cells):
            self.enter(i)
        for i in range(self.state.cells):
            if self.state.taker[i] >= 0:
                self.hand(i, self.state.taker[i], 1)

    # What lies and what is held.

    def enter(self, cell: cython.int) -> None:
        """Put down what a cell brings to which contest: the card's crests, its symbol, and the token on it."""
        j: cython.int
        k: cython.int = self.state.type_symbol[self.state.kind[cell]]
        slot: cython.int = self.state.slot_at[cell]
        face: cython.int = self.state.face[slot] if slot >= 0 else BACK
        self.contest_of[3 * cell] = self.state.region[cell]
        self.weight_of[3 * cell] = self.state.weight[cell]
        self.presence_of[3 * cell] = 1
        self.contest_of[3 * cell + 1] = self.state.regions + k if k >= 0 else -1
        self.weight_of[3 * cell + 1] = 1
        self.presence_of[3 * cell + 1] = 1
        self.contest_of[3 * cell + 2] = -1
        self.weight_of[3 * cell + 2] = 1  # D15
        self.presence_of[3 * cell + 2] = 1 if self.state.short_rules else 0  # D21, D25, D34
        if face >= SYMBOL:
            self.contest_of[3 * cell + 2] = self.state.regions + face - SYMBOL
        elif face >= CREST:
            self.contest_of[3 * cell + 2] = face - CREST
        for k in range(3 * cell, 3 * cell + 3):
            j = self.contest_of[k]
            if j >= 0:
                self.open[j] += self.weight_of[k]
                self.unseen[j] += self.presence_of[k]
                self.weigh(j)
        self.lay(cell, 1)

    def lay(self, cell: cython.int, sign: cython.int) -> None:
        """Count a card that lies, or no longer lies (sign -1): by what it brings, and single crests by region."""
        r: cython.int = self.state.region[cell]
        size: cython.int = self.weight_of[3 * cell]
        if self.contest_of[3 * cell + 1] >= 0:
            size += 1
        if self.contest_of[3 * cell + 2] >= 0:
            size += 1
        self.sizes[size] += sign
        if 2 * self.weight_of[3 * cell] <= self.state.limit:
            self.pairs -= self.singles[r] // 2
            self.singles[r] += sign
            self.pairs += self.singles[r] // 2

    def hand(self, cell: cython.int, seat: cython.int, sign: cython.int) -> None:
        """Give a cell's card and token to a seat, or take them back (sign -1)."""
        j: cython.int
        k: cython.int
        self.ahead += -sign if seat else sign
        self.lay(cell, -sign)
        for k in range(3 * cell, 3 * cell + 3):
            j = self.contest_of[k]
            if j >= 0:
                self.open[j] -= sign * self.weight_of[k]
                self.unseen[j] -= sign * self.presence_of[k]
                self.held[seat * SIDE + j] += sign * self.weight_of[k]
                self.shown[seat * SIDE + j] += sign * self.presence_of[k]
                self.weigh(j)

    def weigh(self, j: cython.int) -> None:
        """What a contest can bring at least and at most, what of that is settled, and a number for the rest."""
        a: cython.int = self.held[j]
        b: cython.int = self.held[SIDE + j]
        rest: cython.int = self.open[j]
        sure: cython.int = 0
        code: cython.int = 0
        least: cython.int = lead(a, b + rest)
        most: cython.int = lead(a + rest, b)
        self.base -= self.sure[j]
        self.floor -= self.least[j]
        self.roof -= self.most[j]
        if self.code[j]:
            self.marks ^= blend(cython.cast(cython.ulonglong, j * 4096 + self.code[j]))
        if rest == 0:
            sure = lead(a, b)
        elif a > b + rest:
            sure = a
            code = 4
        elif b > a + rest:
            sure = -b
            code = 8
        else:
            code = 4 * (3 + a - b + rest)
        if self.shown[j] == 0:
            least -= self.missing
            if self.unseen[j] == 0:
                most -= self.missing
                sure -= self.missing
            else:
                code += 1
        if self.shown[SIDE + j] == 0:
            most += self.missing
            if self.unseen[j] == 0:
                least += self.missing
                sure += self.missing
            else:
                code += 2
        self.sure[j] = sure
        self.least[j] = least
        self.most[j] = most
        self.code[j] = code
        self.base += sure
        self.floor += least
        self.roof += most
        if code:
            self.marks ^= blend(cython.cast(cython.ulonglong, j * 4096 + code))

    def final(self) -> cython.int:
        """The worth if the game ended now."""
        j: cython.int
        points: cython.int = 0
        for j in range(self.contests):
            points += lead(self.held[j], self.held[SIDE + j])
            if self.shown[j] == 0:
                points -= self.missing
            if self.shown[SIDE + j] == 0:
                points += self.missing
        return UNIT * points - self.ahead

    def origin(self) -> cython.int:
        """What is settled."""
        return UNIT * self.base - self.ahead

    def ceiling(self) -> cython.int:
        """No play gives more."""
        return UNIT * (self.roof - self.forced(1)) - self.ahead + self.state.lying

    def ground(self) -> cython.int:
        """No play gives less."""
        return UNIT * (self.floor + self.forced(0)) - self.ahead - self.state.lying

    def forced(self, seat: cython.int) -> cython.int:
        """Crests and symbols that a seat will get whether it wants or not; each is worth a point to it at least.

        Its turns alternate with the other's, and in each it takes a card, as long as it has a marker to pay with: it
        loses markers only with cards it takes. The other takes one card a turn, or two single crests of a region.
        """
        r: cython.int
        turns: cython.int = 0
        units: cython.int = 0
        now: cython.int = 0  # what the other can still take in its turn, beyond the turns counted
        extra: cython.int = 0  # turns that the other has before the seat's first
        cards: cython.int = self.state.lying
        markers: cython.int = self.state.supply[seat] + self.state.placed[seat]
        early: cython.bint = self.state.phase == TAKING or self.state.phase == PAYING
        if markers == 0:
            return 0
        if self.state.early_end:  # D18: the longest row may stay
            for r in range(self.state.rows):
                units = max(units, self.state.right[r] - self.state.left[r] + 1)
            cards -= units
            units = 0
        if self.state.seat == seat:
            extra = 0 if early and self.state.taken == 0 else 1
        elif early and self.state.taken == 0:
            extra = 1
        elif early:
            now = 1
        while turns + now + turns + extra + min(self.pairs, turns + extra) < cards:
            turns += 1
        turns = min(turns, markers)
        for r in range(1, 8):
            cards = min(turns, self.sizes[r])
            units += r * cards
            turns -= cards
        return units

    # Playing and taking back.

    def keep(self, ply: cython.int) -> None:
        """Keep what a step may change. Collections are left out: nothing but the count at the end reads them."""
        self.kept[ply].marker[:] = self.state.marker
        self.kept[ply].left[:] = self.state.left
        self.kept[ply].right[:] = self.state.right
        self.kept[ply].supply[:] = self.state.supply
        self.kept[ply].boxed[:] = self.state.boxed
        self.kept[ply].placed[:] = self.state.placed
        self.kept[ply].down[:] = self.state.down
        self.kept[ply].holder[:] = self.state.holder
        self.kept[ply].played[:] = self.state.played
        self.kept[ply].excluded[:] = self.state.excluded
        self.kept[ply].seat = self.state.seat
        self.kept[ply].turn = self.state.turn
        self.kept[ply].lying = self.state.lying
        self.kept[ply].unmarked = self.state.unmarked
        self.kept[ply].rows_empty = self.state.rows_empty
        self.kept[ply].phase = self.state.phase
        self.kept[ply].taken = self.state.taken
        self.kept[ply].turn_region = self.state.turn_region
        self.kept[ply].turn_weight = self.state.turn_weight
        self.kept[ply].turn_limit = self.state.turn_limit
        self.kept[ply].turn_cards = self.state.turn_cards
        self.kept[ply].cell = self.state.cell
        self.kept[ply].over = self.state.over
        self.kept[ply].any_colours = self.state.any_colours

    def do(self, ply: cython.int, action: cython.int) -> None:
        """Carry out a decision."""
        self.keep(ply)
        self.kept[ply].took = action if action < PAY else self.state.cell
        self.state.apply(action)
        if self.state.lying == self.kept[ply].lying:
            self.kept[ply].took = -1
        else:
            self.hand(self.kept[ply].took, self.kept[ply].seat, 1)

    def undo(self, ply: cython.int) -> None:
        """Take back what `do` did at this ply."""
        if self.kept[ply].took >= 0:
            self.hand(self.kept[ply].took, self.kept[ply].seat, -1)
        self.state.marker[:] = self.kept[ply].marker
        self.state.left[:] = self.kept[ply].left
        self.state.right[:] = self.kept[ply].right
        self.state.supply[:] = self.kept[ply].supply
        self.state.boxed[:] = self.kept[ply].boxed
        self.state.placed[:] = self.kept[ply].placed
        self.state.down[:] = self.kept[ply].down
        self.state.holder[:] = self.kept[ply].holder
        self.state.played[:] = self.kept[ply].played
        self.state.excluded[:] = self.kept[ply].excluded
        self.state.seat = self.kept[ply].seat
        self.state.turn = self.kept[ply].turn
        self.state.lying = self.kept[ply].lying
        self.state.unmarked = self.kept[ply].unmarked
        self.state.rows_empty = self.kept[ply].rows_empty
        self.state.phase = self.kept[ply].phase
        self.state.taken = self.kept[ply].taken
        self.state.turn_region = self.kept[ply].turn_region
        self.state.turn_weight = self.kept[ply].turn_weight
        self.state.turn_limit = self.kept[ply].turn_limit
        self.state.turn_cards = self.kept[ply].turn_cards
        self.state.cell = self.kept[ply].cell
        self.state.over = self.kept[ply].over
        self.state.any_colours = self.kept[ply].any_colours

    def key(self) -> cython.ulonglong:
        """All that matters for the rest of the game, in 64 bits."""
        r: cython.int
        c: cython.int
        word: cython.ulonglong
        mixed: cython.ulonglong = self.salt ^ self.marks
        for r in range(self.state.rows):
            word = 0
            if self.state.left[r] <= self.state.right[r]:
                word = cython.cast(cython.ulonglong, 64 * self.state.left[r] + self.state.right[r] + 1)
                for c in range(self.state.left[r], self.state.right[r] + 1):
                    word = word * 3 + cython.cast(cython.ulonglong, self.state.marker[c] + 1)
            mixed = blend((mixed + word) & FULL)
        word = cython.cast(cython.ulonglong, self.state.supply[0] + 32 * self.state.supply[1])
        word |= cython.cast(cython.ulonglong, self.state.tokens_held(0, BACK)) << 10
        word |= cython.cast(cython.ulonglong, self.state.tokens_held(1, BACK)) << 15
        word |= cython.cast(cython.ulonglong, self.state.seat + 2 * self.state.phase) << 20
        if self.state.phase == TAKING or self.state.phase == PAYING:
            word |= cython.cast(cython.ulonglong, self.state.taken + 128 * self.state.turn_cards) << 24
            word |= cython.cast(cython.ulonglong, self.state.turn_weight) << 40
            word |= cython.cast(cython.ulonglong, self.state.turn_region + 1) << 48
        if self.state.phase == PAYING or self.state.phase == PUTTING:
            word |= cython.cast(cython.ulonglong, self.state.cell + 1) << 54
        return blend((mixed + word) & FULL) | 1  # never 0
