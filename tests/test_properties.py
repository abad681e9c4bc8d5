"""What must hold of every game, whatever is played."""

from __future__ import annotations

import copy
import pickle
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import eminence
from eminence import IllegalDecision, OptionError, Record
from tests.cases import BOARD, CASES, Case, somewhere, walk

quick = settings(max_examples=25, deadline=None, derandomize=True)
cases = st.sampled_from(CASES)
seeds = st.integers(0, 10**9)


@quick
@given(cases, seeds, st.booleans())
def test_nothing_is_lost_and_every_game_ends(case: Case, seed: int, fierce: bool) -> None:
    """D17, B14, B15: cards, tokens, markers and pieces are conserved, there is always a decision, and an end."""
    rng = random.Random(seed)
    for decisions, state in enumerate(walk(case.deal(seed), rng, fierce=fierce)):
        state.check()
        assert state.over or state.legal
        assert len(set(state.legal)) == len(state.legal)
        assert decisions < 1000
    assert state.legal == []


@quick
@given(cases, seeds)
def test_legal_decisions_are_just_those_without_a_reason_against_them(case: Case, seed: int) -> None:
    """`why_not` and `legal` agree on every number, and what is refused changes nothing."""
    state = somewhere(case, seed)
    before = state.view(state.seat).dumps()
    legal = set(state.legal)
    for action in range(-2, state.game.actions + 3):
        reason = state.why_not(action)
        assert (reason is None) == (action in legal), (action, reason)
        if reason is not None:
            with pytest.raises(IllegalDecision) as error:
                state.play(action)
            assert error.value.reason == reason
    assert state.view(state.seat).dumps() == before


@pytest.mark.parametrize("wrong", [None, "A1", 1.0, True, [1], 10**30, -(10**30)])
def test_what_is_no_decision_at_all_is_refused(wrong: object) -> None:
    state = eminence.game("richelieu-duel").deal(1)
    with pytest.raises(IllegalDecision):
        state.play(wrong)  # type: ignore[arg-type]
    assert state.why_not(wrong) == "unknown"  # type: ignore[arg-type]
    assert state.history == []


@quick
@given(cases, seeds)
def test_a_copy_is_independent_of_what_is_played_later(case: Case, seed: int) -> None:
    state = somewhere(case, seed)
    for twin in (state.copy(), copy.copy(state), copy.deepcopy(state)):
        before = Record.of(state).dumps()
        assert Record.of(twin).dumps() == before
        for _ in walk(twin, random.Random(seed)):
            pass
        assert Record.of(state).dumps() == before


@quick
@given(cases, cases, seeds)
def test_interleaved_games_do_not_touch_each_other(one: Case, other: Case, seed: int) -> None:
    """Random numbers belong to one game: two games played at once are the same as one after the other."""

    def ending(case: Case) -> str:
        state = case.deal(seed)
        for _ in walk(state, random.Random(seed)):
            pass
        return Record.of(state).dumps()

    alone = ending(one), ending(other)
    first, second = one.deal(seed), other.deal(seed)
    rngs = random.Random(seed), random.Random(seed)
    walks = walk(first, rngs[0]), walk(second, rngs[1])
    going = list(walks)
    order = random.Random(seed + 1)
    while going:
        game = order.choice(going)
        if next(game, None) is None:
            going.remove(game)
    assert (Record.of(first).dumps(), Record.of(second).dumps()) == alone


def test_the_global_random_numbers_are_neither_used_nor_changed() -> None:
    random.seed(1)
    before = random.getstate()
    state = eminence.game("cardinal-board").deal(3, players=4)
    for _ in walk(state, random.Random(5)):
        pass
    state.view(0).resample(random.Random(4))
    assert random.getstate() == before


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_same_seed_gives_the_same_deal_and_others_give_others(case: Case) -> None:
    """D1, D2, B3: a deal follows from its seed."""
    assert case.deal(5).dealt == case.deal(5).dealt
    deals = [str(case.deal(seed).dealt) for seed in range(30)]
    assert len(set(deals)) == 30
    assert case.deal("five").dealt != case.deal(5).dealt
    assert case.game.deal(b"5", players=case.players).dealt != case.game.deal("5", players=case.players).dealt


@pytest.mark.parametrize("wrong", [None, 1.5, True, ["x"]])
def test_a_seed_of_a_wrong_kind_is_refused(wrong: object) -> None:
    with pytest.raises(TypeError, match="seed"):
        eminence.game("richelieu").deal(wrong)  # type: ignore[arg-type]


