"""The log is all that is stored: whoever reads it sees the same table, after every event, from every seat."""

from __future__ import annotations

import random

import msgspec
import pytest

from eminence.table import Table, commands, events
from eminence.table.settings import DayClock, LiveClock, NoClock
from tests.table.house import ANNA, GAMES, PEOPLE, SOME, House, inner, muddle, pictures, started

CLOCKS = (NoClock(), LiveClock(86_400, 30), DayClock(60))


def stored(house: House) -> list[tuple[int, events.Event]]:
    """The log as it comes back from a store."""
    return [(at, events.load(events.dump(event))) for at, event in house.log]


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_a_whole_game_with_all_that_people_do(name: str, players: int) -> None:
    """Pictures after every event: of the table itself, and of a twin that has the events from the store."""
    rng = random.Random(f"{name}/{players}")
    house = started(name, players, bots=players > 3, clock=rng.choice(CLOCKS), salt=name, careful=True)
    while house.table.phase == "playing" and len(house.log) < 400:
        muddle(house, rng)
        if len(house.log) % 40 == 0:
            again = Table.of("t", stored(house))
            assert inner(again) == inner(house.table) and pictures(again) == pictures(house.table)
    if house.table.phase == "playing":
        house.careful = False
        house.play(rng)
    assert house.table.phase == "finished"
    house.do(commands.Rematch(), ANNA)
    house.do(commands.Close(), ANNA)
    again = Table.of("t", stored(house))
    assert inner(again) == inner(house.table) and pictures(again) == pictures(house.table)
    assert again.seq == len(house.log)
    kinds = {type(event) for _, event in house.log}
    assert {events.Decided, events.Undone, events.Confirmed, events.Asked, events.Said, events.Finished} <= kinds


@pytest.mark.parametrize(("name", "players"), SOME)
def test_every_beginning_of_a_log_is_a_table_that_can_go_on(name: str, players: int) -> None:
    """A process may die after any event that was stored with those of its command."""
    rng = random.Random(name)
    house = started(name, players, bots=1, salt=1)
    while house.table.phase == "playing" and len(house.log) < 120:
        muddle(house, rng)
    log = stored(house)
    for length in house.stored[players::7]:
        table = Table.of("t", log[:length])
        if table.acting is None:
            continue
        again = House.__new__(House)
        again.__dict__.update(house.__dict__)
        again.table, again.twin, again.log, again.stored = table, Table.of("t", log[:length]), log[:length], []
        if table.pending is not None:
            again.confirm()
        again.play(random.Random(length), 3)
        assert len(again.log) > length
        history = table.truth.history
        beside = table.game.deal(bytes.fromhex(table.seed), players=players, start=table.start)
        for action in history:
            beside.play(action)
        assert beside.facts() == table.truth.facts()


def test_two_tables_from_one_log_do_not_touch_each_other() -> None:
    house = started("cardinal-board", 3)
    one, other = Table.of("t", house.log), Table.of("t", house.log)
    before = inner(other)
    one.apply(events.Decided(one.start, house.legal()[0]), house.now)
    one.apply(events.Muted("u-ben", True), house.now)
    assert inner(other) == before != inner(one)


EVENTS: list[events.Event] = [
    events.Seated(1, "u", 'Ü "quoted" 名'),
    events.Left(2),
    events.ChairSet(0),
    events.ChairSet(0, "abbot"),
    events.Started("0" * 64, "f" * 64, 2),
    events.Branched(("A1", "@C7")),
    events.Decided(0, "Bu2&ES", True),
    events.Undone(0),
    events.Confirmed(0),
    events.Asked(0, 17),
    events.Answered(1, False),
    events.TakenBack(0, 17),
    events.GaveUp(0, "timeout", "abbot"),
    events.GaveUp(0, "claimed"),
    events.Finished((1, -2), (1, 2), (0,), by=1),
    events.Finished((1, 1), (1, 1), ()),
    events.Said("u", "n", "a line"),
    events.Muted("u", True),
    events.Rematched("t2"),
    events.Closed(""),
]


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
def test_an_event_is_stored_and_read_back(event: events.Event) -> None:
    payload = events.dump(event)
    assert events.load(payload) == event and events.load(payload.decode()) == event
    assert type(events.load(payload)) is type(event)
    assert set(events.public(event)) == set(msgspec.json.decode(payload)) - {"seed"}


def test_every_kind_of_event_is_tested() -> None:
    assert {type(event) for event in EVENTS} | {events.Created} == set(events.Event.__args__)


@pytest.mark.parametrize(
    "payload", ["", "{}", '{"kind": "x"}', '{"kind": "undone"}', '{"kind": "undone", "seat": "0"}']
)
def test_what_is_no_event_is_not_read(payload: str) -> None:
    with pytest.raises(msgspec.DecodeError):
        events.load(payload)


def test_the_seed_is_in_no_public_event_before_the_end() -> None:
    house = started("richelieu", 3)
    house.play(random.Random(1), 5)
    shown = msgspec.json.encode([events.public(event) for _, event in house.log])
    assert house.table.seed.encode() not in shown and house.table.commitment.encode() in shown
    assert all(PEOPLE[seat].name.encode() in shown for seat in range(3))
