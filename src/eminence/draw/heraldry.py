"""Shields: every coat of arms is defined once in a picture and used wherever it is shown.

>>> body = defs(["anjou"]) + shield("anjou", 0, 0, 50)
>>> picture = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 50 60">{body}</svg>'
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape
from zlib import crc32

from eminence.draw.arms import ARMS, SHIELD
from eminence.draw.charges import CHARGES
from eminence.draw.palette import ARGENT, AZURE, GULES, LIGHT, OR, PURPURE, SABLE, VERT, Theme, mix
from eminence.draw.pen import number

RATIO = 1.2
"""A shield's height for a width of 1."""

_PLAIN = (AZURE, GULES, VERT, PURPURE, SABLE, "#8a5a1c")


def arms_of(arms: str, name: str) -> str:
    """The arms of a region or country; if we have none of that id, a plain shield with the name's initials.

    >>> arms_of("swabia", "Schwaben"), arms_of("plain", "Atlantis")
    ('swabia', 'plain:At')
    """
    return arms if arms in ARMS else f"plain:{name if len(name) <= 3 else name[:2]}"


def symbol_id(arms: str, prefix: str = "") -> str:
    """The id under which a picture defines some arms."""
    if arms in ARMS:
        return f"{prefix}arms-{arms}"
    safe = re.sub(r"[^a-z0-9]", lambda found: f"_{ord(found[0]):x}", _initials(arms).lower())
    return f"{prefix}arms-plain-{safe}-{crc32(_initials(arms).encode()) % 4096:03x}"


def shield(arms: str, x: float, y: float, size: float, *, prefix: str = "") -> str:
    """A shield of the given width with its upper left corner at (x, y); its height is 1.2 times the width."""
    box = f'x="{number(x)}" y="{number(y)}" width="{number(size)}" height="{number(size * RATIO)}"'
    return f'<use href="#{symbol_id(arms, prefix)}" {box}/>'


def defs(arms: Iterable[str] | None = None, *, prefix: str = "", theme: Theme = LIGHT) -> str:
    """The definitions shields refer to: for the given arms, or for all of our own.

    A picture holds them once, before or after the shields. With several pictures in one page, give each its prefix.
    """
    wanted = list(dict.fromkeys(ARMS if arms is None else arms))
    symbols = [_symbol(one, prefix, theme) for one in wanted]
    text = "".join(symbols)
    charges = [
        f'<g id="{prefix}charge-{name}">{figure.draw()}</g>'
        for name, figure in CHARGES.items()
        if f"#{prefix}charge-{name}" in text
    ]
    clip = f'<clipPath id="{prefix}arms-clip"><path d="{SHIELD}"/></clipPath>'
    return f"<defs>{clip}{''.join(charges)}{text}</defs>"


def _symbol(arms: str, prefix: str, theme: Theme) -> str:
    """One coat of arms as a symbol; a pale edge around the rim keeps it clear of dark grounds."""
    inside = ARMS[arms](prefix) if arms in ARMS else _plain(_initials(arms))
    return (
        f'<symbol id="{symbol_id(arms, prefix)}" viewBox="0 0 100 120">'
        f'<path d="{SHIELD}" fill="{ARGENT}" stroke="{ARGENT}" stroke-width="6" stroke-linejoin="round"/>'
        f'<g clip-path="url(#{prefix}arms-clip)">{inside}</g>'
        f'<path d="{SHIELD}" fill="none" stroke="{theme.rim}" stroke-width="3.6" stroke-linejoin="round"/></symbol>'
    )


def _initials(arms: str) -> str:
    """The letters of a plain shield, from ``plain:Xy`` or from any unknown id."""
    return ("" if arms == "plain" else arms.removeprefix("plain:"))[:3] or "?"


def _plain(initials: str) -> str:
    """A parchment shield with a coloured chief and a letter or two; the tincture follows from the letters."""
    colour = _PLAIN[crc32(initials.encode()) % len(_PLAIN)]
    size = (62, 46, 31)[len(initials) - 1]
    return (
        f'<rect width="100" height="120" fill="{mix(ARGENT, OR, 0.18)}"/>'
        f'<rect width="100" height="24" fill="{colour}"/>'
        f'<text x="50" y="{62 + size * 0.35:.0f}" font-family="Georgia, \'DejaVu Serif\', serif" font-weight="700" '
        f'font-size="{size}" text-anchor="middle" fill="{colour}">{escape(initials)}</text>'
    )
