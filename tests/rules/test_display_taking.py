"""Taking cards: ends only, one region, two crests or two circle symbols."""

from __future__ import annotations

import pytest

from tests.rules.tables import (
    CARDS,
    RICHELIEUS,
    TABLES,
    choices,
    clear_to,
    corner,
    decide,
    ends,
    facts,
    markers_of,
    phase,
    reason,
    spend,
    table,
    take_free,
    takes,
    turns,
    until,
)

# Ends of a table on which a player may take two cards of Anjou, in several ways.
ANJOU = {"A1": "anjou:1 anjou:1+sword anjou:1+cross", "B1": "anjou:2", "C1": "anjou:1+tower", "D1": "bourbon:2"}
# The same for France in the card game.
FRANCE = {"A1": "france:-/s france:C/s", "B1": "france:F/c france:F", "C1": "france:CF france:CC", "D1": "italy:SS"}


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_only_ends_may_be_taken(name: str, players: int) -> None:
    """D4: the leftmost and rightmost card still lying in each row, and no other."""
    state = table(name, players)
    for _ in range(7):
        display = facts(state, "display")
        assert takes(state) == set(ends(state))
        for cell in display:
            assert reason(state, cell) == (None if cell in ends(state) else "not-an-end")
        take_free(state)
    assert reason(state, "D1") == "card-gone"


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_taking_an_end_uncovers_its_neighbour_for_the_next_player(name: str, players: int) -> None:
    """D4: A2 is no end while A1 lies there, and is one afterwards."""
    state = table(name, players)
    assert reason(state, "A2") == "not-an-end"
    turns(state, "A1")
    assert reason(state, "A2") is None
    assert reason(state, "A3") == "not-an-end"


@pytest.mark.parametrize(("name", "players"), RICHELIEUS)
def test_two_cards_side_by_side_can_be_taken_in_one_turn(name: str, players: int) -> None:
    """D4: taking A1 uncovers A2 within the same turn."""
    state = turns(table(name, players, ANJOU), "D12")
    assert reason(state, "A2") == "not-an-end"
    decide(state, "A1")
    assert reason(state, "A2") is None
    decide(state, "A2")
    assert facts(state, "collections")[1] == ["anjou:1", "anjou:1+sword"]


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_player_must_take_a_card(name: str, players: int) -> None:
    """D4: nobody may stop, pass or put a marker before taking."""
    state = table(name, players)
    for _ in range(players + 1):
        assert reason(state, ".") == "take-first"
        assert reason(state, "-") == "can-take"
        assert reason(state, "@C7") == "take-first"
        assert reason(state, "C7>") == "take-first"
        take_free(state)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_player_must_take_a_card_even_if_each_costs_a_marker(name: str, players: int) -> None:
    """D4: with a marker to pay, there is no passing, though every end carries another player's marker."""
    state = table(name, players)
    left = corner(state, seat=1, tokens_to=0)
    assert state.seat == 1 and set(facts(state, "markers").values()) == {0}
    assert choices(state) == {left[0], left[-1]}
    assert reason(state, "-") == "can-take"
    assert reason(state, ".") == "take-first"


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_stopping_after_the_first_card_is_always_allowed(name: str, players: int) -> None:
    """D4: a second card is a choice, never a duty."""
    state = until(table(name, players, FRANCE if name == "cardinal-cards" else ANJOU), 1, keep=("A1", "B1", "C1"))
    decide(state, "A1")
    assert takes(state) and reason(state, ".") is None
    decide(state, ".")
    assert phase(state) == "mark"
    assert reason(state, "A2") == "not-now"


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_row_of_one_card_has_one_end(name: str, players: int) -> None:
    """D4: the last card of a row is one choice, not two."""
    state = clear_to(table(name, players), keep=("A6", "B6", "B7", "C5"))
    assert takes(state) == {"A6", "B6", "B7", "C5"}
    assert len(state.legal) - len(choices(state) - takes(state)) == 4


