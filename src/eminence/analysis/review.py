"""Going through a game: every turn is judged by what its player knew, and every change is put down to its cause."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from eminence.analysis.decisions import Assessment, assess
from eminence.analysis.hints import reasons_for
from eminence.analysis.reasons import Reason
from eminence.analysis.result import Review, TurnReview, rests_on_points, summed, verdict_of
from eminence.analysis.search import Seeker, Turn, Worth, advance
from eminence.analysis.table import Expectation, Table, Unseen, outcome
from eminence.bots.budget import Budget
from eminence.errors import RecordError
from eminence.record import Record
from eminence.rules import codes
from eminence.rules.board import BoardState
from eminence.rules.state import State

EFFORT = 1500
"""Iterations of the search for the decisions of a turn, where none are given."""
WORLDS = 48
"""Deals of what nobody has seen, over which an expectation is averaged."""
NOTHING = Worth(0.0, 0.0)
"""What is told of a decision without a choice: as it cannot lose anything, only differences count."""


@dataclass
class Stretch:
    """Decisions of one turn up to something unforeseen, or to the turn's end."""

    actions: tuple[int, ...]
    assessment: Assessment
    start: Expectation
    shown: Expectation
    """After the decisions, before chance showed anything."""
    end: Expectation


def review(
    record: Record,
    *,
    effort: int = EFFORT,
    seed: int = 1,
    unfinished: bool = False,
    progress: Callable[[int, int], None] | None = None,
) -> Review:
    """Review a finished game; with `unfinished` also one that is not, up to its last whole turn.

    Each turn is judged by a search of this effort that knows what its player knew. `progress` is told how many turns
    of how many are done. The same record, effort and seed give the same review.
    """
    Budget(effort=effort)
    end = record.replay(len(record.turns))
    if not end.over and not unfinished:
        raise RecordError("the game is not finished; expected a finished one (an unfinished one only if asked for)")
    if not record.turns:
        raise RecordError("there is no whole turn to review; expected at least one")
    reviewer = Reviewer(record, end, effort, seed)
    turns: list[TurnReview] = []
    for turn in reviewer.turns():
        turns.append(turn)
        if progress is not None:
            progress(len(turns), len(record.turns))
    return Review(
        game=record.game,
        players=record.players,
        names=record.names,
        effort=effort,
        seed=seed,
        finished=bool(end.over),
        turns=tuple(turns),
        initial=turns[0].before,
        final=turns[-1].after,
        winners=tuple(end.sheet().winners) if end.over else (),
    )


