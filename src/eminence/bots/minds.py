"""Putting judges together: which outlook fits a state, and which trained net fits a game."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from eminence.bots.board_outlook import BoardOutlook
from eminence.bots.display_outlook import DisplayOutlook
from eminence.bots.judge import WIN, Judge, NetJudge
from eminence.bots.net import Net
from eminence.bots.outlook import Outlook
from eminence.rules.board import BoardState
from eminence.rules.display import DisplayState
from eminence.rules.state import State
from eminence.view import View


def outlook_on(state: State) -> Outlook:
    """An outlook that watches this state."""
    if isinstance(state, DisplayState):
        return DisplayOutlook(state)
    assert isinstance(state, BoardState)
    return BoardOutlook(state)


def judge_of(state: State, net: Net | None, part: float = WIN) -> Judge:
    """A judge that watches this state: by a net, or by expected points. `part` of a value is the share in the win."""
    outlook = outlook_on(state)
    return Judge(state, outlook, part) if net is None else NetJudge(state, outlook, net, part)


@cache
def trained(game: str, players: int) -> Net | None:
    """The net shipped for a game and number of players."""
    file = files("eminence.bots").joinpath("weights", f"{game}-{players}.net")
    return Net.loads(file.read_bytes(), f"{game}-{players}.net") if file.is_file() else None


def net_for(view: View) -> Net | None:
    """The trained net for the view's game, if there is one of its shape; a net of one's own for every search."""
    net = trained(view.game.edition.id, view.players)
    if net is None or net.inputs != outlook_on(view.erased).inputs:
        return None
    return net.twin()  # type: ignore[no-any-return]
