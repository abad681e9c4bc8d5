"""Pictures: views and score sheets as self-contained SVG, the same bytes for the same view.

>>> import eminence
>>> state = eminence.game("richelieu-duel").deal(seed=7)
>>> table_svg(state.view(0)).startswith("<svg ")
True
"""

from __future__ import annotations

from collections.abc import Sequence
from zlib import crc32

from eminence.draw.palette import THEMES
from eminence.draw.svg import Style
from eminence.draw.words import check_language
from eminence.errors import OptionError
from eminence.sheet import Sheet
from eminence.view import BoardView, DisplayView, View


def table_svg(view: View, *, theme: str = "light", language: str = "en") -> str:
    """A view as a picture: of a seat, of somebody who watches, or of everything."""
    from eminence.draw.board import board_table
    from eminence.draw.display import display_table

    style = _style(theme, language, f"{view.game.id}/{view.game.box.fingerprint}")
    if isinstance(view, DisplayView):
        return display_table(view, style)
    assert isinstance(view, BoardView)
    return board_table(view, style)


def sheet_svg(
    sheet: Sheet,
    *,
    theme: str = "light",
    language: str = "en",
    names: Sequence[str] | None = None,
) -> str:
    """A score sheet as a picture, in the order of the printed forms. ``names`` are the players' by seat."""
    from eminence.draw.sheet import score_sheet

    if names is not None and len(names) != len(sheet.totals):
        raise OptionError(f"{len(names)} names for {len(sheet.totals)} players; give one name a seat")
    style = _style(theme, language, f"sheet/{sheet.game}/{sheet.box.fingerprint}")
    return score_sheet(sheet, names, style)


def _style(theme: str, language: str, subject: str) -> Style:
    """Theme and language if there are such, and ids of their own for pictures that share a page."""
    if theme not in THEMES:
        raise OptionError(f"there is no theme {theme!r}; there are {', '.join(THEMES)}")
    check_language(language)
    return Style(THEMES[theme], language, f"e{crc32(f'{subject}/{theme}'.encode()):08x}-")
