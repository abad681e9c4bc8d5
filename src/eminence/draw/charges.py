"""Charges: the figures on the shields, each drawn once in a box of its own.

A charge takes its fill from the element that uses it and its inner lines from that element's stroke, so the same lion
serves in gold on red and in black on gold. Eyes are strokes without length under round caps, for the same reason.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import cos, pi, sin

from eminence.draw.pen import disc, limb, number, outline, polygon

_PAW = "5,-4 5.5,1 3,4.2 -1,4.4 -3.5,4.6 -9,5.6! -7,2.6 -11.5,2! -7.5,-0.4 -10.5,-3! -5,-3.2 -1,-4.5"


@dataclass(frozen=True, slots=True)
class Charge:
    """One figure: its box and what is drawn in it."""

    width: float
    height: float
    draw: Callable[[], str]


def _paw(x: float, y: float, turn: float = 0.0) -> str:
    """A lion's paw with three claws to the left, turned clockwise by degrees."""
    c, s = cos(turn * pi / 180), sin(turn * pi / 180)
    words = []
    for word in _PAW.split():
        px, py = (float(part) for part in word.rstrip("!").split(","))
        corner = "!" if word.endswith("!") else ""
        words.append(f"{x + px * c - py * s:.1f},{y + px * s + py * c:.1f}{corner}")
    return outline(" ".join(words))


def _lines(data: str, width: float = 1.4) -> str:
    """Inner lines of a charge, in the stroke colour of whoever uses it."""
    return f'<path d="{data}" fill="none" stroke-width="{number(width)}" stroke-linecap="round"/>'


def _walking_body() -> str:
    """Body, legs and tail of a lion passant, walking to the left with one paw raised."""
    parts = [
        outline(
            "22,20 32,19 43,22 56,24 68,21 78,20 86,24 88,31 84,38 77,40 70,35 61,33.5 52,36 45,41 37,46 28,45 21,36"
        ),
        limb("34,37,6.5 26,45,5 17,47.5,3.8 11,45,3.1 8,41.5,3"),
        _paw(6.5, 41.5, 34),
        limb("41,36,7.5 40,46,4.6 37,52,3.4 36.5,57,3.2"),
        _paw(35, 58),
        limb("78,29,9.5 74,38,7 73,45,4.2 76,51,3.2 75,57,3.1"),
        _paw(73, 58),
        limb("82,29,7 88,37,6 91,43,4 95,49,3 94,57,2.9"),
        _paw(93, 58),
        limb("84,25,2.6 91,25.5,2.2 96,21,2 95.5,14.5,1.9 89,11.5,1.8 82,12.5,1.7 76,10.5,1.7 71,8.5,1.9"),
        outline("74,11.5 70,14 63,15! 65,11.5 57,10.5! 62.5,7.5 57,3! 66,3.5 71,5 75,8.5"),
        outline("90,13 92,8.5 98,5! 97.5,10.5 95.5,14.5"),
    ]
    return f'<path d="{"".join(parts)}"/>' + _lines("M69.5 33C69 28 72 24 77 23")


def _leopard() -> str:
    """A lion passant guardant: walking, the face towards us."""
    mane = outline(
        "9,10 5,16 0.5,17! 4.5,20.5 1,25.5! 6.5,26 5,32! 10.5,30.5 12,37! 16.5,33.5 20,40! 23,34.5 28,38! 28,32 35,32! "
        "31.5,27 37.5,24.5! 32,21 36,16! 30,14 28,9 19,6"
    )
    face = outline("11,7 9.5,2! 15,4 19,3.4 23,4 28.5,2! 27,7 28.5,13 26,19 23,24.5 19,27 15,24.5 12,19 9.5,13")
    features = "M12.5 11.2Q15 8.6 17.2 10.8L17.6 18.5H20.4L20.8 10.8Q23 8.6 25.5 11.2M15.2 22Q17.5 23.3 19 21.3"
    return (
        f'{_walking_body()}<path d="{mane}"/><path d="{face}"/>'
        + _lines(features + "Q20.5 23.3 22.8 22M19 18.5V21.3")
        + _lines("M14.8 13.6h0M23.2 13.6h0", 2.7)
    )


