"""Bringing a database to the newest schema: Alembic writes the SQL, one transaction carries it out."""

from __future__ import annotations

import asyncio
import io
import sqlite3
from pathlib import Path

from eminence.server.store import schema
from eminence.server.store.address import kind_of, masked, sqlite_path
from eminence.server.store.errors import StoreError
from eminence.server.store.sqlite import connect, existing, explained


def script(kind: str, start: str | None, end: str) -> str:
    """The SQL that leads from one version to another."""
    from alembic import command
    from alembic.config import Config

    text = io.StringIO()
    config = Config(output_buffer=text)
    config.set_main_option("script_location", str(schema.MIGRATIONS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["dialect"] = kind
    command.upgrade(config, f"{start or 'base'}:{end}", sql=True)
    return text.getvalue()


def plan(kind: str, found: str | None, where: str) -> str | None:
    """What is to be done; None if nothing."""
    if found == schema.head():
        return None
    if found is not None and found not in schema.versions():
        schema.require_current(found, where)
    return script(kind, found, schema.head())


async def upgrade(url: str) -> tuple[str | None, str]:
    """Bring a database to the newest schema, make a missing SQLite file; gives the versions before and after."""
    if kind_of(url) == "postgresql":
        from eminence.server.store import postgres

        return await postgres.upgrade(url, plan), schema.head()
    path = sqlite_path(url)
    if path is None:
        raise StoreError("bad-url", f"{url}: a database in memory needs no upgrade")
    return await asyncio.to_thread(upgrade_file, path), schema.head()


async def current(url: str) -> str | None:
    """The version of a database's schema; None if it is empty."""
    if kind_of(url) == "postgresql":
        from eminence.server.store import postgres

        return await postgres.current(url)
    path = sqlite_path(url)
    if path is None:
        return None
    return await asyncio.to_thread(version_of, existing(path, masked(url)))


def version_of(path: Path) -> str | None:
    """The version of a file."""
    with explained(str(path)):
        database = connect(path)
        try:
            return look(database, str(path))
        finally:
            database.close()


def look(database: sqlite3.Connection, where: str) -> str | None:
    """The version of an open file."""
    there = {row[0] for row in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    found = database.execute("SELECT version_num FROM alembic_version").fetchall() if "alembic_version" in there else []
    return schema.judge([row[0] for row in found], there, where)


def upgrade_file(path: Path) -> str | None:
    """Bring a SQLite file to the newest schema; gives the version before."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(0o600)  # the seeds of running games are nobody else's business
    except OSError as error:
        if not path.exists():
            raise StoreError("unreachable", f"{path} cannot be made: {error.strerror or error}") from None
    with explained(str(path)):
        database = connect(path)
        try:
            return upgrade_open(database, str(path))
        finally:
            database.close()


def upgrade_open(database: sqlite3.Connection, where: str) -> str | None:
    """Bring an open database to the newest schema; gives the version before."""
    with explained(where):
        found = look(database, where)
        if found == schema.head():
            return found
        database.execute("BEGIN IMMEDIATE")
        try:
            found = look(database, where)  # somebody else may have been faster
            steps = plan("sqlite", found, where)
            for step in statements(steps or ""):
                database.execute(step)
            database.execute("COMMIT")
        except BaseException:
            if database.in_transaction:
                database.execute("ROLLBACK")
            raise
        return found


def statements(text: str) -> list[str]:
    """The single statements of an SQL text."""
    found: list[str] = []
    begun = ""
    for line in text.splitlines(keepends=True):
        begun += line
        if sqlite3.complete_statement(begun):
            found.append(begun.strip())
            begun = ""
    return found
