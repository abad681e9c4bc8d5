"""Clients inside the process: the application is called as uvicorn would call it, and every byte it sends is kept."""

from __future__ import annotations

import asyncio
import json
from typing import Any

HOST = b"127.0.0.1:8080"
ORIGIN = b"http://127.0.0.1:8080"


async def request(
    app: Any, method: str, path: str, body: Any = None, headers: tuple[tuple[bytes, bytes], ...] = ()
) -> tuple[int, list[tuple[bytes, bytes]], bytes]:
    """One HTTP request: status, headers and body of the answer."""
    raw = b"" if body is None else json.dumps(body).encode()
    target, _, query = path.partition("?")
    scope = {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": method, "scheme": "http",
        "path": target, "raw_path": target.encode(), "query_string": query.encode(), "root_path": "",
        "headers": [(b"host", HOST), (b"origin", ORIGIN), (b"content-type", b"application/json"), *headers],
        "client": ("127.0.0.1", 50_000), "server": ("127.0.0.1", 8080),
    }  # fmt: skip
    given = [{"type": "http.request", "body": raw, "more_body": False}]
    status, sent, content = 0, [], b""

    async def receive() -> dict[str, Any]:
        return given.pop() if given else {"type": "http.disconnect"}

    async def send(message: dict[str, Any]) -> None:
        nonlocal status, sent, content
        if message["type"] == "http.response.start":
            status, sent = message["status"], list(message["headers"])
        else:
            content += message.get("body", b"")

    await app(scope, receive, send)
    return status, sent, content


class Unplugged:
    """A WebSocket without a network."""

    def __init__(self, app: Any, headers: tuple[tuple[bytes, bytes], ...] = (), address: str = "127.0.0.1") -> None:
        self.requests: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.got: list[bytes] = []
        self.news = asyncio.Event()
        self.accepted: bool | None = None
        self.closed: int | None = None
        scope = {
            "type": "websocket", "asgi": {"version": "3.0"}, "http_version": "1.1", "scheme": "ws",
            "path": "/api/socket", "raw_path": b"/api/socket", "query_string": b"", "root_path": "",
            "headers": [(b"host", HOST), (b"origin", ORIGIN), *headers], "subprotocols": [],
            "client": (address, 50_000), "server": ("127.0.0.1", 8080),
        }  # fmt: skip
        self.requests.put_nowait({"type": "websocket.connect"})
        self.task = asyncio.create_task(app(scope, self.requests.get, self.send))

    async def send(self, message: dict[str, Any]) -> None:
        """What the application sends."""
        match message["type"]:
            case "websocket.accept":
                self.accepted = True
            case "websocket.close":
                self.accepted, self.closed = bool(self.accepted), message.get("code", 1000)
            case "websocket.send":
                self.got.append((message.get("text") or "").encode() or message.get("bytes") or b"")
        self.news.set()

    def say(self, raw: bytes | str) -> None:
        """Send a message."""
        kind = "text" if isinstance(raw, str) else "bytes"
        self.requests.put_nowait({"type": "websocket.receive", kind: raw})

    async def wait(self) -> None:
        """Wait for something new."""
        self.news.clear()
        await asyncio.wait_for(self.news.wait(), 10)

    async def leave(self) -> None:
        """Hang up."""
        if self.closed is None:
            self.requests.put_nowait({"type": "websocket.disconnect", "code": 1001})
        await asyncio.wait_for(self.task, 10)


class Ear:
    """Somebody with one identity and one connection after the other; every byte they are sent is kept, in order."""

    def __init__(self, app: Any) -> None:
        self.app = app
        self.got: list[bytes] = []
        self.headers: tuple[tuple[bytes, bytes], ...] = ()
        self.wire: Unplugged | None = None
        self.taken = 0
        self.count = 0
        self.user = ""

    async def http(self, method: str, path: str, body: Any = None) -> Any:
        """A request; the answer as data."""
        status, headers, content = await request(self.app, method, path, body, self.headers)
        self.got.append(repr((method, path, status, sorted(headers))).encode() + content)
        return json.loads(content) if content[:1] in (b"{", b"[") else content

    async def enter(self, name: str, *, token: bool = False) -> None:
        """Get an identity: a cookie, or a token for a bot."""
        _, headers, content = await request(self.app, "POST", "/api/me", {"name": name})
        cookie = dict(headers)[b"set-cookie"].partition(b";")[0]
        self.user = json.loads(content)["user"]["id"]
        self.headers = ((b"cookie", cookie),)
        if token:
            made = await self.http("POST", "/api/me/tokens", {"label": "bot"})
            self.headers = ((b"authorization", b"Bearer " + made["token"].encode()),)

    async def open(self) -> None:
        """Connect."""
        self.wire = Unplugged(self.app, self.headers)
        self.taken = 0
        while not self.wire.got:
            await self.wire.wait()
        self.take()

    def take(self) -> list[bytes]:
        """Keep what has come."""
        assert self.wire is not None
        fresh = self.wire.got[self.taken :]
        self.taken += len(fresh)
        self.got += fresh
        return fresh

    async def ask(self, message: dict[str, Any], key: str = "") -> dict[str, Any]:
        """Send a request and wait for its answer."""
        assert self.wire is not None
        self.count += 1
        key = key or f"k{self.count}"
        self.take()
        self.wire.say(json.dumps({"id": key, **message}))
        while True:
            for raw in self.take():
                if f'"id":"{key}"'.encode() in raw or b'"refused"' in raw[:20]:
                    answer: dict[str, Any] = json.loads(raw)
                    return answer
            await self.wire.wait()

    async def close(self) -> None:
        """Hang up, having heard everything."""
        if self.wire is not None:
            await self.wire.leave()
            self.take()
            self.wire = None
