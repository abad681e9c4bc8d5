"""The shipped weights come from the code that is here: whoever changes what a training does must train them anew."""

from __future__ import annotations

import platform
from dataclasses import replace
from hashlib import sha256

import pytest

import eminence
from eminence.bots.training import SHIPPED, Training

GAMES = 8  # at least, and a whole block
BEGINNINGS = {
    ("richelieu-duel", 2): "7277c9b79531be67",
    ("richelieu", 2): "918d827a14b61115",
    ("richelieu", 3): "cc0144e7ccdd0b22",
    ("richelieu", 4): "caa5063ab8025712",
    ("cardinal-cards", 3): "834bd437155185d7",
    ("cardinal-cards", 4): "7fcdff08ed2ee93d",
    ("cardinal-cards", 5): "b18f1cdb30369135",
    ("cardinal-board", 3): "63ab777be4af75cf",
    ("cardinal-board", 4): "4230bdd2ce7c403c",
    ("cardinal-board", 5): "9efedf6bc12cfe01",
}
"""What the nets, and all that their learning needs, are after the first games of the plan of each."""


@pytest.mark.skipif(not eminence.compiled, reason="the weights are those of the compiled code")
@pytest.mark.skipif(
    (platform.machine(), platform.libc_ver()[0]) != ("x86_64", "glibc"),
    reason="another C library or processor may round a logarithm differently",
)
@pytest.mark.parametrize(("game", "players"), SHIPPED)
def test_a_training_begins_as_that_of_the_shipped_weights_did(game: str, players: int) -> None:
    """If it does not, the documented commands give other weights than those in the package: see docs/training.md."""
    plan = SHIPPED[game, players]
    games = max(GAMES, plan.block)
    training = Training.begin(eminence.game(game), players, replace(plan, games=games))
    training.run(games)
    assert sha256(training.net.dumps(learning=True)).hexdigest()[:16] == BEGINNINGS[game, players]
