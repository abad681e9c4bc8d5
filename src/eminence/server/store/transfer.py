"""Everything in a database as a file of JSON lines, and back into an empty database of either kind.

The first line is a header. Then for every database table: a line with its columns, a line a row, and a line with the
number of rows and the SHA-256 of their lines. The last line has the SHA-256 of all lines before it.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import os
import time
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, BinaryIO, cast

import msgspec

import eminence
from eminence.server.store.errors import StoreError
from eminence.server.store.schema import COLUMNS, head
from eminence.server.store.upgrading import current, upgrade
from eminence.server.store.wholesale import CHUNK, open_sink, open_source

FORMAT, VERSION = "eminence-database", 1
Progress = Callable[[int, int], None]
"""Told the rows done and the rows in all."""

KINDS: dict[str, Any] = {"text": str | None, "int": int | None, "bool": bool, "bytes": str | dict[str, str]}


class Header(msgspec.Struct):
    """The first line."""

    format: str
    version: int
    schema: str
    eminence: str
    at: int
    rows: dict[str, int]


class Section(msgspec.Struct):
    """The line before the rows of a database table."""

    table: str
    columns: list[str]


class End(msgspec.Struct):
    """The line after them; `end` is the table's name, or "export" in the last line of all."""

    end: str
    rows: int
    sha256: str


def plain(value: Any, kind: str) -> Any:
    """A value as JSON has it. Bytes that are text are written as text, to be read."""
    if kind == "bytes":
        data = bytes(value)
        try:
            return data.decode()
        except UnicodeDecodeError:
            return {"base64": base64.b64encode(data).decode()}
    return bool(value) if kind == "bool" else value


def stored(value: Any, kind: str) -> Any:
    """A value as the database has it."""
    if kind != "bytes":
        return value
    if isinstance(value, str):
        return value.encode()
    if list(value) != ["base64"]:
        raise ValueError('expected {"base64": "…"}')
    return base64.b64decode(value["base64"], validate=True)


# Out.


async def export_database(url: str, path: Path, *, force: bool = False, progress: Progress | None = None) -> int:
    """Write all to a file (.gz: compressed), as it was at one moment; servers may go on meanwhile. Gives the rows."""
    if path.exists() and not force:
        raise StoreError("exists", f"{path} exists already; give another name, or --force to replace it")
    part = path.with_name(path.name + ".part")
    try:
        part.touch(0o600)
        with part.open("wb") as file:
            packed = gzip.GzipFile("", "wb", 6, file, 0) if path.suffix == ".gz" else None
            count = await pour_out(url, cast(BinaryIO, packed or file), progress or (lambda done, total: None))
            if packed is not None:
                packed.close()
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError as error:
        raise StoreError("io", f"{path} cannot be written: {error.strerror or error}") from error
    finally:
        part.unlink(missing_ok=True)
    return count


async def pour_out(url: str, file: BinaryIO, progress: Progress) -> int:
    """Write all lines."""
    whole = hashlib.sha256()

    def write(data: bytes) -> None:
        whole.update(data)
        file.write(data)

    async with open_source(url) as source:
        counts = {table: await source.count(table) for table in COLUMNS}
        total, done = sum(counts.values()), 0
        header = Header(FORMAT, VERSION, head(), eminence.__version__, int(time.time() * 1000), counts)
        write(line(header))
        for table, columns in COLUMNS.items():
            write(line(Section(table, list(columns))))
            section, rows = hashlib.sha256(), 0
            kinds = list(columns.values())
            async for chunk in source.rows(table, list(columns)):
                text = b"".join(
                    line([plain(value, kind) for value, kind in zip(row, kinds, strict=True)]) for row in chunk
                )
                section.update(text)
                write(text)
                rows += len(chunk)
                done += len(chunk)
                progress(done, total)
            write(line(End(table, rows, section.hexdigest())))
        file.write(line(End("export", done, whole.hexdigest())))
    return done


def line(data: Any) -> bytes:
    """One line."""
    return msgspec.json.encode(data) + b"\n"


# In.


class Lines:
    """The lines of an export. Complaints name the line."""

    def __init__(self, path: Path, file: BinaryIO) -> None:
        self.path = path
        self.number = 0
        self.whole = hashlib.sha256()
        self.lines = self.read(file)

    def read(self, file: BinaryIO) -> Iterator[bytes]:
        try:
            yield from file
        except (OSError, EOFError, zlib.error) as error:
            raise self.wrong(f"from here on the file is damaged or cut off: {error}", 1) from None

    def next(self) -> bytes:
        """The next line, which must be there and whole."""
        found = next(self.lines, b"")
        if not found.endswith(b"\n"):
            raise self.wrong("the file is cut off here" if found else "the file ends too early, it is cut off", 1)
        self.number += 1
        return found

    def wrong(self, what: str, ahead: int = 0) -> StoreError:
        """A complaint about the line."""
        return StoreError("bad-export", f"{self.path}, line {self.number + ahead}: {what}")

    def parse(self, text: bytes, decoder: msgspec.json.Decoder[Any], what: str) -> Any:
        """What a line says."""
        try:
            return decoder.decode(text)
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise self.wrong(f"expected {what}: {error}") from None


