"""Scoring both Richelieus: the rulebooks' examples and the three columns of the table."""

from __future__ import annotations

import pytest

from eminence.rules.display import DisplayState
from tests.rules.tables import MORE, RICHELIEUS, TWO, begin, collected, facts, finish, held, points, table

# A player's half of the Bourgogne: five of ten crests.
FIVE = "bourgogne:2 bourgogne:2 bourgogne:1"
OTHER_FIVE = "bourgogne:*"
FOUR = "normandie:2 normandie:2"
OTHER_FOUR = "normandie:*"
# Tokens that an example wants out of the game.
AWAY = ("crest:champagne", "crest:normandie", "crest:provence", "symbol:cross", "symbol:sword", "symbol:tower")
FOUR_CROSSES = "bourgogne:1+cross bretagne:1+cross champagne:1+cross normandie:1+cross"


def nothing(players: int) -> list[int]:
    """The points of the players beyond the first two, who take no part in an example."""
    return [0] * (players - 2)


@pytest.mark.parametrize(("name", "players"), RICHELIEUS)
def test_example_1_five_crests_and_the_token_beat_five(name: str, players: int) -> None:
    """D15, D19: 5 Bourgogne crests and the token against 5 crests: 6 and 0."""
    state = collected(name, players, [FIVE, OTHER_FIVE], ["crest:bourgogne"])
    assert held(state, 0).count("crest:bourgogne") == 1
    assert points(state, "crests:bourgogne") == [6, 0, *nothing(players)]


@pytest.mark.parametrize(("name", "players"), RICHELIEUS)
def test_crests_are_counted_and_not_cards(name: str, players: int) -> None:
    """D19: two doubles (4 crests) beat three singles (3 crests)."""
    hands = ["languedoc:2 languedoc:2", "languedoc:1+sword languedoc:1+cross languedoc:1+tower"]
    state = collected(name, players, hands, away=("crest:languedoc",))
    assert points(state, "crests:languedoc") == [4, 0, *nothing(players)]


@pytest.mark.parametrize(("name", "players"), RICHELIEUS)
def test_example_2_four_normandie_crests_each(name: str, players: int) -> None:
    """D20: in the duel nobody scores a tie; in the other edition both score 4."""
    state = collected(name, players, [FOUR, OTHER_FOUR], away=AWAY)
    expected = [0, 0] if name == "richelieu-duel" else [4, 4]
    assert points(state, "crests:normandie") == [*expected, *nothing(players)]


@pytest.mark.parametrize(("name", "players"), MORE)
def test_three_may_tie_for_most_and_all_score(name: str, players: int) -> None:
    """D20, D24: whoever has fewer gets nothing."""
    hands = ["bretagne:2 bretagne:1+sword", "bretagne:2 bretagne:1+cross", "bretagne:2 bretagne:1+tower"]
    state = collected(name, players, hands, away=("crest:bretagne",))
    assert points(state, "crests:bretagne") == [3, 3, 3, 0][:players]


@pytest.mark.parametrize(("name", "players"), TWO)
def test_example_3_all_provence_crests_against_the_token(name: str, players: int) -> None:
    """D15, D21: 7 and -5; the token is not a card of the region."""
    state = collected(name, players, ["bourgogne:*", "provence:*"], ["crest:provence"])
    assert points(state, "crests:provence") == [0, 7]
    assert missing_regions(state) == [1, 1]
    assert points(state, "regions") == [-5, -5]  # seat 1 has no Bourgogne


def missing_regions(state: DisplayState) -> list[int]:
    """How many regions each player has no card of."""
    hands = facts(state, "collections")
    return [9 - len({code.split(":")[0] for code in hand}) for hand in hands]


@pytest.mark.parametrize(("name", "players"), TWO)
def test_every_region_without_a_card_costs_two_players_five_points(name: str, players: int) -> None:
    """D21: three regions missing: -15; one card is enough to avoid it."""
    one_each = "bourgogne:2 bretagne:2 champagne:2 normandie:2 languedoc:2 bourbon:2"
    state = collected(name, players, ["bourgogne:1", f"{one_each} provence:* anjou:* auvergne:*"])
    assert missing_regions(state) == [3, 0]
    assert points(state, "regions") == [-15, 0]


