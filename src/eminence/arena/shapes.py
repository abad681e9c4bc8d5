"""What plain data from a file must look like, and a complaint that names the place where it does not."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from math import inf, isfinite
from typing import Any

from eminence.arena.errors import ArenaError

Fits = Callable[[Any], bool]
Fields = Mapping[str, tuple[Fits, str]]
"""What the values of some keys must be: a test, and in words what is expected."""

MOST_WHOLE = 10**30  # seeds are the largest whole numbers that anybody writes
MOST_NUMBER = 1e15
"""What is beyond is damage, and too large to be counted with."""


def is_whole(value: Any, least: float = 0, most: float = MOST_WHOLE) -> bool:
    """Whether it is a whole number between bounds; true and false are none.

    >>> is_whole(3), is_whole(-1), is_whole(3.0), is_whole(True), is_whole(10**400)
    (True, False, False, False, False)
    """
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def is_number(value: Any, least: float = -MOST_NUMBER, most: float = MOST_NUMBER) -> bool:
    """Whether it is a finite number between bounds.

    >>> is_number(0.5), is_number(10**400), is_number(float("nan"))
    (True, False, False)
    """
    return is_whole(value, least, most) or (isinstance(value, float) and isfinite(value) and least <= value <= most)


def is_text(value: Any) -> bool:
    """Whether it is a text."""
    return isinstance(value, str)


def is_line(value: Any) -> bool:
    """Whether it is a text of one line that breaks out of no block of code.

    >>> is_line("eminence ladder"), is_line("two\\nlines"), is_line("```")
    (True, False, False)
    """
    return is_text(value) and value.isprintable() and "`" not in value


def is_list(value: Any, fits: Fits, least: int = 0, most: float = inf) -> bool:
    """Whether it is a list of such entries, so many of them."""
    return isinstance(value, list) and least <= len(value) <= most and all(fits(entry) for entry in value)


def is_map(value: Any, fits: Fits) -> bool:
    """Whether it is a mapping to such values."""
    return isinstance(value, dict) and all(fits(entry) for entry in value.values())


def or_none(fits: Fits) -> Fits:
    """The same, or null."""
    return lambda value: value is None or fits(value)


def is_format(value: Any, known: int) -> bool:
    """Whether it is the number of this format; 1.0 and true are no numbers of formats."""
    return is_whole(value) and bool(value == known)


def check_fields(where: str, data: Any, fields: Fields, optional: Iterable[str] = ()) -> None:
    """Refuse data that lacks something, or has something else in its place."""
    lacking = [key for key in fields if not isinstance(data, dict) or (key not in data and key not in optional)]
    if lacking:
        raise ArenaError(f"{where}: there is no {lacking[0]!r}; expected one")
    for key, (fits, expected) in fields.items():
        if key in data and not fits(data[key]):
            raise ArenaError(f"{where}: {key} is {shown(data[key])}; expected {expected}")


def shown(value: Any) -> str:
    """A value as an error may show it.

    >>> shown(None), shown("x" * 99)
    ('null', "'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…")
    """
    text = "null" if value is None else repr(value)
    return text if len(text) <= 60 else f"{text[:59]}…"
