"""Executors: the same results seed for seed, wherever the games are played."""

from __future__ import annotations

import importlib
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from itertools import chain
from pathlib import Path
from types import SimpleNamespace
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


class Cluster:
    """Stands for the library of Ray: what it is asked, and an error where it is told to have one."""

    class exceptions:  # noqa: N801 - as Ray has them
        class RayError(Exception):
            pass

        class RayTaskError(RayError):
            def __init__(self, cause: Exception | None) -> None:
                super().__init__("a task failed")
                self.cause = cause

    def __init__(self, unreached: Exception | None = None, failed: Exception | None = None) -> None:
        self.unreached, self.failed = unreached, failed
        self.asked: list[dict[str, Any]] = []
        self.ended = 0

    def is_initialized(self) -> bool:
        return False

    def init(self, **settings: Any) -> None:
        self.asked.append(settings)
        if self.unreached is not None:
            raise self.unreached

    def remote(self, function: Any) -> Any:
        return SimpleNamespace(options=lambda **_: SimpleNamespace(remote=lambda match, seeds: function(match, seeds)))

    def get(self, task: Any) -> Any:
        if self.failed is not None:
            raise self.failed
        return task

    def shutdown(self) -> None:
        self.ended += 1


def on_ray(monkeypatch: pytest.MonkeyPatch, cluster: Cluster, address: str | None = None) -> list[Any]:
    """The results of two deals."""
    monkeypatch.setitem(sys.modules, "ray", cluster)  # type: ignore[arg-type]
    if address is None:
        monkeypatch.delenv("RAY_ADDRESS", raising=False)
    else:
        monkeypatch.setenv("RAY_ADDRESS", address)
    arranged = match(deals=2)
    with closing(RayExecutor(2).results(arranged, chunks(arranged.seeds, 1))) as results:
        return list(chain(*results))


@pytest.fixture
def answering() -> Iterator[str]:
    """The address of somebody who answers, which is all that these tests need of a cluster."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield f"127.0.0.1:{server.getsockname()[1]}"


def test_without_an_address_a_cluster_of_our_own_begins(monkeypatch: pytest.MonkeyPatch, answering: str) -> None:
    """Also where somebody ran `ray start`, which Ray would go to if nothing were said."""
    arranged = match(deals=2)
    for address in (None, "", "local"):
        cluster = Cluster()
        assert on_ray(monkeypatch, cluster, address) == play_chunk(arranged, arranged.seeds)
        assert RayExecutor().here and cluster.ended == 1
        assert cluster.asked[0]["address"] == "local" and cluster.asked[0]["num_cpus"] == 2
    on_ray(monkeypatch, cluster := Cluster(), answering)
    assert not RayExecutor().here and cluster.asked[0]["address"] == answering
    assert "num_cpus" not in cluster.asked[0]


@pytest.mark.parametrize("error", [ConnectionError("gone"), ValueError("gone"), RuntimeError("gone")])
def test_a_cluster_that_is_not_there_is_named(
    monkeypatch: pytest.MonkeyPatch, error: Exception, answering: str
) -> None:
    complaint = rf"RAY_ADDRESS: no Ray cluster at '{answering}' \({type(error).__name__}: gone\); expected"
    with pytest.raises(ArenaError, match=complaint):
        on_ray(monkeypatch, Cluster(unreached=error), answering)
    with pytest.raises(ArenaError, match="Ray: no cluster begins here"):
        on_ray(monkeypatch, Cluster(unreached=error))


@pytest.mark.process
def test_where_nobody_answers_ray_is_not_waited_for() -> None:
    """With Ray itself, which would ask for minutes, and a port that is really closed."""
    pytest.importorskip("ray")
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    for address in (f"127.0.0.1:{port}", f"ray://127.0.0.1:{port}"):
        words = ("arena", "random", "random", "--executor", "ray", "--deals", "1", "-j", "1")
        done = subprocess.run(
            [sys.executable, "-m", "eminence", *words],
            capture_output=True,
            text=True,
            env=environ() | {"RAY_ADDRESS": address},
            timeout=60,
            check=False,
        )
        assert (done.returncode, done.stdout) == (2, "") and done.stderr.count("\n") == 1
        assert done.stderr.startswith(f"eminence: RAY_ADDRESS: no Ray cluster at '{address}' (ConnectionRefusedError")


def test_what_is_no_host_and_port_is_left_to_ray(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "create_connection", lambda *_, **__: pytest.fail("asked"))
    for address in ("auto", "moon", "moon:", "some://where:else"):
        on_ray(monkeypatch, cluster := Cluster(), address)
        assert cluster.asked[0]["address"] == address


def test_an_error_on_a_cluster_comes_through(monkeypatch: pytest.MonkeyPatch) -> None:
    ray = Cluster.exceptions
    for failed, complaint in (
        (ray.RayTaskError(ArenaError("the bot did it")), "^the bot did it"),
        (ray.RayTaskError(ZeroDivisionError("by zero")), "^Ray: ZeroDivisionError: by zero"),
        (ray.RayTaskError(None), "^Ray: a task failed"),
        (ray.RayError("lost"), "^Ray: lost"),
    ):
        monkeypatch.setattr(Cluster, "cancel", lambda self, task, force: None, raising=False)
        cluster = Cluster(failed=failed)
        with pytest.raises(ArenaError, match=complaint):
            on_ray(monkeypatch, cluster)
        assert cluster.ended == 1


@pytest.mark.slow
@pytest.mark.process
def test_the_example_in_the_documents_is_a_script(tmp_path: Path) -> None:
    """Its workers import it; without its last `if` they would die of that, and the message says so."""
    page = (Path(__file__).parents[2] / "docs" / "arena.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    example = example.replace("deals=200", "deals=3").replace("Local(4)", "Local(2)")
    bare = example.replace('if __name__ == "__main__":', "if True:")
    assert bare != example
    for text, code in ((example, 0), (bare, 1)):
        folder = tmp_path / str(code)
        folder.mkdir()
        (folder / "script.py").write_text(text, encoding="utf-8")
        command = [sys.executable, "script.py"]
        done = subprocess.run(command, capture_output=True, text=True, cwd=folder, env=environ(), check=False)
        assert done.returncode == code, done.stderr
        assert "Elo" in done.stdout if code == 0 else "__name__ == '__main__'" in done.stderr


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
