"""A picture of a match: Elo, or the share of the wins, with its interval over the deals played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import floor, isfinite, log10, sqrt

from eminence.arena.run import Run
from eminence.arena.statistics import Counts, Estimate, mean, modest, quantile, strength, unvaried
from eminence.arena.tables import fair_share, of_lineup, pair_place, shares_by_deal, sides_of
from eminence.draw.palette import LIGHT
from eminence.draw.pen import number
from eminence.draw.svg import Style, line, measure, picture, rect, text

WIDTH, HEIGHT = 760.0, 430.0
LEFT, RIGHT, TOP, BOTTOM = 70.0, 170.0, 60.0, 50.0
MOMENTS = 120  # at most so many points a curve
WIDEST = 1000.0  # Elo beyond this is cut
INKS = ("#b3272d", "#2b62a8", "#2c7048", "#a8660f", "#7a4a9c", "#4d5358")
DASHES = ("", "7 3", "2 3", "9 3 2 3", "4 4", "1 3")  # colours alone do not tell curves apart for everybody


@dataclass(frozen=True, slots=True)
class Curve:
    """A value over the deals played."""

    name: str
    moments: tuple[tuple[int, Estimate], ...]
    fair: float
    """What equal bots would get."""


def plot(run: Run) -> str:
    """The match as SVG."""
    if not run.deals:
        raise ValueError("no deals; expected at least one")
    paired = run.match.paired
    curves = elo_curves(run) if paired else share_curves(run)
    return chart(curves[: len(INKS)], "Elo" if paired else "share of the wins", heading(run))


def heading(run: Run) -> str:
    """What the picture shows."""
    match = run.match
    return f"{' · '.join(match.names)}: {match.game}, {match.players} players, {match.budget}"


def moments(deals: int) -> list[int]:
    """After how many deals the curves have a point."""
    return sorted({max(1, round(deals * step / MOMENTS)) for step in range(1, MOMENTS + 1)})


def elo_curves(run: Run) -> list[Curve]:
    """A curve for every pair of bots."""
    curves = []
    for lineup, sides in enumerate(run.match.lineups):
        counts = [0] * 5
        marks = set(moments(len(run.deals)))
        points = []
        for done, deal in enumerate(run.deals, 1):
            counts[pair_place(of_lineup(deal, lineup))] += 1
            if done in marks:
                a, b, c, d, e = counts
                so_far: Counts = (a, b, c, d, e)
                points.append((done, strength(so_far).elo))
        first, second = (run.match.names[side] for side in sides)
        name = first if len(run.match.lineups) == 1 else f"{first} : {second}"
        curves.append(Curve(name, tuple(points), 0.0))
    return curves


def share_curves(run: Run) -> list[Curve]:
    """A curve for every side; with so many points the intervals are normal ones, not bootstrapped."""
    curves = []
    for side in sides_of(run.match):
        shares = shares_by_deal(run.match, run.deals, side)
        points = tuple((done, normal(shares[:done])) for done in moments(len(shares)))
        curves.append(Curve(run.match.names[side], points, fair_share(run.match, side)))
    return curves


def normal(values: Sequence[float]) -> Estimate:
    """A mean between 0 and 1 with the interval of a normal distribution."""
    centre = mean(values)
    if min(values) == max(values):
        return Estimate(centre, *unvaried(centre, len(values)))
    variance = sum((value - centre) ** 2 for value in values) / (len(values) - 1)
    reach = quantile(len(values) - 1) * sqrt(variance / len(values))
    return Estimate(centre, *modest(max(0.0, centre - reach), min(1.0, centre + reach), len(values)))


@dataclass(frozen=True, slots=True)
class Axes:
    """Where values stand in the picture."""

    deals: int
    low: float
    high: float

    def x(self, deals: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * deals / self.deals

    def y(self, value: float) -> float:
        inside = min(max(value, self.low), self.high)
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (inside - self.low) / (self.high - self.low)


def axes_for(curves: Sequence[Curve], elo: bool) -> Axes:
    """Axes that hold the curves, but not the wide intervals of the first deals."""
    deals = curves[0].moments[-1][0]
    values = [curve.fair for curve in curves]
    for curve in curves:
        for done, estimate in curve.moments:
            if done >= deals / 10 or done == deals:
                values += [end for end in (estimate.value, estimate.low, estimate.high) if isfinite(end)]
            if not isfinite(estimate.value):
                values.append(WIDEST if estimate.value > 0 else -WIDEST)
    bound = WIDEST if elo else 1.0
    low, high = max(min(values), -bound if elo else 0.0), min(max(values), bound)
    margin = max((high - low) * 0.06, 10.0 if elo else 0.02)
    return Axes(deals, low - margin, high + margin)


def ticks(low: float, high: float) -> list[float]:
    """Four to nine round numbers in a range."""
    rough = (high - low) / 6
    power = 10.0 ** floor(log10(rough))
    step = next(power * nice for nice in (1, 2, 2.5, 5, 10) if power * nice >= rough)
    first = -floor(-low / step)
    return [step * place for place in range(first, first + 12) if step * place <= high + 1e-9]


def chart(curves: Sequence[Curve], label: str, title: str) -> str:
    """The whole picture."""
    elo = label == "Elo"
    axes = axes_for(curves, elo)
    body = text(
        title, LEFT, 28, min(15.0, 15.0 * (WIDTH - 2 * LEFT) / measure(title, 15, bold=True)), LIGHT.ink, bold=True
    )
    body += text(f"{label}, with 95 % interval", LEFT, 47, 11, LIGHT.muted)
    body += rect(LEFT, TOP, WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM, LIGHT.surface)
    for value in ticks(axes.low, axes.high):
        words = f"{value:.0%}" if not elo else f"{value:+.0f}" if value else "0"
        body += line(level(axes, value), LIGHT.line, 0.7)
        body += text(words, LEFT - 8, axes.y(value) + 4, 11, LIGHT.muted, anchor="end")
    for deals in ticks(0, axes.deals):
        if deals == int(deals):
            body += text(int(deals), axes.x(deals), HEIGHT - BOTTOM + 18, 11, LIGHT.muted, anchor="middle")
    body += text("deals", (LEFT + WIDTH - RIGHT) / 2, HEIGHT - 12, 11, LIGHT.muted, anchor="middle")
    for fair in sorted({curve.fair for curve in curves}):
        body += line(level(axes, fair), LIGHT.ink, 1, extra=' stroke-dasharray="5 4"')
    bands = "".join(band(axes, curve, ink) for curve, ink in zip(curves, INKS, strict=False))
    paths = "".join(path(axes, curve, *look) for curve, *look in zip(curves, INKS, DASHES, strict=False))
    body += bands + paths + legend(axes, curves, elo)
    return picture(WIDTH, HEIGHT, "", body, title, Style(LIGHT, "en", "arena-"))


def level(axes: Axes, value: float) -> str:
    """A horizontal line."""
    return f"M{number(LEFT)} {number(axes.y(value))}H{number(WIDTH - RIGHT)}"


def points(axes: Axes, values: Sequence[tuple[int, float]]) -> str:
    """Path data through values."""
    return "L".join(f"{number(axes.x(done))} {number(axes.y(value))}" for done, value in values)


def band(axes: Axes, curve: Curve, ink: str) -> str:
    """The interval, filled."""
    upper = [(done, estimate.high) for done, estimate in curve.moments]
    lower = [(done, estimate.low) for done, estimate in reversed(curve.moments)]
    return f'<path d="M{points(axes, upper)}L{points(axes, lower)}Z" fill="{ink}" fill-opacity="0.13"/>'


def path(axes: Axes, curve: Curve, ink: str, dash: str) -> str:
    """The curve; a match of one deal is a dot."""
    values = [(done, estimate.value) for done, estimate in curve.moments]
    extra = f' stroke-dasharray="{dash}"' if dash else ""
    if len(values) == 1:
        values *= 2
        extra = ' stroke-linecap="round"'
    return line(f"M{points(axes, values)}", ink, 2.2, extra=extra)


def legend(axes: Axes, curves: Sequence[Curve], elo: bool) -> str:
    """Names and final values beside the ends of the curves, kept apart."""
    found = ""
    free = TOP + 6
    ends = sorted(zip(curves, INKS, strict=False), key=lambda entry: axes.y(entry[0].moments[-1][1].value))
    for curve, ink in ends:
        last = curve.moments[-1][1]
        y = min(max(axes.y(last.value) - 2, free), HEIGHT - 24)
        free = y + 36
        values = " to ".join(f"{end:+.0f}" if elo else f"{end:.1%}" for end in (last.low, last.high))
        size = min(12.0, 12.0 * (RIGHT - 24) / measure(curve.name, 12, bold=True))
        found += text(curve.name, WIDTH - RIGHT + 12, y, size, ink, bold=True)
        found += text(values.replace("inf", "∞"), WIDTH - RIGHT + 12, y + 15, 11, LIGHT.muted)
    return found
