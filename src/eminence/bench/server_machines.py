"""The processes of the server benchmark: servers, databases and swarms, what they cost, and their orderly end."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import queue
import resource
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

import msgspec

from eminence.errors import EminenceError
from eminence.server.settings import Bots, Limits, Log, ServerSettings

PEER = Path(__file__).parent / "boardgameio"
HOST = "127.0.0.1"
TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
START = 60.0  # seconds in which a server must answer
READY = 600.0  # seconds in which a swarm must be ready
SQLITE_OF_NODE = "try { new (require('better-sqlite3'))(':memory:') } catch { require('node:sqlite') }"
SERVE = "import sys; from eminence.bench.server_machines import serve; serve(sys.argv[1])"


class BenchError(EminenceError):
    """Something that is needed for a measurement is missing or did not work."""


class Program:
    """A process that was started for the run, with its log in a file."""

    def __init__(self, command: list[str], log: Path, *, folder: Path | None = None, talk: bool = False) -> None:
        self.name = Path(command[0]).name
        self.log = log
        pipe = subprocess.PIPE if talk else subprocess.DEVNULL
        with log.open("wb") as errors:
            self.process = subprocess.Popen(
                command,
                stdin=pipe,
                stdout=subprocess.PIPE if talk else errors,
                stderr=errors,
                cwd=folder,
                start_new_session=True,
                text=True,
                env={**os.environ, "NODE_ENV": "production"},
            )
        self.lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        if talk:
            assert self.process.stdout is not None
            threading.Thread(target=self.read, args=(self.process.stdout,), daemon=True).start()

    def read(self, stream: IO[str]) -> None:
        """Collect what the process says."""
        for line in stream:
            self.lines.put(line)
        self.lines.put("")

    def answer(self, patience: float) -> dict[str, Any]:
        """The next line of JSON that the process says."""
        try:
            line = self.lines.get(timeout=patience)
        except queue.Empty:
            raise BenchError(f"{self.name} said nothing for {patience:g} s: {self.last_words()}") from None
        if not line:
            raise BenchError(f"{self.name} ended: {self.last_words()}")
        found: dict[str, Any] = json.loads(line)
        return found

    def tell(self, message: dict[str, Any]) -> None:
        """Send the process a line of JSON."""
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(json.dumps(message) + "\n")
            self.process.stdin.flush()
        except OSError:
            raise BenchError(f"{self.name} ended: {self.last_words()}") from None

    def last_words(self) -> str:
        """The end of its log, in one line."""
        return " ".join(self.log.read_text(errors="replace").split())[-400:] or "its log is empty"

    def wait_for(self, port: int) -> None:
        """Wait until it takes connections."""
        until = time.monotonic() + START
        while time.monotonic() < until:
            if self.process.poll() is not None:
                raise BenchError(f"{self.name} did not start: {self.last_words()}")
            with contextlib.suppress(OSError), socket.create_connection((HOST, port), 1):
                return
            time.sleep(0.05)
        raise BenchError(f"{self.name} does not answer on port {port} after {START:g} s: {self.last_words()}")

    def end(self, number: int = signal.SIGTERM) -> None:
        """End the process and its children."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.process.pid, number)
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait(10)

    @property
    def family(self) -> list[int]:
        """The process and all below it."""
        found, place = [self.process.pid], 0
        while place < len(found):
            with contextlib.suppress(OSError):
                children = Path(f"/proc/{found[place]}/task/{found[place]}/children").read_text()
                found += [int(pid) for pid in children.split()]
            place += 1
        return found

    @property
    def cpu(self) -> float:
        """Processor seconds so far, of the process, those below it, and those of them that have ended."""
        total = 0
        for pid in self.family:
            with contextlib.suppress(OSError):
                fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
                total += sum(int(field) for field in fields[11:15])
        return total / TICKS

    @property
    def memory(self) -> int:
        """Bytes of memory in use by the process and those below it."""
        total = 0
        for pid in self.family:
            with contextlib.suppress(OSError):
                for line in Path(f"/proc/{pid}/status").read_text().splitlines():
                    if line.startswith("VmRSS:"):
                        total += 1024 * int(line.split()[1])
        return total


def check_system() -> None:
    """This needs Linux, as processor time and memory of other processes are read from /proc."""
    if not Path("/proc/self/stat").exists():
        raise BenchError("bench server reads processor time and memory from /proc; expected Linux")
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def open_files() -> int:
    """How many files and connections a process may have."""
    return resource.getrlimit(resource.RLIMIT_NOFILE)[0]


