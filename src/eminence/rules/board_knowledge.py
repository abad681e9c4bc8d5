# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The board game's secrets: what a viewer may not know, and what could be true instead."""

from __future__ import annotations

import cython

from eminence.rules import spec

if not cython.compiled:
    from eminence.rules.board_table import BoardTable
    from eminence.rules.chance import Rng

NONE = cython.declare(cython.int, -1)
COLOURS = cython.declare(cython.int, spec.MAX_COLOURS)
TRUTH = cython.declare(cython.int, -2)
PILE_DRAWN = cython.declare(cython.int, 15)  # in `log`: a card from the second pile; otherwise the colour played
STORIES = cython.declare(cython.int, 40)  # proposals of the sampler in `guess_second`


class BoardKnowledge(BoardTable):
    """A table that can be hidden and guessed."""

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
        """After the reshuffle: what others hold is older than it, or from the second pile, whose cards are known.

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
