"""What a review says of single turns: proofs, blunders, forced turns, the sign of luck, and blocked lines."""

from __future__ import annotations

import random
from itertools import pairwise, permutations
from typing import Any

import pytest

import eminence
from eminence import Record, State
from eminence.analysis import hints, review, text
from eminence.analysis.board_reasons import lines_up
from eminence.analysis.decisions import Assessment
from eminence.analysis.reasons import Reason
from eminence.analysis.result import TurnReview
from eminence.analysis.review import Reviewer, Stretch
from eminence.analysis.search import CHUNK, Guided, Seeker, Worth
from eminence.analysis.table import Expectation, outcome
from eminence.bots import make
from eminence.bots.blends import BLENDS
from tests.cases import Case
from tests.rules.maps import board, box
from tests.rules.tables import clear_to, finish, table, turns
from tests.test_analysis import EFFORT, FOUR, moment


def reviewer_at(state: State, effort: int = EFFORT) -> Reviewer:
    """A reviewer who has come to this position."""
    reviewer = Reviewer(Record.of(state), state, effort, 1)
    reviewer.state = state.copy()
    reviewer.now = reviewer.expect(reviewer.state, reviewer.table.unseen(state))
    return reviewer


def last_turn(state: State, effort: int) -> TurnReview:
    """The review of the turn that led here."""
    return review(Record.of(state), effort=effort, unfinished=True).turns[-1]


# Proofs.


def test_a_win_in_every_world_by_itself_is_not_called_a_win_against_any_defence() -> None:
    """The players of each world know which it is, so the mean proves nothing while several could be true."""
    state = moment(FOUR[0], 13, 113)
    solution = Seeker(state.view(state.seat), 100, 1).solve(state.view(state.seat))
    assert solution is not None and solution.proven and not solution.certain and solution.worlds > 1
    best, *others = hints(state.view(state.seat), effort=100)
    assert best.proven and best.win == 1 and all(hint.win == 0 for hint in others)
    assert all(reason.code != "wins-proven" for reason in best.reasons)
    worse = reviewer_at(state, 100).stretch(others[0].decisions).assessment
    assert worse.proven and not worse.certain and worse.turn == best.decisions


def test_a_win_in_the_only_world_that_could_be_true_is_called_so() -> None:
    state = clear_to(table("richelieu-duel", 2), ["A5", "A6", "A7", "B6"], tokens_to=0)
    best = hints(state.view(state.seat), effort=100)[0]
    assert best.proven and best.win == 1 and best.reasons[0] == Reason.of("wins-proven")
    assert reviewer_at(state, 100).stretch(best.decisions).assessment.certain


# Decisions.


def test_a_marker_paid_for_an_ordinary_card_is_a_blunder() -> None:
    """Found by searching alone: most of the game is still to come."""
    state = turns(table("richelieu-duel", 2), "A1 @B1", "B1$")
    found = last_turn(state, 12)
    assert found.verdict == "blunder" and not found.by_points and not found.proven
    assert 0.2 < found.loss <= found.best.win and found.loss_margin > 0
    assert found.better and found.better != found.notation and "$" not in found.better
    assert found.line.startswith(found.better.split()[0])
    assert found.played.win == pytest.approx(found.best.win - found.loss)


def test_a_forced_turn_is_judged_by_what_its_player_knew() -> None:
    """Nobody has told the player what the other holds, so the chance is not that of somebody who sees it."""
    state = clear_to(table("richelieu-duel", 2), ["A6"])
    (forced,) = state.legal
    reviewer, view = reviewer_at(state, 100), state.view(state.seat)
    known = hints(view, effort=100)[0]
    found = reviewer.stretch((forced,)).assessment
    assert (found.best.win, found.best.margin) == (known.win, known.margin) and found.lost == (0.0, 0.0)
    all_seen = reviewer_at(state, 100).now
    assert abs(all_seen.margin[state.seat] - found.best.margin) > 1


