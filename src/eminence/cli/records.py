"""`eminence score`, `check` and `draw`: what can be said of saved games."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from eminence import Game, Record, RecordError
from eminence.cli.console import Failure, output, print_json, stop, write_file
from eminence.cli.options import (
    Eyes,
    Language,
    RecordFile,
    read_language,
    read_record,
    read_seat,
    read_turn,
    seen_from,
    whole,
)
from eminence.cli.table import sheet_table

MAX_FILES = 100_000


def score(
    record: RecordFile,
    lang: Language = None,
    as_json: Annotated[
        bool,
        typer.Option(
            "--json",
            help="Print JSON: {game, lines: [[key, points by seat]], subtotals, totals, breaker, breakers, ranks, "
            "winners, decided_by, final}; seats count from 0.",
        ),
    ] = False,
) -> None:
    """Print the score sheet of a saved game, finished or not."""
    language = read_language(lang)
    saved = read_record(record)
    sheet = saved.replay().sheet()
    if as_json:
        print_json(sheet.data())
        return
    output().print(sheet_table(sheet, saved.game, saved.names, language))


def check(
    files: Annotated[list[Path], typer.Argument(metavar="FILE…", help="Saved games, or folders of them (*.json).")],
    as_json: Annotated[
        bool,
        typer.Option(
            "--json",
            help="Print JSON: a list of {file, ok, error, turn, decision, game, players, turns, finished}; "
            "turn and decision say where the fault is, from 1.",
        ),
    ] = False,
) -> None:
    """Replay saved games and say whether they are right.

    Exit code 1 if one is not, 2 if one cannot be read.
    """
    code = 0
    results: list[dict[str, Any]] = []
    for path in expanded(files):
        result, worst = checked(path)
        code = max(code, worst)
        results.append(result)
        if not as_json:
            if result["ok"]:
                ending = "finished" if result["finished"] else "not finished"
                players = f"{result['players']} players, {result['turns']} turns, {ending}"
                print(f"{path}: ok ({result['game']}, {players})")
            else:
                print(f"{path}: {result['error']}")
    if as_json:
        print_json(results)
    elif len(results) > 1:
        bad = sum(not result["ok"] for result in results)
        print(f"{len(results)} records, " + (f"{bad} of them bad" if bad else "all of them right"))
    stop(code)


def expanded(files: list[Path]) -> list[Path]:
    """Files, with folders replaced by the records in them."""
    found: list[Path] = []
    for path in files:
        inside = sorted(path.glob("*.json")) if path.is_dir() else [path]
        if not inside:
            raise Failure(f"{path} is a folder without records; expected *.json files in it")
        found += inside
    if len(found) > MAX_FILES:
        raise Failure(f"{len(found)} files; expected at most {MAX_FILES} at a time")
    return found


def checked(path: Path) -> tuple[dict[str, Any], int]:
    """What is to be said of one file, and its exit code."""
    result: dict[str, Any] = {"file": str(path), "ok": True, "error": None, "turn": None, "decision": None}
    result |= {"game": None, "players": None, "turns": None, "finished": None}
    try:
        record = Record.load(path)
    except RecordError as error:
        message = str(error).removeprefix(f"{path}: ")
        if path.suffix == ".toml":
            message += " (a component file? eminence components check)"
        result |= {"ok": False, "error": message, "turn": error.turn, "decision": error.decision}
        return result, 2 if message.startswith("cannot be read") else 1
    finished = record.result is not None
    result |= {"game": record.game.id, "players": record.players, "turns": len(record.turns), "finished": finished}
    return result, 0


def draw(
    record: RecordFile,
    turn: Annotated[
        int | None,
        typer.Option(
            "--turn", "-t", parser=whole, metavar="N", help="After this turn; 0 is the deal. The end if left out."
        ),
    ] = None,
    seat: Eyes = None,
    file: Annotated[
        str | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="The picture's file; - for standard output. By default the record's name with .svg, in this folder.",
        ),
    ] = None,
    theme: Annotated[str, typer.Option("--theme", metavar="THEME", help="light or dark.")] = "light",
    sheet: Annotated[bool, typer.Option("--sheet", help="Draw the score sheet instead of the table.")] = False,
    lang: Language = None,
) -> None:
    """Draw the table, or the score sheet, of a saved game as SVG."""
    if theme not in ("light", "dark"):
        raise Failure(f"--theme: there is no theme {theme!r}; there are light, dark")
    language = read_language(lang)
    saved = read_record(record)
    eyes = read_seat(seat, saved.players)
    state = saved.replay(read_turn(turn, saved))
    from eminence.draw import sheet_svg, table_svg

    view = seen_from(state, eyes)
    assert isinstance(state.game, Game)
    if sheet:
        standing = state.sheet() if state.over or eyes == "all" else view.standing()
        picture = sheet_svg(standing, theme=theme, language=language, names=saved.names or None)
    else:
        picture = table_svg(view, theme=theme, language=language)
    if file == "-":
        sys.stdout.write(picture + "\n")
        return
    path = Path(file) if file else Path(f"{record.stem}.svg")
    write_file(path, picture)
    print(f"{path} written")


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command()(score)
    app.command()(check)
    app.command()(draw)
