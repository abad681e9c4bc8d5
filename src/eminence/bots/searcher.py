"""A bot that searches: information-set tree search with random games to the end."""

from __future__ import annotations

import random
from time import monotonic

from eminence.bots.budget import Budget
from eminence.bots.mcts import Tree
from eminence.rules.chance import Rng
from eminence.view import View

EFFORT = 1000  # iterations, where no budget is given
EXPLORE = 0.7
NODES = 1 << 20  # at most, about 24 MB
CHUNK = 64  # iterations between looks at the clock


class MctsBot:
    """Guesses what is hidden, again and again, and looks where the games go."""

    def __init__(self, rng: random.Random, budget: Budget) -> None:
        self.rng = rng
        self.budget = budget

    def choose(self, view: View) -> int:
        legal = view.legal
        if len(legal) == 1:
            return legal[0]
        effort = self.budget.effort or (10**8 if self.budget.time else EFFORT)
        tree = Tree(view.erased, Rng(self.rng.getrandbits(256)), min(effort + 1, NODES), EXPLORE)
        end = monotonic() + self.budget.time if self.budget.time else None
        while tree.iterations < effort and (end is None or monotonic() < end):
            tree.run(min(CHUNK, effort - tree.iterations))
        return tree.children()[0][0]
