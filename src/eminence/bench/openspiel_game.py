"""Our games as games of OpenSpiel, and OpenSpiel's own information-set search playing them.

    import eminence.bench.openspiel_game
    game = pyspiel.load_game("python_eminence(game=richelieu-duel,players=2)")

OpenSpiel's C++ ISMCTS bot cannot play a game written in Python: it samples worlds by `State::ResampleFromInfostate`,
which OpenSpiel does not pass on to Python, and its other way, a callback, is not open from Python either. (In version
2.0.2 its C++ searches crash with games in Python, also with its own `python_kuhn_poker`.) The Python ISMCTS
bot can, and that is what `OpenSpielBot` uses, unchanged. So that the opponent is as strong as it can be, what is asked
often is answered in Python without a detour through C++, and the random games to the end run on our state.

OpenSpiel is needed to import this module: `pip install 'eminence[bench]'`.
"""

from __future__ import annotations

import importlib
import marshal
import random
from collections.abc import Callable
from time import monotonic
from typing import Any

import eminence
from eminence.bots.budget import Budget
from eminence.rules import codes
from eminence.rules.state import State
from eminence.view import View

pyspiel: Any = importlib.import_module("pyspiel")

NAME = "python_eminence"
DEALS = 1024  # among which the only chance node of a game chooses
LONGEST = 1024  # decisions of a game, more than any takes
EFFORT = 1000  # simulations, where no budget is given
EXPLORE = 1.4  # as our own search, whose rewards go from 0 to 1 and not from -1 to 1

CHANCE = -1  # pyspiel.PlayerId.CHANCE
TERMINAL = -4  # pyspiel.PlayerId.TERMINAL

PARAMETERS = {"game": "richelieu-duel", "players": 2, "deals": DEALS}

TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="Majority games by Michael Schacht",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.GENERAL_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=5,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=False,
    parameter_specification=PARAMETERS,
)


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """One of our games at a table of a certain size. Chance decides once, which deal is played."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        chosen = {**PARAMETERS, **(params or {})}
        self.rules = eminence.game(chosen["game"])
        self.seats: int = chosen["players"]
        self.rules.check_players(self.seats)
        self.deals: int = chosen["deals"]
        info = pyspiel.GameInfo(
            num_distinct_actions=codes.BOARD_ACTIONS if self.rules.id == "cardinal-board" else codes.DISPLAY_ACTIONS,
            max_chance_outcomes=self.deals,
            num_players=self.seats,
            min_utility=-1.0,
            max_utility=1.0,
            max_game_length=LONGEST,
        )
        super().__init__(TYPE, info, params or {})

    def new_initial_state(self) -> SpielState:
        """Before the deal."""
        return SpielState(self)

    def at(self, truth: State) -> SpielState:
        """A state of ours, which it takes over, as one of OpenSpiel's. Its history there begins here."""
        state = SpielState(self)
        state.truth = truth
        return state

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """What asks for strings from C++."""
        return Observer(iig_obs_type is not None and iig_obs_type.perfect_recall)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A state of ours with OpenSpiel's methods; `truth` is None before the deal."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.truth: State | None = None
        self._told: tuple[int, str] | None = None

    def current_player(self) -> int:
        if self.truth is None:
            return CHANCE
        return TERMINAL if self.truth.over else self.truth.seat

    def is_terminal(self) -> bool:
        return self.truth is not None and bool(self.truth.over)

    def is_chance_node(self) -> bool:
        return self.truth is None

    def chance_outcomes(self) -> list[tuple[int, float]]:
        deals = self.get_game().deals
        return [(seed, 1.0 / deals) for seed in range(deals)]

    def legal_actions(self, player: int | None = None) -> list[int]:
        """In ascending order; empty for a player who is not to act."""
        if self.truth is None:
            return list(range(self.get_game().deals)) if player in (None, CHANCE) else []
        return self._legal_actions(self.truth.seat) if player in (None, self.truth.seat) else []

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.truth.legal) if self.truth is not None else []

    def _apply_action(self, action: int) -> None:
        self._told = None
        if self.truth is None:
            game = self.get_game()
            self.truth = game.rules.deal(action, players=game.seats)
        else:
            self.truth.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return f"deal {action}" if player == CHANCE else self.get_game().rules.notation(action)

    def returns(self) -> list[float]:
        if self.truth is None or not self.truth.over:
            return [0.0] * self.num_players()
        return rewards(self.truth)

    def information_state_string(self, player: int | None = None) -> str:
        """All that a player has seen and decided; the player to act if none is named."""
        player = self.current_player() if player is None else player
        if self._told is None or self._told[0] != player:
            self._told = player, told(self.truth, player, recall=True)
        return self._told[1]

    def observation_string(self, player: int | None = None) -> str:
        """What a player sees now, however it came about."""
        return told(self.truth, self.current_player() if player is None else player, recall=False)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """A state that the player cannot tell from this one."""
        bits = 0
        for _ in range(5):
            bits = bits << 52 | int(sampler() * (1 << 52))
        assert self.truth is not None, "nothing is dealt yet"
        return self.get_game().at(self.truth.view(player).resample(random.Random(bits)))  # type: ignore[no-any-return]

    def __str__(self) -> str:
        return "not dealt" if self.truth is None else str(self.truth)


