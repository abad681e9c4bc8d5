"""One server for one SQLite file: a lock beside it, which ends with the process, and the address of its holder."""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path
from typing import IO

from eminence.errors import EminenceError

if sys.platform == "win32":
    import msvcrt

    def seize(file: IO[str]) -> None:
        """Lock a byte far behind the text, so that the text can be read; OSError if somebody else has it."""
        file.seek(1 << 20)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        file.seek(0)
else:
    import fcntl

    def seize(file: IO[str]) -> None:
        """Lock the file; OSError if somebody else has it."""
        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)


class Occupied(EminenceError):  # noqa: N818 - it names what it is
    """Another server uses the database. `address` is where it is reached, empty if it has not said so yet."""

    def __init__(self, path: Path, address: str) -> None:
        where = f"the server at {address}" if address else "another server"
        super().__init__(f"database: {where} uses {path} already; stop it first, or use another database")
        self.path = path
        self.address = address


class DatabaseLock:
    """Holds an SQLite file for one server. Of several that try, one succeeds; the others raise Occupied."""

    def __init__(self, path: Path) -> None:
        self.path = path
        beside = path.with_name(path.name + ".lock")
        self.file = os.fdopen(os.open(beside, os.O_RDWR | os.O_CREAT, 0o600), "r+", encoding="utf-8")
        try:
            seize(self.file)
        except OSError:
            address = ""
            with contextlib.suppress(OSError, UnicodeDecodeError):
                address = self.file.read(200).strip()
            self.file.close()
            raise Occupied(path, address if address.startswith("http") else "") from None
        self.tell("")

    def tell(self, address: str) -> None:
        """Write down where the server is reached."""
        self.file.seek(0)
        self.file.truncate()
        self.file.write(address)
        self.file.flush()

    def close(self) -> None:
        """Let the file go."""
        with contextlib.suppress(OSError):
            self.tell("")
        self.file.close()
