"""The solver against plain minimax; its limits, its repeatability, and that it solves only what a seat may know."""

from __future__ import annotations

import random
import threading
import time
from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from typing import Any

import pytest

import eminence
from eminence import bots
from eminence.bench.solver import VARIANTS, lying, measure, positions, table
from eminence.bots.solver import Solver
from eminence.bots.worlds import hidden_in, solve_view, worlds_of

POSITIONS = 1000 if eminence.compiled else 60
LARGEST = 6 if eminence.compiled else 4
SMALL = 1 << 14 if eminence.compiled else 1 << 8

LISTS = ("taker", "marker", "supply", "box", "played")
NUMBERS = ("phase", "taken", "turn_region", "turn_weight", "cell")


def ends(count: int, largest: int, seed: int, skilled: float = 0.0) -> Iterator[Any]:
    """Positions of up to so many cards, of all games and options, some in the middle of a turn.

    Games are random, but for a share of them played by bots that know better.
    """
    rng = random.Random(seed)
    found = 0
    while True:
        name, options = VARIANTS[rng.randrange(len(VARIANTS))]
        chosen: dict[str, Any] = dict.fromkeys(options, True)
        state = eminence.game(name, **chosen).deal(rng.getrandbits(64), players=2, start=rng.randrange(2))
        kinds = ("random", "greedy", "mcts:effort=30") if rng.random() < skilled else ("random",)
        pair = [bots.make(rng.choice(kinds), rng.getrandbits(64)) for _ in range(2)]
        wanted = min(largest, rng.choice((2, 3, 3, 4, 4, 4, 5, 5, 5, 6, 6)))
        while not state.over:
            if lying(state) <= wanted:
                yield state.copy()
                found += 1
                if found == count:
                    return
                wanted = lying(state) - 1 if rng.random() < 0.8 else wanted
            state.play(pair[state.seat].choose(state.view(state.seat)))


def worth(state: Any, memo: dict[Any, int]) -> int:
    """Minimax for seat 0, through the public interface: twice the margin, at equal points who wins by fewer cards."""
    if state.over:
        (mine, theirs), ranks = state.scores(), state.ranks()
        return 2 * (mine - theirs) if mine != theirs else ranks[1] - ranks[0]
    facts = state.facts()
    key = (state.seat, *(tuple(facts[name]) for name in LISTS), *(facts[name] for name in NUMBERS))
    if key not in memo:
        memo[key] = (max, min)[state.seat](children(state, memo).values())
    return memo[key]


def children(state: Any, memo: dict[Any, int]) -> dict[int, int]:
    """The worth of each decision."""
    found = {}
    for action in state.legal:
        after = state.copy()
        after.play(action)
        found[action] = worth(after, memo)
    return found


def sign(value: int) -> int:
    return (value > 0) - (value < 0)


def test_the_solver_agrees_with_plain_minimax() -> None:
    """Every decision of every position, the winner, and a line that leads to the value."""
    solver = Solver(SMALL)
    seen: Counter[str] = Counter()
    for state in ends(POSITIONS, LARGEST, 3, 0.03 if eminence.compiled else 0.0):
        side = -1 if state.seat else 1
        expected = {action: side * value for action, value in children(state, {}).items()}
        value = max(expected.values())
        found = solver.solve(state)
        assert (found.proven, found.value, found.outcome) == (True, value, sign(value))
        assert expected[found.decision or 0] == value
        assert solver.values(state) == expected
        assert solver.values(state, exact=False) == {action: sign(worth) for action, worth in expected.items()}
        short = solver.winner(state)
        assert short.outcome == sign(value) == sign(expected[short.decision or 0])
        last = state.copy()
        for action in found.line:
            last.play(action)
        assert last.over and side * worth(last, {}) == value
        seen[f"{lying(state)} cards"] += 1
        seen["tie-break"] += abs(value) == 1
        seen["in a turn"] += state.turn_started
    assert seen["in a turn"] and min(seen[f"{cards} cards"] for cards in range(1, LARGEST + 1)) >= POSITIONS // 20
    assert seen["tie-break"] or not eminence.compiled


def test_the_size_of_the_table_changes_nothing() -> None:
    small, large = Solver(2), Solver(SMALL)
    for state in ends(30 if eminence.compiled else 6, LARGEST, 4):
        assert small.values(state) == large.values(state)


