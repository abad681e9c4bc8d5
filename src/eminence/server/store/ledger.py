"""Writing the log to PostgreSQL: all appends that wait go together, in one statement where they can."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from eminence.server.store.errors import Conflict, Repeated, StoreError
from eminence.server.store.model import Append
from eminence.server.store.rows import HEAD, head_row, members

if TYPE_CHECKING:
    from eminence.server.store.postgres import PostgresStore

LARGEST = 250  # of what goes together

KINDS = {
    **dict.fromkeys(("game", "phase", "owner", "clock", "seats", "names", "id", "command"), "text[]"),
    "public": "bool[]",
}
GIVEN = ["id", "after", "seq", "command", *HEAD]
EVENT = {"table_id": "text[]", "seq": "bigint[]", "at": "bigint[]", "payload": "bytea[]", "command": "text[]"}
MEMBER = {"table_id": "text[]", "user_id": "text[]", "seats": "bigint[]", "rank": "bigint[]", "score": "bigint[]"}


def arrays(kinds: list[str], first: int) -> str:
    """Parameters that are arrays."""
    return ", ".join(f"${first + number}::{kind}" for number, kind in enumerate(kinds))


_given = [KINDS.get(name, "bigint[]") for name in GIVEN]
_columns = ", ".join(HEAD)

WRITE = f"""
WITH given AS (
  SELECT * FROM unnest({arrays(_given, 1)}) AS g (id, after, seq, command, {_columns})
), event AS (
  SELECT * FROM unnest({arrays(list(EVENT.values()), len(_given) + 1)}) AS e ({", ".join(EVENT)})
), member AS (
  SELECT * FROM unnest({arrays(list(MEMBER.values()), len(_given) + len(EVENT) + 1)}) AS m ({", ".join(MEMBER)})
), held AS MATERIALIZED (
  SELECT id, seq, seats FROM tables WHERE id = ANY($1) ORDER BY id FOR UPDATE
), moved AS (
  UPDATE tables t SET seq = g.seq, {", ".join(f"{name} = g.{name}" for name in HEAD)}
  FROM given g JOIN held h ON h.id = g.id
  WHERE t.id = g.id AND t.seq = g.after AND h.seq = g.after AND NOT EXISTS (
    SELECT 1 FROM events e WHERE e.table_id = g.id AND e.command = g.command)
  RETURNING t.id
), made AS (
  INSERT INTO tables (id, seq, {_columns}) SELECT id, seq, {_columns} FROM given WHERE after = 0 ORDER BY id
  ON CONFLICT (id) DO NOTHING RETURNING id
), done AS (
  SELECT id FROM moved UNION ALL SELECT id FROM made
), logged AS (
  INSERT INTO events ({", ".join(EVENT)}) SELECT e.* FROM event e JOIN done d ON d.id = e.table_id
), reseated AS (
  SELECT g.id FROM given g JOIN done d ON d.id = g.id LEFT JOIN held h ON h.id = g.id
  WHERE h.seats IS DISTINCT FROM g.seats
), risen AS (
  UPDATE members m SET seats = 0, rank = NULL, score = NULL FROM reseated r
  WHERE m.table_id = r.id AND NOT EXISTS (
    SELECT 1 FROM member n WHERE n.table_id = m.table_id AND n.user_id = m.user_id)
), seated AS (
  INSERT INTO members ({", ".join(MEMBER)}) SELECT m.* FROM member m JOIN reseated r ON r.id = m.table_id
  ON CONFLICT (table_id, user_id)
  DO UPDATE SET seats = excluded.seats, rank = excluded.rank, score = excluded.score
)
SELECT id FROM done
"""
"""Write appends of different tables. Gives the tables where it was done; the others have another end or the command.

