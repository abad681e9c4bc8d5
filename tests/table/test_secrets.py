"""Whatever a recipient cannot know may be otherwise: every picture, event and refusal stays the same to the byte."""

from __future__ import annotations

import copy
import random
from typing import Any

import msgspec
import pytest

from eminence import Game, State
from eminence.errors import EminenceError, IllegalDecision
from eminence.game import open_view
from eminence.table import Actor, Command, Event, Pictures, Refusal, Table, commands, events, handle, picture
from tests.table.house import GAMES, PEOPLE, SOME, WATCHER, House, every_command, muddle, started
from tests.test_secrecy import dealt, what_is_seen

Viewer = int | None


def seen(table: Table, viewer: Viewer) -> bytes:
    """The picture that a recipient gets, to the byte, without the commitment, which is a hash of the secret."""
    shown = bytes(Pictures(table).of(None if viewer is None else PEOPLE[viewer].user, viewer))
    assert b'"seed":null' in shown
    return shown.replace(table.commitment.encode() or b"?", b"")


def other_world(table: Table, viewer: Viewer, rng: random.Random) -> Table:
    """The same table in a world that the viewer cannot tell from the true one: all that is hidden is dealt anew."""
    other = Table(table.id)
    other.__dict__.update(table.__dict__)
    other.state = table.truth.view(viewer).resample(rng)
    return other


def differs(one: State, other: State) -> bool:
    """Whether two worlds are not the same."""
    return one.facts() != other.facts() or hidden_pile(one) != hidden_pile(other)


def hidden_pile(state: State) -> list[int]:
    """The order of the pile, in the board game."""
    return state.pile_order() if hasattr(state, "pile_order") else []


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_pictures_do_not_depend_on_what_a_recipient_cannot_know(name: str, players: int) -> None:
    """After every event of a muddled game, for every seat and for one who watches (D2, D10, D15, B3, B11, B13)."""
    rng = random.Random(f"{name}{players}")
    house = started(name, players, bots=players > 4, salt=players)
    compared = 0
    while house.table.phase == "playing" and len(house.log) < 350:
        muddle(house, rng)
        if house.table.phase != "playing":
            break
        for viewer in rng.sample([*house.table.persons, None], 2):
            other = other_world(house.table, viewer, rng)
            assert seen(other, viewer) == seen(house.table, viewer)
            compared += differs(other.truth, house.table.truth)
    assert compared > 50


@pytest.mark.parametrize(("name", "players"), SOME)
def test_a_picture_shows_just_what_the_view_of_its_seat_shows(name: str, players: int) -> None:
    """It is put together of a part for all and a part for the seat; nothing is missing and nothing is another's."""
    rng = random.Random(name)
    house = started(name, players)
    table = house.table
    while table.phase == "playing" and len(house.log) < 200:
        muddle(house, rng)
        if table.phase != "playing":
            break
        for viewer in (*range(players), None):
            shown = picture(table, None if viewer is None else PEOPLE[viewer].user, viewer)
            view = table.truth.view(viewer)
            expected = view.present() | {"laid": view.laid()} | ({} if table.pending is None else {"legal": []})
            assert shown["view"] == msgspec.json.decode(msgspec.json.encode(expected))
            assert shown["seat"] == viewer and shown["yours"] == ([] if viewer is None else [viewer])
    house.play(rng)
    end = open_view(table.game, table.truth)
    whole = msgspec.json.decode(msgspec.json.encode(end.present() | {"laid": end.laid()}))
    assert all(picture(table, PEOPLE[viewer].user)["view"] == whole for viewer in range(players))


def outcome(table: Table, command: Command, actor: Actor, house: House) -> Any:
    """What comes of a command, as everybody may see it."""
    try:
        found = handle(table, command, actor, house.moment())
    except Refusal as error:
        return error.code, error.params
    return [events.public(event) for event in found]


@pytest.mark.parametrize(("name", "players"), SOME)
def test_rulings_do_not_depend_on_what_their_party_cannot_know(name: str, players: int) -> None:
    """Every command, and every decision there is: refused or carried out alike, as long as the game goes on."""
    rng = random.Random(name)
    house = started(name, players)
    table = house.table
    answers = set()
    for _ in range(45):
        muddle(house, rng)
        if table.phase != "playing":
            break
        for viewer in (house.seat, rng.choice([*range(players), None])):
            actor = WATCHER if viewer is None else PEOPLE[viewer]
            other = other_world(table, viewer, rng)
            decisions = [table.game.notation(action) for action in rng.sample(range(table.game.actions), 25)]
            decisions += [table.game.notation(action) for action in table.truth.view(viewer).legal[:10]]
            tries: list[Command] = [commands.Decide(house.seat, table.count, text, confirm=True) for text in decisions]
            tries += every_command(table, house.seat if viewer is None else viewer, rng)
            for command in tries:
                found = outcome(table, command, actor, house)
                if isinstance(found, list) and found[-1]["kind"] == "finished":
                    continue  # now all is turned over
                assert outcome(other, command, actor, house) == found
                answers.add(found[0] if isinstance(found, tuple) else found[0]["kind"] if found else "")
    assert {"illegal", "decided", "not-your-turn", "not-your-seat", "undone"} <= answers


