"""A small pen: turns lists of points into SVG path data with round, organic edges.

The charges are written as points, because points can be read and corrected; the curves between them are Catmull-Rom
splines, which pass through every point.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, hypot, pi, sin

Point = tuple[float, float]


def number(value: float) -> str:
    """The shortest text of a number with one decimal, as SVG likes it.

    >>> number(3.0), number(-0.04), number(0.26)
    ('3', '0', '0.3')
    """
    text = f"{value:.1f}"
    text = text.removesuffix(".0")
    return "0" if text == "-0" else text


def pair(point: Point) -> str:
    """A point as ``x y``."""
    return f"{number(point[0])} {number(point[1])}"


def polygon(points: Sequence[Point]) -> str:
    """Path data of a closed polygon with straight edges."""
    return "M" + "L".join(pair(p) for p in points) + "Z"


def softened(points: Sequence[Point]) -> str:
    """Path data of a closed polygon whose corners are rounded: a curve from the middle of each edge to the next."""
    following = [*points[1:], points[0]]
    middles = [((ax + bx) / 2, (ay + by) / 2) for (ax, ay), (bx, by) in zip(points, following, strict=True)]
    curves = "".join(
        f"Q{pair(corner)} {pair(middle)}" for corner, middle in zip(following, middles[1:] + middles[:1], strict=True)
    )
    return f"M{pair(middles[0])}{curves}Z"


def disc(x: float, y: float, radius: float) -> str:
    """Path data of a circle."""
    r, d = number(radius), number(2 * radius)
    return f"M{pair((x - radius, y))}a{r} {r} 0 1 1 {d} 0a{r} {r} 0 1 1-{d} 0Z"


def star(x: float, y: float, outer: float, inner: float, rays: int, turn: float = 0.0) -> str:
    """Path data of a star whose first ray points up, turned clockwise by ``turn`` degrees."""
    points = []
    for i in range(2 * rays):
        radius = outer if i % 2 == 0 else inner
        angle = pi * i / rays - pi / 2 + turn * pi / 180
        points.append((x + radius * cos(angle), y + radius * sin(angle)))
    return polygon(points)


def _parse(text: str) -> tuple[list[Point], list[bool]]:
    """Points and corner flags of ``"x,y x,y! …"``; an exclamation mark makes a corner."""
    points, corners = [], []
    for word in text.split():
        corners.append(word.endswith("!"))
        x, y = word.rstrip("!").split(",")
        points.append((float(x), float(y)))
    return points, corners


def spline(points: Sequence[Point], corners: Sequence[bool]) -> str:
    """Path data of a closed curve through the points, breaking at the corners."""
    n = len(points)
    parts = ["M" + pair(points[0])]
    for i in range(n):
        before, start, end, after = (points[(i + k) % n] for k in (-1, 0, 1, 2))
        out = start if corners[i] else _handle(start, before, end)
        into = end if corners[(i + 1) % n] else _handle(end, after, start)
        parts.append("C" + " ".join(pair(p) for p in (out, into, end)))
    return "".join(parts) + "Z"


def _handle(at: Point, away: Point, toward: Point) -> Point:
    """The Bézier handle at a smooth point: along the chord of its neighbours, a third of the way to the next."""
    dx, dy = toward[0] - away[0], toward[1] - away[1]
    chord = hypot(dx, dy) or 1.0
    reach = hypot(toward[0] - at[0], toward[1] - at[1]) / 3
    return at[0] + dx / chord * reach, at[1] + dy / chord * reach


def outline(text: str) -> str:
    """Path data of a closed smooth shape written as ``"x,y x,y! …"`` (``!`` is a corner)."""
    return spline(*_parse(text))


def limb(text: str) -> str:
    """Path data of a tapering band along ``"x,y,w …"``: a leg, tail or plume with half-width ``w`` at each point."""
    spine = [tuple(float(part) for part in word.split(",")) for word in text.split()]
    left, right = [], []
    for i, (x, y, w) in enumerate(spine):
        x0, y0, _ = spine[max(i - 1, 0)]
        x1, y1, _ = spine[min(i + 1, len(spine) - 1)]
        length = hypot(x1 - x0, y1 - y0) or 1.0
        nx, ny = (y1 - y0) / length, (x0 - x1) / length
        left.append((x + nx * w, y + ny * w))
        right.append((x - nx * w, y - ny * w))
    points = left + right[::-1]
    return spline(points, [False] * len(points))
