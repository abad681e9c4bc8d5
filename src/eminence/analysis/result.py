"""What a review says: the turns with their verdicts, and an account of luck and skill for every player."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from eminence.analysis.reasons import Reason
from eminence.analysis.search import Worth
from eminence.analysis.table import Expectation
from eminence.game import Game

FORMAT = 1
VERDICTS = (("blunder", 0.20), ("mistake", 0.10), ("inaccuracy", 0.05))
"""The verdicts with the loss in win chance from which on they are given."""
MARGIN_VERDICTS = (("blunder", 16.0), ("mistake", 8.0), ("inaccuracy", 4.0))
"""The same in points, where the win was no longer in question."""
DECIDED = 0.03
"""The win is no longer in question if the chance before the turn is this close to 0 or 1."""


def verdict_of(lost: float, points: float = 0.0, chance: float = 0.5) -> str:
    """The verdict on a turn: "blunder", "mistake", "inaccuracy", or "" for none.

    `lost` is the win chance given away, `points` the margin, `chance` the win chance that the best turn had.

    >>> verdict_of(0.05), verdict_of(0.2), verdict_of(0.01, 9.0, 0.99)
    ('inaccuracy', 'blunder', 'mistake')
    """
    for name, least in VERDICTS:
        if lost >= least - 1e-9:
            return name
    if not DECIDED < chance < 1 - DECIDED:
        for name, least in MARGIN_VERDICTS:
            if points >= least - 1e-9:
                return name
    return ""


def rests_on_points(verdict: str, lost: float) -> bool:
    """Whether points gave a verdict, as the win chance lost would not have."""
    return bool(verdict) and not verdict_of(lost)


@dataclass(frozen=True)
class TurnReview:
    """What is to be said of one turn."""

    number: int
    """From 1."""
    seat: int
    notation: str
    before: Expectation
    """By seat, to somebody who knows all that any player has seen."""
    after: Expectation
    best: Worth
    """What the best turn promised to the player, by all that the player knew."""
    played: Worth
    """What the turn promised: the best less what was given away, but no chance below 0 or above 1."""
    loss: float
    """Win chance given away."""
    loss_margin: float
    """Margin given away."""
    verdict: str
    better: str
    """The best turn instead, as text; empty if nothing was given away."""
    line: str
    """The same with what would probably have followed."""
    reasons: tuple[Reason, ...]
    """What spoke for the better turn and not for the one played."""
    proven: bool
    """Whether all of it was solved, not only searched."""
    luck: Expectation
    """The change by what chance showed in this turn, by seat."""
    decided: Expectation
    """The change by the decisions: the loss, and for the others what they gained by it."""
    unexplained: Expectation
    """The rest of the change: where the estimates of the position and of the decisions disagree."""

    @property
    def by_points(self) -> bool:
        """Whether the verdict rests on points, as the win was no longer in question."""
        return rests_on_points(self.verdict, self.loss)

    def data(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "turn": self.number,
            "seat": self.seat,
            "notation": self.notation,
            "before": self.before.data(),
            "after": self.after.data(),
            "best": {"win": self.best.win, "margin": self.best.margin},
            "played": {"win": self.played.win, "margin": self.played.margin},
            "loss": self.loss,
            "loss_margin": self.loss_margin,
            "verdict": self.verdict or None,
            "better": self.better or None,
            "line": self.line or None,
            "reasons": [reason.data() for reason in self.reasons],
            "proven": self.proven,
            "luck": self.luck.data(),
            "decided": self.decided.data(),
            "unexplained": self.unexplained.data(),
        }


@dataclass(frozen=True)
class Account:
    """One player's game, in win chance and in points: `final - initial` is the sum of the other four."""

    seat: int
    turns: int
    initial: tuple[float, float]
    final: tuple[float, float]
    own: tuple[float, float]
    """The own decisions: never above zero."""
    others: tuple[float, float]
    """The decisions of the others."""
    luck: tuple[float, float]
    unexplained: tuple[float, float]
    inaccuracies: int
    mistakes: int
    blunders: int

    @property
    def mean_loss(self) -> float:
        """Win chance given away in a turn, on average."""
        return -self.own[0] / self.turns if self.turns else 0.0

    def data(self) -> dict[str, Any]:
        """As plain data."""
        pairs = ("initial", "final", "own", "others", "luck", "unexplained")
        found: dict[str, Any] = {"seat": self.seat, "turns": self.turns}
        for name in pairs:
            win, margin = getattr(self, name)
            found[name] = {"win": win, "margin": margin}
        counts = {"inaccuracies": self.inaccuracies, "mistakes": self.mistakes, "blunders": self.blunders}
        return found | {"mean_loss": self.mean_loss} | counts


@dataclass(frozen=True)
class Review:
    """The review of a game."""

    game: Game
    players: int
    names: tuple[str, ...]
    effort: int
    seed: int
    finished: bool
    turns: tuple[TurnReview, ...]
    initial: Expectation
    """What the deal promised."""
    final: Expectation
    """The outcome, or what an unfinished game promises."""
    winners: tuple[int, ...]

    def name(self, seat: int) -> str:
        """A player's name, or the seat."""
        return (self.names[seat] if self.names else "") or f"Seat {seat + 1}"

    @property
    def accounts(self) -> tuple[Account, ...]:
        """Luck and skill by player."""
        return tuple(self.account(seat) for seat in range(self.players))

    def account(self, seat: int) -> Account:
        """Luck and skill of one player."""
        own = [turn for turn in self.turns if turn.seat == seat]
        verdicts = [turn.verdict for turn in own]
        return Account(
            seat=seat,
            turns=len(own),
            initial=(self.initial.win[seat], self.initial.margin[seat]),
            final=(self.final.win[seat], self.final.margin[seat]),
            own=summed([turn.decided for turn in own], seat),
            others=summed([turn.decided for turn in self.turns if turn.seat != seat], seat),
            luck=summed([turn.luck for turn in self.turns], seat),
            unexplained=summed([turn.unexplained for turn in self.turns], seat),
            inaccuracies=verdicts.count("inaccuracy"),
            mistakes=verdicts.count("mistake"),
            blunders=verdicts.count("blunder"),
        )

    def data(self) -> dict[str, Any]:
        """The review as plain data, ready for JSON."""
        return {
            "format": FORMAT,
            "kind": "review",
            "game": self.game.id,
            "options": dict(self.game.options),
            "components": self.game.box.fingerprint,
            "players": self.players,
            "names": list(self.names),
            "effort": self.effort,
            "seed": self.seed,
            "finished": self.finished,
            "winners": list(self.winners),
            "initial": self.initial.data(),
            "final": self.final.data(),
            "turns": [turn.data() for turn in self.turns],
            "accounts": [account.data() for account in self.accounts],
        }

    def svg(self) -> str:
        """The win chances turn by turn, as a picture."""
        from eminence.analysis.graph import graph

        return graph(self)


def summed(changes: list[Expectation], seat: int) -> tuple[float, float]:
    """The sum of a seat's changes, in win chance and margin."""
    return sum(change.win[seat] for change in changes), sum(change.margin[seat] for change in changes)
