"""Nobody acts for another: every command as every wrong party, foreign pages, and messages of every wrong kind."""

from __future__ import annotations

import json
import random
import socket as sockets
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from msgspec.structs import replace
from websockets.exceptions import InvalidStatus

from eminence.server.app import ENDPOINTS
from eminence.server.headers import content_policy
from eminence.table.commands import Command
from tests.server.client import MINE, OPEN, Client, Gone, Refused, Socket, bot, play
from tests.server.conftest import Newcomer
from tests.server.running import PLENTY, Inside, inside

Connected = Callable[[Client], Socket]
KINDS = {kind.__struct_config__.tag: kind for kind in Command.__args__}
FOREIGN = ["https://evil.example", "null", "http://127.0.0.1.evil.example", "http://localhost:1", "file://", "http://"]


class Scene:
    """A table of Ann (owner), Ben and a bot, with every wrong party around it."""

    def __init__(self, house: Inside, phase: str, **settings: Any) -> None:
        self.ann, self.ben, self.cleo = (Client(house.url, name) for name in ("Ann", "Ben", "Cleo"))
        self.first, self.second, self.third = (client.socket() for client in (self.ann, self.ben, self.cleo))
        self.stranger = Client(house.url).socket()
        self.table = self.ann.open("richelieu", [MINE, OPEN, bot()], start=0, prompt=False, **settings)
        for socket in (self.first, self.second, self.third, self.stranger):
            socket.watch(self.table)
        self.second.do(self.table, "sit", seat=1)
        if phase != "gathering":
            self.first.do(self.table, "start")
        self.settle()
        if phase == "turn over":
            play(self.table, [self.first, self.second], random.Random(1), turns=1)
            self.first.do(self.table, "takeback", seat=0)
            self.settle()
        if phase == "finished":
            self.first.do(self.table, "resign", seat=0)
            self.settle()

    def settle(self) -> None:
        """Everybody has heard everything."""
        for socket in (self.first, self.second, self.third, self.stranger):
            socket.drain()

    def close(self) -> None:
        for socket in (self.first, self.second, self.third, self.stranger):
            socket.close()

    def arguments(self, kind: str, seat: int) -> dict[str, Any]:
        """A command, as right as it can be for the seat's owner."""
        shown = self.first.seen[self.table].picture
        legal = (shown["view"] or {}).get("legal") or ["A1"]
        given = {
            "seat": seat,
            "at": shown["count"],
            "decision": legal[0],
            "agree": True,
            "text": "hello",
            "user": self.ben.id,
            "level": "page",
        }
        fields = {field.name for field in msgspec.structs.fields(KINDS[kind])}
        return {name: value for name, value in given.items() if name in fields}


OWNED = ("leave", "decide", "undo", "confirm", "takeback", "answer", "resign")
RULED = ("chair", "start", "mute", "close")


def test_all_commands_are_tried_here() -> None:
    assert set(KINDS) == {*OWNED, *RULED, "sit", "claim", "say", "rematch"}


@pytest.mark.parametrize("phase", ["gathering", "playing", "turn over", "finished"])
def test_every_command_as_every_wrong_party(house: Inside, phase: str) -> None:
    """The other player, somebody who only watches, and a stranger; for each seat, the bot's too. Nothing changes."""
    scene = Scene(house, phase, leavers="end" if phase == "finished" else "bot")
    table = scene.table
    before = scene.third.seen[table].seq, scene.third.seen[table].picture
    for kind in KINDS:
        for seat in range(4):
            for name, socket, seats in (
                ("owner", scene.first, {0}),
                ("player", scene.second, {1}),
                ("watcher", scene.third, set()),
                ("stranger", scene.stranger, set()),
            ):
                arguments = scene.arguments(kind, seat)
                if kind in OWNED and seat in seats:
                    continue
                if kind in RULED and name == "owner":
                    continue
                if kind == "say" and name != "stranger":
                    continue
                if kind == "rematch" and seats:
                    continue
                code = socket.refusal(table, kind, **arguments)
                place = f"{kind} for seat {seat} as {name}"
                if name == "stranger":
                    assert code == "who-are-you", place
                elif kind in OWNED:
                    assert code == ("no-such-seat" if seat == 3 else "not-your-seat"), place
                elif kind in RULED:
                    assert code == "not-the-owner", place
                elif kind == "claim":
                    expected = ("not-now", "not-your-table", "not-waiting", "too-early", "no-such-seat")
                    assert code in expected, place
                elif kind == "sit" and phase == "gathering":
                    assert code == ("no-such-seat" if seat == 3 else "seat-taken"), place
                else:
                    assert code in ("not-now", "not-your-table"), place
    scene.settle()
    assert (scene.third.seen[table].seq, scene.third.seen[table].picture) == before
    scene.close()


