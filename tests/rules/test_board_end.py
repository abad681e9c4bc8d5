"""The end of the board game: the pile exhausted twice (B14), or no piece can be placed any more (B15)."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest

from eminence import Game
from eminence.rules.board import BoardState
from tests.rules.maps import board, choices, hand, own_data, own_map, play, refusal, stage

PILE = {3: 34, 4: 36, 5: 38}


def late(left: int, place: int, players: int = 3, start: int = 0, **more: object) -> BoardState:
    """So many cards are left of the second pile, and the player at `place` after the start player is to act.

    Everybody has a monastery in Frankreich; as many jokers as needed make the turns fit.
    """
    for extra in range(players):
        turns = [f"Fr{i + 1}" for i in range(players)] + ["En1&FA", "By1&LI", "Ar1&BB", "Sw1&FA"][:extra]
        turns += ["~"] * (2 * PILE[players] - left - players - 2 * extra)
        if len(turns) % players == place:
            state = stage(turns, players=players, start=start, **more)  # type: ignore[arg-type]
            view = state.view(None)
            assert view.pile_size == left and view.second_half and not view.last_round
            return state
    raise AssertionError("no such position")


def exchange(state: BoardState) -> None:
    """Exchange some card for one of the pile."""
    play(state, next(word for word in sorted(choices(state)) if word[0] == "~"), "<?")


@pytest.mark.parametrize(("players", "start"), [(3, 0), (3, 2), (4, 1), (5, 3)])
def test_the_round_is_completed_after_the_second_exhaustion(players: int, start: int) -> None:
    """B14: the start player draws the last card; everybody else has one more turn, and all have had equally many."""
    state = late(1, 0, players, start)
    exchange(state)
    assert state.view(None).last_round and not state.over
    seats = []
    while not state.over:
        seats.append(state.seat)
        play(state, "-")
    assert seats == [(start + i) % players for i in range(1, players)]
    turns = Counter(seat for seat, _ in state.turns)
    assert len(set(turns.values())) == 1 and len(turns) == players


@pytest.mark.parametrize(("players", "start"), [(3, 0), (3, 1), (4, 2), (5, 0)])
def test_the_game_ends_with_the_right_neighbours_own_turn(players: int, start: int) -> None:
    """B14: if that turn exhausts the pile, nobody plays any more."""
    state = late(1, players - 1, players, start)
    assert state.seat == (start - 1) % players
    play(state, next(word for word in sorted(choices(state)) if word[0] == "~"))
    assert not state.over
    play(state, "<?")
    assert state.over and state.sheet().final
    assert choices(state) == set()
    assert {state.why_not(action) for action in range(board().actions)} == {"game-over"}


def test_the_right_neighbours_refill_ends_the_game_too() -> None:
    """B14: refilling the open cards belongs to the turn."""
    state = late(1, 2, open_cards="ES BB", then={2: "FA FA LI"})
    state.play_turn("~FA <ES")
    assert state.over and sum(state.view(None).open_cards) == 2


def test_a_second_last_card_ends_nothing() -> None:
    """B14: with one card left after the right neighbour's turn a whole round follows."""
    state = late(2, 2)
    exchange(state)
    assert not state.over and not state.view(None).last_round and state.seat == 0


def test_a_hand_being_filled_stays_short() -> None:
    """B14: from the last card on nobody draws, neither from the open cards."""
    state = late(1, 0, then={0: "F LI LI"}, open_cards="ES BB", pile="FA")
    play(state, "Fr6", "Fr7&LI", "<?")
    view = state.view(None)
    assert view.hand_sizes == [1, 3, 3] and hand(state, 0) == ["FA"]
    assert state.seat == 1 and view.last_round
    assert view.data()["open"] == {"ES": 1, "BB": 1}


def test_open_cards_are_not_filled_and_discards_not_shuffled() -> None:
    """B14: the last card lies open beside the empty place of the other; the discards stay where they are."""
    state = late(1, 0, then={0: "F F LI"}, open_cards="ES BB", pile="FA")
    before = Counter(state.view(None).data()["discards"])
    state.play_turn("Fr6 Fr7 <ES <BB")
    view = state.view(None)
    assert view.last_round and view.data()["open"] == {"FA": 1} and view.pile_size == 0
    assert Counter(view.data()["discards"]) == before + Counter({"F": 2})
    assert hand(state, 0) == ["BB", "ES", "LI"] and state.seat == 1


def test_there_is_no_middle_scoring_the_second_time() -> None:
    """B13, B14: the track does not move."""
    state = late(1, 0)
    track = state.view(None).track
    exchange(state)
    assert state.view(None).last_round and state.view(None).track == track


