"""A turn of the board game, placing pieces: B5 to B8 and B10."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.rules.maps import choices, hand, own_data, own_map, play, refusal, stage


def pieces(words: set[str]) -> set[str]:
    """Of some decisions those that place a piece."""
    return {word for word in words if word[0].isalpha()}


def test_all_pieces_of_a_turn_go_to_one_country() -> None:
    """B5: after a monastery in Franken the same colour does not build in Aragon, nor another in Frankreich."""
    state = stage(["Fn1", "~", "~"], then={0: "FA FA F"})
    play(state, "Fn2")
    assert refusal(state, "Ar1") == "another-country"
    assert refusal(state, "Fr1") == "another-country"
    assert choices(state) == {".", "Fn!", "Fn3", "Fn4", "Fn5", "Fn6", "Fn7"}


def test_one_two_or_three_cards_may_be_played() -> None:
    """B5, B6: one card for a piece, two for two pieces or as a joker, three for a card and a joker."""
    for word, cards in (("Fr2", 1), ("Fr2 Fr3", 2), ("Fr2&BB", 2), ("Fr2 Fr3&BB", 3), ("Fr2&BB Fr3", 3)):
        state = stage(["Fr1", "~", "~"], then={0: "F BB BB"} if "&" in word else {0: "F F BB"})
        play(state, *word.split())
        assert state.view(None).hand_sizes == [3 - cards, 3, 3]
        assert sum(state.view(None).discards) == 3 + cards


def test_at_least_one_card_is_played_before_stopping() -> None:
    """B5, B12: a turn cannot begin with a stop or a pass: who plays no card must exchange."""
    state = stage([])
    assert refusal(state, ".") == "place-first"
    assert refusal(state, "-") == "exchange-instead"
    assert {"~"} <= {word[0] for word in choices(state)}


def test_one_may_stop_after_one_piece() -> None:
    """B5: the second piece is a choice."""
    state = stage(["Fr1", "~", "~"], then={0: "F F FA"})
    play(state, "Fr2", ".")
    assert {word[0] for word in choices(state)} == {"<"}
    assert state.view(None).data()["fields"] == {"Fr1": 0, "Fr2": 0}
    assert refusal(state, ".") == "draw-first"
    assert refusal(state, "Fr3") == "draw-first"


def test_every_card_places_exactly_one_piece() -> None:
    """B6: a card of another colour cannot be played along, nor one be discarded on top of a piece."""
    state = stage(["Fr1", "~", "~"], then={0: "F F ES"})
    play(state, "Fr2")
    assert refusal(state, "~ES") == "already-placing"
    assert refusal(state, "Fr3&ES") == "pair-not-held"
    play(state, "Fr3")
    assert refusal(state, "~ES") == "draw-first"
    assert sum(state.view(None).discards) == 3 + 2


def test_a_card_does_not_serve_a_country_it_does_not_picture() -> None:
    """B6: one card alone is no joker."""
    state = stage([], then={0: "ES LI F"})
    assert refusal(state, "Fn1") == "card-not-held"
    assert refusal(state, "Fn1&ES") == "pair-not-held"


@pytest.mark.parametrize("pair", ["FA", "BB", "LI", "ES", "F"])
def test_a_pair_is_a_joker_for_every_country_not_pictured_on_it(pair: str) -> None:
    """B6: two of one colour place a piece in any country but those pictured."""
    pictured = {"FA": {"Fn", "Ar"}, "BB": {"By", "Bu"}, "LI": {"Lo", "It"}, "ES": {"En", "Sw"}, "F": {"Fr"}}[pair]
    state = stage([], then={0: f"{pair} {pair} {'F' if pair != 'F' else 'FA'}"})
    by_joker = {word[:2] for word in choices(state) if "&" in word}
    assert by_joker == {"En", "Fn", "By", "It", "Ar", "Fr", "Lo", "Sw", "Bu"} - pictured
    for country in pictured:
        assert refusal(state, f"{country}1&{pair}") == "joker-shows-country"


def test_a_pair_is_needed_for_a_joker() -> None:
    """B6: two cards of different colours are none."""
    state = stage([], then={0: "FA BB LI"})
    for colour in ("FA", "BB", "LI"):
        assert refusal(state, f"Fr1&{colour}") == "pair-not-held"
    assert not [word for word in choices(state) if "&" in word]


def test_a_joker_places_an_advisor_too() -> None:
    """B6, B9: a piece of either kind."""
    state = stage(["Bu1", "~", "~"], then={0: "LI LI F"})
    assert "Bu!&LI" in choices(state)
    state.play_turn("Bu!&LI <? <?")
    assert state.view(None).data()["advisors"] == {"Bu": [1, 0, 0]}


def test_andreas_places_one_piece_in_empty_franken() -> None:
    """B5, B7: the rulebook's first example: F, FA, FA; one piece in Franken, then the turn is over."""
    state = stage([], then={0: "F FA FA"}, players=4, pile="LI")
    play(state, "Fn1")
    assert refusal(state, "Fn2") == "one-piece-in-empty-country"
    assert refusal(state, "Fr1") == "one-piece-in-empty-country"
    assert state.view(None).phase == "draw"
    play(state, "<?")
    assert state.seat == 1 and hand(state, 0) == ["F", "FA", "LI"]


