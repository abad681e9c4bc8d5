"""Hints for a player, and the review of finished games: what was promised, decided, and given by chance."""

from __future__ import annotations

from eminence.analysis.hints import Hint, hints
from eminence.analysis.reasons import TEMPLATES, Reason, text
from eminence.analysis.result import VERDICTS, Account, Review, TurnReview, verdict_of
from eminence.analysis.review import review
from eminence.analysis.table import Expectation

__all__ = [
    "TEMPLATES",
    "VERDICTS",
    "Account",
    "Expectation",
    "Hint",
    "Reason",
    "Review",
    "TurnReview",
    "hints",
    "review",
    "text",
    "verdict_of",
]
