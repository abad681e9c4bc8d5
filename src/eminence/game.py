"""The four games: which editions there are, what can be chosen, and how a game begins."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from eminence import components
from eminence.components.board import BoardComponents
from eminence.components.display import DisplayComponents
from eminence.components.reading import shown
from eminence.deals import deal_of, lay_board, lay_display
from eminence.errors import ComponentError, IllegalDecision, NotationError, OptionError
from eminence.notation import BoardNotation, Decision, DisplayNotation, Notation, joined
from eminence.rules import codes, spec
from eminence.rules.board import BoardState
from eminence.rules.chance import secure_words
from eminence.rules.display import DisplayState
from eminence.rules.state import State
from eminence.scribe import BoardScribe, DisplayScribe, Scribe
from eminence.sheet import Line, Sheet
from eminence.view import BoardView, DisplayView, View


@dataclass(frozen=True, slots=True)
class Edition:
    """One of the four games, as data and switches."""

    id: str
    title: str
    summary: str
    players: tuple[int, ...]
    box: str
    page: str  # of docs/rules
    options: tuple[str, ...] = ()
    duel_scoring: bool = False  # D20, D24: nobody scores a tie


EDITIONS = {
    edition.id: edition
    for edition in (
        Edition(
            id="richelieu-duel",
            title="Richelieu (2003)",
            summary="Cardinal and queen mother quarrel over the regions of France: the edition for two.",
            players=(2,),
            box="richelieu",
            page="display",
            options=("early_end", "short_rules"),
            duel_scoring=True,
        ),
        Edition(
            id="richelieu",
            title="Richelieu",
            summary="The same cards for two to four, where every region held counts.",
            players=(2, 3, 4),
            box="richelieu",
            page="display",
            options=("early_end",),
        ),
        Edition(
            id="cardinal-cards",
            title="Kardinal & König – Das Kartenspiel",
            summary="Nine countries of Europe, law tablets, ships and carriages.",
            players=(3, 4, 5),
            box="cardinal-cards",
            page="display",
        ),
        Edition(
            id="cardinal-board",
            title="Kardinal & König",
            summary="Monasteries, advisors and alliances on the map of the 12th century (Web of Power).",
            players=(3, 4, 5),
            box="cardinal-board",
            page="board",
        ),
    )
}

OPTIONS = {
    "early_end": "Two players: the game ends when the third of the four rows is empty (D18).",
    "short_rules": "After the short rules: markers may always be moved, and a token prevents the -5 (D34).",
}


class Game:
    """One of the four games with its options and components. Made by `eminence.game`."""

    def __init__(self, edition: Edition, box: components.Box, options: dict[str, bool]) -> None:
        self.edition = edition
        self.box = box
        self.options = options
        self.notations: Notation
        if isinstance(box.contents, DisplayComponents):
            self.notations = DisplayNotation(box.contents)
        else:
            self.notations = BoardNotation(box.contents)
        self._blanks: dict[tuple[int, int], State] = {}
        self._faces: dict[int, Decision] = {}
        self._parsed: dict[str, int] = {}
        self._keys: dict[int, list[tuple[str, str]]] = {}

    def __repr__(self) -> str:
        return f"<eminence.Game {self.id}>"

    @property
    def id(self) -> str:
        """The game's id, for instance "richelieu-duel"."""
        return self.edition.id

    @property
    def title(self) -> str:
        """The game's name."""
        return self.edition.title

    @property
    def players(self) -> tuple[int, ...]:
        """For how many players the game is."""
        return self.edition.players

    @property
    def actions(self) -> int:
        """Every decision is a number from 0 to this, exclusive."""
        return self.notations.actions

    # Beginning.

    def deal(
        self, seed: int | str | bytes, *, players: int | None = None, start: int | str = 0
    ) -> DisplayState | BoardState:
        """Shuffle and deal. The same seed gives the same game, on every machine.

        `players` may be left out; it is then the smallest number the game is for. `start` is the seat that begins,
        or "lot".
        """
        count = self.check_players(players)
        if start == "lot":
            start = secure_words(seed, f"{self.id}/{count}/start")[0] % count
        state = self.blank(count, start)
        state.begin(secure_words(seed, f"{self.id}/{count}"))
        state.dealt = deal_of(state, self.box.contents)
        return state

    def check_players(self, players: int | None) -> int:
        """The number of players, if the game is for so many."""
        count = self.players[0] if players is None else players
        if isinstance(count, bool) or not isinstance(count, int) or count not in self.players:
            allowed = " or ".join(str(n) for n in self.players)
            raise OptionError(f"{self.id} is for {allowed} players, not {players!r}")
        if self.options.get("early_end") and count != 2:
            raise OptionError(f"early_end is for two players, not {count}")
        return count

    def blank(self, players: int, start: int | str) -> DisplayState | BoardState:
        """A state with the components in place and nothing dealt."""
        if isinstance(start, bool) or not isinstance(start, int) or not 0 <= start < players:
            raise OptionError(f'start is a seat from 0 to {players - 1} or "lot", not {start!r}')
        root = self._blanks.get((players, start))
        if root is None:
            if isinstance(self.box.contents, DisplayComponents):
                display = DisplayState(self, players, start)
                display.prepare(self.display_spec(self.box.contents, players))
                root = display
            else:
                board = BoardState(self, players, start)
                board.prepare(self.board_spec(self.box.contents, players))
                root = board
            self._blanks[players, start] = root
        state = root.blank()
        state.bind(root)
        state.unbind()
        return state  # type: ignore[return-value]

    def display_spec(self, box: DisplayComponents, players: int) -> spec.DisplaySpec:
        """The switches of the edition (D5-D7, D12, D18-D25, D34)."""
        cards = box.scoring == "countries"
        return spec.DisplaySpec(
            rows=box.rows,
            columns=box.columns,
            markers=box.markers,
            regions=tuple(region.id for region in box.regions),
            kinds=tuple(kind.id for kind in box.symbols),
            circles=tuple(kind.id for kind in box.circles),
            types=box.types,
            tokens=box.tokens,
            token_cells=box.token_cells,
            max_cards=0 if cards else 2,
            first_turn_one=not cards,
            limit=2,
            marker_limit=2 if players >= 4 else 0,
            scores_ranks=cards,
            tied_score=not self.edition.duel_scoring,
            missing=5 if players == 2 else 0,
            present=2 if players > 2 else 0,
            early_end=self.options.get("early_end", False),
            short_rules=self.options.get("short_rules", False),
        )

    def board_spec(self, box: BoardComponents, players: int) -> spec.BoardSpec:
        """The board game's numbers (B1-B4)."""
        return spec.BoardSpec(
            monasteries=box.monasteries,
            advisors=box.advisors,
            hand=box.hand,
            open_cards=box.open_cards,
            colours=tuple(colour.id for colour in box.colours),
            counts=tuple(colour.cards for colour in box.colours),
            removed=box.removed[players],
            countries=tuple(country.id for country in box.countries),
            country_colour=tuple(country.colour for country in box.countries),
            field_country=tuple(field.country for field in box.fields),
            roads=box.roads,
            alliances=tuple(alliance.between for alliance in box.alliances),
        )

    # Deals as data.

    def begin(
        self, deal: dict[str, Any], *, players: int, start: int = 0, later: list[int] | None = None
    ) -> DisplayState | BoardState:
        """Begin with a given deal, as a record holds it. Raises RecordError if it is not one of this game.

        In the board game `deal["second"]` fixes the second pile, and `later` the chance of a reshuffle to come.
        """
        state = self.blank(self.check_players(players), start)
        box = self.box.contents
        if isinstance(box, DisplayComponents):
            assert isinstance(state, DisplayState)
            lay_display(state, box, deal)
        else:
            assert isinstance(state, BoardState)
            lay_board(state, box, deal, later or [])
        state.dealt = {key: deal[key] for key in deal if key != "second"}
        return state

    # Notation.

    def describe(self, action: int) -> Decision:
        """The readable face of a decision."""
        found = self._faces.get(action)
        if found is None:
            found = self._faces[action] = self.notations.describe(action)
        return found

    def notation(self, action: int) -> str:
        """A decision as text."""
        try:
            return self.describe(action).notation
        except NotationError:
            return f"#{action}"

    def parse(self, text: str) -> int:
        """The decision that a text means. Raises NotationError."""
        found = self._parsed.get(text) if isinstance(text, str) else None
        if found is None:
            actions = self.notations.split(text)
            if len(actions) != 1:
                raise NotationError(f"{text!r} is {len(actions)} decisions; expected one")
            found = actions[0]
            if self.notation(found) == text:  # of the many ways to write it only one is kept
                self._parsed[text] = found
        return found

    def turn_text(self, actions: tuple[int, ...] | list[int], *, stops: bool = False) -> str:
        """A turn as text: payments and moves joined, stops left out unless asked for."""
        return joined((self.describe(action) for action in actions), stops=stops)

    def play_turn(self, state: State, text: str) -> None:
        """Play a whole turn written in notation, stops filled in. If anything is wrong, nothing is played."""
        for action in self.read_turn(state, text):
            state.play(action)

    def read_turn(self, state: State, text: str) -> list[int]:
        """The decisions of a whole turn written in notation, stops filled in."""
        if state.over:
            raise IllegalDecision("the game is over", "game-over")
        stop = codes.STOP if isinstance(state, DisplayState) else codes.BOARD_STOP
        trial = state.copy()
        actions: list[int] = []
        written = self.notations.split(text)
        for number, action in enumerate(written, 1):
            try:
                if trial.turn != state.turn or trial.over:
                    raise IllegalDecision(f"{self.notation(action)!r} after the end of the turn", "not-now")
                if trial.why_not(action) is not None and trial.why_not(stop) is None and action != stop:
                    stopped = trial.copy()
                    stopped.play(stop)
                    if stopped.turn == trial.turn and stopped.why_not(action) is None:
                        trial.play(stop)
                        actions.append(stop)
                trial.play(action)
            except IllegalDecision as error:
                error.decision = number
                raise
            actions.append(action)
        if not actions:
            raise NotationError("an empty turn; expected at least one decision")
        while trial.turn == state.turn and not trial.over:
            if trial.why_not(stop) is not None:
                wanted = ", ".join(self.notation(action) for action in trial.legal[:8])
                message = f"the turn {text!r} is not finished; expected one of {wanted} to follow"
                raise NotationError(message, len(written) + 1)
            trial.play(stop)
            actions.append(stop)
        return actions

    # What a state asks for.

    def reason(self, code: int) -> str:
        """The code of a reason against a decision."""
        return codes.REASONS[code]

    def view_of(self, state: State, seat: int | None) -> View:
        """What a seat may know of a state."""
        if seat is not None and (isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < state.players):
            raise OptionError(f"a seat is a number from 0 to {state.players - 1}, or None to watch, not {seat!r}")
        hidden = state.copy()
        hidden.dealt = None
        hidden.hide(-1 if seat is None else seat)
        kind = DisplayView if isinstance(state, DisplayState) else BoardView
        return kind(self, hidden, seat)

    def sheet_of(self, state: State) -> Sheet:
        """The score sheet of a state, as if the game ended now."""
        points, scores, breaking, ranks = state.settled()
        keys = self.sheet_keys(len(points))
        lines = tuple([Line(*key, tuple(values)) for key, values in zip(keys, points, strict=True)])
        breaker, tied_win, sections = self.settlement
        return Sheet(
            game=self.id,
            box=self.box,
            lines=lines,
            totals=tuple(scores),
            breaker=breaker,
            breakers=tuple(abs(value) for value in breaking),
            ranks=tuple(ranks),
            tied_win=tied_win,
            final=bool(state.over),
            subtotals=tuple(subtotal(lines, section) for section in sections),
        )

    @property
    def settlement(self) -> tuple[str, str, tuple[str, ...]]:
        """What breaks ties, what equals do with the win, and which sections the sheet sums up (D32, D33, B20)."""
        if not isinstance(self.box.contents, DisplayComponents):
            return "pieces-left", "shared", ()
        if self.box.contents.scoring == "countries":
            return "more-cards", "none", ("country", "circles")
        return "fewer-cards", "shared", ()

    @cached_property
    def scribe(self) -> Scribe:
        """Writes views of this game as JSON."""
        breaker, tied_win, subtotals = self.settlement
        shared: dict[str, Any] = {
            "head": {"game": self.id, "options": self.options, "components": self.box.fingerprint},
            "keys": lambda count: [Line(*key, ()).key for key in self.sheet_keys(count)],
            "notation": self.notation,
            "breaker": breaker,
            "tied_win": tied_win,
            "subtotals": subtotals,
        }
        box = self.box.contents
        return DisplayScribe(box, **shared) if isinstance(box, DisplayComponents) else BoardScribe(box, **shared)

    def sheet_keys(self, count: int) -> list[tuple[str, str]]:
        """Section and subject of every line of a sheet with so many lines, in order (D33, B16)."""
        keys = self._keys.get(count)
        if keys is not None:
            return keys
        box = self.box.contents
        if isinstance(box, DisplayComponents):
            if box.scoring == "regions":
                crests = [("crests", region.id) for region in box.regions]
                keys = [*crests, ("regions", ""), *(("symbol", kind.id) for kind in box.symbols)]
            else:
                countries = [(section, region.id) for region in box.regions for section in ("country", "circles")]
                keys = [*countries, *((f"{kind.id}s", "") for kind in box.symbols), ("tablets", "")]
        else:
            middle = [("middle", country.id) for country in box.countries]
            monasteries = [("monasteries", country.id) for country in box.countries]
            alliances = [("alliance", str(number)) for number in range(1, len(box.alliances) + 1)]
            end = [*monasteries, *alliances, ("chains", "")]
            keys = [*middle, *end] if count > len(end) else end
        self._keys[count] = keys
        return keys

    def text_of(self, state: State) -> str:
        """The whole truth as text."""
        from eminence.draw.text import table_text

        return table_text(open_view(self, state))

    def picture_of(self, state: State) -> str:
        """The whole truth as an SVG picture."""
        from eminence.draw import table_svg

        return table_svg(open_view(self, state))


