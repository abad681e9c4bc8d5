"""Reports, plots and ladders: what is in them is what was played."""

from __future__ import annotations

import doctest
import json
import re
import sys
import xml.etree.ElementTree as ElementTree
from itertools import pairwise
from math import isclose

import pytest

from eminence.arena import Local, Match, Run, plot, report, run, sprt, summary, text
from eminence.arena.ladder import ladder, rate
from eminence.arena.plot import MOST, apart, look, share_curves, ticks
from eminence.arena.tables import (
    fair_share,
    most_share,
    pair_counts,
    rank_range,
    seat_shares,
    standings,
    thinking,
    without_winner,
)
from eminence.bots import BOTS
from tests.arena.matches import BETTER, match, result

plots = sys.modules["eminence.arena.plot"]  # the name is also that of the function in it
DUEL = Match("richelieu-duel", 2, ("a", "b"), ((0, 1),), 2)
ONE_OF_THREE = Match("richelieu", 3, ("a", "b"), ((0, 1, 1), (1, 0, 0)), 1)


def duel(*pairs: tuple[tuple[int, int], tuple[int, int]]) -> Run:
    """A made-up match for two: the ranks by seat of both games of every deal."""
    deals = [
        [result((0, 1), one, deal=deal), result((1, 0), other, deal=deal, rotation=1)]
        for deal, (one, other) in enumerate(pairs, 1)
    ]
    return Run(DUEL, deals)


def three() -> Run:
    """One deal of one against two and two against one: a always wins, except for one game that nobody wins."""
    one = [result((0, 1, 1), (1, 2, 3)), result((1, 0, 1), (2, 1, 2), rotation=1)]
    one.append(result((1, 1, 0), (3, 1, 1), rotation=2))
    many = [result((1, 0, 0), (3, 1, 2), rotation=3), result((0, 1, 0), (1, 3, 1), rotation=4)]
    many.append(result((0, 0, 1), (2, 1, 3), rotation=5))
    return Run(ONE_OF_THREE, [one + many])


def test_the_examples_in_the_docstrings_are_right() -> None:
    assert doctest.testmod(report).failed == 0


def test_a_match_for_two_in_numbers() -> None:
    won, lost, split = ((1, 2), (2, 1)), ((2, 1), (1, 2)), ((1, 2), (1, 2))
    found = duel(won, won, split, lost, ((1, 1), (2, 1)))
    assert pair_counts(found.deals) == (1, 0, 1, 1, 2)
    pair = summary(found)["pairs"][0]
    assert pair["names"] == ["a", "b"] and pair["pentanomial"] == [1, 0, 1, 1, 2]
    assert (pair["wins"], pair["shared"], pair["losses"]) == (6, 1, 3)
    assert pair["score"]["value"] == 0.65 and pair["elo"]["value"] > 0


def test_infinite_elo_is_none_in_json_and_unbounded_in_words() -> None:
    won = ((1, 2), (2, 1))
    data = summary(duel(won, won, won))
    assert data["pairs"][0]["elo"]["value"] is None and data["pairs"][0]["elo"]["high"] is None
    json.dumps(data, allow_nan=False)
    assert "unbounded" in text(data)


def test_win_shares_and_ranks_of_one_against_many_and_many_against_one() -> None:
    found = three()
    one = standings(found.match, found.deals, 0)
    many = standings(found.match, found.deals, 1)
    both = standings(found.match, found.deals)
    assert [row.fair for row in one] == [1 / 3, 2 / 3] and [row.fair for row in many] == [2 / 3, 1 / 3]
    assert isclose(one[0].share.value, (1 + 1 + 0.5) / 3) and isclose(one[1].share.value, 0.5 / 3)
    assert many[0].share.value == 1 and many[1].share.value == 0
    assert isclose(both[0].share.value, 5.5 / 6) and both[0].fair == both[1].fair == 0.5
    assert isclose(one[0].rank.value, (1 + 1 + 1.5) / 3) and isclose(many[1].rank.value, 3)
    assert fair_share(found.match, 0) == 0.5


def ordered(arranged: Match, *order: int) -> Run:
    """Made-up deals in which the sides always end in the same order."""
    played = []
    for deal in arranged.seeds:
        games = []
        for turn, seating in enumerate(arranged.seatings(deal)):
            places = sorted(range(len(seating)), key=lambda seat: order.index(seating[seat]))
            games.append(result(seating, [places.index(s) + 1 for s in range(len(seating))], deal=deal, rotation=turn))
        played.append(games)
    return Run(arranged, played)


