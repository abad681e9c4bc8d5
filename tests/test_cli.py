"""The commands: what they print, what they write, and how they fail."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import eminence
from eminence import Record, bots, rulebook
from eminence.cli import app
from eminence.cli.doctor import HOT
from eminence.cli.words import WHY_NOT
from eminence.game import EDITIONS
from eminence.rules.codes import REASONS

ROOT = Path(__file__).parent.parent
ENVIRON = dict(os.environ) | {"LC_ALL": "C.UTF-8", "NO_COLOR": "1", "COLUMNS": "80", "LINES": "24"}
ENVIRON["PYTHONPATH"] = os.pathsep.join([str(Path(eminence.__file__).parents[1]), os.environ.get("PYTHONPATH", "")])


def run(*arguments: str, code: int = 0) -> str:
    """A command in this process; what it prints on standard output, or its one line of complaint."""
    result = CliRunner().invoke(app, list(arguments), env={"LC_ALL": "C.UTF-8", "COLUMNS": "100"})
    assert result.exit_code == code, result.output
    if code == 2 and result.stderr:
        assert result.stderr.count("\n") == 1 and result.stderr.startswith("eminence: ")
        return result.stderr
    return result.stdout


def start(*arguments: str, text: str = "", **changes: str) -> subprocess.CompletedProcess[str]:
    """A command in a process of its own."""
    command = [sys.executable, "-m", "eminence", *arguments]
    return subprocess.run(
        command, input=text, capture_output=True, text=True, encoding="utf-8", env=ENVIRON | changes, timeout=120
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Records of all four games, one of them unfinished."""
    folder = tmp_path_factory.mktemp("records")
    for name in EDITIONS:
        state = eminence.game(name).deal(9)
        team = [bots.make("random", seat) for seat in range(state.players)]
        while not state.over:
            state.play(team[state.seat].choose(state.view(state.seat)))
            if len(state.turns) == 5 and name == "richelieu":
                Record.of(state).save(folder / "unfinished.json")
        Record.of(state).save(folder / f"{name}.json")
    return folder


# Help, games, rules.


def test_help_names_every_command() -> None:
    text = run("--help")
    for name in (
        "play",
        "games",
        "rules",
        "replay",
        "score",
        "check",
        "draw",
        "verify",
        "serve",
        "db",
        "simulate",
        "arena",
        "components",
        "bench",
        "doctor",
    ):
        assert name in text
    assert run("--version") == f"eminence {eminence.__version__}\n"


def commands(group: Any) -> list[tuple[str, Any]]:
    """All commands with their path."""
    found = []
    for name, command in group.commands.items():
        inner = commands(command) if hasattr(command, "commands") else []
        found += [(name, command), *((f"{name} {path}", one) for path, one in inner)]
    return found


def test_every_option_and_argument_is_explained() -> None:
    import typer.main

    for path, command in commands(typer.main.get_command(app)):
        assert command.help, path
        for parameter in command.params:
            assert parameter.help, f"{path}: {parameter.name}"
        assert run(*path.split(), "--help")


def test_games_lists_all_four() -> None:
    listed = json.loads(run("games", "--json"))
    assert [entry["id"] for entry in listed] == list(EDITIONS)
    assert listed[0]["players"] == [2] and set(listed[0]["options"]) == {"early_end", "short_rules"}
    assert all(name in run("games") for name in EDITIONS)


@pytest.mark.parametrize("language", rulebook.LANGUAGES)
def test_rules_hold_only_the_sections_of_the_game(language: str) -> None:
    duel, cards = rulebook.page("richelieu-duel", language), rulebook.page("cardinal-cards", language)
    for number in range(1, 35):
        assert f"**D{number}**" in rulebook.page("richelieu-duel", language) + cards, number
    assert "**D19**" in duel and "**D28**" not in duel
    assert "**D28**" in cards and "**D19**" not in cards
    assert "**D12**" not in duel and "**D12**" in rulebook.page("richelieu", language)
    for text in (duel, cards, rulebook.page("cardinal-board", language)):
        assert "<!--" not in text and ".md)" not in text and text.startswith("# ")
    assert len(run("rules", "cardinal-board", "--lang", language)) > 5000


def test_a_heading_left_without_text_goes_too() -> None:
    page = "# P\n\n## One\n\n### A\n<!-- games: x -->\n\ntext\n\n## Two\n\nmore\n\n"
    page += "### B\n<!-- games: y -->\n\nb\n\n#### C\n\nc\n"
    assert rulebook.for_game(page, "y") == "# P\n\n## Two\n\nmore\n\n### B\n\nb\n\n#### C\n\nc\n"
    assert rulebook.for_game(page, "x") == "# P\n\n## One\n\n### A\n\ntext\n\n## Two\n\nmore\n"


