"""Everything moves from one kind of database to the other and back; a damaged file is refused with its line."""

from __future__ import annotations

import asyncio
import gzip
import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from eminence.cli import db
from eminence.server.store import StoreError, open_store, upgrade
from eminence.server.store.accounts import Shared
from eminence.server.store.backup import backup
from eminence.server.store.schema import COLUMNS
from eminence.server.store.transfer import export_database, import_database
from tests.server.services import Postgres, find_binary
from tests.server.store.conftest import run
from tests.server.store.samples import append, fill, opened, sha


async def contents(url: str) -> dict[str, list[tuple[object, ...]]]:
    """All rows of all database tables."""
    async with opened(url) as store:
        assert isinstance(store, Shared)
        return {
            table: sorted((tuple(map(plain, row)) for row in await store.fetch(f"SELECT * FROM {table}")), key=repr)
            for table in COLUMNS
        }


def plain(value: object) -> object:
    return bytes(value) if isinstance(value, memoryview) else int(value) if isinstance(value, bool) else value


async def filled(url: str) -> str:
    async with opened(url) as store:
        await fill(store)
    return url


def test_there_and_back_again(url: str, make_url: Callable[[str], str], tmp_path: Path) -> None:
    """SQLite to PostgreSQL to SQLite, and the other way round: every row is the same, and so is the file."""
    run(filled(url))
    suffix = ".jsonl.gz" if url.startswith("sqlite") else ".jsonl"
    kinds = ["postgresql", "sqlite"] if url.startswith("sqlite") else ["sqlite", "postgresql"]
    before = run(contents(url))
    assert all(before.values())
    told: list[tuple[int, int]] = []
    first = tmp_path / f"first{suffix}"
    rows = run(export_database(url, first, progress=lambda done, total: told.append((done, total))))
    assert rows == sum(map(len, before.values()))
    assert told[-1] == (rows, rows)
    assert first.stat().st_mode & 0o077 == 0  # the seeds of running games are in it
    files, source = [first], first
    for kind in kinds:
        target = make_url(kind)
        assert run(import_database(target, source)) == rows
        assert run(contents(target)) == before
        source = tmp_path / f"after-{kind}{suffix}"
        run(export_database(target, source))
        files.append(source)
    texts = [(gzip.decompress(file.read_bytes()) if suffix.endswith("gz") else file.read_bytes()) for file in files]
    bodies = [text.split(b"\n")[1:-2] for text in texts]  # without the time in the header and the checksum of it
    assert bodies[0] == bodies[1] == bodies[2]

    async def goes_on() -> None:
        async with opened(target) as store:
            await store.ready()
            assert (await store.statistics("ann"))[0]["best_score"] == 31
            await store.append(append("t3", 6))
            assert await store.use_code(sha("once"), "invite", 0) is not None
            found = await store.device(sha("bob-browser"))
            assert found is not None
            assert found[1].name == "bob é \U0001f0a1"

    run(goes_on())


