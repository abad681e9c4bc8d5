"""What positions promise: expectations against counting by hand, inputs against each other, the net in both builds."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest

import eminence
from eminence.bots.minds import judge_of, outlook_on, trained
from eminence.bots.net import Net, NetError
from eminence.game import EDITIONS
from tests.cases import CASES, DISPLAY, Case

ROOT = Path(__file__).parent.parent
PAIRS = [(edition.id, players) for edition in EDITIONS.values() for players in edition.players]


def positions(case: Case, seed: int, every: int) -> list[eminence.State]:
    """Some states of a random game."""
    rng = random.Random(f"{case}/{seed}")
    state = case.deal(seed)
    found = []
    step = 0
    while not state.over:
        if step % every == 0:
            found.append(state.copy())
        state.play(rng.choice(state.legal))
        step += 1
    return [*found, state]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_at_the_end_the_judge_knows_the_outcome(case: Case) -> None:
    state = positions(case, 1, 1000)[-1]
    values, win, margin = judge_of(state, None).read()
    ranks, scores = state.ranks(), state.scores()
    winners = ranks.count(1)
    assert win == pytest.approx([1 / winners if rank == 1 else 0 for rank in ranks])
    for seat in range(case.players):
        others = scores[:seat] + scores[seat + 1 :]
        assert margin[seat] == scores[seat] - max(others)
        assert 0 <= values[seat] <= 1
    assert max(values) == values[ranks.index(1)]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_inputs_are_finite_and_shares_sum_to_one(case: Case) -> None:
    net = trained(case.name, case.players)
    assert net is not None, "every game and number of players has its net"
    for state in positions(case, 2, 20):
        outlook = outlook_on(state)
        inputs, points = outlook.read()
        assert len(inputs) == outlook.inputs == net.inputs and len(points) == case.players
        assert all(-20 < value < 20 for value in inputs)
        shares, margins = net.ask(inputs)
        assert sum(shares) == pytest.approx(1, abs=1e-5) and all(abs(margin) < 300 for margin in margins)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_following_a_game_judges_as_one_that_comes_to_it(case: Case) -> None:
    """What is counted on from the position before, and what is remembered of ranks, is as good as counting anew."""
    rng = random.Random(f"{case}/follow")
    state = case.deal(3)
    net = trained(case.name, case.players)
    assert net is not None
    following = judge_of(state, net.twin())
    expecting = outlook_on(state)
    for _ in range(1000 if eminence.compiled else 12):
        if state.over:
            break
        values, win, margin = following.read()
        anew = judge_of(state, net.twin()).read()
        assert values == pytest.approx(anew[0], abs=1e-4)
        assert win == pytest.approx(anew[1], abs=1e-4)
        assert margin == pytest.approx(anew[2], abs=1e-2)
        assert expecting.read() == outlook_on(state).read()
        state.play(rng.choice(state.legal))


def test_what_was_followed_is_forgotten_when_told() -> None:
    """A net that follows depends on what came before by its last digits only, and after `forget` not at all."""
    case = CASES[0]
    net = trained(case.name, case.players)
    assert net is not None
    states = positions(case, 4, 7)[:-1]
    fresh = [judge_of(state, net.twin()).read() for state in states]
    one = net.twin()
    for state, found in zip(states, fresh, strict=True):
        one.forget()
        assert judge_of(state, one).read() == found


@pytest.mark.parametrize("case", DISPLAY, ids=str)
def test_seats_are_alike(case: Case) -> None:
    """The same position with everybody one seat further is judged the same, seen from the one whose turn it is.

    Not so in the board game: who began matters to the last round, and is an input.
    """
    rng = random.Random(3)
    one, two = case.deal(4, start=0), case.deal(4, start=1)
    for _ in range(40):
        if one.over:
            break
        assert outlook_on(one).read()[0] == pytest.approx(outlook_on(two).read()[0], abs=1e-5)
        action = rng.choice(one.legal)
        one.play(action)
        two.play(action)


def share_out(have: list[int], left: int, players: int) -> list[float]:
    """The chance of each player to be alone ahead after every thing left went to somebody, by trying all ways."""
    won = [0.0] * players
    for way in product(range(players), repeat=left):
        final = [have[p] + way.count(p) for p in range(players)]
        best = [p for p in range(players) if final[p] == max(final)]
        if len(best) == 1:
            won[best[0]] += players**-left
    return won


@pytest.mark.parametrize("have", [[0, 0], [2, 1], [3, 0], [1, 4], [5, 5]])
@pytest.mark.parametrize("left", [0, 1, 4, 7])
def test_the_tables_of_chances_are_right_for_two(have: list[int], left: int) -> None:
    outlook = outlook_on(eminence.game("richelieu-duel").deal(1))
    found = [outlook.chance_ahead(have[p] - have[1 - p], left) for p in range(2)]
    assert found == pytest.approx(share_out(have, left, 2))


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_tables_of_chances_are_right_between_two_of_many(players: int) -> None:
    outlook = outlook_on(eminence.game("cardinal-cards").deal(1, players=players))
    for lead, left in product(range(-3, 4), range(6)):
        chance = 0.0
        for way in product(range(players), repeat=left):
            chance += (lead + way.count(0) - way.count(1) > 0) * players**-left
        assert outlook.chance_ahead(lead, left) == pytest.approx(chance)


def test_a_majority_that_is_safe_is_expected_in_full() -> None:
    """With nothing left, the expectation is the score."""
    for seed in range(5):
        for case in CASES:
            if case.name not in ("richelieu", "cardinal-cards") or case.options:
                continue  # elsewhere tokens without a card, or cards left lying, make a difference
            state = positions(case, seed, 1000)[-1]
            assert outlook_on(state).read()[1] == pytest.approx(state.scores())


@pytest.mark.parametrize(("name", "players"), PAIRS)
def test_the_shipped_nets_fit_and_are_small(name: str, players: int) -> None:
    net = trained(name, players)
    assert net is not None and net.players == players
    assert len(net.dumps()) < 1_000_000
    again = Net.loads(net.dumps(), "again")
    assert again.dumps() == net.dumps()


@pytest.mark.parametrize("data", [b"", b"eminence-net/1\n", b"something else entirely, long enough for a head"])
def test_other_bytes_are_no_net(data: bytes) -> None:
    with pytest.raises(NetError, match=r"here\.net.*expected"):
        Net.loads(data, "here.net")


def test_a_damaged_net_is_refused() -> None:
    whole = Net(8, 4, 2).dumps()
    for data in (whole[:-1], whole + b"x", whole[:15] + b"\xff" * 4 + whole[19:]):
        with pytest.raises(NetError, match="expected"):
            Net.loads(data, "here.net")


@pytest.mark.process
def test_compiled_and_uncompiled_judge_alike() -> None:
    script = (
        "import json, tests.test_judge as t\n"
        "print(json.dumps([[*t.outlook_on(s).read(), *t.judge_of(s, t.trained(c.name, c.players)).read()]"
        " for c in t.CASES for s in t.positions(c, 5, 45)]))"
    )
    found = []
    for pure in (False, True):
        env = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
        if pure:
            env["PYTHONPATH"] = str(ROOT / "src")
        done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, env=env, capture_output=True, check=True)
        found.append(json.loads(done.stdout))
    for one, two in zip(*found, strict=True):
        for a, b in zip(one, two, strict=True):
            assert a == pytest.approx(b, abs=2e-4)
