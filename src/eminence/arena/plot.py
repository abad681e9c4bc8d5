"""A picture of a match: Elo, or the share of the wins, with its interval over the deals played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import floor, isfinite, log10, sqrt

from eminence.arena.run import Run
from eminence.arena.statistics import Counts, Estimate, extreme, mean, modest, quantile, strength, unvaried
from eminence.arena.tables import fair_share, most_share, of_lineup, pair_place, shares_by_deal, sides_of
from eminence.draw.palette import LIGHT
from eminence.draw.pen import number
from eminence.draw.svg import Style, circle, fitted, line, picture, rect, shortened, text

WIDTH, HEIGHT = 760.0, 430.0  # with many names it is higher
LEFT, RIGHT, TOP, BOTTOM = 70.0, 170.0, 60.0, 50.0
APART = 36.0  # between two names at the end of the curves, each with its interval below it
BOLD = 0.8  # of the room there is: the widest bold sans is so much wider than a text is measured
MOMENTS = 120  # at most so many points a curve
WIDEST = 1000.0  # Elo beyond this is cut
INKS = ("#b3272d", "#2b62a8", "#2c7048", "#a8660f", "#7a4a9c", "#4d5358")
DASHES = ("", "7 3", "2 3", "9 3 2 3", "4 4", "1 3")  # colours alone do not tell curves apart for everybody
MOST = len(INKS) * len(DASHES)  # curves that can be told apart


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
    label = f"{'Elo' if paired else 'share of the wins'}, with 95 % interval"
    if len(curves) > MOST:
        label += f"; the first {MOST} of {len(curves)}"
    return chart(curves[:MOST], paired, label, heading(run))


def look(place: int) -> tuple[str, str]:
    """The ink and the dashes of a curve: after all inks they come again, each with other dashes.

    >>> look(0)[1], look(6)[1], look(0)[0] == look(6)[0]
    ('', '7 3', True)
    """
    return INKS[place % len(INKS)], DASHES[(place + place // len(INKS)) % len(DASHES)]


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
        most = most_share(run.match, side)
        points = tuple((done, normal(shares[:done], most)) for done in moments(len(shares)))
        curves.append(Curve(run.match.names[side], points, fair_share(run.match, side)))
    return curves


def normal(values: Sequence[float], most: float = 1.0) -> Estimate:
    """A mean between 0 and `most` with the interval of a normal distribution; near the ends as `bootstrap` has it."""
    centre = mean(values) / most
    if min(values) == max(values):
        ends = unvaried(centre, len(values))
    else:
        variance = sum((value / most - centre) ** 2 for value in values) / (len(values) - 1)
        reach = quantile(len(values) - 1) * sqrt(variance / len(values))
        ends = max(0.0, centre - reach), min(1.0, centre + reach)
        if extreme(values, 0.0, most):
            ends = modest(*ends, len(values))
    return Estimate(centre * most, ends[0] * most, ends[1] * most)


@dataclass(frozen=True, slots=True)
class Axes:
    """Where values stand in the picture."""

    deals: int
    low: float
    high: float
    height: float
    """Of the whole picture."""

    def x(self, deals: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * deals / self.deals

    def y(self, value: float) -> float:
        inside = min(max(value, self.low), self.high)
        return self.bottom - (self.bottom - TOP) * (inside - self.low) / (self.high - self.low)

    @property
    def bottom(self) -> float:
        return self.height - BOTTOM


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
    return Axes(deals, low - margin, high + margin, max(HEIGHT, TOP + APART * len(curves) + 12))


def ticks(low: float, high: float) -> list[float]:
    """Four to nine round numbers in a range."""
    rough = (high - low) / 6
    power = 10.0 ** floor(log10(rough))
    step = next(power * nice for nice in (1, 2, 2.5, 5, 10) if power * nice >= rough)
    first = -floor(-low / step)
    return [step * place for place in range(first, first + 12) if step * place <= high + 1e-9]


def chart(curves: Sequence[Curve], elo: bool, label: str, title: str) -> str:
    """The whole picture."""
    axes = axes_for(curves, elo)
    body = bold(title, LEFT, 28, 15, WIDTH - LEFT - 20, LIGHT.ink)
    body += text(label, LEFT, 47, 11, LIGHT.muted)
    body += rect(LEFT, TOP, WIDTH - LEFT - RIGHT, axes.bottom - TOP, LIGHT.surface)
    for value in ticks(axes.low, axes.high):
        words = f"{value:.0%}" if not elo else f"{value:+.0f}" if value else "0"
        body += line(level(axes, value), LIGHT.line, 0.7)
        body += text(words, LEFT - 8, axes.y(value) + 4, 11, LIGHT.muted, anchor="end")
    for deals in ticks(0, axes.deals):
        if deals == int(deals):
            body += text(int(deals), axes.x(deals), axes.bottom + 18, 11, LIGHT.muted, anchor="middle")
    body += text("deals", (LEFT + WIDTH - RIGHT) / 2, axes.height - 12, 11, LIGHT.muted, anchor="middle")
    for fair in sorted({curve.fair for curve in curves}):
        body += line(level(axes, fair), LIGHT.ink, 1, extra=' stroke-dasharray="5 4"')
    if axes.deals == 1:
        body += "".join(single(axes, curve, place) for place, curve in enumerate(curves))
    else:
        body += "".join(band(axes, curve, look(place)[0]) for place, curve in enumerate(curves))
        body += "".join(path(axes, curve, *look(place)) for place, curve in enumerate(curves))
    body += legend(axes, curves, elo)
    return picture(WIDTH, axes.height, "", body, title, Style(LIGHT, "en", "arena-"))


def dashed(dash: str) -> str:
    """The attribute of a line with dashes."""
    return f' stroke-dasharray="{dash}"' if dash else ""


def bold(words: str, x: float, y: float, size: float, width: float, ink: str) -> str:
    """A bold text that keeps within a width: smaller if need be, and cut rather than too small to be read."""
    size = max(size * 0.65, fitted(words, size, BOLD * width, bold=True))
    return text(shortened(words, size, BOLD * width + 0.01, bold=True), x, y, size, ink, bold=True)


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
    """The curve."""
    values = [(done, estimate.value) for done, estimate in curve.moments]
    return line(f"M{points(axes, values)}", ink, 2.2, extra=dashed(dash))


def single(axes: Axes, curve: Curve, place: int) -> str:
    """A match of one deal: a dot on its interval, beside those of the others."""
    ink, dash = look(place)
    ((done, found),) = curve.moments
    x = axes.x(done) - 9 - 11 * place
    ends = f"M{number(x)} {number(axes.y(found.low))}V{number(axes.y(found.high))}"
    drawn = line(ends, ink, 2.2, extra=dashed(dash))
    return drawn + circle(x, axes.y(found.value), 4, ink)


def legend(axes: Axes, curves: Sequence[Curve], elo: bool) -> str:
    """Names and final values beside the ends of the curves, kept apart."""
    found = ""
    ends = sorted(enumerate(curves), key=lambda entry: axes.y(entry[1].moments[-1][1].value))
    wished = [axes.y(curve.moments[-1][1].value) - 2 for _, curve in ends]
    for (place, curve), y in zip(ends, apart(wished, TOP + 6, axes.height - 24), strict=True):
        last = curve.moments[-1][1]
        ink, dash = look(place)
        values = " to ".join(f"{end:+.0f}" if elo else f"{end:.1%}" for end in (last.low, last.high))
        found += bold(curve.name, WIDTH - RIGHT + 12, y, 12, RIGHT - 16, ink)
        found += text(values.replace("inf", "∞"), WIDTH - RIGHT + 12, y + 15, 11, LIGHT.muted)
        if len(curves) > 1:
            found += line(f"M{number(WIDTH - 42)} {number(y + 11)}H{number(WIDTH - 12)}", ink, 2.2, extra=dashed(dash))
    return found


def apart(wished: Sequence[float], top: float, bottom: float) -> list[float]:
    """Heights as near as can be to those that are wished, from the top down, of which no two are too near.

    >>> apart([100, 110, 395], 60, 400), apart([390, 395, 399], 60, 400)
    ([100, 136.0, 395], [328.0, 364.0, 400])
    """
    found: list[float] = []
    for y in wished:
        found.append(max(y, found[-1] + APART if found else top))
    for place in reversed(range(len(found))):
        below = found[place + 1] - APART if place + 1 < len(found) else bottom
        found[place] = min(found[place], below)
    return found
