"""A swarm of people with real WebSockets who play at random: one process of them, led by lines of JSON.

`python -m eminence.bench.server_clients SETUP` makes its people, tables and connections and says `{"ready": true}`.
Then it plays as long and as fast as each line on standard input says, and answers with what it has found.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import sys
import time
from collections import deque
from collections.abc import Awaitable, Iterable
from typing import Any

import msgspec

from eminence.bench.server_wire import Message, Order, Picture, Setup, Socket, connect, decode, request

GAMES = {2: "richelieu-duel", 3: "cardinal-cards", 4: "cardinal-cards"}
"""What is played by how many: the games with a display of cards."""
BOTS_GAME = "cardinal-cards"
AT_ONCE = 24  # groups that get ready at the same time
SETTLE = 3.0  # seconds that the last moves may take


class Window:
    """What is measured now; latencies in microseconds."""

    def __init__(self, order: Order, tables: int) -> None:
        self.begun = time.perf_counter()
        self.end = self.begun + order.seconds
        self.interval = tables / order.rate if order.rate else 0.0
        self.seconds = order.seconds
        self.moves = 0
        """Answered in time."""
        self.settled = 0
        """Answered, also those that were under way at the end."""
        self.heard = 0
        """News of tables."""
        self.done: list[int] = []
        """From a command to its answer."""
        self.seen: list[int] = []
        """From a command to the news of it at another player's."""
        self.back: list[int] = []
        """From the answer that ended one's turn to the next turn, where the others are bots."""
        self.finished = self.opened = self.refused = 0

    def result(self) -> dict[str, Any]:
        """What was found."""
        names = ("seconds", "moves", "settled", "heard", "done", "seen", "back", "finished", "opened", "refused")
        return {name: getattr(self, name) for name in names}

    def answered(self, since: float) -> None:
        """A move was answered."""
        self.settled += 1
        self.moves += time.perf_counter() < self.end
        self.done.append(microseconds(since))


class Swarm:
    """All tables of this process."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.window: Window | None = None
        self.tables: list[Group] = []
        self.watching: list[Socket] = []

    async def request(self, path: str, body: Any, cookie: str = "") -> tuple[dict[str, Any], str]:
        """Post something: the answer and the cookie that came along."""
        return await request(self.setup.host, self.setup.port, "POST", path, body, cookie)

    async def person(self, name: str) -> str:
        """A new person's cookie."""
        return (await self.request("/api/me", {"name": name}))[1]

    async def get_ready(self) -> None:
        """People, tables, connections."""
        setup = self.setup
        self.tables = [
            Group(self, i, setup.players[i % len(setup.players)], bots=setup.bots) for i in range(setup.tables)
        ]
        await each(group.get_ready() for group in self.tables)
        await each(self.add_watcher(i) for i in range(setup.watchers))

    async def add_watcher(self, number: int) -> None:
        """Somebody who only watches."""
        cookie = await self.person(f"{self.setup.name} watcher {number}")
        socket = await connect(self.setup.host, self.setup.port, cookie, lambda message: None)
        socket.send({"type": "watch", "id": "w", "table": self.tables[number % len(self.tables)].table})
        self.watching.append(socket)

    async def play(self, order: Order) -> dict[str, Any]:
        """Play for a while."""
        window = self.window = Window(order, len(self.tables))
        for group in self.tables:
            group.due = window.begun + random.random() * window.interval
            group.play()
        await asyncio.sleep(order.seconds)
        until = time.perf_counter() + SETTLE
        while any(group.waiting for group in self.tables) and time.perf_counter() < until:
            await asyncio.sleep(0.01)
        self.window = None
        return window.result()


