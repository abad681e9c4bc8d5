"""Searching on behalf of one seat: what its decisions promise by all that it knows, and which turns are the best."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from time import monotonic
from typing import NamedTuple

from eminence.bots.blends import blend_for
from eminence.bots.guided import Guided
from eminence.bots.lookahead import Lookahead
from eminence.bots.minds import judge_of, net_for
from eminence.bots.searcher import NODES, NetBot
from eminence.bots.solver import Solver
from eminence.bots.worlds import Prospect, ViewSolution, solve_view
from eminence.components.board import BoardComponents
from eminence.game import Game
from eminence.rules import codes
from eminence.rules.board import BoardState
from eminence.rules.chance import Rng
from eminence.rules.state import State
from eminence.view import DisplayView, View

CHUNK = 16  # iterations between looks at the clock, and between moments at which Ctrl-C is heard
WIDE = 16  # branches of a node that are followed when turns are listed
LONG = 24  # decisions of a turn, at most
HALF = 0.5  # of the visits of the turn looked at most: turns looked at so often are compared by what they promise


class Worth(NamedTuple):
    """What something promises to the seat that decides."""

    win: float
    """The chance to win; a shared win counts its share."""
    margin: float
    """Points ahead of the best other."""
    visits: int = 0
    """How often the search went there."""


@dataclass(frozen=True)
class Turn:
    """The decisions of a turn up to its end, or to the first thing that cannot be foreseen."""

    decisions: tuple[int, ...]
    worth: Worth
    proven: bool = False
    certain: bool = False
    """Whether it is proven and only one world could be true."""


class Seeker:
    """Searches positions of one game for one number of players; judge and working states are made once."""

    def __init__(self, view: View, effort: int, seed: int, *, time: float | None = None) -> None:
        root = view.erased
        self.effort = effort
        self.time = time
        self.seed = seed
        self.world, self.state, scratch = root.blank(), root.blank(), root.blank()
        self.world.bind(root)
        self.state.bind(self.world)
        scratch.bind(self.state)
        self.view = view
        self.lookahead = Lookahead(scratch, judge_of(scratch, net_for(view), blend_for(view).win))
        self.solver: Solver | None = None

    def rng(self, place: int) -> random.Random:
        """Chance for a place in the game: the same seed gives the same."""
        return random.Random(f"{self.seed}/{place}")

    def grow(self, root: State, effort: int, *, timed: bool = False) -> Guided:
        """A tree over a position in which the hidden is erased."""
        self.world.bind(root)
        bits = self.rng(len(root.history)).getrandbits(256)
        room = min(64 * (NODES if timed else effort) + 64, NODES)
        blend = blend_for(view_of(self.view, root))
        tree = Guided(self.world, self.state, self.lookahead, Rng(bits), room, blend)
        if not timed or self.time is None:
            for done in range(0, effort, CHUNK):
                tree.run(min(CHUNK, effort - done))
            return tree
        end = monotonic() + self.time
        tree.run(1)
        while monotonic() < end:
            tree.run(CHUNK)
        return tree

    def solve(self, view: View) -> ViewSolution | None:
        """What every decision is worth, if that can be proven: near the end of a display game for two."""
        if not isinstance(view, DisplayView) or view.players != 2:
            return None
        left = view.takers.count(-1)
        if left > NetBot.cards:
            return None
        if self.solver is None:
            self.solver = Solver(1 << 16)
        limit, enough, nodes = NetBot.worlds, NetBot.enough, NetBot.nodes * self.effort
        found = solve_view(view, self.solver, limit=limit, samples=0, enough=enough, nodes=nodes)
        return found if found.proven else None


def worth_of(prospect: Prospect) -> Worth:
    """A proven value."""
    return Worth(prospect.win, prospect.margin or 0.0)


def view_of(view: View, state: State) -> View:
    """The same viewer's view of a position whose hidden part is erased already."""
    return type(view)(view.game, state, view.viewer)


def advance(state: State, action: int) -> bool:
    """Play a decision. True if the rest cannot be foreseen: a token or card is seen for the first time."""
    if isinstance(state, BoardState):
        turn = state.turn
        state.play(action)
        drawing = codes.DRAW <= action <= codes.DRAW_PILE
        return action == codes.DRAW_PILE or (drawing and (state.turn != turn or state.over))
    before = state.facts()["holder"]
    state.play(action)
    return bool(state.facts()["holder"] != before)


def after(root: State, actions: tuple[int, ...] | list[int]) -> State:
    """What a seat knows once it has decided so, before it looks at tokens; it ends before unseen cards come."""
    state = root.copy()
    for action in actions:
        if isinstance(state, BoardState) and codes.DRAW <= action <= codes.DRAW_PILE and not stays(state, action):
            break
        state.play(action)
    return state


def stays(state: BoardState, action: int) -> bool:
    """Whether a draw brings no unseen card to light: an open card, and more are to be drawn after it."""
    facts = state.facts()
    game = state.game
    assert isinstance(game, Game) and isinstance(game.box.contents, BoardComponents)
    more = facts["hand_size"][state.seat] + 1 < game.box.contents.hand and facts["pile_size"] + sum(facts["open"]) > 1
    return action != codes.DRAW_PILE and more


