"""`eminence bench server`: what the server carries on this machine."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from eminence.cli.console import Failure, notices, write_file
from eminence.cli.options import decimal, whole


def server(
    quick: Annotated[
        bool, typer.Option("--quick", help="Shorter and smaller: a look, not a measurement of the aims.")
    ] = False,
    seconds: Annotated[
        float | None, typer.Option("--seconds", "-s", parser=decimal, metavar="F", help="How long each run lasts.")
    ] = None,
    repeat: Annotated[
        int | None, typer.Option("--repeat", "-r", parser=whole, metavar="N", help="How many runs of each.")
    ] = None,
    peer: Annotated[bool, typer.Option(help="boardgame.io's server from npm in the same run.")] = True,
    cluster: Annotated[bool, typer.Option(help="Two processes with PostgreSQL and Redis.")] = True,
    file: Annotated[
        Path | None, typer.Option("--json", metavar="FILE", help="Also write every measurement to this file as JSON.")
    ] = None,
) -> None:
    """Moves a second, latency and memory of the server, with real WebSockets on this machine."""
    if seconds is not None and not 0.1 <= seconds <= 600:
        raise Failure(f"--seconds: {seconds}; expected 0.1 to 600")
    if repeat is not None and not 1 <= repeat <= 100:
        raise Failure(f"--repeat: {repeat}; expected 1 to 100")
    try:
        from msgspec.structs import replace

        from eminence.bench import server as measured
        from eminence.bench.server_report import report
    except ImportError as error:
        raise Failure(f"{error.name} is not installed; the server needs: pip install 'eminence[cluster]'") from None
    plan = replace(measured.QUICK if quick else measured.Plan(), peer=peer, cluster=cluster)
    plan = replace(plan, seconds=seconds or plan.seconds, repeat=repeat or plan.repeat)
    console = notices()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal, transient=True) as progress:
        task = progress.add_task("starting")
        result = measured.run(
            plan, lambda what, done, total: progress.update(task, description=what, completed=done, total=total)
        )
    print(report(result))
    if file is not None:
        write_file(file, json.dumps(result, ensure_ascii=False, indent=2) + "\n")
