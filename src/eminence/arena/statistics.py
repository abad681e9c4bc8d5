"""What the results of a match prove. Numbers in, numbers out: no files, no clock, no random numbers but seeded ones.

Two players. A deal is played twice, with the seats exchanged, and only the *pair* of games counts as one observation:
the luck of the deal is in both games and mostly cancels. A pair is worth 0, ¼, ½, ¾ or 1 (of the two points that can be
won), and the five counts of these outcomes, the pentanomial, hold all that the statistics need.

More players. The observation is again the deal: the mean over all seatings of it. Intervals are bootstrapped over
deals.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import copysign, erf, exp, fsum, inf, log, log10, pi, sqrt, tan
from typing import Literal

Counts = tuple[int, int, int, int, int]
"""How many pairs brought the first bot 0, ½, 1, 1½ and 2 points."""

WORTH = (0.0, 0.25, 0.5, 0.75, 1.0)
"""The score of a pair, by its place among the counts."""

Z95 = 1.959963984540054  # 95 % of a normal distribution lie within so many standard deviations
UNSEEN = 1e-3  # stands for a count of 0 in the likelihoods: an outcome not seen yet is not impossible


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number with its 95 % interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Strength:
    """How the first of two bots stands against the second."""

    pairs: int
    score: Estimate
    """The share of the points, 0 to 1."""
    elo: Estimate
    """The difference in Elo; infinite where every point went to one side."""
    los: float
    """The likelihood of superiority: how probable it is that the first bot is the better one."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a sequential test says so far."""

    state: Literal["accept H1", "accept H0", "continue"]
    llr: float
    """The logarithm of how much better elo1 explains the results than elo0."""
    lower: float
    """At or below this, H0 is accepted: the difference is elo0 rather than elo1."""
    upper: float
    """At or above this, H1 is accepted."""
    elo0: float
    elo1: float


def score_of(elo: float) -> float:
    """The expected share of the points with an advantage in Elo.

    >>> score_of(0), round(score_of(400), 3)
    (0.5, 0.909)
    """
    return 1.0 / (1.0 + exp(-elo * log(10.0) / 400.0))


def elo_of(score: float) -> float:
    """The advantage in Elo that goes with a share of the points; infinite at 0 and 1.

    >>> elo_of(0.5), round(elo_of(0.75), 1), elo_of(1)
    (0.0, 190.8, inf)
    """
    if not 0.0 < score < 1.0:
        return inf if score >= 1.0 else -inf
    return 400.0 * log10(score / (1.0 - score)) + 0.0


def pentanomial(pairs: Iterable[tuple[float, float]]) -> Counts:
    """Count pairs by what the first bot scored in the two games (1, ½ or 0 each).

    >>> pentanomial([(1, 0), (1, 1), (0.5, 1)])
    (0, 0, 1, 1, 1)
    """
    counts = [0] * 5
    for one, other in pairs:
        place = 2 * (one + other)
        if place not in range(5):
            raise ValueError(f"a pair of {one} and {other}; expected 0, 0.5 or 1 each")
        counts[int(place)] += 1
    return counts[0], counts[1], counts[2], counts[3], counts[4]


def strength(counts: Counts) -> Strength:
    """Score, Elo difference and likelihood of superiority from pairs.

    The score s is the mean worth of a pair, with variance v between pairs (n - 1 in the denominator) and so a standard
    error of √(v / n). The Elo curve is 400 · log₁₀(s / (1 - s)), with slope 400 / (ln 10 · s · (1 - s)); the standard
    error of Elo is that slope times the one of the score (delta method), and the interval reaches 1.96 of these to
    both sides, a little more with few pairs (Student). The interval of the score is the same one, read off the curve,
    so it never leaves 0 to 1. Where all pairs ended alike there is no variance to go by: see `unvaried`. And where
    nearly all were won there is so little of it that the interval would end above that of a match won outright, which
    no loss can prove: see `modest`. (A deal of many games is no such coin: `bootstrap` is modest near the ends only.)
    """
    pairs = sum(counts)
    if pairs < 1 or min(counts) < 0 or len(counts) != 5:
        raise ValueError(f"counts {counts}; expected five, none negative, at least one pair")
    score = fsum(c * x for c, x in zip(counts, WORTH, strict=True)) / pairs
    if max(counts) == pairs:
        low, high = unvaried(score, pairs)
        chance = 0.5 + copysign(0.5 - 0.5 ** (pairs + 1), score - 0.5) if score != 0.5 else 0.5
        return Strength(pairs, Estimate(score, low, high), Estimate(elo_of(score), elo_of(low), elo_of(high)), chance)
    variance = fsum(c * (x - score) ** 2 for c, x in zip(counts, WORTH, strict=True)) / (pairs - 1)
    error = sqrt(variance / pairs)
    elo = elo_of(score)
    reach = quantile(pairs - 1) * error * 400.0 / (log(10.0) * score * (1.0 - score))
    low, high = modest(score_of(elo - reach), score_of(elo + reach), pairs)
    los = 0.5 * (1.0 + erf((score - 0.5) / error / sqrt(2.0)))
    return Strength(pairs, Estimate(score, low, high), Estimate(elo, elo_of(low), elo_of(high)), los)


