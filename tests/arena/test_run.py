"""Runs: early stops and interruptions change nothing, and matches are not mixed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import eminence
from eminence.arena import ArenaError, Local, Progress, Run, load, run
from eminence.arena.marks import sides_mark
from eminence.arena.run import Pace, Tally
from eminence.arena.store import Store
from eminence.arena.tables import pair_place
from eminence.bots import BOTS
from tests.arena.matches import BETTER, environ, match, result
from tests.cases import hear_interrupts

ONE = Local(1)


def lines(path: Path) -> list[dict[str, Any]]:
    """The file of a match without times."""
    found = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    for line in found:
        for game in line.get("games", []):
            del game["seconds"], game["longest"]
    return found


# Progress and pace.


def test_progress_is_told_after_every_deal() -> None:
    told: list[Progress] = []
    found = run(match(deals=5), executor=ONE, progress=told.append)
    assert [step.done for step in told] == [0, 1, 2, 3, 4, 5] and {step.total for step in told} == {5}
    assert len(found.deals) == 5 and found.kept == 0 and found.verdict is None


def test_chunks_grow_with_quick_games_and_cover_every_deal_once() -> None:
    pace = Pace(range(10, 210), jobs=2)
    sizes, seeds = [], []
    for part in pace.chunks():
        pace.learn(0.01 * len(part), len(part))
        sizes.append(len(part))
        seeds += list(part)
    assert seeds == list(range(10, 210))
    assert sizes[:4] == [1, 2, 4, 8] and max(sizes) > 20 and sizes[-1] == 1
    pace.learn(100.0, 10)
    assert pace.size == 1


# Early stop.


def test_the_sequential_test_stops_at_its_first_verdict_and_nowhere_else() -> None:
    arranged = match(deals=500)
    found = run(arranged, executor=ONE, bounds=(0, 300))
    assert found.verdict is not None and found.verdict.state != "continue" and len(found.deals) < 500
    tally = Tally(arranged, (0, 300))
    for deal in found.deals[:-1]:
        tally.add(deal)
        assert not tally.decided
    tally.add(found.deals[-1])
    assert tally.verdict == found.verdict


def test_a_bot_against_itself_is_not_found_stronger() -> None:
    """A control on real games: five tests of a bot against itself, 5 % of them may fail; with these seeds none does."""
    for seed in (1, 1001, 2001, 3001, 4001):
        found = run(match(deals=400, seed=seed), executor=ONE, bounds=(0, 150))
        assert found.verdict is not None and found.verdict.state == "accept H0"


def test_a_stronger_bot_is_soon_found_stronger() -> None:
    found = run(match(BETTER, "random", deals=40), executor=ONE, bounds=(0, 400))
    assert found.verdict is not None and found.verdict.state == "accept H1" and len(found.deals) < 20


def test_a_test_after_the_fact_ends_where_it_would_have_ended(tmp_path: Path) -> None:
    arranged, file = match(deals=60), tmp_path / "games.jsonl"
    at_once = run(arranged, executor=ONE, bounds=(0, 300))
    run(arranged, executor=ONE, file=file)
    later = run(arranged, executor=ONE, file=file, bounds=(0, 300))
    assert (later.deals, later.verdict) == (at_once.deals, at_once.verdict)


@pytest.mark.parametrize("settings", [{"game": "richelieu", "players": 3}, {}])
def test_a_sequential_test_is_for_two_bots_at_a_table_for_two(settings: dict[str, Any]) -> None:
    with pytest.raises(ArenaError, match=r"expected two of each|lower one first"):
        run(match(**settings), executor=ONE, bounds=(0, 10) if settings else (10, 0))


@pytest.mark.process
def test_the_result_does_not_depend_on_the_number_of_jobs(tmp_path: Path) -> None:
    arranged = match(deals=300)
    one = run(arranged, executor=ONE, file=tmp_path / "one.jsonl", bounds=(0, 300))
    two = run(arranged, executor=Local(2), file=tmp_path / "two.jsonl", bounds=(0, 300))
    assert (one.deals, one.verdict) == (two.deals, two.verdict)
    assert lines(tmp_path / "one.jsonl") == lines(tmp_path / "two.jsonl")


# The file.


def test_a_match_goes_on_where_it_stopped_and_can_be_prolonged(tmp_path: Path) -> None:
    file = tmp_path / "deep" / "games.jsonl"
    run(match(deals=3), executor=ONE, file=file)
    longer = run(match(deals=7), executor=ONE, file=file)
    assert longer.kept == 3 and longer.deals == run(match(deals=7), executor=ONE).deals
    shorter = run(match(deals=2), executor=ONE, file=file)
    assert shorter.deals == longer.deals[:2] and shorter.kept == 2
    arranged, deals = load(file)
    assert arranged == match(deals=7) and deals == longer.deals


@pytest.mark.parametrize("cut", [1, 2, 40, 10_000])
def test_a_torn_last_line_is_played_again(tmp_path: Path, cut: int) -> None:
    file = tmp_path / "games.jsonl"
    whole = run(match(deals=4), executor=ONE, file=file)
    content = file.read_bytes()
    last = content[:-1].rfind(b"\n") + 1
    file.write_bytes(content[: max(last, len(content) - cut)])
    again = run(match(deals=4), executor=ONE, file=file)
    assert again.kept == 3 and again.deals == whole.deals
    assert len(lines(file)) == 5


def test_a_torn_first_line_is_written_again(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    run(match(deals=1), executor=ONE, file=file)
    file.write_bytes(file.read_bytes()[:30])
    assert len(run(match(deals=1), executor=ONE, file=file).deals) == 1
    assert len(lines(file)) == 2


@pytest.mark.parametrize(
    ("other", "complaint"),
    [
        ({"seed": 2}, "its seed is 1, not 2"),
        ({"game": "richelieu"}, "its game is 'richelieu-duel', not 'richelieu'"),
        ({"bots": (BETTER, "random")}, "its bots is"),
    ],
)
def test_another_match_is_refused(tmp_path: Path, other: dict[str, Any], complaint: str) -> None:
    file = tmp_path / "games.jsonl"
    run(match(deals=1), executor=ONE, file=file)
    before = file.read_bytes()
    with pytest.raises(ArenaError, match=complaint):
        run(match(*other.pop("bots", ()), deals=1, **other), executor=ONE, file=file)
    assert file.read_bytes() == before


def test_bots_of_another_version_are_other_bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "games.jsonl"
    run(match(deals=1), executor=ONE, file=file)
    monkeypatch.setattr(eminence, "__version__", "99.0")
    with pytest.raises(ArenaError, match=r"its eminence is .*, not '99.0'"):
        run(match(deals=1), executor=ONE, file=file)


@pytest.mark.parametrize("specs", [("abbot", "random"), ("net:effort=1", "random"), ("mcts:effort=1", "random")])
def test_bots_made_otherwise_are_other_bots(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, specs: tuple[str, str]
) -> None:
    """Another net makes others of all that ask it, and of nobody else."""
    file = tmp_path / "games.jsonl"
    with Store(match(*specs), file):
        pass
    before = file.read_bytes()
    monkeypatch.setattr("eminence.arena.marks.net_file", lambda game, players: b"another net")
    if specs[0].startswith("mcts"):
        Store(match(*specs), file).__exit__(None, None, None)
    else:
        with pytest.raises(ArenaError, match=r"its bots are made otherwise than now: mark '\w{8}', not \w{8}"):
            Store(match(*specs), file)
    assert file.read_bytes() == before and load(file)[1] == []


def test_a_bot_of_ones_own_is_marked_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "games.jsonl"
    monkeypatch.setitem(BOTS, "mine", BOTS["random"])
    for kept in (0, 1):
        assert run(match("mine", "random", deals=1), executor=ONE, file=file).kept == kept
    assert (
        len({sides_mark("richelieu-duel", 2, specs) for specs in (("a", "random"), ("b", "random"), ("b", "b"))}) == 3
    )


def test_a_file_that_does_not_say_how_its_bots_are_made_is_one_of_a_ladder(tmp_path: Path) -> None:
    """The name of a ladder's file says it."""
    file = tmp_path / "games.jsonl"
    run(match(deals=1), executor=ONE, file=file)
    head, *rest = file.read_text(encoding="utf-8").splitlines(keepends=True)
    data = json.loads(head)
    mark = data.pop("mark")
    for name in ("games", "pair-random-random", f"pair-random-random-{mark}", f"pair-random-random-{mark}-from3"):
        old = tmp_path / f"{name}.jsonl"
        old.write_text("".join([json.dumps(data) + "\n", *rest]), encoding="utf-8")
        assert len(load(old)[1]) == 1
        if mark in name:
            assert run(match(deals=1), executor=ONE, file=old).kept == 1
        else:
            with pytest.raises(ArenaError, match=f"does not say what its bots are made of; expected mark {mark}"):
                run(match(deals=1), executor=ONE, file=old)


