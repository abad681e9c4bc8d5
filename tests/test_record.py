"""Saved games: what is written is read back, and nothing else is."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import eminence
from eminence import Game, Record, RecordError, State, components
from eminence.record import MAX_BYTES
from tests.cases import CASES, Case
from tests.rules.maps import own_data
from tests.test_components import fantasy, mutate

RECORDS = Path(__file__).parent / "data" / "records"
ATLANTIS = own_data(
    {"North": 9, "South": 7, "Isle": 5},
    {"n": ("North Isle", 20), "s": ("South", 20)},
    [("North1", "South 1"), ("North1", "North2")],
    [("North", "Isle")],
)
OWN = [
    ("richelieu-duel", 2, fantasy("regions")),
    ("richelieu", 4, fantasy("regions")),
    ("cardinal-cards", 3, fantasy("countries")),
    ("cardinal-board", 3, ATLANTIS),
    ("cardinal-board", 5, ATLANTIS),
]


def own_game(name: str, data: dict[str, Any]) -> Game:
    """A game with components of one's own."""
    return eminence.game(name, components=components.read(data, "mine"))


def played(game: Game, players: int, seed: int = 1, decisions: int = 10**6, start: int = 0) -> State:
    """A random game, as far as so many decisions lead."""
    rng = random.Random(seed)
    state = game.deal(seed, players=players, start=start)
    while not state.over and decisions > 0:
        state.play(rng.choice(state.legal))
        decisions -= 1
    return state


def again(state: State) -> State:
    """The state after writing and reading it."""
    text = Record.of(state).dumps()
    record = Record.loads(text)
    assert record.dumps() == text
    return record.replay()


def assert_same(one: State, other: State) -> None:
    """Everything that can be asked of two states is answered alike."""
    assert one.history == other.history and one.turns == other.turns and one.legal == other.legal
    assert one.turn_started == other.turn_started
    for seat in (*range(one.players), None):
        assert one.view(seat).dumps() == other.view(seat).dumps()
    assert one.sheet() == other.sheet()


def altered(record: Record, **changes: Any) -> str:
    """The text of a record with changes and without its digest."""
    data = record.data() | changes
    del data["digest"]
    return json.dumps(data)


def refused(text: str) -> RecordError:
    """The error that a text brings."""
    with pytest.raises(RecordError) as caught:
        Record.loads(text)
    return caught.value


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_finished_game_is_read_back(case: Case) -> None:
    for seed in range(2):
        state = played(case.game, case.players, seed, start=case.players - 1)
        assert_same(state, again(state))
        record = Record.of(state, names=tuple("ABCDE"[: case.players]))
        assert Record.loads(record.dumps()).names == record.names
        assert record.result is not None and record.result["scores"] == state.scores()
        assert record.game.options == record.data()["options"]


@pytest.mark.parametrize(("name", "players", "data"), OWN)
def test_a_game_with_components_of_ones_own_brings_them_along(name: str, players: int, data: dict[str, Any]) -> None:
    state = played(own_game(name, data), players)
    assert_same(state, again(state))
    record = Record.of(state)
    assert "box" in record.data() and "box" not in Record.of(eminence.game(name).deal(1, players=players)).data()
    other = record.data()["box"]
    other |= {"markers": 2} if "markers" in other else {"advisors": 7}
    assert "fingerprint" in str(refused(altered(record, box=other)))
    assert "fingerprint" in str(refused(altered(record, components="0" * 16)))


