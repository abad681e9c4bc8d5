"""The board game, slow and plain, after the rules B1 to B20. An oracle for tests."""

from collections.abc import Callable
from typing import Any

from .boxes import (
    ADVISORS,
    ALLIANCES,
    CARD_NUMBERS,
    COUNTRY_NAMES,
    HAND,
    MONASTERIES,
    OPEN,
    PICTURED,
    PLAYERS,
    fields_of,
    neighbours,
)

Line = tuple[str, list[int]]


class SlowBoard:
    """One game of `cardinal-board`.

    `seat` is the player to decide (None when over), `legal()` the set of decisions in notation, `play()` makes one.
    The new pile of B13 is deal["second"] or, if the deal has none, what `reshuffle` makes of the sorted discards
    (next card first).
    """

    def __init__(
        self,
        players: int,
        deal: dict[str, Any],
        *,
        start: int = 0,
        reshuffle: Callable[[list[str]], list[str]] | None = None,
    ) -> None:
        """B2, B3: set-up after the deal."""
        if players not in PLAYERS["cardinal-board"]:
            raise ValueError(f"cardinal-board is not for {players} players")
        if start not in range(players):
            raise ValueError(f"start must be a seat from 0 to {players - 1}, not {start}")
        if len(deal["hands"]) != players:
            raise ValueError("the deal has the wrong number of hands")

        self.players = players
        self.start = start
        self.second: list[str] | None = list(deal["second"]) if "second" in deal else None
        self.reshuffle = reshuffle

        self.hands: list[list[str]] = [list(hand) for hand in deal["hands"]]
        self.open: list[str] = list(deal["open"])
        self.pile: list[str] = list(deal["pile"])
        self.discards: list[str] = []
        self.known: list[dict[str, int]] = [dict.fromkeys(CARD_NUMBERS, 0) for _ in range(players)]

        self.monasteries: dict[str, int] = {}
        self.advisors: dict[str, list[int]] = {country: [0] * players for country in COUNTRY_NAMES}
        self.monasteries_left = [MONASTERIES] * players
        self.advisors_left = [ADVISORS] * players

        self.exhaustions = 0
        self.middle: list[Line] | None = None

        self.over = False
        self.phase = "turn"
        self.seat: int | None = start
        self._begin_turn(start)

    # --- the course of the game ---

    def _me(self) -> int:
        """The seat to act, as an int."""
        assert self.seat is not None
        return self.seat

    def _begin_turn(self, seat: int) -> None:
        """A turn begins; in the last phase who plainly cannot play is passed over."""
        self.seat = seat
        self.phase = "turn"
        self.country: str | None = None
        self.placed = 0
        self.settled_at_start = {country for country in COUNTRY_NAMES if self._has_piece(country)}
        if self.exhaustions == 2 and (not self.hands[seat] or not self._piece_possible_anywhere(seat)):
            self._end_turn()

    def _end_turn(self) -> None:
        """B14: in the last phase the game ends after the turn of the start player's right neighbour."""
        right_neighbour = (self.start - 1) % self.players
        if self.exhaustions == 2 and self.seat == right_neighbour:
            self._finish()
        else:
            self._begin_turn((self._me() + 1) % self.players)

    def _finish(self) -> None:
        """B14, B15: the game is over."""
        self.over = True
        self.phase = "over"
        self.seat = None

    # --- where a piece may go ---

    def _has_piece(self, country: str) -> bool:
        """B7: a monastery or an advisor of any player stands in the country."""
        return any(field in self.monasteries for field in fields_of(country)) or sum(self.advisors[country]) > 0

    def _monasteries_in(self, country: str) -> list[int]:
        """The number of each player's monasteries in a country."""
        owners = [self.monasteries[field] for field in fields_of(country) if field in self.monasteries]
        return [owners.count(seat) for seat in range(self.players)]

    def _free_fields(self, country: str) -> list[str]:
        """B8: the fields of a country without a monastery."""
        return [field for field in fields_of(country) if field not in self.monasteries]

    def _room_for_advisor(self, country: str) -> bool:
        """B9: fewer advisors than the largest number of monasteries of any single player."""
        return sum(self.advisors[country]) < max(self._monasteries_in(country))

    def _places(self, seat: int, country: str) -> list[str]:
        """B8, B9, B10: where in the country a player could place a piece, whatever the cards."""
        places: list[str] = []
        if self.monasteries_left[seat] > 0:
            places += self._free_fields(country)
        if self.advisors_left[seat] > 0 and self._room_for_advisor(country):
            places.append(f"{country}!")
        return places

    def _piece_possible_anywhere(self, seat: int) -> bool:
        """B10, B15: the player could place a piece somewhere, whatever the cards."""
        return any(self._places(seat, country) for country in COUNTRY_NAMES)

    def _second_piece_allowed(self) -> bool:
        """B7: two pieces in a country that had one at the start of the turn."""
        return self.placed == 1 and self.country in self.settled_at_start

    # --- legal decisions ---

    def legal(self) -> set[str]:
        """The decisions open to the player to act, in notation."""
        if self.phase == "turn":
            return self._legal_first()
        if self.phase == "place":
            assert self.country is not None
            return self._placements(self.country) | {"."}
        if self.phase == "draw":
            return self._legal_draws()
        return set()

    def _legal_first(self) -> set[str]:
        """B5, B12, B14: place a first piece, or exchange, or in the last phase pass."""
        choices: set[str] = set()
        for country in COUNTRY_NAMES:
            choices |= self._placements(country)
        if self.exhaustions == 2:
            choices.add("-")
        else:
            choices |= {f"~{colour}" for colour in self.hands[self._me()]}
        return choices

    def _placements(self, country: str) -> set[str]:
        """B6: each place in the country with each way to pay for it."""
        seat = self._me()
        hand = self.hands[seat]
        choices: set[str] = set()
        for place in self._places(seat, country):
            for colour in CARD_NUMBERS:
                if country in PICTURED[colour]:
                    if hand.count(colour) >= 1:
                        choices.add(place)
                elif hand.count(colour) >= 2:
                    choices.add(f"{place}&{colour}")
        return choices

    def _legal_draws(self) -> set[str]:
        """B11, B12: an open card or the pile."""
        choices = {f"<{colour}" for colour in self.open}
        if self.pile:
            choices.add("<?")
        return choices

    # --- making a decision ---

    def play(self, text: str) -> None:
        """Make one decision; ValueError if it is not legal."""
        legal = self.legal()
        if text not in legal:
            raise ValueError(f"{text!r} is not legal for seat {self.seat} ({self.phase}); legal: {sorted(legal)}")
        if text == "-":
            self._end_turn()
        elif text == ".":
            self._stop_placing()
        elif text.startswith("~"):
            self._discard(text[1:])
            self._draw_or_end()
        elif text.startswith("<"):
            self._draw(text[1:])
        else:
            self._place(text)

    def _discard(self, colour: str) -> None:
        """B11, B12: a hand card to the open discards; a card of that colour known to all is known no more."""
        seat = self._me()
        self.hands[seat].remove(colour)
        self.discards.append(colour)
        if self.known[seat][colour] > 0:
            self.known[seat][colour] -= 1

    def _pay(self, country: str, joker: str) -> None:
        """B6: two cards of the joker's colour, or one card that pictures the country."""
        if joker:
            self._discard(joker)
            self._discard(joker)
        else:
            for colour in CARD_NUMBERS:
                if country in PICTURED[colour]:
                    self._discard(colour)

    def _place(self, text: str) -> None:
        """B5 to B9: pay, place the piece, and see whether a second may follow."""
        seat = self._me()
        place, _, joker = text.partition("&")
        country = place[:2]
        self._pay(country, joker)
        if place.endswith("!"):
            self.advisors[country][seat] += 1
            self.advisors_left[seat] -= 1
        else:
            self.monasteries[place] = seat
            self.monasteries_left[seat] -= 1
        self.country = country
        self.placed += 1
        if self._second_piece_allowed() and self.hands[seat] and self._places(seat, country):
            self.phase = "place"
        else:
            self._stop_placing()

    def _stop_placing(self) -> None:
        """B15: the game ends if nobody can ever place a piece again; otherwise the hand is filled."""
        if not any(self._piece_possible_anywhere(seat) for seat in range(self.players)):
            self._finish()
        else:
            self._draw_or_end()

    def _draw_or_end(self) -> None:
        """B11, B14: draw until the hand is full, then refill the open cards; nothing of it in the last phase."""
        if self.exhaustions < 2 and len(self.hands[self._me()]) < HAND and (self.pile or self.open):
            self.phase = "draw"
            return
        while self.exhaustions < 2 and len(self.open) < OPEN and self.pile:
            self.open.append(self.pile.pop(0))
            self._look_at_pile()
        self._end_turn()

    def _draw(self, what: str) -> None:
        """B11: one card into the hand."""
        seat = self._me()
        if what == "?":
            self.hands[seat].append(self.pile.pop(0))
            self._look_at_pile()
        else:
            self.open.remove(what)
            self.hands[seat].append(what)
            self.known[seat][what] += 1
        self._draw_or_end()

    def _look_at_pile(self) -> None:
        """B13, B14: what happens when the last card of the pile has just been drawn."""
        if self.pile:
            return
        self.exhaustions += 1
        if self.exhaustions == 1:
            self.middle = self._monastery_lines("middle")
            self.pile = self._new_pile()
            self.discards = []

    def _new_pile(self) -> list[str]:
        """B13: the discards, shuffled: from the deal, or by the function given."""
        if self.second is not None:
            pile = list(self.second)
        elif self.reshuffle is not None:
            pile = list(self.reshuffle(sorted(self.discards)))
        else:
            raise RuntimeError("the pile is exhausted for the first time (B13), and the deal has no 'second' pile")
        if sorted(pile) != sorted(self.discards):
            raise RuntimeError(f"the second pile {sorted(pile)} does not hold the discards {sorted(self.discards)}")
        return pile

    # --- what can be seen ---

    def public(self) -> dict[str, Any]:
        """What everybody sees, as plain data. `scores` holds what the intermediate scoring gave, or zeros."""
        return {
            "monasteries": dict(self.monasteries),
            "advisors": {country: list(numbers) for country, numbers in self.advisors.items()},
            "scores": self._totals(self.middle or []),
            "discards": sorted(self.discards),
            "open": sorted(self.open),
            "hands": [len(hand) for hand in self.hands],
            "pile": len(self.pile),
            "known": [dict(known) for known in self.known],
            "supply": {"monasteries": list(self.monasteries_left), "advisors": list(self.advisors_left)},
            "seat": self.seat,
            "over": self.over,
            "phase": self.phase,
        }

    def hidden(self) -> dict[str, Any]:
        """The hands and the pile, next card first."""
        return {"hands": [sorted(hand) for hand in self.hands], "pile": list(self.pile)}

    # --- scoring ---

    def sheet(self) -> dict[str, Any]:
        """B16: the score sheet, as if the game ended now."""
        lines = list(self.middle or [])
        lines += self._monastery_lines("monasteries")
        for number, (one, other) in enumerate(ALLIANCES, start=1):
            lines.append((f"alliance:{number}", self._alliance_points(one, other)))
        lines.append(("chains", [self._chain_points(seat) for seat in range(self.players)]))
        totals = self._totals(lines)
        ranks = self._ranks(totals)
        winners = [seat for seat in range(self.players) if ranks[seat] == 1]
        return {"lines": lines, "totals": totals, "ranks": ranks, "winners": winners}

    def _totals(self, lines: list[Line]) -> list[int]:
        """The sum of the lines, per seat."""
        totals = [0] * self.players
        for _, points in lines:
            for seat in range(self.players):
                totals[seat] += points[seat]
        return totals

    def _ranks(self, totals: list[int]) -> list[int]:
        """B20: more points, then more pieces in supply; who is equal in both shares the rank."""
        results = [
            (totals[seat], self.monasteries_left[seat] + self.advisors_left[seat]) for seat in range(self.players)
        ]
        return [1 + sum(1 for other in results if other > result) for result in results]

    def _monastery_lines(self, word: str) -> list[Line]:
        """B17: country by country."""
        lines: list[Line] = []
        for country, name in COUNTRY_NAMES.items():
            lines.append((f"{word}:{name}", monastery_points(self._monasteries_in(country))))
        return lines

    def _alliance_points(self, one: str, other: str) -> list[int]:
        """B18: who has the most advisors in both countries scores every advisor standing in the two."""
        advisors = sum(self.advisors[one]) + sum(self.advisors[other])
        points: list[int] = []
        for seat in range(self.players):
            leads = self._leads(seat, one) and self._leads(seat, other)
            points.append(advisors if leads else 0)
        return points

    def _leads(self, seat: int, country: str) -> bool:
        """B18: the most advisors in the country, alone or tied, and at least one."""
        own = self.advisors[country][seat]
        return own > 0 and own == max(self.advisors[country])

    def _chain_points(self, seat: int) -> int:
        """B19: the best choice of separate lines of a player."""
        return best_chains({field for field, owner in self.monasteries.items() if owner == seat})


