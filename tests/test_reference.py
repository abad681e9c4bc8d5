"""The engine against an independent slow implementation written from the rules pages alone, decision by decision."""

from __future__ import annotations

import random

import pytest

from eminence import Game, State
from tests.cases import CASES, DISPLAY, Case, pick
from tests.reference.board import SlowBoard
from tests.reference.display import SlowDisplay


def twin(game: Game, state: State) -> SlowDisplay | SlowBoard:
    """The same deal in the slow implementation."""
    assert state.dealt is not None
    if game.id != "cardinal-board":
        return SlowDisplay(game.id, state.players, state.dealt, start=state.start, **game.options)

    def second(discards: list[str]) -> list[str]:
        assert sorted(discards) == sorted(ahead), "the discards that are shuffled"
        return list(ahead)

    ahead: list[str] = []
    slow = SlowBoard(state.players, state.dealt, start=state.start, reshuffle=second)
    slow.ahead = ahead  # type: ignore[attr-defined]
    return slow


def compare(game: Game, state: State, slow: SlowDisplay | SlowBoard) -> None:
    """Everything the slow implementation says of itself is true of the engine."""
    public = slow.public()
    view = state.view(state.seat)
    data = view.data()
    assert public["over"] == state.over
    assert public["phase"] == data["phase"]
    if state.over:
        assert state.legal == []
    else:
        assert public["seat"] == state.seat
        assert slow.legal() == {game.notation(action) for action in state.legal}
    if isinstance(slow, SlowDisplay):
        assert public["display"] == data["display"]
        lifted = {data["pending"]} if data["phase"] == "put" else set()
        assert {c: s for c, s in public["markers"].items() if c not in lifted} == {
            c: s for c, s in data["markers"].items() if c not in lifted
        }
        assert public["supply"] == data["supply"] and public["box"] == data["box"]
        assert public["cards"] == [sorted(cards) for cards in data["collections"]]
        assert public["tokens"] == sorted(t["cell"] for t in data["tokens"] if t["holder"] is None)
        everything = [state.view(seat).data()["tokens"] for seat in range(state.players)]
        for seat in range(state.players):
            mine = [t for t in everything[seat] if t["holder"] == seat and not t["played"]]
            assert public["held"][seat] == len(mine)
            assert slow.hidden()["held"][seat] == sorted(t["face"] for t in mine)
    else:
        ids = [colour.id for colour in view.box.colours]
        assert public["monasteries"] == data["fields"]
        assert {c: row for c, row in public["advisors"].items() if any(row)} == data["advisors"]
        assert public["scores"] == data["track"]
        assert public["discards"] == sorted(c for c, n in data["discards"].items() for _ in range(n))
        assert public["open"] == sorted(c for c, n in data["open"].items() for _ in range(n))
        assert public["hands"] == data["hand_sizes"] and public["pile"] == data["pile"]
        assert [[row.get(c, 0) for c in ids] for row in public["known"]] == [
            [row.get(c, 0) for c in ids] for row in data["known"]
        ]
        assert public["supply"] == {"monasteries": data["monasteries_left"], "advisors": data["advisors_left"]}
        for seat in range(state.players):
            hand = state.view(seat).data()["hands"][seat]
            assert slow.hidden()["hands"][seat] == sorted(c for c, n in hand.items() for _ in range(n))


def compare_sheets(state: State, slow: SlowDisplay | SlowBoard) -> None:
    """Line by line, and the ranking."""
    sheet, other = state.sheet(), slow.sheet()
    assert [[line.key, list(line.values)] for line in sheet.lines] == [[key, list(v)] for key, v in translated(other)]
    assert list(sheet.totals) == list(other["totals"])
    assert list(sheet.ranks) == list(other["ranks"])
    assert list(sheet.winners) == list(other["winners"])


def translated(sheet: dict) -> list[tuple[str, list[int]]]:  # type: ignore[type-arg]
    """The slow sheet's lines with the engine's country ids."""
    ids = {"England": "En", "Franken": "Fn", "Bayern": "By", "Italien": "It", "Aragon": "Ar"}
    ids |= {"Frankreich": "Fr", "Lothringen": "Lo", "Schwaben": "Sw", "Burgund": "Bu"}
    lines = []
    for key, values in sheet["lines"]:
        section, _, subject = key.partition(":")
        if section in ("middle", "monasteries"):
            key = f"{section}:{ids[subject]}"
        lines.append((key, values))
    return lines


def prepare_second(state: State, slow: SlowDisplay | SlowBoard) -> None:
    """Tell the slow board game which second pile the engine has in store, as soon as the engine has shuffled it."""
    second = state.second_order() if hasattr(state, "second_order") else None
    if second is not None and not slow.ahead:  # type: ignore[union-attr]
        ids = [colour.id for colour in state.game.box.contents.colours]
        slow.ahead.extend(ids[colour] for colour in second)  # type: ignore[union-attr]


def lockstep(case: Case, seed: int, *, fierce: bool = False) -> None:
    """Play one random game in both and compare at every step."""
    game = case.game
    rng = random.Random(f"{case}{seed}")
    state = case.deal(seed, start=rng.randrange(case.players))
    slow = twin(game, state)
    while True:
        compare(game, state, slow)
        if state.over or rng.random() < 0.05:
            compare_sheets(state, slow)
        if state.over:
            return
        action = pick(state, rng, fierce=fierce)
        state.play(action)
        prepare_second(state, slow)
        slow.play(game.notation(action))


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_engine_agrees_with_the_slow_rules_at_every_decision(case: Case) -> None:
    """Legal decisions, public facts, secrets, sheets and ranks, at every decision."""
    for seed in range(2):
        lockstep(case, seed)


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES, ids=str)
def test_it_agrees_over_many_games(case: Case) -> None:
    """The same over more deals."""
    for seed in range(100, 115):
        lockstep(case, seed)


@pytest.mark.slow
@pytest.mark.parametrize("case", DISPLAY, ids=str)
def test_it_agrees_when_markers_are_spent_freely(case: Case) -> None:
    """D9, D13, D14: games in which boxes fill and players are stuck."""
    for seed in range(15):
        lockstep(case, seed, fierce=True)