def child_of(tree: Guided, node: int, action: int) -> tuple[int, Worth] | None:
    """A node's child for a decision, and what it promises."""
    for number, visits, _, win, margin in tree.branches(node):
        if number == action:
            return tree.find(node, action), Worth(win, margin, visits)
    return None


def best_turn(seeker: Seeker, view: View, tree: Guided, first: tuple[int, ...] = ()) -> Turn:
    """The turn looked at most, beginning with given decisions."""
    root = view.erased
    world = view.resample(seeker.rng(len(root.history)))
    turn, node = world.turn, 0
    done: list[int] = []
    worth = Worth(0.0, 0.0)
    while len(done) < LONG:
        branches = tree.branches(node)
        action = first[len(done)] if len(done) < len(first) else branches[0][0] if branches else -1
        found = child_of(tree, node, action) if branches else None
        if found is None:  # the tree has not been here: search from here
            root = after(view.erased, done)
            tree = seeker.grow(root, max(1, tree.iterations // 4))
            node = 0
            action = action if action >= 0 else tree.children()[0][0]
            found = child_of(tree, 0, action)
            assert found is not None
        node, worth = found
        done.append(action)
        if advance(world, action) or world.over or world.turn != turn:
            break
    return Turn(tuple(done), worth)


def listed(seeker: Seeker, view: View, tree: Guided) -> list[tuple[tuple[int, ...], Worth, str]]:
    """Beginnings of turns in the tree, with what they promise and the position they lead to, most visited first."""
    found: list[tuple[tuple[int, ...], Worth, str]] = []
    turn = view.turn

    def walk(node: int, world: State, done: tuple[int, ...]) -> None:
        for action, visits, _, win, margin in tree.branches(node)[:WIDE]:
            if visits == 0 and node:
                continue
            state = world.copy()
            ended = advance(state, action) or state.over or state.turn != turn
            child = tree.find(node, action)
            reached = any(branch[1] for branch in tree.branches(child)) if not ended else False
            if ended or not reached or len(done) + 1 >= LONG:
                found.append(((*done, action), Worth(win, margin, visits), repr((state.seat, state.facts()))))
            else:
                walk(child, state, (*done, action))

    walk(0, view.resample(seeker.rng(len(view.history))), ())
    return sorted(found, key=lambda entry: (-entry[1].visits, -entry[1].win, entry[0]))


def best_turns(seeker: Seeker, view: View, count: int) -> list[Turn]:
    """The best few turns from here on, no two of which lead to the same position."""
    solution = seeker.solve(view)
    if solution is not None:
        return proven_turns(seeker, view, solution, count)
    tree = seeker.grow(view.erased, seeker.effort, timed=seeker.time is not None)
    seen: dict[str, int] = {}
    turns: list[Turn] = []
    for actions, worth, key in listed(seeker, view, tree):
        if key in seen:
            same = turns[seen[key]]
            total = same.worth.visits + worth.visits
            turns[seen[key]] = Turn(same.decisions, same.worth._replace(visits=total))
            continue
        if len(turns) == count:
            continue
        whole = best_turn(seeker, view, tree, actions)
        if any(same.decisions == whole.decisions for same in turns):
            continue
        seen[key] = len(turns)
        turns.append(Turn(whole.decisions, worth))
    most = max(turn.worth.visits for turn in turns)
    often = [turn for turn in turns if turn.worth.visits >= HALF * most]
    found = sorted(often, key=lambda turn: turn.worth[:2], reverse=True)
    for turn in turns:
        if turn not in often:  # what so few looks promise beyond the turns before is an accident of theirs
            least = found[-1].worth
            found.append(turn if turn.worth[:2] <= least[:2] else replace(turn, worth=capped(turn.worth, least)))
    return found


def capped(worth: Worth, least: Worth) -> Worth:
    """What is promised, but no more than that."""
    return worth._replace(win=min(worth.win, least.win), margin=min(worth.margin, least.margin))


def proven_turns(seeker: Seeker, view: View, solution: ViewSolution, count: int) -> list[Turn]:
    """The best few turns where the end of the game is solved."""
    values = solution.prospects
    order = sorted(values, key=lambda action: (-round(values[action].win, 9), -round(values[action].margin or 0, 9)))
    turns: list[Turn] = []
    seen: set[str] = set()
    for action in order:
        decisions = proven_turn(seeker, view, (action,))
        world = view.resample(seeker.rng(0))
        for decision in decisions:
            world.play(decision)
        key = repr((world.seat, world.facts()))
        if key not in seen:
            seen.add(key)
            turns.append(Turn(decisions, worth_of(values[action]), proven=True, certain=solution.certain))
        if len(turns) == count:
            break
    return turns


def proven_turn(seeker: Seeker, view: View, first: tuple[int, ...]) -> tuple[int, ...]:
    """A turn with these first decisions, played on as the solver finds best."""
    world = view.resample(seeker.rng(0))
    done: list[int] = []
    while len(done) < LONG:
        if len(done) < len(first):
            action = first[len(done)]
        else:
            solution = seeker.solve(view_of(view, after(view.erased, done)))
            values = {} if solution is None else solution.prospects
            legal = world.legal
            action = max(values, key=lambda a: (round(values[a].win, 9), values[a].margin or 0)) if values else legal[0]
        done.append(action)
        if advance(world, action) or world.over or world.turn != view.turn:
            break
    return tuple(done)
