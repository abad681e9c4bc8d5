"""Component files: what the built-in ones say, every fault a file can have, and files of one's own in play."""

from __future__ import annotations

import copy
import datetime
import random
import re
import tomllib
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import eminence
from eminence import ComponentError, Game, components
from eminence.components.board import BoardComponents
from eminence.components.display import DisplayComponents
from tests.rules.maps import own_data, toml

Data = dict[str, Any]
RICHELIEU, CARDS, BOARD = components.BUILT_IN


def data_of(name: str) -> Data:
    """The tables of a built-in file, to be altered."""
    return tomllib.loads(components.built_in_text(name))


def faults(data: Data) -> tuple[str, ...]:
    """The faults of some tables."""
    with pytest.raises(ComponentError) as caught:
        components.read(data, "mine.toml")
    assert caught.value.source == "mine.toml" and str(caught.value).startswith("mine.toml: ")
    assert all(fault in str(caught.value) for fault in caught.value.faults)
    return caught.value.faults


def play_through(game: Game, players: int, seed: int) -> None:
    """A random game to its end, with every count checked after every decision."""
    rng = random.Random(seed)
    state = game.deal(seed, players=players)
    state.check()
    while not state.over:
        state.play(rng.choice(state.legal))
        state.check()
    assert state.sheet().final and len(state.sheet().totals) == players


# What the built-in files say.


def display(name: str) -> DisplayComponents:
    """A built-in display box."""
    contents = components.built_in(name).contents
    assert isinstance(contents, DisplayComponents)
    return contents


def test_richelieu_is_as_the_rules_say() -> None:
    """48 cards, 9 regions, each symbol 9 times and once a region, totals from 10 to 5, 14 tokens on 8 cells."""
    box = display("richelieu")
    assert (box.rows, box.columns, box.markers, len(box.regions)) == (4, 12, 3, 9)
    assert sum(face.count for face in box.types) == 48
    totals = {region.names["en"]: region.printed for region in box.regions}
    assert (totals["Bourgogne"], totals["Provence"], totals["Normandie"]) == (10, 7, 8)
    assert sorted(totals.values(), reverse=True) == [10, 9, 8, 8, 7, 7, 6, 5, 5]
    for kind in range(3):
        with_it = Counter(face.region for face in box.types for _ in range(face.count) if face.symbol == kind)
        assert with_it == dict.fromkeys(range(9), 1)
    assert any(face.weight == 1 and face.symbol < 0 for face in box.types), "a crest alone"
    tokens = Counter(box.token_code(face).split(":")[0] for face in box.tokens)
    assert tokens == {"crest": 9, "symbol": 3, "back": 2} and len(box.token_cells) == 8


def test_the_card_game_is_as_the_rules_say() -> None:
    """56 cards in nine countries, at most two circles and one route a card, two tablets of each kind."""
    box = display("cardinal-cards")
    assert (box.rows, box.columns, box.markers) == (4, 14, 3)
    numbers = {"france": 8, "saxony": 7, "castile": 7, "franconia": 7, "hungary": 6, "bavaria": 6, "italy": 6}
    numbers |= {"england": 5, "denmark": 4}
    assert {region.id: region.printed for region in box.regions} == numbers
    assert sum(face.count for face in box.types) == sum(numbers.values()) == 56
    assert all(face.weight <= 2 for face in box.types)
    for region in range(9):
        assert 2 <= len({kind for face in box.types if face.region == region for kind in face.circles}) <= 3
    assert Counter(map(box.token_code, box.tokens)) == {"back": 2, "three": 2, "colours": 2, "minus": 2}
    places = [divmod(cell, box.columns) for cell in box.token_cells]
    assert sorted(places) == sorted([(row, row + 1) for row in range(4)] + [(row, 12 - row) for row in range(4)])