def test_barbara_places_two_pieces_in_franken_with_a_joker() -> None:
    """B6, B7: the rulebook's second example: FA, BB, BB in Franken, where Andreas has a monastery."""
    state = stage(["Fn1"], then={1: "FA BB BB"}, players=4)
    play(state, "Fn2", "Fn3&BB")
    assert state.view(None).data()["fields"] == {"Fn1": 0, "Fn2": 1, "Fn3": 1}
    assert state.view(None).data()["discards"] == {"FA": 2, "BB": 2}
    assert state.view(None).hand_sizes[1] == 0
    play(state, "<?", "<?", "<?")
    assert state.seat == 2


def test_chris_cannot_play_all_three_cards_of_frankreich() -> None:
    """B6, B7: the rulebook's third example: two pieces in Frankreich, or one elsewhere by joker; one card stays."""
    state = stage(["Fr1", "Fr2"], then={2: "F F F"}, players=4)
    home, away = state.copy(), state.copy()
    play(home, "Fr3", "Fr4")
    assert refusal(home, "Fr5") == "two-pieces"
    assert hand(home, 2) == ["F"]
    play(away, "Bu1&F")
    assert refusal(away, "Bu2&F") == "one-piece-in-empty-country"
    assert hand(away, 2) == ["F"]
    assert refusal(state, "Fr3&F") == "joker-shows-country"


def test_after_a_joker_the_left_card_serves_only_its_own_country() -> None:
    """B5, B6: a pair of F in Burgund where pieces stand; the third F cannot follow there."""
    state = stage(["Bu1", "~", "~"], then={0: "F F F"})
    play(state, "Bu2&F")
    assert choices(state) == {"."}
    assert refusal(state, "Bu3") == "card-not-held"


def test_an_empty_country_takes_one_piece_a_turn() -> None:
    """B7: with no piece there at the start of the turn the first is also the last."""
    state = stage([], then={0: "FA FA FA"})
    play(state, "Ar1")
    assert state.view(None).phase == "draw"
    assert refusal(state, "Ar2") == "one-piece-in-empty-country"


@pytest.mark.parametrize("first", ["Ar1", "Ar1 ~", "~ Ar1", "~ ~ Ar1"])
def test_a_country_with_any_piece_takes_two(first: str) -> None:
    """B7: whoever owns the piece there."""
    turns = [*first.split(), "~", "~"][:3]
    state = stage(turns, then={0: "FA FA FA"})
    play(state, "Ar2", "Ar3")
    assert refusal(state, "Ar4") == "two-pieces"
    assert state.view(None).data()["fields"].keys() == {"Ar1", "Ar2", "Ar3"}


def test_three_pieces_are_too_many_even_with_more_cards_in_hand(tmp_path: Path) -> None:
    """B7: two pieces a turn, also on a map of one's own with hands of six."""
    data = own_data({"A": 9, "B": 2}, {"a": ("A", 48), "b": ("B", 48)}, hand=6)
    state = stage(["A1", "~", "~"], then={0: "a a a a a a"}, game=own_map(tmp_path, data))
    play(state, "A2", "A3")
    assert refusal(state, "A4") == "two-pieces"
    assert state.view(None).hand_sizes[0] == 4


def test_a_monastery_goes_on_a_free_field_only() -> None:
    """B8: of Schwaben's four fields the free ones are offered; once they are full, none."""
    state = stage(["Sw1", "Sw2 Sw3", "~"], then={0: "ES ES F", 1: "ES ES F"})
    assert {word for word in pieces(choices(state)) if word[:2] == "Sw"} == {"Sw4", "Sw!"}
    assert refusal(state, "Sw2") == "field-taken"
    state.play_turn("Sw4 <?")
    assert {word for word in pieces(choices(state)) if word[:2] == "Sw"} == {"Sw!"}
    for field in ("Sw1", "Sw2", "Sw3", "Sw4"):
        assert refusal(state, field) == "field-taken"


