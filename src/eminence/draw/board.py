"""The table of the board game: the map, and beside it cards, players and the viewer's hand."""

from __future__ import annotations

from eminence.draw import cards, coast
from eminence.draw.map import map_picture
from eminence.draw.palette import mix
from eminence.draw.svg import Style, definitions, measure, moved, picture, rect, text, use
from eminence.draw.symbols import marker, sign
from eminence.draw.title import title
from eminence.draw.words import points, word
from eminence.view import BoardView

MARGIN = 28.0
TOP = 96.0
SIDE = 452.0
CARDS = 154.0
HAND = 140.0


def board_table(view: BoardView, style: Style) -> str:
    """A view of the board game as a picture."""
    box = view.box
    left = MARGIN + coast.WIDTH + 26
    head = title(view.game.title, _status(view, style), view, left + SIDE, style, _half(view, style))
    body = head + moved(map_picture(view, style), MARGIN, TOP) + moved(_side(view, style), left, TOP)
    faces = "".join(
        f'<g id="{style.prefix}card-{colour}">{cards.board_card(box, colour, style)}</g>'
        for colour in range(len(box.colours))
        if f'#{style.prefix}card-{colour}"' in body
    )
    if f'#{style.prefix}back"' in body:
        faces += f'<g id="{style.prefix}back">{cards.card_back(style)}</g>'
    arms = [cards.country_arms(box, country) for country in range(len(box.countries))]
    grounds = [cards.board_key(colour) for colour in range(len(box.colours))]
    shared = definitions(faces + body, arms, grounds, style)
    if f"#{style.prefix}map-coast" in body:
        shared += coast.defs(style.prefix)
    height = TOP + coast.HEIGHT + MARGIN
    return picture(left + SIDE + MARGIN, height, f"{shared}<defs>{faces}</defs>", body, view.game.title, style)


def _status(view: BoardView, style: Style) -> str:
    """What the player to act decides."""
    return word({"turn": "play"}.get(view.phase, view.phase), style.language)


def _half(view: BoardView, style: Style) -> str:
    """Whether the pile has been exhausted once or twice (B13, B14)."""
    if view.last_round:
        return "" if view.over else word("last round", style.language)
    return word("second half", style.language) if view.second_half else ""


def _side(view: BoardView, style: Style) -> str:
    """The column beside the map: cards to draw from, players, and the hand of the viewer."""
    shown = view.viewer is not None
    room = coast.HEIGHT - CARDS - 18 - (HAND + 18 if shown else 0)
    step = min((room + 10) / view.players, 150.0)
    parts = [_stock(view, style)]
    parts += [moved(_player(view, seat, step - 10, style), 0, CARDS + 18 + seat * step) for seat in range(view.players)]
    if shown:
        parts.append(moved(_hand(view, style), 0, coast.HEIGHT - cards.HEIGHT - 26))
    return "".join(parts)


def _stock(view: BoardView, style: Style) -> str:
    """Pile, open cards and discards."""
    theme, language = style.theme, style.language
    label_y = 16.0
    parts = [text(word("pile", language), 0, label_y, 13, theme.muted)]
    if view.pile_size:
        parts.append(moved(use("back", 0, 0, style), 0, 28))
        parts.append(_number(view.pile_size, cards.WIDTH / 2, 28 + cards.HEIGHT / 2, style))
    else:
        parts.append(_no_card(0, 28, style))
    left = cards.WIDTH + 26
    parts.append(text(word("open", language), left, label_y, 13, theme.muted))
    lying = [colour for colour, count in enumerate(view.open_cards) for _ in range(count)]
    places = max(view.box.open_cards, len(lying))
    step = cards.WIDTH + 8 if places < 3 else (2 * cards.WIDTH + 8) / places
    for place in range(places):
        x = left + place * step
        parts.append(use(f"card-{lying[place]}", x, 28, style) if place < len(lying) else _no_card(x, 28, style))
    left += 2 * cards.WIDTH + 8 + 26
    parts.append(text(f"{word('discards', language)} ({sum(view.discards)})", left, label_y, 13, theme.muted))
    return "".join(parts) + _discards(view, left, style)


def _number(value: int, x: float, y: float, style: Style) -> str:
    """A number on a disc, as on the pile."""
    theme = style.theme
    disc = f'<circle cx="{x:g}" cy="{y:g}" r="17" fill="{theme.surface}" stroke="{theme.rim}"/>'
    return disc + text(value, x, y + 6, 17, theme.ink, anchor="middle", bold=True)


