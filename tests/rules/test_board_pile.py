"""The pile is exhausted for the first time: B13."""

from __future__ import annotations

from collections import Counter

import pytest

from eminence.rules.board import BoardState
from tests.rules.maps import board, choices, hand, play, refusal, stage

PILE = {3: 34, 4: 36, 5: 38}  # cards in the pile after the deal


def nearly_empty(left: int, first: list[str], players: int = 3, **then: object) -> BoardState:
    """These turns, then exchanges until so many cards are left in the pile."""
    drawn = sum(len(turn.replace("&", " & ").split()) - turn.count("&") for turn in first)
    state = stage(first + ["~"] * (PILE[players] - left - drawn), players=players, **then)  # type: ignore[arg-type]
    assert state.view(None).pile_size == left and not state.view(None).second_half
    return state


def second(state: BoardState) -> Counter[str]:
    """The colours of the second pile as it was shuffled."""
    order = state.second_order()
    assert order is not None
    return Counter(state.view(None).box.colours[colour].id for colour in order)


def discards(state: BoardState) -> Counter[str]:
    """The discards by colour."""
    return Counter(state.view(None).data()["discards"])


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_last_card_and_no_earlier_one_brings_the_middle_scoring(players: int) -> None:
    """B13: with one card left nothing has been scored; the draw of the last card scores at once."""
    state = nearly_empty(1, ["Fr1"], players)
    assert state.view(None).track == [0] * players
    assert "middle:Fr" not in [line.key for line in state.sheet().lines]
    play(state, next(word for word in sorted(choices(state)) if word[0] == "~"))
    assert not state.view(None).second_half
    play(state, "<?")
    assert state.view(None).second_half
    assert state.view(None).track == [1] + [0] * (players - 1)
    assert state.sheet().line("middle:Fr") == (1, *[0] * (players - 1))


def test_it_scores_in_the_middle_of_a_hand() -> None:
    """B13: the last card is the first of three to be drawn; scoring and shuffling come before the second."""
    state = nearly_empty(1, ["Fr1"], then={0: "F LI LI"}, open_cards="ES BB", pile="FA")
    play(state, "Fr2", "Fr3&LI")
    assert state.view(None).track == [0, 0, 0]
    play(state, "<?")
    view = state.view(None)
    assert view.phase == "draw" and state.seat == 0 and view.hand_sizes[0] == 1
    assert view.track == [3, 0, 0]
    assert view.pile_size > 0 and not any(view.discards)
    assert choices(state) == {"<ES", "<BB", "<?"}
    play(state, "<BB", "<?")
    assert state.seat == 1 and state.view(None).hand_sizes == [3, 3, 3]
    assert sum(state.view(None).open_cards) == 2


def test_the_pieces_of_this_very_turn_are_scored() -> None:
    """B13, B17: they were placed before the draw."""
    state = nearly_empty(1, ["Fr1"], then={0: "F F FA"})
    state.play_turn("Fr2 Fr3 <? <?")
    assert state.sheet().line("middle:Fr") == (3, 0, 0)


def test_the_cards_of_this_very_turn_are_in_the_new_pile() -> None:
    """B13: cards played, the pair of a joker included, are shuffled in with the other discards."""
    state = nearly_empty(1, ["Fr1"], then={0: "F LI LI"}, pile="FA")
    before = discards(state)
    play(state, "Fr2", "Fr3&LI", "<?")
    assert second(state) == before + Counter({"F": 1, "LI": 2})
    assert state.view(None).pile_size == second(state).total()


def test_an_exchanged_card_is_in_the_new_pile() -> None:
    """B13: an exchange that draws the last card scores and shuffles; the turn is over, the left neighbour goes on."""
    state = nearly_empty(1, ["Fr1"], then={0: "ES FA FA"}, pile="BB")
    before = discards(state)
    state.play_turn("~ES <?")
    assert second(state) == before + Counter({"ES": 1})
    assert hand(state, 0) == ["BB", "FA", "FA"]
    assert state.seat == 1 and state.view(None).second_half
    assert state.view(None).pile_size == 34


def test_open_cards_stay() -> None:
    """B13: they are neither scored away nor shuffled in."""
    state = nearly_empty(1, ["Fr1"], then={0: "ES FA FA"}, open_cards="F LI")
    state.play_turn("~FA <?")
    assert state.view(None).data()["open"] == {"F": 1, "LI": 1}
    deck = Counter({"FA": 11, "BB": 10, "LI": 9, "ES": 8, "F": 7})
    hands = Counter(card for seat in range(3) for card in hand(state, seat))
    assert second(state) == deck - hands - Counter({"F": 1, "LI": 1})


def test_refilling_the_open_cards_can_exhaust_the_pile() -> None:
    """B13: the hand is full; the last card lies open and stays, the other open place is filled from the new pile."""
    state = nearly_empty(1, ["Fr1"], then={0: "F F FA"}, open_cards="ES BB", pile="LI")
    before = discards(state)
    play(state, "Fr2", "Fr3", "<ES")
    assert not state.view(None).second_half
    play(state, "<BB")
    view = state.view(None)
    assert view.second_half and view.track == [3, 0, 0] and state.seat == 1
    order = state.second_order()
    assert order is not None
    assert Counter(view.data()["open"]) == Counter(["LI", view.box.colours[order[0]].id])
    assert second(state) == before + Counter({"F": 2})
    assert view.pile_size == second(state).total() - 1