def test_the_board_game_is_as_the_rules_say() -> None:
    """Cards, pieces, numbers of fields that are known, and the alliances that the rulebook names."""
    box = components.built_in("cardinal-board").contents
    assert isinstance(box, BoardComponents)
    assert (box.monasteries, box.advisors, box.hand, box.open_cards, box.removed) == (20, 8, 3, 2, {3: 2, 4: 1, 5: 0})
    assert sum(colour.cards for colour in box.colours) == 55
    fields = Counter(box.countries[field.country].names["de"] for field in box.fields)
    assert fields["Frankreich"] == 8 and fields["Schwaben"] == 4
    assert fields["Franken"] >= 7 and fields["Italien"] >= 6 and fields["Lothringen"] >= 5
    pairs = [tuple(sorted(box.countries[c].names["de"] for c in alliance.between)) for alliance in box.alliances]
    assert pairs[13] == ("Burgund", "Italien") and pairs[14] == ("Bayern", "Italien")
    assert len(set(pairs)) == 15


@pytest.mark.parametrize("name", components.BUILT_IN)
def test_every_built_in_box_says_what_is_reconstructed(name: str) -> None:
    """Provenance notes name rulebook, public and reconstructed facts."""
    box = components.built_in(name)
    assert box.built_in and "reconstructed" in " ".join(box.provenance.values())
    assert re.fullmatch("[0-9a-f]{16}", box.fingerprint)
    with pytest.raises(ComponentError, match="no such box"):
        components.built_in_text("chess")


# Faults, each with its key, what was found and what was expected.


def put(*path: Any) -> Callable[[Data], None]:
    """An edit: the last of the path is the value to put where the rest leads."""

    def edit(data: Data) -> None:
        *way, key, value = path
        place: Any = data
        for step in way:
            place = place[step]
        place[key] = value

    return edit


