"""What a game promised to everybody at a moment, to somebody who knows all that any player has seen by then.

Tokens and cards that nobody has seen are dealt anew, again and again, and the judge's opinion is averaged. What the
players have seen is never guessed, so the average changes for two reasons only: somebody decided, or chance showed
something.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from eminence.bots.minds import judge_of, net_for
from eminence.components.board import BoardComponents
from eminence.deals import words_for
from eminence.record import Record
from eminence.rules import spec
from eminence.rules.board import BoardState
from eminence.rules.display import DisplayState
from eminence.rules.state import State


@dataclass(frozen=True)
class Expectation:
    """What everybody may expect, by seat."""

    win: tuple[float, ...]
    """The share in the win."""
    margin: tuple[float, ...]
    """Points ahead of the best other."""

    def less(self, other: Expectation) -> Expectation:
        """The change since another expectation."""
        return Expectation(
            tuple(new - old for new, old in zip(self.win, other.win, strict=True)),
            tuple(new - old for new, old in zip(self.margin, other.margin, strict=True)),
        )

    def data(self) -> dict[str, list[float]]:
        """As plain data."""
        return {"win": list(self.win), "margin": list(self.margin)}


@dataclass(frozen=True)
class Unseen:
    """What nobody has seen at some moment: how many places, and the moment's half in the board game."""

    places: tuple[int, ...]
    half: int = 0


class Table:
    """One game from its deal on, and a judge that watches a state on which it is played again."""

    def __init__(self, record: Record, end: State, worlds: int, seed: int) -> None:
        self.worlds = worlds
        self.seed = seed
        self.state = record.game.blank(record.players, record.start)
        fresh = record.begin()
        net = net_for(fresh.view(None))
        self.judge = judge_of(self.state, net)
        facts = end.facts()
        self.kinds: list[int] = facts.get("kind", [])
        self.faces: list[int] = facts.get("face", [])
        self.rest: list[int] = facts.get("rest", [])
        self.order: list[int] = []
        self.second: list[int] = []
        if isinstance(record.game.box.contents, BoardComponents):
            ids = [colour.id for colour in record.game.box.contents.colours]
            deal = record.deal
            cards = [card for hand in deal["hands"] for card in hand] + deal["open"] + deal["pile"]
            self.order = [ids.index(card) for card in cards]
            self.second = [ids.index(card) for card in deal.get("second", [])]
            self.colours = len(ids)

    def unseen(self, state: State) -> Unseen:
        """The places that nobody has seen in a position of this game, the place to be seen next first."""
        facts = state.facts()
        if isinstance(state, BoardState):
            pile = self.second if facts["half"] else self.order
            return Unseen(tuple(range(len(pile) - facts["pile_size"], len(pile))), facts["half"])
        return Unseen(tuple(i for i, holder in enumerate(facts["holder"]) if holder < 0))

    def expect(self, history: Sequence[int], unseen: Unseen, first: int | None = None) -> Expectation:
        """The mean over deals that differ in what was unseen, after these decisions.

        The place `first`, which the last decision shows, gets every face in its turn.
        """
        rng = random.Random(f"{self.seed}/{len(history)}/{len(unseen.places)}")
        places = list(unseen.places)
        if first is not None:
            places.remove(first)
            places.insert(0, first)
        pool = self.pool(places, unseen.half)
        n = len(pool)
        count = 1 if len(set(pool)) < 2 else n * -(-self.worlds // n) if 0 < n <= 2 * self.worlds else self.worlds
        wins, margins = [0.0] * self.state.players, [0.0] * self.state.players
        for number in range(count):
            rest = pool[:]
            dealt = [rest.pop(number * n // count)] if n else []
            rng.shuffle(rest)
            self.lay(places, dealt + rest, unseen.half, rng)
            for action in history:
                self.state.play(action)
            _, win, margin = self.judge.read()
            for seat in range(self.state.players):
                wins[seat] += win[seat]
                margins[seat] += margin[seat]
        return Expectation(tuple(win / count for win in wins), tuple(margin / count for margin in margins))

    def pool(self, places: list[int], half: int) -> list[int]:
        """All that could lie on the unseen places, and in a display game out of the game, in a fixed order."""
        if isinstance(self.state, DisplayState):
            return sorted([*(self.faces[i] for i in places), *self.rest])
        pile = self.second if half else self.order
        return sorted(pile[i] for i in places)

    def lay(self, places: list[int], dealt: list[int], half: int, rng: random.Random) -> None:
        """Begin the game anew with another deal of the unseen."""
        state = self.state
        state._decisions, state._starts, state._seats, state._deciding = [], [], [], 0
        if isinstance(state, DisplayState):
            faces = self.faces[:]
            for place, face in zip(places, dealt, strict=False):
                faces[place] = face
            state.lay_out(self.kinds, faces, dealt[len(places) :])
            return
        assert isinstance(state, BoardState)
        order, second = self.order[:], self.second[:]
        for place, colour in zip(places, dealt, strict=True):
            (second if half else order)[place] = colour
        later = words_for(second, self.colours) if half else [rng.getrandbits(32) for _ in range(spec.MAX_DECK)]
        state.lay_out(order, later)


def outcome(state: State) -> Expectation:
    """The outcome of an ended game."""
    scores, ranks = state.scores(), state.ranks()
    winners = ranks.count(1)
    best = [max(score for other, score in enumerate(scores) if other != seat) for seat in range(state.players)]
    return Expectation(
        tuple(1.0 / winners if rank == 1 else 0.0 for rank in ranks),
        tuple(float(score - other) for score, other in zip(scores, best, strict=True)),
    )
