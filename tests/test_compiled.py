"""Compiled and uncompiled, the same source gives the same games, bit for bit."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import eminence

ROOT = Path(__file__).parent.parent
BATCH = 280


def digests(first: int, *, compiled: bool) -> str:
    """What tests.games_digest prints, in a process of its own."""
    env = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    if not compiled:
        env["PYTHONPATH"] = str(ROOT / "src")
    command = [sys.executable, "-m", "tests.games_digest", str(first), str(first + BATCH)]
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=True)
    assert done.stderr.split() == ["compiled" if compiled else "uncompiled"]
    return done.stdout


@pytest.mark.process
def test_some_games_are_the_same_compiled_and_uncompiled() -> None:
    assert digests(0, compiled=True) == digests(0, compiled=False)


@pytest.mark.slow
@pytest.mark.process
@pytest.mark.parametrize("batch", range(1, 16))
def test_thousands_of_games_are_the_same_compiled_and_uncompiled(batch: int) -> None:
    """4,200 games over all cases: decisions, views, resampled states, points, ranks."""
    assert digests(batch * BATCH, compiled=True) == digests(batch * BATCH, compiled=False)


def test_the_package_says_which_it_is() -> None:
    assert eminence.compiled == ("PYTHONPATH" not in os.environ or "src" not in os.environ["PYTHONPATH"])
