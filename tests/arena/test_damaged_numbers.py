"""Numbers of a ladder that were damaged, or cannot be: the place is named before anything is overwritten."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from eminence.arena import ArenaError
from eminence.arena.checks import check_results
from eminence.arena.page import page
from tests.arena.ladders import ALWAYS, EVEN, estimate, pair, results, start

NUMBERS = Path(__file__).parents[2] / "benchmarks" / "strength.json"
CLAIM = {"game": "richelieu-duel", "players": 2, "time": 1.0, "figure": "score", "least": 0.9, "net": None}
ALONE = {
    "names": ["net", "greedy"],
    "seed": 1,
    "deals": 10,
    "games": 30,
    "game": "cardinal-cards",
    "players": 3,
    "time": 0.05,
    "figure": "alone",
    "least": 0.5,
    "net": None,
    "measured": estimate(0.7, 0.6, 0.8) | {"counts": [[0.666667, 9], [1.0, 1]]},
}


def test_the_published_numbers_are_right() -> None:
    check_results(json.loads(NUMBERS.read_text(encoding="utf-8")))


def made_up() -> dict[str, Any]:
    """Numbers of a duel, a table for three and two targets."""
    first = pair("net", "mcts", 0, 0, 1, 0, 9) | CLAIM
    return copy.deepcopy(results(EVEN | {"outcomes": [40, 0, 40]}, ALWAYS, targets=[first, ALONE]))


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
        (at("targets", 1, "measured"), "targets[1]: there is no 'measured'"),
        (at("targets", 0, "time", value=None), "targets[0]: time is null; expected seconds"),
    ],
)
def test_numbers_of_the_wrong_kind_are_named_by_their_place(change: Callable[[Any], None], complaint: str) -> None:
    data = made_up()
    check_results(data)
    change(data)
    for read in (check_results, page):
        with pytest.raises(ArenaError, match="results of a ladder") as found:
            read(data)
        assert complaint in str(found.value)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (at("targets", 1, "measured", value=estimate(7, 9, 3)), "targets[1]: measured is {"),
        (at("targets", 1, "measured", value=estimate(0.7, 0.8, 0.9)), "in their order from 0 to 1"),
        (at("targets", 1, "measured", "counts", value=[[42.0, 10]]), "targets[1]: measured is {"),
        (at("targets", 1, "measured", "counts", value=[[0.5, 10]]), "10 deals with that mean"),
        (at("targets", 1, "measured", "counts", value=[[0.7, 9]]), "targets[1]: measured is {"),
        (at("targets", 1, "least", value=5.0), "targets[1]: least is 5.0; expected a share from 0 to 1"),
        (at("targets", 1, "games", value=60), "targets[1]: games is 60; expected 30, 3 for each of 10 deals"),
        (at("targets", 1, "figure", value="score"), "targets[1]: figure score for 3 players; expected alone or both"),
        (at("targets", 0, "figure", value="both"), "targets[0]: figure both for 2 players; expected score"),
        (at("targets", 0, "game", value="chess"), "targets[0]: game 'chess' for 2 players; expected one of richelieu"),
        (at("targets", 0, "games", value=7), "targets[0]: games is 7; expected 20"),
        (at("targets", 0, "names", value=["net", "net"]), "expected a list of two names, different ones"),
        (lambda data: data["targets"].append(data["targets"][0]), "richelieu-duel 2 net mcts 1.0 twice"),
        (at(*THREE, "pairs", 0, "both", value=estimate(-1, -1, -1)), "rooms[1].pairs[0]: both is {"),
        (at(*THREE, "pairs", 0, "rank", 1, "high", value=3.2), "in their order from 1 to 3"),
        (at(*THREE, "pairs", 0, "rank", 0, "low", value=0.9), "in their order from 1 to 3"),
        (at(*THREE, "pairs", 0, "alone", 0, "high", value=1.2), "2 times value, low and high in their order"),
        (at(*THREE, "pairs", 0, "points", value=estimate(1e6, 0, 1e7)), "from -1000 to 1000"),
        (at(*THREE, "players", value=7), "rooms[1]: game 'cardinal-cards' for 7 players"),
        (at(*THREE, "thinking", value=[]), "rooms[1].pairs[0]: there is no 'greedy' in the thinking of the room"),
        (at(*THREE, "tables", 0, "names", value=["greedy", "page"]), "tables[0]: 2 names; expected 3"),
        (at(*THREE, "tables", 0, "names", value=["page", "page", "greedy"]), "a list of names, all different"),
        (at(*THREE, "ratings", 0, "name", value="pope"), "ratings[0]: there is no 'pope' in the bots"),
        (lambda data: data["rooms"][1]["ratings"].append(data["rooms"][1]["ratings"][0]), "ratings: greedy twice"),
        (at(*DUEL, "pairs", 0, "games", value=7), "pairs[0]: outcomes"),
        (at(*DUEL, "pairs", 1, "games", value=7), "rooms[0].pairs[1]: games is 7; expected 60, 2 for each of 30 deals"),
        (at(*DUEL, "pairs", 0, "outcomes", value=[41, 0, 39]), "as many points as the pentanomial has, 40"),
        (at(*DUEL, "pairs", 0, "names", value=["greedy", "greedy"]), "expected a list of two names, different ones"),
        (lambda data: data["rooms"][0]["pairs"].append(data["rooms"][0]["pairs"][0]), "pairs: clerk greedy twice"),
        (lambda data: data["rooms"].append(data["rooms"][0]), "rooms: richelieu-duel 2 twice; expected each once"),
        (at("bots", value=[]), "bots is []; expected a list of names, at least two"),
        (at("bots", value=["greedy", "random"]), "there is no 'clerk' in the bots"),
        (lambda data: data.update(time=1.0, effort=1), "both a time and an effort; expected one of them"),
        (at("format", value=True), "results of format True"),
        (at("format", value=1.0), "results of format 1.0"),
        (at("apart", value=10**400), "apart is 1000"),
        (at("anchor", "elo", value=10**400), "anchor is {"),
        (at("limits", "abbot", value=10**400), "limits is {"),
        (at(*DUEL, "thinking", 0, "mean", value=10**400), "rooms[0].thinking[0]: mean is 1000"),
        (at(*THREE, "ratings", 0, "mu", value=10**400), "ratings[0]: mu is 1000"),
        (at(*DUEL, "pairs", 0, "seed", value=10**400), "pairs[0]: seed is 1000"),
        (at("runs", 0, "command", value="eminence ladder\n# Met"), "expected a text of one line without backticks"),
        (at("runs", 0, "command", value="```"), "runs[0]: command is '```'"),
        (at("runs", 0, "date", value="2026\n# Met"), "runs[0]: date is"),
    ],
)
def test_numbers_that_cannot_be_are_named_by_their_place(change: Callable[[Any], None], complaint: str) -> None:
    data = made_up()
    page(data)
    change(data)
    for read in (check_results, page):
        with pytest.raises(ArenaError, match=r"results of") as found:
            read(data)
        assert complaint in str(found.value)


def test_the_largest_seeds_of_a_ladder_are_no_damage() -> None:
    data = made_up()
    data["rooms"][0]["pairs"][0]["seed"] = ((1 << 32) - 1) * 1_000_000 + 10**18
    check_results(data)


def test_the_name_of_a_file_does_not_break_out_of_the_page(tmp_path: Path) -> None:
    common = ("-g", "richelieu-duel", "--bots", "random,mcts", "--budget", "0", "--out", str(tmp_path))
    for name in ("a\nb.md", "`x`.md"):
        said = start(*common, "--page", name, code=2)
        assert "expected names of files in one line without backticks" in said
    assert list(tmp_path.iterdir()) == []


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
