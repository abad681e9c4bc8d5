"""Where the time goes: instructions and mispredicted branches by function of the compiled rules, under callgrind.

    python -m eminence.bench.profile GAME PLAYERS [GAMES]

Counts do not depend on what else the machine does. What the compiler puts inline is counted with its caller. Random
play is hard to predict, and a wrong guess costs as much as some fifteen instructions, so both columns matter.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import eminence
from eminence.bench.engine import aligned
from eminence.errors import OptionError
from eminence.rules.chance import Rng
from eminence.rules.playout import random_games

ENTRY = "__pyx_pw_8eminence_5rules_7playout_*random_games"
SHOWN = 20
CHILD = "--playouts"  # the run that valgrind watches


@dataclass(slots=True)
class Cost:
    """What a function costs without those it calls."""

    instructions: int = 0
    mispredicted: int = 0


def main(arguments: list[str]) -> int:
    """Count, and print the dearest functions."""
    if arguments[:1] == [CHILD]:
        name, players, games = arguments[1], int(arguments[2]), int(arguments[3])
        print(random_games(eminence.game(name).deal(1, players=players), Rng(3), games)[0])
        return 0
    fault = check(arguments)
    if fault:
        print(f"{fault}\nusage: python -m eminence.bench.profile GAME PLAYERS [GAMES]", file=sys.stderr)
        return 2
    games = int(arguments[2]) if len(arguments) > 2 else 500
    decisions, costs = count(arguments[0], int(arguments[1]), games)
    print(report(decisions, games, costs), end="")
    return 0


def check(arguments: list[str]) -> str | None:
    """What is wrong with the arguments or the machine, or None."""
    if len(arguments) not in (2, 3) or not all(argument.isdecimal() for argument in arguments[1:]):
        return "a game, a number of players, and if wanted a number of games"
    try:
        eminence.game(arguments[0]).check_players(int(arguments[1]))
    except OptionError as fault:
        return str(fault)
    if not eminence.compiled:
        return "the rules are not compiled here, so there is nothing to count"
    if shutil.which("valgrind") is None:
        return "valgrind is not installed"
    return None


def count(name: str, players: int, games: int) -> tuple[int, dict[str, Cost]]:
    """Decisions made in so many random games, and costs by function."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "callgrind.out"
        child = [sys.executable, "-m", "eminence.bench.profile", CHILD, name, str(players), str(games)]
        watch = ["valgrind", "--tool=callgrind", "--branch-sim=yes", f"--toggle-collect={ENTRY}"]
        done = subprocess.run(
            [*watch, f"--callgrind-out-file={out}", *child], check=True, capture_output=True, text=True
        )
        return int(done.stdout), costs_of(out.read_text().splitlines())


def costs_of(lines: Iterable[str]) -> dict[str, Cost]:
    """Costs by function out of a callgrind file."""
    names: dict[str, str] = {}
    events: list[str] = []
    costs: dict[str, Cost] = defaultdict(Cost)
    function, called = "", False
    for line in lines:
        entry = re.match(r"(c?fn)=\((\d+)\)(?: (.*))?", line)
        if entry:
            key, number, name = entry.groups()
            if name:
                names[number] = name
            if key == "fn":
                function = readable(names[number])
        elif line.startswith("events:"):
            events = line.split()[1:]
        elif line.startswith("calls="):
            called = True  # the next line is the cost of the callee
        elif re.match(r"[+\-*\d]", line):
            if not called:
                numbers = dict(zip(events, map(int, line.split()[1:]), strict=False))  # zeros at the end are left out
                costs[function].instructions += numbers.get("Ir", 0)
                costs[function].mispredicted += numbers.get("Bcm", 0) + numbers.get("Bim", 0)
            called = False
    return dict(costs)


def readable(symbol: str) -> str:
    """A C function's name in the source.

    >>> readable("__pyx_f_8eminence_5rules_7display_12DisplayState_take.part.0")
    'display.take'
    """
    parts = re.match(r"__pyx_(?:f|pf|pw)_8eminence_5rules_\d+([a-z]+?)_(?:\d+[A-Z][A-Za-z]*_)?\d*([A-Za-z]\w*)", symbol)
    return f"{parts[1]}.{parts[2]}" if parts else symbol


def report(decisions: int, games: int, costs: dict[str, Cost]) -> str:
    """The dearest functions with their share, and what a decision costs in all."""
    whole = sum(cost.instructions for cost in costs.values())
    missed = sum(cost.mispredicted for cost in costs.values())
    lines = [["a decision", "instructions", "share", "mispredicted branches"]]
    for name, cost in sorted(costs.items(), key=lambda item: -item[1].instructions)[:SHOWN]:
        share = f"{100 * cost.instructions / whole:.1f} %"
        lines.append([name, f"{cost.instructions / decisions:.1f}", share, f"{cost.mispredicted / decisions:.2f}"])
    lines.append(["all", f"{whole / decisions:.1f}", "", f"{missed / decisions:.2f}"])
    return "\n".join([f"{decisions} decisions in {games} games", *aligned(lines)]) + "\n"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
