"""A sheet of SVG: texts that are escaped and measured, a few shapes, and the picture around them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape

from eminence.draw import heraldry, patterns, symbols
from eminence.draw.palette import Theme
from eminence.draw.pen import number
from eminence.draw.signs import SIGNS

SERIF = "'Iowan Old Style', 'Palatino Linotype', Palatino, Georgia, 'DejaVu Serif', serif"
SANS = "'Helvetica Neue', Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif"

_NARROW = frozenset("iljtfrI.,:;'’!|()[] ·/-")
_WIDE = frozenset("mwMWOQGCD%@&–—→")


@dataclass(frozen=True, slots=True)
class Style:
    """What every part of a picture needs to know: theme, language and the prefix of all ids."""

    theme: Theme
    language: str
    prefix: str


def clean(words: str) -> str:
    """A text for XML: escaped, and without the control characters that XML knows no way to write.

    >>> clean("Kardinal & König\\x07")
    'Kardinal &amp; König'
    """
    return escape("".join(c for c in words if c >= " " and c not in "\x7f\ufffe\uffff"), quote=True)


def measure(words: str, size: float, *, bold: bool = False) -> float:
    """About how wide a text is in the sans; on the safe side.

    >>> measure("Bourgogne", 10) > measure("Anjou", 10)
    True
    """
    units = sum(0.34 if c in _NARROW else 0.86 if c in _WIDE else 0.68 if c.isupper() else 0.555 for c in words)
    return units * size * (1.06 if bold else 1.0)


def fitted(words: str, size: float, width: float, *, bold: bool = False) -> float:
    """The size at which a text fits a width: the wished one, or a smaller."""
    wide = measure(words, size, bold=bold)
    return size if wide <= width else size * width / wide


def shortened(words: str, size: float, width: float, *, bold: bool = False) -> str:
    """A text cut with an ellipsis where it would be wider than allowed."""
    if measure(words, size, bold=bold) <= width:
        return words
    while words and measure(words + "…", size, bold=bold) > width:
        words = words[:-1]
    return words.rstrip() + "…"


def text(
    words: object,
    x: float,
    y: float,
    size: float,
    fill: str,
    *,
    anchor: str = "",
    bold: bool = False,
    serif: bool = False,
    extra: str = "",
) -> str:
    """A line of text with its baseline at y; anchor is "" for the left, "middle" or "end"."""
    parts = [f'<text x="{number(x)}" y="{number(y)}" font-size="{number(size)}" fill="{fill}"']
    if anchor:
        parts.append(f' text-anchor="{anchor}"')
    if bold:
        parts.append(' font-weight="700"')
    if serif:
        parts.append(f' font-family="{SERIF}"')
    return "".join(parts) + f"{extra}>{clean(str(words))}</text>"


def rect(x: float, y: float, width: float, height: float, fill: str, *, radius: float = 0, extra: str = "") -> str:
    """A rectangle, its corners rounded if asked for."""
    box = f'x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}"'
    rounded = f' rx="{number(radius)}"' if radius else ""
    return f'<rect {box}{rounded} fill="{fill}"{extra}/>'


def circle(x: float, y: float, radius: float, fill: str, *, extra: str = "") -> str:
    """A circle around a middle."""
    return f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius)}" fill="{fill}"{extra}/>'


def line(data: str, colour: str, width: float, *, extra: str = "") -> str:
    """An unfilled path."""
    return f'<path d="{data}" fill="none" stroke="{colour}" stroke-width="{number(width)}"{extra}/>'


def use(name: str, x: float, y: float, style: Style) -> str:
    """Something defined in the picture, put down at a place."""
    return f'<use href="#{style.prefix}{name}" x="{number(x)}" y="{number(y)}"/>'


def moved(parts: str, x: float, y: float, *, scale: float = 1.0) -> str:
    """Parts moved to a place, and scaled if asked for."""
    larger = "" if scale == 1 else f" scale({scale:g})"
    return f'<g transform="translate({number(x)} {number(y)}){larger}">{parts}</g>'


def definitions(body: str, arms: Iterable[str], grounds: Iterable[str], style: Style) -> str:
    """What a body refers to of shields, grounds and signs, and nothing else of them."""
    prefix = style.prefix
    used = [one for one in arms if f"#{heraldry.symbol_id(one, prefix)}" in body]
    painted = [one for one in grounds if f"#{patterns.pattern_id(one, prefix)})" in body]
    signs = [name for name in SIGNS if f'#{prefix}sign-{name}"' in body]
    parts = heraldry.defs(used, prefix=prefix, theme=style.theme) if used else ""
    if painted:
        parts += patterns.defs(painted, prefix=prefix)
    return parts + (symbols.defs(signs, prefix=prefix) if signs else "")


def picture(width: float, height: float, defs: str, body: str, title: str, style: Style) -> str:
    """The whole picture: self-contained, with its size and a title for those who cannot see it."""
    size = f'viewBox="0 0 {number(width)} {number(height)}" width="{number(width)}" height="{number(height)}"'
    ground = rect(0, 0, width, height, style.theme.table, radius=14)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" lang="{style.language}" font-family="{SANS}">'
        f"<title>{clean(title)}</title>{defs}{ground}{body}</svg>\n"
    )
