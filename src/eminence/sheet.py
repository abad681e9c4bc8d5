"""The score sheet, line by line as the rulebooks order it, with the ranking and what decided it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from eminence.components import Box


class Line(NamedTuple):
    """One line of a score sheet."""

    section: str
    """What is scored: crests, regions, symbol; country, circles, ships ...; middle, monasteries, alliance, chains."""
    subject: str
    """The region, symbol, country or alliance it is scored for; empty where there is none."""
    values: tuple[int, ...]
    """Points by seat."""

    @property
    def key(self) -> str:
        """Section and subject in one word, for instance crests:anjou."""
        return f"{self.section}:{self.subject}" if self.subject else self.section


@dataclass(frozen=True, slots=True)
class Sheet:
    """A score sheet."""

    game: str
    """The id of the game."""
    box: Box = field(repr=False, compare=False)
    """The components, which tell what the subjects of the lines are called."""
    lines: tuple[Line, ...]
    totals: tuple[int, ...]
    breaker: str
    """What decides among equal points: fewer-cards, more-cards or pieces-left."""
    breakers: tuple[int, ...]
    """The numbers of cards or pieces behind it, by seat."""
    ranks: tuple[int, ...]
    """1 is best; those who are equal in everything share a rank."""
    tied_win: str
    """What equals in everything do with the win: "shared", or "none" for nobody wins."""
    final: bool
    """False for a running standing."""
    subtotals: tuple[Line, ...] = field(default=())
    """Sums of sections that the printed sheet shows. They are not added to the totals again."""

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that win; none if the best are equal in everything and the game knows no shared win."""
        best = tuple(seat for seat, rank in enumerate(self.ranks) if rank == 1)
        return best if len(best) == 1 or self.tied_win == "shared" else ()

    @property
    def decided_by(self) -> str:
        """ "points", the name of the tie-break, "shared" or "none"."""
        if self.ranks.count(1) > 1:
            return self.tied_win
        return "points" if self.totals.count(max(self.totals)) == 1 else self.breaker

    def line(self, key: str) -> tuple[int, ...]:
        """The points of one line by its key."""
        for line in (*self.lines, *self.subtotals):
            if line.key == key:
                return line.values
        raise KeyError(key)

    def data(self) -> dict[str, Any]:
        """The sheet as plain data."""
        return {
            "game": self.game,
            "lines": [[line.key, list(line.values)] for line in self.lines],
            "subtotals": [[line.key, list(line.values)] for line in self.subtotals],
            "totals": list(self.totals),
            "breaker": self.breaker,
            "breakers": list(self.breakers),
            "ranks": list(self.ranks),
            "winners": list(self.winners),
            "decided_by": self.decided_by,
            "final": self.final,
        }

    def __str__(self) -> str:
        from eminence.draw.text import sheet_text

        return sheet_text(self)

    def _repr_svg_(self) -> str:
        from eminence.draw import sheet_svg

        return sheet_svg(self)