def _no_card(x: float, y: float, style: Style) -> str:
    """An empty place for a card."""
    edge = f' stroke="{style.theme.line}" stroke-width="1.2" stroke-dasharray="3 4"'
    return rect(x + 2, y + 2, cards.WIDTH - 4, cards.HEIGHT - 4, "none", radius=cards.RADIUS - 1, extra=edge)


def _discards(view: BoardView, left: float, style: Style) -> str:
    """The discards, counted by colour."""
    theme, box = style.theme, view.box
    rows = -(-len(box.colours) // 2)
    step = min(36.0, 108 / rows)
    parts = []
    for colour, count in enumerate(view.discards):
        x = left + colour // rows * 74
        y = 28 + colour % rows * step
        scale = (step - 3) / cards.HEIGHT
        small = moved(use(f"card-{colour}", 0, 0, style), x, y, scale=round(scale, 3))
        ink = theme.ink if count else theme.line
        parts.append(small if count else f'<g opacity="0.3">{small}</g>')
        parts.append(text(f"× {count}", x + cards.WIDTH * scale + 7, y + step / 2 + 3.5, 14, ink, bold=bool(count)))
    return "".join(parts)


def _player(view: BoardView, seat: int, height: float, style: Style) -> str:
    """One player: emblem, points, pieces in supply and the hand as far as it is known."""
    theme, language = style.theme, style.language
    active = seat == view.seat and not view.over
    edge = f' stroke="{theme.accent if active else theme.line}" stroke-width="{2 if active else 1}"'
    parts = [rect(0, 0, SIDE, height, theme.surface, radius=9, extra=edge)]
    middle = height / 2
    if active:
        parts.append(f'<path d="M-14 {middle - 8:g}L-4 {middle:g}L-14 {middle + 8:g}Z" fill="{theme.accent}"/>')
    parts.append(marker(seat, 14, middle - 22, 44, theme=theme, prefix=style.prefix))
    label = word("seat", language, seat + 1)
    parts.append(text(label, 70, middle - 16, 16, theme.ink, bold=True))
    if view.viewer == seat:
        parts.append(text(word("you", language), 74 + measure(label, 16, bold=True), middle - 16, 12.5, theme.muted))
    parts.append(_supply(view, seat, 70, middle + 2, style))
    parts.append(_small_hand(view, seat, 210, middle - 30, style))
    score = view.standing().totals[seat] if view.over else view.track[seat]
    parts.append(text(points(score), SIDE - 42, middle + 4, 24, theme.ink, anchor="middle", bold=True))
    parts.append(text(word("points", language), SIDE - 42, middle + 21, 11.5, theme.muted, anchor="middle"))
    return "".join(parts)


def _supply(view: BoardView, seat: int, x: float, y: float, style: Style) -> str:
    """Monasteries and advisors not yet placed."""
    theme = style.theme
    grey = mix(theme.muted, theme.surface, 0.15)
    parts = []
    for name, count in (("monastery", view.monasteries_left[seat]), ("advisor", view.advisors_left[seat])):
        parts.append(sign(name, x, y, 22, fill=grey, line=theme.surface, prefix=style.prefix))
        parts.append(text(count, x + 27, y + 17, 16, theme.ink))
        x += 62
    return "".join(parts)


def _small_hand(view: BoardView, seat: int, x: float, y: float, style: Style) -> str:
    """A hand in small: known cards with their faces, the others from behind."""
    held: list[str] = [f"card-{colour}" for colour, count in enumerate(view.hands[seat]) for _ in range(count)]
    held += ["back"] * (view.hand_sizes[seat] - len(held))
    step = min(46.0, 138 / max(len(held), 1))
    return "".join(moved(use(name, 0, 0, style), x + place * step, y, scale=0.58) for place, name in enumerate(held))


def _hand(view: BoardView, style: Style) -> str:
    """The hand of the viewer."""
    assert view.viewer is not None
    theme, language = style.theme, style.language
    held = [colour for colour, count in enumerate(view.hands[view.viewer]) for _ in range(count)]
    parts = [text(f"{word('hand', language)} ({word('you', language)})", 0, 14, 13, theme.muted)]
    parts += [use(f"card-{colour}", place * (cards.WIDTH + 8), 26, style) for place, colour in enumerate(held)]
    if not held:
        parts.append(_no_card(0, 26, style))
    return "".join(parts)
