"""`eminence train`: a value net from scratch, by self-play."""

from __future__ import annotations

import shlex
from dataclasses import asdict, replace
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any

import typer

import eminence
from eminence.bots import checkpoint
from eminence.bots.training import BATCHES, SHIPPED, Plan, Training, TrainingError
from eminence.cli.console import Failure, notices, output, print_json
from eminence.cli.course import Desk, Stopped, claimed, in_words
from eminence.cli.options import GameName, Players, decimal, read_game, whole
from eminence.game import Game

CHECK, EVERY = 24, 500  # games of a check, games between two checkpoints


def train(
    game: GameName,
    players: Players = None,
    games: Annotated[
        int | None,
        typer.Option(
            "--games",
            "-n",
            parser=whole,
            metavar="N",
            help="Games of self-play; as for the shipped weights if left out.",
        ),
    ] = None,
    seed: Annotated[
        int | None, typer.Option("--seed", parser=whole, metavar="S", help="The seed; 1 if left out.")
    ] = None,
    hidden: Annotated[
        int | None,
        typer.Option(
            "--hidden",
            parser=whole,
            metavar="H",
            help="Hidden units, 4 to 128; as for the shipped weights if left out.",
        ),
    ] = None,
    rate: Annotated[
        float | None,
        typer.Option(
            "--rate",
            parser=decimal,
            metavar="F",
            help="The first learning rate; it falls to a twentieth; 0.002 if left out.",
        ),
    ] = None,
    trace: Annotated[
        float | None,
        typer.Option(
            "--trace",
            parser=decimal,
            metavar="F",
            help="How much of what came later counts beside the next position (lambda); as for the shipped weights if "
            "left out.",
        ),
    ] = None,
    noise: Annotated[
        float | None,
        typer.Option(
            "--noise",
            parser=decimal,
            metavar="F",
            help="How much choices are blurred at first; it falls to a fifth; 0.02 if left out.",
        ),
    ] = None,
    draws: Annotated[
        int | None,
        typer.Option("--draws", parser=whole, metavar="N", help="Worlds guessed before a step; 3 if left out."),
    ] = None,
    batch: Annotated[
        int | None,
        typer.Option("--batch", parser=whole, metavar="N", help="Games of a step of learning; 4 if left out."),
    ] = None,
    passes: Annotated[
        int | None,
        typer.Option(
            "--passes",
            parser=whole,
            metavar="N",
            help=f"How often every game is learned from; as for the shipped weights if left out. With more than once "
            f"{BATCHES} batches are played before any is learned from.",
        ),
    ] = None,
    follow: Annotated[
        bool | None,
        typer.Option(
            "--follow/--no-follow",
            help="Count only what changed since the position before, which is faster; as for the shipped weights if "
            "left out.",
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="DIR",
            help="The folder for checkpoint, curve and weights; training/GAME-N if left out. A training that was "
            "stopped goes on there.",
        ),
    ] = None,
    check: Annotated[
        int | None,
        typer.Option(
            "--check",
            parser=whole,
            metavar="DEALS",
            help=f"Deals of every check against greedy, each played on all seats; {CHECK} / players if left out.",
        ),
    ] = None,
    no_check: Annotated[bool, typer.Option("--no-check", help="Do not check the strength.")] = False,
    save: Annotated[
        int,
        typer.Option(
            "--save", parser=whole, metavar="N", help="Games between two checkpoints; there is one every 30 s anyway."
        ),
    ] = EVERY,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with the plan in the folder, whatever it is; there must be one.")
    ] = False,
    fresh: Annotated[bool, typer.Option("--fresh", help="Begin anew, also where there is a checkpoint.")] = False,
    install: Annotated[
        bool, typer.Option("--install", help="In the end put the weights where this eminence looks for its own.")
    ] = False,
    as_json: Annotated[
        bool,
        typer.Option(
            "--json", help="Print JSON: {game, players, plan, seconds, loss, check, weights, installed, folder}."
        ),
    ] = False,
) -> None:
    """Train a value net by self-play, and watch its strength grow.

    Without further options the plan is the one of the shipped weights, and gives them again. A training that was
    stopped or killed goes on with the same command, and ends with the same weights as one that was not.
    """
    if check is not None and not 1 <= check <= 10_000:
        raise Failure(f"--check: {check}; expected 1 to 10000 deals, or --no-check")
    if not 1 <= save <= 10**9:
        raise Failure(f"--save: {save}; expected at least 1")
    if resume and fresh:
        raise Failure("both --resume and --fresh; expected one of them")
    owner = read_game(game)
    if resume and out is not None and players is None:
        players = checkpoint.plan_in(present(out))[1]
    count = owner.check_players(players)
    folder = out or Path("training") / f"{game}-{count}"
    given: dict[str, Any] = {
        "games": games,
        "seed": seed,
        "hidden": hidden,
        "rate": rate,
        "trace": trace,
        "noise": noise,
        "draws": draws,
        "batch": batch,
        "passes": passes,
        "follow": follow,
    }
    base = checkpoint.plan_in(present(folder))[2] if resume else SHIPPED.get((game, count), Plan())
    plan = replace(base, **{name: value for name, value in given.items() if value is not None})
    try:
        plan.check()
    except TrainingError as error:
        raise Failure(f"--{error}") from None
    with claimed(folder):
        training = opened(owner, count, plan, folder, fresh)
        desk = Desk(training, folder, 0 if no_check else check or CHECK // count, save)
        if not eminence.compiled and not training.over:
            notices().print("eminence runs uncompiled here, so this will be very slow; see eminence doctor")
        try:
            desk.run()
        except Stopped as stopped:
            flags = {"--no-check": no_check, "--install": install, "--json": as_json}
            asked = ["--check", str(check)] if check is not None else []
            asked += ["--save", str(save)] if save != EVERY else []
            asked += [name for name, on in flags.items() if on]
            raise halted(training, folder, asked, stopped.code) from None
        installed = put(desk.weights) if install else None
    report(desk, installed, as_json)


def present(folder: Path) -> Path:
    """The checkpoint that must be in a folder."""
    file = folder / "checkpoint"
    if not file.is_file():
        raise Failure(f"--resume: there is no {file}; expected a training's folder. Without --resume a training begins")
    return file


def opened(game: Game, players: int, plan: Plan, folder: Path, fresh: bool) -> Training:
    """The training that is in the folder, or a new one."""
    file = folder / "checkpoint"
    if fresh or not file.exists():
        return Training.begin(game, players, plan)
    training = checkpoint.load(file, game, players, plan)
    if not training.over:
        notices().print(f"going on after {training.played} of {plan.games} games", soft_wrap=True)
    return training


def halted(training: Training, folder: Path, asked: list[str], code: int) -> typer.Exit:
    """What to say after Ctrl-C: how to go on, with what was asked for beside the plan."""
    again = ["eminence", "train", training.game.id, "--players", str(training.players), "--out", str(folder)]
    notices().print(
        f"stopped after {training.played} of {training.plan.games} games; "
        f"go on with: {shlex.join([*again, '--resume', *asked])}",
        markup=False,
        soft_wrap=True,
    )
    return typer.Exit(code)


def put(weights: Path) -> Path:
    """Copy weights to where this eminence looks for its own: in a source tree, src/eminence/bots/weights."""
    target = Path(str(files("eminence.bots"))) / "weights" / weights.name
    try:
        target.parent.mkdir(exist_ok=True)
        data = weights.read_bytes()
    except OSError as error:
        raise Failure(f"--install: {target.parent} cannot be used: {error.strerror or error}") from None
    checkpoint.write_whole(target, data)
    return target


def report(desk: Desk, installed: Path | None, as_json: bool) -> None:
    """What came of it."""
    training = desk.training
    last = training.history[-1]
    if as_json:
        print_json(
            {
                "game": training.game.id,
                "players": training.players,
                "plan": asdict(training.plan),
                "seconds": round(training.seconds, 2),
                "loss": last.loss,
                "check": last.check and asdict(last.check),
                "weights": str(desk.weights),
                "installed": installed and str(installed),
                "folder": str(desk.folder),
            }
        )
        return
    words = f"{training.game.id}, {training.players} players: {training.played} games in {training.seconds:.0f} s"
    words += f", loss {last.loss:.4f}"
    if last.check is not None:
        words += f", {in_words(last.check)}"
    console = output()
    console.print(words, markup=False, soft_wrap=True)
    console.print(f"weights in {desk.weights}, curve in {desk.plot}", markup=False, soft_wrap=True)
    if installed is not None:
        console.print(f"installed as {installed}", markup=False, soft_wrap=True)


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(train)
