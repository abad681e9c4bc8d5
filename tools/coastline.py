"""Make src/eminence/draw/coast.json: the coastline of the map and soft areas for the nine countries of the board game.

Run once, by hand; the game itself needs none of this::

    npm install world-atlas            # Natural Earth (public domain) as TopoJSON
    pip install shapely scipy
    python tools/coastline.py node_modules/world-atlas/land-50m.json src/eminence/draw/coast.json

The coast is decoded, clipped to the window with a margin, simplified, and rounded to a hundredth of a degree. The
country areas are ours: the Voronoi cells of the fields and of hand-placed towns, joined by country and smoothed. They
run out into the sea on purpose and are clipped by the land when drawn.
"""

from __future__ import annotations

import json
import sys
import tomllib
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from scipy.spatial import Voronoi
from shapely import LineString, MultiPolygon, Polygon, box, line_merge, polygonize, unary_union

WINDOW = box(-9.8, 38.0, 20.8, 57.0)
COMPONENTS = Path(__file__).parent.parent / "src/eminence/components/cardinal-board.toml"

# Towns (degrees north, degrees east) that hold a country's area together; "" is land of no country in the game.
TOWNS: dict[str, str] = {
    "england": """
        53.9,-0.6 53.3,-2.6 54.8,-1.7 54.7,-2.9 52.7,1.3 51.8,-1.3 50.7,-3.5 50.2,-5.2 53.2,-0.4
        52.3,-2.1 51,-0.4
    """,
    "france": """
        48.1,-3 48.3,-4.4 47.2,-1.6 46.2,-0.8 44.8,-0.6 43.8,-1 43.6,1.4 43.3,2.6 43.7,3.6 44.5,3.3
        45.8,3 47,2.4 49.9,2.3 50.7,1.9 51.1,3 49.2,4 49.2,-0.4 49.5,-1.6 45.1,3.7 48.2,0.4 43.3,0.2
        46.3,2.9 43.5,-0.8
    """,
    "burgundy": """
        45.75,4.9 43.7,4.7 44.7,5 44.4,6.3 43.8,7 47.2,6 46.6,6.7 46.9,7.4 46.2,7.8 45.6,6.4 46.9,5
        47.4,5 46.6,4.3
    """,
    "lorraine": """
        52.1,5.1 53.1,5.8 53.2,6.5 51.3,5 50.9,6.6 49.7,6.7 49.1,6.3 48.6,5.9 49.2,5.3 50.2,3.6
        51.6,4 51.8,6 48.25,6.3 52.5,6.4 49.2,7
    """,
    "franconia": """
        52,7.6 52.6,8 53.1,8.8 53.5,9.7 53,10.6 52.2,11.5 51.3,11.8 50.9,11.1 49.8,9.9 49.5,10.9
        50,8.2 50.8,8.5 49.3,8.3 53.3,7.5 50.5,11.5 51.6,8.4 50.4,7.7 52.4,9.6
    """,
    "bavaria": """
        48.2,11.6 48.35,14.2 48.2,16.2 47.2,11.4 46.75,11.7 49.4,11.9 48.8,11.4 46.8,12.8 47.1,15.3
        46.7,14.2 47.7,15.8
    """,
    "swabia": """
        48.5,7.7 48,7.9 47.4,8.5 46.9,9.5 48.35,10.6 48.4,10 47.7,10.3 47.6,7.6 48.8,9.3 48.9,10.1
        47,8.3
    """,
    "italy": """
        45,7.7 44.4,8.8 45.5,9.2 46,9.1 46,11.1 45.5,12.2 45.9,13.2 46.2,13 44.5,11.5 44.4,12.2
        43.8,11.2 43.7,10.4 43.2,11.4 43.5,13.3 43.1,12.4 41.9,12.5 42.4,14.1 40.9,14.3 44.2,8
        41.6,15.2 45.7,7.4 46.2,8.6 46.1,10 42.5,11.6
    """,
    "aragon": """
        41.65,-0.9 41.6,0.6 41.4,2.1 42,2.8 41.1,1.2 40.8,0.4 40.5,-0.9 42.8,-1.7 42.2,-0.4 42.4,1.3
        42.6,2.8 42.5,0.5
    """,
    "": """
        52.4,-3.9 53.1,-4 51.8,-4.6 56,-4 55.9,-3 55.3,-4.2 55.8,-2.5 53.5,-7 54.6,-6.2 52.4,-7
        51.9,-9 54,-8.5 54.3,9.6 54.1,10.8 53.8,11.5 53,12.2 52.4,13 51.4,13.2 50.5,12.9 50.1,14.4
        49.8,13.2 49,14.4 49.2,16.4 48.3,17.4 47.3,17 46.4,15.7 46,14.5 45.3,14 45.8,16 45.2,15.5
        44.2,16 43.6,16.6 41,16.6 40.6,15.9 40.4,15 39.2,16.4 42.2,9.1 42.8,9.4 40.2,9 42.3,-3.7
        42.4,-2.6 43.1,-2.9 43.1,-2.2 41.6,-2.6 40.4,-3.7 40.1,-2.1 39.5,-0.6 40,-0.1 39.7,3
        42.6,-5.6 55.6,9 56.5,9.5 55.4,12 53.5,14.5 51.1,16 50.8,18 48.7,19.5 46.5,19 44.5,18.5
        38,15 38,-3 58,-4 42.5,19
    """,
}


