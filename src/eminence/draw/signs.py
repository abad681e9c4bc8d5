"""Signs: the small pictures on cards, tokens and pieces, each drawn in a box of 100 by 100.

Like a charge, a sign takes its fill and the colour of its inner lines from the element that uses it.
"""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin

from eminence.draw.charges import CHARGES
from eminence.draw.palette import ARGENT, AZURE, GULES, OR, PURPURE, SABLE, VERT
from eminence.draw.pen import disc, limb, number, outline, pair, polygon, star


def _path(data: str, extra: str = "") -> str:
    """A shape in the fill of whoever uses the sign."""
    return f'<path d="{data}"{extra}/>'


def _lines(data: str, width: float) -> str:
    """Lines in the stroke colour of whoever uses the sign."""
    return (
        f'<path d="{data}" fill="none" stroke-width="{number(width)}" stroke-linecap="round" stroke-linejoin="round"/>'
    )


def _sword_data() -> str:
    """An upright sword."""
    blade = "M43 67V18L50 0L57 18V67Z"
    guard = outline("24,62! 30,65 50,66 70,65 76,62! 76,70 72,75 50,75 28,75 24,70")
    return blade + guard + "M45.5 74H54.5V88H45.5Z" + disc(50, 92, 7.5)


def _sword() -> str:
    """A sword, slanted so that nobody takes it for a cross."""
    upright = _path(_sword_data()) + _lines("M50 14V60", 2)
    return f'<g transform="rotate(45 50 50) translate(-5 -7) scale(1.1)">{upright}</g>'


def _cross() -> str:
    """A cross with widening arms."""
    arm = "-6,-6! -8,-22 -20,-46! 0,-42 20,-46! 8,-22 6,-6!"
    words = [word.rstrip("!").split(",") for word in arm.split()]
    arms = []
    for c, s in ((1, 0), (0, 1), (-1, 0), (0, -1)):
        turned = ((float(x) * c - float(y) * s, float(x) * s + float(y) * c) for x, y in words)
        marks = ("!", "", "!", "", "!", "", "!")
        arms.append(outline(" ".join(f"{50 + x:.1f},{50 + y:.1f}{m}" for (x, y), m in zip(turned, marks, strict=True))))
    return _path("".join(arms) + "M43 43H57V57H43Z")


def _tower() -> str:
    """A round tower with battlements, a door and a slit."""
    wall = "M20 8H34V18H43V8H57V18H66V8H80V34L72 42V84H80V96H20V84H28V42L20 34Z"
    return (
        _path(wall)
        + _lines("M50 76h0", 18)
        + '<path d="M41 86H59" fill="none" stroke-width="20"/>'
        + _lines("M50 46V54", 7)
    )


def _fan() -> str:
    """An open fan."""
    angles = [(-62 + 124 * i / 7) * pi / 180 for i in range(8)]
    rim = [pair((50 + 54 * sin(a), 76 - 54 * cos(a))) for a in angles]
    arcs = "".join(f"A8.4 8.4 0 0 1 {point}" for point in rim[1:])
    ribs = "".join(
        f"M{pair((50 + 16 * sin(a), 76 - 16 * cos(a)))}L{pair((50 + 52 * sin(a), 76 - 52 * cos(a)))}"
        for a in angles[1:-1]
    )
    return _path(f"M50 82L{rim[0]}{arcs}Z") + _lines(ribs, 3) + _path(disc(50, 80, 7))


def _star() -> str:
    """A star of five rays."""
    return _path(star(50, 54, 50, 20, 5))


def _ship() -> str:
    """A cog under sail."""
    hull = outline("4,62! 14,66 50,69 86,66 96,60! 94,74 86,86 76,91 50,92 24,91 14,86 7,74")
    sail = outline("22,14! 50,18 80,14! 84,30 80,54! 50,58 20,54! 24,32")
    flag = "M52 0L68 5L52 11Z"
    return _path(hull + sail + flag) + _path("M48 0H53V64H48Z") + _lines("M12 76Q50 81 89 75M36 18V55M64 18V55", 3)


def _carriage() -> str:
    """A covered carriage on two wheels."""
    cover = "M8 60V40Q8 12 40 12H62Q90 12 90 40V60Z"
    wheels = "".join(disc(x, 74, 20) for x in (27, 73))
    spokes = "".join(
        f"M{pair((x + 13 * cos(a), 74 + 13 * sin(a)))}L{pair((x - 13 * cos(a), 74 - 13 * sin(a)))}"
        for x in (27, 73)
        for a in (0.0, pi / 3, 2 * pi / 3)
    )
    rings = "".join(disc(x, 74, 14) for x in (27, 73))
    return (
        _path(cover + "M4 56H100V64H4Z")
        + _lines("M36 13Q30 32 32 55M64 13Q70 32 68 55", 3)
        + _path(wheels, ' stroke-width="5" paint-order="stroke"')
        + _lines(rings + spokes, 3)
    )


def _hat() -> str:
    """A cardinal's hat with its cords and tassels."""
    dome = "M26 36C26 4 74 4 74 36Z"
    brim = outline("2,36 20,30 50,28 80,30 98,36 84,44 50,48 16,44")
    tassels = "".join(outline(f"{x},{y}! {x + 7},{y + 14} {x},{y + 17} {x - 7},{y + 14}") for x, y in _TASSELS)
    return _path(dome + brim + tassels + _cords()) + _lines("M28 31Q50 37 72 31", 3.5)


_TASSELS = ((18, 58), (34, 58), (66, 58), (82, 58), (10, 78), (26, 78), (74, 78), (90, 78))