# Whole games on another deal.


def another_deal(house: House, viewer: Viewer, rng: random.Random) -> dict[str, Any] | None:
    """A deal under which the viewer would have seen just the same up to now; None if none was found."""
    table = house.table
    truth = table.truth
    deal = dealt(truth)
    if "tokens" in deal:
        facts = truth.view(viewer).resample(rng).facts()
        box = table.game.box.contents
        code = box.token_code  # type: ignore[union-attr]
        return deal | {
            "tokens": [code(face) for face in facts["face"]],
            "removed": sorted(code(face) for face in facts["rest"]),
        }
    for _ in range(60):
        hands = [list(hand) for hand in deal["hands"]]
        other = deal | {"hands": hands, "pile": list(deal["pile"])}
        places = [(hand, i) for hand in hands for i in range(len(hand))]
        places += [(other["pile"], i) for i in range(len(other["pile"]))]
        if "second" in deal:
            other["second"] = list(deal["second"])
            places = [(other["second"], i) for i in range(len(other["second"]))]
        for _ in range(rng.randrange(1, 4)):
            (one, i), (two, j) = rng.sample(places, 2)
            one[i], two[j] = two[j], one[i]
        if course(table, other, viewer) == course(table, deal, viewer) is not None:
            return other
    return None


def course(table: Table, deal: dict[str, Any], viewer: Viewer) -> Any:
    """All that a viewer saw of the game so far on a deal, by the rules pages; None if it could not have been."""
    try:
        state = table.game.begin(deal, players=len(table.seats), start=table.start)
        found = [what_is_seen(state, viewer)]
        for action in table.truth.history:
            state.play(action)
            found.append(what_is_seen(state, viewer))
    except (EminenceError, ValueError):
        return None
    return found if dealt(state) == deal else None


def fixed(game: Game, deal: dict[str, Any]) -> Game:
    """The game, dealing these cards whatever the seed."""
    own = copy.copy(game)
    vars(own)["deal"] = lambda seed, players, start: own.begin(deal, players=players, start=start)
    return own


def retold(log: list[tuple[int, Event]], deal: dict[str, Any], viewer: Viewer) -> tuple[list[Any], list[bytes]] | None:
    """What a recipient saw by the rules pages, and what they got, after every event of a table with these cards.

    None if that could not have been.
    """
    table = Table("t")
    by_rules, got = [], []
    for at, event in log:
        try:
            table.apply(event, at)
        except IllegalDecision:
            return None
        if isinstance(event, events.Created):
            table.game = fixed(table.game, deal)
        by_rules.append(None if table.state is None else what_is_seen(table.truth, viewer))
        got.append(seen(table, viewer) + msgspec.json.encode(events.public(event) | {"commitment": None}))
    return by_rules, got


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_a_whole_game_looks_the_same_on_every_deal_that_it_could_have_had(name: str, players: int) -> None:
    """The same log on other cards: every picture and every event since the first, for every recipient."""
    rng = random.Random(f"{name}/{players}")
    compared = 0
    for length in (12, 40, 110):
        house = started(name, players, salt=length)
        while house.table.phase == "playing" and len(house.log) < length:
            muddle(house, rng)
        deal = dealt(house.table.truth)
        for viewer in (*range(players), None):
            other = another_deal(house, viewer, rng)
            if other is None or other == deal:
                continue
            told, alternative = retold(house.log, deal, viewer), retold(house.log, other, viewer)
            assert told is not None
            if alternative is None or alternative[0] != told[0]:  # what was taken back had been seen, too
                continue
            assert alternative[1] == told[1]
            compared += 1
    assert compared > players


def test_the_two_ends_of_a_secret() -> None:
    """A test of the tests: who does know sees the difference."""
    house = started("cardinal-cards", 3)
    rng = random.Random(1)
    while not any(holder == 0 for holder in house.table.truth.facts()["holder"]):
        house.finish_turn(rng)
    found = set()
    for _ in range(30):
        other = other_world(house.table, None, rng)
        found.add(seen(other, 0) == seen(house.table, 0))
        assert seen(other, None) == seen(house.table, None)
    assert found == {True, False}


def test_the_seed_stays_in_the_house_until_the_end() -> None:
    house = started("richelieu", 3, leavers="end")
    rng = random.Random(2)
    for _ in range(12):
        house.finish_turn(rng)
        for viewer in (0, 1, 2, None):
            shown = picture(house.table, None if viewer is None else PEOPLE[viewer].user, viewer)
            assert house.table.seed.encode() not in msgspec.json.encode(shown)
    house.do(commands.Resign(0), PEOPLE[0])
    assert picture(house.table, None)["seed"] == house.table.seed
