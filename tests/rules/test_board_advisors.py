"""Advisors of the board game: B9."""

from __future__ import annotations

from tests.rules.maps import choices, play, refusal, stage

# Franken with 3, 2 and 2 monasteries of three players.
FRANKEN = ["Fn1", "Fn2 Fn3", "Fn4 Fn5", "~", "Fn6 Fn7"]


def test_no_advisor_goes_to_a_country_without_monasteries() -> None:
    """B9: none there, no advisor, neither by card nor by joker."""
    state = stage([], then={0: "F F FA"})
    assert refusal(state, "Fr!") == "no-room-for-advisor"
    assert refusal(state, "Bu!&F") == "no-room-for-advisor"
    assert not [word for word in choices(state) if "!" in word]


def test_whose_monasteries_they_are_does_not_matter() -> None:
    """B9: an advisor may go where one has no monastery of one's own."""
    state = stage(["Fr1"], then={1: "F F FA"})
    assert "Fr!" in choices(state)
    play(state, "Fr!")
    assert state.view(None).data()["advisors"] == {"Fr": [0, 1, 0]}
    assert refusal(state, "Fr!") == "no-room-for-advisor"


def test_the_largest_number_of_one_player_is_the_limit_for_all_advisors() -> None:
    """B9: the rulebook's Franken with 3, 2 and 2 monasteries: at most three advisors, of all players together."""
    state = stage([*FRANKEN, "Fn!", "Fn!", "Fn!"], players=4, then={0: "FA FA F"})
    assert state.view(None).data()["advisors"] == {"Fn": [0, 1, 1, 1]}
    assert refusal(state, "Fn!") == "no-room-for-advisor"
    before = stage([*FRANKEN, "Fn!", "Fn!"], players=4, then={3: "FA FA F"})
    assert "Fn!" in choices(before)


def test_it_is_not_the_number_of_all_monasteries() -> None:
    """B9: three monasteries of three players hold one advisor."""
    state = stage(["Fr1", "Fr2", "Fr3", "Fr!"], then={1: "F F FA"})
    assert refusal(state, "Fr!") == "no-room-for-advisor"
    assert "Fr4" in choices(state)


def test_andreas_sends_two_more_to_frankreich() -> None:
    """B9: the rulebook's example: four of Barbara's monasteries and two advisors; F and ES, ES as joker send two."""
    turns = ["~", "Fr1", "Fr!", "~", "~", "Fr2 Fr3", "~", "~", "~", "Fr4", "Fr!", "~"]
    state = stage(turns, players=4, then={0: "F ES ES"})
    play(state, "Fr!", "Fr!&ES")
    assert state.view(None).data()["advisors"] == {"Fr": [2, 0, 2, 0]}
    assert state.view(None).phase == "draw"
    full = stage([*turns, "Fr! Fr!&ES"], players=4, then={1: "F LI LI"})
    assert refusal(full, "Fr!") == "no-room-for-advisor"


def test_italien_with_two_and_two_takes_two_pieces_of_any_kind() -> None:
    """B9: the rulebook's example: two advisors, two monasteries, or one of each in either order."""
    turns = ["~", "It1", "~", "It2", "~", "It3", "~", "It4"]
    for word in ("It! It!", "It5 It6", "It! It5", "It5 It!"):
        state = stage(turns, players=4, then={0: "LI LI F"})
        play(state, *word.split())
        assert state.view(None).phase == "draw"
        assert state.view(None).data()["advisors"].get("It", [0])[0] == word.count("!")


def test_the_second_piece_is_judged_after_the_first() -> None:
    """B9: a monastery makes room for the advisor that follows it in the same turn; the other way round it has none."""
    state = stage(["Fr1", "Fr2", "Fr!"], then={0: "F F FA"})
    assert refusal(state, "Fr!") == "no-room-for-advisor"
    play(state, "Fr3")
    assert "Fr!" in choices(state)
    play(state, "Fr!")
    assert state.view(None).data()["advisors"] == {"Fr": [1, 0, 1]}


def test_a_monastery_that_does_not_raise_the_most_makes_no_room() -> None:
    """B9: with two against one and two advisors, the second of the other player changes nothing."""
    state = stage(["Fr1", "Fr2", "~", "Fr3 Fr!", "~", "Fr!", "~"], then={1: "F F FA"})
    play(state, "Fr4")
    assert refusal(state, "Fr!") == "no-room-for-advisor"
    assert choices(state) == {".", "Fr5", "Fr6", "Fr7", "Fr8"}


def test_a_first_monastery_in_an_empty_country_brings_no_advisor_in_the_same_turn() -> None:
    """B7, B9: there would be room, but it is the one piece of this turn."""
    state = stage([], then={0: "F F FA"})
    play(state, "Fr1")
    assert refusal(state, "Fr!") == "one-piece-in-empty-country"


def test_several_advisors_of_one_player_share_a_crest() -> None:
    """B9: two of one player's in one turn, as far as there is room."""
    state = stage(["Fr1", "~", "~", "Fr2", "~", "~"], then={0: "F F FA"})
    play(state, "Fr!", "Fr!")
    assert state.view(None).advisors_left == [6, 8, 8]
    assert state.view(None).data()["advisors"] == {"Fr": [2, 0, 0]}


def test_an_advisor_needs_a_card_of_the_country() -> None:
    """B6, B9: room alone does not do."""
    state = stage(["Fr1"], then={1: "FA BB LI"})
    assert refusal(state, "Fr!") == "card-not-held"


def test_a_full_map_of_monasteries_still_takes_advisors() -> None:
    """B8, B9: Schwaben's four fields are taken; the two best of one player make room for two advisors."""
    state = stage(["Sw1", "Sw2 Sw3", "~", "Sw4", "~", "~"], then={0: "ES ES F"})
    assert {word for word in choices(state) if word[:2] == "Sw"} == {"Sw!"}
    play(state, "Sw!", "Sw!")
    assert state.view(None).phase == "draw"
