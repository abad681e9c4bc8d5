"""Markers: coming back, paying, putting and moving them, and how many may lie on the display."""

from __future__ import annotations

import pytest

from tests.rules.tables import (
    RICHELIEUS,
    TABLES,
    TWO,
    choices,
    decide,
    facts,
    markers_of,
    phase,
    put_by,
    reason,
    spend,
    table,
    take_free,
    takes,
    to_marker_step,
    turns,
    until,
)

UNLIMITED = [(name, players) for name, players in TABLES if players < 4]
LIMITED = [(name, players) for name, players in TABLES if players >= 4]


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_own_marker_comes_back_with_its_card(name: str, players: int) -> None:
    """D8: it goes to supply, and the card costs nothing."""
    state = until(turns(table(name, players), "A1 @B1"), 0, keep=("B1",))
    assert markers_of(state, 0) == (2, 0, {"B1"})
    decide(state, "B1")
    assert phase(state) != "pay"
    assert markers_of(state, 0) == (3, 0, set())


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_nobody_must_take_the_card_with_the_own_marker(name: str, players: int) -> None:
    """D8: any other end may be taken instead, and the marker stays."""
    state = until(turns(table(name, players), "A1 @B1"), 0, keep=("B1",))
    assert len(takes(state)) == 8
    turns(state, "C1")
    assert markers_of(state, 0) == (2, 0, {"B1"})


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_card_with_another_players_marker_costs_one_of_ones_own(name: str, players: int) -> None:
    """D9: the payment goes to the box, the owner of the marker on the card gets it back into supply."""
    state = decide(turns(table(name, players), "A1 @B1"), "B1")
    assert phase(state) == "pay"
    assert "B1" in facts(state, "display") and markers_of(state, 0) == (2, 0, {"B1"})
    assert choices(state) == {"$"}
    decide(state, "$")
    assert "B1" not in facts(state, "display")
    assert markers_of(state, 0) == (3, 0, set())
    assert markers_of(state, 1) == (2, 1, set())


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_nothing_else_may_be_done_before_the_payment(name: str, players: int) -> None:
    """D9: no taking back, no stop, no token, no other card."""
    state = decide(turns(table(name, players), "A1 @B1"), "B1")
    for text in ("A2", "B1", ".", "+back", "@C3", "C3>"):
        assert reason(state, text) == "pay-first", text
    assert reason(state, "-") == "not-now"
    assert reason(state, "$B1") == "not-your-marker"
    assert reason(state, "$C3") == "not-your-marker"


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_one_may_pay_from_supply_or_from_any_card_of_the_display(name: str, players: int) -> None:
    """D9: as one chooses; the marker paid with leaves its card unmarked."""
    state = put_by(put_by(table(name, players), 1, "C6", "C7"), 0, "B1")
    decide(state, "B1")
    assert choices(state) == {"$", "$C6", "$C7"}
    supply = decide(state.copy(), "$")
    assert markers_of(supply, 1) == (0, 1, {"C6", "C7"})
    card = decide(state.copy(), "$C7")
    assert markers_of(card, 1) == (1, 1, {"C6"})
    assert "C7" in facts(card, "display") and "C7" not in facts(card, "markers")


@pytest.mark.parametrize(("name", "players"), UNLIMITED)
def test_with_all_markers_on_cards_one_is_paid_from_there(name: str, players: int) -> None:
    """D9: the rulebooks' example: Andreas has none in supply and must take one from a card; Bernd gets his back."""
    state = put_by(put_by(table(name, players), 1, "C5", "C6", "C7"), 0, "B1")
    decide(state, "B1")
    assert reason(state, "$") == "supply-empty"
    assert choices(state) == {"$C5", "$C6", "$C7"}
    decide(state, "$C6")
    assert markers_of(state, 1) == (0, 1, {"C5", "C7"})
    assert markers_of(state, 0) == (3, 0, set())


@pytest.mark.parametrize(("name", "players"), LIMITED)
def test_the_reserve_pays_first_and_then_a_marker_from_a_card(name: str, players: int) -> None:
    """D9, D12: with two on the display and the third in the box, only a card can pay."""
    state = put_by(put_by(spend(table(name, players), 1, 1), 1, "C6", "C7"), 0, "B1")
    decide(state, "B1")
    assert reason(state, "$") == "supply-empty"
    assert choices(state) == {"$C6", "$C7"}
    decide(state, "$C6")
    assert markers_of(state, 1) == (0, 2, {"C7"})