def unvaried(value: float, deals: int) -> tuple[float, float]:
    """The 95 % interval of a mean between 0 and 1 when every deal so far gave the same value.

    Any other outcome has at most the chance q with (1 - q)ⁿ = 2.5 %; it could be worth anything from 0 to 1. After
    ten wins out of ten the score is therefore at least 69 %, not "100 % ± 0".

    >>> unvaried(1.0, 10)
    (0.691..., 1.0)
    """
    certain = 0.025 ** (1.0 / deals)
    return value * certain, value * certain + (1.0 - certain)


def modest(low: float, high: float, deals: int) -> tuple[float, float]:
    """An interval between 0 and 1 that claims no more than it could if every deal had been won, or lost, outright.

    >>> modest(0.98, 1.0, 100)
    (0.963..., 1.0)
    """
    return min(low, unvaried(1.0, deals)[0]), max(high, unvaried(0.0, deals)[1])


def extreme(values: Sequence[float], low: float = 0.0, high: float = 1.0) -> bool:
    """Whether nearly all deals gave one of the ends of what is possible: all but two, and at least one.

    So few others say little of how often others come. In the middle of the range the deals say themselves how much
    they vary, and a deal of many games varies little.

    >>> extreme([1, 1, 0.8, 1, 0]), extreme([1, 1, 0.8, 0.9, 0]), extreme([0.5] * 9)
    (True, False, False)
    """
    most = max(sum(abs(value - end) < 1e-9 for value in values) for end in (low, high))
    return most >= max(1, len(values) - 2)


def quantile(freedom: int) -> float:
    """The 97.5 % quantile of Student's t: for one and two degrees of freedom exactly, beyond by its expansion.

    >>> round(quantile(1), 2), round(quantile(10), 2), round(quantile(100), 3)
    (12.71, 2.23, 1.984)
    """
    if freedom <= 2:
        return tan(0.475 * pi) if freedom == 1 else 0.95 * sqrt(2.0 / (4.0 * 0.975 * 0.025))
    z = Z95
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / (freedom * freedom) + third / (freedom * freedom * freedom)


def llr(counts: Counts, elo0: float, elo1: float) -> float:
    """The generalised log-likelihood ratio of elo1 over elo0.

    For each of the two the likeliest distribution of pairs with just that expected score is found, and the likelihoods
    of the results under both are compared. Nothing is assumed of how often games are shared, nor of how much the two
    games of a pair have in common: that is taken from the results.
    """
    seen = [count or UNSEEN for count in counts]
    tilts = []
    for elo in (elo0, elo1):
        offsets = [x - score_of(elo) for x in WORTH]
        theta = tilt(seen, offsets)
        tilts.append([1.0 + theta * a for a in offsets])
    return fsum(count * log(zero / one) for count, zero, one in zip(seen, *tilts, strict=True))


