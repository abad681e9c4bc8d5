"""The sprite: sound SVG with a symbol for everything that a view can show, and the places of the map."""

from __future__ import annotations

import random
import re
import tomllib
from typing import Any
from xml.etree import ElementTree

import pytest

import eminence
from eminence.components import BUILT_IN, Box, built_in, built_in_text, read
from eminence.components.board import BoardComponents
from eminence.draw.sprite import map_data, name_of, prefix, sprite


def ids(svg: str) -> set[str]:
    """All ids of a sprite, if it is sound: valid, self-contained, every id once and every reference answered."""
    ElementTree.fromstring(svg)
    found = re.findall(r'\bid="([^"]+)"', svg)
    assert len(found) == len(set(found)), "an id occurs twice"
    wanted = set(re.findall(r'href="([^"]+)"', svg)) | set(re.findall(r"url\(([^)]+)\)", svg))
    assert wanted <= {f"#{one}" for one in found}, "something is used that is not defined"
    assert not re.search(r"<script|<style|<image|\son\w+=|\sstyle=|@import|\b(nan|inf|None)\b", svg)
    return set(found)


def unknown_arms(name: str) -> Box:
    """A box of a user's own, with arms that we cannot draw."""
    data: dict[str, Any] = tomllib.loads(built_in_text(name))
    for table in data.get("region", data.get("country", [])):
        table["arms"] = "of-their-own"
    return read(data, "a test")


@pytest.mark.parametrize("name", BUILT_IN)
@pytest.mark.parametrize("make", [built_in, unknown_arms])
def test_every_box_has_a_sound_sprite_of_bearable_size(name: str, make: Any) -> None:
    box = make(name)
    svg = sprite(box)
    found = ids(svg)
    assert all(one.startswith(prefix(box)) for one in found)
    assert len(svg) < 150_000
    assert svg == sprite(box)


@pytest.mark.parametrize("name", eminence.games())
def test_everything_a_view_shows_has_a_symbol(name: str) -> None:
    game = eminence.game(name)
    found = ids(sprite(game.box))
    state = game.deal(seed=3, players=game.players[-1])
    rng = random.Random(1)
    wanted = {"card-back", *(f"{what}-{seat}" for what in ("marker", "emblem") for seat in range(5))}
    while not state.over:
        view = state.view(state.seat).data()
        wanted |= {f"card-{name_of(code)}" for code in view.get("display", {}).values()}
        wanted |= {f"token-{name_of(one['face'] or 'down')}" for one in view.get("tokens", [])}
        wanted |= {f"card-{colour}" for colour in view.get("open", {})}
        wanted |= {f"shield-{country}" for country in view.get("advisors", {})}
        state.play(rng.choice(state.legal))
    assert {prefix(game.box) + one for one in wanted} <= found


def test_the_places_of_the_map() -> None:
    box = built_in("cardinal-board")
    assert isinstance(box.contents, BoardComponents)
    data = map_data(box)
    assert data is not None
    assert set(data["fields"]) == {field.id for field in box.contents.fields}
    assert set(data["crests"]) == {country.id for country in box.contents.countries}
    assert [one["number"] for one in data["alliances"]] == list(range(1, 16))
    for one in data["fields"].values():
        x, y = one["at"]
        assert 0 < x < data["width"] and 0 < y < data["height"]
        assert one["label"][2] in ("start", "middle", "end")
    assert map_data(built_in("richelieu")) is None