@pytest.mark.parametrize(("name", "players", "data"), OWN)
def test_a_small_game_is_read_back_at_every_decision(name: str, players: int, data: dict[str, Any]) -> None:
    """And goes on as it would have, also through the reshuffle of the board game (B13)."""
    game = own_game(name, data)
    whole = played(game, players)
    assert name != "cardinal-board" or whole.view(None).second_half
    state = game.deal(1, players=players)
    copies = [again(state)]
    for number, action in enumerate(whole.history, 1):
        state.play(action)
        if number % (5 if name == "cardinal-board" else 1) == 0:
            assert_same(state, copy := again(state))
            copies.append(copy)
    for copy in copies:
        for action in whole.history[len(copy.history) :]:
            copy.play(action)
        assert_same(whole, copy)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_an_unfinished_game_is_read_back_and_goes_on(case: Case) -> None:
    """At decisions here and there, within turns and between them."""
    whole = played(case.game, case.players)
    for decisions in (0, 1, 2, 3, 40, len(whole.history) // 2, len(whole.history) - 1):
        state = played(case.game, case.players, decisions=decisions)
        copy = again(state)
        assert_same(state, copy)
        for action in whole.history[decisions:]:
            copy.play(action)
        assert_same(whole, copy)


def test_the_states_of_a_record_follow_turn_by_turn() -> None:
    for decisions in (60, 61, 62, 10**6):
        state = played(eminence.game("cardinal-board"), 4, decisions=decisions)
        record = Record.of(state)
        found = [(each.turn, len(each.history), each.seat) for each in record.states()]
        assert len(found) == 1 + len(record.turns) + bool(record.unfinished)
        assert found[0] == (0, 0, 0) and found[-1] == (state.turn, len(state.history), state.seat)
        for turns in range(len(record.turns) + 1):
            again_ = record.replay(turns)
            assert (again_.turn, len(again_.history), again_.seat) == found[turns]
        for turns in (-1, len(record.turns) + 1):
            with pytest.raises(RecordError, match="there is no turn"):
                record.replay(turns)


GAMES = [("richelieu-duel", 2), ("richelieu", 3), ("cardinal-cards", 4), ("cardinal-board", 3)]


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_a_truncated_record_is_refused(name: str, players: int) -> None:
    text = Record.of(played(eminence.game(name), players)).dumps()
    for length in range(0, len(text) - 2, 50):
        refused(text[:length])


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_an_altered_record_is_refused_by_its_digest(name: str, players: int) -> None:
    text = Record.of(played(eminence.game(name), players, decisions=30)).dumps()
    data = json.loads(text)
    assert "digest" in str(refused(json.dumps(data | {"digest": "0" * 16})))
    assert "digest" in str(refused(json.dumps(data | {"start": 1})))
    assert "digest" in str(refused(json.dumps(data | {"names": ["A"] * players})))
    assert "digest" in str(refused(json.dumps(data | {"turns": data["turns"][:-1]})))


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_an_altered_decision_is_refused_with_its_turn_and_number(name: str, players: int) -> None:
    game = eminence.game(name)
    record = Record.of(played(game, players))
    turns = [list(turn) for turn in record.turns]
    for number in (1, 2, len(turns) // 3, len(turns) // 2):
        seat, text = record.turns[number - 1]
        words = [game.notation(action) for action in game.notations.split(text)]
        assert "-" not in words

        def error(wrong: list[str], number: int = number, seat: int = seat) -> RecordError:
            found = refused(altered(record, turns=[*turns[: number - 1], [seat, " ".join(wrong)], *turns[number:]]))
            assert found.turn == number and str(found).startswith(f"turn {number}")
            return found

        for place in range(1, len(words) + 1):
            assert error([*words[: place - 1], "-", *words[place:]]).decision == place
        assert error([*words, words[0]]).decision == len(words) + 1
        assert error(["nonsense"]).decision is None
        if name == "cardinal-board":
            assert error(words[:-1]).decision == len(words)
        with_stops = game.turn_text(game.read_turn(record.replay(number - 1), text), stops=True)
        if with_stops != text:
            assert "expected" in str(error(with_stops.split()))


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_another_seat_a_turn_too_many_and_another_result_are_refused(name: str, players: int) -> None:
    record = Record.of(played(eminence.game(name), players))
    turns = [list(turn) for turn in record.turns]
    for number in (1, 3, len(turns)):
        seat = (turns[number - 1][0] + 1) % players
        error = refused(altered(record, turns=[*turns[: number - 1], [seat, turns[number - 1][1]], *turns[number:]]))
        assert error.turn == number and f"seat {seat}" in str(error)
    assert refused(altered(record, turns=[*turns, turns[0]])).turn == len(turns) + 1
    assert refused(altered(record, unfinished="A1")).turn == len(turns) + 1
    assert "not over" in str(refused(altered(record, turns=turns[:-1])))
    assert record.result is not None
    for key in ("scores", "ranks", "winners"):
        wrong = record.result | {key: [99, *record.result[key][1:]]}
        assert "result" in str(refused(altered(record, result=wrong)))
    assert "result" in str(refused(altered(record, result=None)))
    assert refused(altered(record, start=1)).turn == 1


def test_an_unfinished_turn_is_checked_too() -> None:
    state = played(eminence.game("cardinal-board"), 3, decisions=0)
    game = eminence.game("cardinal-board")
    state.play(next(action for action in state.legal if game.describe(action).kind == "exchange"))
    record = Record.of(state)
    for text, place in ((f"{record.unfinished} ~FA", 2), ("-", 1), (f"{record.unfinished} <?", 2)):
        error = refused(altered(record, unfinished=text))
        assert (error.turn, error.decision) == (1, place)
    for text in ("?!", "  "):
        assert refused(altered(record, unfinished=text)).turn == 1


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_an_altered_deal_is_refused(name: str, players: int) -> None:
    record = Record.of(played(eminence.game(name), players))
    deal = {key: value for key, value in record.deal.items() if key != "second"}
    for key in deal:
        assert "deal" in str(refused(altered(record, deal={k: v for k, v in deal.items() if k != key})))
        assert "deal" in str(refused(altered(record, deal=deal | {key: deal[key][:-1] if deal[key] else ["x"]})))
        assert "deal" in str(refused(altered(record, deal=deal | {key: [*deal[key], "x"]})))
        assert "deal" in str(refused(altered(record, deal=deal | {key: 7})))
    assert "deal" in str(refused(altered(record, deal=deal | {"more": []})))
    main = "pile" if "pile" in deal else "cards"
    one, other = sorted(set(deal[main]))[:2]
    assert "times" in str(refused(altered(record, deal=deal | {main: [c if c != one else other for c in deal[main]]})))


def test_the_second_pile_must_be_the_discards() -> None:
    """B13: it is neither another one nor there before its time."""
    game = eminence.game("cardinal-board")
    record = Record.of(played(game, 3))
    second = record.deal["second"]
    wrong = ["F" if colour == "FA" else colour for colour in second]
    refused(altered(record, deal=record.deal | {"second": wrong}))
    early = Record.of(played(game, 3, decisions=10))
    assert "second" in str(refused(altered(early, deal=early.deal | {"second": second})))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "7",
        "null",
        "{}",
        '{"format": 2}',
        '{"format": 1}',
        "[" * 100_000,
        '{"a": ' * 100 + "1" + "}" * 100,
        "x" * (MAX_BYTES + 1),
        '{"format": NaN}',
        '{"format": Infinity}',
        '{"format": 1, "format": 1}',
        '{"format": ' + "9" * 5000 + "}",
        "\ufeff{}",
        "\ud800",
    ],
    ids=lambda text: repr(text[:20]),
)
def test_hostile_json_is_refused(text: str) -> None:
    assert len(str(refused(text))) < 10_000