def _lion_head() -> str:
    """A lion's head in profile with its mane."""
    mane = outline(
        "14,3 22,0! 23,3 30,1.5! 29,6 36,7! 32.5,11 38.5,15! 33.5,18 38,24! 32,25 34,32! 28,30.5 27,38! 22,33 18,39! "
        "16,32 10,34! 12,28 8,22 8,10"
    )
    head = outline(
        "12,5 17,4.5 19,0! 23,5 24,12 22,21 17,29 11,31 5,30! 4,26.5 9,26 13,21.5! 8,21 3,20.5! 4.5,18 "
        "1,17 0,13! 5,11 8,8"
    )
    return (
        f'<path d="{mane}"/><path d="{head}"/>'
        + _lines("M10.5 12.2Q13 10.5 15.2 12.2M20.5 8Q18 13 20.5 18M1.5 15.8L4.5 15.5")
        + _lines("M12 14.2h0", 2.6)
    )


def _lion() -> str:
    """A lion passant: walking, the head in profile."""
    return _walking_body() + _lion_head()


def _rampant() -> str:
    """A lion rampant: upright, the paws raised."""
    parts = [
        outline("30,24 44,20 56,28 64,42 70,56 76,70 72,84 62,88 54,82 50,72 46,64 38,56 30,48 27,36"),
        limb("40,36,7.5 28,37,5.6 18,32,4 11,24,3.3 9,18,3.2"),
        _paw(9, 16, 58),
        limb("40,48,7.5 29,55,5 19,56,3.8 12,52,3.2 9,49,3"),
        _paw(7, 48.5, 34),
        limb("64,72,10 52,76,7.5 42,78,4.6 37,86,3.4 30,89,3.1"),
        _paw(28, 88, 20),
        limb("66,76,9.5 71,88,6.4 68,96,4 70,102,3.3 68,107,3.1"),
        _paw(66, 108),
        limb("72,78,3 82,80,2.5 89,72,2.3 86,60,2.2 82,50,2.1 85,40,2.1 91,34,2"),
        outline("88,38 84,32 85,24! 88,26 89,15! 93,22 98,18! 97,28 95,34 92,38"),
        outline("84,57 79,55 75,49! 81,49 85,53"),
        outline("88,64 94,60 99,62! 95,66 90,69"),
    ]
    head = f'<g transform="translate(17 0)">{_lion_head()}</g>'
    return f'<path d="{"".join(parts)}"/>' + _lines("M57 84C54 78 56 72 62 69") + head


def _lily() -> str:
    """A fleur-de-lis."""
    middle = outline("50,0! 57,12 65,24 66.5,38 61,51 56.5,66 43.5,66 39,51 33.5,38 35,24 43,12")
    side = "43,66 41,54 34,40 24,30.5 12,30 3.5,38 2.5,50 8,59.5 17.5,62! 15.5,55 18,49.5 24,50 29,57 30,66"
    foot = "43.5,73 40,84 33,90.5 22,92! 26,86 29,79 30,73"
    point = outline("43.5,73 56.5,73 57,84 50,100! 43,84")
    band = "M27 64.5H73Q76 69.5 73 74.5H27Q24 69.5 27 64.5Z"
    sides = "".join(outline(text) + outline(_mirror(text)) for text in (side, foot))
    return f'<path d="{middle}{sides}{point}{band}"/>' + _lines("M30 69.5H70", 1.6)


def _mirror(text: str, width: float = 100.0) -> str:
    """A written outline turned left to right, its points in reverse so that the winding stays the same."""
    words = []
    for word in reversed(text.split()):
        x, rest = word.split(",")
        words.append(f"{width - float(x):.2f},{rest}")
    return " ".join(words)


def _ermine() -> str:
    """An ermine spot: three drops above a tail."""
    tail = outline("30,34! 35,50 42,68 56,88! 44,87 39,93 30,100! 21,93 16,87 4,88! 18,68 25,50")
    drops = "".join(
        polygon(((x, y - 12), (x + 8, y), (x, y + 12), (x - 8, y))) for x, y in ((30, 13), (12, 31), (48, 31))
    )
    return f'<path d="{tail}{drops}"/>'


def _alerion() -> str:
    """An eaglet displayed, without beak and feet."""
    wing = (
        "47,30 40,18 30,10 16,6 0,0! 4,12 11,19! -1,19 3,30 13,35! 3,38 8,48 18,50! 10,56 16,64 25,62! "
        "21,70 27,75 33,68! 42,56"
    )
    body = outline(
        "50,4 57,9 56,20 62,32 65,46 61,58 56,66 60,74 70,80! 64,84 68,92! 59,91 57,99! 50,95 43,99! 41,91 32,92! "
        "36,84 30,80! 40,74 44,66 39,58 35,46 38,32 44,20 43,9"
    )
    return f'<path d="{outline(wing)}{outline(_mirror(wing))}"/><path d="{body}"/>'


