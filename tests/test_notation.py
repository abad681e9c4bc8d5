"""Notation: printing and parsing invert each other, and nothing else is notation."""

from __future__ import annotations

import random
import re
import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import eminence
from eminence import Game, IllegalDecision, NotationError, State, components
from eminence.components.board import BoardComponents
from eminence.components.display import DisplayComponents
from tests.cases import CASES, Case
from tests.rules.maps import own_data
from tests.test_components import fantasy

OWN = [
    eminence.game("richelieu", components=components.read(fantasy("regions"), "mine")),
    eminence.game("cardinal-cards", components=components.read(fantasy("countries"), "mine")),
    eminence.game(
        "cardinal-board",
        components=components.read(
            own_data({"Isle": 12, "ISLE": 1, "i": 2}, {"a-b": ("Isle", 30), "a": ("ISLE", 30), "A_9": ("i", 30)}),
            "mine",
        ),
    ),
]
GAMES = [*(eminence.game(name) for name in eminence.games()), *OWN]
IDS = [f"{game.id}{'' if game.box.built_in else '-own'}" for game in GAMES]


def decisions(game: Game) -> dict[int, str]:
    """Every decision of a game with its notation."""
    found = {}
    for action in range(game.actions):
        try:
            found[action] = game.describe(action).notation
        except NotationError as error:
            assert str(action) in str(error)
    return found


def expected(game: Game) -> set[str]:
    """The notation of every decision, from the table of docs and components alone."""
    box = game.box.contents
    if isinstance(box, BoardComponents):
        colours = [colour.id for colour in box.colours]
        targets = [field.id for field in box.fields] + [f"{country.id}!" for country in box.countries]
        pieces = {f"{target}{joker}" for target in targets for joker in ("", *(f"&{colour}" for colour in colours))}
        return pieces | {f"{sign}{colour}" for sign in "~<" for colour in colours} | {"<?", ".", "-"}
    cells = [f"{row}{column}" for row in "ABCDEFGH"[: box.rows] for column in range(1, box.columns + 1)]
    tokens = {"+back", "+three", "+colours"} if box.circles else {"+back"}
    forms = ("{}", "${}", "@{}", "{}>")
    return {form.format(cell) for cell in cells for form in forms} | tokens | {"$", ".", "-"}


@pytest.mark.parametrize("game", GAMES, ids=IDS)
def test_every_decision_prints_and_parses_back(game: Game) -> None:
    texts = decisions(game)
    assert set(texts.values()) == expected(game) and len(set(texts.values())) == len(texts)
    for action, text in texts.items():
        assert game.parse(text) == action and game.notation(action) == text
        assert game.describe(action).action == action
    for action in (-1, game.actions, 10**9):
        with pytest.raises(NotationError):
            game.describe(action)


@pytest.mark.parametrize("game", GAMES, ids=IDS)
def test_a_decision_tells_what_it_concerns(game: Game) -> None:
    for action, text in decisions(game).items():
        decision = game.describe(action)
        if isinstance(game.box.contents, DisplayComponents):
            assert decision.cell is None or decision.cell in text
            assert (decision.cell is None) == (decision.kind in ("token", "stop", "pass") or text == "$")
            assert (decision.token is not None) == (decision.kind == "token") == text.startswith("+")
        else:
            assert (decision.field is not None) == (decision.kind == "monastery")
            assert (decision.country is not None) == (decision.kind in ("monastery", "advisor"))
            assert decision.colour is None or text.endswith(decision.colour)
            assert ("&" in text) == (decision.country is not None and decision.colour is not None)


@pytest.mark.parametrize("game", GAMES, ids=IDS)
def test_only_the_decisions_of_the_game_are_notation(game: Game) -> None:
    """Texts that look like notation are read as the decision that prints so, or not at all."""
    allowed = expected(game)
    looks = {text for other in GAMES for text in expected(other)}
    looks |= {
        "A0",
        "A01",
        "A99",
        "I1",
        "a1",
        "@",
        ">",
        "A1>>",
        "+",
        "+Back",
        "+minus",
        "$$",
        "..",
        "--",
        "~",
        "<",
        "~?",
    }
    looks |= {
        "Bu0",
        "Bu02",
        "Bu99",
        "bu2",
        "Bu",
        "!",
        "Bu!!",
        "Bu2&",
        "&ES",
        "Bu2&XX",
        "<<?",
        "Bu2!",
        "１",
        "A１",
        "Ａ1",
    }
    for text in sorted(looks - allowed):
        with pytest.raises(NotationError):
            game.parse(text)


@pytest.mark.parametrize("game", GAMES, ids=IDS)
def test_one_decision_is_parsed_at_a_time(game: Game) -> None:
    one, other = sorted(expected(game))[-2:]
    for text in ("", "   ", f"{one} {other}"):
        with pytest.raises(NotationError, match="expected one"):
            game.parse(text)
    assert game.parse(f"  {one}\n") == game.parse(one)
    for wrong in (None, 7, b"A1", ["A1"]):
        with pytest.raises(NotationError, match="text"):
            game.parse(wrong)  # type: ignore[arg-type]


