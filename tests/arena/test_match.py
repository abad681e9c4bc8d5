"""Matches: seats really rotate, deals are really paired, and every game is a function of its numbers."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import eminence
from eminence import OptionError, View, bots, components
from eminence.arena import ArenaError, Match, arrange, play_chunk
from eminence.arena.match import bot_seed
from tests.arena.matches import BETTER, match


class Spy:
    """A bot that notes what it is given and chooses the first that is legal."""

    made: list[tuple[str, int]] = []  # noqa: RUF012 - emptied by the fixture
    seen: list[tuple[int, str]] = []  # noqa: RUF012

    def __init__(self, spec: str, seed: int) -> None:
        self.spec = spec
        Spy.made.append((spec, seed))

    def choose(self, view: View) -> int:
        if not Spy.seen or Spy.seen[-1] != (view.seat, self.spec):
            Spy.seen.append((view.seat, self.spec))
        return view.legal[0]


@pytest.fixture
def spies(monkeypatch: pytest.MonkeyPatch) -> None:
    """All bots are spies."""
    monkeypatch.setattr(bots, "make", lambda spec, *, seed, **_: Spy(spec, seed))
    Spy.made, Spy.seen = [], []


# Line-ups.


def test_two_bots_at_a_table_for_two_take_both_seats() -> None:
    assert match("random", BETTER).seatings(1) == [(0, 1), (1, 0)]


def test_as_many_bots_as_seats_play_all_rotations() -> None:
    arranged = Match("richelieu", 4, ("a", "b", "c", "d"), ((0, 1, 2, 3),), 1)
    for deal in range(10):
        seatings = arranged.seatings(deal)
        assert len(seatings) == 4
        for turn, seating in enumerate(seatings):
            assert seating[turn] == 0, "in rotation r the first sits on seat r"
            assert sorted(seating) == [0, 1, 2, 3]
            assert seating == seatings[0][-turn:] + seatings[0][:-turn]
        for seat in range(4):
            assert {seating[seat] for seating in seatings} == {0, 1, 2, 3}


def test_who_sits_next_to_whom_changes_from_deal_to_deal() -> None:
    arranged = Match("richelieu", 3, ("a", "b", "c"), ((0, 1, 2),), 1)
    orders = Counter(arranged.seatings(deal)[0] for deal in range(600))
    assert set(orders) == {(0, 1, 2), (0, 2, 1)} and min(orders.values()) > 250


def test_one_against_many_goes_through_all_seats() -> None:
    one = match("random", BETTER, game="cardinal-board", players=4, lineup="one")
    assert one.seatings(3) == [(0, 1, 1, 1), (1, 0, 1, 1), (1, 1, 0, 1), (1, 1, 1, 0)]
    many = match("random", BETTER, game="cardinal-board", players=4, lineup="many")
    assert many.seatings(3) == [(1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1)]
    both = match("random", BETTER, game="cardinal-board", players=4)
    assert both.seatings(3) == one.seatings(3) + many.seatings(3) and both.games == 8


def test_equal_bots_are_one_side_unless_all_are_equal() -> None:
    mixed = match("random", BETTER, "random", game="richelieu")
    assert mixed.bots == ("random", BETTER) and mixed.lineups == ((0, 1, 0),)
    control = match("random", "random", "random", game="richelieu")
    assert control.lineups == ((0, 1, 2),) and control.names == ("random #1", "random #2", "random #3")


def test_more_bots_than_seats_meet_in_every_combination(spies: None) -> None:
    arranged = match("a", "b", "c")
    assert arranged.lineups == ((0, 1), (0, 2), (1, 2)) and arranged.games == 6


def test_the_number_of_players_follows_the_bots_where_it_can(spies: None) -> None:
    assert match("a", "b", "c", "d", game="richelieu").players == 4
    assert match("a", "b", game="richelieu").players == 2
    assert match("a", "b", game="cardinal-cards").players == 3


# Play.


def test_a_deal_is_the_same_in_all_its_rotations_and_the_seats_are_as_told(
    spies: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    dealt: list[Any] = []
    deal = eminence.Game.deal

    def watched(self: eminence.Game, seed: int, **settings: Any) -> Any:
        state = deal(self, seed, **settings)
        dealt.append((seed, json.dumps(state.dealt)))
        return state

    monkeypatch.setattr(eminence.Game, "deal", watched)
    arranged = match("a", "b", "c", game="cardinal-cards", deals=3, seed=40)
    results = play_chunk(arranged, arranged.seeds)
    assert [seed for seed, _ in dealt] == [40, 40, 40, 41, 41, 41, 42, 42, 42]
    assert len({text for _, text in dealt}) == 3
    for game in results:
        for seat, side in enumerate(game.seating):
            assert (seat, arranged.bots[side]) in Spy.seen
    assert Counter(game.seating[0] for game in results) == {0: 3, 1: 3, 2: 3}


def test_a_bot_plays_only_for_its_own_seat(spies: None) -> None:
    arranged = match("a", "b", deals=1)
    Spy.seen = []
    play_chunk(arranged, [1])
    assert set(Spy.seen) == {(0, "a"), (1, "b"), (1, "a"), (0, "b")}


def test_every_bot_of_every_game_has_a_random_source_of_its_own(spies: None) -> None:
    arranged = match("a", "b", deals=5)
    Spy.made = []
    play_chunk(arranged, arranged.seeds)
    seeds = [seed for _, seed in Spy.made]
    assert len(set(seeds)) == len(seeds) == 20
    assert seeds[0] == bot_seed(1, 1, 0, 0) and all(0 <= seed < 2**63 for seed in seeds)


def test_results_depend_on_the_deal_alone_and_not_on_the_chunk() -> None:
    arranged = match(game="richelieu", players=3, deals=4)
    together = play_chunk(arranged, arranged.seeds)
    apart = [game for seed in reversed(arranged.seeds) for game in play_chunk(arranged, [seed])]
    assert sorted(apart, key=lambda game: (game.deal, game.rotation)) == together
    longer = match(game="richelieu", players=3, deals=400)
    assert play_chunk(longer, range(2, 4)) == [game for game in together if game.deal in (2, 3)]


def test_a_result_tells_what_the_score_sheet_says() -> None:
    arranged = match(game="cardinal-board", deals=1)
    game = play_chunk(arranged, [1])[0]
    assert len(game.scores) == 3 and sorted(game.ranks)[0] == 1
    assert game.winners == tuple(seat for seat, rank in enumerate(game.ranks) if rank == 1)
    assert all(count > 5 for count in game.decisions)
    assert all(0 < slow <= total for slow, total in zip(game.longest, game.seconds, strict=True))


def test_options_and_components_of_ones_own_travel_with_the_match(tmp_path: Path) -> None:
    text = components.built_in_text("richelieu").replace("markers = 3", "markers = 2")
    (tmp_path / "mine.toml").write_text(text, encoding="utf-8")
    game = eminence.game("richelieu-duel", components=tmp_path / "mine.toml", early_end=True)
    assert not game.box.built_in
    arranged = arrange(game, ["random", "random"], deals=1)
    (tmp_path / "mine.toml").unlink()
    opened = arranged.open_game()
    assert opened.box.fingerprint == game.box.fingerprint and opened.options["early_end"]
    assert Match.from_data(json.loads(json.dumps(arranged.data())), deals=1) == arranged


# Budgets.


def test_budgets_are_passed_to_the_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[dict[str, Any]] = []

    def make(spec: str, *, seed: int, time: float | None = None, effort: int | None = None) -> Spy:
        given.append({"time": time, "effort": effort})
        return Spy(spec, seed)

    monkeypatch.setattr(bots, "make", make)
    assert match("a", "b", time=0.5).budget == "equal time, 0.5 s a decision"
    assert match("a", "b", effort=300).budget == "equal effort, 300 a decision"
    assert match("a", "b").budget == "the bots' own defaults, not equal time"
    assert match("a:threads=2", "b", time=0.5).budget == "equal time, 0.5 s a decision"
    assert match("a:effort=5", "b", time=0.5).budget == "equal time, 0.5 s a decision; not for a:effort=5"
    assert match("a:effort=5", "b:time=1", time=0.5).budget == "as the bots' names say"
    assert given[::2] == [
        {"time": 0.5, "effort": None},
        {"time": None, "effort": 300},
        {"time": None, "effort": None},
        *[{"time": 0.5, "effort": None}] * 3,
    ]


# Faults.


@pytest.mark.parametrize(
    ("names", "settings", "complaint"),
    [
        (["random"], {}, "expected at least two"),
        (["random", "random"], {"deals": 0}, "0 deals; expected 1"),
        (["random", "random"], {"seed": -1}, "seed -1"),
        (["random", "random"], {"time": 1.0, "effort": 1}, "both a time and an effort"),
        (["random", "random"], {"time": 0.0}, "expected more than 0"),
        (["random", "random"], {"effort": 0}, "expected at least 1"),
        (["random", BETTER], {"game": "richelieu", "players": 3, "lineup": "some"}, "line-up 'some'"),
        (["random", BETTER, BETTER], {}, f"'{BETTER}' twice"),
        (["random", BETTER, "random"], {"game": "richelieu", "players": 4}, "3 bots for 4 seats"),
    ],
)
def test_a_match_that_makes_no_sense_is_refused(names: list[str], settings: dict[str, Any], complaint: str) -> None:
    with pytest.raises(ArenaError, match=complaint):
        match(*names, **settings)


def test_unknown_bots_and_numbers_of_players_are_refused() -> None:
    with pytest.raises(OptionError, match="nobody"):
        match("random", "nobody")
    with pytest.raises(OptionError, match="not 5"):
        match(players=5)


@pytest.mark.parametrize(("fault", "complaint"), [("cheat", "not allowed"), ("crash", "ZeroDivisionError")])
def test_a_bot_that_fails_is_named_with_its_game(monkeypatch: pytest.MonkeyPatch, fault: str, complaint: str) -> None:
    class Faulty:
        def choose(self, view: View) -> int:
            return -1 if fault == "cheat" else 1 // 0

    monkeypatch.setattr(bots, "make", lambda spec, *, seed, **_: Faulty() if spec == fault else Spy(spec, seed))
    arranged = match("good", fault, deals=1, seed=77)
    with pytest.raises(ArenaError, match=rf"{fault} in deal 77, rotation 0, .*{complaint}|not a decision"):
        play_chunk(arranged, [77])
