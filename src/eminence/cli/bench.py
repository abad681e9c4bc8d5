"""`eminence bench`: how fast it is on this machine."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from eminence.cli.bench_server import server
from eminence.cli.console import Failure, notices, print_json
from eminence.cli.options import decimal, whole

bench = typer.Typer(help="Measure how fast eminence is on this machine.", no_args_is_help=False)


@bench.callback()
def choose() -> None:
    """Measure how fast eminence is on this machine."""


Seconds = Annotated[
    float, typer.Option("--seconds", "-s", parser=decimal, metavar="F", help="How long each run lasts.")
]
Repeat = Annotated[int, typer.Option("--repeat", "-r", parser=whole, metavar="N", help="How many runs of each.")]


@bench.command()
def engine(
    seconds: Seconds = 0.5,
    repeat: Repeat = 5,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print JSON: every measurement, as eminence.bench.engine.run returns it.")
    ] = False,
) -> None:
    """Decisions a second of the rules, game by game."""
    check(seconds, repeat)
    from eminence.bench import engine as measured

    show(lambda progress: measured.run(seconds, repeat, progress), measured.report, as_json)


@bench.command()
def bots(
    seconds: Seconds = 0.5,
    repeat: Repeat = 5,
    iterations: Annotated[
        int, typer.Option("--iterations", "-i", parser=whole, metavar="N", help="Iterations of each search.")
    ] = 1000,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print JSON: every measurement, as eminence.bench.bots.run returns it.")
    ] = False,
) -> None:
    """Iterations a second of the bots' searches, game by game."""
    check(seconds, repeat)
    if not 2 <= iterations <= 10**6:
        raise Failure(f"--iterations: {iterations}; expected 2 to 1000000")
    from eminence.bench import bots as measured

    show(lambda progress: measured.run(seconds, repeat, progress, iterations=iterations), measured.report, as_json)


def check(seconds: float, repeat: int) -> None:
    """Refuse what would take for ever or measure nothing."""
    if not 0.01 <= seconds <= 600:
        raise Failure(f"--seconds: {seconds}; expected 0.01 to 600")
    if not 1 <= repeat <= 100:
        raise Failure(f"--repeat: {repeat}; expected 1 to 100")


def show(
    measure: Callable[[Callable[[str, int, int], None]], dict[str, Any]],
    report: Callable[[dict[str, Any]], str],
    as_json: bool,
) -> None:
    """Measure with a progress bar, and print the result."""
    console = notices()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal, transient=True) as progress:
        task = progress.add_task("warming up")
        result = measure(lambda what, done, total: progress.update(task, description=what, completed=done, total=total))
    if as_json:
        print_json(result)
    else:
        print(report(result))


bench.command()(server)


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.add_typer(bench, name="bench")
