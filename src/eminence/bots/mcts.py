# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Information-set tree search: one tree over what the searching seat knows, a newly guessed world each iteration.

Single-observer ISMCTS for any number of players: a node is a decision, its value that of whoever made it. Only the
decisions possible in the guessed world compete, and how often each was possible counts in the exploration term.
"""

from __future__ import annotations

import cython

from eminence.bots.tree import SearchTree

if not cython.compiled:
    from eminence.bots.judge import Judge
    from eminence.bots.outlook import Outlook
    from eminence.rules.chance import Rng
    from eminence.rules.state import State


class Tree(SearchTree):
    """A search tree of bounded size with its working state."""

    def __init__(self, root: State, rng: Rng, capacity: int, explore: float) -> None:
        SearchTree.__init__(self, root.blank(), rng, capacity, explore, tries=True)
        self.state.bind(root)
        self.referee = Judge(self.state, Outlook(self.state))  # asked only when a game is over

    def iterate(self) -> None:
        """Guess a world, go down the tree, add a node, play to the end at random, and tell all on the path."""
        depth: cython.int = 1
        node: cython.int = 0
        n: cython.int
        grown: cython.bint = False
        self.iterations += 1
        self.state.reset()
        self.state.guess(self.rng)
        self.path[0] = 0
        while not self.state.over and not grown and depth < 512:
            n = self.state.generate()
            node = self.try_out(node, n)
            if node < 0:
                break
            grown = self.visits[node] == 0
            self.path[depth] = node
            depth += 1
            self.state.apply(self.action[node])
        while not self.state.over:
            n = self.state.generate()
            self.state.apply(self.state.acts[self.rng.under(n)])
        self.referee.judge()
        for n in range(depth):
            node = self.path[n]
            self.visits[node] += 1
            self.value[node] += self.referee.value[self.actor[node]]

    def children(self) -> list[tuple[int, int, float]]:
        """The decisions at the root: number, visits and mean reward, most visited first."""
        found: list[tuple[int, int, float]] = []
        c = self.child[0]
        while c != 0:
            if self.visits[c]:
                found.append((self.action[c], self.visits[c], self.value[c] / self.visits[c]))
            c = self.sibling[c]
        return sorted(found, key=most_visited)


def most_visited(child: tuple[int, int, float]) -> tuple[int, int]:
    """Order children by visits, then by number, so that equal ones come in a fixed order."""
    return -child[1], child[0]
