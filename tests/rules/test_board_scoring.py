"""Scoring of the board game: the sheet (B16), monasteries (B17), alliances (B18) and the winner (B20)."""

from __future__ import annotations

import random
from itertools import zip_longest
from pathlib import Path

import pytest

from eminence import Game
from eminence.rules.board import BoardState
from tests.rules.maps import board, own_data, own_map, play, stage

COUNTRIES = ["En", "Fn", "By", "It", "Ar", "Fr", "Lo", "Sw", "Bu"]


def rounds(plans: list[list[str]]) -> list[str]:
    """The turns of several seats, each with a list of its own, interleaved; who has none left exchanges."""
    return [turn for each in zip_longest(*plans, fillvalue="~") for turn in each]


def monasteries(country: str, counts: tuple[int, ...]) -> list[str]:
    """Turns after which the seats have so many monasteries in a country."""
    plans: list[list[str]] = [[] for _ in counts]
    field = 0
    for seat, count in enumerate(counts):
        for _ in range(count):
            field += 1
            plans[seat].append(f"{country}{field}")
    return rounds(plans)


@pytest.mark.parametrize(
    ("country", "counts", "points"),
    [
        ("Fn", (4, 2, 0, 1), (7, 4, 0, 2)),  # Andreas 4, Barbara 2, Doris 1
        ("Lo", (0, 2, 2, 1), (0, 5, 5, 2)),  # Barbara and Chris 2, Doris 1
        ("Fn", (1, 2, 4, 0), (2, 4, 7, 0)),
        ("Fr", (3, 3, 1), (7, 7, 3)),
        ("Fr", (3, 2, 2), (7, 3, 3)),
        ("Fr", (3, 2, 2, 1), (8, 3, 3, 2)),
        ("Fr", (2, 2, 1, 1), (6, 6, 2, 2)),
        ("Fr", (2, 2, 2), (6, 6, 6)),
        ("Fr", (1, 1, 1, 1, 1), (5, 5, 5, 5, 5)),
        ("Fr", (3, 1, 1, 1, 1), (7, 3, 3, 3, 3)),
        ("Fr", (4, 0, 0), (4, 0, 0)),
        ("Fr", (0, 0, 1), (0, 0, 1)),
        ("Fr", (0, 0, 0), (0, 0, 0)),
    ],
)
def test_monasteries_score_by_rank(country: str, counts: tuple[int, ...], points: tuple[int, ...]) -> None:
    """B17: the rulebook's 4, 2, 1 and 2, 2, 1, and ties on every rank; none scores nothing."""
    state = stage(monasteries(country, counts), players=len(counts))
    sheet = state.sheet()
    assert sheet.line(f"monasteries:{country}") == points
    assert all(sheet.line(f"monasteries:{other}") == (0,) * len(counts) for other in COUNTRIES if other != country)


@pytest.mark.parametrize(
    ("counts", "points"),
    [
        ((5, 4, 3, 2, 1), (15, 5, 4, 3, 2)),
        ((1, 2, 3, 4, 5), (2, 3, 4, 5, 15)),
        ((4, 4, 3, 2, 2), (15, 15, 4, 3, 3)),
        ((5, 3, 3, 3, 1), (15, 5, 5, 5, 3)),
        ((5, 5, 2, 2, 1), (15, 15, 5, 5, 2)),
        ((3, 3, 3, 3, 3), (15, 15, 15, 15, 15)),
    ],
)
def test_five_ranks_follow_one_another(counts: tuple[int, ...], points: tuple[int, ...], tmp_path: Path) -> None:
    """B17: each rank scores what the rank above has; a tie leaves no rank out."""
    game = own_map(tmp_path, own_data({"A": 15, "B": 1}, {"a": ("A", 48), "b": ("B", 48)}))
    state = stage(monasteries("A", counts), players=5, game=game)
    assert state.sheet().line("monasteries:A") == points


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_sheet_has_its_lines_in_the_order_of_the_rules(players: int) -> None:
    """B16, B17: the middle, monasteries country by country, alliances 1 to 15, chains; the totals are their sums."""
    rng = random.Random(players)
    state = board().deal(players, players=players)
    while not state.over:
        state.play(rng.choice(state.legal))
    sheet = state.sheet()
    keys = [f"middle:{c}" for c in COUNTRIES] + [f"monasteries:{c}" for c in COUNTRIES]
    assert [line.key for line in sheet.lines] == [*keys, *(f"alliance:{i}" for i in range(1, 16)), "chains"]
    assert sheet.totals == tuple(sum(line.values[seat] for line in sheet.lines) for seat in range(players))
    assert sheet.final and list(sheet.totals) == state.scores()
    track = state.view(None).track
    assert track == [sum(sheet.line(f"middle:{c}")[seat] for c in COUNTRIES) for seat in range(players)]


