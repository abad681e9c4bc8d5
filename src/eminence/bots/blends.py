"""How a search that is guided by a judge goes about it, and what it hears beside the judge, game by game."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from typing import Any

from eminence.bots.judge import WIN
from eminence.view import BoardView, View


@dataclass(frozen=True, slots=True)
class Blend:
    """The manner of a search."""

    explore: float = 0.25
    """How much is tried that promises less."""
    sharpness: float = 20.0
    """How much sooner the decisions are looked at that the judge likes."""
    after: int = 0
    """Visits after which the judge is asked about a node; before, games are played on by lot. None are if it is 0."""
    trust: float = 1.0
    """How many visits the judge's word weighs as much as."""
    draws: int = 1
    """Decisions drawn in a game by lot, of which the one is taken that went best in earlier games."""
    win: float = WIN
    """The part of a value that is the share in the win; the rest is the margin, which tells more in few games."""
    ordered: bool = field(default=False, repr=False)
    """Whether decisions are tried out in the order in which they went well in earlier games, instead of by lot.

    Like what follows, it is not in the text of a blend, by which matches are marked: those of rooms without it stay
    what they were.
    """
    lean: float = field(default=0.0, repr=False)
    """What a point counts in games by lot, in which players then lean to the cards that bring them more."""
    keeps: bool = field(default=False, repr=False)
    """Whether a later decision of a turn starts from what the search for an earlier one has found."""
    late: int = field(default=0, repr=False)
    """Cards in the second pile of the board game from which on all this holds; before, only the judge is heard.

    What a win counts for holds throughout.
    """

    @property
    def traits(self) -> list[tuple[str, Any]]:
        """What is not in the text, as far as the search has it."""
        unsaid = [trait.name for trait in fields(self) if not trait.repr]
        return [(name, getattr(self, name)) for name in unsaid if getattr(self, name)]


RICHELIEU = Blend(explore=0.7, after=20, trust=10.0, draws=4)
CARDS = Blend(explore=0.7, after=40, trust=40.0, draws=3)
BOARD = Blend(explore=0.7, after=40, trust=5.0, draws=3, late=20)

BLENDS = {
    ("richelieu", 3): RICHELIEU,
    ("richelieu", 4): replace(RICHELIEU, win=0.35, ordered=True, lean=0.03, keeps=True),
    ("cardinal-cards", 4): CARDS,
    ("cardinal-cards", 5): replace(CARDS, win=0.35),
    ("cardinal-board", 5): BOARD,
}
"""Where games by lot tell more than the net does, by game and number of players."""


def blend_for(view: View) -> Blend:
    """How to search in the view's game, at this stage of it."""
    blend = BLENDS.get((view.game.edition.id, view.players), Blend())
    if blend.late and not (isinstance(view, BoardView) and view.second_half and view.pile_size <= blend.late):
        return Blend(win=blend.win)
    return blend
