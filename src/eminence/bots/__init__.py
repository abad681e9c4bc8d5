"""Players made of code. A bot sees a `View`, like anybody else at the table, and answers with a decision."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Protocol

from eminence.bots.simple import SimpleBot
from eminence.errors import OptionError
from eminence.view import View


class Bot(Protocol):
    """Anything that can decide for a seat."""

    def choose(self, view: View) -> int:
        """One of `view.legal`."""


class RandomBot:
    """Any legal decision, by lot."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def choose(self, view: View) -> int:
        return self.rng.choice(view.legal)


BOTS: dict[str, Callable[[random.Random], Bot]] = {"random": RandomBot, "simple": SimpleBot}
"""The bots by name."""


def make(name: str, seed: int | str) -> Bot:
    """A bot with a random source of its own: the same seed decides alike in the same positions.

    >>> type(make("simple", 1)).__name__
    'SimpleBot'
    """
    if name not in BOTS:
        raise OptionError(f"there is no bot {name!r}; there are {', '.join(BOTS)}")
    return BOTS[name](random.Random(seed))


__all__ = ["BOTS", "Bot", "RandomBot", "SimpleBot", "make"]