def _cords() -> str:
    """The hat's cords as thin bands, so that they take the fill."""
    left = (
        "27,42,2 21,50,2 18,60,2",
        "27,42,2 33,50,2 34,60,2",
        "18,72,1.6 14,75,1.6 10,80,1.6",
        "18,72,1.6 22,75,1.6 26,80,1.6",
    )
    right = (
        "73,42,2 79,50,2 82,60,2",
        "73,42,2 67,50,2 66,60,2",
        "82,72,1.6 86,75,1.6 90,80,1.6",
        "82,72,1.6 78,75,1.6 74,80,1.6",
    )
    return "".join(limb(text) for text in left + right)


def _crown() -> str:
    """A crown of three great points and two small."""
    points = "M12 78L4 30L27 52L50 16L73 52L96 30L88 78Z"
    balls = disc(4, 26, 6) + disc(50, 11, 7) + disc(96, 26, 6)
    return _path(points + balls + "M12 82H88V94H12Z") + _lines("M50 66h0M30 66h0M70 66h0", 8)


def _plume() -> str:
    """A sword and a plume, crossed."""
    feather = outline(
        "97,97! 90,96 78,82 66,78 50,70 35,58! 37,65 22,52 10,34 4,16 2,2! 14,0 30,8 44,20! 43,13 58,26 70,44 "
        "76,62 84,78"
    )
    sword = '<g transform="rotate(45 50 50) translate(-8 -8) scale(1.16)">' + _path(
        "M45.5 70V10L50-2L54.5 10V70Z" + "M30 68H70V75H30Z" + "M46.5 74H53.5V88H46.5Z" + disc(50, 91, 6.5),
        ' stroke-width="7" paint-order="stroke"',
    )
    return _path(feather) + _lines("M90 91Q72 54 16 13", 3) + sword + "</g>"


def _lily() -> str:
    """The lily of the shields."""
    return CHARGES["lily"].draw()


def _lion() -> str:
    """The lion rampant, for the backs of cards."""
    return f'<g transform="translate(6 0) scale(0.88)">{CHARGES["rampant"].draw()}</g>'


def _key() -> str:
    """An upright key with a trefoil bow."""
    bow = disc(50, 16, 15) + disc(35, 33, 13) + disc(65, 33, 13)
    shaft = "M44.5 34H55.5V100H44.5Z"
    bit = "M55 64H82V73H74V79H82V94H70V87H64V94H55Z"
    return _path(bow + shaft + bit) + _lines("M50 15h0", 12) + _lines("M35 34h0M65 34h0", 9) + _lines("M38 50H62", 4)


def _back() -> str:
    """A marker that comes back: an arrow bent round to a disc."""
    arrow = limb("26,74,5 14,56,5.5 18,34,6 36,19,6.5 58,20,6.5 72,28,6.5") + polygon(((84, 10), (88, 46), (54, 42)))
    return _path(arrow) + _path(disc(54, 70, 22)) + _lines(disc(54, 70, 13), 4)


def _three() -> str:
    """Three circles."""
    spots = ((50, 27), (26, 68), (74, 68))
    return _path("".join(disc(x, y, 21) for x, y in spots)) + _lines("".join(disc(x, y, 11) for x, y in spots), 5)


def _colours() -> str:
    """A rosette in six tinctures, any of which will do."""
    petals = []
    for i, colour in enumerate((GULES, OR, VERT, ARGENT, AZURE, PURPURE)):
        petals.append(
            f'<path d="M50 50L29 20Q30 4 50 2Q70 4 71 20Z" fill="{colour}" transform="rotate({i * 60} 50 50)"/>'
        )
    return f'<g stroke="{SABLE}" stroke-width="3" stroke-linejoin="round">{"".join(petals)}</g>' + _path(
        disc(50, 50, 9)
    )


def _minus() -> str:
    """Minus two."""
    two = "M46 40C44 10 96 10 96 38C96 54 80 60 70 73H96V86H46V76C58 58 82 50 82 38C82 26 60 26 60 40Z"
    return _path("M4 44H36V57H4Z" + two)


def _down() -> str:
    """The back of a token: a knot of four rings."""
    spots = ((50, 26), (26, 50), (50, 74), (74, 50))
    rings = "".join(_path(disc(x, y, 22) + disc(x, y, 17), ' fill-rule="evenodd"') for x, y in spots)
    return rings + _path(disc(50, 50, 6))


def _monastery() -> str:
    """A monastery: nave and bell tower."""
    house = "M4 97V54L30 28L56 54V97ZM56 97V34L75 14L94 34V97Z"
    top = "M72.5 1H77.5V6H82V11H77.5V18H72.5V11H68V6H72.5Z"
    walls = _path(house, ' stroke-width="5" stroke-linejoin="round"')
    return walls + _path(top, ' stroke-width="3" paint-order="stroke"') + _lines("M75 44V54M75 72V82", 7)


def _advisor() -> str:
    """An advisor in a long robe."""
    robe = outline("50,34 66,37 76,46 81,64 86,94! 50,99 14,94! 19,64 24,46 34,37")
    return _path(robe, ' stroke-width="5" stroke-linejoin="round"') + _path(disc(50, 20, 17), ' stroke-width="5"')


SIGNS: dict[str, Callable[[], str]] = {
    "sword": _sword,
    "cross": _cross,
    "tower": _tower,
    "fan": _fan,
    "star": _star,
    "ship": _ship,
    "carriage": _carriage,
    "hat": _hat,
    "crown": _crown,
    "plume": _plume,
    "lily": _lily,
    "key": _key,
    "lion": _lion,
    "back": _back,
    "three": _three,
    "colours": _colours,
    "minus": _minus,
    "down": _down,
    "monastery": _monastery,
    "advisor": _advisor,
}
"""Every sign by its name."""
