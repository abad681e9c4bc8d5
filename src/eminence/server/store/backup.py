"""A copy of a SQLite database while servers go on writing to it."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from pathlib import Path

from eminence.server.store.address import kind_of, masked, sqlite_path
from eminence.server.store.errors import StoreError
from eminence.server.store.sqlite import connect, existing, explained

PAGES = 1000  # at a time


def backup(url: str, path: Path, *, force: bool = False, progress: Callable[[int, int], None] | None = None) -> int:
    """Copy a SQLite database as it is at this moment, and check the copy. Gives its size in bytes."""
    if kind_of(url) == "postgresql":
        raise StoreError("bad-url", f"{masked(url)} is PostgreSQL: back it up with pg_dump, see docs/database.md")
    source_path = sqlite_path(url)
    if source_path is None:
        raise StoreError("bad-url", f"{url}: a database in memory has no backup; expected sqlite:///path/to/file.db")
    existing(source_path, masked(url))
    if path.exists() and not force:
        raise StoreError("exists", f"{path} exists already; give another name, or --force to replace it")
    if path.exists() and path.samefile(source_path):
        raise StoreError("exists", f"{path} is the database itself; give another name")
    part = path.with_name(path.name + ".part")
    part.unlink(missing_ok=True)
    try:
        part.touch(0o600)
        copy(source_path, part, progress)
        with part.open("rb+") as file:
            os.fsync(file.fileno())
        part.replace(path)
    except OSError as error:
        raise StoreError("io", f"{path} cannot be written: {error.strerror or error}") from error
    finally:
        part.unlink(missing_ok=True)
    return path.stat().st_size


def copy(source_path: Path, part: Path, progress: Callable[[int, int], None] | None) -> None:
    """Copy page by page inside one read transaction, so that writers do not make it begin anew."""
    with explained(str(part)):
        target = sqlite3.connect(part, isolation_level=None)
    try:
        with explained(str(source_path)):
            source = connect(source_path)
            try:
                source.execute("BEGIN")
                source.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()

                def tell(status: int, left: int, total: int) -> None:
                    if progress is not None:
                        progress(total - left, total)

                source.backup(target, pages=PAGES, progress=tell, sleep=0.001)
            finally:
                source.close()
        with explained(str(part)):
            target.execute("PRAGMA journal_mode = DELETE")
            found = target.execute("PRAGMA integrity_check").fetchone()[0]
        if found != "ok":
            raise StoreError("damaged", f"{source_path} is damaged, and so is its copy: {found}")
    finally:
        target.close()
