"""eminence: Michael Schacht's majority games, complete and true to their rulebooks.

>>> import eminence
>>> state = eminence.game("richelieu-duel").deal(seed=7)
>>> state.play(state.legal[0])
"""

from __future__ import annotations

from eminence.errors import (
    ComponentError,
    EminenceError,
    IllegalDecision,
    NotationError,
    OptionError,
    RecordError,
)
from eminence.game import Game, game, games
from eminence.notation import Decision
from eminence.record import Record
from eminence.rules import display as _display
from eminence.rules.state import State
from eminence.sheet import Line, Sheet
from eminence.view import BoardView, DisplayView, View

__version__ = "0.1.0"

compiled: bool = not (_display.__file__ or "").endswith(".py")
"""Whether the rules run as compiled code."""

__all__ = [
    "BoardView",
    "ComponentError",
    "Decision",
    "DisplayView",
    "EminenceError",
    "Game",
    "IllegalDecision",
    "Line",
    "NotationError",
    "OptionError",
    "Record",
    "RecordError",
    "Sheet",
    "State",
    "View",
    "compiled",
    "game",
    "games",
]
