"""Kills servers with -9, over and over, while a swarm of clients plays, and looks afterwards what the database holds.

    python tools/killer.py --kills 200 --database sqlite|postgresql [--clients N] [--tables N] [--seed TEXT]

With postgresql two server processes share a PostgreSQL and a Redis that are started for this, and either is killed.
Ends with status 1 if anything acknowledged is lost or doubled, or if a table does not go on.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import random
import statistics
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.server import services
from tests.server.audit import audit
from tests.server.running import Process
from tests.server.swarm import Swarm, faults, harass, server


async def run(servers: list[Process], database: str, given: argparse.Namespace) -> bool:
    """Play, kill, play on, look; whether all is well."""
    begun = time.monotonic()
    for one in servers:
        one.start()
    swarm = Swarm([one.url for one in servers], given.clients, given.tables, seed=given.seed)

    def told(kills: int) -> None:
        if kills % 10 == 0:
            spent, memory = time.monotonic() - begun, swarm.memory
            print(f"{spent:6.0f} s  {kills:4} kills  {memory.decisions:7} decisions acknowledged", flush=True)

    try:
        await swarm.begin()
        await harass(servers, swarm, given.kills, random.Random(given.seed), told=told)
        await swarm.settle(120)
        went_on = await swarm.go_on(120)
        await swarm.settle(120)
    finally:
        await swarm.end()
        for one in servers:
            one.stop()
    found = await audit(database, swarm.memory)
    waits = sorted(swarm.memory.waits)
    errors = [line for one in servers for line in faults(one.log)]
    print(f"kills {given.kills}, connections made {swarm.memory.reconnects}, seconds {time.monotonic() - begun:.0f}")
    print(f"tables {found.tables}, finished {len(swarm.finished)}, unfinished that went on {went_on}")
    print(f"events {found.events}, acknowledged {found.acknowledged}, of these decisions {found.decisions}")
    print(f"median wait {1000 * statistics.median(waits):.1f} ms, longest {waits[-1]:.1f} s")
    print(f"refused {dict(swarm.memory.refused)}")
    print(f"lost {len(found.lost)}, doubled {len(found.doubled)}, broken {len(found.broken)}, errors {len(errors)}")
    for line in [*found.lost[:10], *found.doubled[:10], *found.broken[:10], *errors[:10]]:
        print("  ", line[:600])
    return found.clean and not errors


def main() -> None:
    """Read the command line, start what is needed, and run."""
    reader = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    reader.add_argument("--kills", type=int, default=200)
    reader.add_argument("--database", choices=["sqlite", "postgresql"], default="sqlite")
    reader.add_argument("--clients", type=int, default=12)
    reader.add_argument("--tables", type=int, default=24)
    reader.add_argument("--seed", default="1")
    given = reader.parse_args()
    with tempfile.TemporaryDirectory(prefix="eminence-killer-") as name, contextlib.ExitStack() as stack:
        folder = Path(name)
        if given.database == "sqlite":
            database = f"sqlite:///{folder}/games.db"
            servers = [server(folder, database=database)]
        else:
            from eminence.server.store import upgrade

            postgres, redis = stack.enter_context(services.postgres()), stack.enter_context(services.redis())
            database = postgres.database()
            asyncio.run(upgrade(database))
            servers = [server(folder, database=database, bus=redis.url) for _ in range(2)]
        try:
            good = asyncio.run(run(servers, database, given))
        finally:
            for one in servers:
                one.kill()
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
