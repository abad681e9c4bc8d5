"""The statistics: against values worked out by hand, against other ways to the same number, and by simulation."""

from __future__ import annotations

import doctest
import random
from collections.abc import Callable
from math import erf, inf, isclose, log, log10, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eminence.arena import statistics
from eminence.arena.plot import normal
from eminence.arena.statistics import (
    WORTH,
    Counts,
    Estimate,
    bootstrap,
    elo_of,
    llr,
    mid_ranks,
    pentanomial,
    quantile,
    score_of,
    sprt,
    strength,
    unvaried,
    win_shares,
)
from tests.arena.matches import EVEN, draw, tilted

COUNTS = st.tuples(*[st.integers(0, 200)] * 5).filter(any)


def test_the_examples_in_the_docstrings_are_right() -> None:
    assert doctest.testmod(statistics, optionflags=doctest.ELLIPSIS).failed == 0


# Elo.


def test_the_elo_curve_and_its_inverse() -> None:
    assert score_of(0) == 0.5
    assert isclose(score_of(400), 10 / 11)
    assert isclose(elo_of(0.75), 400 * log10(3))
    assert elo_of(1) == inf and elo_of(0) == -inf
    for elo in (-700, -12.5, 0, 3, 250):
        assert isclose(elo_of(score_of(elo)), elo, abs_tol=1e-9)


def test_pairs_are_counted_by_their_points() -> None:
    assert pentanomial([(0, 0), (0, 0.5), (1, 0), (0.5, 0.5), (0, 1), (1, 0.5), (1, 1)]) == (1, 1, 3, 1, 1)
    with pytest.raises(ValueError, match=r"expected 0, 0\.5 or 1"):
        pentanomial([(2, 1)])


def test_an_even_match_worked_out_by_hand() -> None:
    """100 pairs, score 0.5, variance 7.5 / 99, slope of the Elo curve 694.87."""
    found = strength((10, 20, 40, 20, 10))
    assert found.pairs == 100 and found.score.value == 0.5 and found.elo.value == 0 and found.los == 0.5
    reach = 1.98422 * sqrt(7.5 / 99 / 100) * 694.8711
    assert isclose(found.elo.high, reach, abs_tol=0.01) and isclose(found.elo.low, -reach, abs_tol=0.01)


def test_an_uneven_match_worked_out_by_hand() -> None:
    """Score 0.6125, standard error 0.026915, so 4.18 standard errors above a half."""
    found = strength((5, 10, 40, 25, 20))
    assert isclose(found.score.value, 0.6125)
    assert isclose(found.elo.value, 79.54, abs_tol=0.01)
    assert isclose(found.elo.high - found.elo.value, 39.09, abs_tol=0.02)
    assert isclose(found.elo.value - found.elo.low, 39.09, abs_tol=0.02)
    assert isclose(found.los, 0.5 * (1 + erf(4.1798 / sqrt(2))), abs_tol=1e-7)
    assert isclose(elo_of(found.score.low), found.elo.low) and isclose(elo_of(found.score.high), found.elo.high)


def test_pairs_that_cancel_the_deal_prove_more_than_the_same_games_alone() -> None:
    """200 games won half and half say the same of the score; decided by the deal alone they say much more."""
    lucky, skilled = strength((0, 0, 100, 0, 0)), strength((50, 0, 0, 0, 50))
    assert lucky.score.value == skilled.score.value == 0.5
    assert lucky.elo.high < skilled.elo.high / 2


def test_a_match_won_or_lost_outright_has_one_open_end() -> None:
    won, lost = strength((0, 0, 0, 0, 10)), strength((10, 0, 0, 0, 0))
    assert won.elo.value == won.elo.high == inf and lost.elo.value == lost.elo.low == -inf
    assert isclose(won.score.low, 0.025**0.1) and isclose(lost.score.high, 1 - 0.025**0.1)
    assert isclose(won.los, 1 - 0.5**11) and isclose(lost.los, 0.5**11)
    assert strength((0, 0, 0, 0, 100)).elo.low > won.elo.low > 100


