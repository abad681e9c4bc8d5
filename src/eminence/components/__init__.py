"""Decks, map and tokens as data: the built-in boxes, and files of a user's own."""

from __future__ import annotations

import hashlib
import json
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from eminence.components.board import BoardComponents, read_board
from eminence.components.display import DisplayComponents, read_display
from eminence.components.reading import Reading, shown
from eminence.errors import ComponentError

FORMAT = 1
BUILT_IN = ("richelieu", "cardinal-cards", "cardinal-board")
MAX_BYTES = 256 * 1024


@dataclass(frozen=True)
class Box:
    """Components with their data, fingerprint and source."""

    source: str
    built_in: bool
    data: dict[str, Any]
    contents: DisplayComponents | BoardComponents
    provenance: dict[str, str]

    @property
    def fingerprint(self) -> str:
        """16 hexadecimal digits that change with anything that matters in play."""
        return fingerprint(self.data)


def fingerprint(data: dict[str, Any]) -> str:
    """The fingerprint of the data of a box."""
    canonical = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(canonical.encode()).hexdigest()[:16]


@cache
def built_in(name: str) -> Box:
    """A box that comes with the package."""
    text = built_in_text(name)
    return read(tomllib.loads(text), f"{name}.toml (built in)", built_in=True)


def built_in_text(name: str) -> str:
    """The file of a box that comes with the package."""
    if name not in BUILT_IN:
        raise ComponentError(name, [f"no such box; expected one of {', '.join(BUILT_IN)}"])
    return files(__name__).joinpath(f"{name}.toml").read_text(encoding="utf-8")


def load(path: str | Path) -> Box:
    """A box from a user's own file. Raises ComponentError with every fault that the file has."""
    path = Path(path)
    try:
        size = path.stat().st_size
        if size > MAX_BYTES:
            raise ComponentError(str(path), [f"the file has {size} bytes; expected at most {MAX_BYTES}"])
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        reason = error.strerror or error
        raise ComponentError(str(path), [f"cannot be read: {reason}; expected a TOML file"]) from None
    except UnicodeDecodeError as error:
        raise ComponentError(str(path), [f"not UTF-8 at byte {error.start}; expected a TOML file in UTF-8"]) from None
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise ComponentError(str(path), [f"not TOML: {error}"]) from None
    return read(data, str(path))


def read(data: dict[str, Any], source: str, *, built_in: bool = False) -> Box:
    """A box from tables already parsed. Raises ComponentError with every fault that they have."""
    reading = Reading()
    if data.get("format") != FORMAT:
        reading.fault("format", shown(data.get("format")), f"{FORMAT}")
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
