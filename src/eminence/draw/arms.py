"""The arms of regions and countries: each blazon a function that draws the inside of a shield 100 wide, 120 high."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import atan2, degrees, hypot

from eminence.draw.charges import CHARGES
from eminence.draw.palette import ARGENT, AZURE, GULES, OR, SABLE, VERT
from eminence.draw.pen import number, polygon

SHIELD = "M3 3H97V54C97 84 76 105 50 117C24 105 3 84 3 54Z"
"""The outline of every shield: a heater."""

GOLD_LINE = "#5b2410"
"""The inner lines of gold charges."""

Inside = Callable[[str], str]
"""Draws the inside of a shield; the argument is the id prefix of the picture."""


def _field(colour: str) -> str:
    """The whole shield in one tincture."""
    return f'<rect width="100" height="120" fill="{colour}"/>'


def _path(data: str, colour: str) -> str:
    """A filled path."""
    return f'<path d="{data}" fill="{colour}"/>'


def _bars(colour: str, tops: Iterable[float], height: float) -> str:
    """Horizontal stripes."""
    return _path("".join(f"M0 {number(y)}H100V{number(y + height)}H0Z" for y in tops), colour)


def _border(colour: str, width: float = 11.0) -> str:
    """A border along the edge, with a fine line inside; half of its stroke is clipped away with the shield."""
    edge = f'<path d="{SHIELD}" fill="none" stroke="{SABLE}" stroke-width="{number(2 * width + 2.6)}"/>'
    return edge + f'<path d="{SHIELD}" fill="none" stroke="{colour}" stroke-width="{number(2 * width)}"/>'


def charge(
    name: str, box: tuple[float, float, float, float], fill: str, line: str, prefix: str, *, edge: float = 1.8
) -> str:
    """A charge stretched into a box (x, y, width, height), its edge and inner lines in the line colour."""
    x, y, width, height = box
    figure = CHARGES[name]
    scale = f"{width / figure.width:.3f} {height / figure.height:.3f}"
    return (
        f'<use href="#{prefix}charge-{name}" transform="translate({number(x)} {number(y)}) scale({scale})" '
        f'fill="{fill}" stroke="{line}" stroke-width="{number(edge)}" stroke-linejoin="round" paint-order="stroke"/>'
    )


def _bourgogne(prefix: str) -> str:
    """Bandy of six gold and blue, a red border."""
    step = 27.0
    stripes = "".join(
        polygon(((-60, y), (160, y + 220), (160, y + 220 + step), (-60, y + step)))
        for y in (-173.0 + 2 * step * i for i in range(5))
    )
    return _field(OR) + _path(stripes, AZURE) + _border(GULES)


def _bretagne(prefix: str) -> str:
    """White, strewn with black ermine spots."""
    rows = ((9, (20, 50, 80)), (32, (35, 65)), (55, (20, 50, 80)), (78, (35, 65)))
    spots = [charge("ermine", (x - 8.5, y, 17, 25), SABLE, SABLE, prefix, edge=0) for y, xs in rows for x in xs]
    return _field(ARGENT) + "".join(spots)


def _champagne(prefix: str) -> str:
    """Blue, a white bend between two gold potent cotises."""
    length = hypot(100, 103)
    teeth = [
        _potent(x, 15.5 * side, side, 1) + _potent(x + 10, 33.0 * side, side, -1)
        for x in range(-20, 180, 20)
        for side in (-1, 1)
    ]
    lines = "".join(f"M-20 {y}H{number(length + 40)}" for y in (-15.5, 15.5, -33, 33))
    bend = f'<path d="M-20 0H{number(length + 40)}" stroke="{ARGENT}" stroke-width="21"/>'
    cotises = f'<path d="{lines}{"".join(teeth)}" stroke="{OR}" stroke-width="3.2" fill="none"/>'
    return f'{_field(AZURE)}<g transform="translate(0 2) rotate(45.8)">{bend}{cotises}</g>'


def _potent(x: float, y: float, side: int, way: int) -> str:
    """One crutch on a cotise at distance y from the middle of the bend, standing outwards (1) or inwards (-1)."""
    head = y + side * way * 5.8
    return f"M{number(x)} {number(y)}V{number(head)}M{number(x - 5)} {number(head)}h10"


def _normandie(prefix: str) -> str:
    """Red, two gold leopards."""
    boxes = ((11.0, 13.0, 78.0, 42.0), (17.0, 57.0, 64.0, 35.0))
    return _field(GULES) + "".join(charge("leopard", box, OR, GOLD_LINE, prefix) for box in boxes)


def _england(prefix: str) -> str:
    """Red, three gold leopards."""
    boxes = ((11.0, 8.0, 78.0, 32.0), (12.0, 43.0, 76.0, 32.0), (26.0, 79.0, 45.0, 22.5))
    return _field(GULES) + "".join(charge("leopard", box, OR, GOLD_LINE, prefix) for box in boxes)


def _swabia(prefix: str) -> str:
    """Gold, three black lions."""
    boxes = ((11.0, 8.0, 78.0, 32.0), (12.0, 43.0, 76.0, 32.0), (26.0, 79.0, 45.0, 22.5))
    return _field(OR) + "".join(charge("lion", box, SABLE, OR, prefix) for box in boxes)


def _denmark(prefix: str) -> str:
    """Gold, three blue lions among red hearts."""
    boxes = ((17.0, 8.0, 66.0, 25.0), (17.0, 44.0, 66.0, 25.0), (29.0, 79.0, 42.0, 20.0))
    spots = ((17, 38), (50, 38), (83, 38), (22, 74), (50, 74), (78, 74), (50, 105))
    lions = "".join(charge("lion", box, AZURE, OR, prefix) for box in boxes)
    hearts = "".join(charge("heart", (x - 4.5, y - 4, 9, 8.5), GULES, GULES, prefix, edge=0) for x, y in spots)
    return _field(OR) + lions + hearts


def _languedoc(prefix: str) -> str:
    """Red, the gold cross of Toulouse."""
    return _field(GULES) + charge("toulouse", (6, 8, 88, 88), OR, GOLD_LINE, prefix, edge=0)


def _provence(prefix: str) -> str:
    """Gold, four red pales."""
    width = 94 / 9
    pales = "".join(f"M{number(3 + (2 * i + 1) * width)} 0h{number(width)}V120h-{number(width)}Z" for i in range(4))
    return _field(OR) + _path(pales, GULES)


def _strewn(prefix: str, size: float, across: float, down: float, top: float) -> str:
    """Gold lilies in staggered rows over the whole shield."""
    lilies = []
    for row in range(6):
        for column in range(-3, 4):
            x = 50 + (column + row % 2 / 2) * across - size / 2
            lilies.append(charge("lily", (x, top + row * down, size, size * 1.12), OR, OR, prefix, edge=0))
    return "".join(lilies)


def _france(prefix: str) -> str:
    """Blue, strewn with gold lilies."""
    return _field(AZURE) + _strewn(prefix, 20, 28, 25, 8)


def _anjou(prefix: str) -> str:
    """Blue, strewn with gold lilies, a red border."""
    return _field(AZURE) + _strewn(prefix, 18, 24, 22, 19) + _border(GULES, 12)


def _bourbon(prefix: str) -> str:
    """Blue, three gold lilies, a red baton."""
    boxes = ((12.0, 12.0, 35.0, 39.0), (53.0, 12.0, 35.0, 39.0), (32.5, 63.0, 35.0, 39.0))
    lilies = "".join(charge("lily", box, OR, GOLD_LINE, prefix, edge=0) for box in boxes)
    edge = f'<path d="M35 40L65.5 71.5" stroke="{ARGENT}" stroke-width="11"/>'
    baton = f'<path d="M36 41L64.5 70.5" stroke="{GULES}" stroke-width="8"/>'
    return _field(AZURE) + lilies + edge + baton


def _auvergne(prefix: str) -> str:
    """Gold, a red gonfanon fringed green."""
    return _field(OR) + charge("gonfanon", (16, 14, 68, 76), GULES, VERT, prefix)


def _lorraine(prefix: str) -> str:
    """Gold, on a red bend three white eaglets."""
    spots = ((24.5, 25.5), (49.0, 50.5), (73.0, 75.0))
    birds = "".join(
        f'<g transform="rotate(-45 {x} {y})">'
        + charge("alerion", (x - 13.5, y - 13.5, 27, 27), ARGENT, "#6e1216", prefix)
        + "</g>"
        for x, y in spots
    )
    return _field(OR) + f'<path d="M-20-20L130 134" stroke="{GULES}" stroke-width="36"/>' + birds


def _franconia(prefix: str) -> str:
    """Red, three white points."""
    return _field(GULES) + _path("M0 120V76L18.7 34L34.3 76L50 34L65.7 76L81.3 34L100 76V120Z", ARGENT)


def _bavaria(prefix: str) -> str:
    """White and blue lozenges."""
    (ax, ay), (bx, by) = (15.5, 8.5), (-4.5, 20.5)
    cells = []
    for i in range(-4, 12):
        for j in range(-6, 9):
            if (i + j) % 2:
                continue
            x, y = 3 + i * ax + j * bx, -2 + i * ay + j * by
            if -30 < x < 110 and -40 < y < 125:
                cells.append(polygon(((x, y), (x + ax, y + ay), (x + ax + bx, y + ay + by), (x + bx, y + by))))
    return _field(ARGENT) + _path("".join(cells), AZURE)


def _italy(prefix: str) -> str:
    """White, a red cross."""
    return _field(ARGENT) + _path("M39 0H61V43H100V65H61V120H39V65H0V43H39Z", GULES)


def _castile(prefix: str) -> str:
    """Red, a gold castle."""
    return _field(GULES) + charge("castle", (17, 14, 66, 76), OR, GOLD_LINE, prefix)


def _hungary(prefix: str) -> str:
    """Barred red and white."""
    return _field(ARGENT) + _bars(GULES, (0.0, 30.0, 59.0, 88.0), 15)


def _saxony(prefix: str) -> str:
    """Barred black and gold, a green rue bend."""
    leaves = []
    for t in (0.14, 0.34, 0.54, 0.73, 0.91):
        x, y = (-4 * (1 - t) ** 2 + 116 * t * (1 - t) + 104 * t * t, 5 * (1 - t) ** 2 + 56 * t * (1 - t) + 108 * t * t)
        turn = degrees(atan2(46 + 114 * t, 124 - 32 * t))
        leaves.append(f'<g transform="translate({number(x)} {number(y)}) rotate({number(turn)})">{_RUE_LEAF}</g>')
    bend = f'<path d="M-4 5Q58 28 104 108" fill="none" stroke="{OR}" stroke-width="17"/>'
    green = f'<path d="M-4 5Q58 28 104 108" fill="none" stroke="{VERT}" stroke-width="12"/>'
    return _field(OR) + _bars(SABLE, (3.0, 26.0, 49.0, 72.0, 95.0), 11.5) + bend + "".join(leaves) + green


_RUE_LEAF = (
    f'<path d="M0-26C5-22 6-18 4-15C8-17 12-15 12-11C12-7 8-6 5-7L4 0H-4L-5-7C-8-6-12-7-12-11C-12-15-8-17-4-15'
    f'C-6-18-5-22 0-26Z" fill="{VERT}" stroke="{OR}" stroke-width="2.5"/>'
)

ARMS: dict[str, Inside] = {
    "bourgogne": _bourgogne,
    "bretagne": _bretagne,
    "champagne": _champagne,
    "normandie": _normandie,
    "languedoc": _languedoc,
    "provence": _provence,
    "anjou": _anjou,
    "bourbon": _bourbon,
    "auvergne": _auvergne,
    "england": _england,
    "france": _france,
    "lorraine": _lorraine,
    "franconia": _franconia,
    "swabia": _swabia,
    "bavaria": _bavaria,
    "burgundy": _bourgogne,
    "italy": _italy,
    "aragon": _provence,
    "denmark": _denmark,
    "castile": _castile,
    "hungary": _hungary,
    "saxony": _saxony,
}
"""Every coat of arms by its id. Burgundy bears the arms of Bourgogne, and Aragon those of Provence, as they did."""
