"""Before the game: what can be agreed on, who sits where, and when the cards are dealt."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

import eminence
from eminence import components
from eminence.table import Refusal, Settings, Table, commands, create, events, picture
from eminence.table.fairness import commitment
from eminence.table.settings import DayClock, LiveClock, Machine, Mine, NoClock, Open
from tests.cases import CASES, Case
from tests.table.house import ADMIN, ANNA, BEN, CLEO, DAWN, GAMES, PEOPLE, WATCHER, House, agreed, started
from tests.test_record import OWN

DAY = 86_400_000


def refused(settings: Settings) -> Refusal:
    """Why a table is not opened."""
    house = House(agreed("richelieu-duel", 2))
    with pytest.raises(Refusal) as caught:
        create(settings, ANNA, house.moment())
    msgspec.json.encode(caught.value.params)
    return caught.value


def read(**data: Any) -> Settings:
    """Settings as they come from outside."""
    return msgspec.convert({"game": "richelieu", "chairs": [{"kind": "open"}] * 2} | data, Settings)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_every_game_can_be_agreed_on(case: Case) -> None:
    house = House(agreed(case.name, case.players, options=dict.fromkeys(case.options, True)))
    assert house.table.phase == "gathering" and len(house.table.seats) == case.players
    assert house.table.game.options == case.game.options == house.table.settings.options
    for seat in range(case.players):
        house.do(commands.Sit(seat), PEOPLE[seat])
    assert house.table.phase == "playing" and house.table.truth.players == case.players


@pytest.mark.parametrize(
    ("settings", "code"),
    [
        (agreed("chess", 2), "unknown-game"),
        (agreed("", 2), "unknown-game"),
        (agreed("richelieu-duel", 3), "bad-options"),
        (agreed("cardinal-board", 2), "bad-options"),
        (agreed("richelieu", 5), "bad-options"),
        (agreed("richelieu", 3, options={"early_end": True}), "bad-options"),
        (agreed("richelieu", 2, options={"short_rules": True}), "bad-options"),
        (agreed("cardinal-board", 3, options={"early_end": False}), "bad-options"),
        (agreed("richelieu", 2, options={"components": True}), "bad-options"),
        (agreed("richelieu", 2, options={"name": True}), "bad-options"),
        (agreed("richelieu", 2, options={"": True}), "bad-options"),
        (agreed("richelieu", 2, start=2), "bad-options"),
        (agreed("richelieu", [Machine("novice")] * 2), "no-chair-for-people"),
        (agreed("richelieu", [Open(), Machine("genius")]), "unknown-bot"),
        (agreed("richelieu", 2, stand_in="genius"), "unknown-bot"),
        (agreed("richelieu", 2, components={}), "bad-components"),
        (agreed("richelieu", 2, components={"format": 1, "mechanism": "display"}), "bad-components"),
        (agreed("richelieu", 2, components=components.built_in("cardinal-board").data), "bad-components"),
        (agreed("richelieu", 2, components=components.built_in("cardinal-cards").data), "bad-components"),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_what_cannot_be_agreed_on_is_refused_with_a_code(settings: Settings, code: str) -> None:
    assert refused(settings).code == code


@pytest.mark.parametrize(
    "data",
    [
        {"chairs": []},
        {"chairs": [{"kind": "open"}]},
        {"chairs": [{"kind": "open"}] * 6},
        {"chairs": [{"kind": "sofa"}] * 2},
        {"chairs": [{"kind": "bot"}] * 2},
        {"chairs": [{"kind": "bot", "level": "Abbot!"}] * 2},
        {"chairs": [{"kind": "mine", "name": "x" * 41}] * 2},
        {"clock": {"kind": "live", "seconds": 9}},
        {"clock": {"kind": "live", "seconds": 60, "increment": -1}},
        {"clock": {"kind": "days", "days": 0}},
        {"clock": {"kind": "days", "days": 61}},
        {"clock": {"kind": "sand"}},
        {"leavers": "wait"},
        {"start": 5},
        {"start": -1},
        {"start": "me"},
        {"options": {"early_end": 1}},
        {"more": 1},
    ],
    ids=json.dumps,
)
def test_settings_out_of_bounds_are_not_even_read(data: dict[str, Any]) -> None:
    assert read()
    with pytest.raises(msgspec.ValidationError):
        read(**data)


def test_a_built_in_box_is_not_kept_in_the_log() -> None:
    house = House(agreed("richelieu", 2, components=components.built_in("richelieu").data))
    assert house.table.settings.components is None and house.table.game.box.built_in


@pytest.mark.parametrize(("name", "players", "data"), OWN)
def test_components_of_ones_own_are_kept_in_the_log(name: str, players: int, data: dict[str, Any]) -> None:
    house = started(name, players, components=json.loads(json.dumps(data)))
    again = Table.of("t", house.log)
    own = components.read(data, "mine").fingerprint
    for table in (house.table, house.twin, again):
        assert table.game.box.fingerprint == own != eminence.game(name).box.fingerprint
        assert not table.game.box.built_in
    shown = picture(again, None)
    assert shown["components"] == own and "components" not in shown["settings"]


def test_whoever_opens_the_table_sits_on_their_chairs_and_bots_on_theirs() -> None:
    house = House(agreed("richelieu", [Mine(), Machine("abbot"), Mine("  Grand\tma  "), Open()]))
    assert [seat.name for seat in house.table.seats] == ["Anna", "", "Grand ma", ""]
    assert [seat.bot for seat in house.table.seats] == [None, "abbot", None, None]
    assert house.table.seats_of("u-anna") == [0, 2] == house.table.persons
    assert house.table.owner == "u-anna" and house.table.phase == "gathering"
    assert picture(house.table, "u-anna")["yours"] == [0, 2] and picture(house.table, "u-ben")["yours"] == []
    assert picture(house.table, "u-anna", 2)["seat"] == 2 and picture(house.table, "u-anna", 3)["seat"] == 0


def test_one_opens_a_table_without_sitting_at_it() -> None:
    house = House(agreed("richelieu-duel", 2), owner=WATCHER)
    house.do(commands.Sit(0), ANNA)
    house.do(commands.Sit(1), BEN)
    assert house.table.phase == "playing" and house.table.seats_of(WATCHER.user) == []


def test_a_chair_is_taken_once() -> None:
    house = House(agreed("richelieu", [Open(), Machine("novice"), Open()]))
    house.do(commands.Sit(0, "  Benja\x00min \u202e "), BEN)
    assert house.table.seats[0].name == "Benja min" and house.table.seats[0].user == BEN.user
    for seat in (0, 1):
        for actor in (ANNA, BEN, ADMIN):
            house.refuse(commands.Sit(seat), actor, "seat-taken")
    for seat in (3, 4):
        assert house.refuse(commands.Sit(seat), ANNA, "no-such-seat").params == {"given": seat, "expected": 3}
    house.refuse(commands.Sit(-1), ANNA, "no-such-seat")


def test_a_chair_that_was_left_can_be_taken_again() -> None:
    house = House(agreed("richelieu-duel", 2))
    house.do(commands.Sit(1), BEN)
    house.do(commands.Leave(1), BEN)
    assert not house.table.seats[1].taken
    house.refuse(commands.Leave(1), BEN, "not-your-seat")
    house.do(commands.Sit(1), CLEO)
    house.do(commands.Sit(0), BEN)
    assert [seat.user for seat in house.table.seats] == [BEN.user, CLEO.user] and house.table.phase == "playing"


def test_the_owner_sets_chairs_and_nobody_else_does() -> None:
    house = House(agreed("richelieu", [Mine(), Open(), Open()]))
    house.do(commands.Sit(1), BEN)
    for actor in (BEN, WATCHER):
        house.refuse(commands.SetChair(1, "novice"), actor, "not-the-owner")
    house.refuse(commands.SetChair(1, "genius"), ANNA, "unknown-bot")
    house.refuse(commands.SetChair(3, "novice"), ANNA, "no-such-seat")
    house.do(commands.SetChair(1, "novice"), ANNA)
    assert house.table.seats[1].bot == "novice" and house.table.seats_of(BEN.user) == []
    house.do(commands.SetChair(1, None), ADMIN)
    assert not house.table.seats[1].taken
    house.do(commands.SetChair(0, "novice"), ANNA)
    house.do(commands.SetChair(1, "novice"), ANNA)
    house.refuse(commands.SetChair(2, "novice"), ANNA, "no-chair-for-people")
    house.do(commands.Sit(2), ANNA)
    assert house.table.phase == "playing"


@pytest.mark.parametrize("last", ["sit", "chair"])
def test_a_prompt_table_begins_when_the_last_chair_is_taken(last: str) -> None:
    house = House(agreed("richelieu", [Mine(), Open()]))
    command = commands.Sit(1) if last == "sit" else commands.SetChair(1, "novice")
    found = house.do(command, BEN if last == "sit" else ANNA)
    assert [type(event) for event in found] == [events.Seated if last == "sit" else events.ChairSet, events.Started]


def test_a_prompt_table_with_every_chair_taken_begins_at_once() -> None:
    house = House(agreed("richelieu", [Mine(), Machine("novice")]))
    assert house.table.phase == "playing" and len(house.log) == 2


def test_another_table_waits_for_its_owner() -> None:
    house = House(agreed("richelieu", [Mine(), Open(), Machine("novice")], prompt=False))
    assert house.refuse(commands.Start(), ANNA, "chairs-empty").params == {"seats": [1]}
    house.do(commands.Sit(1), BEN)
    assert house.table.phase == "gathering"
    for actor in (BEN, WATCHER):
        house.refuse(commands.Start(), actor, "not-the-owner")
    house.do(commands.Start(), ANNA)
    assert house.table.phase == "playing"
    house.refuse(commands.Start(), ANNA, "not-now")
    house.refuse(commands.Sit(1), CLEO, "not-now")
    house.refuse(commands.SetChair(1, "novice"), ANNA, "not-now")


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_the_deal_is_that_of_a_fresh_secret_seed(name: str, players: int) -> None:
    starts = set()
    for salt in range(12):
        house = started(name, players, salt=salt)
        table = house.table
        lot = table.game.deal(bytes.fromhex(table.seed), players=players, start="lot")
        assert table.truth.facts() == lot.facts() and table.truth.start == lot.start == table.start == table.acting
        assert table.commitment == commitment(table.game, players, table.seed)
        assert picture(table, ANNA.user)["commitment"] == table.commitment
        assert picture(table, ANNA.user)["seed"] is None
        starts.add(table.start)
    assert starts == set(range(players)) or players > 3
    assert started(name, players, start=players - 1).table.acting == players - 1


def test_nobody_acts_in_a_game_that_has_not_begun() -> None:
    house = House(agreed("richelieu-duel", [Mine(), Open()]))
    for command in (
        commands.Decide(0, 0, "A1"),
        commands.Undo(0, 0),
        commands.Confirm(0, 0),
        commands.TakeBack(0),
        commands.Answer(0, True),
        commands.Resign(0),
        commands.Claim(0),
        commands.Rematch(),
    ):
        house.refuse(command, ANNA, "not-now")
    shown = picture(house.table, ANNA.user)
    assert shown["view"] is None and shown["count"] == shown["undo"] == 0 and shown["clock"] is None


@pytest.mark.parametrize("clock", [NoClock(), LiveClock(60), DayClock(2)])
def test_a_table_to_which_nobody_came_is_closed_after_seven_days(clock: Any) -> None:
    house = House(agreed("richelieu-duel", 2, clock=clock))
    assert house.table.wakes == DAWN + 7 * DAY
    assert house.wait(7 * DAY - 1) == []
    assert house.wait(1) == [events.Closed("")]
    assert house.table.phase == "closed" and house.table.wakes is None
    house.refuse(commands.Sit(0), ANNA, "closed")
