"""What the scribe writes as JSON is what the view knows, in every game and for every pair of eyes."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

import eminence
from eminence.view import BoardView, DisplayView, View
from tests.cases import CASES, Case


def positions(case: Case) -> list[View]:
    """Views of a random game from all eyes, at the beginning, every few decisions, and at the end."""
    players, lot, found = case.players, random.Random(case.players), []
    state = case.game.deal(players, players=players)
    while not state.over:
        if state.decisions % 7 == 0:
            found += [state.view(seat) for seat in (None, *range(players))]
        state.play(lot.choice(state.legal))
    return found + [state.view(seat) for seat in (None, *range(players))]


def display_facts(view: DisplayView) -> dict[str, Any]:
    """A display as the numbers of the view tell it."""
    box = view.box
    names = box.cell_names
    return {
        "display": {names[c]: box.codes[view.cards[c]] for c, taker in enumerate(view.takers) if taker < 0},
        "markers": {names[c]: owner for c, owner in enumerate(view.markers) if owner >= 0},
        "supply": view.supply,
        "box": view.boxed,
        "collections": [[box.codes[kind] for kind in view.collection(seat)] for seat in range(view.players)],
        "pending": view.pending,
    }


def board_facts(view: BoardView) -> dict[str, Any]:
    """A board as the numbers of the view tell it."""
    box = view.box

    def named(counts: list[int]) -> dict[str, int]:
        return {colour.id: n for colour, n in zip(box.colours, counts, strict=False) if n}

    return {
        "fields": {box.fields[i].id: owner for i, owner in enumerate(view.owners) if owner >= 0},
        "advisors": {box.countries[i].id: row for i, row in enumerate(view.advisors) if any(row)},
        "monasteries_left": view.monasteries_left,
        "advisors_left": view.advisors_left,
        "hands": [named(hand) for hand in view.hands],
        "hand_sizes": view.hand_sizes,
        "known": [named(hand) for hand in view.known],
        "open": named(view.open_cards),
        "discards": named(view.discards),
        "pile": view.pile_size,
        "second_half": view.second_half,
        "last_round": view.last_round,
        "track": view.track,
    }


@pytest.mark.parametrize("case", CASES, ids=str)
def test_it_writes_what_the_view_knows(case: Case) -> None:
    """The numbers come out one by one, and the standing is that of the sheet (D33, B16)."""
    for view in positions(case):
        shown = view.present()
        facts = display_facts(view) if isinstance(view, DisplayView) else board_facts(view)  # type: ignore[arg-type]
        assert {key: shown[key] for key in facts} == facts
        assert shown["standing"] == json.loads(json.dumps(view.standing().data()))
        assert shown["legal"] == [view.game.notation(action) for action in view.legal]
        assert (shown["viewer"], shown["turn"], shown["over"]) == (view.viewer, view.turn, view.over)
        assert shown["seat"] == (None if view.over else view.seat) and shown["phase"] == view.phase


def test_a_game_that_was_given_up_is_shown_as_over() -> None:
    """By the rules it could go on; nobody is to act."""
    view = eminence.game("richelieu-duel").deal(1).view(0)
    shown = json.loads(view.common(closed=True))
    assert shown["over"] and shown["seat"] is None and shown["phase"] == "over"
    assert json.loads(view.own(silent=True))["legal"] == [] != json.loads(view.own())["legal"]
