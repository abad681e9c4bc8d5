"""What browsers are told to forbid, and which pages may talk to the server. Pure ASGI."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from eminence.server.settings import ServerSettings, origin_of

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
HOST = re.compile(r"(?:[A-Za-z0-9_](?:[A-Za-z0-9_.-]{0,251}[A-Za-z0-9_])?|\[[0-9A-Fa-f:.]{2,45}])(?::[0-9]{1,5})?")
FEATURES = (
    "accelerometer", "autoplay", "camera", "display-capture", "geolocation", "gyroscope", "hid",
    "magnetometer", "microphone", "midi", "payment", "publickey-credentials-get", "serial", "usb",
)  # fmt: skip
FIXED = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
PAGES = (
    (b"permissions-policy", ", ".join(f"{name}=()" for name in FEATURES).encode()),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"x-frame-options", b"DENY"),
)
"""What only pages heed."""
PIECES, PIECE_KINDS = "/assets/", (b"text/javascript", b"text/css")
"""Parts of the client, neither pages nor workers. There are many, and what they would not heed weighs 600 bytes."""
HSTS = (b"strict-transport-security", b"max-age=31536000")


class SecurityHeaders:
    """Adds the security headers to every HTTP response, in place of what the application may have set.

    Parts of the client do not get those that only pages heed.
    """

    def __init__(self, app: App, settings: ServerSettings) -> None:
        self.app = app
        self.settings = settings
        self.fixed = FIXED + ((HSTS,) if settings.secure else ())
        self.public = content_policy(settings.origin.replace("http", "ws", 1)).encode() if settings.origin else None
        self.plain = content_policy("").encode()
        self.names = {name for name, _ in self.fixed + PAGES} | {b"content-security-policy"}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                kept = [(name, value) for name, value in message.get("headers", ()) if name.lower() not in self.names]
                message["headers"] = [*kept, *self.fixed]
                if not is_piece(scope, message):
                    message["headers"] += [*PAGES, (b"content-security-policy", self.policy(scope))]
            await send(message)

        await self.app(scope, receive, send_with_headers)

    def policy(self, scope: Scope) -> bytes:
        """The Content-Security-Policy for who asks under this name."""
        own = own_origin(scope, self.settings)
        if own is None or own == self.settings.origin:
            return self.public or self.plain
        return content_policy(own.replace("http", "ws", 1)).encode()


def is_piece(scope: Scope, answer: Message) -> bool:
    """Whether this is a script or a style sheet of the client, found and whole."""
    kind: bytes = dict(answer.get("headers", ())).get(b"content-type", b"")
    path: str = scope["path"]
    return bool(answer["status"] == 200 and path.startswith(PIECES) and kind.startswith(PIECE_KINDS))


def content_policy(socket: str) -> str:
    """The policy: everything from here, nothing inline, nobody frames it. `socket` is the WebSocket's own address."""
    rules = (
        "default-src 'self'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        f"connect-src 'self' {socket}".strip(),
        "worker-src 'self'",
        "manifest-src 'self'",
        "object-src 'none'",
        "frame-src 'none'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "form-action 'self'",
    )
    return "; ".join(rules)


def values_of(scope: Scope, name: bytes) -> list[str]:
    """All values of a header."""
    return [value.decode("latin-1") for key, value in scope.get("headers", ()) if key == name]


def own_origin(scope: Scope, settings: ServerSettings) -> str | None:
    """This server as the one who asks calls it, as an Origin; None if it is not known under that name.

    A name from the Host header counts only if no stranger can point it here: addresses, names without a dot, .local and
    .localhost, the host that was set, and the public address. Otherwise a page of a foreign name that leads to this
    machine would pass for our own.
    """
    hosts = values_of(scope, b"host")
    if len(hosts) != 1 or not HOST.fullmatch(hosts[0]):
        return None
    scheme = {"ws": "http", "wss": "https"}.get(scope.get("scheme", "http"), scope.get("scheme", "http"))
    origin = origin_of(f"{scheme}://{hosts[0].lower()}")
    if origin is None:
        return None
    if origin == settings.origin or origin in allowed(settings):
        return origin
    return origin if own_name(hosts[0].lower(), settings) else None


def own_name(host: str, settings: ServerSettings) -> bool:
    """Whether a host of a Host header can only be this machine."""
    name = host[1:].partition("]")[0] if host.startswith("[") else host.partition(":")[0]
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return "." not in name or name.endswith((".local", ".localhost")) or name == settings.host.lower()
    return True


def allowed(settings: ServerSettings) -> set[str]:
    """The further origins that were set."""
    return {origin for url in settings.origins if (origin := origin_of(url)) is not None}


def check_origin(scope: Scope, settings: ServerSettings) -> bool:
    """Whether a request may come from where it comes from.

    Safe HTTP methods may always. For others and for WebSockets an Origin must be our own or an allowed one. Without an
    Origin it is no browser's page; then it must not lean on a cookie either.
    """
    if scope["type"] == "http" and scope["method"] in SAFE:
        return True
    origins = values_of(scope, b"origin")
    if not origins:
        site = values_of(scope, b"sec-fetch-site")
        return not values_of(scope, b"cookie") and all(value in ("same-origin", "none") for value in site)
    if len(origins) > 1:
        return False
    origin = origins[0].lower()
    if origin_of(origin) != origin:
        return False
    return origin == settings.origin or origin in allowed(settings) or origin == own_origin(scope, settings)