def test_refilling_one_open_card_exactly_exhausts_the_pile() -> None:
    """B13: the other open card was never touched; the new pile stays whole."""
    state = nearly_empty(1, ["Fr1"], then={0: "F F FA"}, open_cards="ES BB", pile="LI")
    state.play_turn("~FA <ES")
    view = state.view(None)
    assert view.second_half and view.data()["open"] == {"BB": 1, "LI": 1}
    assert view.pile_size == second(state).total()


def test_an_exchange_for_an_open_card_can_exhaust_the_pile_by_its_replacement() -> None:
    """B12, B13: the exchanged card is in the new pile, the card taken is not."""
    state = nearly_empty(1, ["Fr1"], then={0: "F F FA"}, open_cards="ES BB", pile="LI")
    before = discards(state)
    state.play_turn("~FA <BB")
    assert second(state) == before + Counter({"FA": 1})
    assert hand(state, 0) == ["BB", "F", "F"]


def test_the_last_card_can_be_the_one_that_fills_the_hand() -> None:
    """B13: then nothing is missing, and the game goes on with full open cards."""
    state = nearly_empty(2, ["Fr1", "Fr2", "~", "Fr3 Fr4"], then={1: "F F FA"}, open_cards="ES BB", pile="LI FA")
    assert state.seat == 1
    state.play_turn("Fr5 Fr6 <? <?")
    view = state.view(None)
    assert view.second_half and view.hand_sizes == [3, 3, 3] and view.data()["open"] == {"ES": 1, "BB": 1}
    assert hand(state, 1) == ["FA", "FA", "LI"] and state.seat == 2
    assert view.pile_size == second(state).total() == 34


def test_open_cards_taken_and_the_last_card_drawn_in_one_hand() -> None:
    """B13: both open cards and the last of the pile fill a hand; both open places come from the new pile."""
    state = nearly_empty(1, ["Fr1"], then={0: "F LI LI"}, open_cards="ES BB", pile="FA")
    state.play_turn("Fr2 Fr3&LI <ES <BB <?")
    view = state.view(None)
    assert hand(state, 0) == ["BB", "ES", "FA"] and view.second_half
    assert sum(view.open_cards) == 2 and view.pile_size == second(state).total() - 2


def test_a_whole_hand_can_come_from_the_new_pile_but_for_one_card() -> None:
    """B13: after the last card two more are drawn from the new pile, in its order."""
    state = nearly_empty(1, ["Fr1"], then={0: "F LI LI"}, open_cards="ES BB", pile="FA")
    state.play_turn("Fr2 Fr3&LI <? <? <?")
    order = state.second_order()
    assert order is not None
    ids = [colour.id for colour in state.view(None).box.colours]
    assert hand(state, 0) == sorted(["FA", ids[order[0]], ids[order[1]]])


def test_advisors_and_chains_do_not_count_in_the_middle() -> None:
    """B13, B16: monasteries alone are scored."""
    first = ["It1", "~", "~", "It2 It3", "~", "It!", "It4", "~", "~", "Bu1", "~", "Bu!"]
    state = nearly_empty(1, first, then={1: "FA", 0: "FA", 2: "FA"})
    state.play_turn("~FA <?")
    assert state.view(None).track == [4 + 1, 0, 0]
    assert state.sheet().line("alliance:14") == (0, 0, 2)
    assert state.sheet().line("chains") == (4, 0, 0)


def test_the_middle_scoring_is_kept_and_monasteries_are_scored_again_at_the_end() -> None:
    """B13, B16: what is built later changes the end, not the middle."""
    state = nearly_empty(1, ["Fr1"], then={0: "F F FA", 1: "F F FA"})
    state.play_turn("~FA <?")
    state.play_turn("Fr2 Fr3 <? <?")
    assert state.sheet().line("middle:Fr") == (1, 0, 0)
    assert state.sheet().line("monasteries:Fr") == (2, 3, 0)
    assert state.scores() == [3, 3, 0]


def test_known_cards_stay_known_across_the_shuffle() -> None:
    """B11, B13: the hand does not change by it."""
    state = nearly_empty(2, ["Fr1"], then={2: "F F FA", 0: "FA FA FA"}, open_cards="ES BB", pile="LI LI")
    state.play_turn("~FA <ES")
    assert not state.view(None).second_half
    state.play_turn("~FA <?")
    assert state.view(None).second_half
    assert state.view(None).data()["known"] == [{}, {}, {"ES": 1}]


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_second_pile_is_shuffled_by_the_chance_of_the_deal(players: int) -> None:
    """B13: the same seed and decisions give the same new pile, and it is not sorted."""

    def order(seed: int) -> list[int]:
        state = board().deal(seed, players=players)
        while not state.view(None).second_half:
            state.play(state.legal[0] if "<?" not in choices(state) else board().parse("<?"))
        found = state.second_order()  # type: ignore[union-attr]
        assert found is not None
        return found

    assert order(1) == order(1)
    assert order(1) != sorted(order(1)) and sorted(order(1)) != order(2)


def test_the_turn_order_is_unbroken() -> None:
    """B13: play goes on with the left neighbour, and no turn is lost."""
    state = nearly_empty(1, ["Fr1"], players=4)
    seat = state.seat
    play(state, next(word for word in sorted(choices(state)) if word[0] == "~"), "<?")
    assert state.seat == (seat + 1) % 4 and state.view(None).phase == "turn"
    assert refusal(state, "-") == "exchange-instead"
