"""Run a match: from the first deal that is missing to the last, or to the verdict of a sequential test."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from math import ceil
from pathlib import Path

from eminence.arena.errors import ArenaError
from eminence.arena.executors import Executor, Local
from eminence.arena.match import Match
from eminence.arena.statistics import Verdict, sprt, win_shares
from eminence.arena.store import Deal, Store
from eminence.arena.tables import pair_place

CHUNK_SECONDS = 1.0  # of play that a chunk should take
CHUNK_DEALS = 64


@dataclass(frozen=True, slots=True)
class Run:
    """A match with its finished deals."""

    match: Match
    deals: Sequence[Deal]
    verdict: Verdict | None = None
    """What the sequential test said after the last of them, if there was one."""
    kept: int = 0
    """How many of the deals were in the file already."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a match is."""

    done: int
    total: int
    share: float
    """What the first bot has won so far of all games."""
    verdict: Verdict | None


class Pace:
    """How many deals make a chunk of about `CHUNK_SECONDS`. It changes when results come in, never what they are."""

    def __init__(self, seeds: range, jobs: int) -> None:
        self.seeds = seeds
        self.jobs = jobs
        self.size = 1

    def chunks(self) -> Iterator[range]:
        """The seeds, in order."""
        left = self.seeds
        while left:
            size = min(self.size, ceil(len(left) / (2 * self.jobs)))
            yield left[:size]
            left = left[size:]

    def learn(self, seconds: float, deals: int) -> None:
        """A chunk of so many deals took this long."""
        self.size = max(1, min(CHUNK_DEALS, 2 * self.size, int(CHUNK_SECONDS * deals / max(seconds, 1e-6))))


class Tally:
    """What is known of a match after each deal, in the order of the deals."""

    def __init__(self, match: Match, bounds: tuple[float, float] | None) -> None:
        self.match = match
        self.bounds = bounds
        self.done = 0
        self.won = 0.0
        self.counts = [0] * 5
        self.verdict = self.judge()

    def add(self, deal: Deal) -> None:
        """One more deal."""
        self.done += 1
        self.won += sum(win_shares(game.seating, game.winners, len(self.match.bots))[0] for game in deal) / len(deal)
        if self.bounds is not None:
            self.counts[pair_place(deal)] += 1
            self.verdict = self.judge()

    def judge(self) -> Verdict | None:
        """The verdict after the deals so far."""
        if self.bounds is None:
            return None
        a, b, c, d, e = self.counts
        return sprt((a, b, c, d, e), *self.bounds)

    @property
    def decided(self) -> bool:
        """Whether the test is over."""
        return self.verdict is not None and self.verdict.state != "continue"

    def progress(self) -> Progress:
        """The present state."""
        return Progress(self.done, self.match.deals, self.won / max(1, self.done), self.verdict)


def run(
    match: Match,
    *,
    executor: Executor | None = None,
    file: str | Path | None = None,
    bounds: tuple[float, float] | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> Run:
    """Play a match and give back its deals.

    `file` keeps the results and continues an earlier run of the same match. `bounds` are elo0 and elo1 of a sequential
    test that is asked after every deal, in the order of the deals; the first verdict ends the match. So neither the
    executor nor an interruption has an influence on the result.
    """
    check_bounds(match, bounds)
    executor = executor or Local()
    tell = progress or (lambda _: None)
    tally = Tally(match, bounds)
    with Store(match, None if file is None else Path(file)) as store:
        for deal in store.deals[: match.deals]:
            if tally.decided:
                break
            tally.add(deal)
        kept = tally.done
        tell(tally.progress())
        if not tally.decided and kept < match.deals:
            pace = Pace(match.seeds[kept:], executor.jobs)
            with closing(executor.results(match, pace.chunks())) as results:
                for games in results:
                    pace.learn(sum(sum(game.seconds) for game in games), len(games) // match.games)
                    for first in range(0, len(games), match.games):
                        deal = games[first : first + match.games]
                        store.append(deal)
                        tally.add(deal)
                        tell(tally.progress())
                        if tally.decided:
                            break
                    if tally.decided:
                        break
        return Run(match, store.deals[: tally.done], tally.verdict, kept)


def check_bounds(match: Match, bounds: tuple[float, float] | None) -> None:
    """A sequential test is for two bots at a table for two."""
    if bounds is None:
        return
    if not match.paired or len(match.lineups) != 1:
        raise ArenaError(f"SPRT for {len(match.bots)} bots and {match.players} players; expected two of each")
    if not -2000 <= bounds[0] < bounds[1] <= 2000:
        raise ArenaError(
            f"SPRT with {bounds[0]:g} and {bounds[1]:g}; expected two Elo differences, the lower one first"
        )
