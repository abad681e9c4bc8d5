"""Many matches at once: whoever has had the least time is next, so that a run that stops early has been fair to all.

Every match has its own file, the same as `arena.run` writes. A deal that is finished is kept, whatever stops the run.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager
from dataclasses import dataclass
from math import ceil
from multiprocessing import get_context
from pathlib import Path
from time import monotonic

from eminence.arena.errors import ArenaError
from eminence.arena.executors import deaf, follow
from eminence.arena.match import GameResult, Match, play_chunk
from eminence.arena.store import Deal, Store, lock

SLICE = 2.0  # seconds of play that a chunk should take
CHUNK_DEALS = 64

Submit = Callable[[Match, range], "Future[list[GameResult]]"]


@dataclass(frozen=True, slots=True)
class Standing:
    """How far a campaign is."""

    done: int
    total: int
    """Deals of all matches."""
    played: int
    """Deals of this run."""
    left: float | None
    """Seconds to go, as far as one can tell."""


class Costs:
    """What a game costs each bot, learned from finished ones."""

    def __init__(self) -> None:
        self.seen: dict[tuple[object, ...], list[float]] = {}

    def keys(self, match: Match, bot: str) -> list[tuple[object, ...]]:
        """The bot at this very table, and anywhere."""
        return [(bot, match.time, match.effort, match.game, match.players), (bot, match.time, match.effort)]

    def learn(self, match: Match, deal: Deal) -> None:
        """One more deal."""
        for game in deal:
            for side, seconds in zip(game.seating, game.seconds, strict=True):
                for key in self.keys(match, match.bots[side]):
                    row = self.seen.setdefault(key, [0.0, 0.0])
                    row[0] += seconds
                    row[1] += 1

    def of_deal(self, match: Match) -> float | None:
        """Seconds for a deal; None if nothing is known of one of the bots."""
        total = 0.0
        for lineup in match.lineups:
            for side in lineup:
                rows = [self.seen[key] for key in self.keys(match, match.bots[side]) if key in self.seen]
                if not rows:
                    return None
                total += match.players * rows[0][0] / rows[0][1]
        return total


class Contest:
    """A match on its way."""

    def __init__(self, match: Match, path: Path, costs: Costs) -> None:
        self.match = match
        self.path = path
        self.costs = costs
        self.done = 0
        self.spent = 0.0
        self.flying: dict[int, float] = {}
        """First deals of the chunks in work, and what they may cost."""
        self.early: dict[int, list[GameResult]] = {}
        """Chunks that were finished before an earlier one."""
        if path.exists():
            with Store(match, path) as store:
                for deal in store.deals:
                    self.count(deal)
        self.given = self.done

    def count(self, deal: Deal) -> None:
        """A deal is finished."""
        self.done += 1
        self.spent += sum(sum(game.seconds) for game in deal)
        self.costs.learn(self.match, deal)

    @property
    def open(self) -> bool:
        """Whether there are deals to hand out."""
        return self.given < self.match.deals

    @property
    def cost(self) -> float | None:
        """Seconds a deal."""
        return self.spent / self.done if self.done else self.costs.of_deal(self.match)

    @property
    def turn(self) -> tuple[float, int]:
        """Whoever has the smallest is next."""
        return self.spent + sum(self.flying.values()), len(self.flying)

    def take(self, jobs: int, left: float | None) -> range:
        """Hand out a chunk."""
        size, cost = 1, self.cost
        if self.done and cost is not None:
            size = int(min(CHUNK_DEALS, (SLICE if left is None else min(SLICE, left)) / max(cost, 1e-6)))
        size = max(1, min(size, ceil((self.match.deals - self.given) / (2 * jobs))))
        first = self.match.seed + self.given
        self.given += size
        self.flying[first] = size * (cost or 0.0)
        return range(first, first + size)

    def finish(self, first: int, games: list[GameResult]) -> int:
        """A chunk is back. Keep what can be kept in the order of the deals; says how many deals."""
        del self.flying[first]
        self.early[first] = games
        if self.match.seed + self.done not in self.early:
            return 0
        before = self.done
        with Store(self.match, self.path) as store:
            if len(store.deals) != before:
                raise ArenaError(f"{self.path} has been changed by somebody else; expected {before} deals in it")
            while (chunk := self.early.pop(self.match.seed + self.done, None)) is not None:
                for start in range(0, len(chunk), self.match.games):
                    deal = chunk[start : start + self.match.games]
                    store.append(deal)
                    self.count(deal)
        return self.done - before


def campaign(
    matches: Sequence[tuple[Match, Path]],
    folder: Path,
    *,
    jobs: int = 1,
    seconds: float | None = None,
    progress: Callable[[Standing], None] | None = None,
) -> Standing:
    """Play what is missing of all matches, for at most so many seconds; says how far it came.

    The next deal always goes to the match that has had the least thinking time, counting earlier runs. A deal that
    would not be finished in time is not begun, and one that is in work when the time is over is given up (not so
    with one job: then it is finished).
    """
    end = None if seconds is None else monotonic() + seconds
    with locked(folder):
        costs = Costs()
        contests = [Contest(match, folder / path, costs) for match, path in matches]
        played = 0

        def tell() -> Standing:
            standing = state(contests, played, jobs, end)
            if progress is not None:
                progress(standing)
            return standing

        tell()
        if any(contest.open for contest in contests) and (seconds is None or seconds > 0):
            with closing(flow(contests, jobs, end)) as chunks:
                for contest, first, games in chunks:
                    played += contest.finish(first, games)
                    tell()
        return tell()


def flow(
    contests: Sequence[Contest], jobs: int, end: float | None
) -> Generator[tuple[Contest, int, list[GameResult]], None, None]:
    """Finished chunks, as they come in."""
    flying: dict[Future[list[GameResult]], tuple[Contest, int]] = {}
    with workers(jobs) as submit:
        while True:
            while len(flying) < (1 if jobs == 1 else jobs + 1):
                left = None if end is None else end - monotonic()
                contest = choose(contests, left)
                if contest is None:
                    break
                seeds = contest.take(jobs, left)
                flying[submit(contest.match, seeds)] = contest, seeds[0]
            if not flying:
                return
            done, _ = wait(flying, None if end is None else max(0.0, end - monotonic()), FIRST_COMPLETED)
            if not done:
                return
            for future in done:
                contest, first = flying.pop(future)
                yield contest, first, future.result()


def choose(contests: Sequence[Contest], left: float | None) -> Contest | None:
    """The match that is next, among those of which another deal fits into the time left."""
    able = [c for c in contests if c.open and (left is None or (left > 0 and (c.cost or 0.0) <= left))]
    return min(able, key=lambda contest: contest.turn, default=None)


def state(contests: Sequence[Contest], played: int, jobs: int, end: float | None) -> Standing:
    """How far all matches are."""
    done = sum(min(contest.done, contest.match.deals) for contest in contests)
    rest = [(contest.cost, max(0, contest.match.deals - contest.done)) for contest in contests]
    left = None
    if all(cost is not None for cost, deals in rest if deals):
        left = sum((cost or 0.0) * deals for cost, deals in rest) / jobs
    if end is not None:
        rest_of_time = max(0.0, end - monotonic())
        left = rest_of_time if left is None else min(left, rest_of_time)
    return Standing(done, sum(contest.match.deals for contest in contests), played, left)


@contextmanager
def workers(jobs: int) -> Iterator[Submit]:
    """Processes that play chunks of any match; with one job, this very process. Leaving stops all work at once."""
    if jobs == 1:
        yield at_once
        return
    context = get_context("spawn")
    lifeline, ours = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(jobs, mp_context=context, initializer=follow, initargs=(lifeline,))

    def submit(match: Match, seeds: range) -> Future[list[GameResult]]:
        with deaf():
            return pool.submit(play_chunk, match, seeds)

    try:
        yield submit
    except BrokenProcessPool:
        raise ArenaError("a worker process died (out of memory?); the same command goes on") from None
    finally:
        ours.close()  # the workers end, also in the middle of a chunk
        pool.shutdown(wait=True, cancel_futures=True)
        lifeline.close()


def at_once(match: Match, seeds: range) -> Future[list[GameResult]]:
    """A chunk, played here and now."""
    future: Future[list[GameResult]] = Future()
    future.set_result(play_chunk(match, seeds))
    return future


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Keep a second run out of the folder."""
    path = folder / "lock"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        file = path.open("a+b")
    except OSError as error:
        raise ArenaError(f"{path} cannot be opened: {error.strerror or error}") from None
    with file:
        lock(file, path)
        yield
