# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""What search trees have in common: nodes in arrays of bounded size, iterations without the GIL, stopping at once."""

from __future__ import annotations

from array import array

import cython

if not cython.compiled:
    from eminence.rules.chance import Rng


class SearchTree:
    """Nodes are numbers; 0 is the root. A node stands for the decision that led to it and whoever made it."""

    def __init__(self, rng: Rng, capacity: int, explore: float) -> None:
        self.rng = rng
        self.capacity = capacity
        self.explore = explore
        self.size = 1
        self.iterations = 0
        self.halted = False
        self.action = array("h", bytes(2 * capacity))
        self.actor = array("b", bytes(capacity))
        self.visits = array("i", bytes(4 * capacity))
        self.value = array("d", bytes(8 * capacity))
        self.child = array("i", bytes(4 * capacity))
        self.sibling = array("i", bytes(4 * capacity))
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
