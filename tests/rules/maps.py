"""Positions of the board game, reached by real play from crafted deals, and small maps of one's own."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, cast

import pytest

import eminence
from eminence import Game, IllegalDecision, components
from eminence.components.board import BoardComponents
from eminence.rules.board import BoardState


@cache
def board() -> Game:
    """The board game with the built-in map."""
    return eminence.game("cardinal-board")


@cache
def roomy() -> Game:
    """The built-in map with as many cards as a deck may have, so that long plans fit into one pile."""
    data = json.loads(json.dumps(components.built_in("cardinal-board").data))
    for colour, cards in zip(data["colour"], (21, 20, 20, 17, 18), strict=True):
        colour["cards"] = cards
    data["removed"] = {"3": 0, "4": 0, "5": 0}
    return eminence.game("cardinal-board", components=components.read(data, "the map with a thick deck"))


def box(game: Game) -> BoardComponents:
    """The components of a board game."""
    assert isinstance(game.box.contents, BoardComponents)
    return game.box.contents


class Plan:
    """The deal under which a list of turns can be played.

    Each seat plays its cards in the order in which it gets them, so the turns decide who must draw what and when;
    cards that do not matter are filled in. All draws are from the pile.
    """

    def __init__(self, turns: Sequence[str], game: Game, players: int, start: int, then: dict[int, str]) -> None:
        self.game, self.players, self.start = game, players, start
        self.turns = list(turns)
        self.hand = box(game).hand
        self.needs = [self.cards_for(turn) for turn in turns]
        self.seats = [(start + i) % players for i in range(len(turns))]
        self.cards: list[list[str | None]] = [[] for _ in range(players)]
        for seat, need in zip(self.seats, self.needs, strict=True):
            self.cards[seat] += need
        for seat, cards in enumerate(self.cards):
            drawn = len(cards)
            cards += then.get(seat, "").split()
            assert len(cards) <= self.hand + drawn, "more cards than a hand holds"
            cards += [None] * (self.hand + drawn - len(cards))

    def cards_for(self, turn: str) -> list[str | None]:
        """The cards that a turn takes; None for one that does not matter."""
        colours = box(self.game).colours
        names = [country.id for country in box(self.game).countries]
        cards: list[str | None] = []
        for word in turn.split():
            if word == "~":
                cards.append(None)
                continue
            decision = self.game.describe(self.game.parse(word))
            if decision.kind == "exchange":
                cards.append(decision.colour)
            elif decision.colour:
                cards += [decision.colour] * 2
            else:
                own = names.index(decision.country or "")
                cards.append(next(colour.id for colour in colours if own in colour.countries))
        return cards

    def deal(self, open_cards: str, pile: str) -> dict[str, Any]:
        """The deal: hands, open cards, first pile, and the second pile if the turns reach it."""
        kit = box(self.game)
        deck = Counter({colour.id: colour.cards - kit.removed[self.players] for colour in kit.colours})
        hands = [(seat, i) for seat in range(self.players) for i in range(self.hand)]
        got = [self.hand] * self.players
        draws: list[tuple[int, int]] = []
        ends: list[int] = []  # draws made by the end of each turn
        for seat, need in zip(self.seats, self.needs, strict=True):
            draws += [(seat, got[seat] + i) for i in range(len(need))]
            got[seat] += len(need)
            ends.append(len(draws))
        first = deck.total() - len(hands) - kit.open_cards
        beyond = len(draws) >= first
        shown: list[str | None] = [*open_cards.split(), *[None] * kit.open_cards][: kit.open_cards]
        places = [self.cards[seat][i] for seat, i in hands + draws[:first]]
        filled, rest = fill(places + shown, deck, [] if beyond else pile.split())
        for (seat, i), colour in zip(hands + draws[:first], filled, strict=False):
            self.cards[seat][i] = colour
        deal: dict[str, Any] = {
            "hands": [self.cards[seat][: self.hand] for seat in range(self.players)],
            "open": filled[len(places) :],
            "pile": filled[len(hands) : len(places)] + rest,
        }
        if beyond:
            turn = next(i for i, end in enumerate(ends) if end >= first)
            spent = Counter(card for i in range(turn + 1) for card in self.spent(i))
            places = [self.cards[seat][i] for seat, i in draws[first:]]
            filled, rest = fill(places, spent, pile.split())
            for (seat, i), colour in zip(draws[first:], filled, strict=True):
                self.cards[seat][i] = colour
            deal["second"] = filled + rest
        return deal

    def spent(self, turn: int) -> list[str]:
        """The cards that leave the hand in a turn."""
        seat = self.seats[turn]
        before = sum(len(self.needs[i]) for i in range(turn) if self.seats[i] == seat)
        return cast(list[str], self.cards[seat][before : before + len(self.needs[turn])])

    def text(self, turn: int) -> str:
        """A turn with its draws."""
        cards = self.spent(turn)
        words = [f"~{cards[0]}" if word == "~" else word for word in self.turns[turn].split()]
        return " ".join(words + ["<?"] * len(cards))


def fill(places: Sequence[str | None], deck: Counter[str], after: Iterable[str]) -> tuple[list[str], list[str]]:
    """The places with every gap filled from the deck, and what stays of it, beginning with `after`."""
    left = deck.copy()
    left.subtract([colour for colour in places if colour] + list(after))
    assert not [colour for colour, n in left.items() if n < 0], f"the deck has not enough: {left}"
    filled = []
    for place in places:
        colour = place or max(left, key=lambda name: left[name])
        if place is None:
            left[colour] -= 1
        filled.append(colour)
    assert min(left.values()) >= 0, "more cards planned than there are"
    return filled, [*after, *sorted(left.elements())]


def stage(
    turns: Sequence[str],
    *,
    game: Game | None = None,
    players: int = 3,
    start: int = 0,
    then: dict[int, str] | None = None,
    open_cards: str = "",
    pile: str = "",
) -> BoardState:
    """The position after these turns, all drawn from the pile; "~" exchanges some card.

    `then` says which cards seats hold afterwards, `open_cards` what lies open and `pile` what comes next.
    """
    game = game or board()
    plan = Plan(turns, game, players, start, then or {})
    state = cast(BoardState, game.begin(plan.deal(open_cards, pile), players=players, start=start))
    for turn, seat in enumerate(plan.seats):
        assert state.seat == seat and not state.over
        state.play_turn(plan.text(turn))
        state.check()
    return state


def play(state: BoardState, *words: str) -> None:
    """Play single decisions."""
    for word in words:
        state.play(state.game.parse(word))  # type: ignore[attr-defined]
        state.check()


def choices(state: BoardState) -> set[str]:
    """The legal decisions in notation; each of them is one that nothing speaks against, and no other is."""
    legal = set(state.legal)
    for action in range(state.game.actions):  # type: ignore[attr-defined]
        assert (state.why_not(action) is None) == (action in legal)
    return {state.game.notation(action) for action in legal}


def refusal(state: BoardState, word: str) -> str:
    """The reason against a decision, after trying it in vain."""
    action = state.game.parse(word)  # type: ignore[attr-defined]
    before = state.view(state.seat).dumps()
    with pytest.raises(IllegalDecision) as caught:
        state.play(action)
    assert caught.value.reason == state.why_not(action)
    assert state.view(state.seat).dumps() == before
    return caught.value.reason


def hand(state: BoardState, seat: int) -> list[str]:
    """A player's cards, sorted."""
    held: dict[str, int] = state.view(seat).data()["hands"][seat]
    return sorted(colour for colour, n in held.items() for _ in range(n))


