"""The three display games, slow and plain, after the rules D1 to D34. An oracle for tests."""

from typing import Any

from .boxes import (
    CARD_COUNTRIES,
    COLUMNS,
    DISPLAY_GAMES,
    MARKERS,
    PLAYERS,
    RICHELIEU_REGIONS,
    ROWS,
    SYMBOLS,
    TOKEN_CELLS,
)

Line = tuple[str, list[int]]


def region_of(card: str) -> str:
    """The region (country) of a type code: "bourgogne:2" is of bourgogne."""
    return card.split(":")[0]


def face_of(card: str) -> str:
    """What a type code shows besides its region."""
    return card.split(":")[1]


def crests_of(card: str) -> int:
    """Crests on a Richelieu card: 2 on a double, 1 on every other."""
    return 2 if face_of(card) == "2" else 1


def shows_symbol(card: str, symbol: str) -> bool:
    """Whether a Richelieu card shows the symbol."""
    return face_of(card) == f"1+{symbol}"


def circles_of(card: str) -> list[str]:
    """Circle symbols on a card of the card game, as letters."""
    letters = face_of(card).split("/")[0]
    return [letter for letter in letters if letter != "-"]


def route_of(card: str) -> str:
    """Route symbol on a card of the card game: "s" ship, "c" carriage, "" none."""
    face = face_of(card)
    return face.split("/")[1] if "/" in face else ""