@pytest.mark.parametrize(("name", "players"), RICHELIEUS)
def test_two_cards_are_of_one_region(name: str, players: int) -> None:
    """D5: after a card of Anjou, one of Bourbon is refused."""
    state = turns(table(name, players, {**ANJOU, "D1": "bourbon:1+sword"}), "D12")
    decide(state, "C1")
    assert reason(state, "A1") is None
    assert reason(state, "D1") == "another-region"


@pytest.mark.parametrize(("name", "players"), RICHELIEUS)
def test_two_cards_show_at_most_two_crests_together(name: str, players: int) -> None:
    """D5: after a single, a double of the same region is refused; after a double nothing may follow."""
    state = turns(table(name, players, ANJOU), "D12")
    single = decide(state.copy(), "C1")
    assert reason(single, "B1") == "over-limit"
    assert takes(single) == {"A1"}
    double = decide(state.copy(), "B1")
    assert phase(double) == "mark"
    assert reason(double, "A1") == "limit-reached"


@pytest.mark.parametrize(("name", "players"), RICHELIEUS)
def test_symbols_do_not_count_as_crests(name: str, players: int) -> None:
    """D5: a sword and a cross with a crest each are two crests."""
    state = turns(table(name, players, {"A1": "anjou:1+sword", "A12": "anjou:1+cross"}), "D12")
    decide(state, "A1", "A12")
    assert facts(state, "collections")[1] == ["anjou:1+sword", "anjou:1+cross"]


@pytest.mark.parametrize(("name", "players"), RICHELIEUS)
def test_a_third_card_is_refused(name: str, players: int) -> None:
    """D5: at most two cards a turn; nothing follows a double. (A token keeps the question open.)"""
    cards = {"A1": "bourbon:1+tower anjou:1 anjou:1+sword anjou:1+cross", "B1": "anjou:2", "B12": "bourbon:1+sword"}
    keep = ("A2", "A3", "A4", "B1", "B12")
    state = until(spend(turns(table(name, players, cards), "A1"), 1, 1, keep), 1, keep)
    decide(state, "A2")  # with a token, and a marker in the box: a "marker back" might be played
    assert reason(state, "B12") == "another-region"
    two = decide(state.copy(), "A3")
    assert phase(two) == "take" and not takes(two)
    assert reason(two, "A4") == "card-limit"
    decide(state, ".", ".")
    until(state, 1, keep)
    decide(state, "B1")
    assert phase(state) == "take" and not takes(state)
    assert reason(state, "A3") == "limit-reached"


@pytest.mark.parametrize(("name", "players"), RICHELIEUS)
@pytest.mark.parametrize("start", [0, 1])
def test_the_start_player_takes_exactly_one_card_in_the_first_turn(name: str, players: int, start: int) -> None:
    """D6: whatever it shows, a second is refused; from the second turn on everybody may take two."""
    state = table(name, players, {**ANJOU, "D1": "bourgogne:1 bourgogne:1+sword"}, start=start)
    for first in ("A1", "B1"):
        opening = decide(state.copy(), first)
        assert phase(opening) == "mark"
        assert reason(opening, "C1") == "first-turn-one-card"
        assert len(facts(opening, "collections")[start]) == 1
    turns(state, "D12")
    assert state.seat == (start + 1) % players
    turns(state, "A1 C1")
    until(state, start, keep=("D1", "D2"))
    turns(state, "D1 D2")
    assert len(facts(state, "collections")[start]) == 3


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_card_game_knows_no_such_first_turn(players: int) -> None:
    """D6, D7: its start player may take several cards at once."""
    state = turns(table("cardinal-cards", players, FRANCE), "A1 B1 B2")
    assert len(facts(state, "collections")[0]) == 3


@pytest.mark.parametrize(("name", "players"), CARDS)
def test_the_card_game_counts_circles_and_not_cards(name: str, players: int) -> None:
    """D7: cards without circles may come before; ships and carriages do not count; 1 and 1 circles are the limit."""
    state = decide(table(name, players, FRANCE), "A1")
    assert reason(state, "D1") == "another-region"
    assert reason(state, "C1") is None
    decide(state, "B1")
    assert reason(state, "C1") == "over-limit"
    assert reason(state, "B2") is None
    decide(state, "B2")
    assert phase(state) == "mark"
    assert facts(state, "collections")[0] == ["france:F/c", "france:F", "france:-/s"]


