"""Symbols of the games, ready to be put down: signs, roundels, tokens, markers and pieces.

A picture holds ``defs()`` once; every function here returns a group that uses it.
"""

from __future__ import annotations

from collections.abc import Iterable

from eminence.draw.heraldry import shield
from eminence.draw.palette import ARGENT, LIGHT, PLAYER_ACCENTS, PLAYERS, Theme, mix
from eminence.draw.pen import number
from eminence.draw.signs import SIGNS

EMBLEMS: tuple[str, ...] = ("hat", "crown", "plume", "lily", "key")
"""The players' emblems by seat; their colours are ``palette.PLAYERS``."""

TOKEN_FACES: tuple[str, ...] = ("back", "three", "colours", "minus", "sword", "cross", "tower", "down")
"""Token faces that are signs; a crest token is ``arms:`` and the id of the arms."""


def defs(names: Iterable[str] | None = None, *, prefix: str = "") -> str:
    """The definitions signs refer to: for the given names, or for all."""
    wanted = dict.fromkeys(SIGNS if names is None else names)
    symbols = (
        f'<symbol id="{prefix}sign-{name}" viewBox="0 0 100 100" overflow="visible">'
        f'<g stroke-width="0">{SIGNS[name]()}</g></symbol>'
        for name in wanted
    )
    return f"<defs>{''.join(symbols)}</defs>"


def sign(name: str, x: float, y: float, size: float, *, fill: str, line: str, prefix: str = "") -> str:
    """A sign in a square of the given size with its upper left corner at (x, y)."""
    box = f'x="{number(x)}" y="{number(y)}" width="{number(size)}" height="{number(size)}"'
    return f'<use href="#{prefix}sign-{name}" {box} fill="{fill}" stroke="{line}"/>'


def roundel(
    name: str, x: float, y: float, size: float, *, ground: str = ARGENT, ink: str = LIGHT.ink, prefix: str = ""
) -> str:
    """A sign in a disc, as in the corner of a card; (x, y) is the disc's upper left corner."""
    half, inset = size / 2, size * 0.18
    disc = (
        f'<circle cx="{number(x + half)}" cy="{number(y + half)}" r="{number(half * 0.95)}" fill="{ground}" '
        f'stroke="{ink}" stroke-width="{number(max(size * 0.05, 0.5))}"/>'
    )
    return disc + sign(name, x + inset, y + inset, size - 2 * inset, fill=ink, line=ground, prefix=prefix)


def token(face: str, x: float, y: float, size: float, *, theme: Theme = LIGHT, prefix: str = "") -> str:
    """A token: one of ``TOKEN_FACES`` or ``arms:`` and an id, on an octagon; (x, y) is its upper left corner."""
    down = face == "down"
    ground = mix(theme.accent, "#3a2a1c", 0.62) if down else ARGENT
    ink = ARGENT if down else LIGHT.ink
    base = _octagon(x, y, size, ground, theme.rim)
    if face.startswith("arms:"):
        width = size * 0.54
        return base + shield(face.removeprefix("arms:"), x + size * 0.23, y + size * 0.19, width, prefix=prefix)
    inset = size * 0.19
    return base + sign(face, x + inset, y + inset, size - 2 * inset, fill=ink, line=ground, prefix=prefix)


def _octagon(x: float, y: float, size: float, fill: str, edge: str) -> str:
    """The body of a token."""
    cut, inset = size * 0.29, size * 0.03
    near, far = inset, size - inset
    points = (
        (cut, near),
        (size - cut, near),
        (far, cut),
        (far, size - cut),
        (size - cut, far),
        (cut, far),
        (near, size - cut),
        (near, cut),
    )
    text = " ".join(f"{number(x + px)},{number(y + py)}" for px, py in points)
    width = number(max(size * 0.045, 0.5))
    return f'<polygon points="{text}" fill="{fill}" stroke="{edge}" stroke-width="{width}" stroke-linejoin="round"/>'


def marker(seat: int, x: float, y: float, size: float, *, theme: Theme = LIGHT, prefix: str = "") -> str:
    """A player's marker: a disc in the player's colour with the player's emblem."""
    colour, accent = _colours(seat)
    half, inset = size / 2, size * 0.2
    disc = (
        f'<circle cx="{number(x + half)}" cy="{number(y + half)}" r="{number(half * 0.93)}" fill="{colour}" '
        f'stroke="{theme.rim}" stroke-width="{number(max(size * 0.05, 0.5))}"/>'
    )
    return disc + emblem(seat, x + inset, y + inset, size - 2 * inset, fill=accent, line=colour, prefix=prefix)


def emblem(seat: int, x: float, y: float, size: float, *, fill: str, line: str, prefix: str = "") -> str:
    """A player's emblem alone."""
    return sign(EMBLEMS[seat % len(EMBLEMS)], x, y, size, fill=fill, line=line, prefix=prefix)


def monastery(seat: int, x: float, y: float, size: float, *, theme: Theme = LIGHT, prefix: str = "") -> str:
    """A player's monastery on the board, with the emblem on the nave."""
    colour, accent = _colours(seat)
    house = sign("monastery", x, y, size, fill=colour, line=theme.rim, prefix=prefix)
    return house + emblem(seat, x + size * 0.1, y + size * 0.5, size * 0.4, fill=accent, line=colour, prefix=prefix)


def advisor(seat: int, x: float, y: float, size: float, *, theme: Theme = LIGHT, prefix: str = "") -> str:
    """A player's advisor at court, with the emblem on the robe."""
    colour, accent = _colours(seat)
    robe = sign("advisor", x, y, size, fill=colour, line=theme.rim, prefix=prefix)
    return robe + emblem(seat, x + size * 0.27, y + size * 0.43, size * 0.46, fill=accent, line=colour, prefix=prefix)


def _colours(seat: int) -> tuple[str, str]:
    """A player's colour and what is drawn on it."""
    return PLAYERS[seat % len(PLAYERS)], PLAYER_ACCENTS[seat % len(PLAYERS)]
