"""kill -9 at any moment: what was acknowledged is there once, and all tables go on. For long: tools/killer.py."""

from __future__ import annotations

import asyncio
import contextlib
import random
from pathlib import Path

import pytest

from tests.server import services
from tests.server.audit import Audit, audit
from tests.server.running import Process
from tests.server.swarm import Swarm, faults, harass, server

pytestmark = [pytest.mark.slow, pytest.mark.process]


ENOUGH = 200  # acknowledged decisions to say something


async def killed(servers: list[Process], database: str, kills: int, *, clients: int, tables: int) -> Audit:
    """Play, kill, play on, and look into the database. A slow machine needs more kills until enough was decided."""
    swarm = Swarm([one.url for one in servers], clients, tables, seed=database[-8:])
    for one in servers:
        one.begin()
    for one in servers:
        one.ready()
    try:
        await swarm.begin()
        await harass(servers, swarm, kills, random.Random(kills), longest=0.3)
        for more in range(40):
            if swarm.memory.decisions > ENOUGH:
                break
            await harass(servers, swarm, 2, random.Random(more), longest=1.0)
        await swarm.settle()
        assert await swarm.go_on() > 0
        await swarm.settle()
        await swarm.end()
        for one in servers:
            assert one.stop() == 0
            assert faults(one.log) == []
        return await audit(database, swarm.memory)
    finally:
        with contextlib.suppress(Exception):
            await swarm.end()
        for one in servers:
            one.kill()


def judge(found: Audit) -> None:
    """Nothing lost, nothing doubled, nothing broken, and enough happened to say so."""
    assert (found.lost, found.doubled, found.broken, found.foreign) == ([], [], [], [])
    assert found.decisions > ENOUGH and found.events > found.decisions


def test_sqlite_loses_nothing_when_the_server_is_killed(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/games.db"
    judge(asyncio.run(killed([server(tmp_path, database=database)], database, 15, clients=6, tables=8)))


def test_postgresql_and_redis_with_two_servers_lose_nothing_when_either_is_killed(tmp_path: Path) -> None:
    from eminence.server.store import upgrade

    with services.postgres() as postgres, services.redis() as redis:
        database = postgres.database()
        asyncio.run(upgrade(database))
        servers = [server(tmp_path, database=database, bus=redis.url) for _ in range(2)]
        judge(asyncio.run(killed(servers, database, 15, clients=6, tables=8)))
