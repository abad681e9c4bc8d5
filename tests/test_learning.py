"""Learning: the gradient is right, an outcome can be learned, and games are learned from as often as the plan says."""

from __future__ import annotations

import struct
from itertools import chain
from math import log

import pytest

from eminence.bots.net import MAGIC, Net
from eminence.bots.training import BATCHES, Plan, school_of
from eminence.rules.chance import Rng
from tests.test_training import FAST, TINY, begin


def test_the_gradient_is_that_of_the_loss() -> None:
    """Cross entropy of the shares and half a Huber loss of the margins, against finite differences."""
    x, shares, margins = [1.0, 0.0, -0.5, 0.75, 0.25, 1.5], [0.3, 0.7], [0.4, -1.8]
    net = Net(6, 4, 2)
    net.begin(3)
    data, start = net.dumps(), len(MAGIC) + 20

    def loss(weights: bytes) -> float:
        found, points = Net.loads(weights, "test").ask(x)
        errors = [abs(p / 20.0 - m) for p, m in zip(points, margins, strict=True)]
        huber = sum(e * e / 2 if e < 1.0 else e - 0.5 for e in errors)
        return 0.5 * huber - sum(goal * log(share) for goal, share in zip(shares, found, strict=True))

    def moved(place: int, by: float) -> bytes:
        at = start + 4 * place
        (weight,) = struct.unpack_from("<f", data, at)
        return data[:at] + struct.pack("<f", weight + by) + data[at + 4 :]

    found, points = net.ask(x)
    wish = [share - goal for share, goal in zip(found, shares, strict=True)]
    wish += [0.5 * max(-1.0, min(1.0, p / 20.0 - m)) for p, m in zip(points, margins, strict=True)]
    assert abs(wish[3]) == 0.5 > abs(wish[2]), "one margin beyond the bend, one before it"
    step = 1 / 128
    expected = [(loss(moved(i, step)) - loss(moved(i, -step))) / (2 * step) for i in range(net.size)]
    slopes = net.slopes(x, wish)
    assert slopes == pytest.approx(expected, abs=5e-4)
    assert max(abs(slope) for slope in slopes) > 0.1
    assert net.slopes(x, wish) == slopes and net.dumps() == data, "asking leaves nothing behind"


def test_a_net_learns_an_outcome_by_heart() -> None:
    """One game again and again, everybody pulled to its end: the loss falls to almost nothing."""
    training = begin()
    school = school_of(training.game, 2, training.net)
    positions = school.game(Rng(5), 0.02, 1)
    losses = []
    for _ in range(60 if FAST else 25):
        losses.append(school.learn(0, 1.0))
        school.step(0.02, positions)
    assert positions > 20 and losses[0] > 0.2 and losses[-1] < losses[0] / 20
    assert sum(losses[:5]) > 3 * sum(losses[-5:])


@pytest.mark.parametrize("passes", [1, 3])
def test_a_block_may_be_played_in_parts(passes: int) -> None:
    plan = Plan(games=BATCHES, hidden=4, batch=1, draws=1, passes=passes) if passes > 1 else TINY
    one, other = begin(plan), begin(plan)
    one.run(plan.block)
    other.run(plan.block - 1)
    assert other.net.steps == 0, "nothing is learned before the block is whole"
    other.run(1)
    assert one.net.dumps(learning=True) == other.net.dumps(learning=True)
    assert one.net.steps == passes * plan.block // plan.batch


def test_only_a_game_that_is_kept_can_be_learned_from() -> None:
    training = begin()
    school = school_of(training.game, 2, training.net)
    for played in (0, 1):
        for game in (-1, played):
            with pytest.raises(IndexError, match=f"game {game}; expected one of the {played} that are kept"):
                school.learn(game, 0.8)
        school.game(Rng(5), 0.02, 1)
    assert school.length(0) + school.length(1) > 40
    school.clear()
    with pytest.raises(IndexError, match="the 0 that are kept"):
        school.length(0)


def test_games_are_learned_from_again_without_playing_them_again() -> None:
    """Every pass is a step nearer to the same games; in one pass they come as they were played."""
    steps = []

    class Noted:
        """What a training asks of a school, by number of the game."""

        def learn(self, game: int, trace: float) -> float:
            steps[-1].append(game)
            return 1.0

        def length(self, game: int) -> int:
            return 10 + game

        def step(self, rate: float, count: int) -> None:
            assert count == sum(10 + game for game in steps[-1])
            steps.append([])

        def clear(self) -> None:
            steps.pop()

    def order(passes: int, seed: int = 1) -> list[list[int]]:
        steps[:] = [[]]
        training = begin(Plan(games=48, hidden=4, batch=3, passes=passes, seed=seed))
        training.learn(Noted(), 0.001)  # type: ignore[arg-type]
        assert training.loss == training.plan.block, "the loss is that of the first pass"
        return list(steps)

    first = [[3 * i, 3 * i + 1, 3 * i + 2] for i in range(BATCHES)]
    assert order(1) == first[:1]
    thrice = order(3)
    assert thrice[:BATCHES] == first and thrice == order(3)
    second, third = thrice[BATCHES : 2 * BATCHES], thrice[2 * BATCHES :]
    assert first != second != third != first and order(3, seed=2)[:BATCHES] == first != order(3, seed=2)[BATCHES:]
    for one in (second, third):
        assert sorted(chain.from_iterable(one)) == list(range(3 * BATCHES)), "each game once a pass"
