"""The tables that somebody looks at: commands in, events to the log, then news to everybody who watches.

A command is answered when its events are durable, and nobody hears of them before. What is held here can be lost at any
moment: it is read from the log again.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable
from contextlib import asynccontextmanager, suppress
from typing import Any, Protocol

import msgspec

from eminence.server.bus import Bus, Notice
from eminence.server.messages import Lobby, Presence, Snapshot, Update, encode
from eminence.server.metrics import Metrics
from eminence.server.store import Append, Conflict, Head, Repeated, SeatRow, Store, StoreError
from eminence.table import Actor, Command, Moment, Pictures, Refusal, Settings, Table, branch, create, handle
from eminence.table import events as happenings
from eminence.table.commands import Rematch
from eminence.table.events import Event
from eminence.table.gathering import turned
from eminence.table.table import PASSING

ALPHABET = "abcdefghjkmnpqrstvwxyz23456789"
KEPT = 2000  # tables in memory that nobody watches
LISTED = 10_000  # milliseconds by which lists may be wrong about when something happened at a table
REPEAT = 20_000  # milliseconds after which processes tell each other again who is there
UNPICTURED, PICTURED = b'null,"id":null}', b',"id":null}'  # how an Update ends without a picture, and with one
Rule = Callable[[Table, Moment], list[Event]]


def new_id(length: int = 16) -> str:
    """An id that nobody can guess, easy to read out."""
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Receiver(Protocol):
    """A connection, as far as a table knows it."""

    user: str | None

    def send(self, message: bytes) -> None:
        """Put a message into the connection's outbox."""