def arcs_of(topology: dict[str, Any]) -> list[list[tuple[float, float]]]:
    """Undo TopoJSON's quantisation: every arc as (longitude, latitude)."""
    (sx, sy), (tx, ty) = topology["transform"]["scale"], topology["transform"]["translate"]
    arcs = []
    for arc in topology["arcs"]:
        steps = np.cumsum(np.array(arc), axis=0)
        arcs.append([(float(x) * sx + tx, float(y) * sy + ty) for x, y in steps])
    return arcs


def ring_of(indices: Iterable[int], arcs: list[list[tuple[float, float]]]) -> list[tuple[float, float]]:
    """Stitch a ring from its arcs; a negative index runs backwards."""
    ring: list[tuple[float, float]] = []
    for i in indices:
        ring += arcs[i] if i >= 0 else arcs[~i][::-1]
    return ring


def land(path: Path) -> MultiPolygon:
    """The land of the window, simplified."""
    topology = json.loads(path.read_text())
    arcs = arcs_of(topology)
    polygons = []
    for geometry in topology["objects"]["land"]["geometries"]:
        for rings in geometry["arcs"]:
            outer, *holes = (ring_of(ring, arcs) for ring in rings)
            polygons.append(Polygon(outer, holes).buffer(0).intersection(WINDOW))
    whole = unary_union([p for p in polygons if not p.is_empty]).simplify(0.02)
    parts = whole.geoms if isinstance(whole, MultiPolygon) else [whole]
    return MultiPolygon([Polygon(p.exterior) for p in parts if p.area > 0.025])


def sites(board: Path) -> list[tuple[float, float, str]]:
    """Fields and towns as (longitude, latitude, arms of the country)."""
    found = []
    for country in tomllib.loads(board.read_text())["country"]:
        for field in country["fields"]:
            lat, lon = field["at"]
            found.append((lon, lat, country["arms"]))
    for country, text in TOWNS.items():
        for word in text.split():
            lat, lon = (float(part) for part in word.split(","))
            found.append((lon, lat, country))
    return found


def cells(points: list[tuple[float, float, str]]) -> dict[str, Polygon]:
    """Voronoi cells joined by country. Longitudes are narrowed as at 48° north, so that the cells look right."""
    frame = [(-60, 0, ""), (80, 0, ""), (-60, 90, ""), (80, 90, "")]
    everything = points + frame
    diagram = Voronoi([(lon * 0.67, lat) for lon, lat, _ in everything])
    groups: dict[str, list[Polygon]] = {}
    for (_, _, country), region in zip(everything, diagram.point_region, strict=True):
        corners = diagram.regions[region]
        if -1 not in corners and corners:
            shape = Polygon([(x / 0.67, y) for x, y in diagram.vertices[corners]])
            groups.setdefault(country, []).append(shape.intersection(WINDOW))
    return {country: unary_union(shapes) for country, shapes in groups.items()}


def soften(line: LineString, rounds: int = 2) -> LineString:
    """Chaikin's corner cutting, keeping both ends."""
    points = list(line.simplify(0.12).coords)
    for _ in range(rounds):
        cut = [points[0]]
        for (ax, ay), (bx, by) in pairwise(points):
            cut += [(ax * 0.75 + bx * 0.25, ay * 0.75 + by * 0.25), (ax * 0.25 + bx * 0.75, ay * 0.25 + by * 0.75)]
        points = [*cut, points[-1]]
    return LineString(points).simplify(0.012)


def countries(areas: dict[str, Polygon]) -> dict[str, list[Polygon]]:
    """The areas with soft borders; a border two countries share stays shared."""
    borders = line_merge(unary_union([area.boundary for area in areas.values()]))
    faces = polygonize([soften(line) for line in borders.geoms]).geoms
    found: dict[str, list[Polygon]] = {country: [] for country in areas if country}
    for face in faces:
        country = max(areas, key=lambda name: areas[name].intersection(face).area)
        if country and face.area > 0.05:
            found[country].append(face)
    return found


def flat(polygon: Polygon) -> list[int]:
    """A ring as longitude, latitude, … in hundredths of a degree."""
    return [round(value * 100) for point in list(polygon.exterior.coords)[:-1] for value in point]


def main() -> None:
    """Read the TopoJSON named first, write the data file named second."""
    source, target = Path(sys.argv[1]), Path(sys.argv[2])
    coast = land(source)
    areas = countries(cells(sites(COMPONENTS)))
    data = {
        "source": "Land: Natural Earth 1:50m (public domain) through npm's world-atlas, clipped and simplified; "
        "countries: our own. Made by tools/coastline.py; rings of longitude, latitude in hundredths of a degree.",
        "land": [flat(part) for part in coast.geoms],
        "countries": {name: [flat(part) for part in parts] for name, parts in areas.items()},
    }
    target.write_text(json.dumps(data, separators=(",", ":"), ensure_ascii=False).replace("]],", "]],\n") + "\n")
    points = sum(len(ring) // 2 for ring in data["land"])
    print(f"{points} points of coast, {target.stat().st_size} bytes")


if __name__ == "__main__":
    main()
