"""Cards: what lies in a display, and what is in a hand of the board game."""

from __future__ import annotations

from eminence.components.board import BoardComponents
from eminence.components.display import DisplayComponents, Kind
from eminence.draw import patterns
from eminence.draw.heraldry import RATIO, arms_of, shield
from eminence.draw.palette import ARGENT, LIGHT, board_colour, ground, ink_on, mix
from eminence.draw.svg import Style, circle, fitted, measure, rect, text
from eminence.draw.symbols import roundel, sign

WIDTH, HEIGHT = 72.0, 104.0
RADIUS = 7.0

DRAWN = frozenset({"sword", "cross", "tower", "fan", "star", "ship", "carriage"})
"""Kinds of symbol that we have a sign for."""


def region_arms(box: DisplayComponents, region: int) -> str:
    """The arms of a region, or a plain shield with its initial."""
    one = box.regions[region]
    return arms_of(one.arms, one.initial)


def region_ground(box: DisplayComponents, region: int) -> str:
    """The ground of a region's cards; regions with arms we do not know differ at least from each other."""
    arms = region_arms(box, region)
    return f"spare-{region}" if arms.startswith("plain:") else arms


def country_arms(box: BoardComponents, country: int) -> str:
    """The arms of a country of the map, or a plain shield with its id."""
    one = box.countries[country]
    return arms_of(one.arms, one.id)


def _base(key: str, style: Style) -> str:
    """The card itself: its ground, with an edge a little darker."""
    edge = mix(ground(key), LIGHT.ink, 0.45)
    paint = patterns.fill(key, style.prefix)
    return rect(0.5, 0.5, WIDTH - 1, HEIGHT - 1, paint, radius=RADIUS, extra=f' stroke="{edge}"')


def kind_sign(kind: Kind, x: float, y: float, size: float, style: Style, *, plaque: bool = False) -> str:
    """A kind of symbol in a disc, or on a square plaque; one we cannot draw is the first letter of its id."""
    name, ink = kind.id, LIGHT.ink
    if plaque:
        base = rect(
            x + 0.5,
            y + 0.5,
            size - 1,
            size - 1,
            ARGENT,
            radius=size * 0.16,
            extra=f' stroke="{ink}" stroke-width="1.2"',
        )
        inset = size * 0.13
        drawn = sign(name, x + inset, y + inset, size - 2 * inset, fill=ink, line=ARGENT, prefix=style.prefix)
    else:
        base = circle(x + size / 2, y + size / 2, size * 0.475, ARGENT, extra=f' stroke="{ink}" stroke-width="1.2"')
        drawn = ""
    if name not in DRAWN:
        letter = (kind.letter or name[:1]).upper()
        return base + text(letter, x + size / 2, y + size * 0.69, size * 0.56, ink, anchor="middle", bold=True)
    return base + drawn if plaque else roundel(name, x, y, size, prefix=style.prefix)


def _heading(initial: str, printed: int, key: str, room: float) -> str:
    """The region's initial and the printed number, along the top."""
    ink = ink_on(ground(key))
    size = fitted(f"{initial} {printed}", 15, room, bold=True)
    first = text(initial, 7, 19, size, ink, bold=True)
    return first + text(printed, 7 + measure(initial, size, bold=True) + 3, 19, size * 0.86, ink)


def display_card(box: DisplayComponents, kind: int, style: Style) -> str:
    """The face of a card of the display, its upper left corner at the origin."""
    face = box.types[kind]
    region = box.regions[face.region]
    arms = region_arms(box, face.region)
    marked = face.symbol >= 0 or bool(face.circles)
    key = region_ground(box, face.region)
    parts = _base(key, style) + _heading(region.initial, region.printed, key, 38 if marked else 58)
    if box.scoring == "countries":
        return parts + _circle_marks(box, kind, style)
    if face.weight == 2:
        return parts + "".join(shield(arms, x, 32, 31, prefix=style.prefix) for x in (4, 37))
    parts += shield(arms, 14, 26, 44, prefix=style.prefix)
    return parts + (kind_sign(box.symbols[face.symbol], 43, 3, 26, style) if face.symbol >= 0 else "")


def _circle_marks(box: DisplayComponents, kind: int, style: Style) -> str:
    """The card game's face: the shield, and down the right side the route and the circle symbols."""
    face = box.types[kind]
    arms = region_arms(box, face.region)
    parts = shield(arms, 5, 28, 36, prefix=style.prefix)
    if face.symbol >= 0:
        parts += kind_sign(box.symbols[face.symbol], 45, 3.5, 23.5, style, plaque=True)
    for place, circle_kind in enumerate(face.circles):
        parts += kind_sign(box.circles[circle_kind], 45, 28 + place * 24, 23.5, style)
    return parts


def board_key(colour: int) -> str:
    """The ground of a colour of cards."""
    return f"board-{colour}"


def board_card(box: BoardComponents, colour: int, style: Style) -> str:
    """The face of a card of the board game: its countries' shields with their names in notation."""
    key = board_key(colour)
    ink = ink_on(board_colour(colour))
    countries = box.colours[colour].countries
    parts = _base(key, style)
    if len(countries) == 1:
        parts += shield(country_arms(box, countries[0]), 13, 20, 46, prefix=style.prefix)
        return parts + text(box.countries[countries[0]].id, WIDTH / 2, 93, 15, ink, anchor="middle", bold=True)
    room = (HEIGHT - 12) / max(len(countries), 1)
    size = min(35.0, room / RATIO - 4)
    for place, country in enumerate(countries):
        y = 6 + place * room + (room - size * RATIO) / 2
        left = place % 2 == 0
        parts += shield(country_arms(box, country), 6 if left else WIDTH - 6 - size, y, size, prefix=style.prefix)
        label = box.countries[country].id
        x = (6 + size + WIDTH) / 2 if left else (WIDTH - 6 - size) / 2
        parts += text(label, x, y + size * 0.72, fitted(label, 15, 27, bold=True), ink, anchor="middle", bold=True)
    return parts


def card_back(style: Style) -> str:
    """The back of a card."""
    theme = style.theme
    edge = mix(theme.accent, theme.surface, 0.25)
    base = rect(0.5, 0.5, WIDTH - 1, HEIGHT - 1, mix(theme.accent, "#3a2a1c", 0.62), radius=RADIUS)
    frame = rect(5, 5, WIDTH - 10, HEIGHT - 10, "none", radius=4, extra=f' stroke="{edge}" stroke-width="1.2"')
    return base + frame + sign("lily", 18, 34, 36, fill=edge, line="none", prefix=style.prefix)
