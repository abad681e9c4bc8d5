"""`eminence ladder` and numbers that are there already: none are lost that could not be had again."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from eminence.arena import ArenaError, replaced
from eminence.arena.earlier import Earlier
from eminence.arena.strength import ROOMS, Settings, ladder_fixtures, target_fixtures
from eminence.cli import ladder
from tests.arena.ladders import app, pair, results, start

PUBLISHED = Path(__file__).parents[2] / "benchmarks" / "strength.json"
DUEL = ("-g", "richelieu-duel", "-j", "1")


def numbers(path: Path) -> Any:
    """What a file says."""
    return json.loads(path.read_text(encoding="utf-8"))


def hints(*arguments: str) -> str:
    """What the command remarks on standard error."""
    done = CliRunner().invoke(app, ["ladder", *arguments], env={"COLUMNS": "400"})
    assert done.exit_code == 0, done.output
    return done.stderr


def test_published_numbers_are_not_written_over_where_their_deals_are_not_at_hand(tmp_path: Path) -> None:
    mine, out = tmp_path / "mine.json", tmp_path / "L3"
    shutil.copy(PUBLISHED, mine)
    common = (*DUEL, "--bots", "random,greedy", "-n", "2", "--out", str(out), "--summary", str(mine))
    said = start(*common, "--page", str(tmp_path / "L3.md"), code=2)
    assert f"{mine} holds " in said and " more matches, of which the deals are not in " in said
    assert f"expected --onto {mine} to add to it, or another --summary" in said
    assert mine.read_bytes() == PUBLISHED.read_bytes() and {path.name for path in tmp_path.iterdir()} == {"mine.json"}
    said = start(*common, "--seed", "2", "--page", str(tmp_path / "L3.md"), code=2)
    assert "overwritten; expected another --summary" in said and mine.read_bytes() == PUBLISHED.read_bytes()


def test_published_numbers_stay_with_what_they_are_added_to(tmp_path: Path) -> None:
    mine, out = tmp_path / "mine.json", tmp_path / "out"
    shutil.copy(PUBLISHED, mine)
    files = ("--out", str(out), "--onto", str(mine), "--summary", str(mine), "--page", str(tmp_path / "page.md"))
    start("--budget", "0", *files)
    before, after = numbers(PUBLISHED), numbers(mine)
    assert [pair["names"] for room in after["rooms"] for pair in room["pairs"]] == [
        pair["names"] for room in before["rooms"] for pair in room["pairs"]
    ]
    assert [room["tables"] for room in after["rooms"]] == [room["tables"] for room in before["rooms"]]
    assert len(after["targets"]) == len(before["targets"])


def test_a_run_without_onto_does_not_lose_what_one_with_it_kept(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    bots = (*DUEL, "--bots", "random,greedy,page")
    start(*bots, "-n", "2", "--out", str(one))
    onto = ("--onto", str(one / "strength.json"))
    start(*bots, "-n", "3", "--out", str(two), *onto)
    kept = (two / "strength.json").read_bytes()
    said = start(*bots, "-n", "3", "--out", str(two), code=2)
    assert "holds 3 deals of greedy against random in richelieu-duel for 2 and 1 more match," in said
    assert f"expected --onto {two / 'strength.json'}" in said and (two / "strength.json").read_bytes() == kept
    start(*bots, "-n", "3", "--out", str(two), *onto)
    assert numbers(two / "strength.json")["rooms"] == json.loads(kept)["rooms"]
    start(*bots, "-n", "4", "--out", str(two), "--onto", str(two / "strength.json"))
    assert [one["deals"] for one in numbers(two / "strength.json")["rooms"][0]["pairs"]] == [4, 4]


def test_an_empty_page_does_not_take_the_place_of_another(tmp_path: Path) -> None:
    out = ("--out", str(tmp_path))
    start(*DUEL, "--bots", "random,greedy,page", "-n", "1", *out)
    files = [(path, path.read_bytes()) for path in tmp_path.glob("strength.*")]
    said = start("--bots", "random,mcts", "--budget", "0", *out, code=2)
    assert "nothing is known of these matches, and " in said
    assert "strength.json holds 1 deal of greedy against random in richelieu-duel for 2 and 1 more match;" in said
    assert len(files) == 2 and all(path.read_bytes() == before for path, before in files)


def test_another_ladder_that_takes_the_place_of_one_says_so(tmp_path: Path) -> None:
    out = ("--out", str(tmp_path), "-n", "1")
    start(*DUEL, "--bots", "random,greedy,page", *out)
    said = hints(*DUEL, "--bots", "random,mcts", "--effort", "1", *out)
    assert (
        "strength.json does not show 1 deal of greedy against random in richelieu-duel for 2 and 1 more match" in said
    )
    assert f"any more; the deals stay in {tmp_path}" in said
    assert not hints(*DUEL, "--bots", "random,mcts", "--effort", "1", *out)
    assert "mcts against random" in hints(*DUEL, "--bots", "random,greedy,page", *out)
    for file in tmp_path.glob("*/*effort1*.jsonl"):
        file.unlink()
    start(*DUEL, "--bots", "random,mcts", "--effort", "1", *out)
    for file in tmp_path.glob("*/*effort1*.jsonl"):
        file.unlink()
    assert "1 deal of mcts against random" in start(*DUEL, "--bots", "random,greedy,page", *out, code=2)


def test_what_was_measured_of_changed_bots_may_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mine, out = tmp_path / "mine.json", tmp_path / "out"
    start(*DUEL, "--bots", "random,greedy", "-n", "1", "--out", str(out), "--summary", str(mine))
    shutil.rmtree(out)
    again = (*DUEL, "--bots", "random,greedy", "--budget", "0", "--out", str(out), "--summary", str(mine))
    assert "holds 1 deal of greedy against random" in start(*again, code=2)
    monkeypatch.setattr("eminence.arena.marks.manner", lambda name: f"{name}, but better")
    start(*again)
    assert numbers(mine)["rooms"] == []


def test_targets_and_tables_count_as_much_as_pairs(tmp_path: Path) -> None:
    (target, *_) = target_fixtures(Settings(), [("richelieu-duel", 2)])
    table = next(one for one in ladder_fixtures(Settings(), ROOMS) if one.kind == "table")
    data = results()
    first = pair(*target.match.bots, 0, 0, 0, 0, 9) | {"seed": target.seed, "mark": target.mark}
    data["targets"] = [first | {"game": "richelieu-duel", "players": 2, "time": target.match.time}]
    data["rooms"] = [
        {"game": table.match.game, "players": table.match.players, "pairs": [], "thinking": [], "ratings": []}
        | {"tables": [{"names": list(table.match.bots), "seed": table.seed, "mark": table.mark, "deals": 3}]}
    ]
    found = replaced.replaced(data, tmp_path, Settings(), Earlier())
    assert not found.hidden and [deals for _, deals in found.lost] == [3, 9]
    said = replaced.words(found.lost)
    assert said.startswith(f"3 deals of the mixed table {', '.join(table.match.bots)} in ") and "1 more match" in said
    assert replaced.words(found.lost[1:]) == "9 deals of net against mcts in richelieu-duel for 2 at 1 s"
    assert replaced.replaced(data, tmp_path, Settings(), Earlier(data)) == replaced.Replaced()


def test_numbers_that_are_none_are_not_written_over(tmp_path: Path) -> None:
    mine = tmp_path / "mine.json"
    mine.write_text("my notes", encoding="utf-8")
    onto = tmp_path / "onto.json"
    shutil.copy(PUBLISHED, onto)
    files = ("--out", str(tmp_path / "out"), "--onto", str(onto), "--summary", str(mine))
    assert f"{mine} is not JSON" in start("--budget", "0", *files, code=2)
    assert mine.read_text(encoding="utf-8") == "my notes"


def test_what_another_run_wrote_meanwhile_is_not_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    bots = (*DUEL, "--bots", "random,greedy,page", "--summary", str(tmp_path / "mine.json"))
    start(*bots, "-n", "1", "--out", str(one))
    kept = (tmp_path / "mine.json").read_bytes()
    (tmp_path / "mine.json").unlink()
    known = ladder.played

    def meanwhile(*arguments: Any) -> Any:
        (tmp_path / "mine.json").write_bytes(kept)
        return known(*arguments)

    monkeypatch.setattr(ladder, "played", meanwhile)
    said = start(
        "-g", "richelieu-duel", "-j", "1", "--bots", "random,greedy", *bots[-2:], "-n", "1", "--out", str(two), code=2
    )
    assert "holds 1 deal of greedy against page" in said and (tmp_path / "mine.json").read_bytes() == kept


# Targets beside a ladder with a budget of its own.


@pytest.mark.parametrize("budget", [("--time", "0.01"), ("--effort", "1")])
def test_targets_go_onto_a_ladder_whatever_its_budget(tmp_path: Path, budget: tuple[str, str]) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    start(*DUEL, "--bots", "random,greedy", "-n", "1", *budget, "--out", str(one))
    onto = ("--onto", str(one / "strength.json"), "--out", str(two))
    start("--targets", "-g", "richelieu-duel", "--budget", "0", *onto)
    before, after = (numbers(folder / "strength.json") for folder in (one, two))
    assert before["rooms"] == after["rooms"] and len(after["rooms"]) == 1
    assert [before[key] for key in ("bots", "time", "effort")] == [after[key] for key in ("bots", "time", "effort")]
    assert "earlier results with seed 1; expected the same as now, 2" in start(
        "--targets", "--seed", "2", *onto, code=2
    )
    assert "; expected the same as now, null" in start(*DUEL, *onto, code=2)


# Names.


def test_earlier_results_of_a_bot_that_there_is_not_are_named_by_their_file(tmp_path: Path) -> None:
    path = tmp_path / "numbers.json"
    path.write_text(json.dumps(results(bots=["random", "pope", "greedy", "page"])), encoding="utf-8")
    said = start("--onto", str(path), "--out", str(tmp_path / "out"), code=2)
    assert f"--onto {path}: earlier results of a bot 'pope'; expected only random, greedy" in said


def test_where_nobody_is_neighbour_the_file_that_says_so_is_named(tmp_path: Path) -> None:
    one = tmp_path / "one"
    start(*DUEL, "--bots", "random,greedy,page", "-n", "1", "--out", str(one))
    path = one / "strength.json"
    said = start(*DUEL, "--bots", "random,page", "--onto", str(path), "--out", str(tmp_path / "two"), code=2)
    assert f"expected neighbours on the ladder of {path}, or another --out" in said


def test_a_folder_is_a_folder(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    common = (*DUEL, "--bots", "random,greedy", "-n", "1", "--out")
    assert f"--out: {tmp_path / 'file'} is no folder; expected one" in start(*common, str(tmp_path / "file"), code=2)
    assert "no name; expected that of a folder" in start(*common, "", code=2)


def test_only_the_same_match_counts_as_at_hand(tmp_path: Path) -> None:
    """Another seed has the same name of the file."""
    start(*DUEL, "--bots", "random,greedy", "-n", "1", "--out", str(tmp_path))
    settings = Settings(bots=("random", "greedy"))
    for seed, deals in ((1, 1), (2, 0)):
        (fixture,) = ladder_fixtures(Settings(bots=settings.bots, seed=seed), [("richelieu-duel", 2)])
        assert replaced.at_hand(fixture, tmp_path) == deals
        if not deals:
            with pytest.raises(ArenaError, match="another match"):
                replaced.known(fixture, tmp_path, Earlier())