def test_in_the_last_round_one_places_or_passes() -> None:
    """B14: no exchange and no drawing; placing ends the turn by itself."""
    state = late(1, 0, then={0: "FA FA FA", 1: "F F LI"}, open_cards="ES BB")
    state.play_turn("~FA <?")
    assert "-" in choices(state) and "~" not in {word[0] for word in choices(state)}
    assert refusal(state, "~F") == "pile-exhausted"
    assert refusal(state, "<ES") == "not-now" and refusal(state, "<?") == "not-now"
    play(state, "Fr6")
    assert refusal(state, "-") == "not-now"
    assert refusal(state, "~LI") == "already-placing"
    play(state, "Fr7")
    assert state.seat == 2
    assert state.view(None).hand_sizes[1] == 1
    assert sum(state.view(None).open_cards) == 2


def test_in_the_last_round_one_may_stop_after_one_piece() -> None:
    """B14: and draws nothing then."""
    state = late(1, 0, then={0: "FA FA FA", 1: "F F LI"})
    state.play_turn("~FA <?")
    play(state, "Fr6", ".")
    assert state.seat == 2 and state.view(None).hand_sizes[1] == 2


def test_a_pass_changes_nothing_on_the_table() -> None:
    """B14: hands, open cards and discards stay."""
    state = late(1, 1)
    exchange(state)
    before = state.view(None).data()
    play(state, "-")
    assert state.over
    for key in ("fields", "advisors", "hand_sizes", "open", "discards", "pile", "track"):
        assert state.view(None).data()[key] == before[key]


def test_nobody_passes_before_the_last_round() -> None:
    """B12, B14: with one card left in the second pile a player still has to exchange."""
    assert refusal(late(1, 0), "-") == "exchange-instead"


@pytest.mark.parametrize("players", [3, 4, 5])
def test_all_have_equally_many_turns(players: int) -> None:
    """B14: in random games, whoever starts and whoever exhausts the pile."""
    rng = random.Random(players)
    for seed in range(8):
        start = rng.randrange(players)
        state = board().deal(seed, players=players, start=start)
        while not state.over:
            state.play(rng.choice(state.legal))
        assert state.view(None).last_round
        turns = Counter(seat for seat, _ in state.turns)
        assert len(turns) == players and len(set(turns.values())) == 1
        assert state.turns[-1][0] == (start - 1) % players


def crowded(folder: Path) -> Game:
    """A map on which everybody has one monastery and no advisor."""
    data = own_data({"A": 4, "B": 2}, {"a": ("A", 20), "b": ("B", 20)}, monasteries=1, advisors=0)
    return own_map(folder, data)


def test_in_the_last_round_who_can_place_nothing_is_passed_over(tmp_path: Path) -> None:
    """B14: seat 2 has placed its only piece and is not asked; seat 3 could still place and is."""
    game = crowded(tmp_path)
    turns = ["~", "A1", "~"] + ["~"] * (2 * 29 - 1 - 3)
    state = stage(turns, game=game)
    assert state.seat == 0 and state.view(None).pile_size == 1
    exchange(state)
    assert state.view(None).last_round
    assert state.seat == 2 and "-" in choices(state)
    play(state, "-")
    assert state.over
    assert Counter(seat for seat, _ in state.turns) == {0: 20, 1: 19, 2: 20}


def test_the_game_ends_at_once_if_nobody_is_left_to_be_asked(tmp_path: Path) -> None:
    """B14: both others are out of pieces, so the start player's last draw ends the game."""
    game = crowded(tmp_path)
    turns = ["~", "A1", "A2"] + ["~"] * (2 * 29 - 1 - 3)
    state = stage(turns, game=game)
    assert state.seat == len(turns) % 3 == 0
    exchange(state)
    assert state.over and state.view(None).last_round


# B15.


def tiny(folder: Path, **numbers: int) -> Game:
    """Two countries with a field each."""
    data = own_data({"A": 1, "B": 1}, {"a": ("A", 24), "b": ("B", 24)}, alliances=[("A", "B")], **numbers)
    return own_map(folder, data)


def test_the_game_ends_at_once_when_the_map_is_closed(tmp_path: Path) -> None:
    """B15: the last piece ends it before any drawing, and the turn order does not matter."""
    state = stage(["A1", "B1", "A!"], game=tiny(tmp_path), then={0: "b b a"})
    play(state, "B!")
    view = state.view(None)
    assert state.over and view.phase == "over"
    assert view.hand_sizes == [2, 3, 3] and view.pile_size > 0
    assert state.sheet().final


def test_a_middle_scoring_not_reached_is_not_made_up(tmp_path: Path) -> None:
    """B15, B16: monasteries are scored once."""
    state = stage(["A1", "B1", "A!"], game=tiny(tmp_path), then={0: "b b a"})
    play(state, "B!")
    assert [line.key for line in state.sheet().lines] == [
        "monasteries:A",
        "monasteries:B",
        "alliance:1",
        "chains",
    ]
    assert state.scores() == [1, 1, 0]


