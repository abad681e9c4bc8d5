"""What happens at one table: seats, commands, events, clocks, undo, fair deals. Pure: time and chance are handed in."""

from __future__ import annotations

from eminence.table import around  # noqa: F401 - it holds rulings
from eminence.table.commands import Command
from eminence.table.events import Event
from eminence.table.fairness import commitment
from eminence.table.gathering import branch, create
from eminence.table.picture import Pictures, picture
from eminence.table.playing import time_out
from eminence.table.refusal import Refusal
from eminence.table.rulings import Actor, Moment, handle
from eminence.table.settings import Settings
from eminence.table.table import Seat, Table

__all__ = [
    "Actor",
    "Command",
    "Event",
    "Moment",
    "Pictures",
    "Refusal",
    "Seat",
    "Settings",
    "Table",
    "branch",
    "commitment",
    "create",
    "handle",
    "picture",
    "time_out",
]