def test_a_seat_of_another_table_gives_no_right(house: Inside) -> None:
    scene = Scene(house, "playing")
    other = scene.ben.open("richelieu", [MINE, bot()], start=0)
    assert scene.second.watch(other)["yours"] == [0]
    move = scene.second.seen[other].picture["view"]["legal"][0]
    assert scene.second.refusal(scene.table, "decide", seat=0, at=0, decision=move) == "not-your-seat"
    assert scene.first.refusal(other, "decide", seat=0, at=0, decision=move) == "not-your-seat"
    assert scene.second.refusal("nosuchtable", "say", text="hello") == "no-such-table"
    scene.close()


def test_who_gave_up_has_no_say(house: Inside) -> None:
    scene = Scene(house, "playing")
    scene.first.do(scene.table, "resign", seat=0)
    assert scene.first.seen[scene.table].picture["yours"] == []
    for kind in OWNED:
        assert scene.first.refusal(scene.table, kind, **scene.arguments(kind, 0)) == "not-your-seat"
    with pytest.raises(Refused, match="not-your-seat"):
        scene.first.request("hint", table=scene.table, seat=0)
    scene.close()


def test_the_name_of_another_helps_nobody(house: Inside, people: Newcomer, connected: Connected) -> None:
    """People are told apart by ids that cannot be chosen."""
    ann, twin = people(house, "Ann"), people(house, "Ann")
    table = ann.open("richelieu", [MINE, OPEN])
    assert connected(twin).refusal(table, "leave", seat=0) == "not-your-seat"
    socket = connected(twin)
    command = {"kind": "leave", "seat": 0, "user": ann.id}
    for message in (
        {"type": "do", "id": "a", "table": table, "command": command},
        {"type": "do", "id": "a", "table": table, "user": ann.id, "command": {"kind": "leave", "seat": 0}},
    ):
        socket.send(message)
        assert socket.receive()["code"] == "bad-message"


# Foreign pages.


@pytest.mark.parametrize("origin", FOREIGN)
def test_foreign_pages_are_refused_for_every_change(house: Inside, people: Newcomer, origin: str) -> None:
    ann = people(house)
    table = ann.open("richelieu", [MINE, OPEN])
    for endpoint in ENDPOINTS:
        if endpoint.method == "GET":
            continue
        path = endpoint.path.replace("{id}", table)
        for headers in ({"origin": origin}, {"origin": origin, "content-type": "text/plain"}):
            response = ann.http.request(endpoint.method, path, headers=headers, content=b'{"name": "Eve"}')
            assert (response.status_code, response.json()["code"]) == (403, "foreign-origin"), path
            assert "access-control-allow-origin" not in response.headers
    assert ann.get("/api/me")["user"]["name"] == ann.name
    preflight = ann.http.options("/api/me", headers={"origin": origin, "access-control-request-method": "POST"})
    assert preflight.status_code == 405 and not any(h.startswith("access-control") for h in preflight.headers)


