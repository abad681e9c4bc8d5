"""What can go wrong with the store."""

from __future__ import annotations

from typing import Literal

from eminence.errors import EminenceError

Reason = Literal[
    "bad-url",  # not the address of a database
    "no-driver",  # the library for this kind of database is not installed, or too old
    "missing",  # there is no such file or database
    "empty",  # the database has no schema yet
    "schema-old",  # the schema needs `eminence db upgrade`
    "schema-unknown",  # the schema was made by another, probably newer, eminence
    "foreign",  # the database holds something else
    "unreachable",  # no connection
    "denied",  # wrong user, password or rights
    "read-only",
    "full",  # no space left
    "busy",  # locked by somebody else for too long
    "damaged",
    "io",  # the disk or the operating system failed
    "exists",  # what was to be added is there already
    "refused",  # the database does not take this value
    "not-empty",  # an import needs an empty database
    "bad-export",  # the file is not a whole, undamaged export
    "closed",  # the store was closed
    "unknown",
]


class StoreError(EminenceError):
    """The database did not do what it was asked. An append that ends so is wholly there or not at all.

    `unsure` says that it is not known which of both, as the connection was lost and did not come back in time.
    """

    def __init__(self, code: Reason, detail: str, *, unsure: bool = False) -> None:
        super().__init__(detail)
        self.code: Reason = code
        self.detail = detail
        self.unsure = unsure


class Conflict(EminenceError):  # noqa: N818 - it names what it is
    """The log of the table does not end where the append begins. `end` is the seq of its last event."""

    def __init__(self, table: str, after: int, end: int) -> None:
        super().__init__(f"table {table}: the log ends with event {end}, not {after}")
        self.table = table
        self.after = after
        self.end = end


class Repeated(EminenceError):  # noqa: N818 - it names what it is
    """The command was carried out before; its last event has this `seq`."""

    def __init__(self, table: str, command: str, seq: int) -> None:
        super().__init__(f"table {table}: command {command} was carried out before, up to event {seq}")
        self.table = table
        self.command = command
        self.seq = seq
