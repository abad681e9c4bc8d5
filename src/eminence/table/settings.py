"""What is agreed before a game begins: the game, the chairs, the clock, and what happens if somebody leaves."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

from eminence import components
from eminence.errors import ComponentError, OptionError
from eminence.game import EDITIONS, Game, game
from eminence.table.refusal import Refusal

Level = Annotated[str, Meta(pattern="^[a-z]{1,20}$", description="The name of a bot, for instance abbot.")]


class NoClock(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="none"):
    """Everybody takes the time they want."""


class LiveClock(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="live"):
    """A stock of time each, and some more after every turn."""

    seconds: Annotated[int, Meta(ge=10, le=86_400, description="The stock at the start.")]
    increment: Annotated[int, Meta(ge=0, le=3_600, description="Added after every turn.")] = 0


class DayClock(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="days"):
    """So many days for every turn."""

    days: Annotated[int, Meta(ge=1, le=60)]


Clock = NoClock | LiveClock | DayClock


class Mine(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="mine"):
    """Whoever opens the table sits here."""

    name: Annotated[str, Meta(max_length=40, description="Who sits here, where several share a device.")] = ""


class Open(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="open"):
    """Anybody may sit down here."""


class Machine(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="bot"):
    """A bot sits here."""

    level: Level


Chair = Mine | Open | Machine


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """What the table agreed on."""

    game: Annotated[str, Meta(max_length=40, description="The id of one of the four games.")]
    chairs: Annotated[tuple[Chair, ...], Meta(min_length=2, max_length=5, description="One a player, in order.")]
    options: Annotated[dict[str, bool], Meta(max_length=8)] = field(default_factory=dict)
    public: Annotated[bool, Meta(description="Listed in the lobby; otherwise only the link leads here.")] = False
    clock: Clock = field(default_factory=NoClock)
    leavers: Annotated[
        Literal["bot", "end"],
        Meta(description="Who resigns, leaves or runs out of time is replaced by a bot, or the game ends."),
    ] = "bot"
    stand_in: Annotated[Level, Meta(description="The bot that takes over.")] = "abbot"
    casual: Annotated[bool, Meta(description="Hints are given.")] = True
    prompt: Annotated[bool, Meta(description="Begin as soon as every chair is taken.")] = True
    start: Annotated[int, Meta(ge=0, le=4)] | Literal["lot"] = "lot"
    components: Annotated[dict[str, Any] | None, Meta(description="A box of one's own, as a component file.")] = None

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.chairs)


@lru_cache(maxsize=64)
def standard(name: str, options: tuple[tuple[str, bool], ...]) -> Game:
    """A game with its own components; all tables share it, with what it has worked out."""
    return game(name, components=None, **dict(options))


def read_game(settings: Settings) -> Game:
    """The game that was agreed on; a refusal that says what is wrong with the agreement."""
    if settings.game not in EDITIONS:
        raise Refusal("unknown-game", given=settings.game, expected=list(EDITIONS))
    box = None
    if settings.components is not None:
        try:
            box = components.read(settings.components, "components")
        except ComponentError as error:
            raise Refusal("bad-components", faults=list(error.faults[:20])) from None
    allowed = EDITIONS[settings.game].options
    for option in settings.options:
        if option not in allowed:
            raise Refusal("bad-options", message=f"{option}: expected {', '.join(allowed) or 'none'}")
    try:
        if box is None:
            agreed = standard(settings.game, tuple(sorted(settings.options.items())))
        else:
            agreed = game(settings.game, components=box, **settings.options)
        agreed.check_players(settings.players)
    except ComponentError as error:
        raise Refusal("bad-components", faults=list(error.faults[:20])) from None
    except OptionError as error:
        raise Refusal("bad-options", message=str(error)) from None
    if settings.start != "lot" and settings.start >= settings.players:
        raise Refusal("bad-options", message=f"start: seat {settings.start} of {settings.players} players")
    return agreed
