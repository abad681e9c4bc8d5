"""The store in PostgreSQL: a pool for questions, one connection that writes the log of all who wait at once."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from eminence.server.store import schema
from eminence.server.store.accounts import Shared
from eminence.server.store.address import masked
from eminence.server.store.errors import Reason, StoreError
from eminence.server.store.ledger import Ledger
from eminence.server.store.model import Append
from eminence.server.store.rows import Row

try:
    import asyncpg
    from asyncpg import exceptions
except ImportError:  # pragma: no cover - depends on the installation
    raise StoreError(
        "no-driver", "PostgreSQL needs asyncpg; install it with: pip install 'eminence[cluster]'"
    ) from None

READERS = 8
PATIENCE = 15.0  # seconds to wait for a server that is being started anew
TIMEOUT = 20.0  # seconds for one statement
LOCK = 0x656D696E  # of those who upgrade, so that one of them does it

GONE = (
    OSError,
    asyncio.TimeoutError,
    exceptions.PostgresConnectionError,
    exceptions.InterfaceError,
    exceptions.InternalClientError,
    exceptions.OperatorInterventionError,  # shut down, starting up
    exceptions.TooManyConnectionsError,
)
"""Errors after which a new connection may help."""

REASONS: tuple[tuple[type[Exception], Reason], ...] = (
    (exceptions.InvalidCatalogNameError, "missing"),
    (exceptions.InvalidAuthorizationSpecificationError, "denied"),
    (exceptions.InsufficientPrivilegeError, "denied"),
    (exceptions.ReadOnlySQLTransactionError, "read-only"),
    (exceptions.DiskFullError, "full"),
    (exceptions.OutOfMemoryError, "full"),
    (exceptions.LockNotAvailableError, "busy"),
    (exceptions.TransactionRollbackError, "busy"),
    (exceptions.QueryCanceledError, "busy"),
    (exceptions.UniqueViolationError, "exists"),
    (exceptions.IntegrityConstraintViolationError, "refused"),
    (exceptions.DataError, "refused"),
    (exceptions.DataCorruptedError, "damaged"),
    (exceptions.IndexCorruptedError, "damaged"),
    (exceptions.PostgresIOError, "io"),
    (UnicodeEncodeError, "refused"),
)

T = TypeVar("T")


def explain(error: BaseException, where: str, *, unsure: bool = False) -> StoreError:
    """An error of the database as ours."""
    if isinstance(error, StoreError):
        return error
    what = f"{where}: {error or type(error).__name__}"
    for kind, reason in REASONS:
        if isinstance(error, kind):
            return StoreError(reason, what)
    if isinstance(error, GONE):
        return StoreError("unreachable", what, unsure=unsure)
    return StoreError("unknown", f"{what} ({type(error).__name__})", unsure=unsure)


def lost(error: BaseException) -> bool:
    """Whether a new connection may help."""
    if isinstance(error, exceptions.QueryCanceledError | exceptions.DataError):
        return False
    return isinstance(error, GONE)


async def prepare(connection: Any) -> None:
    """Make a new connection durable, whatever the server's default."""
    await connection.execute(
        "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'"
    )


OPTIONS = {
    "application_name": "eminence",
    "lock_timeout": "5s",
    "idle_in_transaction_session_timeout": "60s",
    "jit": "off",
}
WRITING = {"plan_cache_mode": "force_generic_plan", "enable_seqscan": "off"}
"""All that the log's writer does goes by keys: to plan it once is enough, which is half of the time."""


async def connect(url: str, more: dict[str, str] | None = None) -> Any:
    """A connection of its own."""
    options = OPTIONS | (more or {})
    try:
        connection = await asyncpg.connect(url, timeout=5, command_timeout=TIMEOUT, server_settings=options)
    except ValueError as error:
        raise StoreError("bad-url", f"{masked(url)} is not the address of a PostgreSQL database: {error}") from None
    await prepare(connection)
    return connection


class Patience:
    """How long one goes on trying."""

    def __init__(self, seconds: float) -> None:
        self.until = asyncio.get_running_loop().time() + seconds
        self.pause = 0.05
        self.tried = False

    async def wait(self) -> bool:
        """Wait a little longer each time; False if there is no time left. Once more is always tried."""
        if self.tried and asyncio.get_running_loop().time() + self.pause > self.until:
            return False
        self.tried = True
        await asyncio.sleep(self.pause)
        self.pause = min(1.0, self.pause * 2)
        return True


