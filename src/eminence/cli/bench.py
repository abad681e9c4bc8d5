"""`eminence bench`: how fast it is on this machine."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from eminence.cli.console import Failure, notices, print_json
from eminence.cli.options import decimal, whole

bench = typer.Typer(help="Measure how fast eminence is on this machine.", no_args_is_help=False)


@bench.callback()
def choose() -> None:
    """Measure how fast eminence is on this machine."""


@bench.command()
def engine(
    seconds: Annotated[
        float, typer.Option("--seconds", "-s", parser=decimal, metavar="F", help="How long each run lasts.")
    ] = 0.5,
    repeat: Annotated[
        int, typer.Option("--repeat", "-r", parser=whole, metavar="N", help="How many runs of each.")
    ] = 5,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print JSON: every measurement, as eminence.bench.engine.run returns it.")
    ] = False,
) -> None:
    """Decisions a second of the rules, game by game."""
    if not 0.01 <= seconds <= 600:
        raise Failure(f"--seconds: {seconds}; expected 0.01 to 600")
    if not 1 <= repeat <= 100:
        raise Failure(f"--repeat: {repeat}; expected 1 to 100")
    from eminence.bench import engine as measured

    console = notices()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal, transient=True) as progress:
        task = progress.add_task("warming up")

        def show(what: str, done: int, total: int) -> None:
            progress.update(task, description=what, completed=done, total=total)

        result = measured.run(seconds, repeat, show)
    if as_json:
        print_json(result)
    else:
        print(measured.report(result))


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.add_typer(bench, name="bench")
