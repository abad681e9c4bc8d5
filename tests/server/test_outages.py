"""The database or the bus goes away, is full or cannot be written: a clear answer, nothing lost, and on it goes."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import shutil
import sqlite3
import subprocess
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from eminence.server.app import Server, create_app
from eminence.server.store import upgrade
from eminence.table import Table, events
from tests.server import services
from tests.server.audit import Audit, audit
from tests.server.running import HASTY, PLENTY, Process, settings_for
from tests.server.swarm import Swarm, faults, server
from tests.server.unplugged import Ear

Trouble = Callable[[Swarm], Awaitable[None]]


async def troubled(servers: list[Process], database: str, trouble: Trouble, *, clients: int = 6) -> Audit:
    """Play, get into trouble, play on, and look into the database."""
    swarm = Swarm([one.url for one in servers], clients, 8, seed="trouble")
    for one in servers:
        one.begin()
    for one in servers:
        one.ready()
    try:
        await swarm.begin()
        await progress(swarm, 40)
        await trouble(swarm)
        await swarm.settle()
        assert await swarm.go_on() > 0
        await swarm.settle()
        assert all(one.process is not None and one.process.poll() is None for one in servers)
    finally:
        await swarm.end()
        for one in servers:
            one.stop()
    assert [line for one in servers for line in faults(one.log)] == []
    found = await audit(database, swarm.memory)
    assert (found.lost, found.doubled, found.broken, found.foreign) == ([], [], [], [])
    return found


async def progress(swarm: Swarm, decisions: int, seconds: float = 60.0) -> None:
    """Wait until so many more decisions are acknowledged."""
    wanted = swarm.memory.decisions + decisions
    async with asyncio.timeout(seconds):
        while swarm.memory.decisions < wanted:
            await asyncio.sleep(0.05)


@pytest.mark.slow
@pytest.mark.process
def test_restarts_and_kills_of_postgresql_and_redis_lose_nothing(tmp_path: Path) -> None:
    """Two servers; whoever is connected stays connected, and waits."""
    with services.postgres() as postgres, services.redis() as redis:
        database = postgres.database()
        asyncio.run(upgrade(database))

        async def trouble(swarm: Swarm) -> None:
            for service in (redis, postgres):
                for end in (service.stop, service.kill):
                    await asyncio.to_thread(end)
                    await asyncio.sleep(0.5)
                    await asyncio.to_thread(service.start)
                    await progress(swarm, 40)

        servers = [server(tmp_path, database=database, bus=redis.url) for _ in range(2)]
        found = asyncio.run(troubled(servers, database, trouble))
        assert found.decisions > 200


@pytest.mark.slow
@pytest.mark.process
def test_postgresql_that_takes_nothing_is_told_and_waited_for(tmp_path: Path) -> None:
    with services.postgres() as postgres:
        database = postgres.database()
        asyncio.run(upgrade(database))

        async def trouble(swarm: Swarm) -> None:
            postgres.run("ALTER SYSTEM SET default_transaction_read_only = on")
            postgres.run("SELECT pg_reload_conf()")
            async with asyncio.timeout(30):
                while not swarm.memory.reasons["read-only"]:
                    await asyncio.sleep(0.05)
            postgres.run("ALTER SYSTEM RESET default_transaction_read_only")
            postgres.run("SELECT pg_reload_conf()")
            await progress(swarm, 40)

        asyncio.run(troubled([server(tmp_path, database=database)], database, trouble))


@contextlib.contextmanager
def small_disk(folder: Path, size: str) -> Iterator[Path]:
    """A file system of its own, with little room."""
    place = folder / "disk"
    place.mkdir()
    made = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "none", str(place)], capture_output=True)
    if made.returncode:
        pytest.skip(f"mount: {made.stderr.decode().strip()}")
    try:
        yield place
    finally:
        subprocess.run(["umount", "-l", str(place)], check=True)


@pytest.mark.slow
@pytest.mark.process
@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only root may mount a file system")
def test_a_full_disk_is_told_and_harms_nothing(tmp_path: Path) -> None:
    """The disk of a running server is filled to the last byte, and later there is room again."""
    with small_disk(tmp_path, "24m") as place:
        database = f"sqlite:///{place}/games.db"

        async def trouble(swarm: Swarm) -> None:
            for _ in range(2):
                with contextlib.suppress(OSError), (place / "ballast").open("wb", buffering=0) as ballast:
                    while True:
                        ballast.write(bytes(4096))
                async with asyncio.timeout(60):
                    before = swarm.memory.reasons.total()
                    while swarm.memory.reasons.total() == before:
                        await asyncio.sleep(0.05)
                await asyncio.sleep(0.5)
                (place / "ballast").unlink()
                await progress(swarm, 40)
            assert set(swarm.memory.reasons) <= {"full", "io"}, swarm.memory.reasons

        found = asyncio.run(troubled([server(tmp_path, database=database)], database, trouble))
        assert found.decisions > 100
        shutil.copy(place / "games.db", tmp_path / "copy.db")


@pytest.mark.slow
@pytest.mark.process
@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only root may mount a file system")
def test_a_server_does_not_start_on_a_disk_that_it_cannot_write(tmp_path: Path) -> None:
    with small_disk(tmp_path, "24m") as place:
        settings = settings_for(tmp_path, database=f"sqlite:///{place}/games.db")
        Process(settings, tmp_path / "log").start().stop()
        subprocess.run(["mount", "-o", "remount,ro", str(place)], check=True)
        with pytest.raises(RuntimeError, match=r"read.only|cannot|denied|Read-only"):
            Process(settings, tmp_path / "log").start()


# The same inside one process, where every step can be looked at.


class Stage:
    """A server on a file, and two people at a table."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "games.db"
        self.app = create_app(settings_for(folder, database=f"sqlite:///{self.file}", bots=HASTY, limits=PLENTY))
        self.server: Server = self.app.app.app.state.server  # type: ignore[attr-defined]
        self.anna, self.ben = Ear(self.app), Ear(self.app)
        self.table = ""

    async def begin(self) -> None:
        await self.server.open()
        for name, ear in (("Anna", self.anna), ("Ben", self.ben)):
            await ear.enter(name)
            await ear.open()
        settings = {"game": "richelieu-duel", "chairs": [{"kind": "mine"}, {"kind": "open"}], "start": 0}
        self.table = (await self.anna.http("POST", "/api/tables", settings))["id"]
        for ear in (self.anna, self.ben):
            await ear.ask({"type": "watch", "table": self.table})
        assert (await self.ben.ask(self.command("sit", seat=1)))["type"] == "done"

    def command(self, kind: str, **rest: Any) -> dict[str, Any]:
        return {"type": "do", "table": self.table, "command": {"kind": kind, **rest}}

    def pragma(self, text: str) -> Any:
        """Speak to the database as the server's writer does."""
        return self.server.store.database.execute(f"PRAGMA {text}").fetchone()  # type: ignore[attr-defined]

    async def end(self) -> None:
        for ear in (self.anna, self.ben):
            await ear.close()
        await self.server.close()

    def check(self) -> Table:
        """The file is sound, and gives a table; everything that anybody was shown is in it."""
        file = sqlite3.connect(self.file)
        assert file.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        rows = file.execute("SELECT seq, at, payload FROM events WHERE table_id = ? ORDER BY seq", (self.table,))
        log = [(seq, at, events.load(payload)) for seq, at, payload in rows]
        file.close()
        there = {seq: {"seq": seq, "at": at, "event": events.public(event)} for seq, at, event in log}
        for ear in (self.anna, self.ben):
            for raw in ear.got:
                message = json.loads(raw) if raw.startswith(b'{"type":') else {}
                for line in message.get("log", []):
                    assert json.loads(json.dumps(there[line["seq"]])) == line
        return Table.of(self.table, [(at, event) for _, at, event in log])


