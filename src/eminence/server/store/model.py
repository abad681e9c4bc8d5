"""What is stored. Times are milliseconds since 1970, UTC."""

from __future__ import annotations

from typing import Literal, TypedDict

from msgspec import Struct

DeviceKind = Literal["browser", "bot"]
CodeKind = Literal["recover", "invite"]


class Entry(Struct, frozen=True):
    """One row of a table's log."""

    seq: int
    """1, 2, 3 … in a table."""
    at: int
    payload: bytes


class SeatRow(Struct, frozen=True):
    """A seat as lists show it."""

    user: str | None = None
    name: str = ""
    bot: str | None = None
    rank: int | None = None
    score: int | None = None
    turn: bool = False


class Head(Struct, frozen=True):
    """What lists and the steward need to know of a table without replaying its log."""

    game: str
    players: int
    phase: str
    """gathering, playing, finished or closed"""
    public: bool
    owner: str
    open_seats: int
    clock: str
    """none, live or days"""
    wakes: int | None
    """When the house must act."""
    created: int
    changed: int
    ended: int | None
    seats: tuple[SeatRow, ...]


class Append(Struct, frozen=True):
    """Some events for one table, all or nothing."""

    table: str
    after: int
    """The seq before the first new event; 0 makes the table."""
    at: int
    payloads: tuple[bytes, ...]
    command: str | None
    """Unique in the table; None for what the house does by itself."""
    head: Head
    """The table afterwards."""
    step: bool = False
    """Whether of the head nothing is to be written but `wakes` and whose turn it is."""


class User(Struct, frozen=True):
    """Somebody who plays here."""

    id: str
    name: str
    admin: bool
    banned: bool
    created: int


class Device(Struct, frozen=True):
    """A browser or a bot that may act for a user; `hash` is the SHA-256 of its token."""

    id: str
    user: str
    hash: bytes
    kind: str
    label: str
    created: int
    seen: int


class Code(Struct, frozen=True):
    """A code that lets somebody in; `hash` is its SHA-256, `uses` how often it can still be used (None: always)."""

    hash: bytes
    kind: str
    user: str | None
    expires: int | None
    uses: int | None
    created: int


class Statistic(TypedDict):
    """How somebody fared in one game with one number of players."""

    game: str
    players: int
    played: int
    won: int
    mean_rank: float
    best_score: int
