"""Make the positions of the browser's lessons from the true rules: python tools/lessons.py

Every lesson is a deal of its own, some turns that lead to a situation of the rulebook, and what the learner is asked to
do there. Written are the views the learner sees, what is legal in them, and why anything else is not, so that the
browser needs to know no rule. The words are in web/src/i18n/*/learn.json under the ids used here.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from eminence.game import Game, game, open_view
from eminence.rules.state import State

FOLDER = Path(__file__).parent.parent / "web" / "src" / "learn" / "lessons"
SILENT = ("not-now", "unknown")  # what is said of everything that is not listed
Step = tuple[str, str]  # the id of the text, and the decision asked for; empty where there is only something to read
Json = dict[str, Any]


class Lesson:
    """A position to which some turns lead, and the steps of the learner, who sits on seat 0."""

    def __init__(self, name: str, rules: Game, players: int, deal: Json, turns: int) -> None:
        self.name = name
        self.rules = rules
        self.deal = deal
        self.state: State = rules.begin(deal, players=players, start=-turns % players)
        self.steps: list[Json] = []

    def play(self, text: str) -> None:
        """A whole turn of whoever is to act."""
        self.rules.play_turn(self.state, text)

    def teach(self, *steps: Step) -> Lesson:
        """The steps, one after the other; what is asked for is played."""
        assert self.state.over or self.state.seat == 0, (self.name, self.state.seat)
        for text, wanted in steps:
            self.steps.append(self.shown(text, wanted))
            if wanted:
                self.state.play(self.rules.parse(wanted))
        return self

    def shown(self, text: str, wanted: str) -> Json:
        """What the learner sees, and the reasons against everything that cannot be done."""
        state, rules = self.state, self.rules
        view = open_view(rules, state) if state.over else state.view(0)
        turns = [[seat, [rules.notation(action) for action in actions]] for seat, actions in state.turns]
        step: Json = {"text": text, "want": [wanted] if wanted else [], "view": view.present(), "turns": turns}
        if not wanted:
            return step
        why: dict[str, list[str]] = {}
        for action in range(rules.actions):
            reason = state.why_not(action)
            if reason and reason not in SILENT and not rules.notation(action).startswith("#"):
                why.setdefault(reason, []).append(rules.notation(action))
        return {**step, "why": why}

    def data(self) -> Json:
        """The lesson as plain data."""
        found: Json = {"id": self.name, "steps": self.steps}
        if "cards" in self.deal:
            cells = [
                f"{'ABCD'[i // columns(self.deal)]}{i % columns(self.deal) + 1}" for i in range(len(self.deal["cards"]))
            ]
            found["laid"] = dict(zip(cells, self.deal["cards"], strict=True))
        return found


def columns(deal: Json) -> int:
    """How long the rows of a display are."""
    return len(deal["cards"]) // 4


def laid(rules: Game, players: int, cards: dict[str, str], tokens: dict[str, str] | None = None) -> Json:
    """A deal of a display game in which some cards and tokens lie where the lesson needs them."""
    dealt = rules.deal(7, players=players).dealt
    assert dealt is not None
    deal: Json = {key: list(value) for key, value in dealt.items()}
    width = columns(deal)
    place = {cell: "ABCD".index(cell[0]) * width + int(cell[1:]) - 1 for cell in cards}
    fixed: set[int] = set()
    for cell, code in cards.items():
        here = place[cell]
        there = next(i for i, other in enumerate(deal["cards"]) if other == code and i not in fixed)
        deal["cards"][here], deal["cards"][there] = deal["cards"][there], deal["cards"][here]
        fixed.add(here)
    cells = list(rules.box.data["tokens"]["cells"])
    pool = deal["tokens"] + deal["removed"]
    done: set[int] = set()
    for cell, face in (tokens or {}).items():
        here = cells.index(cell)
        there = next(i for i, other in enumerate(pool) if other == face and i not in done)
        pool[here], pool[there] = pool[there], pool[here]
        done.add(here)
    return {"cards": deal["cards"], "tokens": pool[: len(cells)], "removed": pool[len(cells) :]}


def display_lesson(
    name: str,
    rules: Game,
    players: int,
    cards: dict[str, str],
    own: tuple[str, ...] = (),
    first: str = "",
    tokens: dict[str, str] | None = None,
) -> Lesson:
    """A lesson in which the learner has had some turns before; the others take cards from the end of the last row."""
    deal = laid(rules, players, cards, tokens)
    lesson = Lesson(name, rules, players, deal, (len(own) + 1) * players - 1)
    ends = (f"D{column}" for column in range(columns(deal), 0, -1))
    others(lesson, ends, first)
    for turn in own:
        lesson.play(turn)
        others(lesson, ends)
    return lesson


def others(lesson: Lesson, ends: Iterator[str], first: str = "") -> None:
    """The turns of the others, up to the learner's."""
    while lesson.state.seat != 0:
        end = next(ends)
        lesson.play(f"{end} {first}".strip())
        first = ""


