"""A finished game is taken up again in its middle, to try something out."""

from __future__ import annotations

import pytest

from eminence.table import Refusal, Table, branch, picture
from tests.table.house import PEOPLE, SOME, started


@pytest.mark.parametrize(("name", "players"), SOME)
def test_a_finished_game_is_taken_up_after_any_turn(name: str, players: int) -> None:
    house = started(name, players)
    while house.table.phase == "playing":
        house.decide(house.table.game.notation(house.table.truth.legal[0]), confirm=True)
    table, actor = house.table, PEOPLE[1]
    turns = table.truth.turns
    for turn in (0, 1, len(turns) // 2, len(turns) - 1):
        found = branch(table, turn, 1, "abbot", actor, house.moment())
        again = Table.of("again", [(5, event) for event in found])
        assert again.phase == "playing" and again.origin == table.id and again.branched
        assert again.truth.history == table.truth.history[: sum(len(actions) for _, actions in turns[:turn])]
        assert again.commitment == table.commitment and again.undoable == 0
        assert [seat.user for seat in again.seats] == [actor.user if seat == 1 else None for seat in range(players)]
        assert picture(again, actor.user)["seed"] is None
        assert again.record().game.id == name
    for turn, seat, level, code in (
        (len(turns), 1, "abbot", "no-such-turn"),
        (0, players, "abbot", "no-such-seat"),
        (0, 1, "nobody", "unknown-bot"),
    ):
        with pytest.raises(Refusal) as refused:
            branch(table, turn, seat, level, actor, house.moment())
        assert refused.value.code == code


def test_only_a_finished_game_is_taken_up() -> None:
    house = started("richelieu-duel", 2)
    with pytest.raises(Refusal) as refused:
        branch(house.table, 0, 0, "abbot", PEOPLE[0], house.moment())
    assert refused.value.code == "not-now"
