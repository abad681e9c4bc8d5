"""uvicorn's WebSocket with a short way for what nearly all messages are: one whole text in one frame.

Everything else (the handshake, pings, fragments, closing, whatever is malformed) is left to uvicorn and `websockets`.
The way out is offered to the application as an extension of the scope; with any other server it is not there, and the
application speaks ASGI only.
"""

from __future__ import annotations

from asyncio import BaseTransport

from uvicorn._types import ASGISendEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import apply_mask  # type: ignore[attr-defined]
from websockets.http11 import Request

from eminence.server.messages import Bye, encode

EXTENSION = "eminence.text"
RESTARTING = encode(Bye("restarting"))
WAITING = 2_000_000  # bytes that may wait for a slow client
LEAVE = 5.0  # seconds that a client which was too slow has to fetch the rest
UNREAD = 16  # messages that may wait to be read; then the client has to
TEXT = 0x81  # a last frame, of text
MASKED = 0x80


def whole(data: bytes, most: int) -> bytes | None:
    """The text, if the data are exactly one frame with a text of at most so many bytes; otherwise None."""
    size = len(data)
    if size < 6 or data[0] != TEXT:
        return None
    length, start = data[1] - MASKED, 2
    if length == 126:
        if size < 8:
            return None
        length, start = data[2] << 8 | data[3], 4
        if length < 126:
            return None
    elif not 0 <= length < 126:
        return None
    if length > most or size != start + 4 + length:
        return None
    text = apply_mask(data[start + 4 :], data[start : start + 4])
    if not text.isascii():
        try:
            text.decode()
        except UnicodeDecodeError:
            return None
    return text


def framed(text: bytes) -> bytes:
    """A text as one frame of a server."""
    length = len(text)
    if length < 126:
        return bytes((TEXT, length)) + text
    if length < 65_536:
        return b"\x81\x7e" + length.to_bytes(2, "big") + text
    return b"\x81\x7f" + length.to_bytes(8, "big") + text


class Wire(WebSocketsSansIOProtocol):
    """A connection."""

    plain = False
    """Whether all that came so far was whole messages, so that the next byte begins a frame."""

    def connection_made(self, transport: BaseTransport) -> None:
        """The connection is there."""
        super().connection_made(transport)
        self.unsent: list[bytes] = []

    async def send(self, message: ASGISendEvent) -> None:
        """What the application sends by ASGI comes after what it has written."""
        self.flush()
        await super().send(message)

    def handle_connect(self, event: Request) -> None:
        """The client asks for a connection."""
        super().handle_connect(event)
        if self.response.status_code == 101 and not self.conn.extensions:
            self.scope["extensions"][EXTENSION] = self.write  # type: ignore[assignment]

    def data_received(self, data: bytes) -> None:
        """Something came. A text that takes the short way comes to the application as bytes."""
        if self.plain and not self.close_sent:
            text = whole(data, self.config.ws_max_size)
            if text is not None:
                self.queue.put_nowait({"type": "websocket.receive", "bytes": text, "text": None})
                if not self.read_paused and self.queue.qsize() >= UNREAD:
                    self.read_paused = True
                    self.transport.pause_reading()
                return
        super().data_received(data)
        self.plain = self.handshake_complete and not self.frames and not getattr(self.conn.reader, "buffer", b"?")

    def write(self, text: bytes) -> bool:
        """Send a text; False if the client has not fetched what was sent long before."""
        if not self.unsent:
            self.loop.call_soon(self.flush)
        self.unsent.append(framed(text))
        if self.writable.is_set() or self.transport.get_write_buffer_size() < WAITING:
            return True
        self.loop.call_later(LEAVE, self.transport.abort)  # who reads nothing would not hear of the end either
        return False

    def shutdown(self) -> None:
        """The server ends: say so before the connection is closed."""
        if self.handshake_complete and not self.close_sent and not self.transport.is_closing():
            self.flush()
            self.transport.write(framed(RESTARTING))
        super().shutdown()

    def flush(self) -> None:
        """Send what came together in one turn of the loop, for instance news and an answer, in one piece."""
        texts, self.unsent = self.unsent, []
        if texts and not self.close_sent and not self.transport.is_closing():
            self.transport.write(texts[0] if len(texts) == 1 else b"".join(texts))
