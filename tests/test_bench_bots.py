"""The search benchmark: what it reports, with and without OpenSpiel, and our games as games of OpenSpiel."""

from __future__ import annotations

import json
import random
import sys
from typing import Any

import pytest
from typer.testing import CliRunner

import eminence
from eminence.bench import bots
from eminence.bots import Budget
from eminence.cli import app

SEATS = [(name, players) for name in eminence.games() for players in eminence.game(name).players]


@pytest.fixture(scope="module")
def tiny() -> Any:
    """As little of everything as will do."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("LAPS", "POSITIONS", "GAMES"):
            patch.setattr(bots, name, 1)
        patch.setattr(bots, "MORE", {})
        yield


@pytest.fixture(scope="module")
def without(tiny: Any) -> Any:
    """A very short run on a machine without OpenSpiel, and its progress."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "pyspiel", None)
        steps: list[tuple[str, int, int]] = []
        result = bots.run(0.0001, 2, lambda name, done, total: steps.append((name, done, total)), iterations=3)
    return result, steps


def test_every_game_is_searched_from_both_starts_for_every_number_of_players(without: Any) -> None:
    result, steps = without
    for start in bots.STARTS:
        rows = [row for row in result["rows"] if row["ours"] and row["start"] == start]
        assert [(row["name"], row["players"]) for row in rows] == SEATS
        for row in rows:
            assert len(row["iterations"]) == len(row["decisions"]) == 2
            assert all(b > 10 * a > 0 for a, b in zip(row["iterations"], row["decisions"], strict=True))
    assert [done for _, done, _ in steps] == list(range(steps[-1][2] + 1))
    assert json.loads(json.dumps(result)) == result


def test_a_missing_openspiel_is_named_with_the_extra_that_brings_it(without: Any) -> None:
    result, _ = without
    peers = [row for row in result["rows"] if not row["ours"]]
    assert [row["name"] for row in peers] == ["hearts", "euchre", "richelieu-duel"] * 2
    assert {row["status"] for row in peers} == {"not installed"}
    assert all(one["ratios"] == [] for one in result["ratios"])
    text = bots.report(result)
    assert "pip install 'eminence[bench]'" in text
    assert all(name in text for name in eminence.games())


