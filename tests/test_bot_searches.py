"""Searches keep to their time and room, share and repeat themselves on threads, stop at once, and let others run."""

from __future__ import annotations

import copy
import pickle
import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from time import monotonic, sleep
from typing import Any

import pytest

import eminence
from eminence import bots
from eminence.bots import searcher
from eminence.bots.mcts import Tree
from eminence.bots.searcher import SearchBot, guided_tree
from eminence.bots.solver import Solver
from eminence.rules.chance import Rng
from tests.cases import CASES, Case, hear_interrupts, middle

ROOMS = [CASES[0], Case("richelieu", 4), Case("cardinal-cards", 5), Case("cardinal-board", 5)]
compiled_only = pytest.mark.skipif(not eminence.compiled, reason="for compiled searches")


def near_the_end(case: Case, seed: int, cards: int = 10) -> eminence.State:
    """A position of a random game with something to decide and so many cards lying, or a few less."""
    rng = random.Random(seed)
    state = case.deal(seed)
    while state.facts()["taker"].count(-1) > cards or len(state.legal) < 2:
        state.play(rng.choice(state.legal))
    return state


@pytest.mark.parametrize("kind", ["mcts", "net"])
def test_a_search_keeps_to_its_time_and_repeats_itself_for_an_effort(kind: str) -> None:
    state = eminence.game("richelieu-duel").deal(3)
    view = state.view(state.seat)
    start = monotonic()
    assert bots.make(kind, 1, time=0.05).choose(view) in view.legal
    assert not eminence.compiled or monotonic() - start < 5
    effort = 40 if eminence.compiled else 3
    assert bots.make(f"{kind}:effort={effort}", 7).choose(view) == bots.make(kind, 7, effort=effort).choose(view)