class Group:
    """The people of one table, who play game after game."""

    def __init__(self, swarm: Swarm, number: int, players: int, bots: str) -> None:
        self.swarm = swarm
        self.name = f"{swarm.setup.name} {number}"
        self.size = players
        self.bots = bots
        self.people = [Person(self, i) for i in range(1 if bots else players)]
        self.spares: list[str] = []
        self.table = ""
        self.waiting = False  # for the answer to a move
        self.turn: tuple[Person, Picture] | None = None
        self.due = 0.0
        self.asked = 0.0
        """When one's turn ended."""
        self.sleeping = False

    async def get_ready(self) -> None:
        """Make the people, connect them, and open the first tables."""
        setup = self.swarm.setup
        for person in self.people:
            person.cookie = await self.swarm.person(f"{self.name} {person.seat}")
            person.socket = await connect(setup.host, setup.port, person.cookie, person.hear)
        self.spares = [await self.open() for _ in range(setup.spares + 1)]
        await self.next_table()

    async def open(self) -> str:
        """A new table at which everybody sits; the game begins by itself."""
        chairs: list[dict[str, str]] = [{"kind": "mine"}]
        chairs += [{"kind": "bot", "level": self.bots} if self.bots else {"kind": "open"}] * (self.size - 1)
        settings = {"game": BOTS_GAME if self.bots else GAMES[self.size], "chairs": chairs}
        table: str = (await self.swarm.request("/api/tables", settings, self.people[0].cookie))[0]["id"]
        for person in self.people[1:]:
            answer = person.ask({"type": "do", "table": table, "command": {"kind": "sit", "seat": person.seat}})
            message = await asyncio.wait_for(answer, 30)
            if message.type != "done":
                raise OSError(f"sit: {message.code}")
        return table

    async def next_table(self) -> None:
        """Everybody looks at the next table, and no longer at the last."""
        last, window = self.table, self.swarm.window
        if not self.spares:
            if window is not None:
                window.opened += 1
            self.spares.append(await self.open())
        self.table, self.turn, self.waiting = self.spares.pop(), None, False
        for person in self.people:
            person.unseen.clear()
            if last:
                person.ask({"type": "unwatch", "table": last})
            person.ask({"type": "watch", "table": self.table})

    def see(self, person: Person, picture: Picture) -> None:
        """Somebody sees the table."""
        if picture.phase == "finished":
            if person is self.people[0]:
                if self.swarm.window is not None:
                    self.swarm.window.finished += 1
                self.waiting = True
                task = asyncio.get_running_loop().create_task(self.next_table())
                keep.add(task)
                task.add_done_callback(keep.discard)
            return
        if picture.view is not None and picture.view.legal and picture.view.seat == person.seat:
            self.turn = person, picture
            if self.asked and self.swarm.window is not None:
                self.swarm.window.back.append(microseconds(self.asked))
            self.asked = 0.0
        self.play()

    def play(self) -> None:
        """Make a move if it is one's turn, the last move was answered and, with a rate, the time has come."""
        window = self.swarm.window
        if window is None or self.waiting or self.turn is None:
            return
        begun = time.perf_counter()
        if begun >= window.end:
            return
        if window.interval:
            if begun < self.due:
                if not self.sleeping:
                    self.sleeping = True
                    asyncio.get_running_loop().call_later(self.due - begun, self.wake)
                return
            late, self.due = self.due, self.due + window.interval
            if self.bots:
                self.due = begun + window.interval  # a person thinks after the bots have moved
            elif begun - late > window.interval:
                begun = late  # the server kept us waiting
        person, picture = self.turn
        assert picture.view is not None
        self.turn, self.waiting = None, True
        for other in self.people:
            if other is not person:
                other.unseen.append((picture.count, begun))
        decision = random.choice(picture.view.legal)
        command = {"kind": "decide", "seat": person.seat, "at": picture.count, "decision": decision, "confirm": True}
        person.begun = begun
        person.move = person.send({"type": "do", "table": self.table, "command": command})

    def wake(self) -> None:
        """The time has come."""
        self.sleeping = False
        self.play()


class Person:
    """One player with one connection."""

    def __init__(self, group: Group, seat: int) -> None:
        self.group = group
        self.seat = seat
        self.cookie = ""
        self.socket: Socket
        self.asked: dict[str, asyncio.Future[Message]] = {}
        self.unseen: deque[tuple[int, float]] = deque()
        """Moves of others that one has not heard of: the count before, and when they were sent."""
        self.begun = 0.0
        self.move = ""
        self.number = 0

    def send(self, message: dict[str, Any]) -> str:
        """Send a request with a new id."""
        self.number += 1
        key = f"{self.seat}-{self.number}"
        self.socket.send({**message, "id": key})
        return key

    def ask(self, message: dict[str, Any]) -> asyncio.Future[Message]:
        """Send a request; its answer will come."""
        answer: asyncio.Future[Message] = asyncio.get_running_loop().create_future()
        self.asked[self.send(message)] = answer
        return answer

    def hear(self, raw: bytes) -> None:
        """A message came."""
        message = decode(raw)
        group = self.group
        window = group.swarm.window
        if message.id is not None and message.id == self.move:
            self.move = ""
            group.waiting = False
            if window is not None:
                if message.type == "done":
                    window.answered(self.begun)
                else:
                    window.refused += 1
            if group.bots and group.turn is None:
                group.asked = time.perf_counter()
            group.play()
        elif message.id is not None and message.id in self.asked:
            self.asked.pop(message.id).set_result(message)
        if message.picture is not None and message.table == group.table:
            if message.type == "update" and message.id is None:
                if window is not None:
                    window.heard += 1
                while self.unseen and self.unseen[0][0] < message.picture.count:  # one message may tell several moves
                    begun = self.unseen.popleft()[1]
                    if window is not None:
                        window.seen.append(microseconds(begun))
            group.see(self, message.picture)


keep: set[asyncio.Task[None]] = set()


def microseconds(since: float) -> int:
    """How long ago that was."""
    return round(1e6 * (time.perf_counter() - since))


async def each(work: Iterable[Awaitable[None]]) -> None:
    """Do all, some at the same time."""
    turnstile = asyncio.Semaphore(AT_ONCE)

    async def one(step: Awaitable[None]) -> None:
        async with turnstile:
            await step

    await asyncio.gather(*map(one, work))


async def work(setup: Setup) -> None:
    """Get ready, then play as told until standard input ends."""
    swarm = Swarm(setup)
    await swarm.get_ready()
    await asyncio.sleep(0.3)
    print(json.dumps({"ready": True}), flush=True)
    loop = asyncio.get_running_loop()
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        found = await swarm.play(msgspec.json.decode(line, type=Order))
        print(json.dumps(found), flush=True)


def main() -> None:
    """The entry point."""
    setup = msgspec.json.decode(sys.argv[1], type=Setup)
    try:
        import uvloop
    except ImportError:
        asyncio.run(work(setup))
    else:
        uvloop.run(work(setup))
    os._exit(0)


if __name__ == "__main__":
    main()
