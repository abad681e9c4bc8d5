"""Killed writers, full and read-only disks, lost connections: nothing acknowledged is lost, nothing is doubled."""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from eminence.server.store import Conflict, StoreError, open_store, upgrade
from eminence.server.store.postgres import PostgresStore
from eminence.server.store.sqlite import SqliteStore
from tests.server.services import Postgres, postgres
from tests.server.store.conftest import run
from tests.server.store.proxy import Proxy
from tests.server.store.samples import append, opened, user

ROOT = Path(__file__).parents[3]
ENVIRON = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])}


@pytest.mark.process
def test_kill_9_of_the_writer_loses_and_doubles_nothing(url: str) -> None:
    chance = random.Random(9)
    acknowledged: dict[tuple[str, int], str] = {}
    for life in range(10):
        command = [sys.executable, "-m", "tests.server.store.victim", url, f"life{life}"]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, env=ENVIRON, cwd=ROOT)
        assert process.stdout is not None
        wanted = chance.randrange(1, 300)
        lines: list[bytes] = []
        for line in process.stdout:
            lines.append(line)
            if len(lines) == wanted:
                process.kill()
        process.wait()
        for line in lines:
            table, *rest = line.decode().split()
            assert line.endswith(b"\n")
            assert table not in ("failed", "doubled"), line
            seq, payload = rest
            assert (table, int(seq)) not in acknowledged
            acknowledged[table, int(seq)] = payload

    async def check() -> None:
        async with opened(url) as store:
            found: dict[tuple[str, int], str] = {}
            for table, row in await store.tables():
                entries = await store.read(table)
                assert [entry.seq for entry in entries] == list(range(1, len(entries) + 1))
                assert row.phase == "playing"
                found |= {(table, entry.seq): entry.payload.decode() for entry in entries}
            assert len(acknowledged) > 500
            assert {key: found.get(key) for key in acknowledged} == acknowledged
            assert len(set(found.values())) == len(found)
            await store.ready()
            table, _ = (await store.tables())[0]
            await store.append(append(table, len(await store.read(table))))

    run(check())


# SQLite.


def sound(path: Path) -> bool:
    """Whether a SQLite file is undamaged."""
    database = sqlite3.connect(path)
    try:
        return bool(database.execute("PRAGMA integrity_check").fetchone()[0] == "ok")
    finally:
        database.close()


async def until_full(store: SqliteStore) -> int:
    """Append until there is no room left; how many were acknowledged."""
    for count in range(100_000):
        try:
            await store.append(append("t", count, b"x" * 3000))
        except StoreError as error:
            assert error.code == "full"
            assert not error.unsure
            return count
    raise AssertionError("it never got full")


def test_a_full_sqlite_database_says_so_and_is_not_damaged(tmp_path: Path) -> None:
    path = tmp_path / "small.db"

    async def check() -> None:
        store = await open_store(f"sqlite:///{path}", create=True)
        assert isinstance(store, SqliteStore)
        store.database.execute("PRAGMA max_page_count = 200")
        count = await until_full(store)
        found = await asyncio.gather(
            *(store.append(append(f"u{n}", 0, b"x" * 9000)) for n in range(9)), return_exceptions=True
        )
        assert {type(one) for one in found} == {StoreError}
        assert len(await store.read("t")) == count
        store.database.execute("PRAGMA max_page_count = 100000")
        await store.append(append("t", count))
        await store.close()

    run(check())
    assert sound(path)


@pytest.fixture
def small_disk() -> Iterator[Path]:
    """A file system of two megabytes."""
    folder = tempfile.mkdtemp(prefix="eminence-disk-")
    made = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", folder], capture_output=True, check=False)
    if made.returncode:
        shutil.rmtree(folder)
        pytest.skip(f"a small disk cannot be mounted here: {made.stderr.decode().strip()}")
    yield Path(folder)
    subprocess.run(["umount", "-l", folder], check=True)
    shutil.rmtree(folder)


def test_a_full_disk_says_so_and_damages_nothing(small_disk: Path) -> None:
    path, ballast = small_disk / "a.db", small_disk / "ballast"

    async def check() -> None:
        store = await open_store(f"sqlite:///{path}", create=True)
        assert isinstance(store, SqliteStore)
        ballast.write_bytes(b"x" * 500_000)
        count = await until_full(store)
        with pytest.raises(StoreError) as caught:
            for _ in range(200):
                await store.ready()
                await store.add_user(user(f"u{random.random()}", "x" * 2000))
        assert caught.value.code == "full"
        assert len(await store.read("t")) == count
        ballast.unlink()
        await store.ready()
        await store.append(append("t", count))
        await store.close()

    run(check())
    assert sound(path)


def test_a_database_that_cannot_be_written_says_so(tmp_path: Path) -> None:
    path = tmp_path / "a.db"

    async def check() -> None:
        store = await open_store(f"sqlite:///{path}", create=True)
        await store.append(append("t", 0))
        assert isinstance(store, SqliteStore)
        store.database.execute("PRAGMA query_only = ON")
        for call in (store.append(append("t", 1)), store.ready(), store.add_user(user("ann"))):
            with pytest.raises(StoreError) as caught:
                await call
            assert caught.value.code == "read-only"
        assert len(await store.read("t")) == 1
        store.database.execute("PRAGMA query_only = OFF")
        await store.append(append("t", 1))
        await store.close()

    run(check())
    assert sound(path)


