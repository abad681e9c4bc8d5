"""What the server carries: durable moves a second, latency, memory, bots; boardgame.io's server in the same run.

Machines are noisy, so the servers that are compared are all up and take turns: a repeat lets each of them be played at
for a while, a ratio is taken within one repeat, and what is reported is the median with the lowest and the highest.
Rates are given by the wall clock and by the processor time of the server; the clients are other processes.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from eminence.bench import server_machines as machines
from eminence.bench.engine import load_average, machine
from eminence.bench.server_machines import HOST, READY, BenchError, Program, free_port
from eminence.bots import DEFAULT
from eminence.server.settings import sqlite_url

FORMAT = 3
SQLITE, CLUSTER = "eminence, SQLite", "eminence, PostgreSQL + Redis, 2 processes"
PEER_POSTGRES, PEER_SQLITE = "boardgame.io, bgio-postgres", "boardgame.io, SQLite"
PEERS = (PEER_POSTGRES, PEER_SQLITE)
"""With the store for PostgreSQL that npm has for it, and with one written here to be as quick as can be."""
LENGTH = 50  # decisions of a short game

Progress = Callable[[str, int, int], None]


class Plan(Struct, frozen=True):
    """How much is measured."""

    seconds: float = 5.0
    repeat: int = 3
    warm_up: float = 4.0
    warm_moves: int = 5000
    """Warming up lasts until there were so many, as node compiles what it sees often; eight times as long at most."""
    tables: int = 48
    clients: int = 1
    """Processes of clients for each server."""
    idle: int = 2000
    bot_tables: int = 500
    bot_seconds: float = 20.0
    pause: float = 5.0
    """Seconds that a person thinks at a table with bots."""
    peer: bool = True
    cluster: bool = True

    @property
    def spares(self) -> int:
        """Tables that are ready for each group, so that few are opened while the clock runs."""
        return int((self.warm_up + (self.repeat + 1) * self.seconds) * 1500 / self.tables / LENGTH) + 1


QUICK = Plan(seconds=2.0, warm_up=2.0, warm_moves=1500, tables=24, idle=400, bot_tables=100, bot_seconds=8.0)


class Contestant:
    """A server and its clients."""

    def __init__(self, name: str, server: Program, swarms: list[Program], database: list[Program]) -> None:
        self.name = name
        self.server = server
        self.swarms = swarms
        self.database = database
        self.capacity: list[dict[str, Any]] = []
        self.half: list[dict[str, Any]] = []

    def play(self, seconds: float, rate: float = 0.0) -> dict[str, Any]:
        """Let the clients play for a while: what they found and what it cost.

        What others have written is brought to the disk before, so that nobody waits for that.
        """
        os.sync()
        begun = [self.server.cpu, sum(one.cpu for one in self.database), sum(one.cpu for one in self.swarms)]
        for one in self.swarms:
            one.tell({"seconds": seconds, "rate": rate / len(self.swarms)})
        found = [one.answer(seconds + 60) for one in self.swarms]
        ended = [self.server.cpu, sum(one.cpu for one in self.database), sum(one.cpu for one in self.swarms)]
        cpu, database, clients = (after - before for before, after in zip(begun, ended, strict=True))
        if not any(one["settled"] for one in found):
            words = f"server: {self.server.last_words()}; clients: {self.swarms[0].last_words()}"
            raise BenchError(f"{self.name} answered no move; {words}")
        return summary(found, cpu, database, clients)


def summary(found: list[dict[str, Any]], cpu: float, database: float, clients: float) -> dict[str, Any]:
    """The findings of all client processes together."""
    total = {name: sum(one[name] for one in found) for name in ("moves", "settled", "finished", "opened", "refused")}
    return {
        **total,
        "moves_per_second": total["moves"] / found[0]["seconds"],
        "cpu": cpu,
        "database_cpu": database,
        "clients_cpu": clients,
        "ms_per_move": 1000 * cpu / total["settled"],
        "per_core": total["settled"] / max(cpu, 0.001),
        "per_core_all": total["settled"] / max(cpu + database, 0.001),
        "done": percentiles(found, "done"),
        "seen": percentiles(found, "seen"),
        "back": percentiles(found, "back"),
        "heard": sum(one.get("heard", 0) for one in found),
    }


def percentiles(found: list[dict[str, Any]], name: str) -> dict[str, float] | None:
    """Milliseconds: median, 99 of 100, and the worst."""
    values = sorted(value for one in found for value in one.get(name, ()))
    if not values:
        return None
    return {"p50": at(values, 0.5), "p99": at(values, 0.99), "max": values[-1] / 1000, "count": len(values)}


def at(values: list[int], part: float) -> float:
    """A percentile of sorted microseconds, in milliseconds."""
    return values[min(len(values) - 1, int(part * len(values)))] / 1000


class Run:
    """One run of the benchmark."""

    def __init__(self, plan: Plan, progress: Progress | None) -> None:
        self.plan = plan
        self.tell = progress or (lambda what, done, total: None)
        self.skipped: dict[str, str] = {}
        self.done = 0
        others = len(PEERS) * plan.peer + plan.cluster
        self.steps = 3 + others + (1 + others) * (2 * plan.repeat + 1)

    def step(self, what: str) -> None:
        """Say what comes next."""
        self.tell(what, self.done, self.steps)
        self.done += 1

    def measure(self, folder: Path) -> dict[str, Any]:
        """Everything."""
        with contextlib.ExitStack() as stack:
            contestants = self.contestants(stack, folder)
            self.compare(contestants)
        idle = self.attempt("idle connections", lambda: self.idle(folder)) if self.plan.idle else None
        bots = self.attempt("tables with bots", lambda: self.bots(folder)) if self.plan.bot_tables else None
        rows = [{"name": one.name, "capacity": one.capacity, "half": one.half} for one in contestants]
        return {"rows": rows, "ratios": ratios(rows), "idle": idle, "bots": bots, "skipped": self.skipped}

    def attempt(self, name: str, work: Callable[[], Any]) -> Any:
        """Do something that others do not depend on; the reason is kept if it does not work."""
        try:
            return work()
        except (BenchError, OSError) as error:
            self.skipped[name] = str(error)
            return None

    # Moves.

    def contestants(self, stack: contextlib.ExitStack, folder: Path) -> list[Contestant]:
        """All servers with their clients, up and ready."""
        self.step(f"starting {SQLITE}")
        found = [self.start_sqlite(stack, folder)]
        for wanted, name, start in (
            (self.plan.peer, PEER_POSTGRES, self.start_peer_postgres),
            (self.plan.peer, PEER_SQLITE, self.start_peer_sqlite),
            (self.plan.cluster, CLUSTER, self.start_cluster),
        ):
            if wanted:
                self.step(f"starting {name}")
                one = self.attempt(name, lambda start=start: self.start_apart(stack, folder, start))  # type: ignore[misc]
                if one is not None:
                    found.append(one)
        return found

    def start_apart(self, stack: contextlib.ExitStack, folder: Path, start: Callable[..., Contestant]) -> Contestant:
        """Start a server; if that fails, nothing of it is left."""
        with contextlib.ExitStack() as own:
            one = start(own, folder)
            stack.push(own.pop_all())
        return one

    def swarms(self, stack: contextlib.ExitStack, make: Callable[..., Any], *args: Any, **setup: Any) -> list[Program]:
        """The clients of a server, ready."""
        share, plan = max(1, self.plan.tables // self.plan.clients), self.plan
        found = [
            stack.enter_context(make(*args, tables=share, spares=plan.spares, players=[2, 3, 4], **setup))
            for _ in range(plan.clients)
        ]
        for one in found:
            one.answer(READY)
        return found

    def start_sqlite(self, stack: contextlib.ExitStack, folder: Path) -> Contestant:
        """Our server, one process, SQLite."""
        settings = machines.settings_for(free_port(), sqlite_url(folder / "moves.db"))
        server = stack.enter_context(machines.our_server(folder, settings))
        clients = self.swarms(stack, machines.swarm, folder, host=HOST, port=settings.port)
        return Contestant(SQLITE, server, clients, [])

    def start_cluster(self, stack: contextlib.ExitStack, folder: Path) -> Contestant:
        """Our server, two processes, PostgreSQL and Redis."""
        from eminence.server.store.upgrading import upgrade

        database, url = stack.enter_context(machines.postgres(folder))
        bus, address = stack.enter_context(machines.redis(folder))
        asyncio.run(upgrade(url))
        settings = machines.settings_for(free_port(), url, address, processes=2)
        server = stack.enter_context(machines.our_server(folder, settings))
        clients = self.swarms(stack, machines.swarm, folder, host=HOST, port=settings.port)
        return Contestant(CLUSTER, server, clients, [database, bus])

    def start_peer_postgres(self, stack: contextlib.ExitStack, folder: Path) -> Contestant:
        """boardgame.io's server with the store for PostgreSQL that npm has for it."""
        machines.install_peer()
        database, url = stack.enter_context(machines.postgres(folder, "boardgameio"))
        return self.peer(PEER_POSTGRES, stack, folder, url, [database])

    def start_peer_sqlite(self, stack: contextlib.ExitStack, folder: Path) -> Contestant:
        """boardgame.io's server with the SQLite store written for it here."""
        return self.peer(PEER_SQLITE, stack, folder, f"sqlite:{folder / 'boardgameio.db'}")

    def peer(
        self,
        name: str,
        stack: contextlib.ExitStack,
        folder: Path,
        store: str,
        database: Sequence[Program] = (),
    ) -> Contestant:
        """boardgame.io's server with a store."""
        place = machines.install_peer()
        port, lobby = free_port(), free_port()
        server = stack.enter_context(machines.peer_server(folder, place, port, lobby, store))
        urls = {"url": f"http://{HOST}:{port}", "lobby": f"http://{HOST}:{lobby}"}
        clients = self.swarms(stack, machines.peer_swarm, folder, place, **urls)
        return Contestant(name, server, clients, list(database))

    def compare(self, contestants: list[Contestant]) -> None:
        """At capacity in turns, then at half of it."""
        for one in contestants:
            self.step(f"warming up {one.name}")
            made, until = 0, time.monotonic() + 8 * self.plan.warm_up
            while made < self.plan.warm_moves and time.monotonic() < until:
                made += one.play(self.plan.warm_up)["settled"]
        for lap in range(self.plan.repeat):
            for one in contestants if lap % 2 == 0 else contestants[::-1]:
                self.step(f"{one.name}, as fast as it goes")
                one.capacity.append(one.play(self.plan.seconds))
        for lap in range(self.plan.repeat):
            for one in contestants if lap % 2 == 0 else contestants[::-1]:
                self.step(f"{one.name}, at half of that")
                rate = statistics.median(found["moves_per_second"] for found in one.capacity) / 2
                one.half.append({"rate": rate, **one.play(self.plan.seconds, rate)})

    # Memory.

    def idle(self, folder: Path) -> dict[str, Any]:
        """Connections that watch tables at which nothing happens."""
        self.step("idle connections")
        wanted = min(self.plan.idle, machines.open_files() - 200)
        tables = max(1, wanted // 10)
        settings = machines.settings_for(free_port(), sqlite_url(folder / "idle.db"))
        setup = {"host": HOST, "port": settings.port, "tables": tables, "players": [2], "watchers": wanted - 2 * tables}
        with machines.our_server(folder, settings) as server:
            bare = server.memory
            with machines.swarm(folder, **setup) as clients:
                clients.answer(READY)
                time.sleep(1)
                full, begun, cpu = server.memory, time.monotonic(), server.cpu
                time.sleep(min(5.0, self.plan.seconds))
                busy = (server.cpu - cpu) / (time.monotonic() - begun)
        return {
            "connections": wanted,
            "tables": tables,
            "bare_mb": bare / 1e6,
            "mb": full / 1e6,
            "kb_per_connection": (full - bare) / 1e3 / wanted,
            "cpu_share": busy,
        }

    # Bots.

    def bots(self, folder: Path) -> dict[str, Any]:
        """Tables at which one person plays with two bots of the default level."""
        self.step("tables with bots")
        count, plan = self.plan.bot_tables, self.plan
        settings = machines.settings_for(free_port(), sqlite_url(folder / "bots.db"))
        setup = {"host": HOST, "port": settings.port, "tables": count, "players": [3], "bots": DEFAULT, "spares": 0}
        with machines.our_server(folder, settings) as server, machines.swarm(folder, **setup) as clients:
            clients.answer(READY)
            found = Contestant(SQLITE, server, [clients], []).play(plan.bot_seconds, count / plan.pause)
        bots = (found["heard"] - found["settled"]) / plan.bot_seconds
        share = found["cpu"] / plan.bot_seconds
        about = {"tables": count, "level": DEFAULT, "pause": plan.pause, "cpu_share": share}
        return {**about, "bot_decisions_per_second": bots, **found}


def ratios(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Our durable moves a core over every peer's, repeat by repeat."""
    found = []
    for theirs in (row for row in rows if row["name"] in PEERS):
        for row in (row for row in rows if row["name"] not in PEERS):
            pairs = list(zip(row["capacity"], theirs["capacity"], strict=True))
            found.append(
                {
                    "name": row["name"],
                    "against": theirs["name"],
                    "per_core": [mine["per_core"] / other["per_core"] for mine, other in pairs],
                    "per_core_all": [mine["per_core_all"] / other["per_core_all"] for mine, other in pairs],
                    "wall": [mine["moves_per_second"] / other["moves_per_second"] for mine, other in pairs],
                }
            )
    return found


def run(plan: Plan, progress: Progress | None = None) -> dict[str, Any]:
    """Measure everything that can be measured here. `progress` gets what is measured next, done and total."""
    machines.check_system()
    load = load_average()
    measuring = Run(plan, progress)
    with tempfile.TemporaryDirectory(prefix="eminence-bench-", ignore_cleanup_errors=True) as name:
        found = measuring.measure(Path(name))
    from eminence.bench.server_report import aims

    return {
        "format": FORMAT,
        "machine": {**machine(), "load": [load, load_average()]},
        "plan": {name: getattr(plan, name) for name in plan.__struct_fields__},
        **found,
        "aims": aims(plan, found),
    }