def test_a_cookie_without_an_origin_is_refused(house: Inside, people: Newcomer) -> None:
    """A form of a foreign page in an old browser; a tool that uses the cookie has to say where it comes from."""
    ann = people(house)
    bare = httpx.Client(base_url=house.url, cookies={"eminence": ann.cookie})
    assert bare.post("/api/me", json={"name": "Eve"}).json()["code"] == "foreign-origin"
    assert bare.get("/api/me").json()["user"]["id"] == ann.id
    cross = httpx.Client(base_url=house.url, headers={"sec-fetch-site": "cross-site"})
    assert cross.post("/api/me", json={"name": "Eve"}).json()["code"] == "foreign-origin"
    twice = [("origin", house.url), ("origin", "https://evil.example"), ("cookie", f"eminence={ann.cookie}")]
    assert httpx.post(f"{house.url}/api/me", json={"name": "Eve"}, headers=twice).json()["code"] == "foreign-origin"


@pytest.mark.parametrize("origin", FOREIGN)
def test_foreign_pages_get_no_socket(house: Inside, people: Newcomer, origin: str) -> None:
    for client in (people(house), Client(house.url)):
        with pytest.raises(InvalidStatus) as caught:
            client.socket(Origin=origin)
        assert caught.value.response.status_code == 403


def test_a_name_that_leads_here_is_no_right(house: Inside, people: Newcomer) -> None:
    """DNS rebinding: a foreign name that was pointed at this machine, with Host and Origin in agreement."""
    ann = people(house)
    port = house.settings.port
    headers = {"host": f"evil.example:{port}", "origin": f"http://evil.example:{port}"}
    response = ann.http.post("/api/me", json={"name": "Eve"}, headers=headers)
    assert response.json()["code"] == "foreign-origin"
    with pytest.raises(InvalidStatus):
        ann.socket(Origin=headers["origin"], Host=headers["host"])


def test_other_origins_must_be_named(tmp_path: Path) -> None:
    with inside(tmp_path, origins=("https://club.example",)) as running:
        ann = Client(running.url, origin="https://club.example")
        ann.enter("Ann")
        with ann.socket(Origin="https://club.example") as socket:
            assert socket.hello["user"] == ann.id
        with pytest.raises(Refused, match="foreign-origin"):
            Client(running.url, origin="https://club.example.evil").enter("Eve")


# Bodies and messages of every wrong kind.


@pytest.mark.parametrize(
    ("content", "kind", "status", "code"),
    [
        (b"", "application/json", 422, "bad-body"),
        (b"{", "application/json", 422, "bad-body"),
        (b"[]", "application/json", 422, "bad-body"),
        (b"null", "application/json", 422, "bad-body"),
        (b'{"name": 5}', "application/json", 422, "bad-body"),
        (b'{"name": "Ann", "admin": true}', "application/json", 422, "bad-body"),
        (b'{"name": "\\ud800"}', "application/json", 422, "bad-body"),
        (b'{"name": "\xff"}', "application/json", 422, "bad-body"),
        (b"[" * 100_000, "application/json", 422, "bad-body"),
        (b'{"name": "Ann"}', "text/plain", 415, "not-json"),
        (b'{"name": "Ann"}', "application/x-www-form-urlencoded", 415, "not-json"),
        (b'{"name": "' + b"x" * 140_000 + b'"}', "application/json", 413, "too-large"),
    ],
)
def test_bodies_that_are_no_good(house: Inside, content: bytes, kind: str, status: int, code: str) -> None:
    response = httpx.post(f"{house.url}/api/me", content=content, headers={"content-type": kind})
    assert (response.status_code, response.json()["code"]) == (status, code)
    assert "set-cookie" not in response.headers


def test_a_body_without_an_end_is_cut_off(house: Inside) -> None:
    def endless() -> Iterator[bytes]:
        yield b'{"name": "'
        for _ in range(2000):
            yield b"x" * 10_000

    try:
        response = httpx.post(f"{house.url}/api/me", content=endless(), headers={"content-type": "application/json"})
    except httpx.TransportError:
        return  # hung up on, which is as good
    assert response.status_code == 413


