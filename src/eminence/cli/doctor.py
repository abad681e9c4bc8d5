"""`eminence doctor`: whether everything is in order, and what to do if not."""

from __future__ import annotations

import importlib
import os
import platform
import shutil
import subprocess
import sys
import sysconfig
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

import eminence
from eminence.cli.console import output, print_json
from eminence.components.reading import LANGUAGES
from eminence.errors import EminenceError
from eminence.rulebook import page

ROOT = Path(eminence.__file__).parent
HOT = tuple(sorted(".".join(path.relative_to(ROOT).with_suffix("").parts) for path in ROOT.rglob("*.pxd")))
"""The modules to be compiled: those with a .pxd beside them."""
NEEDED = ("typer", "rich", "cython")
EXTRAS = {
    "test": ("pytest", "xdist", "hypothesis", "openskill"),
    "lint": ("ruff", "mypy"),
    "bench": ("pyspiel", "chess"),
    "ladder": ("openskill",),
    "ray": ("ray",),
    "docs": ("mkdocs", "material"),
}
COMPILERS = ("cc", "gcc", "clang", "cl")


def doctor(
    as_json: Annotated[
        bool,
        typer.Option(
            "--json",
            help="Print JSON: {version, python, platform, compiled, advice, import_seconds, terminal, dependencies, "
            "extras, rules}.",
        ),
    ] = False,
) -> None:
    """Examine the installation and say what to do.

    Version, Python, compiled code, speed of import, terminal, dependencies, rules pages.
    """
    facts = examined()
    if as_json:
        print_json(facts)
        return
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(style="bold", no_wrap=True)
    table.add_column(overflow="fold")
    for name, text in told(facts):
        table.add_row(name, text)
    output().print(table)


def examined() -> dict[str, Any]:
    """Everything there is to say, as data."""
    interpreted = [name for name in HOT if not is_compiled(name)]
    return {
        "version": eminence.__version__,
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "platform": platform.platform(),
        "folder": str(ROOT),
        "compiled": not interpreted,
        "interpreted_modules": interpreted,
        "advice": advice(interpreted),
        "import_seconds": import_seconds(),
        "terminal": terminal(),
        "dependencies": {name: installed(name) for name in NEEDED},
        "extras": {extra: {name: find_spec(name) is not None for name in names} for extra, names in EXTRAS.items()},
        "rules": rules_found(),
    }


def is_compiled(name: str) -> bool:
    """Whether a hot module runs as compiled code."""
    module = importlib.import_module(f"eminence.{name}")
    return not str(module.__file__).endswith(".py")


def advice(interpreted: list[str]) -> str | None:
    """Why the rules are not compiled and what to do; None if they are."""
    if not interpreted:
        return None
    tree = Path(eminence.__file__).resolve().parents[2]
    source = (tree / "pyproject.toml").is_file() and (tree / "src").is_dir()
    again = (
        f"pip install {tree}"
        if source
        else "pip install --force-reinstall --no-cache-dir --no-binary eminence eminence"
    )
    compiler = next((name for name in COMPILERS if shutil.which(name)), None)
    if os.environ.get("EMINENCE_PURE") == "1":
        return f"EMINENCE_PURE=1 asks for plain Python. Unset it and build again: {again}"
    if compiler is None:
        return (
            "No C compiler is found, so the build left plain Python: the same rules, about fifty times slower. Install "
            "one (Debian: apt install gcc python3-dev; macOS: xcode-select --install; Windows: Build Tools), "
            f"then: {again}"
        )
    if source:
        return f"You run the source tree without building it. Build: {again} (not while this folder is on PYTHONPATH)"
    if not Path(sysconfig.get_path("include"), "Python.h").is_file():
        return f"Python's headers are missing (Debian: apt-get install python3-dev). Then build again: {again}"
    return f"eminence was built where nothing could be compiled, but {compiler} is here now. Build again: {again}"


def import_seconds() -> float | None:
    """How long `import eminence` takes in a fresh Python: the best of three."""
    code = "import time; t = time.perf_counter(); import eminence; print(time.perf_counter() - t)"
    paths = [str(Path(eminence.__file__).resolve().parents[1]), os.environ.get("PYTHONPATH", "")]
    environ = dict(os.environ) | {"PYTHONPATH": os.pathsep.join(path for path in paths if path)}
    times = []
    for _ in range(3):
        try:
            done = subprocess.run(
                [sys.executable, "-c", code], env=environ, capture_output=True, text=True, timeout=60, check=True
            )
            times.append(float(done.stdout))
        except (OSError, ValueError, subprocess.SubprocessError):
            return None
    return round(min(times), 4)


def terminal() -> dict[str, Any]:
    """What the terminal can show."""
    console = output()
    encoding = sys.stdout.encoding or "ascii"
    try:
        "─·−é".encode(encoding)
        shows = True
    except (UnicodeEncodeError, LookupError):
        shows = False
    return {
        "is_terminal": sys.stdout.isatty(),
        "encoding": encoding,
        "shows_all_characters": shows,
        "colours": console.color_system or "none",
        "width": console.width,
        "height": console.height,
    }


def installed(name: str) -> str | None:
    """The version of a package, or None."""
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def rules_found() -> list[str]:
    """The languages whose rules pages are there."""
    found = []
    for language in LANGUAGES:
        try:
            page("richelieu-duel", language)
            page("cardinal-board", language)
        except (EminenceError, OSError):
            continue
        found.append(language)
    return found


def told(facts: dict[str, Any]) -> list[tuple[str, str]]:
    """The facts for people."""
    console = facts["terminal"]
    missing = [name for name, found in facts["dependencies"].items() if found is None]
    lines = [
        ("eminence", f"{facts['version']} in {facts['folder']}"),
        ("Python", f"{facts['python']}, {facts['platform']}"),
        (
            "compiled",
            "yes" if facts["compiled"] else f"no: {', '.join(facts['interpreted_modules'])} run as plain Python",
        ),
    ]
    if facts["advice"]:
        lines.append(("", facts["advice"]))
    seconds = facts["import_seconds"]
    lines.append(("import", "could not be measured" if seconds is None else f"{1000 * seconds:.0f} ms"))
    shows = "" if console["shows_all_characters"] else "; cannot show ─ or é: set PYTHONIOENCODING=utf-8"
    size = f"{console['width']}×{console['height']}, colours: {console['colours']}"
    lines.append(("terminal", f"{console['encoding']}, {size}{shows}"))
    present = ", ".join(f"{name} {found}" for name, found in facts["dependencies"].items() if found)
    lines.append(("dependencies", present + (f"; missing: {', '.join(missing)}" if missing else "")))
    for extra, names in facts["extras"].items():
        lacking = [name for name, found in names.items() if not found]
        text = "present" if not lacking else f"without {', '.join(lacking)} (pip install 'eminence\\[{extra}]')"
        lines.append((f"extra {extra}", text))
    lines.append(("rules pages", ", ".join(facts["rules"]) or "none found: install eminence again"))
    return lines


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(doctor)
