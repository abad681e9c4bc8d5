"""Why a turn is worth considering, as codes with arguments: a closed list, and an English sentence for each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from eminence.components.board import BoardComponents
from eminence.components.display import DisplayComponents
from eminence.errors import OptionError
from eminence.game import Game

TEMPLATES: dict[str, str] = {
    # Every game.
    "wins-proven": "wins against any defence (proven)",
    "ends-game": "ends the game",
    # Display games.
    "takes-majority": "takes the majority of {region}",
    "shares-majority": "draws level in {region}",
    "secures-majority": "nobody can take {region} away any more",
    "first-card-of-region": "first card of {region}, worth {points} points by itself",
    "takes-symbols": "takes the majority of the {symbol} symbols",
    "first-symbol": "first {symbol} symbol, worth {points} points by itself",
    "leads-country": "leads in {country}",
    "leads-circles": "leads in the circle symbols of {country}",
    "completes-route": "completes the route of {symbol}s: {points} points",
    "lengthens-route": "one more {symbol} for the route ({count})",
    "denies-majority": "keeps {player} from the lead in {region}",
    "denies-pair": "leaves {player} no pair of {region} cards",
    "costs-marker": "costs a marker",
    "frees-marker": "brings a marker back into supply",
    "reserves-card": "reserves {cell}",
    "moves-marker": "moves a marker from {cell} to {to}",
    "keeps-last-marker": "keeps the last marker in supply",
    "takes-token": "takes the token on {cell}",
    "plays-token": "plays the token {token}",
    # Board game.
    "opens-country": "the first piece in {country}",
    "advisor-majority": "has most advisors in {country}",
    "completes-alliance": "wins the alliance of {a} and {b}: {points} points",
    "breaks-alliance": "costs {player} the alliance of {a} and {b}",
    "lengthens-chain": "adds {points} points for chains",
    "blocks-chain": "blocks a chain of {player}",
    "spends-joker-pair": "spends two {colour} cards as a joker",
    "keeps-joker-pair": "keeps two {colour} cards as a joker",
    "draws-colour": "draws {colour}",
    "draws-from-pile": "draws from the pile",
    "exchanges-card": "exchanges a {colour} card",
}
"""The closed list: code and sentence. Arguments: region, country, a, b, symbol, colour and token are ids of the
components; player is a seat from 0; cell and to are cells; points and count are numbers."""


PLAIN = frozenset(
    ("reserves-card", "moves-marker", "takes-token", "plays-token", "draws-colour", "draws-from-pile", "exchanges-card")
)
"""Codes that only say again what the turn itself says."""


@dataclass(frozen=True)
class Reason:
    """A fact about a turn: one of the codes of `TEMPLATES` with its arguments.

    >>> Reason.of("takes-majority", region="bretagne").text()
    'takes the majority of bretagne'
    """

    code: str
    arguments: tuple[tuple[str, str | int], ...] = ()

    @classmethod
    def of(cls, code: str, **arguments: str | int) -> Reason:
        """A reason by its code; raises OptionError for a code that is not on the list."""
        if code not in TEMPLATES:
            raise OptionError(f"there is no reason {code!r}; there are {', '.join(TEMPLATES)}")
        return cls(code, tuple(arguments.items()))

    def data(self) -> dict[str, Any]:
        """The reason as plain data: code and arguments."""
        return {"code": self.code, **dict(self.arguments)}

    def text(self, game: Game | None = None, names: Sequence[str] = (), viewer: int | None = None) -> str:
        """The reason as English words; see `text`."""
        return text(self, game, names, viewer)


def text(reason: Reason, game: Game | None = None, names: Sequence[str] = (), viewer: int | None = None) -> str:
    """A reason as English words: with the names of the game's components, and of the players, if given."""
    words: dict[str, str | int] = {}
    for key, value in reason.arguments:
        if key == "player":
            seat = int(value)
            name = (names[seat] if seat < len(names) else "") or f"seat {seat + 1}"
            words[key] = "you" if seat == viewer else name
        else:
            words[key] = named(game, key, str(value)) if isinstance(value, str) else value
    said = TEMPLATES[reason.code].format(**words)
    return said.replace(" points", " point") if words.get("points") == 1 else said


def telling(reasons: Sequence[Reason]) -> list[Reason]:
    """The reasons that say more than the turn itself does.

    >>> [reason.code for reason in telling([Reason.of("reserves-card", cell="A1"), Reason.of("costs-marker")])]
    ['costs-marker']
    """
    return list(dict.fromkeys(reason for reason in reasons if reason.code not in PLAIN))


def named(game: Game | None, key: str, value: str) -> str:
    """The English name of a region or country; anything else is its own name."""
    if game is None or key not in ("region", "country", "a", "b", "symbol"):
        return value
    box = game.box.contents
    kinds: Sequence[Any] = ()
    if isinstance(box, DisplayComponents):
        kinds = box.symbols if key == "symbol" else box.regions
    elif isinstance(box, BoardComponents):
        kinds = box.countries
    for kind in kinds:
        if kind.id == value:
            return str(kind.names.get("en") or value)
    return value
