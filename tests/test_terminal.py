"""Games in the terminal: played through by a scripted person, in pipes and in a real pseudo-terminal."""

from __future__ import annotations

import codecs
import os
import re
import select
import subprocess
import sys
import time
from pathlib import Path

import pytest

import eminence
from eminence import Record
from eminence.game import EDITIONS
from tests.cases import hear_interrupts
from tests.test_cli import ENVIRON, start

pty = pytest.importorskip("pty", reason="no pseudo-terminals on this system")

CODES = re.compile(r"\x1b(\[[0-9;?]*[A-Za-z]|\][^\x07]*\x07|[=>])")


class Terminal:
    """A process in a pseudo-terminal of a given size."""

    def __init__(self, *arguments: str, columns: int = 80, lines: int = 24, **changes: str) -> None:
        import fcntl
        import struct
        import termios

        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
        environ = {key: value for key, value in ENVIRON.items() if key not in ("COLUMNS", "LINES", "NO_COLOR")}
        environ |= {"TERM": "xterm-256color", "PAGER": "cat"} | changes
        command = [sys.executable, "-m", "eminence", *arguments]
        self.process = subprocess.Popen(
            command,
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=environ,
            start_new_session=True,
            close_fds=True,
            preexec_fn=hear_interrupts,
        )
        os.close(slave)
        self.raw = ""
        self.read_to = 0
        self.decoder = codecs.getincrementaldecoder("utf-8")("replace")  # a read may end within a character

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self.master)

    @property
    def text(self) -> str:
        """All that was printed, without colours."""
        return CODES.sub("", self.raw).replace("\r", "")

    def pump(self, seconds: float) -> bool:
        """Read what is there; False when the other side has ended."""
        if not select.select([self.master], [], [], seconds)[0]:
            return True
        try:
            data = os.read(self.master, 65536)
        except OSError:
            return False
        self.raw += self.decoder.decode(data)
        return bool(data)

    def expect(self, wanted: str, seconds: float = 30) -> str:
        """Wait until a text appears after all that was expected before."""
        until = time.monotonic() + seconds
        while (place := self.text.find(wanted, self.read_to)) < 0:
            alive = self.pump(0.2)
            if time.monotonic() > until or (not alive and self.text.find(wanted, self.read_to) < 0):
                raise AssertionError(f"{wanted!r} did not come; there was:\n{self.text[self.read_to :]}")
        found = self.text[self.read_to : place + len(wanted)]
        self.read_to = place + len(wanted)
        return found

    def prompt(self, seconds: float = 30) -> None:
        """Wait until a line can be typed: what is typed sooner is echoed into the middle of the table."""
        until = time.monotonic() + seconds
        while True:
            before = len(self.raw)
            alive = self.pump(0.05)
            if len(self.raw) == before and self.text.endswith("\n> "):  # and not the mark of the player to act
                self.read_to = len(self.text)
                return
            if not alive or time.monotonic() > until:
                raise AssertionError(f"no prompt came; there was:\n{self.text[self.read_to :]}")

    def send(self, keys: str) -> None:
        """Type."""
        os.write(self.master, keys.encode())

    def end(self, seconds: float = 30) -> int:
        """The exit code, once all has been read."""
        until = time.monotonic() + seconds
        while self.pump(0.2) and self.process.poll() is None and time.monotonic() < until:
            pass
        return self.process.wait(seconds)


