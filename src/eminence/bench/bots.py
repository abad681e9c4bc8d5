"""How many iterations a second the searches make on one core, and how many OpenSpiel's make.

All are information-set tree searches with one random game to the end an iteration, and all start from scratch at fixed
positions. An iteration of a short game is cheaper than one of a long game, so next to iterations stand the decisions
played in them: iterations times the mean length of a random game from the same position, taken alike for everybody.

As in `eminence.bench.engine` a repeat goes several laps round all contestants, and ratios are taken within a repeat.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import count, cycle, islice
from typing import Any

import eminence
from eminence.bench import solver
from eminence.bench.contestants import CHANCE, peer, versions
from eminence.bench.engine import NOT_INSTALLED, Progress, aligned, load_average, machine, one_core, spread
from eminence.bots.budget import Budget
from eminence.bots.mcts import Tree
from eminence.rules.chance import Rng
from eminence.rules.state import State

FORMAT = 1
ITERATIONS = 1000  # of one search
LAPS = 5  # in a repeat
POSITIONS = 5  # that a contestant goes through in turn: each at least once in a repeat
GAMES = 50  # random ones from a position, for their mean length
EXPLORE = 0.7
PEER_EXPLORE = 2.0

STARTS = ("opening", "middle")
TITLES = {"opening": "From the opening", "middle": "From the middle of a random game"}
CPP, PYTHON = "OpenSpiel ISMCTS, C++", "OpenSpiel ISMCTS, Python"
MISSING = "OpenSpiel is not installed, so there is nothing to compare with: pip install 'eminence[bench]'"

Search = Callable[[State, int, int], object]
"""One search of ours: an erased root, a seed, and how many iterations."""

Searching = Callable[[float], tuple[int, float, float]]
"""Search for about so many seconds of processor time; gives iterations, decisions in them and the seconds it took."""


def mcts(root: State, seed: int, iterations: int) -> None:
    """The tree of the bot `mcts`."""
    Tree(root, Rng(seed), iterations + 1, EXPLORE).run(iterations)


SEARCHES: dict[str, Search] = {"mcts": mcts}
"""Our searches by name. Each is measured in every game."""

EACH = 24  # positions of a further measurement, for each second that a search gets in all its repeats
MORE: dict[str, tuple[Callable[[int], Any], Callable[[Any], list[list[str]]]]] = {
    "The exact end of games for two": (lambda count: solver.measure(count=count), solver.table),
}
"""Further measurements by title: what measures so many positions (its result must fit into JSON), and its table."""


@dataclass(frozen=True, slots=True)
class Contestant:
    """A search in a game. `run` is None if the library it needs is not installed."""

    start: str
    name: str
    players: int
    search: str
    ours: bool
    run: Searching | None


def contestants(iterations: int) -> Iterator[Contestant]:
    """Everybody, peers that are not installed included."""
    spiel = peer("pyspiel")
    for start in STARTS:
        for name in eminence.games():
            for players in eminence.game(name).players:
                places = our_places(name, players, start)
                for title, search in SEARCHES.items():
                    yield Contestant(start, name, players, title, True, ours(search, places, iterations))
        for name in ("hearts", "euchre"):
            yield Contestant(start, name, 4, CPP, False, in_cpp(spiel, name, start, iterations) if spiel else None)
        run = in_python(our_places("richelieu-duel", 2, start), iterations) if spiel else None
        yield Contestant(start, "richelieu-duel", 2, PYTHON, False, run)


# Positions with a choice to make, by seed, each with the mean length of random games from there on.


def our_places(name: str, players: int, start: str) -> list[tuple[State, float]]:
    """Positions of our games."""

    def play(seed: int, decisions: int | None) -> tuple[State, int]:
        state = eminence.game(name).deal(seed, players=players)
        rng = random.Random(seed)
        made = 0
        while not state.over and (decisions is None or made < decisions or len(state.legal) < 2):
            state.play(rng.choice(state.legal))
            made += 1
        return state, made

    return [(state, our_length(state)) for state in positions(start, play, lambda state: bool(state.over))]


def our_length(state: State) -> float:
    """The mean length of random games in what the player to act takes for possible."""
    view, rng, total = state.view(state.seat), random.Random(1), 0
    for _ in range(GAMES):
        world = view.resample(rng)
        while not world.over:
            world.play(rng.choice(world.legal))
        total += len(world.history) - len(view.history)
    return total / GAMES


def spiel_places(game: Any, start: str) -> list[tuple[Any, float]]:
    """Positions of a game of OpenSpiel's. At its chance nodes all outcomes are equally likely."""

    def play(seed: int, decisions: int | None) -> tuple[Any, int]:
        state, rng, made = game.new_initial_state(), random.Random(seed), 0
        while not state.is_terminal():
            legal, chance = state.legal_actions(), state.current_player() == CHANCE
            if not chance and decisions is not None and made >= decisions and len(legal) > 1:
                break
            state.apply_action(rng.choice(legal))
            made += not chance
        return state, made

    return [(state, spiel_length(state)) for state in positions(start, play, lambda state: bool(state.is_terminal()))]


