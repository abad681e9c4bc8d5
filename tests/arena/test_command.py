"""`eminence arena`: what it prints and writes, and how it complains."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
import typer
from typer.testing import CliRunner

from eminence.arena import ArenaError
from eminence.cli import Commands, arena
from tests.arena.matches import BETTER

app = typer.Typer(cls=Commands)
app.callback()(lambda: None)
arena.register(app)


def start(*arguments: str, code: int = 0) -> str:
    """What the command prints; with code 2 its one line of complaint."""
    done = CliRunner().invoke(app, ["arena", *arguments], env={"LC_ALL": "C.UTF-8", "COLUMNS": "100"})
    assert done.exit_code == code, done.output
    if code == 2:
        assert done.stderr.count("\n") == 1 and done.stderr.startswith("eminence: ")
        return done.stderr
    return done.stdout


def test_a_match_for_two_is_reported(tmp_path: Path) -> None:
    words = start(BETTER, "random", "-n", "2", "-j", "1", "--out", str(tmp_path / "out"))
    assert f"{BETTER} against random" in words and "Elo" in words and str(tmp_path / "out") in words.replace("\n", "")
    assert {path.name for path in (tmp_path / "out").iterdir()} == {
        "games.jsonl",
        "report.json",
        "report.txt",
        "plot.svg",
    }
    assert (tmp_path / "out" / "report.txt").read_text(encoding="utf-8") in words
    assert "2 deals were there already" in start(BETTER, "random", "-n", "3", "-j", "1", "--out", str(tmp_path / "out"))


def test_json_is_the_report() -> None:
    data = json.loads(start("random", "random", "-n", "3", "-j", "1", "--json", "-o", "early_end"))
    assert data["deals"] == 3 and data["games"] == 6 and data["match"]["options"] == ["early_end"]
    assert sum(data["pairs"][0]["pentanomial"]) == 3 and data["sprt"] is None


def test_a_sequential_test_takes_two_numbers_also_negative_ones() -> None:
    data = json.loads(start("random", "random", "--sprt", "-300", "-1", "-j", "1", "--json"))
    assert data["sprt"]["elo0"] == -300 and data["sprt"]["state"] == "accept H1"


def test_more_players_get_shares_and_ranks() -> None:
    words = start("random", BETTER, "-g", "richelieu", "-p", "3", "--lineup", "one", "-n", "1", "-j", "1")
    assert "fair" in words and "33.3 %" in words and "rank" in words


def test_a_ladder_is_added_on_request() -> None:
    pytest.importorskip("openskill")
    assert "Plackett" in start("random", "random", "-n", "1", "-j", "1", "--ladder")


def test_components_of_ones_own(tmp_path: Path) -> None:
    from eminence import components

    file = tmp_path / "box.toml"
    file.write_text(components.built_in_text("richelieu").replace("markers = 3", "markers = 2"), encoding="utf-8")
    data = json.loads(start("random", "random", "-n", "1", "-j", "1", "--components", str(file), "--json"))
    assert data["match"]["box"]["markers"] == 2


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["random"], "at least two"),
        (["random", "nobody"], "no bot 'nobody'"),
        (["random", "random", "--game", "chess"], "no game 'chess'"),
        (["random", "random", "--players", "3"], "not 3"),
        (["random", "random", "--deals", "0"], "0 deals"),
        (["random", "random", "--seed", "-4"], "seed -4"),
        (["random", "random", "--jobs", "0"], "--jobs: 0"),
        (["random", "random", "--executor", "moon"], "expected local or ray"),
        (["random", "random", "--sprt", "10", "0"], "the lower one first"),
        (["random", BETTER, "-g", "richelieu", "-p", "3", "--sprt", "0", "10"], "expected two of each"),
        (["random", "random", "--time", "1", "--effort", "5"], "expected one of them"),
        (["random", "random", "--option", "flying"], "no option 'flying'"),
        (["random", "random", "--components", "nowhere.toml"], "cannot be read"),
        (["random", "random", "--out", "/dev/null/x"], "cannot be opened"),
        (["random", "random", "--lineup", "odd"], "line-up 'odd'"),
        ([], "Missing argument"),
    ],
)
def test_bad_input_is_answered_in_one_line(arguments: list[str], complaint: str) -> None:
    assert complaint in start(*arguments, code=2)


def test_a_folder_is_named_and_is_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").write_text("", encoding="utf-8")
    common = ("random", "random", "-n", "1", "-j", "1", "--out")
    assert "no name; expected that of a folder" in start(*common, "", code=2)
    assert f"--out: {tmp_path / 'file'} is no folder; expected one" in start(*common, str(tmp_path / "file"), code=2)
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
    start(*common, ".")
    assert "1 deal was there already" in start(*common, ".")


def test_bots_made_otherwise_are_not_mixed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    start("random", "page", "-n", "1", "-j", "1", "--out", str(tmp_path))
    monkeypatch.setattr("eminence.arena.marks.manner", lambda name: f"{name}, but better")
    said = start("random", "page", "-n", "2", "-j", "1", "--out", str(tmp_path), code=2)
    assert "games.jsonl: its bots are made otherwise than now" in said


def test_another_match_in_the_same_folder_is_refused(tmp_path: Path) -> None:
    start("random", "random", "-n", "1", "-j", "1", "--out", str(tmp_path))
    assert "another match" in start("random", "random", "-n", "1", "--seed", "9", "--out", str(tmp_path), code=2)


@pytest.mark.parametrize(
    ("arguments", "jobs"),
    [
        (["random", "mcts", "--time", "0.001"], 3),
        (["random", "mcts:time=0.001"], 3),
        (["random", "mcts:time=0.001,threads=2"], 2),
        (["random", "eminence"], 3),
        (["random", "mcts", "--time", "0.001"], 2),
        (["random", "mcts:time=0.001,threads=2"], 1),
        (["random", "eminence", "--effort", "1"], 3),
        (["random", "net"], 3),
        (["random", "mcts:effort=1,threads=2"], 3),
    ],
)
def test_who_looks_at_the_clock_is_not_to_share_processors(
    monkeypatch: pytest.MonkeyPatch, arguments: list[str], jobs: int
) -> None:
    """Told once, and only where it matters."""
    monkeypatch.setattr("eminence.cli.options.processors", lambda: 2)
    monkeypatch.setattr("eminence.cli.arena.played", lambda *_: (_ for _ in ()).throw(ArenaError("enough")))
    done = CliRunner().invoke(app, ["arena", *arguments, "-n", "1", "-j", str(jobs)], env={"COLUMNS": "200"})
    own = any(word == "eminence" for word in arguments) and "--effort" not in arguments
    timed = own or any("time" in word for word in arguments)
    threads = 2 if any("threads" in word for word in arguments) else 1
    assert done.stderr.count("will not get their time") == (timed and jobs * threads > 2)
    assert done.stderr.endswith("eminence: enough\n") and not done.stdout


@pytest.mark.parametrize(("address", "told"), [(None, 1), ("10.0.0.1:6379", 0)])
def test_on_a_cluster_elsewhere_our_processors_do_not_matter(
    monkeypatch: pytest.MonkeyPatch, address: str | None, told: int
) -> None:
    monkeypatch.setattr("eminence.cli.options.processors", lambda: 2)
    monkeypatch.setattr("eminence.cli.arena.played", lambda *_: (_ for _ in ()).throw(ArenaError("enough")))
    monkeypatch.setitem(sys.modules, "ray", SimpleNamespace(is_initialized=lambda: False))  # type: ignore[arg-type]
    monkeypatch.setenv("RAY_ADDRESS", address or "")
    match = ["arena", "random", "mcts", "--time", "0.001", "-n", "1", "-j", "3", "--executor", "ray"]
    done = CliRunner().invoke(app, match, env={"COLUMNS": "200"})
    assert done.stderr.count("3 jobs on 2 processors") == told and done.stderr.endswith("eminence: enough\n")
