"""What everybody has in a display game: a row a player, and a column for each region, symbol and kind of piece."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from eminence.components.display import DisplayComponents
from eminence.draw import cards
from eminence.draw.heraldry import arms_of, shield
from eminence.draw.palette import mix
from eminence.draw.svg import Style, fitted, measure, rect, text
from eminence.draw.symbols import TOKEN_FACES, marker, sign, token
from eminence.draw.words import points, word
from eminence.view import DisplayView

HEAD, ROW, GAP = 62.0, 60.0, 6.0
NAME, MARKER, TOKENS, SYMBOL, CARDS = 118.0, 21.0, 108.0, 44.0, 52.0
ROUTE = 5
"""So many ships or carriages score (D30)."""


@dataclass(frozen=True, slots=True)
class Columns:
    """Where the columns of the table begin."""

    supply: float
    box: float
    tokens: float
    regions: float
    region: float
    symbols: float
    cards: float
    points: float


def _pieces_width(box: DisplayComponents) -> float:
    """The width of the markers in supply, and in the box."""
    return max(58.0, min(box.markers, 5) * MARKER + 10)


def _fixed(view: DisplayView) -> float:
    """The width of everything but the regions."""
    scores = CARDS if view.over else 0.0
    return NAME + 2 * _pieces_width(view.box) + TOKENS + len(view.box.symbols) * SYMBOL + CARDS + scores + 8


def table_width(view: DisplayView) -> float:
    """The least width at which the table can be read."""
    return _fixed(view) + len(view.box.regions) * 40


def _columns(view: DisplayView, width: float) -> Columns:
    """The columns spread over a width."""
    box = view.box
    region = min((width - _fixed(view)) / len(box.regions), 76)
    spare = width - _fixed(view) - region * len(box.regions)
    supply = NAME + spare / 4
    inbox = supply + _pieces_width(box)
    tokens = inbox + _pieces_width(box) + spare / 4
    regions = tokens + TOKENS + spare / 4
    symbols = regions + region * len(box.regions)
    total = symbols + SYMBOL * len(box.symbols)
    return Columns(supply, inbox, tokens, regions, region, symbols, total, total + CARDS)


def table(view: DisplayView, width: float, style: Style) -> tuple[str, float]:
    """The table of a given width, and its height."""
    columns = _columns(view, width)
    holdings = [Holding(view, seat) for seat in range(view.players)]
    parts = [_head(view, columns, style)]
    parts += [
        _row(view, holdings, seat, columns, width, HEAD + seat * (ROW + GAP), style) for seat in range(view.players)
    ]
    return "".join(parts), HEAD + view.players * (ROW + GAP) - GAP


class Holding:
    """What a player has collected, counted as far as the viewer knows it."""

    def __init__(self, view: DisplayView, seat: int) -> None:
        box = view.box
        kinds = view.collection(seat)
        self.tokens: list[dict[str, Any]] = [entry for entry in view.tokens if entry["holder"] == seat]
        self.cards = [0] * len(box.regions)
        self.crests = [0] * len(box.regions)
        self.circles = [[0] * len(box.circles) for _ in box.regions]
        self.symbols = [0] * len(box.symbols)
        self.helped: set[str] = {entry["face"] for entry in self.tokens if entry["face"] and not entry["played"]}
        for kind in kinds:
            face = box.types[kind]
            self.cards[face.region] += 1
            self.crests[face.region] += face.weight
            for circle in face.circles:
                self.circles[face.region][circle] += 1
            if face.symbol >= 0:
                self.symbols[face.symbol] += 1
        for entry in self.tokens:
            sort, _, subject = (entry["face"] or "").partition(":")
            if sort == "crest":
                self.crests[[region.id for region in box.regions].index(subject)] += 1
            elif sort == "symbol":
                self.symbols[[symbol.id for symbol in box.symbols].index(subject)] += 1


def _head(view: DisplayView, at: Columns, style: Style) -> str:
    """The head of the table: shields with initial and printed number, symbols, and words for the rest."""
    box, theme, language = view.box, style.theme, style.language
    law = "tablets" if box.scoring == "countries" else "tokens"
    words = [("supply", at.supply), ("box", at.box), (law, at.tokens), ("cards", at.cards)]
    if view.over:
        words.append(("points", at.points))
    parts = []
    for key, x in words:
        label = word(key, language)
        centred = key in ("cards", "points")
        room = CARDS - 4 if centred else (TOKENS if key == law else _pieces_width(box)) - 6
        place = x + CARDS / 2 if centred else x
        size = fitted(label, 12, room)
        parts.append(text(label, place, HEAD - 12, size, theme.muted, anchor="middle" if centred else ""))
    for number, region in enumerate(box.regions):
        x = at.regions + (number + 0.5) * at.region
        parts.append(shield(cards.region_arms(box, number), x - 14, 8, 28, prefix=style.prefix))
        label = f"{region.initial} {region.printed}"
        parts.append(text(label, x, HEAD - 8, fitted(label, 11.5, at.region - 4), theme.muted, anchor="middle"))
    for number, kind in enumerate(box.symbols):
        x = at.symbols + (number + 0.5) * SYMBOL
        plaque = box.scoring == "countries"
        parts.append(cards.kind_sign(kind, x - 13, 15, 26, style, plaque=plaque))
    return "".join(parts)


def _row(
    view: DisplayView, holdings: Sequence[Holding], seat: int, at: Columns, width: float, y: float, style: Style
) -> str:
    """One player's row."""
    theme, box = style.theme, view.box
    active = seat == view.seat and not view.over
    edge = f' stroke="{theme.accent if active else theme.line}" stroke-width="{2 if active else 1}"'
    parts = [rect(0, y, width, ROW, theme.surface, radius=9, extra=edge)]
    if active:
        parts.append(
            f'<path d="M-15 {y + ROW / 2 - 8:g}L-5 {y + ROW / 2:g}L-15 {y + ROW / 2 + 8:g}Z" fill="{theme.accent}"/>'
        )
    parts.append(_name(view, seat, y, style))
    parts.append(_markers(seat, view.supply[seat], at.supply, y, 1.0, style))
    parts.append(_markers(seat, view.boxed[seat], at.box, y, 0.4, style))
    parts.append(_tokens(view, holdings[seat], at.tokens, y, style))
    for region in range(len(box.regions)):
        x = at.regions + (region + 0.5) * at.region
        parts.append(_region(view, holdings, seat, region, x, y, at.region, style))
    for kind in range(len(box.symbols)):
        x = at.symbols + (kind + 0.5) * SYMBOL
        counts = [holding.symbols[kind] for holding in holdings]
        leads = counts[seat] >= ROUTE if box.scoring == "countries" else counts[seat] == max(counts)
        helped = f"symbol:{box.symbols[kind].id}" in holdings[seat].helped
        parts.append(_count(counts[seat], leads, x, y + ROW / 2 + 6, style, helped=helped))
    total = sum(holdings[seat].cards)
    parts.append(text(total, at.cards + CARDS / 2, y + ROW / 2 + 6, 16, theme.muted, anchor="middle"))
    if view.over:
        score = points(view.standing().totals[seat])
        parts.append(text(score, at.points + CARDS / 2, y + ROW / 2 + 7, 20, theme.ink, anchor="middle", bold=True))
    return "".join(parts)


