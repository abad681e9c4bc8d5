"""The log: one event a line, as JSON or text, made of codes, ids and numbers only.

What enters is decided here and nowhere else. A field must be listed in `FIELDS` and its value must have the field's
form, otherwise it is left out. Messages of libraries are never written, as they may hold addresses, links with codes or
data: only which library spoke, where in its source, and the class and place of an error. Tokens, cookies, seeds, names,
chat and addresses have no form that is let through; an address can be told apart by a keyed hash.
"""

from __future__ import annotations

import hashlib
import json
import logging
import re
import secrets
import sys
import threading
import time
import traceback
from collections.abc import Callable
from pathlib import PurePath
from types import TracebackType
from typing import IO, Any, TypedDict, Unpack

LEVELS = {"debug": logging.DEBUG, "info": logging.INFO, "warning": logging.WARNING, "error": logging.ERROR}
LIBRARIES = ("uvicorn", "uvicorn.error", "uvicorn.access", "uvicorn.asgi", "websockets", "asyncio", "starlette")
KEY = secrets.token_bytes(16)  # of this process; nobody can find addresses by trying them all

CODE = re.compile(r"[a-z][a-z0-9-]{0,39}")
ID = re.compile(r"[A-Za-z0-9_-]{1,32}")
NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_.]{0,79}")
ROUTE = re.compile(r"(/[a-z0-9._-]{0,30}|/\{[a-z_]{1,30}(:[a-z]{1,10})?\}){1,8}")
PLACE = re.compile(r"[A-Za-z0-9_./-]{1,80}:[0-9]{1,6}( [A-Za-z0-9_<>]{1,60})?")
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "WEBSOCKET"})


class Fields(TypedDict, total=False):
    """What may be said of an event."""

    table: str | None
    user: str | None
    game: str | None
    kind: str | None
    code: str | None
    bot: str | None
    ms: float | None
    seq: int | None
    seat: int | None
    count: int | None
    status: int | None
    method: str | None
    route: str | None
    address: str | None
    process: int | None
    error: BaseException | None


def matching(pattern: re.Pattern[str]) -> Callable[[Any], Any]:
    """Lets texts of a form through."""
    return lambda value: value if isinstance(value, str) and pattern.fullmatch(value) else None


def number(value: Any) -> int | float | None:
    """Lets numbers of a sensible size through."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not -1e15 < value < 1e15:
        return None
    return value if isinstance(value, int) else round(value, 3)


def hashed(value: Any) -> str | None:
    """An address as something that says only whether two are equal, until the process ends."""
    if not isinstance(value, str):
        return None
    return hashlib.blake2b(value.encode("utf-8", "replace"), key=KEY, digest_size=6).hexdigest()


def method(value: Any) -> str | None:
    """Lets the usual methods through."""
    return value if isinstance(value, str) and value in METHODS else None


FIELDS: dict[str, Callable[[Any], Any]] = {
    "table": matching(ID),
    "user": matching(ID),
    "game": matching(CODE),
    "kind": matching(CODE),
    "code": matching(CODE),
    "bot": matching(CODE),
    "ms": number,
    "seq": number,
    "seat": number,
    "count": number,
    "status": number,
    "method": method,
    "route": matching(ROUTE),
    "address": hashed,
    "process": number,
}

HOUSE = logging.getLogger("eminence")


def log(event: str, *, level: int = logging.INFO, **fields: Unpack[Fields]) -> None:
    """Write an event down. Nothing here raises, whatever is handed in."""
    if not HOUSE.isEnabledFor(level):
        return
    error = fields.pop("error", None)
    trace = (type(error), error, error.__traceback__) if isinstance(error, BaseException) else None
    HOUSE.log(level, "event", exc_info=trace, extra={"eminence_event": event, "eminence_fields": dict(fields)})


def clean(event: Any, fields: Any) -> dict[str, Any]:
    """An event with the fields that may be written; `left_out` counts the others."""
    line: dict[str, Any] = {"event": event if isinstance(event, str) and CODE.fullmatch(event) else "unnamed"}
    left_out = 0
    for name, value in fields.items() if isinstance(fields, dict) else ():
        if value is None:
            continue
        form = FIELDS.get(name) if isinstance(name, str) else None
        shown = None if form is None else form(value)
        if shown is None:
            left_out += 1
        else:
            line[name] = shown
    if left_out:
        line["left_out"] = left_out
    return line


SAID = {
    "Started server process [%d]": "process-started",
    "Finished server process [%d]": "process-stopped",
    "Waiting for application startup.": "application-starting",
    "Application startup complete.": "application-started",
    "Application startup failed. Exiting.": "application-failed",
    "Shutting down": "process-stopping",
    "Waiting for connections to close. (CTRL+C to force quit)": "connections-closing",
    "Waiting for application shutdown.": "application-stopping",
    "Application shutdown complete.": "application-stopped",
    "Invalid HTTP request received.": "http-malformed",
    "Exception in ASGI application\n": "request-failed",
    '%s - "WebSocket %s" [accepted]': "socket-accepted",
    '%s - "WebSocket %s" 403': "socket-refused",
}
"""What uvicorn says, by the form of its message before anything is filled in."""


def foreign(record: logging.LogRecord) -> dict[str, Any]:
    """The message of a library, without what it says."""
    if record.name == "uvicorn.access":
        return access(record)
    line: dict[str, Any] = {"event": SAID.get(record.msg, "library") if isinstance(record.msg, str) else "library"}
    if line["event"] == "library":
        line["library"] = matching(NAME)(record.name)
        line["place"] = matching(PLACE)(f"{PurePath(record.pathname).name}:{record.lineno}")
    return line


def access(record: logging.LogRecord) -> dict[str, Any]:
    """uvicorn's line about a request: method and status. The path is left out, as links may hold codes."""
    given = record.args if isinstance(record.args, tuple) and len(record.args) == 5 else (None,) * 5
    return clean("http", {"method": given[1], "status": given[4]})


