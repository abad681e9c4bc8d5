"""What is in the four boxes, copied from the component files into plain tables, and a tiny random dealer."""

import random
from typing import Any

DISPLAY_GAMES = ("richelieu-duel", "richelieu", "cardinal-cards")
PLAYERS = {"richelieu-duel": (2,), "richelieu": (2, 3, 4), "cardinal-cards": (3, 4, 5), "cardinal-board": (3, 4, 5)}

# --- Display games -------------------------------------------------------------------------------------------------

MARKERS = 3
ROWS = "ABCD"
COLUMNS = {"richelieu-duel": 12, "richelieu": 12, "cardinal-cards": 14}

SYMBOLS = ("sword", "cross", "tower")

# Region: (doubles, plain cards); each region has besides one card with each symbol. Score-sheet order (D33).
RICHELIEU_REGIONS = {
    "bourgogne": (3, 1),
    "bretagne": (3, 0),
    "champagne": (2, 1),
    "normandie": (2, 1),
    "languedoc": (2, 0),
    "provence": (2, 0),
    "anjou": (1, 1),
    "bourbon": (1, 0),
    "auvergne": (1, 0),
}

# Country: its faces. Score-sheet order (D33).
CARD_COUNTRIES = {
    "france": ["CC", "CF", "C/s", "C/c", "F/s", "F/c", "F", "-/s"],
    "saxony": ["CC", "FF", "C/s", "F/c", "C", "F/s", "-/c"],
    "hungary": ["SS", "S/c", "C/c", "C/c", "S", "-/c"],
    "castile": ["FF", "FS", "F/s", "S/s", "S/c", "F/c", "-/s"],
    "franconia": ["CC", "CS", "C/c", "S/c", "S/c", "C", "-/c"],
    "bavaria": ["CC", "F/c", "C/c", "F/c", "F", "-/c"],
    "italy": ["SS", "S/s", "F/s", "F/c", "S/s", "-/s"],
    "england": ["FF", "F/s", "C/s", "C/s", "-/s"],
    "denmark": ["SS", "F/s", "F/s", "-/s"],
}

# Cells of the tokens, in the order of the component files.
TOKEN_CELLS = {
    "richelieu-duel": ["A2", "A11", "B3", "B10", "C4", "C9", "D5", "D8"],
    "richelieu": ["A2", "A11", "B3", "B10", "C4", "C9", "D5", "D8"],
    "cardinal-cards": ["A2", "A13", "B3", "B12", "C4", "C11", "D5", "D10"],
}


def display_cards(game: str) -> list[str]:
    """D1: every card of the game, as a type code."""
    cards: list[str] = []
    if game == "cardinal-cards":
        for country, faces in CARD_COUNTRIES.items():
            cards += [f"{country}:{face}" for face in faces]
    else:
        for region, (doubles, plain) in RICHELIEU_REGIONS.items():
            cards += [f"{region}:2"] * doubles
            cards += [f"{region}:1"] * plain
            cards += [f"{region}:1+{symbol}" for symbol in SYMBOLS]
    return cards


def display_tokens(game: str) -> list[str]:
    """D2: every token of the game."""
    if game == "cardinal-cards":
        return ["back", "back", "three", "three", "colours", "colours", "minus", "minus"]
    crests = [f"crest:{region}" for region in RICHELIEU_REGIONS]
    symbols = [f"symbol:{symbol}" for symbol in SYMBOLS]
    return crests + symbols + ["back", "back"]


# --- Board game ----------------------------------------------------------------------------------------------------

MONASTERIES = 20
ADVISORS = 8
HAND = 3
OPEN = 2

# B1: colour of a card: how many, and the countries it pictures.
CARD_NUMBERS = {"FA": 13, "BB": 12, "LI": 11, "ES": 10, "F": 9}
PICTURED = {"FA": ("Fn", "Ar"), "BB": ("By", "Bu"), "LI": ("Lo", "It"), "ES": ("En", "Sw"), "F": ("Fr",)}

# Countries in the order of B17, with their names.
COUNTRY_NAMES = {
    "En": "England",
    "Fn": "Franken",
    "By": "Bayern",
    "It": "Italien",
    "Ar": "Aragon",
    "Fr": "Frankreich",
    "Lo": "Lothringen",
    "Sw": "Schwaben",
    "Bu": "Burgund",
}

# The names of each country's fields; the first is field 1.
FIELD_NAMES = {
    "En": ["Fountains", "Bury St Edmunds", "Westminster", "Canterbury", "Glastonbury"],
    "Fn": ["Corvey", "Gandersheim", "Quedlinburg", "Hersfeld", "Fulda", "Lorsch", "Bamberg"],
    "By": ["Regensburg", "Niederaltaich", "Melk", "Admont", "Salzburg", "Tegernsee"],
    "It": ["Novalesa", "Bobbio", "San Zeno", "Nonantola", "Farfa", "Montecassino"],
    "Ar": ["Leyre", "San Juan de la Peña", "Poblet", "Montserrat", "Ripoll"],
    "Fr": [
        "Mont-Saint-Michel",
        "Le Bec",
        "Saint-Denis",
        "Clairvaux",
        "Vézelay",
        "Fontevraud",
        "Limoges",
        "Moissac",
    ],
    "Lo": ["Egmond", "Gembloux", "Stavelot", "Echternach", "Gorze"],
    "Sw": ["Hirsau", "Zwiefalten", "Reichenau", "St. Gallen"],
    "Bu": ["Luxeuil", "Cluny", "Saint-Maurice", "Grande Chartreuse", "Saint-Victor"],
}

