"""The golden games have not changed."""

from __future__ import annotations

import json

import pytest

from eminence import Record
from tests import golden
from tests.cases import CASES, Case


@pytest.mark.parametrize("case", CASES, ids=str)
def test_every_value_of_the_golden_game_is_as_recorded(case: Case) -> None:
    """Every legal set, view and score on the way. `make golden` writes them anew after a wanted change."""
    written = golden.path(case).read_text(encoding="utf-8").splitlines()
    played = [json.dumps(entry, ensure_ascii=False) for entry in golden.playthrough(case)]
    for number, (old, new) in enumerate(zip(written[1:], played, strict=False), 1):
        assert json.loads(new) == json.loads(old), f"decision {number}"
    assert len(written) - 1 == len(played)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_golden_record_loads_and_replays(case: Case) -> None:
    last = json.loads(golden.path(case).read_text(encoding="utf-8").splitlines()[-1])
    record = Record.loads(json.dumps(last["record"]))
    assert record.replay().sheet().data() == last["sheet"]


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_numbers_of_decision_sequences_are_as_recorded(case: Case) -> None:
    """Perft: how many sequences of 1 to 4 decisions there are from a fixed deal, and of 3 from the middle of a game."""
    written = json.loads(golden.path(case).read_text(encoding="utf-8").splitlines()[0])
    assert golden.counts(case) == written["perft"]
