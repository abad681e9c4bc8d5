"""Players made of code. A bot sees a `View`, like anybody else at the table, and answers with a decision."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, Protocol

from eminence.bots.budget import Budget
from eminence.bots.levels import DEFAULT, LEVELS, Level
from eminence.bots.players import Sight, TurnBot
from eminence.bots.searcher import MctsBot, NetBot
from eminence.errors import OptionError
from eminence.view import View


class Bot(Protocol):
    """Anything that can decide for a seat. It may remember: one bot is for one seat of one game."""

    def choose(self, view: View) -> int:
        """One of `view.legal`."""


class RandomBot:
    """Any legal decision, by lot."""

    def __init__(self, rng: random.Random, budget: Budget) -> None:
        self.rng = rng

    def choose(self, view: View) -> int:
        return self.rng.choice(view.choices())


def greedy(rng: random.Random, budget: Budget) -> Bot:
    """Takes the turn after which it may expect most points."""
    return TurnBot(rng, budget, Sight())


def turn(rng: random.Random, budget: Budget) -> Bot:
    """Takes the turn that the trained net likes best."""
    return TurnBot(rng, budget, Sight(net=True))


BOTS: dict[str, Callable[[random.Random, Budget], Bot]] = {
    "random": RandomBot,
    "greedy": greedy,
    "mcts": MctsBot,
    "turn": turn,
    "net": NetBot,
    **{level.name: level.make for level in LEVELS.values()},
}
"""The bots by name: those for study first, then the opponents for people."""


def make(spec: str, seed: int | str, *, time: float | None = None, effort: int | None = None, threads: int = 1) -> Bot:
    """A bot with a random source of its own: the same seed decides alike in the same positions, unless a time ends a
    search, as for cardinal and eminence without a budget (0.4 and 1.6 s).

    A spec is a name, or a name with a budget of its own, for instance "mcts:effort=2000" or "net:time=0.5,threads=2".
    What it does not name (time or effort, threads) is as given here.

    >>> type(make("greedy", 1)).__name__
    'TurnBot'
    """
    name, _, _ = spec.partition(":")
    if name not in BOTS:
        raise OptionError(f"there is no bot {name!r}; there are {', '.join(BOTS)}")
    own = own_budget(spec)
    if "time" not in own and "effort" not in own:
        own = {"time": time, "effort": effort, **own}
    return BOTS[name](random.Random(seed), Budget(**{"threads": threads, **own}))


def own_budget(spec: str) -> dict[str, Any]:
    """What a spec says of the budget, by its parts; empty if nothing.

    >>> own_budget("net:time=0.5,threads=2"), own_budget("net")
    ({'time': 0.5, 'threads': 2}, {})
    """
    found: dict[str, Any] = {}
    _, colon, text = spec.partition(":")
    if not colon:
        return found
    for part in text.split(","):
        key, _, value = part.partition("=")
        if key in found or key not in ("time", "effort", "threads"):
            raise misspelt(spec)
        try:
            found[key] = float(value) if key == "time" else int(value)
        except ValueError:
            raise misspelt(spec) from None
    return found


def misspelt(spec: str) -> OptionError:
    return OptionError(
        f"{spec[:60]!r} is no bot; expected a name, with :effort=N or :time=SECONDS, and ,threads=N, if wanted"
    )


__all__ = [
    "BOTS",
    "DEFAULT",
    "LEVELS",
    "Bot",
    "Budget",
    "Level",
    "MctsBot",
    "NetBot",
    "RandomBot",
    "Sight",
    "TurnBot",
    "make",
    "own_budget",
]