def richelieu(rules: Game, players: int) -> Iterator[Lesson]:
    """Both Richelieus."""
    yield display_lesson("double", rules, players, {"A1": "bourgogne:2"}).teach(
        ("display_1", ""), ("display_2", ""), ("double_1", "A1"), ("double_2", "")
    )
    yield display_lesson("rows", rules, players, {"B1": "normandie:1+sword", "C12": "normandie:1+tower"}).teach(
        ("rows_1", "B1"), ("rows_2", "C12"), ("rows_3", "")
    )
    yield display_lesson("side", rules, players, {"C1": "champagne:1+cross", "C2": "champagne:1"}).teach(
        ("side_1", "C1"), ("side_2", "C2"), ("side_3", "")
    )
    yield from markers(rules, players, {"A1": "anjou:1+sword", "B1": "languedoc:2", "C1": "provence:1+sword"}, 12)
    tokens = {"A2": "crest:anjou"}
    yield display_lesson("token", rules, players, {"A2": "bretagne:1+cross"}, ("A1",), tokens=tokens).teach(
        ("token_1", "A2"), ("token_2", "")
    )
    tokens = {"A2": "back"}
    cards = {"A2": "bretagne:1+cross", "C1": "provence:1+sword"}
    yield display_lesson("back", rules, players, cards, ("C1$", "A1"), "@C1", tokens).teach(
        ("back_1", "A2"), ("back_2", "+back"), ("back_3", "")
    )
    kind = "duel" if rules.id == "richelieu-duel" else "three"
    yield finished(rules, players, f"score_{kind}_1", f"score_{kind}_2", f"score_{kind}_3")


def markers(rules: Game, players: int, cards: dict[str, str], last: int) -> Iterator[Lesson]:
    """Putting, paying and moving markers."""
    yield display_lesson("mark", rules, players, cards).teach(("mark_1", "A1"), ("mark_2", "@B3"), ("mark_3", ""))
    yield display_lesson("pay", rules, players, cards, (), "@C1").teach(("pay_1", "C1"), ("pay_2", "$"), ("pay_3", ""))
    turns = (f"A{last} @B6", f"C{last} @B7", f"B{last} @C6")
    yield display_lesson("move", rules, players, cards, turns).teach(
        ("move_1", "B1"), ("move_2", "B6>"), ("move_3", "@B2"), ("move_4", "")
    )


def card_game(rules: Game, players: int) -> Iterator[Lesson]:
    """Das Kartenspiel."""
    yield display_lesson("limit", rules, players, {"A1": "bavaria:F", "B1": "bavaria:C/c"}).teach(
        ("cards_1", ""), ("cards_2", ""), ("limit_1", "A1"), ("limit_2", "B1"), ("limit_3", "")
    )
    yield display_lesson("blank", rules, players, {"A1": "denmark:-/s", "A2": "denmark:SS"}).teach(
        ("blank_1", "A1"), ("blank_2", "A2"), ("blank_3", "")
    )
    yield from markers(rules, players, {"A1": "hungary:S", "B1": "france:CC", "C1": "italy:S/s"}, 14)
    cards = {"A1": "hungary:S", "B1": "saxony:C", "C1": "saxony:F/c", "C2": "saxony:C/s"}
    yield display_lesson("three", rules, players, cards, ("A1", "A2"), tokens={"A2": "three"}).teach(
        ("three_1", "B1"), ("three_2", "C1"), ("three_3", "+three"), ("three_4", "C2"), ("three_5", "")
    )
    cards = {"A1": "hungary:S", "B1": "italy:S/s", "C1": "england:C/s"}
    yield display_lesson("colours", rules, players, cards, ("A1", "A2"), tokens={"A2": "colours"}).teach(
        ("colours_1", "B1"), ("colours_2", "+colours"), ("colours_3", "C1"), ("colours_4", "")
    )
    yield finished(rules, players, "score_cards_1", "score_cards_2", "score_cards_3")


