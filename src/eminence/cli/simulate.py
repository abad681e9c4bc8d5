"""`eminence simulate`: many games between bots, saved one by one, in as many processes as wanted."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

import eminence
from eminence import Game, Record, RecordError, bots
from eminence.arena.executors import deaf
from eminence.cli.console import Failure, notices, output, print_json
from eminence.cli.options import (
    BotName,
    ComponentFile,
    GameName,
    Jobs,
    Players,
    RuleOptions,
    read_bot,
    read_game,
    read_jobs,
    whole,
)

MAX_DEALS = 1_000_000


@dataclass(frozen=True, slots=True)
class Plan:
    """What every game of a run has in common. It travels to other processes."""

    game: str
    options: tuple[str, ...]
    components: str | None
    players: int
    bot: str
    folder: str

    def open_game(self) -> Game:
        """The game."""
        return eminence.game(self.game, components=self.components, **dict.fromkeys(self.options, True))

    def path(self, seed: int) -> Path:
        """Where the record of a deal goes."""
        return Path(self.folder) / f"{self.game}-{self.players}p-{seed}.json"

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names in the records."""
        return tuple(f"{self.bot} {seat + 1}" for seat in range(self.players))


@dataclass(frozen=True, slots=True)
class Outcome:
    """How one game ended, and whether it was there already."""

    seed: int
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    kept: bool


def play_deal(plan: Plan, seed: int) -> Outcome:
    """Play one deal and save its record, or read it if it has been played before. Depends on the seed alone."""
    game = plan.open_game()
    state = game.deal(seed, players=plan.players)
    path = plan.path(seed)
    old = finished(path)
    if old is not None:
        dealt = {key: value for key, value in old.deal.items() if key != "second"}
        if old.names != plan.names or old.game.options != game.options or dealt != state.dealt:
            raise Failure(
                f"{path} was played with other settings; give another --out, or the settings it was played with"
            )
        return outcome(seed, old, kept=True)
    players = [bots.make(plan.bot, f"{seed}/{seat}") for seat in range(plan.players)]
    while not state.over:
        state.play(players[state.seat].choose(state.view(state.seat)))
    record = Record.of(state, names=plan.names)
    record.save(path)
    return outcome(seed, record, kept=False)


def finished(path: Path) -> Record | None:
    """The record in a file, if it is one of a finished game."""
    if not path.exists():
        return None
    try:
        record = Record.load(path)
    except RecordError:
        return None
    return record if record.result is not None else None


def outcome(seed: int, record: Record, *, kept: bool) -> Outcome:
    """The outcome that a record tells."""
    assert record.result is not None
    return Outcome(seed, tuple(record.result["scores"]), tuple(record.result["winners"]), kept)


def play_deals(plan: Plan, seeds: range) -> list[Outcome]:
    """Play some deals: the work of another process."""
    return [play_deal(plan, seed) for seed in seeds]


