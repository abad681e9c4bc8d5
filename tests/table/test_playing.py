"""Decision by decision: what waits for a confirmation, what can be taken back, and what is too late."""

from __future__ import annotations

import random

import pytest

from eminence import State
from eminence.table import commands, events, picture
from tests.table.house import GAMES, PEOPLE, SOME, WATCHER, House, possible, started


def fresh_look(state: State, seat: int) -> object:
    """All that a seat knows of tokens or the pile: it grows when something is revealed to it, and by nothing else."""
    facts = state.facts()
    if "face" not in facts:
        return facts["pile_size"], facts["half"]
    return [holder == seat for holder in facts["holder"]]


def truth(house: House) -> tuple[object, list[int]]:
    """The whole truth of a position."""
    return house.table.truth.facts(), house.table.truth.history


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_a_whole_game_decision_by_decision(name: str, players: int) -> None:
    """Against a plain state that is played beside it."""
    rng = random.Random(f"{name}{players}")
    house = started(name, players, salt=name)
    table = house.table
    beside = table.game.deal(bytes.fromhex(table.seed), players=players, start=table.start)
    while not beside.over:
        assert table.acting == beside.seat and table.count == len(beside.history)
        action = rng.choice(beside.legal)
        turn, seat = beside.turn, beside.seat
        beside.play(action)
        ends = beside.turn != turn or bool(beside.over)
        before = truth(house)
        text = table.game.notation(action)
        at_once = rng.random() < 0.5
        found = house.decide(text, confirm=at_once)
        assert found[0] == events.Decided(seat, text, ends)
        if ends and not at_once:
            assert len(found) == 1 and table.pending == action and truth(house) == before
            assert table.acting == seat and table.count == len(beside.history)
            for user, place in ((PEOPLE[seat].user, seat), (None, None)):
                shown = picture(table, user, place)
                assert shown["pending"] == text and shown["view"]["legal"] == [] and shown["view"]["seat"] == seat
            house.refuse(commands.Decide(seat, table.count, text), PEOPLE[seat], "confirm-first")
            found += house.confirm()
        assert found[1:2] == ([events.Confirmed(seat)] if ends else [])
        assert table.pending is None and truth(house) == (beside.facts(), beside.history)
    sheet = beside.sheet()
    assert found[2:] == [events.Finished(sheet.totals, sheet.ranks, sheet.winners)]
    assert table.phase == "finished" and table.result == found[2] and table.acting is None and table.wakes is None
    shown = picture(table, None)
    assert shown["seed"] == table.seed and shown["view"]["over"] and shown["result"]["scores"] == list(sheet.totals)
    assert shown["view"]["standing"]["final"]
    for seat in range(players):
        house.refuse(commands.Decide(seat, table.count, "A1"), PEOPLE[seat], "not-now")
        house.refuse(commands.Undo(seat, table.count), PEOPLE[seat], "not-now")
        house.refuse(commands.Confirm(seat, table.count), PEOPLE[seat], "not-now")


@pytest.mark.parametrize(("name", "players"), SOME)
def test_only_what_the_rules_allow_is_decided(name: str, players: int) -> None:
    rng = random.Random(name)
    house = started(name, players)
    table = house.table
    for _ in range(40):
        seat, state = house.seat, table.truth
        legal = set(state.legal)
        for action in rng.sample(range(table.game.actions), 60):
            text = table.game.notation(action)
            if action in legal or text.startswith("#"):
                continue
            error = house.refuse(commands.Decide(seat, table.count, text), PEOPLE[seat], "illegal")
            assert error.params == {"decision": text, "reason": state.why_not(action)}
        assert all(possible(table, action) for action in legal)
        for text in ("", " ", "Z9", "A1 A2", "#7", "💥", "x" * 20):
            house.refuse(commands.Decide(seat, table.count, text), PEOPLE[seat], "bad-notation")
        house.decide(rng.choice(house.legal()), confirm=True)


@pytest.mark.parametrize(("name", "players"), SOME)
def test_a_command_for_a_position_that_is_past_or_to_come_is_outdated(name: str, players: int) -> None:
    rng = random.Random(name)
    house = started(name, players)
    for step in range(30):
        seat, count = house.seat, house.table.count
        for at in {count - 1, count + 1, 0, 1000} - {count, -1}:
            for command in (
                commands.Decide(seat, at, house.legal()[0]),
                commands.Undo(seat, at),
                commands.Confirm(seat, at),
            ):
                assert house.refuse(command, PEOPLE[seat], "outdated").params == {"given": at, "expected": count}
        if house.table.pending is not None:
            house.confirm()
        else:
            house.decide(rng.choice(house.legal()), confirm=step % 3 == 0)


