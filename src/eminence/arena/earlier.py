"""Results of a ladder that were read, and what can be gone on with of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from eminence.arena.errors import ArenaError
from eminence.arena.ladder import Rating
from eminence.arena.marks import mark
from eminence.arena.match import MAX_DEALS
from eminence.arena.shapes import (
    Fields,
    Fits,
    check_fields,
    is_list,
    is_map,
    is_number,
    is_text,
    is_whole,
    or_none,
    shown,
)
from eminence.arena.strength import Fixture, Room, Settings
from eminence.arena.tally import Tally, addable

FORMAT = 1
WHERE = "results of a ladder"
FIGURES = ("score", "alone", "both")


def is_estimate(value: Any, deals: int) -> bool:
    """Whether it is a mean with its interval, and perhaps the values of so many deals it is the mean of."""
    if not isinstance(value, dict) or not all(is_number(value.get(key)) for key in ("value", "low", "high")):
        return False
    counts = value.get("counts", [[0, deals]])
    if not is_list(counts, is_counted):
        return False
    total: int = sum(count for _, count in counts)
    return total == deals


def is_counted(value: Any) -> bool:
    """Whether it is a value and how often it occurred."""
    return is_list(value, is_number, 2, 2) and is_whole(value[1], 1)


def is_amount(value: Any) -> bool:
    """Whether it is a number from 0."""
    return is_number(value, 0)


TEXT: tuple[Fits, str] = (is_text, "a text")
NAME: tuple[Fits, str] = (is_text, "a name")
NAMES: tuple[Fits, str] = (lambda value: is_list(value, is_text), "a list of names")
TWO: tuple[Fits, str] = (lambda value: is_list(value, is_text, 2, 2), "a list of two names")
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
    "bots": NAMES,
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
    "least": NUMBER,
}
"""What results, and each part of them, must say. Only a mark may be left out."""


def check_results(results: Any) -> None:
    """Refuse what is no result of a ladder, and say where it is not."""
    if not isinstance(results, dict) or "rooms" not in results or "targets" not in results:
        raise ArenaError(
            "these are no results of a ladder; expected the file strength.json that eminence ladder writes"
        )
    if results.get("format") != FORMAT:
        raise ArenaError(f"results of format {results.get('format')!r}; this version reads format {FORMAT}")
    check_fields(WHERE, results, RESULTS)
    check_runs(WHERE, results["runs"])
    for place, target in enumerate(results["targets"]):
        where = f"{WHERE}, targets[{place}]"
        check_fields(where, target, TARGET, ("mark",))
        check_figures(where, target, ("pentanomial",) if target["figure"] == "score" else ("measured",))
    for number, room in enumerate(results["rooms"]):
        check_room(f"{WHERE}, rooms[{number}]", room)


def check_runs(where: str, runs: Any) -> None:
    """Refuse what is no list of runs."""
    if not isinstance(runs, list):
        raise ArenaError(f"{where}: runs is {shown(runs)}; expected a list")
    for place, run in enumerate(runs):
        check_fields(f"{where}, runs[{place}]", run, RUN)
        check_fields(f"{where}, runs[{place}].machine", run["machine"], MACHINE)


def check_room(where: str, room: Any) -> None:
    """Refuse what does not tell all of a game and number of players."""
    check_fields(where, room, {**ROOM, "pairs": LIST, **dict.fromkeys(PARTS, LIST)})
    wanted = ("pentanomial",) if room["players"] == 2 else ("both", "alone", "rank")
    for place, pair in enumerate(room["pairs"]):
        check_fields(f"{where}.pairs[{place}]", pair, PAIR, ("mark",))
        check_figures(f"{where}.pairs[{place}]", pair, wanted)
    for part, fields in PARTS.items():
        for place, entry in enumerate(room[part]):
            check_fields(f"{where}.{part}[{place}]", entry, fields, ("mark",))


def check_figures(where: str, played: Mapping[str, Any], wanted: Sequence[str]) -> None:
    """Refuse figures of a match that are no figures, or not those of so many deals and games."""
    deals, games = played["deals"], played["games"]
    mean = f"value, low, high and, where they are known, counts of the values of {deals} deals"
    fields: Fields = {
        "pentanomial": (
            lambda value: is_list(value, is_whole, 5, 5) and sum(value) == deals,
            f"five whole numbers that add up to {deals} deals",
        ),
        "outcomes": (
            lambda value: is_list(value, is_whole, 3, 3) and sum(value) == games,
            f"three whole numbers that add up to {games} games",
        ),
        **dict.fromkeys(("both", "points", "measured"), (lambda value: is_estimate(value, deals), mean)),
        **dict.fromkeys(
            ("alone", "rank"),
            (lambda value: is_list(value, lambda one: is_estimate(one, deals), 2, 2), f"two times {mean}"),
        ),
    }
    check_fields(where, played, fields, [key for key in fields if key not in wanted])


@dataclass(slots=True)
class Spent:
    """What a bot spent on all its games in a room."""

    name: str
    decisions: int = 0
    seconds: float = 0.0
    longest: float = 0.0


class Earlier:
    """Results of a ladder that is to go on. What is said in them about bots that have changed since is left out."""

    def __init__(self, results: Mapping[str, Any] | None = None) -> None:
        self.results = results or {"rooms": [], "targets": [], "bots": [], "runs": []}

    @classmethod
    def read(cls, results: Any, settings: Settings) -> Earlier:
        """Earlier results, if one can go on with them: their deals and budget must be the same."""
        check_results(results)
        for key, wanted in (("seed", settings.seed), ("time", settings.time), ("effort", settings.effort)):
            if results.get(key) != wanted:
                raise ArenaError(f"earlier results with {key} {results.get(key)}; expected the same as now, {wanted}")
        return cls(results)

    @property
    def bots(self) -> tuple[str, ...]:
        """Who is on the ladder."""
        return tuple(self.results["bots"])

    @property
    def runs(self) -> list[dict[str, Any]]:
        """How it came about."""
        return list(self.results["runs"])

    def room(self, room: Room) -> Mapping[str, Any]:
        """What is known of a game and number of players."""
        rooms = (one for one in self.results["rooms"] if (one["game"], one["players"]) == room)
        return next(rooms, {"pairs": [], "tables": [], "ratings": [], "thinking": []})

    def tally(self, fixture: Fixture) -> Tally | None:
        """What came of a match."""
        match = fixture.match
        if fixture.kind == "target":
            entries = [
                one
                for one in self.results["targets"]
                if (one["game"], one["players"], one["time"]) == (*fixture.room, match.time)
            ]
        elif fixture.kind == "table":
            entries = self.tables(fixture.room)
        else:
            entries = self.room(fixture.room)["pairs"]
        fitting = (one for one in entries if one["names"] == list(match.bots) and one["seed"] == fixture.seed)
        return next((one for one in fitting if one.get("mark") == fixture.mark), None)

    def tables(self, room: Room) -> list[Tally]:
        """The mixed tables of a room. Their games made the ratings together, so one that is void makes all void."""
        found = list(self.room(room)["tables"])
        return found if all(one.get("mark") == mark(*room, one["names"]) for one in found) else []

    def ratings(self, room: Room) -> list[Rating]:
        """The ratings that these tables gave."""
        rows = self.room(room)["ratings"] if self.tables(room) else []
        return [Rating(row["name"], row["mu"], row["sigma"], row["games"]) for row in rows]

    def thinking(self, room: Room) -> list[Spent]:
        """What the bots of a room spent."""
        rows = [row for row in self.room(room)["thinking"] if row.get("mark") == mark(*room, [row["name"]])]
        return [Spent(row["name"], row["decisions"], row["mean"] * row["decisions"], row["longest"]) for row in rows]

    def after(self, fixture: Fixture) -> Fixture:
        """What is left to play of a match. One of which only means are known begins again."""
        tally = self.tally(fixture)
        return fixture if tally is None or not addable(tally) else fixture.after(tally["deals"])
