"""A finished turn is taken back if everybody agrees."""

from __future__ import annotations

import random
from typing import Any

import pytest

from eminence.table import Table, commands, events, picture
from eminence.table.settings import LiveClock, Machine, Mine
from tests.table.house import ANNA, BEN, CLEO, GAMES, PEOPLE, SOME, WATCHER, House, agreed, started


def positions(house: House, rng: random.Random, turns: int) -> list[tuple[int, int, dict[str, Any]]]:
    """Play turns; seat, number of decisions and the position before each of them."""
    found = []
    for _ in range(turns):
        state = house.table.truth
        found.append((house.seat, state.decisions, state.facts()))
        house.finish_turn(rng)
    return found


def agree(house: House, asker: int) -> list[events.Event]:
    """All others agree; what came of the last answer."""
    found: list[events.Event] = []
    for seat in house.table.persons:
        if seat != asker:
            assert house.table.offer is not None
            found = house.do(commands.Answer(seat, True), PEOPLE[seat])
    return found


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_with_the_consent_of_all_a_turn_is_taken_back(name: str, players: int) -> None:
    """Of two to five players every other one is asked, whoever asks."""
    rng = random.Random(name)
    for asker in range(players):
        house = started(name, players, salt=asker)
        played = positions(house, rng, 3 * players)
        house.decide(rng.choice(house.legal()))
        _, to, before = max((p for p in played if p[0] == asker), key=lambda p: p[1])
        assert house.do(commands.TakeBack(asker), PEOPLE[asker]) == [events.Asked(asker, to)]
        assert picture(house.table, None)["offer"] == {"seat": asker, "agreed": []}
        answered = agree(house, asker)
        assert answered[1:] == [events.TakenBack(asker, to)]
        table = house.table
        assert table.offer is None and table.acting == asker and table.count == to and table.pending is None
        assert table.truth.facts() == before and table.undoable == 0
        house.refuse(commands.Undo(asker, to), PEOPLE[asker], "nothing-to-undo")
        house.play(rng)
        assert table.phase == "finished"
        assert table.truth.history == Table.of("t", house.log).truth.history
        assert table.record().replay().history == table.truth.history


@pytest.mark.parametrize(("name", "players"), SOME)
def test_one_no_is_enough(name: str, players: int) -> None:
    rng = random.Random(name)
    for refuser in range(players):
        house = started(name, players)
        positions(house, rng, players + 1)
        asker = (refuser + 1) % players
        house.do(commands.TakeBack(asker), PEOPLE[asker])
        for seat in set(range(players)) - {asker, refuser}:
            house.do(commands.Answer(seat, True), PEOPLE[seat])
            house.refuse(commands.Answer(seat, True), PEOPLE[seat], "answered-already")
        history = house.table.truth.history
        assert house.do(commands.Answer(refuser, False), PEOPLE[refuser]) == [events.Answered(refuser, False)]
        assert house.table.offer is None and house.table.truth.history == history
        house.refuse(commands.Answer(refuser, True), PEOPLE[refuser], "nothing-asked")
        house.do(commands.TakeBack(asker), PEOPLE[asker])  # one may ask again


def test_who_asked_can_withdraw_but_not_agree() -> None:
    house = started("richelieu", 3)
    positions(house, random.Random(1), 4)
    house.do(commands.TakeBack(0), ANNA)
    house.refuse(commands.Answer(0, True), ANNA, "not-yours-to-answer")
    house.refuse(commands.TakeBack(0), ANNA, "asked-already")
    assert house.refuse(commands.TakeBack(1), BEN, "asked-already").params == {"seat": 0}
    house.do(commands.Answer(0, False), ANNA)
    assert house.table.offer is None


def test_who_changes_their_mind_says_no() -> None:
    house = started("richelieu", 3)
    positions(house, random.Random(1), 4)
    house.do(commands.TakeBack(0), ANNA)
    house.do(commands.Answer(1, True), BEN)
    house.do(commands.Answer(1, False), BEN)
    assert house.table.offer is None


