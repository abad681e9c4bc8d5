# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""What every game's state has in common: the seat to act, decisions, history, copies and the final count."""

from __future__ import annotations

from operator import index
from typing import Any, Protocol, SupportsIndex, TypeVar

import cython

from eminence.errors import IllegalDecision

if not cython.compiled:
    from eminence.rules.chance import Rng

ACTS = cython.declare(cython.int, 1024)
LINE = cython.declare(cython.int, 5)  # values in a line of the score sheet: one a seat

_S = TypeVar("_S", bound="State")


class Owner(Protocol):
    """What a state asks of the game that dealt it."""

    def notation(self, action: int) -> str: ...
    def reason(self, code: int) -> str: ...
    def view_of(self, state: Any, seat: int | None) -> Any: ...
    def sheet_of(self, state: Any) -> Any: ...
    def text_of(self, state: Any) -> str: ...
    def picture_of(self, state: Any) -> str: ...
    def play_turn(self, state: Any, text: str) -> None: ...


def number_of(action: object) -> cython.int:
    """A decision as a number; -1 for what cannot be one."""
    if isinstance(action, bool):
        return -1
    try:
        number = index(action)  # type: ignore[arg-type]
    except TypeError:
        return -1
    return number if 0 <= number < 1 << 20 else -1


class State:
    """The whole truth about one game at one moment.

    Everything that a player may learn of it goes through `view(seat)`.
    """

    def __init__(self, game: Owner, players: int, start: int) -> None:
        self.game = game
        self.players = players
        self.start = start
        self.seat = start
        self.over = False
        self.turn = 0
        self.lines = 0
        self.dealt: dict[str, Any] | None = None
        self._decisions: list[int] = []
        self._starts: list[int] = []
        self._seats: list[int] = []
        self._deciding = 0
        if not cython.compiled:
            self.acts: list[int] = [0] * 1024
            self.words: list[int] = [0] * 192
            self.line: list[int] = [0] * 320
            self.counts: list[int] = [0] * 5
            self.gains: list[int] = [0] * 5
            self.score: list[int] = [0] * 5
            self.breaker: list[int] = [0] * 5
            self.rank: list[int] = [0] * 5

    # What each mechanism fills in; callable from compiled code without the GIL.

    def generate(self) -> cython.int:
        """Write the legal decisions into `acts` and return their number."""
        return 0

    def apply(self, action: cython.int) -> None:
        """Carry out a legal decision, unrecorded and unchecked."""

    def refusal(self, action: cython.int) -> cython.int:
        """0 for a legal decision, otherwise the number of the reason against it."""
        return 0

    def tally(self) -> None:
        """Fill `line`, `score` and `breaker` as if the game ended now."""

    def lay(self) -> None:
        """Deal from `words` and begin."""

    def reset(self) -> None:
        """Become what the bound root is (see `bind`)."""

    def guess(self, rng: Rng) -> None:
        """Replace all that is unknown by something that could be true."""

    def bind(self, root: State) -> None:
        """Take what stays the same during a game from `root`, and remember it for `reset`."""
        raise TypeError("a State is made by Game.deal")

    def unbind(self) -> None:
        """Forget the root."""

    def hide(self, viewer: int) -> None:
        """Erase all that the viewer may not know; -1 for somebody who only watches."""

    def facts(self) -> dict[str, Any]:
        """The position as plain data."""
        return {}

    def disclosed(self) -> tuple[int, ...]:
        """All hidden things that have come to light; after `hide`, to the viewer."""
        return ()

    def check(self) -> None:
        """Raise an AssertionError if something was lost or made from nothing."""

    # Shared.

    def blank(self: _S) -> _S:
        """A state of the same kind and game, not yet dealt."""
        return type(self)(self.game, self.players, self.start)

    def begin(self, words: list[int]) -> None:
        """Deal from these random words."""
        self.untouched()
        if len(words) != 192 or not all(0 <= word < 1 << 32 for word in words):
            raise ValueError("a deal takes 192 words of 32 bits, as secure_words gives")
        for i in range(192):
            self.words[i] = words[i]
        self.lay()

    def untouched(self) -> None:
        """Nothing is dealt anew once something was played."""
        if self._decisions:
            raise ValueError("the game is being played; deal a new one with Game.deal")

    def shuffle(self, rng: Rng) -> None:
        rng.fill(self.words, 192)
        self.lay()

    def fill_in(self, rng: Rng) -> None:
        """Replace all that is unknown by something that could be true."""
        self.guess(rng)

    def settle(self) -> None:
        """Score and rank everybody as if the game ended now."""
        p: cython.int
        q: cython.int
        i: cython.int
        for p in range(self.players):
            self.score[p] = 0
            self.breaker[p] = 0
        self.lines = 0
        self.tally()
        for p in range(self.players):
            for i in range(self.lines):
                self.score[p] += self.line[i * LINE + p]
        for p in range(self.players):
            self.rank[p] = 1
            for q in range(self.players):
                if self.score[q] > self.score[p] or (
                    self.score[q] == self.score[p] and self.breaker[q] > self.breaker[p]
                ):
                    self.rank[p] += 1

    def write_line(self) -> None:
        """Enter `gains` as the next line of the score sheet."""
        p: cython.int
        for p in range(self.players):
            self.line[self.lines * LINE + p] = self.gains[p]
        self.lines += 1

    def copy(self: _S) -> _S:
        """An independent state: nothing played in one is seen in the other."""
        twin: State = self.blank()
        twin.bind(self)
        twin.reset()
        twin.unbind()
        twin.dealt = self.dealt
        twin._decisions = self._decisions[:]
        twin._starts = self._starts[:]
        twin._seats = self._seats[:]
        twin._deciding = self._deciding
        return twin  # type: ignore[return-value]

    __copy__ = copy

    def __deepcopy__(self: _S, memo: object) -> _S:
        return self.copy()

    def __reduce__(self) -> Any:
        raise TypeError("a State is not pickled: send Record.of(state).dumps() instead")

    @property
    def legal(self) -> list[int]:
        """The decisions open to the seat to act, in a fixed order; empty when the game is over."""
        n: cython.int
        if self.over:
            return []
        n = self.generate()
        return [self.acts[i] for i in range(n)]

    def play(self, action: SupportsIndex) -> None:
        """Carry out one decision. An illegal one raises IllegalDecision and changes nothing."""
        checked: cython.int = number_of(action)
        code: cython.int = self.refusal(checked)
        if code != 0:
            reason = self.game.reason(code)
            if checked < 0:
                raise IllegalDecision(f"{repr(action)[:40]} is not a decision; expected an int out of legal", reason)
            raise IllegalDecision(f"{self.game.notation(checked)!r} is not allowed now: {reason}", reason)
        if self.turn != self._deciding or not self._starts:
            self._deciding = self.turn
            self._starts.append(len(self._decisions))
            self._seats.append(self.seat)
        self._decisions.append(checked)
        self.apply(checked)

    def play_turn(self, text: str) -> None:
        """Play decisions written in notation, for instance "A1 A2$B5 @C7": to the end of a turn, stops included.

        Whatever is wrong with the text, nothing of it is played.
        """
        self.game.play_turn(self, text)

    def why_not(self, action: SupportsIndex) -> str | None:
        """The code of the reason against a decision, or None if it is legal."""
        code: cython.int = self.refusal(number_of(action))
        return self.game.reason(code) if code != 0 else None

    @property
    def history(self) -> list[int]:
        """All decisions so far."""
        return self._decisions[:]

    @property
    def decisions(self) -> int:
        """How many decisions there have been."""
        return len(self._decisions)

    @property
    def turns(self) -> list[tuple[int, tuple[int, ...]]]:
        """The decisions so far by turn, with the seat. Turns skipped without a question are not listed."""
        ends = [*self._starts[1:], len(self._decisions)][: len(self._starts)]
        return [
            (seat, tuple(self._decisions[first:end]))
            for seat, first, end in zip(self._seats, self._starts, ends, strict=True)
        ]

    @property
    def turn_started(self) -> bool:
        """Whether the seat to act has already decided something in this turn."""
        return bool(self._starts) and self._deciding == self.turn and not self.over

    @property
    def begun(self) -> list[int]:
        """The decisions of a turn that is not finished."""
        return self._decisions[self._starts[len(self._starts) - 1] :] if self.turn_started else []

    def scores(self) -> list[int]:
        """Points by seat, as if the game ended now with everything open."""
        self.settle()
        return [self.score[p] for p in range(self.players)]

    def ranks(self) -> list[int]:
        """Ranks by seat after all tie-breaks, as if the game ended now; 1 is best, equals share."""
        self.settle()
        return [self.rank[p] for p in range(self.players)]

    def settled(self) -> tuple[list[list[int]], list[int], list[int], list[int]]:
        """Lines, points, what breaks ties, and ranks, counted once."""
        self.settle()
        return (
            [[self.line[i * LINE + p] for p in range(self.players)] for i in range(self.lines)],
            [self.score[p] for p in range(self.players)],
            [self.breaker[p] for p in range(self.players)],
            [self.rank[p] for p in range(self.players)],
        )

    def view(self, seat: int | None) -> Any:
        """What the player on `seat` may know; None for somebody who only watches."""
        return self.game.view_of(self, seat)

    def sheet(self) -> Any:
        """The score sheet, line by line. Before the end: as if the game ended now with everything open."""
        return self.game.sheet_of(self)

    def __str__(self) -> str:
        return self.game.text_of(self)

    def _repr_svg_(self) -> str:
        return self.game.picture_of(self)