def test_the_language_comes_from_the_environment() -> None:
    assert rulebook.language_of({"LC_ALL": "fr_FR.UTF-8", "LANG": "de_DE"}) == "fr"
    assert rulebook.language_of({"LC_ALL": "", "LANG": "nl"}) == "nl"
    assert rulebook.language_of({"LANG": "ja_JP"}) == "en" and rulebook.language_of({}) == "en"


# Records.


def test_check_finds_good_and_bad_records(folder: Path, tmp_path: Path) -> None:
    assert "5 records, all of them right" in run("check", str(folder))
    bad = tmp_path / "bad.json"
    data = json.loads((folder / "richelieu-duel.json").read_text(encoding="utf-8"))
    del data["digest"]
    data["turns"][3][1] = "A1"
    bad.write_text(json.dumps(data), encoding="utf-8")
    found = json.loads(run("check", str(bad), str(folder / "richelieu.json"), "--json", code=1))
    assert [entry["ok"] for entry in found] == [False, True]
    assert found[0]["turn"] == 4 and found[1]["finished"] is True
    assert "turn 4" in run("check", str(bad), code=1)
    assert "cannot be read" in CliRunner().invoke(app, ["check", str(tmp_path / "no.json")]).stdout
    run("check", str(tmp_path / "no.json"), code=2)


@pytest.mark.parametrize("name", [*EDITIONS, "unfinished"])
def test_score_and_replay_and_draw_every_record(folder: Path, tmp_path: Path, name: str) -> None:
    path = str(folder / f"{name}.json")
    record = Record.load(path)
    sheet = json.loads(run("score", path, "--json"))
    assert sheet == json.loads(json.dumps(record.replay().sheet().data()))
    assert "Total" in run("score", path)
    text = run("replay", path, "--all")
    assert f"Turn {len(record.turns)}:" in text and "The deal." in text
    assert run("replay", path) == text, "the same when this is no terminal"
    for seat in ("1", "watch", "all"):
        assert "Turn 2:" in run("replay", path, "--turn", "2", "--seat", seat)
        target = tmp_path / f"{seat}.svg"
        run("draw", path, "--turn", "2", "--seat", seat, "-o", str(target), "--theme", "dark", "--lang", "de")
        assert target.read_text(encoding="utf-8").startswith("<svg")
    assert run("draw", path, "--sheet", "-o", "-").startswith("<svg")


def test_a_replay_through_a_players_eyes_hides_what_the_player_could_not_know(folder: Path) -> None:
    path = str(folder / "cardinal-board.json")
    text = run("replay", path, "--turn", "1", "--seat", "2")
    lines = {
        seat: next(line for line in text.splitlines() if f"Seat {seat}" in line and "hand" in line) for seat in (1, 2)
    }
    assert "?" in lines[1] and "?" not in lines[2]


# Simulation.


