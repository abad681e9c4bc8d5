"""`eminence review`: what was promised, decided and given by chance in a saved game."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.cells import cell_len, set_cell_size
from rich.console import RenderableType
from rich.padding import Padding
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

from eminence.analysis import Review, TurnReview, text
from eminence.analysis import review as review_of
from eminence.analysis.reasons import telling
from eminence.analysis.review import EFFORT
from eminence.cli.console import Failure, notices, output, print_json, write_file
from eminence.cli.options import RecordFile, read_record, whole

STYLES = {"blunder": "bold red", "mistake": "red", "inaccuracy": "yellow", "": ""}
LUCK = 0.05
"""Luck that makes a turn worth showing."""
HEAD = ("", "who", "played", "win", "ahead", "lost", "luck")
WHO, PLAYED = 1, 2
LEAST = 8
"""A name, and what was played, are not cut shorter, however narrow the terminal."""


def review(
    record: RecordFile,
    effort: Annotated[
        int, typer.Option("--effort", "-e", parser=whole, metavar="N", help="Iterations of the search for a turn.")
    ] = EFFORT,
    random_seed: Annotated[
        int, typer.Option("--seed", parser=whole, metavar="N", help="The same seed and effort give the same review.")
    ] = 1,
    seat: Annotated[
        int | None,
        typer.Option("--seat", "-s", parser=whole, metavar="SEAT", help="Show only this player's turns, in JSON too."),
    ] = None,
    everything: Annotated[bool, typer.Option("--all", "-a", help="Show every turn.")] = False,
    unfinished: Annotated[
        bool, typer.Option("--unfinished", help="Review an unfinished game up to its last whole turn.")
    ] = False,
    svg: Annotated[
        str | None,
        typer.Option("--svg", metavar="FILE", help="Write the graph here; - for standard output."),
    ] = None,
    as_json: Annotated[
        bool,
        typer.Option("--json", help="Print JSON: {format, turns: [...], accounts: [...], ...}; seats count from 0."),
    ] = False,
) -> None:
    """Review a saved game: win chances, mistakes with what was better, luck and skill.

    A turn is judged by a search that knows what its player knew. An inaccuracy gives away 5 % of the win, a mistake
    10 %, a blunder 20 %. Where the win is no longer in question (3 % or less, 97 % or more) points count: an
    inaccuracy gives away 4 of them, a mistake 8, a blunder 16.
    """
    saved = read_record(record)
    if seat is not None and not 1 <= seat <= saved.players:
        raise Failure(f"--seat: {seat}; expected 1 to {saved.players}")
    if saved.result is None and not unfinished:
        raise Failure(f"{record}: the game is not finished; --unfinished reviews it up to its last whole turn")
    if svg == "-" and as_json:
        raise Failure("--json and --svg - both want standard output; expected one of them, or a file for the picture")
    if svg is not None and svg != "-":
        check_picture(svg, record)
    console = notices()
    columns = TextColumn("reviewing"), BarColumn(), MofNCompleteColumn(), TextColumn("turns"), TimeRemainingColumn()
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task, so_far = bar.add_task("review", total=len(saved.turns)), 0

        def progress(done: int, total: int) -> None:
            nonlocal so_far
            so_far = done
            bar.update(task, completed=done, total=total)

        try:
            found = review_of(saved, effort=effort, seed=random_seed, unfinished=unfinished, progress=progress)
        except KeyboardInterrupt:
            bar.stop()
            console.print(f"stopped after {so_far} of {len(saved.turns)} turns", soft_wrap=True)
            raise typer.Exit(130) from None
    if svg == "-":
        sys.stdout.write(found.svg())
        return
    failure: Failure | None = None
    if svg is not None:
        try:
            write_file(Path(svg), found.svg())
        except Failure as error:
            failure = error
    only = None if seat is None else seat - 1
    if as_json:
        data = found.data()
        print_json(data | {"turns": [turn for turn in data["turns"] if only is None or turn["seat"] == only]})
    else:
        show(found, only, everything)
    if failure is not None:
        raise failure
    if svg is not None and not as_json:
        print(f"{svg} written")


def check_picture(svg: str, record: Path) -> None:
    """Refuse a place where no picture can be written, before a long search."""
    path = Path(svg)
    try:
        if svg and path.is_dir():
            raise Failure(f"--svg: {svg} is a folder; expected a file, or - for standard output")
        if not os.path.split(svg)[1]:
            raise Failure(f"--svg: {svg!r} names no file; expected a file, or - for standard output")
        if not path.parent.is_dir():
            raise Failure(f"--svg: {svg}: {path.parent} is no folder; expected a file in a folder that is there")
        if path.exists() and not path.is_file():
            raise Failure(f"--svg: {svg} is no ordinary file; expected one, or - for standard output")
        if path.exists() and path.samefile(record):
            raise Failure(f"--svg: {svg} is the record itself; expected another file")
    except OSError as error:
        raise Failure(f"--svg: {svg} cannot be written: {error.strerror or error}") from None


def show(found: Review, seat: int | None, everything: bool) -> None:
    """The turns that matter, and the players' accounts."""
    console = output()
    turns = [turn for turn in found.turns if seat is None or turn.seat == seat]
    chosen = turns if everything else [turn for turn in turns if matters(turn)]
    heading = f"{found.game.title}: {len(found.turns)} turns" + ("" if found.finished else ", not finished")
    console.print(Text(heading, style="bold"))
    if chosen:
        for line in turn_lines(found, chosen, console.width):
            console.print(line)
    if not everything:
        rest = len(turns) - len(chosen)
        console.print(Text(f"{rest} other turns gave little away; --all shows them." if rest else "", style="dim"))
    for line in account_lines(found, console.width):
        console.print(line)
    console.print(Text(footnote(found, chosen), style="dim"))


