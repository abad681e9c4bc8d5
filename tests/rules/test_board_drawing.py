"""Drawing and exchanging in the board game: B11 and B12, and what everybody knows of a hand."""

from __future__ import annotations

import random

import pytest

from tests.rules.maps import board, box, choices, hand, play, refusal, stage


def known(state: object, seat: int) -> dict[str, int]:
    """What everybody knows of a hand."""
    found: dict[str, int] = state.view(None).data()["known"][seat]  # type: ignore[attr-defined]
    return found


def test_played_cards_go_on_the_open_discards() -> None:
    """B11: everybody sees them there, jokers too."""
    state = stage(["Fn1"], then={1: "FA BB BB"})
    state.play_turn("Fn2 Fn3&BB <? <? <?")
    assert state.view(None).data()["discards"] == {"FA": 2, "BB": 2}


def test_a_hand_is_filled_card_by_card_from_open_cards_or_pile() -> None:
    """B11: after three cards played, each of the three draws is free."""
    for draws, held in (
        ("<? <? <?", ["BB", "FA", "LI"]),
        ("<ES <F <?", ["BB", "ES", "F"]),
        ("<? <ES <F", ["BB", "ES", "F"]),
        ("<F <? <?", ["BB", "F", "FA"]),
    ):
        state = stage(["Fr1"], then={1: "F LI LI"}, open_cards="ES F", pile="BB FA LI ES ES")
        state.play_turn(f"Fr2 Fr3&LI {draws}")
        assert hand(state, 1) == held
        assert sum(state.view(None).open_cards) == 2


def test_open_cards_are_filled_only_after_the_hand() -> None:
    """B11: who has taken both open cards finds none there for the third draw."""
    state = stage(["Fr1"], then={1: "F LI LI"}, open_cards="ES F", pile="BB FA LI")
    play(state, "Fr2", "Fr3&LI")
    assert choices(state) == {"<ES", "<F", "<?"}
    play(state, "<ES")
    assert choices(state) == {"<F", "<?"}
    assert refusal(state, "<ES") == "not-among-open-cards"
    play(state, "<F")
    assert choices(state) == {"<?"}
    play(state, "<?")
    assert state.view(None).data()["open"] == {"FA": 1, "LI": 1}
    assert state.seat == 2


def test_two_open_cards_of_a_colour_can_both_be_drawn() -> None:
    """B11: each is a card of its own."""
    state = stage(["Fr1"], then={1: "F F LI"}, open_cards="ES ES")
    play(state, "Fr2", "Fr3", "<ES")
    assert choices(state) == {"<ES", "<?"}
    play(state, "<ES")
    assert hand(state, 1) == ["ES", "ES", "LI"]


def test_only_as_many_cards_are_drawn_as_were_played() -> None:
    """B11: the hand is filled to three, and the turn is over with the third card."""
    state = stage(["Fr1"], then={1: "F FA FA"})
    play(state, "Fr2", ".", "<?")
    assert state.view(None).hand_sizes == [3, 3, 3]
    assert state.seat == 2
    assert refusal(state, "<?") == "not-now"


def test_nobody_draws_before_the_placing_is_over() -> None:
    """B11: not at the start of the turn nor between two pieces."""
    state = stage(["Fr1"], then={1: "F F FA"})
    assert refusal(state, "<?") == "not-now"
    play(state, "Fr2")
    assert refusal(state, "<?") == "not-now"
    play(state, "Fr3")
    assert "<?" in choices(state)


def test_the_open_cards_do_not_pay_for_pieces() -> None:
    """B5, B11: cards drawn after the turn serve in the next one."""
    state = stage([], then={0: "FA BB LI"}, open_cards="ES F")
    assert refusal(state, "En1") == "card-not-held"


def test_an_exchange_from_the_pile_leaves_the_open_cards() -> None:
    """B12: one card to the discards, one from the pile, and that is the whole turn."""
    state = stage([], then={0: "FA BB LI"}, open_cards="ES F", pile="FA")
    play(state, "~BB")
    assert choices(state) == {"<ES", "<F", "<?"}
    play(state, "<?")
    assert hand(state, 0) == ["FA", "FA", "LI"]
    view = state.view(None)
    assert view.data()["open"] == {"ES": 1, "F": 1} and view.data()["discards"] == {"BB": 1}
    assert state.seat == 1 and not view.data()["fields"]


