"""The art of a box for a browser: one SVG file of symbols, and the places of a map as data.

``sprite(box)`` is a file without a picture of its own. A page puts its content into the document once and shows a
symbol by ``<svg viewBox=…><use href="#PREFIXname"/></svg>``. The prefix, ``prefix(box)``, is the letter b, the first
six digits of the fingerprint and a hyphen, so that several boxes may share a page. In names, everything but letters,
digits and hyphens becomes ``_``: the card ``anjou:1+sword`` is ``card-anjou_1_sword``.

Names in every sprite, with the view box of each symbol, which it also carries itself:

- ``sign-NAME`` 100 × 100: a sign that the box needs, in the ``fill`` of its user, its inner lines in the ``stroke``
- ``marker-SEAT`` 30 × 30: a player's marker; ``emblem-SEAT`` 100 × 100: the emblem alone, in the fill of its user
- ``card-back`` 72 × 104

A display game adds

- ``card-CODE`` 72 × 104: a card, by the code that a view has for it
- ``shield-REGION`` 100 × 120; ``paint-REGION`` 24 × 24: the colour and pattern of its cards
- ``kind-SYMBOL`` and ``circle-KIND`` 26 × 26: a symbol in its disc or on its plaque
- ``token-down`` 28 × 28 for a hidden face, and ``token-FACE`` for every face: ``token-back``, ``token-crest_anjou``

The board game adds

- ``card-COLOUR`` 72 × 104; ``shield-COUNTRY`` 100 × 120
- ``monastery-SEAT`` and ``advisor-SEAT`` 40 × 40
- ``map-land``, ``map-roads``, ``map-alliances`` 1000 × 1000: sea, coast, areas and borders; roads; numbered alliances
- ``map-country-COUNTRY`` 1000 × 1000: a country's area in the fill and stroke of its user, kept ashore

Neutral colours are CSS custom properties with a fallback for light: ``--art-rim`` around shields and pieces, and
``--map-`` with ``sea``, ``shallows``, ``land``, ``coast``, ``border``, ``road``, ``bed``, ``ink``, ``paper``, and
``tint``, which is the opacity of the countries' colours.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from eminence.components import Box
from eminence.components.board import BoardComponents
from eminence.components.display import DisplayComponents
from eminence.draw import cards, coast, labels, patterns, symbols
from eminence.draw import map as chart
from eminence.draw.atlas import Atlas, survey
from eminence.draw.heraldry import arms_of, shield
from eminence.draw.palette import LIGHT, board_colour, mix
from eminence.draw.pen import number, pair
from eminence.draw.svg import SANS, Style, circle, definitions, line, measure, rect, text

SEATS = 5
"""So many players have a marker."""


def prefix(box: Box) -> str:
    """What all ids of a box's sprite begin with."""
    return f"b{box.fingerprint[:6]}-"


def name_of(code: str) -> str:
    """A code as a part of an id.

    >>> name_of("anjou:1+sword"), name_of("france:-/s")
    ('anjou_1_sword', 'france_-_s')
    """
    return re.sub(r"[^A-Za-z0-9-]", "_", code)


def sprite(box: Box) -> str:
    """All symbols of a box as one SVG file; the same bytes for the same box."""
    theme = replace(LIGHT, rim=f"var(--art-rim,{LIGHT.rim})")
    style = Style(theme, "en", prefix(box))
    contents = box.contents
    if isinstance(contents, DisplayComponents):
        found = _display(contents, style)
        regions = range(len(contents.regions))
        arms = [cards.region_arms(contents, region) for region in regions]
        arms += [arms_of("plain", kind.id) for kind in contents.symbols if kind.id not in cards.DRAWN]
        grounds = [cards.region_ground(contents, region) for region in regions]
    else:
        found = _board(contents, style)
        arms = [cards.country_arms(contents, country) for country in range(len(contents.countries))]
        grounds = [cards.board_key(colour) for colour in range(len(contents.colours))]
    found += _common(style)
    body = "".join(found)
    shared = definitions(body, arms, grounds, style)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" aria-hidden="true" font-family="{SANS}">'
        f"{shared}{body}</svg>\n"
    )


def _symbol(name: str, width: float, height: float, body: str, style: Style) -> str:
    """A named part of the sprite."""
    size = f"0 0 {number(width)} {number(height)}"
    return f'<symbol id="{style.prefix}{name}" viewBox="{size}">{body}</symbol>'


