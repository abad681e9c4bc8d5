"""What the lines of a score sheet are about: names, arms and symbols, looked up in a box."""

from __future__ import annotations

from dataclasses import dataclass, field

from eminence.components.board import BoardComponents
from eminence.components.display import DisplayComponents, Kind
from eminence.draw.heraldry import arms_of
from eminence.sheet import Line, Sheet


@dataclass(frozen=True, slots=True)
class Register:
    """Names, arms and symbols by the subject of a line; what it does not know is called by its id."""

    title: str
    lands: dict[str, tuple[str, str]] = field(default_factory=dict)
    """Name and arms of regions and countries."""
    kinds: dict[str, Kind] = field(default_factory=dict)
    """Symbols, and routes by the name of their section."""
    names: dict[str, str] = field(default_factory=dict)
    """What symbols are called."""
    pairs: tuple[tuple[str, str], ...] = ()
    """The countries of each alliance."""

    def arms(self, one: Line) -> tuple[str, ...]:
        """The arms to draw before a line."""
        if one.section == "alliance":
            return tuple(self._arms(country) for country in self._pair(one.subject))
        if one.section in ("crests", "country", "circles", "middle", "monasteries") and one.subject:
            return (self._arms(one.subject),)
        return ()

    def kind(self, one: Line) -> Kind | None:
        """The symbol to draw before a line."""
        if one.section == "symbol":
            return self.kinds.get(one.subject) or Kind(one.subject, "", {})
        return None if one.subject else self.kinds.get(one.section)

    def label(self, one: Line) -> str:
        """What a line is called; empty where the section says it all."""
        if one.section == "alliance":
            return " – ".join(self.lands[country][0] for country in self._pair(one.subject))
        if one.section == "symbol":
            return self.names.get(one.subject, one.subject)
        return self.lands.get(one.subject, (one.subject, ""))[0]

    def _arms(self, subject: str) -> str:
        """The arms of a country; a plain shield for one not known."""
        return self.lands[subject][1] if subject in self.lands else arms_of("plain", subject)

    def _pair(self, number: str) -> tuple[str, ...]:
        """The countries of an alliance; none if it is not known."""
        place = int(number) - 1 if number.isdecimal() else -1
        return self.pairs[place] if 0 <= place < len(self.pairs) else ()


def register(sheet: Sheet, language: str) -> Register:
    """What the box of a sheet says about its lines."""
    from eminence.game import EDITIONS

    title = EDITIONS[sheet.game].title
    contents = sheet.box.contents
    if isinstance(contents, DisplayComponents):
        return _of_display(contents, title, language)
    return _of_board(contents, title, language)


def _of_display(box: DisplayComponents, title: str, language: str) -> Register:
    """The regions and symbols of a display game."""
    kinds = {kind.id: kind for kind in box.symbols} | {f"{kind.id}s": kind for kind in box.symbols}
    return Register(
        title=title,
        lands={one.id: (one.names[language], arms_of(one.arms, one.initial)) for one in box.regions},
        kinds=kinds,
        names={kind.id: kind.names[language] for kind in box.symbols},
    )


def _of_board(box: BoardComponents, title: str, language: str) -> Register:
    """The countries and alliances of a map."""
    ids = [country.id for country in box.countries]
    return Register(
        title=title,
        lands={one.id: (one.names[language], arms_of(one.arms, one.id)) for one in box.countries},
        pairs=tuple((ids[a.between[0]], ids[a.between[1]]) for a in box.alliances),
    )