FAULTS: list[tuple[str, Callable[[Data], None], str]] = [
    (RICHELIEU, put("format", 2), "format: 2; expected 1"),
    (RICHELIEU, put("format", True), "format: True; expected 1"),
    (RICHELIEU, put("format", 1.0), "format: 1.0; expected 1"),
    (RICHELIEU, put("mechanism", "chess"), "mechanism: 'chess'; expected one of display, board"),
    (RICHELIEU, put("scoring", 3), "scoring: 3; expected one of regions, countries"),
    (RICHELIEU, put("name", ""), "name: ''; expected a text of 1 to 80 printable characters"),
    (RICHELIEU, put("size", 3), "size: unknown key; expected one of circle, columns"),
    (RICHELIEU, put("rows", "four"), "rows: 'four'; expected a whole number from 2 to 8"),
    (RICHELIEU, put("columns", 40), "columns: 40; expected a whole number from 2 to 32"),
    (RICHELIEU, put("columns", 30), "rows, columns: 4 × 30 cells; expected at most 64"),
    (RICHELIEU, put("columns", 11), "region: 48 cards in all; expected 4 × 11 = 44, one a cell"),
    (RICHELIEU, put("markers", -1), "markers: -1; expected a whole number from 0 to 20"),
    (RICHELIEU, put("provenance", "mine"), "provenance: 'mine'; expected a table of texts"),
    (RICHELIEU, put("region", 0, "crests", 9), "region[1].crests: 9 for bourgogne; expected 10, the crests on its"),
    (RICHELIEU, put("region", 0, "cards", 0, "3"), "region[1].cards: '3'; expected 1 or 2 crests"),
    (RICHELIEU, put("region", 0, "cards", 4, "1+axe"), "region[1].cards: '1+axe'; expected 1 or 2 crests"),
    (RICHELIEU, put("region", 0, "cards", []), "region[1].cards: no card; expected at least one face"),
    (RICHELIEU, put("region", 1, "id", "bourgogne"), "region[2].id: 'bourgogne' occurs twice; expected a different"),
    (RICHELIEU, put("region", 1, "id", "9"), "region[2].id: '9'; expected letters, digits, - and _"),
    (RICHELIEU, put("region", 1, "initial", "Bg"), "region[2].initial: 'Bg'; expected 1 to 3 letters that no other"),
    (RICHELIEU, put("region", 1, "name", {"de": "x"}), "region[2].name.en: missing; expected a text"),
    (RICHELIEU, put("region", 1, "name", {"en": "x", "la": "y"}), "region[2].name.la: unknown key; expected one of"),
    (RICHELIEU, put("region", {}), "region: {}; expected a list of tables [[region]]"),
    (RICHELIEU, put("symbol", []), "symbol: 0 of them; expected 1 to 4"),
    (RICHELIEU, put("symbol", 0, "letter", [1]), "symbol[1].letter: [1]; expected"),
    (RICHELIEU, put("symbol", 0, "letter", datetime.date(1100, 1, 1)), "symbol[1].letter: "),
    (RICHELIEU, put("circle", []), 'circle: circle symbols; expected none with scoring = "regions"'),
    (RICHELIEU, put("tokens", "cells", 0, "E1"), "tokens.cells: 'E1' is off the display; expected cells from A1 to"),
    (RICHELIEU, put("tokens", "cells", 0, "A11"), "tokens.cells: A11 occurs twice; expected each cell once"),
    (RICHELIEU, put("tokens", {"cells": ["A1"]}), "tokens: 0 tokens for 1 cells; expected at least one token a cell"),
    (RICHELIEU, put("tokens", "back", 33), "tokens.back: 33; expected a whole number from 0 to 32"),
    (RICHELIEU, put("tokens", "back", 30), "tokens: 42 tokens; expected at most 32"),
    (RICHELIEU, put("tokens", "three", 1), "tokens.three: unknown key; expected one of back, cells, crest, symbol"),
    (RICHELIEU, put("tokens", 1), "tokens: 1; expected a table [tokens]"),
    (CARDS, put("region", 0, "cards", 0, "CCC"), "region[1].cards: 'CCC'; expected - or one or two of the"),
    (CARDS, put("region", 0, "cards", 0, "CX"), "region[1].cards: 'CX'; expected - or one or two of the"),
    (CARDS, put("region", 0, "cards", 0, "C/sc"), "region[1].cards: 'C/sc'; expected - or one or two of"),
    (CARDS, put("region", 0, "cards", 0, "C/"), "region[1].cards: 'C/'; expected - or one or two of"),
    (CARDS, put("region", 0, "crests", 8), "region[1].crests: a total of crests; expected none with scoring"),
    (CARDS, put("circle", 1, "letter", "C"), "circle[2].letter: 'C'; expected a letter of its own"),
    (CARDS, put("tokens", "crest", 1), "tokens.crest: unknown key; expected one of back, cells, colours"),
    (BOARD, put("monasteries", 0), "monasteries: 0; expected a whole number from 1 to 20"),
    (BOARD, put("monasteries", 21), "monasteries: 21; expected a whole number from 1 to 20"),
    (BOARD, put("advisors", 2.5), "advisors: 2.5; expected a whole number from 0 to 60"),
    (BOARD, put("hand", 7), "hand: 7; expected a whole number from 1 to 6"),
    (BOARD, put("open_cards", None), "open_cards: missing; expected a whole number from 0 to 6"),
    (BOARD, put("removed", "3", 9), "removed.3: 9; expected a whole number from 0 to 8"),
    (BOARD, put("removed", "6", 0), "removed.6: unknown key; expected one of 3, 4, 5"),
    (BOARD, put("hand", 6), "colour: 50 cards with 4 players; expected 58 to 96, so that hands can be"),
    (BOARD, put("colour", 0, "cards", 90), "colour: 132 cards with 5 players; expected 37 to 96"),
    (BOARD, put("colour", 0, "countries", ["Fn"]), "colour: no card shows Ar; expected each country on one"),
    (BOARD, put("colour", 0, "countries", ["Fn", "Xx"]), "colour[1].countries: unknown country 'Xx'; expected"),
    (BOARD, put("colour", 4, "countries", ["Fr", "Ar"]), "colour[5].countries: Ar has two colours; expected"),
    (BOARD, put("country", 0, "id", "E1"), "country[1].id: 'E1'; expected letters only"),
    (BOARD, put("country", 0, "fields", []), "country[1].fields: 0 of them; expected 1 to 64"),
    (BOARD, put("country", 0, "fields", 1, "name", ""), "country[1].fields[2].name: ''; expected a text"),
    (BOARD, put("country", 0, "fields", 1, "name", "Corvey"), "fields[1].name: 'Corvey' occurs twice; expected"),
    (BOARD, put("country", 0, "fields", 1, "at", [99, 0]), "country[1].fields[2].at: [99, 0]; expected [degrees north"),
    (BOARD, put("country", 0, "fields", 1, "at", [True, 0]), "country[1].fields[2].at: [True, 0]; expected"),
    (BOARD, put("roads", "pairs", 0, ["Corvey", "Rome"]), "roads.pairs[1]: a road to nowhere: 'Rome'; expected"),
    (BOARD, put("roads", "pairs", 0, ["Corvey"]), "roads.pairs[1]: ['Corvey']; expected two field names"),
    (BOARD, put("roads", "pairs", 0, ["Fulda", "Fulda"]), "roads.pairs[1]: a road to itself; expected each"),
    (BOARD, put("roads", "pairs", 1, ["En2", "En1"]), "roads.pairs[2]: En2–En1 twice; expected each road"),
    (BOARD, put("roads", {}), "roads.pairs: missing; expected a list of pairs of field names"),
    (BOARD, put("alliance", 0, "between", ["En"]), "alliance[1].between: ['En']; expected two of En, Fn"),
    (BOARD, put("alliance", 0, "between", ["En", "En"]), "alliance[1].between: ['En', 'En']; expected two"),
    (BOARD, put("alliance", 0, "sea", 1), "alliance[1].sea: 1; expected true or false"),
]


