"""The result of a match as plain data (for JSON) and as a text to read."""

from __future__ import annotations

import platform
from collections.abc import Sequence
from math import isfinite
from typing import Any

import eminence
from eminence.arena.executors import processors
from eminence.arena.ladder import ladder
from eminence.arena.run import Run
from eminence.arena.statistics import Estimate, Verdict, strength
from eminence.arena.tables import (
    Standing,
    game_counts,
    mean_points,
    pair_counts,
    seat_shares,
    standings,
    thinking,
    without_winner,
)

FORMAT = 1
SAID = {
    "accept H1": "H1 accepted: {elo1:g} Elo explain the results better than {elo0:g}",
    "accept H0": "H0 accepted: {elo0:g} Elo explain the results better than {elo1:g}",
    "continue": "undecided between {elo0:g} and {elo1:g} Elo",
}


def summary(run: Run, *, rated: bool = False) -> dict[str, Any]:
    """A match as plain data. Numbers that are not bounded are None; `rated` adds a ladder (`eminence[ladder]`)."""
    match, deals = run.match, run.deals
    if not deals:
        raise ValueError("no deals; expected at least one")
    data: dict[str, Any] = {
        "format": FORMAT,
        "match": match.data(),
        "names": list(match.names),
        "budget": match.budget,
        "deals": len(deals),
        "games": len(deals) * match.games,
        "seeds": [match.seed, match.seed + len(deals) - 1],
    }
    if match.paired:
        data["pairs"] = [pair_data(run, lineup) for lineup in range(len(match.lineups))]
    else:
        data["sides"] = [standing_data(run, row) for row in standings(match, deals)]
        data["lineups"] = [
            {
                "seats": [match.names[side] for side in seats],
                "sides": [standing_data(run, row) for row in standings(match, deals, number)],
            }
            for number, seats in enumerate(match.lineups)
        ]
    data["sprt"] = None if run.verdict is None else verdict_data(run.verdict)
    data["seats"] = [round(share, 4) for share in seat_shares(match, deals)]
    data["nobody"] = without_winner(deals)
    data["thinking"] = [
        {
            "name": match.names[row.side],
            "decisions": row.decisions,
            "mean": round(row.seconds / max(1, row.decisions), 6),
            "longest": round(row.longest, 4),
        }
        for row in thinking(match, deals)
    ]
    if rated:
        data["ladder"] = [
            {"name": one.name, "mu": round(one.mu, 3), "sigma": round(one.sigma, 3), "games": one.games}
            for one in ladder([(match, deals)])
        ]
    data["machine"] = machine()
    return data


def machine() -> dict[str, Any]:
    """What the match was reported on."""
    return {
        "eminence": eminence.__version__,
        "compiled": eminence.compiled,
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}",
        "processors": processors(),
    }


def pair_data(run: Run, lineup: int) -> dict[str, Any]:
    """Two bots at a table for two."""
    counts = pair_counts(run.deals, lineup)
    wins, shared, losses = game_counts(run.deals, lineup)
    found = strength(counts)
    sides = run.match.lineups[lineup]
    return {
        "names": [run.match.names[side] for side in sides],
        "pentanomial": list(counts),
        "wins": wins,
        "shared": shared,
        "losses": losses,
        "score": estimate_data(found.score, 5),
        "elo": estimate_data(found.elo, 2),
        "los": round(found.los, 6),
        "points": [round(mean_points(run.deals, side, lineup), 3) for side in sides],
    }


def standing_data(run: Run, row: Standing) -> dict[str, Any]:
    """A side at a larger table."""
    return {
        "name": run.match.names[row.side],
        "share": estimate_data(row.share, 5),
        "fair": round(row.fair, 5),
        "rank": estimate_data(row.rank, 4),
        "points": round(row.points, 3),
    }


def estimate_data(estimate: Estimate, digits: int) -> dict[str, float | None]:
    """A number with its interval; None where it has no bound, as JSON knows no infinity."""
    ends = {"value": estimate.value, "low": estimate.low, "high": estimate.high}
    return {name: round(value, digits) if isfinite(value) else None for name, value in ends.items()}


def verdict_data(verdict: Verdict) -> dict[str, Any]:
    """A verdict of the sequential test."""
    return {
        "state": verdict.state,
        "llr": round(verdict.llr, 4),
        "lower": round(verdict.lower, 4),
        "upper": round(verdict.upper, 4),
        "elo0": verdict.elo0,
        "elo1": verdict.elo1,
    }


# As text.


def text(data: dict[str, Any]) -> str:
    """A summary to read."""
    match = data["match"]
    options = f", {', '.join(match['options'])}" if match["options"] else ""
    box = "" if match["box"] is None else f", components {match['components']}"
    first, last = data["seeds"]
    lines = [
        f"Arena: {' · '.join(data['names'])}",
        f"  game     {match['game']}, {match['players']} players{options}{box}",
        f"  deals    {data['deals']} (seeds {first} to {last}), all seats rotated: {data['games']} games",
        f"  budget   {data['budget']}",
    ]
    for pair in data.get("pairs", []):
        lines += ["", *pair_lines(pair)]
    if data["sprt"] is not None:
        lines += sprt_lines(data["sprt"])
    lineups = data.get("lineups", [])
    for lineup in lineups:
        lines += ["", " · ".join(lineup["seats"]), *side_lines(lineup["sides"])]
    if len(lineups) > 1:
        lines += ["", "all line-ups together", *side_lines(data["sides"])]
    lines += ["", *closing_lines(data)]
    return "\n".join(lines) + "\n"


