"""Tokens and law tablets: who sees them, when they are played, what they do."""

from __future__ import annotations

from typing import Any

import pytest

import eminence
from eminence import NotationError
from tests.rules.tables import (
    CARDS,
    RICHELIEUS,
    TABLES,
    at_random,
    begin,
    choices,
    decide,
    ends,
    facts,
    held,
    lay,
    markers_of,
    phase,
    put_by,
    reason,
    spend,
    table,
    takes,
    turns,
    until,
)


def other_face(name: str) -> str:
    """A token of the game that cannot be played."""
    return "minus" if name == "cardinal-cards" else "crest:anjou"


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_taker_alone_learns_what_a_token_is(name: str, players: int) -> None:
    """D10: at once, before deciding about a further card; the others see only who holds it, and from which cell."""
    face = other_face(name)
    state = decide(turns(table(name, players, tokens={"A2": face}), "A1"), "A2")
    assert state.seat == 1
    for seat in (None, *range(players)):
        token = state.view(seat).tokens[0]
        assert (token["cell"], token["holder"], token["played"]) == ("A2", 1, False)
        assert token["face"] == (face if seat == 1 else None)
        assert all(other["face"] is None for other in state.view(seat).tokens[1:])


@pytest.mark.parametrize(("name", "players"), RICHELIEUS)
def test_the_token_is_seen_before_a_second_card_is_chosen(name: str, players: int) -> None:
    """D10: between the two cards the taker knows the face."""
    cards = {"A1": "bourbon:2 anjou:1 anjou:1+sword"}
    state = decide(turns(table(name, players, cards, {"A2": "symbol:cross"}), "A1"), "A2")
    assert phase(state) == "take" and "A3" in takes(state)
    assert state.view(1).tokens[0]["face"] == "symbol:cross"


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_token_just_taken_may_pay_for_a_later_card(name: str, players: int) -> None:
    """D10, D14: with all markers in the box, the token of the first card is played and pays for the second."""
    pair = "france:C/s france:C/c" if name == "cardinal-cards" else "anjou:1 anjou:1+sword"
    cards = {"A2": pair}
    state = turns(table(name, players, cards, {"A2": "back"}), "A1")
    spend(state, 1, 3, keep=("A2", "A3"))
    put_by(state, 0, "A3", keep=("A2",))
    decide(state, "A2")
    assert reason(state, "A3") == "cannot-pay"
    decide(state, "+back", "A3", "$")
    assert "A3" not in facts(state, "display")
    assert markers_of(state, 1) == (0, 3, set())


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_token_never_pays_for_the_card_it_lies_on(name: str, players: int) -> None:
    """D10: a player without markers may not take it, though a "marker back" lies there."""
    state = turns(table(name, players, tokens={"A2": "back"}), "A1")
    spend(state, 1, 3, keep=("A2",))
    put_by(state, 0, "A2")
    assert state.seat == 1
    assert reason(state, "A2") == "cannot-pay"
    assert reason(state, "+back") == "token-not-held"


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_what_others_see_never_depends_on_a_hidden_face(name: str, players: int) -> None:
    """D10: two deals with two tokens exchanged, the same decisions: the same questions and pictures for the others."""
    game = eminence.game(name)
    deal = game.deal(7, players=players).dealt
    assert deal is not None
    state, twin = begin(game, deal, players), begin(game, exchanged(deal), players)
    playable = {"+back", "+three", "+colours"}
    for number, text in enumerate(at_random(state, 7, without=playable)):
        assert (state.seat, phase(state)) == (twin.seat, phase(twin))
        assert choices(state) - playable == choices(twin) - playable
        if number % 5 == 0:
            holders = {token["holder"] for token in state.view(None).tokens if token["cell"] in ("A2", "D5")}
            for seat in {None, *range(players)} - (holders - {None}):
                assert state.view(seat).dumps() == twin.view(seat).dumps()
        decide(twin, text)


