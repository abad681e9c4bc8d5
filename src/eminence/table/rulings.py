"""What a command does: who may give it, whether it can be done now, and which events come of it."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import singledispatch
from typing import Any

from msgspec.structs import replace

from eminence.errors import NotationError
from eminence.rules.state import State
from eminence.table import commands, events
from eminence.table.commands import Command
from eminence.table.events import Event, How
from eminence.table.fairness import commitment
from eminence.table.refusal import Refusal
from eminence.table.settings import Machine, Mine, NoClock, Open, Settings, read_game
from eminence.table.table import DAY, Table

PATIENCE = DAY  # without a clock, so long may somebody keep the others waiting
CHAT = 1000  # messages at one table


@dataclass(frozen=True, slots=True)
class Actor:
    """Who gives a command."""

    user: str
    name: str
    admin: bool = False


@dataclass(frozen=True, slots=True)
class Moment:
    """What the house brings to a ruling: the time, a fresh secret seed, a fresh id, and the bots it has."""

    now: int
    seed: Callable[[], str]
    id: Callable[[], str]
    levels: Iterable[str]


def tidy(name: str) -> str:
    """A name or a line of chat as it may be shown: printable, without spaces around."""
    return " ".join("".join(c if c.isprintable() else " " for c in name).split())


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


def somebody(actor: Actor) -> None:
    """Commands come from people who are known."""
    if not actor.user:
        raise Refusal("who-are-you")


def check_level(level: str, moment: Moment) -> None:
    """There is such a bot."""
    if level not in moment.levels:
        raise Refusal("unknown-bot", given=level, expected=list(moment.levels))


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


def handle(table: Table, command: Command, actor: Actor, moment: Moment) -> list[Event]:
    """The events that a command brings about. Raises Refusal, and then nothing happens."""
    somebody(actor)
    if table.phase == "closed":
        raise Refusal("closed")
    found: list[Event] = rule(command, table, actor, moment)
    return found


@singledispatch
def rule(command: Any, table: Table, actor: Actor, moment: Moment) -> list[Event]:
    """What one kind of command does."""
    raise TypeError(f"no ruling for {type(command).__name__}")


def own(table: Table, seat: int, actor: Actor) -> None:
    """Only who sits there may act for a seat."""
    there(table, seat)
    if table.seats[seat].user != actor.user:
        raise Refusal("not-your-seat", seat=seat)


def there(table: Table, seat: int) -> None:
    """The table has such a seat."""
    if not 0 <= seat < len(table.seats):
        raise Refusal("no-such-seat", given=seat, expected=len(table.seats))


def during(table: Table, *phases: str) -> None:
    """The command belongs to some part of the table's life."""
    if table.phase not in phases:
        raise Refusal("not-now", phase=table.phase, expected=list(phases))


def owning(table: Table, actor: Actor) -> None:
    """Only who opened the table, or an administrator, may do this."""
    if actor.user != table.owner and not actor.admin:
        raise Refusal("not-the-owner")


# Before the game.


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


# In the game.


@rule.register
def decide(command: commands.Decide, table: Table, actor: Actor, moment: Moment) -> list[Event]:
    own(table, command.seat, actor)
    if table.acting == command.seat:
        in_time(table, moment)
    return decided(table, command.seat, command.at, command.decision, command.confirm)


def decided(table: Table, seat: int, at: int, decision: str, confirm: bool) -> list[Event]:
    """A decision of the seat to act, by a person or a bot."""
    acting(table, seat, at)
    if table.pending is not None:
        raise Refusal("confirm-first")
    try:
        action = table.game.parse(decision)
    except NotationError as error:
        raise Refusal("bad-notation", given=decision, message=str(error)) from None
    view = table.truth.view(seat)
    reason = view.why_not(action)
    if reason is not None:
        raise Refusal("illegal", decision=decision, reason=reason)
    trial = table.truth.copy()
    trial.play(action)
    ends = trial.turn != table.truth.turn or bool(trial.over)
    made = events.Decided(seat, table.game.notation(action), ends)
    return [made, *closing(seat, trial)] if ends and confirm else [made]


def acting(table: Table, seat: int, at: int) -> None:
    """The seat is to act, and knows the position it acts in."""
    during(table, "playing")
    if table.acting != seat:
        raise Refusal("not-your-turn", seat=table.acting)
    if at != table.count:
        raise Refusal("outdated", given=at, expected=table.count)


def in_time(table: Table, moment: Moment) -> None:
    """Nobody goes on once their time has run out, also if the house has not come yet to say so."""
    if table.deadline is not None and moment.now >= table.deadline:
        raise Refusal("time-is-up", seat=table.acting, deadline=table.deadline)


def closing(seat: int, trial: State) -> list[Event]:
    """The end of a turn, and of the game if it is over."""
    confirmed = events.Confirmed(seat)
    if not trial.over:
        return [confirmed]
    sheet = trial.sheet()
    return [confirmed, events.Finished(sheet.totals, sheet.ranks, sheet.winners)]


@rule.register
def confirm(command: commands.Confirm, table: Table, actor: Actor, moment: Moment) -> list[Event]:
    own(table, command.seat, actor)
    acting(table, command.seat, command.at)
    in_time(table, moment)
    if table.pending is None:
        raise Refusal("turn-not-finished")
    trial = table.truth.copy()
    trial.play(table.pending)
    return closing(command.seat, trial)


