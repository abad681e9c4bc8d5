"""Nothing is told by colour alone: what colour-blind eyes confuse differs in pattern, letters or shape too."""

from __future__ import annotations

import math
from itertools import combinations

import pytest

import eminence
from eminence.components.display import DisplayComponents
from eminence.draw.cards import board_key, region_arms, region_ground
from eminence.draw.palette import BOARD, GROUNDS, PLAYER_ACCENTS, PLAYERS, contrast
from eminence.draw.patterns import motif
from eminence.draw.symbols import EMBLEMS

# Machado, Oliveira and Fernandes (2009), severity 1, in linear light; and luminance alone.
EYES = {
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
    "achromatopsia": ((0.2126, 0.7152, 0.0722),) * 3,
}
CLEAR = 18.0  # a distance in CIELAB that is seen at a glance


def linear(colour: str) -> tuple[float, ...]:
    """The channels of ``#rrggbb`` in linear light."""
    channels = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return tuple(c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)


def seen(colour: str, eyes: str) -> str:
    """A colour as other eyes see it."""
    light = linear(colour)
    channels = (min(1.0, max(0.0, sum(a * b for a, b in zip(row, light, strict=True)))) for row in EYES[eyes])
    encoded = (c * 12.92 if c <= 0.0031308 else 1.055 * c ** (1 / 2.4) - 0.055 for c in channels)
    return "#" + "".join(f"{round(255 * c):02x}" for c in encoded)


def distance(one: str, other: str) -> float:
    """How far two colours are apart, in CIELAB."""

    def lab(colour: str) -> tuple[float, float, float]:
        red, green, blue = linear(colour)
        white = (0.95047, 1.0, 1.08883)
        rows = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
        parts = [(a * red + b * green + c * blue) / w for (a, b, c), w in zip(rows, white, strict=True)]
        x, y, z = (p ** (1 / 3) if p > 0.008856 else 7.787 * p + 16 / 116 for p in parts)
        return 116 * y - 16, 500 * (x - y), 200 * (y - z)

    return math.dist(lab(one), lab(other))


def test_the_simulation() -> None:
    assert seen("#ffffff", "deuteranopia") == "#ffffff"
    assert distance("#000000", "#ffffff") == pytest.approx(100, abs=0.1)
    red, green = "#d04040", "#608020"
    assert distance(red, green) > 60 > 30 > distance(seen(red, "deuteranopia"), seen(green, "deuteranopia"))


@pytest.mark.parametrize("game", ["richelieu", "cardinal-cards"])
@pytest.mark.parametrize("eyes", EYES)
def test_regions_that_look_alike_differ_in_pattern_and_letters(game: str, eyes: str) -> None:
    box = eminence.game(game).box.contents
    assert isinstance(box, DisplayComponents)
    regions = range(len(box.regions))
    assert len({box.regions[i].initial for i in regions}) == len(regions)
    assert len({region_arms(box, i) for i in regions}) == len(regions)
    for one, other in combinations(regions, 2):
        grounds = [region_ground(box, i) for i in (one, other)]
        apart = distance(*(seen(GROUNDS[key], eyes) for key in grounds))
        assert apart >= CLEAR or motif(grounds[0]) != motif(grounds[1]), (grounds, eyes, apart)


@pytest.mark.parametrize("eyes", EYES)
def test_cards_of_the_board_that_look_alike_differ_in_pattern(eyes: str) -> None:
    for one, other in combinations(range(len(BOARD)), 2):
        apart = distance(seen(BOARD[one], eyes), seen(BOARD[other], eyes))
        assert apart >= CLEAR or motif(board_key(one)) != motif(board_key(other)), (one, other, eyes, apart)


@pytest.mark.parametrize("eyes", EYES)
def test_players_have_a_shape_each_that_stands_out_on_their_pieces(eyes: str) -> None:
    assert len(set(EMBLEMS)) == len(EMBLEMS) == len(PLAYERS)
    for colour, accent in zip(PLAYERS, PLAYER_ACCENTS, strict=True):
        assert contrast(seen(colour, eyes), seen(accent, eyes)) >= 3, (colour, eyes)
