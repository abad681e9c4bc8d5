"""What people may ask of a table. Every command names the seat it is for, where there is one."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from eminence.table.settings import Level

Seat = Annotated[int, Meta(ge=0, le=4)]
At = Annotated[int, Meta(ge=0, le=100_000, description="How many decisions there were when this one was made.")]


class Sit(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="sit"):
    """Take an open chair."""

    seat: Seat
    name: Annotated[str, Meta(max_length=40, description="Who sits here, where several share a device.")] = ""


class Leave(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="leave"):
    """Get up. In a running game the seat is given up for good."""

    seat: Seat


class SetChair(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="chair"):
    """The owner puts a bot on a chair, or opens it; somebody sitting there has to leave."""

    seat: Seat
    level: Level | None = None


class Start(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="start"):
    """Begin."""


class Decide(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="decide"):
    """One decision. If it ends the turn it waits for a confirmation, or brings it along."""

    seat: Seat
    at: At
    decision: Annotated[str, Meta(max_length=20, description="In notation, for instance A1 or Bu2&ES.")]
    confirm: bool = False


class Undo(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="undo"):
    """Take the last decision of the turn back, as long as nothing was revealed by it."""

    seat: Seat
    at: At


class Confirm(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="confirm"):
    """The turn is as it should be."""

    seat: Seat
    at: At


class TakeBack(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="takeback"):
    """Ask the others to take one's last finished turn back."""

    seat: Seat


class Answer(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="answer"):
    """Agree to what was asked, or not."""

    seat: Seat
    agree: bool


class Resign(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="resign"):
    """Give the game up."""

    seat: Seat


class Claim(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="claim"):
    """Somebody has kept the others waiting for too long: treat the seat as left."""

    seat: Seat


class Say(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="say"):
    """Chat."""

    text: Annotated[str, Meta(min_length=1, max_length=300)]


class Mute(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="mute"):
    """The owner silences somebody at this table, or lets them speak again."""

    user: Annotated[str, Meta(max_length=40)]
    on: bool = True


class Rematch(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="rematch"):
    """The same again, with the seats turned by one."""


class Close(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="close"):
    """The owner or an administrator ends it all."""


Command = (
    Sit
    | Leave
    | SetChair
    | Start
    | Decide
    | Undo
    | Confirm
    | TakeBack
    | Answer
    | Resign
    | Claim
    | Say
    | Mute
    | Rematch
    | Close
)