@pytest.mark.parametrize(("name", "edit", "fault"), FAULTS, ids=[fault.split(";")[0] for _, _, fault in FAULTS])
def test_a_fault_is_named_with_its_key_and_what_was_expected(
    name: str, edit: Callable[[Data], None], fault: str
) -> None:
    data = data_of(name)
    edit(data)
    found = faults(data)
    assert any(fault in each for each in found), found
    assert all("; expected " in each for each in found)


def test_a_sixth_road_at_a_field_is_refused() -> None:
    roads = [("A1", f"A{i}") for i in range(2, 8)]
    data = own_data({"A": 10, "B": 1}, {"a": ("A", 40), "b": ("B", 40)}, roads)
    assert faults(data) == ("roads.pairs[6]: a sixth road at A 1; expected at most five",)


def test_several_faults_are_listed_together(tmp_path: Path) -> None:
    data = data_of("cardinal-board")
    put("hand", 9)(data)
    put("name", 1)(data)
    put("roads", "pairs", 3, ["Corvey", "Rome"])(data)
    put("country", 0, "x", 1)(data)
    path = tmp_path / "mine.toml"
    path.write_text(toml(data), encoding="utf-8")
    with pytest.raises(ComponentError) as caught:
        eminence.game("cardinal-board", components=path)
    error = caught.value
    assert error.source == str(path) and str(error).startswith(f"{path}: {len(error.faults)} faults\n")
    for key in ("hand:", "name:", "roads.pairs[4]:", "country[1].x:"):
        assert any(fault.startswith(key) for fault in error.faults)


@pytest.mark.parametrize("name", components.BUILT_IN)
def test_an_empty_file_lacks_everything(name: str) -> None:
    found = faults({"mechanism": data_of(name)["mechanism"], "scoring": data_of(name).get("scoring")})
    assert len(found) >= 8 and all("expected" in fault for fault in found)


