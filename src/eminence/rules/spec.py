"""What the rules need to know of a game: its components as numbers and the switches of its edition."""

from __future__ import annotations

from dataclasses import dataclass, field

# Upper bounds of the compiled arrays. The component loader refuses what does not fit.
MAX_PLAYERS = 5
MAX_CELLS = 64
MAX_ROWS = 8
MAX_REGIONS = 12
MAX_KINDS = 4  # of symbols, and of circle symbols
MAX_SLOTS = 16  # tokens on the display
MAX_TOKENS = 32
MAX_FIELDS = 64
MAX_COUNTRIES = 12
MAX_COLOURS = 8
MAX_DECK = 96
MAX_ALLIANCES = 32
MAX_HAND = 6
MAX_LINES = 64

# Token faces.
BACK = 0
THREE = 1
COLOURS = 2
MINUS = 3
CREST = 4  # CREST + region
SYMBOL = 16  # SYMBOL + kind
UNKNOWN = -1


@dataclass(frozen=True, slots=True)
class CardType:
    """One face of a display card and how often it is in the deck."""

    code: str
    region: int
    weight: int  # crests, or circle symbols: what the limits D5 and D7 count
    circles: tuple[int, ...]  # the kinds of its circle symbols (card game)
    symbol: int  # sword, cross, tower; or ship, carriage; -1 for none
    count: int


@dataclass(frozen=True, slots=True)
class DisplaySpec:
    """A display game: deck, tokens and the switches of the edition."""

    rows: int
    columns: int
    markers: int
    regions: tuple[str, ...]
    kinds: tuple[str, ...]  # symbols that count over all regions
    circles: tuple[str, ...]  # kinds of circle symbols
    types: tuple[CardType, ...]
    tokens: tuple[int, ...]  # the faces of all tokens, those that leave the game included
    token_cells: tuple[int, ...]
    max_cards: int  # a turn (D5); 0 for any number
    first_turn_one: bool  # D6
    limit: int  # crests or circles a turn (D5, D7)
    marker_limit: int  # on the display at once (D12); 0 for none
    scores_ranks: bool  # D28-D32 instead of D19-D27
    tied_score: bool  # D20, D24
    missing: int  # D21, D25
    present: int  # D22
    early_end: bool = False  # D18
    short_rules: bool = False  # D34


@dataclass(frozen=True, slots=True)
class BoardSpec:
    """The board game: deck, map and pieces."""

    monasteries: int
    advisors: int
    hand: int
    open_cards: int
    colours: tuple[str, ...]
    counts: tuple[int, ...]  # cards of each colour in the box
    removed: int  # of each colour, before play (B2)
    countries: tuple[str, ...]  # in scoring order (B17)
    country_colour: tuple[int, ...]
    field_country: tuple[int, ...]
    roads: tuple[tuple[int, int], ...]
    alliances: tuple[tuple[int, int], ...]
    chain: int = field(default=4)  # shortest line that scores (B19)
