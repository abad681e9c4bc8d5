"""One table: what follows from its log of events. Pure: no clock, no chance, no input or output of its own."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

import msgspec

from eminence.game import Game
from eminence.record import Record
from eminence.rules.state import State
from eminence.table import events
from eminence.table.events import Event
from eminence.table.settings import DayClock, LiveClock, Machine, Mine, Settings, read_game

DAY = 86_400_000  # milliseconds, as all times here
Phase = Literal["gathering", "playing", "finished", "closed"]
PASSING = (events.Decided, events.Confirmed, events.Undone, events.Said)
"""Events that leave all around the game as it is."""


@dataclass(slots=True)
class Seat:
    """A chair and who sits on it: a person, a bot, or nobody."""

    user: str | None = None
    name: str = ""
    bot: str | None = None
    reserved: str | None = None
    """Only this person may take the chair."""
    former: str | None = None
    """Who gave this seat up."""

    @property
    def taken(self) -> bool:
        """Whether somebody sits here."""
        return self.user is not None or self.bot is not None


@dataclass(slots=True)
class Offer:
    """Somebody asked to take a turn back."""

    seat: int
    to: int
    agreed: set[int] = field(default_factory=set)


def agreed(settings: Settings) -> msgspec.Raw:
    """The settings as JSON, without a box of one's own and the chairs, which are seen otherwise."""
    shown = msgspec.to_builtins(settings)
    del shown["components"], shown["chairs"]
    return msgspec.Raw(msgspec.json.encode(shown))


