"""Addresses of databases: sqlite:///path/to/file.db, sqlite:// in memory, postgresql://user:password@host/name."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Literal

from eminence.server.store.errors import StoreError


def kind_of(url: str) -> Literal["sqlite", "postgresql"]:
    """Which kind of database an address means; StoreError "bad-url" if none."""
    if url == "sqlite://" or url.startswith("sqlite:///"):
        return "sqlite"
    if url.startswith(("postgresql://", "postgres://")):
        return "postgresql"
    raise StoreError(
        "bad-url",
        f"{masked(url)!r} is not the address of a database; "
        "expected sqlite:///path/to/file.db or postgresql://user:password@host/name",
    )


def sqlite_path(url: str) -> Path | None:
    """The file of a SQLite database; None if it is in memory."""
    rest = url.removeprefix("sqlite://").removeprefix("/")
    if "?" in rest:
        raise StoreError("bad-url", f"{url!r}: a SQLite address has no options; expected sqlite:///path/to/file.db")
    return Path(rest) if rest not in ("", ":memory:") else None


def masked(url: str) -> str:
    """An address without the password in it.

    >>> masked("postgresql://club:se/c:r@t@db.example.org/eminence?password=x&sslmode=require")
    'postgresql://club:***@db.example.org/eminence?password=***&sslmode=require'
    """
    url = re.sub(r"^(\w+://[^:@/?]*):.*@", r"\1:***@", url)
    return re.sub(r"([?&](?:ssl)?password=)[^&]*", r"\1***", url)
