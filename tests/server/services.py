"""Real PostgreSQL and Redis servers for tests: on free ports, in folders of their own, gone afterwards."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest


def find_binary(name: str) -> str:
    """The path of a program; skips the test, saying so, if it is not installed."""
    found = shutil.which(name)
    if found is None:
        places = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda path: int(path.parts[4]))
        found = str(places[-1]) if places else None
    if found is None:
        pytest.skip(f"{name} is not installed: neither on PATH nor in /usr/lib/postgresql/*/bin")
    return found


def free_port() -> int:
    """A port that nobody uses now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Service:
    """A server that can be stopped, killed and started again on the same port with the same data."""

    def __init__(self, command: list[str], folder: Path, port: int, url: str) -> None:
        self.command = command
        self.folder = folder
        self.port = port
        self.url = url
        self.process: subprocess.Popen[bytes] | None = None

    def answers(self) -> bool:
        """Whether it takes connections."""
        try:
            with socket.create_connection(("127.0.0.1", self.port), 1):
                return True
        except OSError:
            return False

    def start(self) -> None:
        """Start it and wait until it answers."""
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                self.command, stdout=log, stderr=log, cwd=self.folder, start_new_session=True
            )
        until = time.monotonic() + 30
        while not self.answers():
            if self.process.poll() is not None or time.monotonic() > until:
                raise RuntimeError(f"{self.command[0]} did not start:\n{(self.folder / 'log').read_text()[-2000:]}")
            time.sleep(0.02)

    def server_pid(self) -> int:
        """The process to send signals to."""
        assert self.process is not None
        return self.process.pid

    def signal(self, number: int) -> None:
        """Send a signal and wait for the end."""
        if self.process is None:
            return
        try:
            os.kill(self.server_pid(), number)
        except (ProcessLookupError, FileNotFoundError, ValueError):
            self.process.kill()
        self.process.wait(30)
        self.process = None

    def stop(self) -> None:
        """Shut it down in good order, without waiting for clients."""
        self.signal(signal.SIGINT)

    def kill(self) -> None:
        """kill -9."""
        self.signal(signal.SIGKILL)

    def restart(self) -> None:
        """Stop and start."""
        self.stop()
        self.start()


class Postgres(Service):
    """A PostgreSQL server; `url` is its database postgres."""

    def __init__(self, command: list[str], folder: Path, port: int, psql: list[str]) -> None:
        super().__init__(command, folder, port, f"postgresql://eminence:secret@127.0.0.1:{port}/postgres")
        self.psql = psql
        self.made = 0

    def server_pid(self) -> int:
        return int((self.folder / "data" / "postmaster.pid").read_text().split()[0])

    def answers(self) -> bool:
        return super().answers() and self.run("SELECT 1", check=False) == 0

    def end(self) -> None:
        """Stop at once, without writing anything more."""
        self.signal(signal.SIGQUIT)

    def kill(self) -> None:
        """kill -9 of the whole server, as if the machine stopped: no process of it goes on."""
        if self.process is None:
            return
        postmaster = self.server_pid()
        children = Path(f"/proc/{postmaster}/task/{postmaster}/children")
        below = [int(pid) for pid in children.read_text().split()] if children.exists() else []
        self.signal(signal.SIGKILL)
        for pid in below:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        time.sleep(0.1)

    def run(self, sql: str, *, database: str = "postgres", check: bool = True) -> int:
        """Run SQL as the superuser."""
        command = [*self.psql, "-h", "127.0.0.1", "-p", str(self.port), "-d", database, "-qAtc", sql]
        environ = {**os.environ, "PGPASSWORD": "secret", "PGUSER": "eminence"}
        done = subprocess.run(command, capture_output=True, env=environ, check=False, cwd="/")
        if check and done.returncode:
            raise RuntimeError(f"{sql}: {done.stderr.decode()}")
        return done.returncode

    def database(self) -> str:
        """The address of a new, empty database."""
        self.made += 1
        name = f"test_{self.made}"
        self.run(f"CREATE DATABASE {name}")
        return self.url.removesuffix("postgres") + name

    def space(self) -> str:
        """The address of a new, empty schema of the same database; much faster than a database."""
        self.made += 1
        name = f"space_{self.made}"
        self.run(f"CREATE SCHEMA {name}")
        return f"{self.url}?search_path={name}"


@contextmanager
def postgres(*settings: str) -> Iterator[Postgres]:
    """A running PostgreSQL; `settings` are lines for postgresql.conf. fsync is on, as in earnest."""
    initdb, server, psql = (find_binary(name) for name in ("initdb", "postgres", "psql"))
    as_user = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
    with tempfile.TemporaryDirectory(prefix="eminence-pg-", ignore_cleanup_errors=True) as name:
        folder, port = Path(name), free_port()
        secret = folder / "secret"
        secret.write_text("secret")
        if as_user:
            for path in (folder, secret):
                shutil.chown(path, "postgres")
        options = f"-D {folder}/data -U eminence --pwfile {secret} -A scram-sha-256 -E UTF8 --locale=C.UTF-8 --no-sync"
        made = subprocess.run(
            [*as_user, initdb, *options.split()],
            capture_output=True,
            cwd="/",
            check=False,
        )
        if made.returncode:
            raise RuntimeError(f"initdb failed: {made.stderr.decode()}")
        with (folder / "data" / "postgresql.conf").open("a") as conf:
            conf.write(f"\nport = {port}\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = ''\nfsync = on\n")
            conf.write("shared_buffers = 64MB\nmax_connections = 60\n" + "".join(f"{line}\n" for line in settings))
        service = Postgres([*as_user, server, "-D", f"{folder}/data"], folder, port, [psql])
        service.start()
        try:
            yield service
        finally:
            service.end()


@contextmanager
def redis() -> Iterator[Service]:
    """A running Redis that keeps nothing."""
    server = find_binary("redis-server")
    with tempfile.TemporaryDirectory(prefix="eminence-redis-", ignore_cleanup_errors=True) as name:
        port = free_port()
        command = [
            server,
            "--port",
            str(port),
            "--bind",
            "127.0.0.1",
            "--save",
            "",
            "--appendonly",
            "no",
            "--dir",
            name,
        ]
        service = Service(command, Path(name), port, f"redis://127.0.0.1:{port}/0")
        service.start()
        try:
            yield service
        finally:
            service.stop()
