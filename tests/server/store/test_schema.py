"""Which schema a database has, and what is said if it is not the right one."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from eminence.server.store import StoreError, current, head, open_store, schema, upgrade
from eminence.server.store.accounts import Shared
from eminence.server.store.upgrading import script
from tests.server.store.conftest import run
from tests.server.store.samples import append, opened

KINDS = ["sqlite", "postgresql"]

SECOND = """
import sqlalchemy as sa
from alembic import op

revision, down_revision = "0002", "0001"

def upgrade():
    op.add_column("tables", sa.Column("remark", sa.Text(), nullable=False, server_default="none: it's old"))
    op.execute("UPDATE tables SET remark = 'seen; ' || id")
"""


async def execute(url: str, sql: str) -> None:
    """Do something to a database."""
    store = await open_store(url)
    assert isinstance(store, Shared)
    await store.change(sql)
    await store.close()


async def readiness(url: str) -> StoreError:
    """Why a database is not ready."""
    store = await open_store(url)
    try:
        with pytest.raises(StoreError) as caught:
            await store.ready()
    finally:
        await store.close()
    return caught.value


@pytest.fixture
def newer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """An eminence with one more version of the schema."""
    folder = tmp_path / "migrations"
    shutil.copytree(schema.MIGRATIONS, folder)
    (folder / "versions" / "r0002_second.py").write_text(SECOND)
    monkeypatch.setattr(schema, "MIGRATIONS", folder)
    schema.versions.cache_clear()
    yield
    monkeypatch.undo()
    schema.versions.cache_clear()


def test_the_newest_version_is_that_of_the_migrations() -> None:
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(schema.MIGRATIONS))
    config.set_main_option("path_separator", "os")
    scripts = ScriptDirectory.from_config(config)
    assert scripts.get_current_head() == head()
    assert [one.revision for one in reversed(list(scripts.walk_revisions()))] == list(schema.versions())


def test_an_empty_database_is_set_up_once(url: str, make_url: Callable[[str], str]) -> None:
    empty = make_url(url.partition(":")[0])
    assert run(current(empty)) is None
    error = run(readiness(empty))
    assert error.code == "empty"
    assert "eminence db upgrade" in str(error)
    assert run(upgrade(empty)) == (None, head())
    assert run(upgrade(empty)) == (head(), head())
    assert run(current(empty)) == head()

    async def ready() -> None:
        async with opened(empty) as store:
            await store.ready()
            await store.ready()

    run(ready())


def test_many_may_upgrade_at_once(make_url: Callable[[str], str]) -> None:
    for kind in KINDS:
        url = make_url(kind)

        async def all_at_once(url: str = url) -> list[tuple[str | None, str]]:
            return await asyncio.gather(*(upgrade(url) for _ in range(4)))

        assert sorted(before or "" for before, _ in run(all_at_once())) == ["", head(), head(), head()]


def test_an_unknown_schema_is_refused(url: str) -> None:
    run(execute(url, "UPDATE alembic_version SET version_num = '9999'"))
    error = run(readiness(url))
    assert error.code == "schema-unknown"
    assert "9999" in str(error)
    assert head() in str(error)
    with pytest.raises(StoreError, match="newer eminence"):
        run(upgrade(url))
    assert run(current(url)) == "9999"


def test_an_old_schema_is_refused_until_it_is_upgraded(url: str, newer: None) -> None:
    run(execute(url, "INSERT INTO reviews VALUES ('t', 'x')"))

    async def one_table() -> None:
        async with opened(url) as store:
            await store.append(append("t", 0))

    run(one_table())
    error = run(readiness(url))
    assert error.code == "schema-old"
    assert "0001" in str(error)
    assert "0002" in str(error)
    assert "eminence db upgrade" in str(error)
    assert run(upgrade(url)) == ("0001", "0002")

    async def look() -> None:
        async with opened(url) as store:
            assert isinstance(store, Shared)
            assert [tuple(row) for row in await store.fetch("SELECT remark FROM tables")] == [("seen; t",)]
            await store.ready()
            assert len(await store.read("t")) == 1

    run(look())


def test_a_failed_upgrade_changes_nothing(url: str, newer: None) -> None:
    broken = schema.MIGRATIONS / "versions" / "r0002_second.py"
    broken.write_text(SECOND + '    op.execute("UPDATE nothing SET x = 1")\n')
    with pytest.raises(StoreError):
        run(upgrade(url))
    assert run(current(url)) == "0001"
    broken.write_text(SECOND)
    assert run(upgrade(url)) == ("0001", "0002")


def test_a_database_of_something_else_is_left_alone(make_url: Callable[[str], str]) -> None:
    for kind in KINDS:
        url = make_url(kind)
        run(execute(url, "CREATE TABLE recipes (id INTEGER)"))
        for call in (upgrade, current, readiness):
            with pytest.raises(StoreError) as caught:
                error = run(call(url))
                raise error
            assert caught.value.code == "foreign"
            assert "recipes" in str(caught.value)


def test_addresses_and_files_that_are_none(tmp_path: Path) -> None:
    garbage = tmp_path / "garbage.db"
    garbage.write_bytes(b"this is no database at all" * 1000)
    for url, code in (
        ("mysql://me:s3cret@host/x", "bad-url"),
        ("club.db", "bad-url"),
        (f"sqlite:///{tmp_path}/none.db", "missing"),
        (f"sqlite:///{tmp_path}", "bad-url"),
        (f"sqlite:///{tmp_path}/a.db?mode=ro", "bad-url"),
        (f"sqlite:///{garbage}", "damaged"),
    ):
        with pytest.raises(StoreError) as caught:
            run(open_store(url))
        assert caught.value.code == code, url
        assert "s3cret" not in str(caught.value)
    assert garbage.read_bytes().startswith(b"this is no database")


def test_the_columns_are_those_of_both_databases(url: str) -> None:
    async def columns(table: str) -> list[str]:
        async with opened(url) as store:
            assert isinstance(store, Shared)
            sql = f"SELECT name FROM pragma_table_info('{table}') ORDER BY cid"
            if url.startswith("postgresql"):
                sql = (
                    "SELECT column_name::text FROM information_schema.columns "
                    f"WHERE table_name = '{table}' AND table_schema = current_schema() ORDER BY ordinal_position"
                )
            return [row[0] for row in await store.fetch(sql)]

    async def check() -> None:
        for table, wanted in schema.COLUMNS.items():
            assert await columns(table) == list(wanted)
        async with opened(url) as store:
            assert isinstance(store, Shared)
            assert await store.tables_there() == {*schema.COLUMNS, *schema.PASSING, "alembic_version"}

    run(check())


def test_the_same_migrations_serve_both() -> None:
    lite, post = script("sqlite", None, "0001"), script("postgresql", None, "0001")
    assert lite.count("CREATE TABLE") == post.count("CREATE TABLE") == len(schema.COLUMNS) + len(schema.PASSING) + 1


@pytest.mark.process
def test_a_file_that_is_current_is_opened_without_alembic(tmp_path: Path) -> None:
    path = tmp_path / "new" / "folder" / "a.db"
    text = (
        "import asyncio, sys\n"
        "from eminence.server.store import open_store\n"
        "async def main():\n"
        "    store = await open_store(sys.argv[1], create=True)\n"
        "    await store.ready()\n"
        "    await store.close()\n"
        "    print('alembic' in sys.modules, 'asyncpg' in sys.modules)\n"
        "asyncio.run(main())\n"
    )
    told = [
        subprocess.run([sys.executable, "-c", text, f"sqlite:///{path}"], capture_output=True, text=True, check=True)
        for _ in range(2)
    ]
    assert [one.stdout.split() for one in told] == [["True", "False"], ["False", "False"]]
    database = sqlite3.connect(path)
    assert database.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    database.close()


def test_a_database_in_memory_is_always_ready() -> None:
    async def check() -> None:
        async with opened("sqlite://") as store:
            await store.ready()
            await store.append(append("t", 0))
            assert len(await store.read("t")) == 1

    run(check())