class Table:
    """The table after the events applied so far."""

    def __init__(self, key: str) -> None:
        self.id = key
        self.seq = 0
        self.phase: Phase = "gathering"
        self.settings: Settings
        self.agreed: msgspec.Raw
        """The settings as everybody sees them."""
        self.laid = b""
        """The display as it was laid out, as a member of the picture; null where there is none."""
        self.around = b""
        """What lasts of a picture, for `picture`, until an event changes it."""
        self.game: Game
        self.owner = ""
        self.origin: str | None = None
        self.seats: list[Seat] = []
        self.state: State | None = None
        self.root: State | None = None
        """The position at the start of the turn."""
        self.pending: int | None = None
        """The decision that would end the turn, before it is confirmed."""
        self.floor = 0
        """As many decisions of the turn stand, as something was revealed by them."""
        self.offer: Offer | None = None
        self.seed = ""
        self.commitment = ""
        self.branched = False
        """Whether the game began in the middle of another, to try something out."""
        self.start = 0
        self.result: events.Finished | None = None
        self.rematch: str | None = None
        self.muted: set[str] = set()
        self.said = 0
        self.born = 0
        self.since = 0
        """When the seat to act was asked."""
        self.left: list[int] = []
        """The stock of time by seat, with a live clock."""
        self.ended = 0

    @classmethod
    def of(cls, key: str, log: Iterable[tuple[int, Event]]) -> Table:
        """The table after a whole log of times and events."""
        table = cls(key)
        for at, event in log:
            table.apply(event, at)
        return table

    # Looking.

    @property
    def truth(self) -> State:
        """The position, of a game that has begun."""
        assert self.state is not None
        return self.state

    @property
    def count(self) -> int:
        """How many decisions there are, an unconfirmed one included."""
        if self.state is None:
            return 0
        return self.state.decisions + (self.pending is not None)

    @property
    def acting(self) -> int | None:
        """The seat to act, while the game is on."""
        return self.truth.seat if self.phase == "playing" and not self.truth.over else None

    @property
    def persons(self) -> list[int]:
        """The seats with people."""
        return [i for i, seat in enumerate(self.seats) if seat.user is not None]

    def seats_of(self, user: str | None) -> list[int]:
        """The seats that belong to somebody."""
        return [i for i in self.persons if self.seats[i].user == user]

    @property
    def undoable(self) -> int:
        """How many decisions of this turn can be taken back one by one."""
        if self.phase != "playing" or self.root is None:
            return 0
        return self.count - self.root.decisions - self.floor

    @property
    def deadline(self) -> int | None:
        """When the seat to act will have run out of time."""
        seat = self.acting
        if seat is None or self.seats[seat].user is None:
            return None
        clock = self.settings.clock
        if isinstance(clock, LiveClock):
            return self.since + self.left[seat]
        if isinstance(clock, DayClock):
            return self.since + clock.days * DAY
        return None

    @property
    def wakes(self) -> int | None:
        """When something is to be done by the house: a bot is to move, time runs out, nobody came."""
        if self.phase == "gathering":
            return self.born + 7 * DAY
        seat = self.acting
        if seat is not None and self.seats[seat].bot is not None:
            return self.since
        return self.deadline

    def record(self) -> Record:
        """The record of the game so far: the whole truth, and once the game is over what proves the deal."""
        names = tuple(seat.name or (seat.bot or "").capitalize() for seat in self.seats)
        fair = None if self.result is None else {"commitment": self.commitment, "seed": self.seed}
        return Record.of(self.truth, names=names if all(names) else (), fair=fair)

    # What happened.

    def apply(self, event: Event, at: int) -> None:
        """Let an event happen. It is taken from the log and not questioned."""
        self.seq += 1
        if not isinstance(event, PASSING):
            self.around = b""
        match event:
            case events.Decided(_, decision, ends):
                self.decide(decision, ends)
            case events.Confirmed():
                self.confirm(at)
            case events.Created():
                self.create(event, at)
            case events.Seated(seat, user, name):
                self.seats[seat] = Seat(user=user, name=name, reserved=self.seats[seat].reserved)
            case events.Left(seat):
                self.seats[seat] = Seat()
            case events.ChairSet(seat, level):
                self.seats[seat] = Seat(bot=level)
            case events.Started():
                self.begin(event, at)
            case events.Branched(decisions):
                self.branch(decisions)
            case events.Undone():
                self.undo()
            case events.Asked(seat, to):
                self.offer = Offer(seat, to)
            case events.Answered(seat, agree):
                self.answer(seat, agree)
            case events.TakenBack(_, to):
                self.take_back(to, at)
            case events.GaveUp(seat, _, level):
                self.give_up(seat, level, at)
            case events.Finished():
                self.finish(event, at)
            case events.Said():
                self.said += 1
            case events.Muted(user, on):
                (self.muted.add if on else self.muted.discard)(user)
            case events.Rematched(table):
                self.rematch = table
            case events.Closed():
                self.ended = self.ended if self.phase == "finished" else at
                self.phase = "closed"

    def create(self, event: events.Created, at: int) -> None:
        """The chairs are put around the table."""
        self.settings = event.settings
        self.agreed = agreed(event.settings)
        self.game = read_game(event.settings)
        self.owner, self.origin, self.born, self.since = event.user, event.origin, at, at
        for chair in event.settings.chairs:
            match chair:
                case Mine(name):
                    self.seats.append(Seat(user=event.user, name=name or event.name))
                case Machine(level):
                    self.seats.append(Seat(bot=level))
                case _:
                    self.seats.append(Seat())
        for seat, user, name in event.sitting:
            self.seats[seat] = Seat(user=user, name=name)
        for seat, user in event.reserved:
            self.seats[seat] = Seat(reserved=user)

    def begin(self, event: events.Started, at: int) -> None:
        """The cards are dealt."""
        self.seed, self.commitment, self.start = event.seed, event.commitment, event.start
        self.state = self.game.deal(bytes.fromhex(event.seed), players=len(self.seats), start=event.start)
        self.laid = b',"laid":' + msgspec.json.encode(self.state.view(None).laid())
        self.phase = "playing"
        clock = self.settings.clock
        self.left = [clock.seconds * 1000 if isinstance(clock, LiveClock) else 0] * len(self.seats)
        self.since = at
        self.new_turn()

    def branch(self, decisions: tuple[str, ...]) -> None:
        """The game is taken up at a position of another."""
        self.branched = True
        for decision in decisions:
            self.truth.play(self.game.parse(decision))
        self.new_turn()

    def new_turn(self) -> None:
        """From here on decisions can be taken back."""
        self.root, self.floor, self.pending = self.truth.copy(), 0, None

    def decide(self, decision: str, ends: bool) -> None:
        """A decision is carried out, or waits for the confirmation if it ends the turn."""
        action = self.game.parse(decision)
        if ends:
            self.pending = action
            return
        state = self.truth
        before = state.view(state.seat).disclosed
        state.play(action)
        assert self.root is not None
        if state.view(state.seat).disclosed != before:
            self.floor = state.decisions - self.root.decisions

    def undo(self) -> None:
        """The last decision is taken back."""
        if self.pending is not None:
            self.pending = None
            return
        assert self.root is not None
        self.rewind(self.root, self.truth.history[:-1])

    def rewind(self, base: State, history: list[int]) -> None:
        """Play from a position again, up to some decision."""
        state = base.copy()
        for action in history[state.decisions :]:
            state.play(action)
        self.state = state

    def confirm(self, at: int) -> None:
        """The turn is at an end."""
        assert self.pending is not None
        self.charge(at)
        seat = self.truth.seat
        if isinstance(self.settings.clock, LiveClock):
            self.left[seat] += self.settings.clock.increment * 1000
        self.truth.play(self.pending)
        self.offer = None
        self.new_turn()

    def charge(self, at: int) -> None:
        """The time since the question was put comes out of the stock of the seat asked."""
        seat = self.truth.seat
        if self.seats[seat].user is not None and isinstance(self.settings.clock, LiveClock):
            self.left[seat] = max(0, self.left[seat] - max(0, at - self.since))
        self.since = max(self.since, at)  # the clocks of two machines may differ a little

    def answer(self, seat: int, agree: bool) -> None:
        """Somebody agreed to the offer, or did not."""
        assert self.offer is not None
        if agree:
            self.offer.agreed.add(seat)
        else:
            self.offer = None

    def take_back(self, to: int, at: int) -> None:
        """Only the first decisions stand."""
        self.charge(at)
        fresh = self.game.deal(bytes.fromhex(self.seed), players=len(self.seats), start=self.start)
        self.rewind(fresh, self.truth.history[:to])
        self.offer = None
        self.new_turn()

    def give_up(self, seat: int, level: str | None, at: int) -> None:
        """Somebody is gone; perhaps a bot goes on."""
        if self.truth.seat == seat:
            self.charge(at)
            self.pending = None
        given = self.seats[seat]
        if level is not None:
            self.seats[seat] = Seat(bot=level, former=given.name)
        self.offer = None

    def finish(self, event: events.Finished, at: int) -> None:
        """The game is over."""
        self.result = event
        self.phase = "finished"
        self.ended = at
        self.pending = None
        self.offer = None
