"""Decisions as numbers, phases of a turn, and the reasons against a decision.

A decision is an int so that a search can hold millions of them; `eminence.notation` gives each its readable face.
"""

from __future__ import annotations

# Decisions of the display games. Those that concern a cell are a base plus the cell's number (row by row from 0).
TAKE = 0
PAY = 64
PAY_SUPPLY = 128
TOKEN = 129  # plus BACK, THREE or COLOURS
STOP = 132
PASS = 133
PLACE = 134
LIFT = 198
DISPLAY_ACTIONS = 262

# Decisions of the board game. A piece: PIECE + target * PAYMENTS + payment; target is a field, or ADVISOR + country;
# payment is 0 for one card of the country's colour, or 1 + the colour of a joker pair.
PIECE = 0
ADVISOR = 64
TARGETS = 76
PAYMENTS = 9
EXCHANGE = 684  # plus colour
DRAW = 692  # plus colour: from the open cards
DRAW_PILE = 700
BOARD_STOP = 701
BOARD_PASS = 702
BOARD_ACTIONS = 703

# Phases.
TAKING = 0
PAYING = 1
MARKING = 2
PUTTING = 3
TURN = 0
PLACING = 1
DRAWING = 2

DISPLAY_PHASES = ("take", "pay", "mark", "put")
BOARD_PHASES = ("turn", "place", "draw")

# The reasons, by number. The text is the code that the outside meets.
REASONS = (
    "legal",
    "game-over",
    "unknown",
    "not-now",
    "pay-first",
    "take-first",
    "not-an-end",
    "card-gone",
    "another-region",
    "over-limit",
    "limit-reached",
    "card-limit",
    "first-turn-one-card",
    "cannot-pay",
    "supply-empty",
    "not-your-marker",
    "token-not-held",
    "token-already-played",
    "no-marker-in-box",
    "marker-limit",
    "already-marked",
    "supply-before-moving",
    "same-card",
    "put-lifted-marker",
    "can-take",
    "nothing-to-take",
    "draw-first",
    "card-not-held",
    "pair-not-held",
    "joker-shows-country",
    "another-country",
    "one-piece-in-empty-country",
    "two-pieces",
    "field-taken",
    "no-monastery-left",
    "no-advisor-left",
    "no-room-for-advisor",
    "not-among-open-cards",
    "exchange-instead",
    "pile-exhausted",
    "already-placing",
    "place-first",
)
(
    LEGAL,
    GAME_OVER,
    UNKNOWN_DECISION,
    NOT_NOW,
    PAY_FIRST,
    TAKE_FIRST,
    NOT_AN_END,
    CARD_GONE,
    ANOTHER_REGION,
    OVER_LIMIT,
    LIMIT_REACHED,
    CARD_LIMIT,
    FIRST_TURN,
    CANNOT_PAY,
    SUPPLY_EMPTY,
    NOT_YOUR_MARKER,
    TOKEN_NOT_HELD,
    TOKEN_PLAYED,
    NO_MARKER_IN_BOX,
    MARKER_LIMIT,
    ALREADY_MARKED,
    SUPPLY_FIRST,
    SAME_CARD,
    PUT_LIFTED,
    CAN_TAKE,
    NOTHING_TO_TAKE,
    DRAW_FIRST,
    CARD_NOT_HELD,
    PAIR_NOT_HELD,
    JOKER_SHOWS,
    ANOTHER_COUNTRY,
    ONE_PIECE,
    TWO_PIECES,
    FIELD_TAKEN,
    NO_MONASTERY,
    NO_ADVISOR,
    NO_ROOM,
    NOT_OPEN,
    EXCHANGE_INSTEAD,
    PILE_EXHAUSTED,
    ALREADY_PLACING,
    PLACE_FIRST,
) = range(len(REASONS))
