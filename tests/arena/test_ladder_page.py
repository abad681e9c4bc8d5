"""`eminence ladder`: the plan, how its matches share the time, and the page made of the results."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import pytest

from eminence.arena import ArenaError, load
from eminence.arena.campaign import Contest, Costs, campaign, choose
from eminence.arena.figures import places
from eminence.arena.page import mismatch, page
from eminence.arena.results import collect
from eminence.arena.strength import (
    ROOMS,
    TARGETS,
    Settings,
    choose_bots,
    choose_rooms,
    ladder_fixtures,
    neighbours,
    tables,
    target_fixtures,
)
from eminence.arena.tables import both_shares, leads
from eminence.arena.tally import average, renewed
from eminence.bots import BOTS
from eminence.cli import ladder
from eminence.errors import OptionError
from tests.arena.ladders import ALWAYS, BETTER, EVEN, estimate, pair, results, start
from tests.arena.matches import match, result

ROOT = Path(__file__).parents[2]
PAGE, NUMBERS = ROOT / "docs" / "strength.md", ROOT / "benchmarks" / "strength.json"


def row_of(text: str, start: str) -> list[str]:
    """The cells of the first row of a table that begins so."""
    line = next(line for line in text.splitlines() if line.startswith(f"| {start} |"))
    return [cell.strip() for cell in line.strip("|").split("|")]


def test_the_page_is_a_function_of_the_results() -> None:
    data = results(EVEN, BETTER, ALWAYS)
    again = json.loads(json.dumps(data))
    text = page(data)
    assert text == page(again) and data == again
    assert "eminence ladder --quick" in text and "Abacus, 2 cores" in text and "2026-11-15" in text
    assert text.count("\n### ") == 2
    assert mismatch(text, data) is None
    assert "line 1" in str(mismatch("# Weakness\n" + text, data))
    assert "expected" in str(mismatch(text + "\nmore\n", data))


def test_elo_adds_up_from_the_anchor() -> None:
    scale = places([EVEN, BETTER, ALWAYS], results())
    assert scale["greedy"].text() == "1000"
    assert scale["clerk"].middle == 1000.0
    assert scale["abbot"].middle == pytest.approx(1000 + 219.4, abs=1)  # 78 % of the points
    one, other = scale["clerk"].square, scale["abbot"].square - scale["clerk"].square
    assert one > 0 and other > 0  # squares of half the intervals
    assert scale["random"].text().startswith("at most ") and scale["random"].order < 1000


def test_the_strongest_stands_first_and_a_bot_that_always_loses_last() -> None:
    text = page(results(EVEN, BETTER, ALWAYS))
    section = text.split("### richelieu-duel")[1].split("###")[0]
    rows = [line.split("|")[1].strip() for line in section.splitlines() if line.startswith("| ")][1:]
    assert next(filter(None, rows)) == "abbot" and rows[-1] == "random"


def test_bots_beyond_two_unbounded_differences_stand_nowhere() -> None:
    far = [pair("greedy", "clerk", 0, 0, 0, 0, 9), pair("abbot", "clerk", 0, 0, 0, 0, 9)]
    assert places(far, results())["abbot"].text() == "unbounded"
    assert places([BETTER], results())["clerk"].text() == "1000"  # no anchor: the first bot


@pytest.mark.parametrize(
    ("counts", "verdict"),
    [((0, 0, 10, 0, 290), "met"), ((150, 0, 0, 0, 150), "missed"), ((1, 0, 1, 0, 4), "undecided")],
)
def test_targets_are_judged_by_their_interval(counts: tuple[int, ...], verdict: str) -> None:
    target = pair("net", "mcts", *counts) | {
        "game": "richelieu-duel",
        "players": 2,
        "time": 1.0,
        "figure": "score",
        "least": 0.95,
        "net": None,
    }
    cells = row_of(page(results(EVEN, targets=[target])), "richelieu-duel")
    assert cells[-1] == verdict and "≥ 95.0 %" in cells and "no trained net" in cells[2]


def test_neighbours_never_share_deals_and_another_seed_gives_quite_other_ones() -> None:
    first = [one for one in ladder_fixtures(Settings(), ROOMS) if one.kind == "pair"]
    other = [one for one in ladder_fixtures(Settings(seed=2), ROOMS) if one.kind == "pair"]
    for room in ROOMS:
        for plan in (first, other):
            seeds = sorted(one.match.seed for one in plan if one.room == room)
            assert all(after - before > 20_000 for before, after in pairwise(seeds))
    assert all(abs(one.match.seed - two.match.seed) > 20_000 for one, two in zip(first, other, strict=True))


def test_the_page_names_the_bot_and_the_budget_that_it_counts_from() -> None:
    far = results(BETTER, bots=["clerk", "abbot"], time=3.0)
    del far["rooms"][1]  # of others
    text = page(far)
    assert "`clerk` stands at 1000" in text and "`greedy` stands" not in text
    assert row_of(text, "all")[3] == "equal" and row_of(page(results(BETTER)), "all")[3] == "own"


def test_intervals_are_found_anew_from_the_values() -> None:
    old = {"both": estimate(0.9, 0.89, 0.91) | {"counts": [[0.8, 10], [1.0, 10]]}, "rank": [estimate(1.0, 1.0, 1.1)]}
    new = renewed(old, 3)
    assert new["both"] == average("both", [0.8, 1.0] * 10) != old["both"] and new["rank"] == old["rank"]


def test_levels_are_to_be_apart_and_quick_enough() -> None:
    text = page(results(EVEN, BETTER))
    cells = row_of(text, "richelieu-duel")
    assert cells[2] == "abbot above clerk" and cells[-1] == "met"
    assert row_of(text, "all")[2].startswith("longest decision of abbot") and row_of(text, "all")[-1] == "missed"


def test_all_rooms_show_how_each_level_does_against_the_one_below() -> None:
    text = page(results(EVEN, BETTER)).split("## Levels")[1].split("## Ladders")[0]
    assert "abbot over clerk" in text and "eminence over cardinal" in text and "greedy" not in text
    cells = row_of(text, "richelieu-duel")
    assert cells[2] == "–" and cells[3].startswith("78 % (") and cells[3].endswith("; 200")
    assert "cardinal-cards" not in text  # no two levels met there


def test_with_more_players_the_levels_show_a_lead_in_points() -> None:
    data = results(EVEN)
    three = data["rooms"][1]["pairs"][0] | {"names": ["clerk", "page"], "points": estimate(4.25, 1.0, 7.5)}
    data["rooms"][1]["pairs"].append(three)
    data["rooms"][1]["thinking"] += [data["rooms"][1]["thinking"][0] | {"name": name} for name in three["names"]]
    assert row_of(page(data), "cardinal-cards")[2] == "90 % (80 to 95); +4.2 (+1.0 to +7.5); 60"
    three |= {"deals": 1, "games": 6}
    assert row_of(page(data), "cardinal-cards")[2] == "90 % (80 to 95); 6"


def test_a_lead_is_that_of_a_seat() -> None:
    """`result` gives ten points for each place gained: the one ahead has 20, the two behind 10 and 0."""
    arranged = match("random", "greedy", game="richelieu", players=3)
    seatings = arranged.seatings(1)
    first_wins = [result(seats, ranks(seats), rotation=turn) for turn, seats in enumerate(seatings)]
    assert leads([first_wins]) == [15.0]


def test_a_room_tells_which_neighbours_have_not_been_played() -> None:
    few = results(EVEN, ALWAYS, bots=["random", "greedy", "page", "clerk", "abbot"])
    few["rooms"][0]["pairs"].append(pair("clerk", "page", 0, 0, 3, 0, 9))
    few["rooms"][0]["thinking"].append(few["rooms"][0]["thinking"][0] | {"name": "page"})
    duel, three = (part.split("###")[0] for part in page(few).split("\n### ")[1:3])
    assert duel.rstrip().endswith("|\n\nNot played: abbot over clerk.")
    assert "Not played: clerk over page, abbot over clerk, greedy over clerk.\n" in three
    assert "*Not played* are neighbours" in page(few)
    few["bots"].remove("abbot")
    assert "Not played: " not in page(few).split("\n### ")[1]
    del few["rooms"][1]
    assert "Not played" not in page(few) and "*Not" not in page(few)


def test_the_page_says_where_its_seeds_are() -> None:
    assert "is in the numbers (those of the published page are `benchmarks/strength.json`)" in page(results(EVEN))


@pytest.mark.parametrize("data", [[], {}, {"rooms": [], "targets": [], "format": 9}])
def test_other_data_is_refused(data: Any) -> None:
    with pytest.raises(ArenaError, match=r"format 9|no results"):
        page(data)


def test_a_share_over_both_line_ups_is_even_for_equals() -> None:
    arranged = match("random", "greedy", game="richelieu", players=3)
    seatings = arranged.seatings(1)
    nobody = [result(seats, (2, 2, 2), rotation=turn) for turn, seats in enumerate(seatings)]
    assert both_shares(arranged, [nobody]) == [0.5]
    first_wins = [
        result(seats, [1 if side == 0 else 2 for side in seats], rotation=turn) for turn, seats in enumerate(seatings)
    ]
    assert both_shares(arranged, [first_wins]) == [1.0]


def ranks(seats: Sequence[int]) -> list[int]:
    """The seats of the first bot before those of the other."""
    order = sorted(range(len(seats)), key=lambda seat: seats[seat])
    return [order.index(seat) + 1 for seat in range(len(seats))]


# The plan.


def test_all_games_and_bots_are_on_the_ladder() -> None:
    assert len(ROOMS) == 10
    edges = neighbours(list(BOTS))
    assert ("eminence", "cardinal") in edges and ("net", "turn") in edges and ("greedy", "clerk") in edges
    assert len(edges) == len(BOTS) - 1 and {name for edge in edges for name in edge} == set(BOTS)


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("count", [5, 6, 8, 11])
def test_at_mixed_tables_everybody_sits_equally_often(count: int, players: int) -> None:
    seats = tables([chr(97 + number) for number in range(count)], players)
    assert {len(set(table)) for table in seats} == {players}
    assert len(set(Counter(name for table in seats for name in table).values())) == 1
    if (count, players) == (11, 5):
        meetings = Counter(frozenset(two) for table in seats for two in combinations(table, 2))
        assert set(meetings.values()) == {2} and len(meetings) == 55


def test_matches_have_files_and_deals_of_their_own() -> None:
    plan = ladder_fixtures(Settings(), ROOMS) + target_fixtures(Settings(), ROOMS)
    assert len({fixture.path for fixture in plan}) == len(plan)
    assert len(target_fixtures(Settings(), ROOMS)) == len(TARGETS) == 24
    timed = ladder_fixtures(Settings(time=0.1), ROOMS)
    assert not {fixture.path for fixture in timed} & {fixture.path for fixture in plan}
    assert [one.match.seed for one in plan] == [
        one.match.seed for one in ladder_fixtures(Settings(), ROOMS) + target_fixtures(Settings(), ROOMS)
    ]


def test_wrong_names_are_refused() -> None:
    with pytest.raises(OptionError, match="no bot 'pope'"):
        choose_bots(["random", "pope"])
    with pytest.raises(ArenaError, match="at least two"):
        choose_bots(["random", "random"])
    with pytest.raises(OptionError, match="expected 2, 3, 4"):
        choose_rooms("richelieu", 5)


# Playing.


QUICK = Settings(bots=("random", "mcts"), effort=1)


def small(deals: int = 1) -> list[tuple[Any, Path]]:
    """The matches of a ladder of two quick bots in the duel."""
    plan = ladder_fixtures(QUICK, [("richelieu-duel", 2)], deals)
    return [(fixture.match, fixture.path) for fixture in plan]


def test_the_match_that_had_the_least_time_is_next(tmp_path: Path) -> None:
    one, other = (Contest(match(deals=9), tmp_path / name, Costs()) for name in ("a", "b"))
    one.spent, one.done, one.given = 3.0, 3, 3
    assert choose([one, other], None) is other
    other.spent = 5.0
    assert choose([one, other], None) is one
    assert choose([one, other], 0.5) is other  # a deal of the first takes a second
    assert choose([one, other], 0.0) is None


def test_chunks_that_come_back_early_wait_for_their_turn(tmp_path: Path) -> None:
    from eminence.arena import play_chunk

    contest = Contest(match(deals=4), tmp_path / "games.jsonl", Costs())
    first, second = contest.take(1, None), contest.take(1, None)
    assert contest.finish(second[0], play_chunk(contest.match, second)) == 0
    assert contest.finish(first[0], play_chunk(contest.match, first)) == 2
    assert len(load(contest.path)[1]) == 2 and Contest(contest.match, contest.path, Costs()).given == 2


def test_a_second_run_plays_nothing_and_more_deals_are_added(tmp_path: Path) -> None:
    seen: list[int] = []
    plan = small()
    assert campaign(plan, tmp_path, progress=lambda now: seen.append(now.done)).played == 1
    before = [(tmp_path / path).read_bytes() for _, path in plan]
    assert campaign(plan, tmp_path).played == 0
    assert [(tmp_path / path).read_bytes() for _, path in plan] == before
    assert campaign(small(2), tmp_path).played == 1 and seen[0] == 0 and seen[-1] == 1
    assert campaign(small(5), tmp_path, seconds=0).played == 0


def test_two_runs_do_not_share_a_folder(tmp_path: Path) -> None:
    pytest.importorskip("fcntl")
    from eminence.arena.campaign import locked

    with locked(tmp_path), pytest.raises(ArenaError, match="in use"):
        campaign(small(), tmp_path)


@pytest.mark.process
def test_several_jobs_give_the_same_games(tmp_path: Path) -> None:
    plan = small(2)
    campaign(plan, tmp_path / "one", jobs=1)
    campaign(plan, tmp_path / "two", jobs=2)
    for _, path in plan:
        assert load(tmp_path / "one" / path) == load(tmp_path / "two" / path)


# The command.


def test_a_ladder_is_played_resumed_and_written(tmp_path: Path) -> None:
    pytest.importorskip("openskill")
    common = ("--bots", "random,mcts", "--effort", "1", "-n", "1", "-j", "1", "--out", str(tmp_path))
    assert "1 of 1 deals of 1 match, 1 of them now" in start("-g", "richelieu-duel", *common)
    assert "1 of 1 deals of 1 match, 0 of them now" in start("-g", "richelieu-duel", *common)
    assert "1 of them now" in start("-g", "richelieu", "-p", "3", *common)
    data = json.loads((tmp_path / "strength.json").read_text(encoding="utf-8"))
    text = (tmp_path / "strength.md").read_text(encoding="utf-8")
    assert [(room["game"], room["players"]) for room in data["rooms"]] == [("richelieu-duel", 2), ("richelieu", 3)]
    assert len(data["runs"]) == 2 and str(tmp_path) not in json.dumps(data) + text
    assert text == page(data) and "--bots random,mcts --deals 1 --effort 1 --jobs 1" in text
    assert collect(tmp_path, QUICK, data["runs"]) == data


def test_mixed_tables_are_rated(tmp_path: Path) -> None:
    pytest.importorskip("openskill")
    three = Settings(bots=choose_bots(["random", "greedy", "mcts"]), effort=1)
    plan = [one for one in ladder_fixtures(three, [("richelieu", 3)]) if one.kind == "table"]
    campaign([(fixture.match, fixture.path) for fixture in plan], tmp_path)
    room = collect(tmp_path, three, [])["rooms"][0]
    assert room["ratings"][0]["name"] == "greedy" and [row["games"] for row in room["ratings"]] == [3, 3, 3]
    names = ["random", "greedy", "mcts"]
    assert room["tables"] == [{"names": names, "seed": plan[0].match.seed, "mark": plan[0].mark, "deals": 1}]
    assert "| greedy | " in page(collect(tmp_path, three, []))


def test_one_target_can_be_chosen_by_its_time(tmp_path: Path) -> None:
    said = start(
        "--targets",
        "-g",
        "richelieu-duel",
        "--time",
        "0.05",
        "--bots",
        "net,greedy",
        "--budget",
        "0",
        "--out",
        str(tmp_path),
    )
    assert "deals of 1 match" in said


def test_mixed_tables_can_be_played_alone(tmp_path: Path) -> None:
    pytest.importorskip("openskill")
    said = start("--tables", "-g", "cardinal-cards", "-p", "5", "--budget", "0", "--out", str(tmp_path))
    assert "deals of 11 matches" in said


def test_the_numbers_are_written_alike_and_a_match_a_line() -> None:
    data = results(EVEN, BETTER)
    text = ladder.dump(data)
    assert json.loads(text) == data and text == ladder.dump(json.loads(text))
    assert any('"pentanomial": [10, 0, 20, 0, 10]' in line and '"greedy"' in line for line in text.splitlines())


def test_the_page_alone_is_written_from_the_numbers(tmp_path: Path) -> None:
    numbers, written = tmp_path / "numbers.json", tmp_path / "page.md"
    numbers.write_text(json.dumps(results(EVEN, BETTER)), encoding="utf-8")
    files = ("--summary", str(numbers), "--page", str(written))
    start("--page-only", *files)
    assert written.read_text(encoding="utf-8") == page(results(EVEN, BETTER))
    assert "fits" in start("--check", *files)
    written.write_text("# Strength\n", encoding="utf-8")
    assert "does not fit" in start("--check", *files, code=2)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--bots", "random,pope"], "no bot 'pope'"),
        (["--bots", "random"], "at least two"),
        (["--game", "chess"], "no game 'chess'"),
        (["--game", "richelieu-duel", "--players", "3"], "expected 2"),
        (["--game", "richelieu-duel", "--deals", "0"], "0 deals"),
        (["--jobs", "0"], "--jobs: 0"),
        (["--budget", "-1"], "--budget: -1"),
        (["--deals", "3", "--quick"], "expected one of them"),
        (["--time", "1", "--effort", "5"], "expected one of them"),
        (["--targets", "--effort", "1"], "times of their own"),
        (["--targets", "--time", "7"], "no match fits"),
        (["--targets", "--tables"], "expected one of them"),
        (["--tables", "--game", "richelieu-duel"], "no match fits"),
        (["--targets", "--bots", "random,greedy"], "no match fits"),
        (["--game", "richelieu-duel", "--out", "/dev/null/x"], "cannot be opened"),
        (["--game", "richelieu-duel", "--page", "/nowhere/at/all.md"], "no folder"),
        (["--page-only", "--summary", "/nowhere.json"], "cannot be read"),
    ],
)
def test_bad_input_is_answered_in_one_line(arguments: list[str], complaint: str, tmp_path: Path) -> None:
    if "--out" not in arguments:
        arguments = [*arguments, "--out", str(tmp_path)]
    assert complaint in start(*arguments, code=2)


def test_the_page_in_docs_says_what_was_measured() -> None:
    data = json.loads(NUMBERS.read_text(encoding="utf-8"))
    assert mismatch(PAGE.read_text(encoding="utf-8"), data) is None
    assert PAGE.read_text(encoding="utf-8") == page(data)
