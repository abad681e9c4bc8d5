"""Bots decide alike where a seat knows alike: what is hidden is permuted, and nothing that they found out changes."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

import eminence
from eminence import bots
from eminence.bots.searcher import SearchBot
from tests.cases import CASES, Case, middle
from tests.test_secrecy import dealt, permuted, replayed

PARTS = (0.2, 0.5, 0.9)
compiled_only = pytest.mark.skipif(not eminence.compiled, reason="takes minutes uncompiled, which is the same code")
SPECS = ("mcts:effort=20,threads=2", "net:effort=4,threads=2")  # beside every bot with little effort


def others(case: Case, state: eminence.State, count: int, rng: random.Random) -> Iterator[eminence.State]:
    """The same game on other deals that the seat to act cannot tell from it, found without the code of views."""
    deal, seat = dealt(state), state.seat
    original = replayed(case, deal, state.start, state.history, seat)
    assert original is not None
    found: list[Any] = []
    for _ in range(400):
        other = deal
        for _ in range(rng.randrange(1, 4)):
            other = permuted(case, other, rng)
        try:
            alternative = replayed(case, other, state.start, state.history, seat)
        except ValueError:  # the second pile is not what this deal's discards give
            continue
        if other == deal or other in found or alternative is None or alternative[1] != original[1]:
            continue
        if dealt(alternative[0]) != other:
            continue
        found.append(other)
        yield alternative[0]
        if len(found) == count:
            return


def answer(kind: str, view: eminence.View) -> tuple[Any, ...]:
    """What a bot decides, and what its trees have counted."""
    bot = bots.make(kind, 4, effort=4)
    decision = bot.choose(view)
    return decision, [tree.children() for tree in bot.trees] if isinstance(bot, SearchBot) else []


@compiled_only
@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_bot_asks_nothing_of_the_truth(case: Case) -> None:
    """D2, D10, D15, B3, B11: hidden tokens, hands and piles permuted; every bot decides alike, for the same reasons."""
    compared = 0
    for part in PARTS:
        for seed in range(12):
            state = middle(case, seed, part)
            worlds = [] if state.over else list(others(case, state, 2, random.Random(f"{case}/{seed}/others")))
            if worlds:
                break
        compared += len(worlds)
        for kind in (*bots.BOTS, *SPECS):
            expected = answer(kind, state.view(state.seat))
            assert all(answer(kind, world.view(state.seat)) == expected for world in worlds), kind
    assert compared >= len(PARTS)


@compiled_only
@pytest.mark.parametrize("case", [case for case in CASES if case.players == 2], ids=str)
def test_the_exact_end_asks_nothing_of_the_truth(case: Case) -> None:
    """D10, D15: where the solver decides."""
    compared = 0
    for seed in range(30):
        state = middle(case, seed, 0.95)
        if state.over or state.facts()["taker"].count(-1) > 6:
            continue
        for world in others(case, state, 1, random.Random(seed)):
            bot, other = (bots.make("net:effort=400", 4) for _ in range(2))
            assert isinstance(bot, bots.NetBot) and isinstance(other, bots.NetBot)
            view = state.view(state.seat)
            found = bot.solve(view)
            assert found == other.solve(world.view(state.seat))
            if found.solved >= min(bot.enough, found.worlds):
                compared += 1
                assert bot.choose(view) == other.choose(world.view(state.seat)) == found.decision
        if compared == 4:
            break
    assert compared


@compiled_only
def test_a_search_that_goes_on_within_a_turn_asks_nothing_of_the_truth() -> None:
    """D10: in Richelieu for four two decisions of a turn by the same bot."""
    case, compared = Case("richelieu", 4), 0
    for seed in range(40):
        state = middle(case, seed, 0.4)
        first = state.view(state.seat)
        bot = bots.make("net", 4, effort=4)
        choice = bot.choose(first)
        after = state.copy()
        after.play(choice)
        if after.over or after.turn != state.turn or len(after.legal) < 2:
            continue
        expected = answers_on(bot, after)
        for world in others(case, after, 1, random.Random(seed)):
            compared += 1
            before = case.game.begin(dealt(world), players=case.players, start=world.start)
            for action in state.history:
                before.play(action)
            same = bots.make("net", 4, effort=4)
            assert same.choose(before.view(state.seat)) == choice
            assert answers_on(same, world) == expected
        if compared == 3:
            break
    assert compared


def answers_on(bot: bots.Bot, state: eminence.State) -> tuple[Any, ...]:
    """What a bot that has decided already answers next."""
    assert isinstance(bot, SearchBot)
    return bot.choose(state.view(state.seat)), [tree.children() for tree in bot.trees]
