"""Many clients that play many tables, whatever happens to the servers, and somebody who kills these.

Every command is sent, with the same id, until it is answered. What was answered, and every line of a log that was
shown, is remembered; `audit` compares it with the rows of the database.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import time
from collections import Counter
from dataclasses import dataclass, field
from http.cookiejar import CookieJar, DefaultCookiePolicy
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from eminence.server.settings import Log
from tests.server.running import Process, settings_for


def server(folder: Path, **changes: Any) -> Process:
    """A server process that is not started yet."""
    settings = settings_for(folder, **{"log": Log(level="info", format="json"), **changes})
    return Process(settings, folder / f"log-{settings.port}")


def faults(log: Path) -> list[str]:
    """Lines of a log that tell of an error in the program; that the database does not answer is none."""
    found = []
    for line in log.read_text().splitlines() if log.exists() else []:
        try:
            told = json.loads(line)
        except ValueError:
            told = {"level": "error"}
        if "trace" in told or (told["level"] == "error" and told.get("status") != 503):
            found.append(line)
    return found


@dataclass
class Memory:
    """What the clients were told, and therefore must be true for ever."""

    answered: dict[tuple[str, str], tuple[int, dict[str, Any]]] = field(default_factory=dict)
    """By table and "user:id": the seq of the answer, and the command."""
    sent: dict[tuple[str, str], dict[str, Any]] = field(default_factory=dict)
    refused: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    """Why the database failed."""
    shown: dict[tuple[str, int], str] = field(default_factory=dict)
    """By table and seq: a line of a log as somebody saw it."""
    opened: dict[str, str] = field(default_factory=dict)
    """Tables whose opening was acknowledged, and by whom."""
    decisions: int = 0
    reconnects: int = 0
    waits: list[float] = field(default_factory=list)
    """Seconds from a decision to its answer."""
    faults: list[str] = field(default_factory=list)

    def answer(self, table: str, key: str, seq: int, command: dict[str, Any]) -> None:
        """A command was acknowledged; if it was before, with the same seq."""
        before = self.answered.get((table, key))
        if before is None:
            self.answered[table, key] = seq, command
            self.decisions += command["kind"] in ("decide", "confirm")
        elif before[0] != seq:
            self.faults.append(f"{table} {key}: acknowledged as event {before[0]}, then as {seq}")

    def show(self, table: str, log: list[dict[str, Any]]) -> None:
        """Lines of a log were shown."""
        for line in log:
            text = json.dumps(line, sort_keys=True)
            before = self.shown.setdefault((table, line["seq"]), text)
            if before != text:
                self.faults.append(f"{table} event {line['seq']}: shown as {before}, then as {text}")


class Swimmer:
    """One person with one connection at a time, who plays at several tables and never gives up."""

    def __init__(self, swarm: Swarm, number: int) -> None:
        self.swarm = swarm
        self.memory = swarm.memory
        self.rng = random.Random(f"{swarm.seed}/{number}")
        self.number = number
        self.user = ""
        self.token = ""
        self.seqs: dict[str, int] = {}
        """The tables where this person plays, and the last event seen."""
        self.pictures: dict[str, dict[str, Any]] = {}
        self.waiting: dict[str, tuple[str, dict[str, Any], float]] = {}
        """Commands without an answer, by id: table, command, when it was sent first."""
        self.old: list[tuple[str, str]] = []
        self.count = 0
        self.again: set[asyncio.Task[None]] = set()
        self.socket: ClientConnection | None = None

    async def http(self, method: str, path: str, body: Any = None) -> dict[str, Any]:
        """A request, repeated until somebody answers."""
        headers = {"authorization": f"Bearer {self.token}"} if self.token else {}
        while True:
            with contextlib.suppress(httpx.HTTPError):
                url = self.rng.choice(self.swarm.urls)
                answer = await self.swarm.web.request(method, url + path, json=body, headers=headers)
                if answer.status_code == 200:
                    found: dict[str, Any] = answer.json()
                    return found
                if answer.status_code != 503:
                    raise AssertionError(f"{method} {path}: {answer.status_code} {answer.text}")
            await asyncio.sleep(0.1)

    async def enter(self) -> None:
        """Get a name and a token, with one cookie's help."""
        while True:
            with contextlib.suppress(httpx.HTTPError):
                url = self.rng.choice(self.swarm.urls)
                entered = await self.swarm.web.post(f"{url}/api/me", json={"name": f"Swimmer {self.number}"})
                if entered.status_code == 200:
                    headers = {"cookie": entered.headers["set-cookie"].partition(";")[0], "origin": url}
                    made = await self.swarm.web.post(f"{url}/api/me/tokens", json={"label": "swarm"}, headers=headers)
                    if made.status_code == 200:
                        self.user, self.token = entered.json()["user"]["id"], made.json()["token"]
                        return
            await asyncio.sleep(0.1)

    async def swim(self) -> None:
        """Be connected, for ever."""
        while True:
            url = self.rng.choice(self.swarm.urls).replace("http", "ws", 1) + "/api/socket"
            try:
                headers = {"authorization": f"Bearer {self.token}"}
                async with connect(
                    url, additional_headers=headers, max_size=None, open_timeout=5, close_timeout=1, compression=None
                ) as socket:
                    self.socket = socket
                    self.memory.reconnects += 1
                    for table, seq in self.seqs.items():
                        await self.watch(table, seq)
                    for key, (table, command, _) in list(self.waiting.items()):
                        await self.put({"type": "do", "id": key, "table": table, "command": command})
                    async for text in socket:
                        await self.take(json.loads(text))
            except (OSError, WebSocketException, TimeoutError):
                pass
            finally:
                self.socket = None
            await asyncio.sleep(self.rng.uniform(0.02, 0.2))

    async def put(self, message: dict[str, Any]) -> None:
        """Send, if somebody listens; what is not answered is sent again later."""
        if self.socket is not None:
            with contextlib.suppress(WebSocketException, OSError):
                await self.socket.send(json.dumps(message))

    async def watch(self, table: str, after: int = 0) -> None:
        """Look at a table."""
        self.seqs.setdefault(table, after)
        await self.put({"type": "watch", "id": f"w-{table}", "table": table, "after": after})

    async def do(self, table: str, **command: Any) -> None:
        """Give a command; sometimes twice, as a nervous client does."""
        self.count += 1
        key = f"c{self.count}"
        self.waiting[key] = table, command, time.monotonic()
        self.memory.sent[table, f"{self.user}:{key}"] = command
        message = {"type": "do", "id": key, "table": table, "command": command}
        await self.put(message)
        if self.rng.random() < 0.05:
            await self.put(message)
        if self.old and self.rng.random() < 0.03:  # and sometimes an old one comes again
            late, where = self.rng.choice(self.old)
            await self.put(
                {"type": "do", "id": late, "table": where, "command": self.memory.sent[where, f"{self.user}:{late}"]}
            )

    async def take(self, message: dict[str, Any]) -> None:
        """What the server says."""
        match message["type"]:
            case "done" | "refused":
                await self.hear(message)
            case "snapshot" | "update":
                await self.look(message)

    async def hear(self, message: dict[str, Any]) -> None:
        """An answer."""
        key = message.get("id") or ""
        if message["type"] == "refused" and key.startswith("w-"):
            self.later(self.watch(key[2:], self.seqs[key[2:]]))
            return
        full = f"{self.user}:{key}"
        table, command, begun = self.waiting.get(key) or ("", {}, 0.0)
        if message["type"] == "done":
            if not table:  # an old one
                table = next((where for late, where in self.old if late == key), "")
                command = self.memory.sent.get((table, full), {})
            if table:
                self.memory.answer(table, full, message["seq"], command)
            if key in self.waiting:
                del self.waiting[key]
                self.old.append((key, table))
                self.memory.waits.append(time.monotonic() - begun)
                await self.act(table)
        elif key in self.waiting:
            self.memory.refused[message["code"]] += 1
            if message["code"] == "store-failed":
                self.memory.reasons[message["params"]["reason"]] += 1
                self.later(self.put({"type": "do", "id": key, "table": table, "command": command}))
                return
            del self.waiting[key]
            await self.act(table)

    def later(self, work: Any) -> None:
        """Do something in a moment."""

        async def soon() -> None:
            await asyncio.sleep(self.rng.uniform(0.1, 0.4))
            await work

        task = asyncio.create_task(soon())
        self.again.add(task)
        task.add_done_callback(self.again.discard)

    async def look(self, message: dict[str, Any]) -> None:
        """News of a table."""
        table, log = message["table"], message["log"]
        if table not in self.seqs:  # on its way when this person went home
            return
        self.memory.show(table, log)
        seen = self.seqs.get(table, 0)
        if message["type"] == "update" and log and log[0]["seq"] > seen + 1:
            self.memory.faults.append(f"{table}: after event {seen} came {log[0]['seq']}")
        if message["seq"] < seen:
            self.memory.faults.append(f"{table}: event {seen} was shown, now the log ends with {message['seq']}")
        self.seqs[table] = message["seq"]
        if message.get("picture"):
            self.pictures[table] = message["picture"]
            await self.act(table)

    async def act(self, table: str) -> None:
        """Do what is to be done at a table, one thing at a time."""
        shown = self.pictures.get(table)
        if shown is None or any(where == table for where, _, _ in self.waiting.values()):
            return
        if shown["phase"] in ("finished", "closed"):
            if self.seqs.pop(table, None) is not None:
                del self.pictures[table]
                await self.put({"type": "unwatch", "id": f"u-{table}", "table": table})
                self.swarm.over(table)
            return
        free = [i for i, seat in enumerate(shown["players"]) if not seat["user"] and not seat["bot"]]
        if shown["phase"] == "gathering" and not shown["yours"] and free:
            await self.do(table, kind="sit", seat=free[0])
            return
        view, seat, at = shown["view"], shown["seat"], shown["count"]
        if view is None or seat is None or view["seat"] != seat or self.swarm.resting:
            return
        dice = self.rng.random()
        if shown["pending"] is not None:
            if dice < 0.1 and shown["undo"]:
                await self.do(table, kind="undo", seat=seat, at=at)
            else:
                await self.do(table, kind="confirm", seat=seat, at=at)
        elif view["legal"]:
            if dice < 0.05:
                await self.do(table, kind="say", text=f"{self.user} says {self.count}")
            decision = self.rng.choice(view["legal"])
            await self.do(table, kind="decide", seat=seat, at=at, decision=decision, confirm=dice < 0.8)


