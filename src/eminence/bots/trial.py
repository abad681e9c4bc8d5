"""How strong a net is while it learns: one of it among greedy players, on deals of their own, on every seat.

The net looks one step ahead, as in self-play. Nothing here touches the learning: states, random numbers and the place
where the net thinks are the trial's own.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from eminence.bots.lookahead import Lookahead
from eminence.bots.minds import judge_of
from eminence.bots.net import Net
from eminence.bots.players import Sight, pick
from eminence.bots.training import Training
from eminence.game import Game
from eminence.rules.chance import Rng
from eminence.rules.display import DisplayState
from eminence.rules.state import State
from eminence.view import View

GREEDY = Sight()


@dataclass(frozen=True, slots=True)
class Mind:
    """Decides like `TurnBot`, and keeps its states and tables from one decision to the next."""

    sight: Sight
    world: State
    scratch: State
    lookahead: Lookahead

    @classmethod
    def of(cls, sight: Sight, like: State, net: Net | None) -> Mind:
        """A mind for games like this one."""
        world, scratch = like.blank(), like.blank()
        world.bind(like)
        scratch.bind(world)
        return cls(sight, world, scratch, Lookahead(scratch, judge_of(scratch, net)))

    def choose(self, view: View, rng: random.Random) -> int:
        """One of the view's legal decisions."""
        legal = view.legal
        if len(legal) == 1:
            return legal[0]
        self.world.bind(view.erased)
        self.scratch.bind(self.world)
        whole = self.sight.whole and isinstance(self.world, DisplayState)
        worth = self.lookahead.worths(self.world, Rng(rng.getrandbits(256)), self.sight.worlds, whole)
        return pick(worth, self.sight.blur_among(view.players), rng)


def shares(training: Training, deals: int, *, between: Callable[[], None] | None = None) -> list[float]:
    """The net's share in the wins on each of some deals, as a mean over all seats; equals would get 1 / players.

    The deals follow from seed and number of games, and are none of the training's. `between` is called before every
    game, and may raise to stop.
    """
    own, other = minds_for(training)
    found = []
    for deal in range(deals):
        name = f"training check/{training.plan.seed}/{training.played}/{deal}"
        won = 0.0
        for seat in range(training.players):
            if between is not None:
                between()
            won += play(training.game, name, [own if s == seat else other for s in range(training.players)], seat)
        found.append(won / training.players)
    return found


def minds_for(training: Training) -> tuple[Mind, Mind]:
    """The net in the making, and greedy."""
    like = training.game.deal(players=training.players, seed=0)
    sight = Sight(net=True, whole=False, worlds=training.plan.draws)
    return Mind.of(sight, like, training.net.twin()), Mind.of(GREEDY, like, None)


def play(game: Game, deal: str, table: list[Mind], seat: int) -> float:
    """One game; returns the seat's share in the win. A game that nobody wins is shared by all."""
    state = game.deal(deal, players=len(table))
    sources = [random.Random(f"{deal}/{seat}/{s}") for s in range(len(table))]
    while not state.over:
        now = int(state.seat)
        state.play(table[now].choose(state.view(now), sources[now]))
    winners = state.sheet().winners
    if not winners:
        return 1.0 / len(table)
    return 1.0 / len(winners) if seat in winners else 0.0
