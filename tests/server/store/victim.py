"""A process that appends until it is killed: python victim.py URL NUMBER. Every acknowledged append is a line."""

from __future__ import annotations

import asyncio
import os
import sys

from eminence.server.store import Conflict, Repeated, Store, StoreError, open_store
from tests.server.store.samples import append

TABLES = 12


async def play(store: Store, table: str, life: str) -> None:
    """Go on where the log ends. The last command is sent once more, as a client does that had no answer."""
    log = await store.read(table)
    if log:
        last = log[-1].payload.decode()
        try:
            await store.append(append(table, len(log), log[-1].payload, command=last))
            tell(f"doubled {table} {last}")
        except (Repeated, Conflict):
            pass
    while True:
        after = len(await store.read(table))
        for number in range(1_000_000):
            payload = f"{table}-{life}-{number}-{after}"
            try:
                await store.append(append(table, after, payload.encode(), command=payload))
            except Conflict:  # the last breath of the process before
                break
            after += 1
            tell(f"{table} {after} {payload}")


def tell(text: str) -> None:
    """A line that is out when this returns."""
    os.write(1, f"{text}\n".encode())


async def main(url: str, life: str) -> None:
    store = await open_store(url)
    try:
        await asyncio.gather(*(play(store, f"t{number}", life) for number in range(TABLES)))
    except StoreError as error:
        tell(f"failed {error.code} {error}")


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2]))
