"""examples/bot.py plays all four games against the house's bots, as its own process and with a token only."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.server.client import OPEN, bot
from tests.server.conftest import Newcomer
from tests.server.running import Inside

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "bot.py"


@pytest.mark.slow
@pytest.mark.process
def test_it_plays_all_four_games(house: Inside, people: Newcomer) -> None:
    ann = people(house)
    token = ann.post("/api/me/tokens", {"label": "example"})["token"]
    tables = {
        game: ann.open(game, [OPEN, *[bot()] * (players - 1)])
        for game, players in (("richelieu-duel", 2), ("richelieu", 4), ("cardinal-cards", 3), ("cardinal-board", 5))
    }
    playing = [
        subprocess.Popen(
            [sys.executable, str(EXAMPLE), house.url, token, table],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for table in tables.values()
    ]
    until = time.monotonic() + 60
    for process, (game, table) in zip(playing, tables.items(), strict=True):
        output, errors = process.communicate(timeout=max(1.0, until - time.monotonic()))
        assert process.returncode == 0 and not errors, errors
        shown = ann.get(f"/api/tables/{table}")["picture"]
        assert shown["phase"] == "finished" and shown["result"]["by"] is None, game
        assert "refused" not in output and str(shown["result"]["scores"][0]) in output


def test_it_is_short() -> None:
    text = EXAMPLE.read_text(encoding="utf-8")
    code = text.partition('"""')[2].partition('"""')[2]
    assert len([line for line in code.splitlines() if line.strip()]) <= 50
    assert "eminence" not in code, "it needs nothing of ours"
