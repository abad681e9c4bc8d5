"""Games as dealt, and other deals that look the same to somebody: what a recipient must not know is changed."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any

from eminence import Game, State
from tests.cases import Case
from tests.test_secrecy import dealt, permuted, what_is_seen

BOTS = {"richelieu": 2, "cardinal-board": 1}  # a seat of the house's


@dataclass(frozen=True)
class World:
    """A deal, and the chance that comes later."""

    game: Game
    players: int
    deal: dict[str, Any]
    later: list[int]

    def begin(self) -> State:
        return self.game.begin(self.deal, players=self.players, start=0, later=self.later)


@dataclass(frozen=True)
class Op:
    """Something that is done at the table; the same in both worlds."""

    kind: str  # decide confirm undo takeback
    seat: int
    text: str = ""
    action: int = -1
    ends: bool = False
    confirm: bool = False
    to: int = 0
    wrong: dict[int, str] = field(default_factory=dict)
    """For each seat a decision that this seat knows to be impossible, tried first."""


def written(world: World, bot: int | None, rng: random.Random) -> list[Op]:
    """A game up to its last decision, with second thoughts."""
    script: list[Op] = []
    state, asked = world.begin(), 0
    people = [seat for seat in range(world.players) if seat != bot]
    while True:
        action = rng.choice(state.legal)
        trial = state.copy()
        trial.play(action)
        if trial.over:
            return script
        seat, ends = state.seat, trial.turn != state.turn
        wrong = {viewer: wrong_for(state, viewer, rng) for viewer in people}
        confirm = seat == bot or rng.random() < 0.5
        text = world.game.notation(action)
        script.append(Op("decide", seat, text, action, ends, confirm, wrong=wrong))
        if ends and not confirm and rng.random() < 0.3:
            script.append(Op("undo", seat))
            continue
        if ends and not confirm:
            script.append(Op("confirm", seat))
        seen = trial.view(seat).disclosed == state.view(seat).disclosed
        if not ends and seat != bot and seen and rng.random() < 0.3:
            script.append(Op("undo", seat))
            continue
        state = trial
        if ends and asked < 2 and state.turn > 4 and rng.random() < 0.1:
            asked += 1
            asker = rng.choice(people)
            to = last_turn(state, asker)
            if to is not None:
                script.append(Op("takeback", asker, to=to))
                state = rewound(world, state.history[:to])


def last_turn(state: State, seat: int) -> int | None:
    """How many decisions there were before the last turn of a seat."""
    to, found = 0, None
    for who, actions in state.turns:
        if who == seat:
            found = to
        to += len(actions)
    return found


def wrong_for(state: State, viewer: int, rng: random.Random) -> str:
    """A decision that is impossible, as far as the viewer knows."""
    view = state.view(viewer)
    while True:
        action = rng.randrange(view.game.actions)
        if view.why_not(action) is not None and not view.game.notation(action).startswith("#"):
            return str(view.game.notation(action))


def rewound(world: World, history: list[int]) -> State:
    """The position after some decisions."""
    state = world.begin()
    for action in history:
        state.play(action)
    return state


def seen(world: World, script: list[Op], viewer: int | None, like: list[Any] | None = None) -> list[Any] | None:
    """What a viewer sees, by the rules and without the code of views; None if the script is impossible or not alike."""
    state, found = world.begin(), []
    pending: State | None = None
    before = state
    for op in script:
        match op.kind:
            case "decide":
                if state.why_not(op.action) is not None:
                    return None
                trial = state.copy()
                trial.play(op.action)
                if trial.over or (trial.turn != state.turn) != op.ends:
                    return None
                before = state
                if op.ends and not op.confirm:
                    pending = trial
                else:
                    state = trial
            case "undo":
                state, pending = (state, None) if pending is not None else (before, None)
            case "confirm":
                assert pending is not None
                state, pending = pending, None
            case "takeback":
                state = rewound(world, state.history[: op.to])
        found.append((what_is_seen(state, viewer), state.turn))
        if like is not None and found[-1] != like[len(found) - 1]:
            return None
    return found


def otherwise(case: Case, world: World, script: list[Op], viewer: int | None, rng: random.Random) -> World | None:
    """Another world that looks the same to the viewer: as much as possible changes places; None if nothing can."""
    like = seen(world, script, viewer)
    assert like is not None
    now = base = World(world.game, world.players, dealt(rewound(world, history_of(script))), world.later)
    fixed, later = "second" in now.deal, world.later
    for _ in range(300):
        deal = permuted(case, now.deal, rng)
        other = World(world.game, world.players, deal, now.later if fixed else rng.sample(later, len(later)))
        try:
            if seen(other, script, viewer, like) is None:
                continue
            if fixed and second_of(other, script) != deal["second"]:
                continue
        except ValueError:  # the second pile cannot come of this deal
            continue
        now = other
    return None if now.deal == base.deal else now


def second_of(world: World, script: list[Op]) -> list[str]:
    """The second pile that there really is in a world."""
    found: list[str] = dealt(rewound(world, history_of(script)))["second"]
    return found


def history_of(script: list[Op]) -> list[int]:
    """The decisions that stand after a script."""
    history: list[int] = []
    for op in script:
        if op.kind == "decide":
            history.append(op.action)
        elif op.kind == "undo":
            history.pop()
        elif op.kind == "takeback":
            del history[op.to :]
    return history


def prepared(case: Case, seed: str) -> tuple[World, list[Op], int | None]:
    """A world and a script for it."""
    rng = random.Random(f"{case}/{seed}")
    bot = BOTS.get(case.name)
    fresh = case.deal(seed)
    later = fresh.later_words() if hasattr(fresh, "later_words") else []
    assert fresh.dealt is not None
    world = World(case.game, case.players, fresh.dealt, later)
    script = written(world, bot, rng)
    return world, script, bot
