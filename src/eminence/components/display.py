"""Components of a display game: a deck, symbols, tokens and where they lie."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from eminence.components.reading import Reading, shown
from eminence.rules import spec

TOKEN_KINDS = {"back": spec.BACK, "three": spec.THREE, "colours": spec.COLOURS, "minus": spec.MINUS}


@dataclass(frozen=True, slots=True)
class Region:
    """A region, or a country of the card game."""

    id: str
    names: dict[str, str]
    initial: str
    arms: str
    printed: int  # the number printed on its cards: crests in Richelieu, cards in the card game


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of symbol."""

    id: str
    letter: str
    names: dict[str, str]


@dataclass(frozen=True)
class DisplayComponents:
    """What lies in the box of a display game."""

    name: str
    scoring: str
    rows: int
    columns: int
    markers: int
    regions: tuple[Region, ...]
    symbols: tuple[Kind, ...]
    circles: tuple[Kind, ...]
    types: tuple[spec.CardType, ...]
    tokens: tuple[int, ...]
    token_cells: tuple[int, ...]

    def token_code(self, face: int) -> str:
        """The code of a token face, for instance "back" or "crest:anjou"."""
        for code, number in TOKEN_KINDS.items():
            if face == number:
                return code
        if face >= spec.SYMBOL:
            return f"symbol:{self.symbols[face - spec.SYMBOL].id}"
        return f"crest:{self.regions[face - spec.CREST].id}"

    def token_face(self, code: str) -> int:
        """The number of a token face; KeyError for an unknown code."""
        return {self.token_code(face): face for face in self.tokens}[code]

    @cached_property
    def cell_names(self) -> tuple[str, ...]:
        """All cells as people write them."""
        return tuple(cell_name(cell, self.columns) for cell in range(self.rows * self.columns))

    @cached_property
    def codes(self) -> tuple[str, ...]:
        """The codes of all card types."""
        return tuple(face.code for face in self.types)

    def cell_name(self, cell: int) -> str:
        """A cell as people write it: A1, B12."""
        return self.cell_names[cell]

    def cell(self, name: str) -> int | None:
        """The number of a cell, or None."""
        return cell_number(name, self.rows, self.columns)


