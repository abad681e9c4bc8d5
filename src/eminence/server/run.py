"""Starts a server and keeps it going: one process, or several that share a listening socket. Ctrl-C ends it.

No acknowledged decision depends on a good end, so an end takes five seconds at most: what hangs is cut off.
"""

from __future__ import annotations

import contextlib
import logging
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Any

import uvicorn

from eminence.errors import EminenceError
from eminence.server import logs
from eminence.server.checks import listen
from eminence.server.headers import App, Receive, Scope, Send
from eminence.server.lock import DatabaseLock
from eminence.server.settings import ServerSettings, scrubbed
from eminence.server.wire import Wire

GRACE = 2  # seconds for connections to say goodbye
END = 5.0  # seconds until an end is forced
SIGNALS = (signal.SIGINT, signal.SIGTERM)


class StartError(EminenceError):
    """The application could not start."""


def run(settings: ServerSettings, *, open_browser: bool = False, path: str = "/") -> None:
    """Serve until Ctrl-C or SIGTERM. One line says where; `open_browser` shows the page at `path` there.

    After a signal the process is ended five seconds later at the latest, also if this function has returned by then.
    Raises SettingsError, Occupied or StartError if it cannot begin.
    """
    logs.configure(settings.log.level, settings.log.format)
    file = settings.sqlite
    with contextlib.ExitStack() as stack:
        lock = None if file is None else stack.enter_context(contextlib.closing(DatabaseLock(file)))
        bound = stack.enter_context(listen(settings))
        address = address_of(settings, bound)

        def ready() -> None:
            if lock is not None:
                lock.tell(address)
            print(greeting(settings, bound, address), flush=True)
            if open_browser:
                threading.Thread(target=show, args=(address.rstrip("/") + path,), daemon=True).start()

        if settings.processes > 1:
            from eminence.server.processes import supervise

            supervise(settings, bound, ready)
        else:
            serve(settings, bound, ready)


def address_of(settings: ServerSettings, bound: socket.socket) -> str:
    """What to type into a browser."""
    if settings.origin is not None:
        return f"{settings.origin}/"
    host, port = bound.getsockname()[:2]
    here = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    shown = f"[{here}]" if ":" in here else here
    return f"{'https' if settings.tls.certificate else 'http'}://{shown}:{port}/"


def greeting(settings: ServerSettings, bound: socket.socket, address: str) -> str:
    """The one line that says where."""
    host, port = bound.getsockname()[:2]
    several = f" with {settings.processes} processes" if settings.processes > 1 else ""
    place = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
    return f"eminence listens on {place}{several}; in the browser: {address} (Ctrl-C ends it)"


def show(address: str) -> None:
    """Open the browser, unless it would take over this terminal."""
    import webbrowser

    with contextlib.suppress(Exception):  # the line says where; a browser is a convenience
        browser = webbrowser.get()
        if type(browser) is not webbrowser.GenericBrowser or "BROWSER" in os.environ:
            browser.open(address)


class Remembering:
    """The application, and why it could not start."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.failure: BaseException | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "lifespan":
            await self.app(scope, receive, send)
            return
        try:
            await self.app(scope, receive, send)
        except BaseException as error:
            self.failure = error
            raise


class Serving(uvicorn.Server):
    """uvicorn, telling when it is ready and ending in time."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None], *, led: bool = False) -> None:
        super().__init__(config)
        self.ready = ready
        self.led = led
        """Whether another process says when to end; Ctrl-C in a terminal reaches all of them."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen."""
        await super().startup(sockets)
        if self.started:
            self.ready()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """A signal came."""
        if self.led and sig == signal.SIGINT:
            return
        end_in_time()
        super().handle_exit(sig, frame)

    def end(self) -> None:
        """End as after a signal."""
        end_in_time()
        self.should_exit = True


def serve(settings: ServerSettings, bound: socket.socket, ready: Callable[[], None]) -> None:
    """Serve in this process until a signal comes."""
    app = application(settings)
    server = Serving(config_of(settings, app), ready)
    with heeding(server.end):
        begin(server, app, bound, settings)


def application(settings: ServerSettings) -> Remembering:
    """The application, made now."""
    from eminence.server.app import create_app

    return Remembering(create_app(settings))


def begin(server: Serving, app: Remembering, bound: socket.socket, settings: ServerSettings) -> None:
    """Run the loop; a StartError says why it could not start."""
    try:
        server.run([bound])
    except SystemExit:
        raise StartError(why(app.failure, settings)) from None
    except OSError as error:
        raise StartError(f"port: {error.strerror or error}; expected a port that no other program uses") from None


def why(failure: BaseException | None, settings: ServerSettings) -> str:
    """Why the application could not start, without passwords."""
    text = "the application did not start" if failure is None else f"{failure}" or type(failure).__name__
    if failure is not None and not isinstance(failure, EminenceError):
        text = f"the application did not start: {type(failure).__name__}: {text}"
    return scrubbed(scrubbed(text, settings.database), settings.bus)


@contextlib.contextmanager
def heeding(end: Callable[[], None]) -> Iterator[None]:
    """Signals call `end` and do nothing else; only in the main thread, as others cannot hear them."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    old: dict[int, Any] = {sig: signal.signal(sig, lambda *_: end()) for sig in SIGNALS}
    try:
        yield
    finally:
        for sig, handler in old.items():
            signal.signal(sig, handler)


ending = threading.Event()


def end_in_time() -> None:
    """Give the process some seconds from now on; threads in thought and clients that hang on cannot hold it."""
    if ending.is_set():
        return
    ending.set()
    timer = threading.Timer(END, cut_off)
    timer.daemon = True
    timer.start()


def cut_off() -> None:
    """End at once."""
    logs.log("end-forced", level=logging.WARNING)
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(Exception):
            stream.flush()
    os._exit(0)


def config_of(settings: ServerSettings, app: Remembering) -> uvicorn.Config:
    """uvicorn's settings: small messages, no compression (it would betray contents by their size), no own log."""
    tls = settings.tls
    return uvicorn.Config(
        app,
        interface="asgi3",
        lifespan="on",
        loop="auto",
        http="auto",
        ws=Wire,
        ws_max_size=settings.limits.message_bytes,
        ws_per_message_deflate=False,
        log_config=None,
        access_log=False,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=list(settings.proxies),
        server_header=False,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=GRACE,
        ssl_certfile=tls.certificate or None,
        ssl_keyfile=tls.key or None,
        workers=1,
    )
