"""Bots that judge: by expected points or by a net, to the end of a turn, or with a tree search over guessed worlds."""

from __future__ import annotations

import random
from dataclasses import dataclass
from math import exp

from eminence.bots.budget import Budget
from eminence.bots.lookahead import Lookahead
from eminence.bots.minds import judge_of, net_for
from eminence.rules.chance import Rng
from eminence.rules.display import DisplayState
from eminence.view import View


@dataclass(frozen=True, slots=True)
class Sight:
    """How a judging bot looks."""

    net: bool = False
    """Asks the trained net; otherwise it expects points."""
    whole: bool = True
    """Looks to the end of the turn, otherwise only of the step."""
    worlds: int = 3
    """How often the hidden is guessed."""
    blur: float = 0.0
    """Values nearer than this are almost alike to it."""
    crowd: float | None = None
    """The same among more than two players, where other differences decide; as with two if left out."""

    def blur_among(self, players: int) -> float:
        """How near values are that look almost alike at a table of so many."""
        return self.blur if self.crowd is None or players == 2 else self.crowd


class TurnBot:
    """Tries out every way to go on with its turn and takes the one that stands best."""

    def __init__(self, rng: random.Random, budget: Budget, sight: Sight) -> None:
        self.rng = rng
        self.sight = sight

    def choose(self, view: View) -> int:
        legal = view.choices()
        if len(legal) == 1:
            return legal[0]
        worth = self.worths(view)
        return pick(worth, self.sight.blur_among(view.players), self.rng)

    def worths(self, view: View) -> list[tuple[int, float]]:
        """Every decision with its value."""
        root = view.erased
        net = net_for(view) if self.sight.net else None
        world, scratch = root.blank(), root.blank()
        world.bind(root)
        scratch.bind(world)
        lookahead = Lookahead(scratch, judge_of(scratch, net))
        whole = self.sight.whole and isinstance(root, DisplayState)  # in the board game a turn ends with chance
        return lookahead.worths(world, Rng(self.rng.getrandbits(256)), self.sight.worlds, whole)


def pick(worth: list[tuple[int, float]], blur: float, rng: random.Random) -> int:
    """The best decision, or with a blur one of the nearly best, the likelier the nearer."""
    best = max(value for _, value in worth)
    if blur <= 0.0:
        return rng.choice([action for action, value in worth if value > best - 1e-9])
    near = [(action, value) for action, value in worth if value > best - 3 * blur]
    return rng.choices([action for action, _ in near], [exp((value - best) / blur) for _, value in near])[0]
