"""Pictures: valid and self-contained SVG of every game, with nothing in them that the viewer may not know."""

from __future__ import annotations

import random
import re
import tomllib
from typing import Any
from xml.etree import ElementTree

import pytest

import eminence
from eminence.components import built_in, built_in_text, read
from eminence.components.reading import LANGUAGES
from eminence.draw import sheet_svg, table_svg
from eminence.game import open_view
from eminence.sheet import Line, Sheet

GAMES = [(name, players) for name in eminence.games() for players in eminence.game(name).players]


def after(name: str, players: int, decisions: int, **more: Any) -> Any:
    """A game after so many random decisions, or at its end."""
    state = eminence.game(name, **more).deal(seed=11, players=players)
    rng = random.Random(players)
    while not state.over and decisions:
        state.play(rng.choice(state.legal))
        decisions -= 1
    return state


def checked(svg: str) -> ElementTree.Element:
    """The picture as a tree, if it is sound: valid, sized, self-contained, with ids that are unique and all there."""
    root = ElementTree.fromstring(svg)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert {"viewBox", "width", "height"} <= set(root.attrib)
    assert len(svg) < 150_000
    ids = re.findall(r'\bid="([^"]+)"', svg)
    assert len(ids) == len(set(ids)), "an id occurs twice"
    wanted = set(re.findall(r'href="([^"]+)"', svg)) | set(re.findall(r"url\(([^)]+)\)", svg))
    assert wanted <= {f"#{one}" for one in ids}, "something is used that is not defined"
    assert not re.search(r"<script|<style|<image|\son\w+=|@import", svg)
    assert not re.search(r"\b(nan|inf|None)\b", svg)
    return root


def words(svg: str) -> list[str]:
    """All texts of a picture."""
    return [one.text or "" for one in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]


@pytest.mark.parametrize(("name", "players"), GAMES)
@pytest.mark.parametrize("decisions", [0, 25, 500])
def test_every_game_draws_at_every_moment(name: str, players: int, decisions: int) -> None:
    state = after(name, players, decisions)
    theme = "dark" if players % 2 else "light"
    checked(table_svg(state.view(state.seat), theme=theme))
    checked(table_svg(state.view(None), theme=theme, language=LANGUAGES[players % 4]))
    checked(table_svg(open_view(state.game, state), theme=theme))


def test_the_same_view_gives_the_same_bytes() -> None:
    for name in ("richelieu", "cardinal-board"):
        one, other = after(name, 3, 30), after(name, 3, 30)
        assert table_svg(one.view(1)) == table_svg(other.view(1))


def test_every_card_that_lies_is_drawn_in_its_place() -> None:
    state = after("richelieu", 2, 25)
    view = state.view(0)
    svg = table_svg(view)
    for kind in set(view.cards):
        lying = sum(k == kind and taker < 0 for k, taker in zip(view.cards, view.takers, strict=True))
        assert len(re.findall(rf'href="#e[0-9a-f]+-card-{kind}"', svg)) == lying
    assert {"A", "B", "C", "D", "1", "12"} <= set(words(svg))


def test_takeable_ends_stand_out_only_for_the_one_to_act() -> None:
    state = after("richelieu", 2, 0)
    frame = 'class="choice"'
    assert table_svg(state.view(0)).count(frame) == 8
    assert table_svg(state.view(1)).count(frame) == 0


@pytest.mark.parametrize("name", ["richelieu-duel", "cardinal-cards"])
def test_the_face_of_a_token_is_in_its_owners_picture_only(name: str) -> None:
    """D10: nobody but the holder learns what a token is."""
    state = eminence.game(name).deal(seed=5)
    rng = random.Random(3)
    while not any(token["holder"] is not None for token in state.view(None).tokens):
        state.play(rng.choice(state.legal))
    holder = next(token["holder"] for token in state.view(None).tokens if token["holder"] is not None)
    assert [downs(state.view(seat)) for seat in (holder, (holder + 1) % state.players, None)] == [7, 8, 8]
    assert downs(open_view(state.game, state)) == 0


def downs(view: Any) -> int:
    """How many tokens of a picture lie face down; the small signs beside numbers are none."""
    return len(re.findall(r'-sign-down" x="[^"]+" y="[^"]+" width="(?!6\.2)', table_svg(view)))


def test_a_hand_is_shown_to_its_owner_only() -> None:
    state = after("cardinal-board", 4, 0)
    backs = [
        table_svg(state.view(seat)).count('-back"/') + table_svg(state.view(seat)).count('-back" x')
        for seat in (0, None)
    ]
    assert backs[1] - backs[0] == 3


