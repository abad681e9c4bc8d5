"""One game in the terminal: what is shown, what may be typed, and the bots' turns in words."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from rich.columns import Columns
from rich.markdown import Markdown
from rich.text import Text

from eminence import Game, Record, State
from eminence.bots import Bot
from eminence.cli.console import output, paged
from eminence.cli.table import map_text, sheet_table, table
from eminence.cli.typed import BOARD_HELP, COMMANDS_HELP, DISPLAY_HELP, implied_stop, what_is_revealed, written
from eminence.cli.words import WHY_NOT, choice, hint_words, question, turn_words
from eminence.errors import EminenceError, NotationError
from eminence.rulebook import page
from eminence.view import BoardView, View

HINT_HELP = "`hint` shows the best turns from here on, by what you know.\n"
SHORT = 14  # a menu of so many decisions is always shown


class Left(Exception):  # noqa: N818 - it names what it is
    """The player leaves the table."""


class Session:
    """A game between one person and bots."""

    def __init__(
        self,
        state: State,
        seat: int,
        rivals: Mapping[int, Bot],
        names: tuple[str, ...],
        language: str,
        seed: int | None,
    ) -> None:
        self.state = state
        self.seat = seat
        self.rivals = rivals
        self.names = names
        self.language = language
        self.seed = seed
        self.save_to: Path | None = None
        self.saved_at = -1  # how many decisions the file holds
        self.console = output()
        assert isinstance(state.game, Game)
        self.game: Game = state.game
        self.news: list[str] = []
        self.begin_turn()
        self.commands: dict[str, Callable[[str], None]] = {
            "?": self.help,
            "help": self.help,
            "menu": self.menu,
            "table": self.show_table,
            "map": self.show_map,
            "score": self.score,
            "hint": self.hint,
            "why": self.why,
            "undo": self.undo,
            "done": self.finish_turn,
            "rules": self.rules,
            "save": self.save,
            "quit": self.quit,
        }
        self.commands |= {"h": self.help, "m": self.menu, "t": self.show_table, "u": self.undo, "q": self.quit}
        self.commands |= {"exit": self.quit, "sheet": self.score}

    # The course of the game.

    def run(self) -> None:
        """Play to the end, or until the player leaves."""
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401 - lines can be edited and called back
        self.say(f"{self.game.title}, {self.state.players} players. You have seat {self.seat + 1}. Type ? for help.")
        try:
            while not self.state.over:
                if self.state.seat == self.seat:
                    self.own_turn()
                else:
                    self.bot_turn()
            self.end()
        except (EOFError, KeyboardInterrupt):
            self.console.print()
            self.leave()
        except Left:
            self.leave()

    def begin_turn(self) -> None:
        """Remember where the turn began, for undo."""
        self.base = self.state.copy()
        self.done: list[int] = []
        self.revealed = 0  # decisions of this turn that can no longer be taken back
        self.reveal = ""

    def own_turn(self) -> None:
        """Ask until the turn is over."""
        self.begin_turn()
        turn = self.state.turn
        self.show_table("")
        self.tell_news()
        while not self.state.over and self.state.turn == turn:
            self.ask()
        self.after_turn(self.base)

    def bot_turn(self) -> None:
        """A bot plays its turn, which is then told in words."""
        before = self.state.copy()
        seat, turn = self.state.seat, self.state.turn
        while not self.state.over and self.state.turn == turn:
            self.state.play(self.rivals[seat].choose(self.state.view(seat)))
        actions = self.state.history[len(before.history) :]
        self.news.append(turn_words(before.view(None), actions, f"Seat {seat + 1}"))
        self.after_turn(before)

    def after_turn(self, before: State) -> None:
        """Note what else happened: players skipped, a pile exhausted."""
        if self.save_to is not None:
            self.write(self.save_to, quiet=True)
        one, other = before.view(None), self.state.view(None)
        if isinstance(one, BoardView) and isinstance(other, BoardView):
            if other.second_half and not one.second_half:
                points = ", ".join(f"seat {seat + 1} {points}" for seat, points in enumerate(other.track))
                self.news.append(
                    f"The pile is exhausted: monasteries are scored ({points}), the discards are the new pile."
                )
            if other.last_round and not one.last_round:
                self.news.append(
                    "The pile is exhausted for the second time: the round is completed, nobody draws any more."
                )
        if not self.state.over:
            expected = (before.seat + 1) % self.state.players
            while expected != self.state.seat:
                who = "You" if expected == self.seat else f"Seat {expected + 1}"
                verb = "are" if expected == self.seat else "is"
                self.news.append(f"{who} can do nothing and {verb} passed over.")
                expected = (expected + 1) % self.state.players

    def end(self) -> None:
        """The last news, the score sheet, and where the record is."""
        if isinstance(self.view, BoardView):
            self.show_table()
        self.tell_news()
        sheet = self.state.sheet()
        names = ["You" if seat == self.seat else name for seat, name in enumerate(self.names)]
        self.console.print(sheet_table(sheet, self.game, names, self.language))
        if self.seed is not None:
            self.say(f"The seed of this game was {self.seed}.")
        if self.save_to is None:
            self.offer_to_save()
        else:
            self.write(self.save_to)

    # Talking.

    def say(self, text: str, style: str = "") -> None:
        """A line for the player."""
        self.console.print(Text(text, style=style))

    def tell_news(self) -> None:
        """What happened since the player last decided."""
        for text in self.news:
            self.say(text, "italic")
        self.news.clear()

    def view_of(self, state: State) -> View:
        """What the player may see of a state."""
        return self.game.view_of(state, self.seat)

    @property
    def view(self) -> View:
        """What the player may see."""
        return self.view_of(self.state)

    def ask(self) -> None:
        """Put the question, read a line, act on it."""
        view = self.view
        legal = view.legal
        self.say(question(view), "bold")
        if len(legal) <= SHORT:
            self.menu("")
        else:
            self.say(f"{len(legal)} possibilities; menu lists them.", "dim")
        while True:
            line = self.read("> ").strip()
            if line:
                break
        word, _, rest = line.partition(" ")
        command = self.commands.get(word.lower())
        if command is not None:
            command(rest.strip())
        elif line.isdecimal():
            self.choose(line, legal)
        else:
            self.play(line)

    def read(self, prompt: str) -> str:
        """A line from the player."""
        sys.stdout.flush()
        return input(prompt)

    def choose(self, number: str, legal: list[int]) -> None:
        """A number from the menu."""
        if len(number) > 4 or not 1 <= int(number) <= len(legal):
            self.say(f"There is no {number} in the menu; it has 1 to {len(legal)}.", "red")
        else:
            self.carry_out(legal[int(number) - 1])

    # Decisions.

    def play(self, text: str) -> None:
        """Decisions in notation. If one is not allowed none is played, save those that have revealed something."""
        try:
            actions = written(self.game, text)
        except NotationError as error:
            self.say(f"{error}. ? explains.", "red")
            return
        trial, turn, ready, safe = self.state.copy(), self.state.turn, [], 0
        for action in actions:
            fault = None
            if trial.over or trial.turn != turn:
                fault = "the turn is over before that"
            else:
                stop = implied_stop(trial, action)
                if stop is not None:
                    trial.play(stop)
                    ready.append(stop)
                code = trial.why_not(action)
                fault = WHY_NOT[code] if code else None
            if fault:
                self.say(f"{self.game.notation(action)} is not allowed: {fault}.", "red")
                ready = ready[:safe]
                if not ready and len(actions) > 1:
                    self.say("Nothing was played.", "red")
                break
            before = trial.copy()
            trial.play(action)
            ready.append(action)
            if self.learnt(before, trial):
                safe = len(ready)
        for action in ready:
            self.carry_out(action)

    def carry_out(self, action: int) -> None:
        """Play a legal decision, say so, and note what it revealed."""
        before = self.state.copy()
        self.state.play(action)
        self.done.append(action)
        if self.game.notation(action) not in (".", "<?"):  # a card from the pile is told below
            self.say(turn_words(before.view(None), [action], "You", you=True), "green")
        seen = self.learnt(before, self.state)
        if seen:
            self.say(seen, "magenta")
            self.revealed, self.reveal = len(self.done), seen

    def learnt(self, before: State, after: State) -> str:
        """What the player has learnt by a decision."""
        return what_is_revealed(self.view_of(before), self.view_of(after), self.language)

    # Commands.

    def help(self, _: str = "") -> None:
        """What can be typed."""
        text = BOARD_HELP if self.game.edition.page == "board" else DISPLAY_HELP
        self.console.print(Markdown(text + "\n" + COMMANDS_HELP + HINT_HELP))

    def menu(self, _: str = "") -> None:
        """All legal decisions, numbered."""
        view = self.view
        entries = [Text.assemble((f"{n} ", "dim"), choice(view, action)) for n, action in enumerate(view.legal, 1)]
        self.console.print(Columns(entries, padding=(0, 2), column_first=False))

    def show_table(self, _: str = "") -> None:
        """The table."""
        self.console.print(table(self.view, self.console, self.language))

    def show_map(self, _: str = "") -> None:
        """Names, roads and alliances of the board game."""
        view = self.view
        if isinstance(view, BoardView):
            paged(map_text(view, self.language))
        else:
            self.say("Only the board game has a map.", "red")

    def score(self, _: str = "") -> None:
        """The standing, as far as the player can know it."""
        names = ["You" if seat == self.seat else name for seat, name in enumerate(self.names)]
        self.console.print(sheet_table(self.view.standing(), self.game, names, self.language))

    def why(self, text: str) -> None:
        """Explain whether decisions are allowed now, up to the first that is not or that would reveal something."""
        try:
            actions = written(self.game, text)
        except NotationError as error:
            self.say(f"{error}. For instance: why A5", "red")
            return
        trial = self.state.copy()
        for action in actions:
            code = trial.why_not(action)
            if code:
                self.say(f"{self.game.notation(action)} is not allowed: {WHY_NOT[code]}.")
                return
            before = trial.copy()
            trial.play(action)
            if trial.over or trial.turn != self.state.turn or self.learnt(before, trial):
                break
        self.say(f"{self.game.turn_text(actions, stops=True)} is allowed.")

    def hint(self, _: str = "") -> None:
        """The best turns from here on, by what the player knows."""
        from eminence.analysis import hints

        view = self.view
        for number, found in enumerate(hints(view), 1):
            self.say(f"{number}. {hint_words(view, found)}", "cyan")

    def undo(self, _: str = "") -> None:
        """Take the last decision back, by playing the turn again without it."""
        if not self.done:
            self.say("There is nothing to take back: your turn has just begun, and earlier turns stay.", "red")
            return
        if len(self.done) <= self.revealed:
            self.say(f"That cannot be taken back, for it has shown you something. {self.reveal}", "red")
            return
        last = self.done.pop()
        self.state = self.base.copy()
        for action in self.done:
            self.state.play(action)
        self.say(f"{self.game.notation(last)} is taken back.", "green")

    def finish_turn(self, _: str = "") -> None:
        """Stop until the turn is over."""
        turn = self.state.turn
        while not self.state.over and self.state.turn == turn:
            stop = next((a for a in self.state.legal if self.game.notation(a) == "."), None)
            if stop is None:
                self.say("The turn cannot end yet.", "red")
                return
            self.carry_out(stop)

    def rules(self, _: str = "") -> None:
        """The rules of the game."""
        try:
            paged(Markdown(page(self.game.id, self.language), hyperlinks=False))
        except EminenceError as error:
            self.say(str(error), "red")

    def save(self, name: str) -> None:
        """Write the record to a file."""
        if not name and self.save_to is None:
            self.say("Save to which file? For instance: save game.json", "red")
        else:
            path = Path(name).expanduser() if name else self.save_to
            assert path is not None
            self.write(path)

    def write(self, path: Path, *, quiet: bool = False) -> bool:
        """Write the record; False if that fails."""
        try:
            Record.of(self.state, names=self.names).save(path)
        except OSError as error:
            self.say(f"{path} cannot be written: {error.strerror or error}.", "red")
            return False
        self.saved_at = len(self.state.history)
        if not quiet:
            self.say(f"The record is in {path}.")
        return True

    def quit(self, _: str = "") -> None:
        """Leave the table; without --save, saving is offered."""
        if self.save_to is None and self.saved_at != len(self.state.history):
            self.offer_to_save()
        raise Left

    def offer_to_save(self) -> None:
        """Ask for a file name."""
        while True:
            try:
                name = self.read("Save the game? A file name, or enter for no: ").strip()
            except (EOFError, KeyboardInterrupt):
                self.console.print()
                name = ""
            if not name:
                self.say("Not saved.")
                return
            if self.write(Path(name).expanduser()):
                return

    def leave(self) -> None:
        """Say goodbye, with the game saved if that was asked for."""
        if self.save_to is not None and self.write(self.save_to):
            self.say(f"Go on with: eminence play --resume {self.save_to}")
        self.say("You leave the table.")
