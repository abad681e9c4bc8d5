"""Several server processes on one listening socket, and the one that watches over them.

Every process has a pipe to the watcher. Its end, by a word or by the watcher's death, ends the process; a process that
dies is replaced.
"""

from __future__ import annotations

import contextlib
import logging
import multiprocessing
import os
import shutil
import socket
import tempfile
import threading
import time
from collections.abc import Callable
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess

from eminence.errors import EminenceError
from eminence.server import logs
from eminence.server.run import END, Serving, StartError, application, begin, config_of, heeding
from eminence.server.settings import ServerSettings

SPAWN = multiprocessing.get_context("spawn")
TICK = 0.2
SHORT, LONGEST = 10.0, 10.0  # a process that lived shorter is replaced after a pause, of so many seconds at most


class Child:
    """A server process as the watcher sees it."""

    def __init__(self, settings: ServerSettings, bound: socket.socket) -> None:
        self.pipe, other = SPAWN.Pipe()
        self.process: SpawnProcess = SPAWN.Process(target=work, args=(settings, bound, other), name="eminence")
        self.begun = time.monotonic()
        self.process.start()
        other.close()
        self.ready = False
        self.failure = ""

    def hear(self) -> None:
        """Take in what the process says."""
        with contextlib.suppress(EOFError, OSError):
            while self.pipe.poll():
                word, text = self.pipe.recv()
                if word == "ready":
                    self.ready = True
                else:
                    self.failure = text

    def end(self) -> None:
        """Ask it to end."""
        with contextlib.suppress(OSError):
            self.pipe.close()


def work(settings: ServerSettings, bound: socket.socket, pipe: Connection) -> None:
    """A server process."""
    logs.configure(settings.log.level, settings.log.format)

    def say(word: str, text: str = "") -> None:
        with contextlib.suppress(OSError):
            pipe.send((word, text))

    try:
        app = application(settings)
        server = Serving(config_of(settings, app), lambda: say("ready"), led=True)

        def await_end() -> None:
            with contextlib.suppress(EOFError, OSError):
                pipe.recv()
            server.end()

        threading.Thread(target=await_end, daemon=True).start()
        with heeding(lambda: None):
            begin(server, app, bound, settings)
    except EminenceError as error:
        say("failed", str(error))
        raise SystemExit(3) from None


class Watcher:
    """Keeps so many server processes alive."""

    def __init__(self, settings: ServerSettings, bound: socket.socket, ready: Callable[[], None]) -> None:
        self.settings = settings
        self.bound = bound
        self.tell_ready = ready
        self.children: list[Child] = []
        self.due: list[float] = [0.0] * settings.processes
        """When a process is to be started, for each that is missing."""
        self.pause = 0.5
        self.told = False
        self.ending = False

    def end(self) -> None:
        """End soon."""
        self.ending = True

    def watch(self) -> None:
        """Until somebody says end. A StartError if the first processes cannot start."""
        try:
            while not self.ending:
                self.start_due()
                handles = [child.process.sentinel for child in self.children]
                wait([*handles, *(child.pipe for child in self.children if not child.ready)], TICK)
                for child in list(self.children):
                    child.hear()
                    if not child.process.is_alive():
                        self.bury(child)
                if not self.told and sum(child.ready for child in self.children) == self.settings.processes:
                    self.told = True
                    self.tell_ready()
        finally:
            self.end_all()

    def start_due(self) -> None:
        """Start the processes whose time has come."""
        now = time.monotonic()
        for when in [when for when in self.due if when <= now]:
            self.due.remove(when)
            self.children.append(Child(self.settings, self.bound))

    def bury(self, child: Child) -> None:
        """A process has died: plan another."""
        child.process.join()
        child.end()
        self.children.remove(child)
        forget(child.process.pid)
        if not self.told and not child.ready:
            raise StartError(child.failure or "a server process did not start; its error is above")
        logs.log("process-died", level=logging.ERROR, process=child.process.pid, status=child.process.exitcode)
        now = time.monotonic()
        self.pause = 0.0 if now - child.begun > SHORT else min(LONGEST, max(0.5, 2 * self.pause))
        self.due.append(now + self.pause)

    def end_all(self) -> None:
        """Ask all to end, and make them."""
        for child in self.children:
            child.end()
        until = time.monotonic() + END
        for child in self.children:
            child.process.join(max(0.0, until - time.monotonic()))
            if child.process.is_alive():
                child.process.kill()
                child.process.join()


def forget(pid: int | None) -> None:
    """A dead process has no connections."""
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        from prometheus_client.multiprocess import mark_process_dead

        mark_process_dead(pid)  # type: ignore[no-untyped-call]


def supervise(settings: ServerSettings, bound: socket.socket, ready: Callable[[], None]) -> None:
    """Serve with several processes until a signal comes."""
    folder = tempfile.mkdtemp(prefix="eminence-metrics-")
    before = os.environ.get("PROMETHEUS_MULTIPROC_DIR")
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = folder
    watcher = Watcher(settings, bound, ready)
    try:
        with heeding(watcher.end):
            watcher.watch()
    finally:
        if before is None:
            del os.environ["PROMETHEUS_MULTIPROC_DIR"]
        else:
            os.environ["PROMETHEUS_MULTIPROC_DIR"] = before
        shutil.rmtree(folder, ignore_errors=True)
