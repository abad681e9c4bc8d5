"""The logs of all tables and the accounts, in SQLite or PostgreSQL."""

from __future__ import annotations

import asyncio

from eminence.server.store.address import kind_of, masked, sqlite_path
from eminence.server.store.errors import Conflict, Repeated, StoreError
from eminence.server.store.interface import Store
from eminence.server.store.model import Append, Code, Device, Entry, Head, SeatRow, Statistic, User
from eminence.server.store.schema import head

__all__ = [
    "Append",
    "Code",
    "Conflict",
    "Device",
    "Entry",
    "Head",
    "Repeated",
    "SeatRow",
    "Statistic",
    "Store",
    "StoreError",
    "User",
    "current",
    "head",
    "masked",
    "open_store",
    "upgrade",
]


async def open_store(url: str, *, create: bool = False) -> Store:
    """The store at an address: sqlite:///file.db, sqlite:// (in memory, for tests) or postgresql://user:password@host/name.

    With `create` a SQLite file that is missing or empty is set up. Whether the schema is right is asked by `ready`.
    """
    if kind_of(url) == "postgresql":
        from eminence.server.store.postgres import PostgresStore

        return await PostgresStore.open(url)
    from eminence.server.store.sqlite import SqliteStore, existing

    path = sqlite_path(url)
    if path is not None and not create:
        existing(path, masked(url))
    if path is not None and create and (not path.exists() or path.stat().st_size == 0):
        from eminence.server.store.upgrading import upgrade_file

        await asyncio.to_thread(upgrade_file, path)
    store = SqliteStore(path)
    if path is None:
        from eminence.server.store.upgrading import upgrade_open

        upgrade_open(store.database, store.where)
    return store


async def upgrade(url: str) -> tuple[str | None, str]:
    """Bring a database to the newest schema, make a missing SQLite file; gives the versions before and after."""
    from eminence.server.store.upgrading import upgrade

    return await upgrade(url)


async def current(url: str) -> str | None:
    """The version of a database's schema; None if it is empty."""
    from eminence.server.store.upgrading import current

    return await current(url)
