"""Who resigns, leaves, runs out of time or keeps the others waiting: a bot goes on, or the game ends, as agreed."""

from __future__ import annotations

import random
from typing import Any

import pytest

from eminence.game import open_view
from eminence.table import Actor, commands, events, picture
from eminence.table.settings import DayClock, LiveClock
from tests.table.house import ADMIN, ANNA, BEN, CLEO, GAMES, PEOPLE, SOME, WATCHER, House, started

DAY = 86_400_000


def give_up(house: House, seat: int, how: str) -> list[events.Event]:
    """Somebody gives a seat up in one of four ways."""
    match how:
        case "resigned":
            return house.do(commands.Resign(seat), PEOPLE[seat])
        case "left":
            return house.do(commands.Leave(seat), PEOPLE[seat])
        case "timeout":
            assert house.seat == seat and house.table.deadline is not None
            return house.wait(house.table.deadline - house.now)
    assert house.seat == seat
    house.now += DAY
    other = next(i for i in house.table.persons if i != seat)
    return house.do(commands.Claim(seat), PEOPLE[other])


def settings(how: str) -> dict[str, Any]:
    """A clock that makes it possible."""
    return {"clock": LiveClock(600)} if how == "timeout" else {}


HOW = ("resigned", "left", "timeout", "claimed")


@pytest.mark.parametrize("how", HOW)
@pytest.mark.parametrize(("name", "players"), SOME)
def test_a_bot_takes_over_and_goes_on_where_one_left(name: str, players: int, how: str) -> None:
    rng = random.Random(how)
    house = started(name, players, leavers="bot", stand_in="abbot", **settings(how))
    house.play(rng, 2)
    house.decide(next((text for text in house.legal() if text[0] in "~ABCD"), house.legal()[0]))
    seat, history, floor = house.seat, house.table.truth.history, house.table.floor
    assert give_up(house, seat, how) == [events.GaveUp(seat, how, "abbot")]  # type: ignore[arg-type]
    table = house.table
    assert table.seats[seat].bot == "abbot" and table.seats[seat].user is None
    assert table.seats[seat].former == PEOPLE[seat].name
    assert picture(table, None)["players"][seat]["former"] == PEOPLE[seat].name
    assert table.phase == "playing" and table.acting == seat and table.pending is None
    assert table.truth.history == history and table.floor == floor
    assert table.wakes == house.now == table.since and table.deadline is None
    house.refuse(commands.Decide(seat, table.count, house.legal()[0]), PEOPLE[seat], "not-your-seat")
    house.refuse(commands.Resign(seat), PEOPLE[seat], "not-your-seat")
    assert picture(table, PEOPLE[seat].user)["seat"] is None
    house.play(rng)
    assert table.phase == "finished" and table.result is not None and table.result.by is None
    assert table.record().names[seat] == "Abbot"


@pytest.mark.parametrize("how", HOW)
@pytest.mark.parametrize(("name", "players"), GAMES)
def test_the_game_ends_if_the_table_agreed_so(name: str, players: int, how: str) -> None:
    rng = random.Random(f"{name}{players}{how}")
    house = started(name, players, leavers="end", salt=how, **settings(how))
    house.play(rng, rng.randrange(3 * players))
    seat = house.seat
    sheet = house.table.truth.sheet()
    found = give_up(house, seat, how)
    assert found[0] == events.GaveUp(seat, how)  # type: ignore[arg-type]
    end = found[1]
    assert len(found) == 2 and isinstance(end, events.Finished) and end.by == seat
    table = house.table
    assert table.phase == "finished" and table.ended == house.now and table.result == end and table.acting is None
    assert end.scores == sheet.totals and end.ranks[seat] == players
    others = [other for other in range(players) if other != seat]
    for one in others:
        better = sum(sheet.ranks[other] < sheet.ranks[one] for other in others)
        assert end.ranks[one] == 1 + better
    first = tuple(other for other in others if end.ranks[other] == 1)
    assert end.winners == (() if name == "cardinal-cards" and len(first) > 1 else first)
    shown = picture(table, None)
    assert shown["seed"] == table.seed and shown["view"]["over"] and shown["view"]["phase"] == "over"
    assert shown["view"]["seat"] is None and shown["view"]["legal"] == [] and shown["undo"] == 0
    assert shown["view"]["standing"] == open_view(table.game, table.truth).standing().data()
    for actor in (*PEOPLE[:players], ADMIN):
        for other in range(players):
            code = "not-now" if actor == PEOPLE[other] else "not-your-seat"
            house.refuse(commands.Resign(other), actor, code)