def _name(view: DisplayView, seat: int, y: float, style: Style) -> str:
    """Emblem and seat, and whose eyes the picture has."""
    theme, language = style.theme, style.language
    parts = marker(seat, 10, y + 11, 38, theme=theme, prefix=style.prefix)
    label = word("seat", language, seat + 1)
    mine = view.viewer == seat
    parts += text(label, 57, y + (28 if mine else 35), fitted(label, 15, 62, bold=True), theme.ink, bold=True)
    return parts + (text(word("you", language), 57, y + 44, 12, theme.muted) if mine else "")


def _markers(seat: int, count: int, x: float, y: float, strength: float, style: Style) -> str:
    """Markers side by side; more than five become one and a number."""
    theme = style.theme
    if not count:
        return text("–", x + 5, y + ROW / 2 + 5, 14, theme.line)
    shown = count if count <= 5 else 1
    parts = "".join(
        marker(seat, x + i * MARKER, y + ROW / 2 - 10, 20, theme=theme, prefix=style.prefix) for i in range(shown)
    )
    if strength < 1:
        parts = f'<g opacity="{strength:g}">{parts}</g>'
    if shown < count:
        parts += text(f"× {count}", x + MARKER + 3, y + ROW / 2 + 5, 13, theme.ink)
    return parts


def token_face(view: DisplayView, face: str | None) -> str:
    """The face of a token as the symbols know it; a kind of symbol we cannot draw is a plain shield."""
    kind, _, subject = (face or "down").partition(":")
    if kind == "crest":
        regions = [region.id for region in view.box.regions]
        return "arms:" + cards.region_arms(view.box, regions.index(subject))
    if kind == "symbol":
        return subject if subject in TOKEN_FACES else "arms:" + arms_of("plain", subject)
    return kind