@rule.register
def undo(command: commands.Undo, table: Table, actor: Actor, moment: Moment) -> list[Event]:
    own(table, command.seat, actor)
    acting(table, command.seat, command.at)
    in_time(table, moment)
    if not table.undoable:
        raise Refusal("nothing-to-undo" if not table.floor else "revealed")
    return [events.Undone(command.seat)]


@rule.register
def ask(command: commands.TakeBack, table: Table, actor: Actor, moment: Moment) -> list[Event]:
    own(table, command.seat, actor)
    during(table, "playing")
    if table.offer is not None:
        raise Refusal("asked-already", seat=table.offer.seat)
    to, found = 0, None
    turns = table.truth.turns
    if table.truth.turn_started:
        turns.pop()
    for seat, actions in turns:
        if seat == command.seat:
            found = to
        to += len(actions)
    if found is None:
        raise Refusal("nothing-to-undo")
    asked = events.Asked(command.seat, found)
    if not others(table, command.seat):
        return [asked, events.TakenBack(command.seat, found)]
    return [asked]


def others(table: Table, seat: int) -> set[int]:
    """The seats of other people."""
    return {other for other in table.persons if table.seats[other].user != table.seats[seat].user}


@rule.register
def answer(command: commands.Answer, table: Table, actor: Actor, moment: Moment) -> list[Event]:
    own(table, command.seat, actor)
    during(table, "playing")
    offer = table.offer
    if offer is None:
        raise Refusal("nothing-asked")
    if command.seat not in others(table, offer.seat) and command.agree:
        raise Refusal("not-yours-to-answer")
    if command.agree and command.seat in offer.agreed:
        raise Refusal("answered-already", seat=command.seat)
    answered = events.Answered(command.seat, command.agree)
    if command.agree and others(table, offer.seat) <= offer.agreed | {command.seat}:
        return [answered, events.TakenBack(offer.seat, offer.to)]
    return [answered]


@rule.register
def resign(command: commands.Resign, table: Table, actor: Actor, moment: Moment) -> list[Event]:
    own(table, command.seat, actor)
    during(table, "playing")
    return give_up(table, command.seat, "resigned")


@rule.register
def claim(command: commands.Claim, table: Table, actor: Actor, moment: Moment) -> list[Event]:
    during(table, "playing")
    there(table, command.seat)
    if not table.seats_of(actor.user) or actor.user == table.seats[command.seat].user:
        raise Refusal("not-your-table")
    if table.acting != command.seat or table.seats[command.seat].user is None:
        raise Refusal("not-waiting", seat=command.seat)
    if not isinstance(table.settings.clock, NoClock) or moment.now < table.since + PATIENCE:
        raise Refusal("too-early", until=table.deadline or table.since + PATIENCE)
    return give_up(table, command.seat, "claimed")


def time_out(table: Table, now: int) -> list[Event]:
    """What the house does when time has run out: nothing if it has not."""
    if table.phase == "gathering" and table.wakes is not None and now >= table.wakes:
        return [events.Closed("")]
    seat, deadline = table.acting, table.deadline
    if seat is None or deadline is None or now < deadline:
        return []
    return give_up(table, seat, "timeout")


def give_up(table: Table, seat: int, how: How) -> list[Event]:
    """Somebody is gone: a bot goes on, or the game ends, as the table agreed; without people it ends."""
    if table.settings.leavers == "bot" and len(table.persons) > 1:
        return [events.GaveUp(seat, how, table.settings.stand_in)]
    sheet = table.truth.sheet()
    ranks = list(sheet.ranks)
    behind = [rank > ranks[seat] for rank in ranks]
    ranks = [rank - (late and other != seat) for other, (rank, late) in enumerate(zip(ranks, behind, strict=True))]
    ranks[seat] = len(ranks)
    sheet = dataclasses.replace(sheet, ranks=tuple(ranks))
    return [events.GaveUp(seat, how), events.Finished(sheet.totals, sheet.ranks, sheet.winners, by=seat)]


# Around the game.


@rule.register
def say(command: commands.Say, table: Table, actor: Actor, moment: Moment) -> list[Event]:
    if actor.user in table.muted:
        raise Refusal("muted")
    if table.said >= CHAT:
        raise Refusal("chat-full", limit=CHAT)
    text = tidy(command.text)
    if not text:
        raise Refusal("empty")
    return [events.Said(actor.user, actor.name, text)]


@rule.register
def mute(command: commands.Mute, table: Table, actor: Actor, moment: Moment) -> list[Event]:
    owning(table, actor)
    if (command.user in table.muted) == command.on:
        return []
    return [events.Muted(command.user, command.on)]


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


@rule.register
def close(command: commands.Close, table: Table, actor: Actor, moment: Moment) -> list[Event]:
    owning(table, actor)
    others_play = any(table.seats[seat].user != actor.user for seat in table.persons)
    if table.phase == "playing" and others_play and not actor.admin:
        raise Refusal("not-now", phase=table.phase, expected=["gathering", "finished"])
    return [events.Closed(actor.user)]
