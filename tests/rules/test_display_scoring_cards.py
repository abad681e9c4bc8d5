"""Scoring the card game: countries, circle symbols, routes, tablets."""

from __future__ import annotations

import pytest

import eminence
from tests.rules.tables import CARDS, collected, deck, facts, finish, held, points, table

COUNTRIES = {
    "france": 8,
    "saxony": 7,
    "hungary": 6,
    "castile": 7,
    "franconia": 7,
    "bavaria": 6,
    "italy": 6,
    "england": 5,
    "denmark": 4,
}


def padded(values: list[int], players: int) -> list[int]:
    """The points of three players, and nothing for the others."""
    return values + [0] * (players - len(values))


@pytest.mark.parametrize(("name", "players"), CARDS)
def test_the_first_scores_the_whole_country_and_each_further_rank_what_the_rank_above_has(
    name: str, players: int
) -> None:
    """D28: the rulebook's example: 5, 2 and 1 of France's 8 cards score 8, 5 and 2; no card, no points."""
    hands = ["france:CC france:CF france:C/s france:C/c france:F/s", "france:F/c france:F", "france:-/s"]
    state = collected(name, players, hands)
    assert points(state, "country:france") == padded([8, 5, 2], players)


@pytest.mark.parametrize(("name", "players"), CARDS)
def test_those_with_equally_many_cards_share_a_rank(name: str, players: int) -> None:
    """D28: the rulebook's example: 2 and 2 of Denmark's 4 cards score 4 and 4."""
    state = collected(name, players, ["denmark:SS denmark:F/s", "denmark:F/s denmark:-/s"])
    assert points(state, "country:denmark") == padded([4, 4], players)


@pytest.mark.parametrize(
    ("shares", "expected"),
    [
        ((3, 3, 1), (7, 7, 3)),  # the next takes the directly following rank
        ((5, 1, 1), (7, 5, 5)),
        ((7, 0, 0), (7, 0, 0)),
        ((4, 2, 1, 0), (7, 4, 2, 0)),
        ((2, 2, 2, 1), (7, 7, 7, 2)),
        ((1, 3, 1, 2), (2, 7, 2, 3)),
        ((2, 2, 1, 1, 1), (7, 7, 2, 2, 2)),
        ((0, 0, 3, 4, 0), (0, 0, 4, 7, 0)),
    ],
)
def test_ranks_and_ties_in_saxony(shares: tuple[int, ...], expected: tuple[int, ...]) -> None:
    """D28: ties share a rank and score alike; the rank below scores what one player of the rank above has in cards."""
    cards = iter([code for code in deck(eminence.game("cardinal-cards")) if code.startswith("saxony:")])
    hands = [" ".join(next(cards) for _ in range(share)) for share in shares]
    state = collected("cardinal-cards", len(shares), hands)
    assert points(state, "country:saxony") == list(expected)


@pytest.mark.parametrize(("country", "cards"), COUNTRIES.items())
def test_whoever_has_all_cards_of_a_country_scores_their_number(country: str, cards: int) -> None:
    """D28: the number printed on the cards, as the rulebook gives it."""
    state = collected("cardinal-cards", 5, ["", "", f"{country}:*"])
    assert points(state, f"country:{country}") == [0, 0, cards, 0, 0]


@pytest.mark.parametrize(("name", "players"), CARDS)
def test_four_crosses_beat_three_fans(name: str, players: int) -> None:
    """D29: the rulebook's example in France: 4 and 0."""
    hands = ["france:CC france:CF france:C/s", "france:F/s france:F/c france:F", "france:C/c france:-/s"]
    state = collected(name, players, hands)
    assert points(state, "circles:france") == padded([4, 0, 0], players)


@pytest.mark.parametrize(("name", "players"), CARDS)
def test_two_fans_and_twice_two_crosses_score_two_each(name: str, players: int) -> None:
    """D29: the rulebook's other example: all who tie score, in whatever kind they have it."""
    hands = ["france:F/s france:F/c france:C/s", "france:CC france:F", "france:C/c france:CF france:-/s"]
    state = collected(name, players, hands)
    assert points(state, "circles:france") == padded([2, 2, 2], players)


@pytest.mark.parametrize(("name", "players"), CARDS)
def test_a_player_scores_circles_once_a_country(name: str, players: int) -> None:
    """D29: with all 5 crosses and 4 fans of France the best kind alone counts; other countries do not add to it."""
    state = collected(name, players, ["", "france:*"])
    assert points(state, "circles:france") == padded([0, 5], players)
    tied = collected(name, players, ["saxony:CC saxony:FF", "saxony:C saxony:C/s", "saxony:*"])
    assert points(tied, "circles:saxony") == padded([2, 2, 2], players)


@pytest.mark.parametrize(("name", "players"), CARDS)
def test_circles_of_different_kinds_are_not_added(name: str, players: int) -> None:
    """D29: a cross and a fan are less than two fans, and cards without circles bring nothing."""
    hands = ["england:C/s england:F/s", "england:FF", "england:C/s england:-/s"]
    state = collected(name, players, hands)
    assert points(state, "circles:england") == padded([0, 2, 0], players)


