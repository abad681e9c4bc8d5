"""Six opponents for people, from gentle to as strong as we can.

The weaker ones see less: only the step they are in, only points that can be counted, and among things that look nearly
alike to them they choose by taste. Nobody throws a decision at random.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from eminence.bots.budget import Budget
from eminence.bots.players import Sight, TurnBot
from eminence.bots.searcher import NetBot


@dataclass(frozen=True, slots=True)
class Level:
    """One of the opponents for people."""

    name: str
    title: str
    about: str
    make: Callable[[random.Random, Budget], TurnBot | NetBot]


def turn(sight: Sight) -> Callable[[random.Random, Budget], TurnBot]:
    """A bot with this sight, whatever the budget."""
    return lambda rng, budget: TurnBot(rng, budget, sight)


def search(
    effort: int, patience: float, blurs: Mapping[str, float] | None = None
) -> Callable[[random.Random, Budget], NetBot]:
    """A search with this effort and patience, or with the budget's time or effort if it has any."""

    def make(rng: random.Random, budget: Budget) -> NetBot:
        if budget.time or budget.effort:
            return NetBot(rng, budget, blurs=blurs)
        return NetBot(rng, Budget(effort=effort, threads=budget.threads), patience, blurs)

    return make


LEVELS = {
    level.name: level
    for level in (
        Level(
            "page",
            "Page",
            "Sees the step at hand and the points it may bring, and follows his liking among what looks alike.",
            turn(Sight(whole=False, worlds=1, blur=0.08)),
        ),
        Level(
            "clerk",
            "Clerk",
            "Counts what a whole turn may bring.",
            turn(Sight(worlds=1, blur=0.02, crowd=0.04)),
        ),
        Level(
            "abbot",
            "Abbot",
            "Has learned what positions are worth, but looks only at the step at hand.",
            turn(Sight(net=True, whole=False, worlds=1, blur=0.04, crowd=0.02)),
        ),
        Level(
            "bishop",
            "Bishop",
            "Judges whole turns with much experience.",
            turn(Sight(net=True, worlds=2, blur=0.02, crowd=0.01)),
        ),
        Level(
            "cardinal",
            "Cardinal",
            "Foresees the answers to his turns.",
            # On the board foresight adds little to what a turn shows: without a liking he would be Eminence's equal.
            search(120, 0.4, {"cardinal-board": 0.006}),
        ),
        Level("eminence", "Eminence", "Looks far ahead, and reckons out the end of a game for two.", search(6000, 1.6)),
    )
}
"""The opponents by name, the gentlest first."""

DEFAULT = "abbot"
"""The opponent for somebody who has not chosen one."""
