"""The simple bots play legal, repeatable and passable games, and see only views."""

from __future__ import annotations

import random

import pytest

import eminence
from eminence import bots
from eminence.game import EDITIONS

CASES = [(edition.id, players) for edition in EDITIONS.values() for players in edition.players]

GAMES = [
    pytest.param(name, players, kind, marks=[pytest.mark.slow] if kind == "simple" and players > 3 else [])
    for name, players in CASES
    for kind in bots.BOTS
]


def play(name: str, players: int, seed: int, kinds: list[str]) -> eminence.State:
    """A whole game between bots."""
    state = eminence.game(name).deal(seed, players=players)
    team = [bots.make(kind, f"{seed}/{seat}") for seat, kind in enumerate(kinds)]
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
    answers = {bots.make("simple", 4).choose(world.view(seat)) for world in (state, other)}
    assert len(answers) == 1


def test_an_unknown_bot_is_refused() -> None:
    with pytest.raises(eminence.OptionError, match="there are random, simple"):
        bots.make("deep-blue", 1)