def test_a_record_says_which_format_it_is_of() -> None:
    record = Record.of(played(eminence.game("richelieu"), 2))
    for version in (0, 2, "1", None, True, 1.0):
        assert "format" in str(refused(altered(record, format=version)))
    assert "unknown key" in str(refused(altered(record, colour="red")))
    assert "missing" in str(refused(json.dumps({"format": 1, "game": "richelieu"})))
    assert "options" in str(refused(altered(record, options={})))
    assert refused(altered(record, options={"early_end": True, "short_rules": True}))
    assert refused(altered(record, players=4)) and refused(altered(record, game="chess"))


VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 70),
    st.sampled_from(
        [10**30, 1.5, 1e300, "", "x", "A1", ".", "-", "F", "A1 A2", "<?", "\ud800", [], {}, [[]], [{}], [1]]
    ),
    st.text(max_size=5),
)


@pytest.mark.parametrize(("name", "players", "data"), OWN)
@settings(max_examples=60, deadline=None)
@given(source=st.data())
def test_whatever_is_altered_the_record_is_refused_or_sound(
    name: str, players: int, data: dict[str, Any], source: st.DataObject
) -> None:
    state = played(own_game(name, data), players, decisions=source.draw(st.sampled_from([9, 40, 10**6])))
    table = json.loads(altered(Record.of(state, names=tuple("ABCDE"[:players]))))
    for _ in range(source.draw(st.integers(1, 2))):
        mutate(table, source.draw, VALUES)
    try:
        record = Record.loads(json.dumps(table))
    except RecordError as error:
        assert error.turn is None or 1 <= error.turn <= len(state.turns) + 2
        return
    assert_same(record.replay(), Record.loads(record.dumps()).replay())