Tables are locked in the order of their ids, so that two processes never wait for each other.
"""

STANDING = """
SELECT t.seq, e.seq FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS g (id, command, place)
LEFT JOIN tables t ON t.id = g.id LEFT JOIN events e ON e.table_id = g.id AND e.command = g.command ORDER BY g.place
"""
"""Where logs end, and where commands were carried out."""

THERE = "SELECT at, payload, command FROM events WHERE table_id = $1 AND seq > $2 ORDER BY seq LIMIT $3"


class Stopped(Exception):  # noqa: N818 - it names what it is
    """An append of several was not written, so the others must not be."""

    def __init__(self, append: Append) -> None:
        super().__init__(append.table)
        self.append = append


class Group:
    """What one caller wants written, all or nothing."""

    __slots__ = ("answer", "appends", "doubtful")

    def __init__(self, appends: tuple[Append, ...], answer: asyncio.Future[None]) -> None:
        self.appends = appends
        self.answer = answer
        self.doubtful = False
        """Whether it may be there already, as the connection was lost while it was written."""

    def settle(self, error: Exception | None = None) -> None:
        """Answer."""
        if not self.answer.done():
            if error is None:
                self.answer.set_result(None)
            else:
                self.answer.set_exception(error)


class Ledger:
    """A queue and the task that empties it."""

    def __init__(self, store: PostgresStore) -> None:
        self.store = store
        self.waiting: list[Group] = []
        self.task: asyncio.Task[None] | None = None
        self.connection: Any = None

    def append(self, appends: tuple[Append, ...]) -> asyncio.Future[None]:
        """Queue appends; the answer comes after the commit."""
        answer: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.waiting.append(Group(appends, answer))
        if self.task is None:
            self.task = asyncio.create_task(self.work(), name="store-write")
        return answer

    async def close(self) -> None:
        """Write what is queued, then end."""
        while self.task is not None:
            await asyncio.wait([self.task])
        if self.connection is not None:
            from eminence.server.store.postgres import let_go

            await let_go(self.connection)

    async def work(self) -> None:
        """Write until nothing waits."""
        try:
            while self.waiting:
                batch = self.pick()
                try:
                    await self.insist(batch)
                except Exception as error:
                    from eminence.server.store.postgres import explain

                    failure = explain(error, self.store.where, unsure=True)
                    for group in batch:
                        unsure = failure.unsure and group.doubtful
                        group.settle(StoreError(failure.code, failure.detail, unsure=unsure))
        finally:
            self.task = None

    def pick(self) -> list[Group]:
        """The next groups to write together: different tables, one each; or one group that has several."""
        first = self.waiting[0]
        if len(first.appends) > 1:
            return [self.waiting.pop(0)]
        batch: list[Group] = []
        rest: list[Group] = []
        taken: set[str] = set()
        for group in self.waiting:
            tables = {append.table for append in group.appends}
            if len(batch) < LARGEST and len(group.appends) == 1 and not tables & taken:
                batch.append(group)
            else:
                rest.append(group)  # and nothing of these tables may overtake it
            taken |= tables
        self.waiting = rest
        return batch

    async def insist(self, batch: list[Group]) -> None:
        """Write a batch, on a new connection if one is lost. To do it again is harmless: a log has one end."""
        from eminence.server.store.postgres import WRITING, Patience, connect, lost

        patience = Patience(self.store.patience)
        while batch := [group for group in batch if not group.answer.done()]:
            sent = False
            try:
                if self.connection is None or self.connection.is_closed():
                    self.connection = await connect(self.store.url, WRITING)
                sent = True
                await self.write(batch)
                return
            except Exception as error:
                if not lost(error):
                    if len(batch) == 1 or not refused(error):
                        raise
                    await self.one_by_one(batch)
                    return
                if self.connection is not None:
                    self.connection.terminate()
                    self.connection = None
                for group in batch:
                    group.doubtful |= sent
                if not await patience.wait():
                    raise

    async def one_by_one(self, batch: list[Group]) -> None:
        """Something in the batch is not to the database's taste: find out what, and write the rest."""
        from eminence.server.store.postgres import explain

        for group in batch:
            try:
                await self.insist([group])
            except Exception as error:
                group.settle(explain(error, self.store.where, unsure=group.doubtful))

    async def write(self, batch: list[Group]) -> None:
        """One transaction."""
        if len(batch[0].appends) == 1:
            rows = await self.connection.fetch(WRITE, *table([group.appends[0] for group in batch]))
            done = {row[0] for row in rows}
            for group in batch:
                if group.appends[0].table in done:
                    group.settle()
            await self.tell_why([group for group in batch if group.appends[0].table not in done])
            return
        [group] = batch
        try:
            async with self.connection.transaction():
                for append in in_order(group.appends):
                    if not await self.connection.fetch(WRITE, *table([append])):
                        raise Stopped(append)
        except Stopped as stopped:
            await self.tell_why([group], stopped.append)
        else:
            group.settle()

    async def tell_why(self, groups: list[Group], stopped: Append | None = None) -> None:
        """Say why appends were not written: they are there already, the command is, or the log has another end."""
        for group in groups:
            if group.doubtful and await self.is_there(group):
                group.settle()
        groups = [group for group in groups if not group.answer.done()]
        if not groups:
            return
        appends = [stopped or group.appends[0] for group in groups]
        keys = [append.table for append in appends], [append.command for append in appends]
        rows = await self.connection.fetch(STANDING, *keys)
        for group, append, (end, done) in zip(groups, appends, rows, strict=True):
            if done is not None and append.command is not None:
                group.settle(Repeated(append.table, append.command, done))
            else:
                group.settle(Conflict(append.table, append.after, end or 0))

    async def is_there(self, group: Group) -> bool:
        """Whether the log has exactly these events."""
        for append in group.appends:
            count = len(append.payloads)
            rows = await self.connection.fetch(THERE, append.table, append.after, count)
            commands = [None] * (count - 1) + [append.command]
            wanted = [(append.at, payload, command) for payload, command in zip(append.payloads, commands, strict=True)]
            if [(row[0], bytes(row[1]), row[2]) for row in rows] != wanted:
                return False
        return True


def refused(error: Exception) -> bool:
    """Whether one value can be the cause."""
    from asyncpg import exceptions

    mistakes = (exceptions.DataError, exceptions.IntegrityConstraintViolationError, ValueError, TypeError)
    return isinstance(error, mistakes)


def in_order(appends: tuple[Append, ...]) -> list[Append]:
    """In the order in which tables are locked everywhere: those that exist, then those that are made; both by id."""
    new = {append.table for append in appends if append.after == 0}
    return sorted(appends, key=lambda append: (append.table in new, append.table, append.after))


def table(appends: list[Append]) -> list[list[Any]]:
    """The parameters of WRITE: a list a column."""
    given: list[tuple[Any, ...]] = []
    event: list[tuple[Any, ...]] = []
    member: list[tuple[Any, ...]] = []
    for append in appends:
        key, seq, last = append.table, append.after, append.after + len(append.payloads)
        given.append((key, seq, last, append.command, *head_row(append.head)))
        for payload in append.payloads:
            seq += 1
            event.append((key, seq, append.at, payload, append.command if seq == last else None))
        member.extend((key, *row) for row in members(append.head))
    return [*turned(given, len(GIVEN)), *turned(event, len(EVENT)), *turned(member, len(MEMBER))]


def turned(rows: list[tuple[Any, ...]], width: int) -> list[list[Any]]:
    """Rows as columns."""
    return [list(column) for column in zip(*rows, strict=True)] if rows else [[] for _ in range(width)]
