"""Reading a component file: every fault is noted with its key and what was expected, and none stops the reading."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

LANGUAGES = ("en", "de", "fr", "nl")
IDENTIFIER = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,23}")


class Reading:
    """Takes values out of nested tables and collects what is wrong with them."""

    def __init__(self) -> None:
        self.faults: list[str] = []

    def fault(self, key: str, found: str, expected: str) -> None:
        """Note a fault."""
        self.faults.append(f"{key}: {found}; expected {expected}")

    def keys(self, table: dict[str, Any], key: str, allowed: set[str]) -> None:
        """Every key that is not among the allowed ones is a fault."""
        for name in table:
            if name not in allowed:
                self.fault(f"{key}{name}", "unknown key", "one of " + ", ".join(sorted(allowed)))

    def number(
        self, table: dict[str, Any], key: str, name: str, low: int, high: int, default: int | None = None
    ) -> int:
        """A whole number within bounds; the lower bound stands in for a wrong one."""
        value = table.get(name, default)
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            self.fault(f"{key}{name}", shown(value), f"a whole number from {low} to {high}")
            return low
        return value

    def text(self, table: dict[str, Any], key: str, name: str, default: str | None = None) -> str:
        """A short text."""
        value = table.get(name, default)
        if not isinstance(value, str) or not 0 < len(value) <= 80 or not value.isprintable():
            self.fault(f"{key}{name}", shown(value), "a text of 1 to 80 printable characters")
            return "?"
        return value

    def one_of(self, table: dict[str, Any], key: str, name: str, choices: tuple[str, ...]) -> str:
        """One of several words."""
        value = table.get(name)
        if not isinstance(value, str) or value not in choices:
            self.fault(f"{key}{name}", shown(value), "one of " + ", ".join(choices))
            return choices[0]
        return value

    def identifier(self, table: dict[str, Any], key: str, seen: set[str], name: str = "id") -> str:
        """A name for the program, not used before."""
        value = table.get(name)
        if not isinstance(value, str) or not IDENTIFIER.fullmatch(value):
            self.fault(f"{key}{name}", shown(value), "letters, digits, - and _, a letter first, 24 characters at most")
            value = f"x{len(seen)}"
        elif value in seen:
            self.fault(f"{key}{name}", f"{value!r} occurs twice", "a different one each time")
        seen.add(value)
        return value

    def names(self, table: dict[str, Any], key: str, fallback: str) -> dict[str, str]:
        """A name a language: one text for all, or a table that has at least English."""
        value = table.get("name", fallback)
        if isinstance(value, dict):
            self.keys(value, f"{key}name.", set(LANGUAGES))
            english = self.text(value, f"{key}name.", "en")
            return {lang: self.text(value, f"{key}name.", lang, english) for lang in LANGUAGES}
        name = self.text(table, key, "name", fallback)
        return dict.fromkeys(LANGUAGES, name)

    def tables(
        self, table: dict[str, Any], key: str, name: str, low: int, high: int
    ) -> Iterator[tuple[str, dict[str, Any]]]:
        """The tables of a list, each with its key for messages (counted from 1)."""
        value = table.get(name, [])
        if not isinstance(value, list) or not all(isinstance(entry, dict) for entry in value):
            self.fault(f"{key}{name}", shown(value), f"a list of tables [[{name}]]")
            return
        if not low <= len(value) <= high:
            self.fault(f"{key}{name}", f"{len(value)} of them", f"{low} to {high}" if low != high else f"exactly {low}")
        for i, entry in enumerate(value[:high], 1):
            yield f"{key}{name}[{i}].", entry

    def texts(self, table: dict[str, Any], key: str, name: str) -> list[str]:
        """A list of texts."""
        value = table.get(name)
        if not isinstance(value, list) or not all(isinstance(entry, str) for entry in value):
            self.fault(f"{key}{name}", shown(value), "a list of texts")
            return []
        return value

    def table(self, table: dict[str, Any], name: str) -> dict[str, Any]:
        """A table."""
        value = table.get(name)
        if not isinstance(value, dict):
            self.fault(name, shown(value), f"a table [{name}]")
            return {}
        return value


def shown(value: Any) -> str:
    """A value for a message, never long."""
    if value is None:
        return "missing"
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # a number of thousands of digits, or tables a thousand deep
        return f"{type(value).__name__} too large to show"
    return text if len(text) <= 60 else text[:57] + "..."
