"""`eminence review` at the terminal, and the pictures that it and other commands write."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from typer.testing import CliRunner

from eminence.analysis import Review
from eminence.analysis.result import TurnReview
from eminence.analysis.search import Worth
from eminence.cli import app
from eminence.cli.console import Failure, write_file
from eminence.cli.replay import Player
from eminence.cli.review import show
from tests.cases import Case
from tests.test_analysis import EFFORT, FOUR, record, reviewed

DUEL, CARDS = FOUR[0], FOUR[2]


def run(*arguments: str, code: int = 0) -> tuple[str, str]:
    """A command: what it prints and what it complains about."""
    result = CliRunner().invoke(app, list(arguments), env={"LC_ALL": "C.UTF-8", "COLUMNS": "80"})
    assert result.exit_code == code, result.output
    if code == 2:
        assert result.stderr.count("\n") == 1 and result.stderr.startswith("eminence: ")
    return result.stdout, result.stderr


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """A record of three turns."""
    path = tmp_path / "game.json"
    record(DUEL, whole=False, limit=3).save(path)
    return path


def asked(path: Path, *more: str) -> tuple[str, ...]:
    """The command for a record."""
    return ("review", str(path), "--unfinished", "--effort", str(EFFORT), *more)


def by_points(found: Review) -> TurnReview:
    """A turn that lost many points of a game already won."""
    best, played = Worth(0.99, 20.0), Worth(0.98, 10.8)
    judged: dict[str, Any] = {
        "loss": 0.01,
        "loss_margin": 9.2,
        "verdict": "mistake",
        "better": "A1 @B1",
        "proven": True,
    }
    return replace(found.turns[0], best=best, played=played, **judged)


# The terminal.


def test_points_are_shown_where_points_decided(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    turn = by_points(reviewed(DUEL))
    found = replace(reviewed(DUEL), turns=(turn,))
    show(found, None, everything=False)
    row, below = capsys.readouterr().out.splitlines()[2:4]
    assert row.split()[-4:] == ["99.0", "+20.0", "9.2", "points"]
    assert below.strip().startswith("mistake (solved), better A1 @B1")
    assert "Mistake, 9.2 points given away. Better: A1 @B1" in found.svg()
    chances = replace(turn, best=Worth(0.5, 0.0), loss=0.12, proven=False)
    assert turn.by_points and not chances.by_points
    found = replace(found, turns=(chances,))
    show(found, None, everything=False)
    row, below = capsys.readouterr().out.splitlines()[2:4]
    assert row.split()[-3:] == ["50.0", "0.0", "12.0"] and below.strip().startswith("mistake, better A1 @B1")
    assert "12% given away" in found.svg()


@pytest.mark.parametrize("width", [60, 80, 110])
@pytest.mark.parametrize("case", FOUR, ids=str)
def test_narrow_terminals_cut_names_and_turns_but_no_number(
    case: Case, width: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    found = reviewed(case)
    show(replace(found, names=tuple(80 * "n" for _ in found.names)), None, everything=True)
    lines = capsys.readouterr().out.splitlines()
    assert all(len(line) <= width for line in lines)
    assert lines[1].split() == ["who", "played", "win", "ahead", "lost", "luck"]
    rows = [line for line in lines if line.split() and line.split()[0].isdecimal() and "nnnnnnn" in line]
    assert len(rows) == len(found.turns), "a row for every turn, none of them broken"
    account = lines[max(place for place, line in enumerate(lines) if "nnnnnnn" in line and line not in rows) :]
    counts = [line.split()[1:] for line in account if line.startswith("??")]
    if counts:  # turned: a column a player
        assert counts == [[str(one.blunders) for one in found.accounts]]
    else:
        assert account[0].split()[-1] == str(found.accounts[-1].blunders)
    assert not any("…" in word for line in account for word in line.split() if "n" not in word)


def test_wide_terminals_show_a_row_a_player(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    found = replace(reviewed(DUEL), finished=False)
    show(found, None, everything=True)
    lines = capsys.readouterr().out.splitlines()
    head = next(place for place, line in enumerate(lines) if line.split()[:1] == ["deal"])
    expected = ["deal", "own", "others", "luck", "rest", "now", "a", "turn", "?!", "?", "??"]
    assert lines[head].split() == expected, "what an unfinished game has come to is no outcome"
    assert [line.startswith(found.name(seat)) for seat, line in enumerate(lines[head + 1 : head + 3])] == [True, True]


def test_a_game_that_nobody_wins_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    """D32."""
    found = replace(reviewed(CARDS), finished=True, winners=())
    show(found, None, everything=False)
    assert "(D32)" in capsys.readouterr().out
    for other in (replace(found, winners=(0,)), replace(found, finished=False)):
        show(other, None, everything=False)
        assert "D32" not in capsys.readouterr().out


def test_one_players_turns_in_words_and_as_data(saved: Path) -> None:
    whole, one = (json.loads(run(*asked(saved, "--json", *more))[0]) for more in ((), ("--seat", "2")))
    assert [turn["seat"] for turn in whole["turns"]] == [0, 1, 0] and len(one["turns"]) == 1
    assert one == whole | {"turns": whole["turns"][1:2]}


def test_the_help_names_both_thresholds() -> None:
    said = " ".join(run("review", "--help")[0].replace("│", " ").split())
    assert "5 % of the win" in said and "4 of them, a mistake 8, a blunder 16" in said


def test_ctrl_c_says_how_far_it_came(saved: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: Any, progress: Callable[[int, int], None], **__: Any) -> Review:
        progress(2, 3)
        raise KeyboardInterrupt

    monkeypatch.setattr("eminence.cli.review.review_of", interrupted)
    assert run("review", str(saved), "--unfinished", code=130) == ("", "stopped after 2 of 3 turns\n")


def test_a_replay_calls_who_has_no_name_by_the_seat() -> None:
    player = Player(replace(record(DUEL, whole=False, limit=1), names=("Ann", "")), Console(), "all", "en")
    assert [player.name(seat) for seat in (0, 1)] == ["Ann", "Seat 2"]


# The picture.


def test_a_place_for_no_picture_is_refused_before_the_search(
    saved: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("eminence.cli.review.review_of", lambda *_, **__: pytest.fail("it has searched"))
    monkeypatch.chdir(tmp_path)
    Path("folder").mkdir()
    Path("link.svg").hardlink_to(saved)
    for place, complaint in (
        ("", "names no file"),
        (".", "is a folder"),
        ("/", "is a folder"),
        ("folder", "is a folder"),
        ("new/", "names no file"),
        ("nowhere/game.svg", "nowhere is no folder"),
        ("game.json/game.svg", "game.json is no folder"),
        (300 * "n", "cannot be written"),
        ("game.json", "is the record itself"),
        ("folder/../game.json", "is the record itself"),
        ("link.svg", "is the record itself"),
        (os.devnull, "is no ordinary file"),
    ):
        said = run(*asked(saved, "--svg", place), code=2)[1]
        assert "--svg" in said and complaint in said and (place or "''") in said
    assert {path.name for path in tmp_path.iterdir()} == {"game.json", "link.svg", "folder"}


@pytest.mark.parametrize("kind", ["--all", "--json"])
def test_a_picture_that_cannot_be_written_does_not_cost_the_review(saved: Path, tmp_path: Path, kind: str) -> None:
    (tmp_path / "game.svg.part").mkdir()
    said, complaint = run(*asked(saved, kind, "--svg", str(tmp_path / "game.svg")), code=2)
    assert "luck" in said and f"{tmp_path / 'game.svg'} cannot be written" in complaint
    assert "written" not in said and not (tmp_path / "game.svg").exists()


def test_what_cannot_be_written_is_a_failure_that_names_it(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("old", encoding="utf-8")
    places = [Path(), Path(".."), Path("/"), tmp_path, tmp_path / "file" / "new", tmp_path / (300 * "n")]
    places += [tmp_path / "none" / "new", tmp_path / "nul\0"]
    for place in places:
        for force in (True, False):
            with pytest.raises(Failure) as caught:
                write_file(place, "new", force=force)
            assert str(place) in str(caught.value), place
    with pytest.raises(Failure, match="exists already"):
        write_file(tmp_path / "file", "new", force=False)
    assert (tmp_path / "file").read_text(encoding="utf-8") == "old"
    write_file(tmp_path / "file", "new")
    assert (tmp_path / "file").read_text(encoding="utf-8") == "new"
    assert [path.name for path in tmp_path.iterdir()] == ["file"], "no part is left"