def test_payments_and_moves_are_joined_and_stops_left_out() -> None:
    game = eminence.game("cardinal-cards")
    for text, joined in (("A1 $B5", "A1$B5"), ("A1 $", "A1$"), ("C3> @C7", "C3>C7"), ("A1 . @C7", "A1 @C7")):
        actions = [game.parse(word) for word in text.split()]
        assert game.turn_text(actions) == joined
        assert game.notations.split(joined) == [action for action in actions if game.notation(action) != "."]
        assert game.turn_text(actions, stops=True).count(".") == text.split().count(".")


@pytest.mark.parametrize("text", ["A1 " * 1000, "Bu2" * 1000])
def test_an_endless_turn_is_refused(text: str) -> None:
    for game in GAMES:
        with pytest.raises(NotationError, match="characters"):
            game.notations.split(text)


@pytest.mark.parametrize("case", CASES, ids=str)
@settings(max_examples=4, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_whole_turns_print_and_parse_back(case: Case, seed: int) -> None:
    """Random games are played again turn by turn from what is printed of them."""
    rng = random.Random(seed)
    game = case.game
    state = case.deal(seed, start=seed % case.players)
    copy = state.copy()
    while not state.over:
        state.play(rng.choice(state.legal))
    for seat, actions in state.turns:
        assert copy.seat == seat
        text = game.turn_text(actions)
        assert game.read_turn(copy, text) == list(actions)
        assert game.read_turn(copy, game.turn_text(actions, stops=True)) == list(actions)
        assert "." not in text.split() and game.turn_text(actions, stops=True).replace(" .", "") == text
        copy.play_turn(text)
    assert copy.over and copy.history == state.history and copy.sheet() == state.sheet()


def snapshot(state: State) -> tuple[object, ...]:
    """All that could have changed."""
    return state.history, state.turns, state.legal, state.view(state.seat).dumps(), state.view(None).dumps()


@pytest.mark.parametrize("case", CASES, ids=str)
def test_an_error_anywhere_in_a_turn_changes_nothing(case: Case) -> None:
    game, rng = case.game, random.Random(str(case))
    state = case.deal("error")
    whole = state.copy()
    while not whole.over:
        whole.play(rng.choice(whole.legal))
    for number, (_, actions) in enumerate(whole.turns):
        text = game.turn_text(actions)
        if number % 5 == 0:
            before = snapshot(state)
            words = text.split()
            wrong = [" ".join([*words[:i], bad, *words[i:]]) for i in range(len(words) + 1) for bad in ("?", "Q9")]
            wrong += [f"{text} {text}", f"{text} -", "", "Z1", text + "$$"]
            for each in wrong:
                with pytest.raises((NotationError, IllegalDecision)):
                    state.play_turn(each)
            assert snapshot(state) == before
        state.play_turn(text)
    for text in ("", "-", "A1"):
        with pytest.raises(IllegalDecision) as caught:
            state.play_turn(text)
        assert caught.value.reason == "game-over"


def test_an_unfinished_turn_is_not_played() -> None:
    state = eminence.game("cardinal-board").deal(1)
    before = snapshot(state)
    colour = next(state.game.describe(a).colour for a in state.legal if state.game.describe(a).kind == "exchange")
    with pytest.raises(NotationError, match=re.escape("expected one of") + ".*<"):
        state.play_turn(f"~{colour}")
    with pytest.raises(IllegalDecision, match="after the end of the turn"):
        state.play_turn(f"~{colour} <? <?")
    assert snapshot(state) == before


def test_decisions_that_are_no_numbers_are_refused() -> None:
    for game in GAMES:
        state = game.deal(1)
        for wrong in (True, "A1", None, 1.0, -1, game.actions, 1 << 40):
            with pytest.raises(IllegalDecision):
                state.play(wrong)  # type: ignore[arg-type]
            assert state.why_not(wrong) == "unknown"  # type: ignore[arg-type]


WORDS = st.one_of(
    st.text(max_size=12),
    st.text(alphabet=string.ascii_letters + string.digits + "$@>+.-~<?!& ", max_size=30),
    st.lists(
        st.sampled_from(sorted({text for game in GAMES[:4] for text in expected(game)})), min_size=1, max_size=6
    ).map(" ".join),
)


@pytest.mark.parametrize("game", GAMES, ids=IDS)
@settings(max_examples=120, deadline=None)
@given(text=WORDS, steps=st.integers(0, 12))
def test_any_text_is_a_turn_or_a_notation_error_or_an_illegal_decision(game: Game, text: str, steps: int) -> None:
    state = game.deal("garbage")
    rng = random.Random(steps)
    for _ in range(steps):
        state.play(rng.choice(state.legal))
    before = snapshot(state)
    try:
        state.play_turn(text)
    except (NotationError, IllegalDecision) as error:
        assert str(error) and snapshot(state) == before
    else:
        assert len(state.history) > steps
        state.check()
