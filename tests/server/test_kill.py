"""kill -9 at any moment: what was acknowledged is there once, and every table goes on. The long version: tools/killer.py."""

from __future__ import annotations

import asyncio
import contextlib
import random
from pathlib import Path

import pytest

from tests.server import services
from tests.server.audit import Audit, audit
from tests.server.swarm import ServerProcess, Swarm, harass

pytestmark = [pytest.mark.slow, pytest.mark.process]


async def killed(servers: list[ServerProcess], database: str, kills: int, *, clients: int, tables: int) -> Audit:
    """Play, kill, play on, and look into the database."""
    for server in servers:
        server.start()
    for server in servers:
        await server.ready()
    swarm = Swarm([server.url for server in servers], clients, tables, seed=database[-8:])
    try:
        await swarm.begin()
        await harass(servers, swarm, kills, random.Random(kills), longest=0.6)
        await swarm.settle()
        assert await swarm.go_on() > 0
        await swarm.settle()
        await swarm.end()
        for server in servers:
            assert server.stop() == 0
            assert server.faults() == []
        return await audit(database, swarm.memory)
    finally:
        with contextlib.suppress(Exception):
            await swarm.end()
        for server in servers:
            server.kill()


def judge(found: Audit, decisions: int) -> None:
    """Nothing lost, nothing doubled, nothing broken, and enough happened to say so."""
    assert (found.lost, found.doubled, found.broken) == ([], [], [])
    assert found.decisions > decisions and found.events > found.decisions


def test_sqlite_loses_nothing_when_the_server_is_killed(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/games.db"
    server = ServerProcess(tmp_path, database)
    judge(asyncio.run(killed([server], database, 15, clients=8, tables=12)), 200)


def test_postgresql_and_redis_with_two_servers_lose_nothing_when_either_is_killed(tmp_path: Path) -> None:
    from eminence.server.store import upgrade

    with services.postgres() as postgres, services.redis() as redis:
        database = postgres.database()
        asyncio.run(upgrade(database))
        servers = [ServerProcess(tmp_path, database, redis.url) for _ in range(2)]
        judge(asyncio.run(killed(servers, database, 15, clients=8, tables=12)), 200)
