"""Components of the board game: cards, map, alliances and pieces."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from eminence.components.reading import Reading, shown
from eminence.rules import spec

PLAYERS = (3, 4, 5)


@dataclass(frozen=True, slots=True)
class Colour:
    """A colour of cards with the countries it pictures."""

    id: str
    countries: tuple[int, ...]
    cards: int


@dataclass(frozen=True, slots=True)
class Country:
    """A country of the map."""

    id: str
    names: dict[str, str]
    arms: str
    colour: int


@dataclass(frozen=True, slots=True)
class Field:
    """A monastery field: its name in notation, its own name, and where it lies (degrees north and east)."""

    id: str
    name: str
    country: int
    at: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Alliance:
    """A numbered alliance between two countries."""

    between: tuple[int, int]
    sea: bool


@dataclass(frozen=True, slots=True)
class BoardComponents:
    """What lies in the box of the board game."""

    name: str
    monasteries: int
    advisors: int
    hand: int
    open_cards: int
    removed: dict[int, int]
    colours: tuple[Colour, ...]
    countries: tuple[Country, ...]
    fields: tuple[Field, ...]
    roads: tuple[tuple[int, int], ...]
    alliances: tuple[Alliance, ...]


def read_board(data: dict[str, Any], reading: Reading) -> BoardComponents:
    """Read and check the tables of the board game."""
    simple = {"format", "mechanism", "name", "monasteries", "advisors", "hand", "open_cards", "removed", "provenance"}
    reading.keys(data, "", simple | {"colour", "country", "roads", "alliance"})
    countries, fields = read_countries(data, reading)
    colours = read_colours(data, [name for name, *_ in countries], reading)
    hand = reading.number(data, "", "hand", 1, spec.MAX_HAND)
    open_cards = reading.number(data, "", "open_cards", 0, 6)
    removed = read_removed(data, colours, reading)
    for players in PLAYERS:
        deck = sum(colour.cards - removed[players] for colour in colours)
        least = 2 * (hand * players + open_cards) + hand
        if colours and not least <= deck <= spec.MAX_DECK:
            found = f"{deck} cards with {players} players"
            reading.fault(
                "colour", found, f"{least} to {spec.MAX_DECK}, so that hands can be filled from a second pile"
            )
    return BoardComponents(
        name=reading.text(data, "", "name"),
        monasteries=reading.number(data, "", "monasteries", 1, 20),
        advisors=reading.number(data, "", "advisors", 0, 60),
        hand=hand,
        open_cards=open_cards,
        removed=removed,
        colours=colours,
        countries=tuple(
            Country(ident, names, arms, next((i for i, c in enumerate(colours) if n in c.countries), 0))
            for n, (ident, names, arms) in enumerate(countries)
        ),
        fields=fields,
        roads=read_roads(data, fields, reading),
        alliances=read_alliances(data, [name for name, *_ in countries], reading),
    )


def read_removed(data: dict[str, Any], colours: tuple[Colour, ...], reading: Reading) -> dict[int, int]:
    """Cards of each colour taken out before play, by number of players."""
    table = reading.table(data, "removed")
    reading.keys(table, "removed.", {str(players) for players in PLAYERS})
    fewest = min((colour.cards for colour in colours), default=1)
    return {players: reading.number(table, "removed.", str(players), 0, max(fewest - 1, 0), 0) for players in PLAYERS}


def read_countries(
    data: dict[str, Any], reading: Reading
) -> tuple[list[tuple[str, dict[str, str], str]], tuple[Field, ...]]:
    """Read the countries with their fields."""
    seen: set[str] = set()
    names: set[str] = set()
    countries: list[tuple[str, dict[str, str], str]] = []
    fields: list[Field] = []
    for key, table in reading.tables(data, "", "country", 2, spec.MAX_COUNTRIES):
        reading.keys(table, key, {"id", "name", "arms", "fields"})
        ident = reading.identifier(table, key, seen)
        if not ident.isalpha():
            reading.fault(f"{key}id", repr(ident), "letters only, as a number follows in notation")
        for number, (where, entry) in enumerate(reading.tables(table, key, "fields", 1, spec.MAX_FIELDS), 1):
            reading.keys(entry, where, {"name", "at"})
            name = reading.text(entry, where, "name")
            if name in names:
                reading.fault(f"{where}name", f"{name!r} occurs twice", "a different one for each field")
            names.add(name)
            at: Any = entry.get("at")
            if not is_place(at):
                reading.fault(f"{where}at", shown(at), "[degrees north, degrees east]")
                at = [0.0, 0.0]
            fields.append(Field(f"{ident}{number}", name, len(countries), (float(at[0]), float(at[1]))))
        countries.append((ident, reading.names(table, key, ident), reading.text(table, key, "arms", "plain")))
    if len(fields) > spec.MAX_FIELDS:
        reading.fault("country", f"{len(fields)} fields in all", f"at most {spec.MAX_FIELDS}")
    return countries, tuple(fields)


def is_place(at: Any) -> bool:
    """Two numbers that are degrees of latitude and longitude."""
    if not isinstance(at, list) or len(at) != 2:
        return False
    if not all(isinstance(value, int | float) and not isinstance(value, bool) for value in at):
        return False
    return bool(-90 <= at[0] <= 90 and -180 <= at[1] <= 180)


def read_colours(data: dict[str, Any], countries: list[str], reading: Reading) -> tuple[Colour, ...]:
    """Read the colours of cards; every country has exactly one."""
    seen: set[str] = set()
    pictured: set[str] = set()
    colours: list[Colour] = []
    for key, table in reading.tables(data, "", "colour", 2, spec.MAX_COLOURS):
        reading.keys(table, key, {"id", "countries", "cards"})
        ident = reading.identifier(table, key, seen)
        names = reading.texts(table, key, "countries")
        for name in names:
            if name not in countries:
                reading.fault(f"{key}countries", f"unknown country {name!r}", "one of " + ", ".join(countries))
            elif name in pictured:
                reading.fault(f"{key}countries", f"{name} has two colours", "each country on one colour")
            pictured.add(name)
        numbers = tuple(countries.index(name) for name in names if name in countries)
        colours.append(Colour(ident, numbers, reading.number(table, key, "cards", 1, spec.MAX_DECK)))
    for name in countries:
        if name not in pictured:
            reading.fault("colour", f"no card shows {name}", "each country on one colour")
    return tuple(colours)


def read_roads(data: dict[str, Any], fields: tuple[Field, ...], reading: Reading) -> tuple[tuple[int, int], ...]:
    """Read the roads: pairs of field names."""
    table = reading.table(data, "roads")
    reading.keys(table, "roads.", {"pairs"})
    pairs = table.get("pairs")
    if not isinstance(pairs, list):
        reading.fault("roads.pairs", shown(pairs), "a list of pairs of field names")
        return ()
    number = {field.name: i for i, field in enumerate(fields)} | {field.id: i for i, field in enumerate(fields)}
    roads: set[tuple[int, int]] = set()
    degree: dict[int, int] = {}
    for i, pair in enumerate(pairs, 1):
        key = f"roads.pairs[{i}]"
        if not isinstance(pair, list) or len(pair) != 2 or not all(isinstance(name, str) for name in pair):
            reading.fault(key, shown(pair), "two field names")
            continue
        lost = [name for name in pair if name not in number]
        if lost:
            reading.fault(key, f"a road to nowhere: {lost[0]!r}", "names of fields")
            continue
        a, b = sorted(number[name] for name in pair)
        if a == b or (a, b) in roads:
            reading.fault(key, "a road to itself" if a == b else f"{pair[0]}–{pair[1]} twice", "each road once")
            continue
        roads.add((a, b))
        for end in (a, b):
            degree[end] = degree.get(end, 0) + 1
            if degree[end] == 6:
                reading.fault(key, f"a sixth road at {fields[end].name}", "at most five")
    return tuple(sorted(roads))


def read_alliances(data: dict[str, Any], countries: list[str], reading: Reading) -> tuple[Alliance, ...]:
    """Read the alliances, in the order of scoring."""
    alliances: list[Alliance] = []
    for key, table in reading.tables(data, "", "alliance", 0, spec.MAX_ALLIANCES):
        reading.keys(table, key, {"between", "sea"})
        names = reading.texts(table, key, "between")
        if len(names) != 2 or names[0] == names[1] or not set(names) <= set(countries):
            reading.fault(f"{key}between", shown(names), "two of " + ", ".join(countries))
            continue
        sea = table.get("sea", False)
        if not isinstance(sea, bool):
            reading.fault(f"{key}sea", shown(sea), "true or false")
        alliances.append(Alliance((countries.index(names[0]), countries.index(names[1])), bool(sea)))
    return tuple(alliances)
