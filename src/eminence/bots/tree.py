# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""What search trees have in common: nodes in arrays of bounded size, iterations without the GIL, stopping at once."""

from __future__ import annotations

from array import array

import cython

if not cython.compiled:
    from math import log, sqrt

    from eminence.rules.chance import Rng
    from eminence.rules.state import State


class SearchTree:
    """Nodes are numbers; 0 is the root. A node stands for the decision that led to it and whoever made it.

    `state` goes down the tree. `possible` counts how often a node could be gone to while its parent was tried out.
    """

    def __init__(self, state: State, rng: Rng, capacity: int, explore: float, *, tries: bool) -> None:
        """With `tries`, there is room for what `try_out` needs."""
        self.state = state
        self.rng = rng
        self.capacity = capacity
        self.explore = explore
        self.size = 1
        self.iterations = 0
        self.each = 1  # ways down the tree in an iteration
        self.ordered = False  # whether new decisions are tried by their promise, not by lot
        self.halted = False
        self.action = array("h", bytes(2 * capacity))
        self.actor = array("b", bytes(capacity))
        self.visits = array("i", bytes(4 * capacity))
        self.value = array("d", bytes(8 * capacity))
        self.child = array("i", bytes(4 * capacity))
        self.sibling = array("i", bytes(4 * capacity))
        self.possible = array("i", bytes(4 * capacity if tries else 4))
        if not cython.compiled:
            self.node_of: list[int] = [0] * 1024
            self.path: list[int] = [0] * 512

    def stop(self) -> None:
        """End a running search at once; from another thread."""
        self.halted = True

    def run(self, iterations: int) -> None:
        """Search on. The GIL is free meanwhile."""
        i: cython.int
        todo: cython.int = iterations
        with cython.nogil:
            for i in range(todo):
                if self.halted:
                    break
                self.iterate()

    def settled(self, left: int) -> bool:
        """Whether the decision gone to most stays so, whatever so many more iterations bring."""
        c: cython.int = self.child[0]
        most: cython.int = 0
        second: cython.int = 0
        while c != 0:
            if self.visits[c] > most:
                second = most
                most = self.visits[c]
            elif self.visits[c] > second:
                second = self.visits[c]
            c = self.sibling[c]
        return most - second > left * self.each

    def iterate(self) -> None:
        """One iteration; each search fills it in."""

    def grow(self, node: cython.int, action: cython.int, actor: cython.int) -> cython.int:
        """A new child for a decision; -1 if there is no room."""
        c: cython.int = self.size
        if c >= self.capacity:
            return -1
        self.size += 1
        self.action[c] = action
        self.actor[c] = actor
        self.sibling[c] = self.child[node]
        self.child[node] = c
        return c

    def try_out(self, node: cython.int, n: cython.int) -> cython.int:
        """The child to go to among n legal decisions: a new one if there is any, otherwise the most promising.

        Of new ones the lot decides, or their promise. -1 if a new one is due but the tree is full.
        """
        i: cython.int
        c: cython.int
        fresh: cython.int = 0
        pick: cython.int = -1
        best: cython.double = -1.0
        worth: cython.double
        for i in range(n):
            self.node_of[self.state.acts[i]] = -1
        c = self.child[node]
        while c != 0:
            self.node_of[self.action[c]] = c
            c = self.sibling[c]
        for i in range(n):
            c = self.node_of[self.state.acts[i]]
            if c < 0:
                fresh += 1
                if self.ordered:
                    worth = self.promise(self.state.acts[i])
                    if worth > best:
                        best = worth
                        pick = self.state.acts[i]
                elif self.rng.under(fresh) == 0:
                    pick = self.state.acts[i]
            else:
                self.possible[c] += 1
        if fresh > 0:
            c = self.grow(node, pick, self.state.seat)
            if c >= 0:
                self.possible[c] = 1
            return c
        for i in range(n):
            c = self.node_of[self.state.acts[i]]
            worth = self.value[c] / self.visits[c] + self.explore * sqrt(log(self.possible[c]) / self.visits[c])
            if worth > best:
                best = worth
                pick = c
        return pick

    def promise(self, action: cython.int) -> cython.double:
        """What may be hoped of a decision of the seat to act that is not yet in the tree; at least 0."""
        return 0.0
