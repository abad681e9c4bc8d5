"""Executors: the same results seed for seed, wherever the games are played."""

from __future__ import annotations

import importlib
import subprocess
import sys
from contextlib import closing
from itertools import chain
from typing import Any

import pytest

from eminence.arena import ArenaError, Local, MissingExtra, RayExecutor, play_chunk, run
from eminence.arena.ladder import plackett_luce
from tests.arena.matches import environ, match


def chunks(seeds: range, size: int) -> list[range]:
    """Seeds in pieces."""
    return [seeds[first : first + size] for first in range(0, len(seeds), size)]


def test_one_job_plays_in_this_process_and_in_order() -> None:
    arranged = match(deals=5)
    with closing(Local(1).results(arranged, chunks(arranged.seeds, 2))) as results:
        found = list(results)
    assert [len(part) for part in found] == [4, 4, 2]
    assert list(chain(*found)) == play_chunk(arranged, arranged.seeds)


def test_chunks_are_asked_for_as_they_are_needed() -> None:
    arranged = match(deals=50)
    asked: list[range] = []

    def lazily() -> Any:
        for part in chunks(arranged.seeds, 1):
            asked.append(part)
            yield part

    with closing(Local(1).results(arranged, lazily())) as results:
        next(results)
    assert len(asked) == 1


@pytest.mark.process
def test_processes_give_the_same_results_in_the_same_order() -> None:
    arranged = match(game="richelieu", players=3, deals=7)
    with closing(Local(2).results(arranged, chunks(arranged.seeds, 2))) as results:
        found = list(results)
    assert [len(part) for part in found] == [12, 12, 12, 6]
    assert list(chain(*found)) == play_chunk(arranged, arranged.seeds)


@pytest.mark.process
def test_an_error_in_a_process_comes_through(monkeypatch: pytest.MonkeyPatch) -> None:
    arranged = match(deals=3)
    broken = type(arranged).from_data(arranged.data() | {"bots": ["random", "nobody"]}, deals=3)
    with pytest.raises(Exception, match="nobody"), closing(Local(2).results(broken, [range(1, 4)])) as results:
        list(results)


@pytest.mark.slow
@pytest.mark.process
def test_ray_gives_the_same_results_as_processes_and_as_this_one() -> None:
    """Seed for seed, with several players and with an early stop."""
    ray = pytest.importorskip("ray")
    large, control = match(game="richelieu", players=3, deals=6), match(deals=200)
    here = play_chunk(large, large.seeds)
    stopped = run(control, executor=Local(1), bounds=(0, 200))
    assert len(stopped.deals) < 200
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, configure_logging=False)
    try:
        for executor in (Local(2), RayExecutor(2)):
            with closing(executor.results(large, chunks(large.seeds, 2))) as results:
                assert list(chain(*results)) == here
            again = run(control, executor=executor, bounds=(0, 200))
            assert again.deals == stopped.deals and again.verdict == stopped.verdict
    finally:
        ray.shutdown()
    with closing(RayExecutor(1).results(large, [range(1, 3)])) as results:  # a cluster of its own
        assert list(chain(*results)) == here[: 2 * large.games]
    assert not ray.is_initialized()


def test_numbers_of_jobs_are_checked() -> None:
    assert Local().jobs >= 1
    with pytest.raises(ArenaError, match="0 jobs"):
        Local(0)


def test_an_extra_that_is_absent_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    known = importlib.import_module

    def absent(name: str, package: str | None = None) -> Any:
        if name.split(".")[0] in ("ray", "openskill"):
            raise ImportError(name)
        return known(name, package)

    monkeypatch.setattr(importlib, "import_module", absent)
    with pytest.raises(MissingExtra, match=r"pip install 'eminence\[ray\]'"):
        RayExecutor()
    with pytest.raises(MissingExtra, match=r"pip install 'eminence\[ladder\]'"):
        plackett_luce()


@pytest.mark.process
def test_the_arena_loads_no_extra_before_it_is_asked_for() -> None:
    program = "import eminence.arena, sys; print({'ray', 'openskill'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, env=environ())
    assert done.stdout.strip() == "set()"
