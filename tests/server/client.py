"""A client for tests: an identity, HTTP, and a socket. Every answer is held against the published descriptions."""

from __future__ import annotations

import functools
import itertools
import json
import random
import re
import secrets
import ssl
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import httpx
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from eminence.server.app import ENDPOINTS
from eminence.server.openapi import openapi, protocol

WAIT = 20.0
CONTEXT = ssl.create_default_context()  # made once, as it takes a while
Picture = dict[str, Any]
Message = dict[str, Any]
OPEN = {"kind": "open"}
MINE = {"kind": "mine"}


def bot(level: str = "page") -> dict[str, str]:
    """A chair with a bot."""
    return {"kind": "bot", "level": level}


@functools.cache
def described() -> dict[str, Any]:
    """The OpenAPI description."""
    return openapi(ENDPOINTS)


@functools.cache
def routes() -> list[tuple[str, re.Pattern[str]]]:
    """The paths of the description, as patterns."""
    return [(path, re.compile(re.sub(r"{[a-z]+}", "[^/]+", path))) for path in described()["paths"]]


@functools.cache
def http_validator(path: str, method: str, status: str) -> Draft202012Validator | None:
    """What the description says of an answer; None if it says nothing of its body."""
    responses = described()["paths"][path][method]["responses"]
    content = responses[status].get("content", {}).get("application/json")
    if content is None:
        return None
    return Draft202012Validator({**content["schema"], "components": described()["components"]})


@functools.cache
def socket_validator(direction: str, tag: str) -> Draft202012Validator:
    """What the protocol says of a message of a type."""
    found = protocol()
    for part in found["properties"][direction]["anyOf"]:
        kind = found["$defs"][part["$ref"].rpartition("/")[2]]
        if kind["properties"]["type"]["enum"] == [tag]:
            return Draft202012Validator({**kind, "$defs": found["$defs"]})
    raise AssertionError(f"the protocol knows no {direction} of type {tag}")


def check_answer(response: httpx.Response) -> None:
    """An answer is one that the description allows."""
    method, status = response.request.method.lower(), response.status_code
    if method == "head":
        return
    path = next((path for path, pattern in routes() if pattern.fullmatch(response.request.url.path)), None)
    if path is None or method not in described()["paths"][path]:
        return
    key = "4XX" if 400 <= status < 500 else str(status)
    validator = http_validator(path, method, key)
    if validator is not None:
        validator.validate(response.json())


class Refused(Exception):  # noqa: N818 - it names what it is
    """The server said no."""

    def __init__(self, code: str, params: dict[str, Any], status: int = 0) -> None:
        super().__init__(f"{code} {params}")
        self.code = code
        self.params = params
        self.status = status


class Gone(Exception):  # noqa: N818 - it names what it is
    """The connection was closed; `bye` is the reason the server gave."""

    def __init__(self, bye: str | None, code: int | None) -> None:
        super().__init__(f"{bye} {code}")
        self.bye = bye
        self.code = code


@dataclass
class Seen:
    """A table as a socket knows it."""

    seq: int = 0
    picture: Picture = field(default_factory=dict)
    log: list[Message] = field(default_factory=list)
    present: list[str] = field(default_factory=list)

    @property
    def events(self) -> list[Message]:
        """What happened."""
        return [line["event"] for line in self.log]


