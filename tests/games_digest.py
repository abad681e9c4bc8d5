"""Print a hash of every game of a range of seeds: run compiled and uncompiled, the output must be the same.

python -m tests.games_digest FIRST LAST
"""

from __future__ import annotations

import hashlib
import sys

import eminence
from eminence.rules.chance import Rng
from eminence.rules.state import State
from tests.cases import CASES


def digest(state: State, rng: Rng) -> str:
    """A hash over all legal decisions, what was played, views and points of one random game, and a resampled one."""
    found = hashlib.sha256()
    step = 0
    while not state.over:
        legal = state.legal
        found.update(repr((state.seat, legal)).encode())
        if step % 40 == 20:
            view = state.view(state.seat)
            found.update(view.dumps().encode())
            found.update(repr(view._resample(rng).facts()).encode())
        state.play(legal[rng.below(len(legal))])
        step += 1
    found.update(repr((state.settled(), state.facts())).encode())
    return found.hexdigest()[:16]


def main(first: int, last: int) -> None:
    print("compiled" if eminence.compiled else "uncompiled", file=sys.stderr)
    for seed in range(first, last):
        case = CASES[seed % len(CASES)]
        print(seed, case, digest(case.deal(seed), Rng(seed)))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
