"""A picture of a review: everybody's win chance turn by turn, with marks where much was given away.

The colours follow the reader's choice of light or dark, and on a narrow screen the texts grow.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from eminence.draw.palette import DARK, LIGHT, Theme
from eminence.draw.pen import number
from eminence.draw.svg import SANS, clean, measure, shortened

if TYPE_CHECKING:
    from eminence.analysis.result import Review, TurnReview

WIDTH, HEIGHT = 760.0, 440.0
LEFT, RIGHT, TOP, BOTTOM = 66.0, 22.0, 92.0, 74.0
LIGHT_INKS = ("#b3272d", "#94690a", "#2b62a8", "#2c7048", "#7a4a9c")
DARK_INKS = ("#f0797e", "#e6b041", "#7fb0ee", "#7cc79a", "#c6a0e4")
DASHES = ("", "8 3", "2 3", "9 3 2 3", "5 5")  # colours alone do not tell curves apart for everybody
SIGNS = {"inaccuracy": "?!", "mistake": "?", "blunder": "??"}
SIZES = {"inaccuracy": 5.0, "mistake": 6.5, "blunder": 8.0}


def graph(review: Review) -> str:
    """The picture as SVG."""
    body = frame(review) + legend(review)
    body += "".join(curve(review, seat) for seat in range(review.players))
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
        ".review .sign{font-size:20px}.review .wide{display:none}.review .curve{stroke-width:3.4}}"
    )


def colours(theme: Theme, inks: Sequence[str]) -> str:
    """The variables of a theme."""
    named = {"ground": theme.table, "field": theme.surface, "rule": theme.line, "ink": theme.ink, "soft": theme.muted}
    named |= {f"seat{seat}": ink for seat, ink in enumerate(inks)}
    return "".join(f"--{name}:{colour};" for name, colour in named.items())


def heading(review: Review) -> str:
    """What the picture shows."""
    return f"Win chance turn by turn: {review.game.title}"


def described(review: Review) -> str:
    """The picture in words, for those who cannot see it."""
    parts = [f"{len(review.turns)} turns of {review.players} players."]
    for account in review.accounts:
        seat = account.seat
        chances = [turn.after.win[seat] for turn in review.turns]
        parts.append(
            f"{review.name(seat)}: from {review.initial.win[seat]:.0%} at the deal to {review.final.win[seat]:.0%}, "
            f"between {min(chances):.0%} and {max(chances):.0%}; {account.inaccuracies} inaccuracies, "
            f"{account.mistakes} mistakes, {account.blunders} blunders."
        )
    return " ".join(parts)


def across(review: Review, turn: float) -> float:
    """Where a turn stands."""
    return LEFT + (WIDTH - LEFT - RIGHT) * turn / max(1, len(review.turns))


def down(chance: float) -> float:
    """Where a chance stands."""
    return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * chance


def words(text: str, x: float, y: float, kind: str, anchor: str = "start") -> str:
    """A line of text."""
    place = f'x="{number(x)}" y="{number(y)}"'
    return f'<text {place} class="{kind}" text-anchor="{anchor}">{clean(text)}</text>'


def frame(review: Review) -> str:
    """Title, axes and grid."""
    title = shortened(heading(review), 23, WIDTH - 2 * 24, bold=True)
    found = words(title, 24, 34, "big")
    box = f'x="{number(LEFT)}" y="{number(TOP)}" width="{number(WIDTH - LEFT - RIGHT)}"'
    found += f'<rect class="field" {box} height="{number(HEIGHT - TOP - BOTTOM)}"/>'
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        y = down(share)
        kind = "middle" if review.players == 2 and share == 0.5 else "rule"
        found += f'<path class="{kind}" d="M{number(LEFT)} {number(y)}H{number(WIDTH - RIGHT)}" fill="none"/>'
        sparse = "soft" if share in (0.0, 0.5, 1.0) else "soft wide"
        found += words(f"{share:.0%}", LEFT - 8, y + 5, sparse, "end")
    count = len(review.turns)
    step = next(step for step in (1, 2, 5, 10, 20, 50, 100, 500) if count / step <= 12)
    for place, turn in enumerate(range(0, count + 1, step)):
        kind = "soft" if place % 2 == 0 else "soft wide"
        found += words(str(turn), across(review, turn), HEIGHT - BOTTOM + 22, kind, "middle")
    signs = " · ".join(["turn", *(f"{sign} {name}" for name, sign in SIGNS.items())])
    return found + words(signs, (LEFT + WIDTH - RIGHT) / 2, HEIGHT - 18, "soft", "middle")


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


def curve(review: Review, seat: int) -> str:
    """A player's chance from the deal to the end."""
    chances = [review.initial.win[seat], *(turn.after.win[seat] for turn in review.turns)]
    data = "L".join(f"{number(across(review, turn))} {number(down(chance))}" for turn, chance in enumerate(chances))
    dash = f' stroke-dasharray="{DASHES[seat]}"' if DASHES[seat] else ""
    return f'<path class="curve line{seat}" d="M{data}"{dash}/>'


def mark(review: Review, turn: TurnReview) -> str:
    """A verdict on the curve of the player who gets it, with a text that a pointer shows."""
    x, y = across(review, turn.number), down(turn.after.win[turn.seat])
    said = f"Turn {turn.number}, {review.name(turn.seat)}: {turn.notation}. {turn.verdict.capitalize()}"
    lost = f"{turn.loss_margin:.1f} points" if turn.by_points else f"{turn.loss:.0%}"
    said += f", {lost} given away. Better: {turn.better}" if turn.better else ""
    above = y - 13 if y > TOP + 26 else y + 24
    radius = number(SIZES[turn.verdict])
    return (
        f"<g><title>{clean(said)}</title>"
        f'<circle class="mark dot{turn.seat}" cx="{number(x)}" cy="{number(y)}" r="{radius}"/>'
        f"{words(SIGNS[turn.verdict], x, above, f'sign dot{turn.seat}', 'middle')}</g>"
    )
