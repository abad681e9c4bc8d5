"""`eminence components`: what lies in the boxes, and how to play with your own."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from eminence import ComponentError
from eminence.cli.console import output, print_json, stop, write_file
from eminence.cli.options import ComponentFile, GameName, Language, read_game, read_language
from eminence.cli.table import chip
from eminence.components import Box, built_in_text, load
from eminence.components.board import BoardComponents
from eminence.components.display import DisplayComponents
from eminence.draw import palette
from eminence.draw.text import name_of, token_text
from eminence.game import EDITIONS

components = typer.Typer(help="Show, check and export decks, maps and tokens.", no_args_is_help=False)


@components.callback()
def choose() -> None:
    """Show, check and export decks, maps and tokens."""


@components.command()
def show(
    game: GameName,
    file: ComponentFile = None,
    lang: Language = None,
    as_json: Annotated[
        bool,
        typer.Option("--json", help="Print JSON: {source, built_in, fingerprint, provenance, box}; box is the file."),
    ] = False,
) -> None:
    """Print the cards or the map of a game, and how each fact about them is known."""
    language = read_language(lang)
    box = read_game(game, None, file).box
    if as_json:
        facts = {"source": box.source, "built_in": box.built_in, "fingerprint": box.fingerprint}
        print_json({**facts, "provenance": box.provenance, "box": box.data})
        return
    console = output()
    console.print(f"[bold]{box.contents.name}[/] · {box.source} · fingerprint {box.fingerprint}\n", soft_wrap=True)
    if isinstance(box.contents, DisplayComponents):
        show_display(box.contents, console, language)
    else:
        show_board(box.contents, console, language)
    show_provenance(box, console)


def plain_table(*headers: str) -> Table:
    """A table of few lines."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for header in headers:
        table.add_column(header)
    return table


def show_display(box: DisplayComponents, console: Console, language: str) -> None:
    """Cards region by region, and the tokens."""
    countries = bool(box.circles)
    table = plain_table("", "country" if countries else "region", "cards", "" if countries else "crests", "faces")
    for number, region in enumerate(box.regions):
        faces = [face for face in box.types if face.region == number]
        written = " ".join(face.code.partition(":")[2] for face in faces for _ in range(face.count))
        mark = f"[{chip(palette.ground(region.arms))}]{region.initial}[/]"
        cards = str(sum(face.count for face in faces))
        table.add_row(
            mark, name_of(region.names, language, region.id), cards, "" if countries else str(region.printed), written
        )
    console.print(table)
    tokens = Counter(token_text(box, box.token_code(face), language) for face in box.tokens)
    written = ", ".join(f"{count} × {name}" if count > 1 else name for name, count in tokens.items())
    cells = " ".join(box.cell_name(cell) for cell in box.token_cells)
    console.print(f"\n{box.rows} rows of {box.columns} cards, {box.markers} markers a player")
    console.print(f"tokens: {written}")
    console.print(f"token cells: {cells}")


def show_board(box: BoardComponents, console: Console, language: str) -> None:
    """Countries with fields, roads, alliances and cards."""
    table = plain_table("", "country", "cards", "fields")
    for number, country in enumerate(box.countries):
        colour = box.colours[country.colour]
        fields = ", ".join(f"{i} {f.name}" for i, f in enumerate((f for f in box.fields if f.country == number), 1))
        mark = f"[{chip(palette.board_colour(country.colour))}]{colour.id}[/]"
        table.add_row(country.id, name_of(country.names, language, country.id), f"{mark} × {colour.cards}", fields)
    console.print(table)
    pairs = ", ".join(f"{box.fields[a].id}–{box.fields[b].id}" for a, b in box.roads)
    console.print(f"\n[bold]{len(box.roads)} roads[/]: {pairs}")
    ids = [country.id for country in box.countries]
    allied = [
        f"{n} {ids[one.between[0]]}–{ids[one.between[1]]}{' (sea)' if one.sea else ''}"
        for n, one in enumerate(box.alliances, 1)
    ]
    console.print(f"\n[bold]{len(box.alliances)} alliances[/]: {', '.join(allied)}")
    removed = ", ".join(f"{count} with {players} players" for players, count in box.removed.items() if count)
    pieces = f"{box.monasteries} monasteries and {box.advisors} advisors a player"
    console.print(f"\n{pieces}, {box.hand} cards in hand, {box.open_cards} open.")
    console.print(f"Cards of each colour taken out before play: {removed or 'none'}")


def show_provenance(box: Box, console: Console) -> None:
    """How each fact is known."""
    console.print("\n[bold]How we know[/]")
    if not box.provenance:
        console.print("the file does not say (table \\[provenance])")
    for fact, note in box.provenance.items():
        console.print(f"[bold]{fact}[/]: {note}")


@components.command()
def check(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A component file (TOML).")],
    as_json: Annotated[
        bool, typer.Option("--json", help="Print JSON: {file, ok, faults: [text], fingerprint, games: [id]}.")
    ] = False,
) -> None:
    """Name every fault of a component file. Exit code 1 if there are any, 2 if the file cannot be read."""
    faults: tuple[str, ...] = ()
    fingerprint, games = None, []
    try:
        box = load(file)
        fingerprint, games = box.fingerprint, fitting(box)
    except ComponentError as error:
        faults = error.faults
    unreadable = any(fault.startswith("cannot be read") for fault in faults)
    if as_json:
        print_json(
            {"file": str(file), "ok": not faults, "faults": list(faults), "fingerprint": fingerprint, "games": games}
        )
    elif faults:
        print(f"{file}: {len(faults)} fault{'' if len(faults) == 1 else 's'}")
        for fault in faults:
            print(f"  - {fault}")
    else:
        print(f"{file}: ok, for {', '.join(games)} (fingerprint {fingerprint})")
    stop(2 if unreadable else 1 if faults else 0)


def fitting(box: Box) -> list[str]:
    """The games that can be played with a box."""
    found = []
    for edition in EDITIONS.values():
        standard = read_game(edition.id).box.data
        if all(box.data.get(key) == standard.get(key) for key in ("mechanism", "scoring")):
            found.append(edition.id)
    return found


@components.command()
def export(
    game: GameName,
    file: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="The new file; standard output if left out.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace the file if it exists.")] = False,
) -> None:
    """Write the built-in components of a game as a file to edit and to give to --components."""
    text = built_in_text(read_game(game).edition.box)
    if file is None:
        sys.stdout.write(text)
        return
    write_file(file, text, force=force)
    print(f"{file} written. Edit it, then: eminence components check {file}; eminence play {game} --components {file}")


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.add_typer(components, name="components")