async def patiently(seconds: float, where: str, do: Callable[[], Awaitable[T]]) -> T:
    """Do something that can be done again, until the server answers or the time is up."""
    patience = Patience(seconds)
    while True:
        try:
            return await do()
        except Exception as error:
            if not lost(error) or not await patience.wait():
                raise explain(error, where) from error


class PostgresStore(Shared):
    """A store in PostgreSQL, shared by any number of processes."""

    def __init__(self, url: str, patience: float) -> None:
        self.url = url
        self.where = masked(url)
        self.patience = patience
        self.idle: asyncio.LifoQueue[Any] = asyncio.LifoQueue()
        self.ledger = Ledger(self)
        self.closed = False
        for _ in range(READERS):
            self.idle.put_nowait(None)

    @classmethod
    async def open(cls, url: str, patience: float = PATIENCE) -> PostgresStore:
        """Connect, or say why not."""
        store = cls(url, patience)
        await store.fetch("SELECT 1")
        return store

    async def append(self, *appends: Append) -> None:
        if not all(append.payloads for append in appends):
            raise ValueError("an append without events")
        if appends:
            self.check_open()
            await self.ledger.append(appends)

    async def fetch(self, sql: str, *values: Any) -> list[Row]:
        return await self.run(sql, values, again=True)

    async def change(self, sql: str, *values: Any, again: bool = True) -> list[Row]:
        return await self.run(sql, values, again=again)

    async def run(self, sql: str, values: tuple[Any, ...], *, again: bool) -> list[Row]:
        """Run one statement on a connection of the pool; on a new one if that was lost and it can be done again."""
        patience = Patience(self.patience)
        while True:
            self.check_open()
            sent = False
            connection = await self.idle.get()
            try:
                if connection is None or connection.is_closed():
                    connection = None
                    connection = await connect(self.url)
                sent = True
                rows: list[Row] = await connection.fetch(sql, *values)
                return rows
            except Exception as error:
                if lost(error) and connection is not None:
                    connection.terminate()
                    connection = None
                if not lost(error) or (sent and not again) or not await patience.wait():
                    raise explain(error, self.where, unsure=sent and lost(error)) from error
            finally:
                if self.closed and connection is not None:
                    connection.terminate()
                self.idle.put_nowait(connection)

    def check_open(self) -> None:
        """StoreError if the store was closed."""
        if self.closed:
            raise StoreError("closed", f"{self.where} was closed")

    async def tables_there(self) -> set[str]:
        rows = await self.fetch("SELECT tablename::text FROM pg_tables WHERE schemaname = current_schema()")
        return {row[0] for row in rows}

    async def close(self) -> None:
        if self.closed:
            return
        self.closed = True
        await self.ledger.close()
        while not self.idle.empty():
            connection = self.idle.get_nowait()
            if connection is not None:
                await let_go(connection)


async def let_go(connection: Any) -> None:
    """Close a connection, whatever state it is in."""
    try:
        await connection.close(timeout=2)
    except Exception:
        connection.terminate()


async def current(url: str) -> str | None:
    """The version of the schema; None in an empty database."""
    store = await PostgresStore.open(url)
    try:
        return await store.version()
    finally:
        await store.close()


async def upgrade(url: str, plan: Callable[[str, str | None, str], str | None]) -> str | None:
    """Carry out what the plan says, in one transaction and one process at a time; gives the version before."""
    where = masked(url)
    connection = await patiently(PATIENCE, where, lambda: connect(url))
    try:
        async with connection.transaction():
            await connection.execute("SET LOCAL lock_timeout = 0")
            await connection.execute("SELECT pg_advisory_xact_lock($1)", LOCK)
            rows = await connection.fetch("SELECT tablename::text FROM pg_tables WHERE schemaname = current_schema()")
            there = {row[0] for row in rows}
            versions = (
                await connection.fetch("SELECT version_num FROM alembic_version") if "alembic_version" in there else []
            )
            found = schema.judge([row[0] for row in versions], there, where)
            steps = plan("postgresql", found, where)
            if steps is not None:
                await connection.execute(steps, timeout=3600)
        return found
    except Exception as error:
        raise explain(error, where) from error
    finally:
        await let_go(connection)