WRONG = [
    "",
    "null",
    "[]",
    "{}",
    "hello",
    "[" * 15_000,
    '{"type": "do"}',
    '{"type": "DO", "id": "a"}',
    '{"type": "ping", "id": ""}',
    '{"type": "ping", "id": "' + "x" * 41 + '"}',
    '{"type": "ping", "id": "a b"}',
    '{"type": "ping", "id": 5}',
    '{"type": "ping", "id": "a", "more": 1}',
    '{"type": "ping", "id": "\\ud800"}',
    '{"type": "watch", "id": "a", "table": "../etc/passwd"}',
    '{"type": "watch", "id": "a", "table": "x", "after": -1}',
    '{"type": "watch", "id": "a", "table": "x", "seat": 5}',
    '{"type": "watch", "id": "a", "table": "x", "after": 1e400}',
    '{"type": "do", "id": "a", "table": "x", "command": {"kind": "become"}}',
    '{"type": "do", "id": "a", "table": "x", "command": {"kind": "sit", "seat": "0"}}',
    '{"type": "do", "id": "a", "table": "x", "command": {"kind": "sit", "seat": true}}',
    '{"type": "do", "id": "a", "table": "x", "command": {"kind": "decide", "seat": 0, "at": 0.5, "decision": "A1"}}',
    '{"type": "hello", "id": "a"}',
    '{"type": "done", "id": "a", "seq": 1}',
]


def test_malformed_messages_are_answered_and_harm_nothing(house: Inside, people: Newcomer) -> None:
    with people(house).socket() as socket:
        for text in WRONG:
            for message in (text, text.encode()):
                socket.send(message)
                answer = socket.receive()
                assert (answer["type"], answer["code"]) == ("refused", "bad-message"), text
        socket.send(b"\xff\xfe\x00")
        assert socket.receive()["code"] == "bad-message"
        assert socket.request("ping")["type"] == "pong"


def test_a_message_that_is_too_large_ends_the_connection(house: Inside, people: Newcomer) -> None:
    ann = people(house)
    table = ann.open("richelieu", [MINE, OPEN])
    with ann.socket() as other:
        other.watch(table)
        for size in (house.settings.limits.message_bytes + 1, 1_000_000):
            with ann.socket() as socket, pytest.raises(Gone):
                socket.send(json.dumps({"type": "ping", "id": "a", "x": "x" * size}))
                while True:
                    socket.receive()
        assert other.request("ping")["type"] == "pong"


def test_a_connection_watches_so_many_tables(house: Inside, people: Newcomer) -> None:
    ann = people(house)
    with ann.socket() as socket:
        tables = [ann.open("richelieu", [MINE, OPEN]) for _ in range(51)]
        for table in tables[:50]:
            socket.watch(table)
        with pytest.raises(Refused, match="too-many"):
            socket.watch(tables[50])
        socket.watch(tables[0])
        socket.request("unwatch", table=tables[0])
        socket.watch(tables[50])


def test_floods_are_slowed_down(tmp_path: Path) -> None:
    """Messages of a connection and requests of an address; who keeps quiet is not affected."""
    limits = replace(PLENTY, messages_per_second=50, messages_burst=10, requests_per_second=0.1, requests_burst=12)
    with inside(tmp_path, limits=limits) as running:
        ann = Client(running.url, "Ann")
        with ann.socket() as socket, ann.socket() as other:
            for number in range(40):
                socket.send({"type": "ping", "id": f"p{number}"})
            assert other.request("ping")["type"] == "pong"
            times = [socket.answer(f"p{number}")["now"] for number in range(40)]
            assert times[-1] - times[0] >= 500, times
        codes = [ann.request("GET", "/api/catalogue").status_code for _ in range(12)]
        assert codes[0] == 200 and codes[-1] == 429
        with pytest.raises(InvalidStatus) as caught:
            ann.socket()
        assert caught.value.response.status_code == 403
        assert httpx.get(f"{running.url}/readyz").status_code == 429, "it writes, so it is counted too"
        assert httpx.get(f"{running.url}/healthz").status_code == 200