def test_a_simulation_is_the_same_for_any_number_of_jobs_and_goes_on_where_it_was(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    arguments = ["simulate", "richelieu-duel", "--bot", "random", "--seed", "7", "--option", "early_end", "--json"]
    first = json.loads(run(*arguments, "--deals", "6", "--out", str(one), "--jobs", "1"))
    second = start(*arguments, "--deals", "6", "--out", str(two), "--jobs", "2")
    assert second.returncode == 0, second.stderr
    assert first | {"folder": ""} == json.loads(second.stdout) | {"folder": ""}
    names = sorted(path.name for path in one.iterdir())
    assert names == sorted(f"richelieu-duel-2p-{seed}.json" for seed in range(7, 13))
    assert all((one / name).read_bytes() == (two / name).read_bytes() for name in names)
    (one / names[0]).write_text("{", encoding="utf-8")
    (one / names[1]).unlink()
    again = json.loads(run(*arguments, "--deals", "7", "--out", str(one), "--jobs", "1"))
    assert (again["played"], again["kept"]) == (3, 4)
    assert (one / names[0]).read_bytes() == (two / names[0]).read_bytes()
    assert sum(again["wins"]) + sum(again["shared"]) // 2 + again["nobody"] == 7


def test_a_simulation_never_mixes_settings(tmp_path: Path) -> None:
    arguments = ["simulate", "richelieu", "--deals", "1", "--jobs", "1", "--out", str(tmp_path)]
    run(*arguments, "--bot", "random")
    assert "other settings" in run(*arguments, "--bot", "random", "--option", "early_end", code=2)


# Components.


@pytest.mark.parametrize("name", list(EDITIONS))
def test_components_are_shown_exported_and_found_right(name: str, tmp_path: Path) -> None:
    assert "How we know" in run("components", "show", name)
    shown = json.loads(run("components", "show", name, "--json"))
    assert shown["built_in"] and shown["fingerprint"] == eminence.game(name).box.fingerprint
    file = tmp_path / "own.toml"
    run("components", "export", name, "-o", str(file))
    assert tomllib.loads(run("components", "export", name)) == tomllib.loads(file.read_text(encoding="utf-8"))
    assert name in run("components", "check", str(file))
    assert "exists already" in run("components", "export", name, "-o", str(file), code=2)
    run("components", "show", name, "--components", str(file))


def test_every_fault_of_a_component_file_is_named(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    text = run("components", "export", "richelieu").replace("crests = 10", "crests = 11").replace('"A2"', '"Z2"')
    file.write_text(text, encoding="utf-8")
    found = json.loads(run("components", "check", str(file), "--json", code=1))
    assert len(found["faults"]) >= 2 and not found["ok"]
    assert "crests" in run("components", "check", str(file), code=1)
    assert "more: eminence components check" in run("play", "richelieu", "--components", str(file), code=2)


# Doctor, bench.


def test_the_doctor_knows_what_is_compiled() -> None:
    facts = json.loads(run("doctor", "--json"))
    assert facts["compiled"] == eminence.compiled and (facts["advice"] is None) == eminence.compiled
    assert facts["rules"] == list(rulebook.LANGUAGES) and facts["import_seconds"] > 0
    assert facts["dependencies"]["rich"]
    source = ROOT / "src" / "eminence"
    assert sorted(".".join(path.relative_to(source).with_suffix("").parts) for path in source.rglob("*.pxd")) == list(
        HOT
    )
    assert {"rules.display", "rules.board", "bots.mcts", "bots.net"} < set(HOT)
    assert "compiled" in run("doctor")


def test_importing_eminence_loads_no_part_of_the_command_line() -> None:
    code = (
        "import sys, eminence, eminence.bots; print([m for m in ('typer', 'rich', 'eminence.cli') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=ENVIRON, check=True)
    assert done.stdout.strip() == "[]"


# Failing well.


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        ("play chess", "chess"),
        ("play --terminal", "which game"),
        ("play richelieu-duel --players 3", "2 players"),
        ("play richelieu-duel --players x", "'x'"),
        ("play richelieu --seat 5", "--seat"),
        ("play richelieu --seed -1", "--seed"),
        ("play richelieu --bot hal", "hal"),
        ("play richelieu --option foo", "early_end"),
        ("play richelieu --components no.toml", "no.toml"),
        ("play richelieu --save no/such/folder/x.json", "no/such/folder"),
        ("play --resume no.json", "no.json"),
        ("rules chess", "chess"),
        ("rules richelieu --lang xx", "xx"),
        ("score no.json", "no.json"),
        ("replay no.json", "no.json"),
        ("draw no.json", "no.json"),
        ("simulate richelieu --out x --deals 0", "--deals"),
        ("simulate richelieu --out x --jobs 0", "--jobs"),
        ("simulate richelieu", "--out"),
        ("bench engine --seconds 0", "--seconds"),
        ("bench engine --repeat a", "'a'"),
        ("components show chess", "chess"),
        ("components", "Missing command"),
        ("nonsense", "nonsense"),
        ("games --nonsense", "--nonsense"),
    ],
)
def test_bad_input_gets_one_clear_line_and_exit_code_2(arguments: str, word: str) -> None:
    assert word in run(*arguments.split(), code=2)


def test_a_turn_seat_or_theme_that_is_not_there(folder: Path) -> None:
    path = str(folder / "richelieu.json")
    for option, value in (("--turn", "999"), ("--turn", "-1"), ("--seat", "3"), ("--seat", "x"), ("--theme", "pink")):
        assert option in run("draw", path, option, value, code=2)
        if option != "--theme":
            assert option in run("replay", path, option, value, code=2)
    assert "is over" in run("play", "--resume", path, code=2)


@pytest.mark.skipif(sys.platform == "win32", reason="pipes end otherwise there")
@pytest.mark.parametrize("arguments", ["--help", "rules richelieu", "games --json", "components show cardinal-board"])
def test_nobody_reading_any_more_is_no_error(arguments: str) -> None:
    command = [sys.executable, "-m", "eminence", *arguments.split()]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENVIRON | {"PYTHONUNBUFFERED": "1"}
    ) as process:
        assert process.stdout and process.stderr
        process.stdout.read(1)
        process.stdout.close()
        complaint = process.stderr.read()
        assert process.wait(60) == 0
    assert complaint == b""


def test_a_terminal_of_plain_ascii_is_no_error(folder: Path) -> None:
    done = start("replay", str(folder / "cardinal-board.json"), "--turn", "3", PYTHONIOENCODING="ascii")
    assert done.returncode == 0 and done.stderr == "" and done.stdout.isascii()


def test_every_reason_has_a_sentence() -> None:
    assert set(REASONS) | {"not-your-turn"} == set(WHY_NOT)
