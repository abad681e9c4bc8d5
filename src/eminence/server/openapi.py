"""The descriptions for programmers: OpenAPI for HTTP, JSON Schema for the socket. Both are made from the types."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import msgspec

from eminence import __version__
from eminence.server import messages
from eminence.server.api import Fault
from eminence.server.endpoints import Endpoint

PLACE = re.compile(r"{([a-z]+)}")


def openapi(endpoints: Sequence[Endpoint]) -> dict[str, Any]:
    """The OpenAPI 3.1 description."""
    kinds = [kind for endpoint in endpoints for kind in (endpoint.body, endpoint.reply) if kind is not None]
    kinds = [*dict.fromkeys([*kinds, Fault])]
    shown, parts = msgspec.json.schema_components(kinds, ref_template="#/components/schemas/{name}")
    schemas = dict(zip(kinds, shown, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in endpoints:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = operation(endpoint, schemas)
    return {
        "openapi": "3.1.0",
        "info": {"title": "eminence", "version": __version__, "license": {"name": "Apache-2.0"}},
        "security": [{}, {"cookie": []}, {"token": []}],
        "paths": paths,
        "components": {
            "schemas": parts,
            "securitySchemes": {
                "cookie": {"type": "apiKey", "in": "cookie", "name": "eminence"},
                "token": {"type": "http", "scheme": "bearer"},
            },
        },
    }


def operation(endpoint: Endpoint, schemas: dict[Any, Any]) -> dict[str, Any]:
    """One endpoint."""
    fault = {"content": {"application/json": {"schema": schemas[Fault]}}}
    done: dict[str, Any] = {"description": "Done."}
    if endpoint.reply is not None:
        done["content"] = {"application/json": {"schema": schemas[endpoint.reply]}}
    found: dict[str, Any] = {
        "operationId": endpoint.handler.__name__,
        "summary": endpoint.about,
        "parameters": [
            *(
                {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
                for name in PLACE.findall(endpoint.path)
            ),
            *({"name": name, "in": "query", "schema": {"type": "string"}} for name in endpoint.query),
        ],
        "responses": {
            "200": done,
            "4XX": {"description": "Refused: nothing has changed.", **fault},
            "503": {"description": "The database cannot be reached, or the server is busy.", **fault},
        },
    }
    if endpoint.body is not None:
        found["requestBody"] = {
            "required": True,
            "content": {"application/json": {"schema": schemas[endpoint.body]}},
        }
    return found


def protocol() -> dict[str, Any]:
    """The JSON Schema of what goes over the socket."""
    (request, reply), parts = msgspec.json.schema_components(
        [messages.Request, messages.Reply], ref_template="#/$defs/{name}"
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "eminence socket protocol 1",
        "properties": {"request": request, "reply": reply},
        "$defs": parts,
    }
