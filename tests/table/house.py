"""A table with its people, a clock that tests turn, and a twin that knows nothing but the stored log."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from eminence.errors import IllegalDecision
from eminence.table import Actor, Command, Event, Moment, Pictures, Refusal, Settings, Table, commands, create, handle
from eminence.table import events as happened
from eminence.table.playing import decided, time_out
from eminence.table.settings import Machine, Open

LEVELS = ("novice", "abbot")
ANNA, BEN, CLEO, DORA, EMIL = PEOPLE = tuple(
    Actor(f"u-{name.lower()}", name) for name in ["Anna", "Ben", "Cleo", "Dora", "Emil"]
)
WATCHER = Actor("u-wanda", "Wanda")
ADMIN = Actor("u-ada", "Ada", admin=True)
NOBODY = Actor("", "")
DAWN = 1_700_000_000_000
GAMES = [
    ("richelieu-duel", 2),
    ("richelieu", 2),
    ("richelieu", 3),
    ("richelieu", 4),
    ("cardinal-cards", 3),
    ("cardinal-cards", 4),
    ("cardinal-cards", 5),
    ("cardinal-board", 3),
    ("cardinal-board", 4),
    ("cardinal-board", 5),
]
SOME = [("richelieu-duel", 2), ("richelieu", 4), ("cardinal-cards", 5), ("cardinal-board", 3)]


class House:
    """One table and what the house brings to it. Every event goes through the log before it counts."""

    def __init__(self, settings: Settings, owner: Actor = ANNA, *, salt: object = 0, careful: bool = False) -> None:
        self.now = DAWN
        self.salt = salt
        self.asked = 0
        self.careful = careful
        self.table = Table("t")
        self.twin = Table("t")
        self.log: list[tuple[int, Event]] = []
        self.stored: list[int] = []
        """The length of the log after each command: the events of one are stored together."""
        self.happen(create(settings, owner, self.moment()))

    def moment(self) -> Moment:
        """Time and chance of now."""
        return Moment(self.now, self.seed, self.id, LEVELS)

    def seed(self) -> str:
        """The next secret."""
        self.asked += 1
        return hashlib.sha256(f"{self.salt}/{self.asked}".encode()).hexdigest()

    def id(self) -> str:
        """The next id."""
        self.asked += 1
        return f"t{self.asked}"

    def happen(self, events: Sequence[Event]) -> list[Event]:
        """Let events happen, here and to the twin, who has them from the store."""
        for event in events:
            payload = happened.dump(event)
            again = happened.load(payload)
            assert again == event and happened.dump(again) == payload
            self.log.append((self.now, again))
            self.table.apply(event, self.now)
            self.twin.apply(again, self.now)
            assert inner(self.table) == inner(self.twin)
            if self.careful:
                assert pictures(self.table) == pictures(self.twin)
        self.stored.append(len(self.log))
        return list(events)

    def do(self, command: Command, actor: Actor) -> list[Event]:
        """Carry a command out."""
        before = inner(self.table)
        events = handle(self.table, command, actor, self.moment())
        assert inner(self.table) == before, "a ruling changed the table"
        return self.happen(events)

    def refuse(self, command: Command, actor: Actor, code: str | None = None) -> Refusal:
        """See that a command is refused and that nothing changed."""
        before, asked = inner(self.table), self.asked
        with pytest.raises(Refusal) as caught:
            handle(self.table, command, actor, self.moment())
        assert inner(self.table) == before and self.asked == asked
        assert code is None or caught.value.code == code, caught.value
        msgspec.json.encode(caught.value.params)
        return caught.value

    def wait(self, milliseconds: int) -> list[Event]:
        """Time goes by, and the house looks."""
        self.now += milliseconds
        return self.happen(time_out(self.table, self.now))

    # Playing.

    def actor(self, seat: int) -> Actor:
        """Who sits on a seat."""
        user = self.table.seats[seat].user
        return next(one for one in (*PEOPLE, WATCHER, ADMIN) if one.user == user)

    @property
    def seat(self) -> int:
        """The seat to act."""
        assert self.table.acting is not None
        return self.table.acting

    def legal(self) -> list[str]:
        """The decisions of the seat to act, in notation."""
        return [self.table.game.notation(action) for action in self.table.truth.legal]

    def decide(self, decision: str, *, confirm: bool = False) -> list[Event]:
        """The seat to act decides, whether a person or a bot."""
        seat = self.seat
        if self.table.seats[seat].bot is not None:
            return self.happen(decided(self.table, seat, self.table.count, decision, True))
        return self.do(commands.Decide(seat, self.table.count, decision, confirm), self.actor(seat))

    def confirm(self) -> list[Event]:
        """The seat to act confirms."""
        return self.do(commands.Confirm(self.seat, self.table.count), self.actor(self.seat))

    def undo(self) -> list[Event]:
        """The seat to act takes its last decision back."""
        return self.do(commands.Undo(self.seat, self.table.count), self.actor(self.seat))

    def finish_turn(self, rng: random.Random) -> list[Event]:
        """Random decisions to the end of the turn."""
        turn, events = self.table.truth.turn, []
        if self.table.pending is not None:
            return self.confirm()
        while self.table.phase == "playing" and self.table.truth.turn == turn:
            events += self.decide(rng.choice(self.legal()), confirm=True)
        return events

    def play(self, rng: random.Random, turns: int = 10**6) -> None:
        """Random turns, to the end if there are enough of them."""
        while self.table.phase == "playing" and turns > 0:
            self.finish_turn(rng)
            turns -= 1


def recipients(table: Table) -> list[tuple[str | None, int | None]]:
    """Everybody who may get a picture: user and seat; the last one only watches."""
    return [*((table.seats[seat].user, seat) for seat in table.persons), (None, None)]


def pictures(table: Table) -> list[bytes]:
    """What everybody sees, to the byte."""
    shown = Pictures(table)
    return [bytes(shown.of(user, seat)) for user, seat in recipients(table)]


def inner(table: Table) -> tuple[Any, ...]:
    """All that a table is made of, without views."""
    state = table.state
    position = None if state is None else (state.history, state.turns, state.seat, state.turn, bool(state.over))
    root = None if table.root is None else table.root.history
    offer = None if table.offer is None else (table.offer.seat, table.offer.to, sorted(table.offer.agreed))
    agreed = (table.id, table.seq, table.phase, table.settings, table.owner, table.origin, repr(table.seats))
    course = (position, root, table.pending, table.floor, offer, table.seed, table.commitment, table.start)
    times = (table.born, table.since, list(table.left), table.ended, table.wakes)
    return agreed, course, times, table.result, table.rematch, sorted(table.muted), table.said


def agreed(name: str, chairs: int | Sequence[Any], **more: Any) -> Settings:
    """Settings with so many open chairs, or with these."""
    around = tuple(Open() for _ in range(chairs)) if isinstance(chairs, int) else tuple(chairs)
    return Settings(game=name, chairs=around, **more)


def started(name: str, players: int, *, bots: int = 0, salt: object = 0, careful: bool = False, **more: Any) -> House:
    """A game that has just begun; people on the first seats, bots on the last."""
    chairs = [*(Open() for _ in range(players - bots)), *(Machine("novice") for _ in range(bots))]
    house = House(agreed(name, chairs, **more), salt=salt, careful=careful)
    for seat in range(players - bots):
        house.do(commands.Sit(seat), PEOPLE[seat])
    if house.table.phase == "gathering":
        house.do(commands.Start(), ANNA)
    assert house.table.phase == "playing"
    return house


def every_command(table: Table, seat: int, rng: random.Random) -> list[Command]:
    """Every kind of command for a seat, as right as it can be at the moment."""
    count = table.count
    decision = "A1"
    if table.acting is not None and table.pending is None:
        decision = table.game.notation(rng.choice(table.truth.legal))
    return [
        commands.Sit(seat),
        commands.Leave(seat),
        commands.SetChair(seat, "novice"),
        commands.SetChair(seat, None),
        commands.Start(),
        commands.Decide(seat, count, decision),
        commands.Decide(seat, count, decision, confirm=True),
        commands.Undo(seat, count),
        commands.Confirm(seat, count),
        commands.TakeBack(seat),
        commands.Answer(seat, True),
        commands.Answer(seat, False),
        commands.Resign(seat),
        commands.Claim(seat),
        commands.Say("hello"),
        commands.Mute("u-ben", "u-ben" not in table.muted),
        commands.Rematch(),
        commands.Close(),
    ]


def possible(table: Table, action: int) -> bool:
    """Whether the truth allows a decision."""
    try:
        table.truth.copy().play(action)
    except IllegalDecision:
        return False
    return True


def muddle(house: House, rng: random.Random) -> None:
    """Something that people at a running table do: decide, hesitate, take back, ask, answer, talk, wait."""
    table = house.table
    house.now += rng.randrange(3_000)
    seat = house.seat
    if table.seats[seat].bot is not None:
        house.decide(rng.choice(house.legal()))
        return
    fate = rng.random()
    if fate < 0.04:
        house.do(commands.Say(f"move {table.count}"), rng.choice([*PEOPLE, WATCHER]))
    elif fate < 0.08 and table.offer is None:
        asker = rng.choice(table.persons)
        if any(one == asker for one, _ in table.truth.turns[:-1]):
            house.do(commands.TakeBack(asker), house.actor(asker))
    elif table.offer is not None and fate < 0.5:
        waiting = [one for one in table.persons if one != table.offer.seat and one not in table.offer.agreed]
        one = rng.choice(waiting)
        house.do(commands.Answer(one, rng.random() < 0.6), house.actor(one))
    elif table.undoable and fate < 0.25:
        house.undo()
    elif table.pending is not None:
        house.confirm()
    else:
        house.decide(rng.choice(house.legal()), confirm=fate > 0.6)
