"""The few words in the pictures, in the four languages of the rules pages."""

from __future__ import annotations

from eminence.components.reading import LANGUAGES
from eminence.errors import OptionError

_TABLE: dict[str, tuple[str, str, str, str]] = {
    # Everybody.
    "seat": ("Seat {}", "Platz {}", "Place {}", "Plaats {}"),
    "you": ("you", "du", "vous", "jij"),
    "turn": ("Turn {}", "Zug {}", "Tour {}", "Beurt {}"),
    "this turn": ("This turn", "Dieser Zug", "Ce tour", "Deze beurt"),
    "last turn": ("Last turn", "Letzter Zug", "Dernier tour", "Vorige beurt"),
    "supply": ("supply", "Vorrat", "réserve", "voorraad"),
    "box": ("box", "Schachtel", "boîte", "doos"),
    "cards": ("cards", "Karten", "cartes", "kaarten"),
    # What is to be decided.
    "take": ("takes cards", "nimmt Karten", "prend des cartes", "neemt kaarten"),
    "pay": ("pays for {}", "bezahlt {}", "paie {}", "betaalt {}"),
    "mark": ("may put a marker", "darf einen Marker setzen", "peut poser un marqueur", "mag een marker leggen"),
    "put": ("moves a marker", "versetzt einen Marker", "déplace un marqueur", "verplaatst een marker"),
    "play": (
        "plays cards or exchanges one",
        "spielt Karten oder tauscht",
        "joue des cartes ou échange",
        "speelt kaarten of ruilt",
    ),
    "place": (
        "may place a second piece",
        "darf einen zweiten Stein setzen",
        "peut poser une seconde pièce",
        "mag een tweede stuk plaatsen",
    ),
    "draw": ("draws cards", "zieht Karten", "tire des cartes", "trekt kaarten"),
    "over": ("The game is over", "Das Spiel ist zu Ende", "La partie est terminée", "Het spel is afgelopen"),
    # The display.
    "tokens": ("tokens", "Plättchen", "jetons", "fiches"),
    "tablets": ("law tablets", "Gesetzestafeln", "tablettes de loi", "wetstafels"),
    # The board.
    "pile": ("pile", "Stapel", "pioche", "stapel"),
    "open": ("open cards", "offene Karten", "cartes ouvertes", "open kaarten"),
    "discards": ("discards", "Ablage", "défausse", "aflegstapel"),
    "hand": ("hand", "Hand", "main", "hand"),
    "points": ("points", "Punkte", "points", "punten"),
    "second half": ("second pile", "zweiter Stapel", "seconde pioche", "tweede stapel"),
    "last round": ("last round", "letzte Runde", "dernière manche", "laatste ronde"),
    # The score sheet.
    "final": ("Score sheet", "Wertungsblatt", "Feuille de marque", "Scoreformulier"),
    "standing": ("Standing", "Zwischenstand", "Situation", "Tussenstand"),
    "crests": ("Crests", "Wappen", "Blasons", "Wapens"),
    "regions": ("Regions", "Regionen", "Régions", "Streken"),
    "symbol": ("Symbols", "Symbole", "Symboles", "Symbolen"),
    "country": ("Country", "Land", "Pays", "Land"),
    "circles": ("Symbols", "Symbole", "Symboles", "Symbolen"),
    "subtotal": ("Subtotal", "Zwischensumme", "Sous-total", "Subtotaal"),
    "ships": ("Ships", "Schiffe", "Navires", "Schepen"),
    "carriages": ("Carriages", "Kutschen", "Carrosses", "Koetsen"),
    "minus": ("Law tablets", "Gesetzestafeln", "Tablettes de loi", "Wetstafels"),
    "middle": (
        "Monasteries, middle scoring",
        "Klöster, Zwischenwertung",
        "Monastères, décompte intermédiaire",
        "Kloosters, tussentelling",
    ),
    "monasteries": ("Monasteries", "Klöster", "Monastères", "Kloosters"),
    "alliance": ("Alliances", "Bündnisse", "Alliances", "Allianties"),
    "chains": ("Chains", "Klosterketten", "Chaînes", "Kloosterketens"),
    "total": ("Total", "Endsumme", "Total", "Totaal"),
    "rank": ("Rank", "Rang", "Rang", "Rang"),
    # Who wins, and why.
    "wins": ("{} wins", "{} gewinnt", "{} gagne", "{} wint"),
    "leads": ("{} leads", "{} führt", "{} mène", "{} staat voor"),
    "because": ("{}: {}", "{}: {}", "{} : {}", "{}: {}"),
    "fewer-cards": (
        "equal points, fewer cards ({})",
        "Gleichstand, weniger Karten ({})",
        "à égalité, moins de cartes ({})",
        "gelijke stand, minder kaarten ({})",
    ),
    "more-cards": (
        "equal points, more cards ({})",
        "Gleichstand, mehr Karten ({})",
        "à égalité, plus de cartes ({})",
        "gelijke stand, meer kaarten ({})",
    ),
    "pieces-left": (
        "equal points, more pieces in supply ({})",
        "Gleichstand, mehr Steine im Vorrat ({})",
        "à égalité, plus de pièces en réserve ({})",
        "gelijke stand, meer stukken in voorraad ({})",
    ),
    "shared": (
        "Equal in everything: {} share the win",
        "In allem gleich: {} teilen den Sieg",
        "Égalité parfaite : {} partagent la victoire",
        "In alles gelijk: {} delen de winst",
    ),
    "none": (
        "Equal in everything: there is no winner",
        "In allem gleich: niemand hat gewonnen",
        "Égalité parfaite : il n’y a pas de vainqueur",
        "In alles gelijk: er is geen winnaar",
    ),
    "abreast": (
        "{} are level",
        "{} liegen gleichauf",
        "{} sont à égalité",
        "{} staan gelijk",
    ),
    "and": ("and", "und", "et", "en"),
}


def check_language(language: str) -> str:
    """The language, if there is one of that name."""
    if language not in LANGUAGES:
        raise OptionError(f"there is no language {language!r}; there are {', '.join(LANGUAGES)}")
    return language


def word(key: str, language: str, *values: object) -> str:
    """A word or phrase in a language, with its gaps filled.

    >>> word("pile", "fr"), word("seat", "de", 2)
    ('pioche', 'Platz 2')
    """
    return _TABLE[key][LANGUAGES.index(language)].format(*values)


def listed(items: list[str], language: str) -> str:
    """A list in words.

    >>> listed(["Anna", "Bert", "Clara"], "en")
    'Anna, Bert and Clara'
    """
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {word('and', language)} {items[-1]}"


def points(value: int) -> str:
    """A number of points with a true minus sign.

    >>> points(-5)
    '−5'
    """
    return f"−{-value}" if value < 0 else str(value)
