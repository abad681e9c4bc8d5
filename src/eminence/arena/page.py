"""The page of a ladder: `page(results)` is a pure function of the data that `results.collect` gives.

So anybody can tell whether a page says what was measured: see `mismatch`.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Any

from eminence.arena.checks import check_results
from eminence.arena.figures import (
    decimals,
    differences,
    elo_of,
    places,
    read_estimate,
    score_of,
    seconds,
    shares,
    signed,
    start,
    table,
    times,
)
from eminence.arena.report import percent
from eminence.arena.statistics import Estimate
from eminence.arena.strength import neighbours

INTRODUCTION = """\
# Strength

How strong the bots are in every game and for every number of players. `eminence ladder` measures this and writes the
page; [The arena](arena.md#the-ladder) says how. Intervals are 95 %.
"""

READING_TWO = """\
*Elo*: {anchor} stands at {elo}, and the differences between neighbours are added up on the way from there. The interval
adds up too: half of it is the root of the sum of the squares of theirs. Where a bot won every point, its difference has
no upper bound, and all beyond it stand "at least" or "at most" somewhere. *Score* and *difference* are against the bot
named, from pairs of games. *Time* is that of one decision, mean and longest, forced decisions included."""

READING_MORE = """\
*Rating*: Plackett–Luce, from mixed tables; mu and 1.96 sigma to both sides. All else is against the bot named. *Wins*
are taken over both line-ups, one among many of the others and the reverse, in which both have equally many seats (even:
50 %). *Alone* is one among others of the bot named: its wins and its mean rank. *Other alone* is one of those among
others of this bot."""

READING_MISSING = """\
*Not played* are neighbours of whom there is no match with the bots of today."""

WORDS = {
    "score": "score of {0} against {1}",
    "alone": "wins of one {0} among {1}",
    "both": "wins of {0} with {1}, both line-ups",
}


def page(results: dict[str, Any]) -> str:
    """The page."""
    check_results(results)
    blocks = [INTRODUCTION, measured(results), targets(results), steps(results), "## Ladders", reading(results)]
    blocks += [room_section(room, results) for room in results["rooms"]]
    blocks.append(history(results))
    return "\n\n".join(block.strip("\n") for block in blocks if block) + "\n"


def mismatch(text: str, results: dict[str, Any]) -> str | None:
    """The first line of a page that does not say what the results say; None if all of them do."""
    found, right = text.splitlines(), page(results).splitlines()
    for number, (one, other) in enumerate(zip(found, right, strict=False), 1):
        if one != other:
            return f"line {number}: {one[:80]!r}; expected {other[:80]!r}"
    if len(found) != len(right):
        return f"{len(found)} lines; expected {len(right)}"
    return None


# How it was measured.


def measured(results: dict[str, Any]) -> str:
    """Commands, machine, deals."""
    runs = results["runs"]
    lines = ["## How it was measured", "", "```", "eminence ladder", "eminence ladder --targets", "```", ""]
    if runs:
        lines.append("- Played [in parts](#runs), each with deals and minutes of its own; every row says its games.")
    machines = list(dict.fromkeys(machine_text(run["machine"]) for run in runs))
    lines += [f"- Machine: {one}." for one in machines]
    dates = sorted({run["date"] for run in runs})
    if dates:
        lines.append(f"- Date: {dates[0]}{f' to {dates[-1]}' if len(dates) > 1 else ''}.")
    budget = "each bot's own"
    if results["time"] is not None:
        budget = f"{results['time']:g} s a decision for every bot"
    elif results["effort"] is not None:
        budget = f"effort {results['effort']} a decision for every bot"
    lines.append(f"- Budget on the ladders: {budget}; the targets say theirs. One thread a bot.")
    counts = [one["deals"] for room in results["rooms"] for one in (*room["pairs"], *room["tables"])]
    if counts:
        few, many = min(counts), max(counts)
        each = f"{few}" if few == many else f"{few} to {many}"
        lines.append(f"- Deals a match of the ladders: {each}, each with everybody on every seat.")
    lines.append(
        f"- Seeds: the first deal of a match follows from its bots (base {results['seed']}) and is in the numbers "
        "(those of the published page are `benchmarks/strength.json`). Neighbours in a table never share deals; "
        "targets of the same bots with another budget do. `eminence arena A B --game GAME --players N --seed SEED "
        "--deals N` plays these deals (targets: with their `--time`, one among others with `--lineup one`). A time, or "
        "a limit of time as Cardinal and Eminence have it, is not repeated exactly; in a match played in parts the "
        "bots have other luck."
    )
    return "\n".join(lines)


def history(results: dict[str, Any]) -> str:
    """By which commands it came about."""
    commands = list(dict.fromkeys(run["command"] for run in results["runs"]))
    if not commands:
        return ""
    lead = "In this order. What a run added to bots or searches that have changed since was dropped and played anew."
    return "\n".join(["## Runs", "", lead, "", "```", *commands, "```"])


def machine_text(machine: dict[str, Any]) -> str:
    """A machine in a line."""
    rules = "compiled" if machine["compiled"] else "not compiled"
    return (
        f"{machine['processor']}, {machine['cores']} cores, {machine['system']}, Python {machine['python']}, "
        f"eminence {machine['eminence']} ({rules})"
    )


# Targets.


def targets(results: dict[str, Any]) -> str:
    """Claims and what was measured."""
    rows = [target_row(target) for target in results["targets"]]
    rows += [row for room in results["rooms"] if room["players"] == 2 for row in apart_rows(room, results)]
    rows += limit_rows(results)
    if not rows:
        return ""
    head = ["game", "players", "what", "budget", "target", "measured (95 %)", "games", "verdict"]
    text = (
        "A target is *met* if the whole interval is at or above it, *missed* if the whole interval is below it, and "
        "*undecided* otherwise. Undecided matches have got more deals, and some were looked at in between, so where an "
        "interval ends just beside its target the verdict is less sure than 95 %. Longest times are single "
        "measurements, without interval. The budget is for one "
        "decision; a turn of the duel has 2.25 free ones on average, so 0.45 s are a second for the whole turn. What "
        "takes many hours at 1 s is played at 0.05 s, too or instead; greedy does not use its time, so there less time "
        "is a handicap for net alone. A match that the bots of today have not played has no row."
    )
    return "\n".join(["## Targets", "", text, "", *table(head, rows)])


def target_row(target: dict[str, Any]) -> list[str]:
    """A claim about two bots."""
    found = score_of(target) if target["figure"] == "score" else read_estimate(target["measured"])
    return [
        target["game"],
        str(target["players"]),
        WORDS[target["figure"]].format(*target["names"]) + ("" if target["net"] else " (no trained net)"),
        f"{target['time']:g} s",
        f"≥ {percent(target['least'])}",
        shares(found),
        str(target["games"]),
        verdict(found, target["least"]),
    ]


def apart_rows(room: dict[str, Any], results: dict[str, Any]) -> list[list[str]]:
    """Neighbours among the levels are so many Elo apart."""
    found = []
    for pair in ordered(room["pairs"], results["levels"]):
        elo = elo_of(pair)
        names = " above ".join(pair["names"])
        claim = f"≥ {results['apart']} Elo"
        row = [room["game"], "2", names, own_or_equal(results), claim, differences(elo), str(pair["games"])]
        found.append([*row, verdict(elo, results["apart"])])
    return found


def own_or_equal(results: dict[str, Any]) -> str:
    """The budget on the ladders in a word."""
    return "own" if results["time"] is None and results["effort"] is None else "equal"


def ordered(pairs: Sequence[dict[str, Any]], levels: Sequence[str]) -> list[dict[str, Any]]:
    """The pairs of neighbouring levels, from the weakest."""
    inside = [pair for pair in pairs if set(pair["names"]) <= set(levels)]
    return sorted(inside, key=lambda pair: [levels.index(name) for name in pair["names"]])


def steps(results: dict[str, Any]) -> str:
    """The levels in all rooms at a glance: each against the one below."""
    levels = results["levels"]
    above = list(zip(levels[1:], levels, strict=False))
    rows = []
    for room in results["rooms"]:
        found = {tuple(pair["names"]): pair for pair in room["pairs"]}
        cells = [step(found[names]) if names in found else "–" for names in above]
        if any(names in found for names in above):
            rows.append([room["game"], str(room["players"]), *cells])
    if not rows:
        return ""
    text = (
        "How each opponent for people does against the one below: the score for two players, else the wins over both "
        "line-ups, where even is 50 %; then by how many points a seat is ahead, which shows a difference sooner; then "
        "the number of games."
    )
    head = ["game", "players", *(" over ".join(names) for names in above)]
    return "\n".join(["## Levels", "", text, "", *table(head, rows)])


def step(pair: dict[str, Any]) -> str:
    """How the first of two levels did."""
    found = score_of(pair) if "pentanomial" in pair else read_estimate(pair["both"])
    cell = f"{100 * found.value:.0f} % ({100 * found.low:.0f} to {100 * found.high:.0f})"
    if "points" in pair and pair["deals"] > 1:  # one deal alone has no spread
        cell += f"; {signed(pair['points'])}"
    return f"{cell}; {pair['games']}"


def limit_rows(results: dict[str, Any]) -> list[list[str]]:
    """No decision of these bots takes longer, in any game."""
    rows = []
    for name, limit in results["limits"].items():
        found = [
            (row["longest"], row["decisions"], room)
            for room in results["rooms"]
            for row in room["thinking"]
            if row["name"] == name
        ]
        if not found:
            continue
        longest, _, room = max(found, key=lambda one: one[0])
        decisions = sum(one[1] for one in found)
        what = f"longest decision of {name}, slowest in {room['game']} for {room['players']}"
        end = "met" if longest <= limit else "missed"
        row = ["all", "all", what, own_or_equal(results), f"≤ {limit:g} s", seconds(longest)]
        rows.append([*row, f"{decisions} decisions", end])
    return rows


def verdict(found: Estimate, least: float) -> str:
    """Whether a claim holds."""
    if found.low >= least:
        return "met"
    return "missed" if found.high < least else "undecided"


# Ladders.


def reading(results: dict[str, Any]) -> str:
    """How to read the tables."""
    sizes = {min(3, room["players"]) for room in results["rooms"]}
    starts = [start(room["pairs"], results) for room in results["rooms"] if room["players"] == 2]
    anchors = " or ".join(f"`{name}`" for name in dict.fromkeys(starts) if name is not None)
    parts = [READING_TWO.format(anchor=anchors, elo=results["anchor"]["elo"])] if anchors else []
    parts += [READING_MORE] if 3 in sizes else []
    missing = any(unplayed(room, results) for room in results["rooms"])
    return "\n\n".join([*parts, *([READING_MISSING] if missing else [])])


def room_section(room: dict[str, Any], results: dict[str, Any]) -> str:
    """A game and number of players."""
    lines = [f"### {room['game']}, {room['players']} players", ""]
    if room["net"] is None:
        lines += ["There is no trained net for this table; bots that would ask it count on points instead.", ""]
    else:
        lines += [f"Trained net {room['net']}.", ""]
    lines += two_table(room, results) if room["players"] == 2 else more_table(room, results)
    return "\n".join([*lines, *unplayed(room, results)])


def unplayed(room: dict[str, Any], results: dict[str, Any]) -> list[str]:
    """Which neighbours the bots of today have not played, so that nobody wonders about their empty cells."""
    met = [set(pair["names"]) for pair in room["pairs"]]
    missing = [" over ".join(names) for names in neighbours(results["bots"]) if set(names) not in met]
    return ["", f"Not played: {', '.join(missing)}."] if missing else []


def two_table(room: dict[str, Any], results: dict[str, Any]) -> list[str]:
    """A table for two players, the strongest first."""
    scale = places(room["pairs"], results)
    names = sorted(bots_of(room, results), key=lambda name: -scale[name].order if name in scale else inf)
    head = ["bot", "Elo (95 %)", "against", "score (95 %)", "difference (95 %)", "games", "time, mean", "time, longest"]
    rows = []
    for name in names:
        elo = scale[name].text() if name in scale else "–"
        for first, pair in enumerate(opponents(name, room)):
            figures = [pair["names"][1], shares(score_of(pair)), differences(elo_of(pair)), str(pair["games"])]
            rows.append([name, elo, *figures, *times(name, room)] if not first else ["", "", *figures, "", ""])
        if not opponents(name, room):
            rows.append([name, elo, "", "", "", "", *times(name, room)])
    return table(head, rows)


def more_table(room: dict[str, Any], results: dict[str, Any]) -> list[str]:
    """A table for three and more players, the best rating first."""
    rated = {row["name"]: row for row in room["ratings"]}
    names = sorted(bots_of(room, results), key=lambda name: -rated[name]["mu"] if name in rated else inf)
    head = ["bot", "rating (95 %)", "games", "against", "wins (95 %)", "alone, wins", "alone, rank"]
    head += ["other alone, wins", "other alone, rank", "games", "time, mean", "time, longest"]
    rows = []
    for name in names:
        mine = ["–", ""]
        if name in rated:
            mine = [f"{rated[name]['mu']:.1f} ± {1.96 * rated[name]['sigma']:.1f}", str(rated[name]["games"])]
        for first, pair in enumerate(opponents(name, room)):
            both, (one, other), (rank, others) = pair["both"], pair["alone"], pair["rank"]
            figures = [pair["names"][1], shares(read_estimate(both))]
            figures += [shares(read_estimate(one)), decimals(rank), shares(read_estimate(other)), decimals(others)]
            figures.append(str(pair["games"]))
            rows.append([name, *mine, *figures, *times(name, room)] if not first else ["", "", "", *figures, "", ""])
        if not opponents(name, room):
            rows.append([name, *mine, *[""] * 7, *times(name, room)])
    fair = f"Fair for one alone: {percent(1 / room['players'])} of the wins, rank {(room['players'] + 1) / 2:g}."
    return [fair, "", *table(head, rows)]


def bots_of(room: dict[str, Any], results: dict[str, Any]) -> list[str]:
    """Who has played in a room, the strongest of each kind (as we think) first."""
    present = {row["name"] for row in room["thinking"]}
    return [name for name in reversed(results["bots"]) if name in present]


def opponents(name: str, room: dict[str, Any]) -> list[dict[str, Any]]:
    """The matches in which a bot was thought to be the stronger one."""
    return [pair for pair in room["pairs"] if pair["names"][0] == name]
