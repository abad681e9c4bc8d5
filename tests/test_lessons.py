"""The lessons of the browser are true: their files are what the rules give, and the engine judges every decision so."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from eminence.game import Game, open_view
from eminence.rules.state import State

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "web" / "src" / "learn" / "lessons"


def tool() -> ModuleType:
    """The tool that makes the lessons."""
    spec = importlib.util.spec_from_file_location("lessons_tool", ROOT / "tools" / "lessons.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


TOOL = tool()
COURSES = {rules.id: (rules, players, lessons) for rules, players, lessons in TOOL.courses()}


def test_there_is_a_file_for_every_course_and_no_other() -> None:
    assert sorted(path.stem for path in FOLDER.iterdir()) == sorted(COURSES)


@pytest.mark.parametrize("name", sorted(COURSES))
def test_files_are_what_the_tool_writes(name: str) -> None:
    text = (FOLDER / f"{name}.json").read_text(encoding="utf-8")
    assert text == TOOL.written(*COURSES[name]), f"{name}.json is not up to date: run python tools/lessons.py"


def position(rules: Game, players: int, deal: Any, step: dict[str, Any]) -> State:
    """The position of a step, played from the deal by the turns it tells; every decision of them has to be legal."""
    state: State = rules.begin(deal, players=players, start=step["view"]["start"])
    for seat, decisions in step["turns"]:
        for decision in decisions:
            assert state.seat == seat, (step["text"], decision)
            assert state.why_not(rules.parse(decision)) is None, (step["text"], decision)
            state.play(rules.parse(decision))
    return state


@pytest.mark.parametrize("name", sorted(COURSES))
def test_every_position_is_reached_and_every_decision_judged_as_the_engine_does(name: str) -> None:
    course = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    rules, players, made = COURSES[name]
    assert (course["game"], course["players"], course["components"]) == (rules.id, players, rules.box.fingerprint)
    asked = refused = 0
    for lesson, source in zip(course["lessons"], made, strict=True):
        for step, following in zip(lesson["steps"], [*lesson["steps"][1:], None], strict=True):
            state = position(rules, players, source.deal, step)
            view = open_view(rules, state) if state.over else state.view(0)
            assert view.present() == step["view"], (lesson["id"], step["text"])
            legal = {rules.notation(action) for action in state.legal}
            assert set(step["view"]["legal"]) == (legal if state.seat == 0 and not state.over else set())
            for decision in step["want"]:
                asked += 1
                assert decision in legal, (lesson["id"], step["text"], decision)
                # The next step shows what came of it.
                state.play(rules.parse(decision))
                assert following is not None and state.view(0).present() == following["view"]
            if step["want"]:
                refused += judged(rules, position(rules, players, source.deal, step), step)
        assert lesson["steps"][-1]["want"] == [], f"{lesson['id']} does not end with something to read"
    assert asked and refused


def judged(rules: Game, state: State, step: dict[str, Any]) -> int:
    """How many decisions the step refuses; each is refused for the reason the engine gives, and none is left out."""
    told = {decision: reason for reason, decisions in step["why"].items() for decision in decisions}
    for action in range(rules.actions):
        decision = rules.notation(action)
        reason = state.why_not(action)
        if decision in told:
            assert reason == told[decision], (step["text"], decision)
        else:
            assert reason is None or reason in TOOL.SILENT or decision.startswith("#"), (step["text"], decision)
    return len(told)
