"""Before the game and after it: a table is opened, people sit down, the cards are dealt; a rematch, a second try."""

from __future__ import annotations

from msgspec.structs import replace

from eminence.table import commands, events
from eminence.table.events import Event
from eminence.table.fairness import commitment
from eminence.table.playing import give_up
from eminence.table.refusal import Refusal
from eminence.table.rulings import Actor, Moment, check_level, during, own, owning, rule, somebody, there, tidy
from eminence.table.settings import Machine, Mine, NoClock, Open, Settings, read_game
from eminence.table.table import Table


def create(settings: Settings, actor: Actor, moment: Moment) -> list[Event]:
    """Open a table."""
    somebody(actor)
    game = read_game(settings)
    for level in [settings.stand_in, *(chair.level for chair in settings.chairs if isinstance(chair, Machine))]:
        check_level(level, moment)
    if not any(isinstance(chair, Mine | Open) for chair in settings.chairs):
        raise Refusal("no-chair-for-people")
    if settings.components is not None and game.box.built_in:
        settings = replace(settings, components=None)
    chairs = tuple(Mine(tidy(chair.name)) if isinstance(chair, Mine) else chair for chair in settings.chairs)
    settings = replace(settings, options=dict(game.options), chairs=chairs)
    opened = events.Created(settings=settings, user=actor.user, name=actor.name)
    return prompt(Table.of("", [(moment.now, opened)]), [opened], moment)


def prompt(table: Table, so_far: list[Event], moment: Moment) -> list[Event]:
    """Begin at once if everybody sits and the table wants it so. `table` already knows what happened so far."""
    if table.settings.prompt and all(seat.taken for seat in table.seats):
        return [*so_far, deal(table, moment)]
    return so_far


def deal(table: Table, moment: Moment) -> Event:
    """The cards are dealt from a fresh secret seed, and the table gets a commitment to it."""
    seed = moment.seed()
    players = len(table.seats)
    start = table.settings.start
    if start == "lot":
        start = table.game.deal(bytes.fromhex(seed), players=players, start="lot").start
    return events.Started(seed=seed, commitment=commitment(table.game, players, seed), start=start)


def after(table: Table, event: Event, moment: Moment) -> Table:
    """A sketch of a table that is still gathering, after one more event."""
    sketch = Table(table.id)
    sketch.settings, sketch.game = table.settings, table.game
    sketch.seats = list(table.seats)
    sketch.apply(event, moment.now)
    return sketch


@rule.register
def sit(command: commands.Sit, table: Table, actor: Actor, moment: Moment) -> list[Event]:
    during(table, "gathering")
    there(table, command.seat)
    seat = table.seats[command.seat]
    if seat.taken or seat.reserved not in (None, actor.user):
        raise Refusal("seat-taken", seat=command.seat)
    seated = events.Seated(command.seat, actor.user, tidy(command.name) or actor.name)
    return prompt(after(table, seated, moment), [seated], moment)


@rule.register
def leave(command: commands.Leave, table: Table, actor: Actor, moment: Moment) -> list[Event]:
    own(table, command.seat, actor)
    during(table, "gathering", "playing")
    if table.phase == "gathering":
        return [events.Left(command.seat)]
    return give_up(table, command.seat, "left")


@rule.register
def chair(command: commands.SetChair, table: Table, actor: Actor, moment: Moment) -> list[Event]:
    owning(table, actor)
    during(table, "gathering")
    there(table, command.seat)
    if command.level is not None:
        check_level(command.level, moment)
    set_ = events.ChairSet(command.seat, command.level)
    if not any(seat.bot is None for seat in after(table, set_, moment).seats):
        raise Refusal("no-chair-for-people")
    return prompt(after(table, set_, moment), [set_], moment)


@rule.register
def start(command: commands.Start, table: Table, actor: Actor, moment: Moment) -> list[Event]:
    owning(table, actor)
    during(table, "gathering")
    empty = [i for i, seat in enumerate(table.seats) if not seat.taken]
    if empty:
        raise Refusal("chairs-empty", seats=empty)
    return [deal(table, moment)]


@rule.register
def rematch(command: commands.Rematch, table: Table, actor: Actor, moment: Moment) -> list[Event]:
    during(table, "finished")
    if not table.seats_of(actor.user):
        raise Refusal("not-your-table")
    if table.rematch is not None:
        raise Refusal("rematch-exists", table=table.rematch)
    return [events.Rematched(moment.id())]


def turned(table: Table, actor: Actor, moment: Moment) -> list[Event]:
    """The first events of a rematch: seats turned by one, who asked for it sits, for the others a chair is kept."""
    old = [*table.seats[1:], table.seats[0]]
    chairs = tuple(Machine(seat.bot) if seat.bot is not None and seat.former is None else Open() for seat in old)
    settings = replace(table.settings, chairs=chairs)
    opened = events.Created(
        settings=settings,
        user=actor.user,
        name=actor.name,
        origin=table.id,
        sitting=tuple((i, actor.user, seat.name) for i, seat in enumerate(old) if seat.user == actor.user),
        reserved=tuple((i, seat.user) for i, seat in enumerate(old) if seat.user not in (None, actor.user)),
    )
    return prompt(Table.of("", [(moment.now, opened)]), [opened], moment)


def branch(table: Table, turn: int, seat: int, level: str, actor: Actor, moment: Moment) -> list[Event]:
    """The first events of a table where a finished game is taken up again after some turn, against bots."""
    during(table, "finished")
    check_level(level, moment)
    turns = table.truth.turns
    if seat >= len(table.seats):
        raise Refusal("no-such-seat", given=seat, expected=len(table.seats))
    if turn > len(turns) or (turn == len(turns) and table.truth.over):
        raise Refusal("no-such-turn", given=turn, expected=len(turns) - bool(table.truth.over))
    chairs = tuple(Mine() if place == seat else Machine(level) for place in range(len(table.seats)))
    settings = replace(
        table.settings, chairs=chairs, public=False, clock=NoClock(), leavers="end", casual=True, start=table.start
    )
    made = [table.game.notation(action) for _, actions in turns[:turn] for action in actions]
    return [
        events.Created(settings=settings, user=actor.user, name=actor.name, origin=table.id),
        events.Started(seed=table.seed, commitment=table.commitment, start=table.start),
        events.Branched(tuple(made)),
    ]