class Live:
    """A table in memory."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.log: list[msgspec.Raw] = []
        self.heads: dict[int | None, tuple[SeatRow, ...]] = {}
        """The seats as lists show them, by whose turn it is, until somebody else sits there."""
        self.listed = 0
        """When lists were told for the last time that something happened here."""
        self.lock = asyncio.Lock()
        self.watchers: dict[Receiver, int | None] = {}
        self.stale = False
        """Whether something happened here that may not be in the log."""
        self.elsewhere: dict[str, tuple[int, list[str]]] = {}
        """Who is connected at other processes, and when they said so."""

    def add(self, event: Event, at: int, payload: bytes) -> msgspec.Raw:
        """Let an event happen, and keep what everybody may see of it."""
        self.table.apply(event, at)
        if not isinstance(event, PASSING):
            self.heads.clear()
        shown = happenings.public_json(event, payload)
        line = msgspec.Raw(b'{"seq":%d,"at":%d,"event":%b}' % (self.table.seq, at, shown))
        self.log.append(line)
        return line

    @property
    def here(self) -> list[str]:
        """Who is connected at this process."""
        return sorted({watcher.user for watcher in self.watchers if watcher.user is not None})

    @property
    def present(self) -> list[str]:
        """Who is connected."""
        oldest = now() - 3 * REPEAT
        others = (user for at, users in self.elsewhere.values() if at >= oldest for user in users)
        return sorted({*self.here, *others})


class Hub:
    """All tables of this process."""

    def __init__(self, store: Store, bus: Bus, metrics: Metrics, levels: Iterable[str]) -> None:
        self.store = store
        self.bus = bus
        self.metrics = metrics
        self.levels = tuple(levels)
        self.tables: dict[str, Live] = {}
        self.loading: dict[str, asyncio.Task[Live]] = {}
        self.lobby: set[Receiver] = set()
        self.wake: Callable[[Table], None] = lambda table: None
        """Told when the house may have something to do at a table."""
        self.secret_seed: Callable[[], str] = lambda: secrets.token_hex(32)
        self.tasks: set[asyncio.Task[None]] = set()

    def moment(self) -> Moment:
        """What rulings need of the house."""
        return Moment(now(), self.secret_seed, new_id, self.levels)

    def phases(self) -> Counter[str]:
        """How many tables are in memory, by phase."""
        return Counter(live.table.phase for live in self.tables.values())

    # Holding tables.

    async def live(self, id: str) -> Live:  # noqa: A002
        """A table, from memory or from the log. Raises Refusal if there is none."""
        live = self.tables.get(id)
        if live is not None:
            return live
        task = self.loading.get(id)
        if task is None:
            task = self.loading[id] = asyncio.create_task(self.load(id))
            task.add_done_callback(lambda task: (self.loading.pop(id, None), task.cancelled() or task.exception()))
        return await asyncio.shield(task)

    @asynccontextmanager
    async def held(self, id: str) -> AsyncIterator[Live]:  # noqa: A002
        """A table as it is in the log now, for as long as it is held."""
        async with self.locked(id) as live:
            if live.stale or self.bus.shared:
                await self.catch_up(live)
            yield live

    @asynccontextmanager
    async def locked(self, id: str) -> AsyncIterator[Live]:  # noqa: A002
        """A table that nobody changes meanwhile; not one that was let go while somebody waited for it."""
        while True:
            live = await self.live(id)
            async with live.lock:
                if self.tables.setdefault(id, live) is live:
                    yield live
                    return

    async def load(self, id: str) -> Live:  # noqa: A002
        """Read a table's log."""
        entries = await self.store.read(id)
        if not entries:
            raise Refusal("no-such-table", given=id)
        live = Live(Table(id))
        for entry in entries:
            live.add(happenings.load(entry.payload), entry.at, entry.payload)
        self.keep(live)
        return live

    def keep(self, live: Live) -> None:
        """Hold a table; the one unused for longest makes room."""
        if len(self.tables) >= KEPT:
            for id, old in list(self.tables.items()):  # noqa: A001
                if not old.watchers and not old.lock.locked():
                    del self.tables[id]
                    if len(self.tables) < KEPT:
                        break
        self.tables[live.table.id] = live

    async def catch_up(self, live: Live) -> bool:
        """Take over what other processes have written; whether there was anything. The lock is held."""
        if live.stale:
            await self.reread(live)
            return True
        entries = await self.store.read(live.table.id, live.table.seq)
        if not entries:
            return False
        lines = [live.add(happenings.load(entry.payload), entry.at, entry.payload) for entry in entries]
        self.broadcast(live, lines, talk=False)
        return True

    async def reread(self, live: Live) -> None:
        """What is in memory may not be what is in the log: read it anew, and show it. The lock is held."""
        entries = await self.store.read(live.table.id)
        live.table = Table(live.table.id)
        live.log.clear()
        for entry in entries:
            live.add(happenings.load(entry.payload), entry.at, entry.payload)
        live.stale = False
        for watcher, seat in live.watchers.items():
            watcher.send(self.snapshot(live, watcher, seat, ""))

    async def heal(self, live: Live) -> None:
        """The log could not be written or read: try again until it can."""
        pause = 0.2
        while live.stale:
            await asyncio.sleep(pause)
            pause = min(5.0, 2 * pause)
            with suppress(StoreError):
                async with live.lock:
                    await self.catch_up(live)
        self.after(live)  # what was doubtful may have happened, and then nobody was told

    # Commands.

    async def create(self, settings: Settings, actor: Actor) -> str:
        """Open a table."""
        moment = self.moment()
        return await self.open(create(settings, actor, moment), moment)

    async def branch(self, id: str, turn: int, seat: int, level: str, actor: Actor) -> str:  # noqa: A002
        """Take a finished game up again after some turn, at a table of its own."""
        async with self.held(id) as live:
            moment = self.moment()
            found = branch(live.table, turn, seat, level, actor, moment)
        return await self.open(found, moment)

    async def open(self, found: list[Event], moment: Moment) -> str:
        """A new table begins with these events."""
        live = Live(Table(moment.id()))
        append = self.prepare(live, found, moment.now, None)
        await self.store.append(append)
        self.keep(live)
        self.after(live)
        return live.table.id

    async def do(self, table: str, command: Command, actor: Actor, id: str) -> int:  # noqa: A002
        """Carry out a command, once. Returns the number of its last event; raises Refusal."""

        def rule(table: Table, moment: Moment) -> list[Event]:
            return handle(table, command, actor, moment)

        return await self.act(table, rule, f"{actor.user}:{id}", actor if isinstance(command, Rematch) else None)

    async def act(self, id: str, rule: Rule, command: str | None, turner: Actor | None = None) -> int:  # noqa: A002
        """Let a ruling happen at a table, against whatever other processes do there."""
        while True:
            live = await self.live(id)
            async with live.lock:
                if self.tables.setdefault(id, live) is live:  # it was not let go while somebody waited for it
                    return await self.carry_out(live, rule, command, turner)

    async def carry_out(self, live: Live, rule: Rule, command: str | None, turner: Actor | None) -> int:
        """Let a ruling happen at a table that is locked."""
        while True:
            if live.stale:
                await self.reread(live)
            moment = self.moment()
            try:
                found = rule(live.table, moment)
            except Refusal:
                if command is not None and (seq := await self.store.carried_out(live.table.id, command)):
                    if seq > live.table.seq:
                        await self.catch_up(live)
                    return seq
                if await self.catch_up(live):
                    continue
                raise
            if not found:
                return live.table.seq
            first, begun = len(live.log), time.perf_counter()
            live.stale = True
            try:
                sequel, extra = self.rematch(live.table, found, turner, moment)
                await self.store.append(self.prepare(live, found, moment.now, command), *extra)
            except Conflict:
                continue
            except Repeated as repeated:
                await self.reread(live)
                return repeated.seq
            except BaseException:
                self.spawn(self.heal(live))
                raise
            live.stale = False
            durable = time.perf_counter()
            self.broadcast(live, live.log[first:], talk=all(isinstance(e, happenings.Said) for e in found))
            self.metrics.appended(durable - begun)
            self.metrics.lagged(time.perf_counter() - durable)
            for changed in (*sequel, live):
                self.keep(changed)
                self.after(changed)
            return live.table.seq

    def prepare(self, live: Live, found: list[Event], at: int, command: str | None) -> Append:
        """Let events happen in memory, and make of them what the log needs."""
        before = live.table.seq
        payloads = tuple([happenings.dump(event) for event in found])
        for event, payload in zip(found, payloads, strict=True):
            live.add(event, at, payload)
        step = at - live.listed < LISTED and all(isinstance(event, PASSING) for event in found)
        if not step:
            live.listed = at
        return Append(live.table.id, before, at, payloads, command, head_of(live, at), step)

    def rematch(
        self, table: Table, found: list[Event], actor: Actor | None, moment: Moment
    ) -> tuple[list[Live], list[Append]]:
        """The next table and its first events, if a rematch was agreed on."""
        if actor is None:
            return [], []
        next_ = Live(Table(next(event.table for event in found if isinstance(event, happenings.Rematched))))
        return [next_], [self.prepare(next_, turned(table, actor, moment), moment.now, None)]

    def after(self, live: Live) -> None:
        """A table has changed: tell the other processes, the lobby, and the house."""
        table = live.table
        self.bus.publish(Notice(self.bus.name, table.id, table.seq, lobby=table.settings.public))
        if table.settings.public:
            self.tell_lobby()
        if table.wakes is not None:
            self.wake(table)

    # Watching.

    async def watch(self, id: str, receiver: Receiver, seat: int | None, after: int, request: str) -> None:  # noqa: A002
        """Let a connection see a table from now on; it gets what it does not know yet."""
        async with self.held(id) as live:
            before, first = live.present, not live.watchers
            live.watchers[receiver] = seat
            table = live.table
            if 0 < after <= table.seq:
                shown = msgspec.Raw(Pictures(table).of(receiver.user, seat))
                update = Update(id, table.seq, now(), live.log[after:], shown, request)  # type: ignore[arg-type]
                receiver.send(encode(update))
            else:
                receiver.send(self.snapshot(live, receiver, seat, request))
            if live.present != before:
                self.tell_presence(live)
            if first:
                self.ask_presence(live)

    def unwatch(self, id: str, receiver: Receiver) -> None:  # noqa: A002
        """The connection is no longer interested."""
        live = self.tables.get(id)
        if live is not None and receiver in live.watchers:
            before = live.present
            del live.watchers[receiver]
            if live.present != before:
                self.tell_presence(live)

    def snapshot(self, live: Live, receiver: Receiver, seat: int | None, request: str) -> bytes:
        """All of a table as somebody may see it."""
        table = live.table
        shown = msgspec.Raw(Pictures(table).of(receiver.user, seat))
        return encode(Snapshot(request, table.id, table.seq, now(), live.log, shown, live.present))  # type: ignore[arg-type]

    def broadcast(self, live: Live, lines: list[msgspec.Raw], *, talk: bool) -> None:
        """Tell everybody who watches what is new. Equal eyes get equal bytes."""
        if not live.watchers:
            return
        message = encode(Update(live.table.id, live.table.seq, now(), lines))  # type: ignore[arg-type]
        if talk:
            for watcher in live.watchers:
                watcher.send(message)
            return
        made: dict[tuple[str | None, int | None], bytes] = {}
        head, pictures = message.removesuffix(UNPICTURED), Pictures(live.table)
        for watcher, seat in live.watchers.items():
            key = (watcher.user, seat) if watcher.user in pictures.sitting else (None, None)
            found = made.get(key)
            if found is None:
                found = made[key] = b"".join((head, pictures.of(*key), PICTURED))
            watcher.send(found)

    def tell_presence(self, live: Live, *, others: bool = True) -> None:
        """Tell everybody who is there."""
        message = encode(Presence(live.table.id, live.present))
        for watcher in live.watchers:
            watcher.send(message)
        if others:
            self.bus.publish(Notice(self.bus.name, live.table.id, present=live.here))

    def ask_presence(self, live: Live) -> None:
        """Ask the other processes who is connected at theirs."""
        self.bus.publish(Notice(self.bus.name, live.table.id, live.table.seq, present=live.here, ask=True))

    def repeat_presence(self) -> None:
        """Tell the other processes again who is here; what they have not heard for long, they forget.

        And look at what is watched: a process can die between writing to the log and telling so.
        """
        for live in self.tables.values():
            if live.watchers and self.bus.shared:
                self.bus.publish(Notice(self.bus.name, live.table.id, present=live.here))
                self.spawn(self.look(live))

    def tell_lobby(self) -> None:
        """The list of public tables changed."""
        message = encode(Lobby(now()))
        for receiver in self.lobby:
            receiver.send(message)

    # The other processes.

    def hear(self, notice: Notice) -> None:
        """Another process has told something."""
        if not notice.sender:
            for live in self.tables.values():
                self.spawn(self.look(live))
                if live.watchers:
                    self.ask_presence(live)
            return
        if notice.lobby:
            self.tell_lobby()
        held = self.tables.get(notice.table)
        if held is None:
            return
        if notice.present is not None:
            before = held.present
            held.elsewhere[notice.sender] = (now(), notice.present)
            if held.present != before:
                self.tell_presence(held, others=False)
            if notice.ask and held.here:
                self.bus.publish(Notice(self.bus.name, held.table.id, present=held.here))
        if notice.seq > held.table.seq:
            if held.watchers or held.lock.locked():
                self.spawn(self.look(held))
            else:
                del self.tables[notice.table]

    async def look(self, live: Live) -> None:
        """Take over what another process has written, sooner or later."""
        try:
            async with live.lock:
                await self.catch_up(live)
        except StoreError:
            live.stale = True
            await self.heal(live)

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something soon."""
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)


def head_of(live: Live, at: int) -> Head:
    """What lists and the house need to know of a table without reading its log."""
    table = live.table
    acting = table.acting
    seats = live.heads.get(acting)
    if seats is None:
        seats = live.heads[acting] = seat_rows(table, acting)
    return Head(
        game=table.game.id,
        players=len(table.seats),
        phase=table.phase,
        public=table.settings.public,
        owner=table.owner,
        open_seats=sum([not seat.taken for seat in table.seats]),
        clock=table.settings.clock.__struct_config__.tag,  # type: ignore[arg-type]
        wakes=table.wakes,
        created=table.born,
        changed=at,
        ended=table.ended or None,
        seats=seats,
    )


def seat_rows(table: Table, acting: int | None) -> tuple[SeatRow, ...]:
    """The seats as lists show them."""
    result = None if table.branched else table.result
    return tuple(
        SeatRow(
            user=seat.user,
            name=seat.name,
            bot=seat.bot,
            rank=None if result is None else result.ranks[i],
            score=None if result is None else result.scores[i],
            turn=acting == i,
        )
        for i, seat in enumerate(table.seats)
    )
