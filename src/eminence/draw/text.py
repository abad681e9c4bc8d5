"""Tables and score sheets as text: plain for print() and files, and as spans that a terminal can colour.

A card is its region's initial and face: `Bg2` two crests of Bourgogne, `Br1s` one crest and a sword, `FrCs` a circle
cross and a ship of France. Below it stand its marks: `^` may be taken now, `*` a token, `@2` a marker of seat 2.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from eminence.components.display import DisplayComponents, Kind
from eminence.components.reading import LANGUAGES
from eminence.draw.words import check_language, listed, points, word
from eminence.view import BoardView, DisplayView, View

if TYPE_CHECKING:
    from eminence.sheet import Sheet

Span = tuple[str, str]
"""A piece of text and what it is: head, muted, end, token, seat:0, region:3, colour:1, or nothing."""
Row = list[Span]

WIDTH = 100

OWN: dict[str, tuple[str, str, str, str]] = {
    "may": ("may be taken", "darf genommen werden", "peut être prise", "mag genomen worden"),
    "end": ("end of a row", "Ende einer Reihe", "bout d’une rangée", "eind van een rij"),
    "token": ("token", "Plättchen", "jeton", "fiche"),
    "marker": ("marker of", "Marker von", "marqueur de", "marker van"),
    "played": ("played", "gespielt", "joués", "gespeeld"),
    "back": ("marker back", "Marker zurück", "marqueur rendu", "marker terug"),
    "three": ("three symbols", "drei Symbole", "trois symboles", "drie symbolen"),
    "colours": ("any colours", "beliebige Farben", "couleurs au choix", "alle kleuren"),
    "minus": ("−2 points", "−2 Punkte", "−2 points", "−2 punten"),
    "crest": ("crest", "Wappen", "blason", "wapen"),
    "advisors": ("advisors", "Ratsherren", "conseillers", "raadsheren"),
    "monasteries": ("monasteries", "Klöster", "monastères", "kloosters"),
    "room": ("room for", "Platz für", "place pour", "plaats voor"),
    "now": ("if it ended now", "wenn es jetzt aus wäre", "si elle finissait maintenant", "als het nu eindigde"),
}


def own(key: str, language: str) -> str:
    """A word that only the text pictures use."""
    return OWN[key][LANGUAGES.index(language)]


def name_of(names: dict[str, str], language: str, fallback: str) -> str:
    """A component's name in a language."""
    return names.get(language) or names.get("en") or fallback


def table_text(view: View, *, language: str = "en") -> str:
    """The table as plain text, at most about 100 columns wide."""
    return plain(table_rows(view, language=language))


def sheet_text(sheet: Sheet, *, names: Sequence[str] | None = None, language: str = "en") -> str:
    """The score sheet as an aligned table in the rulebook's order, with the verdict and what decided a tie."""
    return plain(sheet_rows(sheet, names=names, language=language))


def plain(rows: Iterable[Row]) -> str:
    """Rows of spans as one text."""
    return "\n".join("".join(text for text, _ in row).rstrip() for row in rows)


def table_rows(view: View, *, language: str = "en", width: int = WIDTH) -> list[Row]:
    """The table as rows of spans."""
    rows = [heading(view, check_language(language))]
    if isinstance(view, DisplayView):
        rows += display_rows(view) + legend(view, language, width)
    elif isinstance(view, BoardView):
        rows += country_rows(view, language, width)
        rows += [[], card_row(view, language), []]
    for seat in range(view.players):
        rows += panel(view, seat, language, width)
    return rows


def heading(view: View, language: str) -> Row:
    """Game, turn, whose decision it is and which."""
    turn = word("turn", language, view.turn if view.over else view.turn + 1)
    title: Row = [(view.game.title, "head"), (f" · {turn} · ", "muted")]
    if view.over:
        return [*title, (word("over", language), "head")]
    pending = view.pending if isinstance(view, DisplayView) else None
    doing = word("play" if view.phase == "turn" else view.phase, language, pending)
    return [*title, (seat_name(view, view.seat, language), f"seat:{view.seat}"), (f" {doing}", "")]


def seat_name(view: View, seat: int, language: str) -> str:
    """The seat as people count, and whether it is the viewer's."""
    mine = f" ({word('you', language)})" if view.viewer == seat else ""
    return word("seat", language, seat + 1) + mine


def wrapped(chunks: Iterable[Span], width: int, indent: int) -> list[Row]:
    """Chunks with two spaces between them, broken where they grow too long into rows indented by four."""
    rows: list[Row] = []
    used = 0
    for text, kind in chunks:
        if not rows or used + 2 + len(text) > width:
            used = 4 if rows else indent
            rows.append([(" " * used, "")])
        else:
            rows[-1].append(("  ", ""))
            used += 2
        rows[-1].append((text, kind))
        used += len(text)
    return rows


