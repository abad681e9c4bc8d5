"""`eminence review`: what was promised, decided and given by chance in a saved game."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from eminence.analysis import Review, TurnReview, text
from eminence.analysis import review as review_of
from eminence.analysis.review import EFFORT
from eminence.cli.console import Failure, notices, output, print_json, write_file
from eminence.cli.options import RecordFile, read_record, whole

STYLES = {"blunder": "bold red", "mistake": "red", "inaccuracy": "yellow", "": ""}
LUCK = 0.05
"""Luck that makes a turn worth showing."""


def review(
    record: RecordFile,
    effort: Annotated[
        int, typer.Option("--effort", "-e", parser=whole, metavar="N", help="Iterations of the search for a turn.")
    ] = EFFORT,
    random_seed: Annotated[
        int, typer.Option("--seed", parser=whole, metavar="N", help="The same seed and effort give the same review.")
    ] = 1,
    seat: Annotated[
        int | None, typer.Option("--seat", "-s", parser=whole, metavar="SEAT", help="Show only this player's turns.")
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
    10 %, a blunder 20 %.
    """
    saved = read_record(record)
    if seat is not None and not 1 <= seat <= saved.players:
        raise Failure(f"--seat: {seat}; expected 1 to {saved.players}")
    if saved.result is None and not unfinished:
        raise Failure(f"{record}: the game is not finished; --unfinished reviews it up to its last whole turn")
    if svg == "-" and as_json:
        raise Failure("--json and --svg - both want standard output; expected one of them, or a file for the picture")
    console = notices()
    columns = TextColumn("reviewing"), BarColumn(), MofNCompleteColumn(), TextColumn("turns"), TimeRemainingColumn()
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("review", total=len(saved.turns))
        found = review_of(
            saved,
            effort=effort,
            seed=random_seed,
            unfinished=unfinished,
            progress=lambda done, total: bar.update(task, completed=done, total=total),
        )
    if svg == "-":
        sys.stdout.write(found.svg())
        return
    if svg is not None:
        write_file(Path(svg), found.svg())
    if as_json:
        print_json(found.data())
        return
    show(found, None if seat is None else seat - 1, everything)
    if svg is not None:
        print(f"{svg} written")


def show(found: Review, seat: int | None, everything: bool) -> None:
    """The turns that matter, and the players' accounts."""
    console = output()
    turns = [turn for turn in found.turns if seat is None or turn.seat == seat]
    chosen = turns if everything else [turn for turn in turns if matters(turn)]
    heading = f"{found.game.title}: {len(found.turns)} turns" + ("" if found.finished else ", not finished")
    console.print(Text(heading, style="bold"))
    if chosen:
        console.print(turn_table(found, chosen))
    if not everything:
        rest = len(turns) - len(chosen)
        console.print(Text(f"{rest} other turns gave little away; --all shows them." if rest else "", style="dim"))
    console.print(account_table(found))
    console.print(
        Text(
            "Win chances in %, from 0 to 100. Outcome − deal = own + others + luck + unexplained. "
            "Luck is what tokens and cards brought when they were seen; unexplained is where estimates disagree.",
            style="dim",
        )
    )


def matters(turn: TurnReview) -> bool:
    """Whether a turn is shown without --all."""
    return bool(turn.verdict) or abs(turn.luck.win[turn.seat]) >= LUCK


def percent(value: float, sign: bool = False) -> str:
    """A share in hundredths."""
    number = 100 * value
    number = 0.0 if abs(number) < 0.05 else number
    return f"{number:+.1f}" if sign and number else f"{number:.1f}"


def turn_table(found: Review, turns: list[TurnReview]) -> Table:
    """Turn by turn: what was played, what it cost, and what was better."""
    table = Table(box=None, padding=(0, 1), header_style="dim")
    for name in ("", "who", "played"):
        table.add_column(name, justify="right" if not name else "left")
    for name in ("win", "lost", "luck"):
        table.add_column(name, justify="right")
    table.add_column("verdict")
    table.add_column("better", ratio=1)
    for turn in turns:
        better = Text()
        if turn.better and (turn.verdict or turn.loss >= 0.005):
            said = "; ".join(text(reason, found.game, found.names, turn.seat) for reason in turn.reasons[:3])
            better = Text.assemble((turn.better, "bold"), (f"  {said}" if said else "", "dim"))
        table.add_row(
            str(turn.number),
            Text(found.name(turn.seat)),
            Text(turn.notation),
            percent(turn.best.win),
            percent(turn.loss) if turn.loss >= 0.0005 else "",
            percent(turn.luck.win[turn.seat], sign=True) if abs(turn.luck.win[turn.seat]) >= 0.0005 else "",
            Text(turn.verdict + (" (proven)" if turn.proven and turn.verdict else ""), style=STYLES[turn.verdict]),
            better,
        )
    return table


def account_table(found: Review) -> Table:
    """Luck and skill by player."""
    table = Table(box=None, padding=(0, 1), header_style="dim")
    names = ("", "deal", "own", "others", "luck", "unexplained", "outcome", "a turn", "?!", "?", "??")
    for name in names:
        table.add_column(name, justify="right" if name else "left")
    for account in found.accounts:
        won = " ✓" if account.seat in found.winners else ""
        changes = (account.own, account.others, account.luck, account.unexplained)
        table.add_row(
            Text(found.name(account.seat) + won),
            percent(account.initial[0]),
            *(percent(change[0], sign=True) for change in changes),
            percent(account.final[0]),
            percent(-account.mean_loss, sign=True),
            *(str(count) for count in (account.inaccuracies, account.mistakes, account.blunders)),
        )
    return table


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(review)