def test_connections_are_limited(tmp_path: Path) -> None:
    limits = replace(PLENTY, connections=4, connections_per_user=2, connections_per_address=3)
    with inside(tmp_path, limits=limits) as running:
        ann = Client(running.url, "Ann")
        with ann.socket(), ann.socket() as second:
            with pytest.raises(InvalidStatus):
                ann.socket()
            with Client(running.url).socket(), pytest.raises(InvalidStatus):
                Client(running.url).socket()
            second.close()
        for _ in range(5):
            with ann.socket() as again:
                assert again.hello["user"] == ann.id


def test_raw_nonsense_on_the_wire(house: Inside) -> None:
    for text in (
        b"\x00\x01\x02\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"POST /api/me HTTP/1.1\r\nhost: x\r\ncontent-length: -5\r\n\r\n",
        b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\nhost: x\r\n\r\n",
        b"GET /../../../../../etc/passwd HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n",
        b"GET //etc/passwd HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n",
        b"GET /api/me HTTP/1.1\r\nhost: a\r\nhost: b\r\nconnection: close\r\n\r\n",
    ):
        with sockets.create_connection(("127.0.0.1", house.settings.port), 5) as raw:
            raw.sendall(text)
            raw.shutdown(sockets.SHUT_WR)
            answer = b""
            while chunk := raw.recv(10_000):
                answer += chunk
        assert not answer.startswith(b"HTTP/1.1 5") and b"root:" not in answer, text
    assert httpx.get(f"{house.url}/healthz").json() == {"ok": True, "code": None}


# Headers and paths.


def test_every_answer_has_the_strict_headers(house: Inside, people: Newcomer) -> None:
    ann = people(house)
    policy = content_policy(f"ws://127.0.0.1:{house.settings.port}")
    paths = ["/", "/index.html", "/play/abc", "/nothing.js", "/assets/no.js", "/healthz", "/readyz", "/metrics"]
    paths += [
        "/api/openapi.json",
        "/api/protocol.json",
        "/api/nothing",
        "/api",
        "/%00",
        "/" + "a" * 300,
        "/..%2f..%2fx",
    ]
    paths += [endpoint.path.replace("{id}", "x") for endpoint in ENDPOINTS]
    for path in paths:
        for method in ("GET", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "HEAD", "TRACE"):
            response = ann.http.request(method, path)
            assert response.status_code < 500, (method, path)
            headers = response.headers
            assert headers["content-security-policy"] == policy
            assert "'unsafe" not in policy and "default-src 'self'" in policy and "frame-ancestors 'none'" in policy
            assert headers["x-content-type-options"] == "nosniff" and headers["x-frame-options"] == "DENY"
            assert headers["referrer-policy"] == "no-referrer"
            assert headers["cross-origin-opener-policy"] == headers["cross-origin-resource-policy"] == "same-origin"
            assert "camera=()" in headers["permissions-policy"] and "server" not in headers
            if response.status_code >= 400 and method != "HEAD":
                assert set(response.json()) == {"code", "params"}, (method, path)
            if path.startswith("/api/") and "cache-control" in headers and method == "GET":
                assert headers["cache-control"] == "no-store" or path.split("/")[2] in ("components", "art")


def test_unknown_paths(house: Inside) -> None:
    client = Client(house.url)
    for path in ("/api/nothing", "/api/", "/nothing.js", "/%2e%2e/%2e%2e/x.py", "/a%00.txt"):
        response = client.http.get(path)
        assert (response.status_code, response.json()["code"]) == (404, "no-such-page"), path
    for method, path in (("POST", "/"), ("PUT", "/api/me"), ("DELETE", "/api/tables"), ("POST", "/api/nothing")):
        response = client.http.request(method, path)
        assert (response.status_code, response.json()["code"]) == (405, "no-such-method")
    for path in ("/", "/table/abc", "/recover/abc", "/" + "a" * 300, "/%00"):
        response = client.http.get(path)
        if response.status_code == 404:
            assert response.json()["code"] == "no-client"  # where the browser's part was not built
        else:
            assert response.headers["content-type"].startswith("text/html")
