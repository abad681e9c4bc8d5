"""How the display games begin: cards in rows, tokens on their cells, markers, the start player."""

from __future__ import annotations

from collections import Counter

import pytest

import eminence
from eminence import OptionError
from tests.rules.tables import RICHELIEUS, TABLES, box_of, choices, deck, ends, facts, table, token_cells, turns


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_all_cards_of_the_box_lie_open_in_four_equal_rows(name: str, players: int) -> None:
    """D1: 4 x 12 cards in both Richelieus, 4 x 14 in the card game; everybody sees them all."""
    game = eminence.game(name)
    columns = 14 if name == "cardinal-cards" else 12
    for seed in range(5):
        state = game.deal(seed, players=players)
        display = state.view(None).position()["display"]
        assert list(display) == [f"{row}{column}" for row in "ABCD" for column in range(1, columns + 1)]
        assert sorted(display.values()) == sorted(deck(game))
        assert all(state.view(seat).position()["display"] == display for seat in range(players))


@pytest.mark.parametrize("name", ["richelieu-duel", "cardinal-cards"])
def test_the_cards_are_shuffled(name: str) -> None:
    """D1: over many deals every region comes to a corner and to the middle about as often as it has cards."""
    game = eminence.game(name)
    deals = 480
    seen: Counter[tuple[int, str]] = Counter()
    for seed in range(deals):
        dealt = game.deal(seed).dealt
        assert dealt is not None
        seen.update((cell, dealt["cards"][cell].partition(":")[0]) for cell in (0, 20, 47))
    whole = Counter(code.partition(":")[0] for code in deck(game))
    for region, cards in whole.items():
        expected = deals * cards / len(deck(game))
        for cell in (0, 20, 47):
            assert abs(seen[cell, region] - expected) < 5 * expected**0.5, (cell, region)


def test_the_same_seed_gives_the_same_deal_and_another_seed_another() -> None:
    """D1, D2: a deal is a matter of chance, and of nothing else."""
    for name in ("richelieu-duel", "richelieu", "cardinal-cards"):
        game = eminence.game(name)
        assert game.deal(1).dealt == game.deal(1).dealt != game.deal(2).dealt


@pytest.mark.parametrize(("name", "players"), RICHELIEUS)
def test_eight_of_the_fourteen_tokens_lie_face_down_and_six_leave_the_game_unseen(name: str, players: int) -> None:
    """D2: 9 crests, 3 symbols and 2 "marker back"; nobody sees a face, and nobody learns of the six removed."""
    game = eminence.game(name)
    regions = [region.id for region in box_of(game).regions]
    every = ["back", "back", *(f"crest:{region}" for region in regions)]
    every += ["symbol:sword", "symbol:cross", "symbol:tower"]
    for seed in range(5):
        state = game.deal(seed, players=players)
        assert state.dealt is not None
        assert len(state.dealt["tokens"]) == 8 and len(state.dealt["removed"]) == 6
        assert sorted(state.dealt["tokens"] + state.dealt["removed"]) == sorted(every)
        for seat in (None, *range(players)):
            tokens = state.view(seat).tokens
            assert [token["cell"] for token in tokens] == ["A2", "A11", "B3", "B10", "C4", "C9", "D5", "D8"]
            assert {(token["holder"], token["played"], token["face"]) for token in tokens} == {(None, False, None)}


@pytest.mark.parametrize("players", [3, 4, 5])
def test_all_eight_law_tablets_lie_face_down_in_the_card_game(players: int) -> None:
    """D2: none leaves the game; they lie further in from row to row, from either side."""
    game = eminence.game("cardinal-cards")
    assert token_cells(game) == ["A2", "A13", "B3", "B12", "C4", "C11", "D5", "D10"]
    orders = set()
    for seed in range(20):
        state = game.deal(seed, players=players)
        assert state.dealt is not None
        assert Counter(state.dealt["tokens"]) == {"back": 2, "three": 2, "colours": 2, "minus": 2}
        assert state.dealt["removed"] == []
        assert all(token["face"] is None for seat in range(players) for token in state.view(seat).tokens)
        orders.add(tuple(state.dealt["tokens"]))
    assert len(orders) > 15


def test_every_token_of_richelieu_is_as_likely_to_be_in_the_game_and_on_a_cell() -> None:
    """D2: over many deals each of the 14 tokens is laid out 8 times in 14, and each cell has it once in 14."""
    game = eminence.game("richelieu-duel")
    deals = 1400
    laid: Counter[str] = Counter()
    placed: Counter[tuple[int, str]] = Counter()
    for seed in range(deals):
        dealt = game.deal(seed).dealt
        assert dealt is not None
        laid.update(dealt["tokens"])
        placed.update(enumerate(dealt["tokens"]))
    faces = {box_of(game).token_code(face) for face in box_of(game).tokens}
    for face in faces:
        copies = 2 if face == "back" else 1
        assert abs(laid[face] - 800 * copies) < 100 * copies, face
    squares = sum((placed[cell, face] - 100) ** 2 / 100 for cell in range(8) for face in faces if face != "back")
    assert squares < 8 * 12 + 5 * (2 * 8 * 12) ** 0.5


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_every_player_has_three_markers_and_seat_one_begins(name: str, players: int) -> None:
    """D3: three markers in supply, none on the display or in the box; then clockwise and round again."""
    state = table(name, players)
    assert facts(state, "supply") == [3] * players
    assert facts(state, "box") == [0] * players
    assert facts(state, "markers") == {}
    for turn in range(2 * players):
        assert state.seat == turn % players
        turns(state, ends(state)[0])


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_table_chooses_who_begins(name: str, players: int) -> None:
    """D3: any seat may begin; the order stays clockwise. There is no seat beyond the last."""
    for start in range(players):
        state = table(name, players, start=start)
        for turn in range(players + 1):
            assert state.seat == (start + turn) % players
            turns(state, ends(state)[0])
    for start in (-1, players):
        with pytest.raises(OptionError):
            eminence.game(name).deal(1, players=players, start=start)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_start_player_may_be_drawn_by_lot(name: str, players: int) -> None:
    """D3: by lot every seat begins about as often, and the lot does not change the deal."""
    game = eminence.game(name)
    drawn = Counter(game.deal(seed, players=players, start="lot").seat for seed in range(150))
    assert set(drawn) == set(range(players))
    assert all(abs(times - 150 / players) < 5 * (150 / players) ** 0.5 for times in drawn.values())
    assert game.deal(5, players=players, start="lot").dealt == game.deal(5, players=players).dealt


def test_the_first_question_is_which_end_to_take() -> None:
    """D1, D4: eight ends lie open at the start."""
    assert choices(table("richelieu-duel", 2)) == {"A1", "A12", "B1", "B12", "C1", "C12", "D1", "D12"}
    assert choices(table("cardinal-cards", 3)) == {"A1", "A14", "B1", "B14", "C1", "C14", "D1", "D14"}