class Observer:
    """Strings for C++; there are no tensors."""

    tensor = None

    def __init__(self, recall: bool) -> None:
        self.recall = recall
        self.dict: dict[str, Any] = {}

    def set_from(self, state: SpielState, player: int) -> None:
        """Nothing to write."""

    def string_from(self, state: SpielState, player: int) -> str:
        return told(state.truth, player, recall=self.recall)


def told(truth: State | None, player: int, *, recall: bool) -> str:
    """What a player knows, as a string that is equal if and only if the knowledge is.

    It is made for comparing: plain data in Python's compact form, which takes a fifth of the time of a readable one.
    """
    if truth is None:
        return f"{player}"
    erased = truth.copy()
    erased.hide(player)
    facts = (player, truth.seat, truth.turn, erased.facts(), truth.history if recall else None)
    return marshal.dumps(facts, 2).decode("latin-1")  # version 2: no references, so equal data give equal bytes


def rewards(state: State) -> list[float]:
    """What an ended game is worth to each seat, from -1 to 1, with 0 as the sum of two.

    As in our own search: three quarters are for winning, the rest for the margin.
    """
    scores, ranks = state.scores(), state.ranks()
    winners = ranks.count(1)
    found = []
    for seat, score in enumerate(scores):
        margin = score - max(scores[:seat] + scores[seat + 1 :])
        share = 0.75 / winners if ranks[seat] == 1 else 0.0
        found.append(2 * (share + 0.125 + 0.125 * margin / (15.0 + abs(margin))) - 1)
    return found


class Rollouts:
    """An evaluator for OpenSpiel's searches: one random game to the end, on our own state."""

    def __init__(self, rng: random.Random) -> None:
        self.uniform = rng.random

    def evaluate(self, state: SpielState) -> list[float]:
        """The rewards at the end."""
        assert state.truth is not None, "nothing is dealt yet"
        world = state.truth.copy()
        uniform, play = self.uniform, world.play
        while not world.over:
            legal = world.legal
            play(legal[int(uniform() * len(legal))])
        return rewards(world)

    def prior(self, state: SpielState) -> list[tuple[int, float]]:
        """All decisions alike."""
        legal = state.legal_actions()
        return [(action, 1.0 / len(legal)) for action in legal]


class Enough(Exception):  # noqa: N818 - it is no error
    """The time is used up."""


class OpenSpielBot:
    """OpenSpiel's Python ISMCTS with one random game to the end an iteration.

    `plain` takes the random games, too, from OpenSpiel (`RandomRolloutEvaluator`), decision by decision through its
    interface, which is a good deal slower. `simulations` says how many the last decision took.
    """

    def __init__(self, rng: random.Random, budget: Budget, *, plain: bool = False) -> None:
        self.rng = rng
        self.budget = budget
        self.plain = plain
        self.simulations = 0
        self._games: dict[tuple[str, int], SpielGame] = {}

    def choose(self, view: View) -> int:
        legal = view.legal
        if len(legal) == 1:
            return legal[0]
        end = monotonic() + self.budget.time if self.budget.time else None
        effort = self.budget.effort or (10**8 if end else EFFORT)
        self.simulations = 0
        game = self._game(view)
        root = game.at(view.resample(self.rng))
        search = self._search(game, max(effort, 2))  # the first one only opens the root

        def world(state: SpielState, player: int) -> SpielState:
            if end is not None and self.simulations >= 2 and monotonic() >= end:
                raise Enough
            self.simulations += 1
            return game.at(view.resample(self.rng))

        search.set_resampler(world)
        try:
            policy = search.get_policy(root)
        except Enough:
            policy = search.get_final_policy(root, search.lookup_node(root))
        best = max(chance for _, chance in policy)
        return self.rng.choice([int(action) for action, chance in policy if chance == best])

    def _game(self, view: View) -> SpielGame:
        """The frame for a view's game. Options and box do not matter to it: the states bring their own."""
        key = (view.game.id, view.players)
        if key not in self._games:
            self._games[key] = SpielGame({"game": view.game.id, "players": view.players})
        return self._games[key]

    def _search(self, game: SpielGame, effort: int) -> Any:
        """A new search of OpenSpiel's."""
        numpy = importlib.import_module("numpy")
        ismcts = importlib.import_module("open_spiel.python.algorithms.ismcts")
        chance = numpy.random.RandomState(self.rng.getrandbits(32))
        if self.plain:
            mcts = importlib.import_module("open_spiel.python.algorithms.mcts")
            evaluator = mcts.RandomRolloutEvaluator(1, chance)
        else:
            evaluator = Rollouts(self.rng)
        return ismcts.ISMCTSBot(game, evaluator, EXPLORE, effort, random_state=chance)


pyspiel.register_game(TYPE, SpielGame)
