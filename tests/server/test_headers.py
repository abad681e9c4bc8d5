"""Security headers on every response, as far as it heeds them, and which pages may talk to the server."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.testclient import TestClient

from eminence.server.headers import SecurityHeaders, check_origin, own_origin
from eminence.server.settings import ServerSettings, Tls

HOME = ServerSettings()
CLUB = ServerSettings(base_url="https://games.example.org/", origins=("http://localhost:5173",), proxies=("127.0.0.1",))


def headers_for(settings: ServerSettings, host: str, path: str = "/") -> dict[str, str]:
    async def page(request: Request) -> Response:
        return Response("x", headers={"content-security-policy": "default-src *", "x-frame-options": "ALLOW"})

    app = SecurityHeaders(Starlette(routes=[Route("/", page)]), settings)
    with TestClient(app, base_url=f"http://{host}") as client:
        answer = client.get(path)
        assert len(answer.headers.get_list("content-security-policy")) == 1
        return dict(answer.headers)


def policy(headers: dict[str, str]) -> dict[str, list[str]]:
    return {words[0]: words[1:] for words in map(str.split, headers["content-security-policy"].split(";"))}


@pytest.mark.parametrize("path", ["/", "/nowhere"])
def test_every_response_has_the_headers(path: str) -> None:
    found = headers_for(CLUB, "games.example.org", path)
    assert found["x-content-type-options"] == "nosniff" and found["referrer-policy"] == "no-referrer"
    assert found["cross-origin-opener-policy"] == "same-origin" == found["cross-origin-resource-policy"]
    assert "camera=()" in found["permissions-policy"] and found["x-frame-options"] == "DENY"
    assert found["strict-transport-security"] == "max-age=31536000"
    rules = policy(found)
    assert rules["default-src"] == rules["script-src"] == rules["style-src"] == rules["form-action"] == ["'self'"]
    assert rules["img-src"] == ["'self'", "data:"]
    assert rules["frame-ancestors"] == rules["base-uri"] == rules["object-src"] == ["'none'"]
    assert rules["connect-src"] == ["'self'", "wss://games.example.org"]
    assert "unsafe" not in found["content-security-policy"] and "*" not in found["content-security-policy"]


PAGES = ("content-security-policy", "permissions-policy", "cross-origin-opener-policy", "x-frame-options")


@pytest.mark.parametrize(
    ("path", "kind", "status", "piece"),
    [
        ("/assets/a.js", "text/javascript", 200, True),
        ("/assets/a.css", "text/css; charset=utf-8", 200, True),
        ("/assets/a.js", "application/json", 404, False),
        ("/assets/a.js", "text/javascript", 404, False),
        ("/assets/a.svg", "image/svg+xml", 200, False),  # opened alone, it is a page
        ("/assets/a.html", "text/html", 200, False),
        ("/sw.js", "text/javascript", 200, False),  # a worker keeps to the policy it came with
    ],
)
def test_only_scripts_and_styles_go_without_what_pages_heed(path: str, kind: str, status: int, piece: bool) -> None:
    async def page(request: Request) -> Response:
        return Response("x", status, {"x-frame-options": "ALLOW"}, kind)

    with TestClient(SecurityHeaders(Starlette(routes=[Route(path, page)]), CLUB)) as client:
        found = client.get(path).headers
    assert [name in found for name in PAGES] == [not piece] * len(PAGES)
    assert found["x-content-type-options"] == "nosniff" and found["referrer-policy"] == "no-referrer"
    assert found["cross-origin-resource-policy"] == "same-origin" and "strict-transport-security" in found


def test_without_tls_browsers_are_not_told_to_stay_with_it() -> None:
    found = headers_for(HOME, "127.0.0.1:8080")
    assert "strict-transport-security" not in found
    assert policy(found)["connect-src"] == ["'self'", "ws://127.0.0.1:8080"]
    assert ServerSettings(tls=Tls("c.pem")).secure and not HOME.secure


@pytest.mark.parametrize("host", ["evil.example", "a b", "x;script-src *", "x:99999999", "[::1"])
def test_a_strange_host_does_not_get_into_the_policy(host: str) -> None:
    scope = {"type": "http", "scheme": "http", "headers": [(b"host", host.encode())]}
    assert SecurityHeaders(None, HOME).policy(scope).decode().count("connect-src 'self';") == 1  # type: ignore[arg-type]
    assert b"wss://games.example.org" in SecurityHeaders(None, CLUB).policy(scope)  # type: ignore[arg-type]


def asked(
    origin: str | None, host: str | None, kind: str = "websocket", method: str = "POST", scheme: str = "", **more: str
) -> dict[str, Any]:
    """A request as the application sees it."""
    headers = [(name.replace("_", "-").encode(), value.encode("latin-1")) for name, value in more.items()]
    headers += [(b"host", host.encode())] if host is not None else []
    headers += [(b"origin", origin.encode("latin-1"))] if origin is not None else []
    found: dict[str, Any] = {"type": kind, "headers": headers, "scheme": scheme or ("ws" if kind != "http" else "http")}
    return found | ({"method": method} if kind == "http" else {})


KINDS = [("websocket", ""), *(("http", method) for method in ("POST", "PUT", "PATCH", "DELETE", "BREW"))]


@pytest.mark.parametrize(("kind", "method"), KINDS)
@pytest.mark.parametrize(
    ("settings", "origin", "host", "allowed"),
    [
        (HOME, "http://127.0.0.1:8080", "127.0.0.1:8080", True),
        (HOME, "http://localhost:8080", "localhost:8080", True),
        (HOME, "http://[::1]:8080", "[::1]:8080", True),
        (HOME, "http://192.168.1.5:8080", "192.168.1.5:8080", True),
        (HOME, "http://attic.local:8080", "attic.local:8080", True),
        (HOME, "http://attic", "attic:80", True),
        (HOME, "http://127.0.0.1:8081", "127.0.0.1:8080", False),
        (HOME, "http://localhost:8080", "127.0.0.1:8080", False),
        (HOME, "https://127.0.0.1:8080", "127.0.0.1:8080", False),
        (HOME, "http://evil.example", "127.0.0.1:8080", False),
        (HOME, "http://evil.example:8080", "evil.example:8080", False),  # a foreign name that leads here
        (HOME, "null", "127.0.0.1:8080", False),
        (HOME, "", "127.0.0.1:8080", False),
        (HOME, "http://127.0.0.1:8080/", "127.0.0.1:8080", False),
        (HOME, "http://127.0.0.1:8080", None, False),
        (HOME, "http://127.0.0.1:8080@evil.example", "127.0.0.1:8080", False),
        (HOME, "file://", "127.0.0.1:8080", False),
        (HOME, "http://\xff", "127.0.0.1:8080", False),
        (CLUB, "https://games.example.org", "games.example.org", True),
        (CLUB, "https://games.example.org", "127.0.0.1:8080", True),
        (CLUB, "http://localhost:5173", "games.example.org", True),
        (CLUB, "http://games.example.org", "games.example.org", False),
        (CLUB, "https://games.example.org.evil.example", "games.example.org", False),
        (CLUB, "https://evil.example", "evil.example", False),
        (CLUB, "https://evil.example", "games.example.org", False),
        (CLUB, "https://games.example.org:444", "games.example.org", False),
    ],
)
def test_foreign_pages_are_refused(
    settings: ServerSettings, origin: str, host: str | None, allowed: bool, kind: str, method: str
) -> None:
    assert check_origin(asked(origin, host, kind, method), settings) is allowed
    assert check_origin(asked(origin, host, kind, method, cookie="eminence=x"), settings) is allowed


@pytest.mark.parametrize(("kind", "method"), KINDS)
def test_programs_without_an_origin_come_without_a_cookie(kind: str, method: str) -> None:
    host = "127.0.0.1:8080"
    assert check_origin(asked(None, host, kind, method, authorization="Bearer x"), HOME)
    assert not check_origin(asked(None, host, kind, method, cookie="eminence=x"), HOME)
    assert not check_origin(asked(None, host, kind, method, cookie=""), HOME)
    assert not check_origin(asked(None, host, kind, method, sec_fetch_site="cross-site"), HOME)


def test_two_origins_or_hosts_are_refused() -> None:
    good = asked("http://127.0.0.1:8080", "127.0.0.1:8080")
    for name in (b"origin", b"host"):
        twice = good | {"headers": [*good["headers"], *((k, v) for k, v in good["headers"] if k == name)]}
        assert not check_origin(twice, HOME)


@pytest.mark.parametrize("method", ["GET", "HEAD", "OPTIONS"])
def test_reading_is_open_to_links_from_anywhere(method: str) -> None:
    assert check_origin(asked("https://evil.example", "x", "http", method, cookie="eminence=x"), HOME)


def test_behind_tls_the_own_origin_is_https() -> None:
    assert own_origin(asked(None, "192.168.1.5:8443", scheme="wss"), HOME) == "https://192.168.1.5:8443"
    assert (
        own_origin(asked(None, "games.example.org", scheme="https", kind="http"), CLUB) == "https://games.example.org"
    )
