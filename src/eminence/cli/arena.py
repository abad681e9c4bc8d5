"""`eminence arena`: bots against each other on paired deals, with honest statistics."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.progress import Progress as Bar

from eminence.arena import Executor, Local, Match, Progress, RayExecutor, Run, arrange, plot, run, summary, text
from eminence.arena.ladder import plackett_luce
from eminence.arena.match import LINEUPS
from eminence.arena.run import check_bounds
from eminence.cli.console import Failure, notices, output, print_json, write_file
from eminence.cli.options import (
    ComponentFile,
    Effort,
    Jobs,
    Players,
    RuleOptions,
    Seconds,
    check_folder,
    complete_bots,
    complete_games,
    read_folder,
    read_game,
    read_jobs,
    tell_of_a_crowd,
)
from eminence.game import EDITIONS

DEALS, SPRT_DEALS = 100, 20_000


def arena(
    bots: Annotated[
        list[str],
        typer.Argument(
            metavar="A B [C D …]",
            help="The bots, for instance: greedy mcts:effort=2000. As many as players sit down as given; two at a "
            "larger table meet as --lineup says; more than players meet in every combination. The same bot twice is a "
            "control.",
            autocompletion=complete_bots,
        ),
    ],
    game: Annotated[
        str,
        typer.Option(
            "--game", "-g", metavar="GAME", help=f"One of {', '.join(EDITIONS)}.", autocompletion=complete_games
        ),
    ] = "richelieu-duel",
    players: Players = None,
    deals: Annotated[
        int | None,
        typer.Option(
            "--deals",
            "-n",
            metavar="N",
            help=f"How many deals, each played with all seats rotated; {DEALS} if left out, {SPRT_DEALS} with --sprt.",
        ),
    ] = None,
    sprt: Annotated[
        tuple[float, float] | None,
        typer.Option(
            "--sprt",
            metavar="ELO0 ELO1",
            help="Stop when it is clear whether A is ELO1 stronger than B rather than ELO0, at 5 % error each way.",
        ),
    ] = None,
    lineup: Annotated[
        str,
        typer.Option("--lineup", metavar="KIND", help="; ".join(f"{kind}: {what}" for kind, what in LINEUPS.items())),
    ] = "both",
    time: Seconds = None,
    effort: Effort = None,
    option: RuleOptions = None,
    components: ComponentFile = None,
    seed: Annotated[int, typer.Option("--seed", metavar="S", help="The first deal; the next are S+1, S+2, …")] = 1,
    jobs: Jobs = None,
    executor: Annotated[
        str,
        typer.Option("--executor", metavar="WHERE", help="local processes, or ray (pip install 'eminence\\[ray]')."),
    ] = "local",
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            parser=read_folder,
            metavar="DIR",
            help="A folder for games.jsonl, report.json, report.txt, plot.svg. A match that was stopped goes on there.",
        ),
    ] = None,
    ladder: Annotated[
        bool, typer.Option("--ladder", help="Rate the bots with OpenSkill too (pip install 'eminence\\[ladder]').")
    ] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print JSON: the report, as docs/arena.md describes it.")
    ] = False,
) -> None:
    """Let bots meet on paired deals and report who is stronger, with intervals.

    Two players: Elo from pairs of games, and SPRT. More players: share of the wins and mean rank.

    Results are the same for any number of jobs, on either executor, and after interruptions; with --time the bots
    depend on the clock.
    """
    match = arrange(
        read_game(game, option, components),
        bots,
        players=players,
        lineup=lineup,
        deals=deals if deals is not None else DEALS if sprt is None else SPRT_DEALS,
        seed=seed,
        time=time,
        effort=effort,
    )
    check_bounds(match, sprt)
    if out is not None:
        check_folder(out)
    if ladder:
        plackett_luce()
    where = read_executor(executor, jobs)
    if not isinstance(where, RayExecutor) or where.here:
        tell_of_a_crowd([match], where.jobs)
    found = played(match, where, sprt, out)
    report = summary(found, rated=ladder)
    if out is not None:
        save(out, found, report)
    if as_json:
        print_json(report)
        return
    output().print(text(report), end="", markup=False, soft_wrap=True)
    if out is not None:
        many = "1 deal was" if found.kept == 1 else f"{found.kept} deals were"
        kept = f" ({many} there already)" if found.kept else ""
        output().print(f"\nreport, plot and games in {out}{kept}", markup=False, soft_wrap=True)


def read_executor(name: str, jobs: int | None) -> Executor:
    """Where the games are played."""
    if name not in ("local", "ray"):
        raise Failure(f"--executor: {name!r}; expected local or ray")
    read_jobs(jobs)
    return Local(jobs) if name == "local" else RayExecutor(jobs)


def played(match: Match, executor: Executor, sprt: tuple[float, float] | None, out: Path | None) -> Run:
    """Run the match, with a progress bar where somebody can see it."""
    console = notices()
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("deals"),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    done = 0
    with Bar(*columns, console=console, disable=not console.is_terminal, transient=True) as bar:
        task = bar.add_task(match.game, total=match.deals)

        def show(progress: Progress) -> None:
            nonlocal done
            done = progress.done
            bar.update(task, completed=done, description=describe(match, progress))

        try:
            return run(match, executor=executor, file=out and out / "games.jsonl", bounds=sprt, progress=show)
        except KeyboardInterrupt:
            bar.stop()
            raise stopped(done, match, out) from None


def stopped(done: int, match: Match, out: Path | None) -> typer.Exit:
    """What to say after Ctrl-C."""
    goes_on = "the same command goes on" if out else "with --out the same command could go on"
    notices().print(f"stopped after {done} of {match.deals} deals; {goes_on}", soft_wrap=True)
    return typer.Exit(130)


def describe(match: Match, progress: Progress) -> str:
    """The standing in a few words."""
    if not progress.done:
        return match.game
    llr = "" if progress.verdict is None else f", LLR {progress.verdict.llr:+.2f}"
    return f"{match.names[0]} wins {progress.share:.1%}{llr}"


def save(folder: Path, found: Run, report: dict[str, Any]) -> None:
    """The report beside the games."""
    write_file(folder / "report.json", json.dumps(report, ensure_ascii=False, indent=2) + "\n")
    write_file(folder / "report.txt", text(report))
    write_file(folder / "plot.svg", plot(found))


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(arena)
