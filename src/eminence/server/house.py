"""What the house does at the tables: its bots think and move, clocks run out, tables nobody came to are closed.

What is due follows from the log alone, so a restart loses nothing: the store is asked what is due. Where several
processes share a store, a lease decides which of them acts for a table.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import count

from eminence import bots
from eminence.server.bus import Bus
from eminence.server.hub import REPEAT, Hub, now
from eminence.server.logs import log
from eminence.server.store import StoreError
from eminence.table import Event, Moment, Refusal, Table, time_out
from eminence.table.playing import decided
from eminence.view import View

LEASE = 10_000  # milliseconds; so long a table may wait for a process that was killed
SLOW = {"cardinal": 0.45, "eminence": 1.75}  # seconds these take for a decision, whatever they see
RIVALS = 4  # bots remembered between the decisions of a turn: a search may have filled 20 MB


class House:
    """The bots and clocks of this process."""

    def __init__(self, hub: Hub, bus: Bus, *, threads: int = 2, queue: int = 1000, pace: float = 0.35) -> None:
        self.hub = hub
        self.bus = bus
        self.pace = pace
        self.pool = ThreadPoolExecutor(threads, "bot")
        self.queue = queue
        self.busy: set[str] = set()
        self.again: set[str] = set()
        self.tasks: set[asyncio.Task[None]] = set()
        self.rivals: dict[str, tuple[tuple[str, int | None, int], bots.Bot]] = {}
        hub.wake = self.wake

    def open(self) -> None:
        """Begin."""
        self.tasks.add(asyncio.create_task(self.watch()))

    async def close(self) -> None:
        """Stop at once; what is due stays due."""
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        self.pool.shutdown(wait=False, cancel_futures=True)

    async def watch(self) -> None:
        """Ask the store every second what is due: after a restart, for another process, or by the clock."""
        for second in count():
            if second % (REPEAT // 1000) == 0:
                self.hub.repeat_presence()
            if second % 5 == 0:
                self.hub.metrics.refresh()
            try:
                for table in await self.hub.store.due(now(), limit=max(1, self.queue - len(self.busy))):
                    self.attend(table)
            except StoreError as error:
                log("store-failed", code=error.code)
            await asyncio.sleep(1)

    def wake(self, table: Table) -> None:
        """A table of this process has changed."""
        if table.wakes is not None and table.wakes <= now():
            self.attend(table.id)

    def attend(self, table: str) -> None:
        """See to a table, unless somebody does already."""
        if table in self.busy:
            self.again.add(table)
            return
        if len(self.busy) >= self.queue:
            return
        self.busy.add(table)
        task = asyncio.create_task(self.see_to(table))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        self.hub.metrics.waiting(len(self.busy))

    async def see_to(self, table: str) -> None:
        """Do all that is due at a table."""
        try:
            until = now() + LEASE
            if not await self.hold(table, until):
                return
            while await self.step(table):
                if now() + LEASE // 2 > until:
                    until = now() + LEASE
                    if not await self.hold(table, until):
                        return
        except (Refusal, StoreError) as error:
            log("house-failed", table=table, code=error.code)
        finally:
            await self.release(table)
            self.busy.discard(table)
            self.hub.metrics.waiting(len(self.busy))
            if table in self.again:
                self.again.discard(table)
                self.attend(table)

    async def hold(self, table: str, until: int) -> bool:
        """Whether this process may act for a table; alone it always may, and needs no lease."""
        return not self.bus.shared or await self.hub.store.hold(table, self.bus.name, now(), until)

    async def release(self, table: str) -> None:
        """Let others act for a table; a lease that cannot be given back runs out."""
        if self.bus.shared:
            with suppress(StoreError):
                await self.hub.store.release(table, self.bus.name)

    async def step(self, id: str) -> bool:  # noqa: A002
        """One thing that is due; whether there may be more."""
        async with self.hub.held(id) as live:
            table = live.table
            seat = table.acting
            bot = None if seat is None else table.seats[seat].bot
            if seat is None or bot is None:
                view, count = None, 0
            else:
                view, count = table.truth.view(seat), table.count
        if view is None or seat is None or bot is None:
            seq = live.table.seq
            return await self.hub.act(id, expire, None) > seq
        begun = time.monotonic()
        decision = await self.think(id, bot, view)
        pause = self.pause(bot)
        if pause:  # a late decision comes at a multiple of the pause, so that lateness tells next to nothing either
            await asyncio.sleep(pause - (time.monotonic() - begun) % pause)

        def move(table: Table, moment: Moment) -> list[Event]:
            if table.acting != seat or table.seats[seat].bot != bot or table.truth.history != view.history:
                return []  # also if turns were taken back meanwhile, and as many others made
            return decided(table, seat, count, decision, confirm=True)

        with suppress(Refusal):
            await self.hub.act(id, move, None)
        return True

    def pause(self, bot: str) -> float:
        """How long a decision of a bot takes: not less, so that its haste tells nothing of what it holds."""
        return max(self.pace, SLOW.get(bot, 0.0)) if self.pace else 0.0

    async def think(self, table: str, name: str, view: View) -> str:
        """What a bot decides, found in a thread. A table waits for one decision at a time, so the line is fair."""
        bot = self.rival(table, name, view)

        def choose() -> tuple[str, float]:
            begun = time.perf_counter()
            found = view.game.notation(bot.choose(view))
            return found, time.perf_counter() - begun

        decision, seconds = await asyncio.get_running_loop().run_in_executor(self.pool, choose)
        self.hub.metrics.thought(name, seconds)
        return decision

    def rival(self, table: str, name: str, view: View) -> bots.Bot:
        """The bot to ask: within a turn the same one, as some go on from what they have found in it."""
        whose = name, view.viewer, view.turn
        known, bot = self.rivals.pop(table, (None, None))
        if bot is None or known != whose:
            bot = bots.make(name, secrets.randbits(63))
        self.rivals[table] = whose, bot
        while len(self.rivals) > RIVALS:
            del self.rivals[next(iter(self.rivals))]
        return bot


def expire(table: Table, moment: Moment) -> list[Event]:
    """What time has brought about."""
    return time_out(table, moment.now)
