"""The table as a machine: any commands by anybody in any order, and what holds whatever happens."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from eminence.table import Command, Event, Refusal, Table, commands, events
from eminence.table.settings import DayClock, LiveClock, Machine, Mine, NoClock, Open
from tests.table.house import ADMIN, PEOPLE, WATCHER, House, agreed, inner, pictures
from tests.test_record import OWN

SEATS = st.sampled_from([0, 0, 0, 1, 1, 1, 2, 2, 3, 4])
OFTEN = st.sampled_from([True, True, True, False])
RARELY = st.sampled_from([False, False, False, True])
TEXTS = st.sampled_from(["A1", ".", "<?", "-", "?!"])
LATE = 25  # events, after which things happen that may end a game
ACTORS = st.sampled_from([*PEOPLE, WATCHER, ADMIN])
CHAIRS = st.sampled_from([Mine(), Open(), Open(), Open(), Open(), Machine("novice")])
CLOCKS = st.sampled_from([NoClock(), LiveClock(10, 1), LiveClock(3_600), DayClock(1)])
ORDER = ["gathering", "playing", "finished", "closed"]
REFUSALS = {
    "answered-already",
    "asked-already",
    "bad-notation",
    "chairs-empty",
    "closed",
    "confirm-first",
    "illegal",
    "no-chair-for-people",
    "no-such-seat",
    "not-now",
    "not-the-owner",
    "not-waiting",
    "not-your-seat",
    "not-your-table",
    "not-your-turn",
    "not-yours-to-answer",
    "nothing-asked",
    "nothing-to-undo",
    "outdated",
    "rematch-exists",
    "revealed",
    "seat-taken",
    "time-is-up",
    "too-early",
    "turn-not-finished",
    "muted",
}
MINE = (events.Decided, events.Undone, events.Confirmed, events.Asked, events.Answered)


class AnyTable(RuleBasedStateMachine):
    """Somebody does something."""

    house: House

    @initialize(own=st.sampled_from(OWN), data=st.data(), leavers=st.sampled_from(["bot", "end"]), clock=CLOCKS)
    def open(self, own: tuple[str, int, dict[str, Any]], data: st.DataObject, leavers: str, clock: Any) -> None:
        name, players, box = own
        chairs = [data.draw(CHAIRS) for _ in range(players)]
        if all(isinstance(chair, Machine) for chair in chairs):
            chairs[0] = Open()
        more = {"prompt": data.draw(st.booleans()), "leavers": leavers, "clock": clock, "components": box}
        self.house = House(agreed(name, chairs, **more), salt=data.draw(st.integers(0, 999)))
        self.phases = [self.table.phase]

    @property
    def table(self) -> Table:
        return self.house.table

    def command(self, command: Command, actor: Any) -> None:
        """Somebody gives a command; it does what it may do or nothing."""
        before = inner(self.table)
        users = [seat.user for seat in self.table.seats]
        acting = self.table.acting
        try:
            found = self.house.do(command, actor)
        except Refusal as error:
            assert error.code in REFUSALS
            assert inner(self.table) == before
            return
        assert found or isinstance(command, commands.Mute)
        for event in found:
            if isinstance(event, MINE):
                assert users[event.seat] == actor.user
            if isinstance(event, events.Decided | events.Undone | events.Confirmed):
                assert event.seat == acting
            if isinstance(event, events.GaveUp):
                claimed = event.how == "claimed"
                assert (users[event.seat] != actor.user) == claimed and (actor.user in users)
        self.note(found)

    def note(self, found: list[Event]) -> None:
        """The phases follow each other in one direction."""
        if found and self.phases[-1] != self.table.phase:
            assert ORDER.index(self.phases[-1]) < ORDER.index(self.table.phase)
            self.phases.append(self.table.phase)

    # What people do on purpose.

    @precondition(lambda self: self.table.phase == "gathering")
    @rule(data=st.data())
    def sit_down(self, data: st.DataObject) -> None:
        free = [i for i, seat in enumerate(self.table.seats) if not seat.taken]
        if free:
            seat = data.draw(st.sampled_from(free))
            self.house.do(commands.Sit(seat), PEOPLE[seat])
        elif self.table.phase == "gathering":
            self.house.do(commands.Start(), ADMIN)
        self.note([events.Undone(0)])

    @precondition(lambda self: self.table.acting is not None)
    @rule(pick=st.integers(0, 1000), confirm=st.booleans())
    def go_on(self, pick: int, confirm: bool) -> None:
        house, table = self.house, self.table
        if table.deadline is not None and house.now >= table.deadline:
            self.note(house.wait(0))
        elif table.pending is not None:
            house.confirm()
        else:
            legal = house.legal()
            house.decide(legal[pick % len(legal)], confirm=confirm)
        self.note([events.Undone(0)])

    @precondition(lambda self: self.table.acting is not None)
    @rule(turns=st.integers(1, 4), seed=st.integers(0, 99))
    def play_turns(self, turns: int, seed: int) -> None:
        if self.table.deadline is None or self.house.now < self.table.deadline:
            self.house.play(random.Random(seed), turns)
            self.note([events.Undone(0)])

    @rule(milliseconds=st.sampled_from([0, 1, 999, 4_000]))
    def wait(self, milliseconds: int) -> None:
        self.note(self.house.wait(milliseconds))

    @precondition(lambda self: len(self.house.log) > LATE)
    @rule(milliseconds=st.sampled_from([9_999, 86_400_000 - 1, 86_400_000, 7 * 86_400_000]), look=st.booleans())
    def wait_long(self, milliseconds: int, look: bool) -> None:
        self.house.now += milliseconds
        if look:
            self.note(self.house.wait(0))

    # What anybody tries.

    def party(self, seat: int, right: bool, actor: Any) -> Any:
        """Who sits there if it is to be right, otherwise anybody."""
        if right and seat < len(self.table.seats) and self.table.seats[seat].user is not None:
            return self.house.actor(seat)
        return actor

    def usual(self, seat: int, usual: bool) -> int:
        """The seat to act if it is to be the usual one."""
        return self.table.acting if usual and self.table.acting is not None else seat

    @precondition(lambda self: self.table.phase == "gathering" or len(self.house.log) > LATE)
    @rule(seat=SEATS, actor=ACTORS)
    def sit(self, seat: int, actor: Any) -> None:
        self.command(commands.Sit(seat), actor)

    @precondition(lambda self: len(self.house.log) > LATE)
    @rule(seat=SEATS, right=OFTEN, actor=ACTORS, resign=st.booleans())
    def give_up(self, seat: int, right: bool, actor: Any, resign: bool) -> None:
        self.command(commands.Resign(seat) if resign else commands.Leave(seat), self.party(seat, right, actor))

    @precondition(lambda self: self.table.phase == "gathering" or len(self.house.log) > LATE)
    @rule(seat=SEATS, actor=ACTORS, level=st.sampled_from([None, "novice"]))
    def chair(self, seat: int, actor: Any, level: str | None) -> None:
        self.command(commands.SetChair(seat, level), actor)

    @precondition(lambda self: self.table.phase == "gathering")
    @rule(seat=SEATS, actor=ACTORS)
    def start_or_leave(self, seat: int, actor: Any) -> None:
        self.command(commands.Start(), actor)
        self.command(commands.Leave(seat), actor)

    @precondition(lambda self: self.table.phase == "playing")
    @rule(seat=SEATS, usual=OFTEN, right=OFTEN, actor=ACTORS, late=RARELY, text=TEXTS)
    def decide(self, seat: int, usual: bool, right: bool, actor: Any, late: bool, text: str) -> None:
        seat = self.usual(seat, usual)
        count = self.table.count + late
        self.command(commands.Decide(seat, count, text, confirm=True), self.party(seat, right, actor))

    @precondition(lambda self: self.table.phase == "playing")
    @rule(seat=SEATS, usual=OFTEN, right=OFTEN, actor=ACTORS, late=RARELY)
    def undo(self, seat: int, usual: bool, right: bool, actor: Any, late: bool) -> None:
        seat = self.usual(seat, usual)
        self.command(commands.Undo(seat, self.table.count + late), self.party(seat, right, actor))

    @precondition(lambda self: self.table.phase == "playing")
    @rule(seat=SEATS, usual=OFTEN, right=OFTEN, actor=ACTORS)
    def confirm(self, seat: int, usual: bool, right: bool, actor: Any) -> None:
        seat = self.usual(seat, usual)
        self.command(commands.Confirm(seat, self.table.count), self.party(seat, right, actor))

    @precondition(lambda self: self.table.phase == "playing")
    @rule(seat=SEATS, right=OFTEN, actor=ACTORS)
    def ask(self, seat: int, right: bool, actor: Any) -> None:
        self.command(commands.TakeBack(seat), self.party(seat, right, actor))

    @precondition(lambda self: self.table.offer is not None or len(self.house.log) > LATE)
    @rule(seat=SEATS, right=OFTEN, actor=ACTORS, agree=OFTEN)
    def answer(self, seat: int, right: bool, actor: Any, agree: bool) -> None:
        self.command(commands.Answer(seat, agree), self.party(seat, right, actor))

    @precondition(lambda self: self.table.phase == "playing")
    @rule(seat=SEATS, usual=OFTEN, right=OFTEN, other=SEATS, actor=ACTORS)
    def claim(self, seat: int, usual: bool, right: bool, other: int, actor: Any) -> None:
        self.command(commands.Claim(self.usual(seat, usual)), self.party(other, right, actor))

    @rule(actor=ACTORS, whom=ACTORS, on=st.booleans())
    def talk(self, actor: Any, whom: Any, on: bool) -> None:
        self.command(commands.Say("so"), actor)
        self.command(commands.Mute(whom.user, on), actor)

    @precondition(lambda self: self.table.phase in ("finished", "closed") or len(self.house.log) > LATE)
    @rule(seat=SEATS, right=OFTEN, actor=ACTORS)
    def rematch(self, seat: int, right: bool, actor: Any) -> None:
        self.command(commands.Rematch(), self.party(seat, right, actor))

    @precondition(lambda self: len(self.house.log) > 2 * LATE)
    @rule(actor=ACTORS)
    def close(self, actor: Any) -> None:
        self.command(commands.Close(), actor)

    # What always holds.

    @invariant()
    def the_table_is_sound(self) -> None:
        table = self.table
        assert len(table.seats) == table.settings.players
        for seat in table.seats:
            assert seat.user is None or seat.bot is None
        if table.phase == "gathering":
            assert table.state is None and not table.commitment and table.count == 0 and table.acting is None
            return
        if table.state is None:
            assert table.phase == "closed"
            return
        assert table.phase != "playing" or table.persons
        assert (table.acting is not None) == (table.phase == "playing")
        assert table.count == len(table.truth.history) + (table.pending is not None)
        assert 0 <= table.undoable <= table.count and min(table.left) >= 0 <= table.floor
        assert (table.result is not None) >= (table.phase == "finished")
        table.truth.check()
        if table.pending is not None:
            assert table.phase in ("playing", "closed") and table.pending in table.truth.legal
        if table.offer is not None and table.phase == "playing":
            assert table.offer.seat in table.persons and table.offer.to < table.count
            assert table.offer.agreed <= set(table.persons) - {table.offer.seat}

    @invariant()
    def the_position_is_what_the_deal_and_the_history_make(self) -> None:
        table = self.table
        if table.state is None or len(self.house.log) % 5:
            return
        beside = table.game.deal(bytes.fromhex(table.seed), players=len(table.seats), start=table.start)
        for action in table.truth.history:
            beside.play(action)
        assert beside.facts() == table.truth.facts() and beside.turns == table.truth.turns

    def teardown(self) -> None:
        if hasattr(self, "house"):
            again = Table.of("t", [(at, events.load(events.dump(event))) for at, event in self.house.log])
            assert inner(again) == inner(self.table) and pictures(again) == pictures(self.table)


TestAnyTable = AnyTable.TestCase
TestAnyTable.settings = settings(
    max_examples=60,
    stateful_step_count=60,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
)
