"""In the game: decisions, undo and confirmation, taking back by consent, and leaving it."""

from __future__ import annotations

import dataclasses

from eminence.errors import NotationError
from eminence.rules.state import State
from eminence.table import commands, events
from eminence.table.events import Event, How
from eminence.table.refusal import Refusal
from eminence.table.rulings import Actor, Moment, during, own, rule, there
from eminence.table.settings import NoClock
from eminence.table.table import DAY, Table

PATIENCE = DAY  # without a clock, so long may somebody keep the others waiting


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
