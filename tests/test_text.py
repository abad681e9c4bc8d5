"""Tables and score sheets as plain text."""

from __future__ import annotations

import random

import pytest

import eminence
from eminence import Line, Sheet, State
from eminence.draw.text import card_text, sheet_text, table_text
from eminence.game import EDITIONS

CASES = [(edition.id, players) for edition in EDITIONS.values() for players in edition.players]


def played(name: str, players: int, decisions: int, seed: int = 3) -> State:
    """A game after some random decisions."""
    state = eminence.game(name).deal(seed, players=players)
    rng = random.Random(seed)
    for _ in range(decisions):
        if not state.over:
            state.play(rng.choice(state.legal))
    return state


@pytest.mark.parametrize(("name", "players"), CASES)
@pytest.mark.parametrize("language", ["en", "de", "fr", "nl"])
def test_every_table_is_plain_and_at_most_100_columns_wide(name: str, players: int, language: str) -> None:
    for decisions in (0, 7, 31, 80, 1000):
        state = played(name, players, decisions)
        for seat in (None, 0, state.seat):
            text = table_text(state.view(seat), language=language)
            assert "\x1b" not in text
            assert max(map(len, text.splitlines())) <= 100
        sheet = sheet_text(state.sheet(), language=language)
        assert max(map(len, sheet.splitlines())) <= 120
        assert str(state.sheet()) == sheet_text(state.sheet())


def test_cards_are_named_by_initial_and_face() -> None:
    box = eminence.game("richelieu").box.contents
    short = {face.code: card_text(box, i) for i, face in enumerate(box.types)}
    assert short["bourgogne:2"] == "Bg2" and short["bretagne:1+sword"] == "Br1s"
    cards = eminence.game("cardinal-cards").box.contents
    short = {face.code: card_text(cards, i) for i, face in enumerate(cards.types)}
    assert short["france:CF"] == "FrCF" and short["saxony:C/s"] == "SaCs" and short["denmark:-/s"] == "De-s"


@pytest.mark.parametrize("name", ["richelieu", "cardinal-cards"])
def test_all_cards_have_different_short_names(name: str) -> None:
    box = eminence.game(name).box.contents
    short = [card_text(box, i) for i in range(len(box.types))]
    assert len(set(short)) == len(short)


def test_only_what_may_be_taken_is_marked_for_the_player_to_act() -> None:
    state = eminence.game("richelieu-duel").deal(7)
    text = table_text(state.view(0))
    below_a = text.splitlines()[3]
    assert below_a.startswith("   ^") and below_a.rstrip().endswith("^")
    state.play_turn(state.game.notation(state.legal[0]) + " @B2")
    text = str(state.view(1))
    assert "@1" in text and "may be taken" in text
    assert "end of a row" in str(state.view(0))


def test_a_hidden_token_is_a_question_mark_to_others_only() -> None:
    """D10: only the taker sees the face."""
    state = eminence.game("richelieu-duel").deal(7)
    state.play_turn("A1")
    state.play_turn("A2")
    face = next(token["face"] for token in state.view(1).tokens if token["cell"] == "A2")
    kind = face.partition(":")[0].replace("back", "marker back")
    holder = {
        seat: next(line for line in str(state.view(seat)).splitlines() if "Seat 2" in line and "supply" in line)
        for seat in (0, 1)
    }
    assert "tokens: ?" in holder[0]
    assert kind in holder[1] or face.partition(":")[2] in holder[1]
    assert "?" not in holder[1]
    assert "tokens: ?" not in str(state), "the whole truth knows it"


def test_a_hand_is_shown_to_its_player_and_to_nobody_else() -> None:
    state = eminence.game("cardinal-board").deal(7)
    mine = next(line for line in str(state.view(0)).splitlines() if "Seat 1" in line and "hand" in line)
    theirs = next(line for line in str(state.view(1)).splitlines() if "Seat 1" in line and "hand" in line)
    assert "?" not in mine and "hand ? ? ?" in theirs
    assert "hand ?" not in str(state)


def test_a_card_taken_openly_is_known_to_all() -> None:
    state = eminence.game("cardinal-board").deal(7)
    view = state.view(0)
    colour = next(view.box.colours[k].id for k, n in enumerate(view.open_cards) if n)
    own = next(view.box.colours[k].id for k, n in enumerate(view.hands[0]) if n)
    state.play_turn(f"~{own} <{colour}")
    line = next(line for line in str(state.view(1)).splitlines() if "Seat 1" in line and "hand" in line)
    assert f"hand {colour} ? ?" in line


def sheet(totals: tuple[int, ...], breakers: tuple[int, ...], ranks: tuple[int, ...], **changes: str) -> Sheet:
    """A made-up sheet of Richelieu."""
    box = eminence.game("richelieu").box
    facts = {"game": "richelieu", "breaker": "fewer-cards", "tied_win": "shared"} | changes
    return Sheet(
        box=box,
        lines=(Line("regions", "", totals),),
        totals=totals,
        breakers=breakers,
        ranks=ranks,
        final=True,
        **facts,
    )


def test_the_sheet_says_what_decided_a_tie() -> None:
    """D27, D32."""
    assert "Anna wins." in sheet_text(sheet((9, 5), (20, 28), (1, 2)), names=["Anna", "Bert"])
    broken = sheet_text(sheet((9, 9), (20, 28), (1, 2)), names=["Anna", "Bert"])
    assert "Anna wins" in broken and "fewer cards" in broken and "Anna 20" in broken and "Bert 28" in broken
    shared = sheet_text(sheet((9, 9), (24, 24), (1, 1)), names=["Anna", "Bert"])
    assert "Anna and Bert share the win" in shared
    nobody = sheet_text(sheet((9, 9), (24, 24), (1, 1), tied_win="none", breaker="more-cards", game="cardinal-cards"))
    assert "no winner" in nobody


def test_the_sheet_of_the_card_game_runs_in_the_printed_order() -> None:
    """D33."""
    state = played("cardinal-cards", 3, 1000)
    labels = [line[:20].strip() for line in str(state.sheet()).splitlines()]
    order = ["France", "Saxony", "Hungary", "Castile", "Franconia", "Bavaria", "Italy", "England", "Denmark"]
    assert [label for label in labels if label in order] == order
    assert labels.index("Denmark") < labels.index("Ships") < labels.index("Law tablets") < labels.index("Total")


def test_an_unknown_language_is_refused() -> None:
    state = eminence.game("richelieu").deal(1)
    with pytest.raises(eminence.OptionError, match="language"):
        table_text(state.view(0), language="xx")