def test_a_box_of_another_game_is_refused() -> None:
    for game, box, words in (
        ("cardinal-board", "richelieu", "expected 'board'"),
        ("richelieu", "cardinal-board", "expected 'display'"),
        ("richelieu", "cardinal-cards", "scoring: 'countries'; expected 'regions' for richelieu"),
        ("cardinal-cards", "richelieu", "scoring: 'regions'; expected 'countries' for cardinal-cards"),
    ):
        with pytest.raises(ComponentError, match=words):
            eminence.game(game, components=components.built_in(box))


# Files of one's own.


@pytest.mark.parametrize("name", components.BUILT_IN)
def test_a_file_of_ones_own_replaces_the_built_in_one(name: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(components.built_in_text(name), encoding="utf-8")
    assert eminence.game(name, components=path).box is components.built_in(name), "a faithful copy is the same box"
    path.write_text(toml(data_of(name) | {"name": "Mine"}), encoding="utf-8")
    mine = eminence.game(name, components=str(path))
    assert mine.box.source == str(path) and not mine.box.built_in and mine.box.contents.name == "Mine"
    assert mine.box.fingerprint == eminence.game(name).box.fingerprint, "a name does not matter in play"


def fantasy(scoring: str) -> Data:
    """A small deck that has little in common with a built-in one."""
    data: Data = {"format": 1, "mechanism": "display", "scoring": scoring, "name": "Dreams", "rows": 3, "columns": 4}
    data |= {"markers": 1, "symbol": [{"id": "sun", "letter": "r"}], "tokens": {"back": 2, "cells": ["A1", "C4"]}}
    if scoring == "countries":
        data["circle"] = [{"id": "apple", "letter": "a"}, {"id": "berry", "letter": "b"}]
        face: Data = {"cards": ["ab", "a/r", "-", "b"]}
    else:
        face = {"cards": ["2", "2+sun", "1", "1+sun"], "crests": 6}
    data["region"] = [{"id": f"r{i}", "initial": str(i)} | face for i in range(3)]
    return data


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_fantasy_deck_can_be_played(players: int, tmp_path: Path) -> None:
    path = tmp_path / "dreams.toml"
    for name, scoring in (("richelieu-duel", "regions"), ("richelieu", "regions"), ("cardinal-cards", "countries")):
        path.write_text(toml(fantasy(scoring)), encoding="utf-8")
        game = eminence.game(name, components=path)
        for seed in range(6 if players in game.players else 0):
            play_through(game, players, seed)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_fantasy_map_can_be_played(players: int, tmp_path: Path) -> None:
    path = tmp_path / "atlantis.toml"
    cards = {"n": ("North Isle", 40), "s": ("South", 40)}
    roads = [("North1", "South 1"), ("North1", "North2")]
    data = own_data({"North": 3, "South": 2, "Isle": 1}, cards, roads, [("North", "Isle")], hand=2, open_cards=0)
    path.write_text(toml(data), encoding="utf-8")
    for seed in range(6):
        play_through(eminence.game("cardinal-board", components=path), players, seed)


def test_the_fingerprint_changes_with_what_matters_and_nothing_else() -> None:
    for name, way in (("richelieu", ("region", 0, "cards", 3, "1+sword")), ("cardinal-board", ("hand", 2))):
        data = data_of(name)
        print_ = components.read(data, "same").fingerprint
        assert print_ == components.built_in(name).fingerprint
        renamed = copy.deepcopy(data) | {"name": "My box"}
        (renamed.get("region") or renamed["country"])[0] |= {"name": "Elsewhere", "arms": "plain"}
        assert components.read(renamed, "renamed").fingerprint == print_
        noted = data | {"provenance": {"everything": "from the box on my table"}}
        assert components.read(noted, "noted").fingerprint == print_
        silent = {key: value for key, value in data.items() if key != "provenance"}
        assert components.read(silent, "silent").fingerprint == print_
        changed = copy.deepcopy(data)
        put(*way)(changed)
        assert components.read(changed, "changed").fingerprint != print_


# Hostile files.


@pytest.mark.parametrize(
    "content",
    [
        *(b"", b"\xff\xfe\x00", b"\x00" * 100, b"not a component file", b'{"format": 1}', b"format = 1\nformat = 1\n"),
        b"a = [" * 30000,
        b"x = " + b"{a = " * 5000 + b"1" + b"}" * 5000,
        b"format" + b".a" * 2000 + b" = 1\n",
        b"rows = " + b"9" * 5000 + b"\n",
        b"rows = 0x" + b"f" * 5000 + b"\n",
        b"rows = 1e999999\nmarkers = nan\n",
        b"#" * (components.MAX_BYTES + 1),
        b"[[region]]\n" * 20000,
        b"x = {" + b"a.b." * 15000 + b"c = 1}\n",
        b"x" + b" . ''" * 12000 + b" = 1\n",
        (b"[" + b"a." * 200 + b"a]\n" + b"a." * 200 + b"b = 1\n") * 75,
        b"rows" + b".a" * 255 + b" = " + b"{a.a.a.a.a.a.a.a = " * 60 + b"1" + b"}" * 60 + b"\n",
    ],
    ids=lambda content: repr(content[:20]),
)
def test_a_hostile_file_is_refused_with_a_component_error(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "hostile.toml"
    path.write_bytes(content)
    with pytest.raises(ComponentError) as caught:
        components.load(path)
    assert caught.value.source == str(path) and len(str(caught.value)) < 1_000_000


@pytest.mark.parametrize("path", ["nowhere.toml", ".", "\0", "x" * 5000])
def test_a_file_that_cannot_be_read_is_a_component_error(path: str, tmp_path: Path) -> None:
    with pytest.raises(ComponentError):
        components.load(tmp_path / path)


VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 70),
    st.sampled_from(
        [10**30, -(10**30), float("nan"), float("inf"), 1.5, "", "x", "A1", "1", "2", "-", "\ud800", "é\n"]
    ),
    st.sampled_from(
        [datetime.date(1624, 8, 13), datetime.time(9), [], {}, [[]], [{}], {"en": "x"}, ["2"], ["A1", "A1"]]
    ),
    st.text(max_size=5),
)