def spiel_length(state: Any) -> float:
    """The same as `our_length`."""
    rng, total = random.Random(1), 0
    for _ in range(GAMES):
        world = state.resample_from_infostate(state.current_player(), rng.random)
        while not world.is_terminal():
            total += world.current_player() != CHANCE
            world.apply_action(rng.choice(world.legal_actions()))
    return total / GAMES


def positions(start: str, play: Callable[[int, int | None], tuple[Any, int]], over: Callable[[Any], bool]) -> list[Any]:
    """The first choices of some games, or the first after half of a random game.

    `play(seed, decisions)` plays a game at random for so many decisions and on to the next choice, or to its end.
    """
    halves = (0 if start == "opening" else play(seed, None)[1] // 2 for seed in count(1))
    reached = (play(seed, half)[0] for seed, half in enumerate(halves, 1))
    return list(islice((state for state in reached if not over(state)), POSITIONS))


# Searches.


def search_for(
    seconds: float, iterations: int, places: Iterator[tuple[Callable[[], object], float]]
) -> tuple[int, float, float]:
    """Search one position after the other, at least one, until so much time is used."""
    done, decisions, used = 0, 0.0, 0.0
    while done == 0 or used < seconds:
        search, length = next(places)
        begin = time.process_time()
        search()
        used += time.process_time() - begin
        done += iterations
        decisions += iterations * length
    return done, decisions, used


def ours(search: Search, places: list[tuple[State, float]], iterations: int) -> Searching:
    """A search of ours."""
    roots = [(state.view(state.seat).erased, length) for state, length in places]
    turns = cycle([(partial(search, root, 1, iterations), length) for root, length in roots])
    return lambda seconds: search_for(seconds, iterations, turns)


def in_cpp(spiel: Any, name: str, start: str, iterations: int) -> Searching:
    """OpenSpiel's C++ bot at a game of its own: one call a search."""
    bot = spiel.ISMCTSBot(1, spiel.RandomRolloutEvaluator(1, 1), PEER_EXPLORE, iterations)
    places = spiel_places(spiel.load_game(name), start)
    turns = cycle([(partial(bot.step, state), length) for state, length in places])
    return lambda seconds: search_for(seconds, iterations, turns)


def in_python(places: list[tuple[State, float]], iterations: int) -> Searching:
    """OpenSpiel's Python bot at a game of ours."""
    from eminence.bench.openspiel_game import OpenSpielBot

    bot = OpenSpielBot(random.Random(1), Budget(effort=iterations))
    turns = cycle([(partial(bot.choose, state.view(state.seat)), length) for state, length in places])
    return lambda seconds: search_for(seconds, iterations, turns)


# The run.


def run(
    seconds: float = 0.5, repeat: int = 5, progress: Progress | None = None, *, iterations: int = ITERATIONS
) -> dict[str, Any]:
    """Measure everybody, `repeat` times `seconds` each. `progress` gets what is measured next, done and total."""
    if not seconds > 0:
        raise ValueError(f"seconds must be above 0, not {seconds}")
    if repeat < 1:
        raise ValueError(f"repeat must be at least 1, not {repeat}")
    if iterations < 2:
        raise ValueError(f"iterations must be at least 2, not {iterations}")
    everybody = list(contestants(iterations))
    rows: list[dict[str, Any]] = [
        {
            "start": one.start,
            "name": one.name,
            "players": one.players,
            "search": one.search,
            "ours": one.ours,
            "status": "measured" if one.run else NOT_INSTALLED,
            "iterations": [],
            "decisions": [],
        }
        for one in everybody
    ]
    searching = [(row, one.run) for row, one in zip(rows, everybody, strict=True) if one.run]
    total = len(searching) * repeat * LAPS + len(MORE)
    done = 0
    load = load_average()
    with one_core() as core:
        for _, search in searching:  # caches, and the peers' first searches
            search(seconds / LAPS)
        for _ in range(repeat):
            sums = [(0, 0.0, 0.0)] * len(searching)
            for _ in range(LAPS):
                for place, (row, search) in enumerate(searching):
                    if progress:
                        progress(f"{row['name']} {row['players']}", done, total)
                    made = search(seconds / LAPS)
                    before = sums[place]
                    sums[place] = before[0] + made[0], before[1] + made[1], before[2] + made[2]
                    done += 1
            for (row, _), (searched, decisions, used) in zip(searching, sums, strict=True):
                row["iterations"].append(searched / used)
                row["decisions"].append(decisions / used)
        more = {}
        for title, (measure, _) in MORE.items():
            if progress:
                progress(title, done, total)
            more[title] = measure(max(2, round(EACH * seconds * repeat)))
            done += 1
    if progress:
        progress("done", total, total)
    return {
        "format": FORMAT,
        "machine": {**machine(), "core": core, "load": [load, load_average()]},
        "versions": versions(),
        "seconds": seconds,
        "repeat": repeat,
        "iterations": iterations,
        "rows": rows,
        "ratios": ratios(rows),
        "more": more,
    }


def ratios(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Our decisions a second over the peers', repeat by repeat; a peer that plays our game is compared only there."""
    return [
        {
            "start": mine["start"],
            "name": mine["name"],
            "players": mine["players"],
            "search": mine["search"],
            "peer": theirs["search"],
            "plays": theirs["name"],
            "ratios": [a / b for a, b in zip(mine["decisions"], theirs["decisions"], strict=False)],
        }
        for mine in rows
        for theirs in rows
        if mine["ours"] and not theirs["ours"] and mine["start"] == theirs["start"]
        if theirs["search"] == CPP or (mine["name"], mine["players"]) == (theirs["name"], theirs["players"])
    ]


# The report.


def report(result: dict[str, Any]) -> str:
    """A result as plain text."""
    where = result["machine"]
    parts = [
        f"{where['processor']}, {where['cores']} cores; {where['system']}; Python {where['python']}",
        "compiled" if where["compiled"] else "NOT COMPILED: these are the numbers of plain Python",
        ", ".join(f"{name} {version}" for name, version in result["versions"].items() if name != "chess"),
        f"one core ({'not pinned' if where['core'] is None else 'number ' + str(where['core'])}), processor time;"
        f" {result['repeat']} repeats of {result['seconds']:g} s each;"
        f" load {' to '.join('unknown' if load is None else str(load) for load in where['load'])}",
        f"searches of {result['iterations']} iterations, one random game to the end in each; medians of the repeats",
    ]
    if any(row["status"] == NOT_INSTALLED for row in result["rows"]):
        parts.append(MISSING)
    for start, title in TITLES.items():
        parts += ["", title, *aligned(speed_lines([row for row in result["rows"] if row["start"] == start]))]
        parts += ["", "  times the peer's decisions/s, repeat by repeat: median (lowest-highest)"]
        parts += aligned(ratio_lines([one for one in result["ratios"] if one["start"] == start]))
    for title, found in result["more"].items():
        parts += ["", title, *aligned(MORE[title][1](found))]
    return "\n".join(parts)


def speed_lines(rows: list[dict[str, Any]]) -> list[list[str]]:
    """Search by search: iterations a second, decisions in each, and decisions a second."""
    lines = [["", "players", "search", "iterations/s", "lowest-highest", "decisions/iteration", "decisions/s"]]
    for row in rows:
        line = [row["name"], str(row["players"]), row["search"]]
        if not row["iterations"]:
            lines.append([*line, row["status"], "", "", ""])
            continue
        rates, decisions = row["iterations"], row["decisions"]
        line += [f"{statistics.median(rates):,.0f}", f"{min(rates):,.0f}-{max(rates):,.0f}"]
        line += [f"{statistics.median(b / a for a, b in zip(rates, decisions, strict=True)):.1f}"]
        lines.append([*line, f"{statistics.median(decisions):,.0f}"])
    return lines


def ratio_lines(found: list[dict[str, Any]]) -> list[list[str]]:
    """A line a search of ours, a column a peer."""
    peers = list(dict.fromkeys((one["peer"], one["plays"]) for one in found))
    cells = {
        (one["name"], one["players"], one["search"], one["peer"], one["plays"]): spread(one["ratios"]) for one in found
    }
    lines = [["", "players", "search", *(f"{search}, {plays}" for search, plays in peers)]]
    for name, players, search in dict.fromkeys((one["name"], one["players"], one["search"]) for one in found):
        lines.append([name, str(players), search, *(cells.get((name, players, search, *peer), "") for peer in peers)])
    return lines
