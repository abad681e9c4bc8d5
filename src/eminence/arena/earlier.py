"""Results of a ladder that were read, and what can be gone on with of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from eminence.arena.checks import check_results
from eminence.arena.errors import ArenaError
from eminence.arena.ladder import Rating
from eminence.arena.marks import mark
from eminence.arena.shapes import shown
from eminence.arena.strength import Fixture, Room, Settings
from eminence.arena.tally import Tally, addable
from eminence.bots import BOTS


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
    def read(cls, results: Any, settings: Settings, *, targets: bool = False) -> Earlier:
        """Earlier results, if one can go on with them: their deals and budget must be the same.

        The `targets` have budgets of their own, so these fit whatever budget the ladder of the results has.
        """
        check_results(results)
        for key in ("seed",) if targets else ("seed", "time", "effort"):
            if results[key] != getattr(settings, key):
                expected = shown(getattr(settings, key))
                raise ArenaError(
                    f"earlier results with {key} {shown(results[key])}; expected the same as now, {expected}"
                )
        strange = [name for name in results["bots"] if name not in BOTS]
        if strange:
            raise ArenaError(f"earlier results of a bot {shown(strange[0])}; expected only {', '.join(BOTS)}")
        return cls(results)

    def settings(self, now: Settings) -> Settings:
        """What all matches of this ladder have in common."""
        return replace(now, bots=self.bots, time=self.results["time"], effort=self.results["effort"])

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
