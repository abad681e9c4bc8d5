"""The table of a display game: the rows of cards with what lies on them, and below them what everybody has."""

from __future__ import annotations

from eminence.components.display import cell_name
from eminence.draw import cards
from eminence.draw.heraldry import arms_of
from eminence.draw.players import table as players_table
from eminence.draw.players import table_width, token_face
from eminence.draw.svg import Style, definitions, moved, picture, rect, text, use
from eminence.draw.symbols import emblem, marker, token
from eminence.draw.title import title
from eminence.draw.words import word
from eminence.view import DisplayView

GAP = 8.0
MARGIN = 28.0
LETTERS = 24.0
TOP = 108.0


def display_table(view: DisplayView, style: Style) -> str:
    """A view of a display game as a picture."""
    box = view.box
    rows_width = LETTERS + box.columns * (cards.WIDTH + GAP) - GAP
    inner = max(rows_width, table_width(view))
    left = MARGIN + (inner - rows_width) / 2
    head = title(view.game.title, _status(view, style), view, MARGIN + inner, style)
    rows = _rows(view, left + LETTERS, TOP, style)
    top = TOP + box.rows * (cards.HEIGHT + GAP) + 20
    people, height = players_table(view, inner, style)
    body = head + rows + moved(people, MARGIN, top)
    arms = [cards.region_arms(box, region) for region in range(len(box.regions))]
    arms += [arms_of("plain", kind.id) for kind in box.symbols if kind.id not in cards.DRAWN]
    faces = _faces(view, style)
    grounds = [cards.region_ground(box, region) for region in range(len(box.regions))]
    shared = definitions(faces + body, arms, grounds, style)
    return picture(
        2 * MARGIN + inner, top + height + MARGIN, f"{shared}<defs>{faces}</defs>", body, view.game.title, style
    )


def _status(view: DisplayView, style: Style) -> str:
    """What the player to act decides."""
    if view.over:
        return word("over", style.language)
    return word(view.phase, style.language, view.pending or "")


def _faces(view: DisplayView, style: Style) -> str:
    """Every face that still lies there, defined once."""
    lying = sorted({kind for kind, taker in zip(view.cards, view.takers, strict=True) if taker < 0})
    return "".join(
        f'<g id="{style.prefix}card-{kind}">{cards.display_card(view.box, kind, style)}</g>' for kind in lying
    )


def _rows(view: DisplayView, left: float, top: float, style: Style) -> str:
    """The rows with their letters and the numbers of the columns."""
    box, theme = view.box, style.theme
    parts = []
    for column in range(box.columns):
        x = left + column * (cards.WIDTH + GAP) + cards.WIDTH / 2
        parts.append(text(column + 1, x, top - 9, 12, theme.muted, anchor="middle"))
    for row in range(box.rows):
        y = top + row * (cards.HEIGHT + GAP) + cards.HEIGHT / 2 + 5
        parts.append(text("ABCDEFGH"[row], left - 17, y, 14, theme.muted, anchor="middle", bold=True))
    chosen, last = _choices(view), _last_taken(view)
    tokens = {entry["cell"]: entry for entry in view.tokens if entry["holder"] is None}
    for cell in range(box.rows * box.columns):
        x = left + cell % box.columns * (cards.WIDTH + GAP)
        y = top + cell // box.columns * (cards.HEIGHT + GAP)
        name = cell_name(cell, box.columns)
        if view.takers[cell] >= 0:
            parts.append(_empty(view.takers[cell], x, y, name in last, style))
            continue
        parts.append(use(f"card-{view.cards[cell]}", x, y, style))
        if name in tokens:
            parts.append(
                token(token_face(view, tokens[name]["face"]), x + 40, y + 74, 28, theme=theme, prefix=style.prefix)
            )
        if view.markers[cell] >= 0:
            parts.append(marker(view.markers[cell], x + 4, y + 72, 29, theme=theme, prefix=style.prefix))
        if name in chosen or name == view.pending:
            parts.append(_frame(x, y, style, waiting=name == view.pending))
    return "".join(parts)


def _choices(view: DisplayView) -> set[str]:
    """The cells among which the viewer chooses now: ends to take, or own markers to pay with."""
    wanted = {"take": "take", "pay": "pay"}.get(view.phase)
    decisions = (view.game.describe(action) for action in view.legal)
    return {one.cell for one in decisions if one.kind == wanted and one.cell is not None}


def _last_taken(view: DisplayView) -> set[str]:
    """The cells emptied in the latest turn."""
    if not view.turns:
        return set()
    decisions = (view.game.describe(action) for action in view.turns[-1][1])
    return {one.cell for one in decisions if one.kind == "take" and one.cell is not None}


def _empty(taker: int, x: float, y: float, fresh: bool, style: Style) -> str:
    """The place of a card that was taken, with the emblem of who took it; clearer in the latest turn."""
    theme = style.theme
    edge = f' stroke="{theme.muted if fresh else theme.line}" stroke-width="1.2"' + (
        "" if fresh else ' stroke-dasharray="3 4"'
    )
    frame = rect(x + 3, y + 3, cards.WIDTH - 6, cards.HEIGHT - 6, "none", radius=cards.RADIUS - 1, extra=edge)
    size = 24 if fresh else 20
    colour = theme.muted if fresh else theme.line
    place = (x + (cards.WIDTH - size) / 2, y + (cards.HEIGHT - size) / 2)
    return frame + emblem(taker, *place, size, fill=colour, line=theme.table, prefix=style.prefix)


def _frame(x: float, y: float, style: Style, *, waiting: bool) -> str:
    """The frame around a card that may be chosen, or, dashed, around one that waits to be paid for."""
    edge = f' class="choice" stroke="{style.theme.accent}" stroke-width="3.2"' + (
        ' stroke-dasharray="7 4"' if waiting else ""
    )
    return rect(x - 2.6, y - 2.6, cards.WIDTH + 5.2, cards.HEIGHT + 5.2, "none", radius=cards.RADIUS + 2.5, extra=edge)