def _battlement(left: float, right: float, top: float, bottom: float, merlons: int) -> str:
    """A wall with merlons: path data from the left foot round to the right."""
    step = (right - left) / (2 * merlons - 1)
    notch = min(7.0, step)
    points = [(left, bottom)]
    for i in range(merlons):
        x = left + 2 * i * step
        points += [(x, top + notch), (x, top), (x + step, top), (x + step, top + notch)]
    points.append((right, bottom))
    return polygon(points)


def _castle() -> str:
    """A castle with three towers; gate and windows in the line colour."""
    walls = [
        _battlement(30, 70, 0, 14, 3) + polygon(((34, 12), (66, 12), (66, 60), (34, 60))),
        _battlement(0, 30, 22, 36, 3) + polygon(((3, 34), (27, 34), (27, 60), (3, 60))),
        _battlement(70, 100, 22, 36, 3) + polygon(((73, 34), (97, 34), (97, 60), (73, 60))),
        _battlement(2, 98, 48, 64, 7) + polygon(((5, 62), (95, 62), (95, 92), (5, 92))),
        polygon(((0, 92), (100, 92), (100, 100), (0, 100))),
    ]
    courses = _lines("M5 68H95M8 80H30M70 80H92M16 68V80M84 68V80M22 80V92M78 80V92", 1.5)
    windows = _lines("M15 40V43M85 40V43", 6.5) + _lines("M50 29V37", 10)
    gate = '<path d="M36 91H64" fill="none" stroke-width="18"/>' + _lines("M50 82h0", 28)
    return "".join(f'<path d="{wall}"/>' for wall in walls) + courses + windows + gate


def _heart() -> str:
    """A heart, or as the Danes had it, a water-lily leaf."""
    return f'<path d="{outline("50,22! 62,4 82,2 98,18 94,46 74,74 50,98! 26,74 6,46 2,18 18,2 38,4")}"/>'


def _toulouse() -> str:
    """The cross of Toulouse: hollow, each arm ending in three balls."""
    outer = _four_arms("-7,-7 -8,-20 -18,-30.5 0,-45 18,-30.5 8,-20")
    inner = _four_arms("-2,-2 -2.2,-22 -10,-30.2 0,-38 10,-30.2 2.2,-22")
    balls = "".join(disc(x, y, 4.8) for x, y in _four_arms("-19,-31 0,-45.2 19,-31"))
    return f'<path fill-rule="evenodd" d="{polygon(outer)}{polygon(inner)}"/><path d="{balls}"/>'


def _four_arms(text: str) -> list[tuple[float, float]]:
    """The points of an upper arm, written from the middle of a cross, repeated for all four arms about (50, 50)."""
    arm = [(float(x), float(y)) for x, y in (word.split(",") for word in text.split())]
    turns = ((1, 0), (0, 1), (-1, 0), (0, -1))
    return [(50 + x * c - y * s, 50 + x * s + y * c) for c, s in turns for x, y in arm]


def _gonfanon() -> str:
    """A church banner with three tails and three rings; its fringe in the line colour."""
    cloth = "M2 20H98V86H72V76H65V100H35V76H28V86H2Z"
    fringe = "M2 92.5H28M35 106.5H65M72 92.5H98"
    ticks = "".join(f"M{x} {y}v8" for x, y in ((8, 92), (15, 92), (22, 92), (42, 106), (50, 106), (58, 106)))
    ticks += "".join(f"M{x} 92v8" for x in (78, 85, 92))
    rings = "".join(disc(x, 10, 9.5) + disc(x, 10, 4.5) for x in (15, 50, 85))
    return (
        f'<path d="{cloth}" stroke="none"/><path d="{rings}" fill-rule="evenodd" stroke="none"/>'
        f'<path d="{fringe}" fill="none" stroke-width="9"/><path d="{ticks}" fill="none" stroke-width="4.5"/>'
        f'<path d="M2 29H98" fill="none" stroke-width="6"/>'
    )


CHARGES: dict[str, Charge] = {
    "leopard": Charge(98, 64, _leopard),
    "lion": Charge(98, 64, _lion),
    "rampant": Charge(100, 114, _rampant),
    "lily": Charge(100, 100, _lily),
    "ermine": Charge(60, 100, _ermine),
    "alerion": Charge(100, 100, _alerion),
    "castle": Charge(100, 100, _castle),
    "heart": Charge(100, 100, _heart),
    "toulouse": Charge(100, 100, _toulouse),
    "gonfanon": Charge(100, 114, _gonfanon),
}
