"""A passable opponent: it tries every way to go on with its turn and takes the one that stands best.

What is hidden it fills in by lot, a few times over. What it expects beyond the points on the table is in
`worth_of_card` and `promise`; the numbers there were set by hand.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from eminence.bots.budget import Budget
from eminence.components.board import BoardComponents
from eminence.components.display import DisplayComponents
from eminence.rules.state import State
from eminence.view import BoardView, DisplayView, View

WORLDS = 2  # how often the hidden is filled in
DEPTH = 4  # decisions of the own turn that are tried out
STATES = 240  # that are looked at for a decision in one world
NARROW = 5  # more choices than these count as two decisions
WIDE = 6  # of the first pieces on the map, so many are tried with a second one


class SimpleBot:
    """Looks to the end of its own turn. It takes the time it takes, whatever the budget."""

    def __init__(self, rng: random.Random, budget: Budget) -> None:
        self.rng = rng

    def choose(self, view: View) -> int:
        legal = view.legal
        if len(legal) == 1:
            return legal[0]
        if isinstance(view, DisplayView):
            worth = self.markers(view) if view.phase in ("mark", "put") else self.takes(view)
        else:
            assert isinstance(view, BoardView)
            worth = self.draws(view) if view.phase == "draw" else self.pieces(view)
        best = max(worth.values())
        return self.rng.choice([action for action in legal if worth.get(action, best - 1) >= best - 1e-9])

    def takes(self, view: DisplayView) -> dict[int, float]:
        """The worth of each take, payment, token or stop, the rest of the taking step included."""
        totals = dict.fromkeys(view.legal, 0.0)
        for _ in range(WORLDS):
            world = view.resample(self.rng)
            for action in totals:
                budget = [max(8, STATES // len(totals))]
                totals[action] += after(world, action, DEPTH, view.box, promise, budget)
        return totals

    def markers(self, view: DisplayView) -> dict[int, float]:
        """The worth of a marker on each card: what the card means to the player and to others, best near an end.

        A marker that lies already is lifted only from a card that is worth clearly less.
        """
        cells = {cell: reserved(view, cell) for cell in lying(view.takers)}
        free = [worth for cell, worth in cells.items() if view.markers[cell] < 0]
        worth: dict[int, float] = {}
        for action in view.legal:
            decision = view.game.describe(action)
            cell = view.box.cell(decision.cell or "")
            if cell is None:
                worth[action] = 1.5  # a marker in supply can pay later
            elif decision.kind == "lift":
                worth[action] = max(free, default=0.0) - cells[cell]
            else:
                worth[action] = cells[cell]
        return worth

    def pieces(self, view: BoardView) -> dict[int, float]:
        """The worth of each piece or exchange, with the best second piece where a second may follow."""
        world = view.resample(self.rng)
        box = view.box
        worth = {action: after(world, action, 0, box, map_promise, [1]) for action in view.legal}
        first = sorted(worth, key=worth.__getitem__, reverse=True)[:WIDE]
        return worth | {action: after(world, action, 1, box, map_promise, [STATES]) for action in first}

    def draws(self, view: BoardView) -> dict[int, float]:
        """The worth of each open card: colours of contested countries, and pairs. The pile is worth an average card."""
        hand = view.hands[view.seat]
        wanted = [colour_worth(view, k) + (0.6 if hand[k] else 0.0) for k in range(len(hand))]
        average = sum(wanted) / len(wanted)
        ids = [colour.id for colour in view.box.colours]
        worth: dict[int, float] = {}
        for action in view.legal:
            colour = view.game.describe(action).colour
            worth[action] = average + 0.1 if colour is None else wanted[ids.index(colour)]
        return worth


Promise = Callable[[dict[str, Any], int, Any], float]


def after(
    world: State,
    action: int,
    depth: int,
    box: DisplayComponents | BoardComponents,
    extra: Promise,
    budget: list[int],
) -> float:
    """What the player stands at after an action and the best that can follow it in the same turn.

    `budget` holds how many states may still be looked at; it is used up on the way.
    """
    budget[0] -= 1
    seat, turn = world.seat, world.turn
    state = world.copy()
    state.play(action)
    facts = state.facts()
    best = lead(state, seat) + extra(facts, seat, box)
    goes_on = not state.over and state.turn == turn and facts["phase"] < 2  # taking, paying; playing, placing
    if not goes_on or depth == 0 or budget[0] <= 0:
        return best
    legal = state.legal
    rest = max(0, depth - (1 if len(legal) <= NARROW else 2))
    values = [after(state, follow, rest, box, extra, budget) for follow in legal]
    paying = isinstance(box, DisplayComponents) and facts["phase"] == 1
    return max(values) if paying else max(best, *values)


def lead(state: State, seat: int) -> float:
    """Points ahead of the others: half against the best, half against their mean."""
    scores = state.scores()
    others = scores[:seat] + scores[seat + 1 :]
    return scores[seat] - max(others) / 2 - sum(others) / len(others) / 2


def lying(takers: list[int]) -> list[int]:
    """The cells whose card still lies there."""
    return [cell for cell, taker in enumerate(takers) if taker < 0]


def depth_of(takers: list[int], cell: int, columns: int) -> int:
    """How many cards must go before this one is an end."""
    first = cell // columns * columns
    row = [other for other in range(first, first + columns) if takers[other] < 0]
    place = row.index(cell)
    return min(place, len(row) - 1 - place)


def holdings(facts: dict[str, Any], seat: int, box: DisplayComponents) -> tuple[list[int], list[int], list[int]]:
    """A player's crests or cards by region, cards by region, and symbols by kind."""
    weights, cards, symbols = [0] * len(box.regions), [0] * len(box.regions), [0] * len(box.symbols)
    for kind, taker in zip(facts["kind"], facts["taker"], strict=True):
        if taker == seat:
            card = box.types[kind]
            weights[card.region] += 1 if box.circles else card.weight
            cards[card.region] += 1
            if card.symbol >= 0:
                symbols[card.symbol] += 1
    return weights, cards, symbols


