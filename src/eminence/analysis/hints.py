"""Hints for a player: the best few turns by what the player knows, and the facts that speak for them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from eminence.analysis.board_reasons import board_reasons
from eminence.analysis.display_reasons import display_reasons
from eminence.analysis.reasons import Reason
from eminence.analysis.search import Seeker, Turn, after, best_turns
from eminence.bots.budget import Budget
from eminence.errors import OptionError
from eminence.view import BoardView, DisplayView, View

EFFORT = 600
"""Iterations of the search for a hint, where neither effort nor time is given."""


@dataclass(frozen=True)
class Hint:
    """A turn worth considering."""

    decisions: tuple[int, ...]
    """From the present decision to the end of the turn, or to a token or card that is not known yet."""
    notation: str
    """The same as text."""
    win: float
    """The chance to win."""
    margin: float
    """Points ahead of the best other at the end, as expected."""
    visits: int
    """How often the search looked at it; 0 if proven."""
    proven: bool
    """Whether the rest of the game was solved in every world that could be true."""
    reasons: tuple[Reason, ...]

    def data(self) -> dict[str, Any]:
        """The hint as plain data."""
        return {
            "turn": self.notation,
            "decisions": list(self.decisions),
            "win": self.win,
            "margin": self.margin,
            "visits": self.visits,
            "proven": self.proven,
            "reasons": [reason.data() for reason in self.reasons],
        }


def hints(
    view: View, *, effort: int | None = None, time: float | None = None, seed: int = 1, count: int = 3
) -> list[Hint]:
    """The best few turns for the viewer, who is to act, the best first.

    They rest on the view alone. The same effort and seed give the same hints for equal views; a time in seconds does
    not promise that.
    """
    Budget(time, effort)
    view.choices()
    if isinstance(count, bool) or not isinstance(count, int) or not 1 <= count <= 20:
        raise OptionError(f"{count!r} hints; expected 1 to 20")
    seeker = Seeker(view, effort or EFFORT, seed, time=time)
    return [hint_of(view, turn) for turn in best_turns(seeker, view, count)]


def hint_of(view: View, turn: Turn) -> Hint:
    """A turn with its reasons."""
    text = view.game.turn_text(turn.decisions) or view.game.turn_text(turn.decisions, stops=True)
    return Hint(
        decisions=turn.decisions,
        notation=text,
        win=turn.worth.win,
        margin=turn.worth.margin,
        visits=turn.worth.visits,
        proven=turn.proven,
        reasons=tuple(reasons_for(view, turn)),
    )


def reasons_for(view: View, turn: Turn) -> list[Reason]:
    """What speaks for a turn, from public facts and what the viewer knows."""
    later = after(view.erased, turn.decisions)
    decisions = [view.game.describe(action) for action in turn.decisions]
    found: list[Reason] = []
    if isinstance(view, DisplayView):
        found = display_reasons(view, later, decisions)
    elif isinstance(view, BoardView):
        found = board_reasons(view, later, decisions)
    if turn.certain and turn.worth.win > 1 - 1e-9:
        found.insert(0, Reason.of("wins-proven"))
    return found
