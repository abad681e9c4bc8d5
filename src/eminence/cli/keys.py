"""Single keys from a terminal."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator


@contextlib.contextmanager
def single_keys() -> Iterator[None]:
    """Keys arrive one by one and are not echoed; the terminal is put back in order whatever happens."""
    try:
        import termios
        import tty
    except ImportError:  # Windows reads keys one by one anyway
        yield
        return
    descriptor = sys.stdin.fileno()
    before = termios.tcgetattr(descriptor)
    try:
        tty.setcbreak(descriptor)
        yield
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)


def read_key() -> str:
    """The next key: a character, or left, right, up, down. Raises EOFError when there are no more."""
    try:
        import msvcrt
    except ImportError:
        return read_posix_key()
    code = str(msvcrt.getwch())  # type: ignore[attr-defined]
    if code in "\x00\xe0":
        return {"K": "left", "M": "right", "H": "up", "P": "down"}.get(str(msvcrt.getwch()), "")  # type: ignore[attr-defined]
    if code == "\x03":
        raise KeyboardInterrupt
    return code


def read_posix_key() -> str:
    """A key from standard input, which `single_keys` has prepared."""
    import select

    descriptor = sys.stdin.fileno()
    byte = os.read(descriptor, 1)
    if not byte or byte == b"\x04":
        raise EOFError
    if byte != b"\x1b":
        return byte.decode("latin-1")
    rest = b""
    while len(rest) < 2 and select.select([descriptor], [], [], 0.05)[0]:
        rest += os.read(descriptor, 1)
    return {b"[D": "left", b"[C": "right", b"[A": "up", b"[B": "down"}.get(rest, "escape" if not rest else "")
