"""Training: checks do not disturb it, and what is stopped or killed goes on bit for bit."""

from __future__ import annotations

import json
import os
import random
import signal
import struct
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner

import eminence
from eminence.arena.curve import curve
from eminence.bots import Budget, Sight, TurnBot, checkpoint, trial
from eminence.bots.net import MAGIC, Net, NetError
from eminence.bots.training import BATCHES, SHIPPED, Check, Moment, Plan, Training, TrainingError, course
from eminence.cli import app
from eminence.cli.course import Desk, Stopped
from eminence.draw.palette import DARK, LIGHT
from tests.arena.matches import environ
from tests.cases import CASES, hear_interrupts, somewhere

FAST = eminence.compiled
GAME = "richelieu-duel"
TINY = Plan(games=24, hidden=8) if FAST else Plan(games=4, hidden=4, batch=2, draws=1)
compiled_only = pytest.mark.skipif(not FAST, reason="takes minutes uncompiled")


class Enough(Exception):  # noqa: N818
    """Stops a training."""


def begin(plan: Plan = TINY) -> Training:
    return Training.begin(eminence.game(GAME), 2, plan)


@pytest.fixture(scope="module")
def straight() -> Training:
    """The tiny plan, trained without a break."""
    training = begin()
    training.run(TINY.games)
    return training


def options(plan: Plan = TINY) -> list[str]:
    """A plan as options of the command."""
    values = {name: getattr(plan, name) for name in ("games", "hidden", "batch", "draws")}
    follow = "--follow" if plan.follow else "--no-follow"
    return [GAME, *(part for name, value in values.items() for part in (f"--{name}", str(value))), follow]


def train(*arguments: str, code: int = 0) -> str:
    """What the command prints; with code 2 its one line of complaint."""
    done = CliRunner().invoke(app, ["train", *arguments], env={"LC_ALL": "C.UTF-8", "COLUMNS": "100"})
    assert done.exit_code == code, done.output
    if code == 2:
        assert done.stderr.count("\n") == 1 and done.stderr.startswith("eminence: ")
        return done.stderr
    return done.stdout


# Weights.


def test_weights_are_loaded_as_they_were_written(straight: Training) -> None:
    data = straight.net.dumps()
    net = Net.loads(data, "test")
    x = [0.01 * i for i in range(net.inputs)]
    assert net.dumps() == data and net.ask(x) == straight.net.ask(x)
    assert len(data) < len(straight.net.dumps(learning=True))


@pytest.mark.parametrize("harm", ["", "short", "long", "magic", "shape", "parts"])
def test_wrong_bytes_are_no_weights(harm: str) -> None:
    net = Net(6, 4, 2)
    net.begin(1)
    data, start = net.dumps(), len(MAGIC)
    wrong = {
        "": b"",
        "short": data[:-1],
        "long": data + b"\0",
        "magic": b"X" + data[1:],
        "shape": data[:start] + struct.pack("<i", 9999) + data[start + 4 :],
        "parts": data[: start + 16] + struct.pack("<i", 2) + data[start + 20 :],
    }[harm]
    with pytest.raises(NetError):
        Net.loads(wrong, "some.net")


# Plans.


def test_every_game_has_a_plan_and_ten_checks() -> None:
    assert set(SHIPPED) == {(case.name, case.players) for case in CASES}
    for plan in (*SHIPPED.values(), Plan(games=44), Plan(games=1000)):
        plan.check()
        marks = [games for games in range(plan.block, plan.games + 1, plan.block) if games % plan.stride == 0]
        assert 10 <= len(marks) <= 38


