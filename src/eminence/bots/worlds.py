"""The end of a Richelieu for two as one seat knows it: every world that could be true is solved, or some of them.

In each world both players see everything, so the result says what a decision is worth against an opponent who knows
all, to a player who will know all. Where only one world is possible it is the truth; otherwise it is the mean over the
worlds, by how likely the deal makes them.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from math import comb, factorial, perm, prod

from eminence.bots.endgame import complete
from eminence.bots.solver import Solver
from eminence.errors import OptionError
from eminence.rules import spec
from eminence.rules.state import State
from eminence.view import Bits, DisplayView

Faces = tuple[int, ...]


@dataclass(frozen=True)
class Prospect:
    """What a decision is worth: the mean over the worlds solved."""

    win: float
    """The chance to win; a shared win counts half."""
    margin: float | None
    """Points ahead at the end; None where only the winner was asked for."""


@dataclass(frozen=True)
class ViewSolution:
    """What `solve_view` has found."""

    proven: bool
    """Whether every world that could be true was solved."""
    certain: bool
    """Whether it is proven and only one world could be true."""
    solved: int
    """How many different worlds were solved."""
    worlds: int
    """How many different worlds were to be solved."""
    prospects: dict[int, Prospect]
    """By decision, in the order of `View.legal`; empty if no world was solved."""
    decision: int | None
    """The best decision: by the chance to win, then by the margin."""
    nodes: int
    """Positions looked at."""


def solve_view(
    view: DisplayView,
    solver: Solver | None = None,
    *,
    limit: int = 64,
    samples: int = 16,
    enough: int = 0,
    rng: Bits | None = None,
    nodes: int = 0,
    seconds: float = 0,
    exact: bool = True,
) -> ViewSolution:
    """Solve the worlds that could be true for the viewer, who is to act.

    Up to `limit` different worlds are all solved; if there are more, as many as `samples` draws give. `nodes` and
    `seconds` are for all together; the worlds come in an order by lot, so that those solved in time are a fair sample.
    With `enough`, each may only take as many of the nodes as that so many can be solved, or it is given up at once.
    `exact` asks for margins, otherwise only for who wins. The same view, solver size and numbers give the same result,
    unless seconds or `Solver.stop` end it.
    """
    if not isinstance(view, DisplayView) or view.over or view.viewer != view.seat:
        raise OptionError("nothing to decide for the viewer; expected the view of the seat to act in a display game")
    source = rng or random.Random(1)
    weights = worlds_of(view, limit)
    enumerated = weights is not None
    if weights is None:
        weights = drawn(view, samples, source)
    solver = solver or Solver()
    erased = view.erased
    share = nodes // max(1, min(enough, len(weights))) if enough else nodes
    totals: dict[int, list[float]] = {action: [0.0, 0.0] for action in view.legal}
    solved, weighed, used = 0, 0, 0
    timer = solver.timer(seconds)
    try:
        for faces, weight in by_lot(weights, source):
            world = complete(erased, list(faces), out_of_game(view, faces))
            most = max(1, min(share, nodes - used)) if nodes else 0
            values = solver.values(world, nodes=most, keep=used > 0, exact=exact)
            used += solver.nodes
            if values is None:
                break
            solved += 1
            weighed += weight
            for action, value in values.items():
                totals[action][0] += weight * (1.0 if value > 0 else 0.0 if value < 0 else 0.5)
                totals[action][1] += weight * (value / 2 if value % 2 == 0 else 0.0)
            if solver.stopped:
                break
    finally:
        solver.end(timer)
    prospects: dict[int, Prospect] = {}
    if solved:
        for action, (won, points) in totals.items():
            prospects[action] = Prospect(won / weighed, points / weighed if exact else None)
    proven = enumerated and solved == len(weights)
    best = max(prospects, key=lambda action: merit(prospects[action])) if prospects else None
    return ViewSolution(proven, proven and len(weights) == 1, solved, len(weights), prospects, best, used)


def by_lot(weights: dict[Faces, int], rng: Bits) -> list[tuple[Faces, int]]:
    """The worlds with their weights, in an order by lot."""
    lots = {faces: rng.getrandbits(64) for faces in weights}
    return sorted(weights.items(), key=lambda entry: lots[entry[0]])


def merit(prospect: Prospect) -> tuple[float, float]:
    """What decisions are compared by; rounded, so that the order of the worlds does not matter."""
    return round(prospect.win, 9), round(prospect.margin or 0.0, 9)


def hidden_in(view: DisplayView) -> tuple[list[int], Counter[int]]:
    """The token cells whose face the viewer does not know, held ones first, and the tokens that could lie there."""
    facts = view.erased.facts()
    pool = Counter(view.box.tokens)
    pool.subtract(face for face in facts["face"] if face != spec.UNKNOWN)
    hidden = [i for i, face in enumerate(facts["face"]) if face == spec.UNKNOWN]
    return sorted(hidden, key=lambda i: facts["holder"][i] < 0), +pool


def worlds_of(view: DisplayView, limit: int) -> dict[Faces, int] | None:
    """All different worlds by the faces on the token cells, with how many deals give each; None if above the limit.

    Of the tokens that the other holds only which they are matters, not from which cells they came, but a cell cannot
    have given a face that its holder has shown it not to have (`excluded`).
    """
    facts = view.erased.facts()
    hidden, pool = hidden_in(view)
    held = [i for i in hidden if facts["holder"][i] >= 0]
    able = sum(1 for i in held if not facts["excluded"][i] >> spec.BACK & 1)
    stock = pool.copy()
    stock[spec.BACK] = min(stock[spec.BACK], able)
    found: dict[Faces, int] = {}
    for hand in hands(stock, len(held)):
        known = ways_into(hand, able, pool)
        for lying, ways in deals(hidden[len(held) :], pool - Counter(hand), facts["excluded"]):
            found[arranged(facts["face"], hidden, held, (*hand, *lying))] = known * ways
            if len(found) > limit:
                return None
    return found


def hands(stock: Counter[int], size: int, least: int = 0) -> Iterator[Faces]:
    """Every different choice of so many tokens, in order.

    >>> list(hands(Counter([1, 1, 2]), 2))
    [(1, 1), (1, 2)]
    """
    if size == 0:
        yield ()
        return
    for face in sorted(face for face in stock if face >= least and stock[face]):
        stock[face] -= 1
        for others in hands(stock, size - 1, face):
            yield (face, *others)
        stock[face] += 1


def ways_into(hand: Faces, able: int, pool: Counter[int]) -> int:
    """How many deals put these tokens on as many cells, in any order: "marker back" on those able, then the rest."""
    back = hand.count(spec.BACK)
    chosen = prod(comb(pool[face], number) for face, number in Counter(hand).items())
    return chosen * perm(able, back) * factorial(len(hand) - back)


def deals(hidden: list[int], pool: Counter[int], excluded: list[int]) -> Iterator[tuple[Faces, int]]:
    """Every way to put faces on the hidden cells, with the number of ways to choose among equal tokens."""
    if not hidden:
        yield (), 1
        return
    for face in sorted(pool):
        if pool[face] == 0 or (face <= spec.COLOURS and excluded[hidden[0]] >> face & 1):
            continue
        equal = pool[face]
        pool[face] -= 1
        for others, ways in deals(hidden[1:], pool, excluded):
            yield (face, *others), ways * equal
        pool[face] += 1


def arranged(known: list[int], hidden: list[int], held: list[int], dealt: Faces) -> Faces:
    """The faces of all token cells, in a fixed order where the order does not matter: among what the other holds."""
    faces = list(known)
    for cell, face in zip(hidden, dealt, strict=True):
        faces[cell] = face
    for cell, face in zip(held, sorted(faces[cell] for cell in held), strict=True):
        faces[cell] = face
    return tuple(faces)


def drawn(view: DisplayView, samples: int, rng: Bits) -> dict[Faces, int]:
    """Worlds drawn by lot, with how often each came up."""
    facts = view.erased.facts()
    hidden, _ = hidden_in(view)
    held = [i for i in hidden if facts["holder"][i] >= 0]
    found: Counter[Faces] = Counter()
    for _ in range(samples):
        world: State = view.resample(rng)
        faces = world.facts()["face"]
        found[arranged(facts["face"], hidden, held, tuple(faces[i] for i in hidden))] += 1
    return dict(found)


def out_of_game(view: DisplayView, faces: Faces) -> list[int]:
    """The tokens that are not on the display in this world."""
    rest = Counter(view.box.tokens)
    rest.subtract(faces)
    return sorted(rest.elements())