class Reviewer:
    """Goes through a game and keeps the expectation of the moment."""

    def __init__(self, record: Record, end: State, effort: int, seed: int) -> None:
        self.record = record
        self.game = record.game
        self.end = end
        self.state = record.begin()
        self.seeker = Seeker(self.state.view(self.state.seat), effort, seed)
        worlds = min(WORLDS, max(2, effort // 4))
        self.table = Table(record, end, worlds, seed)
        self.now = self.expect(self.state, self.table.unseen(self.state))

    def expect(self, state: State, unseen: Unseen, first: int | None = None) -> Expectation:
        """What a position promises; an ended game has an outcome."""
        if state.over and state.history == self.end.history:
            return outcome(self.end)
        return self.table.expect(state.history, unseen, first)

    def turns(self) -> Iterator[TurnReview]:
        """Turn by turn."""
        for number, ((seat, actions), (_, text)) in enumerate(
            zip(self.end.turns, self.record.turns, strict=True), start=1
        ):
            start, before = self.state.copy(), self.now
            stretches = [self.stretch(part, first=not place) for place, part in enumerate(self.parts(actions))]
            yield self.turn(number, seat, text, start, before, stretches)

    def parts(self, actions: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        """The decisions of a turn, cut where something unforeseen comes to light and where drawing begins."""
        state = self.state.copy()
        part: list[int] = []
        for action in actions:
            part.append(action)
            cut = advance(state, action)
            if cut or (isinstance(state, BoardState) and state.facts()["phase"] == codes.DRAWING):
                yield tuple(part)
                part = []
        if part:
            yield tuple(part)

    def stretch(self, actions: tuple[int, ...], *, first: bool = True) -> Stretch:
        """Judge some decisions, carry them out, and see what chance shows.

        What a turn promised is told by its first stretch, so that is judged also where nothing is to be decided.
        """
        view = self.state.view(self.state.seat)
        if not first and len(actions) == 1 and len(view.legal) == 1:
            found = Assessment(NOTHING, NOTHING, actions, actions, proven=True)
        else:
            found = assess(self.seeker, view, actions)
        start, unseen = self.now, self.table.unseen(self.state)
        for action in actions:
            self.state.play(action)
        left = self.table.unseen(self.state)
        self.now = shown = self.expect(self.state, left)
        if left != unseen:
            gone = [place for place in unseen.places if place not in left.places or left.half != unseen.half]
            shown = self.table.expect(self.state.history, unseen, gone[0] if gone else None)
        return Stretch(actions, found, start, shown, self.now)

    def turn(
        self, number: int, seat: int, text: str, start: State, before: Expectation, stretches: list[Stretch]
    ) -> TurnReview:
        """Put a turn together from its stretches."""
        players = self.record.players
        lost = [stretch.assessment.lost for stretch in stretches]
        loss, points = sum(win for win, _ in lost), sum(margin for _, margin in lost)
        luck = total([stretch.end.less(stretch.shown) for stretch in stretches], players)
        decided = total([effect(stretch, seat, *gone) for stretch, gone in zip(stretches, lost, strict=True)], players)
        change = self.now.less(before)
        first = stretches[0].assessment
        verdict = verdict_of(loss, points, first.best.win)
        better, line, reasons = self.better(start, stretches, rests_on_points(verdict, loss))
        return TurnReview(
            number=number,
            seat=seat,
            notation=text,
            before=before,
            after=self.now,
            best=first.best,
            played=Worth(min(1.0, max(0.0, first.best.win - loss)), first.best.margin - points),
            loss=loss,
            loss_margin=points,
            verdict=verdict,
            better=better,
            line=line,
            reasons=reasons,
            proven=all(stretch.assessment.proven for stretch in stretches),
            luck=luck,
            decided=decided,
            unexplained=change.less(luck).less(decided),
        )

    def better(self, start: State, stretches: list[Stretch], by_points: bool) -> tuple[str, str, tuple[Reason, ...]]:
        """The turn that would have been better where most was given away, its line of play, and what spoke for it."""
        lost = [stretch.assessment.lost for stretch in stretches]
        worst = max(range(len(lost)), key=lambda place: lost[place][::-1] if by_points else lost[place])
        found = stretches[worst].assessment
        if found.lost == (0.0, 0.0):
            return "", "", ()
        done = [action for stretch in stretches[:worst] for action in stretch.actions]
        for action in done:
            start.play(action)
        text = self.game.turn_text([*done, *found.turn]) or "."
        line = self.game.turn_text([*done, *found.line], stops=True)
        view = start.view(start.seat)
        reasons = reasons_for(view, Turn(found.turn, found.best, found.proven, found.certain))
        also = reasons_for(view, Turn(stretches[worst].actions, found.played))
        return text, line, tuple(reason for reason in reasons if reason not in also)


def total(changes: list[Expectation], players: int) -> Expectation:
    """Several changes as one."""
    win, margin = zip(*(summed(changes, seat) for seat in range(players)), strict=True)
    return Expectation(tuple(win), tuple(margin))


def effect(stretch: Stretch, seat: int, win: float, margin: float) -> Expectation:
    """A loss by seat: what one gives away goes to the others in proportion to their chances.

    A margin goes to the other player; with more than two nobody can tell whom it serves.
    """
    chances = stretch.start.win
    players = len(chances)
    rest = sum(chance for other, chance in enumerate(chances) if other != seat)
    wins, margins = [], []
    for other, chance in enumerate(chances):
        share = chance / rest if rest > 0 else 1.0 / (players - 1)
        wins.append(-win if other == seat else win * share)
        margins.append(-margin if other == seat else margin if players == 2 else 0.0)
    return Expectation(tuple(wins), tuple(margins))
