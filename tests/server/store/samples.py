"""Things to store."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from eminence.server.store import Append, Code, Device, Head, SeatRow, Store, User, open_store

ANN = SeatRow("ann", "Ann Ängström", None, None, None, True)
BOB = SeatRow("bob", "Bob 50%")
BOT = SeatRow(None, "", "abbot")


def head(*seats: SeatRow, changed: int = 1000, **changes: Any) -> Head:
    """A table's head."""
    seats = seats or (ANN, BOB)
    given: dict[str, Any] = {
        "game": "richelieu",
        "players": len(seats),
        "phase": "playing",
        "public": True,
        "owner": "ann",
        "open_seats": 0,
        "clock": "none",
        "wakes": None,
        "created": 1000,
        "changed": changed,
        "ended": None,
        "seats": seats,
    }
    return Head(**(given | changes))


def append(
    table: str, after: int, *payloads: bytes, command: str | None = None, at: int = 1000, to: Head | None = None
) -> Append:
    """Some events."""
    return Append(table, after, at, payloads or (b'{"kind":"undone","seat":0}',), command, to or head(changed=at))


def user(key: str, name: str = "", **changes: Any) -> User:
    """Somebody."""
    given: dict[str, Any] = {"admin": False, "banned": False, "created": 5}
    return User(key, name or key.title(), **(given | changes))


def sha(text: str) -> bytes:
    """A hash."""
    return hashlib.sha256(text.encode()).digest()


def device(key: str, owner: str, seen: int = 10) -> Device:
    """A browser."""
    return Device(key, owner, sha(key), "browser", "Firefox", 10, seen)


def code(text: str, **changes: Any) -> Code:
    """A code to come in."""
    given: dict[str, Any] = {"kind": "invite", "user": None, "expires": None, "uses": 1, "created": 7}
    return Code(sha(text), **(given | changes))


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[Store]:
    """A store, closed afterwards."""
    store = await open_store(url)
    try:
        yield store
    finally:
        await store.close()


async def fill(store: Store) -> None:
    """A little of everything."""
    for key in ("ann", "bob", "eve"):
        await store.add_user(user(key, f"{key} é \U0001f0a1", admin=key == "ann", banned=key == "eve"))
        await store.add_device(device(f"{key}-browser", key))
    await store.add_code(code("once"))
    await store.add_code(code("always", kind="recover", user="bob", uses=None, expires=99))
    for number in range(12):
        table = f"t{number}"
        await store.append(append(table, 0, b'{"kind":"created"}', b"\xff\x00raw", command="ann:1", at=number))
        more = (append(table, seq, f'{{"é":{seq}}}'.encode(), command=f"bob:{seq}") for seq in range(2, 2 + number))
        await asyncio.gather(*(store.append(one) for one in more))
    over = head(
        SeatRow("ann", "Ann", None, 1, 31, False), SeatRow("bob", "Bob", None, 2, 17, False), phase="finished", ended=77
    )
    await store.append(append("t3", 5, to=over))
    await store.save_review("t3", b"\x00\x01\xfe" * 100)