class Client:
    """Somebody: a browser with a cookie, or a bot with a token."""

    def __init__(self, url: str, name: str | None = None, *, token: str | None = None, **headers: str) -> None:
        self.url = url
        sent = {"authorization": f"Bearer {token}"} if token else {"origin": url, **headers}
        self.token = token
        self.http = httpx.Client(base_url=url, headers=sent, timeout=WAIT, verify=CONTEXT)
        self.id = ""
        self.name = name or ""
        if name is not None:
            self.enter(name)

    def close(self) -> None:
        """Away."""
        self.http.close()

    # HTTP.

    def request(self, method: str, path: str, body: Any = None, **params: Any) -> httpx.Response:
        """A request and its answer, which is as described."""
        response = self.http.request(method, path, json=body, params=params or None)
        check_answer(response)
        return response

    def ask(self, method: str, path: str, body: Any = None, **params: Any) -> Any:
        """A request that is carried out, or Refused."""
        response = self.request(method, path, body, **params)
        if response.status_code != 200:
            fault = response.json()
            raise Refused(fault["code"], fault["params"], response.status_code)
        return response.json()

    def get(self, path: str, **params: Any) -> Any:
        return self.ask("GET", path, **params)

    def post(self, path: str, body: Any = None) -> Any:
        return self.ask("POST", path, body)

    def enter(self, name: str, invitation: str | None = None) -> None:
        """Become somebody."""
        body = {"name": name} if invitation is None else {"name": name, "invitation": invitation}
        found = self.post("/api/me", body)["user"]
        self.id, self.name = found["id"], found["name"]

    @property
    def cookie(self) -> str:
        """The token in the cookie."""
        return self.http.cookies.get("eminence") or ""

    def another_device(self, url: str | None = None) -> Client:
        """The same person in another browser, by a recovery code."""
        other = Client(url or self.url)
        other.post("/api/me/recover", {"code": self.post("/api/me/code")["code"]})
        other.id, other.name = self.id, self.name
        return other

    def at(self, url: str) -> Client:
        """The same browser at another process of the same server."""
        other = Client(url)
        other.http.cookies.update(self.http.cookies)
        other.id, other.name = self.id, self.name
        return other

    def open(self, game: str, chairs: Sequence[dict[str, str]], **settings: Any) -> str:
        """Open a table."""
        found: str = self.post("/api/tables", {"game": game, "chairs": list(chairs), **settings})["id"]
        return found

    # The socket.

    def socket(self, **headers: str) -> Socket:
        """A new connection."""
        sent = {"Authorization": f"Bearer {self.token}"} if self.token else {"Origin": self.url}
        if self.cookie:
            sent["Cookie"] = f"eminence={self.cookie}"
        sent.update(headers)
        address = self.url.replace("http", "ws", 1) + "/api/socket"
        more = {"compression": None, "max_size": None, "max_queue": None, "open_timeout": WAIT}
        found = connect(address, additional_headers=sent, **more)  # type: ignore[arg-type]
        return Socket(found.__enter__())  # closed by Socket.close