def _tokens(view: DisplayView, holding: Holding, x: float, y: float, style: Style) -> str:
    """A player's tokens: those held, then, faint, those played."""
    theme = style.theme
    if not holding.tokens:
        return text("–", x + 5, y + ROW / 2 + 5, 14, theme.line)
    ordered = sorted(holding.tokens, key=lambda entry: entry["played"])
    rows = 1 if len(ordered) <= 4 else 2
    across = -(-len(ordered) // rows)
    size = min(26.0, (TOKENS - 6) / across)
    parts = []
    for place, entry in enumerate(ordered):
        left = x + place % across * size
        top = y + ROW / 2 - rows * size / 2 + place // across * size
        one = token(token_face(view, entry["face"]), left, top, size - 1.5, theme=theme, prefix=style.prefix)
        parts.append(f'<g opacity="0.35">{one}</g>' if entry["played"] else one)
    return "".join(parts)


def _count(
    value: int, leads: bool, x: float, baseline: float, style: Style, *, helped: bool = False, size: float = 18
) -> str:
    """A number; whoever leads has it in bold on a bright ground, and a token counted in leaves a small octagon."""
    theme = style.theme
    if not value:
        return text("·", x, baseline, size, theme.line, anchor="middle", bold=True)
    parts = ""
    if leads:
        shade = mix(theme.surface, theme.accent, 0.2)
        wide = max(26.0, measure(str(value), size, bold=True) + 14)
        parts = rect(x - wide / 2, baseline - size * 0.72 - 4.5, wide, size * 0.72 + 9, shade, radius=8)
    parts += text(value, x, baseline, size, theme.ink, anchor="middle", bold=leads)
    if helped:
        parts += token("down", x + 9, baseline - size * 0.72 - 7, 10, theme=theme, prefix=style.prefix)
    return parts


def _region(
    view: DisplayView,
    holdings: Sequence[Holding],
    seat: int,
    region: int,
    x: float,
    y: float,
    width: float,
    style: Style,
) -> str:
    """One region of a collection: crests over cards; in the card game, cards over circle symbols by kind."""
    box, holding = view.box, holdings[seat]
    if box.scoring == "countries":
        counts = [one.cards[region] for one in holdings]
        if not counts[seat]:
            return _count(0, False, x, y + ROW / 2 + 6, style)
        below = _circles(box, holding.circles[region], x, y + 50, width, style)
        return _count(counts[seat], counts[seat] == max(counts), x, y + 28, style) + below
    counts = [one.crests[region] for one in holdings]
    if not counts[seat]:
        return _count(0, False, x, y + ROW / 2 + 6, style)
    helped = f"crest:{box.regions[region].id}" in holding.helped
    parts = _count(counts[seat], counts[seat] == max(counts), x, y + 29, style, helped=helped)
    return parts + _cards_below(holding.cards[region], x, y + 44, style)


def _cards_below(count: int, x: float, y: float, style: Style) -> str:
    """As many small cards as the player has of a region; more than six become a number."""
    muted = style.theme.muted
    if count > 6:
        return text(count, x, y + 9, 11, muted, anchor="middle")
    left = x - (count * 6 - 1.6) / 2
    return "".join(rect(left + i * 6, y, 4.4, 7, muted, radius=1) for i in range(count))


def _circles(box: DisplayComponents, counts: Sequence[int], x: float, y: float, width: float, style: Style) -> str:
    """Circle symbols by kind, with their numbers."""
    theme = style.theme
    held = [(kind, count) for kind, count in enumerate(counts) if count]
    step = min(25.0, width / max(len(held), 1))
    left = x - step * len(held) / 2
    best = max(counts, default=0)
    parts = []
    for place, (kind, count) in enumerate(held):
        at = left + place * step
        ink = theme.ink if count == best else theme.muted
        if box.circles[kind].id in cards.DRAWN:
            parts.append(
                sign(box.circles[kind].id, at, y - 10, 11.5, fill=ink, line=theme.surface, prefix=style.prefix)
            )
        else:
            parts.append(text(box.circles[kind].letter, at + 1, y, 11, ink, bold=True))
        parts.append(text(count, at + 13.5, y, 12, ink, bold=count == best))
    return "".join(parts)