def test_a_read_only_disk_says_so(small_disk: Path) -> None:
    path = small_disk / "a.db"
    run(upgrade(f"sqlite:///{path}"))
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)

    async def attempt(file: Path) -> None:
        store = await open_store(f"sqlite:///{file}", create=True)
        try:
            await store.ready()
        finally:
            await store.close()

    for file, code in ((path, "read-only"), (small_disk / "new.db", "unreachable")):
        with pytest.raises(StoreError) as caught:
            run(attempt(file))
        assert caught.value.code == code
        assert str(file) in str(caught.value)


def test_a_sqlite_database_locked_by_another_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("eminence.server.store.sqlite.PATIENCE", 0.2)
    path = tmp_path / "a.db"

    async def check() -> None:
        store = await open_store(f"sqlite:///{path}", create=True)
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError) as caught:
            await store.append(append("t", 0))
        assert caught.value.code == "busy"
        assert await store.read("t") == []
        other.execute("ROLLBACK")
        other.close()
        await store.append(append("t", 0))
        await store.close()

    run(check())


# PostgreSQL.


@pytest.fixture
def own_server() -> Iterator[Postgres]:
    """A PostgreSQL that may be stopped."""
    with postgres() as running:
        yield running


def test_restarts_of_postgresql_are_survived(own_server: Postgres) -> None:
    """It is shut down, then killed, and comes back; then it goes for good."""
    url = own_server.url
    run(upgrade(url))
    stop = asyncio.Event()

    async def worker(store: PostgresStore, table: str) -> int:
        after = 0
        while not stop.is_set():
            await store.append(append(table, after, f"{table}-{after}".encode(), command=f"c{after}"))
            after += 1
            if after % 10 == 0:
                assert len(await store.read(table, after - 10)) == 10
        return after

    async def restarts() -> None:
        for how in (own_server.stop, own_server.kill):
            await asyncio.sleep(0.4)
            await asyncio.to_thread(how)
            await asyncio.sleep(0.2)
            await asyncio.to_thread(own_server.start)
        await asyncio.sleep(0.4)
        stop.set()

    async def check() -> None:
        store = await PostgresStore.open(url)
        *counts, _ = await asyncio.gather(*(worker(store, f"t{number}") for number in range(10)), restarts())
        for number, count in enumerate(counts):
            entries = await store.read(f"t{number}")
            assert [entry.payload for entry in entries] == [
                f"t{number}-{after}".encode() for after in range(count or 0)
            ]
        assert sum(count or 0 for count in counts) > 100
        store.patience = 0.3
        own_server.end()
        calls = store.append(append("t0", counts[0] or 0)), store.read("t0"), store.ready()
        for call in (*calls, PostgresStore.open(url, 0.2)):
            with pytest.raises(StoreError) as caught:
                await call
            assert caught.value.code == "unreachable"
            assert "secret" not in str(caught.value)
        await store.close()

    run(check())


def test_an_answer_that_was_lost_is_looked_for(server: Postgres) -> None:
    """The connection is cut when the server has done its work and before the client hears of it."""
    url = server.space()
    run(upgrade(url))

    async def check() -> None:
        async with Proxy(server.port, random.Random(4)) as proxy:
            store = await PostgresStore.open(url.replace(f":{server.port}/", f":{proxy.port}/"))
            await store.append(append("t", 0))
            proxy.chance = 0.06
            for after in range(1, 60):
                one = append("t", after, b"x", command=f"t{after}")
                first = store.append(one, append(f"u{after}", 0, b"y", b"z")) if after % 2 else store.append(one)
                await asyncio.gather(first, *(store.append(append(f"{after}-{n}", 0)) for n in range(3)))
            proxy.chance = 0.0
            assert proxy.cut > 5
            assert [entry.seq for entry in await store.read("t")] == list(range(1, 61))
            assert len(await store.read("u59")) == 2
            with pytest.raises(Conflict):
                await store.append(append("t", 3))
            await store.close()

    run(check())


def test_a_read_only_postgresql_says_so(server: Postgres) -> None:
    url = server.database()
    run(upgrade(url))
    server.run(f"ALTER DATABASE {url.rpartition('/')[2]} SET default_transaction_read_only = on")

    async def check() -> None:
        async with opened(url) as store:
            for call in (store.append(append("t", 0)), store.ready()):
                with pytest.raises(StoreError) as caught:
                    await call
                assert caught.value.code == "read-only"
            assert await store.read("t") == []

    run(check())


def test_a_full_postgresql_says_so_and_loses_nothing(server: Postgres, small_disk: Path) -> None:
    url = server.database()
    name = url.rpartition("/")[2]
    folder = small_disk / "space"
    folder.mkdir()
    if os.geteuid() == 0:
        shutil.chown(folder, "postgres")
        small_disk.chmod(0o755)
    run(upgrade(url))
    server.run(f"CREATE TABLESPACE small LOCATION '{folder}'")
    server.run("ALTER TABLE events SET TABLESPACE small", database=name)

    async def check() -> None:
        async with opened(url) as store:
            for count in range(10_000):
                try:
                    await store.append(append("t", count, random.randbytes(6000)))
                except StoreError as error:
                    assert error.code == "full"
                    break
            assert len(await store.read("t")) == count > 10
            server.run("ALTER TABLE events SET TABLESPACE pg_default", database=name)
            await store.append(append("t", count))

    run(check())
    server.run("DROP TABLESPACE small")


def test_wrong_passwords_and_missing_databases_are_told_without_secrets(server: Postgres) -> None:
    for url, code in (
        (server.url.replace(":secret@", ":wr0ng@"), "denied"),
        (server.url.replace("/postgres", "/nothing"), "missing"),
    ):
        with pytest.raises(StoreError) as caught:
            run(open_store(url))
        assert caught.value.code == code
        assert "wr0ng" not in str(caught.value)
        assert "secret" not in str(caught.value)
