"""Hints and reviews: the right reasons, no secrets, the same again, and an account that adds up."""

from __future__ import annotations

import json
import random
import re
from dataclasses import replace
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner

import eminence
from eminence import OptionError, Record, RecordError, State
from eminence.analysis import TEMPLATES, VERDICTS, Reason, Review, hints, review, text, verdict_of
from eminence.analysis.board_reasons import lines_up
from eminence.analysis.hints import reasons_for
from eminence.analysis.review import Reviewer
from eminence.analysis.search import Turn, Worth, advance
from eminence.analysis.table import Table, outcome
from eminence.cli import app
from tests.cases import CASES, Case, walk
from tests.rules.maps import stage
from tests.rules.tables import clear_to, table, turns
from tests.test_secrecy import dealt, permuted, replayed

FOUR = [Case("richelieu-duel", 2), Case("richelieu", 3), Case("cardinal-cards", 3), Case("cardinal-board", 3)]
EFFORT = 12 if eminence.compiled else 1
NAMES = ("Ann <\"&'>", "Bob ✓ & Söhne", "C", "D", "E")


def moment(case: Case, seed: int, steps: int) -> State:
    """A game played by lot for some decisions, or to its end."""
    state = case.deal(seed)
    for number, position in enumerate(walk(state, random.Random(f"{case}/{seed}"))):
        if number == steps:
            return position
    return state


@cache
def record(case: Case, *, whole: bool = True, limit: int = 0) -> Record:
    """A record of a game by lot, whole or its first turns."""
    state = moment(case, 5, 10**6)
    found = Record.of(state, names=NAMES[: case.players])
    if whole:
        return found
    first = found.begin()
    for seat, actions in state.turns[:limit]:
        assert first.seat == seat
        for action in actions:
            first.play(action)
    return Record.of(first, names=NAMES[: case.players])


@cache
def reviewed(case: Case) -> Review:
    """A review of a game by lot: whole where the engine is compiled, otherwise its first turns, save the duel's."""
    whole = eminence.compiled or case.players == 2
    return review(record(case, whole=whole, limit=5), effort=EFFORT, unfinished=True)


def given(state: State, turn: str) -> dict[str, dict[str, object]]:
    """The reasons for a turn written in notation, by code; the last of several alike."""
    actions = state.game.read_turn(state, turn)  # type: ignore[attr-defined]
    decisions: list[int] = []
    world = state.copy()
    for action in actions:
        decisions.append(action)
        if advance(world, action):
            break
    found = reasons_for(state.view(state.seat), Turn(tuple(decisions), Worth(0.5, 0.0)))
    return {reason.code: dict(reason.arguments) for reason in found}


# Reasons.


def test_taking_the_first_card_of_a_region_and_its_majority() -> None:
    state = table("richelieu-duel", 2, {"A1": "bourbon:2"})
    assert given(state, "A1 @B1") == {
        "takes-majority": {"region": "bourbon"},
        "first-card-of-region": {"region": "bourbon", "points": 5},
        "reserves-card": {"cell": "B1"},
    }
    three = table("richelieu", 3, {"A1": "bourbon:1+sword"})
    assert given(three, "A1")["first-card-of-region"] == {"region": "bourbon", "points": 2}
    assert "first-symbol" not in given(three, "A1") and "takes-symbols" in given(three, "A1")


def test_a_majority_that_nobody_can_take_away_any_more() -> None:
    cards = {"A1": "auvergne:2", "B1": "auvergne:1+sword", "C1": "auvergne:1+cross"}
    state = turns(table("richelieu-duel", 2, cards), "A1", "D1")
    assert given(state, "B1 C1")["secures-majority"] == {"region": "auvergne"}
    assert "secures-majority" not in given(state, "B1")
    assert given(state, "B1")["first-symbol"] == {"symbol": "sword", "points": 5}


def test_a_lead_and_a_pair_that_the_other_could_have_had() -> None:
    cards = {"A1": "bourbon:1+sword", "B1": "bourbon:2"}
    state = turns(table("richelieu-duel", 2, cards), "A1", "D1")
    assert given(state, "B1")["denies-majority"] == {"region": "bourbon", "player": 1}
    assert "denies-majority" not in given(state, "C1")
    pair = table("richelieu-duel", 2, {"A1": "anjou:1", "B1": "anjou:1+sword"})
    assert given(pair, "A1")["denies-pair"] == {"region": "anjou", "player": 1}
    assert "denies-pair" not in given(turns(pair, "C1"), "A1 B1")


