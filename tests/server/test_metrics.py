"""Metrics: everything is counted, nothing is told of anybody, and only those who may can read them."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from prometheus_client.parser import text_string_to_metric_families
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.testclient import TestClient

from eminence.server.metrics import Metered, Metrics, may_read
from eminence.server.settings import MetricsAccess, ServerSettings

ROOT = Path(__file__).parents[2]
TOKEN = "0123456789abcdef"


def samples(metrics: Metrics) -> dict[str, float]:
    """All numbers by name and labels, as Prometheus understands them."""
    found = {}
    for family in text_string_to_metric_families(metrics.render().decode()):
        for sample in family.samples:
            labels = ",".join(f"{name}={value}" for name, value in sorted(sample.labels.items()))
            found[f"{sample.name}{{{labels}}}" if labels else sample.name] = sample.value
    return found


def test_everything_is_counted() -> None:
    metrics = Metrics()
    metrics.count_tables = lambda: {"playing": 3, "finished": 1, "k3v9qz": 7}
    metrics.connected()
    metrics.connected()
    metrics.connected(-1)
    metrics.commanded("decide", "done", 0.004)
    metrics.commanded("decide", "refused", 0.001)
    metrics.appended(0.002)
    metrics.lagged(0.0001)
    metrics.waiting(4)
    metrics.thought("abbot", 0.3)
    metrics.refused("not-your-turn")
    metrics.requested("GET", "/api/tables/{table}", 200, 0.01)
    found = samples(metrics)
    assert found["eminence_tables{phase=playing}"] == 3 and found["eminence_tables{phase=gathering}"] == 0
    assert found["eminence_connections"] == 1 and found["eminence_bot_queue"] == 4
    assert found["eminence_commands_total{kind=decide,outcome=done}"] == 1
    assert found["eminence_command_seconds_count"] == 2 and found["eminence_command_seconds_sum"] == 0.005
    assert found["eminence_append_seconds_bucket{le=0.0025}"] == 1
    assert found["eminence_broadcast_lag_seconds_count"] == 1
    assert found["eminence_bot_decisions_total{level=abbot}"] == 1 and found["eminence_bot_thinking_seconds_sum"] == 0.3
    assert found["eminence_refused_total{code=not-your-turn}"] == 1
    assert found["eminence_http_requests_total{method=GET,route=/api/tables/{table},status=200}"] == 1
    assert "k3v9qz" not in metrics.render().decode()
    metrics.count_tables = dict
    assert samples(metrics)["eminence_tables{phase=playing}"] == 0


@pytest.mark.parametrize("hostile", ["Ada Lovelace", "k3v9qzmw7pxt2abc", "203.0.113.77", 'a"} 1\n', "x" * 40, "", "Ü"])
def test_labels_are_codes_and_nothing_else(hostile: str) -> None:
    metrics = Metrics()
    metrics.commanded(hostile, hostile, 0)
    metrics.thought(hostile, 0)
    metrics.refused(hostile)
    metrics.requested(hostile, f"/tables/{hostile}?x", 200, 0)
    text = metrics.render().decode()
    assert not hostile or hostile not in text
    values = {value for value in re.findall(r'="([^"]*)"', text) if not re.fullmatch(r"[0-9.]+|\+Inf", value)}
    assert values == {"other"}


def test_there_are_never_more_than_a_hundred_values_of_a_label() -> None:
    metrics = Metrics()
    for first in "abcdefghijklmnopqrst":
        for second in "abcdefghijklmnopqrst":
            metrics.refused(first + second)
    found = [name for name in samples(metrics) if name.startswith("eminence_refused_total")]
    assert len(found) == 101 and "eminence_refused_total{code=other}" in found


def test_two_servers_in_one_process_do_not_share_numbers() -> None:
    one, two = Metrics(), Metrics()
    one.connected()
    assert samples(one)["eminence_connections"] == 1 and samples(two)["eminence_connections"] == 0


def test_requests_are_counted_by_the_template_of_their_route() -> None:
    async def table(request: Request) -> Response:
        return Response("x", 201)

    async def broken(request: Request) -> Response:
        raise ValueError("secret")

    metrics = Metrics()
    app = Starlette(routes=[Route("/api/tables/{table}", table), Route("/broken", broken)])
    with TestClient(Metered(app, metrics), raise_server_exceptions=False) as client:
        client.get("/api/tables/k3v9qz?token=hunter2")
        client.post("/api/tables/k3v9qz")
        client.get("/nowhere/k3v9qz")
        client.get("/broken")
    found = {name: value for name, value in samples(metrics).items() if name.startswith("eminence_http_requests_total")}
    assert found == {
        "eminence_http_requests_total{method=GET,route=/api/tables/{table},status=201}": 1,
        "eminence_http_requests_total{method=POST,route=/api/tables/{table},status=405}": 1,
        "eminence_http_requests_total{method=GET,route=other,status=404}": 1,
        "eminence_http_requests_total{method=GET,route=/broken,status=500}": 1,
    }
    assert "k3v9qz" not in metrics.render().decode() and "hunter2" not in metrics.render().decode()


def test_other_traffic_passes_unseen() -> None:
    seen: list[str] = []

    async def inner(scope: Any, receive: Any, send: Any) -> None:
        seen.append(scope["type"])

    asyncio.run(Metered(inner, Metrics())({"type": "websocket"}, None, None))  # type: ignore[arg-type]
    assert seen == ["websocket"]


def scope(client: str | None, *headers: tuple[bytes, bytes]) -> dict[str, Any]:
    return {"type": "http", "client": (client, 1) if client else None, "headers": list(headers)}


def test_who_may_read_them() -> None:
    settings = ServerSettings(metrics=MetricsAccess(on=True, addresses=("127.0.0.1", "10.0.0.0/8", "::1"), token=TOKEN))
    assert all(may_read(scope(client), settings) for client in ("127.0.0.1", "10.9.8.7", "::1", "::ffff:10.0.0.1"))
    assert not any(may_read(scope(client), settings) for client in ("192.0.2.1", "::2", "testclient", None))
    for value, allowed in ((f"Bearer {TOKEN}", True), (f"bearer {TOKEN}", True), (f"Basic {TOKEN}", False)):
        assert may_read(scope("192.0.2.1", (b"authorization", value.encode())), settings) is allowed
    for wrong in (b"Bearer ", b"Bearer 0123456789abcdeg", b"Bearer \xff", b""):
        assert not may_read(scope("192.0.2.1", (b"authorization", wrong)), settings)
    assert not may_read(scope("127.0.0.1"), ServerSettings()), "off by default"
    no_token = ServerSettings(metrics=MetricsAccess(on=True, addresses=("127.0.0.1",)))
    assert not may_read(scope("192.0.2.1", (b"authorization", b"Bearer ")), no_token)


def test_a_proxy_that_was_not_named_lends_its_address_to_nobody() -> None:
    access = MetricsAccess(on=True, addresses=("127.0.0.1",))
    through = scope("127.0.0.1", (b"x-forwarded-for", b"192.0.2.1"))
    assert not may_read(through, ServerSettings(metrics=access))
    assert may_read(through, ServerSettings(metrics=access, proxies=("10.0.0.1",)))


@pytest.mark.process
def test_processes_of_one_machine_are_added_up(tmp_path: Path) -> None:
    code = (
        "from eminence.server.metrics import Metrics\nm = Metrics()\nm.connected()\nm.refused('too-many')\n"
        "m.count_tables = lambda: {'playing': 2}\nm.refresh()\nprint(m.render().decode())"
    )
    env = dict(os.environ) | {"PROMETHEUS_MULTIPROC_DIR": str(tmp_path), "PYTHONPATH": os.pathsep.join(sys.path)}
    for _ in range(2):
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=env)
    assert 'eminence_refused_total{code="too-many"} 2.0' in done.stdout
    assert 'eminence_tables{phase="playing"} 4.0' in done.stdout and "eminence_connections 2.0" in done.stdout
