"""Reading and writing whole databases: a consistent view of one, and filling an empty one in one transaction."""

from __future__ import annotations

import asyncio
import sqlite3
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, Protocol

from eminence.server.store.address import kind_of, masked, sqlite_path
from eminence.server.store.errors import StoreError
from eminence.server.store.rows import Row
from eminence.server.store.schema import COLUMNS, require_current
from eminence.server.store.sqlite import connect, existing, explained
from eminence.server.store.upgrading import current

CHUNK = 1000  # rows at a time

UNEVEN = """
SELECT t.id FROM tables t
LEFT JOIN (SELECT table_id, COUNT(*) AS number, MAX(seq) AS last FROM events GROUP BY table_id) e ON e.table_id = t.id
WHERE e.number IS NULL OR e.number <> t.seq OR e.last <> t.seq LIMIT 1
"""
STRAY = "SELECT table_id FROM events WHERE table_id NOT IN (SELECT id FROM tables) LIMIT 1"


class Source(Protocol):
    """A database at one moment."""

    async def count(self, table: str) -> int:
        """How many rows there are."""

    def rows(self, table: str, columns: list[str]) -> AsyncIterator[list[Row]]:
        """All rows, in chunks, ordered by key."""


class Sink(ABC):
    """An empty database that is being filled."""

    where: str

    @abstractmethod
    async def one(self, sql: str) -> Any:
        """The first value of the first row, if there is one."""

    @abstractmethod
    async def write(self, table: str, columns: list[str], rows: list[list[Any]]) -> None:
        """Add rows."""

    async def check_empty(self) -> None:
        """StoreError if something is there."""
        for table in COLUMNS:
            if await self.one(f"SELECT 1 FROM {table} LIMIT 1") is not None:
                raise StoreError("not-empty", f"{self.where} has {table} already; an import needs an empty database")

    async def finish(self, counts: dict[str, int]) -> None:
        """StoreError if what is there is not what was wanted, or a log is not whole."""
        for table, count in counts.items():
            if (found := await self.one(f"SELECT COUNT(*) FROM {table}")) != count:
                raise StoreError("damaged", f"{self.where} has {found} rows of {table} after the import, not {count}")
        for sql in (UNEVEN, STRAY):
            if (table := await self.one(sql)) is not None:
                raise StoreError("bad-export", f"the log of table {table} does not fit its head: events are missing")


def key(table: str) -> str:
    """The columns that order the rows."""
    return {"events": "table_id, seq", "members": "table_id, user_id", "reviews": "table_id", "codes": "hash"}.get(
        table, "id"
    )


@asynccontextmanager
async def open_source(url: str) -> AsyncIterator[Source]:
    """A consistent view of a database with the right schema."""
    require_current(await current(url), masked(url))
    if kind_of(url) == "postgresql":
        from eminence.server.store.bulk import postgres_source

        async with postgres_source(url) as source:
            yield source
        return
    with transaction(of_file(url), "BEGIN") as database:
        yield FileSource(database, masked(url))


@asynccontextmanager
async def open_sink(url: str) -> AsyncIterator[Sink]:
    """An empty database with the right schema; what was written stays if all goes well."""
    sink: Sink
    if kind_of(url) == "postgresql":
        from eminence.server.store.bulk import postgres_sink

        async with postgres_sink(url) as sink:
            await sink.check_empty()
            yield sink
        return
    with transaction(of_file(url), "BEGIN IMMEDIATE") as database:
        sink = FileSink(database, masked(url))
        await sink.check_empty()
        yield sink


def of_file(url: str) -> Path:
    """The file of a SQLite address."""
    path = sqlite_path(url)
    if path is None:
        raise StoreError("bad-url", f"{url}: a database in memory cannot be moved; expected sqlite:///path/to/file.db")
    return existing(path, masked(url))


@contextmanager
def transaction(path: Path, begin: str) -> Iterator[sqlite3.Connection]:
    """A SQLite file inside a transaction."""
    with explained(str(path)):
        database = connect(path)
        try:
            database.execute(begin)
            yield database
            database.execute("COMMIT")
        finally:
            if database.in_transaction:
                database.execute("ROLLBACK")
            database.close()


class FileSource:
    """A SQLite file at one moment."""

    def __init__(self, database: sqlite3.Connection, where: str) -> None:
        self.database = database
        self.where = where

    async def count(self, table: str) -> int:
        found: int = self.database.execute(f"SELECT COUNT(*) FROM {table}").fetchone()[0]
        return found

    async def rows(self, table: str, columns: list[str]) -> AsyncIterator[list[Row]]:
        cursor = self.database.execute(f"SELECT {', '.join(columns)} FROM {table} ORDER BY {key(table)}")
        while chunk := await asyncio.to_thread(cursor.fetchmany, CHUNK):
            yield chunk


class FileSink(Sink):
    """A SQLite file that is being filled."""

    def __init__(self, database: sqlite3.Connection, where: str) -> None:
        self.database = database
        self.where = where

    async def one(self, sql: str) -> Any:
        row = self.database.execute(sql).fetchone()
        return None if row is None else row[0]

    async def write(self, table: str, columns: list[str], rows: list[list[Any]]) -> None:
        sql = f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})"
        with explained(self.where):
            await asyncio.to_thread(self.database.executemany, sql, rows)