def test_everything_counts_at_the_end_and_only_monasteries_before() -> None:
    """B16: advisors and chains are on the sheet of the end; the track of a running first half stands at 0."""
    state = stage(["It1", "~", "~", "It2 It3", "~", "~", "It4 It!", "~", "~", "Bu1", "~", "~", "Bu!", "~", "~"])
    assert state.view(None).track == [0, 0, 0] and not state.sheet().final
    assert state.scores() == [(4 + 1) + (1 + 1) + 4, 0, 0]


def alliance(folder: Path, first: tuple[int, ...], second: tuple[int, ...]) -> tuple[int, ...]:
    """What an alliance scores with so many advisors of each seat in its two countries."""
    data = own_data({"A": 8, "B": 8}, {"a": ("A", 48), "b": ("B", 48)}, alliances=[("A", "B")])
    players = len(first)
    plans: list[list[str]] = [[] for _ in range(players)]
    for country in "AB":
        plans[0] += [f"{country}1"] + [f"{country}{i} {country}{i + 1}" for i in (2, 4, 6)]
    for seat in range(1, players):
        plans[seat] += ["~"] * 8
    for seat in range(players):
        plans[seat] += ["A!"] * first[seat] + ["B!"] * second[seat]
    points: tuple[int, ...] = (
        stage(rounds(plans), players=players, game=own_map(folder, data)).sheet().line("alliance:1")
    )
    return points


@pytest.mark.parametrize(
    ("first", "second", "points"),
    [
        ((2, 1, 0), (1, 0, 0), (4, 0, 0)),  # alone in both
        ((1, 1, 0), (1, 0, 0), (3, 0, 0)),  # tied in one
        ((1, 1, 0), (1, 1, 0), (4, 4, 0)),  # tied in both: each in full
        ((1, 1, 1), (2, 2, 2), (9, 9, 9)),
        ((2, 1, 0), (0, 1, 0), (0, 0, 0)),  # a majority in one country each
        ((2, 1, 0), (1, 2, 0), (0, 0, 0)),
        ((2, 0, 0), (0, 0, 0), (0, 0, 0)),  # no advisor, no majority
        ((0, 0, 0), (0, 0, 0), (0, 0, 0)),
        ((2, 2, 1), (1, 2, 2), (0, 10, 0)),  # only one of the tied is best in the other country too
        ((1, 1, 0, 1), (1, 0, 0, 1), (5, 0, 0, 5)),
        ((1, 0, 0, 0, 1), (0, 0, 0, 0, 2), (0, 0, 0, 0, 4)),
    ],
)
def test_an_alliance_scores_for_those_with_a_majority_in_both_countries(
    first: tuple[int, ...], second: tuple[int, ...], points: tuple[int, ...], tmp_path: Path
) -> None:
    """B18: one point for every advisor of both countries, for each who is best in both; nobody else."""
    assert alliance(tmp_path, first, second) == points
    assert alliance(tmp_path, second, first) == points


def picture() -> BoardState:
    """The picture of the rulebook: Andreas green, Barbara red, Chris purple, Doris blue.

    Italien has 2 blue, 1 red and 1 green advisors, Burgund 1 blue and 1 red, Bayern 2 red and 1 green.
    """
    plans = [
        ["Bu1", "~", "Bu5", "It!", "By!"],
        ["By1", "By2 By3&FA", "Bu!&FA", "By! By!&ES", "It!"],
        ["It1", "It2 It3", "It4", "Bu4", "By6"],
        ["~", "~", "~", "It! It!", "Bu!"],
    ]
    state = stage(rounds(plans), players=4)
    assert state.view(None).data()["advisors"] == {"By": [1, 2, 0, 0], "It": [1, 1, 0, 2], "Bu": [0, 1, 0, 1]}
    return state