def _common(style: Style) -> list[str]:
    """What every box has."""
    found = [_symbol("card-back", cards.WIDTH, cards.HEIGHT, cards.card_back(style), style)]
    for seat in range(SEATS):
        disc = symbols.marker(seat, 0, 0, 30, theme=style.theme, prefix=style.prefix)
        found.append(_symbol(f"marker-{seat}", 30, 30, disc, style))
        emblem = f'<use href="#{style.prefix}sign-{symbols.EMBLEMS[seat]}" width="100" height="100"/>'
        found.append(_symbol(f"emblem-{seat}", 100, 100, emblem, style))
    return found


def _display(box: DisplayComponents, style: Style) -> list[str]:
    """The cards, shields, symbols and tokens of a display game."""
    found = [
        _symbol(f"card-{name_of(face.code)}", cards.WIDTH, cards.HEIGHT, cards.display_card(box, kind, style), style)
        for kind, face in enumerate(box.types)
    ]
    for i, region in enumerate(box.regions):
        found.append(_shield(region.id, cards.region_arms(box, i), style))
        paint = patterns.fill(cards.region_ground(box, i), style.prefix)
        found.append(_symbol(f"paint-{region.id}", 24, 24, rect(0, 0, 24, 24, paint), style))
    plaque = box.scoring == "countries"
    found += [
        _symbol(f"kind-{kind.id}", 26, 26, cards.kind_sign(kind, 0, 0, 26, style, plaque=plaque), style)
        for kind in box.symbols
    ]
    found += [
        _symbol(f"circle-{kind.id}", 26, 26, cards.kind_sign(kind, 0, 0, 26, style), style) for kind in box.circles
    ]
    faces = {code: _face(box, code) for code in sorted({box.token_code(face) for face in box.tokens})}
    found += [_token(f"token-{name_of(code)}", face, style) for code, face in {"down": "down", **faces}.items()]
    return found


def _face(box: DisplayComponents, code: str) -> str:
    """The face of a token as the symbols know it; a kind of symbol we cannot draw is a plain shield."""
    kind, _, subject = code.partition(":")
    if kind == "crest":
        return "arms:" + cards.region_arms(box, [region.id for region in box.regions].index(subject))
    if kind == "symbol":
        return subject if subject in symbols.TOKEN_FACES else "arms:" + arms_of("plain", subject)
    return kind


def _token(name: str, face: str, style: Style) -> str:
    """A token with a face."""
    return _symbol(name, 28, 28, symbols.token(face, 0, 0, 28, theme=style.theme, prefix=style.prefix), style)


def _shield(name: str, arms: str, style: Style) -> str:
    """A shield under the id of its region or country."""
    return _symbol(f"shield-{name}", 100, 120, shield(arms, 0, 0, 100, prefix=style.prefix), style)


def _board(box: BoardComponents, style: Style) -> list[str]:
    """The cards, shields, pieces and the map of the board game."""
    found = [
        _symbol(f"card-{colour.id}", cards.WIDTH, cards.HEIGHT, cards.board_card(box, i, style), style)
        for i, colour in enumerate(box.colours)
    ]
    found += [_shield(country.id, cards.country_arms(box, i), style) for i, country in enumerate(box.countries)]
    for seat in range(SEATS):
        house = symbols.monastery(seat, 0, 0, 40, theme=style.theme, prefix=style.prefix)
        person = symbols.advisor(seat, 0, 0, 40, theme=style.theme, prefix=style.prefix)
        found += [_symbol(f"monastery-{seat}", 40, 40, house, style), _symbol(f"advisor-{seat}", 40, 40, person, style)]
    return found + _map(box, survey(box), style)


def _map(box: BoardComponents, atlas: Atlas, style: Style) -> list[str]:
    """The map in layers."""
    p = style.prefix
    ashore = f' clip-path="url(#{p}map-shore)"' if atlas.coastal else ""
    areas = "".join(
        f'<path d="{shape}" fill="{board_colour(country.colour)}" fill-opacity="var(--map-tint,.6)" '
        f'stroke="{_var("border")}" stroke-width="2.4" stroke-linejoin="round"/>'
        for shape, country in zip(atlas.shapes, box.countries, strict=True)
    )
    if atlas.coastal:
        land = (
            rect(0, 0, coast.WIDTH, coast.HEIGHT, _var("sea"))
            + f'<use href="#{p}map-coast" fill="{_var("land")}" stroke="{_var("shallows")}" stroke-width="5"/>'
            + f"<g{ashore}>{areas}</g>"
            + f'<use href="#{p}map-coast" fill="none" stroke="{_var("coast")}" stroke-width="1.1"/>'
        )
    else:
        land = rect(0, 0, coast.WIDTH, coast.HEIGHT, _var("land")) + areas
    shore = f'<path id="{p}map-coast" d="{coast.land_paths()}"/>'
    shore += f'<clipPath id="{p}map-shore"><use href="#{p}map-coast"/></clipPath>'
    data = "".join(f"M{pair(atlas.fields[a])}L{pair(atlas.fields[b])}" for a, b in box.roads)
    roads = line(data, _var("bed"), 6.5, extra=' stroke-linecap="round" stroke-opacity=".75"')
    roads += line(data, _var("road"), 2.4)
    layers = {"map-land": land, "map-roads": roads, "map-alliances": _alliances(atlas)}
    for shape, country in zip(atlas.shapes, box.countries, strict=True):
        layers[f"map-country-{country.id}"] = f'<path d="{shape}"{ashore} stroke-linejoin="round"/>'
    return [
        f"<defs>{shore}</defs>" if atlas.coastal else "",
        *(_symbol(name, coast.WIDTH, coast.HEIGHT, body, style) for name, body in layers.items()),
    ]


