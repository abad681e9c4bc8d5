"""Hostile messages in great numbers: nothing breaks, nobody else's table changes, and its players notice nothing."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json
import os
import random
import socket
import struct
from collections import Counter
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from eminence.server.settings import Limits
from tests.server.audit import audit
from tests.server.running import PLENTY, Process
from tests.server.swarm import Swarm, Swimmer, faults, server

pytestmark = pytest.mark.process

WORDS = [
    "",
    "A1",
    "\u0000",
    "🂡" * 9,
    "Ä\u202e",
    "'; DROP TABLE events; --",
    "../../etc/passwd",
    "a" * 400,
    "\n",
    "null",
]
NUMBERS: list[Any] = [-1, 0, 1, 2, 4, 5, 10**6, 2**31, 2**63, 2**64, 10**400, -(10**30), 0.5, 1e308, True, None]
TYPES = ["watch", "unwatch", "do", "hint", "lobby", "ping", "hello", "snapshot", "done", "", "DO", "__proto__"]
LIKELY = ["do"] * 7 + TYPES[:6]
KINDS = ["sit", "leave", "chair", "start", "decide", "undo", "confirm", "takeback", "answer", "resign", "claim"]
KINDS += ["mute", "rematch", "close", "say", "created", "started", "finished", "gaveup", "seated"]
EXPECTED = {1000, 1001, 1002, 1003, 1007, 1008, 1009}  # how the server may end a connection that misbehaves
ANSWERS = {"hello", "snapshot", "update", "presence", "done", "refused", "hints", "lobby", "pong", "bye"}
LARGEST = PLENTY.message_bytes
CHATTY = {**{name: getattr(PLENTY, name) for name in PLENTY.__struct_fields__}, "chat_per_minute": 30}


class Weapons:
    """Makes hostile messages. `heard` is what others have sent in earnest, `tables` and `users` are real ids."""

    def __init__(self, seed: object, tables: list[str], users: list[str], heard: list[Any]) -> None:
        self.rng = random.Random(f"{seed}")
        self.tables, self.users, self.heard = tables, users, heard

    def make(self) -> str | bytes:
        """The next one."""
        return self.rng.choice([self.noise, self.forged, self.forged, self.mutated, self.mutated, self.broken,
                                self.replayed, self.replayed, self.deep])()  # fmt: skip

    def noise(self) -> str | bytes:
        """Bytes of no meaning, also as text."""
        raw = self.rng.randbytes(self.rng.choice([0, 1, 7, 100, 3000]))
        return raw if self.rng.random() < 0.5 else raw.decode("utf-8", "replace")

    def table(self) -> Any:
        """The id of a table, mostly a real one."""
        return self.rng.choice(self.tables) if self.rng.random() < 0.8 else self.rng.choice([*WORDS, *NUMBERS])

    def request(self) -> dict[str, Any]:
        """A request that could be meant seriously."""
        rng = self.rng
        kind = rng.choice(KINDS)
        command: dict[str, Any] = {"kind": kind}
        if kind not in ("start", "rematch", "close", "say", "mute"):
            command["seat"] = rng.randrange(4)
        if kind in ("decide", "undo", "confirm"):
            command["at"] = rng.randrange(120)
        if kind == "decide":
            command |= {"decision": rng.choice(["A1", "B3", "Bu2", "stop", "=", "ES", "C4>D1"]), "confirm": True}
        more: dict[str, dict[str, Any]] = {
            "say": {"text": "boo"}, "mute": {"user": rng.choice(self.users)}, "answer": {"agree": True},
        }  # fmt: skip
        command |= more.get(kind, {})
        message: dict[str, Any] = {"type": rng.choice(LIKELY), "id": f"h{rng.randrange(50)}", "table": self.table()}
        if message["type"] == "do":
            message["command"] = command
        if message["type"] in ("lobby", "ping"):
            del message["table"]
        if message["type"] == "hint":
            message["seat"] = rng.randrange(4)
        return message

    def forged(self) -> str:
        """In order, but not the sender's to ask."""
        return json.dumps(self.request())

    def replayed(self) -> str:
        """What somebody else has sent, under the same id, in any order."""
        if not self.heard:
            return self.forged()
        table, key, command = self.rng.choice(self.heard)
        return json.dumps({"type": "do", "id": key, "table": table, "command": command})

    def mutated(self) -> str:
        """A request with something wrong in one place."""
        rng, message = self.rng, self.request()
        place: Any = message
        while isinstance(place.get("command"), dict) and rng.random() < 0.6:
            place = place["command"]
        key = rng.choice([*place, rng.choice(WORDS)])
        value: Any = rng.choice(
            [*WORDS, *NUMBERS, *TYPES, *KINDS, [], {}, [[]], {"kind": "close"}, rng.choice(self.users)]
        )
        if rng.random() < 0.2:
            place.pop(key, None)
        else:
            place[key] = value
        text = json.dumps(message, ensure_ascii=rng.random() < 0.5)
        return text.replace('"type"', '"type": "ping", "type"', 1) if rng.random() < 0.05 else text

    def broken(self) -> str | bytes:
        """A request with bytes turned, lost or doubled."""
        raw = bytearray(self.forged().encode())
        for _ in range(self.rng.randrange(1, 4)):
            at = self.rng.randrange(len(raw))
            match self.rng.randrange(3):
                case 0:
                    raw[at] = self.rng.randrange(256)
                case 1:
                    del raw[at:]
                    raw += b"}"
                case _:
                    raw[at:at] = raw[: self.rng.randrange(20)]
        return bytes(raw)

    def deep(self) -> str:
        """Nested, long, or with many keys."""
        deep = self.rng.choice([10, 900, 1100, 3000])
        return self.rng.choice([
            "[" * deep, '{"type":' * deep, '{"type":"ping","id":' + "[" * deep + "]" * deep + "}",
            '{"type":"ping","id":"' + "x" * deep + '"}', json.dumps({f"k{i}": i for i in range(deep)}),
            '{"type":"ping","id":"\\ud800"}', '{"type":"ping","id":"p' + "\\u0000" * deep + '"}',
        ])  # fmt: skip