SETTINGS = (
    ("richelieu-duel", 2, 0),
    ("richelieu", 3, 1),
    ("cardinal-cards", 3, 0),
    ("cardinal-board", 3, 1),
)
"""The tables of a swarm: game, players, and how many of these are bots of the house."""


class Swarm:
    """Clients, and the tables they play at."""

    def __init__(self, urls: list[str], clients: int, tables: int, seed: object = 0) -> None:
        self.urls = urls
        self.seed = seed
        self.rng = random.Random(f"{seed}")
        self.memory = Memory()
        self.wanted = tables
        self.swimmers = [Swimmer(self, number) for number in range(clients)]
        self.playing: set[str] = set()
        self.finished: set[str] = set()
        self.resting = False
        self.tasks: set[asyncio.Task[None]] = set()
        self.made = 0
        self.web: httpx.AsyncClient

    async def begin(self) -> None:
        """Enter, connect, open the tables."""
        self.web = httpx.AsyncClient(timeout=20, cookies=CookieJar(DefaultCookiePolicy(allowed_domains=[])))
        await asyncio.gather(*(swimmer.enter() for swimmer in self.swimmers))
        for swimmer in self.swimmers:
            self.spawn(swimmer.swim())
        await asyncio.gather(*(self.open_table() for _ in range(self.wanted)))

    def spawn(self, work: Any) -> None:
        """Do something beside; its failure is a fault."""

        async def seen() -> None:
            try:
                await work
            except asyncio.CancelledError:
                raise
            except BaseException as error:
                self.memory.faults.append(f"{type(error).__name__}: {error}")

        task = asyncio.create_task(seen())
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def open_table(self) -> None:
        """One more table; its people find it by its link."""
        possible = [kind for kind in SETTINGS if kind[1] - kind[2] <= len(self.swimmers)]
        game, players, bots = possible[self.made % len(possible)]
        self.made += 1
        people = self.rng.sample(self.swimmers, players - bots)
        chairs: list[dict[str, Any]] = [{"kind": "mine"}] + [{"kind": "open"}] * (players - bots - 1)
        chairs += [{"kind": "bot", "level": "page"}] * bots
        settings = {"game": game, "chairs": chairs, "public": self.rng.random() < 0.3, "casual": False}
        table = (await people[0].http("POST", "/api/tables", settings))["id"]
        self.memory.opened[table] = people[0].user
        self.playing.add(table)
        for person in people:
            await person.watch(table)

    def over(self, table: str) -> None:
        """A game has ended; another begins."""
        if table in self.playing:
            self.playing.discard(table)
            self.finished.add(table)
            if not self.resting:
                self.spawn(self.open_table())

    async def settle(self, seconds: float = 60.0) -> None:
        """Stop beginning things, and wait until every command is answered."""
        self.resting = True
        until = time.monotonic() + seconds
        while any(swimmer.waiting for swimmer in self.swimmers):
            if time.monotonic() > until:
                left = {swimmer.user: dict(swimmer.waiting) for swimmer in self.swimmers if swimmer.waiting}
                raise AssertionError(f"without an answer for {seconds} s: {left}")
            await asyncio.sleep(0.05)

    async def go_on(self, seconds: float = 60.0) -> int:
        """Play on until something has happened at every unfinished table; gives their number."""
        before = {table: self.furthest(table) for table in self.playing}
        self.resting = False
        for swimmer in self.swimmers:
            for table in list(swimmer.pictures):
                await swimmer.act(table)
        until = time.monotonic() + seconds
        while stuck := [t for t, seq in before.items() if t in self.playing and self.furthest(t) <= seq]:
            assert time.monotonic() < until, f"{len(stuck)} of {len(before)} tables do not go on: {self.about(stuck)}"
            await asyncio.sleep(0.05)
        return len(before)

    def furthest(self, table: str) -> int:
        """The last event of a table that anybody saw."""
        return max((swimmer.seqs.get(table, 0) for swimmer in self.swimmers), default=0)

    def about(self, tables: list[str]) -> list[Any]:
        """What is known of some tables, for a message."""
        return [
            (table, swimmer.user, swimmer.seqs[table], (shown := swimmer.pictures.get(table)) and shown["phase"],
             shown and shown["yours"], shown and shown["view"] and shown["view"]["seat"])
            for table in tables[:3] for swimmer in self.swimmers if table in swimmer.seqs
        ]  # fmt: skip

    async def end(self) -> None:
        """Everybody goes home."""
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        await self.web.aclose()


async def harass(
    servers: list[Process], swarm: Swarm, kills: int, rng: random.Random, longest: float = 1.5, told: Any = None
) -> None:
    """Kill servers with -9 at random moments, also while they start, and start them again; the others go on."""
    done = 0
    while done < kills:
        await asyncio.sleep(rng.uniform(0.05, longest))
        server = rng.choice(servers)
        server.kill()
        done += 1
        if told is not None:
            told(done)
        while done < kills and rng.random() < 0.1:
            server.begin()
            await asyncio.sleep(rng.uniform(0.05, 0.9))
            server.kill()
            done += 1
        server.begin()
        await asyncio.to_thread(server.ready)
