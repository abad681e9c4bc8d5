"""A training in a folder: checkpoint, curve, weights; with a progress bar, and an orderly end on Ctrl-C."""

from __future__ import annotations

import json
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from types import FrameType
from typing import BinaryIO

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from eminence.arena.curve import curve
from eminence.arena.plot import normal
from eminence.arena.store import lock
from eminence.bots import checkpoint, trial
from eminence.bots.training import Check, Moment, Training, TrainingError, course
from eminence.cli.console import Failure, Output, notices

SECONDS = 30.0  # between two checkpoints, at most
LAST = 5  # times as many deals has the last check


class Stopped(Exception):  # noqa: N818 - it names what it is
    """Somebody wants the training to stop. The first time it stops where it can go on, the second time at once."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.code = 128 + number


@dataclass(slots=True)
class Wish:
    """Whether somebody has asked to stop."""

    number: int = 0

    def hear(self, number: int, frame: FrameType | None) -> None:
        """A signal."""
        if self.number:
            raise KeyboardInterrupt
        self.number = number

    def heed(self) -> None:
        """Stop if asked to."""
        if self.number:
            raise Stopped(self.number)


@contextmanager
def listening() -> Iterator[Wish]:
    """Ctrl-C and SIGTERM become a wish for a while."""
    wish = Wish()
    before = {one: signal.signal(one, wish.hear) for one in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield wish
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)


@contextmanager
def claimed(folder: Path) -> Iterator[None]:
    """Make the folder, and keep a second training out of it."""
    file: BinaryIO
    try:
        folder.mkdir(parents=True, exist_ok=True)
        file = (folder / "lock").open("ab")
    except OSError as error:
        raise Failure(f"--out: {folder} cannot be used as a folder: {error.strerror or error}") from None
    with file:
        lock(file, folder)
        yield


@dataclass(slots=True)
class Desk:
    """Where a training keeps its files, and how often."""

    training: Training
    folder: Path
    deals: int
    """Deals of a check; 0 for none."""
    every: int
    """Games between two checkpoints, at most."""
    wish: Wish = field(default_factory=Wish)
    saved: tuple[int, float] = (0, 0.0)
    clock: float = 0.0

    @property
    def checkpoint(self) -> Path:
        return self.folder / "checkpoint"

    @property
    def log(self) -> Path:
        return self.folder / "curve.jsonl"

    @property
    def plot(self) -> Path:
        return self.folder / "curve.svg"

    @property
    def weights(self) -> Path:
        return self.folder / f"{self.training.game.id}-{self.training.players}.net"

    def run(self) -> None:
        """Train to the end, or until somebody stops it."""
        self.clock = monotonic()
        self.save()
        self.write_log()  # a line that was written after the checkpoint comes again
        with listening() as self.wish, shown(self.training) as show:

            def noted(moment: Moment) -> None:
                self.append(moment)
                show(moment)

            def learned() -> None:
                show(None)
                if self.training.played - self.saved[0] >= self.every or monotonic() - self.saved[1] >= SECONDS:
                    self.save()
                self.wish.heed()

            try:
                course(self.training, check=self.check if self.deals else None, noted=noted, learned=learned)
            except Stopped:
                self.save()
                self.draw()
                raise
            self.save()
        self.draw()
        checkpoint.write_whole(self.weights, self.training.net.dumps())

    def check(self, training: Training) -> Check:
        """A check of strength."""
        deals = self.deals * LAST if training.over else self.deals
        found = normal(trial.shares(training, deals, between=self.wish.heed))
        self.tick()
        return Check(deals, found.value, found.low, found.high)

    def tick(self) -> None:
        """Count the time."""
        now = monotonic()
        self.training.seconds += now - self.clock
        self.clock = now

    def save(self) -> None:
        """A checkpoint."""
        self.tick()
        checkpoint.save(self.training, self.checkpoint)
        self.saved = (self.training.played, monotonic())

    def append(self, moment: Moment) -> None:
        """A line of the curve, and the picture with it."""
        try:
            with self.log.open("ab") as file:
                file.write(line(moment))
        except OSError as error:
            raise TrainingError(f"{self.log} cannot be written: {error.strerror or error}") from None
        self.draw()

    def write_log(self) -> None:
        """The curve as the history has it."""
        checkpoint.write_whole(self.log, b"".join(line(moment) for moment in self.training.history))

    def draw(self) -> None:
        """The picture of the curve."""
        training = self.training
        if training.history:
            title = f"{training.game.id}, {training.players} players: {training.played} of {training.plan.games} games"
            drawn = curve(title, training.players, training.history)
            checkpoint.write_whole(self.plot, drawn.encode())


def line(moment: Moment) -> bytes:
    """A moment as a line of JSON."""
    return json.dumps(moment.data()).encode() + b"\n"


class Show:
    """What a training tells while it runs: a bar where somebody can see it, else a line for every point."""

    def __init__(self, training: Training, console: Output, bar: Progress) -> None:
        self.training = training
        self.console = console
        self.bar = bar
        self.task = bar.add_task(training.game.id, total=training.plan.games, completed=training.played, words="")
        self.began = (monotonic(), training.played)

    def __call__(self, moment: Moment | None) -> None:
        """After a batch, or with a new moment."""
        self.bar.update(self.task, completed=self.training.played, words=self.words())
        if moment is not None and not self.console.is_terminal:
            of = f"{moment.games} of {self.training.plan.games} games"
            self.console.print(f"{of}, {self.words()}", soft_wrap=True)

    def words(self) -> str:
        """Speed, loss and strength."""
        since = monotonic() - self.began[0]
        parts = [f"{(self.training.played - self.began[1]) / max(since, 1e-6):.1f} games/s"]
        losses = [moment.loss for moment in self.training.history if moment.loss is not None]
        checks = [moment.check for moment in self.training.history if moment.check is not None]
        if losses:
            parts.append(f"loss {losses[-1]:.4f}")
        if checks:
            parts.append(in_words(checks[-1]))
        return ", ".join(parts)


def in_words(check: Check) -> str:
    """A check in a few words."""
    return f"wins {check.share:.0%} ({check.low:.0%} to {check.high:.0%}) against greedy"


@contextmanager
def shown(training: Training) -> Iterator[Show]:
    """The progress bar."""
    console = notices()
    columns = (
        TextColumn("{task.description}"),
        BarColumn(20),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[words]}"),
    )
    with Progress(*columns, console=console, disable=not console.is_terminal, transient=True) as bar:
        yield Show(training, console, bar)