def test_a_new_search_and_a_further_measurement_get_rows(tiny: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[int] = []
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    monkeypatch.setattr(bots, "SEARCHES", {"nothing": lambda root, seed, iterations: calls.append(iterations)})
    more = {"Endings": (lambda count: {"solved": count}, lambda found: [["", str(found["solved"])]])}
    monkeypatch.setattr(bots, "MORE", more)
    monkeypatch.setattr(bots.time, "process_time", iter(x / 1000 for x in range(10**6)).__next__)
    result = bots.run(0.0005, 1, iterations=7)
    assert {row["search"] for row in result["rows"] if row["ours"]} == {"nothing"}
    assert len(calls) == 2 * 2 * len(SEATS) and set(calls) == {7}
    assert [rate for row in result["rows"] for rate in row["iterations"]] == pytest.approx([7000.0] * 2 * len(SEATS))
    assert result["more"] == {"Endings": {"solved": 2}}  # at least two, however short the rest
    assert "Endings" in bots.report(result)


def test_the_command(tiny: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    done = CliRunner().invoke(app, ["bench", "bots", "-s", "0.01", "-r", "1", "-i", "2", "--json"])
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["iterations"] == 2
    for option, value in (("--seconds", "0"), ("--repeat", "0"), ("--iterations", "1")):
        done = CliRunner().invoke(app, ["bench", "bots", option, value])
        assert done.exit_code == 2
        assert option in done.stderr


def test_seconds_repeats_and_iterations_must_be_above_nothing() -> None:
    with pytest.raises(ValueError, match="seconds"):
        bots.run(0)
    with pytest.raises(ValueError, match="repeat"):
        bots.run(1, 0)
    with pytest.raises(ValueError, match="iterations"):
        bots.run(1, 1, iterations=1)


# With OpenSpiel.


@pytest.fixture(scope="module")
def spiel() -> Any:
    """Our games in OpenSpiel."""
    pytest.importorskip("pyspiel")
    pytest.importorskip("open_spiel.python.algorithms.ismcts")
    from eminence.bench import openspiel_game

    return openspiel_game


def dealt(spiel: Any, name: str, players: int, seed: int) -> Any:
    """A state of OpenSpiel's after the deal."""
    state = spiel.pyspiel.load_game(f"{spiel.NAME}(game={name},players={players})").new_initial_state()
    assert state.is_chance_node()
    assert sum(chance for _, chance in state.chance_outcomes()) == pytest.approx(1)
    state.apply_action(seed)
    return state


@pytest.mark.parametrize(("name", "players"), SEATS)
def test_a_game_through_openspiel_is_our_game(spiel: Any, name: str, players: int) -> None:
    rng = random.Random(players)
    state, ours = dealt(spiel, name, players, 5), eminence.game(name).deal(5, players=players)
    while not state.is_terminal():
        assert state.current_player() == ours.seat
        legal = state.legal_actions()
        assert legal == sorted(ours.legal) == state.legal_actions(ours.seat)
        assert state.legal_actions((ours.seat + 1) % players) == [] == [r for r in state.returns() if r]
        action = rng.choice(legal)
        assert state.action_to_string(ours.seat, action) == ours.game.notation(action)
        state.apply_action(action)
        ours.play(action)
    assert ours.over and state.current_player() == spiel.TERMINAL and state.legal_actions() == []
    assert [move.action for move in state.full_history()] == [5, *ours.history]
    returns = state.returns()
    assert all(-1 <= one <= 1 for one in returns)
    assert sorted(range(players), key=ours.ranks().__getitem__)[0] == returns.index(max(returns))
    if players == 2:
        assert sum(returns) == pytest.approx(0)


def test_openspiels_own_check_of_a_game_passes(spiel: Any, capfd: pytest.CaptureFixture[str]) -> None:
    for name, players in (("richelieu-duel", 2), ("cardinal-board", 3)):
        game = spiel.pyspiel.load_game(f"{spiel.NAME}(game={name},players={players},deals=20)")
        spiel.pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


def test_a_win_is_worth_more_than_any_margin(spiel: Any) -> None:
    class Ended:
        def __init__(self, scores: list[int], ranks: list[int]) -> None:
            self.scores, self.ranks = lambda: scores, lambda: ranks

    assert spiel.rewards(Ended([40, 40], [1, 1])) == [0, 0]
    narrow, broke = spiel.rewards(Ended([40, 40], [1, 2])), spiel.rewards(Ended([90, 10], [1, 2]))
    assert narrow == [0.75, -0.75]
    assert 0.75 < broke[0] < 1
    assert spiel.rewards(Ended([30, 30, 10], [1, 1, 3]))[0] == pytest.approx(2 * (0.375 + 0.125) - 1)


@pytest.mark.parametrize("name", eminence.games())
def test_information_states_are_equal_if_the_views_are(spiel: Any, name: str) -> None:
    """Resampled states look alike to the player they are made for, and as a rule not to the others."""
    rng = random.Random(3)
    players = eminence.game(name).players[0]
    state = dealt(spiel, name, players, 7)
    others = 0
    while not state.is_terminal():
        if rng.random() < 0.15:
            for seat in range(players):
                twin = state.resample_from_infostate(seat, rng.random)
                assert twin.truth.view(seat) == state.truth.view(seat)
                assert twin.information_state_string(seat) == state.information_state_string(seat)
                assert twin.observation_string(seat) == state.observation_string(seat)
                for other in range(players):
                    alike = twin.truth.view(other) == state.truth.view(other)
                    same = twin.information_state_string(other) == state.information_state_string(other)
                    assert alike == same
                    others += not same
                cpp = spiel.pyspiel.State.information_state_string(state, seat)
                assert cpp == state.information_state_string(seat)
        before = state.information_state_string(0)
        copy = state.clone()
        state.apply_action(rng.choice(state.legal_actions()))
        assert copy.information_state_string(0) == before != state.information_state_string(0)
    assert others > 0


def test_the_bot_decides_alike_with_the_same_seed_and_effort(spiel: Any) -> None:
    for name in eminence.games():
        state = eminence.game(name).deal(2)
        view = state.view(state.seat)
        chosen = {spiel.OpenSpielBot(random.Random(4), Budget(effort=30)).choose(view) for _ in range(2)}
        assert len(chosen) == 1 and chosen <= set(view.legal)


def test_the_bot_keeps_to_its_time_and_effort(spiel: Any) -> None:
    view = eminence.game("richelieu-duel").deal(2).view(0)
    for plain in (False, True):
        bot = spiel.OpenSpielBot(random.Random(4), Budget(effort=20), plain=plain)
        assert bot.choose(view) in view.legal and bot.simulations == 20
        bot = spiel.OpenSpielBot(random.Random(4), Budget(time=0.05), plain=plain)
        start = bots.time.monotonic()
        assert bot.choose(view) in view.legal and bot.simulations >= 2
        assert bots.time.monotonic() - start < 5


def test_the_bot_beats_random_play(spiel: Any) -> None:
    state, rng = eminence.game("richelieu-duel").deal(1), random.Random(1)
    bot = spiel.OpenSpielBot(random.Random(1), Budget(effort=16))
    while not state.over:
        state.play(bot.choose(state.view(0)) if state.seat == 0 else rng.choice(state.legal))
    assert state.ranks() == [1, 2]


def test_the_report_with_openspiel(spiel: Any, tiny: Any) -> None:
    result = bots.run(0.0001, 1, iterations=10)
    assert {row["status"] for row in result["rows"]} == {"measured"}
    assert len(result["ratios"]) == 2 * (2 * len(SEATS) + 1)
    rates = {(row["start"], row["name"], row["players"], row["search"]): row["decisions"] for row in result["rows"]}
    for one in result["ratios"]:
        mine = rates[one["start"], one["name"], one["players"], one["search"]]
        theirs = rates[one["start"], one["plays"], 2 if one["plays"] == "richelieu-duel" else 4, one["peer"]]
        assert one["ratios"] == [a / b for a, b in zip(mine, theirs, strict=True)]
    text = bots.report(result)
    assert "hearts" in text and "euchre" in text and "not installed" not in text
