"""Score sheets, in the order of the printed forms."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from eminence.draw import cards
from eminence.draw.heraldry import shield
from eminence.draw.palette import mix
from eminence.draw.register import Register, register
from eminence.draw.svg import Style, circle, definitions, fitted, line, picture, rect, shortened, text
from eminence.draw.symbols import marker, sign
from eminence.draw.words import listed, points, word
from eminence.sheet import Line, Sheet

MARGIN = 28.0
NAME, WIDE_NAME = 216.0, 264.0
ROW = 31.0
SECTION = 30.0
HEAD = 66.0


@dataclass(frozen=True, slots=True)
class Entry:
    """One row of the sheet: a picture and a name on the left, numbers by column on the right."""

    icon: Callable[[float, float], str] | None
    label: str
    values: tuple[int, ...]
    strong: bool = False
    section: bool = False
    indent: float = 50.0


class Form:
    """A score sheet being drawn."""

    def __init__(self, sheet: Sheet, names: Sequence[str] | None, style: Style) -> None:
        self.sheet, self.style = sheet, style
        self.known: Register = register(sheet, style.language)
        self.players = len(sheet.totals)
        self.names = list(names) if names else [word("seat", style.language, p + 1) for p in range(self.players)]
        self.paired = any(one.section == "circles" for one in sheet.lines)
        self.column = 112.0 if self.paired else max(86.0, 300 / self.players)
        self.allied = any(one.section == "alliance" for one in sheet.lines)
        self.name = WIDE_NAME if self.allied else NAME
        self.width = self.name + self.players * self.column

    # What stands on the sheet.

    def entries(self) -> list[Entry]:
        """All rows, from the first section to the rank."""
        if self.paired:
            rows = self._countries()
        else:
            rows = []
            for section in dict.fromkeys(one.section for one in self.sheet.lines):
                chosen = [one for one in self.sheet.lines if one.section == section]
                if len(chosen) > 1 or chosen[0].subject:
                    rows.append(self._heading(section))
                rows += [self._plain(one) for one in chosen]
        totals = Entry(None, word("total", self.style.language), tuple(self.sheet.totals), strong=True)
        return [*rows, totals]

    def _heading(self, section: str) -> Entry:
        """The name of a section."""
        return Entry(None, self._word(section), (), section=True)

    def _word(self, section: str) -> str:
        """A section in the language of the sheet; a user's own route is called by its id."""
        key = "minus" if section == "tablets" else section
        try:
            return word(key, self.style.language)
        except KeyError:
            return section

    def _plain(self, one: Line) -> Entry:
        """A line with one number a player."""
        label = self.known.label(one)
        if not label and one.section != "alliance":
            label = self._word(one.section)
        return Entry(self._icon(one), label, one.values, indent=98.0 if one.section == "alliance" else 50.0)

    def _countries(self) -> list[Entry]:
        """The card game's form: two columns a player, subtotals, then what has one number a player."""
        circles = {one.subject: one.values for one in self.sheet.lines if one.section == "circles"}
        rows = []
        for one in self.sheet.lines:
            if one.section == "country":
                paired = zip(one.values, circles.get(one.subject, (0,) * self.players), strict=True)
                rows.append(Entry(self._icon(one), self.known.label(one), tuple(v for both in paired for v in both)))
        if len(self.sheet.subtotals) == 2:
            sums = zip(*(one.values for one in self.sheet.subtotals), strict=True)
            rows.append(
                Entry(None, word("subtotal", self.style.language), tuple(v for both in sums for v in both), strong=True)
            )
        return rows + [self._plain(one) for one in self.sheet.lines if one.section not in ("country", "circles")]

    def _icon(self, one: Line) -> Callable[[float, float], str] | None:
        """What is drawn before a line's name: shields, a symbol, a number."""
        style = self.style
        arms = self.known.arms(one)
        if one.section == "alliance":
            return lambda x, y: self._alliance(one.subject, arms, x, y)
        if arms:
            return lambda x, y: shield(arms[0], x + 16, y - 13, 22, prefix=style.prefix)
        kind = self.known.kind(one)
        if kind is not None:
            plaque = one.section != "symbol"
            return lambda x, y: cards.kind_sign(kind, x + 14, y - 13, 26, style, plaque=plaque)
        name = {"tablets": "minus", "chains": "monastery"}.get(one.section)
        if name:
            ink, ground = style.theme.ink, style.theme.surface
            return lambda x, y: sign(name, x + 16, y - 11, 22, fill=ink, line=ground, prefix=style.prefix)
        return None

    def _alliance(self, number: str, arms: Sequence[str], x: float, y: float) -> str:
        """An alliance: its number and, if they are known, the shields of both countries."""
        theme = self.style.theme
        parts = circle(x + 27, y, 10.5, theme.ink)
        parts += text(number, x + 27, y + 4.1, 11.5, theme.surface, anchor="middle", bold=True)
        for place, one in enumerate(arms):
            parts += shield(one, x + 45 + place * 24, y - 12.5, 21, prefix=self.style.prefix)
        return parts

    # How it is drawn.

    def draw(self) -> str:
        """The whole sheet."""
        style, theme, language = self.style, self.style.theme, self.style.language
        heading = word("final" if self.sheet.final else "standing", language)
        parts = [
            text(
                self.known.title,
                MARGIN,
                50,
                fitted(self.known.title, 27, self.width * 0.82, bold=True),
                theme.ink,
                serif=True,
                bold=True,
            ),
            text(heading, MARGIN, 74, 14, theme.muted),
        ]
        rows = self.entries()
        top = 92.0
        height = HEAD + (18 if self.paired else 0) + sum(SECTION if row.section else ROW for row in rows) + ROW + 12
        edge = f' stroke="{theme.line}"'
        parts.append(rect(MARGIN, top, self.width, height, theme.surface, radius=9, extra=edge))
        parts.append(self._columns(top, height))
        y = top + HEAD + (18 if self.paired else 0)
        for row in rows:
            parts.append(self._entry(row, y))
            y += SECTION if row.section else ROW
        parts.append(self._ranks(y))
        reason = _verdict(self.sheet, self.names, language)
        size = fitted(reason, 15, self.width, bold=True)
        parts.append(text(reason, MARGIN, top + height + 32, size, theme.ink, bold=True))
        body = "".join(parts)
        arms = list(dict.fromkeys(one for row in self.sheet.lines for one in self.known.arms(row)))
        return picture(
            self.width + 2 * MARGIN,
            top + height + 58,
            definitions(body, arms, (), style),
            body,
            self.known.title,
            style,
        )

    def _left(self, seat: int) -> float:
        """Where a player's column begins."""
        return MARGIN + self.name + seat * self.column

    def _columns(self, top: float, height: float) -> str:
        """The heads of the players' columns, and quiet stripes behind every other."""
        theme, language = self.style.theme, self.style.language
        parts = []
        for seat, name in enumerate(self.names):
            left = self._left(seat)
            middle = left + self.column / 2
            if (self.players - seat) % 2 == 0:
                parts.append(rect(left, top + 1, self.column, height - 2, mix(theme.surface, theme.table, 0.55)))
            parts.append(marker(seat, middle - 15, top + 9, 30, theme=theme, prefix=self.style.prefix))
            label = shortened(name, 13.5, self.column - 8, bold=True)
            parts.append(text(label, middle, top + 56, 13.5, theme.ink, anchor="middle", bold=True))
            if self.paired:
                for place, key in enumerate(("country", "circles")):
                    word_ = word(key, language)
                    x = left + self.column * (0.27 + 0.46 * place)
                    size = fitted(word_, 11.5, self.column * 0.46)
                    parts.append(text(word_, x, top + 76, size, theme.muted, anchor="middle"))
        return "".join(parts)

    def _entry(self, row: Entry, y: float) -> str:
        """One row."""
        theme = self.style.theme
        if row.section:
            return text(row.label, MARGIN + 16, y + 21, 12.5, theme.muted, bold=True)
        middle = y + ROW / 2
        rule = line(f"M{MARGIN + 12:g} {y:g}H{MARGIN + self.width - 12:g}", theme.ink if row.strong else theme.line, 1)
        parts = [rule, row.icon(MARGIN, middle) if row.icon else ""]
        if row.strong:
            parts.append(text(row.label, MARGIN + 16, middle + 5.5, 15, theme.ink, bold=True))
        else:
            left = row.indent if row.icon else 16.0
            size = fitted(row.label, 14, self.name - left - 8)
            parts.append(text(row.label, MARGIN + left, middle + 5, size, theme.ink))
        return "".join(parts) + self._values(row, middle)

    def _values(self, row: Entry, middle: float) -> str:
        """The numbers of a row; nothing scored is a quiet dot, and the best are bold."""
        theme = self.style.theme
        doubled = len(row.values) == 2 * self.players
        parts = []
        for place, value in enumerate(row.values):
            seat = place // 2 if doubled else place
            share = (0.27 + 0.46 * (place % 2)) if doubled else 0.5
            x = self._left(seat) + self.column * share
            if not value and not row.strong:
                parts.append(text("·", x, middle + 5, 15, theme.muted, anchor="middle"))
                continue
            size = 19 if row.strong and not doubled else 15.5
            parts.append(
                text(points(value), x, middle + size * 0.36, size, theme.ink, anchor="middle", bold=row.strong)
            )
        return "".join(parts)

    def _ranks(self, y: float) -> str:
        """The last row: ranks, the winners' on a bright ground."""
        theme, language = self.style.theme, self.style.language
        parts = [text(word("rank", language), MARGIN + 16, y + 21, 14, theme.muted)]
        for seat, rank in enumerate(self.sheet.ranks):
            x = self._left(seat) + self.column / 2
            if seat in self.sheet.winners:
                parts.append(rect(x - 20, y + 4, 40, 24, mix(theme.surface, theme.accent, 0.3), radius=12))
            parts.append(text(f"{rank}.", x, y + 21.5, 15, theme.ink, anchor="middle", bold=rank == 1))
        return "".join(parts)


def score_sheet(sheet: Sheet, names: Sequence[str] | None, style: Style) -> str:
    """A score sheet as a picture."""
    return Form(sheet, names, style).draw()


def _verdict(sheet: Sheet, names: Sequence[str], language: str) -> str:
    """Who wins or leads, and what decided it."""
    best = [names[seat] for seat, rank in enumerate(sheet.ranks) if rank == 1]
    if not sheet.final and len(best) > 1:
        return word("abreast", language, listed(best, language))
    if len(best) > 1:
        return word(sheet.decided_by, language, listed(best, language))
    said = word("wins" if sheet.final else "leads", language, best[0])
    if sheet.decided_by == "points":
        return said
    tied = [seat for seat, total in enumerate(sheet.totals) if total == max(sheet.totals)]
    tied.sort(key=lambda seat: sheet.ranks[seat])
    numbers = " : ".join(str(sheet.breakers[seat]) for seat in tied)
    return word("because", language, said, word(sheet.decided_by, language, numbers))