class SlowDisplay:
    """One game of `richelieu-duel`, `richelieu` or `cardinal-cards`.

    `seat` is the player to decide (None when over), `legal()` the set of decisions in notation, `play()` makes one.
    """

    def __init__(
        self,
        game: str,
        players: int,
        deal: dict[str, Any],
        *,
        start: int = 0,
        early_end: bool = False,
        short_rules: bool = False,
    ) -> None:
        """D1 to D3: lay out the cards and tokens of the deal."""
        if game not in DISPLAY_GAMES or players not in PLAYERS[game]:
            raise ValueError(f"no display game {game!r} for {players} players")
        if early_end and (game == "cardinal-cards" or players != 2):
            raise ValueError("early end (D18) is for two players in both Richelieus")
        if short_rules and game != "richelieu-duel":
            raise ValueError("short rules (D34) are for richelieu-duel")
        if start not in range(players):
            raise ValueError(f"start must be a seat from 0 to {players - 1}, not {start}")

        self.game = game
        self.players = players
        self.early_end = early_end
        self.short_rules = short_rules

        cells = [f"{row}{column}" for row in ROWS for column in range(1, COLUMNS[game] + 1)]
        if len(deal["cards"]) != len(cells) or len(deal["tokens"]) != len(TOKEN_CELLS[game]):
            raise ValueError("the deal has the wrong number of cards or tokens")
        self.lying: dict[str, str] = dict(zip(cells, deal["cards"], strict=True))
        self.tokens: dict[str, str] = dict(zip(TOKEN_CELLS[game], deal["tokens"], strict=True))
        self.markers: dict[str, int] = {}

        self.supply = [MARKERS for _ in range(players)]
        self.box = [0 for _ in range(players)]
        self.cards: list[list[str]] = [[] for _ in range(players)]
        # Tokens held: (cell it came from, face).
        self.held: list[list[tuple[str, str]]] = [[] for _ in range(players)]
        self.played: list[str] = []

        self.over = False
        self.phase = "take"
        self.turns_begun = 0
        self.seat: int | None = start
        self._begin_turn(start)

    # --- the course of a turn ---

    def _begin_turn(self, seat: int) -> None:
        """D4, D13: the turn of the first player, from this seat on, who is to be asked."""
        for step in range(self.players):
            candidate = (seat + step) % self.players
            self.seat = candidate
            self.phase = "take"
            self.taken_this_turn: list[str] = []
            self.played_this_turn: list[str] = []
            self.to_pay_for: str | None = None
            self.lifted_from: str | None = None
            if self._takeable() or self._asked_though_stuck(candidate):
                self.turns_begun += 1
                return
        raise RuntimeError("nobody can take a card, which D13 says cannot be")

    def _me(self) -> int:
        """The seat to act, as an int."""
        assert self.seat is not None
        return self.seat

    def _asked_though_stuck(self, seat: int) -> bool:
        """D13: with a marker in the box and a face-down token, who can take nothing is asked all the same."""
        return self.box[seat] > 0 and len(self.held[seat]) > 0

    def _end_turn(self) -> None:
        """D3: clockwise."""
        self._begin_turn((self._me() + 1) % self.players)

    def _finish(self) -> None:
        """D17, D18: the game is over."""
        self.over = True
        self.phase = "over"
        self.seat = None

    # --- which cards may be taken ---

    def _row(self, row: str) -> list[str]:
        """The cells of a row that still have a card, from left to right."""
        cells = [f"{row}{column}" for column in range(1, COLUMNS[self.game] + 1)]
        return [cell for cell in cells if cell in self.lying]

    def _ends(self) -> set[str]:
        """D4: the leftmost and the rightmost card still lying in each row."""
        ends: set[str] = set()
        for row in ROWS:
            cells = self._row(row)
            if cells:
                ends.add(cells[0])
                ends.add(cells[-1])
        return ends

    def _fits(self, card: str) -> bool:
        """D5, D6, D7: the card may join those already taken in this turn."""
        if self.game == "cardinal-cards":
            return self._fits_circles(card) and self._fits_country(card)
        return self._fits_richelieu(card)

    def _fits_richelieu(self, card: str) -> bool:
        """D5, D6."""
        if len(self.taken_this_turn) == 0:
            return True
        if self.turns_begun == 1:
            return False
        if len(self.taken_this_turn) == 2:
            return False
        first = self.taken_this_turn[0]
        return region_of(first) == region_of(card) and crests_of(first) + crests_of(card) <= 2

    def _fits_circles(self, card: str) -> bool:
        """D7, D16: not over 2 circles, and nothing once 2 are reached; 3 with the tablet "three symbols"."""
        limit = 3 if "three" in self.played_this_turn else 2
        so_far = sum(len(circles_of(other)) for other in self.taken_this_turn)
        return so_far < limit and so_far + len(circles_of(card)) <= limit

    def _fits_country(self, card: str) -> bool:
        """D7, D16: cards of one country, or of any with the tablet "any colours"."""
        if "colours" in self.played_this_turn:
            return True
        return all(region_of(other) == region_of(card) for other in self.taken_this_turn)

    def _own_marked_cells(self, seat: int) -> set[str]:
        """The cells on which a player's markers lie."""
        return {cell for cell, owner in self.markers.items() if owner == seat}

    def _foreign_marker(self, cell: str) -> bool:
        """D9: another player's marker lies on the card."""
        return cell in self.markers and self.markers[cell] != self.seat

    def _can_pay(self) -> bool:
        """D9: a marker in supply or on the display."""
        return self.supply[self._me()] > 0 or len(self._own_marked_cells(self._me())) > 0

    def _takeable(self) -> set[str]:
        """D4 to D9: the cards that may be taken now."""
        cells: set[str] = set()
        for cell in self._ends():
            if not self._fits(self.lying[cell]):
                continue
            if self._foreign_marker(cell) and not self._can_pay():
                continue
            cells.add(cell)
        return cells

    # --- tokens in the taking step ---

    def _holds(self, face: str) -> bool:
        """Whether the player to act holds such a token."""
        return any(held_face == face for _, held_face in self.held[self._me()])

    def _playable_tokens(self) -> set[str]:
        """D14, D16: the tokens that can be played now."""
        faces: set[str] = set()
        if self._holds("back") and self.box[self._me()] > 0:
            faces.add("back")
        for face in ("three", "colours"):
            if self._holds(face) and face not in self.played_this_turn:
                faces.add(face)
        return faces

    def _token_might_be_playable(self) -> bool:
        """What everybody can see: a token that could be of use to play may be among the face-down ones."""
        seat = self._me()
        if len(self.held[seat]) == 0:
            return False
        if self.box[seat] > 0:
            return True
        if self.game == "cardinal-cards":
            return not ("three" in self.played_this_turn and "colours" in self.played_this_turn)
        return False

    # --- the marker step ---

    def _marker_limit(self) -> int:
        """D12: how many markers of one player may lie on the display."""
        if self.game == "richelieu" and self.players == 4:
            return 2
        if self.game == "cardinal-cards" and self.players >= 4:
            return 2
        return MARKERS

    def _unmarked(self) -> set[str]:
        """The cards of the display that carry no marker."""
        return {cell for cell in self.lying if cell not in self.markers}

    def _supply_can_be_put(self) -> bool:
        """D11, D12: a marker in supply, and the limit not reached."""
        seat = self._me()
        return self.supply[seat] > 0 and len(self._own_marked_cells(seat)) < self._marker_limit()

    def _may_move(self) -> bool:
        """D11, D34: only when none can be put from supply; with short rules always."""
        return self.short_rules or not self._supply_can_be_put()

    def _marker_choices(self) -> set[str]:
        """D11: markers to put and markers to lift."""
        choices: set[str] = set()
        if not self._unmarked():
            return choices
        if self._supply_can_be_put():
            choices |= {f"@{cell}" for cell in self._unmarked()}
        if self._may_move():
            choices |= {f"{cell}>" for cell in self._own_marked_cells(self._me())}
        return choices

    # --- legal decisions ---

    def legal(self) -> set[str]:
        """The decisions open to the player to act, in notation."""
        if self.phase == "take":
            return self._legal_taking()
        if self.phase == "pay":
            return self._legal_paying()
        if self.phase == "mark":
            return self._marker_choices() | {"."}
        if self.phase == "put":
            return {f"@{cell}" for cell in self._unmarked() if cell != self.lifted_from}
        return set()

    def _legal_taking(self) -> set[str]:
        """D4, D13, D14, D16: takes, tokens, and stop or pass."""
        takes = self._takeable()
        tokens = {f"+{face}" for face in self._playable_tokens()}
        if len(self.taken_this_turn) > 0:
            return takes | tokens | {"."}
        if takes:
            return takes | tokens
        return (tokens & {"+back"}) | {"-"}

    def _legal_paying(self) -> set[str]:
        """D9: from supply or from any card of the display."""
        seat = self._me()
        payments = {f"${cell}" for cell in self._own_marked_cells(seat)}
        if self.supply[seat] > 0:
            payments.add("$")
        return payments

    # --- making a decision ---

    def play(self, text: str) -> None:
        """Make one decision; ValueError if it is not legal."""
        legal = self.legal()
        if text not in legal:
            raise ValueError(f"{text!r} is not legal for seat {self.seat} ({self.phase}); legal: {sorted(legal)}")
        if self.phase == "take":
            self._play_taking(text)
        elif self.phase == "pay":
            self._play_payment(text)
        elif self.phase == "mark":
            self._play_marker(text)
        else:
            self.markers[text[1:]] = self._me()
            self._end_turn()

    def _play_taking(self, text: str) -> None:
        """A decision of the taking step."""
        if text == ".":
            self._end_taking()
        elif text == "-":
            self._end_turn()
        elif text.startswith("+"):
            self._play_token(text[1:])
        elif self._foreign_marker(text):
            self.to_pay_for = text
            self.phase = "pay"
        else:
            self._take(text)

    def _play_payment(self, text: str) -> None:
        """D9: the marker paid goes to the box, then the card is taken."""
        seat = self._me()
        if text == "$":
            self.supply[seat] -= 1
        else:
            del self.markers[text[1:]]
        self.box[seat] += 1
        cell = self.to_pay_for
        assert cell is not None
        self.to_pay_for = None
        self.phase = "take"
        self._take(cell)

    def _take(self, cell: str) -> None:
        """D8, D9, D10: the card to the player, a marker on it to its owner's supply, a token to the player."""
        seat = self._me()
        card = self.lying.pop(cell)
        self.cards[seat].append(card)
        self.taken_this_turn.append(card)
        if cell in self.markers:
            owner = self.markers.pop(cell)
            self.supply[owner] += 1
        if cell in self.tokens:
            self.held[seat].append((cell, self.tokens.pop(cell)))
        if not self.lying:
            self._finish()
        else:
            self._stop_if_nothing_to_ask()

    def _play_token(self, face: str) -> None:
        """D14, D16: the token leaves play; "marker back" brings a marker from the box to supply."""
        seat = self._me()
        order = TOKEN_CELLS[self.game]
        of_this_face = [token for token in self.held[seat] if token[1] == face]
        of_this_face.sort(key=lambda token: order.index(token[0]))
        self.held[seat].remove(of_this_face[0])
        self.played.append(face)
        self.played_this_turn.append(face)
        if face == "back":
            self.box[seat] -= 1
            self.supply[seat] += 1
        if len(self.taken_this_turn) > 0:
            self._stop_if_nothing_to_ask()

    def _stop_if_nothing_to_ask(self) -> None:
        """After a card: ask again only if a card can or, by what all can see, a token might follow."""
        if not self._takeable() and not self._token_might_be_playable():
            self._end_taking()

    def _end_taking(self) -> None:
        """D11, D18: the early end, or else the marker step if there is a choice in it."""
        empty_rows = [row for row in ROWS if not self._row(row)]
        if self.early_end and len(empty_rows) >= 3:
            self._finish()
        elif self._marker_choices():
            self.phase = "mark"
        else:
            self._end_turn()

    def _play_marker(self, text: str) -> None:
        """D11: put a marker, lift one to move it, or decline."""
        seat = self._me()
        if text.endswith(">"):
            cell = text[:-1]
            del self.markers[cell]
            self.lifted_from = cell
            self.phase = "put"
            return
        if text.startswith("@"):
            self.supply[seat] -= 1
            self.markers[text[1:]] = seat
        self._end_turn()

    # --- what can be seen ---

    def public(self) -> dict[str, Any]:
        """What everybody sees, as plain data. A lifted marker lies on no card and is not in supply."""
        return {
            "display": dict(self.lying),
            "markers": dict(self.markers),
            "tokens": sorted(self.tokens),
            "supply": list(self.supply),
            "box": list(self.box),
            "held": [len(tokens) for tokens in self.held],
            "played": list(self.played),
            "cards": [sorted(cards) for cards in self.cards],
            "seat": self.seat,
            "over": self.over,
            "phase": self.phase,
        }

    def hidden(self) -> dict[str, Any]:
        """The faces of the tokens held, per seat."""
        return {"held": [sorted(face for _, face in tokens) for tokens in self.held]}

    # --- scoring ---

    def sheet(self) -> dict[str, Any]:
        """The score sheet (D33), as if the game ended now and all tokens were revealed."""
        lines = self._card_game_lines() if self.game == "cardinal-cards" else self._richelieu_lines()
        totals = [sum(points[seat] for _, points in lines) for seat in range(self.players)]
        ranks = self._ranks(totals)
        return {"lines": lines, "totals": totals, "ranks": ranks, "winners": self._winners(ranks)}

    def _seats(self) -> range:
        """All seats."""
        return range(self.players)

    def _better(self, totals: list[int], one: int, other: int) -> bool:
        """D27, D32: more points; among the tied fewer cards (Richelieu) or more cards (card game)."""
        if totals[one] != totals[other]:
            return totals[one] > totals[other]
        if self.game == "cardinal-cards":
            return len(self.cards[one]) > len(self.cards[other])
        return len(self.cards[one]) < len(self.cards[other])

    def _ranks(self, totals: list[int]) -> list[int]:
        """One more than the number of players who are better."""
        ranks: list[int] = []
        for seat in self._seats():
            better = [other for other in self._seats() if self._better(totals, other, seat)]
            ranks.append(1 + len(better))
        return ranks

    def _winners(self, ranks: list[int]) -> list[int]:
        """D27: a tied win is shared. D32: in the card game then nobody wins."""
        first = [seat for seat in self._seats() if ranks[seat] == 1]
        if self.game == "cardinal-cards" and len(first) > 1:
            return []
        return first

    # --- scoring Richelieu ---

    def _richelieu_lines(self) -> list[Line]:
        """D33: crests by region, regions, symbols."""
        lines: list[Line] = []
        for region in RICHELIEU_REGIONS:
            points = self._majority([self._crests(seat, region) for seat in self._seats()])
            lines += [(f"crests:{region}", points)]
        lines.append(("regions", [self._region_points(seat) for seat in self._seats()]))
        for symbol in SYMBOLS:
            points = self._majority([self._symbols(seat, symbol) for seat in self._seats()])
            for seat in self._seats():
                points[seat] += self._missing_symbol_points(seat, symbol)
            lines.append((f"symbol:{symbol}", points))
        return lines

    def _has_token(self, seat: int, face: str) -> bool:
        """D15: whether a player holds the token."""
        return any(held_face == face for _, held_face in self.held[seat])

    def _crests(self, seat: int, region: str) -> int:
        """Crests on cards, plus 1 with the token."""
        number = sum(crests_of(card) for card in self.cards[seat] if region_of(card) == region)
        return number + (1 if self._has_token(seat, f"crest:{region}") else 0)

    def _symbols(self, seat: int, symbol: str) -> int:
        """Symbols on cards, plus 1 with the token."""
        number = sum(1 for card in self.cards[seat] if shows_symbol(card, symbol))
        return number + (1 if self._has_token(seat, f"symbol:{symbol}") else 0)

    def _majority(self, numbers: list[int]) -> list[int]:
        """D19, D20, D23, D24, D26: the most score their own number; tied, nobody in the duel, else all tied."""
        most = max(numbers)
        winners = [seat for seat in self._seats() if numbers[seat] == most]
        points = [0 for _ in self._seats()]
        if most == 0:
            return points
        if self.game == "richelieu-duel" and len(winners) > 1:
            return points
        for seat in winners:
            points[seat] = most
        return points

    def _region_points(self, seat: int) -> int:
        """D21, D22, D34: -5 for each region without a card (two players), +2 for each with one (three or four)."""
        points = 0
        for region in RICHELIEU_REGIONS:
            has_card = any(region_of(card) == region for card in self.cards[seat])
            if self.players > 2:
                points += 2 if has_card else 0
            elif not has_card and not (self.short_rules and self._has_token(seat, f"crest:{region}")):
                points -= 5
        return points

    def _missing_symbol_points(self, seat: int, symbol: str) -> int:
        """D25, D34: -5 without a card showing the symbol (two players)."""
        if self.players > 2:
            return 0
        if any(shows_symbol(card, symbol) for card in self.cards[seat]):
            return 0
        if self.short_rules and self._has_token(seat, f"symbol:{symbol}"):
            return 0
        return -5

    # --- scoring the card game ---

    def _card_game_lines(self) -> list[Line]:
        """D33: country and circles, country by country, then routes and tablets."""
        lines: list[Line] = []
        for country in CARD_COUNTRIES:
            lines.append((f"country:{country}", self._country_points(country)))
            lines.append((f"circles:{country}", self._circle_points(country)))
        lines.append(("ships", [self._route_points(seat, "s") for seat in self._seats()]))
        lines.append(("carriages", [self._route_points(seat, "c") for seat in self._seats()]))
        lines.append(("tablets", [self._tablet_points(seat) for seat in self._seats()]))
        return lines

    def _country_points(self, country: str) -> list[int]:
        """D28: the first scores the country's cards in the whole game, each next what the rank above has in cards."""
        numbers = [sum(1 for card in self.cards[seat] if region_of(card) == country) for seat in self._seats()]
        points: list[int] = []
        for number in numbers:
            larger = [other for other in numbers if other > number]
            if number == 0:
                points.append(0)
            elif not larger:
                points.append(len(CARD_COUNTRIES[country]))
            else:
                points.append(min(larger))
        return points

    def _best_kind(self, seat: int, country: str) -> int:
        """D29: how often a player's most frequent circle symbol of a country occurs."""
        letters: list[str] = []
        for card in self.cards[seat]:
            if region_of(card) == country:
                letters += circles_of(card)
        return max((letters.count(letter) for letter in letters), default=0)

    def _circle_points(self, country: str) -> list[int]:
        """D29: whoever has the highest number scores it; all who tie score it."""
        numbers = [self._best_kind(seat, country) for seat in self._seats()]
        return [number if number == max(numbers) else 0 for number in numbers]

    def _route_points(self, seat: int, route: str) -> int:
        """D30: five or more score 1 each."""
        number = sum(1 for card in self.cards[seat] if route_of(card) == route)
        return number if number >= 5 else 0

    def _tablet_points(self, seat: int) -> int:
        """D31: -2 for each tablet "-2 points" held."""
        return sum(-2 for _, face in self.held[seat] if face == "minus")
