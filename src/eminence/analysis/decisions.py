"""How good a decision was: what the best turn promised by all that the player knew, and what the turn played did."""

from __future__ import annotations

from dataclasses import dataclass

from eminence.analysis.search import (
    Seeker,
    Turn,
    Worth,
    after,
    best_turn,
    proven_turn,
    view_of,
    worth_of,
)
from eminence.analysis.table import outcome
from eminence.bots.judge import WIN, blended
from eminence.rules.board import BoardState
from eminence.rules.chance import Rng
from eminence.rules.state import State
from eminence.view import View

ENDINGS = 32  # guesses of what is hidden where the game has ended
LEAST = 4  # visits of a decision that a line of play goes on with
LINE = 10  # decisions of a line of play, at most


@dataclass(frozen=True)
class Assessment:
    """Some decisions of one player, up to the first thing that could not be foreseen."""

    best: Worth
    """What the best turn promised."""
    played: Worth
    """What the decisions promised, before chance showed anything."""
    turn: tuple[int, ...]
    """The best turn."""
    line: tuple[int, ...]
    """The best turn and what would probably have followed."""
    proven: bool
    certain: bool = False
    """Whether it is proven and only one world could be true."""

    @property
    def lost(self) -> tuple[float, float]:
        """What the decisions gave away, in win chance and margin; nothing if they were at least as good."""
        win, margin = self.best.win - self.played.win, self.best.margin - self.played.margin
        if value(self.played) >= value(self.best):
            return 0.0, 0.0
        return max(0.0, win), max(0.0, margin)


def value(worth: Worth) -> float:
    """Win chance and margin as one number, as the judges weigh them."""
    return blended(worth.win, worth.margin, WIN)


def assess(seeker: Seeker, view: View, actions: tuple[int, ...]) -> Assessment:
    """Judge decisions of the viewer's, all of one turn."""
    solved = assess_proven(seeker, view, actions)
    if solved is not None:
        return solved
    root = view.erased
    tree = seeker.grow(root, seeker.effort)
    best = best_turn(seeker, view, tree)
    line = tuple(tree.line(best.decisions[0], LEAST))[:LINE]
    line = line if line[: len(best.decisions)] == best.decisions else best.decisions
    length = len(actions)
    if same(view, best.decisions[:length], actions) and len(best.decisions) >= length:
        worth = best.worth
        return Assessment(worth, worth, best.decisions, line, proven=False)
    played = best_turn(seeker, view, tree, actions)
    one, other = weigh(seeker, view, best), weigh(seeker, view, played)
    if one is None or other is None:
        one, other = best.worth, played.worth
    return Assessment(one, other, best.decisions, line, proven=False)


def same(view: View, one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    """Whether decisions lead to the same position, in whatever order."""
    if one == other:
        return True
    if isinstance(view.erased, BoardState) or len(one) != len(other) or sorted(one) != sorted(other):
        return False
    return bool(after(view.erased, one).facts() == after(view.erased, other).facts())


def weigh(seeker: Seeker, view: View, turn: Turn) -> Worth | None:
    """What the position after a turn promises to its player, by a search of its own; None where that cannot be told.

    A search tells what the player to act may expect. That is enough if it is the same player, or if there are two.
    """
    state = after(view.erased, turn.decisions)
    if isinstance(state, BoardState) and state.history[len(view.history) :] != list(turn.decisions):
        return None  # unseen cards come
    if state.over:
        return ended(seeker, state, view.seat)
    if state.seat != view.seat and view.players > 2:
        return None
    if state.seat == view.seat and state.turn != view.turn and view.players > 2:
        return None
    tree = seeker.grow(state, max(1, seeker.effort // 2))
    _, visits, _, win, margin = tree.children()[0]
    return Worth(win, margin, visits) if state.seat == view.seat else Worth(1.0 - win, -margin, visits)


def ended(seeker: Seeker, state: State, seat: int) -> Worth:
    """The outcome of a game whose hidden part is guessed."""
    rng = seeker.rng(len(state.history))
    win = margin = 0.0
    for _ in range(ENDINGS):
        world = state.copy()
        world.fill_in(Rng(rng.getrandbits(256)))
        found = outcome(world)
        win += found.win[seat]
        margin += found.margin[seat]
    return Worth(win / ENDINGS, margin / ENDINGS, ENDINGS)


def assess_proven(seeker: Seeker, view: View, actions: tuple[int, ...]) -> Assessment | None:
    """The same where the rest of the game can be solved: every decision by itself, against the best at its place."""
    at = view
    win = margin = 0.0
    first: Worth | None = None
    turn: tuple[int, ...] | None = None
    certain = True
    for number, action in enumerate(actions):
        solution = seeker.solve(at)
        if solution is None or action not in solution.prospects:
            return None
        values = solution.prospects
        certain = certain and solution.certain
        best = max(values, key=lambda a: (round(values[a].win, 9), round(values[a].margin or 0.0, 9)))
        top, here = worth_of(values[best]), worth_of(values[action])
        first = first or top
        if turn is None and (round(top.win - here.win, 9), round(top.margin - here.margin, 9)) > (0.0, 0.0):
            turn = proven_turn(seeker, view, (*actions[:number], best))
        win += top.win - here.win
        margin += top.margin - here.margin
        if number + 1 < len(actions):
            at = view_of(view, after(view.erased, actions[: number + 1]))
    assert first is not None
    turn = turn or actions
    played = Worth(first.win - win, first.margin - margin)
    return Assessment(first, played, turn, turn, proven=True, certain=certain)
