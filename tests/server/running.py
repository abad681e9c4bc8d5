"""Real servers for tests: one in a thread of this process, whose clock tests turn, and one in a process of its own."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import uvicorn

from eminence.server import hub
from eminence.server.app import Server, create_app
from eminence.server.checks import listen
from eminence.server.run import config_of
from eminence.server.settings import Bots, Limits, ServerSettings, local_settings, sqlite_url
from tests.server.services import free_port

PLENTY = Limits(
    connections_per_user=1000,
    connections_per_address=1000,
    messages_per_second=100_000,
    messages_burst=100_000,
    requests_per_second=100_000,
    requests_burst=100_000,
    tables_per_user=10_000,
    chat_per_minute=10_000,
    names_per_hour=10_000,
    identities_per_hour=100_000,
    codes_per_hour=100_000,
)
HASTY = Bots(pace=0, threads=1)
CHILD = """
import sys, msgspec
from eminence.server.run import run
from eminence.server.settings import ServerSettings
run(msgspec.json.decode(sys.argv[1], type=ServerSettings))
"""


def settings_for(folder: Path, **changes: Any) -> ServerSettings:
    """Settings for a test: SQLite in a folder, a free port, hasty bots, and limits that nobody meets."""
    return local_settings(
        **{
            "database": sqlite_url(folder / "eminence.db"),
            "port": free_port(),
            "bots": HASTY,
            "limits": PLENTY,
            **changes,
        }
    )


class Clock:
    """The server's time, as tests turn it. It stands in for the module `time` in the hub."""

    def __init__(self) -> None:
        self.ahead = 0.0
        self.perf_counter = time.perf_counter

    def time_ns(self) -> int:
        return time.time_ns() + int(self.ahead * 1e9)

    def pass_by(self, seconds: float) -> None:
        """It is later now."""
        self.ahead += seconds


CLOCK = Clock()
"""The clock of all servers in this process."""


class Inside:
    """A server in a thread of this process: quick to start, and tests can look into it."""

    def __init__(self, settings: ServerSettings) -> None:
        self.settings = settings
        self.clock = CLOCK
        self.url = f"http://127.0.0.1:{settings.port}"
        self.app = create_app(settings)
        self.server: Server = self.app.app.app.state.server  # type: ignore[attr-defined]
        self.uvicorn = uvicorn.Server(config_of(settings, self.app))  # type: ignore[arg-type]
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.loop: asyncio.AbstractEventLoop | None = None

    def run(self) -> None:
        """The thread."""

        async def serve() -> None:
            self.loop = asyncio.get_running_loop()
            await self.uvicorn.serve([self.bound])

        asyncio.run(serve())

    def start(self) -> Inside:
        """Start, and wait until it answers."""
        hub.time = self.clock  # type: ignore[assignment, attr-defined]
        self.bound = listen(self.settings)
        self.thread.start()
        until = time.monotonic() + 20
        while not self.uvicorn.started:
            if not self.thread.is_alive() or time.monotonic() > until:
                raise RuntimeError("the server did not start")
            time.sleep(0.005)
        return self

    def stop(self) -> None:
        """End in good order."""
        self.uvicorn.should_exit = True
        self.thread.join(20)
        assert not self.thread.is_alive(), "the server did not end"
        self.bound.close()

    def call(self, work: Any) -> Any:
        """Have something awaited in the server's loop."""
        assert self.loop is not None
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(20)


@contextlib.contextmanager
def inside(folder: Path, **changes: Any) -> Iterator[Inside]:
    """A server in this process."""
    running = Inside(settings_for(folder, **changes)).start()
    try:
        yield running
    finally:
        running.stop()


class Process:
    """A server in a process of its own, started as `eminence serve` does it."""

    def __init__(self, settings: ServerSettings, log: Path) -> None:
        self.settings = settings
        self.log = log
        self.url = f"http://127.0.0.1:{settings.port}"
        self.process: subprocess.Popen[str] | None = None

    def begin(self) -> Process:
        """Start, without waiting."""
        command = [sys.executable, "-c", CHILD, msgspec.json.encode(self.settings).decode()]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True)
        return self

    def ready(self) -> Process:
        """Wait for the line that says where."""
        assert self.process is not None and self.process.stdout is not None
        line = self.process.stdout.readline()
        if "listens on" not in line:
            self.kill()
            raise RuntimeError(f"the server did not start: {line}{self.log.read_text()[-2000:]}")
        return self

    def start(self) -> Process:
        """Start, and wait until it answers."""
        return self.begin().ready()

    def end(self, number: int) -> int:
        """Send a signal and wait; the exit code."""
        if self.process is None:
            return 0
        self.process.send_signal(number)
        code = self.process.wait(20)
        assert self.process.stdout is not None
        self.process.stdout.close()
        self.process = None
        return code

    def stop(self) -> int:
        """Ctrl-C."""
        return self.end(signal.SIGINT)

    def kill(self) -> None:
        """kill -9."""
        self.end(signal.SIGKILL)

    def restart(self) -> Process:
        """Ctrl-C, and again on the same port."""
        self.stop()
        return self.start()


@contextlib.contextmanager
def processes(*several: ServerSettings, folder: Path) -> Iterator[list[Process]]:
    """Servers, each in a process of its own, started side by side."""
    running = [Process(settings, folder / f"log-{settings.port}").begin() for settings in several]
    try:
        for one in running:
            one.ready()
        yield running
    finally:
        for one in running:
            one.kill()
