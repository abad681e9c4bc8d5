"""What the swarm says and hears; HTTP and WebSocket by hand, as small as can be, so that the load costs little."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import sys
from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import Struct, field

Hear = Callable[[bytes], None]
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
PATIENCE = 60.0  # seconds for a connection


class View(Struct):
    """What a client needs of a view."""

    legal: list[str] = []
    seat: int | None = None


class Picture(Struct):
    """What a client needs of a picture."""

    phase: str = ""
    seat: int | None = None
    count: int = 0
    view: View | None = None


class Message(Struct):
    """What a client needs of any message."""

    type: str
    id: str | None = None
    table: str = ""
    picture: Picture | None = None
    code: str = ""


class Setup(Struct, forbid_unknown_fields=True):
    """What the process is to be."""

    host: str
    port: int
    tables: int
    spares: int = 0
    """Tables ready for the next games of each group."""
    players: list[int] = field(default_factory=lambda: [2, 3, 4])
    bots: str = ""
    """The level of the bots; then one person sits at every table and the other seats are bots."""
    watchers: int = 0
    """Connections that only watch, spread over the tables."""
    name: str = "bench"


class Order(Struct, forbid_unknown_fields=True):
    """How long to play, and how many moves a second in all; 0 for as fast as moves are answered."""

    seconds: float
    rate: float = 0.0


decode = msgspec.json.Decoder(Message).decode


async def request(
    host: str, port: int, method: str, path: str, body: Any = None, cookie: str = ""
) -> tuple[dict[str, Any], str]:
    """An HTTP request: the answer, and the cookie that came along or nothing."""
    reader, writer = await asyncio.open_connection(host, port)
    try:
        text = b"" if body is None else json.dumps(body).encode()
        head = [f"{method} {path} HTTP/1.1", *common(host, port, cookie), "Connection: close"]
        head += ["Content-Type: application/json", f"Content-Length: {len(text)}", "", ""]
        writer.write("\r\n".join(head).encode() + text)
        answer = await asyncio.wait_for(reader.read(), PATIENCE)
    finally:
        writer.close()
    top, _, rest = answer.partition(b"\r\n\r\n")
    lines = top.decode().split("\r\n")
    if not lines[0].startswith("HTTP/1.1 2"):
        raise OSError(f"{method} {path}: {lines[0]} {rest[:300].decode(errors='replace')}")
    cookies = [line.split(":", 1)[1].split(";")[0].strip() for line in lines if line.lower().startswith("set-cookie:")]
    if b"transfer-encoding: chunked" in top.lower():
        rest = unchunked(rest)
    return json.loads(rest), cookies[0] if cookies else ""


def common(host: str, port: int, cookie: str) -> list[str]:
    """The headers of every request."""
    return [f"Host: {host}:{port}", f"Origin: http://{host}:{port}", *([f"Cookie: {cookie}"] if cookie else [])]


def unchunked(body: bytes) -> bytes:
    """A body that came in chunks."""
    found = b""
    while body:
        size, _, body = body.partition(b"\r\n")
        found += body[: int(size, 16)]
        body = body[int(size, 16) + 2 :]
    return found


class Socket(asyncio.Protocol):
    """A WebSocket of a client: text, ping, close. The process ends if the server gives the connection up."""

    def __init__(self, head: bytes, hear: Hear) -> None:
        self.head = head
        self.hear = hear
        self.rest = b""
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.open = False
        self.transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport  # type: ignore[assignment]
        self.transport.write(self.head)

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.ready.done():
            self.ready.set_exception(OSError("the server closed a connection before the handshake"))
        elif self.open:
            print("the server closed a connection", file=sys.stderr, flush=True)
            os._exit(3)

    def data_received(self, data: bytes) -> None:
        rest = self.rest + data if self.rest else data
        if not self.open:
            top, end, rest = rest.partition(b"\r\n\r\n")
            if not end:
                self.rest = top
                return
            if b" 101 " not in top.split(b"\r\n", 1)[0]:
                self.ready.set_exception(OSError(f"no WebSocket: {top[:200].decode(errors='replace')}"))
                return
            self.open = True
            self.ready.set_result(None)
        place, length = 0, len(rest)
        while length - place >= 2:
            size, start = rest[place + 1] & 127, place + 2
            if size >= 126:
                width = 2 if size == 126 else 8
                if length - start < width:
                    break
                size = int.from_bytes(rest[start : start + width], "big")
                start += width
            if length - start < size:
                break
            self.take(rest[place] & 15, rest[start : start + size])
            place = start + size
        self.rest = rest[place:]

    def take(self, kind: int, payload: bytes) -> None:
        """A whole frame; the server sends none in parts."""
        if kind == TEXT:
            self.hear(payload)
        elif kind == PING:
            self.frame(PONG, payload)
        elif kind == CLOSE:
            print(f"the server says goodbye: {payload[2:].decode(errors='replace')}", file=sys.stderr, flush=True)

    def send(self, message: dict[str, Any]) -> None:
        """Send a message."""
        self.frame(TEXT, msgspec.json.encode(message))

    def frame(self, kind: int, payload: bytes) -> None:
        """Send a frame of less than 64 KB; a client has to mask, but the mask may be all zeros."""
        size = len(payload)
        length = bytes([128 | size]) if size < 126 else bytes([254]) + size.to_bytes(2, "big")
        self.transport.write(bytes([128 | kind]) + length + b"\0\0\0\0" + payload)


async def connect(host: str, port: int, cookie: str, hear: Hear) -> Socket:
    """A new connection of somebody."""
    key = base64.b64encode(os.urandom(16)).decode()
    lines = ["GET /api/socket HTTP/1.1", *common(host, port, cookie), "Upgrade: websocket", "Connection: Upgrade"]
    lines += [f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13", "", ""]
    head = "\r\n".join(lines).encode()
    _, socket = await asyncio.get_running_loop().create_connection(lambda: Socket(head, hear), host, port)
    await asyncio.wait_for(socket.ready, PATIENCE)
    return socket