def free_port() -> int:
    """A port that nobody uses now."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


# Our server.


def settings_for(
    port: int, database: str, bus: str = "local", processes: int = 1, pace: float = 0.35
) -> ServerSettings:
    """Settings of a server without limits that a swarm would meet."""
    most = 100_000
    return ServerSettings(
        host=HOST,
        port=port,
        database=database,
        bus=bus,
        processes=processes,
        log=Log(level="error", format="text"),
        bots=Bots(pace=pace, queue=most),
        limits=Limits(
            connections=most,
            connections_per_user=most,
            connections_per_address=most,
            messages_per_second=most,
            messages_burst=most,
            requests_per_second=most,
            requests_burst=most,
            tables_per_user=most,
            identities_per_hour=1_000_000,
        ),
    )


def serve(text: str) -> None:
    """What a process of our server does: `eminence serve` with these settings."""
    from eminence.server.run import run

    run(msgspec.json.decode(text, type=ServerSettings))


@contextlib.contextmanager
def our_server(folder: Path, settings: ServerSettings) -> Iterator[Program]:
    """Our server, running."""
    command = [sys.executable, "-c", SERVE, msgspec.json.encode(settings).decode()]
    program = Program(command, folder / f"server-{settings.port}.log", folder=folder)
    try:
        program.wait_for(settings.port)
        time.sleep(0.5)
        yield program
    finally:
        program.end()


@contextlib.contextmanager
def swarm(folder: Path, **setup: Any) -> Iterator[Program]:
    """A process of clients of our server; it gets ready by itself."""
    command = [sys.executable, "-m", "eminence.bench.server_clients", json.dumps(setup)]
    program = Program(command, folder / f"swarm-{setup['port']}-{time.monotonic_ns()}.log", folder=folder, talk=True)
    try:
        yield program
    finally:
        program.end(signal.SIGKILL)


# The databases.


def find_binary(name: str) -> str:
    """The path of a program."""
    places = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda path: int(path.parts[4]))
    found = shutil.which(name) or (str(places[-1]) if places else None)
    if found is None:
        raise BenchError(f"{name} is not installed: neither on PATH nor in /usr/lib/postgresql/*/bin")
    return found


@contextlib.contextmanager
def postgres(folder: Path, name: str = "postgres") -> Iterator[tuple[Program, str]]:
    """A PostgreSQL of our own, durable as by default, and its address. It refuses to be run by root."""
    initdb, server = find_binary("initdb"), find_binary("postgres")
    root = os.geteuid() == 0
    as_user = [find_binary("runuser"), "-u", "postgres", "--"] if root else []
    place, port = folder / name, free_port()
    place.mkdir()
    if root:
        folder.chmod(0o755)
        shutil.chown(place, "postgres")
    made = subprocess.run(
        [*as_user, initdb, "-D", f"{place}/data", "-U", "eminence", "-A", "trust", "-E", "UTF8", "--no-sync"],
        capture_output=True,
        text=True,
        cwd="/",
        check=False,
    )
    if made.returncode:
        raise BenchError(f"initdb failed: {' '.join(made.stderr.split())[-400:]}")
    with (place / "data" / "postgresql.conf").open("a") as conf:
        conf.write(f"\nport = {port}\nlisten_addresses = '{HOST}'\nunix_socket_directories = ''\n")
    program = Program([*as_user, server, "-D", f"{place}/data"], folder / f"{name}.log", folder=Path("/"))
    try:
        program.wait_for(port)
        time.sleep(0.5)
        yield program, f"postgresql://eminence@{HOST}:{port}/postgres"
    finally:
        with contextlib.suppress(OSError, ValueError):
            os.kill(int((place / "data" / "postmaster.pid").read_text().split()[0]), signal.SIGINT)
        program.end()


@contextlib.contextmanager
def redis(folder: Path) -> Iterator[tuple[Program, str]]:
    """A Redis of our own that keeps nothing, and its address."""
    port = free_port()
    command = [find_binary("redis-server"), "--port", str(port), "--bind", HOST, "--save", "", "--appendonly", "no"]
    program = Program([*command, "--dir", str(folder)], folder / "redis.log", folder=folder)
    try:
        program.wait_for(port)
        yield program, f"redis://{HOST}:{port}/0"
    finally:
        program.end()


# boardgame.io.


def cache_folder() -> Path:
    """Where the peer is installed."""
    base = os.environ.get("XDG_CACHE_HOME", "")
    return (Path(base) if Path(base).is_absolute() else Path.home() / ".cache") / "eminence" / "bench"


def install_peer() -> Path:
    """boardgame.io from npm, installed once; returns the folder. Raises BenchError if that cannot be done."""
    npm = shutil.which("npm")
    if npm is None or shutil.which("node") is None:
        raise BenchError("npm and node are not installed; they bring boardgame.io")
    wanted = (PEER / "package.json").read_bytes()
    folder = cache_folder() / f"boardgameio-{hashlib.sha256(wanted).hexdigest()[:12]}"
    folder.mkdir(parents=True, exist_ok=True)
    for path in PEER.iterdir():
        if path.is_file():
            shutil.copy(path, folder / path.name)
    mark = folder / "node_modules" / ".complete"
    if not mark.exists():
        command = [npm, "install", "--no-audit", "--no-fund", "--loglevel", "error"]
        try:
            done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=900, check=False)
        except subprocess.TimeoutExpired:
            raise BenchError("npm install took longer than 15 minutes") from None
        if done.returncode:
            raise BenchError(f"npm install failed: {' '.join((done.stderr or done.stdout).split())[-300:]}")
        probe = subprocess.run(["node", "-e", SQLITE_OF_NODE], cwd=folder, capture_output=True, check=False)
        if probe.returncode:
            raise BenchError("node has no SQLite: better-sqlite3 could not be built, and node:sqlite needs node 22.5")
        mark.touch()
    return folder


@contextlib.contextmanager
def peer_server(folder: Path, place: Path, port: int, lobby: int, store: str) -> Iterator[Program]:
    """boardgame.io's server, running."""
    command = ["node", "server.mjs", str(port), str(lobby), store]
    program = Program(command, folder / f"boardgameio-{port}.log", folder=place, talk=True)
    try:
        program.answer(START)
        yield program
    finally:
        program.end()


@contextlib.contextmanager
def peer_swarm(folder: Path, place: Path, **setup: Any) -> Iterator[Program]:
    """A process of clients of boardgame.io's server; it gets ready by itself."""
    log = folder / f"boardgameio-swarm-{time.monotonic_ns()}.log"
    program = Program(["node", "client.mjs", json.dumps(setup)], log, folder=place, talk=True)
    try:
        yield program
    finally:
        program.end(signal.SIGKILL)