@pytest.mark.parametrize(("name", "players"), RICHELIEUS)
def test_each_card_with_another_players_marker_costs_one(name: str, players: int) -> None:
    """D9: two such cards in a turn cost two markers."""
    state = put_by(table(name, players, {"A1": "anjou:1 anjou:1+sword"}), 0, "A1", "A2")
    turns(state, "A1$ A2$")
    assert markers_of(state, 1) == (1, 2, set())
    assert markers_of(state, 0) == (3, 0, set())


@pytest.mark.parametrize("players", [3, 4, 5])
def test_each_card_costs_its_marker_in_the_card_game_too(players: int) -> None:
    """D9: whoever the markers belong to; each owner gets the own one back."""
    cards = {"A1": "france:-/s", "B1": "france:F", "C1": "france:C/s"}
    state = put_by(put_by(table("cardinal-cards", players, cards), 0, "A1"), 1, "B1", "C1")
    turns(state, "A1$ B1$ C1$")
    assert markers_of(state, 2) == (0, 3, set())
    assert [markers_of(state, seat) for seat in (0, 1)] == [(3, 0, set())] * 2


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_player_who_cannot_pay_may_not_take_it(name: str, players: int) -> None:
    """D9: with all three markers in the box a marked end is refused, a free one is not."""
    state = put_by(spend(table(name, players), 1, 3), 0, "B1")
    assert markers_of(state, 1) == (0, 3, set())
    assert reason(state, "B1") == "cannot-pay"
    assert reason(state, "A1") is None


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_marker_in_the_box_stays_there(name: str, players: int) -> None:
    """D9: a paid marker does not come back, whatever its owner takes later."""
    state = spend(table(name, players), 1, 1)
    for _ in range(3):
        take_free(until(state, 1))
        assert markers_of(state, 1) == (2, 1, set())


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_marker_that_came_back_in_this_turn_may_pay(name: str, players: int) -> None:
    """D8, D9: the last marker lies on A1; taken back with its card, it pays for A2."""
    cards = {"A1": "france:C/s france:C/c"} if name == "cardinal-cards" else {"A1": "anjou:1 anjou:1+sword"}
    state = put_by(put_by(spend(table(name, players, cards), 1, 2), 1, "A1"), 0, "A2")
    assert markers_of(state, 1) == (0, 2, {"A1"})
    decide(state, "A1", "A2")
    assert choices(state) == {"$"}
    decide(state, "$")
    assert markers_of(state, 1) == (0, 3, set())
    assert markers_of(state, 0)[0] == 3


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_marker_on_the_card_one_means_to_take_next_may_pay(name: str, players: int) -> None:
    """D9: that card then is simply unmarked, and free."""
    cards = {"A1": "france:C/s france:C/c"} if name == "cardinal-cards" else {"A1": "anjou:1 anjou:1+sword"}
    state = put_by(put_by(table(name, players, cards), 1, "A2"), 0, "A1")
    decide(state, "A1", "$A2")
    assert markers_of(state, 1) == (2, 1, set())
    decide(state, "A2")
    assert phase(state) != "pay"
    assert markers_of(state, 1) == (2, 1, set())


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_after_taking_one_marker_may_be_put_on_any_card_without_one(name: str, players: int) -> None:
    """D11: in the middle, at an end, with or without a token; not on a marked card, not where no card lies."""
    state = to_marker_step(turns(table(name, players), "A1 @C6"), "A2")
    assert phase(state) == "mark"
    free = set(facts(state, "display")) - {"C6"}
    assert choices(state) == {".", *(f"@{cell}" for cell in free)}
    assert "@B3" in choices(state)  # a card with a token
    assert reason(state, "@C6") == "already-marked"
    assert reason(state, "@A1") == "card-gone"
    decide(state, "@B3")
    assert state.seat == 2 % players and markers_of(state, 1) == (2, 0, {"B3"})
    to_marker_step(until(state, 1))
    assert reason(state, "@B3") == "already-marked"


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_putting_a_marker_is_a_choice_and_only_one_is_put(name: str, players: int) -> None:
    """D11: the player may decline; after one the turn is over."""
    state = table(name, players)
    declined = turns(state.copy(), "A1")
    assert declined.seat == 1 and markers_of(declined, 0) == (3, 0, set())
    put = turns(state.copy(), "A1 @C6")
    assert put.seat == 1 and reason(put, "@C7") == "take-first"


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_having_paid_does_not_keep_from_putting_a_marker(name: str, players: int) -> None:
    """D11: the author confirmed it."""
    state = turns(table(name, players), "A1 @B1", "B1$ @C6")
    assert markers_of(state, 1) == (1, 1, {"C6"})


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_marker_may_not_be_moved_while_one_can_be_put(name: str, players: int) -> None:
    """D11: supply comes first."""
    state = to_marker_step(until(turns(table(name, players), "D1 @C6"), 0))
    assert reason(state, "C6>") == "supply-before-moving"
    assert reason(state, "@C7") is None


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_with_supply_empty_a_marker_may_be_moved_to_another_card(name: str, players: int) -> None:
    """D11: one of one's own, to a card without a marker; it must then be put, and not where it lay."""
    state = put_by(put_by(spend(table(name, players), 1, 1), 1, "C5", "C6"), 0, "C8")
    to_marker_step(until(state, 1))
    assert choices(state) == {".", "C5>", "C6>"}
    assert reason(state, "@C7") == "supply-empty"
    assert reason(state, "C8>") == reason(state, "C7>") == "not-your-marker"
    assert reason(state, "D1>") == "card-gone"
    decide(state, "C5>")
    assert reason(state, "@C5") == "same-card"
    assert reason(state, "@C6") == reason(state, "@C8") == "already-marked"
    assert reason(state, ".") == reason(state, "C6>") == reason(state, "B1") == "put-lifted-marker"
    assert choices(state) == {f"@{cell}" for cell in facts(state, "display") if cell not in ("C5", "C6", "C8")}
    decide(state, "@C7")
    assert markers_of(state, 1) == (0, 1, {"C6", "C7"})
    assert state.seat == 2 % players


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_without_any_marker_the_turn_ends_by_itself(name: str, players: int) -> None:
    """D11: a player whose markers are all in the box is not asked to put one."""
    state = until(spend(table(name, players), 1, 3), 1)
    decide(state, "A1")
    while state.seat == 1:  # more cards might be taken
        assert phase(state) == "take"
        decide(state, ".")
    assert phase(state) == "take" and state.seat == 2 % players