def dealt_out(rules: Game, hand: str, others: tuple[str, str], open_cards: str) -> Json:
    """A deal of the board game for three: hands and open cards as asked for, the rest in the pile."""
    dealt = rules.deal(11, players=3).dealt
    assert dealt is not None
    pool = [card for part in dealt["hands"] for card in part] + dealt["open"] + dealt["pile"]
    hands = [text.split() for text in (hand, *others)]
    for card in [card for one in hands for card in one] + open_cards.split():
        pool.remove(card)
    random.Random(3).shuffle(pool)
    return {"hands": hands, "open": open_cards.split(), "pile": pool}


def board_lesson(name: str, rules: Game, deal: Json, turns: tuple[str, ...]) -> Lesson:
    """A lesson of the board game: some pieces are placed before, and hands filled from the pile."""
    lesson = Lesson(name, rules, 3, deal, len(turns))
    for turn in turns:
        state, seat = lesson.state, lesson.state.seat
        for decision in turn.split():
            state.play(rules.parse(decision))
        for rest in (".", "<?", "<?", "<?"):
            if state.seat == seat and state.why_not(rules.parse(rest)) is None:
                state.play(rules.parse(rest))
    return lesson


def board_game(rules: Game) -> Iterator[Lesson]:
    """The board game."""
    deal = dealt_out(rules, "F FA FA", ("BB BB LI", "ES ES LI"), "LI ES")
    yield board_lesson("empty", rules, deal, ()).teach(
        ("board_1", ""), ("board_2", ""), ("empty_1", "Fn3"), ("draw_1", "<LI"), ("draw_2", "")
    )
    deal = dealt_out(rules, "F F ES", ("F BB BB", "LI LI FA"), "FA ES")
    yield board_lesson("two", rules, deal, ("Fr3", "Lo2")).teach(("two_1", "Fr4"), ("two_2", "Fr5"), ("two_3", ""))
    deal = dealt_out(rules, "FA BB BB", ("FA ES ES", "LI LI F"), "F ES")
    yield board_lesson("joker", rules, deal, ("Fn3", "Lo2")).teach(
        ("joker_1", "Fn5"), ("joker_2", "Fn6&BB"), ("joker_3", "")
    )
    deal = dealt_out(rules, "F ES ES", ("F F FA", "LI BB F"), "FA BB")
    yield board_lesson("advisor", rules, deal, ("Fr3", "Fr5", "~ES <FA", "Fr4", "Lo2")).teach(
        ("advisor_1", "Fr!"), ("advisor_2", "")
    )
    deal = dealt_out(rules, "ES BB F", ("FA ES BB", "LI LI F"), "LI FA")
    yield board_lesson("exchange", rules, deal, ("Fn3", "Lo2")).teach(
        ("exchange_1", "~ES"), ("exchange_2", "<LI"), ("exchange_3", "")
    )
    yield finished(rules, 3, "alliance_1", "chain_1", "monastery_1", "monastery_2", "board_end_1", "board_end_2")


def finished(rules: Game, players: int, *texts: str) -> Lesson:
    """A game played to its end by lot, to look at."""
    rng = random.Random(5)
    dealt = rules.deal(5, players=players).dealt
    assert dealt is not None
    lesson = Lesson("end", rules, players, dealt, 0)
    while not lesson.state.over:
        legal = [action for action in lesson.state.legal if not rules.notation(action).startswith("~")]
        lesson.state.play(rng.choice(legal or lesson.state.legal))
    return lesson.teach(*((text, "") for text in texts))


def courses() -> Iterator[tuple[Game, int, list[Lesson]]]:
    """The lessons of all games, with the number of players."""
    duel, three, cards, board = (
        game(name) for name in ("richelieu-duel", "richelieu", "cardinal-cards", "cardinal-board")
    )
    yield duel, 2, list(richelieu(duel, 2))
    yield three, 3, list(richelieu(three, 3))
    yield cards, 3, list(card_game(cards, 3))
    yield board, 3, list(board_game(board))


def written(rules: Game, players: int, lessons: list[Lesson]) -> str:
    """A course as its file has it."""
    steps = [lesson.data() for lesson in lessons]
    data = {"game": rules.id, "players": players, "components": rules.box.fingerprint, "lessons": steps}
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n"


def main() -> None:
    """Write the lessons of all games."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for rules, players, lessons in courses():
        path = FOLDER / f"{rules.id}.json"
        path.write_text(written(rules, players, lessons), encoding="utf-8")
        print(path.name, sum(len(lesson.steps) for lesson in lessons), path.stat().st_size)


if __name__ == "__main__":
    main()
