"""What a player types at the table: help, decisions in notation, and what they would reveal."""

from __future__ import annotations

import re

from eminence import Game, State
from eminence.components.board import BoardComponents
from eminence.draw.text import token_text
from eminence.errors import NotationError
from eminence.view import BoardView, DisplayView, View

DISPLAY_HELP = """\
**Decisions**: `A1` take the card at A1 · `$` pay with a marker from supply · `$B5` pay with your marker on B5 ·
`@C7` put a marker on C7 · `C3>C7` move a marker · `+back` `+three` `+colours` play a token · `.` stop · `-` pass.
A whole turn: `A1 A2$B5 @C7`.

**On the table**: below a card `^` it may be taken, `*` a token lies on it, `@2` seat 2 has a marker on it.
"""
BOARD_HELP = """\
**Decisions**: `Bu2` a monastery on field 2 of Burgundy · `Bu!` an advisor there · `Bu2&ES` the same with two ES as
joker · `~ES` exchange a card · `<ES` draw an open card · `<?` draw from the pile · `.` stop · `-` pass.
A whole turn: `Bu2 Bu!&ES <F <?`.

**On the table**: `@2` is a piece of seat 2; a bare number is a free field.
"""
COMMANDS_HELP = """\
**Commands**: a number from the menu · `menu` all decisions · `table` the table · `map` fields, roads and alliances
(board game) · `score` the standing · `why A5` why something is not allowed · `undo` take a decision back · `done` end
the turn · `rules` · `save FILE` · `quit`.
"""


def written(game: Game, text: str) -> list[int]:
    """The decisions in a text; capitals do not matter. Raises NotationError."""
    box = game.box.contents
    words = text.split()
    if isinstance(box, BoardComponents):
        names = [*(country.id for country in box.countries), *(colour.id for colour in box.colours)]
        ids = {name.lower(): name for name in names}
        words = [re.sub(r"[A-Za-z]+", lambda found: ids.get(found[0].lower(), found[0]), word) for word in words]
    else:
        words = [word.lower() if word.startswith("+") else word.upper() for word in words]
    actions = game.notations.split(" ".join(words))
    for action in actions:
        if game.notation(action).startswith("#"):
            raise NotationError(f"{text!r} names something that this game does not have")
    if not actions:
        raise NotationError("nothing is written there; expected a decision")
    return actions


def implied_stop(state: State, action: int) -> int | None:
    """The stop that a turn's text leaves out, if a decision needs it before."""
    if state.why_not(action) is None:
        return None
    stop = next((other for other in state.legal if state.game.notation(other) == "."), None)
    if stop is None or stop == action:
        return None
    trial = state.copy()
    trial.play(stop)
    allowed = not trial.over and trial.turn == state.turn and trial.why_not(action) is None
    return stop if allowed else None


def what_is_revealed(before: View, after: View, language: str) -> str:
    """What the viewer has learnt by an own decision: a token's face, or a card from the pile. Empty for nothing."""
    seat = after.viewer
    if isinstance(before, DisplayView) and isinstance(after, DisplayView):
        for old, new in zip(before.tokens, after.tokens, strict=True):
            if new["holder"] == seat and old["holder"] is None:
                return f"You look at the token of {new['cell']}: {token_text(after.box, new['face'], language)}."
    elif isinstance(before, BoardView) and isinstance(after, BoardView) and before.phase == "draw":
        assert seat is not None
        if before.game.notation(after.history[-1]) == "<?":
            hands = zip(after.hands[seat], before.hands[seat], strict=True)
            drawn = next((before.box.colours[k].id for k, (new, old) in enumerate(hands) if new > old), "a card")
            return f"You draw {drawn} from the pile."
        if before.second_half != after.second_half:
            return "The pile is exhausted and new cards are turned up."
    return ""
