"""Reasons for a turn in the board game, from what the player can see before and after it."""

from __future__ import annotations

from eminence.analysis.reasons import Reason
from eminence.components.board import BoardComponents
from eminence.notation import Decision
from eminence.rules.state import State
from eminence.sheet import Sheet
from eminence.view import BoardView


def monasteries(owners: list[int], box: BoardComponents, players: int) -> list[list[int]]:
    """Monasteries by country and seat."""
    found = [[0] * players for _ in box.countries]
    for field, owner in zip(box.fields, owners, strict=True):
        if owner >= 0:
            found[field.country][owner] += 1
    return found


def leads(row: list[int], seat: int) -> bool:
    """Whether a seat has more than everybody else."""
    return row[seat] > max(count for other, count in enumerate(row) if other != seat)


def board_reasons(view: BoardView, after: State, decisions: list[Decision]) -> list[Reason]:
    """The reasons for a turn: `after` is the position once the pieces are placed, with the hidden erased."""
    box, me = view.box, view.seat
    facts = after.facts()
    old = monasteries(view.owners, box, view.players)
    new = monasteries(facts["owner"], box, view.players)
    found: list[Reason] = [Reason.of("ends-game")] if after.over else []
    for c, country in enumerate(box.countries):
        if not any(old[c]) and any(new[c]):
            found.append(Reason.of("opens-country", country=country.id))
        elif leads(new[c], me) and not leads(old[c], me):
            found.append(Reason.of("leads-country", country=country.id))
        if leads(facts["advisors"][c], me) and not leads(view.advisors[c], me):
            found.append(Reason.of("advisor-majority", country=country.id))
    before, now = view.standing(), view.game.sheet_of(after)
    found += alliances(box, before, now, me)
    gained = now.line("chains")[me] - before.line("chains")[me]
    if gained > 0:
        found.append(Reason.of("lengthens-chain", points=gained))
    found += blocked(view, decisions)
    return found + cards(view, facts["hand"][me], decisions)


def alliances(box: BoardComponents, before: Sheet, now: Sheet, me: int) -> list[Reason]:
    """B18: alliances won, and those of others broken."""
    found: list[Reason] = []
    for number, alliance in enumerate(box.alliances, 1):
        a, b = (box.countries[c].id for c in alliance.between)
        old, new = before.line(f"alliance:{number}"), now.line(f"alliance:{number}")
        if new[me] and not old[me]:
            found.append(Reason.of("completes-alliance", a=a, b=b, points=new[me]))
        for player, points in enumerate(old):
            if player != me and points and not new[player]:
                found.append(Reason.of("breaks-alliance", a=a, b=b, player=player))
    return found


def blocked(view: BoardView, decisions: list[Decision]) -> list[Reason]:
    """B19: fields taken on which another's monasteries would have made a line that scores, or a longer one."""
    box = view.box
    near: dict[int, set[int]] = {}
    for one, other in box.roads:
        near.setdefault(one, set()).add(other)
        near.setdefault(other, set()).add(one)
    numbers = {field.id: i for i, field in enumerate(box.fields)}
    owners = view.owners
    least = view.game.board_spec(box, view.players).chain
    found: list[Reason] = []
    for decision in decisions:
        if decision.kind != "monastery" or decision.field is None:
            continue
        for player in range(view.players):
            if player == view.seat:
                continue
            held = {f for f, owner in enumerate(owners) if owner == player}
            field = numbers[decision.field]
            if lines_up(near, held | {field}, field, least):
                reason = Reason.of("blocks-chain", player=player)
                found += [] if reason in found else [reason]
    return found


def lines_up(near: dict[int, set[int]], held: set[int], through: int, least: int) -> bool:
    """Whether a line of at least so many held fields goes through one of them; it is followed no further than that."""

    def grows(at: int, free: frozenset[int], missing: int, second: bool) -> bool:
        """Whether the line goes on so far, from its end or, the other way, from the field that it goes through."""
        if missing <= 0:
            return True
        if any(grows(step, free - {step}, missing - 1, second) for step in sorted(near.get(at, set()) & free)):
            return True
        return not second and grows(through, free, missing, True)

    return len(held) >= least and grows(through, frozenset(held - {through}), least - 1, False)


def cards(view: BoardView, hand: list[int], decisions: list[Decision]) -> list[Reason]:
    """What the turn does with the cards in hand."""
    ids = [colour.id for colour in view.box.colours]
    held = list(view.hands[view.seat])
    found: list[Reason] = []
    for decision in decisions:
        if decision.kind in ("monastery", "advisor") and decision.colour:
            found.append(Reason.of("spends-joker-pair", colour=decision.colour))
        elif decision.kind == "exchange" and decision.colour:
            found.append(Reason.of("exchanges-card", colour=decision.colour))
        elif decision.kind == "draw":
            colour = decision.colour
            found.append(Reason.of("draws-colour", colour=colour) if colour else Reason.of("draws-from-pile"))
    for colour, old, new in zip(ids, held, hand, strict=True):
        if new >= 2 <= old and any(decision.kind in ("monastery", "advisor") for decision in decisions):
            found.append(Reason.of("keeps-joker-pair", colour=colour))
    return found
