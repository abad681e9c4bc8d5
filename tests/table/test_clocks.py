"""Clocks, to the millisecond: no clock, a stock of time with an increment, days a turn."""

from __future__ import annotations

import random

import pytest

from eminence.table import commands, events, picture, time_out
from eminence.table.settings import DayClock, LiveClock
from tests.table.house import PEOPLE, SOME, House, started

DAY = 86_400_000


def slow_turn(house: House, rng: random.Random) -> int:
    """A turn with some time before every decision and some before the confirmation; all of it."""
    spent = 0
    turn = house.table.truth.turn
    while house.table.phase == "playing" and house.table.truth.turn == turn:
        pause = rng.randrange(2_000)
        spent += pause
        assert house.wait(pause) == []
        if house.table.pending is not None:
            house.confirm()
        else:
            house.decide(rng.choice(house.legal()), confirm=rng.random() < 0.5)
    return spent


@pytest.mark.parametrize("increment", [0, 5])
@pytest.mark.parametrize(("name", "players"), SOME)
def test_a_live_clock_takes_the_time_of_a_turn_and_adds_the_increment(name: str, players: int, increment: int) -> None:
    rng = random.Random(f"{name}{increment}")
    house = started(name, players, clock=LiveClock(3_600, increment))
    stock = [3_600_000] * players
    for _ in range(5 * players):
        if house.table.phase != "playing":
            break
        seat = house.seat
        assert house.table.left == stock and house.table.since == house.now
        assert house.table.deadline == house.table.wakes == house.now + stock[seat]
        shown = {"left": stock, "since": house.now, "deadline": house.now + stock[seat]}
        assert picture(house.table, None)["clock"] == shown
        stock[seat] += 1_000 * increment - slow_turn(house, rng)
        assert house.table.left == stock


@pytest.mark.parametrize("increment", [0, 7])
def test_time_runs_out_at_the_very_millisecond(increment: int) -> None:
    house = started("richelieu-duel", 2, clock=LiveClock(10, increment), start=0)
    deadline = house.table.deadline
    assert deadline == house.now + 10_000
    assert house.wait(9_999) == []
    assert time_out(house.table, deadline) == [events.GaveUp(0, "timeout", "abbot")]
    house.finish_turn(random.Random(1))  # one millisecond is enough
    assert house.table.left == [1 + 1_000 * increment, 10_000] and house.seat == 1
    assert house.wait(9_999) == []
    assert house.wait(1) == [events.GaveUp(1, "timeout", "abbot")]
    assert house.table.left[1] == 0


def test_who_is_late_is_late_even_if_the_house_has_not_looked() -> None:
    house = started("richelieu-duel", 2, clock=LiveClock(10), start=0)
    text = house.legal()[0]
    house.decide(text)
    house.now += 10_000
    count = house.table.count
    for command in (commands.Decide(0, count, text), commands.Undo(0, count), commands.Confirm(0, count)):
        assert house.refuse(command, PEOPLE[0], "time-is-up").params == {"seat": 0, "deadline": house.now}
    house.refuse(commands.Confirm(1, count), PEOPLE[1], "not-your-turn")
    house.refuse(commands.Decide(1, count, text), PEOPLE[1], "not-your-turn")
    assert house.wait(0) == [events.GaveUp(0, "timeout", "abbot")]


def test_days_are_for_every_turn() -> None:
    rng = random.Random(2)
    house = started("cardinal-board", 3, clock=DayClock(2))
    for _ in range(9):
        assert house.table.deadline == house.table.wakes == house.now + 2 * DAY
        assert picture(house.table, None)["clock"] == {
            "left": None,
            "since": house.now,
            "deadline": house.now + 2 * DAY,
        }
        assert house.wait(2 * DAY - 1) == []
        assert house.table.deadline == house.now + 1
        house.finish_turn(rng)
    seat = house.seat
    assert house.wait(2 * DAY - 1) == []
    assert house.wait(1) == [events.GaveUp(seat, "timeout", "abbot")]


def test_a_decision_without_the_confirmation_does_not_stop_the_clock() -> None:
    house = started("cardinal-board", 3, clock=DayClock(1), start=0)
    since = house.now
    house.wait(DAY // 2)
    house.decide(next(text for text in house.legal() if text.startswith("~")))
    house.decide("<?")
    house.wait(DAY // 4)
    house.undo()
    assert house.table.deadline == since + DAY and house.table.since == since
    house.decide("<?")
    assert house.wait(DAY // 4) == [events.GaveUp(0, "timeout", "abbot")]


@pytest.mark.parametrize("clock", [LiveClock(10, 3), DayClock(1)])
def test_bots_have_no_clock(clock: LiveClock | DayClock) -> None:
    house = started("cardinal-cards", 3, bots=2, clock=clock, start=1)
    assert house.table.deadline is None and house.table.wakes == house.now
    assert house.wait(90 * DAY) == []
    before = list(house.table.left)
    house.finish_turn(random.Random(1))
    assert house.table.left[1] >= before[1] and house.table.since == house.now
    house.finish_turn(random.Random(1))
    assert house.seat == 0 and house.table.deadline is not None and house.table.wakes == house.table.deadline


def test_the_time_of_who_gives_up_is_counted_up_to_then() -> None:
    house = started("richelieu", 3, clock=LiveClock(60), start=0)
    house.now += 1_234
    house.do(commands.Resign(0), PEOPLE[0])
    assert house.table.left == [58_766, 60_000, 60_000] and house.table.since == house.now
    house.now += 5_000
    house.finish_turn(random.Random(1))
    assert house.table.left == [58_766, 60_000, 60_000] and house.table.since == house.now


def test_who_resigns_out_of_turn_stops_no_clock() -> None:
    house = started("richelieu", 3, clock=LiveClock(60), start=0)
    since = house.now
    house.now += 1_234
    house.do(commands.Resign(2), PEOPLE[2])
    assert house.table.since == since and house.table.deadline == since + 60_000


def test_a_clock_that_goes_back_gives_nobody_time() -> None:
    """Two machines may disagree by some milliseconds."""
    house = started("richelieu-duel", 2, clock=LiveClock(60), start=0)
    house.now -= 500
    house.finish_turn(random.Random(1))
    assert house.table.left == [60_000, 60_000] and house.table.since == house.now + 500


def test_without_a_clock_nothing_happens_by_itself() -> None:
    house = started("richelieu-duel", 2)
    assert house.table.deadline is None and house.table.wakes is None and picture(house.table, None)["clock"] is None
    assert house.wait(1_000 * DAY) == []


@pytest.mark.parametrize("clock", [LiveClock(10), DayClock(1)])
def test_nothing_runs_out_after_the_end(clock: LiveClock | DayClock) -> None:
    house = started("richelieu-duel", 2, clock=clock)
    house.play(random.Random(1))
    assert house.table.phase == "finished" and house.table.deadline is None and house.table.wakes is None
    assert house.wait(1_000 * DAY) == [] and picture(house.table, None)["clock"] is None