def test_an_exchanged_open_card_is_replaced() -> None:
    """B12: the open cards are filled to two from the pile."""
    state = stage([], then={0: "FA BB LI"}, open_cards="ES F", pile="BB")
    state.play_turn("~LI <F")
    assert hand(state, 0) == ["BB", "F", "FA"]
    assert state.view(None).data()["open"] == {"ES": 1, "BB": 1}


def test_the_card_given_away_cannot_be_drawn_back() -> None:
    """B12: it lies on the discards."""
    state = stage([], then={0: "FA BB LI"}, open_cards="ES F")
    play(state, "~LI")
    assert refusal(state, "<LI") == "not-among-open-cards"


def test_one_card_is_exchanged_and_no_more() -> None:
    """B12: neither a second one nor a piece on top."""
    state = stage(["Fr1"], then={1: "F FA FA"})
    play(state, "~FA")
    assert refusal(state, "~FA") == "draw-first"
    assert refusal(state, "Fr2") == "draw-first"
    assert refusal(state, ".") == "draw-first"
    assert refusal(state, "-") == "not-now"
    play(state, "<?")
    assert state.seat == 2


def test_only_a_card_in_hand_is_exchanged() -> None:
    """B12: every colour in hand may go, no other."""
    state = stage([], then={0: "FA FA LI"})
    assert {word for word in choices(state) if word[0] == "~"} == {"~FA", "~LI"}
    assert refusal(state, "~ES") == "card-not-held"


def test_who_plays_no_card_must_exchange() -> None:
    """B12: passing is refused while there is a pile."""
    assert refusal(stage([]), "-") == "exchange-instead"
    assert "-" not in choices(stage([]))


def test_a_card_taken_openly_is_known_to_all() -> None:
    """B11: a lower bound of a hand by colour; a card from the pile adds nothing to it."""
    state = stage(["Fr1"], then={1: "F LI LI"}, open_cards="ES F", pile="ES BB FA")
    state.play_turn("Fr2 Fr3&LI <ES <? <F")
    assert hand(state, 1) == ["ES", "ES", "F"]
    assert known(state, 1) == {"ES": 1, "F": 1}
    for viewer in (0, 2, None):
        assert state.view(viewer).data()["hands"][1] == {"ES": 1, "F": 1}
    assert state.view(1).data()["hands"][1] == {"ES": 2, "F": 1}


@pytest.mark.parametrize(
    ("away", "left"),
    [("Sw1 <?", {}), ("~ES <?", {}), ("~BB <?", {"ES": 1}), ("By1 <?", {"ES": 1}), ("Fr1&BB <? <?", {"ES": 1})],
)
def test_it_is_known_until_one_of_that_colour_leaves(away: str, left: dict[str, int]) -> None:
    """B11, B12: played or exchanged, it counts as the known one; another colour changes nothing."""
    state = stage([], then={0: "BB BB F"}, open_cards="ES LI")
    state.play_turn("~F <ES")
    for _ in range(2):
        play(state, next(word for word in sorted(choices(state)) if word[0] == "~"), "<?")
    assert known(state, 0) == {"ES": 1}
    state.play_turn(away)
    assert known(state, 0) == left


def test_a_joker_pair_uses_up_two_known_cards() -> None:
    """B6, B11: both leave the hand."""
    state = stage(["Fr1"], then={1: "F F LI"}, open_cards="ES ES")
    state.play_turn("Fr2 Fr3 <ES <ES")
    assert known(state, 1) == {"ES": 2}
    for _ in range(2):
        play(state, next(word for word in sorted(choices(state)) if word[0] == "~"), "<?")
    state.play_turn("Fr4&ES <? <?")
    assert known(state, 1) == {}


@pytest.mark.parametrize("players", [3, 4, 5])
def test_what_is_known_is_never_more_than_what_is_held(players: int) -> None:
    """B11: over whole random games the known cards are the open draws that did not leave since."""
    rng = random.Random(players)
    for seed in range(3):
        state = board().deal(seed, players=players)
        ids = [colour.id for colour in box(board()).colours]
        bound = [[0] * len(ids) for _ in range(players)]
        while not state.over:
            seat, before = state.seat, state.view(state.seat).hands[state.seat]
            decision = board().describe(action := rng.choice(state.legal))
            state.play(action)
            after = state.view(seat).hands[seat]
            for colour, mine in enumerate(bound[seat]):
                bound[seat][colour] = max(0, mine - max(0, before[colour] - after[colour]))
            if decision.kind == "draw" and decision.colour:
                bound[seat][ids.index(decision.colour)] += 1
            assert state.view(None).known == bound
            assert all(held >= least for held, least in zip(after, bound[seat], strict=True))