@pytest.mark.parametrize(("name", "players"), [("richelieu-duel", 2), ("richelieu", 3), ("cardinal-board", 3)])
@pytest.mark.parametrize("kind", ["mcts", "net"])
def test_a_settled_search_ends_early_with_the_same_decision(
    name: str, players: int, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    effort = 400 if eminence.compiled else 18
    spec = f"{kind}:effort={effort}"
    state = eminence.game(name).deal(players=players, seed=5)
    rng = random.Random(5)
    early = 0
    for _ in range(12 if eminence.compiled else 2):
        while len(state.legal) < 2:
            state.play(state.legal[0])
        view = state.view(state.seat)
        bot = bots.make(spec, seed=1)
        found = bot.choose(view)
        early += bot.trees[0].iterations < effort  # type: ignore[attr-defined]
        with monkeypatch.context() as patch:
            patch.setattr(type(bot), "settles", False)
            whole = bots.make(spec, seed=1)
            assert whole.choose(view) == found
            assert whole.trees[0].iterations == effort  # type: ignore[attr-defined]
        state.play(rng.choice(state.legal))
    assert early or not eminence.compiled, "no search was settled before its end"


@pytest.mark.parametrize("case", ROOMS, ids=str)
@pytest.mark.parametrize("kind", ["mcts", "net", "cardinal"])
def test_threads_share_the_effort_and_repeat_themselves(case: Case, kind: str) -> None:
    """Not only the decision: all that every tree has counted."""
    state = middle(case, 1)
    view = state.view(state.seat)
    effort = 300 if eminence.compiled else 4

    def found() -> tuple[int, list[list[tuple[Any, ...]]]]:
        bot = bots.make(kind, 3, effort=effort, threads=3)
        assert isinstance(bot, SearchBot)
        decision = bot.choose(view)
        assert sum(tree.iterations for tree in bot.trees) == 3 * -(-effort // 3)
        return decision, [list(tree.children()) for tree in bot.trees]

    first = found()
    assert first == found() and first[1][0] != first[1][1]


@pytest.mark.parametrize("case", ROOMS, ids=str)
@pytest.mark.parametrize(("kind", "threads"), [("mcts", 1), ("mcts", 2), ("net", 1), ("net", 2), ("eminence", 1)])
def test_a_search_stops_when_told(case: Case, kind: str, threads: int) -> None:
    """It answers with what it has found, long before its time is up."""
    state = middle(case, 2, 0.3)
    stopped_early(state, bots.make(kind, 1, time=600, threads=threads))


def stopped_early(state: eminence.State, bot: bots.Bot) -> None:
    """Let a bot with much time think, stop it, and see that it decides."""
    assert isinstance(bot, SearchBot)
    view = state.view(state.seat)
    with ThreadPoolExecutor(1) as pool:
        found = pool.submit(bot.choose, view)
        sleep(0.3)
        assert not found.done()
        bot.stop()
        assert found.result(60) in view.legal


@compiled_only
def test_the_exact_end_stops_when_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also if nothing but the solver takes the time."""
    monkeypatch.setattr(bots.NetBot, "cards", 48)
    state = CASES[0].deal(3)
    stopped_early(state, bots.make("net:time=600", 1))


def test_a_stop_just_before_the_solver_is_made_is_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    bot = bots.make("net:time=600", 1)
    assert isinstance(bot, bots.NetBot)
    made: list[Solver] = []

    def make(entries: int) -> Solver:
        bot.stop()
        made.append(Solver(entries))
        return made[0]

    monkeypatch.setattr(searcher, "Solver", make)
    monkeypatch.setattr(bots.NetBot, "cards", 48)
    view = CASES[0].deal(3).view(0)
    start = monotonic()
    assert bot.choose(view) in view.legal
    assert made and monotonic() - start < 60


INTERRUPTED = """
import sys, threading, os, signal, time
import eminence
from eminence import bots
view = eminence.game("richelieu-duel").deal(3).view(0)
threading.Thread(target=lambda: (time.sleep(0.5), os.kill(os.getpid(), signal.SIGINT)), daemon=True).start()
try:
    bots.make(sys.argv[1], 1).choose(view)
except KeyboardInterrupt:
    print("interrupted")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals are another matter there")
@pytest.mark.parametrize("spec", ["mcts:time=600", "mcts:time=600,threads=2", "net:time=600,threads=2"])
def test_ctrl_c_ends_a_search_on_several_threads_too(spec: str) -> None:
    run = [sys.executable, "-c", INTERRUPTED, spec]
    done = subprocess.run(run, capture_output=True, text=True, timeout=120, preexec_fn=hear_interrupts, check=False)
    assert done.stdout == "interrupted\n", done.stderr


@compiled_only
@pytest.mark.parametrize("make", [lambda v: Tree(v.erased, Rng(1), 100, 0.7), lambda v: guided_tree(v, Rng(1), 100)])
def test_others_run_while_a_tree_is_searched(make: Any) -> None:
    """One call that would take minutes: if it held the GIL, nobody could stop it."""
    state = middle(CASES[0], 2, 0.3)
    tree = make(state.view(state.seat))
    ticks = 0
    with ThreadPoolExecutor(1) as pool:
        done = pool.submit(tree.run, 10**8)
        while ticks < 10:
            sleep(0.01)
            ticks += 1
        tree.stop()
        done.result(60)
    assert 0 < tree.iterations < 10**8


@compiled_only
def test_others_run_while_the_solver_searches() -> None:
    solver = Solver(1 << 14)
    with ThreadPoolExecutor(1) as pool:
        found = pool.submit(solver.solve, CASES[0].deal(3))
        for _ in range(10):
            sleep(0.01)
        solver.stop()
        assert not found.result(60).proven


@compiled_only
def test_a_solver_serves_one_thread_at_a_time() -> None:
    """A second one is told so, and the first goes on."""
    solver = Solver(1 << 14)
    whole, small = CASES[0].deal(3), near_the_end(CASES[0], 3, 4)
    with ThreadPoolExecutor(1) as pool:
        found = pool.submit(solver.solve, whole)
        while not solver.nodes:
            sleep(0.01)
        for ask in (solver.solve, solver.winner, solver.values):
            with pytest.raises(eminence.OptionError, match="expected one of its own for each thread"):
                ask(small)
        assert not found.done()
        solver.stop()
        assert not found.result(60).proven
    with pytest.raises(eminence.OptionError, match="expected richelieu-duel"):
        solver.solve(Case("richelieu", 3).deal(1))
    assert solver.solve(small).proven, "what was refused does not keep others out"


@pytest.mark.parametrize("kind", bots.BOTS)
@pytest.mark.parametrize("through", [copy.deepcopy, lambda bot: pickle.loads(pickle.dumps(bot))])
def test_a_bot_that_has_decided_is_copied_or_says_that_it_cannot_be(kind: str, through: Any) -> None:
    state = near_the_end(CASES[0], 5)
    view = state.view(state.seat)
    bot = bots.make(kind, 1, effort=2)
    bot.choose(view)
    try:
        other = through(bot)
    except TypeError:
        return
    assert other.choose(view) in view.legal


def test_a_search_that_failed_to_begin_leaves_the_bot_usable(monkeypatch: pytest.MonkeyPatch) -> None:
    """In Richelieu for four a search goes on from an earlier one, if there is one."""
    state = Case("richelieu", 4).deal(3)
    bot = bots.make("net", 5, effort=2)
    view = state.view(state.seat)
    while True:
        state.play(bot.choose(view))
        earlier, view = view, state.view(state.seat)
        if view.turn == earlier.turn and len(earlier.legal) > 1 and len(view.legal) > 1:
            break

    def fail(*_: Any) -> Any:
        raise MemoryError

    with monkeypatch.context() as patch:
        patch.setattr(searcher, "guided_tree", fail)
        with pytest.raises(MemoryError):
            bot.choose(view)
    assert bot.choose(view) in view.legal


HUNGRY = """
import resource, sys
import eminence
from eminence import bots
state = eminence.game("richelieu-duel").deal(3)
bot = bots.make(sys.argv[1], 1)
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
for _ in range(3):
    while len(state.legal) == 1:
        state.play(state.legal[0])
    state.play(bot.choose(state.view(state.seat)))
print(max(tree.size for tree in bot.trees), (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) >> 10)
"""


@compiled_only
@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="counts memory in other units")
@pytest.mark.parametrize("spec", ["mcts:effort=600000,threads=2", "net:effort=30000,threads=2"])
def test_searches_keep_to_their_memory(spec: str) -> None:
    """26 MB a tree, and while the next ones are planted those of the last decision are still there."""
    done = subprocess.run([sys.executable, "-c", HUNGRY, spec], capture_output=True, text=True, timeout=300, check=True)
    size, grown = map(int, done.stdout.split())
    assert size > 150_000, "the trees were hardly filled"
    assert grown < 2 * 2 * 26 + 60


@pytest.mark.skipif(not eminence.compiled, reason="a full tree takes long to fill uncompiled")
def test_a_full_tree_goes_on_without_growing() -> None:
    state = eminence.game("cardinal-board").deal(3, players=4)
    view = state.view(state.seat)
    crowd = eminence.game("cardinal-cards").deal(3, players=5)
    trees = (
        (view, Tree(view.erased, Rng(1), 100, 0.7)),
        (view, guided_tree(view, Rng(1), 100)),
        (crowd.view(crowd.seat), guided_tree(crowd.view(crowd.seat), Rng(1), 100)),
    )
    for seen, tree in trees:
        tree.run(300)
        assert tree.iterations == 300 and tree.size <= 100
        assert {child[0] for child in tree.children()} <= set(seen.legal)


@pytest.mark.parametrize("kind", ["mcts", "net"])
def test_a_short_search_sets_little_aside(kind: str) -> None:
    """Room for the largest tree costs 10 to 20 ms, much of a short time."""
    fewest, most = searcher.FEWEST, searcher.NODES

    def room(nodes: int, **budget: float) -> int:
        bot = bots.make(kind, 1, **budget)  # type: ignore[arg-type]
        assert isinstance(bot, SearchBot)
        return bot.room(nodes)

    rooms = [room(10**9, time=time) for time in (0.001, 0.05, 0.5, 1.0, 5.0)]
    assert rooms[0] == fewest < rooms[1] < most // 16 < rooms[2] < most == rooms[3] == rooms[4]
    assert room(10**9, effort=9) == most and room(9, time=0.05) == 9
