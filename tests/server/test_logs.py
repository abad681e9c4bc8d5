"""The log: what is said of events, and that no secret enters, whoever puts it where."""

from __future__ import annotations

import io
import json
import logging
import threading
import warnings
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eminence.server import logs
from eminence.server.logs import FIELDS, clean, log

SECRETS = {
    "token": "Zt3kQ0vXn1l7c8oB2yR5sD9wE4uG6hJ_mPaTfVbNqKi",
    "cookie": "eminence=Zt3kQ0vXn1l7c8; Path=/",
    "seed": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    "name": "Ada Lovelace",
    "chat": "meet me at five",
    "address": "203.0.113.77",
    "address6": "2001:db8::dead:beef",
    "link": "/recover/mkpw4-rt2zq?code=hunter2",
    "injection": 'x"}\n{"event":"forged","level":"error"}',
    "escape": "\x1b[2Jowned",
    "unicode": "ＡＤＭＩＮ\u2028\u202e",
    "long": "a" * 5000,
}


@pytest.fixture(params=["json", "text"])
def written(request: pytest.FixtureRequest) -> Iterator[io.StringIO]:
    """What the log writes, in both forms; everything is put back afterwards."""
    root, house = logging.getLogger(), logging.getLogger("eminence")
    kept, hook = (root.handlers[:], root.level, house.level), threading.excepthook
    libraries = {name: logging.getLogger(name) for name in logs.LIBRARIES}
    before = {name: (one.handlers[:], one.propagate, one.level) for name, one in libraries.items()}
    stream = io.StringIO()
    logs.configure("debug", request.param, stream)
    yield stream
    logging.captureWarnings(False)
    threading.excepthook = hook
    root.handlers[:], root.level, house.level = kept
    for name, one in libraries.items():
        one.handlers[:], one.propagate, one.level = before[name]


def untold(text: str) -> None:
    """No secret is there, and no line or character that could forge one."""
    for what, secret in SECRETS.items():
        assert secret not in text, what
    for part in ("Lovelace", "hunter2", "mkpw4", "forged", "owned", "203.0.113", "dead:beef", "five", "Zt3kQ0vXn1l7c8"):
        assert part not in text
    assert text.isascii() and "\x1b" not in text


def test_an_event_has_time_level_code_and_fields(written: io.StringIO) -> None:
    log("command", table="k3v9qz", user="abc", kind="decide", ms=1.23456, seq=7, seat=0)
    line = written.getvalue()
    if line.startswith("{"):
        data = json.loads(line)
        assert data.pop("time").endswith("Z")
        assert data == {
            "level": "info",
            "event": "command",
            "table": "k3v9qz",
            "user": "abc",
            "kind": "decide",
            "ms": 1.235,
            "seq": 7,
            "seat": 0,
        }
    else:
        assert line.endswith("Z info    command table=k3v9qz user=abc kind=decide ms=1.235 seq=7 seat=0\n")


@pytest.mark.parametrize("field", [*FIELDS, "unknown", "token", "event"])
@pytest.mark.parametrize("what", SECRETS)
def test_no_secret_enters_by_any_field(written: io.StringIO, field: str, what: str) -> None:
    fields: dict[str, Any] = {field: SECRETS[what]} if field != "event" else {}
    log(SECRETS[what] if field == "event" else "command", **fields)
    untold(written.getvalue())
    assert written.getvalue().count("\n") == 1


@pytest.mark.parametrize("what", SECRETS)
@pytest.mark.parametrize("name", [*logs.LIBRARIES, "asyncpg", "eminence", "eminence.server.hub", "redis"])
def test_no_secret_enters_by_libraries(written: io.StringIO, name: str, what: str) -> None:
    secret, library = SECRETS[what], logging.getLogger(name)
    library.error("something about %s", secret)
    library.error(f"something about {secret}")
    library.error(secret)
    library.error({"mapping": secret})
    library.error("%s - %s", secret, {"deep": [secret]}, extra={"detail": secret}, stack_info=True)
    try:
        raise ValueError(secret) from KeyError(secret)
    except ValueError:
        library.exception("failed with %s", secret)
    untold(written.getvalue())
    assert written.getvalue().count("\n") == 6 and "ValueError" in written.getvalue()


def test_uvicorn_says_what_happened_without_addresses_and_links(written: io.StringIO) -> None:
    access, error = logging.getLogger("uvicorn.access"), logging.getLogger("uvicorn.error")
    access.info('%s - "%s %s HTTP/%s" %d', "203.0.113.77:5", "GET", SECRETS["link"], "1.1", 200)
    error.info('%s - "WebSocket %s" [accepted]', "203.0.113.77:5", SECRETS["link"])
    error.info("Started server process [%d]", 5)
    text = written.getvalue()
    untold(text)
    for part in ("GET", "200", "socket-accepted", "process-started"):
        assert part in text
    access.info("%s", 3)
    access.info("of another form")
    untold(written.getvalue())


def test_errors_are_told_by_class_and_place(written: io.StringIO) -> None:
    try:
        int(SECRETS["name"])
    except ValueError as error:
        log("house-failed", level=logging.ERROR, error=error)
    text = written.getvalue()
    untold(text)
    assert "ValueError" in text and "tests/server/test_logs.py:" in text
    assert "test_errors_are_told_by_class_and_place" in text


def test_warnings_threads_and_lines_that_cannot_be_written_tell_nothing(
    written: io.StringIO, capsys: pytest.CaptureFixture[str]
) -> None:
    warnings.warn(SECRETS["name"], stacklevel=1)
    thread = threading.Thread(target=lambda: int(SECRETS["chat"]))
    thread.start()
    thread.join()
    untold(written.getvalue())
    assert "thread-failed" in written.getvalue()
    written.close()
    logging.getLogger("uvicorn.error").error("about %s", SECRETS["name"])
    log("command", user="abc")
    assert capsys.readouterr() == ("", "")


def test_addresses_can_be_told_apart_but_not_read() -> None:
    one, two = (clean("x", {"address": address})["address"] for address in ("203.0.113.77", "203.0.113.78"))
    assert one != two and len(one) == 12 and one == clean("x", {"address": "203.0.113.77"})["address"]


def test_values_without_a_form_are_counted_and_none_means_nothing() -> None:
    assert clean("x", {"table": None, "ms": float("nan"), "seat": True, "method": "BREW", "status": 10**30}) == {
        "event": "x",
        "left_out": 4,
    }
    assert clean("x", {"route": "/api/tables/{table}/review"})["route"] == "/api/tables/{table}/review"
    assert clean("x", {"route": "/api/tables/k3v9qz?code=1"}) == {"event": "x", "left_out": 1}


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.binary(), lambda inner: st.lists(inner)
)


@given(anything, st.dictionaries(st.sampled_from([*FIELDS, "other"]) | st.text(), anything))
def test_whatever_is_handed_in_a_line_comes_out(event: Any, fields: dict[str, Any]) -> None:
    record = logging.LogRecord("eminence", logging.INFO, __file__, 1, "event", None, None)
    record.eminence_event, record.eminence_fields = event, fields
    for form in ("json", "text"):
        line = logs.Lines(form).format(record)
        assert line.isascii() and line.isprintable()
    json.loads(logs.Lines("json").format(record))
