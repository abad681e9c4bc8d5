"""What goes over HTTP: the bodies of requests and answers. The OpenAPI description is made from these types."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from eminence.bots.levels import DEFAULT
from eminence.server.store import Statistic


class Fault(Struct, frozen=True):
    """Why a request was not carried out."""

    code: str
    params: dict[str, Any] = {}


class Person(Struct, frozen=True):
    """Somebody, as everybody may see them; the administrator's mark is shown to themselves."""

    id: str
    name: str
    admin: bool = False


class Me(Struct, frozen=True):
    """Who one is, and what the server expects of newcomers."""

    user: Person | None
    invitation_required: bool
    version: str
    now: int


class Enter(Struct, frozen=True, forbid_unknown_fields=True):
    """A newcomer's name, or a new name."""

    name: Annotated[str, Meta(min_length=1, max_length=80)]
    invitation: Annotated[str, Meta(max_length=80)] | None = None


class Entered(Struct, frozen=True):
    """Who one is now."""

    user: Person


class RecoveryCode(Struct, frozen=True):
    """A code that is good once, for a short time, on another device."""

    code: str
    link: str
    expires: int


class Recover(Struct, frozen=True, forbid_unknown_fields=True):
    """The code."""

    code: Annotated[str, Meta(min_length=1, max_length=80)]


class DeviceShown(Struct, frozen=True):
    """A device or bot that may act for somebody."""

    id: str
    kind: str
    label: str
    created: int
    seen: int
    current: bool


class Devices(Struct, frozen=True):
    """All of somebody's devices."""

    devices: list[DeviceShown]


class NewToken(Struct, frozen=True, forbid_unknown_fields=True):
    """What the token is for."""

    label: Annotated[str, Meta(max_length=40)] = ""


class Token(Struct, frozen=True):
    """A token for a bot. It is told only now."""

    token: str


class Done(Struct, frozen=True):
    """It was done."""

    done: bool = True


class GameShown(Struct, frozen=True):
    """One of the games."""

    id: str
    title: str
    summary: str
    players: tuple[int, ...]
    options: tuple[str, ...]
    mechanism: str
    components: str


class LevelShown(Struct, frozen=True):
    """A bot that plays with people."""

    id: str
    title: str
    about: str


class Catalogue(Struct, frozen=True):
    """What can be played, and against whom."""

    games: list[GameShown]
    levels: list[LevelShown]
    default_level: str
    languages: tuple[str, ...]


class SeatShown(Struct, frozen=True):
    """A seat in a list of tables."""

    user: str | None
    name: str
    bot: str | None
    rank: int | None
    score: int | None
    turn: bool


class Summary(Struct, frozen=True):
    """A table in a list."""

    id: str
    game: str
    players: int
    phase: str
    public: bool
    owner: str
    open_seats: int
    clock: str
    created: int
    changed: int
    ended: int | None
    seats: list[SeatShown]


class Tables(Struct, frozen=True):
    """A list of tables, the newest first; `next` leads to the older ones."""

    tables: list[Summary]
    next: str | None


class Opened(Struct, frozen=True):
    """A new table."""

    id: str


class Branch(Struct, frozen=True, forbid_unknown_fields=True):
    """From where to go on, and against whom."""

    turn: Annotated[int, Meta(ge=0, le=2000, description="After so many turns.")]
    seat: Annotated[int, Meta(ge=0, le=4, description="The seat to play.")]
    level: Annotated[str, Meta(max_length=20, description="The bot on the other seats.")] = DEFAULT


class TableShown(Struct, frozen=True):
    """A table as one may see it."""

    id: str
    seq: int
    now: int
    log: list[Any]
    picture: Any
    present: list[str]


class Step(Struct, frozen=True):
    """A position of a replay: after the turn `text` of `seat`; the first is the deal."""

    turn: int
    seat: int | None
    text: str
    view: dict[str, Any]


class Replay(Struct, frozen=True):
    """A finished game, position by position."""

    steps: list[Step]


class ReviewShown(Struct, frozen=True):
    """A review of a finished game, or how far it is."""

    state: str
    progress: tuple[int, int]
    review: dict[str, Any] | None = None


class Statistics(Struct, frozen=True):
    """How somebody has fared, by game and number of players."""

    games: list[Statistic]


class RulesPage(Struct, frozen=True):
    """The rules of a game."""

    game: str
    language: str
    markdown: str


class UserShown(Struct, frozen=True):
    """Somebody, as administrators see them."""

    id: str
    name: str
    admin: bool
    banned: bool
    created: int


class Users(Struct, frozen=True):
    """People."""

    users: list[UserShown]


class ChangeUser(Struct, frozen=True, forbid_unknown_fields=True):
    """What an administrator may change of somebody."""

    banned: bool | None = None
    admin: bool | None = None


class Invite(Struct, frozen=True, forbid_unknown_fields=True):
    """How often and how long an invitation is good."""

    uses: Annotated[int, Meta(ge=1, le=10_000)] = 1
    days: Annotated[int, Meta(ge=1, le=3650)] = 30


class Invited(Struct, frozen=True):
    """An invitation code. It is told only now."""

    code: str
    expires: int


class InvitationShown(Struct, frozen=True):
    """An invitation that is still good, without its code."""

    id: str
    uses: int | None
    expires: int | None
    created: int


class Invitations(Struct, frozen=True):
    """All invitations that are still good."""

    invitations: list[InvitationShown]


class Health(Struct, frozen=True):
    """Whether the server is well."""

    ok: bool
    code: str | None = None