@pytest.mark.parametrize("name", list(EDITIONS))
def test_a_whole_game_by_a_scripted_person(name: str, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    script = "\n".join(["?", "table", "score", "why A5", "map", "menu", *["2", "1", "1", "3"] * 200])
    done = start("play", name, "--terminal", "--seat", "2", "--seed", "5", "--save", str(file), text=script)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert "Seat 1 " in done.stdout and "Total" in done.stdout and "The seed of this game was 5." in done.stdout
    assert done.stdout.index("The seed") > done.stdout.index("Total"), "the seed is told at the end only"
    record = Record.load(file)
    assert record.result is not None and record.names[1] == "you"


def test_a_game_in_a_pseudo_terminal_from_the_first_card_to_the_sheet(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    with Terminal("play", "richelieu-duel", "--seed", "4", "--save", str(file)) as terminal:
        terminal.expect("Take a card at the end of a row")
        terminal.prompt()
        terminal.send("why A5\n")
        terminal.expect("only the leftmost or rightmost card")
        terminal.prompt()
        terminal.send("a1 @b6\n")
        terminal.expect("You take A1")
        terminal.expect("You put a marker on B6")
        terminal.expect("Seat 2 takes")
        while "The record is in" not in terminal.text:
            terminal.prompt()
            terminal.send("1\n")
            while not re.search(r"\n> $|The record is in", terminal.text[terminal.read_to :]):
                assert terminal.pump(5) or "The record is in" in terminal.text
        assert terminal.end() == 0
        assert "\x1b[" in terminal.raw, "colours in a terminal"
        lines = [line for line in terminal.text.splitlines() if str(tmp_path) not in line]  # paths are not broken
        assert max(len(line) for line in lines) <= 80
    assert Record.load(file).result is not None


def test_undo_goes_back_until_something_was_seen() -> None:
    """D10: a token that was looked at cannot be unseen."""
    deal = eminence.game("richelieu-duel").deal(4)
    assert deal.view(0).box.cell("A2") is not None
    with Terminal("play", "richelieu-duel", "--terminal", "--seed", "4", "--bot", "random", NO_COLOR="1") as terminal:
        terminal.prompt()
        terminal.send("undo\n")
        terminal.expect("nothing to take back")
        terminal.prompt()
        terminal.send("A1\n")
        terminal.expect("You may put a marker")
        terminal.prompt()
        terminal.send("undo\n")
        terminal.expect("A1 is taken back")
        terminal.expect("Take a card")
        terminal.prompt()
        terminal.send("B1 done\nB1\ndone\n")
        terminal.expect("not notation")
        terminal.expect("You take B1")
        terminal.expect("Seat 2 takes")
        terminal.prompt()
        terminal.send("A1\n.\n.\n")
        terminal.expect("Turn 5")
        terminal.prompt()
        terminal.send("A2\n")
        terminal.expect("You look at the token of A2")
        terminal.prompt()
        terminal.send("undo\n")
        terminal.expect("cannot be taken back")
        terminal.prompt()
        terminal.send("quit\n")
        terminal.expect("Save the game?")
        terminal.send("\n")
        terminal.expect("You leave the table")
        assert terminal.end() == 0


def test_a_line_with_a_fault_plays_nothing_but_what_was_seen_stays() -> None:
    """Otherwise `A2 +back` would tell for free what the token is not."""
    text = "A1\n.\nA2 @D20\nA2 +three\nA2 +back\nq\n\n"
    done = start("play", "richelieu-duel", "--terminal", "--seed", "4", "--bot", "random", text=text)
    assert done.returncode == 0
    assert "is not a cell of this display" in done.stdout
    assert "names no token of this game" in done.stdout
    before, _, after = done.stdout.partition("+back is not allowed: you hold no such token")
    assert "You look at the token" not in before
    assert "You look at the token of A2" in after


def test_the_end_of_input_saves_and_the_game_can_go_on(tmp_path: Path) -> None:
    file = tmp_path / "half.json"
    done = start("play", "cardinal-board", "--terminal", "--seed", "3", "--save", str(file), text="~BB\n")
    assert done.returncode == 0 and "You leave the table" in done.stdout
    record = Record.load(file)
    assert record.result is None and record.unfinished == "~BB"
    script = "\n".join(["1"] * 600)
    done = start("play", "--resume", str(file), "--terminal", text=script)
    assert done.returncode == 0, done.stderr
    assert Record.load(file).result is not None


def test_control_c_leaves_cleanly_and_saves(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    with Terminal("play", "cardinal-cards", "--terminal", "--save", str(file)) as terminal:
        terminal.expect("for instance A1")
        terminal.prompt()
        os.killpg(terminal.process.pid, 2)
        terminal.expect("The record is in")
        assert terminal.end() == 0
        assert "Traceback" not in terminal.text
    assert Record.load(file).result is None


def test_stepping_through_a_record_by_keys(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    state = eminence.game("richelieu").deal(2, players=3)
    while not state.over:
        state.play(state.legal[0])
    Record.of(state, names=("Anna", "Bert", "Clara")).save(file)
    last = len(state.turns)
    with Terminal("replay", str(file), lines=40, columns=120) as terminal:
        terminal.expect(f"0/{last} · everything open")
        for key, wanted in (
            ("n", f"1/{last}"),
            (" ", f"2/{last}"),
            ("\n", f"3/{last}"),
            ("b", f"2/{last}"),
            ("12g", f"12/{last}"),
            ("\x1b[D", f"11/{last}"),
            ("s", f"11/{last} · seat 1's view"),
            ("ss", f"11/{last} · seat 3's view"),
            ("s", f"11/{last} · what all know"),
            ("g", f"{last}/{last}"),
        ):
            terminal.send(key)
            terminal.expect(wanted)
        assert "wins" in terminal.text
        terminal.send("q")
        assert terminal.end() == 0
    with Terminal("replay", str(file), "--turn", "5") as terminal:
        terminal.expect(f"5/{last}")
        terminal.send("\x04")
        assert terminal.end() == 0


def test_rules_in_a_terminal_go_through_the_pager() -> None:
    with Terminal("rules", "richelieu-duel", "--lang", "fr", PAGER="head -3") as terminal:
        assert terminal.end() == 0
        assert len(terminal.text.strip().splitlines()) <= 3