def test_level_is_not_a_majority() -> None:
    cards = {"A1": "bourbon:1+sword", "B1": "bourbon:1+cross"}
    state = turns(table("richelieu-duel", 2, cards), "A1")
    found = given(state, "B1")
    assert found["shares-majority"] == {"region": "bourbon"} and "takes-majority" not in found


def test_what_happens_to_markers_and_tokens() -> None:
    state = turns(table("richelieu-duel", 2), "A1 @B1")
    assert "costs-marker" in given(state, "B1$") and "costs-marker" not in given(state, "C1")
    assert given(state, "A2")["takes-token"] == {"cell": "A2"}
    turns(state, "D1")
    assert "frees-marker" in given(state, "B1")
    turns(state, "C1 @B5", "D2")
    assert "keeps-last-marker" in given(state, "D12") and "keeps-last-marker" not in given(state, "D12 @C5")
    turns(state, "D12 @C5", "D3")
    assert given(state, "D11 B5>B6")["moves-marker"] == {"cell": "B5", "to": "B6"}


def test_the_end_of_the_game_is_announced() -> None:
    state = clear_to(table("richelieu-duel", 2), ["A6"])
    assert "ends-game" in given(state, "A6")


def test_leads_and_routes_in_the_card_game() -> None:
    cards = {"A1": "france:C/s", "B1": "france:CC", "C1": "france:F/s"}
    state = table("cardinal-cards", 3, cards)
    found = given(state, "A1")
    assert found["leads-country"] == {"country": "france"} == found["leads-circles"]
    assert found["lengthens-route"] == {"symbol": "ship", "count": 1}


def test_countries_and_advisors_in_the_board_game() -> None:
    assert given(stage([], then={0: "ES"}), "En1 <?")["opens-country"] == {"country": "En"}
    state = stage(["En1", "En2", "~"], then={0: "ES ES"})
    assert given(state, "En3 En! <? <?")["leads-country"] == {"country": "En"}
    assert given(state, "En3 En! <? <?")["advisor-majority"] == {"country": "En"}


def test_chains_made_and_blocked() -> None:
    quiet = ["By1", "~", "~", "By2", "~", "~", "By3"]
    assert given(stage([*quiet, "~", "~"], then={0: "BB"}), "By4 <?")["lengthens-chain"] == {"points": 4}
    blocked = stage(quiet, then={1: "BB"})
    assert given(blocked, "By4 <?")["blocks-chain"] == {"player": 0}
    assert "blocks-chain" not in given(blocked, "By6 <?")
    near = {0: {1}, 1: {0, 2}, 2: {1, 3}, 3: {2}}
    assert lines_up(near, {0, 1, 2, 3}, 1, 4) and not lines_up(near, {0, 1, 2, 3}, 1, 5)
    assert not lines_up(near, {0, 2, 3}, 0, 2) and lines_up(near, {0, 2, 3}, 0, 1)


def test_alliances_and_joker_pairs() -> None:
    quiet = ["En1", "~", "~", "Fr1", "~", "~", "En!", "~", "~"]
    state = stage(quiet, then={0: "F LI LI"})
    found = given(state, "Fr! <?")
    assert found["completes-alliance"] == {"a": "En", "b": "Fr", "points": 2}
    assert found["keeps-joker-pair"] == {"colour": "LI"} and "draws-from-pile" in found
    assert given(state, "Fr!&LI <? <?")["spends-joker-pair"] == {"colour": "LI"}
    assert given(state, "~F <?")["exchanges-card"] == {"colour": "F"}


def test_every_reason_has_a_sentence_and_no_other_code_is_taken() -> None:
    game = eminence.game("richelieu-duel")
    for code, template in TEMPLATES.items():
        words = {key: 1 if key in ("player", "points", "count") else "x" for key in re.findall(r"{(\w+)}", template)}
        said = text(Reason.of(code, **words), game)
        assert said and "{" not in said
    assert text(Reason.of("takes-majority", region="bretagne"), game) == "takes the majority of Bretagne"
    assert "Ann" in text(Reason.of("blocks-chain", player=1), None, ("Bob", "Ann"))
    assert "you" in text(Reason.of("blocks-chain", player=1), None, ("Bob", "Ann"), 1)
    with pytest.raises(OptionError, match="no reason 'nonsense'"):
        Reason.of("nonsense")


# Hints.


