"""The server put together: store, bus, hub, house, accounts, HTTP and WebSocket."""

from __future__ import annotations

import asyncio
import hashlib
from collections import Counter
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import lru_cache
from math import ceil, isinf
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import FileResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.types import ASGIApp

from eminence.bots import LEVELS
from eminence.server import http_people, http_tables
from eminence.server.accounts import Accounts
from eminence.server.api import Health
from eminence.server.bus import Bus, Notice, open_bus
from eminence.server.endpoints import Endpoint, answer, packed, refusal, served
from eminence.server.headers import SecurityHeaders, check_origin
from eminence.server.house import House
from eminence.server.hub import Hub
from eminence.server.limits import Buckets, network_of
from eminence.server.metrics import CONTENT_TYPE, Metered, Metrics, may_read
from eminence.server.openapi import openapi, protocol
from eminence.server.reviews import Reviews
from eminence.server.settings import ServerSettings
from eminence.server.socket import Connection, Socket
from eminence.server.store import Store, StoreError, User, open_store
from eminence.table import Refusal

STATIC = Path(__file__).parent / "static"
TEXTS = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
}
"""Files worth zipping."""
ENDPOINTS: tuple[Endpoint, ...] = (*http_people.ENDPOINTS, *http_tables.ENDPOINTS)

_T = TypeVar("_T")


