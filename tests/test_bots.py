"""Bots play legal and repeatable games, keep to their budgets, stop when told, and see only views."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from time import monotonic, sleep
from typing import Any

import pytest

import eminence
from eminence import bots
from eminence.bots.searcher import SearchBot
from eminence.game import EDITIONS
from tests.cases import CASES as ALL_CASES
from tests.cases import Case

CASES = [(edition.id, players) for edition in EDITIONS.values() for players in edition.players]
FAST = {"random", "greedy", "mcts", "turn"}
GAMES = [
    pytest.param(name, players, kind, marks=[pytest.mark.slow] if kind not in FAST or players > 3 else [])
    for name, players in CASES
    for kind in bots.BOTS
]
CHEAP = {"random", "mcts"}  # uncompiled, the others are tried for some decisions only, see below


def play(name: str, players: int, seed: int, kinds: list[str]) -> eminence.State:
    """A whole game between bots."""
    state = eminence.game(name).deal(seed, players=players)
    team = [bots.make(kind, f"{seed}/{seat}", effort=2) for seat, kind in enumerate(kinds)]
    while not state.over:
        state.play(team[state.seat].choose(state.view(state.seat)))
    return state


def middle(case: Case, seed: int, part: float = 0.5) -> eminence.State:
    """A position in the middle of a random game."""
    rng = random.Random(f"{case}/{seed}")
    state = case.deal(seed)
    while not state.over:
        state.play(rng.choice(state.legal))
    history = state.history
    state = case.deal(seed)
    for action in history[: int(part * len(history))]:
        state.play(action)
    while len(state.legal) == 1 and not state.over:
        state.play(state.legal[0])
    return state


@pytest.mark.parametrize(("name", "players", "kind"), GAMES)
def test_a_bot_plays_whole_games_and_plays_them_again(name: str, players: int, kind: str) -> None:
    if kind not in CHEAP and not eminence.compiled:
        pytest.skip("whole games with look-ahead are for compiled code")
    one = play(name, players, 5, [kind] * players)
    again = play(name, players, 5, [kind] * players)
    assert one.over and one.history == again.history


@pytest.mark.skipif(not eminence.compiled, reason="whole games with look-ahead are for compiled code")
@pytest.mark.parametrize(
    ("name", "players", "deals"),
    [("richelieu-duel", 2, 10), ("richelieu", 3, 6), ("cardinal-cards", 3, 6), ("cardinal-board", 3, 6)],
)
@pytest.mark.parametrize("kind", ["greedy", "turn"])
def test_judging_beats_random_play(name: str, players: int, deals: int, kind: str) -> None:
    won = 0
    for seed in range(deals):
        seat = seed % players
        state = play(name, players, seed, [kind if other == seat else "random" for other in range(players)])
        won += seat in state.sheet().winners
    assert won >= 0.7 * deals


@pytest.mark.parametrize("case", ALL_CASES, ids=str)
@pytest.mark.parametrize("kind", bots.BOTS)
def test_a_bot_asks_nothing_of_the_truth(case: Case, kind: str) -> None:
    """Two states that look alike to a player get the same answer, whatever is hidden."""
    parts = (0.3, 0.9) if eminence.compiled else (0.9,)
    for seed, part in enumerate(parts):
        state = middle(case, seed, part)
        if state.over:
            continue
        seat = state.seat
        worlds = [state] + [state.view(seat).resample(random.Random(f"other{k}")) for k in range(2)]
        assert all(world.view(seat) == state.view(seat) for world in worlds)
        answers = {bots.make(kind, 4, effort=4).choose(world.view(seat)) for world in worlds}
        assert len(answers) == 1


def test_an_unknown_bot_is_refused() -> None:
    with pytest.raises(eminence.OptionError, match="there are random, greedy, mcts"):
        bots.make("deep-blue", 1)


@pytest.mark.parametrize(
    "spec",
    [
        "mcts:effort=0",
        "mcts:time=-1",
        "mcts:speed=3",
        "mcts:effort=many",
        "mcts:threads=0",
        "mcts:threads=1000",
        "net:effort=5,effort=6",
        "net:effort=5,time=1",
        "net:",
    ],
)
def test_a_wrong_budget_is_refused(spec: str) -> None:
    with pytest.raises(eminence.OptionError, match="expected"):
        bots.make(spec, 1)


@pytest.mark.parametrize("wrong", [{"effort": 2.5}, {"threads": 1.5}, {"time": "1"}, {"effort": True}])
def test_a_budget_of_the_wrong_kind_is_refused(wrong: Any) -> None:
    with pytest.raises(eminence.OptionError, match="expected"):
        bots.Budget(**wrong)


def test_a_spec_that_names_only_threads_keeps_the_rest_of_the_budget() -> None:
    bot = bots.make("mcts:threads=2", 1, time=0.5)
    assert isinstance(bot, SearchBot) and bot.budget == bots.Budget(time=0.5, threads=2)
    bot = bots.make("mcts:effort=9", 1, time=0.5, threads=3)
    assert isinstance(bot, SearchBot) and bot.budget == bots.Budget(effort=9, threads=3)


@pytest.mark.parametrize("kind", bots.BOTS)
def test_a_bot_that_is_not_to_act_says_so(kind: str) -> None:
    state = eminence.game("richelieu-duel").deal(3)
    with pytest.raises(eminence.OptionError, match="expected the view of the seat to act"):
        bots.make(kind, 1, effort=2).choose(state.view(1 - state.seat))


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


@pytest.mark.parametrize("kind", ["mcts", "net"])
def test_threads_share_the_effort_and_repeat_themselves(kind: str) -> None:
    state = middle(ALL_CASES[0], 1)
    view = state.view(state.seat)
    effort = 300 if eminence.compiled else 4
    answers = set()
    for _ in range(3):
        bot = bots.make(kind, 3, effort=effort, threads=3)
        assert isinstance(bot, SearchBot)
        answers.add(bot.choose(view))
        assert sum(tree.iterations for tree in bot.trees) == 3 * -(-effort // 3)
    assert len(answers) == 1


@pytest.mark.parametrize("kind", ["mcts", "net"])
@pytest.mark.parametrize("threads", [1, 2])
def test_a_search_stops_when_told(kind: str, threads: int) -> None:
    """It answers with what it has found, long before its time is up."""
    state = middle(ALL_CASES[0], 2, 0.3)
    view = state.view(state.seat)
    bot = bots.make(kind, 1, time=600, threads=threads)
    assert isinstance(bot, SearchBot)
    found: list[int] = []
    thread = threading.Thread(target=lambda: found.append(bot.choose(view)))
    thread.start()
    sleep(0.3)
    bot.stop()
    thread.join(60)
    assert found and found[0] in view.legal
    assert bots.make(kind, 1, effort=2).choose(view) in view.legal


@pytest.mark.skipif(not eminence.compiled, reason="only compiled code lets others run meanwhile")
@pytest.mark.parametrize("kind", ["mcts", "net"])
def test_others_run_while_a_bot_thinks(kind: str) -> None:
    state = middle(ALL_CASES[0], 2, 0.3)
    view = state.view(state.seat)
    thread = threading.Thread(target=bots.make(kind, 1, time=1.0).choose, args=(view,))
    thread.start()
    ticks = [monotonic()]
    while thread.is_alive():
        sleep(0.005)
        ticks.append(monotonic())
    gaps = sorted(b - a for a, b in pairwise(ticks))
    assert gaps[len(gaps) // 2] < 0.1


@pytest.mark.skipif(not eminence.compiled, reason="a full tree takes long to fill uncompiled")
def test_a_full_tree_goes_on_without_growing() -> None:
    from eminence.bots.mcts import Tree
    from eminence.bots.searcher import guided_tree
    from eminence.rules.chance import Rng

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


def test_games_by_lot_are_blended_in_where_they_tell_more_than_the_net(monkeypatch: pytest.MonkeyPatch) -> None:
    from eminence.bots import blends
    from eminence.bots.searcher import guided_tree
    from eminence.rules.chance import Rng

    def searched(players: int) -> list[tuple[int, int, float, float, float]]:
        state = eminence.game("richelieu").deal(3, players=players)
        tree = guided_tree(state.view(state.seat), Rng(1), 4000)
        tree.run(4)
        return tree.children()

    blended, plain = searched(3), searched(2)
    assert all(0.0 <= win <= 1.0 for *_, win, _ in blended) and searched(3) == blended
    blend = blends.BLENDS["richelieu", 3]
    assert sum(visits for _, visits, *_ in blended) == 4 * blend.after
    assert sum(visits for _, visits, *_ in plain) <= 4
    for change in ({"draws": 1}, {"trust": 1.0}, {"after": 0}, {"win": 1.0}, {"ordered": True}, {"lean": 0.1}):
        monkeypatch.setattr(blends, "BLENDS", {("richelieu", 3): replace(blend, **change)})  # type: ignore[arg-type]
        assert searched(3) != blended and searched(2) == plain


def second_decision(seed: int, decide: Callable[[eminence.View], int]) -> tuple[eminence.View, eminence.View, int]:
    """Two positions of one turn with something to decide, as far apart as `decide` says, and that decision."""
    state = eminence.game("richelieu").deal(seed, players=4)
    while True:
        view = state.view(state.seat)
        action = decide(view) if len(view.legal) > 1 else view.legal[0]
        state.play(action)
        if state.turn == view.turn and len(view.legal) > 1 and len(state.legal) > 1:
            return view, state.view(state.seat), action


@pytest.mark.parametrize("threads", [1, 2])
def test_a_later_decision_of_a_turn_goes_on_from_what_was_found(threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    from eminence.bots import blends

    monkeypatch.setattr(SearchBot, "settles", False)
    effort = 40 if eminence.compiled else 4
    first, second, _ = second_decision(3, lambda view: bots.make("net", 5, effort=effort, threads=threads).choose(view))
    whole = effort * blends.BLENDS["richelieu", 4].after

    def visits(bot: bots.Bot) -> int:
        assert isinstance(bot, SearchBot)
        shares = [child[3] for tree in bot.trees for child in tree.children()]
        assert all(0.0 <= share <= 1.0 for share in shares)
        return sum(child[1] for tree in bot.trees for child in tree.children())

    def asked(*views: eminence.View) -> tuple[int, int]:
        bot = bots.make("net", 5, effort=effort, threads=threads)
        found = [bot.choose(view) for view in views]
        return found[-1], visits(bot)

    assert asked(first)[1] == whole and asked(second)[1] == whole
    gained = asked(first, second)
    assert gained[1] > whole and gained == asked(first, second) and gained[0] in second.legal
    state = second.resample(random.Random(1))
    while state.turn == first.turn or state.seat != first.seat or len(state.legal) < 2:
        state.play(state.legal[0])
    later = state.view(state.seat)
    assert asked(first, later)[1] == whole, "a later turn was taken for the same one"
    assert asked(first, first)[1] == whole, "the same position was taken for a later one"
    assert asked(second, first)[1] == whole, "nor does a turn that was taken back go on"
    blend = replace(blends.BLENDS["richelieu", 4], keeps=False)
    monkeypatch.setattr(blends, "BLENDS", {("richelieu", 4): blend})
    assert asked(first, second)[1] == whole


def test_a_tree_takes_over_what_was_found_below_a_decision() -> None:
    from eminence.bots.searcher import guided_tree
    from eminence.rules.chance import Rng

    first, second, action = second_decision(3, lambda view: bots.make("greedy", 5).choose(view))
    old = guided_tree(first, Rng(1), 20_000)
    old.run(60 if eminence.compiled else 12)
    below = {child[0]: child[1] for child in old.branches(old.find(0, action))}
    assert any(below.values())
    new, judged = guided_tree(second, Rng(2), 20_000), guided_tree(second, Rng(2), 20_000)
    assert new.take_over(old, [action]) and not judged.take_over(old, [action, 0, 0])
    assert {child[0]: child[1] for child in new.children()} == {choice: below.get(choice, 0) for choice in second.legal}
    best = max(below, key=lambda choice: below[choice] if choice in second.legal else -1)
    under = [child[:2] for child in old.branches(old.find(old.find(0, action), best))]
    assert [child[:2] for child in new.branches(new.find(0, best))] == under
    small = guided_tree(second, Rng(2), len(second.legal) + 5)
    assert small.take_over(old, [action])
    small.run(5)
    assert small.size == len(second.legal) + 5


def test_the_judge_is_asked_only_about_nodes_gone_to_often() -> None:
    from eminence.bots import minds
    from eminence.bots.blends import Blend
    from eminence.bots.guided import Guided
    from eminence.bots.lookahead import Lookahead
    from eminence.rules.chance import Rng

    def wins(after: int) -> list[float]:
        """What the decisions after the most likely one have won, in sixths: whole numbers if games alone told."""
        state = eminence.game("richelieu").deal(3, players=3)
        root = state.view(state.seat).erased
        world, down, scratch = root.blank(), root.blank(), root.blank()
        world.bind(root)
        down.bind(world)
        scratch.bind(down)
        lookahead = Lookahead(scratch, minds.judge_of(scratch, None), 40)
        tree = Guided(world, down, lookahead, Rng(2), 4000, Blend(0.7, 20.0, after, 1e9, 1))
        tree.run(-(-120 // after))
        first = tree.children()[0][0]
        return [6 * visits * win for _, visits, _, win, _ in tree.branches(tree.find(0, first)) if visits]

    by_lot, judged = wins(120), wins(5)
    assert by_lot and all(abs(win - round(win)) < 1e-6 for win in by_lot)
    assert judged and any(abs(win - round(win)) > 0.01 for win in judged)


@pytest.mark.skipif(eminence.compiled, reason="a compiled tree does not let one look into a single step")
def test_decisions_may_be_tried_out_in_the_order_in_which_they_went_well() -> None:
    from eminence.bots.searcher import guided_tree
    from eminence.rules.chance import Rng

    state = eminence.game("richelieu").deal(3, players=4)
    while len(state.legal) < 4:
        state.play(state.legal[0])
    view = state.view(state.seat)
    tree = guided_tree(view, Rng(1), 4000)
    assert tree.ordered
    for rank, action in enumerate(view.legal):
        tree.luck[1024 * view.seat + action] = 0.4 - 0.01 * ((7 * rank) % len(view.legal))
    by_luck = sorted(view.legal, key=lambda action: -tree.luck[1024 * view.seat + action])
    assert by_luck != view.legal
    tree.child[0] = 0  # as if nothing had been looked at
    tree.state.reset()
    n = tree.state.generate()
    tried = [int(tree.action[tree.try_out(0, n)]) for _ in view.legal]
    assert tried == by_luck


@pytest.mark.parametrize("kind", ["mcts", "net"])
def test_a_short_search_sets_little_aside(kind: str) -> None:
    """Room for the largest tree costs 10 to 20 ms, much of a short time."""
    from eminence.bots.searcher import FEWEST, NODES

    def room(nodes: int, **budget: float) -> int:
        bot = bots.make(kind, 1, **budget)  # type: ignore[arg-type]
        assert isinstance(bot, SearchBot)
        return bot.room(nodes)

    rooms = [room(10**9, time=time) for time in (0.001, 0.05, 0.5, 1.0, 5.0)]
    assert rooms[0] == FEWEST < rooms[1] < NODES // 16 < rooms[2] < NODES == rooms[3] == rooms[4]
    assert room(10**9, effort=9) == NODES and room(9, time=0.05) == 9


@pytest.mark.slow
@pytest.mark.skipif(not eminence.compiled, reason="hundreds of whole games a decision are for compiled rules")
@pytest.mark.parametrize("spec", ["mcts:effort=200", "net:effort=20"])
def test_searching_beats_random_play(spec: str) -> None:
    for name, players in (("richelieu-duel", 2), ("cardinal-board", 3)):
        for seed in range(3):
            state = eminence.game(name).deal(seed, players=players)
            seat = seed % players
            team = [bots.make(spec if q == seat else "random", seed) for q in range(players)]
            while not state.over:
                state.play(team[state.seat].choose(state.view(state.seat)))
            assert state.sheet().winners == (seat,)


def test_the_levels_are_six_and_the_default_is_one_of_them() -> None:
    assert len(bots.LEVELS) == 6 and bots.DEFAULT in bots.LEVELS
    assert all(level.name == name and level.title and level.about for name, level in bots.LEVELS.items())


def test_the_cardinal_follows_a_liking_on_the_board_alone() -> None:
    """Among what looks nearly alike to him; elsewhere he plays what his search went to most."""
    from eminence.bots.searcher import best_of, values_of

    board = middle(Case("cardinal-board", 4), 2)
    display = middle(Case("richelieu", 3), 2)
    chosen = set()
    for seed in range(12):
        for state in (board, display):
            view = state.view(state.seat)
            bot = bots.make("cardinal", seed, effort=4)
            assert isinstance(bot, bots.NetBot)
            choice = bot.choose(view)
            if state is display:
                assert choice == best_of(bot.trees, view.legal)
                continue
            chosen.add(choice)
            values = dict(values_of(bot.trees))
            assert set(values) <= set(view.legal)
            assert values[choice] > max(values.values()) - 3 * bot.blurs["cardinal-board"]
    assert len(chosen) > 1
    assert bots.make("eminence", 1).blurs == bots.make("net", 1).blurs == {}  # type: ignore[attr-defined]


@pytest.mark.slow
@pytest.mark.skipif(not eminence.compiled, reason="whole games with look-ahead are for compiled rules")
@pytest.mark.parametrize(("name", "players"), [("richelieu", 3), ("richelieu", 4), ("cardinal-board", 5)])
@pytest.mark.parametrize(("better", "other"), [("clerk", "page"), ("abbot", "clerk"), ("bishop", "abbot")])
def test_the_levels_are_ordered_at_larger_tables_too(name: str, players: int, better: str, other: str) -> None:
    """By mean points, one of the better among the others on every seat of three deals; seeds, so no luck."""
    lead = 0.0
    for seed in range(3):
        for seat in range(players):
            state = eminence.game(name).deal(seed, players=players)
            team = [bots.make(better if s == seat else other, f"{seed}/{seat}/{s}") for s in range(players)]
            while not state.over:
                state.play(team[state.seat].choose(state.view(state.seat)))
            totals = state.sheet().totals
            lead += totals[seat] - (sum(totals) - totals[seat]) / (players - 1)
    assert lead > 0.0


def test_a_box_of_another_shape_is_played_without_a_net() -> None:
    """The nets know the boxes as printed; with other components the judge expects points."""
    from eminence.bots.minds import net_for

    state = eminence.game("richelieu-duel").deal(1)
    assert net_for(state.view(0)) is not None
