"""What happened at a table. The log of events is all that is stored; everything else follows from it."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import Struct

from eminence.table.settings import Settings

How = Literal["resigned", "left", "timeout", "claimed"]


class Created(Struct, frozen=True, tag_field="kind", tag="created"):
    """Somebody opened the table."""

    settings: Settings
    user: str
    name: str
    origin: str | None = None  # the table of which this is a rematch
    sitting: tuple[tuple[int, str, str], ...] = ()  # seat, user and name of those who sit from the start
    reserved: tuple[tuple[int, str], ...] = ()  # seat and user of those for whom a chair is kept


class Seated(Struct, frozen=True, tag_field="kind", tag="seated"):
    """Somebody sat down."""

    seat: int
    user: str
    name: str


class Left(Struct, frozen=True, tag_field="kind", tag="left"):
    """A chair became free before the game began."""

    seat: int


class ChairSet(Struct, frozen=True, tag_field="kind", tag="chair"):
    """A bot was put on a chair, or the chair was opened."""

    seat: int
    level: str | None = None


class Started(Struct, frozen=True, tag_field="kind", tag="started"):
    """The cards were dealt. The seed is secret until the end; its commitment is not."""

    seed: str
    commitment: str
    start: int


class Branched(Struct, frozen=True, tag_field="kind", tag="branched"):
    """The game goes on from a position of a finished one: these of its decisions stand."""

    decisions: tuple[str, ...]


class Decided(Struct, frozen=True, tag_field="kind", tag="decided"):
    """A decision was made. One that ends the turn waits until it is confirmed."""

    seat: int
    decision: str
    ends: bool = False


class Undone(Struct, frozen=True, tag_field="kind", tag="undone"):
    """The last decision was taken back."""

    seat: int


class Confirmed(Struct, frozen=True, tag_field="kind", tag="confirmed"):
    """The turn was confirmed."""

    seat: int


class Asked(Struct, frozen=True, tag_field="kind", tag="asked"):
    """Somebody asked to take a finished turn back; `to` is the number of decisions before it."""

    seat: int
    to: int


class Answered(Struct, frozen=True, tag_field="kind", tag="answered"):
    """Somebody agreed, or did not."""

    seat: int
    agree: bool


class TakenBack(Struct, frozen=True, tag_field="kind", tag="takenback"):
    """All agreed: only the first `to` decisions stand."""

    seat: int
    to: int


class GaveUp(Struct, frozen=True, tag_field="kind", tag="gaveup"):
    """A seat was given up. `level` is the bot that takes it over; without one the game is at an end."""

    seat: int
    how: How
    level: str | None = None


class Finished(Struct, frozen=True, tag_field="kind", tag="finished"):
    """The game is over. `by` is the seat that broke it off, if it was not played to the end."""

    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    winners: tuple[int, ...]
    by: int | None = None


class Said(Struct, frozen=True, tag_field="kind", tag="said"):
    """Chat."""

    user: str
    name: str
    text: str


class Muted(Struct, frozen=True, tag_field="kind", tag="muted"):
    """Somebody was silenced, or may speak again."""

    user: str
    on: bool


class Rematched(Struct, frozen=True, tag_field="kind", tag="rematched"):
    """The next game is at another table."""

    table: str


class Closed(Struct, frozen=True, tag_field="kind", tag="closed"):
    """The table was closed."""

    user: str


Event = (
    Created
    | Seated
    | Left
    | ChairSet
    | Started
    | Branched
    | Decided
    | Undone
    | Confirmed
    | Asked
    | Answered
    | TakenBack
    | GaveUp
    | Finished
    | Said
    | Muted
    | Rematched
    | Closed
)

_decoder: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Event)
_encoder = msgspec.json.Encoder()


def dump(event: Event) -> bytes:
    """An event as it is stored."""
    return _encoder.encode(event)


def load(payload: bytes | str) -> Event:
    """A stored event. Raises msgspec.ValidationError if it is none."""
    return _decoder.decode(payload)


def public(event: Event) -> dict[str, Any]:
    """An event as everybody at the table may see it."""
    shown: dict[str, Any] = msgspec.to_builtins(event)
    if isinstance(event, Started):
        del shown["seed"]
    if isinstance(event, Created):
        del shown["settings"], shown["sitting"], shown["reserved"]
    return shown


def public_json(event: Event, payload: bytes) -> bytes:
    """The same as JSON, given how the event is stored."""
    return _encoder.encode(public(event)) if isinstance(event, Started | Created) else payload
