"""Which schema a database has. The migrations are in migrations/versions, one file a version: r0001_first.py."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from eminence.server.store.errors import StoreError

MIGRATIONS = Path(__file__).parent / "migrations"

COLUMNS: dict[str, dict[str, str]] = {
    "users": {
        "id": "text",
        "name": "text",
        "admin": "bool",
        "banned": "bool",
        "created": "int",
        "folded": "text",
    },
    "devices": {
        "id": "text",
        "user_id": "text",
        "hash": "bytes",
        "kind": "text",
        "label": "text",
        "created": "int",
        "seen": "int",
    },
    "codes": {
        "hash": "bytes",
        "kind": "text",
        "user_id": "text",
        "expires": "int",
        "uses": "int",
        "created": "int",
    },
    "tables": {
        "id": "text",
        "seq": "int",
        "game": "text",
        "players": "int",
        "phase": "text",
        "public": "bool",
        "owner": "text",
        "open_seats": "int",
        "clock": "text",
        "wakes": "int",
        "created": "int",
        "changed": "int",
        "ended": "int",
        "seats": "text",
        "turns": "int",
        "names": "text",
    },
    "events": {"table_id": "text", "seq": "int", "at": "int", "payload": "bytes", "command": "text"},
    "members": {"table_id": "text", "user_id": "text", "seats": "int", "rank": "int", "score": "int"},
    "reviews": {"table_id": "text", "data": "bytes"},
}
"""All that lasts, in an order in which it can be written: database tables, their columns and kinds."""

PASSING = ("leases", "health")
"""Database tables with nothing that would be missed."""


@cache
def versions() -> tuple[str, ...]:
    """All versions of the schema, the oldest first."""
    return tuple(sorted(path.stem[1:5] for path in (MIGRATIONS / "versions").glob("r[0-9][0-9][0-9][0-9]_*.py")))


def head() -> str:
    """The version that this eminence needs."""
    return versions()[-1]


def judge(found: list[str], there: set[str], where: str) -> str | None:
    """The version of a database by what was found in it; None if it is empty. StoreError "foreign" if not ours."""
    if len(found) == 1 and {"tables", "events"} <= there:
        return found[0]
    if there - {"alembic_version"}:
        some = ", ".join(sorted(there)[:5])
        raise StoreError(
            "foreign", f"{where} is not a database of eminence: it has {some}; give an empty or another one"
        )
    return None


def require_current(found: str | None, where: str) -> None:
    """StoreError if a version is not the one needed, with what to do about it."""
    if found == head():
        return
    if found is None:
        raise StoreError("empty", f"{where} is empty; set it up with: eminence db upgrade")
    if found in versions():
        raise StoreError(
            "schema-old",
            f"{where} has schema {found}, this eminence needs {head()}; back it up, then run: eminence db upgrade",
        )
    raise StoreError(
        "schema-unknown",
        f"{where} has schema {found}, which this eminence does not know (it knows up to {head()}); "
        "a newer eminence has made it: install that one, or give another database",
    )
