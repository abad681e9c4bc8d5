"""`eminence ladder` with some bots in a folder that holds more: nothing is lost from its page."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from eminence.arena.campaign import Standing
from eminence.bots import BOTS
from tests.arena.ladders import app, start

DUEL = ("-g", "richelieu-duel", "-n", "1", "-j", "1")
THREE = "random,greedy,page"


def numbers(folder: Path) -> dict[str, Any]:
    """What a folder says."""
    found: dict[str, Any] = json.loads((folder / "strength.json").read_text(encoding="utf-8"))
    return found


def pairs(folder: Path) -> list[list[str]]:
    """Who has met in the first room."""
    return [pair["names"] for pair in numbers(folder)["rooms"][0]["pairs"]]


def test_more_deals_of_some_bots_leave_the_others_on_the_page(tmp_path: Path) -> None:
    out = ("--out", str(tmp_path))
    start(*DUEL, "--bots", THREE, *out)
    assert pairs(tmp_path) == [["greedy", "page"], ["greedy", "random"]]
    said = start("-g", "richelieu-duel", "-n", "2", "-j", "1", "--bots", "random,greedy", *out)
    assert "2 of 2 deals of 1 match, 1 of them now" in said
    assert pairs(tmp_path) == [["greedy", "page"], ["greedy", "random"]]
    assert numbers(tmp_path)["bots"] == ["random", "greedy", "page"]
    assert [pair["deals"] for pair in numbers(tmp_path)["rooms"][0]["pairs"]] == [1, 2]
    said = start(*DUEL, "--bots", "random,page", *out, code=2)
    assert f"expected neighbours on the ladder of {tmp_path / 'strength.json'}, or another --out" in said


def test_another_ladder_in_the_same_folder_has_the_page_for_itself(tmp_path: Path) -> None:
    out = ("--out", str(tmp_path))
    start(*DUEL, "--bots", "random,greedy", *out)
    start(*DUEL, "--bots", THREE, *out)
    assert pairs(tmp_path) == [["greedy", "page"], ["greedy", "random"]]
    start(*DUEL, "--bots", "random,greedy", "--effort", "1", *out)
    assert pairs(tmp_path) == [["greedy", "random"]] and numbers(tmp_path)["effort"] == 1


@pytest.mark.parametrize("effort", [(), ("--effort", "1")])
def test_targets_of_some_bots_leave_the_ladder_on_the_page(tmp_path: Path, effort: tuple[str, ...]) -> None:
    out = ("--out", str(tmp_path))
    start(*DUEL, "--bots", THREE, *effort, *out)
    before = numbers(tmp_path)
    said = start("--targets", "-g", "richelieu-duel", "--bots", "turn,greedy", "--budget", "0", *out)
    assert "0 of 100 deals of 1 match" in said and numbers(tmp_path) == before


def test_targets_in_a_new_folder_are_those_of_all_bots(tmp_path: Path) -> None:
    start("--targets", "-g", "richelieu-duel", "--bots", "net,greedy", "--budget", "0", "--out", str(tmp_path))
    assert numbers(tmp_path)["bots"] == list(BOTS) and numbers(tmp_path)["rooms"] == []
    start(*DUEL, "--bots", "random,mcts", "--effort", "1", "--out", str(tmp_path))
    assert pairs(tmp_path) == [["mcts", "random"]]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--bots", "cardinal,eminence"], 1),
        (["--bots", "random,greedy", "--time", "0.1"], 1),
        (["--bots", "net,greedy", "--targets"], 1),
        (["--bots", "cardinal,eminence", "--budget", "0"], 0),
        (["--bots", "cardinal,eminence", "--effort", "1"], 0),
        (["--bots", "random,greedy"], 0),
    ],
)
def test_too_many_jobs_for_bots_that_look_at_the_clock_are_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, arguments: list[str], told: int
) -> None:
    monkeypatch.setattr("eminence.cli.options.processors", lambda: 2)
    monkeypatch.setattr("eminence.cli.ladder.campaign", lambda *_, **__: Standing(0, 0, 0, None))
    command = ["ladder", "-g", "richelieu-duel", "-j", "3", *arguments, "--out", str(tmp_path / "out")]
    (tmp_path / "out").mkdir()
    done = CliRunner().invoke(app, command, env={"COLUMNS": "200"})
    assert done.exit_code == 0, done.output
    assert done.stderr.count("3 jobs on 2 processors: the bots will not get their time to the full") == told
