"""Where names go on a map: beside their fields, clear of pieces, roads, shields and each other."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import cos, hypot, pi, sin

from eminence.draw.pen import Point

Rect = tuple[float, float, float, float]
"""Left, top, right, bottom."""

_SIDES: tuple[tuple[float, float], ...] = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (1, 1), (-1, -1), (-1, 1))


@cache
def place(
    points: tuple[Point, ...],
    widths: tuple[float, ...],
    height: float,
    reach: float,
    obstacles: tuple[Rect, ...],
    lines: tuple[tuple[Point, Point], ...],
    frame: Rect,
) -> tuple[Rect, ...]:
    """A rectangle for each label, ``reach`` away from its point: the least crowded of eight sides.

    Every label first takes its best side as if it were alone; then, a few times over, each moves away from the others.
    """
    spots = [spot for a, b in lines for spot in _along(a, b)]
    choices = [_candidates(point, width, height, reach) for point, width in zip(points, widths, strict=True)]
    costs = [
        [_fixed_cost(rect, side, obstacles, spots, frame) for side, rect in enumerate(candidates)]
        for candidates in choices
    ]
    chosen = [min(range(len(own)), key=own.__getitem__) for own in costs]
    for _ in range(4):
        for label, candidates in enumerate(choices):
            others = [choices[i][chosen[i]] for i in range(len(choices)) if i != label]
            chosen[label] = min(
                range(len(candidates)),
                key=lambda side: costs[label][side] + 3 * _overlap_sum(candidates[side], others),
            )
    return tuple(candidates[side] for candidates, side in zip(choices, chosen, strict=True))


def _candidates(point: Point, width: float, height: float, reach: float) -> list[Rect]:
    """The eight places of a label around its point."""
    x, y = point
    found = []
    for dx, dy in _SIDES:
        near = reach * (0.72 if dx and dy else 1.0)
        left = x + dx * near - (0 if dx > 0 else width if dx < 0 else width / 2)
        top = y + dy * near - (0 if dy > 0 else height if dy < 0 else height / 2)
        found.append((left, top, left + width, top + height))
    return found


def _fixed_cost(rect: Rect, side: int, obstacles: Sequence[Rect], spots: Sequence[Point], frame: Rect) -> float:
    """What speaks against a place whatever the other labels do."""
    left, top, right, bottom = rect
    crossed = sum(1 for x, y in spots if left - 2 < x < right + 2 and top - 2 < y < bottom + 2)
    outside = max(frame[0] - left, 0) + max(right - frame[2], 0) + max(frame[1] - top, 0) + max(bottom - frame[3], 0)
    return side * 4 + crossed * 22 + outside * 60 + 3 * _overlap_sum(rect, obstacles)


def _overlap_sum(rect: Rect, others: Sequence[Rect]) -> float:
    """How much of a rectangle lies under others."""
    left, top, right, bottom = rect
    total = 0.0
    for a, b, c, d in others:
        wide, high = min(right, c) - max(left, a) + 2, min(bottom, d) - max(top, b) + 1
        if wide > 0 and high > 0:
            total += wide * high
    return total


def _along(a: Point, b: Point, step: float = 7.0) -> list[Point]:
    """Spots along a line."""
    count = max(int(hypot(b[0] - a[0], b[1] - a[1]) / step), 1)
    return [(a[0] + (b[0] - a[0]) * i / count, a[1] + (b[1] - a[1]) * i / count) for i in range(count + 1)]


@cache
def spread(points: tuple[Point, ...], least: float) -> tuple[Point, ...]:
    """Points moved apart until they keep a distance, each as little as the others allow."""
    places = [[x, y] for x, y in points]
    for _ in range(120):
        still = True
        for i, one in enumerate(places):
            for j in range(i):
                still = _part(one, places[j], least, i * 2.4 + j) and still
        if still:
            break
    return tuple((x, y) for x, y in places)


def _part(one: list[float], other: list[float], least: float, turn: float) -> bool:
    """Move two points apart if they are too near; True if they were not."""
    dx, dy = one[0] - other[0], one[1] - other[1]
    apart = hypot(dx, dy)
    if apart >= least - 0.1:
        return True
    if apart < 0.01:
        dx, dy, apart = cos(turn * pi), sin(turn * pi), 1.0
        push = least / 2
    else:
        push = (least - apart) / 2
    one[0] += dx / apart * push
    one[1] += dy / apart * push
    other[0] -= dx / apart * push
    other[1] -= dy / apart * push
    return False


def clearing(middle: Point, points: Sequence[Point], lines: Sequence[tuple[Point, Point]]) -> Point:
    """A place near the middle that keeps clear of points and lines."""
    spots = [*points, *(spot for a, b in lines for spot in _along(a, b, 20.0))]
    best, found = -1e9, middle
    for ring in range(7):
        for turn in range(12 if ring else 1):
            x = middle[0] + ring * 16 * cos(turn * pi / 6)
            y = middle[1] + ring * 16 * sin(turn * pi / 6)
            clear = min((hypot(x - px, (y - py) * 0.8) for px, py in spots), default=99.0)
            if min(clear, 60) - ring * 4 > best:
                best, found = min(clear, 60) - ring * 4, (x, y)
    return found
