"""The file of a match: a line that says which match it is, then a line a deal, in the order of the deals.

A line is written when its deal is finished, so whatever kills a run loses no finished deal; a line torn by the kill is
dropped and its deal is played again.
"""

from __future__ import annotations

import json
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO

import eminence
from eminence.arena.errors import ArenaError
from eminence.arena.match import GameResult, Match, canonical

FORMAT = 1

Deal = list[GameResult]
"""The results of one deal in all its seatings."""


class Store:
    """The deals of a match that are finished, kept in a file if there is one."""

    def __init__(self, match: Match, path: Path | None = None) -> None:
        self.match = match
        self.path = path
        self.deals: list[Deal] = []
        self.file: BinaryIO | None = None
        if path is None:
            return
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self.file = path.open("a+b")
        except OSError as error:
            raise ArenaError(f"{path} cannot be opened: {error.strerror or error}") from None
        try:
            lock(self.file, path)
            self._continue(self.file, path)
        except BaseException:
            self.file.close()
            raise

    def _continue(self, file: BinaryIO, path: Path) -> None:
        file.seek(0)
        content = file.read()
        whole = content.rfind(b"\n") + 1
        head = header(self.match)
        if whole:
            lines = content[:whole].decode("utf-8", errors="replace").splitlines()
            check_same(path, read_header(path, lines[0]), head)
            self.deals = [read_deal(path, number, line, self.match) for number, line in enumerate(lines[1:], 2)]
        elif content and not canonical_line(head).startswith(content):
            raise ArenaError(f"{path} is not the file of a match; expected one, or a new name")
        if whole < len(content):
            file.truncate(whole)
        if not whole:
            self._write(head)

    def append(self, deal: Deal) -> None:
        """Keep a finished deal, the next in order."""
        self.deals.append(deal)
        self._write({"deal": deal[0].deal, "games": [game_data(game) for game in deal]})

    def _write(self, data: dict[str, Any]) -> None:
        if self.file is None:
            return
        try:
            self.file.write(canonical_line(data))
            self.file.flush()
        except OSError as error:
            raise ArenaError(f"{self.path} cannot be written: {error.strerror or error}") from None

    def __enter__(self) -> Store:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self.file is not None:
            self.file.close()


def load(path: str | Path) -> tuple[Match, list[Deal]]:
    """A match and its finished deals from a file."""
    path = Path(path)
    try:
        content = path.read_bytes()
    except OSError as error:
        raise ArenaError(f"{path} cannot be read: {error.strerror or error}") from None
    lines = content[: content.rfind(b"\n") + 1].decode("utf-8", errors="replace").splitlines()
    if not lines:
        raise ArenaError(f"{path} is not the file of a match")
    head = read_header(path, lines[0])
    try:
        match = Match.from_data(head["match"], deals=max(1, len(lines) - 1))
    except (KeyError, TypeError) as error:
        raise ArenaError(f"{path}, line 1: {type(error).__name__} {error}; expected the data of a match") from None
    return match, [read_deal(path, number, line, match) for number, line in enumerate(lines[1:], 2)]


def header(match: Match) -> dict[str, Any]:
    """The first line: bots of another version are other bots."""
    return {"format": FORMAT, "eminence": eminence.__version__, "match": match.data()}


def canonical_line(data: dict[str, Any]) -> bytes:
    """Data as a line."""
    return canonical(data).encode() + b"\n"


def read_header(path: Path, line: str) -> dict[str, Any]:
    """The first line of a file."""
    try:
        head = json.loads(line)
    except ValueError:
        head = None
    if not isinstance(head, dict) or not isinstance(head.get("match"), dict):
        raise ArenaError(f"{path} is not the file of a match; expected one, or a new name")
    if head.get("format") != FORMAT:
        raise ArenaError(f"{path}: format {head.get('format')!r}; this version reads format {FORMAT}")
    return head


def check_same(path: Path, found: dict[str, Any], wanted: dict[str, Any]) -> None:
    """Refuse to mix two matches."""
    old = {"eminence": found.get("eminence")} | found["match"]
    new = {"eminence": wanted["eminence"]} | wanted["match"]
    other = [key for key in new if old.get(key) != new[key]]
    if other:
        key = other[0]
        was, now = str(old.get(key))[:60], str(new[key])[:60]
        raise ArenaError(f"{path} holds another match: its {key} is {was}, not {now}. Use another file or folder")


def game_data(game: GameResult) -> dict[str, Any]:
    """A result as plain data."""
    return {
        "rotation": game.rotation,
        "seating": game.seating,
        "scores": game.scores,
        "ranks": game.ranks,
        "winners": game.winners,
        "decisions": game.decisions,
        "seconds": [round(seconds, 4) for seconds in game.seconds],
        "longest": [round(seconds, 4) for seconds in game.longest],
    }


def read_deal(path: Path, number: int, line: str, match: Match) -> Deal:
    """A deal from its line. Deals stand in their order."""
    expected = match.seed + number - 2
    try:
        data = json.loads(line)
        deal = [read_game(data["deal"], game) for game in data["games"]]
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise ArenaError(f"{path}, line {number}: {type(error).__name__} {error}; expected a finished deal") from None
    if data["deal"] != expected or [game.seating for game in deal] != match.seatings(expected):
        raise ArenaError(f"{path}, line {number}: deal {data['deal']}; expected deal {expected} in all its seatings")
    return deal


def read_game(deal: int, data: dict[str, Any]) -> GameResult:
    """A result from plain data."""
    values = {key: tuple(value) for key, value in data.items() if key != "rotation"}
    return GameResult(deal=deal, rotation=data["rotation"], **values)


def lock(file: BinaryIO, path: Path) -> None:
    """Keep a second run off the file, where the system can. The lock goes with the process."""
    try:
        import fcntl
    except ImportError:  # Windows: nothing but care
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise ArenaError(f"{path} is in use by another run") from None
