"""Training a net from scratch: the plan, self-play and learning, and what a checkpoint keeps to go on from."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from typing import Any

import eminence
from eminence.bots.judge import NetJudge
from eminence.bots.learn import School
from eminence.bots.lookahead import Lookahead
from eminence.bots.minds import outlook_on
from eminence.bots.net import HIDDEN, Net
from eminence.errors import EminenceError
from eminence.game import Game
from eminence.rules.chance import Rng

MARKS = 25  # about so many points has a curve
BATCHES = 8  # of a block, where games are learned from more than once


class TrainingError(EminenceError, ValueError):
    """A training that cannot be planned, kept or continued."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How to train. The same plan gives the same weights on the same kind of machine."""

    games: int = 60_000
    seed: int = 1
    hidden: int = 64
    rate: float = 0.002
    """The first learning rate; it falls to a twentieth."""
    trace: float = 0.8
    """Lambda: how much of what came later counts beside the next position."""
    noise: float = 0.02
    """How much the players' choices are blurred at first; it falls to a fifth."""
    draws: int = 3
    """Worlds guessed where a card is drawn."""
    batch: int = 4
    """Games that a step of learning rests on."""
    passes: int = 1
    """How often a game is learned from: more than once together with others of its block, in an order by lot."""
    follow: bool = False
    """Whether only what changed since the position before is counted: sooner done, and other last digits."""

    def check(self) -> None:
        """Refuse what cannot be trained; the message begins with the name of the value."""
        bounds: dict[str, tuple[bool, str]] = {
            "seed": (0 <= self.seed < 1 << 63, "a whole number from 0"),
            "hidden": (4 <= self.hidden <= HIDDEN and self.hidden % 4 == 0, f"4, 8, … {HIDDEN}"),
            "rate": (0.0 < self.rate <= 1.0, "more than 0, at most 1"),
            "trace": (0.0 <= self.trace <= 1.0, "0 to 1"),
            "noise": (0.0 <= self.noise <= 1.0, "0 to 1"),
            "draws": (1 <= self.draws <= 100, "1 to 100"),
            "batch": (1 <= self.batch <= 10_000, "1 to 10000"),
            "passes": (1 <= self.passes <= 100, "1 to 100"),
            "games": (1 <= self.games <= 10**9, "1 to 1000000000"),
        }
        for name, (right, expected) in bounds.items():
            if not right:
                raise TrainingError(f"{name}: {getattr(self, name)}; expected {expected}")
        if self.games % self.block:
            whole = self.games - self.games % self.block
            near = f"{whole} or {whole + self.block}" if whole else f"{self.block}"
            unit = f"batch of {self.batch}" if self.passes == 1 else f"block of {self.block}"
            raise TrainingError(f"games: {self.games}; expected a multiple of the {unit}, as {near}")

    @property
    def block(self) -> int:
        """Games that are played before any is learned from: one batch, or several if all are learned from again."""
        return self.batch * (BATCHES if self.passes > 1 else 1)

    @property
    def stride(self) -> int:
        """Games between two points of the curve: about a twenty-fifth of all, whole blocks."""
        return max(1, round(self.games / self.block / MARKS)) * self.block


SHIPPED: dict[tuple[str, int], Plan] = {
    ("richelieu-duel", 2): Plan(games=400_000, draws=1, follow=True),
    ("richelieu", 2): Plan(games=400_000, draws=1, follow=True),
    ("richelieu", 3): Plan(games=150_000, follow=True),
    ("richelieu", 4): Plan(games=140_000, follow=True),
    ("cardinal-cards", 3): Plan(games=200_000, draws=1, follow=True),
    ("cardinal-cards", 4): Plan(games=150_000, draws=1, follow=True),
    ("cardinal-cards", 5): Plan(games=40_000, follow=True),
    ("cardinal-board", 3): Plan(games=150_000, follow=True),
    ("cardinal-board", 4): Plan(games=150_000, follow=True),
    ("cardinal-board", 5): Plan(games=120_000, trace=0.95, passes=8, follow=True),
}
"""The plans that made the weights in the package, by game and number of players."""


@dataclass(frozen=True, slots=True)
class Check:
    """What the net in the making won against greedy, with the 95 % interval."""

    deals: int
    share: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Moment:
    """A point of the curve."""

    games: int
    seconds: float
    loss: float | None
    """The mean loss a position since the last moment; none before the first game."""
    check: Check | None

    def data(self) -> dict[str, Any]:
        """The moment as plain data."""
        return asdict(self)

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Moment:
        """The moment that `data` describes."""
        check = None if data["check"] is None else Check(**data["check"])
        return cls(int(data["games"]), float(data["seconds"]), data["loss"], check)