def exchanged(deal: dict[str, Any]) -> dict[str, Any]:
    """The same deal with the tokens of A2 and D5 exchanged; in Richelieu A2's also with a removed one."""
    tokens, removed = list(deal["tokens"]), list(deal["removed"])
    tokens[0], tokens[6] = tokens[6], tokens[0]
    if removed:
        tokens[0], removed[0] = removed[0], tokens[0]
    return {"cards": deal["cards"], "tokens": tokens, "removed": removed}


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_marker_back_brings_a_marker_from_the_box_to_supply(name: str, players: int) -> None:
    """D14: the token goes to the box, for all to see; it needs a marker there, and the token."""
    state = turns(table(name, players, {}, {"A2": "back"}), "A1", "A2")
    until(state, 1)
    assert held(state, 1) == ["back"]
    assert reason(state, "+back") == "no-marker-in-box"
    spend(state, 1, 1)
    until(state, 1)
    assert markers_of(state, 1) == (2, 1, set())
    decide(state, "+back")
    assert markers_of(state, 1) == (3, 0, set())
    assert held(state, 1) == []
    assert [state.view(seat).tokens[0]["face"] for seat in range(players)] == ["back"] * players
    assert state.view(None).tokens[0]["played"]
    assert reason(state, "+back") == "token-not-held"


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_marker_back_may_come_before_taking_so_that_it_pays(name: str, players: int) -> None:
    """D14: without it the marked card is refused."""
    state = turns(table(name, players, {}, {"A2": "back"}), "A1", "A2")
    put_by(spend(state, 1, 3, keep=("B1",)), 0, "B1")
    assert reason(state, "B1") == "cannot-pay"
    turns(state, "+back B1$")
    assert markers_of(state, 1) == (0, 3, set())
    assert "B1" not in facts(state, "display")


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_marker_back_may_come_after_the_last_card_to_be_put_at_once(name: str, players: int) -> None:
    """D14: before putting a marker; not any more in the marker step, and not while paying."""
    double = "france:CC" if name == "cardinal-cards" else "anjou:2"
    state = turns(table(name, players, {"B1": double}, {"A2": "back"}), "A1", "A2")
    put_by(spend(state, 1, 2, keep=("B1",)), 0, "A3", keep=("B1",))
    assert markers_of(state, 1) == (1, 2, set())
    paying = decide(state.copy(), "A3")
    assert reason(paying, "+back") == "pay-first"
    decide(state, "B1")
    assert phase(state) == "take" and not takes(state)
    marking = decide(state.copy(), ".")
    assert reason(marking, "+back") == "not-now"
    turns(state, "+back @C6")
    assert markers_of(state, 1) == (1, 1, {"C6"})


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_after_the_last_card_one_is_asked_whatever_the_token_is(name: str, players: int) -> None:
    """D10, D14: a marker in the box and a token face down are public; the pause tells nobody what the token is."""
    double = "france:CC" if name == "cardinal-cards" else "anjou:2"
    pictures = []
    for here, there in (("back", other_face(name)), (other_face(name), "back")):
        tokens = {"A2": here, "A13" if name == "cardinal-cards" else "A11": there}
        state = turns(table(name, players, {"B1": double}, tokens), "A1", "A2")
        until(spend(state, 1, 1, keep=("B1",)), 1, keep=("B1",))
        decide(state, "B1")
        assert state.seat == 1 and phase(state) == "take"
        assert choices(state) == ({"+back", "."} if here == "back" else {"."})
        pictures.append([state.view(seat).dumps() for seat in (None, *range(players)) if seat != 1])
    assert pictures[0] == pictures[1]


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_player_without_a_token_or_a_marker_in_the_box_is_not_asked_on(name: str, players: int) -> None:
    """D10, D14: after the last card that could be taken the marker step follows at once."""
    double = "france:CC" if name == "cardinal-cards" else "anjou:2"
    no_token = until(spend(table(name, players, {"B1": double}), 1, 1, keep=("B1",)), 1, keep=("B1",))
    assert phase(decide(no_token, "B1")) == "mark"
    nothing_boxed = until(turns(table(name, players, {"B1": double}), "A1", "A2"), 1, keep=("B1",))
    assert held(nothing_boxed, 1)
    # In the card game another tablet might be played; in Richelieu only a "marker back" could.
    assert phase(decide(nothing_boxed, "B1")) == ("take" if name == "cardinal-cards" else "mark")


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_two_marker_backs_may_be_played_in_one_turn(name: str, players: int) -> None:
    """D14: each brings one marker back."""
    state = turns(table(name, players, {}, {"A2": "back", "B3": "back"}), "A1", "A2", "B1")
    turns(until(state, 1, keep=("B2", "B3")), "B2")
    turns(until(state, 1, keep=("B3",)), "B3")
    until(spend(state, 1, 2), 1)
    decide(state, "+back", "+back")
    assert markers_of(state, 1) == (3, 0, set())


