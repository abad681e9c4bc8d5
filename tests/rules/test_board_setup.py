"""Components and set-up of the board game: B1 to B4."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from eminence import OptionError, RecordError
from tests.rules.maps import board, box, choices, own_data, own_map, play, refusal, stage

BOX = {"FA": 13, "BB": 12, "LI": 11, "ES": 10, "F": 9}
NAMES = ["England", "Franken", "Bayern", "Italien", "Aragon", "Frankreich", "Lothringen", "Schwaben", "Burgund"]


def cards(deal: dict[str, Any]) -> Counter[str]:
    """All cards of a deal."""
    return Counter([card for hand in deal["hands"] for card in hand] + deal["open"] + deal["pile"])


def test_five_players_use_all_55_cards() -> None:
    """B1, B2: 13, 12, 11, 10 and 9 of the five colours; nothing is taken out with five players."""
    for seed in range(5):
        deal = board().deal(seed, players=5).dealt
        assert deal is not None and cards(deal) == BOX and sum(BOX.values()) == 55


def test_two_countries_share_a_colour_and_a_card_serves_either() -> None:
    """B1: a Bayern/Burgund card builds in Bayern or in Burgund, and nowhere else."""
    state = stage([], then={0: "BB LI F"})
    built = {word for word in choices(state) if "~" not in word}
    assert {word[:2] for word in built} == {"By", "Bu", "Lo", "It", "Fr"}
    assert {"By1", "By6", "Bu1", "Bu5"} <= built
    for word in ("En1", "Sw1", "Fn1", "Ar1"):
        assert refusal(state, word) == "card-not-held"


def test_frankreich_stands_alone_on_its_cards() -> None:
    """B1: every colour pictures two countries, but Frankreich's only itself."""
    names = [country.names["de"] for country in box(board()).countries]
    pictured = {colour.id: [names[country] for country in colour.countries] for colour in box(board()).colours}
    assert pictured == {
        "FA": ["Franken", "Aragon"],
        "BB": ["Bayern", "Burgund"],
        "LI": ["Lothringen", "Italien"],
        "ES": ["England", "Schwaben"],
        "F": ["Frankreich"],
    }
    state = stage([], then={0: "F FA BB"})
    assert {word for word in choices(state) if word.startswith("Fr")} == {f"Fr{i}" for i in range(1, 9)}


@pytest.mark.parametrize(("players", "removed", "stay"), [(3, 2, 45), (4, 1, 50), (5, 0, 55)])
def test_cards_are_taken_out_of_each_colour(players: int, removed: int, stay: int) -> None:
    """B2: two of each colour with three players, one of each with four."""
    state = board().deal(3, players=players)
    assert state.dealt is not None
    assert cards(state.dealt) == {colour: n - removed for colour, n in BOX.items()}
    assert cards(state.dealt).total() == stay
    assert state.view(None).pile_size == stay - 3 * players - 2


def test_a_deal_with_the_cards_of_another_number_of_players_is_refused() -> None:
    """B2: 45 cards are not a deal for four, nor 50 with one too many of a colour."""
    deal = board().deal(3, players=4).dealt
    assert deal is not None
    one_less = deal | {"pile": deal["pile"][1:]}
    with pytest.raises(RecordError, match="expected"):
        board().begin(one_less, players=4)
    with pytest.raises(RecordError, match="'F' 9 times; expected 8"):
        swapped = deal["pile"].copy()
        swapped[swapped.index("FA")] = "F"
        board().begin(deal | {"pile": swapped}, players=4)
    with pytest.raises(RecordError, match="3 hands"):
        board().begin(deal, players=3)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_everybody_begins_with_20_monasteries_8_advisors_3_cards_and_no_points(players: int) -> None:
    """B3: supplies, hands, two open cards and the score."""
    state = board().deal(11, players=players)
    view = state.view(None)
    assert view.monasteries_left == [20] * players and view.advisors_left == [8] * players
    assert view.hand_sizes == [3] * players and sum(view.open_cards) == 2
    assert view.track == [0] * players and state.scores() == [0] * players
    assert set(view.owners) == {-1} and not any(map(any, view.advisors))


