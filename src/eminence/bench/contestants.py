"""Whoever is measured: our games and their peers, each playing random games for a while and counting decisions.

A decision is a player's; what chance decides (a shuffle, a card dealt) is part of the work but not of the count.
Everybody deals, plays to the end and scores, and the clock stands still only while decisions are counted.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import eminence
from eminence.rules.chance import Rng
from eminence.rules.playout import random_games

COMPILED = "compiled"  # whole games in one call
PYTHON = "python"  # one decision at a time, chosen in Python

HEARTS = "OpenSpiel hearts"
EUCHRE = "OpenSpiel euchre"
CHESS = "python-chess"

PACKAGES = {"pyspiel": "open_spiel", "chess": "chess"}  # what is imported, and what pip calls it

CHANCE = -1  # pyspiel.PlayerId.CHANCE
TERMINAL = -4  # pyspiel.PlayerId.TERMINAL

Play = Callable[[float], tuple[int, int, float]]
"""Play for about so many seconds of processor time; gives decisions, games and the seconds it took."""


@dataclass(frozen=True, slots=True)
class Contestant:
    """Somebody to measure. `play` is None if the library it needs is not installed."""

    driver: str
    name: str
    players: int
    ours: bool
    play: Play | None


def peer(module: str) -> ModuleType | None:
    """A library to compare with, or None if it is not installed."""
    try:
        return importlib.import_module(module)
    except ImportError:
        return None


def versions() -> dict[str, str]:
    """The version of every library in the comparison, or "not installed"."""
    found = {"eminence": eminence.__version__}
    for module, package in PACKAGES.items():
        if peer(module) is None:
            found[package] = "not installed"
            continue
        try:
            found[package] = importlib.metadata.version(package)
        except importlib.metadata.PackageNotFoundError:
            found[package] = "unknown version"
    return found


def contestants() -> Iterator[Contestant]:
    """Everybody, peers that are not installed included."""
    spiel, chess = peer("pyspiel"), peer("chess")
    for name in eminence.games():
        for players in eminence.game(name).players:
            yield Contestant(COMPILED, name, players, True, our_playouts(name, players))
    for title in (HEARTS, EUCHRE):
        yield Contestant(COMPILED, title, 4, False, spiel_playouts(spiel, title.split()[1]) if spiel else None)
    for name in eminence.games():
        players = 4 if 4 in eminence.game(name).players else 2
        yield Contestant(PYTHON, name, players, True, our_steps(name, players))
    for title in (HEARTS, EUCHRE):
        yield Contestant(PYTHON, title, 4, False, spiel_steps(spiel, title.split()[1]) if spiel else None)
    yield Contestant(PYTHON, CHESS, 2, False, chess_steps(chess) if chess else None)


def play_for(seconds: float, batch: Callable[[int], tuple[float, int]], first: int = 1) -> tuple[int, int, float]:
    """Play batches until so much time is used. A batch of n games gives its own seconds and decisions.

    Batches grow until the two readings of the clock around them no longer count.
    """
    decisions, games, used, size = 0, 0, 0.0, first
    while used < seconds:
        took, made = batch(size)
        decisions += made
        games += size
        used += took
        if took < min(0.01, seconds / 8):
            size *= 2
    return decisions, games, used


def our_playouts(name: str, players: int) -> Play:
    """`random_games`: shuffle, deal, play and score in compiled code."""
    state = eminence.game(name).deal(1, players=players)
    rng = Rng(1)

    def batch(games: int) -> tuple[float, int]:
        start = time.process_time()
        decisions, _ = random_games(state, rng, games)
        return time.process_time() - start, decisions

    return lambda seconds: play_for(seconds, batch)


def spiel_playouts(spiel: Any, name: str) -> Play:
    """`evaluate_bots` with uniform random bots: C++ deals, plays and scores; one call a game.

    It plays the state it is given to the end, so the state's history afterwards says how many decisions there were.
    The histories are read while the clock stands still.
    """
    game = spiel.load_game(name)
    bots = [spiel.make_uniform_random_bot(seat, 1 + seat) for seat in range(game.num_players())]
    seeds = random.Random(1)

    def batch(games: int) -> tuple[float, int]:
        numbers = [seeds.getrandbits(31) for _ in range(games)]
        played = []
        start = time.process_time()
        for seed in numbers:
            state = game.new_initial_state()
            spiel.evaluate_bots(state, bots, seed)
            played.append(state)
        took = time.process_time() - start
        return took, sum(move.player >= 0 for state in played for move in state.full_history())

    return lambda seconds: play_for(seconds, batch)


def our_steps(name: str, players: int) -> Play:
    """`deal`, then `legal` and `play`, which checks each decision and keeps the history."""
    game = eminence.game(name)
    uniform = random.Random(1).random
    seeds = iter(range(1 << 62))

    def batch(games: int) -> tuple[float, int]:
        decisions = 0
        start = time.process_time()
        for _ in range(games):
            state = game.deal(next(seeds), players=players)
            while not state.over:
                legal = state.legal
                state.play(legal[int(uniform() * len(legal))])
                decisions += 1
            state.scores()
        return time.process_time() - start, decisions

    return lambda seconds: play_for(seconds, batch)


def spiel_steps(spiel: Any, name: str) -> Play:
    """`legal_actions` and `apply_action`; at chance nodes one of `chance_outcomes`, which here are equally likely."""
    game = spiel.load_game(name)
    uniform = random.Random(1).random
    check_uniform(game)

    def batch(games: int) -> tuple[float, int]:
        decisions = 0
        start = time.process_time()
        for _ in range(games):
            state = game.new_initial_state()
            while (player := state.current_player()) != TERMINAL:
                if player == CHANCE:
                    outcomes = state.chance_outcomes()
                    state.apply_action(outcomes[int(uniform() * len(outcomes))][0])
                else:
                    legal = state.legal_actions()
                    state.apply_action(legal[int(uniform() * len(legal))])
                    decisions += 1
            state.returns()
        return time.process_time() - start, decisions

    return lambda seconds: play_for(seconds, batch)


def check_uniform(game: Any) -> None:
    """Play a game and make sure that at every chance node all outcomes are equally likely."""
    state = game.new_initial_state()
    while (player := state.current_player()) != TERMINAL:
        if player == CHANCE:
            outcomes = state.chance_outcomes()
            if any(abs(chance * len(outcomes) - 1) > 1e-9 for _, chance in outcomes):
                raise ValueError("a chance node of the peer is not uniform; sample it by its probabilities")
            state.apply_action(outcomes[0][0])
        else:
            state.apply_action(state.legal_actions()[0])


def chess_steps(chess: Any) -> Play:
    """`list(board.legal_moves)` and `push`, until nothing is legal or the 75-move rule ends the game."""
    uniform = random.Random(1).random

    def batch(games: int) -> tuple[float, int]:
        decisions = 0
        start = time.process_time()
        for _ in range(games):
            board = chess.Board()
            while board.halfmove_clock < 150:
                legal = list(board.legal_moves)
                if not legal:
                    break
                board.push(legal[int(uniform() * len(legal))])
                decisions += 1
            board.result()
        return time.process_time() - start, decisions

    return lambda seconds: play_for(seconds, batch)