@pytest.mark.parametrize("pairs", [2, 10, 75, 200])
def test_points_lost_never_prove_more_than_a_match_won_outright(pairs: int) -> None:
    won = strength((0, 0, 0, 0, pairs))
    for counts in ((0, 0, 0, 1, pairs - 1), (0, 0, 1, 0, pairs - 1), (1, 0, 0, 0, pairs - 1)):
        found = strength(counts)
        assert found.score.low <= won.score.low and found.elo.low <= won.elo.low
        assert found.score.low < found.score.value < found.score.high < 1
    assert strength((0, 0, 0, 1, 199)).score.low < 0.99  # so many pairs do not prove 99 %, with or without a loss


def test_a_match_of_one_pair_proves_next_to_nothing() -> None:
    for counts in ((0, 0, 1, 0, 0), (0, 0, 0, 0, 1), (0, 1, 0, 0, 0)):
        found = strength(counts)
        assert found.score.high - found.score.low > 0.97


def test_a_match_without_pairs_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one pair"):
        strength((0, 0, 0, 0, 0))


def test_students_quantile_against_the_table() -> None:
    for freedom, expected in ((1, 12.706), (2, 4.303), (3, 3.182), (5, 2.571), (10, 2.228), (30, 2.042), (1000, 1.962)):
        assert isclose(quantile(freedom), expected, abs_tol=0.03)


@given(COUNTS)
def test_exchanging_the_bots_mirrors_everything(counts: Counts) -> None:
    one, other = strength(counts), strength((counts[4], counts[3], counts[2], counts[1], counts[0]))
    assert isclose(one.score.value, 1 - other.score.value, abs_tol=1e-12)
    assert isclose(one.score.low, 1 - other.score.high, abs_tol=1e-9)
    assert isclose(one.los, 1 - other.los, abs_tol=1e-9)
    assert 0 <= one.score.low <= one.score.value <= one.score.high <= 1


@pytest.mark.parametrize("elo", [0, 40, 200, 500])
@pytest.mark.parametrize("pairs", [30, 150])
def test_the_interval_holds_the_true_elo_in_95_of_100_matches(elo: float, pairs: int) -> None:
    rng = random.Random(f"{elo}/{pairs}")
    chances = tilted(EVEN, score_of(elo))
    held = 0
    for _ in range(2000):
        found = strength(draw(rng, chances, pairs)).elo
        held += found.low <= elo <= found.high
    assert 0.93 <= held / 2000 <= 0.985


# The sequential test.


def test_the_ratio_of_decided_pairs_is_the_binomial_one() -> None:
    """Pairs of 2:0 and 0:2 alone are coins: the likeliest distributions are s and 1 - s."""
    zero, one = score_of(0), score_of(30)
    expected = 60 * log(one / zero) + 40 * log((1 - one) / (1 - zero))
    assert isclose(llr((40, 0, 0, 0, 60), 0, 30), expected, abs_tol=0.01)


def test_the_ratio_against_a_search_for_the_likeliest_distribution() -> None:
    """With three outcomes and a given mean one number is free: try all its values."""
    counts = (30, 0, 90, 0, 45)

    def best(score: float) -> float:
        found = -inf
        for step in range(1, 20000):
            middle = step / 20000
            top = score - middle / 2
            bottom = 1 - middle - top
            if top > 0 and bottom > 0:
                found = max(found, 30 * log(bottom) + 90 * log(middle) + 45 * log(top))
        return found

    expected = best(score_of(20)) - best(score_of(-10))
    assert isclose(llr(counts, -10, 20), expected, abs_tol=0.02)


def test_the_ratio_of_a_long_match_is_the_normal_one() -> None:
    counts = (2300, 400, 4600, 500, 2400)
    found = strength(counts).score.value
    zero, one = score_of(0), score_of(5)
    variance = sum(c * (x - found) ** 2 for c, x in zip(counts, WORTH, strict=True)) / sum(counts)
    expected = sum(counts) * (one - zero) * (2 * found - zero - one) / (2 * variance)
    assert isclose(llr(counts, 0, 5), expected, rel_tol=0.01)


