"""The descriptions for programmers are valid, complete, and true of a whole session."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable, Iterator
from typing import Any

import openapi_spec_validator
import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]
from jsonschema.exceptions import ValidationError  # type: ignore[import-untyped]

from eminence.server.app import ENDPOINTS
from eminence.server.endpoints import STATUS
from tests.server import client as clients
from tests.server.client import MINE, OPEN, Client, Refused, Socket, bot, play
from tests.server.conftest import Newcomer
from tests.server.running import Inside

Connected = Callable[[Client], Socket]


def walk(node: Any) -> Iterator[dict[str, Any]]:
    """All objects in a description."""
    if isinstance(node, dict):
        yield node
        for value in node.values():
            yield from walk(value)
    elif isinstance(node, list):
        for value in node:
            yield from walk(value)


@pytest.fixture
def description(house: Inside) -> dict[str, Any]:
    found: dict[str, Any] = Client(house.url).http.get("/api/openapi.json").json()
    return found


def test_the_description_is_openapi(description: dict[str, Any]) -> None:
    openapi_spec_validator.validate(description)


def test_the_description_is_whole(description: dict[str, Any]) -> None:
    """What can be checked without further packages: references, names, places in paths, schemas."""
    assert description["openapi"].startswith("3.1.") and description["info"]["title"] == "eminence"
    operations = [one for methods in description["paths"].values() for one in methods.values()]
    assert len(operations) == len(ENDPOINTS)
    assert len({one["operationId"] for one in operations}) == len(operations)
    for path, methods in description["paths"].items():
        for one in methods.values():
            places = {p["name"] for p in one["parameters"] if p["in"] == "path"}
            assert places == set(re.findall(r"{([a-z]+)}", path))
            assert one["summary"] and {"200", "4XX", "503"} <= set(one["responses"])
    for node in walk(description):
        if isinstance(reference := node.get("$ref"), str):
            assert reference.rpartition("/")[2] in description["components"]["schemas"]
    for schema in description["components"]["schemas"].values():
        Draft202012Validator.check_schema(schema)


def test_the_protocol_is_json_schema(house: Inside) -> None:
    found = Client(house.url).http.get("/api/protocol.json").json()
    Draft202012Validator.check_schema(found)
    for node in walk(found):
        if isinstance(reference := node.get("$ref"), str):
            assert reference.rpartition("/")[2] in found["$defs"]
    request = Draft202012Validator({**found["properties"]["request"], "$defs": found["$defs"]})
    request.validate({"type": "ping", "id": "a"})
    for wrong in ({"type": "ping"}, {"type": "ping", "id": "a b"}, {"type": "pong", "id": "a"}, {"id": "a"}):
        with pytest.raises(ValidationError):
            request.validate(wrong)


def test_refusals_have_their_own_status() -> None:
    assert all(400 <= status < 500 or status == 503 for status in STATUS.values())


def test_the_validating_client_would_notice(house: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    """What holds every answer against the description does find fault with wrong ones."""
    client = Client(house.url)
    response = client.http.get("/api/me")
    response._content = b'{"user": 5}'
    with pytest.raises(ValidationError):
        clients.check_answer(response)
    refused = client.http.get("/api/tables/nosuch")
    refused._content = b'{"error": "no"}'
    with pytest.raises(ValidationError):
        clients.check_answer(refused)
    with client.socket() as socket, pytest.raises(ValidationError):
        socket.take({"type": "pong", "id": 5, "now": "later"})


@pytest.mark.slow
def test_a_whole_session_is_as_described(
    house: Inside, people: Newcomer, connected: Connected, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every endpoint, carried out and refused, and every kind of message; the client checks each of them."""
    seen: set[tuple[str, str, int]] = set()
    original = clients.check_answer

    def noting(response: Any) -> None:
        original(response)
        path = next((p for p, pattern in clients.routes() if pattern.fullmatch(response.request.url.path)), None)
        if path is not None:
            seen.add((response.request.method, path, response.status_code))

    monkeypatch.setattr(clients, "check_answer", noting)
    ann, ben, stranger = people(house), people(house), Client(house.url)
    house.call(house.server.store.set_admin(ann.id, True))
    ann.enter(ann.name)
    ann.another_device().post("/api/me/logout")
    ann.post("/api/me/tokens", {"label": "bot"})
    device = next(d["id"] for d in ann.get("/api/me/devices")["devices"] if d["kind"] == "bot")
    ann.ask("DELETE", f"/api/me/devices/{device}")
    catalogue = ann.get("/api/catalogue")
    for game in catalogue["games"]:
        ann.get(f"/api/components/{game['components']}")
        ann.request("GET", f"/api/art/{game['components']}.svg")
        ann.get(f"/api/rules/{game['id']}", language="de")
    table = ann.open("richelieu", [MINE, OPEN, bot()], public=True, leavers="end", start=0)
    first, second = connected(ann), connected(ben)
    first.request("lobby")
    first.watch(table)
    second.watch(table)
    second.do(table, "sit", seat=1)
    first.until(table, lambda p: p["phase"] == "playing")
    second.do(table, "say", text="hello")
    first.request("hint", table=table, seat=0)
    play(table, [first, second], random.Random(1), turns=3)
    with pytest.raises(Refused):
        first.do(table, "start")
    for show in ("lobby", "mine", "watch", "finished"):
        ann.get("/api/tables", show=show)
    ann.get(f"/api/tables/{table}")
    second.do(table, "resign", seat=1)
    first.until(table, lambda p: p["phase"] == "finished")
    ann.request("GET", f"/api/tables/{table}/record")
    ann.get(f"/api/tables/{table}/replay")
    ann.post(f"/api/tables/{table}/branch", {"turn": 1, "seat": 0})
    until = time.monotonic() + 60
    while ann.post(f"/api/tables/{table}/review")["state"] != "done":
        assert time.monotonic() < until
        time.sleep(0.1)
    assert ann.get(f"/api/tables/{table}/review")["review"]
    ann.get("/api/me/statistics")
    ann.get("/api/admin/users")
    ann.post(f"/api/admin/users/{ben.id}", {"banned": True})
    assert second.ended() == "come-again"
    ann.post("/api/admin/invitations", {})
    invitation = ann.get("/api/admin/invitations")["invitations"][0]["id"]
    ann.ask("DELETE", f"/api/admin/invitations/{invitation}")
    ann.post(f"/api/admin/tables/{table}/close")
    first.request("unwatch", table=table)
    first.request("ping")
    for endpoint in ENDPOINTS:  # refused, for whom it can be
        body = None if endpoint.body is None else {"no": "sense"}
        stranger.request(endpoint.method, re.sub("{[a-z]+}", "nosuch", endpoint.path), body)
    done = {(method, path) for method, path, status in seen if status == 200}
    assert done == {(endpoint.method, endpoint.path) for endpoint in ENDPOINTS}
    refused = {(method, path) for method, path, status in seen if 400 <= status < 500}
    free = {("GET", "/api/me"), ("GET", "/api/catalogue"), ("GET", "/api/tables")}
    assert refused >= {(endpoint.method, endpoint.path) for endpoint in ENDPOINTS} - free
    heard = {*first.heard, *second.heard}
    kinds = {"hello", "snapshot", "update", "presence", "done", "refused", "hints", "lobby", "pong", "bye"}
    assert heard == kinds
