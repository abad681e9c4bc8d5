"""How the display games end: an empty display, or early when three rows are gone."""

from __future__ import annotations

import pytest

import eminence
from eminence import OptionError
from eminence.rules.display import DisplayState
from tests.rules.tables import (
    RICHELIEUS,
    TABLES,
    TWO,
    at_random,
    choices,
    clear_to,
    decide,
    facts,
    held,
    phase,
    reason,
    spend,
    table,
    turns,
    until,
)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_game_ends_when_the_display_is_empty(name: str, players: int) -> None:
    """D17: not before; with the last card the game is over at once, and no marker is put."""
    state = clear_to(table(name, players), keep=("A6", "C7"))
    assert not state.over
    turns(state, "A6")
    assert not state.over and phase(state) == "take"
    decide(state, "C7")
    assert state.over and phase(state) == "over"
    assert state.legal == []
    assert state.sheet().final
    for text in ("A1", ".", "-", "@C7", "+back"):
        assert reason(state, text) == "game-over"


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_every_card_belongs_to_somebody_in_the_end(name: str, players: int) -> None:
    """D17: cards, tokens and markers are all accounted for after games played by lot."""
    for seed in range(2):
        state = table(name, players)
        for _ in at_random(state, seed):
            state.check()
        state.check()
        cards = sum(len(hand) for hand in facts(state, "collections"))
        assert cards == (56 if name == "cardinal-cards" else 48)
        assert all(token["holder"] is not None for token in state.view(None).tokens)
        for seat in range(players):
            assert facts(state, "supply")[seat] + facts(state, "box")[seat] == 3


LAST_ROW = ("D4", "D5", "D6", "D7", "D8", "D9")


def late(name: str, left: tuple[str, ...], cards: dict[str, str] | None = None, early_end: bool = True) -> DisplayState:
    """Two rows are gone; of the third only some cards are left, and a part of the last one."""
    return clear_to(table(name, 2, cards, early_end=early_end), keep=(*left, *LAST_ROW))


@pytest.mark.parametrize(("name", "players"), TWO)
def test_early_end_when_the_third_row_is_empty(name: str, players: int) -> None:
    """D18: at the end of the taking step in which it became empty; no marker is put afterwards."""
    state = late(name, ("C7", "C8"), {"C7": "anjou:2 bourbon:2", "D4": "auvergne:2", "D9": "provence:2"})
    assert not state.over
    decide(state, "C7")
    assert not state.over and phase(state) == "mark"  # the row is not empty yet
    decide(state, ".")
    decide(state, "C8")
    assert state.over
    assert reason(state, "@D6") == "game-over"
    assert state.sheet().final


@pytest.mark.parametrize(("name", "players"), TWO)
def test_without_the_option_the_last_row_is_played_too(name: str, players: int) -> None:
    """D17, D18: the early end is a choice of the table."""
    state = turns(late(name, ("C7",), early_end=False), "C7")
    assert not state.over and phase(state) == "take"


@pytest.mark.parametrize(("name", "players"), TWO)
def test_two_empty_rows_do_not_end_the_game(name: str, players: int) -> None:
    """D18: only the third does, whichever rows they are."""
    for row, other in (("A6", "B6"), ("C6", "D6")):
        state = clear_to(table(name, 2, early_end=True), keep=(row, other))
        assert not state.over
        turns(state, other)
        assert state.over and list(facts(state, "display")) == [row]


@pytest.mark.parametrize(("name", "players"), TWO)
def test_a_second_card_may_still_be_taken_from_the_last_row(name: str, players: int) -> None:
    """D18: if the first card empties the third row, under D5; then the game is over."""
    cards = {"C7": "anjou:1", "D4": "anjou:1+sword", "D9": "bourbon:1+sword"}
    state = decide(late(name, ("C7",), cards), "C7")
    assert not state.over
    assert choices(state) == {"D4", "."}
    assert reason(state, "D9") == "another-region"
    stopped = decide(state.copy(), ".")
    assert stopped.over and "D4" in facts(stopped, "display")
    decide(state, "D4")
    assert state.over and "D4" not in facts(state, "display")


@pytest.mark.parametrize(("name", "players"), TWO)
def test_the_second_card_may_be_the_one_that_ends_the_game(name: str, players: int) -> None:
    """D18: taken from the third row after one from the last."""
    cards = {"C7": "anjou:1", "D4": "anjou:1+sword"}
    state = decide(late(name, ("C7",), cards), "D4")
    assert not state.over and reason(state, "C7") is None
    decide(state, "C7")
    assert state.over


@pytest.mark.parametrize(("name", "players"), TWO)
def test_what_lies_in_the_last_row_belongs_to_nobody(name: str, players: int) -> None:
    """D18: neither its cards nor its tokens count, and the tokens stay face down."""
    cards = {"C7": "bretagne:2", "D4": "bourbon:2 bourbon:1+sword bourbon:1+cross bourbon:1+tower auvergne:2"}
    state = table(name, 2, cards, {"D5": "crest:anjou", "D8": "crest:bourbon"}, early_end=True)
    decide(clear_to(state, keep=("C7", *LAST_ROW)), "C7")
    assert state.over
    assert sum(len(hand) for hand in facts(state, "collections")) == 48 - len(LAST_ROW)
    assert sum(state.sheet().breakers) == 48 - len(LAST_ROW)
    lying = [token for token in state.view(0).tokens if token["cell"] in ("D5", "D8")]
    assert [(token["holder"], token["face"]) for token in lying] == [(None, None)] * 2
    assert state.sheet().line("crests:bourbon") == (0, 0)
    missing = sum(5 for hand in facts(state, "collections") for _ in {"bourbon"} - {c.split(":")[0] for c in hand})
    assert missing == 10 and sum(state.sheet().line("regions")) <= -10


@pytest.mark.parametrize(("name", "players"), TWO)
def test_marker_back_may_still_be_played_in_the_last_taking_step(name: str, players: int) -> None:
    """D10, D14, D18: with a token and a marker in the box the step does not end by itself; the game ends with it."""
    state = turns(table(name, 2, {"C7": "anjou:2"}, {"A2": "back"}, early_end=True), "A1", "A2")
    spend(state, 1, 1, keep=("C7", *LAST_ROW))
    clear_to(state, keep=("C7", "C8", *LAST_ROW))
    if state.seat == 1:
        turns(state, "D4")
    turns(state, "C8")
    assert state.seat == 1 and held(state, 1)[0] == "back"
    decide(state, "C7")
    assert not state.over and choices(state) == {"+back", "."}
    decide(state, ".")
    assert state.over


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_early_end_is_for_two_players_in_the_richelieus(name: str, players: int) -> None:
    """D18: refused for more players, and in the card game."""
    if (name, players) in TWO:
        assert not eminence.game(name, early_end=True).deal(1, players=players).over
    else:
        with pytest.raises(OptionError):
            eminence.game(name, early_end=True).deal(1, players=players)


@pytest.mark.parametrize(("name", "players"), RICHELIEUS)
def test_a_token_in_the_last_turn_counts_like_any_other(name: str, players: int) -> None:
    """D15, D17: the last card's token is its taker's."""
    state = clear_to(table(name, players, tokens={"D5": "crest:anjou"}), keep=("D5",))
    last = state.seat
    decide(until(state, last), "D5")
    assert state.over and "crest:anjou" in held(state, last)
