"""Small matches, made-up results, and toy models of bots."""

from __future__ import annotations

import os
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import eminence
from eminence.arena import Counts, GameResult, Match, arrange
from eminence.arena.statistics import WORTH

BETTER = "greedy"
"""A bot that beats random play, and quickly."""

EVEN = (0.23, 0.04, 0.46, 0.04, 0.23)
"""How often a pair of equal bots brings 0, ½, 1, 1½ and 2 points."""


def match(*specs: str, game: str = "richelieu-duel", **settings: Any) -> Match:
    """A match between random bots, if not told otherwise."""
    return arrange(eminence.game(game), specs or ("random", "random"), **{"deals": 4} | settings)


def result(seating: Sequence[int], ranks: Sequence[int], *, deal: int = 1, rotation: int = 0) -> GameResult:
    """A made-up result; all who are first win."""
    seats = len(seating)
    return GameResult(
        deal=deal,
        rotation=rotation,
        seating=tuple(seating),
        scores=tuple(10 * (seats - rank) for rank in ranks),
        ranks=tuple(ranks),
        winners=tuple(seat for seat, rank in enumerate(ranks) if rank == 1),
        decisions=(3,) * seats,
        seconds=(0.3,) * seats,
        longest=(0.2,) * seats,
    )


def tilted(chances: Sequence[float], score: float) -> list[float]:
    """Chances of pairs, bent until their mean is a score."""
    low, high = -40.0, 40.0
    for _ in range(100):
        bend = (low + high) / 2
        bent = [chance * 2.718281828 ** (bend * worth) for chance, worth in zip(chances, WORTH, strict=True)]
        if sum(b * worth for b, worth in zip(bent, WORTH, strict=True)) / sum(bent) < score:
            low = bend
        else:
            high = bend
    return [b / sum(bent) for b in bent]


def draw(rng: random.Random, chances: Sequence[float], pairs: int) -> Counts:
    """The counts of a made-up match."""
    places = rng.choices(range(5), chances, k=pairs)
    return places.count(0), places.count(1), places.count(2), places.count(3), places.count(4)


def environ() -> dict[str, str]:
    """Surroundings in which another process finds the same eminence."""
    here = str(Path(eminence.__file__).parents[1])
    plain = {"LC_ALL": "C.UTF-8", "NO_COLOR": "1", "COLUMNS": "100"}
    return dict(os.environ) | plain | {"PYTHONPATH": os.pathsep.join([here, os.environ.get("PYTHONPATH", "")])}
