"""Golden games: every API value at every decision of fixed games, and counts of decision sequences.

`python -m tests.golden` (make golden) writes them anew. Do that only after a wanted change of the rules, and read the
difference: a change here is a change of what everybody plays.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from eminence import Record, State
from eminence.rules.playout import perft
from tests.cases import CASES, Case, fingerprint, walk

FOLDER = Path(__file__).parent / "data" / "golden"
PERFT_DEPTH = 4


def path(case: Case) -> Path:
    """The file of a case."""
    return FOLDER / f"{case}.json"


def moment(state: State, last: list[int]) -> dict[str, Any]:
    """Every API value at one decision. Views stand as hashes, a view for each seat and one for spectators."""
    game = state.game
    return {
        "seat": state.seat,
        "turn": state.turn,
        "phase": state.view(None).phase,
        "played": [game.notation(action) for action in last],
        "legal": " ".join(game.notation(action) for action in state.legal),
        "scores": state.scores(),
        "ranks": state.ranks(),
        "views": [fingerprint(state.view(seat).dumps()) for seat in (*range(state.players), None)],
    }


def playthrough(case: Case) -> Iterator[dict[str, Any]]:
    """The moments of the golden game of a case. Fierce and quiet turns alternate, so that rare things happen."""
    rng = random.Random(f"golden {case}")
    state = case.deal("golden", start=case.players - 1)
    length = 0
    for position in walk(state, rng, fierce=True):
        yield moment(position, position.history[length:])
        length = len(position.history)
    yield {"record": json.loads(Record.of(state).dumps()), "sheet": state.sheet().data(), "view": state.view(0).data()}


def counts(case: Case) -> list[int]:
    """How many sequences of 1, 2, ... decisions there are from a fixed deal."""
    state = case.deal("perft")
    for moment, _ in enumerate(walk(state, random.Random("perft"))):
        if moment == 60:
            break
    start = case.deal("perft")
    return [perft(start, depth) for depth in range(1, PERFT_DEPTH + 1)] + [perft(state, 3)]


def lines(case: Case) -> list[str]:
    """The file of a case, a moment a line."""
    moments = [json.dumps(entry, ensure_ascii=False) for entry in playthrough(case)]
    return [json.dumps({"case": str(case), "perft": counts(case)}), *moments]


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    for case in CASES:
        path(case).write_text("\n".join(lines(case)) + "\n", encoding="utf-8")
        print(f"wrote {path(case).relative_to(Path.cwd())}")
