"""Saved games: JSON that holds everything a replay needs, and no random numbers."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from eminence import components
from eminence.components.board import BoardComponents
from eminence.components.reading import shown
from eminence.errors import ComponentError, IllegalDecision, NotationError, OptionError, RecordError
from eminence.game import EDITIONS, Game, game
from eminence.rules import spec
from eminence.rules.board import BoardState
from eminence.rules.state import State

FORMAT = 1
MAX_BYTES = 1 << 20
MAX_DEPTH = 12
MAX_TURNS = 2000
REQUIRED = {"format", "game", "players", "start", "options", "components", "deal", "turns"}
OPTIONAL = {"box", "unfinished", "later", "result", "names", "fair", "digest"}
FAIR = {"commitment", "seed"}
TEXT_OR_BRACKET = re.compile(r'"(?:\\.|[^"\\])*+"?|[][{}]', re.DOTALL)


@dataclass(frozen=True)
class Record:
    """A game from the deal on, finished or not.

    >>> import eminence
    >>> state = eminence.game("richelieu-duel").deal(seed=7)
    >>> state.play_turn(state.game.notation(state.legal[0]))
    >>> Record.loads(Record.of(state).dumps()).replay().history == state.history
    True
    """

    game: Game
    players: int
    start: int
    deal: dict[str, Any]
    """The deal, and in the board game the second pile once it was shuffled."""
    turns: tuple[tuple[int, str], ...]
    """Seat and text of every finished turn."""
    unfinished: str = ""
    """The decisions of a turn not yet finished, with every stop."""
    later: tuple[int, ...] = ()
    """The chance of a reshuffle to come, in an unfinished board game."""
    result: dict[str, Any] | None = None
    """Scores, ranks and winners of a finished game."""
    names: tuple[str, ...] = field(default=())
    """The players' names, if anybody gave them."""
    fair: dict[str, str] | None = None
    """What proves the deal, if a table published it: the commitment, and the seed behind it."""

    @classmethod
    def of(cls, state: State, *, names: tuple[str, ...] = (), fair: dict[str, str] | None = None) -> Record:
        """The record of a game. It tells the whole truth, hidden cards and tokens included."""
        if state.dealt is None:
            raise RecordError("a resampled state has no deal of its own; only a game from Game.deal can be recorded")
        owner = state.game
        assert isinstance(owner, Game)
        played = state.turns
        unfinished = owner.turn_text(played.pop()[1], stops=True) if state.turn_started else ""
        deal = dict(state.dealt)
        later: tuple[int, ...] = ()
        if isinstance(state, BoardState) and isinstance(owner.box.contents, BoardComponents):
            second = state.second_order()
            if second is not None:
                deal["second"] = [owner.box.contents.colours[colour].id for colour in second]
            elif not state.over:
                later = tuple(state.later_words())
        return cls(
            game=owner,
            players=state.players,
            start=state.start,
            deal=deal,
            turns=tuple((seat, owner.turn_text(actions)) for seat, actions in played),
            unfinished=unfinished,
            later=later,
            result=result_of(state) if state.over else None,
            names=read_names(list(names), state.players),
            fair=None if fair is None else read_fair(fair),
        )

    def data(self) -> dict[str, Any]:
        """The record as plain data."""
        data: dict[str, Any] = {
            "format": FORMAT,
            "game": self.game.id,
            "players": self.players,
            "start": self.start,
            "options": dict(self.game.options),
            "components": self.game.box.fingerprint,
            "deal": self.deal,
            "turns": [list(turn) for turn in self.turns],
        }
        if not self.game.box.built_in:
            data["box"] = self.game.box.data
        if self.unfinished:
            data["unfinished"] = self.unfinished
        if self.later:
            data["later"] = "".join(f"{word:08x}" for word in self.later)
        if self.result is not None:
            data["result"] = self.result
        if self.names:
            data["names"] = list(self.names)
        if self.fair is not None:
            data["fair"] = dict(self.fair)
        data["digest"] = digest(data)
        return data

    def dumps(self) -> str:
        """The record as JSON, one turn a line."""
        lines = []
        for key, value in self.data().items():
            if key == "turns" and value:
                turns = ",\n".join("    " + json.dumps(turn, ensure_ascii=False) for turn in value)
                lines.append(f'  "turns": [\n{turns}\n  ]')
            else:
                lines.append(f"  {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}")
        return "{\n" + ",\n".join(lines) + "\n}\n"

    def save(self, path: str | Path) -> None:
        """Write the record to a file, whole or not at all."""
        path = Path(path)
        part = path.with_name(path.name + ".part")
        part.write_text(self.dumps(), encoding="utf-8")
        part.replace(path)

    @classmethod
    def load(cls, path: str | Path) -> Record:
        """Read a record from a file."""
        path = Path(path)
        try:
            text = components.read_bounded(path, MAX_BYTES)
        except UnicodeDecodeError as error:
            raise RecordError(f"{path}: not UTF-8 at byte {error.start}; expected a record in JSON") from None
        except (OSError, ValueError) as error:  # ValueError: no system has a path with such characters
            reason = getattr(error, "strerror", None) or error
            raise RecordError(f"{path}: cannot be read: {reason}; expected a record in JSON") from None
        if text is None:
            raise RecordError(f"{path}: more than {MAX_BYTES} bytes; expected at most that")
        return cls.loads(text)

    @classmethod
    def loads(cls, text: str) -> Record:
        """Read a record and replay it to see that it is right. Raises RecordError, with the turn if it fails there."""
        record = cls.from_data(parse(text))
        record.replay()
        return record

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Record:
        """Read a record from plain data, without replaying it."""
        version = data.get("format")
        if type(version) is not int or version != FORMAT:
            raise RecordError(f"format: {shown(version)}; this version reads format {FORMAT}")
        missing, unknown = REQUIRED - set(data), set(data) - REQUIRED - OPTIONAL
        if missing:
            raise RecordError("missing: " + ", ".join(sorted(missing)))
        if unknown:
            raise RecordError("unknown key: " + ", ".join(sorted(shown(key) for key in unknown)))
        if "digest" in data and data["digest"] != digest(data):
            raise RecordError("the record was altered after it was written: its digest does not fit")
        owner = read_game(data)
        players = whole(data, "players", 2, 5)
        turns = read_turns(data["turns"], players)
        unfinished = data.get("unfinished", "")
        if not isinstance(unfinished, str):
            raise RecordError("unfinished: expected a text")
        return cls(
            game=owner,
            players=players,
            start=whole(data, "start", 0, players - 1),
            deal=data["deal"],
            turns=turns,
            unfinished=unfinished,
            later=read_later(data.get("later", "")),
            result=data.get("result"),
            names=read_names(data.get("names", []), players),
            fair=read_fair(data["fair"]) if "fair" in data else None,
        )

    def replay(self, turns: int | None = None) -> State:
        """The state after the whole record, or after so many turns. Raises RecordError where it fails."""
        if turns is not None and not 0 <= turns <= len(self.turns):
            raise RecordError(f"there is no turn {turns}; the record has {len(self.turns)}")
        state = self.begin()
        for number, turn in enumerate(self.turns[:turns], 1):
            self._play(state, number, turn)
        if turns is None:
            self._finish(state)
        return state

    def states(self) -> Iterator[State]:
        """The state at the deal and after every turn: the same object each time, so copy what you keep."""
        state = self.begin()
        yield state
        for number, turn in enumerate(self.turns, 1):
            self._play(state, number, turn)
            yield state
        self._finish(state)
        if self.unfinished:
            yield state

    def begin(self) -> State:
        """The deal, before the first decision."""
        try:
            return self.game.begin(self.deal, players=self.players, start=self.start, later=list(self.later))
        except OptionError as error:
            raise RecordError(str(error)) from None

    def _play(self, state: State, number: int, turn: tuple[int, str]) -> None:
        seat, text = turn
        if state.over:
            raise RecordError(f"{text[:60]!r} after the end of the game", turn=number)
        if seat != state.seat:
            raise RecordError(f"seat {seat} plays {text[:60]!r}; expected seat {state.seat}", turn=number)
        before = len(state.history)
        try:
            actions = self.game.read_turn(state, text)
        except (NotationError, IllegalDecision) as error:
            raise RecordError(str(error), turn=number, decision=error.decision) from None
        for action in actions:
            state.play(action)
        written = self.game.turn_text(state.history[before:])
        if written != text:
            raise RecordError(f"{text[:60]!r} is not how this turn is written; expected {written!r}", turn=number)

    def _finish(self, state: State) -> None:
        number = len(self.turns) + 1
        if self.unfinished:
            if state.over:
                raise RecordError("decisions after the end of the game", turn=number)
            try:
                actions = self.game.notations.split(self.unfinished)
            except NotationError as error:
                raise RecordError(str(error), turn=number) from None
            if not actions:
                raise RecordError("unfinished: no decision; expected at least one", turn=number)
            turn = state.turn
            for place, action in enumerate(actions, 1):
                try:
                    state.play(action)
                except IllegalDecision as error:
                    raise RecordError(str(error), turn=number, decision=place) from None
                if state.turn != turn or state.over:
                    raise RecordError("the turn called unfinished is a whole one", turn=number, decision=place)
        if state.over and json.dumps(self.result) != json.dumps(result_of(state)):
            raise RecordError(f"result: the game ends with {result_of(state)}, the record says {shown(self.result)}")
        if not state.over and self.result is not None:
            raise RecordError("result: the record has a result but the game is not over")
        if isinstance(state, BoardState):
            self._check_second(state)
        elif self.later:
            raise RecordError("later: words for a reshuffle; expected none in a display game")

    def _check_second(self, state: BoardState) -> None:
        waits = not state.over and state.second_order() is None
        if len(self.later) != (spec.MAX_DECK if waits else 0):
            wanted = f"{spec.MAX_DECK} words" if waits else "none"
            raise RecordError(f"later: {len(self.later)} words; expected {wanted} for the reshuffle to come")
        second = state.second_order()
        box = self.game.box.contents
        assert isinstance(box, BoardComponents)
        played = None if second is None else [box.colours[colour].id for colour in second]
        if played != self.deal.get("second"):
            raise RecordError(
                "deal.second: not the pile that the discards give; expected it once the pile is exhausted"
            )


