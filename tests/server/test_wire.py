"""The short way through the WebSocket: it takes what is one whole text, and leaves everything else to the library."""

from __future__ import annotations

import asyncio
import socket
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.frames import Frame, Opcode
from websockets.protocol import Protocol, Side

from eminence.server.wire import EXTENSION, framed, whole
from tests.server.client import MINE, OPEN, Client
from tests.server.running import Process, settings_for

MOST = 70_000
texts = st.one_of(st.text(max_size=200), st.text(alphabet="aé€😀", min_size=100, max_size=300))


def frame(payload: bytes, *, opcode: Opcode = Opcode.TEXT, fin: bool = True) -> bytes:
    """A frame as a client sends it, by the library."""
    return Frame(opcode, payload, fin=fin).serialize(mask=True)


@given(texts)
def test_a_text_in_one_frame_is_taken(text: str) -> None:
    """What the library writes as a client is read."""
    assert whole(frame(text.encode()), MOST) == text.encode()


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 65_535])
def test_all_forms_of_a_length_are_read_and_written(size: int) -> None:
    """One byte, two, and for what is written eight."""
    text = b"x" * size
    assert whole(frame(text), MOST) == text
    for more in (text, text + b"y" * 70_000):
        assert framed(more) == Frame(Opcode.TEXT, more).serialize(mask=False)


def odd() -> Iterator[bytes]:
    """Data that are not one whole text."""
    good = frame(b'{"type":"ping","id":"1"}')
    yield from (good[:cut] for cut in range(len(good)))
    yield good + b"\x00"
    yield good + good
    yield frame(b"part", fin=False)
    yield frame(b"part", opcode=Opcode.CONT)
    yield frame(b"bytes", opcode=Opcode.BINARY)
    yield frame(b"ping", opcode=Opcode.PING)
    yield frame(struct.pack("!H", 1000), opcode=Opcode.CLOSE)
    yield frame(b"\xff\xfe")
    yield b"\x81\x05hello"  # not masked
    yield b"\xc1" + good[1:]  # compressed
    yield b"\x81\xfe\x00\x05" + b"\x00" * 4 + b"hello"  # a length written longer than it must be
    yield frame(b"x" * 70_001)


def test_everything_else_is_left_to_the_library() -> None:
    """Fragments, control frames, broken or oversized frames, more or less than one."""
    for data in odd():
        assert whole(data, MOST) is None, data[:12].hex()


@given(st.binary(max_size=60))
def test_no_data_mislead_it(data: bytes) -> None:
    """Whatever it takes, the library takes the same way."""
    text = whole(data, MOST)
    if text is not None:
        assert library_reads(data) == [text]


def library_reads(data: bytes) -> list[bytes]:
    """The texts that the library finds."""
    reader = Protocol(Side.SERVER)
    reader.receive_data(data)
    return [bytes(event.data) for event in reader.events_received() if isinstance(event, Frame)]


def test_without_a_wire_messages_go_by_asgi() -> None:
    """Another server than uvicorn offers no short way: messages wait their turn, and too many are too many."""
    from eminence.server.socket import OUTBOX, Outbox

    sent: list[Any] = []

    async def play() -> None:
        async def send(message: Any) -> None:
            await asyncio.sleep(0)
            sent.append(message)

        outbox = Outbox({"type": "websocket", "extensions": {}}, send)
        assert all(outbox.write(b"%d" % number) for number in range(OUTBOX))
        assert not outbox.write(b"too many")
        await outbox.end(b"bye", 1001)
        await outbox.close()

    asyncio.run(play())
    assert [message.get("text") for message in sent[:2]] == ["1", "2"]  # the oldest made room for the end
    assert sent[-2]["text"] == "bye" and sent[-1] == {"type": "websocket.close", "code": 1001}


def test_with_a_wire_messages_go_there() -> None:
    """uvicorn's extension is used where it is offered."""
    from eminence.server.socket import Outbox

    written: list[bytes] = []

    async def play() -> None:
        async def send(message: Any) -> None:
            raise AssertionError(message)

        def write(text: bytes) -> bool:
            written.append(text)
            return len(written) < 3

        outbox = Outbox({"type": "websocket", "extensions": {EXTENSION: write}}, send)
        assert [outbox.write(b"a"), outbox.write(b"b"), outbox.write(b"c")] == [True, True, False]
        await outbox.close()

    asyncio.run(play())
    assert written == [b"a", b"b", b"c"]


def test_who_reads_nothing_is_let_go(tmp_path: Path) -> None:
    """A client that watches a busy table and does not read is cut off; the table goes on."""
    process = Process(settings_for(tmp_path), tmp_path / "log")
    process.start()
    try:
        client = Client(process.url, "Ann")
        table = client.open("richelieu-duel", [MINE, OPEN], public=True)
        deaf = socket.create_connection(("127.0.0.1", process.settings.port))
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        host = f"127.0.0.1:{process.settings.port}"
        deaf.sendall(
            f"GET /api/socket HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        asked = b'{"type":"watch","id":"w","table":"%s"}' % table.encode()
        deaf.settimeout(60)
        with pytest.raises((ConnectionResetError, BrokenPipeError)):
            while True:
                deaf.sendall(b"".join(frame(asked) for _ in range(20)))
        assert client.get(f"/api/tables/{table}")["id"] == table
    finally:
        process.kill()