def test_the_map_shows_fields_alliances_and_pieces() -> None:
    state = after("cardinal-board", 3, 60)
    view = state.view(0)
    shown = words(table_svg(view, language="de"))
    assert {field.name for field in view.box.fields} <= set(shown)
    assert {field.id for field in view.box.fields} <= set(shown)
    assert {str(number) for number in range(1, 16)} <= set(shown)
    assert "Schwaben" in shown and str(view.pile_size) in shown


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_every_score_sheet_draws(name: str, players: int) -> None:
    for decisions in (20, 500):
        sheet = after(name, players, decisions).sheet()
        for language in LANGUAGES:
            shown = words(sheet_svg(sheet, language=language, theme="dark"))
            for total in sheet.totals:
                assert str(total).replace("-", "−") in shown
        checked(sheet_svg(sheet, names=['<Anna> & "Bert"', *"BCDE"][:players]))


def test_the_sheet_of_the_card_game_has_two_columns_and_subtotals() -> None:
    """D33."""
    shown = words(sheet_svg(after("cardinal-cards", 3, 500).sheet()))
    assert shown.count("Country") == shown.count("Symbols") == 3
    order = [shown.index(name) for name in ("France", "Saxony", "Denmark", "Subtotal", "Ships", "Carriages", "Total")]
    assert order == sorted(order)


def test_the_sheet_of_the_board_game_names_both_countries_of_an_alliance() -> None:
    """B18."""
    shown = words(sheet_svg(after("cardinal-board", 3, 900).sheet()))
    assert "Italy – Burgundy" in shown and "Italy – Bavaria" in shown and "Chains" in shown


def tied(ranks: tuple[int, ...], tied_win: str) -> Sheet:
    """A sheet of two with equal points."""
    lines = (Line("crests", "anjou", (4, 4)),)
    return Sheet("richelieu", built_in("richelieu"), lines, (4, 4), "fewer-cards", (9, 11), ranks, tied_win, True)


def test_a_tie_break_is_explained() -> None:
    """D27, D32."""
    assert "Anna wins: equal points, fewer cards (9 : 11)" in words(
        sheet_svg(tied((1, 2), "shared"), names=["Anna", "Bert"])
    )
    assert "Equal in everything: Seat 1 and Seat 2 share the win" in words(sheet_svg(tied((1, 1), "shared")))
    assert "In allem gleich: niemand hat gewonnen" in words(sheet_svg(tied((1, 1), "none"), language="de"))


def own_display() -> eminence.Game:
    """A Richelieu with regions, symbols and a display of somebody's own."""
    data = tomllib.loads(built_in_text("richelieu"))
    for number, region in enumerate(data["region"][:5]):
        region |= {"id": f"r{number}", "arms": "plain", "initial": f"<{number}", "name": f"R & {number}"}
    data["symbol"][0] |= {"id": "hammer", "name": "hammer"}
    for region in data["region"]:
        region["cards"] = [face.replace("sword", "hammer") for face in region["cards"]]
    data |= {"rows": 8, "columns": 6}
    data["tokens"]["cells"] = ["A2", "H5"]
    return eminence.game("richelieu", components=read(data, "own.toml"))


def test_regions_of_ones_own_draw_with_plain_shields() -> None:
    game = own_display()
    for decisions in (0, 30, 500):
        state = game.deal(seed=2, players=3)
        rng = random.Random(1)
        while not state.over and decisions:
            state.play(rng.choice(state.legal))
            decisions -= 1
        checked(table_svg(open_view(game, state)))
        checked(table_svg(state.view(0)))
        checked(sheet_svg(state.sheet()))
        assert "R & 0" in words(sheet_svg(state.sheet()))


@pytest.mark.parametrize("stretch", [0.0, 1.0, 3.0])
def test_a_map_of_ones_own_draws_whatever_its_places(stretch: float) -> None:
    data = tomllib.loads(built_in_text("cardinal-board"))
    for country in data["country"][:3]:
        country["arms"] = "plain"
    for country in data["country"]:
        for field in country["fields"]:
            field["at"] = [field["at"][0] * stretch % 90, field["at"][1] * stretch]
    data["alliance"] = data["alliance"][:6]
    game = eminence.game("cardinal-board", components=read(data, "own.toml"))
    state = game.deal(seed=2, players=5)
    checked(table_svg(state.view(0)))
    assert "England – France" in words(sheet_svg(state.sheet()))


def test_wrong_options_say_what_is_allowed() -> None:
    state = after("richelieu", 2, 0)
    for draw, what in ((table_svg, state.view(0)), (sheet_svg, state.sheet())):
        with pytest.raises(eminence.OptionError, match=r"'dusk'.*light, dark"):
            draw(what, theme="dusk")
        with pytest.raises(eminence.OptionError, match=r"'it'.*en, de, fr, nl"):
            draw(what, language="it")
    with pytest.raises(eminence.OptionError, match="3 names for 2 players"):
        sheet_svg(state.sheet(), names=["a", "b", "c"])


def test_notebooks_show_pictures() -> None:
    state = after("cardinal-cards", 3, 10)
    for one in (state, state.view(0), state.sheet()):
        checked(one._repr_svg_())