def test_hands_and_pile_are_hidden() -> None:
    """B3: each sees the own hand alone; somebody who watches sees none, and nobody the pile's order."""
    state = stage([], then={0: "FA FA F", 1: "BB ES ES", 2: "LI LI F"}, players=4)
    assert state.view(1).data()["hands"] == [{}, {"BB": 1, "ES": 2}, {}, {}]
    assert state.view(None).data()["hands"] == [{}] * 4
    assert set(state.view(0)._state.pile_order()) == {-1}


def test_games_are_for_three_to_five() -> None:
    """B3: any other number of players is refused."""
    for players in (1, 2, 6):
        with pytest.raises(OptionError, match="3 or 4 or 5"):
            board().deal(1, players=players)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_turns_go_clockwise_from_the_start_player(players: int) -> None:
    """B3: the table chooses who starts; seat 1 (0 in code) unless said otherwise."""
    assert board().deal(1, players=players).seat == 0
    for start in range(players):
        state = stage([], players=players, start=start)
        seats = []
        for _ in range(2 * players):
            seats.append(state.seat)
            play(state, next(word for word in sorted(choices(state)) if word[0] == "~"), "<?")
        assert seats == [(start + i) % players for i in range(2 * players)]
        assert state.start == start
    with pytest.raises(OptionError, match="start"):
        board().deal(1, players=players, start=players)


def test_the_start_player_can_be_drawn_by_lot() -> None:
    """B3: every seat is drawn now and then, the same one from the same seed."""
    starts = [board().deal(seed, players=3, start="lot").start for seed in range(40)]
    assert set(starts) == {0, 1, 2}
    assert starts == [board().deal(seed, players=3, start="lot").start for seed in range(40)]


def test_scores_go_beyond_99(tmp_path: Path) -> None:
    """B3: the track begins again at 0 and counting goes on; here 32 alliances score 4 points each."""
    game = own_map(
        tmp_path,
        own_data({"A": 2, "B": 2}, {"a": ("A", 30), "b": ("B", 30)}, alliances=[("A", "B")] * 32),
    )
    turns = ["A1", "~", "~", "A2 A!", "~", "~", "B1", "~", "~", "B2 B!", "~", "~", "A!", "~", "~"]
    state = stage(turns, game=game, then={0: "b"})
    play(state, "B!")
    assert state.sheet().final
    assert state.sheet().totals == (132, 0, 0)
    assert state.sheet().line("alliance:32") == (4, 0, 0)


def test_the_map_has_nine_countries_with_fields_crests_and_15_alliances() -> None:
    """B4: countries in the order of scoring; alliances 1, 2, 3, 5, 6 and 15 cross the sea."""
    kit = box(board())
    assert [country.names["de"] for country in kit.countries] == NAMES
    assert len(kit.alliances) == 15
    assert [number for number, alliance in enumerate(kit.alliances, 1) if alliance.sea] == [1, 2, 3, 5, 6, 15]
    assert all(any(field.country == i for field in kit.fields) for i in range(9))


def test_roads_cross_borders() -> None:
    """B4, B19: Grande Chartreuse in Burgund and Novalesa in Italien are joined by a road."""
    kit = box(board())
    assert any(kit.fields[a].country != kit.fields[b].country for a, b in kit.roads)
    state = stage(["It1", "~", "~", "It2 It3", "~", "~", "Bu4"])
    assert state.sheet().line("chains") == (4, 0, 0)


def test_alliances_are_no_roads() -> None:
    """B4: England and Frankreich are allied over the sea; three there and one across are no line of four."""
    turns = ["En2", "~", "~", "En3 En4", "~", "~", "Fr1", "~", "~", "Fr2", "~", "~"]
    state = stage(turns)
    assert state.sheet().line("chains") == (0, 0, 0)
    assert stage([*turns, "En1"]).sheet().line("chains") == (4, 0, 0)


def test_a_field_takes_one_piece() -> None:
    """B4, B8: a field with a monastery takes no second one, neither of its owner nor of another player."""
    state = stage(["Fr3"], then={0: "F F FA", 1: "F F FA"})
    assert refusal(state, "Fr3") == "field-taken"
    state.play_turn("~FA <?")
    play(state, next(word for word in sorted(choices(state)) if word[0] == "~"), "<?")
    assert refusal(state, "Fr3") == "field-taken"
    assert {"Fr1", "Fr2", "Fr4"} <= choices(state)
