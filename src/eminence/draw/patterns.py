"""Grounds: every kind of card has a pattern as well as a colour, for greyscale and colour-blind eyes.

A pattern is a quiet motif on the ground colour, in tiles of 24 units; the text on it stays readable.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from zlib import crc32

from eminence.draw.charges import CHARGES
from eminence.draw.palette import ground, ink_on, mix
from eminence.draw.pen import number

TILE = 24.0

_STROKED: dict[str, tuple[str, float]] = {
    "bends": ("M-6 6L6-6M-6 30L30-6M18 30L30 18", 6),
    "counterbends": ("M-6 18L6 30M-6-6L30 30M18-6L30 6", 4),
    "pales": ("M6 0V24M18 0V24", 5),
    "bars": ("M0 6H24M0 18H24", 5),
    "waves": ("M0 8Q6 1 12 8T24 8M0 20Q6 13 12 20T24 20", 2.6),
    "zigzag": ("M-2 12L6 4L12 10L18 4L26 12M-2 24L6 16L12 22L18 16L26 24", 2.4),
    "potents": ("M1 5H11M6 5V11M13 17H23M18 17V23", 2.6),
    "crosslets": ("M6 2V10M2 6H10M18 14V22M14 18H22", 2.6),
    "scallops": ("M0 4A6 6 0 0 0 12 4A6 6 0 0 0 24 4M-6 16A6 6 0 0 0 6 16A6 6 0 0 0 18 16A6 6 0 0 0 30 16", 2.4),
    "bricks": ("M0 1H24M0 13H24M6 1V13M18 13V25", 2.2),
    "rings": ("M9 6a3 3 0 1 1-6 0a3 3 0 1 1 6 0ZM21 18a3 3 0 1 1-6 0a3 3 0 1 1 6 0Z", 2.4),
}

_FILLED: dict[str, str] = {
    "lozenges": "M6 0L11 12L6 24L1 12ZM18-12L23 0L18 12L13 0ZM18 12L23 24L18 36L13 24Z",
    "spots": "M6 1L9 8L6 11L3 8ZM18 13L21 20L18 23L15 20Z",
}

MOTIFS: dict[str, str] = {
    "bourgogne": "bends",
    "bretagne": "spots",
    "champagne": "potents",
    "normandie": "waves",
    "languedoc": "crosslets",
    "provence": "pales",
    "anjou": "lilies",
    "bourbon": "lozenges",
    "auvergne": "scallops",
    "france": "lilies",
    "saxony": "counterbends",
    "hungary": "bars",
    "castile": "bricks",
    "franconia": "zigzag",
    "bavaria": "lozenges",
    "italy": "crosslets",
    "england": "waves",
    "denmark": "rings",
    "board-0": "pales",
    "board-1": "lozenges",
    "board-2": "crosslets",
    "board-3": "waves",
    "board-4": "lilies",
}
"""The motif of a card's ground, by arms or by ``board-`` and the colour's number."""


def motif(key: str) -> str:
    """The motif of a ground; arms we do not know get one that follows from their letters, spare grounds their own."""
    spare = sorted([*_STROKED, *_FILLED])
    if key.startswith("spare-"):
        return spare[int(key.removeprefix("spare-")) * 5 % len(spare)]
    return MOTIFS.get(key) or spare[crc32(key.encode()) % len(spare)]


def pattern_id(key: str, prefix: str = "") -> str:
    """The id under which a picture defines a ground."""
    safe = re.sub(r"[^A-Za-z0-9-]", lambda found: f"_{ord(found[0]):x}", key)
    return f"{prefix}ground-{safe}"


def fill(key: str, prefix: str = "") -> str:
    """The value of a ``fill`` attribute that paints a ground."""
    return f"url(#{pattern_id(key, prefix)})"


def defs(keys: Iterable[str] | None = None, *, prefix: str = "", scale: float = 1.0, strength: float = 0.1) -> str:
    """The patterns for the given keys (arms, or ``board-`` and the number of a colour), or all of ours.

    ``scale`` stretches the tile; ``strength`` says how far the motif stands out, from 0 to 1.
    """
    wanted = dict.fromkeys(MOTIFS if keys is None else keys)
    return f"<defs>{''.join(_pattern(key, prefix, scale, strength) for key in wanted)}</defs>"


def _pattern(key: str, prefix: str, scale: float, strength: float) -> str:
    """One ground as a pattern element."""
    colour = ground(key)
    size = number(TILE)
    return (
        f'<pattern id="{pattern_id(key, prefix)}" width="{size}" height="{size}" patternUnits="userSpaceOnUse" '
        f'patternTransform="scale({scale:g})"><rect width="{size}" height="{size}" fill="{colour}"/>'
        f"{_drawn(motif(key), mix(colour, ink_on(colour), strength))}</pattern>"
    )


def _drawn(kind: str, colour: str) -> str:
    """A motif in one colour."""
    if kind in _STROKED:
        data, width = _STROKED[kind]
        return f'<path d="{data}" fill="none" stroke="{colour}" stroke-width="{number(width)}"/>'
    if kind in _FILLED:
        return f'<path d="{_FILLED[kind]}" fill="{colour}"/>'
    lily = CHARGES["lily"].draw()
    spots = "".join(f'<g transform="translate({x} {y}) scale(0.1)">{lily}</g>' for x, y in ((1, 1), (13, 13)))
    return f'<g fill="{colour}">{spots}</g>'
