"""Chains of the board game: B19, by examples and against a brute force."""

from __future__ import annotations

import random
from functools import cache
from itertools import combinations, pairwise, zip_longest
from pathlib import Path

import pytest

import eminence
from eminence import Game, components
from eminence.rules.board import BoardState
from tests.rules.maps import board, box, own_data, own_map, roomy, stage

Graph = dict[int, set[int]]


def holding(game: Game, fields: list[list[str]]) -> BoardState:
    """The position in which each seat has built on these fields, one after the other as the deal allows."""
    turns = [turn for each in zip_longest(*fields, fillvalue="~") for turn in each]
    return stage(turns, game=game, players=len(fields))


def chains(game: Game, *fields: str) -> int:
    """What seat 1 scores for chains with these fields."""
    found: int = holding(game, [list(fields), [], []]).sheet().line("chains")[0]
    return found


def graph(game: Game) -> Graph:
    """The roads by field number."""
    near: Graph = {i: set() for i in range(len(box(game).fields))}
    for a, b in box(game).roads:
        near[a].add(b)
        near[b].add(a)
    return near


def brute_force(near: Graph, mine: frozenset[int]) -> int:
    """The most monasteries on separate lines of four or more: every line there is, every choice of them."""
    lines: set[frozenset[int]] = set()

    def walk(line: tuple[int, ...]) -> None:
        if len(line) >= 4:
            lines.add(frozenset(line))
        for onward in near[line[-1]] & mine:
            if onward not in line:
                walk((*line, onward))

    for field in mine:
        walk((field,))

    @cache
    def best(left: frozenset[int]) -> int:
        if len(left) < 4:
            return 0
        field = min(left)
        found = best(left - {field})
        for line in lines:
            if field in line and line <= left:
                found = max(found, len(line) + best(left - line))
        return found

    return best(mine)


def test_the_example_of_the_rulebook_scores_five() -> None:
    """B19: Grande Chartreuse, Novalesa, Bobbio, San Zeno, Nonantola in line, Tegernsee on a branch."""
    names = {field.name: field.id for field in box(board()).fields}
    line = [names[name] for name in ("Grande Chartreuse", "Novalesa", "Bobbio", "San Zeno", "Nonantola")]
    assert chains(board(), *line, names["Tegernsee"]) == 5
    assert chains(board(), *line) == 5


def test_four_are_a_line_and_three_are_none() -> None:
    """B19: 4 or more score 1 a monastery."""
    assert chains(board(), "En1", "En2", "En3") == 0
    assert chains(board(), "En1", "En2", "En3", "En4") == 4
    assert chains(board(), "It1", "It2", "It3", "It4", "It5") == 5
    assert chains(board(), "It1", "It2", "It3", "It4", "It5", "It6") == 6


def test_a_line_is_unbroken() -> None:
    """B19: a gap, or a monastery of another player, parts it."""
    assert chains(board(), "It1", "It2", "It4", "It5", "It6") == 0
    state = holding(board(), [["It1", "It2", "It4", "It5"], ["It3"], []])
    assert state.sheet().line("chains") == (0, 0, 0)


def test_a_line_runs_over_borders() -> None:
    """B19: Moissac in Frankreich and three fields of Aragon; two of Burgund and two of Italien."""
    assert chains(board(), "Fr8", "Ar1", "Ar2", "Ar3") == 4
    assert chains(board(), "Bu5", "Bu4", "It1", "It2") == 4


def test_each_player_has_chains_of_ones_own() -> None:
    """B19: two players in one country, each with a line."""
    state = holding(board(), [["It1", "It2", "It3", "It4"], ["Fn1", "Fn2", "Fn3", "Fn7"], ["En1"]])
    assert state.sheet().line("chains") == (4, 4, 0)


def test_two_separate_lines_both_score() -> None:
    """B19: a player may have several."""
    assert chains(board(), "En1", "En2", "En3", "En4", "It1", "It2", "It3", "It4", "It5") == 9


def test_a_ring_counts_once_round() -> None:
    """B19: Moissac and Aragon's five fields form a ring of six."""
    assert chains(board(), "Fr8", "Ar1", "Ar2", "Ar3", "Ar4", "Ar5") == 6


def test_a_ring_with_a_tail_is_one_line() -> None:
    """B19: round the ring and out on the tail: Limoges hangs on Moissac."""
    assert chains(board(), "Fr7", "Fr8", "Ar1", "Ar2", "Ar3", "Ar4", "Ar5") == 7


def line_map(folder: Path, fields: int, roads: str) -> Game:
    """A map with one large country, and these roads: "1-2-3 2-4"."""
    pairs = []
    for line in roads.split():
        ends = line.split("-")
        pairs += [(f"A{a}", f"A{b}") for a, b in pairwise(ends)]
    return own_map(folder, own_data({"A": fields, "B": 1}, {"a": ("A", 70), "b": ("B", 26)}, pairs))


