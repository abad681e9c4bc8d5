"""The map of the board game with all that stands on it."""

from __future__ import annotations

from itertools import pairwise

from eminence.components.board import BoardComponents
from eminence.draw import coast, labels
from eminence.draw.atlas import Alliance, Atlas, survey
from eminence.draw.cards import country_arms
from eminence.draw.heraldry import RATIO, shield
from eminence.draw.palette import board_colour, map_fill, mix
from eminence.draw.pen import pair
from eminence.draw.svg import Style, circle, clean, line, measure, rect, text
from eminence.draw.symbols import advisor, monastery
from eminence.view import BoardView

FIELD = 13.5
PIECE = 37.0
ADVISOR = 25.0
SHIELD = 36.0
NAME_SIZE = 12.5


def map_picture(view: BoardView, style: Style) -> str:
    """The map in a picture of ``coast.WIDTH`` by ``coast.HEIGHT``."""
    box = view.box
    atlas = survey(box)
    parts = [
        _land(box, atlas, style),
        _roads(box, atlas, style),
        "".join(_alliance(alliance, style) for alliance in atlas.alliances),
        "".join(_crest(view, atlas, country, style) for country in range(len(box.countries))),
        _names(box, atlas, style),
        "".join(_field(view, atlas, field, style) for field in range(len(box.fields))),
    ]
    frame = rect(0.5, 0.5, coast.WIDTH - 1, coast.HEIGHT - 1, "none", radius=9, extra=f' stroke="{style.theme.line}"')
    return "".join(parts) + frame


def _land(box: BoardComponents, atlas: Atlas, style: Style) -> str:
    """Sea, coast and the areas of the countries; without a coast of ours, areas on open land."""
    theme, prefix = style.theme, style.prefix
    border = mix(theme.surface, theme.ink, 0.0 if theme.name == "light" else 0.25)
    areas = "".join(
        f'<path d="{shape}" fill="{map_fill(board_colour(country.colour), theme)}" stroke="{border}" '
        'stroke-width="2.4" stroke-linejoin="round"/>'
        for shape, country in zip(atlas.shapes, box.countries, strict=True)
    )
    if not atlas.coastal:
        return rect(0, 0, coast.WIDTH, coast.HEIGHT, theme.land, radius=9) + areas
    rounded = f'<clipPath id="{prefix}map-edge">{rect(0, 0, coast.WIDTH, coast.HEIGHT, "#000", radius=9)}</clipPath>'
    shallows = mix(theme.sea, theme.coast, 0.3)
    shore = f'<use href="#{prefix}map-coast" fill="{theme.land}" stroke="{shallows}" stroke-width="5"/>'
    edge = f'<use href="#{prefix}map-coast" fill="none" stroke="{theme.coast}" stroke-width="1.1"/>'
    return (
        f'{rounded}<g clip-path="url(#{prefix}map-edge)">{rect(0, 0, coast.WIDTH, coast.HEIGHT, theme.sea)}{shore}'
        f'<g clip-path="url(#{prefix}map-land)">{areas}</g>{edge}</g>'
    )


def _roads(box: BoardComponents, atlas: Atlas, style: Style) -> str:
    """Roads: a dark line in a bright bed."""
    theme = style.theme
    data = "".join(f"M{pair(atlas.fields[a])}L{pair(atlas.fields[b])}" for a, b in box.roads)
    bed = line(data, theme.surface, 6.5, extra=' stroke-linecap="round" stroke-opacity="0.75"')
    return bed + line(data, mix(theme.ink, theme.surface, 0.25), 2.4)


def _alliance(alliance: Alliance, style: Style) -> str:
    """An alliance: its number in a disc, on a line that is dashed over the sea."""
    theme = style.theme
    a, b = alliance.ends
    dashes = ' stroke-dasharray="2 7"' if alliance.sea else ""
    course = line(f"M{pair(a)}L{pair(b)}", theme.ink, 3.4, extra=f' stroke-linecap="round"{dashes}')
    x, y = alliance.middle
    disc = circle(x, y, 10.5, theme.ink, extra=f' stroke="{theme.surface}" stroke-width="1.6"')
    return course + disc + text(alliance.number, x, y + 4.1, 11.5, theme.surface, anchor="middle", bold=True)