def tilt(weights: Sequence[float], offsets: Sequence[float]) -> float:
    """Lagrange's multiplier of the likeliest distribution with mean offset 0.

    That distribution is w / (1 + θa); θ is where Σ w·a / (1 + θa) = 0. The sum falls all the way between its two poles,
    so Newton's steps, kept inside a shrinking bracket, find its only zero.
    """
    low, high = -1.0 / max(offsets), -1.0 / min(offsets)
    theta = 0.0
    for _ in range(200):
        value = steepness = 0.0
        for weight, offset in zip(weights, offsets, strict=True):
            part = offset / (1.0 + theta * offset)
            value += weight * part
            steepness += weight * part * part
        if value > 0.0:
            low = theta
        else:
            high = theta
        step = theta + value / steepness
        if not low < step < high:
            step = (low + high) / 2.0
        if abs(step - theta) <= 1e-10 * (1.0 + abs(theta)):
            return step
        theta = step
    return theta


def sprt(counts: Counts, elo0: float, elo1: float, *, alpha: float = 0.05, beta: float = 0.05) -> Verdict:
    """The sequential probability ratio test: may the match stop?

    H0 says that the difference is elo0 (or less), H1 that it is elo1 (or more). `alpha` bounds the rate of H1 accepted
    although H0 is true, `beta` the opposite; they give the bounds ln(β / (1 - α)) and ln((1 - β) / α) of the ratio.
    """
    if not elo0 < elo1:
        raise ValueError(f"elo0 {elo0} and elo1 {elo1}; expected elo0 below elo1")
    lower, upper = log(beta / (1.0 - alpha)), log((1.0 - beta) / alpha)
    ratio = llr(counts, elo0, elo1) if any(counts) else 0.0
    state: Literal["accept H1", "accept H0", "continue"] = "continue"
    if ratio >= upper:
        state = "accept H1"
    elif ratio <= lower:
        state = "accept H0"
    return Verdict(state, ratio, lower, upper, elo0, elo1)


# More than two players.


def win_shares(seating: Sequence[int], winners: Sequence[int], sides: int) -> list[float]:
    """What each side gets of one win: equal parts for shared wins, nothing for anybody where nobody wins.

    So the shares of a game add up to 1, or to 0 where the rules know no winner (D32: equal in everything).

    >>> win_shares([0, 1, 1], winners=[0, 2], sides=2)
    [0.5, 0.5]
    """
    shares = [0.0] * sides
    for seat in winners:
        shares[seating[seat]] += 1.0 / len(winners)
    return shares


def mid_ranks(ranks: Sequence[int]) -> list[float]:
    """Ranks where equals get the mean of the places they fill, so that every game hands out the same sum.

    >>> mid_ranks([1, 3, 1])
    [1.5, 3.0, 1.5]
    """
    return [rank + (list(ranks).count(rank) - 1) / 2 for rank in ranks]


def mean(values: Sequence[float]) -> float:
    """The mean."""
    return fsum(values) / len(values)


def bootstrap(
    values: Sequence[float],
    *,
    seed: int = 0,
    resamples: int = 1000,
    low: float = 0.0,
    high: float = 1.0,
) -> Estimate:
    """The mean of one value a deal, with the interval that 95 % of resampled matches fall into.

    A resampled match draws as many deals as there were, with repetition. Few deals vary less than what they were drawn
    from, so the interval is stretched as Student's is against the normal one. All values lie between `low` and `high`;
    where they are all equal, resampling tells nothing and `unvaried` takes over, and where nearly all lie at an end it
    tells too little: there the interval is made `modest`.
    """
    if not values:
        raise ValueError("no deals; expected at least one")
    centre, size = mean(values), len(values)
    if low == high:  # as the mean rank of somebody on all seats
        return Estimate(centre, centre, centre)
    if min(values) == max(values):
        ends = unvaried((centre - low) / (high - low), size)
        return Estimate(centre, low + ends[0] * (high - low), low + ends[1] * (high - low))
    rng = random.Random(seed)
    means = sorted(fsum(rng.choices(values, k=size)) / size for _ in range(resamples))
    cut = max(0, round(0.025 * resamples) - 1)
    stretch = quantile(size - 1) / Z95 * sqrt(size / (size - 1))
    stretched = (centre + stretch * (means[place] - centre) for place in (cut, -1 - cut))
    first, last = ((min(max(end, low), high) - low) / (high - low) for end in stretched)
    if extreme(values, low, high):
        first, last = modest(first, last, size)
    return Estimate(centre, low + first * (high - low), low + last * (high - low))
