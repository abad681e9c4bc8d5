"""The simple bots play legal, repeatable and passable games, and see only views."""

from __future__ import annotations

import random

import pytest

import eminence
from eminence import bots
from eminence.game import EDITIONS

CASES = [(edition.id, players) for edition in EDITIONS.values() for players in edition.players]

GAMES = [
    pytest.param(name, players, kind, marks=[pytest.mark.slow] if kind != "random" and players > 3 else [])
    for name, players in CASES
    for kind in bots.BOTS
]


def play(name: str, players: int, seed: int, kinds: list[str]) -> eminence.State:
    """A whole game between bots."""
    state = eminence.game(name).deal(seed, players=players)
    team = [bots.make(kind, f"{seed}/{seat}", effort=2) for seat, kind in enumerate(kinds)]
    while not state.over:
        state.play(team[state.seat].choose(state.view(state.seat)))
    return state


@pytest.mark.parametrize(("name", "players", "kind"), GAMES)
def test_a_bot_plays_whole_games_and_plays_them_again(name: str, players: int, kind: str) -> None:
    one = play(name, players, 5, [kind] * players)
    again = play(name, players, 5, [kind] * players)
    assert one.over and one.history == again.history


@pytest.mark.parametrize(
    ("name", "players", "deals"),
    [("richelieu-duel", 2, 10), ("richelieu", 3, 6), ("cardinal-cards", 3, 6), ("cardinal-board", 3, 6)],
)
def test_the_simple_bot_beats_random_play(name: str, players: int, deals: int) -> None:
    won = 0
    for seed in range(deals):
        seat = seed % players
        state = play(name, players, seed, ["simple" if other == seat else "random" for other in range(players)])
        won += seat in state.sheet().winners
    assert won >= 0.7 * deals


def test_a_bot_asks_nothing_of_the_truth() -> None:
    """Two states that look alike to a player get the same answer, whatever is hidden."""
    state = eminence.game("cardinal-cards").deal(11)
    rng = random.Random(1)
    for _ in range(12):
        state.play(rng.choice(state.legal))
    seat = state.seat
    other = state.view(seat).resample(random.Random(99))
    assert other.view(seat) == state.view(seat)
    for kind in bots.BOTS:
        answers = {bots.make(kind, 4, effort=30).choose(world.view(seat)) for world in (state, other)}
        assert len(answers) == 1


def test_an_unknown_bot_is_refused() -> None:
    with pytest.raises(eminence.OptionError, match="there are random, simple, mcts"):
        bots.make("deep-blue", 1)


@pytest.mark.parametrize("spec", ["mcts:effort=0", "mcts:time=-1", "mcts:speed=3", "mcts:effort=many"])
def test_a_wrong_budget_is_refused(spec: str) -> None:
    with pytest.raises(eminence.OptionError, match="expected"):
        bots.make(spec, 1)


def test_a_search_keeps_to_its_time_and_repeats_itself_for_an_effort() -> None:
    state = eminence.game("richelieu-duel").deal(3)
    view = state.view(state.seat)
    assert bots.make("mcts", 1, time=0.05).choose(view) in view.legal
    assert bots.make("mcts:effort=40", 7).choose(view) == bots.make("mcts", 7, effort=40).choose(view)


@pytest.mark.slow
@pytest.mark.skipif(not eminence.compiled, reason="hundreds of whole games a decision are for compiled rules")
def test_searching_beats_random_play() -> None:
    for name, players in (("richelieu-duel", 2), ("cardinal-board", 3)):
        for seed in range(3):
            state = eminence.game(name).deal(seed, players=players)
            seat = seed % players
            team = [bots.make("mcts:effort=200" if q == seat else "random", seed) for q in range(players)]
            while not state.over:
                state.play(team[state.seat].choose(state.view(state.seat)))
            assert state.sheet().winners == (seat,)