class Attacker:
    """One hostile connection after the other."""

    def __init__(self, url: str, token: str, weapons: Weapons) -> None:
        self.url = url.replace("http", "ws", 1) + "/api/socket"
        self.headers = {"authorization": f"Bearer {token}"} if token else {}
        self.weapons = weapons
        self.sent = 0
        self.got: Counter[str] = Counter()
        self.closed: Counter[int] = Counter()
        self.faults: list[str] = []

    async def attack(self, count: int) -> None:
        """Send so many messages in bursts, over as many connections as it takes."""
        burst: list[str | bytes] = []
        while self.sent < count:
            async with connect(
                self.url, additional_headers=self.headers, max_size=None, compression=None, open_timeout=30
            ) as socket:
                with contextlib.suppress(ConnectionClosed):
                    while self.sent < count:
                        burst = [self.weapons.make() for _ in range(min(100, count - self.sent))]
                        for message in burst:
                            self.sent += 1
                            await socket.send(message)
                        await socket.send('{"type":"ping","id":"barrier"}')
                        while not self.take(await asyncio.wait_for(socket.recv(), 60)):
                            pass
                    continue
            code = socket.close_code or 1006
            self.closed[code] += 1
            cut = code == 1006 and any(len(message) > LARGEST for message in burst)  # its reason is lost in the flood
            if code not in EXPECTED and not cut:
                self.faults.append(f"closed with {code} {socket.close_reason} after {[m[:100] for m in burst]}")

    def take(self, raw: str | bytes) -> bool:
        """An answer; whether it is the one to wait for."""
        kind = str(raw[:30]).partition('"type":"')[2].partition('"')[0]
        self.got[kind] += 1
        if kind not in ANSWERS:
            self.faults.append(f"answered {raw[:200]!r}")
        if kind == "refused":
            code = json.loads(raw)["code"]
            self.got[code] += 1
            if code == "failed":
                self.faults.append(f"failed {raw[:200]!r}")
        return kind == "pong" and '"barrier"' in str(raw)