@pytest.mark.parametrize(("name", "players"), SOME)
def test_who_is_not_to_act_waits(name: str, players: int) -> None:
    rng = random.Random(name)
    house = started(name, players)
    for _ in range(12):
        for seat in set(range(players)) - {house.seat}:
            for command in (
                commands.Decide(seat, house.table.count, house.legal()[0]),
                commands.Undo(seat, house.table.count),
                commands.Confirm(seat, house.table.count),
            ):
                assert house.refuse(command, PEOPLE[seat], "not-your-turn").params == {"seat": house.seat}
        house.decide(rng.choice(house.legal()), confirm=True)


def test_a_turn_that_is_not_finished_is_not_confirmed() -> None:
    house = started("cardinal-board", 3)
    house.refuse(commands.Confirm(house.seat, 0), PEOPLE[house.seat], "turn-not-finished")
    house.decide(next(text for text in house.legal() if text.startswith("~")))
    house.refuse(commands.Confirm(house.seat, 1), PEOPLE[house.seat], "turn-not-finished")


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_undo_reaches_back_to_the_last_thing_revealed(name: str, players: int) -> None:
    """A token seen or a card drawn stays; everything after it can be taken back and lands where it was."""
    rng = random.Random(f"{name}{players}")
    house = started(name, players, salt=players)
    table = house.table
    revealed = undone = 0
    for _ in range(60):
        if table.phase != "playing":
            break
        seat, turn = house.seat, table.truth.turn
        path = [(truth(house), table.pending)]
        floor = 0
        while table.pending is None:
            looked = fresh_look(table.truth, seat)
            house.decide(rng.choice(house.legal()))
            path.append((truth(house), table.pending))
            if table.pending is None and fresh_look(table.truth, seat) != looked:
                floor = len(path) - 1
            assert table.undoable == len(path) - 1 - floor
            for user, place in ((PEOPLE[seat].user, seat), (PEOPLE[seat - 1].user, None), (WATCHER.user, None)):
                assert picture(table, user, place)["undo"] == (table.undoable if place == seat else 0)
        back = rng.randrange(table.undoable + 1) if rng.random() < 0.5 else table.undoable
        for _ in range(back):
            count = table.count
            assert house.undo() == [events.Undone(seat)]
            path.pop()
            undone += 1
            assert (truth(house), table.pending) == path[-1] and table.count == count - 1
            assert house.seat == seat and table.truth.turn == turn
        if table.undoable == 0:
            code = "revealed" if floor else "nothing-to-undo"
            house.refuse(commands.Undo(seat, table.count), PEOPLE[seat], code)
        revealed += floor > 0
        house.finish_turn(rng)
    assert undone > 20 and revealed > 0


@pytest.mark.parametrize(("name", "players"), SOME)
def test_undo_does_not_reach_into_the_turn_before(name: str, players: int) -> None:
    rng = random.Random(name)
    house = started(name, players)
    for _ in range(10):
        house.refuse(commands.Undo(house.seat, house.table.count), PEOPLE[house.seat], "nothing-to-undo")
        house.finish_turn(rng)


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_what_waits_for_a_confirmation_has_shown_nothing(name: str, players: int) -> None:
    """A card from the pile or a token that would end the turn is seen only after the confirmation."""
    rng = random.Random(f"{name}/{players}")
    house = started(name, players)
    table = house.table
    while table.phase == "playing":
        seat = house.seat
        text = rng.choice(house.legal())
        before = [picture(table, PEOPLE[viewer].user, viewer) for viewer in range(players)]
        house.decide(text)
        if table.pending is None:
            continue
        for viewer, shown in enumerate(before):
            now = picture(table, PEOPLE[viewer].user, viewer)
            assert now.pop("pending") == text and now.pop("count") == shown.pop("count") + 1
            assert now.pop("undo") == shown.pop("undo") + (viewer == seat)
            assert now["view"].pop("legal") == [] and shown["view"].pop("legal") is not None
            assert shown.pop("pending") is None and now == shown
        house.confirm()


def test_the_same_decision_can_be_made_again_after_an_undo() -> None:
    house = started("richelieu", 3)
    text = house.legal()[0]
    for _ in range(5):
        house.decide(text)
        house.undo()
    assert house.table.count == 0 and house.table.truth.history == []


def test_the_next_turn_is_another_ones_or_ones_own_if_the_others_cannot_go_on() -> None:
    """D13: who can take nothing is passed over; a turn ends all the same."""
    again = 0
    for salt in range(30):
        house = started("richelieu-duel", 2, salt=salt)
        rng = random.Random(salt)
        while house.table.phase == "playing":
            seat = house.seat
            found = house.finish_turn(rng)
            confirmed = [event for event in found if isinstance(event, events.Confirmed)]
            assert confirmed == [events.Confirmed(seat)]
            again += house.table.acting == seat
    assert again > 0
