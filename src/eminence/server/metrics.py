"""Numbers for Prometheus: how many and how long, never whose and never what.

Labels are codes from short lists: no ids, names, addresses or anything that a player may not know. Every process
counts; where several share a machine, `prometheus_client` adds them up through a folder (`PROMETHEUS_MULTIPROC_DIR`,
made by `eminence.server.run`).
"""

from __future__ import annotations

import hmac
import ipaddress
import logging
import os
import re
import time
from collections.abc import Callable, Mapping

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

from eminence.server.headers import App, Message, Receive, Scope, Send, values_of
from eminence.server.logs import ROUTE, log
from eminence.server.settings import ServerSettings

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
PHASES = ("gathering", "playing", "finished", "closed")
LABEL = re.compile(r"[a-z][a-z-]{0,31}")
MOST = 100  # values of a label
QUICK = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5)
SLOW = (0.001, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8, 16)
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


class Metrics:
    """All numbers of this process, in a registry of their own."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.seen: dict[str, set[str]] = {}
        self.children: dict[tuple[str, str], Counter] = {}
        self.count_tables: Callable[[], Mapping[str, int]] | None = None
        """Asked at every reading how many tables of this process there are by phase."""

        def gauge(name: str, text: str, labels: tuple[str, ...] = ()) -> Gauge:
            return Gauge(f"eminence_{name}", text, labels, registry=self.registry, multiprocess_mode="livesum")

        def counter(name: str, text: str, labels: tuple[str, ...] = ()) -> Counter:
            return Counter(f"eminence_{name}", text, labels, registry=self.registry)

        def histogram(name: str, text: str, buckets: tuple[float, ...] = QUICK) -> Histogram:
            return Histogram(f"eminence_{name}_seconds", text, registry=self.registry, buckets=buckets)

        self._tables = gauge("tables", "Tables in memory by phase.", ("phase",))
        self._connections = gauge("connections", "Open WebSocket connections.")
        self._commands = counter("commands", "Commands by kind and outcome.", ("kind", "outcome"))
        self._command = histogram("command", "Time from a command to its answer.")
        self._append = histogram("append", "Time until events are durable.")
        self._lag = histogram("broadcast_lag", "Time from durable to handed to the last connection.")
        self._queue = gauge("bot_queue", "Tables that wait for the house.")
        self._thinking = histogram("bot_thinking", "Time a bot thinks about a decision.", SLOW)
        self._decisions = counter("bot_decisions", "Decisions of bots by level.", ("level",))
        self._refused = counter("refused", "Requests refused, by code.", ("code",))
        self._requests = counter("http_requests", "HTTP requests by route and status.", ("method", "route", "status"))
        self._request = histogram("http_request", "Time to answer an HTTP request.")

    def label(self, name: str, value: str) -> str:
        """A value of a label: a code, and one of not too many; otherwise "other"."""
        seen = self.seen.setdefault(name, set())
        if value in seen:
            return value
        form = ROUTE if name == "route" else LABEL
        if len(seen) >= MOST or not form.fullmatch(value):
            return "other"
        seen.add(value)
        return value

    # What happens.

    def connected(self, by: int = 1) -> None:
        """A connection began; -1: one ended."""
        self._connections.inc(by)

    def commanded(self, kind: str, outcome: str, seconds: float) -> None:
        """A command was answered: "done", or the code of the refusal's kind."""
        child = self.children.get((kind, outcome))
        if child is None:
            child = self._commands.labels(self.label("kind", kind), self.label("outcome", outcome))
            if len(self.children) < MOST * MOST:
                self.children[kind, outcome] = child
        child.inc()
        self._command.observe(seconds)

    def appended(self, seconds: float) -> None:
        """Events have become durable."""
        self._append.observe(seconds)

    def lagged(self, seconds: float) -> None:
        """News were handed to everybody who watches."""
        self._lag.observe(seconds)

    def waiting(self, count: int) -> None:
        """So many tables wait for the house."""
        self._queue.set(count)

    def thought(self, level: str, seconds: float) -> None:
        """A bot has decided."""
        self._decisions.labels(self.label("level", level)).inc()
        self._thinking.observe(seconds)

    def refused(self, code: str) -> None:
        """Something was refused."""
        self._refused.labels(self.label("code", code)).inc()

    def requested(self, method: str, route: str, status: int, seconds: float) -> None:
        """An HTTP request was answered."""
        told = method if method in METHODS else "other"
        self._requests.labels(told, self.label("route", route), str(status) if 100 <= status < 600 else "other").inc()
        self._request.observe(seconds)

    # Reading.

    def refresh(self) -> None:
        """Ask for the numbers that are asked for. With several processes to be called every few seconds."""
        if self.count_tables is not None:
            counts = self.count_tables()
            for phase in PHASES:
                self._tables.labels(phase).set(counts.get(phase, 0))

    def render(self) -> bytes:
        """Everything as Prometheus reads it (with `CONTENT_TYPE`), of all processes on this machine."""
        self.refresh()
        if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
            return generate_latest(self.registry)
        together = CollectorRegistry()
        MultiProcessCollector(together)  # type: ignore[no-untyped-call]
        return generate_latest(together)


class Metered:
    """Counts and logs HTTP requests by the template of their route. Pure ASGI, to be the outermost layer."""

    def __init__(self, app: App, metrics: Metrics) -> None:
        self.app = app
        self.metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        begun, status = time.perf_counter(), 500

        async def send_and_see(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, send_and_see)
        finally:
            seconds, route = time.perf_counter() - begun, route_of(scope)
            self.metrics.requested(scope["method"], route, status, seconds)
            level = logging.ERROR if status >= 500 else logging.DEBUG
            log("http", level=level, method=scope["method"], route=route, status=status, ms=1000 * seconds)


def route_of(scope: Scope) -> str:
    """The template of the route that answered, with names in place of values; "other" if none did."""
    path = getattr(scope.get("route"), "path", None)
    return (path or "/") if isinstance(path, str) else "other"


def may_read(scope: Scope, settings: ServerSettings) -> bool:
    """Whether who asks may read the metrics: by token, or by address unless a proxy speaks that was not named."""
    access = settings.metrics
    if not access.on:
        return False
    for value in values_of(scope, b"authorization"):
        kind, _, token = value.partition(" ")
        if access.token and kind.lower() == "bearer" and hmac.compare_digest(token.encode(), access.token.encode()):
            return True
    forwarded = values_of(scope, b"x-forwarded-for") or values_of(scope, b"forwarded")
    client = scope.get("client")
    if not client or (forwarded and not settings.proxies):
        return False
    try:
        address = ipaddress.ip_address(client[0].partition("%")[0])
    except ValueError:
        return False
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is not None:
        address = address.ipv4_mapped
    return any(address in ipaddress.ip_network(network) for network in access.addresses)