def test_there_must_be_a_finished_turn() -> None:
    house = started("cardinal-board", 3, start=1)
    for seat in range(3):
        house.refuse(commands.TakeBack(seat), PEOPLE[seat], "nothing-to-undo")
    house.decide(next(text for text in house.legal() if text.startswith("~")))
    house.refuse(commands.TakeBack(1), BEN, "nothing-to-undo")
    house.finish_turn(random.Random(1))
    house.refuse(commands.TakeBack(2), CLEO, "nothing-to-undo")
    assert house.do(commands.TakeBack(1), BEN) == [events.Asked(1, 0)]
    for actor in (ANNA, CLEO, WATCHER):
        house.refuse(commands.Answer(1, True), actor, "not-your-seat")


def test_an_offer_ends_with_the_turn() -> None:
    rng = random.Random(3)
    for confirm in (True, False):
        house = started("richelieu-duel", 2)
        positions(house, rng, 3)
        asker = 1 - house.seat
        house.do(commands.TakeBack(asker), PEOPLE[asker])
        while house.table.pending is None and house.table.offer is not None:
            house.decide(rng.choice(house.legal()), confirm=confirm)
            if house.table.pending is not None:
                assert house.table.offer is not None
                house.confirm()
        assert house.table.offer is None
        other = 1 - asker
        house.refuse(commands.Answer(other, True), PEOPLE[other], "nothing-asked")


def test_an_offer_ends_when_somebody_gives_up() -> None:
    for leaver in range(3):
        house = started("richelieu", 3)
        positions(house, random.Random(leaver), 4)
        house.do(commands.TakeBack(0), ANNA)
        house.do(commands.Resign(leaver), PEOPLE[leaver])
        assert house.table.offer is None


@pytest.mark.parametrize(("name", "players"), [("richelieu-duel", 2), ("cardinal-cards", 5), ("cardinal-board", 3)])
def test_bots_do_not_mind(name: str, players: int) -> None:
    rng = random.Random(name)
    house = started(name, players, bots=players - 1)
    played = positions(house, rng, 2 * players + 1)
    to = max(count for seat, count, _ in played if seat == 0)
    assert house.do(commands.TakeBack(0), ANNA) == [events.Asked(0, to), events.TakenBack(0, to)]
    assert house.table.count == to and house.seat == 0 and house.table.offer is None
    while house.table.phase == "playing" and house.table.truth.history:
        try_ = [seat for seat, actions in house.table.truth.turns if seat == 0]
        if not try_:
            break
        house.do(commands.TakeBack(0), ANNA)
    house.refuse(commands.TakeBack(0), ANNA, "nothing-to-undo")


def test_bots_among_several_people_are_not_asked() -> None:
    house = started("richelieu", 4, bots=2)
    positions(house, random.Random(4), 6)
    house.do(commands.TakeBack(1), BEN)
    assert house.do(commands.Answer(0, True), ANNA)[1:] == [events.TakenBack(1, house.table.count)]


def test_who_plays_for_several_is_asked_only_by_others() -> None:
    house = House(agreed("richelieu", [Mine("A"), Mine("B"), Machine("novice")]))
    positions(house, random.Random(5), 5)
    assert isinstance(house.do(commands.TakeBack(1), ANNA)[-1], events.TakenBack)


def test_taking_back_costs_whoever_was_to_act_the_time_it_took() -> None:
    house = started("richelieu-duel", 2, clock=LiveClock(100), start=0)
    house.now += 1_000
    house.finish_turn(random.Random(1))
    assert house.table.left == [99_000, 100_000]
    house.now += 3_000
    house.do(commands.TakeBack(0), ANNA)
    house.now += 4_000
    house.do(commands.Answer(1, True), BEN)
    assert house.table.left == [99_000, 93_000] and house.table.since == house.now
    assert house.table.deadline == house.now + 99_000