def test_a_full_country_without_room_ends_the_placing() -> None:
    """B7, B8: after the first piece nothing more could go to Schwaben, so nobody is asked for a second."""
    state = stage(["Sw1", "Sw2", "Sw3", "~", "Sw!", "~", "~"], then={3: "ES ES ES"}, players=4)
    play(state, "Sw4")
    assert state.view(None).phase == "draw"
    other = stage(["Sw1", "Sw2", "Sw3", "~", "Sw!", "~"], then={2: "ES ES ES"}, players=4)
    play(other, "Sw4")  # the second of one player: room for a second advisor
    assert choices(other) == {".", "Sw!"}


def test_no_question_is_asked_once_the_hand_is_empty() -> None:
    """B5: three cards played as a card and a joker pair leave nothing for another piece."""
    state = stage(["Fr1", "~", "~"], then={0: "F BB BB"})
    play(state, "Fr2&BB")
    assert state.view(None).phase == "place"
    play(state, "Fr3")
    assert state.view(None).phase == "draw"


def test_the_question_for_a_second_piece_tells_nothing_of_the_hand() -> None:
    """B5, B7: it is asked by public facts alone, also of a player whose cards allow no second piece."""
    state = stage(["Fr1", "~", "~"], then={0: "F FA BB"})
    play(state, "Fr2")
    assert choices(state) == {"."}


def test_who_is_out_of_monasteries_cannot_place_one(tmp_path: Path) -> None:
    """B10: with two monasteries each, the third is refused while others still build."""
    data = own_data({"A": 5, "B": 2}, {"a": ("A", 30), "b": ("B", 30)}, monasteries=2)
    state = stage(["A1", "~", "~", "A2", "~", "~"], then={0: "a a a", 1: "a a a"}, game=own_map(tmp_path, data))
    assert refusal(state, "A3") == "no-monastery-left"
    assert refusal(state, "B1&a") == "no-monastery-left"
    assert pieces(choices(state)) == {"A!"}
    state.play_turn("A! <?")
    assert {"A3", "A4", "A5", "A!"} <= choices(state)


def test_who_is_out_of_advisors_cannot_place_one(tmp_path: Path) -> None:
    """B10: with one advisor each, the second is refused while others still send theirs."""
    data = own_data({"A": 5, "B": 2}, {"a": ("A", 30), "b": ("B", 30)}, advisors=1)
    state = stage(["A1", "~", "~", "A2 A!", "~", "~"], then={0: "a a a", 1: "a a a"}, game=own_map(tmp_path, data))
    assert refusal(state, "A!") == "no-advisor-left"
    assert "A3" in choices(state)
    state.play_turn("~a <?")
    assert "A!" in choices(state)


def test_who_can_place_nothing_can_only_exchange(tmp_path: Path) -> None:
    """B10, B12: out of all pieces, the only choice is which card to exchange."""
    data = own_data({"A": 9, "B": 2}, {"a": ("A", 30), "b": ("B", 30)}, monasteries=1, advisors=0)
    state = stage(["A1", "~", "~"], then={0: "a a b"}, game=own_map(tmp_path, data))
    assert choices(state) == {"~a", "~b"}
    assert refusal(state, "A!") == "no-advisor-left"
    assert refusal(state, "-") == "exchange-instead"


def test_all_twenty_monasteries_and_eight_advisors_can_be_placed(tmp_path: Path) -> None:
    """B3, B10: the twenty-first monastery and the ninth advisor are refused."""
    data = own_data({"A": 30, "B": 2}, {"a": ("A", 60), "b": ("B", 36)})
    turns = ["A1", "~b", "~b"]
    for i in range(2, 20, 2):
        turns += [f"A{i} A{i + 1}", "~", "~"]
    turns += ["A20", "~", "~"] + ["A! A!", "~", "~"] * 4
    state = stage(turns, then={0: "a a a"}, game=own_map(tmp_path, data))
    assert state.view(None).monasteries_left[0] == 0 and state.view(None).advisors_left[0] == 0
    assert refusal(state, "A21") == "no-monastery-left"
    assert refusal(state, "A!") == "no-advisor-left"