@pytest.mark.parametrize(("name", "players"), CARDS)
def test_a_card_without_circles_may_come_between(name: str, players: int) -> None:
    """D7: as long as the total is below 2."""
    state = turns(table(name, players, FRANCE), "B1 A1 B2")
    assert len(facts(state, "collections")[0]) == 3


@pytest.mark.parametrize(("name", "players"), CARDS)
def test_once_two_circles_are_reached_nothing_more_may_be_taken(name: str, players: int) -> None:
    """D7: neither after a card with two circles (Andreas) nor after one and one (Beate): not even one without."""
    cards = {**FRANCE, "A1": "france:-/s", "A14": "france:C/s", "D1": "italy:SS"}
    state = table(name, players, cards)
    for taken in (("C1",), ("B1", "A14"), ("B1", "B2")):
        after = decide(state.copy(), *taken)
        assert phase(after) == "mark" and not takes(after)
        assert reason(after, "A1") == "limit-reached"


@pytest.mark.parametrize(("name", "players"), CARDS)
def test_the_reason_is_the_limit_while_a_tablet_keeps_the_question_open(name: str, players: int) -> None:
    """D7: a player who holds a tablet is asked on, and a card without circles is refused for the limit."""
    cards = {"A1": "italy:SS italy:S/s", "B1": "france:-/s", "C1": "france:CF"}
    keep = ("B1", "C1", "A2")
    state = until(turns(table(name, players, cards), "A1"), 0, keep)
    turns(state, "A2")
    until(state, 0, keep)
    decide(state, "C1")
    assert phase(state) == "take"
    assert reason(state, "B1") == "limit-reached"
    assert reason(state, "A14") == "another-region"


@pytest.mark.parametrize(("name", "players"), RICHELIEUS)
def test_the_rulebooks_page_of_examples(name: str, players: int) -> None:
    """D4, D5, D8, D9, D10: what Andreas (Richelieu) may take in the position that both rulebooks show."""
    cards = {
        "A1": "bourgogne:2",  # 1: a double
        "A11": "anjou:1 anjou:1+sword",  # 3 and, at the end, 2
        "B1": "champagne:1 champagne:1+cross champagne:1+tower",  # 5 with the own marker, 6, 7
        "B12": "bretagne:2",  # 1: a double
        "C1": "anjou:1+tower",  # 4, with the other player's marker
        "C12": "bretagne:1+cross",  # not in the picture: it keeps the question open after 8
        "D8": "bretagne:1+sword",  # 8, with a token
    }
    keep = ("A1", "A11", "A12", "B1", "B2", "B3", "B12", "C1", "C12", "D8")
    state = turns(table(name, players, cards), "D12 @B1", "D11 @C1")
    while "D9" in facts(state, "display"):
        turns(state, ends(state, "D")[1])
    until(state, 0, keep)
    assert {"A1", "B12"} <= takes(state)

    double = decide(state.copy(), "A1")
    assert phase(double) == "mark"

    pair = turns(state.copy(), "A12 A11")
    assert {"anjou:1", "anjou:1+sword"} <= set(facts(pair, "collections")[0])

    costly = decide(state.copy(), "A12", "C1")
    assert choices(costly) == {"$", "$B1"}
    decide(costly, "$")
    assert markers_of(costly, 0) == (1, 1, {"B1"})
    assert markers_of(costly, 1) == (3, 0, set())

    own = decide(state.copy(), "B1")
    assert markers_of(own, 0) == (3, 0, set())
    decide(own, "B2")
    assert not takes(own) and reason(own, "B3") == "card-limit"

    token = decide(state.copy(), "D8")
    assert token.view(0).tokens[7]["face"] is not None and token.view(1).tokens[7]["face"] is None
    assert reason(token, "B12") == "over-limit"