def test_what_a_turn_promised_is_a_chance_also_if_more_was_given_away_than_there_was() -> None:
    """Losses of several parts of a turn are added; together they may be more than the first part promised."""
    state = FOUR[0].deal(1)
    reviewer, nothing = reviewer_at(state), Expectation((0.0, 0.0), (0.0, 0.0))
    before = Expectation((0.3, 0.7), (-2.0, 2.0))
    parts = []
    for best, played in (((0.3, -2.0), (0.1, -5.0)), ((0.5, 1.0), (0.2, -1.0))):
        judged = Assessment(Worth(*best), Worth(*played), (), (), proven=False)
        parts.append(Stretch((), judged, before, nothing, nothing))
    found = reviewer.turn(1, 0, "A1", state.copy(), before, parts)
    assert found.loss == pytest.approx(0.5) and found.loss_margin == pytest.approx(5.0)
    assert found.played.win == 0.0 and found.played.margin == pytest.approx(-7.0)


def test_where_points_gave_the_verdict_they_say_what_was_better() -> None:
    """A turn of two parts: the first gave away a hair of the chance, the second all the points."""
    state = FOUR[0].deal(1)
    reviewer, nothing = reviewer_at(state), Expectation((0.0, 0.0), (0.0, 0.0))
    before = Expectation((0.99, 0.01), (20.0, -20.0))
    first, *_, other = state.legal
    then = state.copy()
    then.play(first)
    after = then.legal[-1]

    def stretch(actions: tuple[int, ...], better: int, lost: tuple[float, float]) -> Stretch:
        best, played = Worth(0.99, 20.0), Worth(0.99 - lost[0], 20.0 - lost[1])
        return Stretch(actions, Assessment(best, played, (better,), (better,), proven=False), before, nothing, nothing)

    parts = [stretch((first,), other, (0.001, 0.0)), stretch((then.legal[0],), after, (0.0, 10.0))]
    found = reviewer.turn(1, 0, "A1", state.copy(), before, parts)
    assert found.by_points and found.verdict == "mistake"
    assert found.better == state.game.turn_text([first, after])
    parts[1] = stretch((then.legal[0],), after, (0.0, 1.0))
    found = reviewer.turn(1, 0, "A1", state.copy(), before, parts)
    assert not found.by_points and found.better == state.game.turn_text([other])


# Hints.


@pytest.mark.parametrize("case", FOUR, ids=str)
def test_hints_come_in_the_order_of_what_they_promise(case: Case) -> None:
    """What few looks promise beyond the hint before is an accident of theirs, and not told."""
    for seed in range(4 if eminence.compiled else 1):
        state = case.deal(seed)
        chances = [hint.win for hint in hints(state.view(state.seat), effort=EFFORT, seed=seed, count=5)]
        assert chances == sorted(chances, reverse=True)


def test_a_single_point_is_no_points() -> None:
    assert text(Reason.of("lengthens-chain", points=1)) == "adds 1 point for chains"
    assert text(Reason.of("lengthens-chain", points=21)) == "adds 21 points for chains"


# Luck.


def test_a_helpful_token_is_luck_for_who_takes_it_and_another_is_not() -> None:
    """A marker back is the best that can come up; a crest where its holder leads anyway is worth less than most."""
    luck: dict[str, Expectation] = {}
    for face in ("back", "crest:bourbon"):
        state = turns(table("richelieu-duel", 2, {"A1": "bourbon:2"}, {"A2": face}), "A1", "D1", "A2")
        luck[face] = last_turn(state, 12).luck
    for kind in ("win", "margin"):
        mine, theirs = getattr(luck["back"], kind)
        assert mine > 0 > theirs and mine == pytest.approx(-theirs, abs=1e-4)
        assert getattr(luck["crest:bourbon"], kind)[0] < 0


def test_where_nobody_wins_those_who_are_level_share_the_expectation() -> None:
    """D32: nobody wins; the review gives them equal parts nevertheless."""
    state = finish("cardinal-cards", 3, 57)
    assert state.sheet().winners == ()
    found = outcome(state)
    assert sum(found.win) == 1 and set(found.win) <= {0.0, 1 / 2, 1 / 3} and state.ranks().count(1) > 1
    assert [share > 0 for share in found.win] == [rank == 1 for rank in state.ranks()]


