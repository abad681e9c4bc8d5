"""The engine benchmark: what it reports, that peers need not be installed, and that all count decisions alike."""

from __future__ import annotations

import json
import os
import sys
from types import SimpleNamespace
from typing import Any

import pytest

import eminence
from eminence.bench import contestants, engine, profile

SEATS = [(name, players) for name in eminence.games() for players in eminence.game(name).players]


@pytest.fixture(scope="module")
def without_peers() -> Any:
    """A very short run on a machine without the peers."""
    with pytest.MonkeyPatch.context() as patch:
        for module in contestants.PACKAGES:
            patch.setitem(sys.modules, module, None)
        steps: list[tuple[str, int, int]] = []
        result = engine.run(0.002, 2, lambda name, done, total: steps.append((name, done, total)))
    return result, steps


def test_every_game_is_measured_for_every_number_of_players(without_peers: Any) -> None:
    result, _ = without_peers
    ours = [row for row in result["rows"] if row["ours"]]
    assert [(row["name"], row["players"]) for row in ours if row["driver"] == "compiled"] == SEATS
    assert [row["name"] for row in ours if row["driver"] == "python"] == eminence.games()
    for row in ours:
        assert len(row["decisions"]) == len(row["playouts"]) == 2
        for decisions, playouts in zip(row["decisions"], row["playouts"], strict=True):
            assert decisions > 10 * playouts > 0


def test_peers_that_are_not_installed_are_reported_so(without_peers: Any) -> None:
    result, _ = without_peers
    peers = [row for row in result["rows"] if not row["ours"]]
    assert [row["status"] for row in peers] == ["not installed"] * 5
    assert result["versions"]["open_spiel"] == result["versions"]["chess"] == "not installed"
    assert all(one["ratios"] == [] for one in result["ratios"])
    assert [aim["met"] for aim in result["aims"][:3]] == [None] * 3
    text = engine.report(result)
    assert "peer not installed" in text
    assert text.count("not installed") > 5


def test_the_result_is_json_and_the_report_names_every_game(without_peers: Any) -> None:
    result, _ = without_peers
    assert json.loads(json.dumps(result)) == result
    assert all(name in engine.report(result) for name in eminence.games())
    assert len(result["import"]["difference"]) >= 3


def test_progress_counts_up_to_the_total(without_peers: Any) -> None:
    _, steps = without_peers
    assert [done for _, done, _ in steps] == list(range(steps[-1][2] + 1))


def test_the_process_may_use_all_its_cores_again_afterwards() -> None:
    before = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else None
    with engine.one_core() as core:
        if before is not None and core is not None:
            assert os.sched_getaffinity(0) == {core}
    if before is not None:
        assert os.sched_getaffinity(0) == before


class FakeState:
    """A game of OpenSpiel's: two chance nodes, then three decisions."""

    def __init__(self) -> None:
        self.moves = 0

    def current_player(self) -> int:
        return -4 if self.moves == 5 else (-1 if self.moves < 2 else 0)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(0, 0.5), (1, 0.5)]

    def legal_actions(self) -> list[int]:
        return [0, 1]

    def apply_action(self, action: int) -> None:
        self.moves += 1

    def returns(self) -> list[float]:
        return [0.0]

    def full_history(self) -> list[Any]:
        return [SimpleNamespace(player=-1 if move < 2 else 0) for move in range(self.moves)]


def play_to_the_end(state: FakeState, bots: object, seed: int) -> None:
    state.moves = 5


FAKE_SPIEL = SimpleNamespace(
    load_game=lambda name: SimpleNamespace(num_players=lambda: 4, new_initial_state=FakeState),
    make_uniform_random_bot=lambda seat, seed: None,
    evaluate_bots=play_to_the_end,
)


class FakeBoard:
    """A game of python-chess's that ends after three moves."""

    halfmove_clock = 0

    def __init__(self) -> None:
        self.left = 3

    @property
    def legal_moves(self) -> list[int]:
        return [0] * self.left

    def push(self, move: int) -> None:
        self.left -= 1

    def result(self) -> str:
        return "*"


@pytest.mark.parametrize(
    "play",
    [
        contestants.spiel_playouts(FAKE_SPIEL, "hearts"),
        contestants.spiel_steps(FAKE_SPIEL, "hearts"),
        contestants.chess_steps(SimpleNamespace(Board=FakeBoard)),
    ],
)
def test_only_players_decisions_count(play: contestants.Play) -> None:
    decisions, games, used = play(0.001)
    assert decisions == 3 * games > 0
    assert used >= 0.001


def test_with_peers_ratios_are_taken_repeat_by_repeat(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", FAKE_SPIEL)
    monkeypatch.setitem(sys.modules, "chess", SimpleNamespace(Board=FakeBoard))
    result = engine.run(0.002, 2)
    rates = {(row["driver"], row["name"], row["players"]): row["decisions"] for row in result["rows"]}
    assert len(result["ratios"]) == 2 * len(SEATS) + 3 * len(eminence.games())
    for one in result["ratios"]:
        ours = rates[one["driver"], one["name"], one["players"]]
        theirs = next(
            rate for (driver, name, _), rate in rates.items() if (driver, name) == (one["driver"], one["peer"])
        )
        assert one["ratios"] == [mine / other for mine, other in zip(ours, theirs, strict=True)]
    assert all(aim["met"] in (True, False) for aim in result["aims"])


def test_an_aim_is_met_by_the_weakest_game() -> None:
    def against(name: str, ratio: float) -> dict[str, Any]:
        return {"driver": "compiled", "name": name, "players": 4, "peer": "OpenSpiel hearts", "ratios": [ratio] * 3}

    found = [against("richelieu", 5.0), against("cardinal-cards", 2.0), against("cardinal-board", 1.5)]
    display, board, *_ = engine.aims(found, {"difference": [0.05]})
    assert (display["of"], display["reached"], display["met"]) == ("cardinal-cards 4", 2.0, False)
    assert (board["of"], board["reached"], board["met"]) == ("cardinal-board 4", 1.5, True)


def test_a_callgrind_file_is_summed_by_function() -> None:
    text = """events: Ir Bc Bcm Bi Bim
fn=(1) __pyx_f_8eminence_5rules_7display_12DisplayState_take
0 10 4 1
cfn=(2) __pyx_f_8eminence_5rules_6chance_3Rng_next32
calls=1 0
0 7 0 0 0 1
0 5
fn=(2)
0 7 0 0 0 1"""
    costs = profile.costs_of(text.splitlines())
    assert costs == {"display.take": profile.Cost(15, 1), "chance.next32": profile.Cost(7, 1)}
    assert "display.take" in profile.report(2, 1, costs)


def test_seconds_and_repeats_must_be_above_nothing() -> None:
    with pytest.raises(ValueError, match="seconds"):
        engine.run(0)
    with pytest.raises(ValueError, match="repeat"):
        engine.run(1, 0)