async def import_database(url: str, path: Path, *, progress: Progress | None = None) -> int:
    """Fill an empty database from a file, all or nothing; sets the database up if need be. Gives the rows."""
    try:
        with path.open("rb") as raw:
            packed = raw.read(2) == b"\x1f\x8b"
            raw.seek(0)
            file = cast(BinaryIO, gzip.GzipFile(fileobj=raw)) if packed else cast(BinaryIO, raw)
            return await pour_in(url, Lines(path, file), progress or (lambda done, total: None))
    except OSError as error:
        raise StoreError("io", f"{path} cannot be read: {error.strerror or error}") from error


async def pour_in(url: str, lines: Lines, progress: Progress) -> int:
    """Read all lines and write what they say."""
    header = read_header(lines)
    await upgrade(url)
    assert await current(url) == head()
    total, done = sum(header.rows.values()), 0
    async with open_sink(url) as sink:
        for table, columns in COLUMNS.items():
            text = lines.next()
            section = lines.parse(text, msgspec.json.Decoder(Section), f"the columns of {table}")
            if section.table != table or section.columns != list(columns):
                raise lines.wrong(f"expected {table} with the columns {', '.join(columns)}")
            lines.whole.update(text)
            first = lines.number + 1
            async for chunk in read_rows(lines, table, header.rows.get(table, 0)):
                try:
                    await sink.write(table, list(columns), chunk)
                except StoreError as error:
                    last = lines.number
                    raise StoreError(
                        error.code, f"{lines.path}, lines {max(first, last - CHUNK)} to {last}: {error}"
                    ) from error
                done += len(chunk)
                progress(done, total)
        text = lines.next()
        end = lines.parse(text, msgspec.json.Decoder(End), "the last line of the export")
        if end.end != "export" or end.rows != done or end.sha256 != lines.whole.hexdigest():
            raise lines.wrong("the checksum of the whole file is not right: something in it was changed")
        if next(lines.lines, b""):
            raise lines.wrong("there is more after the end of the export", 1)
        await sink.finish({table: header.rows.get(table, 0) for table in COLUMNS})
    return done


def read_header(lines: Lines) -> Header:
    """The first line, if it is one that this eminence understands."""
    text = lines.next()
    header: Header = lines.parse(text, msgspec.json.Decoder(Header), "the header of an export of eminence")
    if header.format != FORMAT:
        raise lines.wrong(f"the format is {header.format!r}; expected {FORMAT!r}")
    if header.version != VERSION or header.schema != head():
        raise lines.wrong(
            f"the export has version {header.version} and schema {header.schema}, by eminence {header.eminence}; "
            f"expected {VERSION} and {head()}: upgrade the other database first, or install that eminence"
        )
    lines.whole.update(text)
    return header


async def read_rows(lines: Lines, table: str, expected: int) -> Any:
    """The rows of a section in chunks, and its end."""
    kinds = list(COLUMNS[table].values())
    decoder = msgspec.json.Decoder(tuple.__class_getitem__(tuple(KINDS[kind] for kind in kinds)))
    blobs = [number for number, kind in enumerate(kinds) if kind == "bytes"]
    section, rows, first = hashlib.sha256(), 0, lines.number + 1
    chunk: list[list[Any]] = []
    while True:
        text = lines.next()
        lines.whole.update(text)
        if not text.startswith(b"["):
            break
        section.update(text)
        row = list(lines.parse(text, decoder, f"a row of {table}"))
        try:
            for number in blobs:
                row[number] = stored(row[number], "bytes")
        except ValueError as error:
            raise lines.wrong(f"expected a row of {table}: {error}") from None
        chunk.append(row)
        rows += 1
        if len(chunk) == CHUNK:
            yield chunk
            chunk = []
    end = lines.parse(text, msgspec.json.Decoder(End), f"a row or the end of {table}")
    if end.end != table:
        raise lines.wrong(f"the end of {end.end}; expected that of {table}")
    if end.rows != rows or rows != expected:
        raise lines.wrong(f"{rows} rows of {table}; expected {end.rows} here and {expected} by the header")
    if end.sha256 != section.hexdigest():
        raise lines.wrong(f"the rows of {table} in lines {first} to {lines.number - 1} do not fit their checksum")
    if chunk:
        yield chunk
