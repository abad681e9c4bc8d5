"""Bots play legal and repeatable games, refuse wrong budgets, and levels are what they are said to be."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

import eminence
from eminence import bots, components
from eminence.bots import TurnBot
from eminence.bots.searcher import SearchBot
from eminence.game import EDITIONS
from tests.cases import Case, middle

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


def test_on_the_board_for_five_games_by_lot_are_heard_late() -> None:
    """The net judges well early, and games by lot tell who wins when few cards are left in the second pile."""
    from eminence.bots.blends import BLENDS, Blend, blend_for

    late = BLENDS["cardinal-board", 5]
    for players in (4, 5):
        state = eminence.game("cardinal-board").deal(3, players=players)
        rng = random.Random(players)
        seen = set()
        while not state.over:
            view = state.view(state.seat)
            assert isinstance(view, eminence.BoardView)
            wanted = late if players == 5 and view.second_half and view.pile_size <= late.late else Blend()
            assert blend_for(view) == wanted
            seen.add((view.second_half, view.pile_size <= late.late, wanted.after > 0))
            state.play(rng.choice(view.legal))
        lot = players == 5
        assert seen == {(False, False, False), (False, True, False), (True, False, False), (True, True, lot)}


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
    """By mean points, one of the better among the others on every seat of eight deals; seeds, so no luck."""
    lead = 0.0
    for seed in range(8):
        for seat in range(players):
            state = eminence.game(name).deal(seed, players=players)
            team = [bots.make(better if s == seat else other, f"{seed}/{seat}/{s}") for s in range(players)]
            while not state.over:
                state.play(team[state.seat].choose(state.view(state.seat)))
            totals = state.sheet().totals
            lead += totals[seat] - (sum(totals) - totals[seat]) / (players - 1)
    assert lead > 0.0


def other_box(**changes: Any) -> Any:
    """The box of both Richelieus with something changed."""
    data = json.loads(json.dumps(components.built_in("richelieu").data))
    return components.read(data | changes, "a box of another kind")


def test_nets_know_what_the_boxes_print_and_nothing_else() -> None:
    """A region fewer is another shape, for which no net was trained; another number of markers is the same shape."""
    from eminence.bots.minds import net_for

    regions = components.built_in("richelieu").data["region"][:-1]
    for box, known in ((None, True), (other_box(markers=2), True), (other_box(region=regions, columns=11), False)):
        game = eminence.game("richelieu-duel", components=box)
        assert (net_for(game.deal(1).view(0)) is not None) == known


@pytest.mark.parametrize("kind", bots.BOTS)
def test_a_box_of_another_shape_is_played_to_its_end(kind: str) -> None:
    """By expected points where no net fits."""
    regions = components.built_in("richelieu").data["region"][:-1]
    game = eminence.game("richelieu", components=other_box(region=regions, columns=11))
    state = game.deal(3, players=3)
    random_play = random.Random(3)
    while not eminence.compiled and state.facts()["taker"].count(-1) > 4:
        state.play(random_play.choice(state.legal))
    bot = bots.make(kind, 3, effort=2)
    while not state.over:
        state.play(bot.choose(state.view(state.seat)))
    assert state.sheet().winners


@pytest.mark.parametrize("level", ["page", "clerk", "abbot", "bishop"])
@pytest.mark.parametrize(("name", "players"), [("richelieu-duel", 2), ("richelieu", 4), ("cardinal-board", 3)])
def test_the_gentler_levels_choose_among_what_looks_nearly_alike(name: str, players: int, level: str) -> None:
    """No blunders by lot: what they play looks to them at most three times their blur worse than the best."""
    state = middle(Case(name, players), 4)
    view = state.view(state.seat)
    chosen = set()
    for seed in range(40 if eminence.compiled else 4):
        bot, twin = bots.make(level, seed), bots.make(level, seed)
        assert isinstance(twin, TurnBot)
        values = dict(twin.worths(view))
        choice = bot.choose(view)
        assert values[choice] > max(values.values()) - 3 * twin.sight.blur_among(players)
        chosen.add(choice)
    assert not eminence.compiled or len(chosen) > 1 or len(view.legal) < 3


def test_the_levels_have_time_to_spare() -> None:
    """Two seconds for the strongest, half a second for the default: one gives itself less, the other never searches."""
    strongest, default = (bots.make(name, 1) for name in ("eminence", bots.DEFAULT))
    assert isinstance(strongest, SearchBot) and strongest.seconds is not None and strongest.seconds < 2
    assert isinstance(default, TurnBot)
