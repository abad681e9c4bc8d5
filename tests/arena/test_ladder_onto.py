"""`eminence ladder --onto`: numbers whose deals are gone are added to."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eminence.arena import load
from eminence.arena.ladder import rate
from eminence.arena.marks import mark
from eminence.arena.tally import addable, added, pair_tally
from eminence.bots import NetBot
from eminence.bots.blends import BLENDS
from tests.arena.ladders import EVEN, results, start
from tests.arena.matches import match, result


@settings(max_examples=12, deadline=None)
@given(st.data())
def test_tallies_of_two_parts_make_the_tally_of_the_whole(data: st.DataObject) -> None:
    players = data.draw(st.sampled_from([2, 3, 4]))
    arranged = match("random", "greedy", game="richelieu", players=players)
    places = st.permutations(list(range(1, players + 1)))
    deals = [
        [result(seats, data.draw(places), rotation=turn) for turn, seats in enumerate(arranged.seatings(1))]
        for _ in range(data.draw(st.integers(2, 5)))
    ]
    cut = data.draw(st.integers(1, len(deals) - 1))
    parts = [pair_tally(arranged, part) for part in (deals[:cut], deals[cut:])]
    whole = pair_tally(arranged, deals)
    assert added(parts[0], parts[1], players) == whole and addable(whole)
    assert added(json.loads(json.dumps(parts[0])), parts[1], players) == whole


def test_ratings_go_on_where_they_were() -> None:
    pytest.importorskip("openskill")
    games = [(("a", "b", "c"), (1, 2, 3)), (("c", "b", "a"), (2, 1, 3)), (("b", "d", "a"), (1, 2, 2))]
    assert rate(games[1:], rate(games[:1])) == rate(games)


def ladder_onto(folder: Path, deals: int, *more: str) -> tuple[str, dict[str, Any]]:
    """What a ladder of some quick bots says, and its numbers."""
    said = start("--effort", "1", "-n", str(deals), "-j", "1", "--out", str(folder), *more)
    return said, json.loads((folder / "strength.json").read_text(encoding="utf-8"))


def test_a_ladder_goes_on_from_the_numbers_alone(tmp_path: Path) -> None:
    one, two, three = (tmp_path / name for name in ("one", "two", "three"))
    room = ("-g", "richelieu", "-p", "3")
    _, first = ladder_onto(one, 1, *room, "--bots", "random,mcts")
    said, second = ladder_onto(two, 3, *room, "--onto", str(one / "strength.json"))
    assert "2 of 2 deals of 1 match, 2 of them now" in said
    (before,), (after,) = first["rooms"][0]["pairs"], second["rooms"][0]["pairs"]
    assert (after["seed"], after["deals"], after["games"]) == (before["seed"], 3, 18)
    (file,) = two.glob("*/*.jsonl")
    later, deals = load(file)
    assert later.seed == before["seed"] + 1  # other deals than before
    assert {"mark", "names"} <= set(after) and after | added(before, pair_tally(later, deals), 3) == after
    for old, new in zip(first["rooms"][0]["thinking"], second["rooms"][0]["thinking"], strict=True):
        assert new["decisions"] > old["decisions"] and new["longest"] >= old["longest"]
    assert len(second["runs"]) == 2
    said, third = ladder_onto(three, 3, *room, "--onto", str(two / "strength.json"))
    assert "0 of 0 deals" in said and third["rooms"] == second["rooms"] and not list(three.glob("*/*.jsonl"))


def test_what_was_measured_of_a_changed_bot_is_not_added_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("openskill")
    one, two = tmp_path / "one", tmp_path / "two"
    room = ("-g", "richelieu", "-p", "3", "--bots", "random,page,abbot")
    _, first = ladder_onto(one, 1, *room)
    assert len(first["rooms"][0]["pairs"]) == 2 and len(first["rooms"][0]["ratings"]) == 3
    monkeypatch.setattr("eminence.arena.marks.net_file", lambda game, players: b"another net")
    said, second = ladder_onto(two, 1, *room, "--onto", str(one / "strength.json"), "--budget", "0")
    assert "0 of them now" in said
    assert [pair["names"] for pair in second["rooms"][0]["pairs"]] == [["random", "page"]]
    assert second["rooms"][0]["ratings"] == [] and second["rooms"][0]["tables"] == []
    assert [row["name"] for row in second["rooms"][0]["thinking"]] == ["page", "random"]


def test_a_liking_makes_another_bot_of_a_level_where_it_has_one(monkeypatch: pytest.MonkeyPatch) -> None:
    def marks() -> list[str]:
        return [mark(game, 3, [name]) for game in ("cardinal-board", "richelieu") for name in ("cardinal", "eminence")]

    before = marks()
    monkeypatch.setattr("eminence.arena.marks.blur_in", lambda game, name: 0.0)
    assert [one == other for one, other in zip(before, marks(), strict=True)] == [False, True, True, True]


def test_how_ends_are_solved_is_part_of_the_mark(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only for two, and only of bots that solve them."""

    def marks() -> list[str]:
        return [mark("richelieu", players, [name]) for players in (2, 3) for name in ("net", "cardinal", "mcts")]

    before = marks()
    monkeypatch.setattr(NetBot, "enough", 5)
    assert [one == other for one, other in zip(before, marks(), strict=True)] == [False, False, True, True, True, True]


