"""The log: appended whole or not at all, in order, once."""

from __future__ import annotations

import asyncio

import pytest

from eminence.server.store import Append, Conflict, Entry, Repeated, SeatRow, StoreError, open_store
from tests.server.store.conftest import run
from tests.server.store.samples import ANN, BOB, BOT, append, head, opened


def test_what_was_appended_is_read(url: str) -> None:
    async def check() -> None:
        async with opened(url) as store:
            await store.append(append("t", 0, b"one", b"\x00two\xff", at=5))
            await store.append(append("t", 2, b"three", at=6, to=head(ANN, BOT, changed=6, wakes=77, public=False)))
            assert await store.read("t") == [Entry(1, 5, b"one"), Entry(2, 5, b"\x00two\xff"), Entry(3, 6, b"three")]
            assert await store.read("t", 2) == [Entry(3, 6, b"three")]
            assert await store.read("t", 3) == await store.read("other") == []
            assert await store.head("t") == head(ANN, BOT, changed=6, wakes=77, public=False)
            assert await store.head("other") is None
        async with opened(url) as store:
            assert len(await store.read("t")) == 3

    run(check())


def test_an_append_that_does_not_begin_at_the_end_is_a_conflict(url: str) -> None:
    async def check() -> None:
        async with opened(url) as store:
            await store.append(append("t", 0))
            for after in (0, 2, 5):
                with pytest.raises(Conflict) as caught:
                    await store.append(append("t", after, b"x"))
                assert (caught.value.table, caught.value.after, caught.value.end) == ("t", after, 1)
            with pytest.raises(Conflict):
                await store.append(append("new", 3))
            assert len(await store.read("t")) == 1
            assert await store.head("new") is None
            with pytest.raises(ValueError, match="without events"):
                await store.append(Append("t", 1, 1, (), None, head()))
            await store.append()

    run(check())


def test_a_command_is_carried_out_once(url: str) -> None:
    async def check() -> None:
        async with opened(url) as store:
            await store.append(append("t", 0, b"a", b"b", command="ann:1"))
            await store.append(append("t", 2, command=None))
            await store.append(append("t", 3, command=None))
            for after in (0, 2, 4):  # whatever end the caller believed in
                with pytest.raises(Repeated) as caught:
                    await store.append(append("t", after, b"a", b"b", command="ann:1"))
                assert caught.value.seq == 2
            await store.append(append("t", 4, command="bob:1"))
            await store.append(append("u", 0, command="ann:1"))
            assert len(await store.read("t")) == 5
            assert await store.carried_out("t", "ann:1") == 2
            assert await store.carried_out("t", "ann:2") is None

    run(check())


def test_appends_to_several_tables_go_together(url: str) -> None:
    async def check() -> None:
        async with opened(url) as store:
            await store.append(append("z", 0), append("a", 0))
            await store.append(append("z", 1, command="ann:1"), append("b", 0), append("b", 1))
            assert [len(await store.read(table)) for table in "zab"] == [2, 1, 2]
            with pytest.raises(Conflict) as caught:
                await store.append(append("z", 2), append("c", 0), append("a", 7))
            assert caught.value.table == "a"
            with pytest.raises(Repeated):
                await store.append(append("a", 1), append("z", 2, command="ann:1"))
            assert [len(await store.read(table)) for table in "zabc"] == [2, 1, 2, 0]
            await store.append(append("a", 1))

    run(check())


def test_many_tasks_lose_and_double_nothing(url: str) -> None:
    """50 tasks append to 10 tables, 5 of them racing for each; every seq is given once."""

    async def worker(name: int, acknowledged: dict[tuple[str, int], bytes]) -> None:
        table, count, after = f"t{name % 10}", 0, 0
        while count < 60:
            payload = f"{name}-{count}".encode()
            try:
                await store.append(append(table, after, payload, command=f"{name}:{count}"))
            except Conflict as conflict:
                assert conflict.end > after or after == 0
                after = conflict.end
                continue
            acknowledged[table, after + 1] = payload
            count, after = count + 1, after + 1

    async def check() -> None:
        nonlocal store
        store = await open_store(url)
        acknowledged: dict[tuple[str, int], bytes] = {}
        await asyncio.gather(*(worker(name, acknowledged) for name in range(50)))
        assert len(acknowledged) == 3000
        for table in range(10):
            entries = await store.read(f"t{table}")
            assert [entry.seq for entry in entries] == list(range(1, 301))
            assert all(acknowledged[f"t{table}", entry.seq] == entry.payload for entry in entries)
        await store.close()

    store = None
    run(check())


def test_two_stores_of_one_database_do_not_block_each_other(url: str) -> None:
    """Two processes append to the same tables, in different orders and several at once."""

    async def worker(store: object, backwards: bool) -> int:
        names = sorted((f"t{number}" for number in range(6)), reverse=backwards)
        written = 0
        for _ in range(40):
            ends = {name: (await store.read(name))[-1].seq for name in names}  # type: ignore[attr-defined]
            try:
                await store.append(*(append(name, ends[name]) for name in names))  # type: ignore[attr-defined]
                written += 1
            except Conflict:
                pass
        return written

    async def check() -> None:
        async with opened(url) as one, opened(url) as two:
            for number in range(6):
                await one.append(append(f"t{number}", 0))
            counts = await asyncio.gather(*(worker(s, back) for s in (one, two) for back in (False, True)))
            assert sum(counts) > 0
            for number in range(6):
                assert len(await two.read(f"t{number}")) == 1 + sum(counts)

    run(check())


def test_a_value_that_the_database_does_not_take_spoils_nothing_else(url: str) -> None:
    async def check() -> None:
        async with opened(url) as store:
            bad = append("bad", 0, to=head(changed=2**70))
            worse = append("worse", 0, to=head(SeatRow("x\udc80", "?"), BOB))
            found = await asyncio.gather(
                *(store.append(append(f"t{number}", 0)) for number in range(5)),
                store.append(bad),
                store.append(worse),
                store.append(append("a", 0), bad),
                *(store.append(append(f"u{number}", 0)) for number in range(5)),
                return_exceptions=True,
            )
            errors = [one for one in found if one is not None]
            assert [type(one) for one in errors] == [StoreError] * 3
            assert {one.code for one in errors if isinstance(one, StoreError)} == {"refused"}
            assert await store.head("bad") is await store.head("a") is None
            assert await store.head("t4") is not None
            assert await store.head("u4") is not None

    run(check())


def test_after_closing_nothing_is_taken(url: str) -> None:
    async def check() -> None:
        store = await open_store(url)
        pending = [asyncio.ensure_future(store.append(append(f"t{number}", 0))) for number in range(20)]
        await asyncio.sleep(0)
        await store.close()
        await asyncio.gather(*pending)
        with pytest.raises(StoreError) as caught:
            await store.append(append("t", 0))
        assert caught.value.code == "closed"
        with pytest.raises(StoreError):
            await store.read("t")
        await store.close()
        async with opened(url) as again:
            assert len(await again.tables()) == 20

    run(check())


def test_a_cancelled_call_does_not_disturb_the_others(url: str) -> None:
    async def check() -> None:
        async with opened(url) as store:
            calls = [asyncio.ensure_future(store.append(append(f"t{number}", 0))) for number in range(20)]
            await asyncio.sleep(0)
            for call in calls[::2]:
                call.cancel()
            found = await asyncio.gather(*calls, return_exceptions=True)
            assert all(one is None for one in found[1::2])
            await store.append(append("last", 0))

    run(check())