def test_nobody_wins_more_than_the_line_ups_in_which_he_sits() -> None:
    """Four bots for three seats: each sits in three of four line-ups."""
    arranged = match("random", "greedy", "page", "clerk", game="richelieu", players=3, deals=8)
    found = ordered(arranged, 2, 0, 1, 3)
    assert most_share(arranged, 2) == 0.75 and most_share(arranged, 2, 0) == 1.0
    assert rank_range(arranged, 2) == (1.0, 3.0)
    best = standings(arranged, found.deals)[2]
    assert best.share.value == best.share.high == 0.75 and 0.4 < best.share.low < 0.5
    assert best.rank.value == best.rank.low == 1
    curve = next(one for one in share_curves(found) if one.name == "page")
    assert curve.moments[-1][1].high == 0.75 and isclose(curve.moments[-1][1].low, best.share.low)


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
@pytest.mark.parametrize("specs", [("random", "greedy"), ("random", "random", "random", "greedy")])
def test_what_one_of_two_sides_gains_the_other_loses(specs: tuple[str, ...], order: tuple[int, int]) -> None:
    """Also in the intervals, and whether all deals went alike or not."""
    arranged = match(*specs, game="richelieu", players=4, deals=9)
    alike, reverse = ordered(arranged, *order), ordered(arranged, *reversed(order))
    mixed = [*alike.deals[:5], *reverse.deals[5:]]
    nearly = [*alike.deals[:8], *reverse.deals[8:]]
    for lineup in (None, *range(len(arranged.lineups))):
        seats = [round(12 * fair_share(arranged, side, lineup)) for side in (0, 1)]
        for deals in (alike.deals, mixed, nearly):
            one, other = standings(arranged, deals, lineup)
            assert isclose(one.share.low, 1 - other.share.high, abs_tol=1e-9)
            assert isclose(one.share.high, 1 - other.share.low, abs_tol=1e-9)
            for mine, theirs in ((one.rank.low, other.rank.high), (one.rank.high, other.rank.low)):
                assert isclose(seats[0] * mine + seats[1] * theirs, 12 * 2.5, abs_tol=1e-9)


def test_the_ranks_of_a_side_lie_between_its_first_and_its_last_places() -> None:
    one = match("random", "greedy", game="richelieu", players=4)
    assert [rank_range(one, 0, lineup) for lineup in (0, 1)] == [(1.0, 4.0), (2.0, 3.0)]
    assert rank_range(one, 0) == (1.75, 3.25)
    assert standings(one, ordered(one, 0, 1).deals, 1)[0].rank.low == 2.0


def test_seats_and_thinking_are_added_up() -> None:
    found = three()
    assert isclose(sum(seat_shares(found.match, found.deals)), 1)
    spent = thinking(found.match, found.deals)
    assert [row.decisions for row in spent] == [27, 27] and isclose(spent[0].seconds, 2.7)
    assert without_winner(found.deals) == 0


def test_a_game_that_nobody_wins_is_nobodys() -> None:
    from dataclasses import replace

    found = three()
    found.deals[0][0] = replace(found.deals[0][0], winners=())
    assert without_winner(found.deals) == 1
    assert isclose(sum(row.share.value for row in standings(found.match, found.deals)), 5 / 6)
    assert "nobody won 1 game\n" in text(summary(found))


def test_the_report_says_what_a_reader_must_know() -> None:
    found = run(match(BETTER, "random", deals=3), executor=Local(1))
    words = text(summary(found))
    for part in (
        f"{BETTER} against random",
        "richelieu-duel, 2 players",
        "3 (seeds 1 to 3)",
        "6 games",
        "own defaults",
    ):
        assert part in words
    assert "Elo" in words and "95 %" in words and "SPRT" not in words


def test_an_early_stop_is_told_with_its_consequence() -> None:
    counts = duel(*[((1, 2), (2, 1))] * 20)
    stopped = Run(counts.match, counts.deals, sprt((0, 0, 0, 0, 20), 0, 200))
    words = text(summary(stopped))
    assert "H1 accepted" in words and "leans towards" in words


def test_summaries_are_repeatable() -> None:
    arranged = match(game="richelieu", players=3, deals=3)
    one, two = (summary(run(arranged, executor=Local(1))) for _ in range(2))
    for data in (one, two):
        del data["thinking"]
    assert one == two


def test_a_match_without_deals_has_no_report() -> None:
    for make in (summary, plot):
        with pytest.raises(ValueError, match="no deals"):
            make(Run(DUEL, []))


# Plots.


@pytest.mark.parametrize(
    "found",
    [
        duel(*[((1, 2), (2, 1)), ((2, 1), (1, 2)), ((1, 2), (1, 2))] * 40),
        duel(*[((1, 2), (2, 1))] * 5),
        duel(((1, 2), (2, 1))),
        duel(((1, 2), (1, 2))),
        three(),
    ],
    ids=["long", "all won", "one pair won", "one pair split", "three players"],
)
def test_a_plot_is_a_picture_with_curves_that_stay_inside(found: Run) -> None:
    root = ElementTree.fromstring(plot(found))
    assert root.tag.endswith("svg") and "nan" not in plot(found) and "inf" not in plot(found)
    paths = [element.get("d", "") for element in root.iter() if element.tag.endswith("path")]
    numbers = [float(n) for d in paths for n in re.split(r"[MLHVZ ]+", d) if n]
    assert len(paths) >= 3 and min(numbers) >= 0 and max(numbers) <= 760