def monastery_points(numbers: list[int]) -> list[int]:
    """B17: points of each player, from the numbers of monasteries in one country."""
    sizes = sorted({number for number in numbers if number > 0}, reverse=True)
    points: list[int] = []
    for number in numbers:
        if number == 0:
            points.append(0)
            continue
        rank = sizes.index(number)
        points.append(sum(numbers) if rank == 0 else sizes[rank - 1])
    return points


def best_chains(fields: set[str]) -> int:
    """B19: the most monasteries that separate lines of 4 or more can hold."""
    return sum(best_lines_in(component) for component in components(fields))


def components(fields: set[str]) -> list[frozenset[str]]:
    """The parts of a set of fields that hang together by roads."""
    roads = neighbours()
    left = set(fields)
    parts: list[frozenset[str]] = []
    while left:
        part = {left.pop()}
        while True:
            reached = {other for field in part for other in roads[field] if other in left}
            if not reached:
                break
            part |= reached
            left -= reached
        parts.append(frozenset(part))
    return parts


def all_lines(fields: frozenset[str]) -> set[frozenset[str]]:
    """B19: every line of 4 or more along roads within the fields, each field at most once: the fields of each."""
    roads = neighbours()
    lines: set[frozenset[str]] = set()

    def lengthen(line: list[str]) -> None:
        if len(line) >= 4:
            lines.add(frozenset(line))
        for field in roads[line[-1]]:
            if field in fields and field not in line:
                lengthen([*line, field])

    for field in fields:
        lengthen([field])
    return lines


def best_lines_in(fields: frozenset[str]) -> int:
    """B19: try, for each field in turn, to leave it out or to let each line through it be chosen."""
    lines = all_lines(fields)
    best: dict[frozenset[str], int] = {}

    def search(left: frozenset[str]) -> int:
        if len(left) < 4:
            return 0
        if left not in best:
            field = min(left)
            result = search(left - {field})
            for line in lines:
                if field in line and line <= left:
                    result = max(result, len(line) + search(left - line))
            best[left] = result
        return best[left]

    return search(fields)