async def in_trouble(stage: Stage, on: str, off: str, reason: str) -> None:
    """While the database takes nothing, commands are refused with the reason; then the same ones are carried out."""
    await stage.begin()
    try:
        stage.pragma(on)
        refused = None
        for number in range(200):
            command = stage.command("say", text=f"{number} " + "long " * 50)
            answer = await stage.anna.ask(command)
            if answer["type"] == "refused":
                refused = answer["id"], command
                break
        assert refused is not None
        assert (answer["code"], answer["params"]) == ("store-failed", {"reason": reason})
        shown = await stage.ben.http("GET", f"/api/tables/{stage.table}")
        assert shown["picture"]["phase"] == "playing"
        assert not any(line["event"].get("text") == refused[1]["command"]["text"] for line in shown["log"])
        opened = await stage.anna.http(
            "POST", "/api/tables", {"game": "richelieu-duel", "chairs": [{"kind": "mine"}] * 2}
        )
        if "code" in opened:
            assert (opened["code"], opened["params"]) == ("store-failed", {"reason": reason})
        stage.pragma(off)
        seqs = set()
        for _ in range(2):  # again with the same id, and again
            answer = await stage.anna.ask({**refused[1], "id": refused[0]}, key=refused[0])
            assert answer["type"] == "done"
            seqs.add(answer["seq"])
        assert len(seqs) == 1
        view = (await stage.anna.http("GET", f"/api/tables/{stage.table}"))["picture"]["view"]
        decide = stage.command("decide", seat=0, at=0, decision=view["legal"][0], confirm=True)
        assert (await stage.anna.ask(decide))["type"] == "done"
    finally:
        await stage.end()
    table = stage.check()
    assert table.seq == stage.server.hub.tables[stage.table].table.seq and table.count == 1


def test_a_full_database_refuses_with_the_reason_and_goes_on_later(tmp_path: Path) -> None:
    stage = Stage(tmp_path)
    asyncio.run(in_trouble(stage, "max_page_count = 1", "max_page_count = 1073741823", "full"))


def test_a_read_only_database_refuses_with_the_reason_and_goes_on_later(tmp_path: Path) -> None:
    stage = Stage(tmp_path)
    asyncio.run(in_trouble(stage, "query_only = on", "query_only = off", "read-only"))
