"""A picture of a review: everybody's win chance and points turn by turn, with marks where much was given away.

The colours follow the reader's choice of light or dark, and on a narrow screen the texts grow.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil, floor
from typing import TYPE_CHECKING

from eminence.draw.palette import DARK, LIGHT, Theme
from eminence.draw.pen import number
from eminence.draw.svg import SANS, clean, measure, shortened

if TYPE_CHECKING:
    from eminence.analysis.result import Review, TurnReview
    from eminence.analysis.table import Expectation

WIDTH, HEIGHT = 760.0, 640.0
LEFT, RIGHT = 66.0, 22.0
STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000)
LIGHT_INKS = ("#b3272d", "#94690a", "#2b62a8", "#2c7048", "#7a4a9c")
DARK_INKS = ("#f0797e", "#e6b041", "#7fb0ee", "#7cc79a", "#c6a0e4")
DASHES = ("", "8 3", "2 3", "9 3 2 3", "5 5")  # colours alone do not tell curves apart for everybody
SIGNS = {"inaccuracy": "?!", "mistake": "?", "blunder": "??"}
SIZES = {"inaccuracy": 5.0, "mistake": 6.5, "blunder": 8.0}


@dataclass(frozen=True, slots=True)
class Field:
    """A part of the picture with a scale of its own."""

    top: float
    bottom: float
    low: float
    high: float
    ticks: tuple[float, ...]

    def down(self, value: float) -> float:
        """Where a value stands."""
        return self.bottom - (self.bottom - self.top) * (value - self.low) / (self.high - self.low)


CHANCES = Field(92.0, 366.0, 0.0, 1.0, (0.0, 0.25, 0.5, 0.75, 1.0))


def points_field(review: Review) -> Field:
    """Room for the points ahead that anybody was ever expected to have, with nought in it."""
    found = [0.0, *(margin for moment in moments(review) for margin in moment.margin)]
    step = next((step for step in STEPS if (max(found) - min(found)) / step <= 4), STEPS[-1])
    low, high = floor(min(found) / step), max(ceil(max(found) / step), floor(min(found) / step) + 1)
    return Field(414.0, 566.0, step * low, step * high, tuple(float(step * n) for n in range(low, high + 1)))


def graph(review: Review) -> str:
    """The picture as SVG."""
    points = points_field(review)
    body = frame(review, points) + legend(review)
    for seat in range(review.players):
        body += curve(review, seat, CHANCES, (moment.win[seat] for moment in moments(review)))
        body += curve(review, seat, points, (moment.margin[seat] for moment in moments(review)))
    body += "".join(mark(review, turn) for turn in review.turns if turn.verdict)
    title = heading(review)
    size = f'viewBox="0 0 {number(WIDTH)} {number(HEIGHT)}" width="{number(WIDTH)}" height="{number(HEIGHT)}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} style="max-width:100%;height:auto" role="img" lang="en" '
        f'class="review" font-family="{SANS}" aria-labelledby="review-title review-desc">'
        f'<title id="review-title">{clean(title)}</title><desc id="review-desc">{clean(described(review))}</desc>'
        f"<style>{style(review.players)}</style>"
        f'<rect class="ground" width="{number(WIDTH)}" height="{number(HEIGHT)}" rx="14"/>{body}</svg>\n'
    )


def style(players: int) -> str:
    """The style sheet: both themes, and bigger texts where the picture is small."""
    rules = (
        ".review .ground{fill:var(--ground)}.review .field{fill:var(--field)}"
        ".review .rule{stroke:var(--rule);stroke-width:.8}.review .middle{stroke:var(--ink);stroke-dasharray:5 4}"
        ".review text{fill:var(--ink);font-size:13px}.review .big{font-size:17px;font-weight:700}"
        ".review .soft{fill:var(--soft)}"
        ".review .sign{font-weight:700;paint-order:stroke;stroke:var(--field);stroke-width:3px}"
        ".review .curve{fill:none;stroke-width:2.4;stroke-linejoin:round}"
        ".review .mark{stroke:var(--field);stroke-width:1.5}.review .key{font-weight:700}"
    )
    for seat in range(players):
        rules += f".review .line{seat}{{stroke:var(--seat{seat})}}.review .dot{seat}{{fill:var(--seat{seat})}}"
    return (
        f".review{{{colours(LIGHT, LIGHT_INKS)}}}{rules}"
        f"@media (prefers-color-scheme:dark){{.review{{{colours(DARK, DARK_INKS)}}}}}"
        "@media (max-width:560px){.review text{font-size:20px}.review .big{font-size:23px}"
        ".review .sign{font-size:20px}.review .wide,.review .inaccuracy{display:none}.review .curve{stroke-width:3.4}}"
    )


def colours(theme: Theme, inks: Sequence[str]) -> str:
    """The variables of a theme."""
    named = {"ground": theme.table, "field": theme.surface, "rule": theme.line, "ink": theme.ink, "soft": theme.muted}
    named |= {f"seat{seat}": ink for seat, ink in enumerate(inks)}
    return "".join(f"--{name}:{colour};" for name, colour in named.items())


def heading(review: Review) -> str:
    """What the picture shows."""
    return f"Win chance and points turn by turn: {review.game.title}"


def moments(review: Review) -> list[Expectation]:
    """What was expected after the deal and after each turn."""
    return [review.initial, *(turn.after for turn in review.turns)]


def described(review: Review) -> str:
    """The picture in words, for those who cannot see it."""
    parts = [f"{len(review.turns)} turns of {review.players} players."]
    for account in review.accounts:
        seat = account.seat
        chances = [turn.after.win[seat] for turn in review.turns]
        parts.append(
            f"{review.name(seat)}: from {review.initial.win[seat]:.0%} at the deal to {review.final.win[seat]:.0%}, "
            f"between {min(chances):.0%} and {max(chances):.0%}; in points from {review.initial.margin[seat]:+.1f} to "
            f"{review.final.margin[seat]:+.1f}; {account.inaccuracies} inaccuracies, {account.mistakes} mistakes, "
            f"{account.blunders} blunders."
        )
    return " ".join(parts)


def across(review: Review, turn: float) -> float:
    """Where a turn stands."""
    return LEFT + (WIDTH - LEFT - RIGHT) * turn / max(1, len(review.turns))


def words(text: str, x: float, y: float, kind: str, anchor: str = "start") -> str:
    """A line of text."""
    place = f'x="{number(x)}" y="{number(y)}"'
    return f'<text {place} class="{kind}" text-anchor="{anchor}">{clean(text)}</text>'


def frame(review: Review, points: Field) -> str:
    """Title, axes and grids."""
    title = shortened(heading(review), 23, WIDTH - 2 * 24, bold=True)
    found = words(title, 24, 34, "big")
    found += grid(CHANCES, [f"{tick:.0%}" for tick in CHANCES.ticks], 0.5 if review.players == 2 else None)
    found += words("points ahead of the best other", LEFT, points.top - 12, "soft")
    found += grid(points, [f"{tick:+.0f}" if tick else "0" for tick in points.ticks], 0.0)
    count = len(review.turns)
    step = next(step for step in STEPS if count / step <= 12)
    for place, turn in enumerate(range(0, count + 1, step)):
        kind = "soft" if place % 2 == 0 else "soft wide"
        found += words(str(turn), across(review, turn), points.bottom + 22, kind, "middle")
    signs = " · ".join(["turn", *(f"{sign} {name}" for name, sign in SIGNS.items())])
    return found + words(signs, (LEFT + WIDTH - RIGHT) / 2, HEIGHT - 18, "soft", "middle")


def grid(field: Field, labels: Sequence[str], middle: float | None) -> str:
    """The ground of a part of the picture, with a line for each tick; where sides meet it is dashed."""
    box = f'x="{number(LEFT)}" y="{number(field.top)}" width="{number(WIDTH - LEFT - RIGHT)}"'
    found = f'<rect class="field" {box} height="{number(field.bottom - field.top)}"/>'
    for place, (tick, label) in enumerate(zip(field.ticks, labels, strict=True)):
        y = field.down(tick)
        kind = "middle" if tick == middle else "rule"
        found += f'<path class="{kind}" d="M{number(LEFT)} {number(y)}H{number(WIDTH - RIGHT)}" fill="none"/>'
        sparse = "soft" if place in (0, len(labels) - 1) or tick in (0.5, middle) else "soft wide"
        found += words(label, LEFT - 8, y + 5, sparse, "end")
    return found


def legend(review: Review) -> str:
    """The players with their lines, in a row."""
    found = ""
    room = (WIDTH - 48) / review.players
    for seat in range(review.players):
        x = 24 + room * seat
        dash = f' stroke-dasharray="{DASHES[seat]}"' if DASHES[seat] else ""
        found += f'<path class="curve line{seat}" d="M{number(x)} 65H{number(x + 30)}"{dash}/>'
        won = " ✓" if seat in review.winners else ""
        name = shortened(review.name(seat), 20, room - 48 - measure(won, 20, bold=True), bold=True)
        found += words(name + won, x + 38, 70, f"key dot{seat}")
    return found


def curve(review: Review, seat: int, field: Field, values: Iterable[float]) -> str:
    """A player's line from the deal to the end."""
    data = "L".join(f"{number(across(review, turn))} {number(field.down(value))}" for turn, value in enumerate(values))
    dash = f' stroke-dasharray="{DASHES[seat]}"' if DASHES[seat] else ""
    return f'<path class="curve line{seat}" d="M{data}"{dash}/>'


def mark(review: Review, turn: TurnReview) -> str:
    """A verdict on the curve of the player who gets it, with a text that a pointer shows."""
    x, y = across(review, turn.number), CHANCES.down(turn.after.win[turn.seat])
    said = f"Turn {turn.number}, {review.name(turn.seat)}: {turn.notation}. {turn.verdict.capitalize()}"
    lost = f"{turn.loss_margin:.1f} points" if turn.by_points else f"{turn.loss:.0%}"
    said += f", {lost} given away. Better: {turn.better}" if turn.better else ""
    above = y - 13 if y > CHANCES.top + 26 else y + 24
    radius = number(SIZES[turn.verdict])
    sign = words(SIGNS[turn.verdict], x, above, f"sign {turn.verdict} dot{turn.seat}", "middle")
    return (
        f"<g><title>{clean(said)}</title>"
        f'<circle class="mark dot{turn.seat}" cx="{number(x)}" cy="{number(y)}" r="{radius}"/>{sign}</g>'
    )
