"""Reading and writing whole PostgreSQL databases."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from eminence.server.store.address import masked
from eminence.server.store.errors import StoreError
from eminence.server.store.postgres import PATIENCE, connect, explain, let_go, patiently
from eminence.server.store.rows import Row
from eminence.server.store.schema import COLUMNS
from eminence.server.store.wholesale import CHUNK, Sink, Source, key

LONG = 3600.0  # seconds for one statement


@asynccontextmanager
async def connected(url: str) -> AsyncIterator[Any]:
    """A connection that may take its time."""
    where = masked(url)
    more = {"idle_in_transaction_session_timeout": "0"}
    connection = await patiently(PATIENCE, where, lambda: connect(url, more))
    try:
        yield connection
    except StoreError:
        raise
    except Exception as error:
        if type(error).__module__.startswith("asyncpg") or isinstance(error, ConnectionError | TimeoutError):
            raise explain(error, where) from error
        raise
    finally:
        await let_go(connection)


@asynccontextmanager
async def postgres_source(url: str) -> AsyncIterator[Source]:
    """A database at one moment."""
    async with connected(url) as connection, connection.transaction(isolation="repeatable_read", readonly=True):
        yield ServerSource(connection)


@asynccontextmanager
async def postgres_sink(url: str) -> AsyncIterator[Sink]:
    """A database into which nobody else writes meanwhile."""
    async with connected(url) as connection, connection.transaction():
        await connection.execute(f"LOCK TABLE {', '.join(COLUMNS)} IN SHARE ROW EXCLUSIVE MODE")
        yield ServerSink(connection, masked(url))


class ServerSource:
    """A PostgreSQL database at one moment."""

    def __init__(self, connection: Any) -> None:
        self.connection = connection

    async def count(self, table: str) -> int:
        return int(await self.connection.fetchval(f"SELECT COUNT(*) FROM {table}", timeout=LONG))

    async def rows(self, table: str, columns: list[str]) -> AsyncIterator[list[Row]]:
        sql = f"SELECT {', '.join(columns)} FROM {table} ORDER BY {key(table)}"
        cursor = await self.connection.cursor(sql, timeout=LONG)
        while chunk := await cursor.fetch(CHUNK, timeout=LONG):
            yield chunk


class ServerSink(Sink):
    """A PostgreSQL database that is being filled."""

    def __init__(self, connection: Any, where: str) -> None:
        self.connection = connection
        self.where = where

    async def one(self, sql: str) -> Any:
        return await self.connection.fetchval(sql, timeout=LONG)

    async def write(self, table: str, columns: list[str], rows: list[list[Any]]) -> None:
        try:
            await self.connection.copy_records_to_table(table, records=rows, columns=columns, timeout=LONG)
        except Exception as error:
            raise explain(error, self.where) from error
