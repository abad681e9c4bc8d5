"""Lists, leases, accounts and results."""

from __future__ import annotations

import asyncio

import pytest

from eminence.server.store import Head, SeatRow, Store, StoreError
from tests.server.store.conftest import run
from tests.server.store.samples import ANN, BOB, BOT, append, code, device, head, opened, sha, user


async def ids(store: Store, **wanted: object) -> list[str]:
    return [key for key, _ in await store.tables(**wanted)]  # type: ignore[arg-type]


def test_lists_filter_search_and_page(url: str) -> None:
    async def check() -> None:
        async with opened(url) as store:
            for number in range(25):
                at = 100 + number // 3  # three in every millisecond
                row = head(changed=at, phase="finished" if number % 2 else "playing", public=number < 20)
                await store.append(append(f"t{number:02}", 0, to=row))
            other = head(SeatRow("eve", "ÈVE_1"), BOT, changed=50, game="cardinal-board", phase="gathering")
            await store.append(append("x", 0, to=other))
            assert await ids(store, limit=3) == ["t24", "t23", "t22"]
            assert (await store.tables(phase="gathering")) == [("x", other)]
            assert len(await ids(store, phase="finished")) == 12
            assert len(await ids(store, public=False)) == 5
            assert await ids(store, game="cardinal-board", user="eve") == ["x"]
            assert await ids(store, user="nobody") == []
            for text in ("ève", "ÈVE_", "E\u0300ve", "VE_1"):
                assert await ids(store, text=text) == ["x"], text
            assert await ids(store, text="eve") == await ids(store, text="v%1") == await ids(store, text="ve\0") == []
            assert len(await ids(store, text="50%")) == len(await ids(store, text="ÄNGSTRÖM")) == 25
            seen: list[str] = []
            page: list[tuple[str, Head]] = await store.tables(limit=4)
            while page:
                seen += [key for key, _ in page]
                page = await store.tables(limit=4, before=(page[-1][1].changed, page[-1][0]))
            assert seen == await ids(store, limit=100)
            assert len(seen) == 26
            assert await ids(store, before=101) == ["t02", "t01", "t00", "x"]

    run(check())


def test_who_sat_there_finds_the_table_again(url: str) -> None:
    async def check() -> None:
        async with opened(url) as store:
            await store.append(append("t", 0))
            await store.append(append("t", 1, to=head(ANN, BOT)))
            assert await ids(store, user="bob") == ["t"]
            await store.append(append("t", 2, to=head(SeatRow("eve", "Eve"), BOT)))
            for name in ("ann", "bob", "eve"):
                assert await ids(store, user=name) == ["t"]
            assert await ids(store, text="bob") == []

    run(check())


def test_leases(url: str) -> None:
    async def check() -> None:
        async with opened(url) as store, opened(url) as other:
            for number in range(5):
                await store.append(append(f"t{number}", 0, to=head(wakes=100 - number)))
            await store.append(append("never", 0))
            assert await store.due(98) == ["t4", "t3", "t2"]
            assert await store.due(1000, limit=2) == ["t4", "t3"]
            assert await store.hold("t3", "one", 98, 200)
            assert await store.hold("t3", "one", 99, 250)
            assert not await other.hold("t3", "two", 249, 400)
            assert await store.due(98) == ["t4", "t2"]
            assert await store.due(250, limit=2) == ["t4", "t3"]
            assert await other.hold("t3", "two", 250, 400)
            await store.release("t3", "one")
            assert not await store.hold("t3", "one", 300, 400)
            await other.release("t3", "two")
            assert await store.hold("t3", "one", 300, 400)
            taken = await asyncio.gather(
                *((store, other)[number % 2].hold("t0", f"h{number}", 0, 10) for number in range(20))
            )
            assert sum(taken) == 1
            await store.append(append("t4", 1))  # no longer awake
            assert await store.due(98) == ["t2"]

    run(check())