class Server:
    """One process of the server."""

    store: Store
    hub: Hub
    house: House
    accounts: Accounts
    reviews: Reviews

    def __init__(self, settings: ServerSettings) -> None:
        self.settings = settings
        self.bus: Bus
        self.metrics = Metrics()
        self.connections: set[Connection] = set()
        self.crowd: Counter[str] = Counter()
        limits = settings.limits
        self.buckets = {
            "messages": Buckets(limits.messages_per_second, limits.messages_burst),
            "requests": Buckets(limits.requests_per_second, limits.requests_burst),
            "chat": Buckets(limits.chat_per_minute / 60, max(1, limits.chat_per_minute // 5)),
            "people": Buckets(limits.identities_per_hour / 3600, limits.identities_per_hour),
            "guesses": Buckets(limits.codes_per_hour / 3600, limits.codes_per_hour),
            "names": Buckets(limits.names_per_hour / 3600, max(1, limits.names_per_hour)),
            "codes": Buckets(20 / 3600, 20),
            "hints": Buckets(0.5, 10),
            "reviews": Buckets(1 / 60, 10),
            "tables": Buckets(limits.tables_per_user / 3600, limits.tables_per_user),
        }
        self.pool = ThreadPoolExecutor(2, "aside")

    async def open(self) -> None:
        """Connect to the database and the bus, and begin."""
        settings = self.settings
        self.store = await open_store(settings.database, create=settings.sqlite is not None)
        await self.store.ready()
        self.bus = open_bus(settings.bus)
        self.hub = Hub(self.store, self.bus, self.metrics, LEVELS)
        await self.bus.open(self.hear)
        self.accounts = Accounts(
            self.store,
            secure=settings.secure,
            invitation_required=settings.invitation_required,
            administrators=frozenset(settings.administrators),
        )
        bots = settings.bots
        self.house = House(self.hub, self.bus, threads=bots.thinking, queue=bots.queue, pace=bots.pace)
        self.reviews = Reviews(self.store)
        self.metrics.count_tables = self.hub.phases
        self.house.open()

    async def close(self) -> None:
        """Say goodbye and stop. Nothing that matters is lost."""
        for connection in list(self.connections):
            connection.part("restarting")
        await self.house.close()
        await self.reviews.close()
        await self.bus.close()
        await self.store.close()
        self.pool.shutdown(wait=False, cancel_futures=True)

    # Who comes in.

    async def admit(self, connection: HTTPConnection) -> None:
        """Only pages of this server may speak for somebody, and nobody may ask too much."""
        if not check_origin(connection.scope, self.settings):
            raise Refusal("foreign-origin")
        self.limit("requests", self.address(connection))

    def limit(self, kind: str, key: str, code: str = "too-many") -> None:
        """Refuse what is asked too often."""
        wait = self.buckets[kind].take(key)
        if wait > 0:
            raise Refusal(code, seconds=None if isinf(wait) else ceil(wait * 10) / 10)

    def enter(self, keys: list[str]) -> None:
        """Another connection of an address and a user, if they may have one."""
        limits = self.settings.limits
        allowed = {"address": limits.connections_per_address, "user": limits.connections_per_user}
        if len(self.connections) >= limits.connections:
            raise Refusal("busy")
        for key in keys:
            if self.crowd[key] >= allowed[key.partition(" ")[0]]:
                raise Refusal("too-many")
        self.crowd.update(keys)

    def leave(self, keys: list[str]) -> None:
        """The connection is gone."""
        self.crowd.subtract(keys)
        for key in keys:
            if not self.crowd[key]:
                del self.crowd[key]

    def address(self, connection: HTTPConnection) -> str:
        """Where a request comes from, for limits only; uvicorn has put in what a trusted proxy says."""
        return network_of(connection.client.host) if connection.client else ""

    def base_url(self, connection: HTTPConnection) -> str:
        """The server's address as people see it."""
        return self.settings.base_url.rstrip("/") or str(connection.base_url).rstrip("/")

    # What happens elsewhere.

    def hear(self, notice: Notice) -> None:
        """Another process has told something."""
        if notice.name:
            self.rename(notice.user, notice.name)
        elif notice.user:
            self.recheck(notice.user)
        else:
            self.hub.hear(notice)

    def recheck(self, user: str) -> None:
        """Somebody was banned or lost a device: their connections must come again."""
        for connection in list(self.connections):
            if connection.user == user:
                connection.part("come-again")

    def dismiss(self, user: str) -> None:
        """The same at every process."""
        self.recheck(user)
        self.bus.publish(Notice(self.bus.name, user=user))

    def rename(self, user: str, name: str) -> None:
        """Somebody has another name from now on."""
        for connection in self.connections:
            if connection.user == user and connection.person is not None:
                connection.person = msgspec.structs.replace(connection.person, name=name)

    def renamed(self, user: User) -> None:
        """The same at every process."""
        self.rename(user.id, user.name)
        self.bus.publish(Notice(self.bus.name, user=user.id, name=user.name))

    async def aside(self, work: Callable[..., _T], *args: Any) -> _T:
        """Do something that takes a moment without holding up anybody."""
        return await asyncio.get_running_loop().run_in_executor(self.pool, work, *args)


def create_app(settings: ServerSettings) -> ASGIApp:
    """The application that uvicorn runs."""
    server = Server(settings)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await server.open()
        try:
            yield
        finally:
            await server.close()

    async def healthz(request: Request) -> Response:
        return answer(Health(True))

    async def readyz(request: Request) -> Response:
        try:
            await server.admit(request)
            await server.store.ready()
            await server.bus.ready()
        except StoreError as error:
            return answer(Health(False, error.code), 503)
        except OSError:
            return answer(Health(False, "bus"), 503)
        except Refusal as error:
            return refusal(error)
        return answer(Health(True))

    async def metrics(request: Request) -> Response:
        if not may_read(request.scope, settings):
            return refusal(Refusal("no-such-page"))
        return Response(server.metrics.render(), headers={"content-type": CONTENT_TYPE})

    described = {"/api/openapi.json": openapi(ENDPOINTS), "/api/protocol.json": protocol()}

    async def description(request: Request) -> Response:
        return answer(described[request.url.path])

    async def page(request: Request) -> Response:
        return await static(request)

    routes: list[BaseRoute] = [
        Route("/healthz", healthz),
        Route("/readyz", readyz),
        Route("/metrics", metrics),
        *(Route(path, description) for path in described),
        *(Route(e.path, served(server, e), methods=[e.method]) for e in ENDPOINTS),
        WebSocketRoute("/api/socket", Socket(server)),
        Route("/{path:path}", page, methods=["GET"]),
    ]
    app = Starlette(routes=routes, lifespan=lifespan, exception_handlers={HTTPException: unserved})
    app.state.server = server
    return Metered(SecurityHeaders(app, settings), server.metrics)


async def unserved(request: Request, error: Exception) -> Response:
    """No page has this path, or none takes this method."""
    assert isinstance(error, HTTPException)
    response = refusal(Refusal("no-such-method" if error.status_code == 405 else "no-such-page"))
    response.headers.update(error.headers or {})
    return response


def file_at(path: str) -> Path | None:
    """The file of the browser's client at a path; None if there is none, or if no file can have such a name."""
    try:
        found = (STATIC / path).resolve()
        return found if path and found.is_relative_to(STATIC) and found.is_file() else None
    except (OSError, ValueError):
        return None


async def static(request: Request) -> Response:
    """A file of the browser's client; any other page is the client itself."""
    path = request.path_params["path"]
    if path.startswith("api/"):
        return refusal(Refusal("no-such-page"))
    found = file_at(path)
    if found is None:
        if "." in path.rpartition("/")[2]:
            return refusal(Refusal("no-such-page"))
        found = STATIC / "index.html"
        if not found.is_file():
            return refusal(Refusal("no-client"))
    forever = path.startswith("assets/")
    headers = {"cache-control": "public, max-age=31536000, immutable" if forever else "no-cache"}
    kind = TEXTS.get(found.suffix)
    if kind is None:
        return FileResponse(found, headers=headers)
    body, mark = content(found, found.stat().st_mtime_ns)
    if request.headers.get("if-none-match") == mark:
        return Response(status_code=304, headers={**headers, "etag": mark})
    return packed(request, body, kind, {**headers, "etag": mark})


@lru_cache(maxsize=256)
def content(file: Path, changed: int) -> tuple[bytes, str]:
    """A file of the client and a mark that changes with it."""
    body = file.read_bytes()
    return body, f'"{hashlib.sha256(body).hexdigest()[:16]}"'
