"""Short names for what bots are made of, so that results of bots that have changed are not mixed with those of now."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from importlib.resources import files

import eminence
from eminence.bots import BOTS, NetBot, TurnBot, make
from eminence.bots.blends import BLENDS
from eminence.bots.searcher import SearchBot


@cache
def net_file(game: str, players: int) -> bytes | None:
    """The trained net of a room, if there is one."""
    file = files("eminence.bots").joinpath("weights", f"{game}-{players}.net")
    return file.read_bytes() if file.is_file() else None


def net_mark(game: str, players: int) -> str | None:
    """A short name for the trained net of a room."""
    data = net_file(game, players)
    return None if data is None else sha256(data).hexdigest()[:8]


def mark(game: str, players: int, bots: Iterable[str]) -> str:
    """A short name for what some bots of a room are made of: version, manner and, where they ask one, the net."""
    names = list(bots)
    parts = [eminence.__version__.encode(), *(manner(name).encode() for name in names)]
    if any(asks_net(name) for name in names):
        parts.append(net_file(game, players) or b"")
    if any(searches_by_net(name) for name in names) and (game, players) in BLENDS:
        blend = BLENDS[game, players]
        parts += [repr(blend).encode(), *(f"{name} {value}".encode() for name, value in blend.traits)]
    if players == 2 and any(searches_by_net(name) for name in names):
        parts.append(f"ends {NetBot.cards} {NetBot.worlds} {NetBot.enough} {NetBot.nodes} {NetBot.speed}".encode())
    parts += [f"{name} {blur}".encode() for name in names if (blur := blur_in(game, name))]
    return sha256(b"/".join(sha256(part).digest() for part in parts)).hexdigest()[:8]


def sides_mark(game: str, players: int, specs: Iterable[str]) -> str:
    """The mark of the sides of any match. Of a bot that is none of ours nothing is known but its name."""
    specs = list(specs)
    others = [spec for spec in specs if spec.partition(":")[0] not in BOTS]
    ours = mark(game, players, [spec for spec in specs if spec not in others])
    return sha256("/".join([ours, *others]).encode()).hexdigest()[:8] if others else ours


@cache
def manner(name: str) -> str:
    """How a bot goes about it, as far as it is not the same for all of its kind."""
    bot = make(name, 0)
    if isinstance(bot, TurnBot):
        return repr(bot.sight)
    if isinstance(bot, SearchBot):
        return f"{type(bot).__name__} {bot.budget} {bot.seconds}"
    return type(bot).__name__


@cache
def searches_by_net(name: str) -> bool:
    """Whether a bot searches with a trained net."""
    return isinstance(make(name, 0), NetBot)


@cache
def blur_in(game: str, name: str) -> float:
    """How near values are in a game that look almost alike to a bot that searches with a trained net."""
    bot = make(name, 0)
    return bot.blurs.get(game, 0.0) if isinstance(bot, NetBot) else 0.0


@cache
def asks_net(name: str) -> bool:
    """Whether a bot asks a trained net."""
    bot = make(name, 0)
    return searches_by_net(name) or (isinstance(bot, TurnBot) and bot.sight.net)