def traveller(players: int, ships: int, carriages: int) -> str:
    """All cards of seat 0, with so many ships and carriages."""
    every = deck(eminence.game("cardinal-cards"))
    count = len(range(0, len(every), players))
    hand = [code for code in every if code.endswith("/s")][:ships]
    hand += [code for code in every if code.endswith("/c")][:carriages]
    hand += [code for code in every if "/" not in code][: count - len(hand)]
    assert len(hand) == count
    return " ".join(hand)


@pytest.mark.parametrize(("name", "players"), CARDS)
@pytest.mark.parametrize(
    ("ships", "carriages", "expected"),
    [(3, 4, (0, 0)), (7, 0, (7, 0)), (5, 5, (5, 5)), (4, 6, (0, 6)), (5, 4, (5, 0)), (4, 4, (0, 0)), (0, 5, (0, 5))],
)
def test_five_or_more_ships_or_carriages_score_one_each(
    name: str, players: int, ships: int, carriages: int, expected: tuple[int, int]
) -> None:
    """D30: the rulebook's examples 3 and 4: 0; 7 ships: 7; 5 and 5: 10; and the numbers around five."""
    state = collected(name, players, [traveller(players, ships, carriages)])
    assert (points(state, "ships")[0], points(state, "carriages")[0]) == expected


@pytest.mark.parametrize(("name", "players"), CARDS)
def test_every_player_scores_the_own_routes(name: str, players: int) -> None:
    """D30: it is no majority: whoever has five or more scores them."""
    state = collected(name, players, [""])
    for suffix, key in (("/s", "ships"), ("/c", "carriages")):
        counts = [sum(code.endswith(suffix) for code in hand) for hand in facts(state, "collections")]
        assert points(state, key) == [count if count >= 5 else 0 for count in counts]
    if players == 3:
        assert sum(score > 0 for score in points(state, "ships")) > 1


@pytest.mark.parametrize(("name", "players"), CARDS)
def test_each_minus_tablet_held_costs_two_points(name: str, players: int) -> None:
    """D31: one -2, two -4; the other tablets, played or not, count nothing."""
    both = collected(name, players, [""], ["", "minus minus"])
    assert held(both, 1).count("minus") == 2
    assert points(both, "tablets") == padded([0, -4], players)
    each = collected(name, players, [""], ["minus", "minus"])
    assert points(each, "tablets") == padded([-2, -2], players)


@pytest.mark.parametrize(("name", "players"), CARDS)
def test_a_minus_tablet_counts_only_for_its_holder(name: str, players: int) -> None:
    """D31: while it lies on the display it costs nobody anything."""
    assert points(table(name, players), "tablets") == [0] * players


# Games played by lot (see `finish`) that end with equal points at the top: players, seed.
MORE_CARDS = [(3, 33), (3, 66), (4, 9), (4, 14), (5, 23), (5, 24), (5, 627)]
NO_WINNER = [(3, 57), (3, 670), (4, 0), (4, 962), (5, 228), (5, 11), (5, 87)]


@pytest.mark.parametrize(("players", "seed"), [(3, 78), (4, 2), (5, 3)])
def test_most_points_win(players: int, seed: int) -> None:
    """D32: however many cards."""
    sheet = finish("cardinal-cards", players, seed).sheet()
    best = max(range(players), key=lambda seat: sheet.totals[seat])
    assert sheet.totals.count(sheet.totals[best]) == 1
    assert sheet.winners == (best,) and sheet.decided_by == "points"


@pytest.mark.parametrize(("players", "seed"), MORE_CARDS)
def test_among_the_tied_more_cards_win(players: int, seed: int) -> None:
    """D32: the other way round than in Richelieu."""
    state = finish("cardinal-cards", players, seed)
    sheet = state.sheet()
    tied = [seat for seat in range(players) if sheet.totals[seat] == max(sheet.totals)]
    cards = {seat: len(facts(state, "collections")[seat]) for seat in tied}
    assert len(tied) > 1 and list(cards.values()).count(max(cards.values())) == 1
    assert sheet.winners == (max(cards, key=cards.__getitem__),)
    assert sheet.decided_by == "more-cards"


@pytest.mark.parametrize(("players", "seed"), NO_WINNER)
def test_with_equal_points_and_cards_there_is_no_winner(players: int, seed: int) -> None:
    """D32: nobody wins, also not a third with equal points and fewer cards."""
    state = finish("cardinal-cards", players, seed)
    sheet = state.sheet()
    tied = [seat for seat in range(players) if sheet.totals[seat] == max(sheet.totals)]
    most = max(len(facts(state, "collections")[seat]) for seat in tied)
    assert sum(len(facts(state, "collections")[seat]) == most for seat in tied) > 1
    assert sheet.winners == () and sheet.decided_by == "none"