def test_the_page_lists_the_shipped_plans() -> None:
    page = (Path(__file__).parent.parent / "docs" / "training.md").read_text(encoding="utf-8")
    for (game, players), plan in SHIPPED.items():
        training = Training.begin(eminence.game(game), players, plan)
        (row,) = [line for line in page.splitlines() if line.startswith(f"| `{game}-{players}.net`")]
        size = len(training.net.dumps())
        assert row.endswith(f" | {plan.games} | {training.net.inputs} | {size} |") and f"eminence train {game}" in row
        assert plan == Plan(games=plan.games, draws=plan.draws, trace=plan.trace, passes=plan.passes, follow=True)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"games": 0}, "games: 0; expected 1 to"),
        ({"games": 10}, "games: 10; expected a multiple of the batch of 4, as 8 or 12"),
        ({"seed": -1}, "seed: -1"),
        ({"hidden": 30}, "hidden: 30; expected 4, 8"),
        ({"rate": 0.0}, "rate: 0.0; expected more than 0"),
        ({"trace": 1.5}, "trace: 1.5; expected 0 to 1"),
        ({"noise": -0.1}, "noise: -0.1"),
        ({"draws": 0}, "draws: 0"),
        ({"batch": 0}, "batch: 0"),
        ({"passes": 0}, "passes: 0; expected 1 to"),
        ({"passes": 2, "games": 100}, "games: 100; expected a multiple of the block of 32, as 96 or 128"),
    ],
)
def test_plans_that_cannot_be(change: dict[str, float], complaint: str) -> None:
    with pytest.raises(TrainingError) as caught:
        begin(replace(Plan(), **change))  # type: ignore[arg-type]
    assert str(caught.value).startswith(complaint)


# Checks of strength.


@pytest.mark.parametrize("case", [CASES[0], CASES[-3]], ids=str)
def test_the_trial_decides_like_greedy(case: object) -> None:
    like = case.deal(0)  # type: ignore[attr-defined]
    mind = trial.Mind.of(Sight(), like, None)
    seen = 0
    for seed in range(40):
        state = somewhere(case, seed)  # type: ignore[arg-type]
        if state.over or not 1 < len(state.legal) <= (30 if FAST else 6):
            continue
        view = state.view(state.seat)
        expected = TurnBot(random.Random(seed), Budget(), Sight()).choose(view)
        assert mind.choose(view, random.Random(seed)) == expected
        seen += 1
        if seen == (8 if FAST else 2):
            break
    assert seen >= 1


@compiled_only
def test_checks_leave_the_learning_alone(straight: Training) -> None:
    training = begin()
    found = []

    def check(now: Training) -> Check:
        found.append(trial.shares(now, 1))
        assert trial.shares(now, 1) == found[-1], "the same check again"
        return Check(1, found[-1][0], 0.0, 1.0)

    course(training, check=check)
    assert training.net.dumps(learning=True) == straight.net.dumps(learning=True)
    assert len(found) == len(training.history) == 7 and {share for one in found for share in one} <= {
        0,
        0.25,
        0.5,
        0.75,
        1,
    }


# Going on.


AGAIN = Plan(games=2 * BATCHES, hidden=4, batch=1, draws=1, passes=3)


@pytest.mark.parametrize("plan", [TINY, replace(TINY, follow=True), AGAIN], ids=["plain", "follow", "passes"])
def test_a_training_goes_on_bit_for_bit(plan: Plan, tmp_path: Path) -> None:
    """Stopped in the middle of a block: the checkpoint has whole blocks, and the end is the same."""
    file = tmp_path / "checkpoint"
    straight = begin(plan)
    straight.run(plan.games)
    first = begin(plan)
    stop = plan.block + plan.block // 2

    def learned() -> None:
        checkpoint.save(first, file)
        if first.played + plan.block > stop:
            first.run(stop - first.played)
            raise Enough

    with pytest.raises(Enough):
        course(first, learned=learned)
    assert first.played == stop
    with pytest.raises(TrainingError, match="whole blocks"):
        checkpoint.save(first, file)
    second = checkpoint.load(file, eminence.game(GAME), 2, plan)
    assert second.played == plan.block and second.history == first.history
    course(second)
    assert second.net.dumps(learning=True) == straight.net.dumps(learning=True)
    assert [moment.games for moment in second.history] == list(range(0, plan.games + 1, plan.block))
    assert sum(moment.loss or 0.0 for moment in second.history) * plan.block == pytest.approx(straight.loss)


def test_a_damaged_checkpoint_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "checkpoint"
    training = begin()
    data = checkpoint.dumps(training)
    head = data.index(b"}\n") + 2
    for wrong, complaint in (
        (b"", "is empty"),
        (data[:-1], "damaged"),
        (data + b"!", "damaged"),
        (data[: head + 60] + bytes([data[head + 60] ^ 1]) + data[head + 61 :], "damaged"),
        (data.replace(b'"played": 0', b'"played": 4'), "damaged"),
        (b"eminence-training/9" + data[19:], "eminence-training/9"),
        (b"\x89PNG\r\n", "expected 'eminence-training/1'"),
    ):
        file.write_bytes(wrong)
        with pytest.raises(TrainingError, match=complaint) as caught:
            checkpoint.load(file, training.game, 2, TINY)
        assert str(file) in str(caught.value)
    assert "expected 'eminence-training/1'" in train(*options(), "--out", str(tmp_path), code=2)
    file.unlink()
    with pytest.raises(TrainingError, match="cannot be read"):
        checkpoint.load(file, training.game, 2, TINY)