def test_an_import_needs_an_empty_database(url: str, tmp_path: Path) -> None:
    run(filled(url))
    file = tmp_path / "a.jsonl"
    run(export_database(url, file))
    before = run(contents(url))
    with pytest.raises(StoreError) as caught:
        run(import_database(url, file))
    assert caught.value.code == "not-empty"
    assert run(contents(url)) == before
    with pytest.raises(StoreError, match="exists already"):
        run(export_database(url, file))
    run(export_database(url, file, force=True))


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An export without faults."""
    folder = tmp_path_factory.mktemp("good")
    url, file = f"sqlite:///{folder}/a.db", folder / "good.jsonl"
    run(upgrade(url))
    run(filled(url))
    run(export_database(url, file))
    return file


Damage = Callable[[list[bytes]], list[bytes]]


def without(number: int) -> Damage:
    return lambda lines: lines[: number - 1] + lines[number:]


def changed(number: int, old: bytes, new: bytes) -> Damage:
    def change(lines: list[bytes]) -> list[bytes]:
        assert old in lines[number - 1]
        return [*lines[: number - 1], lines[number - 1].replace(old, new), *lines[number:]]

    return change


@pytest.mark.parametrize(
    ("damage", "line", "words"),
    [
        (changed(1, b"eminence-database", b"other"), 1, "expected 'eminence-database'"),
        (changed(1, b'"0001"', b'"0007"'), 1, "schema 0007"),
        (changed(1, b"{", b""), 1, "header"),
        (changed(2, b"users", b"losers"), 2, "expected users"),
        (changed(3, b'"ann"', b'"amn"'), 6, "lines 3 to 5 do not fit their checksum"),
        (changed(4, b"5,", b'"5",'), 4, "Expected `int"),
        (changed(4, b"]", b""), 4, "expected a row of users"),
        (changed(4, b"bob", b"b\xff"), 4, "expected a row of users"),
        (without(5), 5, "2 rows of users"),
        (without(6), 6, "expected a row or the end of users"),
        (lambda lines: lines[:20], 21, "cut off"),
        (lambda lines: [*lines[:20], lines[20][:9].rstrip(b"\n")], 21, "cut off"),
        (lambda lines: lines[:-1], None, "cut off"),
        (lambda lines: [*lines, b"more\n"], None, "after the end"),
        (changed(1, b'"eminence":"', b'"eminence":"x'), None, "checksum of the whole file"),
        (lambda lines: [], 1, "ends too early"),
    ],
)
def test_a_damaged_file_is_refused_with_its_line(
    damage: Damage, line: int | None, words: str, good: Path, make_url: Callable[[str], str], tmp_path: Path
) -> None:
    bad, target = tmp_path / "bad.jsonl", make_url("sqlite")
    lines = damage(good.read_bytes().splitlines(keepends=True))
    bad.write_bytes(b"".join(lines))
    with pytest.raises(StoreError) as caught:
        run(import_database(target, bad))
    assert caught.value.code == "bad-export"
    assert words in str(caught.value)
    assert f"{bad}, line {line or ''}" in str(caught.value)
    if line != 1:
        assert not any(run(contents(target)).values())
        assert run(import_database(target, good)) > 0


def test_a_damaged_compressed_file_is_refused(make_url: Callable[[str], str], tmp_path: Path) -> None:
    file, source = tmp_path / "a.jsonl.gz", make_url("sqlite")
    run(upgrade(source))
    run(filled(source))
    run(export_database(source, file))
    whole = file.read_bytes()
    for number, data in enumerate((whole[:-20], whole[:500] + b"\0\0\0\0" + whole[504:], whole[:-8] + b"x" * 8)):
        bad = tmp_path / f"bad{number}.gz"
        bad.write_bytes(data)
        with pytest.raises(StoreError, match=r"line \d+") as caught:
            run(import_database(make_url("sqlite"), bad))
        assert caught.value.code == "bad-export"


def test_a_log_with_a_hole_is_not_imported(make_url: Callable[[str], str], tmp_path: Path) -> None:
    source = make_url("sqlite")
    run(upgrade(source))

    async def spoil() -> None:
        async with opened(source) as store:
            await store.append(append("t", 0, b"a", b"b", b"c"))
            assert isinstance(store, Shared)
            await store.change("DELETE FROM events WHERE seq = 2")

    run(spoil())
    run(export_database(source, tmp_path / "a.jsonl"))
    for kind in ("sqlite", "postgresql"):
        target = make_url(kind)
        with pytest.raises(StoreError, match="table t"):
            run(import_database(target, tmp_path / "a.jsonl"))
        assert not any(run(contents(target)).values())


def test_a_backup_is_made_while_others_write(tmp_path: Path) -> None:
    url, copy = f"sqlite:///{tmp_path}/a.db", tmp_path / "copy.db"

    async def check() -> None:
        store = await open_store(url, create=True)
        await store.append(append("big", 0, *(os.urandom(4000) for _ in range(1500))))
        running = True

        async def write() -> int:
            after = 0
            while running:
                await store.append(append("t", after))
                after += 1
            return after

        writer = asyncio.create_task(write())
        await asyncio.sleep(0.05)
        told: list[tuple[int, int]] = []
        await asyncio.to_thread(backup, url, copy, progress=lambda done, total: told.append((done, total)))
        during = await store.read("t")
        running = False
        count = await writer
        async with opened(f"sqlite:///{copy}") as other:
            await other.ready()
            kept = await other.read("t")
            assert 0 < len(kept) <= len(during) <= count
            assert kept == during[: len(kept)]
            assert await other.read("big") == await store.read("big")
        assert told[-1][0] == told[-1][1]
        await store.close()
        assert {path.stat().st_mode & 0o077 for path in (copy, tmp_path / "a.db")} == {0}

    run(check())
    for wrong in (copy, tmp_path / "a.db"):
        with pytest.raises(StoreError) as caught:
            backup(url, wrong)
        assert caught.value.code == "exists"
    with pytest.raises(StoreError, match="itself"):
        backup(url, tmp_path / "a.db", force=True)
    with pytest.raises(StoreError, match="pg_dump"):
        backup("postgresql://me:secret@host/name", tmp_path / "b.db")


@pytest.mark.process
def test_pg_dump_and_pg_restore_as_documented(server: Postgres, tmp_path: Path) -> None:
    source, target = server.database(), server.database()
    run(upgrade(source))
    run(filled(source))
    dump = tmp_path / "eminence.dump"
    subprocess.run([find_binary("pg_dump"), "--format=custom", f"--file={dump}", source], check=True)
    subprocess.run([find_binary("pg_restore"), "--exit-on-error", f"--dbname={target}", dump], check=True)
    assert run(contents(target)) == run(contents(source))


# The commands.


def command(*words: str) -> tuple[int, str]:
    """What a command says: its output, or its error."""
    app = typer.Typer()
    db.register(app)
    found = CliRunner().invoke(app, ["db", *words])
    return found.exit_code, found.output if found.exception is None or found.exit_code != 1 else str(found.exception)


def test_the_commands(tmp_path: Path, make_url: Callable[[str], str]) -> None:
    first, second = f"sqlite:///{tmp_path}/a.db", make_url("postgresql")
    file, copy = tmp_path / "a.jsonl.gz", tmp_path / "copy.db"
    assert "there is no such file" in command("current", "-d", first)[1]
    assert command("upgrade", "-d", first) == (0, f"{first} has schema 0001 now\n")
    assert command("upgrade", "-d", first) == (0, f"{first} has schema 0001, nothing to do\n")
    assert command("current", "-d", first) == (0, f"{first} has schema 0001, as it should\n")
    code, said = command("current", "-d", second)
    assert code == 1
    run(filled(first))
    assert command("export", str(file), "-d", first)[0] == 0
    code, said = command("import", str(file), "-d", second)
    assert code == 0
    assert "***" in said
    assert run(contents(first)) == run(contents(second))
    assert "an import needs an empty database" in command("import", str(file), "-d", second)[1]
    assert command("backup", str(copy), "-d", first)[0] == 0
    assert run(contents(f"sqlite:///{copy}")) == run(contents(first))
    assert "pg_dump" in command("backup", str(tmp_path / "x"), "-d", second)[1]


def test_the_file_can_be_read_without_eminence(make_url: Callable[[str], str], tmp_path: Path) -> None:
    source, file = make_url("sqlite"), tmp_path / "a.jsonl"
    run(upgrade(source))
    run(filled(source))
    run(export_database(source, file))
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    assert lines[0]["format"] == "eminence-database"
    assert ["ann", "ann é \U0001f0a1", True, False, 5, "ann é \U0001f0a1"] in lines
    assert lines[-1]["end"] == "export"