def test_users(url: str) -> None:
    async def check() -> None:
        async with opened(url) as store:
            ann = user("ann", "Änn O'Hara; DROP TABLE users")
            await store.add_user(ann)
            await store.add_user(user("bob"))
            with pytest.raises(StoreError) as caught:
                await store.add_user(user("ann"))
            assert caught.value.code == "exists"
            assert await store.user("ann") == ann
            assert await store.user("nobody") is None
            assert await store.rename_user("bob", "Zoë")
            assert await store.set_admin("bob", True)
            assert await store.ban("bob", True)
            assert await store.user("bob") == user("bob", "Zoë", admin=True, banned=True)
            assert not await store.ban("nobody", True)
            assert [one.id for one in await store.users()] == ["bob", "ann"]
            assert [one.id for one in await store.users("ZOË")] == ["bob"]
            assert len(await store.users(limit=1)) == 1

    run(check())


def test_devices(url: str) -> None:
    async def check() -> None:
        async with opened(url) as store:
            await store.add_user(user("ann"))
            await store.add_device(device("one", "ann"))
            await store.add_device(device("two", "ann"))
            for wrong in (device("one", "ann"), device("three", "nobody")):
                with pytest.raises(StoreError) as caught:
                    await store.add_device(wrong)
                assert caught.value.code in ("exists", "refused")
            assert await store.device(sha("one")) == (device("one", "ann"), user("ann"))
            assert await store.device(sha("none")) is None
            await store.saw("two", 99)
            await store.saw("two", 50)
            assert [(one.id, one.seen) for one in await store.devices("ann")] == [("two", 99), ("one", 10)]
            assert not await store.revoke("bob", "one")
            assert await store.revoke("ann", "one")
            assert not await store.revoke("ann", "one")
            assert await store.device(sha("one")) is None

    run(check())


def test_a_code_is_used_no_more_than_it_may(url: str) -> None:
    async def check() -> None:
        async with opened(url) as store, opened(url) as other:
            await store.add_code(code("three", uses=3))
            await store.add_code(code("late", expires=100))
            await store.add_code(code("always", uses=None, kind="recover", user="ann"))
            used = await asyncio.gather(
                *((store, other)[number % 2].use_code(sha("three"), "invite", 5) for number in range(60))
            )
            assert sorted(one.uses or 0 for one in used if one) == [0, 1, 2]
            assert await store.use_code(sha("late"), "invite", 100) is None
            assert await store.use_code(sha("late"), "recover", 99) is None
            assert await store.use_code(sha("late"), "invite", 99) == code("late", expires=100, uses=0)
            for _ in range(3):
                assert await store.use_code(sha("always"), "recover", 10**12) is not None
            assert len(await store.codes("invite")) == 2
            assert await store.drop_code(sha("three"))
            assert not await store.drop_code(sha("three"))
            assert [one.hash for one in await store.codes("invite")] == [sha("late")]

    run(check())


def test_statistics_and_reviews(url: str) -> None:
    async def check() -> None:
        async with opened(url) as store:
            for number, (rank, score) in enumerate([(1, 30), (2, 40), (1, -5)]):
                await store.append(append(f"t{number}", 0))
                seats = (SeatRow("ann", "Ann", None, rank, score), SeatRow("bob", "Bob", None, 3 - rank, 1))
                await store.append(append(f"t{number}", 1, to=head(*seats, phase="finished", ended=9)))
            closed = head(SeatRow("ann", "Ann", None, 3, 7), BOB, BOT, phase="closed")
            await store.append(append("closed", 0, to=closed))
            both = head(SeatRow("ann", "A", None, 1, 9), SeatRow("ann", "B", None, 2, 8), phase="finished")
            await store.append(append("alone", 0, to=both))
            await store.append(append("running", 0))
            assert await store.statistics("ann") == [
                {"game": "richelieu", "players": 2, "played": 3, "won": 2, "mean_rank": 4 / 3, "best_score": 40},
                {"game": "richelieu", "players": 3, "played": 1, "won": 0, "mean_rank": 3.0, "best_score": 7},
            ]
            assert (await store.statistics("bob"))[0]["won"] == 1
            assert await store.statistics("nobody") == []
            assert await store.review("t0") is None
            await store.save_review("t0", b"\x00first")
            await store.save_review("t0", b"\x00second")
            assert await store.review("t0") == b"\x00second"

    run(check())
