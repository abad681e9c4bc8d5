"""Tables and score sheets in colour: the spans of `eminence.draw.text`, painted with the colours of the pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from rich.console import Console, Group, RenderableType
from rich.rule import Rule
from rich.text import Text

from eminence.components.display import DisplayComponents
from eminence.draw import palette
from eminence.draw.text import (
    Row,
    advisor_marks,
    card_row,
    country_label,
    country_rows,
    display_rows,
    field_owners,
    heading,
    legend,
    panel,
    sheet_rows,
)
from eminence.game import Game
from eminence.sheet import Sheet
from eminence.view import BoardView, DisplayView, View

PLAIN = {"": "", "head": "bold", "muted": "dim", "end": "bold green", "token": "bold magenta"}
ROOMY = 34  # lines of a terminal that has room for the legend and the names of the fields


def chip(ground: str, ink: str | None = None) -> str:
    """A style of text on a coloured ground."""
    return f"bold {ink or palette.ink_on(ground)} on {ground}"


def painter(game: Game) -> Callable[[str], str]:
    """Styles by kind of span, for the components of a game."""
    box = game.box.contents

    def style(kind: str) -> str:
        name, _, number = kind.partition(":")
        if name == "seat":
            return chip(palette.PLAYERS[int(number)], palette.PLAYER_ACCENTS[int(number)])
        if name == "region" and isinstance(box, DisplayComponents):
            return chip(palette.ground(box.regions[int(number)].arms))
        if name == "colour":
            return chip(palette.board_colour(int(number)))
        return PLAIN[kind]

    return style


def painted(rows: Iterable[Row], game: Game) -> list[Text]:
    """Rows of spans as coloured lines."""
    style = painter(game)
    lines = []
    for row in rows:
        line = Text(no_wrap=True, overflow="ellipsis")
        for text, kind in row:
            line.append(text, style(kind))
        lines.append(line)
    return lines


def table(view: View, console: Console, language: str) -> RenderableType:
    """The table, fitted to the terminal: 80 × 24 is enough, with more room more is shown."""
    width, roomy = console.width, console.height >= ROOMY
    rows: list[Row] = []
    if isinstance(view, DisplayView):
        rows += display_rows(view)
        rows += legend(view, language, width) if roomy else []
    elif isinstance(view, BoardView):
        rows += country_rows(view, language, width) if roomy and width >= 100 else country_grid(view, language)
        rows += [card_row(view, language)]
    for seat in range(view.players):
        rows += panel(view, seat, language, width)
    title = painted([heading(view, language)], view.game)[0]
    return Group(Rule(title, align="left", style="dim"), *painted(rows, view.game))


def country_grid(view: BoardView, language: str) -> list[Row]:
    """A line a country: free fields by number, the others by who holds them."""
    countries = range(len(view.box.countries))
    most = max(len(field_owners(view, country)) for country in countries)
    rows: list[Row] = []
    for country in countries:
        row = country_label(view, country, language)
        for number, (_, owner) in enumerate(field_owners(view, country), 1):
            row += [(str(number).ljust(4), "muted")] if owner < 0 else [(f"@{owner + 1}", f"seat:{owner}"), ("  ", "")]
        row.append((" " * 4 * (most - len(field_owners(view, country))), ""))
        rows.append([*row, *advisor_marks(view, country, language)])
    return rows


def sheet_table(sheet: Sheet, game: Game, names: Sequence[str] | None, language: str) -> RenderableType:
    """The score sheet in colour."""
    rows = sheet_rows(sheet, names=names or None, language=language)
    return Group(*painted(rows, game))


def map_text(view: BoardView, language: str) -> RenderableType:
    """Fields with their names, the roads that leave them, and the alliances."""
    box = view.box
    rows: list[Row] = []
    for country, entry in enumerate(box.countries):
        rows.append(country_label(view, country, language))
        for number, field in enumerate(box.fields):
            if field.country == country:
                near = [box.fields[a + b - number].id for a, b in box.roads if number in (a, b)]
                owner = view.owners[number]
                mark: Row = [(f" @{owner + 1}", f"seat:{owner}")] if owner >= 0 else []
                rows.append([(f"   {field.id} {field.name}", ""), *mark, (f" – {' '.join(near)}", "muted")])
        allied = [
            f"{n} {box.countries[sum(a.between) - country].id}"
            for n, a in enumerate(box.alliances, 1)
            if country in a.between
        ]
        rows.append([(f"   alliances of {entry.id}: {', '.join(allied) or 'none'}", "muted")])
    return Group(*painted(rows, view.game))
