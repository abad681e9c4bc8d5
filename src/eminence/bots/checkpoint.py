"""Checkpoints: all that a training needs to go on, in one file that is whole or not there.

A line that names the format, a line with the SHA-256 of all that follows, a line of JSON, then the net with what its
learning needs. A checkpoint is made between two blocks of games, so nothing half learned is ever kept.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

from eminence.bots.minds import outlook_on
from eminence.bots.net import Net, NetError
from eminence.bots.training import Moment, Plan, Training, TrainingError
from eminence.game import Game

FORMAT = "eminence-training/1"
PLAN = tuple(Plan.__dataclass_fields__)


def write_whole(path: Path, data: bytes) -> None:
    """A file that is there whole or as it was before, whatever kills the process or the machine."""
    part = path.with_name(path.name + ".part")
    try:
        with part.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError as error:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise TrainingError(f"{path} cannot be written: {error.strerror or error}") from None
    with suppress(OSError, AttributeError):  # so that the new name outlives the machine too, where that can be asked
        folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def dumps(training: Training) -> bytes:
    """A training as bytes."""
    if not training.whole:
        raise TrainingError(f"{training.played} games; expected whole blocks of {training.plan.block}")
    head = {
        "training": training.identity,
        "played": training.played,
        "seconds": training.seconds,
        "loss": training.loss,
        "history": [moment.data() for moment in training.history],
    }
    rest = json.dumps(head).encode() + b"\n" + training.net.dumps(learning=True)
    return f"{FORMAT}\n{sha256(rest).hexdigest()}\n".encode() + rest


def save(training: Training, path: Path) -> None:
    """Keep a training."""
    write_whole(path, dumps(training))


def read(path: Path) -> tuple[dict[str, Any], bytes]:
    """The head of a checkpoint and the bytes of its net."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise TrainingError(f"{path} cannot be read: {error.strerror or error}") from None
    name, _, after = data.partition(b"\n")
    if name != FORMAT.encode():
        found = name[:40].decode("ascii", errors="replace")
        what = f"its first line is {found!r}" if data else "it is empty"
        raise TrainingError(f"{path} is no checkpoint of this version: {what}; expected {FORMAT!r}")
    told, _, rest = after.partition(b"\n")
    if told != sha256(rest).hexdigest().encode():
        raise TrainingError(
            f"{path} is damaged: its {len(data)} bytes do not have the checksum they were written with; "
            "expected an unchanged file. Remove it, or begin anew with --fresh"
        )
    line, _, net = rest.partition(b"\n")
    try:
        head = json.loads(line)
        for key in ("game", "players", *PLAN):
            head["training"][key]
        for key in ("played", "seconds", "loss", "history"):
            head[key]
    except (ValueError, KeyError, TypeError) as error:
        raise TrainingError(
            f"{path}: {type(error).__name__} {error} in its third line; expected plan and history"
        ) from None
    return head, net


def plan_in(path: Path) -> tuple[str, int, Plan]:
    """Game, number of players and plan of a checkpoint."""
    own = read(path)[0]["training"]
    return own["game"], own["players"], Plan(**{key: own[key] for key in PLAN})


def load(path: Path, game: Game, players: int, plan: Plan) -> Training:
    """The training in a checkpoint, which must be the one of this plan."""
    plan.check()
    head, data = read(path)
    try:
        net = Net.loads(data, str(path))
        training = Training(
            game,
            players,
            plan,
            net,
            played=int(head["played"]),
            seconds=float(head["seconds"]),
            loss=float(head["loss"]),
            history=[Moment.from_data(one) for one in head["history"]],
        )
    except (KeyError, TypeError, ValueError) as error:
        if isinstance(error, NetError):
            raise
        raise TrainingError(f"{path}: {type(error).__name__} {error}; expected what a training keeps") from None
    check_same(path, head["training"], training.identity)
    wanted = (outlook_on(game.deal(players=players, seed=0)).inputs, plan.hidden, players)
    found = (net.inputs, net.hidden, net.players)
    if found != wanted or net.dumps(learning=True) != data:
        raise TrainingError(
            f"{path}: a net of {found} (inputs, hidden units, players), {len(data)} bytes; expected {wanted}, with "
            "what its learning needs"
        )
    if not training.whole or not 0 <= training.played <= plan.games:
        raise TrainingError(
            f"{path}: {training.played} games; expected whole blocks of {plan.block}, at most {plan.games} games"
        )
    return training


def check_same(path: Path, found: dict[str, Any], wanted: dict[str, Any]) -> None:
    """Refuse to go on with another training than was begun."""
    other = [f"{key} {found.get(key)}, not {wanted[key]}" for key in wanted if found.get(key) != wanted[key]]
    if other:
        raise TrainingError(
            f"{path} holds another training: {'; '.join(other)}. Use another folder, or the options it was begun with, "
            "or --fresh to begin anew"
        )