@pytest.mark.parametrize("case", FOUR, ids=str)
def test_hints_can_be_played_up_to_what_nobody_can_foresee(case: Case) -> None:
    for seed, steps in ((1, 0), (2, 20), (3, 45)):
        state = moment(case, seed, steps)
        if state.over:
            continue
        found = hints(state.view(state.seat), effort=EFFORT)
        assert 1 <= len(found) <= 3 and len({hint.decisions for hint in found}) == len(found)
        for hint in found:
            trial, seen = state.copy(), False
            for action in hint.decisions:
                assert not seen and trial.turn == state.turn and not trial.over
                seen = advance(trial, action)
            assert seen or trial.over or trial.turn != state.turn, "to the end of the turn"
            assert 0 <= hint.win <= 1 and hint.data()["turn"] == hint.notation
            assert all(reason.code in TEMPLATES for reason in hint.reasons)
        json.dumps([hint.data() for hint in found])


@pytest.mark.parametrize("case", FOUR, ids=str)
def test_hints_rest_on_the_view_alone(case: Case) -> None:
    """Equal views get equal hints, whatever is hidden."""
    rng = random.Random(str(case))
    state = moment(case, 7, 30)
    deal, viewer, compared = dealt(state), state.seat, 0
    original = replayed(case, deal, state.start, state.history, viewer)
    expected = hints(original[0].view(viewer), effort=EFFORT)
    for _ in range(60):
        other = permuted(case, deal, rng)
        try:
            alternative = replayed(case, other, state.start, state.history, viewer)
        except ValueError:
            continue
        if other == deal or alternative is None or alternative[1] != original[1]:
            continue
        compared += 1
        assert hints(alternative[0].view(viewer), effort=EFFORT) == expected
        if compared == 2:
            break
    assert compared


def test_hints_near_the_end_are_proven() -> None:
    state = clear_to(table("richelieu-duel", 2), ["A5", "A6", "A7", "B6"], tokens_to=0)
    found = hints(state.view(state.seat), effort=400)
    assert found and all(hint.proven and hint.visits == 0 for hint in found)
    assert [hint.win for hint in found] == sorted((hint.win for hint in found), reverse=True)
    for hint in found:
        assert ("wins-proven" in {reason.code for reason in hint.reasons}) == (hint.win == 1)


def test_of_hints_looked_at_about_as_often_the_better_comes_first() -> None:
    compared = 0
    for number, case in enumerate(FOUR):
        state = moment(case, number, 12)
        found = hints(state.view(state.seat), effort=60 if eminence.compiled else 8)
        often = [hint for hint in found if 2 * hint.visits >= max(other.visits for other in found)]
        assert found[: len(often)] == often
        assert [hint.win for hint in often] == sorted((hint.win for hint in often), reverse=True)
        compared += len(often) > 1
    assert compared


def test_hints_are_for_the_seat_to_act() -> None:
    state = FOUR[0].deal(1)
    for view in (state.view(1), state.view(None), moment(FOUR[0], 1, 10**6).view(0)):
        with pytest.raises(OptionError, match="the seat to act"):
            hints(view)
    with pytest.raises(OptionError, match="expected 1 to 20"):
        hints(state.view(0), count=0)
    with pytest.raises(OptionError, match="both a time and an effort"):
        hints(state.view(0), effort=1, time=1)
    assert hints(state.view(0), time=0.01, count=1)


# Reviews.


def test_verdicts_begin_at_their_thresholds() -> None:
    assert dict(VERDICTS) == {"inaccuracy": 0.05, "mistake": 0.10, "blunder": 0.20}
    assert [verdict_of(lost) for lost in (0.0, 0.049, 0.05, 0.099, 0.1, 0.199, 0.2, 1.0)] == [
        *("", "", "inaccuracy", "inaccuracy", "mistake", "mistake", "blunder", "blunder")
    ]
    assert verdict_of(0.0, 20.0, 0.5) == "" and verdict_of(0.0, 20.0, 0.99) == "blunder"
    assert verdict_of(0.0, 3.9, 0.0) == "" and verdict_of(0.0, 4.0, 0.0) == "inaccuracy"


