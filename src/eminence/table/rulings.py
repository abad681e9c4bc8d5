"""What a command does: who may give it, whether it can be done now, and which events come of it.

This module holds what all rulings share; `gathering`, `playing` and `around` hold the rulings themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import singledispatch
from typing import Any

from eminence.table.commands import Command
from eminence.table.events import Event
from eminence.table.refusal import Refusal
from eminence.table.table import Table


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


def somebody(actor: Actor) -> None:
    """Commands come from people who are known."""
    if not actor.user:
        raise Refusal("who-are-you")


def check_level(level: str, moment: Moment) -> None:
    """There is such a bot."""
    if level not in moment.levels:
        raise Refusal("unknown-bot", given=level, expected=list(moment.levels))


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