def own_data(
    countries: dict[str, int],
    colours: dict[str, tuple[str, int]],
    roads: Iterable[tuple[str, str]] = (),
    alliances: Iterable[tuple[str, str]] = (),
    **numbers: Any,
) -> dict[str, Any]:
    """The tables of a small map: countries with numbers of fields, colours with countries and numbers of cards."""
    return {
        "format": 1,
        "mechanism": "board",
        "name": "A map of one's own",
        "monasteries": 20,
        "advisors": 8,
        "hand": 3,
        "open_cards": 2,
        "removed": {"3": 0, "4": 0, "5": 0},
        "colour": [{"id": c, "countries": names.split(), "cards": n} for c, (names, n) in colours.items()],
        "country": [
            {"id": name, "fields": [{"name": f"{name} {i + 1}", "at": [50.0 + i / 9, 1.5]} for i in range(n)]}
            for name, n in countries.items()
        ],
        "roads": {"pairs": [list(road) for road in roads]},
        "alliance": [{"between": list(pair)} for pair in alliances],
    } | numbers


def toml(data: dict[str, Any]) -> str:
    """Tables as a TOML file, one line a key."""
    return "".join(f"{json.dumps(key, ensure_ascii=False)} = {inline(value)}\n" for key, value in data.items())


def inline(value: Any) -> str:
    """A value as TOML writes it within a line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(k, ensure_ascii=False)} = {inline(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(inline(entry) for entry in value) + "]"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    return str(value).lower() if isinstance(value, bool) else repr(value)


def own_map(folder: Path, data: dict[str, Any]) -> Game:
    """The board game on a map of one's own, read from a file."""
    path = folder / "map.toml"
    path.write_text(toml(data), encoding="utf-8")
    return eminence.game("cardinal-board", components=path)