@given(COUNTS, st.floats(-300, 300), st.floats(1, 300))
def test_exchanging_the_bots_turns_the_ratio_around(counts: Counts, elo0: float, more: float) -> None:
    mirrored = (counts[4], counts[3], counts[2], counts[1], counts[0])
    one, other = llr(counts, elo0, elo0 + more), llr(mirrored, -elo0, -elo0 - more)
    assert isclose(one, other, rel_tol=1e-6, abs_tol=1e-6)


def test_verdicts_come_at_the_bounds_of_five_percent() -> None:
    first = sprt((0, 0, 0, 0, 0), 0, 10)
    assert first.state == "continue" and first.llr == 0
    assert isclose(first.upper, log(19)) and isclose(first.lower, -log(19))
    assert sprt((10, 10, 50, 60, 80), 0, 10).state == "accept H1"
    assert sprt((400, 10, 900, 10, 350), 0, 10).state == "accept H0"
    with pytest.raises(ValueError, match="elo0 below elo1"):
        sprt((1, 1, 1, 1, 1), 10, 0)


def test_pairs_that_are_always_shared_are_in_time_found_equal() -> None:
    assert sprt((0, 0, 50, 0, 0), 0, 10).state == "continue"
    assert sprt((0, 0, 120, 0, 0), 0, 10).state == "accept H0"


def false_verdicts(elo: float, wrong: str, tests: int) -> float:
    """How often the test of 0 against 100 Elo ends with the wrong verdict."""
    rng = random.Random(f"{elo}/{tests}")
    chances = tilted(EVEN, score_of(elo))
    found = 0
    for _ in range(tests):
        counts = [0] * 5
        verdict = None
        while verdict is None or verdict.state == "continue":
            counts[rng.choices(range(5), chances)[0]] += 1
            verdict = sprt((counts[0], counts[1], counts[2], counts[3], counts[4]), 0, 100)
        found += verdict.state == wrong
    return found / tests


def test_a_bot_against_itself_is_seldom_found_stronger() -> None:
    assert false_verdicts(0, "accept H1", 200) <= 0.05 + 2 * sqrt(0.05 * 0.95 / 200)


@pytest.mark.slow
@pytest.mark.parametrize(("elo", "wrong", "tests"), [(0, "accept H1", 2000), (100, "accept H0", 1000)])
def test_false_verdicts_are_no_more_frequent_than_stated(elo: float, wrong: str, tests: int) -> None:
    assert false_verdicts(elo, wrong, tests) <= 0.05 + 2 * sqrt(0.05 * 0.95 / tests)


# More players.


def test_shared_wins_are_split_and_no_win_is_nobodys() -> None:
    assert win_shares([0, 1, 2], [1], 3) == [0, 1, 0]
    assert win_shares([0, 1, 1, 1], [0, 3], 2) == [0.5, 0.5]
    assert win_shares([0, 1, 1], [1, 2], 2) == [0, 1]
    assert win_shares([2, 0, 1], [], 3) == [0, 0, 0]


def test_equal_ranks_share_the_places_they_fill() -> None:
    assert mid_ranks([2, 1, 4, 2]) == [2.5, 1, 4, 2.5]
    assert mid_ranks([1, 1, 1]) == [2, 2, 2]


def test_the_bootstrap_is_repeatable_and_close_to_the_normal_interval() -> None:
    rng = random.Random(3)
    values = [rng.choice([0, 0.25, 0.5, 1]) for _ in range(400)]
    found = bootstrap(values, seed=5)
    assert found == bootstrap(values, seed=5) != bootstrap(values, seed=6)
    centre = sum(values) / 400
    error = sqrt(sum((value - centre) ** 2 for value in values) / 399 / 400)
    assert isclose(found.value, centre)
    assert isclose(found.low, centre - 1.96 * error, abs_tol=0.2 * error)
    assert isclose(found.high, centre + 1.96 * error, abs_tol=0.2 * error)