def test_wrong_games_players_seats_and_options_are_refused_with_what_would_be_right() -> None:
    with pytest.raises(OptionError, match="richelieu-duel"):
        eminence.game("poker")
    with pytest.raises(OptionError, match="early_end"):
        eminence.game("richelieu-duel", late_end=True)
    with pytest.raises(OptionError, match="True or False"):
        eminence.game("richelieu-duel", early_end=1)  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="2 or 3 or 4"):
        eminence.game("richelieu").deal(1, players=5)
    with pytest.raises(OptionError, match="two players"):
        eminence.game("richelieu", early_end=True).deal(1, players=3)
    with pytest.raises(OptionError, match="0 to 1"):
        eminence.game("richelieu-duel").deal(1, start=2)
    with pytest.raises(OptionError, match="0 to 1"):
        eminence.game("richelieu-duel").deal(1).view(2)


@quick
@given(cases, seeds)
def test_a_record_of_any_moment_replays_to_the_same_game(case: Case, seed: int) -> None:
    """Records round-trip, and the game goes on the same from a replay: also a reshuffle still to come (B13)."""
    state = somewhere(case, seed)
    text = Record.of(state).dumps()
    again = Record.loads(text).replay()
    assert Record.of(again).dumps() == text
    for seat in (*range(case.players), None):
        assert again.view(seat).dumps() == state.view(seat).dumps()
    for game in (state, again):
        for _ in walk(game, random.Random(seed)):
            pass
    assert Record.of(again).dumps() == Record.of(state).dumps()


@quick
@given(cases, seeds)
def test_turns_print_and_parse_back(case: Case, seed: int) -> None:
    """Every turn of a game as text gives the same decisions again."""
    state = somewhere(case, seed)
    again = case.game.begin(state.dealt, players=case.players, start=state.start)
    if case in BOARD:
        again = Record.of(state).begin()
    turns = state.turns[:-1] if state.turn_started else state.turns
    for seat, actions in turns:
        assert again.seat == seat
        again.play_turn(case.game.turn_text(actions))
        assert tuple(again.history[-len(actions) :]) == actions


def test_the_inner_doors_of_a_state_let_no_nonsense_in() -> None:
    """What only the game itself should call refuses junk instead of writing it into compiled arrays."""
    display = eminence.game("richelieu").blank(2, 0)
    board = eminence.game("cardinal-board").blank(3, 0)
    for state in (display, board):
        for words in ([1], [1] * 500, [-1] * 192, [1 << 40] * 192):
            with pytest.raises(ValueError, match="192 words"):
                state.begin(words)
    for junk in (([63] * 70000, [0] * 8, [0] * 6), ([99] * 48, [0] * 8, [0] * 6), ([0] * 48, [0] * 8, [500] * 6)):
        with pytest.raises(ValueError, match="expected"):
            display.lay_out(*junk)  # type: ignore[union-attr, call-arg]
    for junk in (([0] * 5000, []), ([77] * 45, []), ([0] * 45, [1 << 40])):
        with pytest.raises(ValueError, match="expected"):
            board.lay_out(*junk)  # type: ignore[union-attr, call-arg]
    state = eminence.game("richelieu-duel").deal(1)
    state.play(state.legal[0])
    with pytest.raises(ValueError, match="being played"):
        state.begin([1] * 192)


def test_a_state_is_not_pickled_but_recorded() -> None:
    with pytest.raises(TypeError, match="Record"):
        pickle.dumps(eminence.game("richelieu").deal(1))


@pytest.mark.parametrize("case", CASES, ids=str)
def test_ranks_follow_points_and_tie_breaks(case: Case) -> None:
    """D27, D32, B20: more points, then the tie-break; equals share a rank."""
    for seed in range(20):
        state = case.deal(seed)
        for _ in walk(state, random.Random(seed)):
            pass
        sheet = state.sheet()
        assert sheet.final
        assert [sum(line.values[p] for line in sheet.lines) for p in range(case.players)] == list(sheet.totals)
        sign = -1 if sheet.breaker == "fewer-cards" else 1
        strength = [(t, sign * b) for t, b in zip(sheet.totals, sheet.breakers, strict=True)]
        assert list(sheet.ranks) == [1 + sum(other > mine for other in strength) for mine in strength]
        best = [p for p, rank in enumerate(sheet.ranks) if rank == 1]
        assert list(sheet.winners) == (best if len(best) == 1 or sheet.tied_win == "shared" else [])
