"""Starting and ending: one line says where, signals end it in time, dead processes are replaced."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from eminence.server.run import address_of, listen
from eminence.server.settings import ServerSettings

pytestmark = [pytest.mark.process, pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")]

# A small application in place of the real one; processes started by `spawn` run these lines too.
SCRIPT = """
import asyncio, os, sys, threading, time, types
from contextlib import asynccontextmanager
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route, WebSocketRoute
from eminence.errors import EminenceError
from eminence.server.settings import Limits, Log, ServerSettings

MODE, FOLDER = sys.argv[1:3]

async def pid(request): return PlainTextResponse(str(os.getpid()))
async def hang(request): await asyncio.sleep(60)
async def echo(socket):
    await socket.accept()
    async for text in socket.iter_text(): await socket.send_text(text)

@asynccontextmanager
async def lifespan(app):
    if MODE == "fails": raise EminenceError("the database of zaphod:beeble is too old")
    if MODE == "thinks": threading.Thread(target=time.sleep, args=(60,)).start()
    yield
    open(f"{FOLDER}/closed-{os.getpid()}", "w").close()

def create_app(settings):
    routes = [Route("/pid", pid), Route("/hang", hang), WebSocketRoute("/echo", echo)]
    return Starlette(routes=routes, lifespan=lifespan)

sys.modules["eminence.server.app"] = types.ModuleType("eminence.server.app")
sys.modules["eminence.server.app"].create_app = create_app

if __name__ == "__main__":
    from eminence.server.run import run
    database = f"sqlite:///{FOLDER}/e.db" if MODE != "several" else "postgresql://u:beeble@h/x"
    settings = ServerSettings(
        port=0, database=database, processes=2 if MODE == "several" else 1, limits=Limits(message_bytes=1024),
        log=Log(format="text"),
    )
    try:
        run(settings)
    except EminenceError as error:
        sys.exit(f"{type(error).__name__}: {error}")