class Socket:
    """A connection. What comes in is sorted: answers by id, tables by their id."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.ids = (f"{secrets.token_hex(6)}-{number}" for number in itertools.count())
        self.seen: dict[str, Seen] = {}
        self.answers: dict[str, Message] = {}
        self.heard: list[str] = []
        self.bye: str | None = None
        self.closed: int | None = None
        """The code with which the server closed the connection."""
        self.hello = self.receive()
        assert self.hello["type"] == "hello"

    def __enter__(self) -> Socket:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Hang up."""
        self.connection.close()

    def send(self, message: Message | str | bytes) -> None:
        """Send something, whatever it is."""
        try:
            self.connection.send(json.dumps(message) if isinstance(message, dict) else message)
        except ConnectionClosed as closed:
            self.gone(closed)

    def gone(self, closed: ConnectionClosed) -> None:
        """The connection is closed; a goodbye may still be unread."""
        while self.bye is None:
            try:
                self.take(json.loads(self.connection.recv(timeout=1)))
            except (ConnectionClosed, TimeoutError):
                break
        self.closed = None if closed.rcvd is None else closed.rcvd.code
        raise Gone(self.bye, self.closed) from None

    def receive(self, wait: float = WAIT) -> Message:
        """The next message, taken into account."""
        try:
            message: Message = json.loads(self.connection.recv(timeout=wait))
        except ConnectionClosed as closed:
            self.gone(closed)
        self.take(message)
        return message

    def take(self, message: Message) -> None:
        """Take a message into account."""
        kind = message["type"]
        socket_validator("reply", kind).validate(message)
        self.heard.append(kind)
        if kind == "snapshot":
            self.seen[message["table"]] = Seen(message["seq"], message["picture"], message["log"], message["present"])
            assert [line["seq"] for line in message["log"]] == list(range(1, message["seq"] + 1))
        elif kind == "update":
            seen = self.seen[message["table"]]
            lines = message["log"]
            assert [line["seq"] for line in lines] == list(range(seen.seq + 1, message["seq"] + 1)), "a gap"
            seen.seq, seen.log = message["seq"], seen.log + lines
            seen.picture = message["picture"] or seen.picture
        elif kind == "presence":
            self.seen[message["table"]].present = message["present"]
        elif kind == "bye":
            self.bye = message["code"]
        if message.get("id"):
            self.answers[message["id"]] = message

    def ended(self) -> str | None:
        """The reason with which the server closes the connection."""
        try:
            while True:
                self.receive()
        except Gone as gone:
            return gone.bye

    def drain(self, quiet: float = 0.05) -> None:
        """Take everything that is there."""
        try:
            while True:
                self.receive(quiet)
        except TimeoutError:
            pass

    def request(self, kind: str, id: str | None = None, **rest: Any) -> Message:  # noqa: A002
        """A request and its answer; Refused."""
        key = id or next(self.ids)
        self.answers.pop(key, None)
        message = {"type": kind, "id": key, **rest}
        socket_validator("request", kind).validate(message)
        self.send(message)
        return self.answer(key)

    def answer(self, key: str) -> Message:
        """The answer to a request."""
        until = time.monotonic() + WAIT
        while key not in self.answers:
            self.receive(max(0.01, until - time.monotonic()))
        found = self.answers.pop(key)
        if found["type"] == "refused":
            raise Refused(found["code"], found["params"])
        return found

    def watch(self, table: str, **rest: Any) -> Picture:
        """Watch a table; its picture."""
        self.request("watch", table=table, **rest)
        return self.seen[table].picture

    def do(self, table: str, kind: str, *, command_id: str | None = None, **rest: Any) -> int:
        """A command, carried out; if the table is watched, its news have come when this returns."""
        seq: int = self.request("do", command_id, table=table, command={"kind": kind, **rest})["seq"]
        if table in self.seen:
            self.until(table, lambda _: self.seen[table].seq >= seq)
        return seq

    def refusal(self, table: str, kind: str, **rest: Any) -> str:
        """The code with which a command is refused."""
        try:
            self.do(table, kind, **rest)
        except Refused as refused:
            return refused.code
        raise AssertionError(f"{kind} {rest} was carried out")

    def until(self, table: str, condition: Callable[[Picture], Any], wait: float = WAIT) -> Picture:
        """Wait until the picture of a table is so."""
        until = time.monotonic() + wait
        while not condition(self.seen[table].picture):
            left = until - time.monotonic()
            if left <= 0:
                raise TimeoutError(f"waited in vain; the last of the table: {self.seen[table].log[-3:]}")
            self.receive(left)
        return self.seen[table].picture

    def present(self, table: str, users: set[str], wait: float = WAIT) -> None:
        """Wait until these people are present."""
        until = time.monotonic() + wait
        while set(self.seen[table].present) != users:
            self.receive(max(0.01, until - time.monotonic()))

    # Playing.

    def decide(self, table: str, rng: random.Random, *, confirm: bool = True) -> int:
        """A random decision for the seat whose eyes these are."""
        shown = self.until(table, lambda p: p["view"] and p["view"]["legal"])
        decision = rng.choice(shown["view"]["legal"])
        return self.do(table, "decide", seat=shown["seat"], at=shown["count"], decision=decision, confirm=confirm)


def play(table: str, sockets: Sequence[Socket], rng: random.Random, turns: int = 10_000) -> Picture:
    """Random decisions of all who sit, bots between them, to the end or for so many turns; the last picture."""
    for _ in range(turns):
        shown = sockets[0].seen[table].picture
        if shown["phase"] != "playing":
            break
        seat, seq = shown["view"]["seat"], sockets[0].seen[table].seq
        holder = next((socket for socket in sockets if seat in socket.seen[table].picture["yours"]), None)
        if holder is None:
            sockets[0].until(table, lambda _, seq=seq: sockets[0].seen[table].seq > seq)  # type: ignore[misc]
            continue
        turn, count = shown["view"]["turn"], shown["count"]
        holder.until(table, lambda p, count=count: p["count"] >= count)  # type: ignore[misc]
        while shown["phase"] == "playing" and shown["view"]["turn"] == turn:
            holder.decide(table, rng)
            shown = holder.seen[table].picture
        sockets[0].until(table, lambda _, seq=holder.seen[table].seq: sockets[0].seen[table].seq >= seq)  # type: ignore[misc]
    return sockets[0].seen[table].picture
