"""Reviews of finished games, one after the other beside the bots, kept for ever once made."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor

import msgspec

from eminence.analysis import review
from eminence.record import Record
from eminence.server.logs import log
from eminence.server.store import Store, StoreError
from eminence.table import Refusal, Table

WAITING = 50  # reviews at a time


class Reviews:
    """The reviews that are being made."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.pool = ThreadPoolExecutor(1, "review")
        self.progress: dict[str, tuple[str, tuple[int, int]]] = {}
        self.tasks: set[asyncio.Task[None]] = set()
        self.closing = False

    def state(self, table: str) -> tuple[str, tuple[int, int]] | None:
        """How far a review is; None if none is being made."""
        return self.progress.get(table)

    def start(self, table: Table) -> None:
        """Begin a review, or wait in line for it."""
        if len(self.progress) >= WAITING:
            raise Refusal("busy", waiting=len(self.progress))
        record = table.record()
        self.progress[table.id] = ("queued", (0, len(record.turns)))
        task = asyncio.create_task(self.make(table.id, record))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def make(self, table: str, record: Record) -> None:
        """Make a review and keep it."""
        try:
            data = await asyncio.get_running_loop().run_in_executor(self.pool, self.reviewed, table, record)
            if data is not None:
                await self.store.save_review(table, data)
        except StoreError as error:
            log("review-failed", table=table, code=error.code)
        finally:
            self.progress.pop(table, None)

    def reviewed(self, table: str, record: Record) -> bytes | None:
        """The review as JSON. Runs in a thread."""

        def told(done: int, of: int) -> None:
            self.progress[table] = ("working", (done, of))
            if self.closing:
                raise InterruptedError

        try:
            return msgspec.json.encode(review(record, unfinished=True, progress=told).data())
        except InterruptedError:
            return None

    async def close(self) -> None:
        """Stop."""
        self.closing = True
        self.pool.shutdown(wait=False, cancel_futures=True)
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