def test_another_plan_is_refused_by_its_difference(tmp_path: Path) -> None:
    checkpoint.save(begin(), tmp_path / "checkpoint")
    complaint = train(*options(), "--rate", "0.01", "--seed", "7", "--out", str(tmp_path), code=2)
    assert "rate 0.002, not 0.01" in complaint and "seed 1, not 7" in complaint and "--fresh" in complaint
    assert str(tmp_path / "checkpoint") in complaint and "games" not in complaint.split(":", 2)[2].split(".")[0]
    complaint = train("richelieu", "--players", "2", "--resume", "--out", str(tmp_path), code=2)
    assert f"game {GAME}, not richelieu" in complaint


# The command.


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["chess"], "no game 'chess'"),
        ([GAME, "--players", "3"], "not 3"),
        ([GAME, "--games", "10"], "--games: 10; expected a multiple"),
        ([GAME, "--games", "many"], "expected a whole number"),
        ([GAME, "--hidden", "132"], "--hidden: 132"),
        ([GAME, "--rate", "2"], "--rate: 2.0"),
        ([GAME, "--check", "0"], "--check: 0"),
        ([GAME, "--save", "0"], "--save: 0"),
        ([GAME, "--resume", "--fresh"], "expected one of them"),
        ([GAME, "--resume", "--out", "nowhere"], "there is no nowhere"),
        ([GAME, "--out", "/dev/null/x"], "cannot be used as a folder"),
        ([], "Missing argument"),
    ],
)
def test_bad_input_is_answered_in_one_line(arguments: list[str], complaint: str) -> None:
    assert complaint in train(*arguments, code=2)