def test_the_alliances_of_the_rulebooks_picture() -> None:
    """B18: alliance 14, Italien–Burgund: blue is best in both and scores 4 + 2. Alliance 15, Italien–Bayern: nobody."""
    state = picture()
    assert state.sheet().line("alliance:14") == (0, 0, 0, 6)
    assert state.sheet().line("alliance:15") == (0, 0, 0, 0)


def test_the_chain_of_the_rulebooks_picture() -> None:
    """B19: Chris has five in line through Burgund and Italien; the one in Bayern is a branch. Five points."""
    state = picture()
    fields = state.view(None).data()["fields"]
    assert {field for field, owner in fields.items() if owner == 2} == {"It1", "It2", "It3", "It4", "Bu4", "By6"}
    assert state.sheet().line("chains") == (0, 0, 5, 0)


def test_a_majority_counts_in_several_alliances() -> None:
    """B18: one advisor each in Aragon, Burgund, Frankreich and Italien scores in all five alliances between them."""
    plans = [["Ar1", "Ar!", "Bu1", "Bu!", "Fr1", "Fr!", "It1", "It!"]]
    state = stage(rounds([*plans, [], []]))
    scored = [i for i in range(1, 16) if state.sheet().line(f"alliance:{i}") == (2, 0, 0)]
    assert scored == [4, 5, 6, 8, 14]
    assert state.scores()[0] == 5 * 2 + 4


def closing(folder: Path) -> Game:
    """Two countries with a field each."""
    return own_map(folder, own_data({"A": 1, "B": 1}, {"a": ("A", 24), "b": ("B", 24)}))


def test_most_points_win(tmp_path: Path) -> None:
    """B20: whoever has more pieces left."""
    state = stage(["A1", "~", "A!", "B1"], game=closing(tmp_path), then={1: "b"})
    play(state, "B!")
    sheet = state.sheet()
    assert sheet.final and sheet.totals == (2, 0, 0)
    assert sheet.winners == (0,) and sheet.ranks == (1, 2, 2) and sheet.decided_by == "points"
    assert sheet.breakers == (26, 27, 27)


def test_pieces_left_in_supply_decide_among_the_tied(tmp_path: Path) -> None:
    """B20: 1 point each; seat 1 has 27 pieces left, seat 2 only 26."""
    state = stage(["A1", "B1", "~", "~", "A!"], game=closing(tmp_path), then={2: "b"})
    play(state, "B!")
    sheet = state.sheet()
    assert sheet.final and sheet.totals == (1, 1, 0)
    assert sheet.breaker == "pieces-left" and sheet.breakers == (27, 26, 27)
    assert sheet.winners == (0,) and sheet.ranks == (1, 2, 3) and sheet.decided_by == "pieces-left"


def test_a_win_is_shared_if_the_pieces_are_equal_too(tmp_path: Path) -> None:
    """B20: 1 point and 26 pieces each."""
    state = stage(["A1", "B1", "~", "~", "A!", "~"], game=closing(tmp_path), then={0: "b"})
    play(state, "B!")
    sheet = state.sheet()
    assert sheet.final and sheet.totals == (1, 1, 0)
    assert sheet.winners == (0, 1) and sheet.ranks == (1, 1, 3) and sheet.decided_by == "shared"


def test_all_can_share(tmp_path: Path) -> None:
    """B20: three with one monastery each in countries of their own."""
    data = own_data({"A": 1, "B": 1, "C": 1}, {"a": ("A", 20), "b": ("B", 20), "c": ("C", 20)}, advisors=0)
    state = stage(["A1", "B1"], game=own_map(tmp_path, data), then={2: "c"})
    play(state, "C1")
    assert state.over and state.sheet().winners == (0, 1, 2) and state.ranks() == [1, 1, 1]


def test_pieces_left_break_ties_on_lower_ranks_too(tmp_path: Path) -> None:
    """B20: seats 2 and 3 have no points; who spent an advisor comes last."""
    state = stage(["A1", "~", "A!", "B1"], game=closing(tmp_path), then={1: "b"})
    assert state.sheet().ranks == (1, 2, 3)