def letters(kinds: Sequence[Kind]) -> list[str]:
    """A letter for each kind of symbol: its own, or the first of its id that is still free."""
    used: list[str] = []
    for kind in kinds:
        options = kind.letter or kind.id
        used.append(next((letter for letter in options if letter not in used), "?"))
    return used


def card_text(box: DisplayComponents, number: int) -> str:
    """A card type in few letters, for instance Bg2, Br1s, FrCs."""
    card = box.types[number]
    face = "".join(box.circles[kind].letter for kind in card.circles) or "-" if box.circles else str(card.weight)
    symbol = letters(box.symbols)[card.symbol] if card.symbol >= 0 else ""
    return box.regions[card.region].initial + face + symbol


def display_rows(view: DisplayView) -> list[Row]:
    """The rows of cards, two lines each: faces, and the marks below them."""
    box, cards, takers, markers = view.box, view.cards, view.takers, view.markers
    faces = [card_text(box, kind) for kind in cards]
    step = max(4, *(len(face) for face in faces)) + 1
    asked = view.viewer == view.seat and view.phase == "take"
    ends = set(view.legal) if asked else set(row_ends(view))
    lying = {token["cell"] for token in view.tokens if token["holder"] is None}
    rows: list[Row] = [[("   ", ""), *((str(i + 1).ljust(step), "muted") for i in range(box.columns))]]
    for row in range(box.rows):
        above: Row = [(f" {'ABCDEFGH'[row]} ", "muted")]
        below: Row = [("   ", "")]
        for cell in range(row * box.columns, (row + 1) * box.columns):
            if takers[cell] >= 0:
                above.append(("·".ljust(step), "muted"))
                below.append((" " * step, ""))
                continue
            above += [(faces[cell].ljust(step - 1), f"region:{box.types[cards[cell]].region}"), (" ", "")]
            marks: Row = [("^", "end")] if cell in ends and not view.over else []
            marks += [("*", "token")] if box.cell_name(cell) in lying else []
            marks += [(f"@{markers[cell] + 1}", f"seat:{markers[cell]}")] if markers[cell] >= 0 else []
            below += [*marks, (" " * (step - sum(len(text) for text, _ in marks)), "")]
        rows += [above, below]
    return rows


def legend(view: DisplayView, language: str, width: int) -> list[Row]:
    """What the marks and letters mean."""
    box = view.box
    asked = view.viewer == view.seat and view.phase == "take"
    kinds = [(kind, kind.letter) for kind in box.circles]
    kinds += list(zip(box.symbols, letters(box.symbols), strict=True))
    meanings = [
        "^ " + own("may" if asked else "end", language),
        "* " + own("token", language),
        f"@1 {own('marker', language)} {word('seat', language, 1)}",
        *(f"{letter} {name_of(kind.names, language, kind.id)}" for kind, letter in kinds),
    ]
    return wrapped([(meaning, "muted") for meaning in meanings], width, 3)


def row_ends(view: DisplayView) -> list[int]:
    """The ends of the rows that still lie."""
    takers, columns = view.takers, view.box.columns
    ends: list[int] = []
    for row in range(view.box.rows):
        lying = [cell for cell in range(row * columns, (row + 1) * columns) if takers[cell] < 0]
        ends += lying[:1] + lying[1:][-1:]
    return ends


def token_text(box: DisplayComponents, face: str, language: str) -> str:
    """A token's face in words."""
    kind, _, ident = face.partition(":")
    if kind == "crest":
        region = next(region for region in box.regions if region.id == ident)
        return f"{own('crest', language)} {name_of(region.names, language, ident)}"
    if kind == "symbol":
        return next(name_of(symbol.names, language, ident) for symbol in box.symbols if symbol.id == ident)
    return own(kind, language)


def panel(view: View, seat: int, language: str, width: int) -> list[Row]:
    """What lies before a player."""
    first = [
        (("> " if seat == view.seat and not view.over else "  ") + seat_name(view, seat, language), f"seat:{seat}")
    ]
    if isinstance(view, BoardView):
        return wrapped([*first, *board_supply(view, seat, language)], width, 0)
    assert isinstance(view, DisplayView)
    held = [token for token in view.tokens if token["holder"] == seat]
    faces = [token_text(view.box, token["face"], language) for token in held if token["face"] and not token["played"]]
    faces += ["?"] * sum(1 for token in held if not token["face"])
    first += [
        (f"{word('supply', language)} {view.supply[seat]}", ""),
        (f"{word('box', language)} {view.boxed[seat]}", ""),
        (f"{word('cards', language)} {len(view.collection(seat))}", ""),
    ]
    if faces:
        first.append((f"{word('tokens', language)}: {', '.join(faces)}", "token"))
    played = [token_text(view.box, token["face"], language) for token in held if token["played"]]
    if played:
        first.append((f"{own('played', language)}: {', '.join(played)}", "muted"))
    return wrapped([*first, *collected(view, seat, language)], width, 0)