@pytest.mark.parametrize("case", FOUR, ids=str)
def test_the_account_adds_up(case: Case) -> None:
    """Outcome less deal is what was decided, given by chance, and left unexplained: for every seat, to the last bit."""
    found = reviewed(case)
    assert found.initial == found.turns[0].before and found.final == found.turns[-1].after
    for one, next_one in zip(found.turns, found.turns[1:], strict=False):
        assert one.after == next_one.before
    for turn in found.turns:
        for seat in range(case.players):
            for kind in ("win", "margin"):
                change, parts = (
                    getattr(turn.after, kind)[seat] - getattr(turn.before, kind)[seat],
                    [getattr(part, kind)[seat] for part in (turn.luck, turn.decided, turn.unexplained)],
                )
                assert change == pytest.approx(sum(parts), abs=1e-12)
        assert sum(turn.after.win) == pytest.approx(1, abs=1e-4)
        assert sum(turn.decided.win) == pytest.approx(0, abs=1e-12)
        assert turn.loss >= 0 and turn.decided.win[turn.seat] == pytest.approx(-turn.loss)
        assert (turn.better == "") == (turn.loss == 0 == turn.loss_margin)
    for account in found.accounts:
        for unit in (0, 1):
            parts = [account.own, account.others, account.luck, account.unexplained]
            change = account.final[unit] - account.initial[unit]
            assert change == pytest.approx(sum(part[unit] for part in parts), abs=1e-9)
        assert account.own[0] <= 0 and account.turns == sum(turn.seat == account.seat for turn in found.turns)


@pytest.mark.parametrize("case", FOUR, ids=str)
def test_luck_is_only_where_chance_showed_something(case: Case) -> None:
    found = reviewed(case)
    state = record(case).begin()
    shown = 0
    for turn, (_, actions) in zip(found.turns, record(case).replay().turns, strict=False):
        seen = [advance(state, action) for action in actions]
        shown += any(seen)
        if not any(seen) and not state.over:
            assert set(turn.luck.win) == {0.0}
    assert shown


def test_luck_is_nothing_on_average() -> None:
    """Over all that a token could have shown, as often as it is in the box, luck cancels out."""
    saved = record(FOUR[0])
    end = saved.replay()
    watched = Table(saved, end, 24, 1)
    state = saved.begin()
    for action in end.history:
        unseen = watched.unseen(state)
        if advance(state, action):
            break
    left = watched.unseen(state)
    (place,) = set(unseen.places) - set(left.places)
    before = watched.expect(state.history, unseen, place)
    after: list[float] = []
    faces, rest = watched.faces, watched.rest
    for number in (*unseen.places, *range(-len(rest), 0)):  # whatever lies there, lay it on the place instead
        watched.faces, watched.rest = faces[:], rest[:]
        if number >= 0:
            watched.faces[place], watched.faces[number] = faces[number], faces[place]
        else:
            watched.faces[place], watched.rest[number] = rest[number], faces[place]
        after.append(watched.expect(state.history, left).win[0])
    assert max(after) - min(after) > 0.01, "it matters what is on a token"
    assert sum(after) / len(after) == pytest.approx(before.win[0], abs=0.01)


def test_the_last_expectation_is_the_outcome() -> None:
    found = reviewed(FOUR[0])
    end = record(FOUR[0]).replay()
    assert found.final == outcome(end) and found.finished
    assert sum(found.final.win) == 1 and found.winners == end.sheet().winners
    scores = end.scores()
    assert found.final.margin == (scores[0] - scores[1], scores[1] - scores[0])


def test_a_review_is_the_same_again() -> None:
    case = FOUR[0]
    saved = record(case, whole=False, limit=4)
    heard: list[tuple[int, int]] = []
    one = review(saved, effort=EFFORT, seed=3, unfinished=True, progress=lambda *done: heard.append(done))
    assert one.data() == review(saved, effort=EFFORT, seed=3, unfinished=True).data()
    assert heard == [(n, 4) for n in range(1, 5)]


def test_a_mistake_in_a_solved_end_is_found_and_proven() -> None:
    """Turns of an end that the solver knows lose exactly what it says; the best decision loses nothing."""
    state = clear_to(table("richelieu-duel", 2), ["A5", "A6", "A7"], tokens_to=1)
    best = hints(state.view(state.seat), effort=400, count=20)
    outcomes = {hint.decisions: (hint.win, hint.margin) for hint in best}
    for decisions, (win, margin) in outcomes.items():
        reviewer = Reviewer(Record.of(state), state, 400, 1)
        reviewer.state = state.copy()
        found = reviewer.stretch(decisions).assessment
        assert found.proven
        top = max(outcomes.values())
        assert found.best.win - found.played.win == pytest.approx(top[0] - win)
        assert found.best.margin - found.played.margin == pytest.approx(top[1] - margin)