# Searching.


@pytest.mark.parametrize("case", FOUR, ids=str)
def test_a_search_in_pieces_is_the_same_search(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C is heard between the pieces."""
    pieces: list[int] = []

    class Watched(Guided):
        def run(self, iterations: int) -> None:
            pieces.append(iterations)
            super().run(iterations)

    monkeypatch.setattr("eminence.analysis.search.Guided", Watched)
    state = moment(case, 3, 10)
    view, effort = state.view(state.seat), 2 * CHUNK + 3 if eminence.compiled else 5
    found: list[Any] = []
    for chunk in (CHUNK if eminence.compiled else 2, 10**6):
        monkeypatch.setattr("eminence.analysis.search.CHUNK", chunk)
        tree = Seeker(view, effort, 1).grow(view.erased, effort)
        assert tree.iterations == effort
        found.append((tree.children(), tree.line(tree.children()[0][0], 1)))
    assert found[0] == found[1]
    assert len(pieces) == 4 and max(pieces[:3]) <= CHUNK and pieces[3] == effort


def test_a_search_goes_about_it_as_its_position_asks() -> None:
    """Of one game, a review searches early and late positions: late on the board for five, games by lot are heard."""
    start = eminence.game("cardinal-board").deal(3, players=5)
    state = start.copy()
    bot = make("greedy", 1)
    while not (state.facts()["half"] and state.facts()["pile_size"] <= 12 and len(state.legal) > 1):
        state.play(bot.choose(state.view(state.seat)))
    seeker = Seeker(start.view(start.seat), 4, 1)
    late = BLENDS["cardinal-board", 5]
    for root, each in ((start.view(start.seat), 1), (state.view(state.seat), late.after), (start.view(start.seat), 1)):
        tree = seeker.grow(root.erased, 4)
        assert sum(visits for _, visits, *_ in tree.children()) in range(4 * each - each, 4 * each + 1)


# Reasons.


def through(near: dict[int, set[int]], held: set[int], field: int, least: int) -> bool:
    """B19: whether there is a line of so many held fields with this one in it, by trying all orders."""
    return any(
        field in line and all(b in near.get(a, set()) for a, b in pairwise(line)) for line in permutations(held, least)
    )


def test_blocked_lines_are_those_that_trying_all_orders_finds() -> None:
    """B19, on the built-in map."""
    rng = random.Random(3)
    seen: set[bool] = set()
    near: dict[int, set[int]] = {}
    for one, other in box(board()).roads:
        near.setdefault(one, set()).add(other)
        near.setdefault(other, set()).add(one)
    fields = range(len(box(board()).fields))
    for _ in range(60):
        field = rng.choice(fields)
        around = {field, *(there for here in near[field] for there in near[here] | {here})}
        held = {field, *rng.sample(sorted(around), min(6, len(around)))}
        found = lines_up(near, held, field, 4)
        assert found == through(near, held, field, 4)
        seen.add(found)
    assert seen == {True, False}


@pytest.mark.parametrize("least", [4, 8])
def test_a_crowded_map_is_no_labyrinth(least: int) -> None:
    """Twenty fields, each with a road to all around it: there are too many lines to go through them all."""
    near = {
        5 * y + x: {5 * b + a for a in range(x - 1, x + 2) for b in range(y - 1, y + 2) if 0 <= a < 5 and 0 <= b < 4}
        - {5 * y + x}
        for x in range(5)
        for y in range(4)
    }
    everything = set(near)
    assert all(lines_up(near, everything, field, least) for field in everything)
    assert not lines_up(near, everything, 0, 21) and not lines_up(near, {0, 1, 19}, 0, least)


@pytest.mark.parametrize("names", [("Ann", ""), ("Ann",), ()])
def test_who_has_no_name_is_called_by_the_seat(names: tuple[str, ...]) -> None:
    assert "seat 2" in text(Reason.of("blocks-chain", player=1), None, names)