def outcomes(plan: Plan, seeds: range, jobs: int) -> Iterator[Outcome]:
    """Play all deals; in other processes if several jobs are asked for. They come in any order."""
    if jobs == 1:
        for seed in seeds:
            yield play_deal(plan, seed)
        return
    size = max(1, min(32, len(seeds) // (4 * jobs)))
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, mp_context=context) as pool:
        chunks = [seeds[first : first + size] for first in range(0, len(seeds), size)]
        with deaf():  # Ctrl-C is for the process that was started by hand; the others end with their work
            futures = [pool.submit(play_deals, plan, chunk) for chunk in chunks]
        try:
            for future in as_completed(futures):
                yield from future.result()
        except BaseException:
            pool.shutdown(wait=True, cancel_futures=True)
            raise


def summary(plan: Plan, seeds: range, found: list[Outcome]) -> dict[str, Any]:
    """Wins by seat and mean points, whatever order the games were played in."""
    found = sorted(found, key=lambda one: one.seed)
    seats = range(plan.players)
    return {
        "game": plan.game,
        "players": plan.players,
        "options": list(plan.options),
        "bot": plan.bot,
        "seed": seeds.start,
        "deals": len(seeds),
        "played": sum(not one.kept for one in found),
        "kept": sum(one.kept for one in found),
        "wins": [sum(one.winners == (seat,) for one in found) for seat in seats],
        "shared": [sum(len(one.winners) > 1 and seat in one.winners for one in found) for seat in seats],
        "nobody": sum(not one.winners for one in found),
        "mean_points": [round(sum(one.scores[seat] for one in found) / len(found), 3) for seat in seats],
        "folder": plan.folder,
    }


def simulate(
    game: GameName,
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="The folder for the records; made if missing.")],
    players: Players = None,
    deals: Annotated[int, typer.Option("--deals", "-n", parser=whole, metavar="K", help="How many games.")] = 100,
    seed: Annotated[
        int, typer.Option("--seed", parser=whole, metavar="S", help="The first seed; the next are S+1, S+2, …")
    ] = 1,
    bot: BotName = "greedy",
    jobs: Jobs = None,
    option: RuleOptions = None,
    components: ComponentFile = None,
    as_json: Annotated[
        bool,
        typer.Option(
            "--json",
            help="Print JSON: {game, players, options, bot, seed, deals, played, kept, wins, shared, nobody, "
            "mean_points, folder}; lists are by seat.",
        ),
    ] = False,
) -> None:
    """Let bots play many games and save every record.

    Records are named GAME-PLAYERSp-SEED.json. A run that was stopped goes on where it was; the results are the same
    for any number of jobs.
    """
    owner = read_game(game, option, components)
    count = owner.check_players(players)
    if not 1 <= deals <= MAX_DEALS:
        raise Failure(f"--deals: {deals}; expected 1 to {MAX_DEALS}")
    if seed < 0:
        raise Failure(f"--seed: {seed}; expected a whole number from 0")
    read_jobs(jobs)
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Failure(f"--out: {out} cannot be made a folder: {error.strerror or error}") from None
    switched = tuple(name for name, on in owner.options.items() if on)
    plan = Plan(game, switched, str(components) if components else None, count, read_bot(bot), str(out))
    seeds = range(seed, seed + deals)
    result = summary(plan, seeds, played(plan, seeds, jobs or min(deals, usable_processors())))
    if as_json:
        print_json(result)
    else:
        tell(result)


def usable_processors() -> int:
    """How many processors this process may use."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1


def played(plan: Plan, seeds: range, jobs: int) -> list[Outcome]:
    """All outcomes, with a progress bar where somebody can see it."""
    console = notices()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    found: list[Outcome] = []
    with Progress(*columns, console=console, disable=not console.is_terminal, transient=True) as progress:
        task = progress.add_task(plan.game, total=len(seeds))
        try:
            for one in outcomes(plan, seeds, jobs):
                found.append(one)
                progress.advance(task)
        except KeyboardInterrupt:
            raise Failure(f"stopped after {len(found)} of {len(seeds)} games; the same command goes on") from None
        except OSError as error:
            raise Failure(f"a record cannot be written: {error}") from None
    return found


def tell(result: dict[str, Any]) -> None:
    """The summary for people."""
    console = output()
    kept = f" ({result['kept']} were there already)" if result["kept"] else ""
    console.print(f"{result['deals']} games of {result['game']}, bot {result['bot']}{kept}")
    for seat in range(result["players"]):
        shared = f", {result['shared'][seat]} shared" if result["shared"][seat] else ""
        share = result["wins"][seat] / result["deals"]
        mean = result["mean_points"][seat]
        console.print(
            f"  seat {seat + 1}: {result['wins'][seat]:>5} wins ({share:.0%}{shared}), {mean:.1f} points on average"
        )
    if result["nobody"]:
        console.print(f"  no winner: {result['nobody']}")
    console.print(f"records in {result['folder']}", soft_wrap=True)


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(simulate)
