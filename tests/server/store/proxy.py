"""A way to the database that sometimes loses the answer."""

from __future__ import annotations

import asyncio
import random
from contextlib import suppress
from typing import Self


class Proxy:
    """Passes everything on. With some chance an answer is swallowed and the connection cut."""

    def __init__(self, target: int, dice: random.Random) -> None:
        self.target = target
        self.dice = dice
        self.chance = 0.0
        self.cut = 0
        self.port = 0
        self.tasks: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Self:
        self.server = await asyncio.start_server(self.serve, "127.0.0.1", 0)
        self.port = self.server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        self.server.close()
        for task in self.tasks:
            task.cancel()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        near, far = (reader, writer), await asyncio.open_connection("127.0.0.1", self.target)
        ways = {
            asyncio.ensure_future(self.carry(near[0], far[1], lossy=False)),
            asyncio.ensure_future(self.carry(far[0], near[1], lossy=True)),
        }
        self.tasks |= ways
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        for task in ways:
            task.cancel()
        for end in (near[1], far[1]):
            with suppress(OSError):
                end.close()

    async def carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, lossy: bool) -> None:
        with suppress(OSError):
            number = 0
            while data := await reader.read(65536):
                number += 1
                if lossy and number > 8 and self.dice.random() < self.chance:  # the first ones are the log-in
                    self.cut += 1
                    return
                writer.write(data)
                await writer.drain()
