"""Positions of the display games, set up as at a table and reached by real play alone.

A table is laid by saying which cards and tokens matter and where; the rest follows in the order of the box.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any

import eminence
from eminence import Game
from eminence.components.display import DisplayComponents
from eminence.rules.display import DisplayState

DUEL = [("richelieu-duel", 2)]
TWO = [("richelieu-duel", 2), ("richelieu", 2)]
MORE = [("richelieu", 3), ("richelieu", 4)]
RICHELIEUS = TWO + MORE
CARDS = [("cardinal-cards", 3), ("cardinal-cards", 4), ("cardinal-cards", 5)]
TABLES = RICHELIEUS + CARDS


def box_of(game: Game) -> DisplayComponents:
    """The components of a display game."""
    assert isinstance(game.box.contents, DisplayComponents)
    return game.box.contents


def deck(game: Game) -> list[str]:
    """Every card of the box, in its order."""
    return [face.code for face in box_of(game).types for _ in range(face.count)]


def token_cells(game: Game) -> list[str]:
    """The cells on which tokens lie at the start."""
    return [box_of(game).cell_name(cell) for cell in box_of(game).token_cells]


# Laying a table.


def lay(
    game: Game, cards: dict[str, str] | None = None, tokens: dict[str, str] | None = None, away: Collection[str] = ()
) -> dict[str, Any]:
    """A deal with these cards and tokens on these cells.

    Several cards, with spaces between, lie from their cell to the right. The tokens in `away` are not in the game.
    """
    box = box_of(game)
    rest = deck(game)
    laid: dict[int, str] = {}
    for name, run in (cards or {}).items():
        first = box.cell(name)
        assert first is not None, name
        for cell, code in enumerate(run.split(), first):
            rest.remove(code)
            laid[cell] = code
    filler = iter(rest)
    return {"cards": [laid.get(cell) or next(filler) for cell in range(len(deck(game)))], **discs(game, tokens, away)}


def discs(game: Game, tokens: dict[str, str] | None, away: Collection[str]) -> dict[str, list[str]]:
    """The part of a deal that says which token lies where."""
    box = box_of(game)
    rest = [box.token_code(face) for face in box.tokens]
    for face in (tokens or {}).values():
        rest.remove(face)
    rest.sort(key=lambda face: face in away)
    filler = iter(rest)
    faces = [(tokens or {}).get(name) or next(filler) for name in token_cells(game)]
    assert set(tokens or {}) <= set(token_cells(game))
    return {"tokens": faces, "removed": list(filler)}


def begin(game: Game, deal: dict[str, Any], players: int, start: int = 0) -> DisplayState:
    """Begin with a deal."""
    state = game.begin(deal, players=players, start=start)
    assert isinstance(state, DisplayState)
    return state


def table(
    name: str,
    players: int,
    cards: dict[str, str] | None = None,
    tokens: dict[str, str] | None = None,
    *,
    away: Collection[str] = (),
    start: int = 0,
    **options: bool,
) -> DisplayState:
    """A fresh game with these cards and tokens on these cells."""
    game = eminence.game(name, **options)  # type: ignore[arg-type]
    return begin(game, lay(game, cards, tokens, away), players, start)


# Playing.


def turns(state: DisplayState, *texts: str) -> DisplayState:
    """Play whole turns."""
    for text in texts:
        state.play_turn(text)
    return state


def decide(state: DisplayState, *texts: str) -> DisplayState:
    """Play single decisions; stops are not filled in."""
    for text in texts:
        state.play(state.game.parse(text))  # type: ignore[attr-defined]
    return state


def reason(state: DisplayState, text: str) -> str | None:
    """Why a decision is refused; None if it is allowed."""
    found = state.why_not(state.game.parse(text))  # type: ignore[attr-defined]
    assert (found is None) == (text in choices(state)), "the choices and the reasons agree"
    return found


def choices(state: DisplayState) -> set[str]:
    """What the player to act may decide."""
    assert len(set(state.legal)) == len(state.legal)
    return {state.game.notation(action) for action in state.legal}


def takes(state: DisplayState) -> set[str]:
    """The cards that may be taken now."""
    return {text for text in choices(state) if text[0] in "ABCD" and not text.endswith(">")}


def finish(name: str, players: int, seed: int, **options: bool) -> DisplayState:
    """A game played out by lot: what it comes to depends on the deal of the seed and on the rules alone."""
    state = eminence.game(name, **options).deal(seed, players=players)  # type: ignore[arg-type]
    assert isinstance(state, DisplayState)
    for _ in at_random(state, seed):
        pass
    return state


def at_random(state: DisplayState, seed: int, without: Collection[str] = ()) -> Iterator[str]:
    """Play decisions by lot to the end, and say each before it is played."""
    rng = random.Random(seed)
    while not state.over:
        text = rng.choice(sorted(choices(state) - set(without)))
        yield text
        decide(state, text)


# What lies where.


def phase(state: DisplayState) -> str:
    """What is to be decided: take, pay, mark, put; or over."""
    return str(state.view(None).phase)


def facts(state: DisplayState, key: str) -> Any:
    """A public fact: display, markers, supply, box, collections."""
    return state.view(None).position()[key]


def markers_of(state: DisplayState, seat: int) -> tuple[int, int, set[str]]:
    """A player's markers: in supply, in the box, and on which cards."""
    position = state.view(None).position()
    return (
        position["supply"][seat],
        position["box"][seat],
        {cell for cell, owner in position["markers"].items() if owner == seat},
    )