def test_somebody_gives_up_in_the_turn_of_another_and_nothing_of_it_is_lost() -> None:
    house = started("cardinal-board", 3, start=0)
    house.decide(next(text for text in house.legal() if text.startswith("~")))
    house.decide("<?")
    before = house.table.count, house.table.pending, house.table.since, house.table.undoable
    assert before[1] is not None
    house.now += 5
    house.do(commands.Resign(2), CLEO)
    assert (house.table.count, house.table.pending, house.table.since, house.table.undoable) == before
    house.confirm()
    assert house.seat == 1


def test_a_decision_that_was_not_confirmed_goes_with_who_made_it() -> None:
    house = started("cardinal-board", 3, start=0)
    house.decide(next(text for text in house.legal() if text.startswith("~")))
    house.decide("<?")
    house.do(commands.Leave(0), ANNA)
    assert house.table.pending is None and house.table.count == 1 and house.seat == 0
    house.decide("<?")
    assert house.seat == 1


def test_without_people_the_game_ends() -> None:
    """The last person is not replaced by a bot, as nobody would look on."""
    house = started("richelieu", 4, bots=1, leavers="bot")
    assert [type(event) for event in house.do(commands.Resign(0), ANNA)] == [events.GaveUp]
    assert [type(event) for event in house.do(commands.Leave(2), CLEO)] == [events.GaveUp]
    found = house.do(commands.Resign(1), BEN)
    assert found[0] == events.GaveUp(1, "resigned") and isinstance(found[1], events.Finished) and found[1].by == 1


@pytest.mark.parametrize("how", HOW)
def test_alone_against_bots_giving_up_ends_the_game(how: str) -> None:
    house = started("cardinal-cards", 3, bots=2, start=0, **settings(how))
    if how == "claimed":
        return  # nobody is there to claim it
    found = give_up(house, 0, how)
    assert isinstance(found[1], events.Finished) and found[1].ranks[0] == 3


def test_ranks_after_a_resignation_close_the_gap() -> None:
    for salt in range(20):
        house = started("richelieu", 4, leavers="end", salt=salt)
        house.play(random.Random(salt), 3 + salt)
        end = house.do(commands.Resign(salt % 4), PEOPLE[salt % 4])[1]
        assert isinstance(end, events.Finished)
        assert min(end.ranks) == 1 and max(end.ranks) == 4 == end.ranks[salt % 4]
        assert all(rank == 1 + sum(other < rank for other in end.ranks) for rank in end.ranks)


# Claims.


def test_who_keeps_the_others_waiting_for_a_day_loses_the_seat() -> None:
    house = started("richelieu", 3, start=1)
    since = house.now
    house.now += DAY - 1
    assert house.refuse(commands.Claim(1), ANNA, "too-early").params == {"until": since + DAY}
    house.refuse(commands.Claim(0), BEN, "not-waiting")
    house.refuse(commands.Claim(2), ANNA, "not-waiting")
    house.refuse(commands.Claim(4), ANNA, "no-such-seat")
    house.now += 1
    for actor in (BEN, WATCHER, ADMIN):
        house.refuse(commands.Claim(1), actor, "not-your-table")
    assert house.do(commands.Claim(1), CLEO) == [events.GaveUp(1, "claimed", "abbot")]
    house.refuse(commands.Claim(1), CLEO, "not-waiting")


def test_the_day_begins_with_the_turn() -> None:
    house = started("richelieu", 3, start=0)
    house.now += DAY - 1
    house.finish_turn(random.Random(1))
    house.now += DAY - 1
    house.refuse(commands.Claim(1), ANNA, "too-early")
    house.now += 1
    house.do(commands.Claim(1), ANNA)


@pytest.mark.parametrize("clock", [LiveClock(60), DayClock(3)])
def test_with_a_clock_there_is_nothing_to_claim(clock: Any) -> None:
    house = started("richelieu", 3, start=0, clock=clock)
    house.now += 30 * DAY
    assert house.refuse(commands.Claim(0), BEN, "too-early").params == {"until": house.table.deadline}


def test_nobody_gives_up_for_another() -> None:
    house = started("richelieu", 3, bots=1)
    for seat in range(3):
        for actor in (*PEOPLE, WATCHER, ADMIN, Actor("None", "None")):
            if house.table.seats[seat].user != actor.user:
                house.refuse(commands.Resign(seat), actor, "not-your-seat")
                house.refuse(commands.Leave(seat), actor, "not-your-seat")
