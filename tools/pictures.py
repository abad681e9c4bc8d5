"""Draw the pictures of docs/library.md: `make pictures`."""

from __future__ import annotations

from pathlib import Path

import eminence
from eminence.bots import make
from eminence.draw import table_svg

FOLDER = Path(__file__).parent.parent / "docs" / "pictures"
PICTURES = (("richelieu-duel", 2, 13, "light"), ("cardinal-board", 4, 37, "light"), ("cardinal-cards", 4, 16, "dark"))


def position(name: str, players: int, turns: int) -> eminence.State:
    """A game between bots after so many turns."""
    state: eminence.State = eminence.game(name).deal("front", players=players)
    bots = [make("greedy", seat) for seat in range(players)]
    while state.turn < turns:
        state.play(bots[state.seat].choose(state.view(state.seat)))
    return state


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, players, turns, theme in PICTURES:
        state = position(name, players, turns)
        (FOLDER / f"{name}.svg").write_text(table_svg(state.view(state.seat), theme=theme), encoding="utf-8")
        print(f"drew {name}.svg")