@pytest.mark.parametrize(("name", "players"), RICHELIEUS)
def test_crest_and_symbol_tokens_stay_hidden_to_the_end(name: str, players: int) -> None:
    """D15: they cannot be played; when the game is over everybody sees those that were taken, but not the removed."""
    for text in ("+crest", "+symbol", "+anjou"):
        with pytest.raises(NotationError):
            eminence.game(name).parse(text)
    state = table(name, players, tokens={"A2": "crest:anjou", "B3": "symbol:cross"})
    for _ in at_random(state, 3, without=("+back",)):
        tokens = state.view(None).tokens
        assert all(token["face"] is None for token in tokens)
    faces = [token["face"] for token in state.view(None).tokens]
    assert state.dealt is not None and faces == state.dealt["tokens"]
    assert "removed" not in state.view(0).data()


FRANCE = {"B1": "france:F/c france:F", "B14": "france:C/s", "C1": "france:CF", "C14": "france:-/s", "D1": "italy:S/s"}
KEEP = ("B1", "B2", "B14", "C1", "C14", "D1")


def with_tablets(players: int, *faces: str) -> Any:
    """Seat 0 is to play with these tablets in hand, and may take cards of France from B1, B2, B14, C1, C14."""
    cells = dict(zip(("A2", "A13"), faces, strict=False))
    state = turns(table("cardinal-cards", players, FRANCE, cells), "A1")
    for cell in ("A2", "A14", "A13")[: 1 if len(faces) == 1 else 3]:
        turns(until(state, 0, keep=(*KEEP, "A2", "A13", "A14")), cell)
    until(state, 0, keep=(*KEEP, "A13"))
    assert sorted(held(state, 0)) == sorted(faces)
    return state


@pytest.mark.parametrize(("name", "players"), CARDS)
def test_three_symbols_raises_the_limit_for_this_turn(name: str, players: int) -> None:
    """D16: both 2s of D7 read 3: 2 and 1 circles, then nothing more, not even a card without circles."""
    state = with_tablets(players, "three", "minus")
    plain = decide(state.copy(), "B1")
    assert reason(plain, "C1") == "over-limit"
    decide(state, "+three", "B1", "C1")
    assert phase(state) == "take" and reason(state, "C14") == "limit-reached"
    assert reason(state, "+three") == "token-already-played"
    decide(state, ".", ".")
    until(state, 0, keep=KEEP)
    decide(state, "B2", "B14")
    assert reason(state, "C14") == "limit-reached"  # the old limit again


@pytest.mark.parametrize(("name", "players"), CARDS)
def test_three_symbols_may_come_when_two_are_reached(name: str, players: int) -> None:
    """D16: between takes, also when the limit has just been reached; a card with two circles is then over it."""
    state = decide(with_tablets(players, "three"), "B1", "B2")
    assert not takes(state) and phase(state) == "take"
    decide(state, "+three")
    assert reason(state, "C1") == "over-limit"
    assert {"B14", "C14"} <= takes(state)
    decide(state, "B14")
    assert phase(state) == "mark"


