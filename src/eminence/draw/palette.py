"""Colours: heraldic tinctures, the two themes, and the colours of regions, countries and players.

Region and country grounds differ in lightness as well as in hue, so that they stay apart in greyscale and to a
colour-blind eye as far as nine flat colours can; patterns, arms and initials carry the rest.
"""

from __future__ import annotations

from dataclasses import dataclass
from zlib import crc32

OR = "#eab53c"
ARGENT = "#f8f4ea"
AZURE = "#24508f"
GULES = "#b5262b"
VERT = "#2c7048"
SABLE = "#221d1c"
PURPURE = "#6d4189"

TINCTURES: dict[str, str] = {
    "or": OR,
    "argent": ARGENT,
    "azure": AZURE,
    "gules": GULES,
    "vert": VERT,
    "sable": SABLE,
    "purpure": PURPURE,
}


@dataclass(frozen=True, slots=True)
class Theme:
    """The neutral colours around the cards."""

    name: str
    table: str
    """Behind everything: parchment by day, walnut by night."""
    surface: str
    """Panels, sheets and card backs that lie on the table."""
    ink: str
    """Text and strong lines."""
    muted: str
    """Secondary text; still 4.5 : 1 on table and surface."""
    line: str
    """Hairlines and frames."""
    accent: str
    """What may be chosen now: the candle flame."""
    sea: str
    land: str
    coast: str
    rim: str
    """The outline of shields and pieces."""


LIGHT = Theme(
    name="light",
    table="#f4ecda",
    surface="#fcf8ee",
    ink="#2b2320",
    muted="#6a5d50",
    line="#d7c9ae",
    accent="#a8560f",
    sea="#dbe4e3",
    land="#efe6d0",
    coast="#8a7a63",
    rim="#2b2320",
)

DARK = Theme(
    name="dark",
    table="#211812",
    surface="#2e231b",
    ink="#f3e5c8",
    muted="#bda98a",
    line="#514033",
    accent="#f2b750",
    sea="#1b2429",
    land="#3a2e24",
    coast="#9c8767",
    rim="#0f0b08",
)

THEMES: dict[str, Theme] = {"light": LIGHT, "dark": DARK}

GROUNDS: dict[str, str] = {
    # Richelieu
    "bourgogne": "#652434",
    "bretagne": "#ded9ce",
    "champagne": "#7ca6e0",
    "normandie": "#b9211a",
    "languedoc": "#daa353",
    "provence": "#f3e053",
    "anjou": "#34327a",
    "bourbon": "#187684",
    "auvergne": "#62a577",
    # Kardinal & König – Das Kartenspiel
    "france": "#24418f",
    "saxony": "#2c4014",
    "hungary": "#64113f",
    "castile": "#ea6d33",
    "franconia": "#e8a780",
    "bavaria": "#6eaaeb",
    "italy": "#ecefea",
    "england": "#f2c34a",
    "denmark": "#439c9e",
}
"""The ground of a card in the display, by the id of its arms."""

BOARD: tuple[str, ...] = (
    "#a1301f",  # Franken/Aragon
    "#78bdea",  # Bayern/Burgund
    "#7abb85",  # Lothringen/Italien
    "#f2c34a",  # England/Schwaben
    "#33499f",  # Frankreich
)
"""The colours of the board game's cards, in the order of the components; a pair of countries shares one."""

PLAYERS: tuple[str, ...] = ("#b3272d", "#e0a526", "#2b62a8", "#e9f0e2", "#7a4a9c")
"""Player colours by seat: cardinal red, crown gold, plume blue, lily white, key violet."""

PLAYER_ACCENTS: tuple[str, ...] = ("#f8f4ea", "#5a2f08", "#f8f4ea", "#2c7048", "#f8f4ea")
"""What is drawn on a player's colour: the emblem and the edge. The lily is green on white."""

_SPARE = ("#9a8468", "#6f8ba0", "#a86a5c", "#7f9466", "#c3a25a", "#7c6a94", "#5d8d88", "#b98b9a", "#8b8b84")


def luminance(colour: str) -> float:
    """Relative luminance of ``#rrggbb`` between 0 and 1, after WCAG."""
    channels = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    red, green, blue = (c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Contrast ratio of two colours, from 1 to 21, after WCAG."""
    bright, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def ink_on(colour: str) -> str:
    """The better of ink and parchment for text on a colour.

    >>> ink_on("#ffffff") == LIGHT.ink, ink_on("#000000") == ARGENT
    (True, True)
    """
    return max((LIGHT.ink, ARGENT), key=lambda ink: contrast(ink, colour))


def mix(one: str, other: str, share: float) -> str:
    """A colour between two: ``share`` 0 is the first, 1 the second.

    >>> mix("#000000", "#ffffff", 0.5)
    '#808080'
    """
    pairs = ((int(one[i : i + 2], 16), int(other[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def ground(key: str) -> str:
    """The ground colour for arms, ``board-0`` … or ``spare-0`` …; unknown arms get a quiet colour of their own.

    >>> ground("anjou") == GROUNDS["anjou"], ground("board-1") == BOARD[1], ground("plain:At") in GROUNDS.values()
    (True, True, False)
    """
    if key in GROUNDS:
        return GROUNDS[key]
    if key.startswith("board-"):
        return board_colour(int(key.removeprefix("board-")))
    if key.startswith("spare-"):
        return _SPARE[int(key.removeprefix("spare-")) % len(_SPARE)]
    return _SPARE[crc32(key.encode()) % len(_SPARE)]


def board_colour(index: int) -> str:
    """A colour of the board game's cards by its number; a bigger box than ours goes on with quiet colours."""
    return BOARD[index] if index < len(BOARD) else _SPARE[(index - len(BOARD)) % len(_SPARE)]


def map_fill(colour: str, theme: Theme = LIGHT) -> str:
    """The fill of a country's area on the map: the colour of its cards, softened towards the theme's land."""
    return mix(colour, theme.land, 0.4 if theme.name == "light" else 0.55)
