"""Files of matches that were damaged: they are named with the place, before anything is played or overwritten."""

from __future__ import annotations

import doctest
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from eminence.arena import ArenaError, Local, load, run, shapes, store
from eminence.arena.store import Store
from tests.arena.matches import environ, match

ONE = Local(1)


def rows_of(path: Path) -> list[dict[str, Any]]:
    """The lines of a file as data."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def write(path: Path, rows: list[dict[str, Any]]) -> None:
    """The lines of a file from data."""
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


def test_the_examples_in_the_docstrings_are_right() -> None:
    for module in (shapes, store):
        assert doctest.testmod(module).failed == 0


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
    for read in (lambda: load(file), lambda: run(match(deals=1), executor=ONE, file=file)):
        with pytest.raises(ArenaError, match=f"line 1: match: there is no '{key}'"):
            read()


def test_a_damaged_header_is_damage_and_no_other_match(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    for head, complaint in (
        ({"format": 1, "match": {"bots": 5}}, "line 1: match: there is no 'game'; expected one"),
        ({"format": 1, "match": match().data() | {"bots": None}}, "line 1: match: bots is null; expected a list"),
        ({"format": True, "match": {}}, "format True; this version reads format 1"),
        ({"format": 1.0, "match": {}}, "format 1.0; this version reads format 1"),
        ({"match": {}}, "format null; this version reads format 1"),
    ):
        write(file, [head])
        for read in (lambda: load(file), lambda: run(match(), executor=ONE, file=file)):
            with pytest.raises(ArenaError) as found:
                read()
            assert complaint in str(found.value) and "None" not in str(found.value)


def test_no_python_word_tells_of_another_match(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    run(match(deals=1), executor=ONE, file=file)
    with pytest.raises(ArenaError, match=r"holds another match: its effort is null, not 1\."):
        run(match(deals=1, effort=1), executor=ONE, file=file)


def test_blank_lines_at_the_end_are_no_damage(tmp_path: Path) -> None:
    """An editor may leave one. Others are."""
    file = tmp_path / "games.jsonl"
    run(match(deals=1), executor=ONE, file=file)
    whole = file.read_bytes()
    file.write_bytes(whole + b"\n \r\n\n")
    assert len(load(file)[1]) == 1
    assert run(match(deals=2), executor=ONE, file=file).kept == 1
    assert file.read_bytes().startswith(whole) and len(file.read_bytes().splitlines()) == 3
    file.write_bytes(file.read_bytes().replace(b"\n", b"\n\n"))
    with pytest.raises(ArenaError, match="line 2: no data of games"):
        load(file)
    file.write_bytes(b"\n\n")
    with pytest.raises(ArenaError, match="not the file of a match"):
        run(match(), executor=ONE, file=file)


def test_a_seed_that_no_file_may_hold_is_refused() -> None:
    assert match(seed=10**30).seed == 10**30
    with pytest.raises(ArenaError, match=r"expected a whole number from 0 to 10\^30"):
        match(seed=10**31)


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