async def wire(port: int, rng: random.Random, count: int) -> None:
    """Connections that do not keep to the protocol at all: bad requests, bad frames, half of a frame and no more."""
    key = base64.b64encode(rng.randbytes(16)).decode()
    upgrade = (
        f"GET /api/socket HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n"
    ).encode()
    frames = [
        b"\x81\x05hello", b"\x81\xfe", b"\x89\xfe\x01\x00" + b"x" * 260, b"\x83\x80abcd", b"\xf1\x80abcd",
        b"\x01\x81abcdx" * 50, b"\x81\xff" + struct.pack(">Q", 2**62) + b"abcd", b"\x88\x82abcd\x00\x00",
        b"\x80\x80abcd", b"\x81\x84\x00\x00\x00\x00\xff\xfe\xfd\xfc", rng.randbytes(500),
    ]  # fmt: skip
    for number in range(count):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        with contextlib.suppress(OSError):
            writer.write(upgrade[: rng.randrange(10, len(upgrade))] if number % 5 == 0 else upgrade)
            if number % 5:
                await asyncio.wait_for(reader.read(300), 20)
                writer.write(b"".join(rng.choices(frames, k=3)))
            await writer.drain()
        writer.close()
        with contextlib.suppress(OSError):
            await writer.wait_closed()


