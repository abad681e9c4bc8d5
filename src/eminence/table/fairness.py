"""Fair deals that anybody can check: a hash is published before the first card, what it hides after the last.

The commitment is the SHA-256 of one line: `eminence deal 1`, the id of the game, the number of players, the fingerprint
of the components and the seed in hexadecimal digits, with single spaces between. Deal, starting seat by lot and all
later chance follow from the seed.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from eminence.deals import deal_of
from eminence.game import Game
from eminence.record import Record
from eminence.rules.board import BoardState

FAULTS = (
    "no-commitment",
    "other-commitment",
    "commitment",
    "cards",
    "tokens",
    "removed",
    "hands",
    "open",
    "pile",
    "second",
    "later",
)
"""What can be wrong, in the order in which it is looked at. From `cards` on they are parts of a record's deal."""


def commitment(game: Game, players: int, seed: str) -> str:
    """The hash that is published when a game begins."""
    return hashlib.sha256(line(game, players, seed).encode()).hexdigest()


def line(game: Game, players: int, seed: str) -> str:
    """The line that is hashed."""
    return f"eminence deal 1 {game.id} {players} {game.box.fingerprint} {seed}"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What can be said of the deal of a record."""

    faults: tuple[str, ...]
    """Every point that fails, as codes out of FAULTS; none if the deal is proved."""
    commitment: str | None = None
    """The commitment in the record."""
    expected: str | None = None
    """The commitment that belongs to the seed in the record."""
    lot: int | None = None
    """The seat that begins if the lot decides. A table may have agreed on another one."""

    @property
    def fair(self) -> bool:
        """Whether all of the deal follows from what was published."""
        return not self.faults


def check(record: Record, noted: str | None = None) -> Verdict:
    """Whether the deal of a record follows from the seed that its commitment hides.

    `noted` is the commitment that somebody wrote down at the start. Which seat began is taken as given.
    """
    if record.fair is None:
        return Verdict(("no-commitment",))
    published, seed = record.fair["commitment"], record.fair["seed"]
    faults = []
    if noted is not None and noted.lower() != published:
        faults.append("other-commitment")
    expected = commitment(record.game, record.players, seed)
    if expected != published:
        faults.append("commitment")
    secret = bytes.fromhex(seed)
    true = record.game.deal(secret, players=record.players, start=record.start)
    assert true.dealt is not None
    dealt = deal_of(record.begin(), record.game.box.contents)
    faults += [part for part in true.dealt if dealt[part] != true.dealt[part]]
    if isinstance(true, BoardState):
        faults += later_faults(record, true.later_words())
    lot = record.game.deal(secret, players=record.players, start="lot").start
    return Verdict(tuple(faults), published, expected, lot)


def later_faults(record: Record, words: list[int]) -> list[str]:
    """Whether the reshuffle of the board game (B13) used these words, or would have used them."""
    if record.later:
        return [] if list(record.later) == words else ["later"]
    first = {part: cards for part, cards in record.deal.items() if part != "second"}
    state = record.game.begin(first, players=record.players, start=record.start, later=words)
    played = record.replay()
    assert isinstance(state, BoardState) and isinstance(played, BoardState)
    for action in played.history:
        if state.second_order() is not None:  # what follows may be impossible with this pile
            break
        state.play(action)
    return [] if state.second_order() == played.second_order() else ["second"]
