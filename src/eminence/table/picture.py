"""What somebody sees of a table: everything the browser needs to show it, and nothing they may not know.

Most of it is the same for all eyes. It is made once, from the view of somebody who only watches, so that it cannot
hold a secret; for a seat only what that seat may see differently is put beside it.
"""

from __future__ import annotations

from typing import Any

import msgspec

from eminence.game import open_view
from eminence.table.settings import LiveClock, NoClock
from eminence.table.table import Table
from eminence.view import View

encode = msgspec.json.Encoder().encode


class Pictures:
    """The pictures of a table at one moment, for all who look at it."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.open = table.result is not None
        self.silent = table.pending is not None or table.phase != "playing"
        self.shared = encode(surroundings(table))[:-1]
        self.common = b""
        if table.state is not None:
            self.watcher = self.view(None)
            common = {**self.watcher.common(), "laid": table.laid}
            if self.open:
                common["over"], common["phase"], common["seat"] = True, "over", None
            self.common = encode(common)[:-1]
            self.disclosed = self.watcher.disclosed
            self.standing = encode(self.watcher.standing().data())

    def view(self, seat: int | None) -> View:
        """The game as it is seen from a seat; all is open when it is over."""
        if self.open:
            return open_view(self.table.game, self.table.truth)
        found: View = self.table.truth.view(seat)
        return found

    def of(self, user: str | None, seat: int | None = None) -> msgspec.Raw:
        """The table as somebody sees it, as JSON: from a seat of their own, or as one who watches."""
        table = self.table
        mine = table.seats_of(user) if user is not None else []
        if seat is None or seat not in mine:
            seat = (table.acting if table.acting in mine else mine[0]) if mine else None
        undo = table.undoable if seat is not None and seat == table.acting else 0
        own = encode({"yours": mine, "seat": seat, "undo": undo})[1:-1]
        shown = self.common + b"," + self.seen(seat) if self.common else b"null"
        return msgspec.Raw(b"".join((self.shared, b",", own, b',"view":', shown, b"}")))

    def seen(self, seat: int | None) -> bytes:
        """What a seat may see differently from one who watches."""
        view = self.watcher if seat is None or self.open else self.view(seat)
        own = view.own()
        if self.silent:
            own["legal"] = []
        alike = view.disclosed == self.disclosed
        standing = self.standing if alike else encode(view.standing().data())
        return encode(own)[1:-1] + b',"standing":' + standing + b"}"


def picture(table: Table, user: str | None, seat: int | None = None) -> dict[str, Any]:
    """The table as somebody sees it, as plain data."""
    found: dict[str, Any] = msgspec.json.decode(Pictures(table).of(user, seat))
    return found


def surroundings(table: Table) -> dict[str, Any]:
    """What everybody sees alike around the game."""
    return {
        "id": table.id,
        "phase": table.phase,
        "settings": table.agreed,
        "components": table.game.box.fingerprint,
        "owner": table.owner,
        "origin": table.origin,
        "rematch": table.rematch,
        "players": [
            {"user": seat.user, "name": seat.name, "bot": seat.bot, "former": seat.former, "kept": bool(seat.reserved)}
            for seat in table.seats
        ],
        "commitment": table.commitment or None,
        "seed": table.seed if table.result is not None else None,
        "clock": clock(table),
        "offer": None if table.offer is None else {"seat": table.offer.seat, "agreed": sorted(table.offer.agreed)},
        "result": table.result,
        "muted": sorted(table.muted),
        "pending": None if table.pending is None else table.game.notation(table.pending),
        "count": table.count,
    }


def clock(table: Table) -> dict[str, Any] | None:
    """How much time is left; None before the game and without a clock."""
    if table.phase != "playing" or isinstance(table.settings.clock, NoClock):
        return None
    left = table.left if isinstance(table.settings.clock, LiveClock) else None
    return {"left": left, "since": table.since, "deadline": table.deadline}
