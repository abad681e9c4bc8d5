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
        self.acting = table.acting
        self.undoable = table.undoable
        self.shared = surroundings(table)
        self.sitting: dict[str, list[int]] = {}
        for seat, chair in enumerate(table.seats):
            if chair.user is not None:
                self.sitting.setdefault(chair.user, []).append(seat)
        self.common = b"null"
        if table.state is not None:
            self.watcher = self.view(None)
            self.common = self.watcher.common(closed=self.open)[:-1] + table.laid + b","
            self.disclosed = self.watcher.disclosed
            self.standing = self.watcher.standing_json()

    def view(self, seat: int | None) -> View:
        """The game as it is seen from a seat; all is open when it is over."""
        if self.open:
            return open_view(self.table.game, self.table.truth)
        found: View = self.table.truth.view(seat)
        return found

    def of(self, user: str | None, seat: int | None = None) -> bytes:
        """The table as somebody sees it, as JSON: from a seat of their own, or as one who watches."""
        mine = self.sitting.get(user, []) if user is not None else []
        if seat is None or seat not in mine:
            seat = (self.acting if self.acting in mine else mine[0]) if mine else None
        undo = self.undoable if seat is not None and seat == self.acting else 0
        own = f'"yours":{mine},"seat":{"null" if seat is None else seat},"undo":{undo},"view":'.encode()
        if self.table.state is None:
            return b"".join((self.shared, own, b"null}"))
        return b"".join((self.shared, own, self.common, *self.seen(seat)))

    def seen(self, seat: int | None) -> tuple[bytes, ...]:
        """What a seat may see differently from one who watches, to the end of the picture."""
        view = self.watcher if seat is None or self.open else self.view(seat)
        standing = self.standing if view.disclosed == self.disclosed else view.standing_json()
        return view.own(silent=self.silent)[1:-1], b',"standing":', standing, b"}}"


def picture(table: Table, user: str | None, seat: int | None = None) -> dict[str, Any]:
    """The table as somebody sees it, as plain data."""
    found: dict[str, Any] = msgspec.json.decode(Pictures(table).of(user, seat))
    return found


def surroundings(table: Table) -> bytes:
    """What everybody sees alike around the game, as the beginning of a picture."""
    if not table.around:
        table.around = encode(lasting(table))[:-1]
    now = {
        "clock": clock(table),
        "offer": None if table.offer is None else {"seat": table.offer.seat, "agreed": sorted(table.offer.agreed)},
        "pending": None if table.pending is None else table.game.notation(table.pending),
        "count": table.count,
    }
    return table.around + b"," + encode(now)[1:-1] + b","


def lasting(table: Table) -> dict[str, Any]:
    """The part of it that stays the same from decision to decision."""
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
        "result": table.result,
        "muted": sorted(table.muted),
    }


def clock(table: Table) -> dict[str, Any] | None:
    """How much time is left; None before the game and without a clock."""
    if table.phase != "playing" or isinstance(table.settings.clock, NoClock):
        return None
    left = table.left if isinstance(table.settings.clock, LiveClock) else None
    return {"left": left, "since": table.since, "deadline": table.deadline}