def collected(view: DisplayView, seat: int, language: str) -> list[Span]:
    """A player's cards by region: crests, or cards and circle symbols; then the symbols over all regions."""
    box = view.box
    cards = [box.types[kind] for kind in view.collection(seat)]
    chunks: list[Span] = []
    for number, region in enumerate(box.regions):
        mine = [card for card in cards if card.region == number]
        if not mine:
            continue
        count = str(len(mine) if box.circles else sum(card.weight for card in mine))
        circles = [kind for card in mine for kind in card.circles]
        detail = "".join(f"{kind.letter}{circles.count(k)}" for k, kind in enumerate(box.circles) if k in circles)
        chunks.append((region.initial + count + (f":{detail}" if detail else ""), f"region:{number}"))
    for number, kind in enumerate(box.symbols):
        held = sum(1 for card in cards if card.symbol == number)
        chunks += [(f"{name_of(kind.names, language, kind.id)} {held}", "")] if held else []
    return chunks


def field_owners(view: BoardView, country: int) -> list[tuple[str, int]]:
    """Name and owner of each field of a country, in the order of their numbers."""
    return [(f.name, view.owners[i]) for i, f in enumerate(view.box.fields) if f.country == country]


def country_label(view: BoardView, country: int, language: str) -> Row:
    """Code, name and card colour of a country."""
    entry, widest = view.box.countries[country], max(len(c.id) for c in view.box.countries)
    names = [name_of(c.names, language, c.id) for c in view.box.countries]
    colour = view.box.colours[entry.colour].id
    name = names[country].ljust(max(map(len, names)))
    return [(f" {entry.id.ljust(widest)} {name} ", ""), (colour.ljust(3), f"colour:{entry.colour}"), (" ", "")]


def advisor_marks(view: BoardView, country: int, language: str) -> Row:
    """The advisors on the crest and how many more may come."""
    row = view.advisors[country]
    owners = [owner for _, owner in field_owners(view, country)]
    room = max(owners.count(seat) for seat in range(view.players)) - sum(row)
    marks: Row = [(f"{own('advisors', language)} ", "muted")] if any(row) or room else []
    marks += [(f"@{seat + 1} ", f"seat:{seat}") for seat, count in enumerate(row) for _ in range(count)]
    return [*marks, (f"{own('room', language)} {room}", "muted")] if room else marks


def country_rows(view: BoardView, language: str, width: int) -> list[Row]:
    """The countries with the names of their fields and who holds them."""
    rows: list[Row] = []
    for country, entry in enumerate(view.box.countries):
        rows.append([*country_label(view, country, language), *advisor_marks(view, country, language)])
        fields = [
            (
                f"{entry.id}{number} {name}" + (f" @{owner + 1}" if owner >= 0 else ""),
                f"seat:{owner}" if owner >= 0 else "",
            )
            for number, (name, owner) in enumerate(field_owners(view, country), 1)
        ]
        rows += wrapped(fields, width, 4)
    return rows


def counted(view: BoardView, counts: Sequence[int]) -> list[Span]:
    """Cards by colour, one word a card."""
    return [(view.box.colours[k].id, f"colour:{k}") for k, count in enumerate(counts) for _ in range(count)]


def spaced(spans: Sequence[Span], none: str = "–") -> Row:
    """Spans with a space between them."""
    row = [part for span in spans for part in (span, (" ", ""))]
    return row[:-1] if row else [(none, "muted")]


def card_row(view: BoardView, language: str) -> Row:
    """Open cards, pile and discards."""
    row: Row = [(f"  {word('open', language)} ", "muted"), *spaced(counted(view, view.open_cards))]
    row += [(f"   {word('pile', language)} ", "muted"), (str(view.pile_size), "")]
    if view.second_half:
        row.append((f" ({word('last round' if view.last_round else 'second half', language)})", "head"))
    row.append((f"   {word('discards', language)} ", "muted"))
    totals = [(f"{view.box.colours[k].id}×{n}", f"colour:{k}") for k, n in enumerate(view.discards) if n]
    return row + spaced(totals)


