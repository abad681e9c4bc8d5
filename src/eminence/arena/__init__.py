"""The arena: matches between bots on paired deals, and what their results prove.

>>> import eminence
>>> from eminence import arena
>>> match = arena.arrange(eminence.game("richelieu-duel"), ["random", "random"], deals=2)
>>> found = arena.run(match, executor=arena.Local(1))
>>> len(found.deals), len(found.deals[0])
(2, 2)
"""

from __future__ import annotations

from eminence.arena.errors import ArenaError, MissingExtra
from eminence.arena.executors import Executor, Local, RayExecutor
from eminence.arena.ladder import Rating, ladder
from eminence.arena.match import GameResult, Match, arrange, play_chunk
from eminence.arena.plot import plot
from eminence.arena.report import summary, text
from eminence.arena.run import Progress, Run, run
from eminence.arena.statistics import Counts, Estimate, Strength, Verdict, pentanomial, sprt, strength
from eminence.arena.store import load

__all__ = [
    "ArenaError",
    "Counts",
    "Estimate",
    "Executor",
    "GameResult",
    "Local",
    "Match",
    "MissingExtra",
    "Progress",
    "Rating",
    "RayExecutor",
    "Run",
    "Strength",
    "Verdict",
    "arrange",
    "ladder",
    "load",
    "pentanomial",
    "play_chunk",
    "plot",
    "run",
    "sprt",
    "strength",
    "summary",
    "text",
]
