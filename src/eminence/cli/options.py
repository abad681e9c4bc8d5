"""Arguments and options that several commands share, and how they are read."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

import eminence
from eminence import Game, Record, State
from eminence.arena import Match
from eminence.arena.executors import processors
from eminence.bots import BOTS
from eminence.cli.console import Failure, notices
from eminence.components.reading import LANGUAGES
from eminence.errors import ComponentError
from eminence.game import EDITIONS, OPTIONS, open_view
from eminence.rulebook import language_of
from eminence.view import View


def complete_games(incomplete: str) -> list[tuple[str, str]]:
    """Games for the shell."""
    return [(game.id, game.title) for game in EDITIONS.values() if game.id.startswith(incomplete)]


def complete_options(incomplete: str) -> list[tuple[str, str]]:
    """Rule options for the shell."""
    return [(name, text) for name, text in OPTIONS.items() if name.startswith(incomplete)]


def complete_bots(incomplete: str) -> list[str]:
    """Bots for the shell."""
    return [name for name in BOTS if name.startswith(incomplete)]


def complete_languages(incomplete: str) -> list[str]:
    """Languages for the shell."""
    return [name for name in LANGUAGES if name.startswith(incomplete)]


def whole(text: str) -> int:
    """A whole number, for an option."""
    if not re.fullmatch(r"-?[0-9]{1,18}", str(text)):
        raise typer.BadParameter(f"{text!r}; expected a whole number")
    return int(text)


def decimal(text: str) -> float:
    """A number, for an option."""
    if not re.fullmatch(r"-?[0-9]{0,9}\.?[0-9]{1,9}", str(text)):
        raise typer.BadParameter(f"{text!r}; expected a number such as 0.5")
    return float(text)


GAMES = ", ".join(EDITIONS)
GameName = Annotated[str, typer.Argument(metavar="GAME", help=f"One of {GAMES}.", autocompletion=complete_games)]
RecordFile = Annotated[Path, typer.Argument(metavar="RECORD", help="A saved game (JSON).")]
Players = Annotated[
    int | None,
    typer.Option(
        "--players", "-p", parser=whole, metavar="N", help="How many play; the game's smallest number if left out."
    ),
]
RuleOptions = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        "-o",
        metavar="NAME",
        help=f"A rule to switch on: {', '.join(OPTIONS)}. May be given several times.",
        autocompletion=complete_options,
    ),
]
ComponentFile = Annotated[
    Path | None,
    typer.Option("--components", "-c", metavar="FILE", help="Your own cards or map, see `eminence components`."),
]
BotName = Annotated[
    str, typer.Option("--bot", "-b", metavar="NAME", help=f"One of {', '.join(BOTS)}.", autocompletion=complete_bots)
]
Jobs = Annotated[
    int | None,
    typer.Option("--jobs", "-j", parser=whole, metavar="N", help="Processes; as many as the machine has if left out."),
]
Seconds = Annotated[
    float | None, typer.Option("--time", parser=decimal, metavar="S", help="Seconds a decision for every bot.")
]
Effort = Annotated[
    int | None, typer.Option("--effort", parser=whole, metavar="N", help="Effort a decision for every bot.")
]
Eyes = Annotated[
    str | None,
    typer.Option(
        "--seat",
        "-s",
        metavar="SEAT",
        help="Through whose eyes: 1 to N, watch (what all know), or all (the default).",
    ),
]
Language = Annotated[
    str | None,
    typer.Option(
        "--lang",
        "-l",
        metavar="LANGUAGE",
        help=f"One of {', '.join(LANGUAGES)}; your system's if left out.",
        autocompletion=complete_languages,
    ),
]


def read_game(name: str, options: list[str] | None = None, components: Path | None = None) -> Game:
    """The game with its options and components. Faults of a component file are only counted here."""
    switched = {option.replace("-", "_"): True for option in options or ()}
    try:
        return eminence.game(name, components=components, **switched)
    except ComponentError as error:
        raise Failure(component_fault(error)) from None


def component_fault(error: ComponentError) -> str:
    """A component file's faults in one line."""
    if len(error.faults) == 1:
        return f"{error.source}: {error.faults[0]}"
    more = f"{len(error.faults) - 1} more: eminence components check {error.source}"
    return f"{error.source}: {error.faults[0]} (and {more})"


def read_jobs(jobs: int | None) -> int | None:
    """The number of processes, if it is one."""
    if jobs is not None and not 1 <= jobs <= 256:
        raise Failure(f"--jobs: {jobs}; expected 1 to 256")
    return jobs


def tell_of_a_crowd(matches: Iterable[Match], jobs: int) -> None:
    """Say so where bots that look at the clock would share processors."""
    threads = max((match.threads for match in matches if match.timed), default=0)
    if jobs * threads > processors():
        each = "" if threads == 1 else f", up to {threads} threads each,"
        said = f"{jobs} jobs{each} on {processors()} processors: the bots will not get their time to the full"
        notices().print(said, markup=False, soft_wrap=True)


def read_folder(text: str) -> Path:
    """A folder, for an option. No name at all would be the one we stand in, which is said by a dot."""
    if not str(text).strip():
        raise typer.BadParameter("no name; expected that of a folder, such as runs/mine or .")
    return Path(text)


def check_folder(path: Path) -> None:
    """Refuse a file in the place of a folder."""
    if path.exists() and not path.is_dir():
        raise Failure(f"--out: {path} is no folder; expected one, or a new name")


def read_bot(name: str) -> str:
    """The name of a bot."""
    if name not in BOTS:
        raise Failure(f"--bot: there is no bot {name!r}; there are {', '.join(BOTS)}")
    return name


def read_language(name: str | None) -> str:
    """The language asked for, or the system's."""
    if name is not None and name not in LANGUAGES:
        raise Failure(f"--lang: there is no language {name!r}; there are {', '.join(LANGUAGES)}")
    return name or language_of()


def read_record(path: Path) -> Record:
    """A record from a file, replayed and found right."""
    try:
        return Record.load(path)
    except eminence.RecordError as error:
        message = str(error)
        raise Failure(message if message.startswith(str(path)) else f"{path}: {message}") from None


def read_seat(text: str | None, players: int) -> int | str:
    """Whose eyes to look through: a seat from 1, "all" for everything, "watch" for what everybody knows."""
    if text is None or text in ("all", "watch"):
        return text or "all"
    if not text.isdecimal() or not 1 <= int(text) <= players:
        raise Failure(f"--seat: {text!r}; expected 1 to {players}, all or watch")
    return int(text) - 1


def seen_from(state: State, eyes: int | str) -> View:
    """The state through somebody's eyes."""
    game = state.game
    assert isinstance(game, Game)
    if eyes == "all":
        return open_view(game, state)
    return game.view_of(state, None if eyes == "watch" else int(eyes))


def read_turn(turn: int | None, record: Record) -> int | None:
    """A turn of a record, counted from 0 for the deal; None for its end."""
    last = len(record.turns)
    if turn is not None and not 0 <= turn <= last:
        raise Failure(f"--turn: {turn}; the record has turns 0 (the deal) to {last}")
    return turn