@pytest.mark.parametrize(("name", "players"), MORE)
def test_three_or_four_players_score_two_points_for_each_region_they_have(name: str, players: int) -> None:
    """D21, D22: +2 a region with at least one card, nothing for the others; a token does not help."""
    state = collected(name, players, ["", "provence:* anjou:* auvergne:1+sword"], ["crest:provence"])
    missing = missing_regions(state)
    assert missing[0] >= 2 and "crest:provence" in held(state, 0)
    assert points(state, "regions") == [2 * (9 - number) for number in missing]


@pytest.mark.parametrize(("name", "players"), RICHELIEUS)
def test_example_4_five_crosses_against_four(name: str, players: int) -> None:
    """D23: with the token out of the game 5 and 0."""
    state = collected(name, players, ["*:1+cross", FOUR_CROSSES], away=AWAY)
    assert points(state, "symbol:cross") == [5, 0, *nothing(players)]


@pytest.mark.parametrize(("name", "players"), RICHELIEUS)
def test_example_4_five_crosses_against_four_and_the_token(name: str, players: int) -> None:
    """D15, D24: in the duel nobody scores, in the other edition both score 5."""
    state = collected(name, players, ["*:1+cross", FOUR_CROSSES], ["", "symbol:cross"])
    assert "symbol:cross" in held(state, 1)
    expected = [0, 0] if name == "richelieu-duel" else [5, 5]
    assert points(state, "symbol:cross") == [*expected, *nothing(players)]


@pytest.mark.parametrize(("name", "players"), MORE)
def test_three_players_tie_for_the_swords(name: str, players: int) -> None:
    """D24: three swords each."""
    swords = [
        "bourgogne:1+sword bretagne:1+sword champagne:1+sword",
        "normandie:1+sword languedoc:1+sword provence:1+sword",
        "anjou:1+sword bourbon:1+sword auvergne:1+sword",
    ]
    state = collected(name, players, swords, away=AWAY)
    assert points(state, "symbol:sword") == [3, 3, 3, 0][:players]


@pytest.mark.parametrize(("name", "players"), RICHELIEUS)
@pytest.mark.parametrize("token", ["", "symbol:sword"])
def test_without_a_card_of_a_symbol_two_players_lose_five_points(name: str, players: int, token: str) -> None:
    """D25: the token does not help; three and four players lose nothing."""
    state = collected(name, players, ["", "*:1+sword"], [token], away=AWAY)
    assert ("symbol:sword" in held(state, 0)) == bool(token)
    loss = -5 if players == 2 else 0
    assert points(state, "symbol:sword") == [loss, 9, *nothing(players)]


