"""The WebSocket: requests in, answers and news out, with limits on everything."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec
from starlette.requests import HTTPConnection
from starlette.types import Receive, Scope, Send

from eminence import __version__
from eminence.analysis import hints
from eminence.server import messages
from eminence.server.hub import now
from eminence.server.logs import log
from eminence.server.messages import Bye, Done, Hello, Pong, Refused, encode
from eminence.server.store import StoreError, User
from eminence.server.wire import EXTENSION
from eminence.table import Refusal
from eminence.table.commands import Say

if TYPE_CHECKING:
    from eminence.server.app import Server

PROTOCOL = 1
OUTBOX = 512  # messages that may wait for a slow client
WATCHED = 50  # tables a connection may watch


class Outbox:
    """The way to one client: straight to the wire where the server offers it, otherwise by ASGI, message by message."""

    def __init__(self, scope: Scope, send: Send) -> None:
        self.transmit = send
        self.waiting: asyncio.Queue[bytes | None] | None = None
        self.speaking: asyncio.Task[None] | None = None
        write: Callable[[bytes], bool] | None = scope.get("extensions", {}).get(EXTENSION)
        if write is None:
            self.waiting = asyncio.Queue(OUTBOX)
            self.speaking = asyncio.create_task(self.speak(self.waiting))
        self.write = write or self.keep

    def keep(self, message: bytes) -> bool:
        """Have a message sent; False if too many wait."""
        assert self.waiting is not None
        if self.waiting.full():
            return False
        self.waiting.put_nowait(message)
        return True

    async def speak(self, waiting: asyncio.Queue[bytes | None]) -> None:
        """Send what waits, until None comes."""
        while (message := await waiting.get()) is not None:
            await self.transmit({"type": "websocket.send", "text": message.decode()})

    async def end(self, message: bytes, code: int) -> None:
        """Send the last words and close."""
        with contextlib.suppress(RuntimeError, OSError):
            if self.waiting is not None and self.speaking is not None:
                if self.waiting.full():
                    self.waiting.get_nowait()
                self.waiting.put_nowait(None)
                await self.speaking
            await self.transmit({"type": "websocket.send", "text": message.decode()})
            await self.transmit({"type": "websocket.close", "code": code})

    async def close(self) -> None:
        """The connection is gone."""
        if self.speaking is not None:
            self.speaking.cancel()
            await asyncio.gather(self.speaking, return_exceptions=True)


class Connection:
    """One client."""

    def __init__(self, server: Server, user: User | None, receive: Receive, outbox: Outbox) -> None:
        self.server = server
        self.person = user
        self.user = None if user is None else user.id
        self.receive = receive
        self.outbox = outbox
        self.watched: set[str] = set()
        self.parting = ""
        self.ending: asyncio.Task[None] | None = None

    def send(self, message: bytes) -> None:
        """Send a message. Who does not fetch messages is disconnected, and may come back."""
        if not self.parting and not self.outbox.write(message):
            self.part("too-slow")

    def part(self, code: str) -> None:
        """Close the connection, with a reason."""
        if not self.parting:
            self.parting = code
            number = 1008 if code in ("too-many", "too-large", "banned") else 1001
            self.ending = asyncio.create_task(self.outbox.end(encode(Bye(code)), number))

    async def listen(self) -> None:
        """Take requests, one after the other."""
        limits = self.server.settings.limits
        while not self.parting:
            message = await self.receive()
            if message["type"] != "websocket.receive":
                return
            text = message.get("text")
            raw: bytes = text.encode() if text is not None else message.get("bytes") or b""
            if len(raw) > limits.message_bytes:
                self.part("too-large")
                return
            while (wait := self.server.buckets["messages"].take(id(self))) > 0:
                if wait > 5:
                    self.part("too-many")
                    return
                await asyncio.sleep(wait)
            await self.answer(raw)

    async def answer(self, raw: bytes) -> None:
        """Carry out one request; whatever is wrong with it gets an answer and harms nobody else."""
        request: messages.Request | None = None
        begun = time.perf_counter()
        kind, outcome = "invalid", "refused"
        try:
            try:
                request = messages.requests.decode(raw)
            except msgspec.ValidationError as error:
                raise Refusal("bad-message", message=str(error)[:200]) from None
            except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
                raise Refusal("bad-message", message="not JSON") from None
            kind = str((request.command if isinstance(request, messages.Do) else request).__struct_config__.tag)
            await self.carry_out(request)
            outcome = "done"
        except Refusal as error:
            self.server.metrics.refused(error.code)
            self.send(encode(Refused(error.code, request.id if request else None, error.params)))
        except StoreError as error:
            outcome = "failed"
            log("store-failed", code=error.code)
            self.send(encode(Refused("store-failed", request.id if request else None, {"reason": error.code})))
        except Exception as error:
            outcome = "failed"
            log("command-failed", level=logging.ERROR, kind=kind, error=error)
            self.send(encode(Refused("failed", request.id if request else None)))
        finally:
            self.server.metrics.commanded(kind, outcome, time.perf_counter() - begun)

    async def carry_out(self, request: messages.Request) -> None:
        """What each kind of request does."""
        hub = self.server.hub
        match request:
            case messages.Do(id, table, command):
                if self.person is None:
                    raise Refusal("who-are-you")
                if isinstance(command, Say):
                    self.server.limit("chat", self.person.id)
                seq = await hub.do(table, command, self.server.accounts.actor(self.person), id)
                self.send(encode(Done(id, seq)))
            case messages.Watch(id, table, after, seat):
                if table not in self.watched and len(self.watched) >= WATCHED:
                    raise Refusal("too-many", expected=WATCHED)
                self.watched.add(table)
                try:
                    await hub.watch(table, self, seat, after, id)
                except BaseException:
                    self.watched.discard(table)
                    raise
            case messages.Unwatch(id, table):
                self.watched.discard(table)
                hub.unwatch(table, self)
                self.send(encode(Done(id)))
            case messages.AskHint(id, table, seat):
                await self.hint(id, table, seat)
            case messages.WatchLobby(id, on):
                (hub.lobby.add if on else hub.lobby.discard)(self)
                self.send(encode(Done(id)))
            case messages.Ping(id):
                self.send(encode(Pong(id, now())))

    async def hint(self, id: str, table: str, seat: int) -> None:  # noqa: A002
        """The best few turns, from what the player knows."""
        async with self.server.hub.held(table) as live:
            if self.user is None or seat not in live.table.seats_of(self.user):
                raise Refusal("not-your-seat", seat=seat)
            if not live.table.settings.casual:
                raise Refusal("no-hints")
            if live.table.acting != seat or live.table.pending is not None:
                raise Refusal("not-your-turn", seat=live.table.acting)
            view, count = live.table.truth.view(seat), live.table.count
        self.server.limit("hints", self.user)
        found = await self.server.aside(lambda: [hint.data() for hint in hints(view)])
        self.send(encode(messages.Hints(id, table, count, found)))


class Socket:
    """The application at the socket's path, straight on ASGI: every message passes here."""

    def __init__(self, server: Server) -> None:
        self.server = server

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One connection from beginning to end."""
        server, asking = self.server, HTTPConnection(scope)
        await receive()
        try:
            await server.admit(asking)
            found = await server.accounts.identify(asking)
            keys = [f"address {server.address(asking)}"] + ([f"user {found[1].id}"] if found else [])
            server.enter(keys)
        except (Refusal, StoreError):
            await send({"type": "websocket.close", "code": 1008})
            return
        try:
            await send({"type": "websocket.accept"})
            connection = Connection(server, found[1] if found else None, receive, Outbox(scope, send))
            connection.send(
                encode(Hello(__version__, PROTOCOL, connection.user, found[1].name if found else None, now()))
            )
            await self.serve(connection)
        finally:
            server.leave(keys)

    async def serve(self, connection: Connection) -> None:
        """Listen until the connection ends; who closes it from here hears of its end by listening, too."""
        server = self.server
        server.connections.add(connection)
        server.metrics.connected()
        try:
            await connection.listen()
        finally:
            if connection.ending is not None:
                await asyncio.wait({connection.ending}, timeout=1)  # the last words
                connection.ending.cancel()
            connection.parting = connection.parting or "gone"
            await connection.outbox.close()
            server.connections.discard(connection)
            server.hub.lobby.discard(connection)
            for table in connection.watched:
                server.hub.unwatch(table, connection)
            server.metrics.connected(-1)
