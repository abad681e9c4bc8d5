"""What goes over the socket, in both directions. docs/protocol.md and its JSON Schema are made from these types."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from eminence.table.commands import Command

Id = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{1,40}$", description="Chosen by the client; the answer repeats it.")]
TableId = Annotated[str, Meta(pattern="^[a-z0-9]{1,32}$", description="The id of a table, as in its link.")]


# From the client.


class Watch(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="watch"):
    """Be told what happens at a table. Answered by a snapshot, or by an update with what is new since `after`."""

    id: Id
    table: TableId
    after: Annotated[int, Meta(ge=0, le=1_000_000_000, description="The last seq seen; 0 for none.")] = 0
    seat: Annotated[int, Meta(ge=0, le=4, description="From which of one's own seats to look.")] | None = None


class Unwatch(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="unwatch"):
    """No more of a table."""

    id: Id
    table: TableId


class Do(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="do"):
    """A command. Sent again with the same id it is not carried out twice."""

    id: Id
    table: TableId
    command: Command


class AskHint(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="hint"):
    """What would a strong player do? Only in casual games, for one's own turn."""

    id: Id
    table: TableId
    seat: Annotated[int, Meta(ge=0, le=4)]


class WatchLobby(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="lobby"):
    """Be told when the list of public tables changes, or no longer."""

    id: Id
    on: bool = True


class Ping(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="ping"):
    """Is anybody there?"""

    id: Id


Request = Watch | Unwatch | Do | AskHint | WatchLobby | Ping


# From the server.


class Hello(Struct, frozen=True, tag_field="type", tag="hello"):
    """The first message of every connection."""

    version: str
    protocol: int
    user: str | None
    name: str | None
    now: Annotated[int, Meta(description="The server's time in milliseconds since 1970.")]


class Logged(Struct, frozen=True):
    """Something that happened at a table."""

    seq: int
    at: int
    event: dict[str, Any]


class Snapshot(Struct, frozen=True, tag_field="type", tag="snapshot"):
    """All of a table as one may see it: its log from the beginning, and the picture after it."""

    id: str
    table: str
    seq: int
    now: int
    log: list[Logged]
    picture: dict[str, Any]
    present: list[str]


class Update(Struct, frozen=True, tag_field="type", tag="update"):
    """What is new at a table, and the picture after it; without one if only words were said."""

    table: str
    seq: int
    now: int
    log: list[Logged]
    picture: dict[str, Any] | None = None
    id: str | None = None


class Presence(Struct, frozen=True, tag_field="type", tag="presence"):
    """Who is connected to a table now."""

    table: str
    present: list[str]


class Done(Struct, frozen=True, tag_field="type", tag="done"):
    """The request was carried out; a command is durable."""

    id: str
    seq: int = 0


class Refused(Struct, frozen=True, tag_field="type", tag="refused"):
    """The request was not carried out, and nothing has changed."""

    code: str
    id: str | None = None
    params: dict[str, Any] = {}


class Hints(Struct, frozen=True, tag_field="type", tag="hints"):
    """The best few turns, best first, with expectations and reasons in codes."""

    id: str
    table: str
    count: int
    hints: list[dict[str, Any]]


class Lobby(Struct, frozen=True, tag_field="type", tag="lobby"):
    """The list of public tables changed: ask for it again."""

    now: int


class Pong(Struct, frozen=True, tag_field="type", tag="pong"):
    """Somebody is there."""

    id: str
    now: int


class Bye(Struct, frozen=True, tag_field="type", tag="bye"):
    """The connection is about to be closed, and why."""

    code: str


Reply = Hello | Snapshot | Update | Presence | Done | Refused | Hints | Lobby | Pong | Bye

requests: msgspec.json.Decoder[Request] = msgspec.json.Decoder(Request)
encode = msgspec.json.Encoder().encode