def test_a_training_leaves_weights_and_curve(
    straight: Training, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("eminence.cli.train.files", lambda name: tmp_path / name)
    (tmp_path / "eminence.bots").mkdir()
    folder = tmp_path / "out"
    checks = ["--check", "1"] if FAST else ["--no-check"]
    data = json.loads(train(*options(), *checks, "--out", str(folder), "--json", "--install"))
    weights = (folder / f"{GAME}-2.net").read_bytes()
    assert weights == straight.net.dumps() == Path(data["installed"]).read_bytes()
    assert data["installed"] == str(tmp_path / "eminence.bots" / "weights" / f"{GAME}-2.net")
    assert data["plan"]["games"] == TINY.games and (data["check"] is not None) == FAST
    lines = [json.loads(line) for line in (folder / "curve.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [line["games"] for line in lines] == list(range(0, TINY.games + 1, TINY.batch))
    assert lines[0]["loss"] is None and all(0.0 <= line["loss"] < 1.0 for line in lines[1:])
    if FAST:
        assert [line["check"]["deals"] for line in lines] == [1] * 6 + [5]
        assert all(line["check"]["low"] <= line["check"]["share"] <= line["check"]["high"] for line in lines)
    drawn = ElementTree.fromstring((folder / "curve.svg").read_text(encoding="utf-8"))
    assert drawn.tag.endswith("svg") and f"{TINY.games} of {TINY.games} games" in "".join(drawn.itertext())
    names = {"checkpoint", "curve.jsonl", "curve.svg", "lock", f"{GAME}-2.net"}
    assert {path.name for path in folder.iterdir()} == names
    again = train(GAME, "--resume", "--out", str(folder))
    assert f"{TINY.games} games in" in again and (folder / f"{GAME}-2.net").read_bytes() == weights


def test_fresh_begins_anew(tmp_path: Path) -> None:
    plan = replace(TINY, games=TINY.batch)
    (tmp_path / "checkpoint").write_bytes(b"nonsense")
    train(*options(plan), "--no-check", "--fresh", "--out", str(tmp_path))
    assert checkpoint.plan_in(tmp_path / "checkpoint") == (GAME, 2, plan)


def test_a_curve_is_drawn_by_day_and_by_night() -> None:
    history = [Moment(100 * k, 1.5 * k, 0.02 / k if k else None, Check(4, 0.5, 0.2, 0.8)) for k in range(12)]
    for some in (history, history[:1], [replace(one, check=None) for one in history]):
        drawn = curve("a & b", 2, some)
        ElementTree.fromstring(drawn)
        assert "prefers-color-scheme:dark" in drawn and f'[fill="{LIGHT.ink}"]{{fill:{DARK.ink}}}' in drawn
        assert "a &amp; b" in drawn
    with pytest.raises(ValueError, match="no moments"):
        curve("nothing", 2, [])


# Interruptions.


def started(folder: Path, plan: Plan) -> subprocess.Popen[str]:
    """The real command."""
    command = [sys.executable, "-m", "eminence", "train", *options(plan), "--no-check", "--save", "1"]
    return subprocess.Popen(
        [*command, "--out", str(folder)],
        env=environ(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=hear_interrupts,
    )


def wait_for(file: Path, games: int, process: subprocess.Popen[str]) -> None:
    """Until the checkpoint has so many games."""
    while process.poll() is None:
        if file.exists() and checkpoint.read(file)[0]["played"] >= games:
            return
        time.sleep(0.005)


LONG = replace(TINY, games=160) if FAST else TINY


@pytest.mark.process
def test_a_training_killed_again_and_again_ends_like_one_that_was_not(tmp_path: Path) -> None:
    """kill -9, at whatever moment it comes; a checkpoint half written counts for nothing."""
    file = tmp_path / "checkpoint"
    for moment in (LONG.games // 6, LONG.games // 2):
        with started(tmp_path, LONG) as process:
            wait_for(file, moment, process)
            process.kill()
            process.communicate(timeout=60)
        assert process.returncode == -signal.SIGKILL
        assert moment <= checkpoint.read(file)[0]["played"] < LONG.games
        (tmp_path / "checkpoint.part").write_bytes(b"eminence-training/1\ntorn")
        with (tmp_path / "curve.jsonl").open("ab") as torn:
            torn.write(b'{"games": 99')
    train(*options(LONG), "--no-check", "--out", str(tmp_path))
    whole = begin(LONG)
    whole.run(LONG.games)
    assert (tmp_path / f"{GAME}-2.net").read_bytes() == whole.net.dumps()
    lines = [json.loads(line) for line in (tmp_path / "curve.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [line["games"] for line in lines] == list(range(0, LONG.games + 1, LONG.stride))


@pytest.mark.process
@pytest.mark.skipif(os.name == "nt", reason="no such signals")
def test_ctrl_c_keeps_a_checkpoint_and_says_how_to_go_on(tmp_path: Path) -> None:
    file = tmp_path / "checkpoint"
    plan = replace(TINY, games=400_000)
    with started(tmp_path, plan) as process:
        wait_for(file, TINY.batch, process)
        assert "in use" in train(*options(plan), "--out", str(tmp_path), code=2)
        process.send_signal(signal.SIGINT)
        said = process.communicate(timeout=60)[1]
    assert process.returncode == 130
    played = checkpoint.read(file)[0]["played"]
    assert f"stopped after {played} of 400000 games" in said and played % plan.batch == 0
    assert f"eminence train {GAME} --players 2 --out {tmp_path} --resume --save 1 --no-check\n" in said


@pytest.mark.parametrize(
    ("asked", "again"),
    [
        ((), ""),
        (("--install", "--json"), " --install --json"),
        (("--check", "3", "--save", "7", "--fresh"), " --check 3 --save 7"),
        (("--no-check", "--save", "500"), " --no-check"),
    ],
)
def test_the_command_that_goes_on_keeps_what_was_asked_for(
    asked: tuple[str, ...], again: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(desk: Desk) -> None:
        raise Stopped(signal.SIGINT)

    monkeypatch.setattr(Desk, "run", stop)
    folder = tmp_path / "a folder"
    done = CliRunner().invoke(app, ["train", *options(), *asked, "--out", str(folder)], env={"LC_ALL": "C.UTF-8"})
    assert done.exit_code == 130
    assert done.stderr.endswith(f"eminence train {GAME} --players 2 --out '{folder}' --resume{again}\n")
