"""`eminence games` and `eminence rules`."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.markdown import Markdown
from rich.table import Table

from eminence.cli.console import output, paged, print_json
from eminence.cli.options import GameName, Language, read_language
from eminence.game import EDITIONS, OPTIONS
from eminence.rulebook import page


def games(
    as_json: Annotated[
        bool,
        typer.Option(
            "--json", help="Print JSON: a list of {id, title, summary, players: [N], options: {name: meaning}}."
        ),
    ] = False,
) -> None:
    """List the games, their numbers of players and options."""
    if as_json:
        print_json(
            [
                {
                    "id": game.id,
                    "title": game.title,
                    "summary": game.summary,
                    "players": list(game.players),
                    "options": {name: OPTIONS[name] for name in game.options},
                }
                for game in EDITIONS.values()
            ]
        )
        return
    console = output()
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column("game", style="bold", no_wrap=True)
    table.add_column("players", no_wrap=True)
    table.add_column("what it is")
    for game in EDITIONS.values():
        players = f"{game.players[0]}–{game.players[-1]}" if len(game.players) > 1 else str(game.players[0])
        extra = f"\n[dim]--option {' or '.join(game.options)}[/]" if game.options else ""
        table.add_row(game.id, players, f"{game.title}. {game.summary}{extra}")
    console.print(table)
    for name, meaning in OPTIONS.items():
        console.print(f"\n[bold]{name}[/]: {meaning}", end="")
    console.print("\n\nRules: [bold]eminence rules GAME[/]. Play: [bold]eminence play GAME[/].")


def rules(game: GameName, lang: Language = None) -> None:
    """Print the rules of a game, complete and by number."""
    paged(Markdown(page(game, read_language(lang)), hyperlinks=False))


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command()(games)
    app.command()(rules)
