"""Ladders: one scale for many bots, by the Plackett–Luce model of OpenSkill (`eminence[ladder]`).

Bots do not change between games, so ratings get no drift (tau 0) and settle. A rating is a mean mu and an uncertainty
sigma; its ordinal, mu - 3 sigma, is what a bot is ranked by: hardly anybody is worse than that.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from eminence.arena.errors import MissingExtra
from eminence.arena.match import Match
from eminence.arena.statistics import mean
from eminence.arena.store import Deal


@dataclass(frozen=True, slots=True)
class Rating:
    """A bot's place on a ladder."""

    name: str
    mu: float
    sigma: float
    games: int

    @property
    def ordinal(self) -> float:
        """mu - 3 sigma."""
        return self.mu - 3 * self.sigma


def plackett_luce() -> Any:
    """The model, if OpenSkill is installed."""
    try:
        models = importlib.import_module("openskill.models")
    except ImportError:
        raise MissingExtra("a ladder", "openskill", "ladder") from None
    return models.PlackettLuce(tau=0.0)


def rate(games: Iterable[tuple[Sequence[str], Sequence[int]]], before: Iterable[Rating] = ()) -> list[Rating]:
    """Ratings, best first, from games in their order: who sat at the table and who got which rank.

    They go on from the ratings `before`, if there are any.

    A bot may sit on several seats of a game. Each seat is then rated as a player of its own that begins with the bot's
    rating, and the bot goes on with the mean of them.
    """
    model = plackett_luce()
    known = list(before)
    ratings: dict[str, Any] = {one.name: model.rating(mu=one.mu, sigma=one.sigma) for one in known}
    played = {one.name: one.games for one in known}
    for names, ranks in games:
        teams = [
            [model.create_rating([ratings[name].mu, ratings[name].sigma])] if name in ratings else [model.rating()]
            for name in names
        ]
        after = [team[0] for team in model.rate(teams, ranks=[float(rank) for rank in ranks])]
        for name in dict.fromkeys(names):
            seats = [one for one, sitting in zip(after, names, strict=True) if sitting == name]
            ratings[name] = model.rating(mu=mean([s.mu for s in seats]), sigma=mean([s.sigma for s in seats]))
            played[name] = played.get(name, 0) + 1
    found = [Rating(name, float(one.mu), float(one.sigma), played[name]) for name, one in ratings.items()]
    return sorted(found, key=lambda rating: (-rating.ordinal, rating.name))


def ladder(matches: Iterable[tuple[Match, Sequence[Deal]]]) -> list[Rating]:
    """Ratings from the deals of several matches. The matches should be of one game and number of players."""
    return rate(
        ([match.names[side] for side in game.seating], game.ranks)
        for match, deals in matches
        for deal in deals
        for game in deal
    )
