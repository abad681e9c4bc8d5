"""The server benchmark as text, and what the project wants to reach."""

from __future__ import annotations

import statistics
from typing import Any

from eminence.bench.engine import aligned, spread
from eminence.bench.server import PEERS, Plan

RATIO, MEMORY, PROMPT, RESPONSIVE = 5.0, 150.0, 50.0, 200.0
CONNECTIONS, TABLES = 2000, 500
NOTES = (
    "  bgio-postgres: the store for PostgreSQL that npm has for boardgame.io.",
    "  SQLite: a store written for this comparison, which holds all states in memory and commits in groups.",
)


def aims(plan: Plan, found: dict[str, Any]) -> list[dict[str, Any]]:
    """What the project wants to reach, and whether it is reached; None where it was not measured in full."""
    ours = found["rows"][0]
    ratio = {
        one["against"]: statistics.median(one["per_core"]) for one in found["ratios"] if one["name"] == ours["name"]
    }
    idle, bots = found["idle"], found["bots"]
    enough = idle is not None and idle["connections"] >= CONNECTIONS
    many = bots is not None and bots["tables"] >= TABLES
    return [
        *(aim(f"durable moves a core, times {peer}", RATIO, ratio.get(peer), True) for peer in PEERS),
        aim("p99 at half of capacity, ms", PROMPT, middle(ours["half"])["done"]["p99"], False),
        aim(f"{CONNECTIONS:,} idle connections, MB in all", MEMORY, idle["mb"] if enough else None, False),
        aim(
            f"p99 of people at {TABLES} tables with bots, ms", RESPONSIVE, bots["done"]["p99"] if many else None, False
        ),
    ]


def aim(text: str, bar: float, reached: float | None, least: bool) -> dict[str, Any]:
    """One aim: at least the bar, or below it."""
    met = None if reached is None else reached >= bar if least else reached < bar
    return {"aim": text, "bar": bar, "least": least, "reached": reached, "met": met}


def report(result: dict[str, Any]) -> str:
    """A result as plain text."""
    where, plan = result["machine"], result["plan"]
    load = " to ".join("unknown" if one is None else str(one) for one in where["load"])
    parts = [
        f"{where['processor']}, {where['cores']} cores; {where['system']}; Python {where['python']}",
        "rules compiled" if where["compiled"] else "RULES NOT COMPILED: these are the numbers of plain Python",
        f"{plan['repeat']} repeats of {plan['seconds']:g} s in turns; {plan['tables']} tables of 2, 3 and 4 people;"
        f" {plan['clients']} client process{'es' if plan['clients'] > 1 else ''} a server; load {load}",
        *(f"SKIPPED {name}: {reason}" for name, reason in result["skipped"].items()),
        "",
        "Durable moves as fast as they are answered: median (lowest-highest)",
        *aligned(capacity_lines(result["rows"])),
    ]
    if result["ratios"]:
        parts += [
            "",
            "Times boardgame.io's, repeat by repeat: median (lowest-highest)",
            *ratio_lines(result["ratios"]),
        ]
    parts += ["", "Latency in ms: p50 / p99", *aligned(latency_lines(result["rows"]))]
    if result["idle"]:
        parts += ["", "Idle connections", *idle_lines(result["idle"])]
    if result["bots"]:
        parts += ["", "Tables with bots", *bot_lines(result["bots"])]
    parts += ["", "Aims", *aligned(aim_lines(result["aims"]))]
    return "\n".join(parts)


def capacity_lines(rows: list[dict[str, Any]]) -> list[list[str]]:
    """Server by server: moves a second by the clock and by the processor."""
    lines = [["", "moves/s", "CPU ms/move", "moves/s a core", "with database", "clients' CPU ms/move"]]
    for row in rows:
        found = row["capacity"]
        lines.append(
            [
                row["name"],
                whole([one["moves_per_second"] for one in found]),
                f"{statistics.median(one['ms_per_move'] for one in found):.3f}",
                whole([one["per_core"] for one in found]),
                whole([one["per_core_all"] for one in found]),
                f"{statistics.median(1000 * one['clients_cpu'] / one['settled'] for one in found):.3f}",
            ]
        )
    return lines


def ratio_lines(found: list[dict[str, Any]]) -> list[str]:
    """A line a server of ours."""
    lines = [["", "against", "a core", "a core, with database", "by the clock"]]
    for one in found:
        measured = [spread(one[kind]) for kind in ("per_core", "per_core_all", "wall")]
        lines.append([one["name"], one["against"], *measured])
    return [*aligned(lines), *NOTES]


def latency_lines(rows: list[dict[str, Any]]) -> list[list[str]]:
    """At capacity and at half of it: command to answer, and command to the news at another player's."""
    lines = [["", "load", "to the answer", "to the others", "p99 of all repeats"]]
    for row in rows:
        for name, found in ((row["name"], row["capacity"]), ("", row["half"])):
            one = middle(found)
            load = f"{one['rate']:,.0f}/s" if "rate" in one else "capacity"
            worst = sorted(other["done"]["p99"] for other in found)
            lines.append([name, load, pair(one["done"]), pair(one["seen"]), f"{worst[0]:.1f}-{worst[-1]:.1f}"])
    return lines


def middle(found: list[dict[str, Any]]) -> dict[str, Any]:
    """The repeat with the median of the 99th percentiles."""
    return sorted(found, key=lambda one: one["done"]["p99"])[len(found) // 2]


def idle_lines(found: dict[str, Any]) -> list[str]:
    """Memory and idle processor time."""
    return [
        f"  {found['connections']:,} connections watching {found['tables']:,} tables: {found['mb']:.0f} MB in all,"
        f" {found['bare_mb']:.0f} MB bare, {found['kb_per_connection']:.1f} KB a connection;"
        f" {100 * found['cpu_share']:.1f} % of a core"
    ]


def bot_lines(found: dict[str, Any]) -> list[str]:
    """People among bots."""
    return [
        f"  {found['tables']} tables of a person and two bots ({found['level']}), a person thinks {found['pause']:g} s;"
        f" {found['moves_per_second']:,.0f} decisions/s of people, {found['bot_decisions_per_second']:,.0f} of bots;"
        f" {100 * found['cpu_share']:.0f} % of a core",
        f"  ms from command to answer {pair(found['done'])}; until the bots have moved {pair(found['back'])}",
    ]


def aim_lines(found: list[dict[str, Any]]) -> list[list[str]]:
    """Aim, bar, what was reached and whether that is enough."""
    lines = [["", "aim", "reached", ""]]
    for one in found:
        bar = f"{'at least' if one['least'] else 'under'} {one['bar']:g}"
        reached = "?" if one["reached"] is None else f"{one['reached']:.1f}"
        verdict = {None: "not measured in full", True: "met", False: "NOT MET"}[one["met"]]
        lines.append([one["aim"], bar, reached, verdict])
    return lines


def pair(found: dict[str, float] | None) -> str:
    """Median and 99 of 100."""
    return "-" if found is None else f"{found['p50']:.1f} / {found['p99']:.1f}"


def whole(values: list[float]) -> str:
    """Median, lowest and highest of some rates."""
    return f"{statistics.median(values):,.0f} ({min(values):,.0f}-{max(values):,.0f})"