def board_supply(view: BoardView, seat: int, language: str) -> list[Span]:
    """Pieces left, score and hand of a player; `?` for a card that the viewer does not know."""
    known = counted(view, view.hands[seat])
    hand = [text for text, _ in known] + ["?"] * (view.hand_sizes[seat] - len(known))
    return [
        (f"{word('hand', language)} {' '.join(hand) or '–'}", ""),
        (f"{own('monasteries', language)} {view.monasteries_left[seat]}", ""),
        (f"{own('advisors', language)} {view.advisors_left[seat]}", ""),
        (f"{word('points', language)} {view.track[seat]}", ""),
    ]


def sheet_rows(sheet: Sheet, *, names: Sequence[str] | None = None, language: str = "en") -> list[Row]:
    """The score sheet as rows of spans."""
    players = names or [word("seat", check_language(language), seat + 1) for seat in range(len(sheet.totals))]
    players = [name if len(name) <= 14 else name[:13] + "…" for name in players]
    widths = [max(6, len(name)) for name in players]
    subjects = subject_names(sheet, language)
    entries: list[tuple[str, Sequence[int] | None, str]] = []
    section = ""
    subtotals = list(sheet.subtotals)
    for line in sheet.lines:
        alone = line.section in ("country", "circles")
        if alone:
            label = subjects[line.key] if line.section == "country" else f"  {word('circles', language).lower()}"
            entries.append((label, line.values, ""))
            continue
        while subtotals:
            part = subtotals.pop(0)
            entries.append(
                (f"{word(part.subject, language)}, {word('subtotal', language).lower()}", part.values, "head")
            )
        if line.subject and line.section != section:
            entries.append((word(line.section, language), None, "head"))
        section = line.section
        entries.append((("  " if line.subject else "") + subjects[line.key], line.values, ""))
    first = max(len(label) for label, *_ in entries) + 2
    rule: Row = [("─" * (first + sum(widths) + 2 * len(widths)), "muted")]
    title = word("final" if sheet.final else "standing", language)
    head = [
        (f"  {name:>{width}}", f"seat:{seat}") for seat, (name, width) in enumerate(zip(players, widths, strict=True))
    ]
    rows: list[Row] = [[(title.ljust(first), "head"), *head], rule]
    for label, values, kind in entries:
        row: Row = [(label.ljust(first), kind)]
        for value, width in zip(values or (), widths, strict=bool(values)):
            row.append((f"  {points(value):>{width}}", kind or ("muted" if value == 0 else "")))
        rows.append(row)
    for key, figures in (("total", [points(total) for total in sheet.totals]), ("rank", [str(r) for r in sheet.ranks])):
        cells: Row = [(f"  {text:>{width}}", "head") for text, width in zip(figures, widths, strict=True)]
        rows += [rule] if key == "total" else []
        rows.append([(word(key, language).ljust(first), "head"), *cells])
    return [*rows, [], [(verdict(sheet, players, language), "head")]]


def subject_names(sheet: Sheet, language: str) -> dict[str, str]:
    """What each line of a sheet is called."""
    box = sheet.box.contents
    names: dict[str, str] = {}
    if isinstance(box, DisplayComponents):
        names = {region.id: name_of(region.names, language, region.id) for region in box.regions}
        names |= {kind.id: name_of(kind.names, language, kind.id) for kind in box.symbols}
    else:
        names = {country.id: name_of(country.names, language, country.id) for country in box.countries}
        for number, alliance in enumerate(box.alliances, 1):
            one, other = (name_of(box.countries[c].names, language, "?") for c in alliance.between)
            names[str(number)] = f"{number:>2} {one} – {other}"
    return {
        line.key: names.get(line.subject, line.subject) if line.subject else section_name(line.section, language)
        for line in sheet.lines
    }


def section_name(section: str, language: str) -> str:
    """A section without subjects; a symbol of somebody's own box keeps its id."""
    try:
        return word("minus" if section == "tablets" else section, language)
    except KeyError:
        return section


def verdict(sheet: Sheet, players: Sequence[str], language: str) -> str:
    """Who wins or leads, and what decided among equal points."""
    best = [seat for seat, rank in enumerate(sheet.ranks) if rank == 1]
    names = listed([players[seat] for seat in best], language)
    decided = sheet.decided_by
    if not sheet.final:
        text = word("leads" if len(best) == 1 else "abreast", language, names)
        return f"{text} ({own('now', language)})."
    tied = [seat for seat, total in enumerate(sheet.totals) if total == max(sheet.totals)]
    numbers = ", ".join(f"{players[seat]} {sheet.breakers[seat]}" for seat in tied)
    if decided in ("shared", "none"):
        return f"{word(decided, language, names)} ({word(sheet.breaker, language, numbers)})."
    text = word("wins", language, names)
    if decided != "points":
        text = word("because", language, text, word(decided, language, numbers))
    return f"{text}."