def held(state: DisplayState, seat: int) -> list[str]:
    """The faces of the tokens that a player holds face down."""
    return [token["face"] for token in state.view(seat).tokens if token["holder"] == seat and not token["played"]]


def ends(state: DisplayState, rows: str = "ABCD") -> list[str]:
    """The ends of some rows, whoever may take them."""
    return ends_of(facts(state, "display"), rows)


def ends_of(lying: Iterable[str], rows: str) -> list[str]:
    """The ends of some rows among the cards that lie, which are named in order."""
    found: list[str] = []
    lying = list(lying)
    for row in rows:
        cells = [cell for cell in lying if cell[0] == row]
        found += [cells[0], cells[-1]] if len(cells) > 1 else cells
    return found


def neighbours(state: DisplayState, cell: str) -> list[str]:
    """The cards still lying in the row of a cell."""
    return [other for other in facts(state, "display") if other[0] == cell[0]]


# Reaching a position.


def take_free(state: DisplayState, keep: Collection[str] = (), tokens_to: int | None = None, put: str = "") -> str:
    """One quiet turn: a single card without a marker that need not be kept, from the lowest row that has one.

    Tokens go to one player, if to any.
    """
    cell = quiet_end(state, keep, tokens_to)
    turns(state, f"{cell} {put}")
    return cell


def quiet_end(state: DisplayState, keep: Collection[str] = (), tokens_to: int | None = None) -> str:
    """The card that a quiet turn takes."""
    position = state.view(None).position()
    tokens = token_cells(state.game)  # type: ignore[arg-type]
    free = [cell for cell in ends_of(position["display"], "DCBA") if cell not in {*keep, *position["markers"]}]
    return min(free, key=lambda cell: (cell in tokens) != (state.seat == tokens_to))


def until(state: DisplayState, seat: int, keep: Collection[str] = ()) -> DisplayState:
    """Quiet turns until a player's turn."""
    while state.seat != seat:
        take_free(state, keep)
    return state


def spend(state: DisplayState, seat: int, count: int, keep: Collection[str] = ()) -> DisplayState:
    """Make a player lose markers: the one before marks an end each time, and the player takes that card."""
    for _ in range(count):
        until(state, (seat - 1) % state.players, keep)
        place = quiet_end(state, keep)
        take_free(state, (*keep, place), put=f"@{place}")
        turns(state, f"{place}$")
    return state


