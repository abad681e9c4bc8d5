"""A picture of a training: what the net wins against greedy, and the loss, over the games played.

The colours follow the reader's: parchment by day, walnut by night.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from eminence.arena.plot import ticks
from eminence.arena.statistics import mean
from eminence.bots.training import Moment
from eminence.draw.palette import DARK, LIGHT
from eminence.draw.pen import number
from eminence.draw.svg import Style, circle, line, measure, picture, rect, text

WIDTH, HEIGHT = 760.0, 560.0
LEFT, RIGHT = 70.0, 170.0
RED, BLUE = "#b3272d", "#2b62a8"
BY_NIGHT = {RED: "#f0877f", BLUE: "#8db7ee"}
SMOOTH = 2  # checks before and after that the thick line takes the mean of


@dataclass(frozen=True, slots=True)
class Panel:
    """One of the two diagrams: where values stand in the picture."""

    games: int
    low: float
    high: float
    top: float
    bottom: float

    def x(self, games: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * games / self.games

    def y(self, value: float) -> float:
        inside = min(max(value, self.low), self.high)
        return self.bottom - (self.bottom - self.top) * (inside - self.low) / (self.high - self.low)

    def through(self, values: Sequence[tuple[int, float]]) -> str:
        """Path data through values."""
        return "L".join(f"{number(self.x(games))} {number(self.y(value))}" for games, value in values)

    def frame(self, label: str, words: str) -> str:
        """The ground, the levels with their numbers, and what they mean."""
        body = text(label, LEFT, self.top - 9, 11, LIGHT.muted)
        body += rect(LEFT, self.top, WIDTH - LEFT - RIGHT, self.bottom - self.top, LIGHT.surface)
        for value in ticks(self.low, self.high):
            body += line(self.level(value), LIGHT.line, 0.7)
            body += text(format(value, words), LEFT - 8, self.y(value) + 4, 11, LIGHT.muted, anchor="end")
        return body

    def level(self, value: float) -> str:
        """A horizontal line."""
        return f"M{number(LEFT)} {number(self.y(value))}H{number(WIDTH - RIGHT)}"


def curve(title: str, players: int, history: Sequence[Moment]) -> str:
    """The training as SVG."""
    if not history:
        raise ValueError("no moments; expected at least one")
    games = max(1, history[-1].games)
    body = text(
        title, LEFT, 28, min(15.0, 15.0 * (WIDTH - 2 * LEFT) / measure(title, 15, bold=True)), LIGHT.ink, bold=True
    )
    body += strength(Panel(games, 0.0, 1.0, 62.0, 322.0), players, history)
    body += loss(games, history)
    body += text("games", (LEFT + WIDTH - RIGHT) / 2, HEIGHT - 12, 11, LIGHT.muted, anchor="middle")
    drawn = picture(WIDTH, HEIGHT, night(), body, title, Style(LIGHT, "en", "training-"))
    return drawn.replace("<svg ", '<svg class="eminence-training" ', 1)


def strength(panel: Panel, players: int, history: Sequence[Moment]) -> str:
    """Every check as a dot with its interval, and a line through the means of neighbours."""
    body = panel.frame(f"share of the wins against greedy, with 95 % interval; equals get {1 / players:.0%}", ".0%")
    body += line(panel.level(1 / players), LIGHT.ink, 1, extra=' stroke-dasharray="5 4"')
    checks = [(moment.games, moment.check) for moment in history if moment.check is not None]
    if not checks:
        return body + text("not checked", WIDTH - RIGHT + 12, panel.y(0.5), 12, LIGHT.muted)
    smooth = []
    for place, (games, check) in enumerate(checks):
        x = number(panel.x(games))
        ends = f"M{x} {number(panel.y(check.low))}V{number(panel.y(check.high))}"
        body += line(ends, RED, 1, extra=' stroke-opacity="0.4"')
        body += circle(panel.x(games), panel.y(check.share), 2.4, RED)
        smooth.append((games, mean([one.share for _, one in checks[max(0, place - SMOOTH) : place + SMOOTH + 1]])))
    if len(smooth) > 1:
        body += line(f"M{panel.through(smooth)}", RED, 2.2)
    last = checks[-1][1]
    y = min(max(panel.y(last.share), panel.top + 10), panel.bottom - 16)
    body += text(f"{last.share:.1%}", WIDTH - RIGHT + 12, y, 12, RED, bold=True)
    return body + text(f"{last.low:.1%} to {last.high:.1%}", WIDTH - RIGHT + 12, y + 15, 11, LIGHT.muted)


def loss(games: int, history: Sequence[Moment]) -> str:
    """The loss, and the games below it."""
    values = [(moment.games, moment.loss) for moment in history if moment.loss is not None]
    found = [value for _, value in values] or [0.0]
    margin = max((max(found) - min(found)) * 0.08, 1e-4)
    panel = Panel(games, max(0.0, min(found) - margin), max(found) + margin, 362.0, HEIGHT - 50)
    body = panel.frame("loss a position: squared error of the shares in the win", ".4g")
    for mark in ticks(0, games):
        if mark == int(mark):
            body += text(int(mark), panel.x(mark), panel.bottom + 18, 11, LIGHT.muted, anchor="middle")
    if len(values) == 1:
        body += circle(panel.x(values[0][0]), panel.y(values[0][1]), 2.4, BLUE)
    if len(values) > 1:
        body += line(f"M{panel.through(values)}", BLUE, 2.2, extra=' stroke-dasharray="7 3"')
    if values:
        y = min(max(panel.y(values[-1][1]), panel.top + 10), panel.bottom)
        body += text(f"{values[-1][1]:.4f}", WIDTH - RIGHT + 12, y, 12, BLUE, bold=True)
    return body


def night() -> str:
    """The same colours for those who read by night."""
    pairs = {getattr(LIGHT, name): getattr(DARK, name) for name in ("table", "surface", "ink", "muted", "line")}
    rules = "".join(
        f'.eminence-training [{part}="{day}"]{{{part}:{dark}}}'
        for day, dark in (pairs | BY_NIGHT).items()
        for part in ("fill", "stroke")
    )
    return f"<style>@media (prefers-color-scheme:dark){{{rules}}}</style>"