ROAD_NAMES = [
    ("Fountains", "Bury St Edmunds"),
    ("Bury St Edmunds", "Westminster"),
    ("Westminster", "Canterbury"),
    ("Westminster", "Glastonbury"),
    ("Mont-Saint-Michel", "Le Bec"),
    ("Le Bec", "Saint-Denis"),
    ("Saint-Denis", "Clairvaux"),
    ("Clairvaux", "Vézelay"),
    ("Mont-Saint-Michel", "Fontevraud"),
    ("Fontevraud", "Limoges"),
    ("Vézelay", "Limoges"),
    ("Limoges", "Moissac"),
    ("Moissac", "Leyre"),
    ("Leyre", "San Juan de la Peña"),
    ("San Juan de la Peña", "Poblet"),
    ("Poblet", "Montserrat"),
    ("Montserrat", "Ripoll"),
    ("Ripoll", "Moissac"),
    ("Saint-Victor", "Grande Chartreuse"),
    ("Grande Chartreuse", "Cluny"),
    ("Cluny", "Vézelay"),
    ("Cluny", "Luxeuil"),
    ("Grande Chartreuse", "Saint-Maurice"),
    ("Grande Chartreuse", "Novalesa"),
    ("Novalesa", "Bobbio"),
    ("Bobbio", "San Zeno"),
    ("San Zeno", "Nonantola"),
    ("Nonantola", "Farfa"),
    ("Farfa", "Montecassino"),
    ("San Zeno", "Tegernsee"),
    ("Saint-Denis", "Gembloux"),
    ("Egmond", "Gembloux"),
    ("Gembloux", "Stavelot"),
    ("Stavelot", "Echternach"),
    ("Echternach", "Gorze"),
    ("Gorze", "Clairvaux"),
    ("Gorze", "Luxeuil"),
    ("Egmond", "Corvey"),
    ("Echternach", "Lorsch"),
    ("Corvey", "Gandersheim"),
    ("Gandersheim", "Quedlinburg"),
    ("Quedlinburg", "Bamberg"),
    ("Corvey", "Hersfeld"),
    ("Hersfeld", "Fulda"),
    ("Fulda", "Lorsch"),
    ("Fulda", "Bamberg"),
    ("Lorsch", "Hirsau"),
    ("Hirsau", "Zwiefalten"),
    ("Zwiefalten", "Reichenau"),
    ("Reichenau", "St. Gallen"),
    ("Saint-Maurice", "St. Gallen"),
    ("Bamberg", "Regensburg"),
    ("Regensburg", "Niederaltaich"),
    ("Niederaltaich", "Melk"),
    ("Melk", "Admont"),
    ("Admont", "Salzburg"),
    ("Salzburg", "Tegernsee"),
    ("Tegernsee", "St. Gallen"),
    ("Zwiefalten", "Regensburg"),
]

# Alliances 1 to 15; whether one crosses the sea makes no difference to play.
ALLIANCES = [
    ("En", "Fr"),
    ("En", "Lo"),
    ("En", "Fn"),
    ("Ar", "Fr"),
    ("Ar", "Bu"),
    ("Ar", "It"),
    ("Fr", "Lo"),
    ("Fr", "Bu"),
    ("Lo", "Fn"),
    ("Lo", "Sw"),
    ("Fn", "Sw"),
    ("Fn", "By"),
    ("Sw", "By"),
    ("It", "Bu"),
    ("It", "By"),
]


def fields_of(country: str) -> list[str]:
    """The fields of a country: Bu1, Bu2, ..."""
    return [f"{country}{number}" for number in range(1, len(FIELD_NAMES[country]) + 1)]


def field_named(name: str) -> str:
    """The field code of a monastery's name: Cluny is Bu2."""
    for country, names in FIELD_NAMES.items():
        if name in names:
            return f"{country}{names.index(name) + 1}"
    raise KeyError(name)


def neighbours() -> dict[str, set[str]]:
    """B4: for each field the fields at the other end of its roads."""
    table: dict[str, set[str]] = {}
    for country in COUNTRY_NAMES:
        for field in fields_of(country):
            table[field] = set()
    for one, other in ROAD_NAMES:
        table[field_named(one)].add(field_named(other))
        table[field_named(other)].add(field_named(one))
    return table


def board_cards(players: int) -> list[str]:
    """B1, B2: the cards that are in play with so many players."""
    taken_out = {3: 2, 4: 1, 5: 0}[players]
    cards: list[str] = []
    for colour, number in CARD_NUMBERS.items():
        cards += [colour] * (number - taken_out)
    return cards


# --- Dealing -------------------------------------------------------------------------------------------------------


def random_deal(game: str, players: int, rng: random.Random) -> dict[str, Any]:
    """A shuffled deal (D1, D2, B2, B3). A board deal has no "second": give SlowBoard a `reshuffle`."""
    if players not in PLAYERS[game]:
        raise ValueError(f"{game} is not for {players} players")
    if game == "cardinal-board":
        cards = board_cards(players)
        rng.shuffle(cards)
        hands = [[cards.pop() for _ in range(HAND)] for _ in range(players)]
        open_cards = [cards.pop() for _ in range(OPEN)]
        return {"hands": hands, "open": open_cards, "pile": cards}
    cards = display_cards(game)
    tokens = display_tokens(game)
    rng.shuffle(cards)
    rng.shuffle(tokens)
    laid = len(TOKEN_CELLS[game])
    return {"cards": cards, "tokens": tokens[:laid], "removed": tokens[laid:]}
