"""Results of a ladder that were read, and what can be gone on with of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from eminence.arena.errors import ArenaError
from eminence.arena.ladder import Rating
from eminence.arena.strength import Fixture, Room, Settings, mark
from eminence.arena.tally import Tally, addable

FORMAT = 1
PARTS = {
    "pairs": ("names", "seed", "deals", "games"),
    "tables": ("names", "seed", "deals"),
    "ratings": ("name", "mu", "sigma", "games"),
    "thinking": ("name", "decisions", "mean", "longest"),
}
"""What is told of a room, and what each part of it must say."""
CLAIM = ("game", "players", "names", "time", "figure", "least", "net", "seed", "deals", "games")


def check_results(results: Any) -> None:
    """Refuse what is no result of a ladder, and say where it is not."""
    if not isinstance(results, dict) or "rooms" not in results or "targets" not in results:
        raise ArenaError(
            "these are no results of a ladder; expected the file strength.json that eminence ladder writes"
        )
    if results.get("format") != FORMAT:
        raise ArenaError(f"results of format {results.get('format')!r}; this version reads format {FORMAT}")
    for key in ("rooms", "targets", "bots", "runs"):
        if not isinstance(results.get(key), list):
            raise ArenaError(f"results of a ladder: {key!r} is {type(results.get(key)).__name__}; expected a list")
    for place, target in enumerate(results["targets"]):
        check_keys(f"targets[{place}]", target, CLAIM)
    for number, room in enumerate(results["rooms"]):
        check_keys(f"rooms[{number}]", room, ("game", "players", "net", *PARTS))
        for part, keys in PARTS.items():
            for place, entry in enumerate(room[part]):
                check_keys(f"rooms[{number}].{part}[{place}]", entry, keys)


def check_keys(where: str, data: Any, keys: Iterable[str]) -> None:
    """Refuse data that lacks something."""
    missing = [key for key in keys if not isinstance(data, dict) or key not in data]
    if missing:
        raise ArenaError(f"results of a ladder, {where}: there is no {missing[0]!r}; expected one")


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
        return [Rating(**row) for row in self.room(room)["ratings"]] if self.tables(room) else []

    def thinking(self, room: Room) -> list[Spent]:
        """What the bots of a room spent."""
        rows = [row for row in self.room(room)["thinking"] if row.get("mark") == mark(*room, [row["name"]])]
        return [Spent(row["name"], row["decisions"], row["mean"] * row["decisions"], row["longest"]) for row in rows]

    def after(self, fixture: Fixture) -> Fixture:
        """What is left to play of a match. One of which only means are known begins again."""
        tally = self.tally(fixture)
        return fixture if tally is None or not addable(tally) else fixture.after(tally["deals"])
