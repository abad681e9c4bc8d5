"""How a request becomes a call and its answer JSON: one table of endpoints, from which the OpenAPI page is made too."""

from __future__ import annotations

import gzip
import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from eminence.server.api import Fault
from eminence.server.logs import log
from eminence.server.store import StoreError
from eminence.table import Refusal

if TYPE_CHECKING:
    from eminence.server.app import Server

STATUS = {
    "who-are-you": 401,
    "not-an-administrator": 403,
    "not-your-seat": 403,
    "not-the-owner": 403,
    "not-your-table": 403,
    "foreign-origin": 403,
    "banned": 403,
    "invitation-needed": 403,
    "bad-invitation": 403,
    "no-such-table": 404,
    "no-such-page": 404,
    "no-such-game": 404,
    "no-such-user": 404,
    "no-such-device": 404,
    "no-such-invitation": 404,
    "no-such-components": 404,
    "no-client": 404,
    "no-such-method": 405,
    "bad-code": 404,
    "not-finished": 409,
    "rematch-exists": 409,
    "too-large": 413,
    "not-json": 415,
    "too-many": 429,
    "too-many-tables": 429,
    "too-many-people": 429,
    "busy": 503,
}
"""HTTP's word for a refusal; 422 for all others."""

Handler = Callable[["Call"], Awaitable[Any]]


@dataclass(frozen=True)
class Endpoint:
    """A path, what may be sent to it, and what it answers."""

    method: str
    path: str
    handler: Handler
    body: Any = None
    reply: Any = None
    query: tuple[str, ...] = ()

    @property
    def about(self) -> str:
        """What it does."""
        return (self.handler.__doc__ or "").strip()


@dataclass
class Call:
    """A request on its way through an endpoint."""

    server: Server
    request: Request
    body: Any
    response: Response

    @property
    def path(self) -> dict[str, str]:
        """What the path's places are filled with."""
        return dict(self.request.path_params)

    def query(self, name: str, default: str = "") -> str:
        """A parameter of the query."""
        return self.request.query_params.get(name, default)

    def number(self, name: str, low: int, high: int, default: int | None) -> int | None:
        """A whole number out of the query."""
        text = self.query(name)
        if not text:
            return default
        if not re.fullmatch("-?[0-9]{1,18}", text) or not low <= int(text) <= high:
            raise Refusal("bad-query", name=name, given=text[:40], expected=f"a whole number from {low} to {high}")
        return int(text)


def answer(value: Any, status: int = 200) -> Response:
    """A value as JSON."""
    return Response(msgspec.json.encode(value), status, media_type="application/json")


@lru_cache(maxsize=256)
def zipped(body: bytes) -> bytes:
    """A body in fewer bytes. Only what is the same for everybody is zipped, so the length tells nothing."""
    return gzip.compress(body, 9, mtime=0)


def packed(request: Request, body: bytes, kind: str, headers: Mapping[str, str]) -> Response:
    """Something that is the same for everybody, zipped for those who can read it."""
    told = {**headers, "vary": "accept-encoding"}
    if len(body) > 500 and "gzip" in request.headers.get("accept-encoding", ""):
        return Response(zipped(body), media_type=kind, headers={**told, "content-encoding": "gzip"})
    return Response(body, media_type=kind, headers=told)


def refusal(error: Refusal) -> Response:
    """A refusal as JSON."""
    return answer(Fault(error.code, error.params), STATUS.get(error.code, 422))


def check_texts(request: Request) -> None:
    """No text of the address holds a zero byte, which databases and file systems do not take."""
    for name, value in (*request.path_params.items(), *request.query_params.multi_items()):
        if "\0" in f"{name}{value}":
            raise Refusal("bad-query", name=name[:40], expected="no zero bytes")


async def read_body(request: Request, kind: Any, limit: int) -> Any:
    """The body of a request as what it should be."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise Refusal("not-json", expected="Content-Type: application/json")
    raw = bytearray()
    async for chunk in request.stream():
        raw += chunk
        if len(raw) > limit:
            raise Refusal("too-large", expected=limit)
    try:
        return msgspec.json.decode(bytes(raw), type=kind)
    except msgspec.ValidationError as error:
        raise Refusal("bad-body", message=str(error)) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Refusal("bad-body", message=f"not JSON: {error}"[:200]) from None


def served(server: Server, endpoint: Endpoint) -> Callable[[Request], Awaitable[Response]]:
    """An endpoint as Starlette wants it: every fault becomes a clear answer."""

    async def serve(request: Request) -> Response:
        response = Response(media_type="application/json")
        try:
            await server.admit(request)
            check_texts(request)
            body = None
            if endpoint.body is not None:
                body = await read_body(request, endpoint.body, server.settings.limits.body_bytes)
            value = await endpoint.handler(Call(server, request, body, response))
            if isinstance(value, Response):
                return value
            response.body = msgspec.json.encode(value)
            response.headers["content-length"] = str(len(response.body))
            response.headers["cache-control"] = "no-store"
        except Refusal as error:
            server.metrics.refused(error.code)
            return refusal(error)
        except StoreError as error:
            log("store-failed", code=error.code)
            return answer(Fault("store-failed", {"reason": error.code}), 503)
        return response

    return serve
