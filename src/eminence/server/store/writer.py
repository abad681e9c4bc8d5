"""The one thread that writes to SQLite: it takes all that waits, commits once, then answers all."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import Any

import msgspec

from eminence.server.store.errors import Conflict, Repeated, StoreError
from eminence.server.store.model import Append
from eminence.server.store.rows import HEAD, Row, head_row, members, turns_of

encode = msgspec.json.Encoder().encode
LARGEST = 500  # of what is committed together

END = """
SELECT seq, seats, (SELECT seq FROM events WHERE table_id = ?1 AND command = ?2) FROM tables WHERE id = ?1
"""
EVENT = "INSERT INTO events (table_id, seq, at, payload, command) VALUES (?, ?, ?, ?, ?)"
MAKE = f"INSERT INTO tables (seq, {', '.join(HEAD)}, id) VALUES ({', '.join('?' * (len(HEAD) + 2))})"
MOVE = f"UPDATE tables SET seq = ?, {', '.join(f'{name} = ?' for name in HEAD)} WHERE id = ?"


def parts(count: int) -> str:
    """The values in the rows of a JSON list, as columns."""
    columns = ", ".join(f"json_extract(value, '$[{number}]') AS c{number}" for number in range(count))
    return f"(SELECT {columns} FROM json_each(?))"


STEPS = f"""
UPDATE tables SET seq = c2, wakes = c3, turns = c4 FROM {parts(5)}
WHERE tables.id = c0 AND tables.seq = c1 RETURNING tables.id
"""
EVENTS = f"""
INSERT INTO events (table_id, seq, at, payload, command) SELECT c0, c1, c2, CAST(c3 AS BLOB), c4 FROM {parts(5)}
"""
LEAVE = "UPDATE members SET seats = 0, rank = NULL, score = NULL WHERE table_id = ?"
SIT = (
    "INSERT INTO members (table_id, user_id, seats, rank, score) VALUES (?, ?, ?, ?, ?) "
    "ON CONFLICT (table_id, user_id) DO UPDATE SET seats = excluded.seats, rank = excluded.rank, score = excluded.score"
)
SEATS = 1 + HEAD.index("seats")

Work = tuple[tuple[Append, ...] | tuple[str, tuple[Any, ...]], "asyncio.Future[list[Row]]"]
Answer = tuple["asyncio.Future[list[Row]]", list[Row] | Exception]


class Spoiled(Exception):  # noqa: N818 - it names what it is
    """Part of an item may have been written."""


class Writer:
    """A queue and the thread that empties it."""

    def __init__(
        self,
        database: sqlite3.Connection,
        loop: asyncio.AbstractEventLoop,
        explain: Callable[[Exception], StoreError],
    ) -> None:
        self.database = database
        self.loop = loop
        self.explain = explain
        self.queue: SimpleQueue[Work | None] = SimpleQueue()
        self.closed = False
        self.thread = threading.Thread(target=self.work, name="store-write", daemon=True)
        self.thread.start()

    async def append(self, appends: tuple[Append, ...]) -> None:
        """Have events written."""
        await self.put(appends)

    async def run(self, sql: str, values: tuple[Any, ...]) -> list[Row]:
        """Have one statement carried out."""
        return await self.put((sql, values))

    def put(self, what: tuple[Append, ...] | tuple[str, tuple[Any, ...]]) -> asyncio.Future[list[Row]]:
        """Queue something; the answer comes after the commit."""
        if self.closed:
            raise StoreError("closed", "the database was closed")
        answer: asyncio.Future[list[Row]] = self.loop.create_future()
        self.queue.put((what, answer))
        return answer

    async def close(self) -> None:
        """Write what is queued, then end."""
        if not self.closed:
            self.closed = True
            self.queue.put(None)
        await self.loop.run_in_executor(None, self.thread.join)

    # In the thread.

    def work(self) -> None:
        """Commit batch after batch."""
        going = True
        while going:
            batch: list[Work] = []
            item = self.queue.get()
            while item is not None:
                batch.append(item)
                if len(batch) == LARGEST:
                    break
                try:
                    item = self.queue.get_nowait()
                except Empty:
                    break
            going = item is not None
            if batch:
                answers = self.commit(batch)
                try:
                    self.loop.call_soon_threadsafe(reply, answers)
                except RuntimeError:  # the loop is gone, and with it all who waited
                    return

    def commit(self, batch: list[Work]) -> list[Answer]:
        """Write a batch in one transaction. What is refused for a reason of its own does not spoil the rest."""
        try:
            try:
                return self.attempt(batch, careful=False)
            except Spoiled:  # rare, so only then every item is made to stand by itself
                self.abandon()
                return self.attempt(batch, careful=True)
        except Exception as error:
            self.abandon()
            failure = self.explain(error)
            return [(answer, StoreError(failure.code, failure.detail)) for _, answer in batch]

    def attempt(self, batch: list[Work], *, careful: bool) -> list[Answer]:
        """Write a batch. Spoiled if an item failed when part of it was written, unless every item is undone alone."""
        answers: list[Answer] = []
        run = self.database.execute
        run("BEGIN IMMEDIATE")
        if not careful:
            answers, batch = self.step(batch)
        for what, answer in batch:
            saved = careful or len(what) > 1
            if saved:
                run("SAVEPOINT item")
            found: list[Row] | Exception
            try:
                found = self.do(what)
            except (Conflict, Repeated) as error:  # before anything of this append was written
                found = error
            except Exception as error:
                found = self.explain(error)
                if not self.database.in_transaction or found.code not in ("exists", "refused", "unknown"):
                    raise
                if not saved:
                    raise Spoiled from error
            if saved:
                if isinstance(found, Exception):
                    run("ROLLBACK TO item")
                run("RELEASE item")
            answers.append((answer, found))
        run("COMMIT")
        return answers

    def abandon(self) -> None:
        """Undo an unfinished transaction; some errors have done so already."""
        try:
            if self.database.in_transaction:
                self.database.execute("ROLLBACK")
        except sqlite3.Error:
            pass

    def do(self, what: tuple[Append, ...] | tuple[str, tuple[Any, ...]]) -> list[Row]:
        """Carry out one item inside the transaction."""
        if isinstance(what[0], str):
            sql, values = what
            return self.database.execute(sql, values).fetchall()
        for append in what:
            self.add(append)
        return []

    def step(self, batch: list[Work]) -> tuple[list[Answer], list[Work]]:
        """Write the events of decisions, those of all tables in two statements: the answers, and what is left to do.

        What is not at the end of its log is left. A command that was carried out before is refused by the index on
        commands, and then all is looked at with care.
        """
        chosen: dict[str, tuple[Append, asyncio.Future[list[Row]]]] = {}
        rest: list[Work] = []
        for what, answer in batch:
            append = what[0]
            if len(what) == 1 and isinstance(append, Append) and append.step and append.table not in chosen:
                chosen[append.table] = append, answer
            else:
                rest.append((what, answer))
        if len(chosen) < 2:
            return [], batch
        heads = [
            (append.table, append.after, append.after + len(append.payloads), head.wakes, turns_of(head))
            for append, _ in chosen.values()
            for head in (append.head,)
        ]
        moved = {row[0] for row in self.database.execute(STEPS, (encode(heads).decode(),)).fetchall()}
        lines: list[tuple[str, int, int, str, str | None]] = []
        answers: list[Answer] = []
        for table, (append, answer) in chosen.items():
            if table not in moved:
                rest.append(((append,), answer))
                continue
            last = len(append.payloads)
            for number, payload in enumerate(append.payloads, 1):
                command = append.command if number == last else None
                lines.append((table, append.after + number, append.at, payload.decode(), command))
            answers.append((answer, []))
        try:
            self.database.execute(EVENTS, (encode(lines).decode(),))
        except sqlite3.IntegrityError as error:
            raise Spoiled from error
        return answers, rest

    def add(self, append: Append) -> None:
        """Write the events of one table and its new head."""
        run = self.database.execute
        table, command, seq = append.table, append.command, append.after
        before = run(END, (table, command)).fetchone()
        end, done = (before[0], before[2]) if before is not None else (0, None)
        if done is not None and command is not None:
            raise Repeated(table, command, done)
        if end != seq:
            raise Conflict(table, seq, end)
        last = seq + len(append.payloads)
        for payload in append.payloads:
            seq += 1
            run(EVENT, (table, seq, append.at, payload, command if seq == last else None))
        row = (last, *head_row(append.head), table)
        run(MAKE if before is None else MOVE, row)
        if before is None or before[1] != row[SEATS]:
            run(LEAVE, (table,))
            for member in members(append.head):
                run(SIT, (table, *member))


def reply(answers: list[Answer]) -> None:
    """Tell all who wait."""
    for future, found in answers:
        if future.done():
            continue
        if isinstance(found, Exception):
            future.set_exception(found)
        else:
            future.set_result(found)
