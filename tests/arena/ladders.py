"""The command `eminence ladder` under test, and made-up results."""

from __future__ import annotations

from typing import Any

import typer
from typer.testing import CliRunner

from eminence.bots import BOTS, LEVELS
from eminence.cli import Commands, ladder

app = typer.Typer(cls=Commands)
app.callback()(lambda: None)
ladder.register(app)


def start(*arguments: str, code: int = 0) -> str:
    """What the command prints; with code 2 its one line of complaint."""
    done = CliRunner().invoke(app, ["ladder", *arguments], env={"LC_ALL": "C.UTF-8", "COLUMNS": "100"})
    assert done.exit_code == code, done.output
    if code == 2:
        assert done.stderr.count("\n") == 1 and done.stderr.startswith("eminence: ")
        return done.stderr
    return done.stdout


# Made-up results.

MACHINE = {
    "processor": "Abacus",
    "cores": 2,
    "system": "Linux",
    "python": "3.11.0",
    "compiled": True,
    "eminence": "0.1.0",
}


def estimate(value: float, low: float, high: float) -> dict[str, float]:
    return {"value": value, "low": low, "high": high}


def pair(first: str, second: str, *counts: int) -> dict[str, Any]:
    deals = sum(counts)
    return {"names": [first, second], "seed": 1, "deals": deals, "games": 2 * deals, "pentanomial": list(counts)}


def results(*pairs: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """A duel of some pairs and a table for three."""
    names = sorted({name for one in pairs for name in one["names"]})
    spent = [{"name": name, "decisions": 50, "mean": 0.01, "longest": 0.6} for name in names]
    three = {
        "names": ["greedy", "random"],
        "seed": 1,
        "deals": 10,
        "games": 60,
        "both": estimate(0.9, 0.8, 0.95),
        "alone": [estimate(0.95, 0.9, 0.99), estimate(0.05, 0.01, 0.1)],
        "rank": [estimate(1.1, 1.0, 1.2), estimate(2.8, 2.7, 2.9)],
    }
    rooms = [
        {
            "game": "richelieu-duel",
            "players": 2,
            "net": "0123abcd",
            "pairs": list(pairs),
            "ratings": [],
            "tables": [],
            "thinking": spent,
        },
        {
            "game": "cardinal-cards",
            "players": 3,
            "net": None,
            "pairs": [three],
            "ratings": [
                {"name": "greedy", "mu": 30.0, "sigma": 2.0, "games": 9},
                {"name": "random", "mu": 20.0, "sigma": 2.0, "games": 9},
            ],
            "tables": [{"names": ["greedy", "random", "page"], "seed": 1, "deals": 3}],
            "thinking": [{"name": name, "decisions": 9, "mean": 1e-6, "longest": 1.5} for name in ("greedy", "random")],
        },
    ]
    return {
        "format": 1,
        "runs": [{"command": "eminence ladder --quick", "date": "2026-11-15", "machine": MACHINE}],
        "bots": list(BOTS),
        "seed": 1,
        "time": None,
        "effort": None,
        "levels": list(LEVELS),
        "anchor": {"name": "greedy", "elo": 1000},
        "limits": {"eminence": 2.0, "abbot": 0.5},
        "apart": 100,
        "rooms": rooms,
        "targets": [],
    } | changes


EVEN = pair("greedy", "clerk", 10, 0, 20, 0, 10)
BETTER = pair("abbot", "clerk", 2, 0, 40, 0, 58)
ALWAYS = pair("greedy", "random", 0, 0, 0, 0, 30)
