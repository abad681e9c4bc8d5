"""How many decisions and playouts a second the rules make on one core, and how many the peers make.

Machines are noisy, so nothing is measured alone: a repeat goes several laps round all contestants, each of whom plays
a short while a lap; a ratio is taken within one repeat, and what is reported is the median over the repeats with the
lowest and the highest.
"""

from __future__ import annotations

import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import eminence
from eminence.bench.contestants import COMPILED, EUCHRE, HEARTS, PYTHON, contestants, versions

FORMAT = 1
LAPS = 5  # in a repeat
IMPORT_LIMIT = 0.1  # seconds
NOT_INSTALLED = "not installed"

TITLES = {
    COMPILED: "Whole games in compiled code (OpenSpiel: evaluate_bots with uniform random bots)",
    PYTHON: "Driven from Python, one decision at a time",
}

Progress = Callable[[str, int, int], None]


def run(seconds: float = 0.5, repeat: int = 5, progress: Progress | None = None) -> dict[str, Any]:
    """Measure everybody, `repeat` times `seconds` each. `progress` gets what is measured next, done and total."""
    if not seconds > 0:
        raise ValueError(f"seconds must be above 0, not {seconds}")
    if repeat < 1:
        raise ValueError(f"repeat must be at least 1, not {repeat}")
    everybody = list(contestants())
    rows: list[dict[str, Any]] = [
        {
            "driver": one.driver,
            "name": one.name,
            "players": one.players,
            "ours": one.ours,
            "status": "measured" if one.play else NOT_INSTALLED,
            "decisions": [],
            "playouts": [],
        }
        for one in everybody
    ]
    playing = [(row, one.play) for row, one in zip(rows, everybody, strict=True) if one.play]
    total = len(playing) * repeat * LAPS + 1
    done = 0
    load = load_average()
    with one_core() as core:
        for _, play in playing:  # caches, and the peers' first games
            play(seconds / LAPS)
        for _ in range(repeat):
            sums = [(0, 0, 0.0)] * len(playing)
            for _ in range(LAPS):
                for place, (row, play) in enumerate(playing):
                    if progress:
                        progress(f"{row['name']} {row['players']}", done, total)
                    decisions, games, used = play(seconds / LAPS)
                    sums[place] = sums[place][0] + decisions, sums[place][1] + games, sums[place][2] + used
                    done += 1
            for (row, _), (decisions, games, used) in zip(playing, sums, strict=True):
                row["decisions"].append(decisions / used)
                row["playouts"].append(games / used)
    if progress:
        progress("import", done, total)
    imports = import_times(max(repeat, 3))
    if progress:
        progress("done", total, total)
    found = ratios(rows)
    return {
        "format": FORMAT,
        "machine": {**machine(), "core": core, "load": [load, load_average()]},
        "versions": versions(),
        "seconds": seconds,
        "repeat": repeat,
        "rows": rows,
        "ratios": found,
        "import": imports,
        "aims": aims(found, imports),
    }


@contextmanager
def one_core() -> Iterator[int | None]:
    """Stay on one core, where the system lets us: nothing here has threads, and moving costs caches.

    Time is the processor time of this process, so waiting for others on the core is not counted; what they do to
    caches and clock rate is.
    """
    if not hasattr(os, "sched_setaffinity"):
        yield None
        return
    before = os.sched_getaffinity(0)
    core = max(before)
    try:
        os.sched_setaffinity(0, {core})
    except OSError:
        yield None
        return
    try:
        yield core
    finally:
        os.sched_setaffinity(0, before)


def machine() -> dict[str, Any]:
    """Where this was measured."""
    name = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        models = [line for line in info.read_text(errors="replace").splitlines() if line.startswith("model name")]
        name = models[0].partition(":")[2].strip() if models else name
    return {
        "processor": name,
        "cores": os.cpu_count(),
        "system": platform.platform(),
        "python": platform.python_version(),
        "compiled": eminence.compiled,
    }


def load_average() -> float | None:
    """How many processes wanted a core in the last minute, or None where the system does not say."""
    return round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None


