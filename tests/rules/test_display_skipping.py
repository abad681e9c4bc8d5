"""Players who can take nothing: skipped, or asked because all can see that they might have a "marker back"."""

from __future__ import annotations

import pytest

from eminence.rules.display import DisplayState
from tests.rules.tables import (
    TABLES,
    at_random,
    choices,
    corner,
    decide,
    ends,
    facts,
    held,
    markers_of,
    phase,
    reason,
    spend,
    table,
    takes,
    turns,
    until,
)


def stuck(
    name: str, players: int, tokens_to: int, faces: dict[str, str] | None = None
) -> tuple[DisplayState, list[str]]:
    """Seat 1 has spent all markers; a part of row A is left, both ends marked by seat 0, who has just played.

    The token of A2 is seat 0's; those of rows B to D go to one player as far as possible.
    """
    state = turns(table(name, players, tokens=faces, away=("back",)), "A1")
    turns(until(state, 0, keep=("A2",)), "A2")
    spend(state, 1, 3)
    left = corner(state, 1, tokens_to)
    assert markers_of(state, 1) == (0, 3, set())
    return state, left


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_player_who_can_take_nothing_is_skipped(name: str, players: int) -> None:
    """D13: without a token nobody asks; the turn goes to the next, and the player puts and moves nothing."""
    state, left = stuck(name, players, tokens_to=0)
    assert held(state, 1) == []
    assert state.seat == 2 % players
    assert markers_of(state, 1) == (0, 3, set())
    assert [seat for seat, _ in state.turns].count(1) == [seat for seat, _ in state.view(1).turns].count(1)
    assert state.turns[-1][0] == 0
    if players == 2:
        assert takes(state) == {left[0], left[-1]}


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_skipped_player_plays_again_as_soon_as_a_card_can_be_taken(name: str, players: int) -> None:
    """D13: when an end has lost its marker the player is not skipped any more."""
    state, left = stuck(name, players, tokens_to=0)
    before = [seat for seat, _ in state.turns].count(1)
    while state.seat != 1:
        own = [cell for cell in ends(state) if facts(state, "markers").get(cell, state.seat) == state.seat]
        if own:
            turns(state, own[0])
        else:
            turns(state, f"{ends(state)[0]}$")
    assert reason(state, left[0] if left[0] in takes(state) else ends(state)[0]) is None
    assert [seat for seat, _ in state.turns].count(1) == before
    free = next(cell for cell in ends(state) if cell not in facts(state, "markers"))
    assert takes(state) == {cell for cell in ends(state) if cell not in facts(state, "markers")}
    decide(state, free)


@pytest.mark.parametrize(("name", "players"), [case for case in TABLES if case[1] == 2])
def test_a_player_may_be_skipped_several_times(name: str, players: int) -> None:
    """D13: until a turn comes in which a card can be taken: here seat 0 marks each new end at once."""
    state, left = stuck(name, players, tokens_to=0)
    for place in left[1:4]:
        assert state.seat == 0
        end = ends(state)[0]
        turns(state, f"{end} @{place}")
    assert state.seat == 0
    turns(state, ends(state)[0])
    assert state.seat == 1


@pytest.mark.parametrize(("name", "players"), TABLES)
@pytest.mark.parametrize("back", [True, False])
def test_a_player_with_a_token_and_a_marker_in_the_box_is_asked_whatever_the_token_is(
    name: str, players: int, back: bool
) -> None:
    """D13, D14: both are public facts; with a "marker back" it may be played, without one there is only the pass."""
    state, left = stuck(name, players, tokens_to=1, faces=all_back_or_none(name, back))
    assert held(state, 1) and ("back" in held(state, 1)) == back
    assert state.seat == 1 and phase(state) == "take"
    assert choices(state) == ({"+back", "-"} if back else {"-"})
    assert reason(state, left[0]) == "cannot-pay"
    assert reason(state, ".") == "take-first"
    if not back:
        assert reason(state, "+back") == "token-not-held"
    passed = decide(state.copy(), "-")
    assert passed.seat == 2 % players and phase(passed) == "take"
    assert markers_of(passed, 1) == (0, 3, set())


def all_back_or_none(name: str, back: bool) -> dict[str, str]:
    """Tokens such that whoever collects those of rows B to D has a "marker back", or has none."""
    if name == "cardinal-cards":
        return {"C4": "back", "C11": "back"} if back else {"A2": "back", "A13": "back"}
    return {"C4": "back", "C9": "back"} if back else {"A2": "crest:anjou"}


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_marker_that_came_back_lets_the_player_take_a_card(name: str, players: int) -> None:
    """D13, D14: after "marker back" a marked end can be paid for, and there is no passing any more."""
    state, left = stuck(name, players, tokens_to=1, faces=all_back_or_none(name, True))
    decide(state, "+back")
    assert markers_of(state, 1) == (1, 2, set())
    assert takes(state) == {left[0], left[-1]}
    assert reason(state, "-") == "can-take"
    decide(state, left[0], "$")
    assert markers_of(state, 1) == (0, 3, set())
    assert left[0] not in facts(state, "display")


@pytest.mark.parametrize("players", [3, 4, 5])
def test_while_nothing_can_be_taken_no_other_tablet_may_be_played(players: int) -> None:
    """D13, D16: a tablet that lifts a limit does not help a player who can take nothing."""
    faces = {"B3": "three", "C4": "three", "C11": "colours", "B12": "colours"}
    state, _ = stuck("cardinal-cards", players, tokens_to=1, faces=faces)
    assert {"three", "colours"} <= set(held(state, 1))
    assert state.seat == 1
    assert reason(state, "+three") == reason(state, "+colours") == "nothing-to-take"


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_others_cannot_tell_a_marker_back_from_another_token_by_the_question(name: str, players: int) -> None:
    """D13: the same question, the same pass, the same picture for everybody else, whatever the token is."""
    seen = []
    for back in (True, False):
        if name == "cardinal-cards":
            faces = {"A2": "back", "B3": "back" if back else "minus", "A13": "minus" if back else "back"}
            faces |= {"C4": "three", "B12": "three", "C11": "minus", "D5": "colours", "D10": "colours"}
        else:
            faces = {"A2": "crest:anjou", "B3": "back" if back else "symbol:cross"}
        state, _ = stuck(name, players, tokens_to=1, faces=faces)
        assert state.seat == 1 and ("back" in held(state, 1)) == back
        others = [seat for seat in (None, *range(players)) if seat != 1]
        asked = [state.view(seat).dumps() for seat in others]
        decide(state, "-")
        seen.append(asked + [state.view(seat).dumps() for seat in others])
    assert seen[0] == seen[1]


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_somebody_can_always_take_a_card(name: str, players: int) -> None:
    """D13: in games played by lot somebody is always to act, and a pass is open only to who can take nothing."""
    for seed in range(3):
        state = table(name, players)
        for text in at_random(state, seed):
            assert state.legal
            if text == "-":
                assert not takes(state) and markers_of(state, state.seat)[0] == 0
        assert facts(state, "display") == {}
