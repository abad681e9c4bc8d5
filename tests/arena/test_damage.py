"""Files that were damaged: they are named with the place, before anything is played or overwritten."""

from __future__ import annotations

import copy
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from eminence.arena import ArenaError, Local, load, run
from eminence.arena.earlier import check_results
from eminence.arena.page import page
from eminence.arena.store import Store
from tests.arena.ladders import ALWAYS, EVEN, estimate, pair, results, start
from tests.arena.matches import environ, match

NUMBERS = Path(__file__).parents[2] / "benchmarks" / "strength.json"
ONE = Local(1)


def rows_of(path: Path) -> list[dict[str, Any]]:
    """The lines of a file as data."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def write(path: Path, rows: list[dict[str, Any]]) -> None:
    """The lines of a file from data."""
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


# Deals.


@pytest.mark.parametrize(
    ("key", "value", "complaint"),
    [
        ("rotation", 1, "rotation 1"),
        ("rotation", False, "rotation False"),
        ("seating", [1, 0], "seating [1, 0] instead of [0, 1]"),
        ("seating", [0], "1 seating for 2 seats"),
        ("seating", None, "seating null"),
        ("scores", ["5", 3], "scores ['5', 3]"),
        ("scores", [10**400, 3], "scores [1000"),
        ("scores", [1, 2, 3], "3 scores for 2 seats"),
        ("ranks", [2, 2], "ranks [2, 2] for scores"),
        ("ranks", [1, 3], "ranks [1, 3] for scores"),
        ("ranks", [True, 2], "ranks [True, 2]"),
        ("ranks", {"0": 1}, "ranks {'0': 1}"),
        ("winners", [7], "winners [7] for ranks"),
        ("winners", [], "winners [] for ranks"),
        ("winners", [0, 0], "winners [0, 0] for ranks"),
        ("decisions", [-1, 4], "decisions [-1, 4]"),
        ("decisions", [1.5, 4], "decisions [1.5, 4]"),
        ("seconds", [-0.1, 0.2], "seconds [-0.1, 0.2]"),
        ("seconds", [float("nan"), 0.2], "seconds [nan, 0.2]"),
        ("longest", [0.1], "1 longest for 2 seats"),
        ("longest", "ab", "longest 'ab'"),
        ("more", 1, "or more"),
    ],
)
def test_a_result_that_cannot_be_is_named_by_its_line(tmp_path: Path, key: str, value: Any, complaint: str) -> None:
    file = tmp_path / "games.jsonl"
    run(match(deals=2), executor=ONE, file=file)
    rows = rows_of(file)
    rows[2]["games"][0][key] = value
    write(file, rows)
    for read in (lambda: load(file), lambda: run(match(deals=2), executor=ONE, file=file)):
        with pytest.raises(ArenaError, match=r"games.jsonl, line 3: game 0, .*; expected a finished deal") as found:
            read()
        assert complaint in str(found.value)


@pytest.mark.parametrize("line", [[], {"deal": 1}, {"deal": 1, "games": {}}, {"deal": 1, "games": [3]}, 5, None])
def test_a_line_that_is_no_deal_is_named(tmp_path: Path, line: Any) -> None:
    file = tmp_path / "games.jsonl"
    run(match(deals=1), executor=ONE, file=file)
    write(file, [rows_of(file)[0], line])
    with pytest.raises(ArenaError, match=r"line 2: .*expected"):
        load(file)


def test_better_points_are_a_better_rank_and_equals_have_the_same_or_different_ones(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    run(match(deals=1), executor=ONE, file=file)
    rows = rows_of(file)
    for scores, ranks, winners, fine in (
        ([5, 3], [1, 2], [0], True),
        ([5, 3], [2, 1], [1], False),
        ([5, 3], [1, 1], [0, 1], False),
        ([5, 5], [1, 1], [0, 1], True),
        ([5, 5], [2, 1], [1], True),
        ([5, 5], [1, 1], [], False),
    ):
        rows[1]["games"][0] |= {"scores": scores, "ranks": ranks, "winners": winners}
        write(file, rows)
        if fine:
            assert load(file)[1][0][0].winners == tuple(winners)
        else:
            with pytest.raises(ArenaError, match=r"line 2: game 0, (ranks|winners)"):
                load(file)


def test_where_equals_do_not_win_a_file_says_so_too(tmp_path: Path) -> None:
    """D32: if all is equal there is no winner."""
    file = tmp_path / "games.jsonl"
    run(match(game="cardinal-cards", deals=1), executor=ONE, file=file)
    rows = rows_of(file)
    for winners, fine in (([], True), ([0, 1, 2], False)):
        rows[1]["games"][0] |= {"scores": [4, 4, 4], "ranks": [1, 1, 1], "winners": winners}
        write(file, rows)
        if fine:
            assert load(file)[1][0][0].winners == ()
        else:
            with pytest.raises(ArenaError, match="winners"):
                load(file)


@pytest.mark.parametrize(
    ("key", "value", "complaint"),
    [
        ("players", "2", "players is '2'; expected a whole number"),
        ("players", 3, "line-up [0, 1]"),
        ("seed", True, "seed is True; expected a whole number"),
        ("seed", None, "seed is null"),
        ("bots", "random", "bots is 'random'"),
        ("lineups", [[0, 7]], "line-up [0, 7]"),
        ("lineups", [], "lineups is []"),
        ("options", [3], "options is [3]"),
        ("options", ["flying"], "no option 'flying'"),
        ("box", 3, "box is 3"),
        ("box", {}, "box of the match"),
        ("game", "chess", "no game 'chess'"),
        ("time", "1", "time is '1'"),
        ("effort", 0, "effort is 0"),
    ],
)
def test_a_header_that_cannot_be_is_named(tmp_path: Path, key: str, value: Any, complaint: str) -> None:
    file = tmp_path / "games.jsonl"
    run(match(deals=1), executor=ONE, file=file)
    rows = rows_of(file)
    rows[0]["match"][key] = value
    write(file, rows)
    with pytest.raises(ArenaError, match="line 1: ") as found:
        load(file)
    assert complaint in str(found.value)
    del rows[0]["match"][key]
    write(file, rows)
    with pytest.raises(ArenaError, match=f"line 1: match: there is no '{key}'"):
        load(file)


# A full disk.

FULL = """
import resource, sys
from eminence.arena import ArenaError, Local, run
from tests.arena.matches import match

resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))
try:
    run(match(deals=40), executor=Local(1), file=sys.argv[1])
except ArenaError as error:
    print(error)
"""


@pytest.mark.process
def test_a_full_disk_ends_in_one_message_and_the_match_can_go_on(tmp_path: Path) -> None:
    pytest.importorskip("resource")
    file, root = tmp_path / "games.jsonl", Path(__file__).parents[2]
    command = [sys.executable, "-c", FULL, str(file)]
    done = subprocess.run(command, capture_output=True, text=True, env=environ(), cwd=root, check=False)
    assert (done.stderr, done.returncode) == ("", 0) and done.stdout == f"{file} cannot be written: File too large\n"
    assert file.stat().st_size == 2000 and not file.read_bytes().endswith(b"\n")
    kept = len(load(file)[1])
    again = run(match(deals=kept + 1), executor=ONE, file=file)
    assert again.kept == kept > 0 and len(load(file)[1]) == kept + 1


def test_an_error_while_closing_hides_no_other(tmp_path: Path) -> None:
    class Full:
        def write(self, line: bytes) -> int:
            raise OSError(28, "No space left on device")

        def close(self) -> None:
            raise OSError(5, "Input/output error")

    for writes, complaint in ((True, "No space left"), (False, "Input/output")):
        with (
            pytest.raises(ArenaError, match=f"cannot be written: {complaint}"),
            Store(match(), tmp_path / "f") as store,
        ):
            assert store.file is not None
            store.file.close()
            store.file = Full()  # type: ignore[assignment]
            if writes:
                store.append(run(match(deals=1), executor=ONE).deals[0])


# Numbers of a ladder.


def test_the_published_numbers_are_right() -> None:
    check_results(json.loads(NUMBERS.read_text(encoding="utf-8")))


def at(*place: Any, value: Any = ...) -> Callable[[Any], None]:
    """Puts a value somewhere, or takes away what is there."""

    def change(data: Any) -> None:
        for key in place[:-1]:
            data = data[key]
        if value is ...:
            del data[place[-1]]
        else:
            data[place[-1]] = value

    return change


DUEL, THREE = ("rooms", 0), ("rooms", 1)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (at(*DUEL, "pairs", value=None), "rooms[0]: pairs is null; expected a list"),
        (at("rooms", value=[3]), "rooms[0]: there is no 'game'"),
        (at(*DUEL, "players", value="2"), "rooms[0]: players is '2'"),
        (at(*DUEL, "net", value=7), "rooms[0]: net is 7"),
        *(
            (at(key), f"there is no '{key}'")
            for key in ("levels", "anchor", "limits", "apart", "seed", "time", "effort")
        ),
        (at("levels", value="page"), "levels is 'page'"),
        (at("anchor", value={"name": "greedy", "elo": "1000"}), "anchor is {"),
        (at("limits", value={"abbot": None}), "limits is {'abbot': None}; expected seconds"),
        (at("apart", value=True), "apart is True; expected a number"),
        (at("seed", value=1.5), "seed is 1.5"),
        (at("time", value=0), "time is 0; expected seconds"),
        (at("effort", value="1"), "effort is '1'"),
        (at("bots", value=[1]), "bots is [1]"),
        (at("runs", value=["eminence ladder"]), "runs[0]: there is no 'command'"),
        (at("runs", 0, "date"), "runs[0]: there is no 'date'"),
        (at("runs", 0, "machine", value="Abacus"), "runs[0]: machine is 'Abacus'"),
        (at("runs", 0, "machine", "cores", value="2"), "runs[0].machine: cores is '2'"),
        (at(*DUEL, "pairs", 0, "deals", value=40.0), "rooms[0].pairs[0]: deals is 40.0"),
        (at(*DUEL, "pairs", 0, "deals", value=41), "pentanomial is [10, 0, 20, 0, 10]; expected five"),
        (at(*DUEL, "pairs", 0, "deals", value=0), "deals is 0; expected a whole number from 1"),
        (at(*DUEL, "pairs", 0, "pentanomial", value=[10, 20, 10]), "pairs[0]: pentanomial is [10, 20, 10]"),
        (at(*DUEL, "pairs", 0, "pentanomial", value=[50, -10, 0, 0, 0]), "pairs[0]: pentanomial is [50, -10"),
        (at(*DUEL, "pairs", 0, "pentanomial"), "pairs[0]: there is no 'pentanomial'"),
        (at(*DUEL, "pairs", 0, "outcomes", value=[1, 2, 3]), "expected three whole numbers that add up to 80 games"),
        (at(*DUEL, "pairs", 0, "names", value=["greedy"]), "names is ['greedy']; expected a list of two"),
        (at(*DUEL, "pairs", 0, "mark", value=3), "mark is 3"),
        (at(*DUEL, "thinking", 0, "mean", value=-1), "rooms[0].thinking[0]: mean is -1"),
        (at(*DUEL, "thinking", 0, value=None), "rooms[0].thinking[0]: there is no 'name'"),
        (at(*THREE, "ratings", 0, "sigma", value="2"), "rooms[1].ratings[0]: sigma is '2'"),
        (at(*THREE, "tables", 0, "deals", value=None), "rooms[1].tables[0]: deals is null"),
        (at(*THREE, "pairs", 0, "both"), "rooms[1].pairs[0]: there is no 'both'"),
        (at(*THREE, "pairs", 0, "both", "low", value=None), "rooms[1].pairs[0]: both is {"),
        (at(*THREE, "pairs", 0, "both", "counts", value=[[0.5, 9]]), "counts of the values of 10 deals"),
        (at(*THREE, "pairs", 0, "rank", value=[estimate(1, 1, 2)]), "rooms[1].pairs[0]: rank is [{"),
        (at("targets", 0, "figure", value="luck"), "targets[0]: figure is 'luck'; expected one of score"),
        (at("targets", 0, "figure", value="alone"), "targets[0]: there is no 'measured'"),
        (at("targets", 0, "time", value=None), "targets[0]: time is null; expected seconds"),
    ],
)
def test_numbers_of_the_wrong_kind_are_named_by_their_place(change: Callable[[Any], None], complaint: str) -> None:
    claim = {"game": "richelieu-duel", "players": 2, "time": 1.0, "figure": "score", "least": 0.9, "net": None}
    data = copy.deepcopy(results(EVEN, ALWAYS, targets=[pair("net", "mcts", 0, 0, 1, 0, 9) | claim]))
    check_results(data)
    change(data)
    for read in (check_results, page):
        with pytest.raises(ArenaError, match="results of a ladder") as found:
            read(data)
        assert complaint in str(found.value)


def test_a_damaged_list_of_runs_is_named_before_anything_is_played(tmp_path: Path) -> None:
    (tmp_path / "runs.json").write_text('[{"command": "eminence ladder"}]', encoding="utf-8")
    common = ("-g", "richelieu-duel", "--bots", "random,mcts", "--effort", "1", "-n", "1", "-j", "1")
    said = start(*common, "--out", str(tmp_path), code=2)
    assert "runs.json, runs[0]: there is no 'date'" in said
    assert [path.name for path in tmp_path.iterdir()] == ["runs.json"]


def test_a_page_that_cannot_be_made_leaves_the_numbers_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    common = ("-g", "richelieu-duel", "--bots", "random,mcts", "--effort", "1", "-j", "1", "--out", str(tmp_path))
    start(*common, "-n", "1")
    before = (tmp_path / "strength.json").read_bytes()

    def refuse(results: Any) -> str:
        raise ArenaError("no page")

    monkeypatch.setattr("eminence.cli.ladder.page", refuse)
    assert "no page" in start(*common, "-n", "2", code=2)
    assert (tmp_path / "strength.json").read_bytes() == before