def places(trace: TracebackType | None) -> list[str]:
    """Where an error happened, the innermost places last: files, lines and functions, no values."""
    found = []
    for frame, line in list(traceback.walk_tb(trace))[-8:]:
        code = frame.f_code
        place = f"{'/'.join(PurePath(code.co_filename).parts[-3:]).lstrip('/')}:{line} {code.co_name}"
        found.append(place if PLACE.fullmatch(place) else f"?:{line}")
    return found


class Lines(logging.Formatter):
    """Makes a line of a record; every line of the log comes from here."""

    def __init__(self, form: str) -> None:
        super().__init__()
        self.form = form

    def format(self, record: logging.LogRecord) -> str:
        fields = getattr(record, "eminence_fields", None)
        event = getattr(record, "eminence_event", None)
        line = foreign(record) if fields is None else clean(event, fields)
        if isinstance(record.exc_info, tuple) and record.exc_info[0] is not None:
            line["error"] = matching(NAME)(record.exc_info[0].__name__) or "?"
            line["trace"] = places(record.exc_info[2])
        millis = int(record.created * 1000)
        when = f"{time.strftime('%Y-%m-%dT%H:%M:%S', time.gmtime(millis // 1000))}.{millis % 1000:03}Z"
        if self.form == "json":
            return json.dumps({"time": when, "level": record.levelname.lower()} | line, separators=(",", ":"))
        rest = " ".join(
            f"{name}={' < '.join(value[::-1]) if name == 'trace' else value}" for name, value in line.items()
        )
        return f"{when} {record.levelname.lower():7} {rest.removeprefix('event=')}"


class Quiet(logging.StreamHandler[Any]):
    """Writes lines; a line that cannot be written is lost, and nothing about it goes elsewhere."""

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802
        """The usual answer would print the record with all its arguments."""


def configure(level: str = "info", form: str = "json", stream: IO[str] | None = None) -> None:
    """Let everything that is logged in this process go through this module, and nowhere else."""
    handler = Quiet(stream if stream is not None else sys.stderr)
    handler.setFormatter(Lines(form))
    root = logging.getLogger()
    for old in root.handlers[:]:
        root.removeHandler(old)
    root.addHandler(handler)
    root.setLevel(max(LEVELS[level], logging.WARNING))  # the libraries would fill the log
    for name in LIBRARIES:
        library = logging.getLogger(name)
        library.handlers.clear()
        library.propagate = True
        library.setLevel(max(LEVELS[level], logging.INFO) if name.startswith("uvicorn") else root.level)
    HOUSE.setLevel(LEVELS[level])
    HOUSE.propagate = True
    logging.captureWarnings(True)
    threading.excepthook = thread_failed


def thread_failed(what: threading.ExceptHookArgs) -> None:
    """A thread ended with an error."""
    log("thread-failed", level=logging.ERROR, error=what.exc_value)
