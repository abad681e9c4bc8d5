"""The package builds with a compiler and without one."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
WANTED = ("setup.py", "pyproject.toml", "README.md", "LICENSE", "NOTICE", "MANIFEST.in")


def build(folder: Path, **environment: str) -> Path:
    """Build a copy of the tree; returns the folder that would be installed."""
    for name in WANTED:
        shutil.copy(ROOT / name, folder / name)
    ignored = shutil.ignore_patterns("*.so", "__pycache__", "*.egg-info")
    shutil.copytree(ROOT / "src", folder / "src", ignore=ignored)
    shutil.copytree(ROOT / "docs" / "rules", folder / "docs" / "rules")
    command = [sys.executable, "setup.py", "-q", "build", "--build-lib", "built"]
    env = {**os.environ, **environment}
    env.pop("PYTHONPATH", None)
    subprocess.run(command, cwd=folder, env=env, check=True, capture_output=True, text=True, timeout=600)
    return folder / "built"


def tried(built: Path) -> str:
    """Play with what was built."""
    program = (
        "import eminence, random\n"
        "state = eminence.game('richelieu').deal(1, players=3)\n"
        "while not state.over: state.play(state.legal[0])\n"
        "print(eminence.compiled, eminence.__file__, sum(state.scores()))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": str(built)},
        cwd=built,
        check=True,
        capture_output=True,
        text=True,
    )
    return done.stdout


@pytest.mark.slow
@pytest.mark.process
def test_without_a_c_compiler_the_same_source_is_installed_as_plain_python(tmp_path: Path) -> None:
    built = build(tmp_path, CC="/bin/false", CXX="/bin/false", LDSHARED="/bin/false")
    assert not list(built.rglob("*.so"))
    assert tried(built).startswith(f"False {built}")


@pytest.mark.slow
@pytest.mark.process
def test_uncompiled_on_request(tmp_path: Path) -> None:
    built = build(tmp_path, EMINENCE_PURE="1")
    assert not list(built.rglob("*.so"))
    assert tried(built).startswith(f"False {built}")


@pytest.mark.slow
@pytest.mark.process
def test_the_package_carries_everything_it_reads(tmp_path: Path) -> None:
    """Boxes, coastline and the rules pages of all languages are installed with it."""
    built = build(tmp_path, EMINENCE_PURE="1") / "eminence"
    for name in ("richelieu", "cardinal-cards", "cardinal-board"):
        assert (built / "components" / f"{name}.toml").exists()
    assert (built / "draw" / "coast.json").exists() and (built / "py.typed").exists()
    for language in ("en", "de", "fr", "nl"):
        for page in ("display", "board"):
            assert (built / "pages" / language / f"{page}.md").exists()
