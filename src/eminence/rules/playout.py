# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Random games at full speed, and counting decision sequences."""

from __future__ import annotations

import cython

if not cython.compiled:
    from eminence.rules.chance import Rng
    from eminence.rules.state import State


def play_out(state: State, rng: Rng) -> cython.int:
    """Play at random to the end; returns the number of decisions."""
    steps: cython.int = 0
    n: cython.int
    while not state.over:
        n = state.generate()
        state.apply(state.acts[rng.under(n)])
        steps += 1
    return steps


def random_games(state: State, rng: Rng, games: int) -> tuple[int, int]:
    """Deal and play that many random games, scoring each at its end. Returns decisions and a sum of all points.

    The state is used up. The GIL is free meanwhile.
    """
    i: cython.int
    p: cython.int
    todo: cython.int = games
    steps: cython.longlong = 0
    points: cython.longlong = 0
    with cython.nogil:
        for i in range(todo):
            state.shuffle(rng)
            steps += play_out(state, rng)
            state.settle()
            for p in range(state.players):
                points += state.score[p]
    return steps, points


def perft(root: State, depth: int) -> int:
    """How many sequences of `depth` decisions there are from here; a game that ends earlier counts once."""
    if depth < 0:
        raise ValueError(f"perft needs a depth of 0 or more, not {depth}")
    if depth == 0 or root.over:
        return 1
    actions = root.legal
    if depth == 1:
        return len(actions)
    total = 0
    state: State = root.blank()
    state.bind(root)
    for action in actions:
        state.reset()
        state.apply(action)
        total += perft(state, depth - 1)
    return total
