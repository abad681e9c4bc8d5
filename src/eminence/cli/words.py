"""Decisions, turns and refusals in English sentences."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from eminence.analysis.reasons import telling
from eminence.draw.text import card_text, name_of
from eminence.notation import Decision
from eminence.view import BoardView, DisplayView, View

if TYPE_CHECKING:
    from eminence.analysis import Hint

WHY_NOT = {
    "legal": "it is allowed",
    "game-over": "the game is over",
    "unknown": "this game has no such decision",
    "not-now": "it does not belong to this step of the turn",
    "not-your-turn": "it is not your turn",
    "pay-first": "the card you are taking must be paid for first: $ or $ and a cell with your marker (D9)",
    "take-first": "you must take a card first (D4)",
    "not-an-end": "only the leftmost or rightmost card of a row may be taken (D4)",
    "card-gone": "that card has been taken already",
    "another-region": "all cards of a turn must be of one region (D5, D7)",
    "over-limit": "the cards of a turn would show too much together: two at most (D5, D7)",
    "limit-reached": "you have reached the limit and may take nothing more this turn (D5, D7)",
    "card-limit": "two cards a turn at most (D5)",
    "first-turn-one-card": "in the very first turn of the game exactly one card is taken (D6)",
    "cannot-pay": "another player's marker lies on it and you have no marker to pay with (D9)",
    "supply-empty": "you have no marker in supply",
    "not-your-marker": "your marker does not lie there",
    "token-not-held": "you hold no such token",
    "token-already-played": "a second token of the same kind has no effect in one turn (D16)",
    "no-marker-in-box": "none of your markers is in the box (D14)",
    "marker-limit": "two of your markers lie on the display already, and that is the limit (D12)",
    "already-marked": "a marker lies there already (D11)",
    "supply-before-moving": "markers may be moved only when none can be put from supply (D11)",
    "same-card": "the marker comes from that very card; it must go to another one (D11)",
    "put-lifted-marker": "you have lifted a marker; put it on another card first: @ and a cell (D11)",
    "can-take": "you may pass only when you can take no card (D4, D13)",
    "nothing-to-take": "while you can take no card, only marker back may be played (D13)",
    "draw-first": "you must draw until your hand is full: < and a colour, or <? (B11)",
    "card-not-held": "you hold no card of that colour (B6)",
    "pair-not-held": "you do not hold two cards of that colour (B6)",
    "joker-shows-country": "a joker pair does not serve the countries pictured on it (B6)",
    "another-country": "all pieces of a turn go to one country (B5)",
    "one-piece-in-empty-country": "a country that was empty at the start of the turn takes only one piece (B7)",
    "two-pieces": "two pieces a turn at most (B7)",
    "field-taken": "a monastery stands there already (B8)",
    "no-monastery-left": "you have no monastery left (B10)",
    "no-advisor-left": "you have no advisor left (B10)",
    "no-room-for-advisor": "a country holds no more advisors than the most monasteries that one player has there (B9)",
    "not-among-open-cards": "no such card lies open (B11)",
    "exchange-instead": "whoever plays no card must exchange one: ~ and a colour (B12)",
    "pile-exhausted": "the pile is exhausted, nobody draws any more (B14)",
    "already-placing": "you have placed a piece already; an exchange would be a whole turn (B12)",
    "place-first": "place a piece or exchange a card first (B5, B12)",
}
"""Why a decision is not allowed, by the codes of `eminence.rules.codes.REASONS` and of views."""


def card_words(view: DisplayView, cell: str) -> str:
    """A card: its short form and region."""
    number = view.box.cell(cell)
    assert number is not None
    card = view.box.types[view.cards[number]]
    region = view.box.regions[card.region]
    return f"{card_text(view.box, view.cards[number])} {name_of(region.names, 'en', region.id)}"


def has_token(view: DisplayView, cell: str) -> bool:
    """Whether a token lies on the card."""
    return any(token["cell"] == cell and token["holder"] is None for token in view.tokens)


def place_words(view: BoardView, decision: Decision) -> str:
    """A field or crest, with how it is paid."""
    country = next(c for c in view.box.countries if c.id == decision.country)
    paid = f"two {decision.colour} as joker" if decision.colour else view.box.colours[country.colour].id
    if decision.kind == "advisor":
        return f"an advisor to {name_of(country.names, 'en', country.id)} ({country.id}!) with {paid}"
    field = next(f for f in view.box.fields if f.id == decision.field)
    return f"a monastery at {field.name} ({field.id}) with {paid}"


def choice(view: View, action: int) -> str:
    """A decision for the menu: notation and a hint."""
    decision = view.game.describe(action)
    text = decision.notation
    if decision.kind == "stop":
        return f"{text} stop"
    if decision.kind == "pass":
        return f"{text} pass"
    if isinstance(view, DisplayView):
        if decision.cell and decision.kind in ("take", "put"):
            cell = view.box.cell(decision.cell)
            assert cell is not None
            marker = view.markers[cell]
            token = "*" if has_token(view, decision.cell) else ""
            owner = f" @{marker + 1}" if marker >= 0 else ""
            return f"{text} {card_text(view.box, view.cards[cell])}{token}{owner}"
        return {"$": "$ from supply"}.get(text, text)
    assert isinstance(view, BoardView)
    if decision.kind == "monastery":
        return f"{text} {next(f.name for f in view.box.fields if f.id == decision.field)}"
    if decision.kind == "advisor":
        return f"{text} advisor"
    if decision.kind == "exchange":
        return f"{text} exchange"
    return f"{text} pile" if decision.colour is None else f"{text} open"


def clauses(view: View, actions: Iterable[int], you: bool) -> list[str]:
    """The decisions of a turn as clauses without a subject. The view is from before the turn."""
    parts: list[str] = []

    def verb(base: str) -> str:
        return base if you else base + ("es" if base.endswith("s") else "s")

    lifted = ""
    for decision in map(view.game.describe, actions):
        kind = decision.kind
        if kind == "pass":
            parts.append(verb("pass"))
        elif isinstance(view, DisplayView):
            cell = decision.cell or ""
            if kind == "take":
                token = " with a token" if has_token(view, cell) else ""
                parts.append(f"{verb('take')} {cell} ({card_words(view, cell)}){token}")
            elif kind == "pay":
                paid = f"paying with the marker from {cell}" if cell else "paying a marker from supply"
                if parts:
                    parts[-1] += f", {paid}"
                else:
                    parts.append(f"{verb('pay')} {'with the marker from ' + cell if cell else 'from supply'}")
            elif kind == "token":
                named = {"back": "marker back", "three": "three symbols", "colours": "any colours"}
                parts.append(f"{verb('play')} the token {named[decision.token or '']}")
            elif kind == "lift":
                lifted = cell
                parts.append(f"{verb('lift')} the marker from {cell}")
            elif kind == "put" and lifted:
                parts[-1] = f"{verb('move')} the marker from {lifted} to {cell}"
            elif kind == "put":
                parts.append(f"{verb('put')} a marker on {cell} ({card_words(view, cell)})")
        elif isinstance(view, BoardView):
            if kind in ("monastery", "advisor"):
                parts.append(f"{verb('send' if kind == 'advisor' else 'found')} {place_words(view, decision)}")
            elif kind == "exchange":
                parts.append(f"{verb('exchange')} {decision.colour}")
            elif kind == "draw":
                parts.append(f"{verb('draw')} {decision.colour or 'from the pile'}")
    return parts


def turn_words(view: View, actions: Iterable[int], subject: str, *, you: bool = False) -> str:
    """A turn as a sentence."""
    parts = clauses(view, actions, you)
    if not parts:
        return f"{subject} {'stop' if you else 'stops'}."
    text = ", ".join(parts[:-1]) + (" and " if len(parts) > 1 else "") + parts[-1]
    return f"{subject} {text}."


def hint_words(view: View, hint: Hint) -> str:
    """A hint in one line: the turn, what it promises, and why."""
    points = round(abs(hint.margin))
    side = "ahead" if hint.margin > 0 else "behind"
    ahead = f"{points} point{'' if points == 1 else 's'} {side}" if points else "level"
    chance = f"{hint.win:.0%} to win, {ahead}" + (", solved" if hint.proven else "")
    chosen = telling(hint.reasons) or hint.reasons
    reasons = "; ".join(reason.text(view.game, viewer=view.viewer) for reason in chosen[:5])
    return f"{hint.notation} ({chance})" + (f": {reasons}." if reasons else ".")


def question(view: View) -> str:
    """In one line, what the player may do now and how it is written."""
    if isinstance(view, BoardView):
        return board_question(view)
    assert isinstance(view, DisplayView)
    position = view.position()
    if view.phase == "pay":
        return f"{view.pending} carries another's marker: pay with $ (supply) or $ and a cell with your marker."
    if view.phase == "put":
        return f"Where does the marker from {view.pending} go? @ and a cell without a marker."
    if view.phase == "mark":
        lift = any(view.game.describe(action).kind == "lift" for action in view.legal)
        moving = " To move one: C3>C7." if lift else ""
        putting = "You may put a marker on a card (@ and its cell)" if can_put(view) else "You may move a marker"
        return f"{putting}, or end the turn with a dot (.).{moving}"
    tokens = " You may play a token." if any(view.game.describe(a).kind == "token" for a in view.legal) else ""
    if not position["taken"]:
        if any(view.game.describe(action).kind == "pass" for action in view.legal):
            return "You can take nothing: play +back, or pass with a dash (-)."
        return f"Take a card at the end of a row (its cell, for instance {view.game.notation(view.legal[0])}).{tokens}"
    left = position["turn_limit"] - position["turn_weight"]
    what = "symbol" if view.box.circles else "crest"
    return f"You may take another card ({left} {what}{'' if left == 1 else 's'} left), or stop with a dot (.).{tokens}"


def can_put(view: View) -> bool:
    """Whether a marker may be put from supply."""
    return any(view.game.describe(action).kind == "put" for action in view.legal)


def board_question(view: BoardView) -> str:
    """In one line, what the player may do now in the board game."""
    if view.phase == "draw":
        missing = view.box.hand - view.hand_sizes[view.seat]
        return (
            f"Draw {missing} card{'' if missing == 1 else 's'}: < and the colour of an open card, or <? from the pile."
        )
    if view.phase == "place":
        return "You may place a second piece in the same country, or stop with a dot (.)."
    other = "pass with a dash (-)" if view.last_round else "exchange a card (~ES)"
    return f"Found a monastery (Bu2), send an advisor (Bu!), add &ES to pay with two ES as joker, or {other}."
