"""Whether plain data are the results of a ladder, such as can be; where they are not, the place is named."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import fsum
from typing import Any

from eminence.arena.errors import ArenaError
from eminence.arena.match import MAX_DEALS
from eminence.arena.shapes import (
    Fields,
    Fits,
    check_fields,
    is_format,
    is_line,
    is_list,
    is_map,
    is_number,
    is_text,
    is_whole,
    or_none,
    shown,
)
from eminence.arena.strength import ROOMS
from eminence.arena.tally import POINTS

FORMAT = 1
WHERE = "results of a ladder"
FIGURES = ("score", "alone", "both")
ROUNDED = 2e-5  # how far a mean may be from that of its values: both are written with a few digits


def is_estimate(value: Any, deals: int, least: float, most: float) -> bool:
    """Whether it is a mean with its interval, and perhaps the values of so many deals it is the mean of."""
    if not isinstance(value, dict) or not all(is_number(value.get(key)) for key in ("value", "low", "high")):
        return False
    if not least <= value["low"] <= value["value"] <= value["high"] <= most:
        return False
    if "counts" not in value:  # only the mean was kept once
        return True
    counts = value["counts"]
    if not is_list(counts, lambda one: is_counted(one, least, most)) or sum(count for _, count in counts) != deals:
        return False
    return bool(abs(fsum(one * count for one, count in counts) / deals - value["value"]) <= ROUNDED)


def is_counted(value: Any, least: float, most: float) -> bool:
    """Whether it is a value and how often it occurred."""
    return is_list(value, is_number, 2, 2) and least <= value[0] <= most and is_whole(value[1], 1, MAX_DEALS)


def is_amount(value: Any) -> bool:
    """Whether it is a number from 0."""
    return is_number(value, 0)


def is_names(value: Any, least: int = 0, most: float = MAX_DEALS) -> bool:
    """Whether it is a list of different names."""
    return is_list(value, is_text, least, most) and len(set(value)) == len(value)


TEXT: tuple[Fits, str] = (is_line, "a text of one line without backticks")
NAME: tuple[Fits, str] = (is_text, "a name")
NAMES: tuple[Fits, str] = (is_names, "a list of names, all different")
TWO: tuple[Fits, str] = (lambda value: is_names(value, 2, 2), "a list of two names, different ones")
WHOLE: tuple[Fits, str] = (is_whole, "a whole number from 0")
DEALS: tuple[Fits, str] = (lambda value: is_whole(value, 1, MAX_DEALS), f"a whole number from 1 to {MAX_DEALS}")
NUMBER: tuple[Fits, str] = (is_number, "a number")
AMOUNT: tuple[Fits, str] = (is_amount, "a number from 0")
MAYBE: tuple[Fits, str] = (or_none(is_text), "a mark or null")
LIST: tuple[Fits, str] = (lambda value: isinstance(value, list), "a list")

RESULTS: Fields = {
    "rooms": LIST,
    "targets": LIST,
    "runs": LIST,
    "bots": (lambda value: is_names(value, 2), "a list of names, at least two, all different"),
    "levels": NAMES,
    "seed": WHOLE,
    "time": (or_none(lambda value: is_number(value, 0, 1e6) and value > 0), "seconds or null"),
    "effort": (or_none(lambda value: is_whole(value, 1)), "a whole number from 1 or null"),
    "anchor": (
        lambda value: isinstance(value, dict) and is_text(value.get("name")) and is_number(value.get("elo")),
        "a name and elo",
    ),
    "limits": (lambda value: is_map(value, is_amount), "seconds by name"),
    "apart": NUMBER,
}
RUN: Fields = {
    "command": TEXT,
    "date": TEXT,
    "machine": (lambda value: isinstance(value, dict), "what is known of it"),
}
MACHINE: Fields = {
    "processor": TEXT,
    "cores": (or_none(is_whole), "a whole number"),
    "system": TEXT,
    "python": TEXT,
    "compiled": (lambda value: isinstance(value, bool), "true or false"),
    "eminence": TEXT,
}
ROOM: Fields = {"game": NAME, "players": (lambda value: is_whole(value, 2, 99), "a whole number from 2"), "net": MAYBE}
PLAYED: Fields = {"seed": WHOLE, "mark": MAYBE, "deals": DEALS}
PAIR: Fields = {"names": TWO, **PLAYED, "games": WHOLE}
PARTS: Mapping[str, Fields] = {
    "tables": {"names": NAMES, **PLAYED},
    "ratings": {"name": NAME, "mu": NUMBER, "sigma": AMOUNT, "games": WHOLE},
    "thinking": {"name": NAME, "mark": MAYBE, "decisions": WHOLE, "mean": AMOUNT, "longest": AMOUNT},
}
TARGET: Fields = {
    **ROOM,
    **PAIR,
    "time": (lambda value: is_number(value, 0, 1e6) and value > 0, "seconds"),
    "figure": (lambda value: value in FIGURES, f"one of {', '.join(FIGURES)}"),
    "least": (lambda value: is_number(value, 0, 1), "a share from 0 to 1"),
}
"""What results, and each part of them, must say. Only a mark may be left out."""


def check_results(results: Any) -> None:
    """Refuse what is no result of a ladder, or none that can be, and say where."""
    if not isinstance(results, dict) or "rooms" not in results or "targets" not in results:
        raise ArenaError(
            "these are no results of a ladder; expected the file strength.json that eminence ladder writes"
        )
    if not is_format(results.get("format"), FORMAT):
        raise ArenaError(f"results of format {shown(results.get('format'))}; this version reads format {FORMAT}")
    check_fields(WHERE, results, RESULTS)
    if results["time"] is not None and results["effort"] is not None:
        raise ArenaError(f"{WHERE}: both a time and an effort; expected one of them, or none")
    check_runs(WHERE, results["runs"])
    for place, target in enumerate(results["targets"]):
        check_target(f"{WHERE}, targets[{place}]", target)
    told = [(one["game"], one["players"], *one["names"], one["time"]) for one in results["targets"]]
    check_once(f"{WHERE}, targets", told)
    for number, room in enumerate(results["rooms"]):
        check_room(f"{WHERE}, rooms[{number}]", room, results["bots"])
    check_once(f"{WHERE}, rooms", [(room["game"], room["players"]) for room in results["rooms"]])


def check_runs(where: str, runs: Any) -> None:
    """Refuse what is no list of runs."""
    if not isinstance(runs, list):
        raise ArenaError(f"{where}: runs is {shown(runs)}; expected a list")
    for place, run in enumerate(runs):
        check_fields(f"{where}, runs[{place}]", run, RUN)
        check_fields(f"{where}, runs[{place}].machine", run["machine"], MACHINE)


def check_once(where: str, told: Sequence[tuple[Any, ...]]) -> None:
    """Refuse what is told twice: one of the two would not count."""
    twice = next((one for place, one in enumerate(told) if one in told[:place]), None)
    if twice is not None:
        raise ArenaError(f"{where}: {' '.join(map(str, twice))} twice; expected each once")


def check_place(where: str, room: Mapping[str, Any]) -> None:
    """Refuse a game that there is not, or not for so many."""
    if (room["game"], room["players"]) not in ROOMS:
        known = ", ".join(f"{game} {players}" for game, players in ROOMS)
        raise ArenaError(f"{where}: game {shown(room['game'])} for {room['players']} players; expected one of {known}")


def check_target(where: str, target: Any) -> None:
    """Refuse what is no claim with what was measured."""
    check_fields(where, target, TARGET, ("mark",))
    check_place(where, target)
    if (target["figure"] == "score") != (target["players"] == 2):
        fits = "score" if target["players"] == 2 else "alone or both"
        raise ArenaError(f"{where}: figure {target['figure']} for {target['players']} players; expected {fits}")
    each = 2 * target["players"] if target["figure"] == "both" else target["players"]
    check_figures(where, target, ("pentanomial",) if target["figure"] == "score" else ("measured",), each)


def check_room(where: str, room: Any, bots: Sequence[str]) -> None:
    """Refuse what does not tell all of a game and number of players."""
    check_fields(where, room, {**ROOM, "pairs": LIST, **dict.fromkeys(PARTS, LIST)})
    check_place(where, room)
    players = room["players"]
    wanted = ("pentanomial",) if players == 2 else ("both", "alone", "rank")
    for place, pair in enumerate(room["pairs"]):
        check_fields(f"{where}.pairs[{place}]", pair, PAIR, ("mark",))
        check_figures(f"{where}.pairs[{place}]", pair, wanted, 2 if players == 2 else 2 * players, players)
    for part, fields in PARTS.items():
        for place, entry in enumerate(room[part]):
            check_fields(f"{where}.{part}[{place}]", entry, fields, ("mark",))
            names = entry["names"] if "names" in entry else [entry["name"]]
            check_known(f"{where}.{part}[{place}]", names, bots, "bots")
            if part == "tables" and len(names) != players:
                raise ArenaError(f"{where}.tables[{place}]: {len(names)} names; expected {players}, one for each seat")
    thought = [row["name"] for row in room["thinking"]]
    for place, pair in enumerate(room["pairs"]):
        check_known(f"{where}.pairs[{place}]", pair["names"], bots, "bots")
        check_known(f"{where}.pairs[{place}]", pair["names"], thought, "thinking of the room")
    check_once(f"{where}.pairs", [tuple(sorted(pair["names"])) for pair in room["pairs"]])
    check_once(f"{where}.tables", [tuple(one["names"]) for one in room["tables"]])
    for part in ("ratings", "thinking"):
        check_once(f"{where}.{part}", [(one["name"],) for one in room[part]])


def check_known(where: str, names: Iterable[str], known: Sequence[str], place: str) -> None:
    """Refuse a bot that is not where all are."""
    for name in names:
        if name not in known:
            raise ArenaError(f"{where}: there is no {shown(name)} in the {place}; expected all that have played")


def check_figures(where: str, played: Mapping[str, Any], wanted: Sequence[str], each: int, players: int = 2) -> None:
    """Refuse figures of a match that are no figures, or not those of so many deals of `each` so many games."""
    deals, games = played["deals"], played["games"]

    def means(least: float, most: float, times: int = 0) -> tuple[Fits, str]:
        said = (
            f"value, low and high in their order from {least:g} to {most:g} and, where they are known, counts of the "
            f"values of {deals} deals with that mean"
        )
        if not times:
            return lambda value: is_estimate(value, deals, least, most), said
        return (
            lambda value: is_list(value, lambda one: is_estimate(one, deals, least, most), times, times),
            f"{times} times {said}",
        )

    fields: Fields = {
        "pentanomial": (
            lambda value: is_list(value, is_whole, 5, 5) and sum(value) == deals,
            f"five whole numbers that add up to {deals} deals",
        ),
        "outcomes": (
            lambda value: is_list(value, is_whole, 3, 3) and sum(value) == games,
            f"three whole numbers that add up to {games} games",
        ),
        "both": means(0, 1),
        "points": means(-POINTS, POINTS),
        "measured": means(0, 1),
        "alone": means(0, 1, 2),
        "rank": means(1, players, 2),
    }
    check_fields(where, played, fields, [key for key in fields if key not in wanted])
    if games != deals * each:
        raise ArenaError(f"{where}: games is {shown(games)}; expected {deals * each}, {each} for each of {deals} deals")
    if "pentanomial" in played and "outcomes" in played:
        halves = sum(place * count for place, count in enumerate(played["pentanomial"]))
        if 2 * played["outcomes"][0] + played["outcomes"][1] != halves:
            raise ArenaError(
                f"{where}: outcomes is {shown(played['outcomes'])}; expected as many points as the pentanomial has, "
                f"{halves / 2:g}"
            )