def open_view(game: Game, state: State) -> View:
    """Everything, for people who may see it all: the truth in the form of a view."""
    kind = DisplayView if isinstance(state, DisplayState) else BoardView
    return kind(game, state.copy(), None)


def subtotal(lines: tuple[Line, ...], section: str) -> Line:
    """The sum of a section."""
    chosen = [line.values for line in lines if line.section == section]
    return Line("subtotal", section, tuple(map(sum, zip(*chosen, strict=True))))


def game(name: str, *, components: str | Path | components.Box | None = None, **options: bool) -> Game:
    """One of the four games, with its options: `game("richelieu-duel", early_end=True)`.

    `components` names a file of one's own that replaces the built-in box.
    """
    edition = EDITIONS.get(name) if isinstance(name, str) else None
    if edition is None:
        raise OptionError(f"there is no game {shown(name)}; there are " + ", ".join(EDITIONS))
    for option, value in options.items():
        if option not in edition.options:
            allowed = ", ".join(edition.options) or "none"
            raise OptionError(f"{name} has no option {option!r}; it has {allowed}")
        if not isinstance(value, bool):
            raise OptionError(f"{option} is True or False, not {value!r}")
    box = _box(edition, components)
    return Game(edition, box, {option: options.get(option, False) for option in edition.options})


def _box(edition: Edition, source: str | Path | components.Box | None) -> components.Box:
    standard = components.built_in(edition.box)
    if source is None:
        return standard
    box = source if isinstance(source, components.Box) else components.load(source)
    mechanism = {"display": DisplayComponents, "board": BoardComponents}[edition.page]
    faults = []
    if not isinstance(box.contents, mechanism):
        faults.append(f"mechanism: not a {edition.page} game; expected {edition.page!r} for {edition.id}")
    elif box.data.get("scoring") != standard.data.get("scoring"):
        found, expected = box.data.get("scoring"), standard.data.get("scoring")
        faults.append(f"scoring: {found!r}; expected {expected!r} for {edition.id}")
    if faults:
        raise ComponentError(box.source, faults)
    return standard if box.data == standard.data else box


def games() -> list[str]:
    """The ids of all games."""
    return list(EDITIONS)