def mutate(data: Any, draw: Callable[[Any], Any], values: st.SearchStrategy[Any] = VALUES) -> None:
    """Alter one place of nested tables: another value, nothing, or the same twice."""
    while True:
        keys = list(data) if isinstance(data, dict) else list(range(len(data)))
        if not keys:
            return
        key = draw(st.sampled_from(keys))
        deeper = isinstance(data[key], dict | list) and len(data[key]) > 0
        if deeper and draw(st.integers(0, 5)):
            data = data[key]
            continue
        kind = draw(st.sampled_from(["value", "value", "drop", "twice", "swap"]))
        if kind == "drop":
            del data[key]
        elif kind == "twice" and isinstance(data, list):
            data.insert(key, copy.deepcopy(data[key]))
        elif kind == "swap":
            other = draw(st.sampled_from(keys))
            data[key], data[other] = data[other], data[key]
        else:
            data[key] = copy.deepcopy(draw(values))
        return


@pytest.mark.parametrize("name", components.BUILT_IN)
@settings(max_examples=150, deadline=None)
@given(source=st.data())
def test_an_altered_file_is_refused_or_can_be_played(name: str, source: st.DataObject) -> None:
    data = data_of(name)
    for _ in range(source.draw(st.integers(1, 2))):
        mutate(data, source.draw)
    try:
        game = eminence.game(name, components=components.read(data, "altered"))
    except ComponentError as error:
        assert error.faults
        return
    play_through(game, source.draw(st.sampled_from(game.players)), 1)