@pytest.mark.parametrize("trait", ["keeps", "lean", "ordered"])
def test_how_a_search_goes_about_it_is_part_of_the_mark(trait: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def marks() -> list[str]:
        return [mark("richelieu", players, [name]) for players in (3, 4) for name in ("net", "mcts")]

    before = marks()
    room = "richelieu", 4
    monkeypatch.setitem(BLENDS, room, replace(BLENDS[room], **{trait: not getattr(BLENDS[room], trait)}))
    assert [one == other for one, other in zip(before, marks(), strict=True)] == [True, True, False, True]


def test_of_what_cannot_be_added_the_larger_part_counts(tmp_path: Path) -> None:
    one, two, three = (tmp_path / name for name in ("one", "two", "three"))
    room = ("-g", "richelieu", "-p", "3", "--bots", "random,mcts")
    _, numbers = ladder_onto(one, 2, *room)
    pair = numbers["rooms"][0]["pairs"][0]
    for mean in (pair["both"], pair["points"], *pair["alone"], *pair["rank"]):
        del mean["counts"]  # as they were kept once
    (one / "strength.json").write_text(json.dumps(numbers), encoding="utf-8")
    said, fewer = ladder_onto(two, 1, *room, "--onto", str(one / "strength.json"))
    assert "1 of 1 deals" in said and fewer["rooms"][0]["pairs"] == [pair]
    _, more = ladder_onto(three, 3, *room, "--onto", str(one / "strength.json"))
    assert more["rooms"][0]["pairs"][0]["deals"] == 3 and addable(more["rooms"][0]["pairs"][0])


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        ("[", "is not JSON"),
        ("[]", "no results of a ladder"),
        (json.dumps(results(EVEN, seed=2)), "earlier results with seed 2; expected the same as now, 1"),
        (json.dumps(results(EVEN, time=0.1)), "earlier results with time 0.1"),
        (json.dumps(results({"names": ["greedy", "clerk"]})), "rooms[0].pairs[0]: there is no 'seed'"),
        (json.dumps(results(EVEN, targets=[3])), "targets[0]: there is no 'game'"),
        (json.dumps(results(EVEN, bots=None)), "bots is null; expected a list of names"),
    ],
)
def test_numbers_that_cannot_be_added_to_are_refused(content: str, complaint: str, tmp_path: Path) -> None:
    path = tmp_path / "numbers.json"
    path.write_text(content, encoding="utf-8")
    said = start("-g", "richelieu-duel", "--out", str(tmp_path / "out"), "--onto", str(path), code=2)
    assert complaint in said and str(path) in said and not (tmp_path / "out").exists()
