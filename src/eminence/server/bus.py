"""Tells the other processes where to look: a table and the number of its last event, or who is present. No secrets."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Callable
from typing import Protocol

import msgspec
from msgspec import Struct

CHANNEL = "eminence:1"


class Notice(Struct, frozen=True, omit_defaults=True):
    """What one process tells the others."""

    sender: str
    table: str = ""
    seq: int = 0
    present: list[str] | None = None
    """Who is connected to the table at the sender's."""
    ask: bool = False
    """The sender knows nobody there yet: the others are to tell who is connected at theirs."""
    lobby: bool = False
    """The list of public tables changed."""
    user: str = ""
    """Somebody was banned or lost a device: their connections are to be looked at again."""
    name: str = ""
    """That somebody has another name from now on, and nothing else."""


Listener = Callable[[Notice], None]


class Bus(Protocol):
    """How processes tell each other."""

    name: str
    shared: bool
    """Whether there may be other processes."""

    async def open(self, listener: Listener) -> None:
        """Begin to listen."""

    def publish(self, notice: Notice) -> None:
        """Tell the others, soon; a lost notice does no harm."""

    async def ready(self) -> None:
        """Raises OSError if nobody could be told."""

    async def close(self) -> None:
        """Stop listening."""


class LocalBus:
    """One process alone: there is nobody to tell."""

    shared = False

    def __init__(self) -> None:
        self.name = secrets.token_hex(4)

    async def open(self, listener: Listener) -> None:
        pass

    def publish(self, notice: Notice) -> None:
        pass

    async def ready(self) -> None:
        pass

    async def close(self) -> None:
        pass


class RedisBus:
    """Redis pub/sub. After a loss of the connection it comes back by itself and has the listener look at all."""

    shared = True

    def __init__(self, url: str) -> None:
        import redis.asyncio as redis

        self.name = secrets.token_hex(4)
        self.redis = redis.Redis.from_url(
            url, socket_connect_timeout=3, socket_keepalive=True, health_check_interval=15
        )
        self.outbox: asyncio.Queue[Notice] = asyncio.Queue(10_000)
        self.tasks: list[asyncio.Task[None]] = []

    async def open(self, listener: Listener) -> None:
        heard = asyncio.Event()
        self.tasks = [asyncio.create_task(self.listen(listener, heard)), asyncio.create_task(self.speak())]
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(heard.wait(), 5)

    async def listen(self, listener: Listener, heard: asyncio.Event) -> None:
        """Hear the others for ever."""
        decoder = msgspec.json.Decoder(Notice)
        while True:
            with contextlib.suppress(OSError, ConnectionError, self._error(), msgspec.MsgspecError):
                async with self.redis.pubsub() as ear:
                    await ear.subscribe(CHANNEL)
                    listener(Notice(sender=""))  # something may have been missed
                    heard.set()
                    async for message in ear.listen():
                        if message["type"] == "message":
                            notice = decoder.decode(message["data"])
                            if notice.sender != self.name:
                                listener(notice)
            await asyncio.sleep(0.5)

    async def speak(self) -> None:
        """Tell the others for ever; what cannot be sent is tried again, so that nobody misses the last move."""
        notice: Notice | None = None
        while True:
            notice = notice or await self.outbox.get()
            try:
                await self.redis.publish(CHANNEL, msgspec.json.encode(notice))
                notice = None
            except (OSError, ConnectionError, self._error()):
                await asyncio.sleep(0.1)

    @staticmethod
    def _error() -> type[Exception]:
        from redis.exceptions import RedisError

        return RedisError

    def publish(self, notice: Notice) -> None:
        with contextlib.suppress(asyncio.QueueFull):
            self.outbox.put_nowait(notice)

    async def ready(self) -> None:
        try:
            await asyncio.wait_for(self.redis.ping(), 3)
        except (TimeoutError, self._error()) as error:
            raise OSError(f"redis: {error}") from None

    async def close(self) -> None:
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        await self.redis.aclose()


def open_bus(url: str) -> Bus:
    """The bus of a setting: "local", or the address of a Redis."""
    return LocalBus() if url == "local" else RedisBus(url)