def worth_of_card(
    kind: int, held: tuple[list[int], list[int], list[int]], box: DisplayComponents, rivals: int
) -> float:
    """What one more card of a type promises a player: a foot in the region, weight in a contest not yet decided."""
    weights, cards, symbols = held
    card = box.types[kind]
    total = box.regions[card.region].printed
    gain = float(1 if box.circles else card.weight)
    if weights[card.region] > total / 2:
        gain *= 0.3  # the majority is safe already
    else:
        gain *= 0.6 + 0.8 * weights[card.region] / total
    if cards[card.region] == 0:
        gain += (5.0 if rivals == 1 else 1.5) / (1.5 if box.circles else 1.0) * 0.5
    if card.symbol >= 0:
        held_symbols = symbols[card.symbol]
        gain += 0.5 if held_symbols else (2.0 if rivals == 1 and not box.circles else 0.6)
    return gain + 0.2 * len(card.circles)


def promise(facts: dict[str, Any], seat: int, box: DisplayComponents) -> float:
    """Beyond the points: markers and tokens kept, routes begun, and what is left for the next player to take."""
    players = len(facts["supply"])
    takers: list[int] = facts["taker"]
    left = len(lying(takers)) / len(takers)
    value: float = (facts["supply"][seat] + facts["marker"].count(seat)) * 1.6 * left
    value += sum(
        0.8 for holder, played in zip(facts["holder"], facts["played"], strict=True) if holder == seat and not played
    )
    if box.circles:
        value += sum(0.5 * min(count, 5) for count in holdings(facts, seat, box)[2])
    rival = (seat + 1) % players
    held = holdings(facts, rival, box)
    offers = [
        worth_of_card(facts["kind"][cell], held, box, players - 1)
        for cell in lying(takers)
        if facts["marker"][cell] in (-1, rival) and depth_of(takers, cell, box.columns) == 0
    ]
    return value - 0.5 * max(offers, default=0.0)


def reserved(view: DisplayView, cell: int) -> float:
    """What a marker on a card is worth to the player to act."""
    facts = {"kind": view.cards, "taker": view.takers}
    mine = worth_of_card(view.cards[cell], holdings(facts, view.seat, view.box), view.box, view.players - 1)
    theirs = max(
        worth_of_card(view.cards[cell], holdings(facts, seat, view.box), view.box, view.players - 1)
        for seat in range(view.players)
        if seat != view.seat
    )
    return (mine + 0.6 * theirs) * (1.0, 1.15, 0.9, 0.7, 0.5, 0.4, 0.3)[
        min(depth_of(view.takers, cell, view.box.columns), 6)
    ]


def map_promise(facts: dict[str, Any], seat: int, box: BoardComponents) -> float:
    """Beyond the points: neighbours on roads that may become chains, advisors in countries with allies, cards kept."""
    owner: list[int] = facts["owner"]
    value = sum(0.35 for a, b in box.roads if owner[a] == owner[b] == seat)
    value += sum(0.1 for a, b in box.roads if {owner[a], owner[b]} == {seat, -1})
    for alliance in box.alliances:
        rows = [facts["advisors"][country] for country in alliance.between]
        value += sum(0.35 for row in rows if row[seat] and row[seat] == max(row))
    if not facts["final"]:
        value += 0.5 * facts["hand_size"][seat] + 0.3 * sum(1 for n in facts["hand"][seat] if n >= 2)
    return value


def colour_worth(view: BoardView, colour: int) -> float:
    """How much can still be done with a card of a colour: free fields where the player already stands weigh most."""
    worth = 0.0
    for number in view.box.colours[colour].countries:
        owners = [view.owners[i] for i, field in enumerate(view.box.fields) if field.country == number]
        worth += owners.count(-1) * (0.25 if view.seat in owners else 0.15)
    return worth