def cell_name(cell: int, columns: int) -> str:
    """A cell as people write it: A1, B12."""
    return "ABCDEFGH"[cell // columns] + str(cell % columns + 1)


def cell_number(name: str, rows: int, columns: int) -> int | None:
    """The number of a cell, or None if there is none of that name."""
    match = re.fullmatch(r"([A-H])([1-9][0-9]?)", name)
    if not match:
        return None
    row, column = "ABCDEFGH".index(match[1]), int(match[2]) - 1
    return row * columns + column if row < rows and column < columns else None


def read_display(data: dict[str, Any], reading: Reading) -> DisplayComponents:
    """Read and check the tables of a display game."""
    allowed = {"format", "mechanism", "scoring", "name", "rows", "columns", "markers", "provenance", "region", "symbol"}
    reading.keys(data, "", allowed | {"circle", "tokens"})
    scoring = reading.one_of(data, "", "scoring", ("regions", "countries"))
    rows = reading.number(data, "", "rows", 2, spec.MAX_ROWS)
    columns = reading.number(data, "", "columns", 2, spec.MAX_CELLS // 2)
    if rows * columns > spec.MAX_CELLS:
        reading.fault("rows, columns", f"{rows} × {columns} cells", f"at most {spec.MAX_CELLS} cells")
    symbols = read_kinds(data, "symbol", reading, letters=scoring == "countries")
    circles = read_kinds(data, "circle", reading, letters=True) if scoring == "countries" else ()
    if scoring == "regions" and "circle" in data:
        reading.fault("circle", "circle symbols", 'none with scoring = "regions"')
    regions, types = read_regions(data, scoring, symbols, circles, reading)
    cards = sum(face.count for face in types)
    if cards != rows * columns and types:
        reading.fault("region", f"{cards} cards in all", f"{rows} × {columns} = {rows * columns}, one a cell")
    tokens, cells = read_tokens(data, scoring, rows, columns, len(regions), len(symbols), reading)
    return DisplayComponents(
        name=reading.text(data, "", "name"),
        scoring=scoring,
        rows=rows,
        columns=columns,
        markers=reading.number(data, "", "markers", 0, 20),
        regions=regions,
        symbols=symbols,
        circles=circles,
        types=types,
        tokens=tokens,
        token_cells=cells,
    )


def read_kinds(data: dict[str, Any], name: str, reading: Reading, *, letters: bool) -> tuple[Kind, ...]:
    """Read the kinds of symbol or circle symbol."""
    seen: set[str] = set()
    used: set[str] = set()
    kinds: list[Kind] = []
    for key, table in reading.tables(data, "", name, 1, spec.MAX_KINDS):
        reading.keys(table, key, {"id", "name", "letter"})
        ident = reading.identifier(table, key, seen)
        letter = table.get("letter", "")
        good = isinstance(letter, str) and re.fullmatch("[A-Za-z]", letter) and letter not in used
        if not good and (letters or letter != ""):
            reading.fault(f"{key}letter", shown(letter), "a letter of its own")
            letter = "?"
        used.add(letter)
        kinds.append(Kind(ident, letter, reading.names(table, key, ident)))
    return tuple(kinds)


def read_regions(
    data: dict[str, Any], scoring: str, symbols: tuple[Kind, ...], circles: tuple[Kind, ...], reading: Reading
) -> tuple[tuple[Region, ...], tuple[spec.CardType, ...]]:
    """Read the regions with their cards."""
    seen: set[str] = set()
    initials: set[str] = set()
    regions: list[Region] = []
    types: list[spec.CardType] = []
    for key, table in reading.tables(data, "", "region", 2, spec.MAX_REGIONS):
        reading.keys(table, key, {"id", "name", "initial", "arms", "crests", "cards"})
        ident = reading.identifier(table, key, seen)
        faces = Counter(reading.texts(table, key, "cards"))
        if not faces:
            reading.fault(f"{key}cards", "no card", "at least one face")
        crests = 0
        for face, count in faces.items():
            parsed = parse_face(face, symbols, circles, scoring)
            if isinstance(parsed, str):
                reading.fault(f"{key}cards", repr(face), parsed)
                continue
            weight, kinds, symbol = parsed
            crests += weight * count
            types.append(spec.CardType(f"{ident}:{face}", len(regions), weight, kinds, symbol, count))
        printed = sum(faces.values())
        if scoring == "regions":
            printed = reading.number(table, key, "crests", 1, 99)
            if printed != crests:
                reading.fault(f"{key}crests", f"{printed} for {ident}", f"{crests}, the crests on its cards together")
        elif "crests" in table:
            reading.fault(f"{key}crests", "a total of crests", 'none with scoring = "countries"')
        initial = reading.text(table, key, "initial")
        if len(initial) > 3 or initial in initials:
            reading.fault(f"{key}initial", repr(initial), "1 to 3 letters that no other region has")
        initials.add(initial)
        regions.append(
            Region(ident, reading.names(table, key, ident), initial, reading.text(table, key, "arms", "plain"), printed)
        )
    if len(types) > spec.MAX_CELLS:
        reading.fault("region", f"{len(types)} different faces", f"at most {spec.MAX_CELLS}")
    return tuple(regions), tuple(types)


def parse_face(
    face: str, symbols: tuple[Kind, ...], circles: tuple[Kind, ...], scoring: str
) -> tuple[int, tuple[int, ...], int] | str:
    """Weight, circle kinds and symbol of a face; or what would be right."""
    if scoring == "regions":
        ids = [kind.id for kind in symbols]
        match = re.fullmatch(r"([12])(?:\+([A-Za-z0-9_-]+))?", face)
        if not match or (match[2] and match[2] not in ids):
            return "1 or 2 crests, with +symbol where there is one (symbols: " + ", ".join(ids) + ")"
        return int(match[1]), (), ids.index(match[2]) if match[2] else -1
    letters = "".join(kind.letter for kind in circles)
    routes = "".join(kind.letter for kind in symbols)
    head, _, tail = face.partition("/")
    wrong = f"- or one or two of the circle letters {letters}, with / and one of {routes} where there is a route"
    if not re.fullmatch("-|[A-Za-z]{1,2}", head) or (head != "-" and not set(head) <= set(letters)):
        return wrong
    if ("/" in face) != bool(tail) or (tail and (len(tail) != 1 or tail not in routes)):
        return wrong
    kinds = () if head == "-" else tuple(letters.index(letter) for letter in head)
    return len(kinds), kinds, routes.index(tail) if tail else -1


def read_tokens(
    data: dict[str, Any], scoring: str, rows: int, columns: int, regions: int, symbols: int, reading: Reading
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Read which tokens there are and on which cells they lie."""
    table = reading.table(data, "tokens")
    names = ("back", "crest", "symbol") if scoring == "regions" else ("back", "three", "colours", "minus")
    reading.keys(table, "tokens.", {*names, "cells"})
    tokens: list[int] = []
    for name in names:
        count = reading.number(table, "tokens.", name, 0, spec.MAX_TOKENS, 0)
        if name == "crest":
            tokens += [spec.CREST + region for region in range(regions) for _ in range(count)]
        elif name == "symbol":
            tokens += [spec.SYMBOL + kind for kind in range(symbols) for _ in range(count)]
        else:
            tokens += [TOKEN_KINDS[name]] * count
    cells: list[int] = []
    for name in reading.texts(table, "tokens.", "cells"):
        cell = cell_number(name, rows, columns)
        if cell is None:
            last = cell_name(rows * columns - 1, columns)
            reading.fault("tokens.cells", f"{name!r} is off the display", f"cells from A1 to {last}")
        elif cell in cells:
            reading.fault("tokens.cells", f"{name} occurs twice", "each cell once")
        else:
            cells.append(cell)
    if len(cells) > spec.MAX_SLOTS:
        reading.fault("tokens.cells", f"{len(cells)} cells", f"at most {spec.MAX_SLOTS}")
    if len(tokens) > spec.MAX_TOKENS:
        reading.fault("tokens", f"{len(tokens)} tokens", f"at most {spec.MAX_TOKENS}")
    if len(cells) > len(tokens):
        reading.fault("tokens", f"{len(tokens)} tokens for {len(cells)} cells", "at least one token a cell")
    return tuple(tokens), tuple(cells)
