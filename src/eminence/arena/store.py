"""The file of a match: a line that says which match it is, then a line a deal, in the order of the deals.

A line is written when its deal is finished, so whatever kills a run loses no finished deal; a line torn by the kill is
dropped and its deal is played again.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO

import eminence
from eminence.arena.errors import ArenaError
from eminence.arena.marks import sides_mark
from eminence.arena.match import GameResult, Match, canonical, check_data
from eminence.arena.shapes import is_format, is_list, is_number, is_whole, shown
from eminence.errors import EminenceError

FORMAT = 1
HIGHEST = 10**9  # of any number of a game: what is beyond is damage
COUNTS = ("seating", "scores", "ranks", "winners", "decisions")
TIMES = ("seconds", "longest")

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
            self.file = path.open("a+b", buffering=0)  # what could not be written is not tried again by closing
        except OSError as error:
            raise ArenaError(f"{path} cannot be opened: {error.strerror or error}") from None
        try:
            lock(self.file, path)
            self._continue(self.file, path)
        except BaseException as error:
            with suppress(OSError):
                self.file.close()
            if isinstance(error, OSError):
                raise ArenaError(f"{path} cannot be read: {error.strerror or error}") from None
            raise

    def _continue(self, file: BinaryIO, path: Path) -> None:
        file.seek(0)
        content = file.read()
        lines, whole = finished(content)
        head = header(self.match)
        if lines:
            check_same(path, read_header(path, lines[0]), head)
            self.deals = read_deals(path, lines, self.match)
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
        line = canonical_line(data)
        try:
            while line:
                line = line[self.file.write(line) :]
        except OSError as error:
            raise self._unwritten(error) from None

    def _unwritten(self, error: OSError) -> ArenaError:
        return ArenaError(f"{self.path} cannot be written: {error.strerror or error}")

    def __enter__(self) -> Store:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self.file is None:
            return
        try:
            self.file.close()
        except OSError as late:
            if error is None:
                raise self._unwritten(late) from None


def load(path: str | Path) -> tuple[Match, list[Deal]]:
    """A match and its finished deals from a file."""
    path = Path(path)
    try:
        content = path.read_bytes()
    except OSError as error:
        raise ArenaError(f"{path} cannot be read: {error.strerror or error}") from None
    lines, _ = finished(content)
    if not lines:
        raise ArenaError(f"{path} is not the file of a match")
    head = read_header(path, lines[0])
    try:
        match = Match.from_data(head["match"], deals=max(1, len(lines) - 1))
        match.open_game().check_players(match.players)
    except EminenceError as error:
        raise ArenaError(f"{path}, line 1: {error}") from None
    return match, read_deals(path, lines, match)


def finished(content: bytes) -> tuple[list[str], int]:
    """The lines of a file, and how many bytes they are: without one that was torn, and blank ones at the end.

    >>> finished(b"{}\\n[]\\n\\n{'dea")
    (['{}', '[]'], 6)
    """
    lines = content[: content.rfind(b"\n") + 1].splitlines(keepends=True)
    while lines and not lines[-1].strip():
        lines.pop()
    return [line.decode("utf-8", errors="replace").rstrip("\r\n") for line in lines], sum(map(len, lines))


def header(match: Match) -> dict[str, Any]:
    """The first line: bots of another version, or otherwise made, are other bots."""
    mark = sides_mark(match.game, match.players, match.bots)
    return {"format": FORMAT, "eminence": eminence.__version__, "mark": mark, "match": match.data()}


def canonical_line(data: dict[str, Any]) -> bytes:
    """Data as a line."""
    return canonical(data).encode() + b"\n"


def read_line(line: str) -> Any:
    """The data of a line; None if it has none."""
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None


def read_header(path: Path, line: str) -> dict[str, Any]:
    """The first line of a file."""
    head = read_line(line)
    if not isinstance(head, dict) or not isinstance(head.get("match"), dict):
        raise ArenaError(f"{path} is not the file of a match; expected one, or a new name")
    if not is_format(head.get("format"), FORMAT):
        raise ArenaError(f"{path}: format {shown(head.get('format'))}; this version reads format {FORMAT}")
    try:
        check_data(head["match"])
    except ArenaError as error:
        raise ArenaError(f"{path}, line 1: {error}") from None
    return head


def check_same(path: Path, found: dict[str, Any], wanted: dict[str, Any]) -> None:
    """Refuse to mix two matches."""
    old = {"eminence": found.get("eminence")} | found["match"]
    new = {"eminence": wanted["eminence"]} | wanted["match"]
    other = [key for key in new if old.get(key) != new[key]]
    if other:
        key = other[0]
        was, now = shown(old.get(key)), shown(new[key])
        raise ArenaError(f"{path} holds another match: its {key} is {was}, not {now}. Use another file or folder")
    mark = wanted["mark"]
    if found.get("mark") is None and mark not in path.stem.split("-"):  # the name of a ladder's file has it
        raise ArenaError(
            f"{path} does not say what its bots are made of; expected mark {mark}. Use another file or folder"
        )
    if found.get("mark") not in (None, mark):
        how = f"made otherwise than now: mark {shown(found['mark'])}, not {mark}"
        raise ArenaError(f"{path}: its bots are {how}. Use another file or folder")


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


def read_deals(path: Path, lines: Sequence[str], match: Match) -> list[Deal]:
    """All deals of a file."""
    shared = match.open_game().settlement[1] == "shared"
    return [read_deal(path, number, line, match, shared) for number, line in enumerate(lines[1:], 2)]


def read_deal(path: Path, number: int, line: str, match: Match, shared: bool) -> Deal:
    """A deal from its line. Deals stand in their order. `shared` says whether equals share a win."""
    expected = match.seed + number - 2
    data = read_line(line)
    if not isinstance(data, dict) or not isinstance(data.get("games"), list):
        raise ArenaError(f"{path}, line {number}: no data of games; expected a finished deal")
    if type(data.get("deal")) is not int or data["deal"] != expected or len(data["games"]) != match.games:
        found = f"deal {shown(data.get('deal'))} in {len(data['games'])} games"
        raise ArenaError(f"{path}, line {number}: {found}; expected deal {expected} in all its seatings")
    deal = []
    for rotation, (game, seating) in enumerate(zip(data["games"], match.seatings(expected), strict=True)):
        fault = fault_of(game, rotation, seating, shared)
        if fault is not None:
            raise ArenaError(f"{path}, line {number}: game {rotation}, {fault}; expected a finished deal")
        deal.append(read_game(expected, game))
    return deal


def read_game(deal: int, data: dict[str, Any]) -> GameResult:
    """A result from plain data."""
    counts, times = ({key: tuple(data[key]) for key in keys} for keys in (COUNTS, TIMES))
    return GameResult(deal=deal, rotation=data["rotation"], **counts, **times)


def fault_of(data: Any, rotation: int, seating: tuple[int, ...], shared: bool) -> str | None:
    """What is wrong with the data of a game, if anything is."""
    if not isinstance(data, dict) or set(data) != {"rotation", *COUNTS, *TIMES}:
        return "not all that is told of a game, or more"
    seats = range(len(seating))
    for key in (*COUNTS, *TIMES):
        fits = is_number if key in TIMES else is_whole
        least = -HIGHEST if key == "scores" else 0
        if not is_list(data[key], lambda value: fits(value, least, HIGHEST)):  # noqa: B023 - used at once
            return f"{key} {shown(data[key])}"
        if key != "winners" and len(data[key]) != len(seats):
            return f"{len(data[key])} {key} for {len(seats)} seats"
    if not is_whole(data["rotation"]) or data["rotation"] != rotation:
        return f"rotation {shown(data['rotation'])}"
    if tuple(data["seating"]) != seating:
        return f"seating {data['seating']} instead of {list(seating)}"
    scores, ranks = data["scores"], data["ranks"]
    for seat in seats:
        better = [other for other in seats if ranks[other] < ranks[seat]]
        if ranks[seat] != 1 + len(better) or any(scores[o] > scores[seat] and o not in better for o in seats):
            return f"ranks {ranks} for scores {scores}"
    first = [seat for seat in seats if ranks[seat] == 1]
    if data["winners"] != (first if shared or len(first) == 1 else []):
        return f"winners {shown(data['winners'])} for ranks {ranks}"
    return None


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