def test_values_that_never_vary_still_have_an_interval() -> None:
    found = bootstrap([1.0] * 20)
    assert found.value == found.high == 1 and isclose(found.low, unvaried(1, 20)[0]) and found.low > 0.8
    rank = bootstrap([1.0] * 20, low=1, high=4)
    assert rank.value == rank.low == 1 and 1 < rank.high < 2
    assert bootstrap([2.5, 2.5], low=2.5, high=2.5) == Estimate(2.5, 2.5, 2.5)  # nothing else is possible
    with pytest.raises(ValueError, match="at least one"):
        bootstrap([])


@pytest.mark.parametrize("deals", [2, 20, 100])
def test_deals_lost_never_prove_more_than_all_won(deals: int) -> None:
    won, lost = bootstrap([1.0] * deals), bootstrap([4.0] * deals, low=1, high=4)
    for value in (0.0, 0.5, 0.9):
        assert bootstrap([value] + [1.0] * (deals - 1)).low <= won.low
    assert bootstrap([3.9] + [4.0] * (deals - 1), low=1, high=4).low <= lost.low
    assert bootstrap([1.1] + [1.0] * (deals - 1), low=1, high=4).high >= 1 + 3 * (1 - won.low) - 1e-12


def shares(rng: random.Random, chance: float, games: int, deals: int) -> list[float]:
    """What a bot wins of the games of each deal."""
    return [sum(rng.random() < chance for _ in range(games)) / games for _ in range(deals)]


@pytest.mark.parametrize("interval", [bootstrap, normal])
def test_deals_of_many_games_are_no_coins(interval: Callable[[list[float]], Estimate]) -> None:
    """240 games with about a tenth won do not leave a third possible: far from the ends deals say how they vary."""
    found = interval([0.1, 0.133333, 0.1, 0.066667, 0.133333, 0.1, 0.133333, 0.1])
    assert 0.07 < found.low < found.value < found.high < 0.14


@pytest.mark.parametrize("interval", [bootstrap, normal])
def test_all_deals_but_two_at_an_end_are_nearly_all(interval: Callable[[list[float]], Estimate]) -> None:
    won, lost = unvaried(1.0, 20)[0], unvaried(0.0, 20)[1]
    for count, near in ((1, True), (2, True), (3, False)):
        assert (interval([1.0] * (20 - count) + [0.99] * count).low <= won) == near
        assert (interval([0.0] * (20 - count) + [0.01] * count).high >= lost) == near


@pytest.mark.parametrize(
    ("games", "deals", "chance"), [(30, 8, 0.108), (10, 24, 0.05), (5, 10, 0.95), (5, 48, 0.3), (1, 30, 0.97)]
)
def test_intervals_hold_the_true_share_with_many_games_a_deal_and_near_the_ends(
    games: int, deals: int, chance: float
) -> None:
    rng = random.Random(f"{games}/{deals}")
    held = [0, 0]
    for number in range(200):
        values = shares(rng, chance, games, deals)
        for place, found in enumerate((bootstrap(values, seed=number, resamples=200), normal(values))):
            held[place] += found.low <= chance <= found.high
    assert min(held) >= 0.9 * 200


def bootstrap_coverage(matches: int, deals: int = 80) -> float:
    """How often the interval of a win share holds the true one."""
    values, chances = (0, 0.25, 0.5, 0.75, 1), (0.25, 0.35, 0.2, 0.15, 0.05)
    truth = sum(value * chance for value, chance in zip(values, chances, strict=True))
    rng = random.Random(11)
    held = 0
    for number in range(matches):
        found = bootstrap(rng.choices(values, chances, k=deals), seed=number, resamples=300)
        held += found.low <= truth <= found.high
    return held / matches


def test_the_bootstrapped_interval_holds_the_true_share_in_95_of_100_matches() -> None:
    assert 0.91 <= bootstrap_coverage(100) <= 0.99


@pytest.mark.parametrize("deals", [2, 3, 5, 10])
def test_few_deals_do_not_flatter(deals: int) -> None:
    """Unstretched, the interval of two deals would hold the true share in about half of all matches."""
    assert bootstrap_coverage(200, deals) >= 0.88


@pytest.mark.slow
def test_the_bootstrapped_interval_holds_the_true_share_in_95_of_100_matches_at_length() -> None:
    assert 0.93 <= bootstrap_coverage(1000) <= 0.97