@pytest.mark.parametrize("content", [b"hello\n", b"hello", b'{"format": 1}\n', b"[]\n{}\n"])
def test_a_file_of_something_else_is_left_alone(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "precious"
    file.write_bytes(content)
    with pytest.raises(ArenaError, match="not the file of a match"):
        run(match(deals=1), executor=ONE, file=file)
    assert file.read_bytes() == content


def test_a_damaged_deal_is_named_by_its_line(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    run(match(deals=3), executor=ONE, file=file)
    rows = file.read_text(encoding="utf-8").splitlines()
    for broken in ([*rows[0:2], "{", *rows[3:]], [rows[0], rows[1], rows[3], rows[2]]):
        file.write_text("\n".join(broken) + "\n", encoding="utf-8")
        with pytest.raises(ArenaError, match="line 3"):
            run(match(deals=3), executor=ONE, file=file)


def test_a_file_in_use_is_refused(tmp_path: Path) -> None:
    pytest.importorskip("fcntl")
    file = tmp_path / "games.jsonl"
    with Store(match(), file), pytest.raises(ArenaError, match="in use"):
        Store(match(), file)
    with Store(match(), file) as free:
        assert free.deals == []


def test_a_file_that_cannot_be_opened_is_named(tmp_path: Path) -> None:
    with pytest.raises(ArenaError, match="cannot be opened"):
        run(match(deals=1), executor=ONE, file=tmp_path)
    with pytest.raises(ArenaError, match="cannot be read"):
        load(tmp_path / "nothing")


def test_pairs_are_counted_for_the_same_bot_on_both_seats() -> None:
    won = [result((0, 1), (1, 2)), result((1, 0), (2, 1), rotation=1)]
    split = [result((0, 1), (1, 2)), result((1, 0), (1, 2), rotation=1)]
    tied = [result((0, 1), (1, 1)), result((1, 0), (1, 2), rotation=1)]
    assert [pair_place(deal) for deal in (won, split, tied)] == [4, 2, 1]


# Interruptions.

KILLED = """
import os, signal, sys
import eminence
from eminence.arena import Local, arrange, run

def die(progress):
    if progress.done == int(sys.argv[2]):
        os.kill(os.getpid(), signal.SIGKILL)

if __name__ == "__main__":
    match = arrange(eminence.game("richelieu-duel"), ["random", "random"], deals=40)
    run(match, executor=Local(2), file=sys.argv[1], progress=die)
"""


def gone(group: int) -> bool:
    """Whether every process of a group has ended, after a while."""
    for _ in range(200):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.05)
    return False


@pytest.mark.slow
@pytest.mark.process
def test_a_match_killed_again_and_again_ends_like_one_that_was_not(tmp_path: Path) -> None:
    """kill -9 of the first process, in the middle of a match: its workers end too, and nothing finished is lost."""
    file = tmp_path / "killed.jsonl"
    for moment in (7, 23):
        command = [sys.executable, "-c", KILLED, str(file), str(moment)]
        with subprocess.Popen(command, env=environ(), start_new_session=True, stderr=subprocess.DEVNULL) as process:
            assert process.wait(timeout=60) == -signal.SIGKILL
        assert gone(process.pid), "workers outlive the match"
        assert len(lines(file)) == moment + 1
    with file.open("ab") as torn:
        torn.write(b'{"deal":24,"games":[{"deci')
    resumed = run(match(deals=40), executor=ONE, file=file)
    whole = run(match(deals=40), executor=ONE, file=tmp_path / "whole.jsonl")
    assert resumed.kept == 23 and resumed.deals == whole.deals
    assert lines(file) == lines(tmp_path / "whole.jsonl")


COMMAND = """
import typer
from eminence.cli import Commands
from eminence.cli import arena

app = typer.Typer(cls=Commands)
app.callback()(lambda: None)
arena.register(app)
if __name__ == "__main__":
    app(prog_name="eminence")
"""


@pytest.mark.slow
@pytest.mark.process
def test_ctrl_c_ends_a_match_in_one_line_and_the_same_command_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "out" / "games.jsonl"
    command = [sys.executable, "-c", COMMAND, "arena", "random", "random", "-n", "100000", "-j", "2"]
    with subprocess.Popen(
        [*command, "--out", str(file.parent)],
        env=environ(),
        start_new_session=True,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=hear_interrupts,
    ) as process:
        while process.poll() is None and (not file.exists() or file.read_bytes().count(b"\n") < 4):
            time.sleep(0.02)
        os.killpg(process.pid, signal.SIGINT)
        complaint = process.communicate(timeout=30)[1]
    assert process.returncode == 130
    assert "the same command goes on" in complaint and complaint.count("\n") == 1
    assert gone(process.pid)
    _, deals = load(file)
    found: Run = run(match(deals=len(deals)), executor=ONE, file=file)
    assert found.kept == len(deals) >= 3