def _crest(view: BoardView, atlas: Atlas, country: int, style: Style) -> str:
    """A country's shield with its name above, and the advisors who sit at it below."""
    theme = style.theme
    x, y = atlas.crests[country]
    high = SHIELD * RATIO
    name = _halo(view.box.countries[country].names[style.language], x, y - high / 2 - 6, 15.5, style, serif=True)
    crest = shield(country_arms(view.box, country), x - SHIELD / 2, y - high / 2, SHIELD, prefix=style.prefix)
    seated = [seat for seat, count in enumerate(view.advisors[country]) for _ in range(count)]
    steps = [0.0]
    for before, after in pairwise(seated):
        steps.append(steps[-1] + (12.0 if before == after else 19.0))
    left = x - (steps[-1] + ADVISOR) / 2
    people = "".join(
        advisor(seat, left + step, y + high / 2 - 7, ADVISOR, theme=theme, prefix=style.prefix)
        for seat, step in zip(seated, steps, strict=False)
    )
    return name + crest + people


def _field(view: BoardView, atlas: Atlas, field: int, style: Style) -> str:
    """A field: its name in notation, or the monastery that stands on it with the name at its foot."""
    theme = style.theme
    x, y = atlas.fields[field]
    name = view.box.fields[field].id
    owner = view.owners[field]
    if owner < 0:
        disc = circle(x, y, FIELD, theme.surface, extra=f' stroke="{theme.ink}" stroke-width="1.4"')
        return disc + text(name, x, y + 3.8, 10.5, theme.ink, anchor="middle")
    piece = monastery(owner, x - PIECE / 2, y - PIECE / 2 - 3, PIECE, theme=theme, prefix=style.prefix)
    return piece + _halo(name, x, y + 25, 9.5, style)


def _halo(
    words: str, x: float, y: float, size: float, style: Style, *, serif: bool = False, anchor: str = "middle"
) -> str:
    """A text that keeps readable on any ground."""
    theme = style.theme
    halo = (
        f' stroke="{theme.surface}" stroke-width="3" stroke-opacity="0.8" stroke-linejoin="round" paint-order="stroke"'
    )
    return text(words, x, y, size, theme.ink, anchor=anchor, serif=serif, bold=serif, extra=halo)


def _names(box: BoardComponents, atlas: Atlas, style: Style) -> str:
    """The names of the fields, each where there is room."""
    theme = style.theme
    widths = tuple(measure(field.name, NAME_SIZE) for field in box.fields)
    found = labels.place(
        atlas.fields,
        widths,
        NAME_SIZE + 1,
        FIELD + 5,
        tuple(_obstacles(box, atlas, style.language)),
        tuple((atlas.fields[a], atlas.fields[b]) for a, b in box.roads),
        (4, 4, coast.WIDTH - 4, coast.HEIGHT - 4),
    )
    parts = []
    for field, (x, _), (left, top, right, _) in zip(box.fields, atlas.fields, found, strict=True):
        anchor, at = ("", left) if left > x else ("end", right) if right < x else ("middle", (left + right) / 2)
        chosen = f' text-anchor="{anchor}"' if anchor else ""
        parts.append(f'<text x="{at:.1f}" y="{top + NAME_SIZE * 0.88:.1f}"{chosen}>{clean(field.name)}</text>')
    return (
        f'<g font-size="{NAME_SIZE}" fill="{theme.ink}" stroke="{theme.surface}" stroke-width="3" stroke-opacity="0.8" '
        f'stroke-linejoin="round" paint-order="stroke">{"".join(parts)}</g>'
    )


def _obstacles(box: BoardComponents, atlas: Atlas, language: str) -> list[labels.Rect]:
    """What names of fields must not cover: fields with their pieces, crests with name and advisors, alliances."""
    found = [(x - 18, y - 19, x + 18, y + 20) for x, y in atlas.fields]
    for (x, y), country in zip(atlas.crests, box.countries, strict=True):
        half = max(measure(country.names[language], 15.5, bold=True) / 2, 30.0)
        high = SHIELD * RATIO / 2
        found.append((x - SHIELD / 2 - 2, y - high, x + SHIELD / 2 + 2, y + high))
        found.append((x - half, y - high - 20, x + half, y - high))
        found.append((x - 42, y + high - 6, x + 42, y + high + 18))
    for alliance in atlas.alliances:
        x, y = alliance.middle
        found.append((x - 13, y - 13, x + 13, y + 13))
    return found
