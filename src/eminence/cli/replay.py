"""`eminence replay`: a saved game, turn by turn."""

from __future__ import annotations

import contextlib
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from eminence import Record, State
from eminence.cli.console import interactive, output
from eminence.cli.keys import read_key, single_keys
from eminence.cli.options import (
    Eyes,
    Language,
    RecordFile,
    read_language,
    read_record,
    read_seat,
    read_turn,
    seen_from,
    whole,
)
from eminence.cli.table import sheet_table, table
from eminence.cli.words import turn_words

HELP = "enter/space/n next · b back · 12g go to turn 12 · s other eyes · q quit"


class Player:
    """A record with a place in it and somebody's eyes."""

    def __init__(self, record: Record, console: Console, eyes: int | str, language: str) -> None:
        self.record = record
        self.console = console
        self.eyes = eyes
        self.language = language
        self.states: list[State] = [state.copy() for state in record.states()]
        self.texts = [text for _, text in record.turns]
        if record.unfinished:
            self.texts.append(record.unfinished)
        self.place = 0

    @property
    def last(self) -> int:
        """The number of the last turn."""
        return len(self.states) - 1

    def name(self, seat: int) -> str:
        """A player's name, or the seat."""
        return (self.record.names[seat] if self.record.names else "") or f"Seat {seat + 1}"

    def news(self) -> str:
        """What happened in the turn that led here."""
        if self.place == 0:
            return f"The deal. {self.name(self.record.start)} begins."
        before, after = self.states[self.place - 1], self.states[self.place]
        actions = after.history[len(before.history) :]
        said = turn_words(before.view(None), actions, self.name(before.seat))
        return f"Turn {self.place}: {self.texts[self.place - 1]}\n{said}"

    def show(self) -> None:
        """Print the table and how it came about."""
        state = self.states[self.place]
        self.console.print(table(seen_from(state, self.eyes), self.console, self.language))
        self.console.print(Text(self.news()))
        if state.over:
            self.console.print(sheet_table(state.sheet(), self.record.game, self.record.names, self.language))

    def watching(self) -> str:
        """Through whose eyes the table is shown."""
        if self.eyes == "all":
            return "everything open"
        return "what all know" if self.eyes == "watch" else f"seat {int(self.eyes) + 1}'s view"

    def change_eyes(self) -> None:
        """From everything to seat 1, 2, … to a spectator, and round again."""
        order: list[int | str] = ["all", *range(self.record.players), "watch"]
        self.eyes = order[(order.index(self.eyes) + 1) % len(order)]

    def press(self, key: str, number: str) -> bool:
        """Act on a key; `number` are the digits typed before it. False to leave."""
        if key in ("q", "Q", "escape"):
            return False
        if key in ("n", " ", "\r", "\n", "right"):
            self.place = min(self.last, self.place + int(number or 1))
        elif key in ("b", "left", "\x7f", "\b"):
            self.place = max(0, self.place - int(number or 1))
        elif key == "g":
            self.place = min(self.last, int(number)) if number else self.last
        elif key == "s":
            self.change_eyes()
        return True

    def run(self) -> None:
        """Step through by keys."""
        number = ""
        with single_keys():
            while True:
                self.console.clear()
                self.show()
                self.console.print(Text(f"{self.place}/{self.last} · {self.watching()} · {HELP}", style="dim"))
                key = read_key()
                while key.isdecimal():
                    number = (number + key)[-6:]
                    key = read_key()
                if not self.press(key, number):
                    return
                number = ""


def replay(
    record: RecordFile,
    turn: Annotated[
        int | None,
        typer.Option("--turn", "-t", parser=whole, metavar="N", help="Begin here, or print only this; 0 is the deal."),
    ] = None,
    seat: Eyes = None,
    everything: Annotated[
        bool, typer.Option("--all", "-a", help="Print every turn and leave; the default when this is no terminal.")
    ] = False,
    lang: Language = None,
) -> None:
    """Step through a saved game, turn by turn.

    Keys: enter, space or n for the next turn, b back, 12g to turn 12, s for other eyes, q to leave.
    """
    language = read_language(lang)
    saved = read_record(record)
    eyes = read_seat(seat, saved.players)
    read_turn(turn, saved)
    player = Player(saved, output(), eyes, language)
    player.place = turn or 0
    if interactive() and not everything:
        with contextlib.suppress(EOFError, KeyboardInterrupt):
            player.run()
        return
    if turn is not None and not everything:
        player.show()
        return
    for place in range(player.place, player.last + 1):
        player.place = place
        player.show()
        player.console.print()


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(replay)