_MAP = {
    "sea": LIGHT.sea,
    "shallows": mix(LIGHT.sea, LIGHT.coast, 0.3),
    "land": LIGHT.land,
    "coast": LIGHT.coast,
    "border": LIGHT.surface,
    "road": mix(LIGHT.ink, LIGHT.surface, 0.25),
    "bed": LIGHT.surface,
    "ink": LIGHT.ink,
    "paper": LIGHT.surface,
}


def _var(name: str) -> str:
    """A neutral colour of the map."""
    return f"var(--map-{name},{_MAP[name]})"


def _alliances(atlas: Atlas) -> str:
    """All alliances: a line, dashed over the sea, and the number in a disc."""
    parts = []
    for alliance in atlas.alliances:
        a, b = alliance.ends
        dashes = ' stroke-dasharray="2 7"' if alliance.sea else ""
        parts.append(line(f"M{pair(a)}L{pair(b)}", _var("ink"), 3.4, extra=f' stroke-linecap="round"{dashes}'))
        x, y = alliance.middle
        parts.append(circle(x, y, 10.5, _var("ink"), extra=f' stroke="{_var("paper")}" stroke-width="1.6"'))
        parts.append(text(alliance.number, x, y + 4.1, 11.5, _var("paper"), anchor="middle", bold=True))
    return "".join(parts)


def map_data(box: Box) -> dict[str, Any] | None:
    """Where things are on the map, in a picture of ``width`` by ``height``; None for a box without a map.

    ``fields``: id to ``at`` [x, y] and ``label``, the place of its name: [x, baseline y, "start", "middle" or "end"].
    ``crests``: country to [x, y], the middle of its shield. ``alliances``: number, ``at``, both ``ends``, ``between``
    (ids of countries), ``sea``. ``roads``: pairs of field ids.
    """
    contents = box.contents
    if not isinstance(contents, BoardComponents):
        return None
    atlas = survey(contents)
    ids = [field.id for field in contents.fields]
    return {
        "width": coast.WIDTH,
        "height": coast.HEIGHT,
        "fields": {
            name: {"at": _at(at), "label": label}
            for name, at, label in zip(ids, atlas.fields, _labels(contents, atlas), strict=True)
        },
        "crests": {country.id: _at(at) for country, at in zip(contents.countries, atlas.crests, strict=True)},
        "alliances": [
            {
                "number": one.number,
                "at": _at(one.middle),
                "ends": [_at(end) for end in one.ends],
                "between": [contents.countries[i].id for i in given.between],
                "sea": one.sea,
            }
            for one, given in zip(atlas.alliances, contents.alliances, strict=True)
        ],
        "roads": [[ids[a], ids[b]] for a, b in contents.roads],
    }


def _at(point: tuple[float, float]) -> list[float]:
    """A point with one decimal."""
    return [round(point[0], 1), round(point[1], 1)]


def _labels(box: BoardComponents, atlas: Atlas) -> list[list[Any]]:
    """Where the names of the fields go."""
    found = labels.place(
        atlas.fields,
        tuple(measure(field.name, chart.NAME_SIZE) for field in box.fields),
        chart.NAME_SIZE + 1,
        chart.FIELD + 5,
        tuple(chart._obstacles(box, atlas, "en")),
        tuple((atlas.fields[a], atlas.fields[b]) for a, b in box.roads),
        (4, 4, coast.WIDTH - 4, coast.HEIGHT - 4),
    )
    places: list[list[Any]] = []
    for (x, _), (left, top, right, _) in zip(atlas.fields, found, strict=True):
        anchor, at = ("start", left) if left > x else ("end", right) if right < x else ("middle", (left + right) / 2)
        places.append([round(at, 1), round(top + chart.NAME_SIZE * 0.88, 1), anchor])
    return places
