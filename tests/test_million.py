"""Many random decisions with invariants on. EMINENCE_DECISIONS sets how many in each game (make million: a million)."""

from __future__ import annotations

import os
import random

import pytest

from tests.cases import CASES, Case, walk

DECISIONS = int(os.environ.get("EMINENCE_DECISIONS", "1000000"))


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted({case.name for case in CASES}))
def test_a_million_random_decisions_without_a_fault(name: str) -> None:
    """Cards, tokens, markers and pieces are conserved; no dead end; every game ends. All cases in turn.

    What is lost stays lost, so it is enough to count after every fourth decision and at the end.
    """
    cases: list[Case] = [case for case in CASES if case.name == name]
    done = seed = 0
    while done < DECISIONS:
        seed += 1
        state = cases[seed % len(cases)].deal(seed)
        for position in walk(state, random.Random(seed)):
            if done % 4 == 0 or position.over:
                position.check()
            assert position.over or position.legal
            done += 1
        assert all(rank >= 1 for rank in state.ranks())