def test_a_middle_scoring_already_made_stays(tmp_path: Path) -> None:
    """B13, B15: the map is closed in the second half."""
    game = tiny(tmp_path)
    state = stage(["A1", "B1", "A!", *["~"] * 36], game=game, then={0: "b b a"})
    assert state.view(None).second_half
    play(state, "B!")
    assert state.over and state.scores() == [2, 2, 0]


def test_room_for_an_advisor_keeps_the_game_going(tmp_path: Path) -> None:
    """B15: all fields are taken, but crests have room."""
    state = stage(["A1"], game=tiny(tmp_path), then={1: "b b a"})
    play(state, "B1")
    assert not state.over
    play(state, "<?")
    assert state.view(None).phase == "turn"


def test_a_free_field_keeps_the_game_going(tmp_path: Path) -> None:
    """B15: crests are full, but a field is free."""
    state = stage(["A1"], game=tiny(tmp_path), then={1: "a b b"})
    play(state, "A!")
    assert not state.over


def test_without_pieces_a_free_field_does_not_count(tmp_path: Path) -> None:
    """B10, B15: everybody has placed everything; fields are free and nobody can use them."""
    data = own_data({"A": 5, "B": 3}, {"a": ("A", 24), "b": ("B", 24)}, monasteries=1, advisors=0)
    state = stage(["A1", "A2"], game=own_map(tmp_path, data), then={2: "a a b"})
    assert not state.over
    play(state, "A3")
    assert state.over and state.view(None).hand_sizes[2] == 2


def test_one_player_with_a_piece_keeps_the_game_going(tmp_path: Path) -> None:
    """B15: no player at all must be able to place; here the one with a monastery left holds no card for it."""
    data = own_data(
        {"A": 3, "B": 1, "C": 1}, {"a": ("A", 20), "b": ("B", 20), "c": ("C", 20)}, monasteries=1, advisors=0
    )
    state = stage(["A1", "A2"], game=own_map(tmp_path, data), then={2: "a b c"})
    assert not state.over and state.seat == 2
    state.play_turn("~a <?")
    assert not state.over and {word[0] for word in choices(state)} == {"~"}


def test_it_is_judged_by_the_map_whatever_the_hands(tmp_path: Path) -> None:
    """B15: nobody holds a card for the last free field, and the game goes on all the same."""
    data = own_data({"A": 1, "B": 1}, {"a": ("A", 24), "b": ("B", 24)}, advisors=0)
    state = stage([], game=own_map(tmp_path, data), then={0: "a b b", 1: "a", 2: "a"})
    play(state, "A1")
    assert not state.over and state.view(None).phase == "draw"


def test_the_first_of_two_pieces_can_close_the_map(tmp_path: Path) -> None:
    """B7, B15: nobody is asked for a second."""
    data = own_data({"A": 2, "B": 1}, {"a": ("A", 24), "b": ("B", 24)}, advisors=0)
    state = stage(["B1", "A1"], game=own_map(tmp_path, data), then={2: "a a a"})
    play(state, "A2")
    assert state.over and state.view(None).hand_sizes[2] == 2


def test_a_map_closed_in_the_last_round_ends_the_game_before_the_others_pass(tmp_path: Path) -> None:
    """B14, B15: whichever comes first."""
    data = own_data({"A": 1, "B": 1}, {"a": ("A", 20), "b": ("B", 20)}, advisors=0)
    game = own_map(tmp_path, data)
    state = stage(["A1", *["~"] * (2 * 29 - 1 - 1)], game=game, then={1: "b b b"})
    exchange(state)
    assert state.view(None).last_round and state.seat == 1
    play(state, "B1")
    assert state.over and state.turns[-1][0] == 1


@pytest.mark.parametrize("players", [3, 4, 5])
def test_small_maps_played_at_random_end_when_they_close(players: int, tmp_path: Path) -> None:
    """B15: over many random games it is over exactly when nobody has a place and a piece for it."""
    game = own_map(tmp_path, own_data({"A": 2, "B": 1}, {"a": ("A", 30), "b": ("B", 30)}, monasteries=2, advisors=1))
    rng = random.Random(players)
    ends = set()
    for seed in range(40):
        state = game.deal(seed, players=players)
        while not state.over:
            state.play(rng.choice(state.legal))
            view = state.view(None)
            fields, crests = view.owners, view.advisors
            room = []
            for country, at in enumerate(((0, 1), (2,))):
                most = max(sum(fields[f] == p for f in at) for p in range(players))
                room.append(sum(crests[country]) < most)
            open_ = (-1 in fields and max(view.monasteries_left) > 0) or (any(room) and max(view.advisors_left) > 0)
            if not open_:
                assert state.over
            if state.over:
                ends.add(open_)
                assert open_ is False or view.last_round
    assert False in ends
