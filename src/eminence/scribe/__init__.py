"""Writes what a view shows as JSON, out of pieces that are made once a game: a server writes it for every decision.

A scribe is handed states with the hidden erased already (`State.hide`), so it cannot tell what it does not have.
"""

from eminence.scribe.board import BoardScribe
from eminence.scribe.display import DisplayScribe
from eminence.scribe.scribe import Scribe

__all__ = ["BoardScribe", "DisplayScribe", "Scribe"]