@pytest.mark.parametrize(
    ("roads", "points"),
    [
        ("1-2-3", 0),
        ("1-2-3-4", 4),
        ("1-2-3-4-5 3-6", 5),  # a branch is left out
        ("1-2-3 2-4", 0),  # a star of three arms
        ("1-2-3-4-1", 4),  # a ring of four
        ("1-2-3-1", 0),  # a ring of three
        ("1-2-3-1 3-4", 4),  # a ring of three with a tail
        ("1-2-3-4 5-6-7-8", 8),
        ("1-2-3-4-5-6-7-8", 8),  # one line or two: no monastery counts twice
        ("1-2-3-4-5 3-6-7-8-9", 9),  # a branch of four is a line of its own
        ("1-2-3-4-5 3-6-7-8", 6),  # a branch of three is not, but the longer way counts
        ("1-2-3 2-4-5 2-6-7", 5),  # a fork with arms of 1, 1, 2, 2
        ("1-2-3-4-5-6-1 1-7-8-9-10", 10),  # a ring with a long tail
        ("1-2-3-4-1 4-5 5-6-7-8-5", 8),  # two rings and a bridge
        ("1-2-4-3-1 4-5-6-7-4", 7),  # two rings that share a field
        ("1-2-3-4 2-5-6-7 3-8-9-10", 10),
        ("1-2-3-4-5-6-7-8-9-10 5-11-12-13-14", 14),
    ],
)
def test_lines_rings_and_forks(roads: str, points: int, tmp_path: Path) -> None:
    """B19: lines do not branch, visit a field at most once and share no monastery; the best choice scores."""
    fields = max(int(end) for line in roads.split() for end in line.split("-"))
    assert chains(line_map(tmp_path, fields, roads), *(f"A{i + 1}" for i in range(fields))) == points


def test_the_best_choice_may_leave_the_longest_line(tmp_path: Path) -> None:
    """B19: the longest line has ten over the bridge; two lines of eight without it score 16."""
    roads = "1-2-3-4-5-6-7-8 9-10-11-12-13-14-15-16 4-12"
    assert chains(line_map(tmp_path, 16, roads), *(f"A{i + 1}" for i in range(16))) == 16


@pytest.mark.parametrize("seed", range(12))
def test_the_best_choice_on_the_map_is_that_of_the_brute_force(seed: int) -> None:
    """B19: all fields of the map dealt out to three players at random, in clusters or not."""
    rng = random.Random(seed)
    game, near = roomy(), graph(roomy())
    owner = {field: rng.randrange(3) for field in near}
    for _ in range(seed % 4 * 20):  # neighbours tend to be of one player
        field = rng.choice(list(near))
        owner[field] = owner[rng.choice(sorted(near[field]))] if near[field] else owner[field]
    mine = [[field for field in near if owner[field] == seat][:20] for seat in range(3)]
    for fields in mine:
        rng.shuffle(fields)
    state = holding(game, [[box(game).fields[field].id for field in fields] for fields in mine])
    assert state.sheet().line("chains") == tuple(brute_force(near, frozenset(fields)) for fields in mine)


@pytest.mark.parametrize("seed", range(25))
def test_the_best_choice_on_any_map_is_that_of_the_brute_force(seed: int) -> None:
    """B19: random roads, from few to many, shared by three players."""
    rng = random.Random(f"map {seed}")
    fields = rng.randint(8, 24)
    degree = [0] * fields
    roads = []
    for a, b in rng.sample(list(combinations(range(fields), 2)), rng.randint(fields // 2, 2 * fields)):
        if max(degree[a], degree[b]) < 5:
            roads.append((f"A{a + 1}", f"A{b + 1}"))
            degree[a] += 1
            degree[b] += 1
    data = own_data({"A": fields, "B": 1}, {"a": ("A", 60), "b": ("B", 36)}, roads)
    game = eminence.game("cardinal-board", components=components.read(data, "random roads"))
    mine: list[list[int]] = [[], [], []]
    for field in range(fields):
        seat = rng.choice((0, 0, 1, 2))
        if len(mine[seat]) < 12:
            mine[seat].append(field)
    state = holding(game, [[f"A{field + 1}" for field in each] for each in mine])
    assert state.sheet().line("chains") == tuple(brute_force(graph(game), frozenset(each)) for each in mine)


def grid(width: int, height: int, diagonals: bool = False) -> list[tuple[int, int]]:
    """The roads of a grid."""
    roads = []
    for y in range(height):
        for x in range(width):
            here = y * width + x
            roads += [(here, here + 1)] if x + 1 < width else []
            roads += [(here, here + width)] if y + 1 < height else []
            if diagonals and y % 2 == 0 and x + 1 < width and y + 1 < height:  # five roads at a field, no more
                roads.append((here, here + width + 1))
    return roads


def wheel(arms: int, length: int) -> list[tuple[int, int]]:
    """Arms of so many fields that meet in one."""
    roads = []
    for arm in range(arms):
        path = [0, *(1 + arm * length + i for i in range(length))]
        roads += list(pairwise(path))
    return roads


def between(left: int, right: int) -> list[tuple[int, int]]:
    """A road from each field of one group to each of another, as far as five roads a field allow."""
    return [(a, left + b) for a in range(left) for b in range(right) if (b - a) % right < 5]


@pytest.mark.parametrize(
    ("roads", "points"),
    [
        (grid(4, 5), 20),
        (grid(4, 5, diagonals=True), 20),
        (grid(2, 10), 20),
        (wheel(5, 2), 5),
        (wheel(4, 4), 17),
        (between(3, 8), 7),
    ],
)
def test_worst_cases_are_scored(roads: list[tuple[int, int]], points: int) -> None:
    """B19: one player holds a whole dense map; the search ends with the right number."""
    assert solo(roads) == points


@pytest.mark.slow
def test_a_hostile_map_is_scored() -> None:
    """B19: fields joined crosswise; nobody can have a line through all of them, and the search still ends."""
    assert solo(between(7, 13)) == 17
    assert solo(between(5, 15)) == 12


def solo(roads: list[tuple[int, int]]) -> int:
    """What one player who holds the whole of a map of these roads scores."""
    fields = 1 + max(max(road) for road in roads)
    data = own_data(
        {"A": fields, "B": 1}, {"a": ("A", 70), "b": ("B", 26)}, [(f"A{a + 1}", f"A{b + 1}") for a, b in roads]
    )
    game = eminence.game("cardinal-board", components=components.read(data, "dense"))
    return chains(game, *(f"A{i + 1}" for i in range(fields)))
