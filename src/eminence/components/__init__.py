"""Decks, map and tokens as data: the built-in boxes, and files of a user's own."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from eminence.components.board import BoardComponents, read_board
from eminence.components.display import DisplayComponents, read_display
from eminence.components.reading import Reading, shown
from eminence.errors import ComponentError

FORMAT = 1
BUILT_IN = ("richelieu", "cardinal-cards", "cardinal-board")
MAX_BYTES = 64 * 1024
MAX_DOTS = 256  # in a line: tomllib's time grows with the square of the parts of a dotted key


@dataclass(frozen=True)
class Box:
    """Components with their data, fingerprint and source."""

    source: str
    built_in: bool
    data: dict[str, Any]
    contents: DisplayComponents | BoardComponents
    provenance: dict[str, str]

    @cached_property
    def fingerprint(self) -> str:
        """16 hexadecimal digits that change with anything that matters in play."""
        canonical = json.dumps(essence(self.data), sort_keys=True, separators=(",", ":"), ensure_ascii=True)
        return hashlib.sha256(canonical.encode()).hexdigest()[:16]


def essence(data: dict[str, Any]) -> dict[str, Any]:
    """What matters in play: not what things are called, nor how they look."""
    tables = ("region", "symbol", "circle", "country", "colour", "alliance")
    kept = {key: value for key, value in data.items() if key != "name"}
    for name in tables:
        if name in kept:
            kept[name] = [
                {key: value for key, value in table.items() if key not in ("name", "initial", "arms", "sea")}
                for table in kept[name]
            ]
    return kept


@cache
def built_in(name: str) -> Box:
    """A box that comes with the package."""
    source = f"{name}.toml (built in)"
    return read(parse(built_in_text(name), source), source, built_in=True)


def built_in_text(name: str) -> str:
    """The file of a box that comes with the package."""
    if name not in BUILT_IN:
        raise ComponentError(name, [f"no such box; expected one of {', '.join(BUILT_IN)}"])
    return (Path(__file__).parent / f"{name}.toml").read_text(encoding="utf-8")


def load(path: str | Path) -> Box:
    """A box from a user's own file. Raises ComponentError with every fault that the file has."""
    path = Path(path)
    try:
        text = read_bounded(path, MAX_BYTES)
    except UnicodeDecodeError as error:
        raise ComponentError(str(path), [f"not UTF-8 at byte {error.start}; expected a TOML file in UTF-8"]) from None
    except (OSError, ValueError) as error:  # ValueError: no system has a path with such characters
        reason = getattr(error, "strerror", None) or error
        raise ComponentError(str(path), [f"cannot be read: {reason}; expected a TOML file"]) from None
    if text is None:
        raise ComponentError(str(path), [f"the file is longer than {MAX_BYTES} bytes; expected at most that"])
    return read(parse(text, str(path)), str(path))


def read_bounded(path: Path, limit: int) -> str | None:
    """The text of a file, pipe or device; None if there is more than the limit, of which no more is read."""
    with path.open("rb") as file:
        raw = file.read(limit + 1)
    return raw.decode("utf-8") if len(raw) <= limit else None


def parse(text: str, source: str) -> dict[str, Any]:
    """The tables of a TOML file."""
    import tomllib  # here, as whoever only imports eminence reads no file

    for number, line in enumerate(text.split("\n"), 1):
        if line.count(".") > MAX_DOTS:
            raise ComponentError(source, [f"line {number}: {line.count('.')} dots; expected at most {MAX_DOTS}"])
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # ValueError: also a number of thousands of digits
        reason = str(error).split(";")[0]
        raise ComponentError(source, [f"not TOML: {reason}; expected a TOML file"]) from None


def read(data: dict[str, Any], source: str, *, built_in: bool = False) -> Box:
    """A box from tables already parsed. Raises ComponentError with every fault that they have."""
    reading = Reading()
    version = data.get("format")
    if type(version) is not int or version != FORMAT:
        reading.fault("format", shown(version), f"{FORMAT}")
    mechanism = reading.one_of(data, "", "mechanism", ("display", "board"))
    provenance = data.get("provenance", {})
    if not isinstance(provenance, dict) or not all(isinstance(note, str) for note in provenance.values()):
        reading.fault("provenance", shown(provenance), "a table of texts")
        provenance = {}
    contents = read_board(data, reading) if mechanism == "board" else read_display(data, reading)
    if reading.faults:
        raise ComponentError(source, reading.faults)
    play = {key: value for key, value in data.items() if key != "provenance"}
    return Box(source, built_in, play, contents, provenance)
