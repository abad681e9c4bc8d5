"""Nobody acts for another: every command by every wrong party, at every moment of a table's life, changes nothing."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from eminence.table import Actor, Command, Refusal, Table, commands, events, handle
from eminence.table.settings import LiveClock, Machine, Mine, Open
from tests.table.house import (
    ADMIN,
    ANNA,
    BEN,
    CLEO,
    NOBODY,
    PEOPLE,
    WATCHER,
    House,
    agreed,
    every_command,
    inner,
    started,
)

OWN = (
    commands.Leave,
    commands.Decide,
    commands.Undo,
    commands.Confirm,
    commands.TakeBack,
    commands.Answer,
    commands.Resign,
)
OWNERS = (commands.SetChair, commands.Start, commands.Mute, commands.Close)
PARTIES = (*PEOPLE, WATCHER, ADMIN, Actor("novice", "Novice"), Actor("None", ""), Actor("u-anna ", "Anna"))
CODES = {
    commands.Claim: {"not-your-table", "not-now", "no-such-seat"},
    commands.Rematch: {"not-your-table", "not-now"},
    commands.Say: {"muted"},
    commands.Sit: {"seat-taken", "not-now", "no-such-seat"},
}


def may(table: Table, command: Command, actor: Actor) -> bool:
    """Whether this is a party from whom such a command could come at all."""
    if isinstance(command, OWN):
        return command.seat < len(table.seats) and table.seats[command.seat].user == actor.user
    if isinstance(command, OWNERS):
        return actor.admin or actor.user == table.owner
    sitting = [seat for seat in table.seats if seat.user == actor.user]
    match command:
        case commands.Claim(seat):
            return bool(sitting) and seat < len(table.seats) and table.seats[seat].user != actor.user
        case commands.Rematch():
            return bool(sitting)
        case commands.Sit(seat):
            return seat < len(table.seats) and table.seats[seat].reserved in (None, actor.user)
    return actor.user not in table.muted


def moments() -> Iterator[tuple[str, House]]:
    """A table at every moment of its life."""
    rng = random.Random(1)
    house = House(agreed("richelieu", [Mine(), Open(), Machine("novice"), Open()], prompt=False))
    yield "gathering", house
    house.do(commands.Sit(1), BEN)
    house.do(commands.Sit(3), CLEO)
    house.do(commands.Mute(CLEO.user), ANNA)
    yield "all there", house
    house.do(commands.Start(), ANNA)
    yield "dealt", house
    house.play(rng, 5)
    while house.table.seats[house.seat].bot is not None:
        house.finish_turn(rng)
    house.decide(house.legal()[0])
    yield "in a turn", house
    while house.table.pending is None:
        house.decide(rng.choice(house.legal()))
    yield "to be confirmed", house
    house.do(commands.TakeBack(0), ANNA)
    yield "asked", house
    house.do(commands.Answer(1, True), BEN)
    yield "asked, and one agreed", house
    house.now += 86_400_000
    yield "after a day", house
    house.do(commands.Resign(3), CLEO)
    yield "with a stand-in", house
    house.play(rng)
    yield "finished", house
    house.do(commands.Rematch(), BEN)
    yield "with a rematch", house
    house.do(commands.Close(), ANNA)
    yield "closed", house


def test_every_command_by_every_wrong_party_is_refused_and_changes_nothing() -> None:
    rng = random.Random(2)
    refused = accepted = 0
    kinds = set()
    for name, house in moments():
        before = inner(house.table)
        for actor in PARTIES:
            for seat in range(5):
                for command in every_command(house.table, seat, rng):
                    wrong = not may(house.table, command, actor)
                    try:
                        handle(house.table, command, actor, house.moment())
                    except Refusal as error:
                        refused += wrong
                        if wrong and name != "closed":
                            expected = {"not-your-seat", "no-such-seat"} if isinstance(command, OWN) else set()
                            expected |= {"not-the-owner"} if isinstance(command, OWNERS) else set()
                            expected |= CODES.get(type(command), set())
                            assert error.code in expected, (name, actor, command, error)
                        assert error.code != "closed" or name == "closed"
                    else:
                        assert not wrong, (name, actor, command)
                        accepted += 1
                        kinds.add(type(command))
                    assert inner(house.table) == before
    assert refused > 3000 and accepted > 300
    assert kinds == set(commands.Command.__args__)  # every command was somebody's right at some moment


def test_what_is_allowed_happens_to_the_right_seat() -> None:
    """The events of a command are about the seat it was for."""
    rng = random.Random(3)
    for _, house in moments():
        for actor in PARTIES:
            for seat in range(5):
                for command in every_command(house.table, seat, rng):
                    try:
                        found = handle(house.table, command, actor, house.moment())
                    except Refusal:
                        continue
                    for event in found:
                        if isinstance(event, events.TakenBack):
                            assert house.table.offer is not None and event.seat == house.table.offer.seat
                        elif hasattr(event, "seat"):
                            assert event.seat == seat == command.seat  # type: ignore[union-attr]
                        elif hasattr(event, "user") and not isinstance(event, events.Muted):
                            assert event.user == actor.user
                    if isinstance(found[0], events.Seated):
                        assert found[0].user == actor.user


@pytest.mark.parametrize("phase", ["gathering", "playing"])
def test_who_was_replaced_has_no_right_left(phase: str) -> None:
    house = House(agreed("richelieu", [Mine(), Open(), Open()]))
    house.do(commands.Sit(1), BEN)
    if phase == "gathering":
        house.do(commands.SetChair(1, "novice"), ANNA)
    else:
        house.do(commands.Sit(2), CLEO)
        house.do(commands.Leave(1), BEN)
    for kind in OWN:
        for command in every_command(house.table, 1, random.Random(1)):
            if isinstance(command, kind):
                house.refuse(command, BEN, "not-your-seat")


def test_an_administrator_does_not_play_for_others() -> None:
    house = started("richelieu", 3, clock=LiveClock(60))
    for seat in range(3):
        for command in every_command(house.table, seat, random.Random(seat)):
            if isinstance(command, OWN):
                house.refuse(command, ADMIN, "not-your-seat")


def test_nobody_may_do_nothing() -> None:
    rng = random.Random(4)
    for _, house in moments():
        for seat in range(5):
            for command in every_command(house.table, seat, rng):
                house.refuse(command, NOBODY, "who-are-you")
    with pytest.raises(Refusal, match="who-are-you"):
        House(agreed("richelieu", 2), owner=NOBODY)