@pytest.mark.parametrize(("name", "players"), UNLIMITED)
def test_two_or_three_players_may_have_all_three_markers_on_the_display(name: str, players: int) -> None:
    """D12: the limit is for four players, in the card game for four and five."""
    state = put_by(table(name, players), 0, "C5", "C6", "C7")
    assert markers_of(state, 0) == (0, 0, {"C5", "C6", "C7"})


@pytest.mark.parametrize(("name", "players"), LIMITED)
def test_with_four_or_five_players_the_third_marker_stays_in_reserve(name: str, players: int) -> None:
    """D11, D12: a third may not be put, but one of the two may be moved; one that comes back may be put again."""
    state = until(put_by(table(name, players), 0, "A1", "C6"), 0, keep=("A1",))
    moving = to_marker_step(state.copy())
    assert reason(moving, "@C7") == "marker-limit"
    decide(moving, "C6>", "@C7")
    assert markers_of(moving, 0) == (1, 0, {"A1", "C7"})
    turns(state, "A1 @C7")
    assert markers_of(state, 0) == (1, 0, {"C6", "C7"})


@pytest.mark.parametrize(("name", "players"), TWO)
def test_two_players_may_have_six_markers_on_the_display(name: str, players: int) -> None:
    """D12: three of each player's markers lie on the display at once."""
    state = turns(table(name, players), "D1 @C4", "D2 @C5", "D3 @C6", "D4 @C7", "A1 @C8", "B1 @C9")
    assert len(facts(state, "markers")) == 6 and facts(state, "supply") == [0, 0]
