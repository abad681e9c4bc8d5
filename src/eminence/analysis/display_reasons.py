"""Reasons for a turn in a display game, from what the player can see before and after it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from eminence.analysis.reasons import Reason
from eminence.components.display import DisplayComponents
from eminence.notation import Decision
from eminence.rules import spec
from eminence.rules.state import State
from eminence.view import DisplayView

ROUTE = 5  # D30: so many make a route


@dataclass
class Counts:
    """Who has what, as far as the viewer knows: by seat, then by region or kind of symbol."""

    crests: list[list[int]]
    cards: list[list[int]]
    symbols: list[list[int]]
    circles: list[list[int]]
    """The most of one kind of circle symbol, by region."""
    left: list[int]
    """Crests that lie, by region, with the tokens nobody has seen."""
    ends: list[list[int]] = field(default_factory=list)
    """The cards of each row that still lie, in order, by cell."""


def counted(state: State, box: DisplayComponents) -> Counts:
    """Count a position in which the hidden is erased."""
    facts = state.facts()
    seats, regions, kinds = range(state.players), len(box.regions), len(box.symbols)
    found = Counts(
        [[0] * regions for _ in seats],
        [[0] * regions for _ in seats],
        [[0] * kinds for _ in seats],
        [[0] * regions for _ in seats],
        [0] * regions,
    )
    circles: dict[tuple[int, int, int], int] = {}
    for kind, taker in zip(facts["kind"], facts["taker"], strict=True):
        card = box.types[kind]
        if taker < 0:
            found.left[card.region] += card.weight
            continue
        found.crests[taker][card.region] += card.weight
        found.cards[taker][card.region] += 1
        if card.symbol >= 0:
            found.symbols[taker][card.symbol] += 1
        for circle in card.circles:
            place = (taker, card.region, circle)
            circles[place] = circles.get(place, 0) + 1
            found.circles[taker][card.region] = max(found.circles[taker][card.region], circles[place])
    unseen = list(box.tokens)
    for face, holder, played in zip(facts["face"], facts["holder"], facts["played"], strict=True):
        if face == spec.UNKNOWN:
            continue
        unseen.remove(face)
        if holder < 0 or played:
            continue
        if spec.CREST <= face < spec.SYMBOL:
            found.crests[holder][face - spec.CREST] += 1
        elif face >= spec.SYMBOL:
            found.symbols[holder][face - spec.SYMBOL] += 1
    for face in unseen:
        if spec.CREST <= face < spec.SYMBOL:
            found.left[face - spec.CREST] += 1
    columns = box.columns
    for row in range(box.rows):
        found.ends.append([c for c in range(row * columns, (row + 1) * columns) if facts["taker"][c] < 0])
    return found


def lead(counts: list[list[int]], seat: int, place: int) -> int:
    """How far a seat is ahead of the best other."""
    return counts[seat][place] - max(row[place] for other, row in enumerate(counts) if other != seat)


def display_reasons(view: DisplayView, after: State, decisions: list[Decision]) -> list[Reason]:
    """The reasons for a turn: `after` is the position that it leads to, with what the viewer cannot know erased."""
    box = view.box
    before = counted(view.erased, box)
    now = counted(after, box)
    found: list[Reason] = []
    if box.circles:
        found += country_reasons(view, before, now)
    else:
        found += region_reasons(view, before, now)
    found += denials(view, before, now, decisions)
    found += acts(view, after, decisions)
    if after.over:
        found.insert(0, Reason.of("ends-game"))
    return found


def region_reasons(view: DisplayView, before: Counts, now: Counts) -> list[Reason]:
    """D19-D27: majorities, and the first of a region or symbol."""
    box, me = view.box, view.seat
    rules = view.game.display_spec(box, view.players)
    found: list[Reason] = []
    for r, region in enumerate(box.regions):
        old, new = lead(before.crests, me, r), lead(now.crests, me, r)
        grown = now.crests[me][r] > before.crests[me][r]
        if grown and new > 0 >= old:
            found.append(Reason.of("takes-majority", region=region.id))
        elif grown and new == 0 > old:
            found.append(Reason.of("shares-majority", region=region.id))
        if new > now.left[r] and old <= before.left[r]:
            found.append(Reason.of("secures-majority", region=region.id))
        points = rules.missing or rules.present
        if now.cards[me][r] and not before.cards[me][r] and points:
            found.append(Reason.of("first-card-of-region", region=region.id, points=points))
    for k, kind in enumerate(box.symbols):
        if now.symbols[me][k] == before.symbols[me][k]:
            continue
        if lead(now.symbols, me, k) > 0 >= lead(before.symbols, me, k):
            found.append(Reason.of("takes-symbols", symbol=kind.id))
        if not before.symbols[me][k] and rules.missing:
            found.append(Reason.of("first-symbol", symbol=kind.id, points=rules.missing))
    return found


def country_reasons(view: DisplayView, before: Counts, now: Counts) -> list[Reason]:
    """D28-D30: leads in countries and circle symbols, and routes."""
    box, me = view.box, view.seat
    found: list[Reason] = []
    for r, region in enumerate(box.regions):
        if lead(now.cards, me, r) > 0 >= lead(before.cards, me, r):
            found.append(Reason.of("leads-country", country=region.id))
        if lead(now.circles, me, r) > 0 >= lead(before.circles, me, r):
            found.append(Reason.of("leads-circles", country=region.id))
    for k, kind in enumerate(box.symbols):
        count = now.symbols[me][k]
        if count > before.symbols[me][k]:
            if count >= ROUTE > before.symbols[me][k]:
                found.append(Reason.of("completes-route", symbol=kind.id, points=count))
            else:
                found.append(Reason.of("lengthens-route", symbol=kind.id, count=count))
    return found


def denials(view: DisplayView, before: Counts, now: Counts, decisions: list[Decision]) -> list[Reason]:
    """What the others could have had with the cards taken: the lead in a region, or two cards at once."""
    box, me = view.box, view.seat
    taken = [box.cell(decision.cell or "") for decision in decisions if decision.kind == "take"]
    cells = [cell for cell in taken if cell is not None]
    have = [now.cards, before.cards] if box.circles else [now.crests, before.crests]
    found: list[Reason] = []
    for r in sorted({box.types[view.cards[cell]].region for cell in cells}):
        region = box.regions[r].id
        gain = have[0][me][r] - have[1][me][r]
        for other in range(view.players):
            old = have[1][other][r]
            best = max(row[r] for seat, row in enumerate(have[1]) if seat != other)
            if other != me and 0 < max(old, best) == best < old + gain:
                found.append(Reason.of("denies-majority", region=region, player=other))
        if view.players == 2 and len(cells) == 1 and pairs(view, before, r) and not pairs(view, now, r):
            found.append(Reason.of("denies-pair", region=region, player=1 - me))
    return found


def pairs(view: DisplayView, counts: Counts, region: int) -> bool:
    """D5: whether two cards of a region can be taken in one turn."""
    types, cards = view.box.types, view.cards

    def fits(one: int, other: int) -> bool:
        pair = types[cards[one]], types[cards[other]]
        return pair[0].region == pair[1].region == region and pair[0].weight + pair[1].weight <= 2

    ends = [cell for row in counts.ends if row for cell in {row[0], row[-1]}]
    if any(fits(one, other) for i, one in enumerate(ends) for other in ends[:i]):
        return True
    rows = [row for row in counts.ends if len(row) > 1]
    return any(fits(row[0], row[1]) or fits(row[-1], row[-2]) for row in rows)


def acts(view: DisplayView, after: State, decisions: list[Decision]) -> list[Reason]:
    """What the turn does with markers and tokens."""
    me = view.seat
    facts: dict[str, Any] = after.facts()
    lying = {token["cell"] for token in view.tokens if token["holder"] is None}
    found: list[Reason] = []
    lifted = ""
    marked = False
    for decision in decisions:
        cell = decision.cell or ""
        number = view.box.cell(cell) if cell else None
        if decision.kind == "take" and cell in lying:
            found.append(Reason.of("takes-token", cell=cell))
        if decision.kind == "take" and number is not None and view.markers[number] == me:
            found.append(Reason.of("frees-marker"))
        elif decision.kind == "pay":
            found.append(Reason.of("costs-marker"))
        elif decision.kind == "token":
            found.append(Reason.of("plays-token", token=decision.token or ""))
        elif decision.kind == "lift":
            lifted = cell
        elif decision.kind == "put":
            marked = True
            moved = Reason.of("moves-marker", cell=lifted or view.pending or "", to=cell)
            found.append(moved if lifted or view.phase == "put" else Reason.of("reserves-card", cell=cell))
    ended = after.over or after.turn != view.turn
    if ended and not marked and not after.over and facts["supply"][me] == 1 and view.supply[me] == 1:
        found.append(Reason.of("keeps-last-marker"))
    return found
