"""Around the game: chat, mute, the record, rematches and closing."""

from __future__ import annotations

import random

import msgspec
import pytest

from eminence import Record
from eminence.table import Actor, Table, commands, events, picture
from eminence.table.around import CHAT
from eminence.table.fairness import check
from eminence.table.gathering import turned
from eminence.table.settings import LiveClock, Machine, Mine, Open
from tests.table.house import ADMIN, ANNA, BEN, CLEO, DORA, GAMES, PEOPLE, SOME, WATCHER, House, agreed, started

PHASES = ("gathering", "playing", "finished")


def at(phase: str, **more: object) -> House:
    """A table of three in some phase of its life."""
    house = House(agreed("richelieu", [Mine(), Open(), Open()], **more))
    if phase != "gathering":
        house.do(commands.Sit(1), BEN)
        house.do(commands.Sit(2), CLEO)
    if phase == "finished":
        house.play(random.Random(1))
    assert house.table.phase == phase
    return house


# Chat.


@pytest.mark.parametrize("phase", PHASES)
def test_everybody_talks_at_any_time(phase: str) -> None:
    house = at(phase)
    for number, actor in enumerate((ANNA, BEN, WATCHER, ADMIN), 1):
        found = house.do(commands.Say(" good \x07\n luck \u202e"), actor)
        assert found == [events.Said(actor.user, actor.name, "good luck")]
        assert house.table.said == number
    for text in (" ", "\n\t", "\u200b\u202e"):
        house.refuse(commands.Say(text), ANNA, "empty")


def test_a_line_of_chat_has_bounds() -> None:
    decoder = msgspec.json.Decoder(commands.Say)
    assert decoder.decode(msgspec.json.encode(commands.Say("x" * 300)))
    for text in ("", "x" * 301):
        with pytest.raises(msgspec.ValidationError):
            decoder.decode(msgspec.json.encode(commands.Say(text)))


def test_a_table_hears_so_much_and_no_more() -> None:
    house = at("playing")
    for _ in range(CHAT):
        house.happen([events.Said("u-ben", "Ben", "again")])
    assert house.refuse(commands.Say("once more"), ANNA, "chat-full").params == {"limit": CHAT}


@pytest.mark.parametrize("phase", PHASES)
def test_the_owner_mutes_and_nobody_else_does(phase: str) -> None:
    house = at(phase)
    for actor in (BEN, WATCHER):
        house.refuse(commands.Mute(CLEO.user), actor, "not-the-owner")
    house.do(commands.Mute(BEN.user), ANNA)
    assert house.do(commands.Mute(BEN.user), ANNA) == []
    assert picture(house.table, None)["muted"] == [BEN.user]
    house.refuse(commands.Say("but"), BEN, "muted")
    house.do(commands.Say("well"), CLEO)
    house.do(commands.Mute(BEN.user, False), ADMIN)
    assert house.do(commands.Mute(BEN.user, False), ADMIN) == []
    house.do(commands.Say("at last"), BEN)


# The record.


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_the_record_of_a_finished_game_proves_its_deal(name: str, players: int) -> None:
    house = started(name, players, bots=1)
    rng = random.Random(name)
    noted = picture(house.table, WATCHER.user)["commitment"]
    house.play(rng, 5)
    assert house.table.record().fair is None and "fair" not in house.table.record().dumps()
    house.play(rng)
    record = Record.loads(house.table.record().dumps())
    assert check(record, noted).fair and record.result is not None
    assert record.names == (*(person.name for person in PEOPLE[: players - 1]), "Novice")
    shown = picture(house.table, None)
    assert record.fair == {"commitment": shown["commitment"], "seed": shown["seed"]}


@pytest.mark.parametrize(("name", "players"), SOME)
def test_so_does_the_record_of_a_game_broken_off(name: str, players: int) -> None:
    house = started(name, players, leavers="end")
    house.play(random.Random(name), 7)
    house.decide(house.legal()[0])
    house.do(commands.Resign(1), BEN)
    record = Record.loads(house.table.record().dumps())
    assert record.fair is not None and check(record).fair and record.result is None


# Rematch.


def rematch(house: House, actor: Actor) -> House:
    """The next game, as the house sets it up."""
    found = house.do(commands.Rematch(), actor)
    assert len(found) == 1 and isinstance(found[0], events.Rematched)
    assert house.table.rematch == found[0].table == picture(house.table, None)["rematch"]
    after = House.__new__(House)
    after.__dict__.update(house.__dict__)
    after.table, after.twin, after.log = Table(found[0].table), Table(found[0].table), []
    after.happen(turned(house.table, actor, house.moment()))
    return after


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_a_rematch_turns_the_seats_by_one_and_keeps_the_chairs(name: str, players: int) -> None:
    house = started(name, players, clock=LiveClock(300, 2), public=True)
    house.play(random.Random(name))
    for actor in (WATCHER, ADMIN):
        house.refuse(commands.Rematch(), actor, "not-your-table")
    after = rematch(house, BEN)
    old, new = house.table, after.table
    assert house.refuse(commands.Rematch(), ANNA, "rematch-exists").params == {"table": new.id}
    assert new.origin == old.id and new.owner == BEN.user and new.phase == "gathering"
    assert new.settings.clock == old.settings.clock and new.settings.public and new.game.options == old.game.options
    for seat in range(players):
        person = PEOPLE[(seat + 1) % players]
        if person == BEN:
            assert new.seats[seat].user == BEN.user and new.seats[seat].name == "Ben"
            continue
        assert not new.seats[seat].taken and picture(new, None)["players"][seat]["kept"]
        for other in (WATCHER, ADMIN, BEN, PEOPLE[(seat + 2) % players]):
            if other != person:
                after.refuse(commands.Sit(seat), other, "seat-taken")
    for seat in range(players):
        if PEOPLE[(seat + 1) % players] != BEN:
            after.do(commands.Sit(seat), PEOPLE[(seat + 1) % players])
    assert new.phase == "playing" and new.seed != old.seed and new.commitment != old.commitment
    assert [seat.user for seat in new.seats] == [seat.user for seat in [*old.seats[1:], old.seats[0]]]