@dataclass(slots=True)
class Training:
    """A net in the making."""

    game: Game
    players: int
    plan: Plan
    net: Net
    played: int = 0
    seconds: float = 0.0
    """How long it took so far, checks included; whoever runs the training counts them."""
    loss: float = 0.0
    """The losses of the games since the last moment, added up."""
    history: list[Moment] = field(default_factory=list)
    school: School | None = None

    @classmethod
    def begin(cls, game: Game, players: int, plan: Plan) -> Training:
        """A net that knows nothing."""
        plan.check()
        net = Net(outlook_on(game.deal(players=players, seed=0)).inputs, plan.hidden, players)
        net.begin(plan.seed)
        return cls(game, players, plan, net)

    @property
    def identity(self) -> dict[str, Any]:
        """All that the weights depend on. (Plain Python counts with more digits than compiled code.)"""
        return {
            "game": self.game.id,
            "players": self.players,
            "components": self.game.box.fingerprint,
            "eminence": eminence.__version__,
            "compiled": eminence.compiled,
            **asdict(self.plan),
        }

    @property
    def whole(self) -> bool:
        """Whether no game still waits to be learned from, so that a checkpoint may be made."""
        return self.played % self.plan.block == 0

    @property
    def over(self) -> bool:
        return self.played >= self.plan.games

    def progress(self) -> float:
        return self.played / self.plan.games

    def run(self, games: int) -> None:
        """Play so many games, and learn from every block that is whole."""
        if self.school is None:
            self.school = school_of(self.game, self.players, self.net, follow=self.plan.follow)
        for _ in range(games):
            part = self.progress()
            rng = Rng((self.plan.seed << 64) + self.played)
            self.school.game(rng, self.plan.noise * 0.2**part, self.plan.draws)
            self.played += 1
            if self.whole:
                self.learn(self.school, self.plan.rate * 0.05**part)

    def learn(self, school: School, rate: float) -> None:
        """Learn from the games of a block: as they were played, then again in orders by lot."""
        order = list(range(self.plan.block))
        for lap in range(self.plan.passes):
            if lap:
                random.Random(f"eminence/pass/{self.plan.seed}/{self.played}/{lap}").shuffle(order)
            for i in range(0, len(order), self.plan.batch):
                batch = order[i : i + self.plan.batch]
                losses = [school.learn(game, self.plan.trace) for game in batch]
                school.step(rate, sum(school.length(game) for game in batch))
                if lap == 0:
                    self.loss += sum(losses)
        school.clear()

    @property
    def due(self) -> bool:
        """Whether the curve wants a point now: at the beginning, after every stride, and at the end."""
        if self.history and self.history[-1].games == self.played:
            return False
        return self.over or self.played % self.plan.stride == 0

    def note(self, check: Check | None) -> Moment:
        """Add the present moment to the history."""
        games = self.played - (self.history[-1].games if self.history else 0)
        moment = Moment(self.played, round(self.seconds, 2), self.loss / games if games else None, check)
        self.history.append(moment)
        self.loss = 0.0
        return moment


def school_of(game: Game, players: int, net: Net, *, follow: bool = False) -> School:
    """States, outlooks and a look-ahead around a net that learns."""
    truth = game.deal(players=players, seed=0)
    world = truth.copy()
    scratch = truth.copy()
    seen = outlook_on(scratch)
    judge = NetJudge(scratch, seen, net, follow=follow)
    return School(truth, world, scratch, net, outlook_on(truth), Lookahead(scratch, judge))


def course(
    training: Training,
    *,
    check: Callable[[Training], Check] | None = None,
    noted: Callable[[Moment], None] | None = None,
    learned: Callable[[], None] | None = None,
) -> None:
    """Train to the end, block by block.

    Wherever the curve wants a point, `check` measures the strength and `noted` gets the moment; `learned` is called
    after every block, when a checkpoint may be made. Any of them may raise to stop; the training can go on from there.
    """
    while True:
        if training.due:
            moment = training.note(None if check is None else check(training))
            if noted is not None:
                noted(moment)
        if training.over:
            return
        training.run(training.plan.block)
        if learned is not None:
            learned()