def footnote(found: Review, chosen: list[TurnReview]) -> str:
    """How to read the numbers."""
    said = "Win chances in %, from 0 to 100. "
    if chosen:
        said += "Win and ahead (points ahead of the best other) are what the best turn promised. "
    if any(turn.by_points for turn in chosen):
        said += "Points are given as lost where the win was no longer in question. "
    if found.finished and not found.winners:
        said += "Nobody wins this game (D32); here it counts as won in equal parts by those who are level. "
    return (
        f"{said}{outcome(found).capitalize()} − deal = own decisions + those of the others + luck + rest. Luck is what "
        "tokens and cards brought when they were seen; the rest is where estimates disagree. A turn is what the own "
        "decisions gave away in one, on average."
    )


def outcome(found: Review) -> str:
    """What a game that is not finished has come to is an estimate, too."""
    return "outcome" if found.finished else "now"


def matters(turn: TurnReview) -> bool:
    """Whether a turn is shown without --all."""
    return bool(turn.verdict) or abs(turn.luck.win[turn.seat]) >= LUCK


def percent(value: float, sign: bool = False) -> str:
    """A share in hundredths."""
    return tenths(100 * value, sign)


def tenths(number: float, sign: bool = False) -> str:
    """A number with one digit after the point, and no sign before nothing."""
    number = 0.0 if abs(number) < 0.05 else number
    return f"{number:+.1f}" if sign and number else f"{number:.1f}"


def turn_lines(found: Review, turns: list[TurnReview], width: int) -> Iterator[RenderableType]:
    """Turn by turn: what was promised, played and lost; below it the verdict and what was better."""
    rows = [cells(found, turn) for turn in turns]
    wide = widths([HEAD, *rows], width, (WHO, PLAYED))
    yield Text(joined(HEAD, wide), style="dim")
    for turn, row in zip(turns, rows, strict=True):
        yield Text(joined(row, wide))
        if turn.better and (turn.verdict or turn.loss >= 0.005):
            reasons = telling(turn.reasons)[:3]
            said = "; ".join(text(reason, found.game, found.names, turn.seat) for reason in reasons)
            verdict = (turn.verdict + (" (solved)" if turn.proven else "") + ", ") if turn.verdict else ""
            better = Text.assemble((verdict, STYLES[turn.verdict]), "better ", (turn.better, "bold"))
            yield Padding(better.append(f": {said}" if said else "", "dim"), (0, 0, 0, wide[0] + 2))


def cells(found: Review, turn: TurnReview) -> list[str]:
    """The row of a turn."""
    luck = turn.luck.win[turn.seat]
    lost = percent(turn.loss) if turn.loss >= 0.0005 else ""
    return [
        str(turn.number),
        found.name(turn.seat),
        turn.notation,
        percent(turn.best.win),
        tenths(turn.best.margin, sign=True),
        f"{tenths(turn.loss_margin)} points" if turn.by_points else lost,
        percent(luck, sign=True) if abs(luck) >= 0.0005 else "",
    ]


def widths(rows: Sequence[Sequence[str]], width: int, shrinking: Sequence[int]) -> list[int]:
    """How wide the columns are; where they do not fit, some become narrower, one after the other."""
    wide = [max(cell_len(row[i]) for row in rows) for i in range(len(rows[0]))]
    for place in shrinking:
        excess = sum(wide) + 2 * (len(wide) - 1) - width
        wide[place] = min(wide[place], max(LEAST, wide[place] - excess))
    return wide


def joined(row: Sequence[str], wide: Sequence[int], left: Sequence[int] = (WHO, PLAYED)) -> str:
    """A row as a line: names and turns to the left, numbers to the right."""
    parts = [
        fitted(cell, size) if i in left else " " * (size - cell_len(cell)) + cell
        for i, (cell, size) in enumerate(zip(row, wide, strict=True))
    ]
    return "  ".join(parts).rstrip()


def fitted(cell: str, size: int) -> str:
    """A text of just this width, cut with an ellipsis if it is too long."""
    return set_cell_size(cell, size) if cell_len(cell) <= size else set_cell_size(cell, size - 1) + "…"


def account_lines(found: Review, width: int) -> Iterator[RenderableType]:
    """Luck and skill by player: a row for each, or a column where the terminal is too narrow for that."""
    rows: list[tuple[str, ...]] = [
        ("", "deal", "own", "others", "luck", "rest", outcome(found), "a turn", "?!", "?", "??")
    ]
    for account in found.accounts:
        changes = (account.own, account.others, account.luck, account.unexplained)
        rows.append(
            (
                found.name(account.seat) + (" ✓" if account.seat in found.winners else ""),
                percent(account.initial[0]),
                *(percent(change[0], sign=True) for change in changes),
                percent(account.final[0]),
                percent(-account.mean_loss, sign=True),
                *(str(count) for count in (account.inaccuracies, account.mistakes, account.blunders)),
            )
        )
    left: Sequence[int] = (0,)
    wide = widths(rows, width, left)
    if sum(wide) + 2 * (len(wide) - 1) > width:
        rows = list(zip(*rows, strict=True))
        first, *others = widths(rows, width, ())
        each = max(LEAST, (width - first) // len(others) - 2)
        wide = [first, *(min(size, each) for size in others)]
        left = range(len(wide))  # so that names are cut
        rows = [
            (row[0], *(" " * (size - cell_len(cell)) + cell for cell, size in zip(row[1:], wide[1:], strict=True)))
            for row in rows
        ]
    for place, row in enumerate(rows):
        yield Text(joined(row, wide, left), style="dim" if place == 0 else "")


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(review)
