# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Tree search guided by a judge (PUCT): one tree over what the seat knows, a newly guessed world each iteration.

Each decision of a new node is judged where its step comes to rest, and the best of these values goes back up the path.
The judge's values also say which decisions to look at first. Everybody in the tree wants the best for himself (max^n),
which for two players is minimax.

Where games played on by lot tell more than the judge, their outcomes go back up instead, and the judge is asked only
about nodes that were gone to often enough: his word then weighs as much as so many games. Those games lean towards
decisions that went well for the same seat in earlier ones, and the nodes may be grown in that order.
"""

from __future__ import annotations

from array import array

import cython

from eminence.bots.tree import SearchTree
from eminence.rules.display import DisplayState

if not cython.compiled:
    from math import exp, sqrt

    from eminence.bots.blends import Blend
    from eminence.bots.leaning import Leaning
    from eminence.bots.lookahead import Lookahead
    from eminence.rules.chance import Rng
    from eminence.rules.state import State

PATH = cython.declare(cython.int, 256)  # decisions that one iteration goes down, at most
CODES = cython.declare(cython.int, 1024)  # numbers of decisions
LONGEST = cython.declare(cython.int, 512)  # decisions of a game by lot that are remembered
LASTING = cython.declare(cython.double, 200.0)  # games over which what went well is averaged


class Guided(SearchTree):
    """A search tree of bounded size with its working states.

    `world` is bound to the root, `state` to the world, and the look-ahead's state to `state`.
    """

    def __init__(
        self,
        world: State,
        state: State,
        lookahead: Lookahead,
        rng: Rng,
        capacity: int,
        blend: Blend,
    ) -> None:
        SearchTree.__init__(self, state, rng, capacity, blend.explore, tries=blend.after > 0)
        self.world = world
        self.lookahead = lookahead
        self.leans = blend.lean > 0.0
        self.sharpness = blend.sharpness
        self.after = blend.after
        self.each = max(1, blend.after)
        self.trust = blend.trust
        self.draws = blend.draws
        self.ordered = blend.ordered
        self.players = state.players
        known = 5 * 1024 if blend.after else 1
        self.luck = array("f", [0.5] * known)
        self.times = array("f", [3.0] * known)
        self.wins = array("d", bytes(8 * capacity))
        self.margins = array("d", bytes(8 * capacity))
        self.first = array("f", bytes(4 * capacity))
        self.prior = array("f", bytes(4 * capacity))
        self.whence = array("i", bytes(4))
        if not cython.compiled:
            self.legal: list[int] = [0] * 1024
            self.leaf: list[float] = [0.0] * 5
            self.leaf_win: list[float] = [0.0] * 5
            self.leaf_margin: list[float] = [0.0] * 5
            self.lot: list[int] = [0] * 512
        if self.leans:
            assert isinstance(lookahead.state, DisplayState)
            self.leaning = Leaning(lookahead.state, blend.lean)
            self.world.reset()
            self.state.reset()
            self.lookahead.state.reset()
            self.leaning.begin()

    def survey(self, worlds: int) -> None:
        """Judge the decisions at the root in several worlds before the first iteration: a single one may mislead."""
        w: cython.int
        i: cython.int
        n: cython.int
        todo: cython.int = worlds
        with cython.nogil:
            for w in range(todo):
                self.world.reset()
                self.world.guess(self.rng)
                self.state.reset()
                n = self.state.generate()
                for i in range(n):
                    self.legal[i] = self.state.acts[i]
                if w == 0:
                    self.expand(0, n)
                else:
                    self.look_again(n)
            self.level(todo)

    def take_over(self, other: Guided, path: list[int]) -> bool:
        """Go on from what an earlier tree knows below the decisions made since its root; false if it knows nothing.

        The root has been surveyed: its decisions keep the judge's word, which is newer, and gain visits. What cannot
        be decided there any more is left behind.
        """
        a: cython.int
        c: cython.int
        d: cython.int
        i: cython.int = 0
        start: cython.int = 0
        for a in path:
            start = other.find(start, a)
            if start == 0:
                return False
        self.whence = array("i", [-1]) * self.capacity  # which node of the other tree
        self.whence[0] = start
        self.visits[0] = other.visits[start]
        while i < self.size:
            c = other.child[self.whence[i]] if self.whence[i] >= 0 else 0
            while c != 0:
                d = self.find(0, other.action[c]) if i == 0 else self.grow(i, other.action[c], other.actor[c])
                if d > 0:
                    self.whence[d] = c
                    self.copy_node(d, other, c, i == 0)
                c = other.sibling[c]
            i += 1
        if self.after > 0:
            self.luck[:] = other.luck
            self.times[:] = other.times
        self.whence = array("i", bytes(4))
        return True

    def copy_node(self, d: cython.int, other: Guided, c: cython.int, judged: cython.bint) -> None:
        """What another tree knows of a node, into a new node of this one or one that the judge has spoken about."""
        part: cython.double = 1.0
        if judged:  # not the judge's word there
            part = other.visits[c] / (other.visits[c] + self.trust)
        else:
            self.first[d] = other.first[c]
            self.prior[d] = other.prior[c]
        self.visits[d] = other.visits[c]
        self.value[d] = other.value[c]
        self.wins[d] += part * other.wins[c]
        self.margins[d] += part * other.margins[c]
        if self.after > 0:
            self.possible[d] = other.possible[c]

    def look_again(self, n: cython.int) -> None:
        """Add what the decisions at the root are worth in another world."""
        i: cython.int
        c: cython.int
        seat: cython.int = self.state.seat
        for i in range(n):
            c = self.node_of[self.legal[i]]
            if c >= 0:
                self.lookahead.seen = 0
                self.lookahead.consider(self.legal[i])
                self.first[c] += self.lookahead.top[seat]
                self.wins[c] += self.trust * self.lookahead.top_win[seat]
                self.margins[c] += self.trust * self.lookahead.top_margin[seat]

    def level(self, worlds: cython.int) -> None:
        """Make means of sums over worlds."""
        c: cython.int = self.child[0]
        while c != 0:
            self.first[c] /= worlds
            self.wins[c] /= worlds
            self.margins[c] /= worlds
            self.prior[c] = exp(self.sharpness * self.first[c])
            c = self.sibling[c]

    def iterate(self) -> None:
        """Go down the tree once; where games are played on by lot, as often as makes one node worth judging."""
        i: cython.int
        self.iterations += 1
        for i in range(self.each):
            self.descend()

    def descend(self) -> None:
        """Guess a world, go down the tree to a new node, judge it or play on from it, and tell all on the path."""
        depth: cython.int = 1
        node: cython.int = 0
        i: cython.int
        n: cython.int
        fresh: cython.bint
        self.world.reset()
        self.world.guess(self.rng)
        self.state.reset()
        self.path[0] = 0
        while True:
            if self.state.over or depth >= PATH:
                self.judge_end()
                break
            n = self.state.generate()
            if self.after == 0 or node == 0 or self.visits[node] >= self.after:
                for i in range(n):
                    self.legal[i] = self.state.acts[i]
                fresh = self.child[node] == 0
                node = self.choose(n) if self.expand(node, n) and (self.after > 0 or not fresh) else -1
                if node < 0 and self.after == 0:
                    break
            else:
                node = self.try_out(node, n)
            if node >= 0:
                self.path[depth] = node
                depth += 1
                self.state.apply(self.action[node])
            if node < 0 or (self.after > 0 and self.visits[node] == 0):
                self.play_on(depth)
                break
        for i in range(depth):
            node = self.path[i]
            self.visits[node] += 1
            self.value[node] += self.leaf[self.actor[node]]
            self.wins[node] += self.leaf_win[self.actor[node]]
            self.margins[node] += self.leaf_margin[self.actor[node]]

    def promise(self, action: cython.int) -> cython.double:
        """How games went in which the seat decided so."""
        return self.luck[self.state.seat * CODES + action]

    def play_on(self, depth: cython.int) -> None:
        """Play by lot to the end: of some decisions drawn, the one that went best for the seat in earlier games.

        Where players lean to cards, that counts too. `depth` is how long the path down the tree is.
        """
        n: cython.int
        i: cython.int
        k: cython.int = 0
        a: cython.int
        b: cython.int
        base: cython.int
        best: cython.double
        other: cython.double
        self.lookahead.state.reset()
        if self.leans:
            self.leaning.recall()
            for i in range(1, depth):
                self.leaning.follow(self.action[self.path[i]])
        while not self.lookahead.state.over:
            n = self.lookahead.state.generate()
            a = self.lookahead.state.acts[self.rng.under(n)]
            if n > 1 and k < LONGEST:
                base = self.lookahead.state.seat * CODES
                best = self.luck[base + a]
                if self.leans:
                    best += self.leaning.worth(a)
                for i in range(self.draws - 1):
                    b = self.lookahead.state.acts[self.rng.under(n)]
                    other = self.luck[base + b]
                    if self.leans:
                        other += self.leaning.worth(b)
                    if other > best:
                        best = other
                        a = b
                self.lot[k] = base + a
                k += 1
            self.lookahead.state.apply(a)
            if self.leans:
                self.leaning.follow(a)
        self.judge_there()
        for i in range(k):
            a = self.lot[i]
            if self.times[a] < LASTING:
                self.times[a] += 1.0
            self.luck[a] += (self.leaf[a // CODES] - self.luck[a]) / self.times[a]

    def judge_end(self) -> None:
        """The value of a game that is over."""
        self.lookahead.state.reset()
        self.judge_there()

    def judge_there(self) -> None:
        """The value of where the look-ahead's state is."""
        p: cython.int
        self.lookahead.judge.judge()
        for p in range(self.players):
            self.leaf[p] = self.lookahead.judge.value[p]
            self.leaf_win[p] = self.lookahead.judge.win[p]
            self.leaf_margin[p] = self.lookahead.judge.margin[p]

    def expand(self, node: cython.int, n: cython.int) -> cython.bint:
        """Find the children of the legal decisions, and judge those that were not yet: `leaf` is the best of these.

        False if there is no room for all.
        """
        i: cython.int
        c: cython.int
        p: cython.int
        room: cython.bint = True
        best: cython.double = -1.0
        seat: cython.int = self.state.seat
        for i in range(n):
            self.node_of[self.legal[i]] = -1
        c = self.child[node]
        while c != 0:
            self.node_of[self.action[c]] = c
            c = self.sibling[c]
        self.lookahead.whole = False
        self.lookahead.seat = seat
        self.lookahead.turn = self.state.turn
        for i in range(n):
            c = self.node_of[self.legal[i]]
            if c >= 0 and self.prior[c] > 0.0:
                continue
            self.lookahead.seen = 0
            self.lookahead.consider(self.legal[i])
            if self.lookahead.top[seat] > best:
                best = self.lookahead.top[seat]
                for p in range(self.players):
                    self.leaf[p] = self.lookahead.top[p]
                    self.leaf_win[p] = self.lookahead.top_win[p]
                    self.leaf_margin[p] = self.lookahead.top_margin[p]
            if c < 0:
                c = self.grow(node, self.legal[i], seat)
                self.node_of[self.legal[i]] = c
            if c < 0:
                room = False
                continue
            self.first[c] = self.lookahead.top[seat]
            self.wins[c] += self.trust * self.lookahead.top_win[seat]
            self.margins[c] += self.trust * self.lookahead.top_margin[seat]
            self.prior[c] = exp(self.sharpness * self.lookahead.top[seat])
        return room

    def choose(self, n: cython.int) -> cython.int:
        """The child to go to among n legal decisions: good by experience, or promising and not much looked at."""
        i: cython.int
        c: cython.int
        pick: cython.int = -1
        best: cython.double = -1000.0
        worth: cython.double
        total: cython.double = 0.0
        tries: cython.double = 1.0
        for i in range(n):
            c = self.node_of[self.legal[i]]
            total += self.prior[c]
            tries += self.visits[c]
        tries = self.explore * sqrt(tries) / total
        for i in range(n):
            c = self.node_of[self.legal[i]]
            worth = self.value[c] + self.trust * self.first[c] + tries * self.prior[c]
            worth /= self.trust + self.visits[c]
            if worth > best:
                best = worth
                pick = c
        return pick

    def children(self) -> list[tuple[int, int, float, float, float]]:
        """The decisions at the root: number, visits, mean value, win chance and margin, most visited first."""
        return self.branches(0)

    def branches(self, node: int) -> list[tuple[int, int, float, float, float]]:
        """The same for the decisions at any node."""
        found: list[tuple[int, int, float, float, float]] = []
        c = self.child[node]
        while c != 0:
            n = self.visits[c] + (self.trust if self.prior[c] > 0.0 else 0.0)
            value = (self.value[c] + self.trust * self.first[c]) / n
            found.append((self.action[c], self.visits[c], value, self.wins[c] / n, self.margins[c] / n))
            c = self.sibling[c]
        return sorted(found, key=most_visited)

    def line(self, action: int, least: int) -> list[int]:
        """What is likely to follow a decision at the root: the most visited decisions, as long as there are visits."""
        found = [action]
        node = self.find(0, action)
        while node > 0 and self.child[node] != 0:
            best = self.branches(node)[0]
            if best[1] < least:
                break
            found.append(best[0])
            node = self.find(node, best[0])
        return found

    def find(self, node: int, action: int) -> int:
        """The child of a node for a decision; 0 if there is none."""
        c: cython.int = self.child[node]
        while c != 0 and self.action[c] != action:
            c = self.sibling[c]
        return c


def most_visited(child: tuple[int, int, float, float, float]) -> tuple[int, float, int]:
    """Order children by visits, then value, then number, so that equal ones come in a fixed order."""
    return -child[1], -child[2], child[0]
