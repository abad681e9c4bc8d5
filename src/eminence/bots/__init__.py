"""Players made of code. A bot sees a `View`, like anybody else at the table, and answers with a decision."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Protocol

from eminence.bots.budget import Budget
from eminence.bots.searcher import MctsBot
from eminence.bots.simple import SimpleBot
from eminence.errors import OptionError
from eminence.view import View


class Bot(Protocol):
    """Anything that can decide for a seat."""

    def choose(self, view: View) -> int:
        """One of `view.legal`."""


class RandomBot:
    """Any legal decision, by lot."""

    def __init__(self, rng: random.Random, budget: Budget) -> None:
        self.rng = rng

    def choose(self, view: View) -> int:
        return self.rng.choice(view.legal)


BOTS: dict[str, Callable[[random.Random, Budget], Bot]] = {
    "random": RandomBot,
    "simple": SimpleBot,
    "mcts": MctsBot,
}
"""The bots by name."""


def make(spec: str, seed: int | str, *, time: float | None = None, effort: int | None = None) -> Bot:
    """A bot with a random source of its own: the same seed decides alike in the same positions.

    A spec is a name, or a name with a budget of its own, for instance "mcts:effort=2000" or "mcts:time=0.5".

    >>> type(make("simple", 1)).__name__
    'SimpleBot'
    """
    name, _, own = spec.partition(":")
    if name not in BOTS:
        raise OptionError(f"there is no bot {name!r}; there are {', '.join(BOTS)}")
    budget = read_budget(spec, own) if own else Budget(time, effort)
    return BOTS[name](random.Random(seed), budget)


def read_budget(spec: str, text: str) -> Budget:
    """The budget written in a spec."""
    key, _, value = text.partition("=")
    try:
        if key == "time":
            return Budget(time=float(value))
        if key == "effort":
            return Budget(effort=int(value))
    except ValueError as error:
        if isinstance(error, OptionError):
            raise
    raise OptionError(f"{spec[:60]!r} is no bot; expected a name, with :effort=N or :time=SECONDS if wanted")


__all__ = ["BOTS", "Bot", "Budget", "MctsBot", "RandomBot", "SimpleBot", "make"]
