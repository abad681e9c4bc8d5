"""Deals as plain data: reading them off a fresh state, and laying out a given one."""

from __future__ import annotations

from typing import Any

from eminence.components.board import BoardComponents
from eminence.components.display import DisplayComponents
from eminence.errors import RecordError
from eminence.rules import spec
from eminence.rules.board import BoardState
from eminence.rules.display import DisplayState
from eminence.rules.state import State


def deal_of(state: State, box: DisplayComponents | BoardComponents) -> dict[str, Any]:
    """A fresh deal as plain data."""
    facts = state.facts()
    if isinstance(box, DisplayComponents):
        return {
            "cards": [box.types[kind].code for kind in facts["kind"]],
            "tokens": [box.token_code(face) for face in facts["face"]],
            "removed": sorted(box.token_code(face) for face in facts["rest"]),
        }
    assert isinstance(state, BoardState)
    ids = [colour.id for colour in box.colours]
    return {
        "hands": [[ids[k] for k, n in enumerate(hand) for _ in range(n)] for hand in facts["hand"]],
        "open": [ids[k] for k, n in enumerate(facts["open"]) for _ in range(n)],
        "pile": [ids[k] for k in state.pile_order()],
    }


def lay_display(state: DisplayState, box: DisplayComponents, deal: dict[str, Any]) -> None:
    """Lay out a deal of a display game; RecordError if it is not one."""
    check_keys(deal, {"cards", "tokens", "removed"})
    kinds = {face.code: i for i, face in enumerate(box.types)}
    faces = {box.token_code(face): face for face in box.tokens}
    tokens = texts(deal, "tokens") + texts(deal, "removed")
    cards = texts(deal, "cards")
    check_multiset("deal.cards", cards, [face.code for face in box.types for _ in range(face.count)])
    check_multiset("deal.tokens and deal.removed", tokens, [box.token_code(face) for face in box.tokens])
    count = len(box.token_cells)
    if len(deal["tokens"]) != count:
        raise RecordError(f"deal.tokens: {len(deal['tokens'])} tokens; expected {count}, one a token cell")
    numbers = [faces[code] for code in tokens]
    state.lay_out([kinds[code] for code in cards], numbers[:count], numbers[count:])


def lay_board(state: BoardState, box: BoardComponents, deal: dict[str, Any], later: list[int]) -> None:
    """Lay out a deal of the board game; RecordError if it is not one."""
    check_keys(deal, {"hands", "open", "pile"}, {"second"})
    hands = deal["hands"]
    if not isinstance(hands, list) or len(hands) != state.players:
        raise RecordError(f"deal.hands: expected a list of {state.players} hands")
    order: list[str] = []
    for seat, hand in enumerate(hands):
        if not isinstance(hand, list) or len(hand) != box.hand:
            raise RecordError(f"deal.hands[{seat}]: expected {box.hand} cards")
        order += texts({"hand": hand}, "hand")
    if len(texts(deal, "open")) != box.open_cards:
        raise RecordError(f"deal.open: {len(deal['open'])} cards; expected {box.open_cards}")
    order += deal["open"] + texts(deal, "pile")
    ids = [colour.id for colour in box.colours]
    removed = box.removed[state.players]
    check_multiset("deal", order, [c.id for c in box.colours for _ in range(c.cards - removed)])
    if "second" in deal:
        second = texts(deal, "second")
        if len(second) > spec.MAX_DECK or not set(second) <= set(ids):
            raise RecordError("deal.second: expected colours of cards")
        later = words_for([ids.index(code) for code in second], len(ids))
    state.lay_out([ids.index(code) for code in order], later)


def words_for(second: list[int], colours: int) -> list[int]:
    """The chance words that shuffle a pile into a given order: the inverse of `BoardState.reshuffle`."""
    left = [second.count(k) for k in range(colours)]
    words: list[int] = []
    for colour in second:
        words.append(sum(left[:colour]))
        left[colour] -= 1
    return words


def texts(table: dict[str, Any], key: str) -> list[str]:
    """A list of texts out of a deal."""
    value = table.get(key)
    if not isinstance(value, list) or not all(isinstance(entry, str) for entry in value):
        raise RecordError(f"deal.{key}: expected a list of texts")
    return value


def check_keys(deal: object, needed: set[str], allowed: set[str] = frozenset()) -> None:  # type: ignore[assignment]
    """A deal has exactly the keys it should have."""
    if not isinstance(deal, dict) or not needed <= set(deal) <= needed | allowed:
        raise RecordError("deal: expected a table with " + ", ".join(sorted(needed)))


def check_multiset(where: str, found: list[str], expected: list[str]) -> None:
    """The cards or tokens of a deal are those of the box, each as often."""
    if sorted(found) == sorted(expected):
        return
    for code in sorted(set(found) | set(expected)):
        if found.count(code) != expected.count(code):
            raise RecordError(f"{where}: {code[:60]!r} {found.count(code)} times; expected {expected.count(code)}")
