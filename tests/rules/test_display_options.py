"""Options: the short rules of the duel, and which game has which."""

from __future__ import annotations

import pytest

import eminence
from eminence import OptionError
from tests.rules.tables import (
    collected,
    decide,
    facts,
    held,
    markers_of,
    points,
    put_by,
    reason,
    spend,
    table,
    to_marker_step,
    until,
)


@pytest.mark.parametrize("short", [True, False])
def test_short_rules_let_a_marker_be_moved_while_some_are_in_supply(short: bool) -> None:
    """D34, D11: the full rulebook refuses it as long as one can be put."""
    state = until(put_by(table("richelieu-duel", 2, short_rules=short), 0, "C6"), 0)
    to_marker_step(state)
    assert reason(state, "@C7") is None
    assert reason(state, "C6>") == (None if short else "supply-before-moving")
    if short:
        decide(state, "C6>")
        assert reason(state, "@C6") == "same-card"
        decide(state, "@C7")
        assert markers_of(state, 0) == (2, 0, {"C7"})
        assert state.seat == 1


def test_short_rules_still_move_with_an_empty_supply_and_only_ones_own() -> None:
    """D34, D11: what the full rulebook allows stays allowed, and what it refuses else stays refused."""
    state = put_by(put_by(table("richelieu-duel", 2, short_rules=True), 0, "C5", "C6", "C7"), 1, "C8")
    to_marker_step(until(state, 0))
    assert reason(state, "@B6") == "supply-empty"
    assert reason(state, "C8>") == "not-your-marker"
    decide(state, "C7>")
    assert reason(state, "@C8") == "already-marked"


@pytest.mark.parametrize("short", [True, False])
def test_short_rules_do_not_ask_for_a_marker_where_none_is(short: bool) -> None:
    """D34, D11: with all markers in the box there is nothing to put or to move."""
    state = until(
        spend(table("richelieu-duel", 2, {"A1": "anjou:2"}, short_rules=short), 1, 3, keep=("A1",)), 1, ("A1",)
    )
    decide(state, "A1")
    assert state.seat == 0


@pytest.mark.parametrize("short", [True, False])
def test_short_rules_let_a_token_prevent_the_minus_five_of_a_region(short: bool) -> None:
    """D34, D21: the rulebooks' example: all of Provence against the token: 7 and 0, or 7 and -5."""
    state = collected("richelieu-duel", 2, ["bourgogne:1", "provence:*"], ["crest:provence"], short_rules=short)
    assert "crest:provence" in held(state, 0)
    assert points(state, "crests:provence") == [0, 7]
    assert points(state, "regions") == [0 if short else -5, 0]


@pytest.mark.parametrize("short", [True, False])
def test_short_rules_let_a_token_prevent_the_minus_five_of_a_symbol(short: bool) -> None:
    """D34, D25: all swords against the token: 9 and 0, or 9 and -5."""
    state = collected("richelieu-duel", 2, ["", "*:1+sword"], ["symbol:sword"], short_rules=short)
    assert "symbol:sword" in held(state, 0)
    assert points(state, "symbol:sword") == [0 if short else -5, 9]


def test_under_short_rules_a_token_of_another_region_does_not_help() -> None:
    """D34, D21, D25: it must match."""
    state = collected(
        "richelieu-duel",
        2,
        ["", "provence:* *:1+sword"],
        ["crest:anjou symbol:cross"],
        away=("crest:provence", "symbol:sword"),
        short_rules=True,
    )
    assert not {code.split(":")[0] for code in facts(state, "collections")[0]} & {"provence"}
    assert points(state, "regions")[0] == -5
    assert points(state, "symbol:sword") == [-5, 9]


def test_the_short_rules_are_off_by_default_and_only_for_the_duel() -> None:
    """D34: no other game has them."""
    assert eminence.game("richelieu-duel").options == {"early_end": False, "short_rules": False}
    for name in ("richelieu", "cardinal-cards"):
        with pytest.raises(OptionError):
            eminence.game(name, short_rules=True)


@pytest.mark.parametrize(
    ("name", "allowed"), [("richelieu-duel", {2}), ("richelieu", {2, 3, 4}), ("cardinal-cards", {3, 4, 5})]
)
def test_each_game_is_for_its_number_of_players(name: str, allowed: set[int]) -> None:
    """D3: nobody sits where there are no markers."""
    for players in range(7):
        if players in allowed:
            assert eminence.game(name).deal(1, players=players).players == players
        else:
            with pytest.raises(OptionError):
                eminence.game(name).deal(1, players=players)