def import_times(repeat: int) -> dict[str, Any]:
    """Fresh interpreters that import eminence and bare ones, in turn: processor time, and the differences.

    Byte code is written first, as installing does, and kept apart: a tree without it is not what people import.
    """
    with tempfile.TemporaryDirectory() as folder:
        env = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "PYTHONPYCACHEPREFIX": folder}
        env.pop("PYTHONDONTWRITEBYTECODE", None)
        start_python("import eminence", env)
        pairs = [(start_python("pass", env), start_python("import eminence", env)) for _ in range(repeat)]
    return {
        "bare": [bare[0] for bare, _ in pairs],
        "eminence": [ours[0] for _, ours in pairs],
        "difference": [ours[0] - bare[0] for bare, ours in pairs],
        "wall": [ours[1] - bare[1] for bare, ours in pairs],
    }


def start_python(code: str, env: dict[str, str]) -> tuple[float, float]:
    """Processor and wall seconds of an interpreter that runs this code; both wall where the system does not say."""
    used, start = children(), time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True, env=env)
    wall = time.perf_counter() - start
    return (wall if used is None else (children() or 0.0) - used), wall


def children() -> float | None:
    """Processor seconds of all processes that this one has started and that have ended."""
    try:
        import resource
    except ImportError:
        return None
    use = resource.getrusage(resource.RUSAGE_CHILDREN)
    return use.ru_utime + use.ru_stime


