"""`eminence play`: sit down at a table."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Annotated

import typer

from eminence import Game, bots
from eminence.cli.console import Failure
from eminence.cli.options import (
    BotName,
    ComponentFile,
    Language,
    Players,
    RuleOptions,
    complete_games,
    read_bot,
    read_game,
    read_language,
    read_record,
    whole,
)
from eminence.cli.serve import serve_here
from eminence.cli.session import Session
from eminence.game import EDITIONS

YOU = "you"


def play(
    game: Annotated[
        str | None,
        typer.Argument(metavar="GAME", help=f"One of {', '.join(EDITIONS)}.", autocompletion=complete_games),
    ] = None,
    terminal: Annotated[
        bool, typer.Option("--terminal", "-t", help="Play here, in the terminal; every other option does so too.")
    ] = False,
    players: Players = None,
    seat: Annotated[
        str, typer.Option("--seat", "-s", metavar="SEAT", help="Your seat: 1 to N, or lot. Seat 1 begins.")
    ] = "1",
    bot: BotName = bots.DEFAULT,
    seed: Annotated[
        int | None,
        typer.Option("--seed", parser=whole, metavar="S", help="Deal this game again; a secret one if left out."),
    ] = None,
    option: RuleOptions = None,
    components: ComponentFile = None,
    save: Annotated[
        Path | None, typer.Option("--save", metavar="FILE", help="Keep the record here, also when you leave early.")
    ] = None,
    resume: Annotated[
        Path | None, typer.Option("--resume", metavar="FILE", help="Go on with a game that was saved before its end.")
    ] = None,
    lang: Language = None,
) -> None:
    """Play a game against bots: in the browser, or with --terminal here, where ? explains everything at your turn."""
    wishes = (players, seed, option, components, save, resume, lang)
    if not terminal and all(wish is None for wish in wishes) and (seat, bot) == ("1", bots.DEFAULT):
        serve_here(game=None if game is None else read_game(game, None, None).id)
        return
    language = read_language(lang)
    read_bot(bot)
    if resume is not None:
        session = resumed(resume, game, bot, language)
        session.save_to = save or resume
    else:
        if game is None:
            raise Failure(
                f"which game? Expected one of {', '.join(EDITIONS)}, for instance: eminence play richelieu-duel"
            )
        if seed is not None and seed < 0:
            raise Failure(f"--seed: {seed}; expected a whole number from 0")
        session = begun(read_game(game, option, components), players, seat, bot, seed, language)
        session.save_to = save
    if session.save_to is not None and not session.save_to.parent.is_dir():
        raise Failure(f"--save: there is no folder {session.save_to.parent}; make it first")
    session.run()


def begun(owner: Game, players: int | None, seat: str, bot: str, seed: int | None, language: str) -> Session:
    """A new game."""
    count = owner.check_players(players)
    if seat != "lot" and (not seat.isdecimal() or not 1 <= int(seat) <= count):
        raise Failure(f"--seat: {seat!r}; expected 1 to {count}, or lot")
    mine = secrets.randbelow(count) if seat == "lot" else int(seat) - 1
    chosen = secrets.randbits(53) if seed is None else seed
    state = owner.deal(chosen, players=count)
    rivals = {other: bots.make(bot, f"{chosen}/{other}") for other in range(count) if other != mine}
    return Session(state, mine, rivals, names_of(count, mine, bot), language, chosen)


def resumed(path: Path, game: str | None, bot: str, language: str) -> Session:
    """A game saved before its end."""
    record = read_record(path)
    if game is not None and game != record.game.id:
        raise Failure(f"--resume: {path} is a game of {record.game.id}, not {game}")
    if record.result is not None:
        raise Failure(f"--resume: the game in {path} is over; look at it with eminence replay {path}")
    if YOU not in record.names:
        raise Failure(f"--resume: {path} does not say which seat is yours; expected a game saved by eminence play")
    mine = record.names.index(YOU)
    rivals = {seat: bots.make(bot, secrets.token_hex(8)) for seat in range(record.players) if seat != mine}
    return Session(record.replay(), mine, rivals, names_of(record.players, mine, bot), language, None)


def names_of(count: int, mine: int, bot: str) -> tuple[str, ...]:
    """The names in the record."""
    return tuple(YOU if seat == mine else f"{bot} {seat + 1}" for seat in range(count))


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(play)
