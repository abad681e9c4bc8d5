"""Rows of the database and what they mean, the same for all kinds of databases."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import msgspec

from eminence.server.store.model import Code, Device, Head, SeatRow, User

Row = Sequence[Any]

HEAD = [
    "game",
    "players",
    "phase",
    "public",
    "owner",
    "open_seats",
    "clock",
    "wakes",
    "created",
    "changed",
    "ended",
    "seats",
    "turns",  # a bit for every seat whose turn it is
    "names",  # what a search looks at
]
"""The columns of a table's head."""

_seats: msgspec.json.Decoder[list[tuple[str | None, str, str | None, int | None, int | None]]] = msgspec.json.Decoder(
    list[tuple[str | None, str, str | None, int | None, int | None]]
)
_encoder = msgspec.json.Encoder()


@lru_cache(maxsize=4096)
def fold(text: str) -> str:
    """Text as it is searched: without differences of case and form.

    >>> fold("Straße ＡÉ") == fold("STRASSE aé")
    True
    """
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())


def pattern(text: str) -> str:
    """What LIKE needs to find a part of a folded text, with ! as escape.

    >>> pattern("50%_!")
    '%50!%!_!!%'
    """
    found = fold(text.replace("\0", " "))
    for sign in "!%_":
        found = found.replace(sign, "!" + sign)
    return f"%{found}%"


def head_row(head: Head) -> tuple[Any, ...]:
    """A head as the values of the columns HEAD."""
    seats = head.seats
    return (
        head.game,
        head.players,
        head.phase,
        head.public,
        head.owner,
        head.open_seats,
        head.clock,
        head.wakes,
        head.created,
        head.changed,
        head.ended,
        _encoder.encode([(seat.user, seat.name, seat.bot, seat.rank, seat.score) for seat in seats]).decode(),
        turns_of(head),
        fold("\n".join([seat.name for seat in seats if seat.name])),
    )


def turns_of(head: Head) -> int:
    """A bit for every seat whose turn it is."""
    found = 0
    for number, seat in enumerate(head.seats):
        if seat.turn:
            found |= 1 << number
    return found


def read_head(row: Row) -> Head:
    """The head from the columns HEAD."""
    turns = row[12]
    seats = tuple(
        SeatRow(user, name, bot, rank, score, bool(turns >> number & 1))
        for number, (user, name, bot, rank, score) in enumerate(_seats.decode(row[11]))
    )
    return Head(row[0], row[1], row[2], bool(row[3]), row[4], row[5], row[6], row[7], row[8], row[9], row[10], seats)


def members(head: Head) -> list[tuple[str, int, int | None, int | None]]:
    """Who sits at the table: user, number of seats, best rank and score."""
    found: dict[str, tuple[int, int | None, int | None]] = {}
    for seat in head.seats:
        if seat.user is not None:
            count, rank, score = found.get(seat.user, (0, None, None))
            if rank is None or (seat.rank is not None and seat.rank < rank):
                rank, score = seat.rank, seat.score
            found[seat.user] = (count + 1, rank, score)
    return [(user, *rest) for user, rest in sorted(found.items())]


def read_user(row: Row) -> User:
    """id, name, admin, banned, created"""
    return User(row[0], row[1], bool(row[2]), bool(row[3]), row[4])


def read_device(row: Row) -> Device:
    """id, user_id, hash, kind, label, created, seen"""
    return Device(row[0], row[1], bytes(row[2]), row[3], row[4], row[5], row[6])


def read_code(row: Row) -> Code:
    """hash, kind, user_id, expires, uses, created"""
    return Code(bytes(row[0]), row[1], row[2], row[3], row[4], row[5])
