"""The map: projection, coastline, and the areas of the countries.

The coast is Natural Earth's (public domain, 1:50m, through npm's ``world-atlas``), clipped and simplified by
``tools/coastline.py``, which also made the soft country areas from the fields and a few towns. Both are kept in
``coast.json`` as rings of longitude and latitude in hundredths of a degree.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from math import cos, log, pi, radians, sin, tan
from typing import TypedDict

from eminence.draw.pen import Point, number, polygon, softened, spline

WIDTH = 1000.0
HEIGHT = 1000.0
"""The map's picture, in the units of ``project``."""

WEST, EAST, SOUTH, NORTH = -6.5, 17.5, 40.0, 55.5
"""The window of the map in degrees; the coast goes on a little beyond."""

_PARALLELS = (43.0, 52.0)
_MIDDLE = (WEST + EAST) / 2
_CENTRE = 47.8
_SCALE = 3470.0


class _Data(TypedDict):
    source: str
    land: list[list[int]]
    countries: dict[str, list[list[int]]]


@cache
def _data() -> _Data:
    """The stored rings."""
    data: _Data = json.loads(files("eminence.draw").joinpath("coast.json").read_text(encoding="utf-8"))
    return data


def _conic() -> tuple[float, float, float]:
    """The constants of the cone: its opening, its factor, and the radius of the middle parallel."""
    one, two = (radians(degrees) for degrees in _PARALLELS)
    opening = log(cos(one) / cos(two)) / log(tan(pi / 4 + two / 2) / tan(pi / 4 + one / 2))
    factor = cos(one) * tan(pi / 4 + one / 2) ** opening / opening
    return opening, factor, factor / tan(pi / 4 + radians(_CENTRE) / 2) ** opening


_OPENING, _FACTOR, _RADIUS = _conic()


def project(lat: float, lon: float) -> Point:
    """A place on the map, x to the right and y downwards, in a picture of WIDTH by HEIGHT.

    Lambert's conformal conic projection with true scale at 43° and 52° north, the usual one for maps of Europe: shapes
    look right, north is up in the middle, and the meridians lean gently outwards.
    """
    radius = _FACTOR / tan(pi / 4 + radians(lat) / 2) ** _OPENING
    angle = _OPENING * radians(lon - _MIDDLE)
    return WIDTH / 2 + _SCALE * radius * sin(angle), HEIGHT / 2 + _SCALE * (radius * cos(angle) - _RADIUS)


def fits(places: Iterable[tuple[float, float]]) -> bool:
    """Whether all places (lat, lon) lie in our window, so that our coastline makes sense behind them."""
    return all(_within(lat, lon) for lat, lon in places)


def _within(lat: float, lon: float) -> bool:
    """Whether a place lies in the picture; the poles, which the cone does not know, do not."""
    if not 0 < lat < 80:
        return False
    x, y = project(lat, lon)
    return 0 <= x <= WIDTH and 0 <= y <= HEIGHT


def _ring(values: Sequence[int]) -> list[Point]:
    """A stored ring on the map."""
    return [project(values[i + 1] / 100, values[i] / 100) for i in range(0, len(values), 2)]


@cache
def land_paths() -> str:
    """Path data of all land, one closed subpath an island. It reaches beyond the picture: clip it to the picture."""
    return "".join(softened(_ring(ring)) for ring in _data()["land"])


def defs(prefix: str = "") -> str:
    """The land as path ``map-coast``; clips ``map-land`` for what stays ashore and ``map-frame`` for the picture."""
    frame = f'<rect width="{number(WIDTH)}" height="{number(HEIGHT)}"/>'
    return (
        f'<defs><path id="{prefix}map-coast" d="{land_paths()}"/><clipPath id="{prefix}map-frame">{frame}</clipPath>'
        f'<clipPath id="{prefix}map-land"><use href="#{prefix}map-coast"/></clipPath></defs>'
    )


def country_shapes(countries: Mapping[str, Sequence[tuple[float, float]]]) -> dict[str, str]:
    """Path data of each country's area, given its fields as (lat, lon); the keys are the ids of the arms.

    Our own nine countries with fields inside their stored areas get those; any other map gets soft hulls around the
    fields. Areas run out into the sea: draw them with ``clip-path="url(#map-land)"``.
    """
    stored = _data()["countries"]
    if ours(countries):
        return {name: "".join(polygon(_ring(ring)) for ring in stored[name]) for name in countries}
    return {name: soft_hull([project(lat, lon) for lat, lon in fields]) for name, fields in countries.items()}


def ours(countries: Mapping[str, Sequence[tuple[float, float]]]) -> bool:
    """Whether all countries are of our own nine, with all their fields inside their stored areas."""
    stored = _data()["countries"]
    return all(name in stored and _holds(stored[name], fields) for name, fields in countries.items())


def _holds(rings: Sequence[Sequence[int]], fields: Iterable[tuple[float, float]]) -> bool:
    """Whether every field lies inside one of a country's rings."""
    areas = [_ring(ring) for ring in rings]
    return all(any(_inside(project(lat, lon), area) for area in areas) for lat, lon in fields)


def _inside(point: Point, ring: Sequence[Point]) -> bool:
    """Whether a point lies inside a ring: a ray from it crosses the ring an odd number of times."""
    x, y = point
    inside = False
    for (ax, ay), (bx, by) in zip(ring, [*ring[1:], ring[0]], strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
            inside = not inside
    return inside


def hull(points: Iterable[Point]) -> list[Point]:
    """The convex hull of some points, by Andrew's monotone chain.

    >>> hull([(0, 0), (2, 0), (1, 1), (2, 2), (0, 2)])
    [(0, 0), (2, 0), (2, 2), (0, 2)]
    """
    ordered = sorted(set(points))
    if len(ordered) < 3:
        return ordered
    return _chain(ordered)[:-1] + _chain(ordered[::-1])[:-1]


def _chain(points: Sequence[Point]) -> list[Point]:
    """One side of a convex hull."""
    chain: list[Point] = []
    for point in points:
        while len(chain) > 1 and _turn(chain[-2], chain[-1], point) <= 0:
            chain.pop()
        chain.append(point)
    return chain


def _turn(a: Point, b: Point, c: Point) -> float:
    """Positive where a, b, c turn left."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def soft_hull(points: Sequence[Point], margin: float = 34.0) -> str:
    """A rounded area around some points: the hull of small circles about them."""
    if not points:
        return ""
    ring = [(x + margin * cos(k * pi / 6), y + margin * sin(k * pi / 6)) for x, y in points for k in range(12)]
    corners = hull(ring)
    return spline(corners, [False] * len(corners))


LABELS: dict[str, tuple[float, float]] = {
    "england": (52.85, -1.75),
    "france": (44.77, -0.24),
    "lorraine": (51.45, 5.95),
    "franconia": (52.75, 9.3),
    "bavaria": (46.66, 13.2),
    "swabia": (47.65, 7.61),
    "italy": (43.35, 11.2),
    "aragon": (41.26, -0.79),
    "burgundy": (44.12, 6.33),
}
"""Open country on our own map, clear of fields and roads, for a shield or a name."""


def label_place(country: str, fields: Sequence[tuple[float, float]]) -> Point:
    """Where the middle of a country's shield may stand: on our map in the open, elsewhere amid the fields."""
    stored = _data()["countries"].get(country)
    if country in LABELS and stored is not None and _holds(stored, fields):
        return project(*LABELS[country])
    points = [project(lat, lon) for lat, lon in fields]
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)
