"""Every game with every number of players and every choice of options, and random play."""

from __future__ import annotations

import hashlib
import random
import signal
from collections.abc import Iterator
from dataclasses import dataclass

import eminence
from eminence import Game, State


@dataclass(frozen=True)
class Case:
    """A game, a number of players, and options."""

    name: str
    players: int
    options: tuple[str, ...] = ()

    def __str__(self) -> str:
        return "-".join([self.name, f"{self.players}p", *self.options])

    @property
    def game(self) -> Game:
        return eminence.game(self.name, **dict.fromkeys(self.options, True))

    def deal(self, seed: int | str, start: int = 0) -> State:
        return self.game.deal(seed, players=self.players, start=start)


CASES = [
    Case("richelieu-duel", 2),
    Case("richelieu-duel", 2, ("early_end",)),
    Case("richelieu-duel", 2, ("short_rules",)),
    Case("richelieu-duel", 2, ("early_end", "short_rules")),
    Case("richelieu", 2),
    Case("richelieu", 2, ("early_end",)),
    Case("richelieu", 3),
    Case("richelieu", 4),
    Case("cardinal-cards", 3),
    Case("cardinal-cards", 4),
    Case("cardinal-cards", 5),
    Case("cardinal-board", 3),
    Case("cardinal-board", 4),
    Case("cardinal-board", 5),
]
DISPLAY = [case for case in CASES if case.name != "cardinal-board"]
BOARD = [case for case in CASES if case.name == "cardinal-board"]


def walk(state: State, rng: random.Random, *, fierce: bool = False) -> Iterator[State]:
    """The state before every decision of a random game and at its end: the same object each time.

    Fierce play pays, plays tokens and marks whenever it can, so that boxes fill and players get stuck (D13).
    """
    while not state.over:
        yield state
        state.play(pick(state, rng, fierce=fierce))
    yield state


def pick(state: State, rng: random.Random, *, fierce: bool = False) -> int:
    """A random legal decision."""
    legal = state.legal
    if fierce and state.game.id != "cardinal-board":
        markers = state.view(None).markers
        kinds = {action: state.game.describe(action).kind for action in legal}
        costly = [a for a in legal if kinds[a] == "take" and markers[a] not in (-1, state.seat)]
        legal = costly or [a for a in legal if kinds[a] in ("pay", "token", "put", "pass")] or legal
    return rng.choice(legal)


def somewhere(case: Case, seed: int, *, fierce: bool = False) -> State:
    """A position of a random game, anywhere between the deal and the end."""
    rng = random.Random(f"{case}/{seed}")
    state = case.deal(seed, start=rng.randrange(case.players))
    steps = rng.randrange(170)
    for moment, position in enumerate(walk(state, rng, fierce=fierce)):
        if moment == steps:
            return position
    return state


def middle(case: Case, seed: int, part: float = 0.5) -> State:
    """A position with something to decide, such a part of the way through a random game."""
    rng = random.Random(f"{case}/{seed}")
    state = case.deal(seed)
    while not state.over:
        state.play(rng.choice(state.legal))
    history = state.history
    state = case.deal(seed)
    for action in history[: int(part * len(history))]:
        state.play(action)
    while len(state.legal) == 1 and not state.over:
        state.play(state.legal[0])
    return state


def hear_interrupts() -> None:
    """For a process about to start: hear Ctrl-C also where the tests run in the background, which is deaf to it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def fingerprint(text: str) -> str:
    """A short hash of a text."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]