@pytest.mark.parametrize("path", sorted(RECORDS.glob("*.json")), ids=lambda path: path.stem)
def test_old_records_keep_loading(path: Path) -> None:
    """Files of format 1, written by the first version; they are never written anew."""
    record = Record.load(path)
    data = json.loads(path.read_text(encoding="utf-8"))
    assert data["format"] == 1 and record.game.id == data["game"]
    state = record.replay()
    assert state.over == ("result" in data)
    assert record.dumps() == path.read_text(encoding="utf-8")


def test_there_is_an_old_record_of_every_game() -> None:
    found = [json.loads(path.read_text(encoding="utf-8")) for path in RECORDS.glob("*.json")]
    assert {data["game"] for data in found} == set(eminence.games())
    assert any("unfinished" in data for data in found) and any("box" in data for data in found)


def test_a_resampled_state_cannot_be_recorded() -> None:
    for name, players in GAMES:
        guess = played(eminence.game(name), players, decisions=20).view(0).resample(random.Random(1))
        with pytest.raises(RecordError, match="resampled"):
            Record.of(guess)


def test_a_record_is_saved_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.json"
    record = Record.of(played(eminence.game("richelieu"), 2, decisions=5), names=("Élise", "Bø"))
    record.save(path)
    assert [file.name for file in tmp_path.iterdir()] == ["game.json"]
    assert Record.load(str(path)).dumps() == record.dumps() == path.read_text(encoding="utf-8")

    def fail(*args: object, **more: object) -> int:
        raise OSError("no space left on device")

    later = Record.of(played(eminence.game("richelieu"), 2, decisions=9))
    for step in ("write_text", "replace"):
        with monkeypatch.context() as patch:
            patch.setattr(Path, step, fail)
            with pytest.raises(OSError, match="no space"):
                later.save(path)
        assert Record.load(path).dumps() == record.dumps()


def test_names_are_kept_whatever_is_in_them() -> None:
    state = played(eminence.game("richelieu"), 2, decisions=5)
    for names in (("[" * 20, "}{"), ('"', "\\"), ("名前", "x" * 80)):
        assert Record.loads(Record.of(state, names=names).dumps()).names == names


@pytest.mark.parametrize("names", [("x" * 81, "B"), ("A",), ("A", "B", "C"), ("\ud800", "B"), ("A\n", "B"), ("A", 7)])
def test_names_that_could_not_be_read_back_are_refused(names: Any) -> None:
    state = played(eminence.game("richelieu"), 2, decisions=5)
    with pytest.raises(RecordError, match=r"names: .*; expected"):
        Record.of(state, names=names)
    assert "names" in str(refused(altered(Record.of(state), names=names)))


def test_a_file_that_is_no_record_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "bad.json"
    for content in (b"\xff", b"x" * (MAX_BYTES + 1), b"", b"{"):
        path.write_bytes(content)
        with pytest.raises(RecordError):
            Record.load(path)
    for missing in (tmp_path / "nowhere.json", tmp_path, tmp_path / "\0"):
        with pytest.raises(RecordError):
            Record.load(missing)