def parse(text: str) -> dict[str, Any]:
    """JSON of bounded size and depth."""
    if not isinstance(text, str):
        raise RecordError(f"a record is a text, not {type(text).__name__}")
    if len(text) > MAX_BYTES:
        raise RecordError(f"{len(text)} characters; expected at most {MAX_BYTES}")
    deepest = level = 0
    for part in TEXT_OR_BRACKET.findall(text):
        level += (part in "[{") - (part in "]}")
        deepest = max(deepest, level)
    if deepest > MAX_DEPTH:
        raise RecordError(f"nested {deepest} deep; expected at most {MAX_DEPTH}")
    try:
        data = json.loads(text, parse_constant=_no_constant, object_pairs_hook=_once)
    except RecordError:
        raise
    except ValueError as error:
        raise RecordError(f"not JSON: {error}") from None
    if not isinstance(data, dict):
        raise RecordError("a record is a JSON object")
    return data


def _no_constant(name: str) -> None:
    raise RecordError(f"not JSON: {name}")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) != len(pairs):
        raise RecordError("a key occurs twice")
    return data


def digest(data: dict[str, Any]) -> str:
    """16 hexadecimal digits over everything else in a record, against accidents."""
    rest = {key: value for key, value in data.items() if key != "digest"}
    canonical = json.dumps(rest, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(canonical.encode()).hexdigest()[:16]


def result_of(state: State) -> dict[str, Any]:
    """Scores, ranks and winners."""
    sheet = state.sheet()
    return {"scores": list(sheet.totals), "ranks": list(sheet.ranks), "winners": list(sheet.winners)}


def read_game(data: dict[str, Any]) -> Game:
    """The game of a record, with its own box if it has one."""
    name, options, print_ = data["game"], data["options"], data["components"]
    if not isinstance(name, str) or not isinstance(options, dict) or not isinstance(print_, str):
        raise RecordError("game, options, components: expected a text, a table and a text")
    try:
        box = None
        if "box" in data:
            if not isinstance(data["box"], dict):
                raise RecordError("box: expected a table")
            box = components.read(data["box"], "box of the record")
        wanted = EDITIONS[name].options if name in EDITIONS else ()
        if name in EDITIONS and set(options) != set(wanted):
            raise RecordError("options: expected " + (", ".join(wanted) or "none"))
        owner = game(name, components=box, **options)
    except (OptionError, ComponentError) as error:
        raise RecordError(str(error)) from None
    if owner.box.fingerprint != print_:
        found = f"components: fingerprint {print_[:40]!r}"
        raise RecordError(f"{found}; the box has {owner.box.fingerprint}. Played with other components?")
    return owner


def whole(data: dict[str, Any], key: str, low: int, high: int) -> int:
    """A whole number within bounds."""
    value = data[key]
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise RecordError(f"{key}: {str(value)[:40]}; expected a whole number from {low} to {high}")
    return value


def read_turns(turns: object, players: int) -> tuple[tuple[int, str], ...]:
    """The turns of a record: seat and text each."""
    if not isinstance(turns, list) or len(turns) > MAX_TURNS:
        raise RecordError(f"turns: expected a list of at most {MAX_TURNS}")
    for number, turn in enumerate(turns, 1):
        if not isinstance(turn, list) or len(turn) != 2 or not isinstance(turn[1], str):
            raise RecordError('expected [seat, "text"]', turn=number)
        if isinstance(turn[0], bool) or not isinstance(turn[0], int) or not 0 <= turn[0] < players:
            raise RecordError(f"seat {str(turn[0])[:40]}; expected 0 to {players - 1}", turn=number)
    return tuple((seat, text) for seat, text in turns)


def read_later(text: object) -> tuple[int, ...]:
    """The chance of a reshuffle to come."""
    if not isinstance(text, str) or len(text) > 8 * 96 or len(text) % 8 or set(text) - set("0123456789abcdef"):
        raise RecordError("later: expected words of 8 hexadecimal digits")
    return tuple(int(text[i : i + 8], 16) for i in range(0, len(text), 8))


def read_names(names: object, players: int) -> tuple[str, ...]:
    """The players' names."""
    if not isinstance(names, list):
        raise RecordError(f"names: {shown(names)}; expected a list of texts")
    for name in names:
        if not isinstance(name, str) or len(name) > 80 or not name.isprintable():
            raise RecordError(f"names: {shown(name)}; expected texts of at most 80 printable characters")
    if names and len(names) != players:
        raise RecordError(f"names: {len(names)} of them; expected {players}")
    return tuple(names)


def read_fair(fair: object) -> dict[str, str]:
    """Commitment and seed of a table, each 64 hexadecimal digits."""
    if not isinstance(fair, dict) or set(fair) != FAIR:
        raise RecordError(f"fair: {shown(fair)}; expected a table with commitment and seed")
    for key in sorted(FAIR):
        if not isinstance(fair[key], str) or not re.fullmatch("[0-9a-f]{64}", fair[key]):
            raise RecordError(f"fair.{key}: {shown(fair[key])}; expected 64 hexadecimal digits")
    return {"commitment": fair["commitment"], "seed": fair["seed"]}