def test_the_owner_of_a_rematch_gives_a_kept_chair_away() -> None:
    house = started("richelieu", 3)
    house.play(random.Random(1))
    after = rematch(house, CLEO)
    after.refuse(commands.Sit(0), DORA, "seat-taken")
    after.do(commands.SetChair(0, None), CLEO)
    after.do(commands.Sit(0), DORA)
    after.do(commands.SetChair(2, "abbot"), CLEO)
    assert after.table.phase == "playing"
    assert [seat.user for seat in after.table.seats] == [DORA.user, CLEO.user, None]


def test_bots_are_there_again_and_a_stand_in_is_not() -> None:
    house = started("richelieu", 4, bots=1)
    house.do(commands.Resign(2), CLEO)
    house.play(random.Random(2))
    house.refuse(commands.Rematch(), CLEO, "not-your-table")
    after = rematch(house, ANNA)
    assert [(seat.user, seat.bot, seat.reserved) for seat in after.table.seats] == [
        (None, None, BEN.user),
        (None, None, None),
        (None, "novice", None),
        (ANNA.user, None, None),
    ]


def test_alone_with_bots_the_next_game_begins_at_once() -> None:
    house = started("cardinal-cards", 3, bots=2)
    house.play(random.Random(3))
    after = rematch(house, ANNA)
    assert after.table.phase == "playing" and after.table.seats[2].user == ANNA.user


def test_who_played_for_several_sits_on_all_their_chairs_again() -> None:
    house = House(agreed("richelieu", [Mine("Ada"), Mine("Bob"), Machine("novice")]))
    rng = random.Random(4)
    while house.table.phase == "playing":
        seat = house.table.acting
        assert seat is not None
        if house.table.seats[seat].bot is None:
            text = rng.choice(house.legal())
            house.do(commands.Decide(seat, house.table.count, text, confirm=True), ANNA)
        else:
            house.finish_turn(rng)
    after = rematch(house, ANNA)
    assert [seat.name for seat in after.table.seats] == ["Bob", "", "Ada"] and after.table.phase == "playing"


def test_there_is_no_rematch_before_the_end() -> None:
    for phase in ("gathering", "playing"):
        at(phase).refuse(commands.Rematch(), ANNA, "not-now")


# Closing.


@pytest.mark.parametrize("phase", ["gathering", "finished"])
@pytest.mark.parametrize("closer", [ANNA, ADMIN])
def test_the_owner_or_an_administrator_closes_a_table(phase: str, closer: Actor) -> None:
    house = at(phase)
    ended = house.table.ended
    for actor in (BEN, WATCHER):
        house.refuse(commands.Close(), actor, "not-the-owner")
    house.now += 77
    assert house.do(commands.Close(), closer) == [events.Closed(closer.user)]
    assert house.table.phase == "closed" and house.table.wakes is None and house.table.acting is None
    assert house.table.ended == (ended if phase == "finished" else house.now)
    for actor in (*PEOPLE, ADMIN, WATCHER):
        for command in (commands.Say("late"), commands.Close(), commands.Sit(1), commands.Rematch(), commands.Start()):
            house.refuse(command, actor, "closed")


def test_a_game_of_several_is_closed_only_by_an_administrator() -> None:
    house = at("playing")
    house.refuse(commands.Close(), ANNA, "not-now")
    house.do(commands.Close(), ADMIN)
    shown = picture(house.table, BEN.user)
    assert shown["phase"] == "closed" and shown["seed"] is None and shown["view"]["legal"] == []
    assert shown["view"]["viewer"] == 1 and not shown["view"]["over"]
    assert house.table.record().fair is None


def test_who_plays_alone_closes_their_game() -> None:
    for chairs in ([Mine(), Machine("novice")], [Mine("A"), Mine("B")]):
        house = House(agreed("richelieu", chairs))
        house.do(commands.Close(), ANNA)
        assert house.table.phase == "closed"


def test_who_only_opened_the_table_does_not_close_the_game_of_another() -> None:
    house = House(agreed("richelieu", [Open(), Machine("novice")]), owner=WATCHER)
    house.do(commands.Sit(0), BEN)
    house.refuse(commands.Close(), WATCHER, "not-now")


def test_a_finished_game_stays_open_to_all_after_closing() -> None:
    house = at("finished")
    before = picture(house.table, None)
    house.do(commands.Close(), ANNA)
    after = picture(house.table, None)
    assert after.pop("phase") == "closed" and before.pop("phase") == "finished" and after == before
    assert house.table.record().fair is not None