@pytest.mark.parametrize(("name", "players"), CARDS)
def test_any_colours_lets_the_countries_differ_in_this_turn(name: str, players: int) -> None:
    """D16: the limit of circles stays; the next turn is an ordinary one."""
    state = with_tablets(players, "colours", "minus")
    decide(state, "B1")
    assert reason(state, "D1") == "another-region"
    decide(state, "+colours", "D1")
    assert phase(state) == "take" and reason(state, "C14") == "limit-reached"
    assert reason(state, "+colours") == "token-already-played"
    decide(state, ".", ".")
    until(state, 0, keep=KEEP)
    decide(state, "B2")
    assert "B14" in takes(state)
    for cell in ends(state, "A"):
        assert reason(state, cell) == "another-region"


@pytest.mark.parametrize(("name", "players"), CARDS)
def test_both_limits_may_be_lifted_in_one_turn(name: str, players: int) -> None:
    """D16: three circles of different countries."""
    state = decide(with_tablets(players, "three", "colours"), "+colours", "B1", "+three", "D1", "B2")
    assert phase(state) == "mark"
    assert {"france:F/c", "france:F", "italy:S/s"} <= set(facts(state, "collections")[0])


@pytest.mark.parametrize(("name", "players"), CARDS)
def test_with_both_limits_lifted_no_other_tablet_keeps_the_question_open(name: str, players: int) -> None:
    """D10, D16: all can see that nothing more can be played, so the taking step ends with the last possible card."""
    cards = {"B1": "france:CC", "B14": "italy:S/s"}
    keep = ("A2", "A13", "A14", "B1", "B14", "D5")
    state = turns(table(name, players, cards, {"A2": "three", "A13": "colours", "D5": "minus"}), "A1")
    for cell in ("A2", "A14", "A13", "D5"):
        turns(until(state, 0, keep), cell)
    assert sorted(held(until(state, 0, keep), 0)) == ["colours", "minus", "three"]
    decide(state, "+three", "+colours", "B1")
    assert phase(state) == "take"
    decide(state, "B14")
    assert phase(state) == "mark"


@pytest.mark.parametrize(("name", "players"), CARDS)
@pytest.mark.parametrize("face", ["three", "colours"])
def test_a_second_tablet_of_the_kind_may_not_be_played_in_the_same_turn(name: str, players: int, face: str) -> None:
    """D16: it would have no effect; it is kept, and may be played in a later turn. A tablet need not be used."""
    state = decide(with_tablets(players, face, face), f"+{face}")
    assert reason(state, f"+{face}") == "token-already-played"
    assert held(state, 0) == [face]
    turns(state, "B1")
    until(state, 0, keep=KEEP)
    assert reason(state, f"+{face}") is None


@pytest.mark.parametrize(("name", "players"), CARDS)
def test_a_tablet_taken_in_this_turn_may_be_played_in_this_turn(name: str, players: int) -> None:
    """D10, D16: the limit is reached with the card it lay on, and the tablet lifts it."""
    cards = {"A2": "france:CC", "B1": "france:F"}
    state = decide(turns(table(name, players, cards, {"A2": "three"}), "A1"), "A2")
    assert reason(state, "B1") == "limit-reached"
    decide(state, "+three", "B1")
    assert facts(state, "collections")[1] == ["france:CC", "france:F"]


@pytest.mark.parametrize(("name", "players"), CARDS)
def test_minus_two_points_cannot_be_played(name: str, players: int) -> None:
    """D16: there is no such decision; holding one, the player is asked like anybody with a tablet."""
    with pytest.raises(NotationError):
        eminence.game(name).parse("+minus")
    state = decide(with_tablets(players, "minus"), "C1")
    assert phase(state) == "take" and choices(state) == {"."}
    for text in ("+back", "+three", "+colours"):
        assert reason(state, text) == "token-not-held"


@pytest.mark.parametrize(("name", "players"), RICHELIEUS)
def test_richelieu_has_no_law_tablets(name: str, players: int) -> None:
    """D16: they belong to the card game."""
    game = eminence.game(name)
    state = begin(game, lay(game), players)
    for number, text in enumerate(("+three", "+colours"), 1):
        assert state.why_not(game.parse("+back") + number) == "unknown"
        with pytest.raises(NotationError, match="expected \\+back"):
            game.parse(text)
