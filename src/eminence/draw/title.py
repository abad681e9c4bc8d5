"""The head of a picture: the game's name, the turn, the last turn in notation, and who is to act."""

from __future__ import annotations

from eminence.draw.svg import Style, measure, shortened, text
from eminence.draw.symbols import marker
from eminence.draw.words import word
from eminence.view import View


def title(name: str, status: str, view: View, right: float, style: Style, note: str = "") -> str:
    """The head from the left margin to ``right``; about 80 high. ``note`` says how far the game is."""
    theme, language = style.theme, style.language
    parts = [text(name, 28, 50, 27, theme.ink, serif=True, bold=True)]
    if view.over:
        parts.append(text(status, right, 50, 17, theme.ink, anchor="end", bold=True))
    else:
        mine = view.viewer == view.seat
        words = f"{word('seat', language, view.seat + 1)} {status}"
        colour = theme.accent if mine else theme.ink
        parts.append(text(words, right, 50, 17, colour, anchor="end", bold=True))
        parts.append(
            marker(view.seat, right - measure(words, 16.2, bold=True) - 38, 28, 32, theme=theme, prefix=style.prefix)
        )
    parts.append(text(_moment(view, style, right - 28, note), 28, 74, 13, theme.muted))
    return "".join(parts)


def _moment(view: View, style: Style, room: float, note: str) -> str:
    """How far the game is, and what was played last."""
    language = style.language
    parts = [word("turn", language, view.turn + (0 if view.over else 1))]
    if note:
        parts.append(note)
    if view.turns:
        seat, actions = view.turns[-1]
        played = view.game.turn_text(actions)
        which = "this turn" if view.turn_started else "last turn"
        parts.append(word("because", language, word(which, language), f"{word('seat', language, seat + 1)}, {played}"))
    return shortened("  ·  ".join(parts), 13, room)