def names_in(drawn: str) -> dict[str, float]:
    """The bold texts beside the curves, and how high they stand."""
    root = ElementTree.fromstring(drawn)
    texts = [e for e in root.iter() if e.tag.endswith("text") and e.get("font-weight")]
    return {str(e.text): float(e.get("y", "0")) for e in texts[1:]}


@pytest.mark.parametrize("count", [2, 5, 7, 11])
def test_every_bot_has_a_curve_and_its_name_a_place_of_its_own(count: int) -> None:
    specs = list(BOTS)[:count]
    arranged = match(*specs, game="richelieu", players=min(count, 4), deals=2)
    drawn = plot(ordered(arranged, *range(count)))
    found = names_in(drawn)
    assert set(found) == ({specs[0]} if arranged.paired else set(specs))
    heights = sorted(found.values())
    assert all(after - before >= 35.9 for before, after in pairwise(heights))
    size = re.search(r'viewBox="0 0 760 ([0-9.]+)"', drawn)
    assert size is not None and heights[0] > 60 and heights[-1] + 15 < float(size[1])


def test_as_many_curves_as_there_are_looks_can_be_told_apart() -> None:
    assert len({look(place) for place in range(MOST)}) == MOST >= 36
    many = [f"random:effort={number}" for number in range(1, MOST + 3)]
    arranged = Match("richelieu", 3, tuple(many), tuple((n, n + 1, n + 2) for n in range(0, MOST, 3)), 1)
    drawn = plot(ordered(arranged, *range(len(many))))
    assert f"the first {MOST} of {MOST + 1}" not in drawn and "the first" not in drawn  # so many sit, and no more
    more = Match("richelieu", 3, tuple(many), (*arranged.lineups, (0, MOST, MOST + 1)), 1)
    assert f"the first {MOST} of {MOST + 2}" in plot(ordered(more, *range(len(many))))


def test_names_keep_apart_and_inside() -> None:
    assert doctest.testmod(plots).failed == 0
    assert apart([], 0, 100) == []
    assert apart([70, 71, 72, 390, 391], 60, 400) == [70, 106, 142, 364, 400]


def test_a_match_of_one_deal_shows_its_interval() -> None:
    drawn = plot(duel(((1, 2), (1, 2))))
    assert drawn.count("<circle") == 1
    ends = re.search(r'd="M[0-9.]+ ([0-9.]+)V([0-9.]+)"', drawn)
    assert ends is not None and abs(float(ends[1]) - float(ends[2])) > 200


BOLD = {  # how wide the letters of DejaVu Sans Bold are, as its file says
    **dict.fromkeys("bdghnpquy", 0.716),
    **dict.fromkeys("ijl '", 0.348),
    **dict.fromkeys("frt.,:-·", 0.493),
    **dict.fromkeys("mw…", 1.042),
    "=": 0.838,
}


def test_a_bold_title_or_name_stays_inside() -> None:
    specs = [*list(BOTS)[:5], "mcts:effort=2000,threads=2"]
    arranged = match(*specs, game="cardinal-board", players=5, deals=1)
    root = ElementTree.fromstring(plot(ordered(arranged, *range(6))))
    bold = [e for e in root.iter() if e.tag.endswith("text") and e.get("font-weight")]
    assert len(bold) == 7
    for one in bold:
        width = float(one.get("font-size", "0")) * sum(BOLD.get(letter, 0.7) for letter in str(one.text))
        assert float(one.get("x", "0")) + width <= 760


def test_names_in_a_plot_are_escaped() -> None:
    found = duel(((1, 2), (2, 1)))
    odd = Run(Match("richelieu-duel", 2, ("<a&b>", "b"), ((0, 1),), 1), found.deals)
    assert "&lt;a&amp;b&gt;" in plot(odd)
    ElementTree.fromstring(plot(odd))


def test_ticks_are_round_and_few() -> None:
    for low, high in ((-3.0, 4.0), (0.0, 1.0), (-480.0, 1210.0), (0.0, 7.0), (0.31, 0.37)):
        marks = ticks(low, high)
        assert 3 <= len(marks) <= 9 and low - 1e-9 <= marks[0] and marks[-1] <= high + 1e-9


# Ladders.


def test_the_ladder_orders_bots_by_their_results() -> None:
    pytest.importorskip("openskill")
    games = [(["c", "a", "b"], [3, 1, 2]), (["a", "b", "c"], [1, 2, 3]), (["b", "c", "a"], [2, 3, 1])] * 30
    found = rate(games)
    assert [one.name for one in found] == ["a", "b", "c"] and found[0].games == 90
    assert found[0].mu > found[1].mu > found[2].mu and found[0].sigma < 25 / 3


def test_a_bot_on_several_seats_goes_on_with_the_mean_of_them() -> None:
    pytest.importorskip("openskill")
    mirror = rate([(["a", "a"], [1, 2])])
    assert len(mirror) == 1 and isclose(mirror[0].mu, 25) and mirror[0].games == 1
    found = ladder([(three().match, three().deals)] * 10)
    assert [one.name for one in found] == ["a", "b"]
