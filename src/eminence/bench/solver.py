"""How far from the end the solver sees everything: time for the exact margin, and how often the winner is proven.

Positions come from games between bots of all strengths, at the beginning of a turn. Time is processor time on one core;
a search that reaches the limit is stopped and counts as unproven, with the limit as its time.
"""

from __future__ import annotations

import random
import statistics
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import eminence
from eminence import bots
from eminence.bench.engine import one_core
from eminence.bots.solver import Solver
from eminence.rules.display import DisplayState

TEAM = ("random", "greedy", "mcts:effort=100")
VARIANTS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("richelieu-duel", ()),
    ("richelieu", ()),
    ("richelieu-duel", ("early_end",)),
    ("richelieu-duel", ("short_rules",)),
    ("richelieu", ("early_end",)),
    ("richelieu-duel", ("early_end", "short_rules")),
)
TICK = 0.002  # seconds between looks at the clock


def lying(state: DisplayState) -> int:
    """How many cards lie on the display."""
    return int(state.facts()["taker"].count(-1))


def positions(cards: int, count: int, seed: int = 1, team: tuple[str, ...] = TEAM) -> Iterator[DisplayState]:
    """Positions with so many cards lying, at the beginning of a turn, from games of random pairs out of a team."""
    rng = random.Random(f"{seed}/{cards}")
    found = 0
    while found < count:
        name, options = VARIANTS[found % len(VARIANTS)]
        chosen: dict[str, Any] = dict.fromkeys(options, True)
        state = eminence.game(name, **chosen).deal(rng.getrandbits(64), players=2)
        assert isinstance(state, DisplayState)
        pair = [bots.make(rng.choice(team), rng.getrandbits(64)) for _ in range(2)]
        while not state.over and (lying(state) > cards or state.turn_started):
            state.play(pair[state.seat].choose(state.view(state.seat)))
        if not state.over and lying(state) == cards:
            found += 1
            yield state


@contextmanager
def at_most(solver: Solver, seconds: float) -> Iterator[None]:
    """Stop the solver when the process has used so much processor time."""
    end = time.process_time() + seconds
    done = threading.Event()

    def watch() -> None:
        while not done.wait(TICK):
            if time.process_time() > end:
                solver.stop()
                return

    thread = threading.Thread(target=watch, daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


def measure(
    cards: tuple[int, ...] = (6, 8, 10, 12, 14),
    count: int = 60,
    seconds: float = 1.0,
    *,
    seed: int = 1,
    team: tuple[str, ...] = TEAM,
    entries: int = 1 << 20,
) -> list[dict[str, Any]]:
    """Solve `count` positions for each number of cards, for the margin and for the winner."""
    rows: list[dict[str, Any]] = []
    solver = Solver(entries)
    with one_core():
        for number in cards:
            sample = list(positions(number, count, seed, team))
            for mode in ("margin", "winner"):
                times, nodes, proven = [], 0, 0
                for state in sample:
                    start = time.process_time()
                    with at_most(solver, seconds):
                        found = solver.solve(state, line=False) if mode == "margin" else solver.winner(state)
                    times.append(min(seconds, time.process_time() - start) if found.proven else seconds)
                    nodes += found.nodes
                    proven += found.proven
                rows.append({"cards": number, "mode": mode, "times": times, "nodes": nodes, "proven": proven})
    return rows


def table(rows: list[dict[str, Any]], seconds: float = 1.0) -> list[list[str]]:
    """The measurement line by line."""
    lines = [
        ["cards lying", "asked for", f"proven within {seconds:g} s", "median s", "nine of ten within s", "nodes/s"]
    ]
    for row in rows:
        times = sorted(row["times"])
        tenth = times[min(len(times) - 1, 9 * len(times) // 10)]
        lines.append(
            [
                str(row["cards"]),
                row["mode"],
                f"{100 * row['proven'] / len(times):.0f} % of {len(times)}",
                shown(statistics.median(times), seconds),
                shown(tenth, seconds),
                f"{row['nodes'] / max(1e-9, sum(times)):,.0f}",
            ]
        )
    return lines


def shown(used: float, limit: float) -> str:
    """Seconds, or that they were not enough."""
    return f"over {limit:g}" if used >= limit else f"{used:.4f}"