def ratios(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Our decisions a second over every peer's, repeat by repeat."""
    found = []
    for ours in rows:
        for theirs in rows:
            if not ours["ours"] or theirs["ours"] or ours["driver"] != theirs["driver"]:
                continue
            pairs = zip(ours["decisions"], theirs["decisions"], strict=False)  # a peer not installed has none
            found.append(
                {
                    "driver": ours["driver"],
                    "name": ours["name"],
                    "players": ours["players"],
                    "peer": theirs["name"],
                    "ratios": [mine / other for mine, other in pairs],
                }
            )
    return found


def aims(found: list[dict[str, Any]], imports: dict[str, Any]) -> list[dict[str, Any]]:
    """What the project wants to reach, and whether it is reached; the weakest game decides."""

    def against(driver: str, peer: str, bar: float, board: bool | None, text: str) -> dict[str, Any]:
        chosen = [
            one
            for one in found
            if one["driver"] == driver
            and one["peer"] == peer
            and (board is None or board == (one["name"] == "cardinal-board"))
        ]
        if not chosen or not all(one["ratios"] for one in chosen):
            return {"aim": text, "bar": bar, "reached": None, "of": "", "low": None, "high": None, "met": None}
        weakest = min(chosen, key=lambda one: statistics.median(one["ratios"]))
        reached = statistics.median(weakest["ratios"])
        return {
            "aim": text,
            "bar": bar,
            "reached": reached,
            "of": f"{weakest['name']} {weakest['players']}",
            "low": min(weakest["ratios"]),
            "high": max(weakest["ratios"]),
            "met": reached >= bar,
        }

    difference = imports["difference"]
    seconds = statistics.median(difference)
    return [
        against(COMPILED, HEARTS, 3.0, False, "display games, times OpenSpiel's C++ hearts"),
        against(COMPILED, HEARTS, 1.0, True, "board game, times OpenSpiel's C++ hearts"),
        against(PYTHON, EUCHRE, 2.0, None, "driven from Python, times OpenSpiel euchre so driven"),
        {
            "aim": "import, seconds beyond the interpreter's own start",
            "bar": IMPORT_LIMIT,
            "reached": seconds,
            "of": "",
            "low": min(difference),
            "high": max(difference),
            "met": seconds < IMPORT_LIMIT,
        },
    ]


def report(result: dict[str, Any]) -> str:
    """A result as plain text."""
    where = result["machine"]
    parts = [
        f"{where['processor']}, {where['cores']} cores; {where['system']}; Python {where['python']}",
        "rules compiled" if where["compiled"] else "RULES NOT COMPILED: these are the numbers of plain Python",
        ", ".join(f"{name} {version}" for name, version in result["versions"].items()),
        f"one core ({'not pinned' if where['core'] is None else 'number ' + str(where['core'])}), processor time;"
        f" {result['repeat']} repeats of {result['seconds']:g} s each;"
        f" load {' to '.join('unknown' if load is None else str(load) for load in where['load'])}",
    ]
    for driver, title in TITLES.items():
        rows = [row for row in result["rows"] if row["driver"] == driver]
        parts += ["", title, *aligned(speed_lines(rows))]
        parts += ["", "  times the peer's decisions/s, repeat by repeat: median (lowest-highest)"]
        parts += aligned(ratio_lines([one for one in result["ratios"] if one["driver"] == driver]))
    parts += ["", "Import, processor time of a fresh interpreter", *aligned(import_lines(result["import"]))]
    parts += ["", "Aims, by the weakest game", *aligned(aim_lines(result["aims"]))]
    return "\n".join(parts)


def speed_lines(rows: list[dict[str, Any]]) -> list[list[str]]:
    """Game by game: decisions and playouts a second, and decisions a game."""
    lines = [["", "players", "decisions/s", "lowest-highest", "playouts/s", "decisions/playout"]]
    for row in rows:
        if not row["decisions"]:
            lines.append([row["name"], str(row["players"]), row["status"], "", "", ""])
            continue
        rates, games = row["decisions"], row["playouts"]
        length = statistics.median(rate / game for rate, game in zip(rates, games, strict=True))
        lines.append(
            [
                row["name"],
                str(row["players"]),
                f"{statistics.median(rates):,.0f}",
                f"{min(rates):,.0f}-{max(rates):,.0f}",
                f"{statistics.median(games):,.0f}",
                f"{length:.1f}",
            ]
        )
    return lines


def ratio_lines(found: list[dict[str, Any]]) -> list[list[str]]:
    """A line a game of ours, a column a peer."""
    peers = list(dict.fromkeys(one["peer"] for one in found))
    lines = [["", "players", *peers]]
    for name, players in dict.fromkeys((one["name"], one["players"]) for one in found):
        cells = [one["ratios"] for one in found if (one["name"], one["players"]) == (name, players)]
        lines.append([name, str(players), *(spread(cell) for cell in cells)])
    return lines


def import_lines(imports: dict[str, Any]) -> list[list[str]]:
    """Milliseconds: median and spread."""
    names = {
        "bare": "interpreter alone",
        "eminence": "with import eminence",
        "difference": "difference",
        "wall": "difference by the clock on the wall",
    }
    return [
        ["", "ms", "lowest-highest"],
        *(
            [
                title,
                f"{1000 * statistics.median(imports[key]):.1f}",
                f"{1000 * min(imports[key]):.1f}-{1000 * max(imports[key]):.1f}",
            ]
            for key, title in names.items()
        ),
    ]


def aim_lines(found: list[dict[str, Any]]) -> list[list[str]]:
    """Aim, bar, what was reached and whether that is enough."""
    lines = [["", "aim", "reached", "lowest-highest", "weakest", ""]]
    for one in found:
        sign = "under " if "import" in one["aim"] else "at least "
        bar = f"{sign}{one['bar']:g}"
        if one["met"] is None:
            lines.append([one["aim"], bar, "?", "", "", f"peer {NOT_INSTALLED}"])
            continue
        verdict = "met" if one["met"] else "NOT MET"
        lines.append(
            [
                one["aim"],
                bar,
                f"{one['reached']:.2f}" if one["bar"] >= 1 else f"{one['reached']:.3f}",
                f"{one['low']:.2f}-{one['high']:.2f}" if one["bar"] >= 1 else f"{one['low']:.3f}-{one['high']:.3f}",
                one["of"],
                verdict,
            ]
        )
    return lines


def spread(values: list[float]) -> str:
    """Median, lowest and highest of some ratios."""
    if not values:
        return NOT_INSTALLED
    return f"{statistics.median(values):.2f} ({min(values):.2f}-{max(values):.2f})"


def aligned(lines: list[list[str]]) -> list[str]:
    """Columns of equal width: the first to the left, numbers to the right."""
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    return ["  ".join(["", line[0].ljust(widths[0]), *map(str.rjust, line[1:], widths[1:])]).rstrip() for line in lines]