def put_by(state: DisplayState, seat: int, *cells: str, keep: Collection[str] = ()) -> DisplayState:
    """Quiet turns until a player has put markers on these cells."""
    for cell in cells:
        until(state, seat, (*keep, *cells))
        take_free(state, (*keep, *cells), put=f"@{cell}")
    return state


def to_marker_step(state: DisplayState, *cards: str) -> DisplayState:
    """Take these cards, or a quiet one, and stop taking."""
    decide(state, *(cards or (quiet_end(state),)))
    if phase(state) == "take":
        decide(state, ".")
    return state


def corner(state: DisplayState, seat: int, tokens_to: int | None = None) -> list[str]:
    """Leave a part of row A alone, both ends marked by the player before `seat`, who has just taken the last other.

    `seat` then is to play, or is skipped. Returns the cards that are left.
    """
    before = (seat - 1) % state.players
    fence = neighbours(state, "A1")
    outside = len(facts(state, "display")) - len(fence)
    while (state.seat + outside - 1) % state.players != before:  # one card more to take
        outside += 1
        fence = fence[1:]
    posts = [fence[0], fence[-1]]
    for _ in range(outside):
        put = f"@{posts.pop()}" if state.seat == before and posts else ""
        take_free(state, fence, tokens_to, put)
    assert set(facts(state, "display")) == set(fence)
    return fence


def clear_to(state: DisplayState, keep: Collection[str], tokens_to: int | None = None) -> DisplayState:
    """Quiet turns until only these cards lie."""
    for _ in range(len(facts(state, "display")) - len(keep)):
        take_free(state, keep, tokens_to)
    assert set(facts(state, "display")) == set(keep)
    return state


def collected(
    name: str,
    players: int,
    hands: Sequence[str],
    tokens: Sequence[str] = (),
    *,
    away: Collection[str] = (),
    left: str = "",
    **options: bool,
) -> DisplayState:
    """A game that has ended with these cards (and tokens) among those of each player, one card a turn.

    `bourgogne:*` means all cards of that region that are not named, `*:1+sword` all with that face. `left` lies in
    the last row. What is not named is spread in the order of the box.
    """
    game = eminence.game(name, **options)  # type: ignore[arg-type]
    rest = deck(game)
    named = [list(hand.split()) for hand in (*hands, left)]
    for hand in named:
        for code in hand:
            if "*" not in code:
                rest.remove(code)
    for hand in named:
        for pattern in [code for code in hand if "*" in code]:
            found = [code for code in rest if code.startswith(pattern[:-1]) or code.endswith(pattern[1:])]
            hand.remove(pattern)
            hand += found
            for code in found:
                rest.remove(code)
    cells = len(deck(game))
    laid: dict[int, str] = dict(enumerate(named[-1] if left else [], cells - cells // 4))
    for seat, hand in enumerate(named[:-1]):
        places = [cell for cell in range(seat, cells, players) if cell not in laid]
        laid |= dict(zip(places, hand, strict=False))
        assert len(places) >= len(hand), "one card a turn is not enough"
    filler = iter(rest)
    row_by_row = [laid.get(cell) or next(filler) for cell in range(cells)]
    faces: dict[str, str] = {}
    for seat, wanted in enumerate(tokens):
        own = [cell for cell in box_of(game).token_cells if cell % players == seat]
        faces |= dict(zip(map(box_of(game).cell_name, own), wanted.split(), strict=False))
        assert len(own) >= len(wanted.split()), "no such token cell"
    state = begin(game, {"cards": row_by_row, **discs(game, faces, away)}, players)
    for cell in range(cells):
        if not state.over:
            state.play_turn(box_of(game).cell_name(cell))
    assert state.over
    return state


def points(state: DisplayState, key: str) -> list[int]:
    """What each player scores in a line of the sheet."""
    return list(state.sheet().line(key))
