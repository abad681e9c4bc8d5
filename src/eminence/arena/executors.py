"""Where games are played: in this process, in several on this machine, or on a Ray cluster.

An executor takes chunks of deals and gives back their results in the order of the chunks. It has no influence on the
results: `play_chunk` is pure.
"""

from __future__ import annotations

import importlib
import os
import re
import signal
import socket
import threading
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any, Protocol

from eminence.arena.errors import ArenaError, MissingExtra
from eminence.arena.match import GameResult, Match, play_chunk
from eminence.errors import EminenceError

KNOCK = 5.0  # seconds within which a cluster must answer
AHEAD = 2  # chunks in work or waiting, for each job: nobody idles, and little is thrown away by an early stop

Results = Generator[list[GameResult], None, None]


class Executor(Protocol):
    """Plays chunks of deals."""

    @property
    def jobs(self) -> int:
        """How many chunks are played at the same time."""

    def results(self, match: Match, chunks: Iterable[range]) -> Results:
        """The results of every chunk, in order. Chunks are asked for as they are needed; closing stops all work."""


def processors() -> int:
    """How many processors this process may use."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1


class Local:
    """Processes on this machine; with one job, this very process."""

    def __init__(self, jobs: int | None = None) -> None:
        if jobs is not None and not 1 <= jobs <= 256:
            raise ArenaError(f"{jobs} jobs; expected 1 to 256")
        self.jobs = jobs or processors()

    def results(self, match: Match, chunks: Iterable[range]) -> Results:
        if self.jobs == 1:
            for seeds in chunks:
                yield play_chunk(match, seeds)
            return
        context = get_context("spawn")
        lifeline, ours = context.Pipe(duplex=False)
        pool = ProcessPoolExecutor(self.jobs, mp_context=context, initializer=follow, initargs=(lifeline,))
        waiting: deque[Future[list[GameResult]]] = deque()
        finished = False
        try:
            for seeds in chunks:
                with deaf():
                    waiting.append(pool.submit(play_chunk, match, seeds))
                if len(waiting) >= AHEAD * self.jobs:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
            finished = True
        except BrokenProcessPool:
            raise ArenaError(
                "a worker process died (out of memory? a script that does not play under if __name__ == '__main__':?); "
                "a match with a file can be continued"
            ) from None
        finally:
            if not finished:
                ours.close()  # the workers end at once, also in the middle of a chunk
            pool.shutdown(wait=True, cancel_futures=True)
            ours.close()
            lifeline.close()


@contextmanager
def deaf() -> Iterator[None]:
    """Processes started meanwhile never hear Ctrl-C, not even while they are still importing. We hear it afterwards."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def follow(lifeline: Connection) -> None:
    """Begin a worker: leave Ctrl-C to the first process, and end when that closes the pipe or dies by any cause."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def wait() -> None:
        try:
            lifeline.recv_bytes()
        except (EOFError, OSError):
            os._exit(0)

    threading.Thread(target=wait, daemon=True).start()


def knock(address: str) -> None:
    """See whether anybody answers at a host and port, as Ray itself goes on asking for minutes."""
    found = re.fullmatch(r"(?:ray://)?\[?([^/@]+?)\]?:([0-9]{1,5})", address)
    if found is not None:
        socket.create_connection((found[1], int(found[2])), timeout=KNOCK).close()


class RayExecutor:
    """A Ray cluster: the one this process is connected to, the one at `address` or RAY_ADDRESS, or a new one here."""

    def __init__(self, jobs: int | None = None, address: str | None = None) -> None:
        try:
            self.ray: Any = importlib.import_module("ray")
        except ImportError:
            raise MissingExtra("the Ray executor", "ray", "ray") from None
        self.named = "the address" if address else "RAY_ADDRESS"
        self.address = address or os.environ.get("RAY_ADDRESS")
        self.asked = jobs
        self.jobs = jobs or processors()

    @property
    def here(self) -> bool:
        """Whether it begins a new cluster, on this machine."""
        return self.address in (None, "", "local") and not self.ray.is_initialized()

    def results(self, match: Match, chunks: Iterable[range]) -> Results:
        ray = self.ray
        ours = not ray.is_initialized()
        waiting: deque[Any] = deque()
        try:
            if ours:
                self.connect()
            if self.asked is None:
                self.jobs = max(1, int(ray.cluster_resources().get("CPU", 1)))
            remote = ray.remote(play_chunk).options(num_cpus=1, max_retries=3)
            for seeds in chunks:
                waiting.append(remote.remote(match, seeds))
                if len(waiting) >= AHEAD * self.jobs:
                    yield ray.get(waiting.popleft())
            while waiting:
                yield ray.get(waiting.popleft())
        except ray.exceptions.RayTaskError as error:
            cause = getattr(error, "cause", None)
            if isinstance(cause, EminenceError):
                raise cause from None
            said = error if cause is None else f"{type(cause).__name__}: {cause}"
            raise ArenaError(f"Ray: {said}") from None
        except ray.exceptions.RayError as error:
            raise ArenaError(f"Ray: {error}") from None
        finally:
            with suppress(ray.exceptions.RayError):
                for task in waiting:
                    ray.cancel(task, force=True)
            if ours:
                ray.shutdown()

    def connect(self) -> None:
        """Go to the cluster at the address; without one begin a cluster here, even where there is another."""
        where = f"{self.named}: no Ray cluster at {self.address!r}"
        settings: dict[str, Any] = {"address": self.address}
        expected = "the address of one that runs, or none to begin one here"
        if self.here:
            settings = {"address": "local", "num_cpus": self.jobs, "include_dashboard": False}
            where, expected = "Ray: no cluster begins here", "that one can be begun, or RAY_ADDRESS with one that runs"
        try:
            if not self.here:
                knock(self.address or "")
            self.ray.init(**settings, log_to_driver=False, configure_logging=False)
        except Exception as error:  # of many kinds, as Ray goes many ways
            raise ArenaError(f"{where} ({type(error).__name__}: {error}); expected {expected}") from None
