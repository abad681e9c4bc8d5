"""What players lean to in the games by lot of a search."""

from __future__ import annotations

import random

import pytest

import eminence
from eminence.bots.leaning import Leaning
from eminence.rules import codes
from eminence.rules.display import DisplayState


def leaning_at(state: eminence.State, actions: list[int]) -> list[tuple[int, float]]:
    """How much the seat to act after some decisions leans to what is legal then, a point counting one."""
    watched = state.blank()
    watched.bind(state)
    assert isinstance(watched, DisplayState)
    return Leaning(watched, 1.0).read(actions)


@pytest.mark.parametrize(("name", "players"), [("richelieu-duel", 2), ("richelieu", 3), ("richelieu", 4)])
def test_a_leaning_that_follows_a_game_is_that_of_the_position(name: str, players: int) -> None:
    rng = random.Random(players)
    ended = 0  # turns that a payment ended
    for seed in range(4):
        roots = [eminence.game(name).deal(seed, players=players)]
        played: list[int] = []
        while not roots[-1].over:
            state = roots[-1].copy()
            follows = leaning_at(state, [])
            assert [action for action, _ in follows] == state.legal
            for back in (1, 2, 9):
                assert leaning_at(roots[-back - 1 :][0], played[-back:]) == follows
            paying = [action for action in state.legal if action < codes.PAY and taken_from_another(state, action)]
            played.append(rng.choice(paying or state.legal))
            state.play(played[-1])
            ended += codes.PAY <= played[-1] <= codes.PAY_SUPPLY and state.turn != roots[-1].turn
            roots.append(state)
    assert ended or players == 2  # two are left with a marker to move for longer


def taken_from_another(state: eminence.State, action: int) -> bool:
    """Whether the card that a decision takes is under the marker of somebody else."""
    view = state.view(state.seat)
    assert isinstance(view, eminence.DisplayView)
    return view.markers[action] not in (-1, state.seat)


def test_players_lean_to_cards_that_they_need() -> None:
    """D9, D22: a first card of a region brings points of its own; one under another's marker costs a marker."""
    rng = random.Random(2)
    state = eminence.game("richelieu").deal(7, players=4)
    seen = {"first": 0, "paid": 0, "lifted": 0}
    while not state.over:
        view = state.view(state.seat)
        assert isinstance(view, eminence.DisplayView)
        regions = [view.box.types[kind].region for kind in view.cards]
        own = {regions[cell] for cell, taker in enumerate(view.takers) if taker == view.seat}
        for action, worth in leaning_at(state, []):
            if action < codes.PAY:
                pays = view.markers[action] not in (-1, view.seat)
                seen["paid"] += pays
                seen["first"] += regions[action] not in own
                assert worth > (1.4 if regions[action] not in own else 0.0) - pays
            elif action >= codes.LIFT:
                seen["lifted"] += 1
                assert worth < 0.0, "a marker on a card of some worth is left there rather"
            else:
                assert worth >= 0.0 if action >= codes.PLACE else worth == 0.0
        state.play(rng.choice(state.legal))
    assert all(seen.values())