@pytest.mark.parametrize("case", FOUR, ids=str)
def test_the_data_survive_json_and_the_picture_is_sound(case: Case) -> None:
    found = reviewed(case)
    data = found.data()
    assert json.loads(json.dumps(data)) == data and data["format"] == 1
    assert len(data["turns"]) == len(found.turns) and len(data["accounts"]) == case.players
    svg = found.svg()
    root = ElementTree.fromstring(svg)
    assert root.attrib["role"] == "img" and root[0].tag.endswith("title") and root[1].tag.endswith("desc")
    assert 'Ann <"' not in svg and "Ann &lt;&quot;&amp;" in svg
    assert "prefers-color-scheme:dark" in svg
    curves = [e for e in root.iter() if e.attrib.get("class", "").startswith("curve") and "L" in e.attrib["d"]]
    assert len(curves) == 2 * case.players, "a curve for the chances and one for the points"
    marks = sum(bool(turn.verdict) for turn in found.turns)
    assert sum(e.attrib.get("class", "").startswith("mark") for e in root.iter()) == marks


def test_every_edition_and_number_of_players_can_be_reviewed() -> None:
    for case in CASES if eminence.compiled else CASES[3:4]:
        found = review(record(case, whole=False, limit=3), effort=1, unfinished=True)
        assert len(found.turns) == 3 and not found.finished and found.winners == ()


def test_what_cannot_be_reviewed_is_refused() -> None:
    case = FOUR[0]
    unfinished = record(case, whole=False, limit=3)
    with pytest.raises(RecordError, match="not finished"):
        review(unfinished)
    with pytest.raises(RecordError, match="no whole turn"):
        review(Record.of(case.deal(1)), unfinished=True)
    with pytest.raises(OptionError, match="effort of 0"):
        review(unfinished, effort=0)
    broken = replace(unfinished, turns=(*unfinished.turns[:2], (1, "Z9")))
    with pytest.raises(RecordError, match="turn 3"):
        review(broken, unfinished=True)


# Commands.


def run(*arguments: str, code: int = 0) -> str:
    """A command; what it prints, or its complaint."""
    result = CliRunner().invoke(app, list(arguments), env={"LC_ALL": "C.UTF-8", "COLUMNS": "160"})
    assert result.exit_code == code, result.output
    return result.stderr if code else result.stdout


def test_the_review_command(tmp_path: Path) -> None:
    path, picture = tmp_path / "game.json", tmp_path / "game.svg"
    record(FOUR[0], whole=False, limit=4).save(path)
    asked = ("review", str(path), "--effort", str(EFFORT), "--unfinished")
    shown = run(*asked, "--all", "--svg", str(picture))
    assert "Bob ✓ & Söhne" in shown and "outcome" not in shown and "not finished" in shown
    assert ElementTree.parse(picture).getroot().tag.endswith("svg")
    data = json.loads(run(*asked, "--json"))
    assert data["kind"] == "review" and len(data["turns"]) == 4
    assert run(*asked, "--svg", "-").startswith("<svg")
    assert "Luck is what" in run(*asked, "--seat", "2")


def test_the_review_command_says_what_is_wrong(tmp_path: Path) -> None:
    path, broken = tmp_path / "game.json", tmp_path / "broken.json"
    record(FOUR[0], whole=False, limit=2).save(path)
    broken.write_text(path.read_text(encoding="utf-8").replace('"turns"', '"torns"'), encoding="utf-8")
    assert "--unfinished" in run("review", str(path), code=2)
    assert "missing: turns" in run("review", str(broken), code=2)
    assert "cannot be read" in run("review", str(tmp_path / "none.json"), code=2)
    assert "expected 1 to 2" in run("review", str(path), "--seat", "3", code=2)
    assert "effort" in run("review", str(path), "--unfinished", "--effort", "0", code=2)
    assert "standard output" in run("review", str(path), "--unfinished", "--json", "--svg", "-", code=2)


def test_a_hint_at_the_terminal(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    from eminence import analysis
    from eminence.cli.session import Session

    monkeypatch.setattr(analysis, "hints", lambda view: hints(view, effort=EFFORT, count=1))
    session = Session(FOUR[0].deal(1), 0, {}, ("You", "Bot"), "en", 1)
    session.commands["hint"]("")
    assert "to win" in capsys.readouterr().out