async def besieged(process: Process, database: str, messages: int, wires: int) -> None:
    """Honest people play while others attack; then everything is looked at."""
    honest = Swarm([process.url], 4, 4, seed="honest")
    crooks = Swarm([process.url], 4, 3, seed="crooks")
    await honest.begin()
    await crooks.begin()

    targets: list[str] = []
    heard: list[Any] = []

    async def spy() -> None:
        while True:
            targets[:] = [*honest.playing, *honest.playing, *crooks.playing, "nowhere"]
            last = islice(reversed(honest.memory.sent.items()), 200)
            heard[:] = [(table, key.partition(":")[2], command) for (table, key), command in last]
            await asyncio.sleep(0.1)

    users = [swimmer.user for swimmer in (*honest.swimmers, *crooks.swimmers)]
    tokens = ["", "", *(swimmer.token for swimmer in crooks.swimmers)]
    attackers = [
        Attacker(process.url, token, Weapons(number, targets, users, heard)) for number, token in enumerate(tokens)
    ]
    share = -(-messages // len(attackers))
    spying = asyncio.create_task(spy())
    await asyncio.sleep(0)
    await asyncio.gather(
        *(attacker.attack(share) for attacker in attackers),
        wire(process.settings.port, random.Random(1), wires),
    )
    spying.cancel()
    await honest.settle()
    assert await honest.go_on() > 0
    await honest.settle()
    await honest.end()
    await crooks.end()

    assert sum(attacker.sent for attacker in attackers) >= messages
    assert [fault for attacker in attackers for fault in attacker.faults] == []
    got = sum((attacker.got for attacker in attackers), Counter())
    assert {"bad-message", "who-are-you", "not-your-seat", "no-such-table", "pong", "done"} <= set(got), got
    assert faults(process.log) == [] and '"status":5' not in process.log.read_text()
    assert process.stop() == 0

    found = await audit(database, honest.memory)
    assert (found.lost, found.doubled, found.broken) == ([], [], [])
    assert [line for line in found.foreign if " Said(" not in line] == []  # anybody may speak at a table
    assert found.decisions > 20
    waits = sorted(honest.memory.waits)
    assert waits[len(waits) // 2] < 1.0 and waits[-1] < 15.0, (waits[len(waits) // 2], waits[-1])


def test_five_thousand_hostile_messages_disturb_nobody(tmp_path: Path) -> None:
    run_siege(tmp_path, 5_000, 40)


@pytest.mark.slow
def test_a_hundred_thousand_hostile_messages_disturb_nobody(tmp_path: Path) -> None:
    run_siege(tmp_path, 100_000, 300)


def run_siege(folder: Path, messages: int, wires: int) -> None:
    """A server for a siege; chat is limited as usual, as anybody may speak at a public table."""
    database = f"sqlite:///{folder}/games.db"
    process = server(folder, database=database, limits=Limits(**CHATTY)).start()
    try:
        asyncio.run(besieged(process, database, messages, wires))
    finally:
        process.kill()


def test_a_flood_meets_the_limits_and_holds_up_nobody_else(tmp_path: Path) -> None:
    """With the usual limits: floods are slowed down, giants and crowds are turned away, others play on at ease."""
    process = server(tmp_path, limits=Limits(requests_burst=1000, requests_per_second=100)).start()

    async def flooded() -> None:
        honest = Swarm([process.url], 2, 1, seed="calm")
        await honest.begin()
        flooder = Swimmer(honest, 99)
        await flooder.enter()
        url = process.url.replace("http", "ws", 1) + "/api/socket"
        headers = {"authorization": f"Bearer {flooder.token}"}
        async with contextlib.AsyncExitStack() as stack:
            sockets = [
                await stack.enter_async_context(connect(url, additional_headers=headers, close_timeout=0.1))
                for _ in range(20)
            ]
            with pytest.raises(InvalidStatus):
                await connect(url, additional_headers=headers)
            before = len(honest.memory.waits)
            for socket in sockets[1:]:
                for number in range(500):
                    await asyncio.wait_for(socket.send(f'{{"type":"ping","id":"{number}"}}'), 10)
            pongs = 0
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(2):
                    async for raw in sockets[1]:
                        pongs += b"pong" in (raw if isinstance(raw, bytes) else raw.encode())
            assert pongs < 400  # 60 at once and 20 a second
            assert len(honest.memory.waits) > before
            await sockets[0].send("x" * 20_000)
            with contextlib.suppress(ConnectionClosed):
                async with asyncio.timeout(20):
                    while True:
                        await sockets[0].recv()
            assert sockets[0].close_code in (1008, 1009)
        waits = honest.memory.waits[before:]
        assert sorted(waits)[len(waits) // 2] < 0.5
        await honest.settle()
        await honest.end()
        assert honest.memory.faults == []

    try:
        asyncio.run(flooded())
        assert faults(process.log) == []
    finally:
        process.kill()


def test_who_does_not_read_is_let_go(tmp_path: Path) -> None:
    """A client that fetches nothing costs bounded memory, and the table goes on without it."""
    process = server(tmp_path).start()

    async def deaf() -> None:
        honest = Swarm([process.url], 4, 6, seed="deaf")
        await honest.begin()
        deaf_socket = socket.socket()
        deaf_socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf_socket.connect(("127.0.0.1", process.settings.port))
        reader, writer = await asyncio.open_connection(sock=deaf_socket, limit=1024)
        port, key = process.settings.port, base64.b64encode(os.urandom(16)).decode()
        writer.write(
            f"GET /api/socket HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        await reader.readline()
        tables = sorted(honest.playing)
        for number in range(2000):  # each asks for a whole snapshot
            text = json.dumps({"type": "watch", "id": f"w{number}", "table": tables[number % len(tables)]}).encode()
            try:
                writer.write(bytes([0x81, 0x80 | len(text)]) + bytes(4) + text)
                await asyncio.wait_for(writer.drain(), 0.05)
            except (TimeoutError, OSError):
                break
        wanted = honest.memory.decisions + 10
        async with asyncio.timeout(60):
            while honest.memory.decisions < wanted:
                await asyncio.sleep(0.05)
            with contextlib.suppress(OSError):
                while await reader.read(1 << 16):  # what was on its way, and then the end
                    pass
        await honest.settle()
        await honest.end()
        writer.close()
        assert honest.memory.faults == []

    try:
        asyncio.run(deaf())
        assert faults(process.log) == []
    finally:
        process.kill()
