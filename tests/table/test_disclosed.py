"""What came to light: `State.decisions`, `View.disclosed` and `View.present`, which undo and pictures rest on."""

from __future__ import annotations

import json
import random

import pytest

from eminence import State
from tests.cases import BOARD, CASES, DISPLAY, Case, walk


def seen_tokens(state: State, viewer: int | None) -> list[int | None]:
    """The faces that a viewer has seen, read off the truth (D2, D10, D14, D15)."""
    facts = state.facts()
    return [
        face if played or (holder >= 0 and (holder == viewer or state.over)) else None
        for face, holder, played in zip(facts["face"], facts["holder"], facts["played"], strict=True)
    ]


@pytest.mark.parametrize("case", DISPLAY, ids=str)
def test_in_a_display_game_it_changes_when_a_token_is_seen(case: Case) -> None:
    changes = 0
    for seed in range(3):
        state = case.deal(seed)
        last: dict[int | None, tuple[object, list[int | None]]] = {}
        for position in walk(state, random.Random(seed), fierce=seed == 1):
            for viewer in (*range(case.players), None):
                disclosed, seen = position.view(viewer).disclosed, seen_tokens(position, viewer)
                if viewer in last:
                    assert (disclosed != last[viewer][0]) == (seen != last[viewer][1])
                    changes += seen != last[viewer][1]
                last[viewer] = disclosed, seen
    assert changes > 10


@pytest.mark.parametrize("case", DISPLAY, ids=str)
def test_a_token_is_news_to_its_taker_once_and_to_the_others_when_it_is_played(case: Case) -> None:
    """D10, D14: what one decides about a token that one holds tells oneself nothing."""
    for seed in range(3):
        state = case.deal(seed)
        rng = random.Random(seed)
        while not state.over:
            seat, action = state.seat, rng.choice(state.legal)
            before = [state.view(viewer).disclosed for viewer in range(case.players)]
            held = state.facts()["holder"].count(seat)
            played = case.game.describe(action).kind == "token"
            state.play(action)
            if state.over:  # D15: all that is held is turned over
                break
            taken = state.facts()["holder"].count(seat) > held
            for viewer in range(case.players):
                news = state.view(viewer).disclosed != before[viewer]
                assert news == (taken if viewer == seat else played)


@pytest.mark.parametrize("case", BOARD, ids=str)
def test_in_the_board_game_it_changes_when_the_pile_does(case: Case) -> None:
    """B11, B13: a card drawn, open cards filled up, or the discards shuffled; not by an open card or a piece."""
    drawn = other = 0
    for seed in range(3):
        state = case.deal(seed)
        rng = random.Random(seed)
        while not state.over:
            action = rng.choice(state.legal)
            before, pile = [state.view(seat).disclosed for seat in (0, 1, None)], state.pile_order()  # type: ignore[attr-defined]
            turn = state.turn
            state.play(action)
            after = [state.view(seat).disclosed for seat in (0, 1, None)]
            changed = state.pile_order() != pile  # type: ignore[attr-defined]
            assert [a != b for a, b in zip(after, before, strict=True)] == [changed] * 3
            if case.game.notation(action) == "<?":
                assert changed
                drawn += 1
            elif state.turn == turn:
                assert not changed
                other += 1
    assert drawn > 10 and other > 10


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_number_of_decisions_is_that_of_the_history(case: Case) -> None:
    state = case.deal(4)
    for position in walk(state, random.Random(4)):
        assert position.decisions == len(position.history)
        assert position.copy().decisions == position.decisions


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_present_is_the_view_without_the_turns_that_are_over(case: Case) -> None:
    for moment, position in enumerate(walk(case.deal(5), random.Random(5))):
        if moment % 4 and not position.over:
            continue
        for viewer in (position.seat, (position.seat + 1) % case.players, None):
            view = position.view(viewer)
            data = view.data()
            turns = data.pop("turns")
            assert json.dumps(data) == json.dumps(view.present())
            assert list(view.data())[-4:] == ["turns", "unfinished", "legal", "standing"]
            assert len(turns) == len(view.turns) - view.turn_started
            assert (data["unfinished"] is not None) == view.turn_started
