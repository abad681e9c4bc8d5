"""Around the game: chat, and closing the table."""

from __future__ import annotations

from eminence.table import commands, events
from eminence.table.events import Event
from eminence.table.refusal import Refusal
from eminence.table.rulings import Actor, Moment, owning, rule, tidy
from eminence.table.table import Table

CHAT = 1000  # messages at one table


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
def close(command: commands.Close, table: Table, actor: Actor, moment: Moment) -> list[Event]:
    owning(table, actor)
    others_play = any(table.seats[seat].user != actor.user for seat in table.persons)
    if table.phase == "playing" and others_play and not actor.admin:
        raise Refusal("not-now", phase=table.phase, expected=["gathering", "finished"])
    return [events.Closed(actor.user)]
