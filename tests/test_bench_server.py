"""The server benchmark: a short run with real processes, without npm and databases, and what is reported of it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("uvicorn")

from eminence.bench import server, server_machines, server_report
from eminence.bench.server_clients import Group, Swarm, Window
from eminence.bench.server_machines import BenchError
from eminence.bench.server_wire import Order, Setup, unchunked

TINY = server.Plan(
    seconds=0.5,
    repeat=2,
    warm_up=0.3,
    warm_moves=1,
    tables=3,
    idle=20,
    bot_tables=3,
    bot_seconds=4.0,  # bots take their time, and a busy machine takes more
    pause=0.2,
    cluster=False,
)


@pytest.fixture(scope="module")
def short() -> Any:
    """A very short run on a machine without npm."""
    steps: list[tuple[str, int, int]] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(server_machines.shutil, "which", lambda name: None)
        result = server.run(TINY, lambda what, done, total: steps.append((what, done, total)))
    return result, steps


@pytest.mark.process
def test_moves_are_made_and_none_is_refused(short: Any) -> None:
    result, _ = short
    (row,) = result["rows"]
    assert row["name"] == server.SQLITE
    assert len(row["capacity"]) == 2
    for found in [*row["capacity"], *row["half"]]:
        assert found["moves"] > 0 and found["settled"] >= found["moves"] and found["refused"] == 0
        assert 0 < found["done"]["p50"] <= found["done"]["p99"] <= found["done"]["max"]
        assert found["seen"]["count"] > found["done"]["count"] / 2  # one to three others hear of every move
        assert found["cpu"] > 0
    assert all(half["moves"] < 2 * half["rate"] * TINY.seconds for half in row["half"])


@pytest.mark.process
def test_memory_and_bots_are_measured(short: Any) -> None:
    result, _ = short
    assert result["idle"]["connections"] == 20
    assert result["idle"]["mb"] > result["idle"]["bare_mb"] > 10
    assert result["bots"] is not None, result["skipped"]
    assert result["bots"]["tables"] == 3
    assert result["bots"]["moves"] > 0 and result["bots"]["bot_decisions_per_second"] > 0


@pytest.mark.process
def test_without_npm_the_report_says_so_and_has_the_rest(short: Any) -> None:
    result, steps = short
    assert all("npm" in result["skipped"][peer] for peer in server.PEERS)
    assert result["ratios"] == []
    text = server_report.report(json.loads(json.dumps(result)))
    for part in (
        "SKIPPED boardgame.io",
        "moves/s a core",
        "at half of capacity",
        "idle connections",
        "not measured in full",
    ):
        assert part in text
    assert result["aims"][0]["met"] is None and result["aims"][1]["met"] is None
    done = [number for _, number, _ in steps]
    assert done == sorted(done) and done[-1] < steps[-1][2]


def test_ratios_are_taken_within_a_repeat() -> None:
    def row(name: str, *rates: float) -> dict[str, Any]:
        return {
            "name": name,
            "capacity": [{"per_core": rate, "per_core_all": rate / 2, "moves_per_second": 10 * rate} for rate in rates],
        }

    found = server.ratios(
        [row(server.SQLITE, 50.0, 80.0), row(server.PEER_POSTGRES, 10.0, 20.0), row(server.PEER_SQLITE, 5.0, 5.0)]
    )
    assert [(one["name"], one["against"]) for one in found] == [
        (server.SQLITE, server.PEER_POSTGRES),
        (server.SQLITE, server.PEER_SQLITE),
    ]
    assert found[0]["per_core"] == [5.0, 4.0] and found[0]["wall"] == [5.0, 4.0]
    assert found[1]["per_core"] == [10.0, 16.0]
    assert server.ratios([row(server.SQLITE, 50.0)]) == []


def test_percentiles_are_in_milliseconds() -> None:
    found = server.percentiles([{"done": [3000, 1000]}, {"done": [2000]}], "done")
    assert found == {"p50": 2.0, "p99": 3.0, "max": 3.0, "count": 3}
    assert server.percentiles([{}], "seen") is None


def test_a_client_pairs_news_with_moves_by_their_count() -> None:
    swarm = Swarm(Setup("127.0.0.1", 1, 1))
    swarm.window = Window(Order(10.0), 1)
    group = Group(swarm, 0, 3, "")
    group.table = "t"
    person = group.people[1]
    person.unseen.extend([(4, 0.0), (5, 0.0), (6, 0.0)])
    news = {"type": "update", "table": "t", "picture": {"phase": "playing", "count": 6, "view": {"legal": []}}}
    person.hear(json.dumps(news).encode())
    assert len(swarm.window.seen) == 2 and len(person.unseen) == 1 and swarm.window.heard == 1


def test_what_is_missing_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(server_machines.shutil, "which", lambda name: None)
    with pytest.raises(BenchError, match="npm"):
        server_machines.install_peer()
    with pytest.raises(BenchError, match="no-such-program"):
        server_machines.find_binary("no-such-program")


def test_the_peer_names_no_registry() -> None:
    package = (server_machines.PEER / "package.json").read_text()
    assert "://" not in package
    assert json.loads(package)["dependencies"]["boardgame.io"]


def test_chunks_are_joined() -> None:
    assert unchunked(b"3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n") == b"abcde"
