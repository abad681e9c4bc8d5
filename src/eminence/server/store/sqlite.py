"""The store in a SQLite file: one thread writes and commits for all who wait, a few others read."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import sqlite3
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from pathlib import Path
from typing import Any

from eminence.server.store.accounts import Shared
from eminence.server.store.errors import Reason, StoreError
from eminence.server.store.model import Append
from eminence.server.store.rows import Row
from eminence.server.store.writer import Writer

READERS = 3
CHECKPOINT = 8000  # pages of the log before they are folded into the file
PATIENCE = 5.0  # seconds to wait for another process's lock
OLDEST = (3, 35, 0)  # RETURNING

REASONS: tuple[tuple[str, Reason], ...] = (
    ("SQLITE_READONLY", "read-only"),
    ("SQLITE_FULL", "full"),
    ("SQLITE_BUSY", "busy"),
    ("SQLITE_LOCKED", "busy"),
    ("SQLITE_CORRUPT", "damaged"),
    ("SQLITE_NOTADB", "damaged"),
    ("SQLITE_CANTOPEN", "unreachable"),
    ("SQLITE_PERM", "denied"),
    ("SQLITE_AUTH", "denied"),
    ("SQLITE_IOERR", "io"),
    ("SQLITE_CONSTRAINT_UNIQUE", "exists"),
    ("SQLITE_CONSTRAINT_PRIMARYKEY", "exists"),
    ("SQLITE_CONSTRAINT", "refused"),
    ("SQLITE_MISMATCH", "refused"),
    ("SQLITE_TOOBIG", "refused"),
)


def explain(error: Exception, where: str) -> StoreError:
    """An error of the database as ours."""
    if isinstance(error, StoreError):
        return error
    if isinstance(error, UnicodeEncodeError | OverflowError | sqlite3.InterfaceError | sqlite3.DataError):
        return StoreError("refused", f"{where} does not take a value: {error}")
    name = getattr(error, "sqlite_errorname", "")
    reason = next((reason for prefix, reason in REASONS if name.startswith(prefix)), "unknown")
    if reason == "unreachable" and unwritable(Path(where)):
        reason = "read-only"
    detail = f"{where}: {error}" + (f" ({name})" if name else f" ({type(error).__name__})")
    return StoreError(reason, detail)  # type: ignore[arg-type]


def unwritable(path: Path) -> bool:
    """Whether a file is there, but it or its folder, where SQLite keeps the log, may not be written."""
    return path.exists() and not (os.access(path, os.W_OK) and os.access(path.parent, os.W_OK))


@contextlib.contextmanager
def explained(where: str) -> Iterator[None]:
    """Let errors of the database come out as ours."""
    try:
        yield
    except (sqlite3.Error, UnicodeEncodeError, OverflowError) as error:
        raise explain(error, where) from error


@lru_cache(maxsize=256)
def places(sql: str) -> str:
    """A statement with SQLite's parameters."""
    return re.sub(r"\$(\d+)", r"?\1", sql)


def connect(path: Path | None) -> sqlite3.Connection:
    """A connection as all should be: durable, patient, without transactions of its own."""
    name = ":memory:" if path is None else str(path)
    database = sqlite3.connect(name, timeout=PATIENCE, isolation_level=None, check_same_thread=False)
    try:
        database.execute("PRAGMA foreign_keys = ON")
        database.execute("PRAGMA synchronous = FULL")
        database.execute("PRAGMA temp_store = MEMORY")
        database.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT}")
        if database.execute("PRAGMA journal_mode").fetchone()[0] != "wal":
            database.execute("PRAGMA journal_mode = WAL")
    except BaseException:
        database.close()
        raise
    return database


def existing(path: Path, where: str) -> Path:
    """The file, if it is there."""
    if not path.exists():
        raise StoreError("missing", f"{where}: there is no such file; make it with: eminence db upgrade")
    if path.is_dir():
        raise StoreError("bad-url", f"{where} is a folder; expected a file")
    return path


class SqliteStore(Shared):
    """A store in a file, or in memory where `path` is None. Belongs to the event loop it was opened in."""

    def __init__(self, path: Path | None) -> None:
        if sqlite3.sqlite_version_info < OLDEST:
            needed = ".".join(map(str, OLDEST))
            raise StoreError("no-driver", f"SQLite is {sqlite3.sqlite_version}; expected {needed} or newer")
        self.path = path
        self.where = "the database in memory" if path is None else str(path)
        with explained(self.where):
            self.database = connect(path)
        self.writer = Writer(self.database, asyncio.get_running_loop(), lambda error: explain(error, self.where))
        self.readers = ThreadPoolExecutor(READERS, "store-read") if path is not None else None
        self.local = threading.local()
        self.opened: list[sqlite3.Connection] = []

    async def append(self, *appends: Append) -> None:
        if not all(append.payloads for append in appends):
            raise ValueError("an append without events")
        if appends:
            await self.writer.append(appends)

    async def change(self, sql: str, *values: Any, again: bool = True) -> list[Row]:
        return await self.writer.run(places(sql), values)

    async def fetch(self, sql: str, *values: Any) -> list[Row]:
        if self.writer.closed:
            raise StoreError("closed", f"{self.where} was closed")
        if self.readers is None:
            return await self.writer.run(places(sql), values)
        return await asyncio.get_running_loop().run_in_executor(self.readers, self.look, places(sql), values)

    def look(self, sql: str, values: tuple[Any, ...]) -> list[Row]:
        """Run a query in one of the reading threads."""
        with explained(self.where):
            database: sqlite3.Connection | None = getattr(self.local, "database", None)
            if database is None:
                database = connect(self.path)
                database.execute("PRAGMA query_only = ON")
                self.local.database = database
                self.opened.append(database)
            return database.execute(sql, values).fetchall()

    async def tables_there(self) -> set[str]:
        return {row[0] for row in await self.fetch("SELECT name FROM sqlite_master WHERE type = 'table'")}

    async def close(self) -> None:
        await self.writer.close()
        loop = asyncio.get_running_loop()
        if self.readers is not None:
            await loop.run_in_executor(None, self.readers.shutdown)
        for database in [*self.opened, self.database]:  # the last one to close folds the log into the file
            await loop.run_in_executor(None, closing(database))


def closing(database: sqlite3.Connection) -> Callable[[], None]:
    """Close without complaint: everything acknowledged is in the log already."""

    def close() -> None:
        with contextlib.suppress(sqlite3.Error):
            database.close()

    return close