def pair_lines(pair: dict[str, Any]) -> list[str]:
    """Two bots at a table for two."""
    first, second = pair["names"]
    score, elo = pair["score"], pair["elo"]
    outcomes = zip(("0", "½", "1", "1½", "2"), pair["pentanomial"], strict=True)
    return [
        f"{first} against {second}",
        f"  Elo      {signed(elo['value'])} ({signed(elo['low'])} to {signed(elo['high'])})",
        f"  score    {percent(score['value'])} ({percent(score['low'])} to {percent(score['high'])}): "
        f"{pair['wins']} won, {pair['shared']} shared, {pair['losses']} lost",
        f"  pairs    {', '.join(f'{count} of {worth}' for worth, count in outcomes)}",
        f"  LOS      {percent(pair['los'])} likely that {first} is the stronger one",
        f"  points   {pair['points'][0]:.1f} : {pair['points'][1]:.1f} on average",
    ]


def sprt_lines(verdict: dict[str, Any]) -> list[str]:
    """The sequential test."""
    bounds = f"{verdict['lower']:.2f} to {verdict['upper']:.2f}"
    lines = [f"  SPRT     {SAID[verdict['state']].format(**verdict)} (LLR {verdict['llr']:.2f}, bounds {bounds})"]
    if verdict["state"] != "continue":
        lines.append("           The match ended with the verdict, so the Elo above leans towards it.")
    return lines


def side_lines(sides: Sequence[dict[str, Any]]) -> list[str]:
    """The sides at a larger table."""
    rows = [["", "wins", "95 %", "fair", "rank", "95 %", "points"]]
    for side in sides:
        share, rank = side["share"], side["rank"]
        rows.append(
            [
                side["name"],
                percent(share["value"]),
                f"{percent(share['low'])} to {percent(share['high'])}",
                percent(side["fair"]),
                f"{rank['value']:.2f}",
                f"{rank['low']:.2f} to {rank['high']:.2f}",
                f"{side['points']:.1f}",
            ]
        )
    return columns(rows)


def closing_lines(data: dict[str, Any]) -> list[str]:
    """What was spent, which seats won, and where it was played."""
    rows = [["", "decisions", "mean", "longest"]]
    rows += [
        [row["name"], str(row["decisions"]), f"{row['mean'] * 1e3:.2f} ms", f"{row['longest'] * 1e3:.0f} ms"]
        for row in data["thinking"]
    ]
    lines = ["thinking", *columns(rows), ""]
    if "ladder" in data:
        rated = [["", "mu", "sigma", "games"]]
        rated += [[r["name"], f"{r['mu']:.2f}", f"{r['sigma']:.2f}", str(r["games"])] for r in data["ladder"]]
        lines += ["ladder (OpenSkill, Plackett–Luce)", *columns(rated), ""]
    seats = ", ".join(f"seat {seat} {percent(share)}" for seat, share in enumerate(data["seats"], 1))
    nobody = f"; nobody won {counted(data['nobody'], 'game', 'games')}" if data["nobody"] else ""
    where = data["machine"]
    rules = "compiled" if where["compiled"] else "not compiled"
    return [
        *lines,
        f"wins by seat: {seats}{nobody}",
        f"eminence {where['eminence']} ({rules}), Python {where['python']}, {where['system']}, "
        f"{where['processors']} processors; intervals are 95 %",
    ]


def columns(rows: list[list[str]]) -> list[str]:
    """Rows as aligned lines, names to the left and numbers to the right."""
    widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]
    return [
        (
            "  "
            + "  ".join(c.ljust(w) if p == 0 else c.rjust(w) for p, (c, w) in enumerate(zip(row, widths, strict=True)))
        ).rstrip()
        for row in rows
    ]


def percent(share: float) -> str:
    """A share as a text; near 0 and 1 with the digits that matter.

    >>> percent(0.5), percent(0.9997), percent(1.0)
    ('50.0 %', '99.97 %', '100.0 %')
    """
    near = min(share, 1 - share)
    return f"{share:.2%}".replace("%", " %") if 0 < near < 0.005 else f"{share:.1%}".replace("%", " %")


def counted(number: int, one: str, many: str) -> str:
    """A number of things.

    >>> counted(1, "match", "matches"), counted(2, "match", "matches")
    ('1 match', '2 matches')
    """
    return f"{number} {one if number == 1 else many}"


def signed(elo: float | None) -> str:
    """An Elo difference as a text; None is one without bound."""
    return "unbounded" if elo is None else f"{elo:+.1f}"
