"""The lie of the land: where the fields, crests and alliances of a map come to lie in its picture."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, hypot, radians

from eminence.components.board import BoardComponents
from eminence.draw import coast, labels
from eminence.draw.pen import Point

APART = 42.0
"""How far fields keep from each other, so that their pieces have room."""

_COURSES: dict[tuple[str, str], tuple[Point, Point]] = {
    ("england", "france"): ((262, 318), (262, 392)),
    ("england", "lorraine"): ((368, 200), (474, 172)),
    ("england", "franconia"): ((312, 132), (552, 146)),
    ("aragon", "france"): ((272, 806), (272, 772)),
    ("aragon", "burgundy"): ((404, 822), (456, 776)),
    ("aragon", "italy"): ((402, 852), (664, 716)),
    ("france", "lorraine"): ((388, 330), (426, 330)),
    ("burgundy", "france"): ((470, 668), (434, 668)),
    ("franconia", "lorraine"): ((578, 318), (540, 318)),
    ("lorraine", "swabia"): ((552, 438), (584, 462)),
    ("franconia", "swabia"): ((674, 386), (674, 420)),
    ("bavaria", "franconia"): ((772, 378), (742, 350)),
    ("bavaria", "swabia"): ((729, 548), (691, 548)),
    ("burgundy", "italy"): ((562, 746), (594, 716)),
    ("bavaria", "italy"): ((842, 566), (804, 684)),
}
"""On our own map, from where to where an alliance runs: over a border, or from coast to coast."""


@dataclass(frozen=True, slots=True)
class Alliance:
    """An alliance in the picture."""

    number: int
    ends: tuple[Point, Point]
    middle: Point
    """Where its number stands."""
    sea: bool


@dataclass(frozen=True, slots=True)
class Atlas:
    """A map ready to be drawn, in a picture of ``coast.WIDTH`` by ``coast.HEIGHT``."""

    shapes: tuple[str, ...]
    """Path data of each country's area."""
    fields: tuple[Point, ...]
    crests: tuple[Point, ...]
    alliances: tuple[Alliance, ...]
    coastal: bool
    """Whether our coastline lies behind it."""


def survey(box: BoardComponents) -> Atlas:
    """Lay out a map: our own with its stored areas and courses, any other with soft areas around the fields."""
    places = [[field.at for field in box.fields if field.country == i] for i in range(len(box.countries))]
    arms = [country.arms for country in box.countries]
    coastal = coast.fits(field.at for field in box.fields)
    own = coastal and len(set(arms)) == len(arms) and coast.ours(dict(zip(arms, places, strict=True)))
    if own:
        raw = tuple(coast.project(*field.at) for field in box.fields)
        fields = labels.spread(raw, APART)
        areas = coast.country_shapes(dict(zip(arms, places, strict=True)))
        shapes = tuple(areas[name] for name in arms)
        crests = tuple(coast.label_place(name, at) for name, at in zip(arms, places, strict=True))
    else:
        fields = labels.spread(_plain_points(box, coastal), APART)
        crests = _crests(box, fields)
        shapes = tuple(
            coast.soft_hull([*(p for p, f in zip(fields, box.fields, strict=True) if f.country == i), crests[i]])
            for i in range(len(box.countries))
        )
    return Atlas(shapes, fields, crests, _alliances(box, crests, own), coastal)


def _plain_points(box: BoardComponents, coastal: bool) -> tuple[Point, ...]:
    """The fields of a map that is not ours: by our projection if it fits, otherwise stretched to fill the picture."""
    if coastal:
        return tuple(coast.project(*field.at) for field in box.fields)
    lats = [field.at[0] for field in box.fields]
    narrow = max(cos(radians((min(lats) + max(lats)) / 2)), 0.1)
    points = [(field.at[1] * narrow, -field.at[0]) for field in box.fields]
    west, north = min(x for x, _ in points), min(y for _, y in points)
    wide, high = max(x for x, _ in points) - west, max(y for _, y in points) - north
    scale = 800 / max(wide, high, 1e-6)
    left, top = (coast.WIDTH - wide * scale) / 2, (coast.HEIGHT - high * scale) / 2
    return tuple((left + (x - west) * scale, top + (y - north) * scale) for x, y in points)


def _crests(box: BoardComponents, fields: tuple[Point, ...]) -> tuple[Point, ...]:
    """A clear place for each country's crest amid its fields."""
    roads = [(fields[a], fields[b]) for a, b in box.roads]
    taken: list[Point] = list(fields)
    crests = []
    for country in range(len(box.countries)):
        own = [p for p, f in zip(fields, box.fields, strict=True) if f.country == country]
        middle = (sum(x for x, _ in own) / len(own), sum(y for _, y in own) / len(own))
        crest = labels.clearing(middle, taken, roads)
        taken.append(crest)
        crests.append(crest)
    return tuple(crests)


def _alliances(box: BoardComponents, crests: tuple[Point, ...], own: bool) -> tuple[Alliance, ...]:
    """The alliances: on their courses on our map, elsewhere straight from crest to crest."""
    courses = []
    for one, other in (alliance.between for alliance in box.alliances):
        first, second = sorted((box.countries[one].arms, box.countries[other].arms))
        ends = _COURSES.get((first, second)) if own else None
        courses.append(ends or _shortened(crests[one], crests[other]))
    middles = labels.spread(tuple(((a + c) / 2, (b + d) / 2) for (a, b), (c, d) in courses), 26.0)
    return tuple(
        Alliance(number, ends, middle, alliance.sea)
        for number, (ends, middle, alliance) in enumerate(zip(courses, middles, box.alliances, strict=True), 1)
    )


def _shortened(a: Point, b: Point, margin: float = 26.0) -> tuple[Point, Point]:
    """The line between two crests without its ends."""
    length = max(hypot(b[0] - a[0], b[1] - a[1]), 1.0)
    share = min(margin / length, 0.4)
    dx, dy = (b[0] - a[0]) * share, (b[1] - a[1]) * share
    return (a[0] + dx, a[1] + dy), (b[0] - dx, b[1] - dy)