@pytest.mark.parametrize(("name", "players"), RICHELIEUS)
def test_tokens_are_never_cards(name: str, players: int) -> None:
    """D15: they do not count in the number of cards that breaks ties, nor for regions."""
    state = collected(name, players, [""])
    assert state.sheet().breakers == (48 // players,) * players
    assert sum(len(held(state, seat)) for seat in range(players)) == 8


@pytest.mark.parametrize(("name", "players"), RICHELIEUS)
def test_an_unplayed_marker_back_counts_nothing(name: str, players: int) -> None:
    """D15: with another token of no use in its place, the same decisions lead to the same points."""
    state = collected(name, players, ["", "*:1+tower"], ["back"], away=("symbol:tower",))
    assert state.dealt is not None and "back" in held(state, 0)
    deal = {key: list(faces) for key, faces in state.dealt.items()}
    place = next(i for i, token in enumerate(state.view(0).tokens) if token["face"] == "back" and token["holder"] == 0)
    deal["tokens"][place] = "symbol:tower"  # one tower against nine
    deal["removed"][deal["removed"].index("symbol:tower")] = "back"
    twin = begin(state.game, deal, players)  # type: ignore[arg-type]
    for action in state.history:
        twin.play(action)
    assert twin.sheet() == state.sheet()


@pytest.mark.parametrize(("name", "players"), TWO)
def test_nobody_scores_a_majority_of_zero(name: str, players: int) -> None:
    """D26: with all cards of a region left in the last row nobody scores it, though nobody has more; both lose 5."""
    state = collected(name, players, [""], left="auvergne:*", away=("crest:auvergne",), early_end=True)
    assert all(not code.startswith("auvergne") for hand in facts(state, "collections") for code in hand)
    assert points(state, "crests:auvergne") == [0, 0]
    assert sum(points(state, "regions")) == -5 * sum(missing_regions(state))


@pytest.mark.parametrize(("name", "players"), TWO)
def test_a_token_alone_may_be_the_majority(name: str, players: int) -> None:
    """D15, D19, D21, D26: one crest against none scores 1, and still costs the 5 of a region without a card."""
    state = collected(name, players, [""], ["crest:auvergne"], left="auvergne:*", early_end=True)
    assert points(state, "crests:auvergne") == [1, 0]
    assert missing_regions(state)[0] >= 1
    assert points(state, "regions") == [-5 * number for number in missing_regions(state)]


@pytest.mark.parametrize(("name", "players"), RICHELIEUS)
def test_nobody_has_scored_anything_before_the_first_card(name: str, players: int) -> None:
    """D26: the sheet of an untouched display holds no majority."""
    sheet = table(name, players).sheet()
    assert not sheet.final
    assert all(line.values == (0,) * players for line in sheet.lines if line.section == "crests")


# Games played by lot (see `finish`) that end with equal points at the top: name, players, seed.
FEWER = [("richelieu-duel", 2, 90), ("richelieu-duel", 2, 155), ("richelieu", 2, 4), ("richelieu", 2, 58)]
FEWER += [("richelieu", 3, 26), ("richelieu", 3, 368), ("richelieu", 4, 11), ("richelieu", 4, 415)]
SHARED = [("richelieu-duel", 2, 26), ("richelieu", 2, 48), ("richelieu", 3, 53), ("richelieu", 3, 630)]
SHARED += [("richelieu", 4, 6), ("richelieu", 4, 842), ("richelieu", 4, 905)]


@pytest.mark.parametrize(("name", "players", "seed"), [("richelieu-duel", 2, 3), ("richelieu", 3, 220)])
def test_most_points_win(name: str, players: int, seed: int) -> None:
    """D27: whoever has most points wins, however many cards."""
    sheet = finish(name, players, seed).sheet()
    best = max(range(players), key=lambda seat: sheet.totals[seat])
    assert sheet.totals.count(sheet.totals[best]) == 1
    assert sheet.winners == (best,) and sheet.decided_by == "points"
    assert sheet.breakers[best] >= min(sheet.breakers)


@pytest.mark.parametrize(("name", "players", "seed"), FEWER)
def test_among_the_tied_fewer_cards_win(name: str, players: int, seed: int) -> None:
    """D27: cards, not tokens, are counted; those with fewer points do not matter."""
    state = finish(name, players, seed)
    sheet = state.sheet()
    tied = [seat for seat in range(players) if sheet.totals[seat] == max(sheet.totals)]
    cards = {seat: len(facts(state, "collections")[seat]) for seat in tied}
    assert len(tied) > 1 and list(cards.values()).count(min(cards.values())) == 1
    assert sheet.winners == (min(cards, key=cards.__getitem__),)
    assert sheet.decided_by == "fewer-cards"


@pytest.mark.parametrize(("name", "players", "seed"), SHARED)
def test_with_equal_points_and_cards_the_win_is_shared(name: str, players: int, seed: int) -> None:
    """D27: by all who have the fewest cards among those with most points."""
    state = finish(name, players, seed)
    sheet = state.sheet()
    tied = [seat for seat in range(players) if sheet.totals[seat] == max(sheet.totals)]
    fewest = min(len(facts(state, "collections")[seat]) for seat in tied)
    best = tuple(seat for seat in tied if len(facts(state, "collections")[seat]) == fewest)
    assert len(best) > 1
    assert sheet.winners == best and sheet.decided_by == "shared"
    assert {sheet.ranks[seat] for seat in best} == {1}


@pytest.mark.parametrize(("name", "players", "seed"), [("richelieu", 3, 5), ("richelieu", 4, 440)])
def test_the_places_below_are_ordered_in_the_same_way(name: str, players: int, seed: int) -> None:
    """D27: equal points, fewer cards: the better rank."""
    sheet = finish(name, players, seed).sheet()
    order = sorted(range(players), key=lambda seat: (-sheet.totals[seat], sheet.breakers[seat]))
    assert [sheet.ranks[seat] for seat in order] == list(range(1, players + 1))
    assert len(set(sheet.totals)) < players