def test_the_same_search_gives_the_same_twice() -> None:
    cards = 8 if eminence.compiled else 4
    for state in positions(cards, 4, 5, ("random",)):
        one = Solver(SMALL)
        first = one.solve(state)
        assert first == one.solve(state) == Solver(SMALL).solve(state)
        again = one.solve(state, keep=True)
        assert (again.value, again.proven) == (first.value, True) and again.nodes <= first.nodes
        cut = one.solve(state, nodes=first.nodes // 2)
        assert cut == Solver(SMALL).solve(state, nodes=first.nodes // 2)


def test_a_search_keeps_to_its_nodes_and_leaves_the_state_alone() -> None:
    state = next(positions(20, 1, 6, ("random",)))
    before = state.facts()
    found = Solver(SMALL).solve(state, nodes=500)
    assert not found.proven and found.value is found.outcome is found.decision is None
    assert found.nodes == 501
    assert Solver(SMALL).values(state, nodes=500) is None
    assert state.facts() == before and state.history


def test_another_thread_stops_a_search_at_once() -> None:
    solver = Solver(SMALL)
    state = next(positions(24, 1, 7, ("random",)))
    for search in (solver.solve, solver.winner, lambda world: solve_view(world.view(world.seat), solver)):
        found: list[Any] = []
        thread = threading.Thread(target=lambda ask=search, done=found: done.append(ask(state)))
        thread.start()
        time.sleep(0.1)
        assert thread.is_alive()
        start = time.monotonic()
        solver.stop()
        thread.join(10)
        assert found and not found[0].proven
        assert time.monotonic() - start < 0.5
    small = next(positions(2, 1, 7, ("random",)))
    assert solver.solve(small).proven, "a stop is for one search"
    start = time.monotonic()
    assert not solver.solve(state, seconds=0.05).proven
    assert time.monotonic() - start < 1


def test_an_ended_game_has_its_value() -> None:
    state = eminence.game("richelieu-duel").deal(1)
    rng = random.Random(1)
    while not state.over:
        state.play(rng.choice(state.legal))
    found = Solver(SMALL).solve(state)
    side = -1 if state.seat else 1
    assert found.proven and found.value == side * worth(state, {}) and found.decision is None


# What a seat knows.


def few_hidden(count: int, limit: int, seed: int) -> Iterator[Any]:
    """Ends with more than one possible world, but few."""
    largest = 4 if eminence.compiled else 2
    for state in ends(10**6, largest, seed):
        worlds = worlds_of(state.view(state.seat), limit)
        if worlds is not None and len(worlds) > 1 and len(state.legal) > 1:
            yield state
            count -= 1
            if not count:
                return


def test_the_worlds_are_all_that_could_be_true_with_their_chances() -> None:
    """Against all orders of the unseen tokens, those that contradict what a holder has shown left out."""
    for state in few_hidden(4, 60, 11):
        view = state.view(state.seat)
        facts = view.erased.facts()
        hidden, pool = hidden_in(view)
        held = [i for i in hidden if facts["holder"][i] >= 0]
        expected: Counter[Any] = Counter()
        for dealt in permutations(pool.elements(), len(hidden)):
            faces = dict(zip(hidden, dealt, strict=True))
            if any(face < 3 and facts["excluded"][i] >> face & 1 for i, face in faces.items()):
                continue
            expected[tuple(sorted(faces[i] for i in held)), tuple(faces[i] for i in hidden if i not in held)] += 1
        worlds = worlds_of(view, 60)
        assert worlds is not None
        found = {
            (tuple(sorted(faces[i] for i in held)), tuple(faces[i] for i in hidden if i not in held)): weight
            for faces, weight in worlds.items()
        }
        assert found == dict(expected)


def test_a_view_is_worth_the_mean_over_its_worlds() -> None:
    """Against plain minimax in every deal that could be true."""
    for state in few_hidden(5 if eminence.compiled else 1, 12, 12):
        view = state.view(state.seat)
        side = -1 if state.seat else 1
        worlds = worlds_of(view, 12)
        assert worlds is not None
        total = sum(worlds.values())
        found = solve_view(view, Solver(SMALL))
        assert found.proven and not found.certain and found.solved == found.worlds == len(worlds)
        draws: dict[Any, dict[int, int]] = {}
        rng = random.Random(1)
        held = [i for i in hidden_in(view)[0] if view.tokens[i]["holder"] is not None]
        while len(draws) < len(worlds):
            world = view.resample(rng)
            faces = world.facts()["face"]
            for i, face in zip(held, sorted(faces[i] for i in held), strict=True):
                faces[i] = face
            if tuple(faces) not in draws:
                draws[tuple(faces)] = {action: side * value for action, value in children(world, {}).items()}
        assert set(draws) == set(worlds)
        for action, prospect in found.prospects.items():
            values = [(draws[faces][action], weight) for faces, weight in worlds.items()]
            assert prospect.win == pytest.approx(sum((sign(v) + 1) / 2 * w for v, w in values) / total)
            assert prospect.margin == pytest.approx(sum((v - v % 2) / 2 * w for v, w in values if abs(v) > 1) / total)
        short = solve_view(view, Solver(SMALL), exact=False)
        for action, prospect in short.prospects.items():
            assert prospect.win == pytest.approx(found.prospects[action].win) and prospect.margin is None


def test_solving_a_view_tells_nothing_of_the_truth() -> None:
    """Other hidden tokens, the same view: the same result, enumerated or drawn."""
    changed = 0
    for state in few_hidden(6 if eminence.compiled else 2, 12, 13):
        seat = state.seat
        other = state.view(seat).resample(random.Random(99))
        assert other.view(seat) == state.view(seat)
        changed += other.facts()["face"] != state.facts()["face"]
        for limit in (12, 1):
            results = [solve_view(s.view(seat), Solver(SMALL), limit=limit, samples=3) for s in (state, other)]
            assert results[0] == results[1]
            assert results[0].proven == (limit == 12)
            assert results[0].decision in state.legal
    assert changed


def test_where_all_is_known_the_result_is_certain() -> None:
    """The tokens out of the game do not matter."""
    box = eminence.game("richelieu-duel").box.contents
    for state in ends(10**6, 2, 14):
        view = state.view(state.seat)
        if not hidden_in(view)[0]:
            found = solve_view(view, Solver(SMALL))
            assert found.certain and found.worlds == 1
            values = Solver(SMALL).values(state)
            assert values is not None and list(found.prospects) == state.legal
            assert {action: 2 * (prospect.margin or 0) for action, prospect in found.prospects.items()} == {
                action: value if value % 2 == 0 else 0 for action, value in values.items()
            }
            break
    assert len(box.tokens) == 14


def test_what_cannot_be_solved_is_refused() -> None:
    solver = Solver(2)
    with pytest.raises(eminence.OptionError, match="expected richelieu-duel"):
        solver.solve(eminence.game("richelieu").deal(1, players=3))
    with pytest.raises(eminence.OptionError, match="expected richelieu-duel"):
        solver.solve(eminence.game("cardinal-cards").deal(1))
    with pytest.raises(eminence.OptionError, match="expected richelieu-duel"):
        solver.winner(eminence.game("cardinal-board").deal(1))
    state = eminence.game("richelieu-duel").deal(1)
    with pytest.raises(eminence.OptionError, match="expected a whole world"):
        solver.solve(state.view(0).erased)
    with pytest.raises(eminence.OptionError, match="seat to act"):
        solve_view(state.view(1), solver)
    with pytest.raises(eminence.OptionError, match="expected 2 to"):
        Solver(1)


def test_the_measurement_is_a_table() -> None:
    rows = measure((2, 3), 2, 5.0, team=("random",), entries=SMALL)
    assert [(row["cards"], row["mode"], row["proven"]) for row in rows] == [
        (cards, mode, 2) for cards in (2, 3) for mode in ("margin", "winner")
    ]
    lines = table(rows, 5.0)
    assert lines[0][2] == "proven within 5 s" and [line[2] for line in lines[1:]] == ["100 % of 2"] * 4


def few_cards(count: int, cards: int, seed: int) -> Iterator[Any]:
    """Choices with so many cards lying or fewer, from games between bots, with all tokens as they come."""
    rng = random.Random(seed)
    found = 0
    while found < count:
        state = eminence.game(rng.choice(("richelieu-duel", "richelieu"))).deal(rng.getrandbits(64), players=2)
        pair = [bots.make(rng.choice(("random", "greedy")), rng.getrandbits(64)) for _ in range(2)]
        while not state.over and found < count:
            if lying(state) <= cards and len(state.legal) > 1:
                found += 1
                yield state.copy()
            state.play(pair[state.seat].choose(state.view(state.seat)))


@pytest.mark.skipif(not eminence.compiled, reason="so many worlds are for compiled code")
def test_near_the_end_the_net_bot_plays_what_the_solver_finds(monkeypatch: pytest.MonkeyPatch) -> None:
    """With hidden tokens as they come in games; a search is not even begun."""

    def begun(*args: Any) -> int:
        raise AssertionError("a search where the end can be solved")

    monkeypatch.setattr(bots.NetBot, "choose_until", begun)
    many = 0
    for state in few_cards(60, 5, 21):
        view = state.view(state.seat)
        bot = bots.make("net:effort=400", 1)
        assert isinstance(bot, bots.NetBot)
        found = bot.solve(view)
        many += found.worlds > 24
        assert found.solved >= min(bot.enough, found.worlds) and bot.choose(view) == found.decision
    assert many > 30


@pytest.mark.skipif(not eminence.compiled, reason="so many worlds are for compiled code")
def test_a_stop_that_comes_too_late_does_not_spoil_the_next_decision() -> None:
    for state in few_cards(5, 4, 22):
        view = state.view(state.seat)
        bot, other = bots.make("net:effort=400", 1), bots.make("net:effort=400", 1)
        assert isinstance(bot, bots.NetBot)
        expected = [other.choose(view), other.choose(view)]
        first = bot.choose(view)
        bot.stop()
        assert [first, bot.choose(view)] == expected
        assert bot.solver is not None and not bot.solver.stopped


def test_what_cannot_be_solved_often_enough_is_given_up_at_once() -> None:
    """A world that takes more than its share of the nodes ends it; with more nodes it goes on."""
    state = next(few_cards(1, 7 if eminence.compiled else 4, 23))
    view = state.view(state.seat)
    short = solve_view(view, Solver(SMALL), limit=1, samples=8, enough=8, nodes=80)
    assert short.solved == 0 and short.decision is None and short.nodes <= 11
    whole = solve_view(view, Solver(SMALL), limit=1, samples=8, enough=8, nodes=10**7)
    assert whole.solved == whole.worlds and not whole.proven and whole.decision in view.legal