"""


def start(mode: str, folder: Path) -> subprocess.Popen[str]:
    script = folder / "script.py"
    script.write_text(SCRIPT, encoding="utf-8")
    env = dict(os.environ) | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    command = [sys.executable, str(script), mode, str(folder)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env)


@contextmanager
def started(mode: str, folder: Path) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """A server and its port."""
    process = start(mode, folder)
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        several = " with 2 processes" if mode == "several" else ""
        found = re.fullmatch(
            rf"eminence listens on 127\.0\.0\.1:(\d+){several}; in the browser: http://127\.0\.0\.1:(\d+)/ "
            r"\(Ctrl-C ends it\)\n",
            line,
        )
        assert found and found[1] == found[2], line + process.communicate(timeout=10)[1] if not found else line
        yield process, int(found[1])
    finally:
        process.kill()
        process.communicate()


def ask(port: int, path: str = "/pid") -> tuple[str, dict[str, str]]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    connection.request("GET", path)
    answer = connection.getresponse()
    text = answer.read().decode()
    connection.close()
    return text, {name.lower(): value for name, value in answer.getheaders()}


def end(process: subprocess.Popen[str], how: int) -> tuple[float, str]:
    """Send a signal; how long it took, and what was logged."""
    begun = time.monotonic()
    process.send_signal(how)
    errors = process.communicate(timeout=20)[1]
    return time.monotonic() - begun, errors


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it_cleanly_though_clients_hang_on(tmp_path: Path, how: int) -> None:
    with started("plain", tmp_path) as (process, port):
        pid, headers = ask(port)
        assert pid == str(process.pid) and "server" not in headers
        hanging = http.client.HTTPConnection("127.0.0.1", port)
        hanging.request("GET", "/hang?token=hunter2")
        with connect(f"ws://127.0.0.1:{port}/echo?token=hunter2") as socket:
            socket.send("x")
            assert socket.recv(timeout=5) == "x"
            assert "sec-websocket-extensions" not in socket.response.headers  # type: ignore[union-attr]
            seconds, errors = end(process, how)
            assert json.loads(socket.recv(timeout=5)) == {"type": "bye", "code": "restarting"}
            with pytest.raises(ConnectionClosed):
                socket.recv(timeout=5)
        hanging.close()
        assert seconds < 5 and process.returncode == 0
        assert "socket-accepted" in errors and "process-stopped" in errors and "hunter2" not in errors
    assert list(tmp_path.glob("closed-*"))


def test_a_large_message_ends_its_connection_only(tmp_path: Path) -> None:
    with started("plain", tmp_path) as (_, port):
        with connect(f"ws://127.0.0.1:{port}/echo") as socket:
            socket.send("x" * 1025)
            with pytest.raises(ConnectionClosed) as caught:
                socket.recv(timeout=5)
            assert caught.value.rcvd is not None and caught.value.rcvd.code == 1009
        assert ask(port)[0]


def test_threads_in_thought_do_not_hold_it(tmp_path: Path) -> None:
    with started("thinks", tmp_path) as (process, _):
        seconds, errors = end(process, signal.SIGTERM)
        assert seconds < 6 and process.returncode == 0 and "end-forced" in errors


def test_one_line_says_why_it_does_not_start(tmp_path: Path) -> None:
    process = start("fails", tmp_path)
    assert "StartError: the database of zaphod:beeble is too old" in process.communicate(timeout=20)[1]
    assert process.returncode == 1


def test_a_second_server_on_the_same_file_is_refused_with_the_address_of_the_first(tmp_path: Path) -> None:
    with started("plain", tmp_path) as (process, port):
        second = start("plain", tmp_path)
        assert f"Occupied: database: the server at http://127.0.0.1:{port}/ uses" in second.communicate(timeout=20)[1]
        process.kill()
        process.wait()
    with started("plain", tmp_path) as (third, port):
        assert ask(port)[0] == str(third.pid), "kill -9 leaves no lock behind"


def test_dead_processes_are_replaced_and_all_end_together(tmp_path: Path) -> None:
    with started("several", tmp_path) as (process, port):
        seen = pids(port, 2)
        victim = min(seen)
        os.kill(victim, signal.SIGKILL)
        after = pids(port, 2, without=victim)
        assert len(after) == 2 and victim not in after and process.pid not in after
        seconds, errors = end(process, signal.SIGINT)
        assert seconds < 6 and process.returncode == 0 and f"process-died process={victim} status=-9" in errors
    assert {int(path.name.removeprefix("closed-")) for path in tmp_path.glob("closed-*")} == after


def test_processes_do_not_outlive_the_one_that_watches_them(tmp_path: Path) -> None:
    with started("several", tmp_path) as (process, port):
        pids(port, 2)
        process.kill()
        process.wait()
        until = time.monotonic() + 10
        while time.monotonic() < until:
            try:
                ask(port)
            except OSError:
                return
            time.sleep(0.1)
        pytest.fail("the port is still answered")


def pids(port: int, count: int, without: int = 0) -> set[int]:
    """The processes that answer, until there are so many."""
    found: set[int] = set()
    until = time.monotonic() + 20
    while len(found) < count and time.monotonic() < until:
        try:
            found |= {int(ask(port)[0])} - {without}
        except OSError:
            time.sleep(0.05)
    return found


def test_processes_that_cannot_start_say_why_without_passwords(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(SCRIPT.replace('MODE == "several"', 'MODE == "fails"').replace('!= "several"', '!= "fails"'))
    env = dict(os.environ) | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    command = [sys.executable, str(script), "fails", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=30, env=env)
    assert "StartError: the database of zaphod:… is too old" in done.stderr and "beeble" not in done.stderr


@pytest.mark.parametrize(
    ("settings", "address"),
    [
        (ServerSettings(host="0.0.0.0", port=0), r"http://127\.0\.0\.1:\d+/"),
        (ServerSettings(host="localhost", port=0), r"http://(127\.0\.0\.1|\[::1\]):\d+/"),
        (ServerSettings(port=0, base_url="https://games.example.org"), r"https://games\.example\.org/"),
    ],
)
def test_the_address_for_the_browser(settings: ServerSettings, address: str) -> None:
    with listen(settings) as bound:
        assert re.fullmatch(address, address_of(settings, bound))
