"""The client in a real Chromium against the real server: the tests of web/e2e, each file by itself."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from eminence.server.app import STATIC
from eminence.server.settings import Bots, Limits
from tests.server.running import CHILD, Process, settings_for

WEB = Path(__file__).parent.parent.parent / "web"
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
NODE = shutil.which("node")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.process,
    pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed; tools/services.sh installs it"),
    pytest.mark.skipif(NODE is None, reason="node is not installed"),
    pytest.mark.skipif(
        not (WEB / "node_modules" / "playwright-core").is_dir(), reason="make web-test fetches Playwright"
    ),
    pytest.mark.skipif(not (STATIC / "index.html").is_file(), reason="eminence was installed without the client"),
]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    folder = tmp_path_factory.mktemp("browser")
    running = Process(settings_for(folder, bots=Bots(pace=0, threads=1)), folder / "log")
    running.start()
    try:
        yield running
    finally:
        running.kill()


def serving(folder: Path, **changes: Any) -> str:
    """A shell command that starts a server of its own, with {port} in the place of its port."""
    import msgspec

    folder.mkdir()
    settings = msgspec.to_builtins(settings_for(folder, bots=Bots(pace=0, threads=1), **changes))
    text = msgspec.json.encode({**settings, "port": "PORT"}).decode().replace('"PORT"', "{port}")
    return f"{shlex.quote(sys.executable)} -c {shlex.quote(CHILD)} {shlex.quote(text)}"


@pytest.mark.parametrize("file", sorted(path.name for path in (WEB / "e2e").glob("*.test.js")))
def test_in_the_browser(file: str, server: Process, tmp_path: Path) -> None:
    environment = {
        **os.environ,
        "EMINENCE_SERVER": server.url.replace("127.0.0.1", "localhost"),
        "EMINENCE_SERVE": serving(tmp_path / "own"),
        "EMINENCE_SERVE_LIMITED": serving(tmp_path / "limited", limits=Limits()),
        "CHROMIUM": str(CHROMIUM),
    }
    command = [str(NODE), "--test", "--test-concurrency=1", f"e2e/{file}"]
    said = ""
    for _ in range(
        2
    ):  # a browser on a busy machine now and then misses its own deadlines; twice in a row it is a defect
        done = subprocess.run(
            command, cwd=WEB, env=environment, capture_output=True, text=True, check=False, timeout=900
        )
        if done.returncode == 0:
            break
        said += (done.stdout + done.stderr)[-6000:]
        warnings.warn(f"{file} failed once:\n{said}", stacklevel=1)
    assert done.returncode == 0, said
