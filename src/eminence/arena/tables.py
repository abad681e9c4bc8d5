"""From the deals of a match to the numbers that a report shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from eminence.arena.match import GameResult, Match
from eminence.arena.statistics import Counts, Estimate, bootstrap, mean, mid_ranks, pentanomial, win_shares
from eminence.arena.store import Deal


@dataclass(frozen=True, slots=True)
class Standing:
    """How a side did, over one line-up or over all of them."""

    side: int
    share: Estimate
    """Its part of the wins."""
    fair: float
    """Its part of the seats: the share that equal bots would win, if somebody always wins."""
    rank: Estimate
    """The mean rank of its seats; equals count the mean of the places they fill."""
    points: float
    """Mean points of its seats."""


@dataclass(frozen=True, slots=True)
class Thinking:
    """What a side spent."""

    side: int
    decisions: int
    seconds: float
    longest: float
    """The longest time for one decision."""


def game_score(game: GameResult, side: int) -> float:
    """What a side scored in a game for two: 1, 0, or ½ where both have the same rank."""
    seat = game.seating.index(side)
    mine, other = game.ranks[seat], game.ranks[1 - seat]
    return 0.5 if mine == other else float(mine < other)


def pair_score(games: Sequence[GameResult]) -> tuple[float, float]:
    """What the first of a line-up scored with either seating of a deal."""
    first, second = games
    side = first.seating[0]
    return game_score(first, side), game_score(second, side)


def pair_place(games: Sequence[GameResult]) -> int:
    """Where a pair stands among the five counts."""
    return int(2 * sum(pair_score(games)))


def of_lineup(deal: Deal, lineup: int | None) -> list[GameResult]:
    """The games of a deal with one line-up, or all of them."""
    return [game for game in deal if lineup is None or game.lineup == lineup]


def pair_counts(deals: Sequence[Deal], lineup: int = 0) -> Counts:
    """The pentanomial of a line-up of two: how its first side did against its second."""
    return pentanomial(pair_score(of_lineup(deal, lineup)) for deal in deals)


def game_counts(deals: Sequence[Deal], lineup: int = 0) -> tuple[int, int, int]:
    """Games that the first side of a line-up of two won, shared and lost."""
    scores = [score for deal in deals for score in pair_score(of_lineup(deal, lineup))]
    return scores.count(1.0), scores.count(0.5), scores.count(0.0)


def sides_of(match: Match, lineup: int | None = None) -> list[int]:
    """The sides that sit in a line-up, or in any."""
    chosen = match.lineups if lineup is None else [match.lineups[lineup]]
    return sorted({side for seats in chosen for side in seats})


def fair_share(match: Match, side: int, lineup: int | None = None) -> float:
    """A side's part of the seats, over the games of a line-up or of all."""
    chosen = match.lineups if lineup is None else (match.lineups[lineup],)
    return sum(seats.count(side) for seats in chosen) / (match.players * len(chosen))


def most_share(match: Match, side: int, lineup: int | None = None) -> float:
    """What a side wins at most: all, over the line-ups in which it sits."""
    chosen = match.lineups if lineup is None else (match.lineups[lineup],)
    return sum(side in seats for seats in chosen) / len(chosen)


def rank_range(match: Match, side: int, lineup: int | None = None) -> tuple[float, float]:
    """The best and the worst mean rank of a side's seats: on k of n seats the first k places, or the last k."""
    chosen = match.lineups if lineup is None else (match.lineups[lineup],)
    seats = [seats.count(side) for seats in chosen]
    best = sum(k * (1 + k) / 2 for k in seats) / sum(seats)
    return best, sum(k * (match.players - (k - 1) / 2) for k in seats) / sum(seats)


def shares_by_deal(match: Match, deals: Sequence[Deal], side: int, lineup: int | None = None) -> list[float]:
    """A side's part of the wins, deal by deal."""
    sides = len(match.bots)
    return [
        mean([win_shares(game.seating, game.winners, sides)[side] for game in of_lineup(deal, lineup)])
        for deal in deals
    ]


def ranks_by_deal(deals: Sequence[Deal], side: int, lineup: int | None = None) -> list[float]:
    """The mean rank of a side's seats, deal by deal."""
    return [
        mean(
            [
                rank
                for game in of_lineup(deal, lineup)
                for rank, sitting in zip(mid_ranks(game.ranks), game.seating, strict=True)
                if sitting == side
            ]
        )
        for deal in deals
    ]


def both_shares(match: Match, deals: Sequence[Deal]) -> list[float]:
    """The first bot's part of the wins, deal by deal, over both line-ups, in which both bots have equally many seats.

    A shared win is split by seats, and a game without a winner counts half for each, so that equal bots have 50 %.
    """

    def part(deal: Deal) -> float:
        halves = []
        for lineup in range(len(match.lineups)):
            shares = [win_shares(game.seating, game.winners, 2) for game in of_lineup(deal, lineup)]
            halves.append(mean([mine + (1.0 - mine - other) / 2.0 for mine, other in shares]))
        return mean(halves)

    return [part(deal) for deal in deals]


def leads(deals: Sequence[Deal]) -> list[float]:
    """By how many points a seat of the first bot is ahead of one of the second, deal by deal: a mean over all games."""

    def lead(game: GameResult) -> float:
        mine, other = (
            mean([score for score, sitting in zip(game.scores, game.seating, strict=True) if sitting == side])
            for side in (0, 1)
        )
        return mine - other

    return [mean([lead(game) for game in deal]) for deal in deals]


def mean_points(deals: Sequence[Deal], side: int, lineup: int | None = None) -> float:
    """The mean points of a side's seats."""
    return mean(
        [
            score
            for deal in deals
            for game in of_lineup(deal, lineup)
            for score, sitting in zip(game.scores, game.seating, strict=True)
            if sitting == side
        ]
    )


def standings(match: Match, deals: Sequence[Deal], lineup: int | None = None) -> list[Standing]:
    """Win shares, ranks and points of all sides, with intervals bootstrapped over deals.

    All sides are resampled alike, so what one of two gains the other loses, in the intervals too.
    """

    def standing(side: int) -> Standing:
        best, worst = rank_range(match, side, lineup)
        return Standing(
            side=side,
            share=bootstrap(shares_by_deal(match, deals, side, lineup), high=most_share(match, side, lineup)),
            fair=fair_share(match, side, lineup),
            rank=bootstrap(ranks_by_deal(deals, side, lineup), low=best, high=worst),
            points=mean_points(deals, side, lineup),
        )

    return [standing(side) for side in sides_of(match, lineup)]


def thinking(match: Match, deals: Sequence[Deal]) -> list[Thinking]:
    """What every side spent on all its games."""
    decisions, seconds, longest = [0] * len(match.bots), [0.0] * len(match.bots), [0.0] * len(match.bots)
    for deal in deals:
        for game in deal:
            for seat, side in enumerate(game.seating):
                decisions[side] += game.decisions[seat]
                seconds[side] += game.seconds[seat]
                longest[side] = max(longest[side], game.longest[seat])
    return [Thinking(side, decisions[side], seconds[side], longest[side]) for side in range(len(match.bots))]


def seat_shares(match: Match, deals: Sequence[Deal]) -> list[float]:
    """The part of the wins that went to each seat; the first seat begins."""
    games = [game for deal in deals for game in deal]
    seats = range(match.players)
    return [mean([win_shares(seats, game.winners, match.players)[seat] for game in games]) for seat in seats]


def without_winner(deals: Sequence[Deal]) -> int:
    """Games that nobody won."""
    return sum(not game.winners for deal in deals for game in deal)
