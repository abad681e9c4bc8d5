"""Bots that search: trees over guessed worlds, grown for a time or with an effort, on one or several threads."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from time import monotonic
from typing import Any, Protocol

from eminence.bots.blends import blend_for
from eminence.bots.budget import Budget
from eminence.bots.guided import Guided
from eminence.bots.lookahead import Lookahead
from eminence.bots.mcts import Tree
from eminence.bots.minds import judge_of, net_for
from eminence.bots.players import pick
from eminence.bots.solver import Solver
from eminence.bots.worlds import ViewSolution, solve_view
from eminence.rules.chance import Rng
from eminence.view import DisplayView, View

NODES = 1 << 19  # of one tree, at most: about 26 MB; also those that a second may bring
FEWEST = 1 << 12  # nodes that are set aside, if so many may be needed
WORLDS = 4  # in which the decisions at the root are judged at first, where there are more than two players
HASTE = 1.25  # by how much a search may go faster than so far, in the time that is left
PATHS = 40  # to the end of a step, that are judged for one decision


class Growing(Protocol):
    """A tree that can be searched on."""

    @property
    def iterations(self) -> int: ...
    def run(self, iterations: int) -> None: ...
    def stop(self) -> None: ...
    def settled(self, left: int) -> bool: ...
    def children(self) -> Sequence[tuple[Any, ...]]: ...


class SearchBot(ABC):
    """Grows trees and plays what was looked at most."""

    chunk = 64  # iterations between looks at the clock
    effort = 1000  # iterations, where no budget is given
    settles = True  # whether a search ends when nothing can change its decision any more

    def __init__(self, rng: random.Random, budget: Budget, patience: float | None = None) -> None:
        """With patience, the seconds after which even an effort not yet spent comes to an end."""
        self.rng = rng
        self.budget = budget
        self.seconds = budget.time or patience
        self.trees: list[Growing] = []
        self.stopped = False

    def stop(self) -> None:
        """Let `choose`, running in another thread, answer at once with what it has found so far."""
        self.stopped = True
        for tree in self.trees:
            tree.stop()

    def choose(self, view: View) -> int:
        self.stopped = False
        return self.choose_until(view, monotonic() + self.seconds if self.seconds else None)

    def choose_until(self, view: View, end: float | None) -> int:
        legal = view.choices()
        return legal[0] if len(legal) == 1 else self.conclude(view, self.search(view, end))

    def conclude(self, view: View, trees: Sequence[Growing]) -> int:
        """What the search comes to."""
        return best_of(trees, view.legal)

    def search(self, view: View, end: float | None) -> list[Growing]:
        """Trees grown until a time, or with the effort of the budget."""
        threads = self.budget.threads
        effort = self.budget.effort or (10**8 if self.budget.time else self.effort)
        share = -(-effort // threads)
        self.trees = self.plant_all(view, share)
        if threads == 1:
            self.grow(self.trees[0], share, end)
        else:
            with ThreadPoolExecutor(threads) as pool:
                jobs = [pool.submit(self.grow, tree, share, end) for tree in self.trees]
                try:
                    for job in jobs:
                        job.result()
                except BaseException:  # Ctrl-C, or one that failed: the others are waited for on the way out
                    self.stop()
                    raise
        return self.trees

    def grow(self, tree: Growing, effort: int, end: float | None) -> None:
        """Search until the effort is spent, the time is up, or `stop`; but look once in any case.

        A tree on its own is also done when nothing that may still come would change the decision.
        """
        start = now = monotonic()
        alone = self.settles and self.budget.threads == 1
        due = 16
        tree.run(1)
        while tree.iterations < effort and not self.stopped and (end is None or now < end):
            tree.run(min(self.chunk, effort - tree.iterations))
            now = monotonic()
            if alone and tree.iterations >= due:
                due = tree.iterations + due // 8
                left = effort - tree.iterations
                if end is not None:
                    left = min(left, int(HASTE * tree.iterations * (end - now) / max(now - start, 1e-6)))
                if tree.settled(left):
                    break

    def room(self, nodes: int) -> int:
        """Nodes to set aside for a tree that may need so many: no more than its time can bring, for that costs time."""
        return min(nodes, NODES, max(FEWEST, int(NODES * self.seconds)) if self.seconds else NODES)

    def plant_all(self, view: View, effort: int) -> list[Growing]:
        """A new tree for every thread."""
        return [self.plant(view, Rng(self.rng.getrandbits(256)), effort) for _ in range(self.budget.threads)]

    @abstractmethod
    def plant(self, view: View, rng: Rng, effort: int) -> Growing:
        """A new tree."""


class MctsBot(SearchBot):
    """Guesses what is hidden, plays on at random, again and again, and looks where the games go."""

    explore = 0.7

    def plant(self, view: View, rng: Rng, effort: int) -> Growing:
        return Tree(view.erased, rng, self.room(effort + 1), self.explore)


class NetBot(SearchBot):
    """Searches with a trained net as its judge; near the end of a game for two it looks for a proof first.

    Where its blend says so, it goes on within a turn from what it has found there: it is for one seat of one game.
    """

    chunk = 2
    effort = 400
    cards = 10  # left on the display: from here on the end is solved
    worlds = 400  # at most, that are solved
    enough = 24  # worlds, from which on their mean decides
    nodes = 250  # positions for the solver, for each iteration of the effort: two fifths of what that takes
    speed = 2_000_000  # the same, for each second
    part = 0.4  # of the time, for the solver

    def __init__(
        self,
        rng: random.Random,
        budget: Budget,
        patience: float | None = None,
        blurs: Mapping[str, float] | None = None,
    ) -> None:
        """`blurs` says, by game, how near values are that look almost alike; a game that is not there has none."""
        super().__init__(rng, budget, patience)
        self.blurs = blurs or {}
        self.solver: Solver | None = None
        self.known: tuple[int, list[int]] = -1, []  # turn and history of the last search

    def stop(self) -> None:
        super().stop()
        if self.solver is not None:
            self.solver.stop()

    def choose(self, view: View) -> int:
        self.stopped = False
        if self.solver is not None:
            self.solver.end(None)  # a stop that came after the last search is none for this one
        start = monotonic()
        if len(view.choices()) > 1 and isinstance(view, DisplayView) and self.solves(view):
            found = self.solve(view)
            if found.decision is not None and found.solved >= min(self.enough, found.worlds):
                return found.decision
        return self.choose_until(view, start + self.seconds if self.seconds else None)

    def conclude(self, view: View, trees: Sequence[Growing]) -> int:
        blur = self.blurs.get(view.game.edition.id, 0.0)
        return pick(values_of(trees), blur, self.rng) if blur else super().conclude(view, trees)

    def solves(self, view: DisplayView) -> bool:
        """Whether the exact solver is asked."""
        return view.players == 2 and view.takers.count(-1) <= self.cards

    def solve(self, view: DisplayView) -> ViewSolution:
        """What the solver finds out within its part of the budget."""
        if self.solver is None:
            self.solver = Solver(1 << 18)
            if self.stopped:  # before there was one to tell
                self.solver.stop()
        seconds = self.part * self.seconds if self.seconds else 0.0
        effort = self.nodes * (self.budget.effort or self.effort)
        nodes = int(self.speed * seconds) if self.budget.time else effort
        return solve_view(
            view,
            self.solver,
            limit=self.worlds,
            samples=self.worlds,
            enough=self.enough,
            nodes=max(self.enough, nodes),
            seconds=seconds,
        )

    def plant_all(self, view: View, effort: int) -> list[Growing]:
        """New trees; those for a later decision of a turn know what was found below the decisions made since."""
        earlier, self.trees = self.trees, []
        (turn, before), self.known = self.known, (-1, [])  # if planting fails, nothing is known
        trees = super().plant_all(view, effort)
        history = view.history
        path = history[len(before) :]
        if blend_for(view).keeps and path and turn == view.turn and history[: len(before)] == before:
            for tree, old in zip(trees, earlier, strict=True):
                if isinstance(tree, Guided) and isinstance(old, Guided):
                    tree.take_over(old, path)
        self.known = view.turn, history
        return trees

    def plant(self, view: View, rng: Rng, effort: int) -> Growing:
        return guided_tree(view, rng, self.room(64 * effort))


def guided_tree(view: View, rng: Rng, capacity: int) -> Guided:
    """A tree that asks the net trained for the view's game, or expects points where there is none."""
    root = view.erased
    world, state, scratch = root.blank(), root.blank(), root.blank()
    world.bind(root)
    state.bind(world)
    scratch.bind(state)
    blend = blend_for(view)
    lookahead = Lookahead(scratch, judge_of(scratch, net_for(view), blend.win), PATHS)
    tree = Guided(world, state, lookahead, rng, capacity, blend)
    if view.players > 2 and len(view.legal) > 1:
        tree.survey(WORLDS)
    return tree


def values_of(trees: Sequence[Growing]) -> list[tuple[int, float]]:
    """The decisions with their values in all trees together, in a fixed order."""
    sums: dict[int, tuple[float, float]] = {}
    for tree in trees:
        for action, visits, value, *_ in tree.children():
            weight, total = sums.get(action, (0.0, 0.0))
            sums[action] = weight + visits + 1, total + (visits + 1) * value
    return [(action, total / weight) for action, (weight, total) in sorted(sums.items())]


def best_of(trees: Sequence[Growing], legal: list[int]) -> int:
    """The decision visited most in all trees together; of equals the one with the higher values, then the first."""
    found = dict.fromkeys(legal, (0, 0.0))
    for tree in trees:
        for action, visits, value, *_ in tree.children():
            found[action] = (found[action][0] + visits, found[action][1] + value)
    return max(legal, key=found.__getitem__)
