"""Everything that somebody must not know is changed, and not one byte that the server sends them changes with it.

Whole games are played twice against the real application, without a network and without chance: once as dealt, and once
with another deal that agrees with all that one recipient sees. Everything sent to this recipient in all that time, and
the log and the metrics, must be equal: contents, sizes, number and order of messages.
"""

from __future__ import annotations

import asyncio
import io
import logging
import random
import re
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import msgspec
import pytest

from eminence import Game, State
from eminence.server import accounts, house, http_people, http_tables, hub, logs, socket
from eminence.server.app import Server, create_app
from eminence.server.house import House
from eminence.server.settings import Bots, Limits, ServerSettings
from eminence.table import Pictures
from tests.cases import Case
from tests.server.unplugged import Ear
from tests.test_secrecy import dealt, permuted, what_is_seen

SEED = "5e" * 32
CASES = [Case("richelieu-duel", 2), Case("richelieu", 3), Case("cardinal-cards", 4), Case("cardinal-board", 3)]
BOTS = {"richelieu": 2, "cardinal-board": 1}  # a seat of the house's
DAWN = 1_700_000_000_000


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
    state, script, asked = world.begin(), [], 0
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
        action = rng.randrange(state.game.actions)
        if view.why_not(action) is not None and not state.game.notation(action).startswith("#"):
            return state.game.notation(action)


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


def otherwise(case: Case, world: World, script: list[Op], viewer: int | None, rng: random.Random) -> World:
    """Another world that looks the same to the viewer: as much as possible changes places, as often as it can."""
    like = seen(world, script, viewer)
    assert like is not None
    now = World(world.game, world.players, dealt(rewound(world, history_of(script))), world.later)
    fixed, later = "second" in now.deal, world.later
    for _ in range(150):
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
    return now


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


# Playing.


class Stage:
    """A server without chance: the time, the ids and the deal are given, and the house's bots do as the script says."""

    def __init__(self, patch: pytest.MonkeyPatch, world: World) -> None:
        self.now = DAWN
        self.ids = 0
        self.cues: asyncio.Queue[str] = asyncio.Queue()
        self.bot_saw: list[bytes] = []
        for module in (hub, house, socket, accounts, http_people, http_tables):
            patch.setattr(module, "now", lambda: self.now)
        for module in (hub, accounts, http_people):
            patch.setattr(module, "new_id", self.new_id)
        patch.setattr(accounts, "secrets", self)
        original = Game.deal

        def deal(game: Game, seed: Any, *, players: int | None = None, start: int | str = 0) -> State:
            return world.begin() if seed == bytes.fromhex(SEED) else original(game, seed, players=players, start=start)

        async def think(house: House, bot: str, view: Any) -> str:
            self.bot_saw.append(view.dumps().encode())
            return await self.cues.get()

        patch.setattr(Game, "deal", deal)
        patch.setattr(House, "think", think)

    def new_id(self, length: int = 16) -> str:
        """The next id."""
        self.ids += 1
        return f"{self.ids:0{length}}"

    def token_urlsafe(self, length: int) -> str:
        """The next token."""
        return self.new_id(40)


LIMITS = Limits(
    messages_per_second=1e5, messages_burst=100_000, requests_per_second=1e5, requests_burst=100_000,
    chat_per_minute=10_000, identities_per_hour=1000, codes_per_hour=1000,
)  # fmt: skip


@dataclass
class Kept:
    """All that was sent in a game, by recipient, and what the host could read."""

    sent: dict[str, list[bytes]]
    log: str
    metrics: str

Play = tuple[Case, list[Op], int | None, bool]


async def play(patch: pytest.MonkeyPatch, world: World, play: Play, marks: set[int]) -> dict[int, Kept]:
    """Play a script, with everybody trying everything, and keep every byte; what was sent up to some moments."""
    case, script, bot, eager = play
    stage = Stage(patch, world)
    stream = io.StringIO()
    logs.configure("debug", "json", stream)
    settings = ServerSettings(database="sqlite://", bots=Bots(pace=0), limits=LIMITS)
    app = create_app(settings)
    server: Server = app.app.app.state.server  # type: ignore[attr-defined]
    await server.open()
    server.hub.secret_seed = lambda: SEED
    table, cast = await seated(app, case, bot)
    troupe = Troupe(app, server, stage, table, cast, bot)
    kept: dict[int, Kept] = {}
    try:
        for ear in cast.values():
            await ear.open()
            await ear.ask({"type": "watch", "table": table, "after": 0})
            await ear.ask({"type": "lobby"})
        for number, op in enumerate(script):
            stage.now += 1000
            await troupe.try_everything(number, op, eager)
            await troupe.perform(op)
            if number + 1 in marks:
                for ear in cast.values():
                    ear.take()
                sent = {name: ear.got[:] for name, ear in cast.items()} | {"house": stage.bot_saw[:]}
                kept[number + 1] = Kept(sent, hushed(stream.getvalue()), counted(server.metrics.render().decode()))
    finally:
        for ear in cast.values():
            await ear.close()
        await server.close()
    return kept


def hushed(log: str) -> str:
    """The log without the times that things took."""
    return re.sub(r'"(time|ms)":("[^"]*"|[0-9.]+)', r'"\1":0', log)


def counted(metrics: str) -> str:
    """The metrics without the times that things took."""
    return "\n".join(line for line in metrics.splitlines() if not re.match(r"\w+(_bucket|_sum|_created)\b", line))


async def seated(app: Any, case: Case, bot: int | None) -> tuple[str, dict[str, Ear]]:
    """People with names, and a table at which they sit. Seat 1 is a bot of somebody's, with a token."""
    cast: dict[str, Ear] = {}
    for name in [*(f"seat{seat}" for seat in range(case.players) if seat != bot), "spectator"]:
        ear = cast[name] = Ear(app)
        await ear.enter(name.capitalize(), token=name == "seat1")
    cast["stranger"] = Ear(app)
    chairs: list[Any] = [{"kind": "open"} for _ in range(case.players)]
    chairs[0] = {"kind": "mine"}
    if bot is not None:
        chairs[bot] = {"kind": "bot", "level": "abbot"}
    settings = {"game": case.name, "chairs": chairs, "public": True, "casual": False, "start": 0}
    made = await cast["seat0"].http("POST", "/api/tables", settings)
    table: str = made["id"]
    for seat in range(1, case.players):
        if seat != bot:
            ear = cast[f"seat{seat}"]
            await ear.open()
            assert (await ear.ask(do(table, "sit", seat=seat)))["type"] == "done"
            await ear.close()
    return table, cast


def do(table: str, kind: str, **rest: Any) -> dict[str, Any]:
    """A command."""
    return {"type": "do", "table": table, "command": {"kind": kind, **rest}}


class Troupe:
    """Those who perform a script, and all that they try besides."""

    def __init__(
        self, app: Any, server: Server, stage: Stage, table: str, cast: dict[str, Ear], bot: int | None
    ) -> None:
        self.app, self.server, self.stage, self.table, self.cast, self.bot = app, server, stage, table, cast, bot
        self.live = server.hub.tables[table]

    @property
    def talking(self) -> bool:
        """Whether something is still to be sent."""
        return any(not connection.outbox.empty() for connection in self.server.connections)

    async def quiet(self) -> None:
        """Wait until nothing happens any more."""
        async with asyncio.timeout(20):
            while self.live.stale or self.live.lock.locked() or self.talking:
                await asyncio.sleep(0)
        for _ in range(5):
            await asyncio.sleep(0)

    async def perform(self, op: Op) -> None:
        """What the script says."""
        table = self.live.table
        if op.seat == self.bot:
            wanted = table.seq + 1 + op.ends
            self.stage.cues.put_nowait(op.text)
            async with asyncio.timeout(20):
                while self.live.table.seq < wanted:
                    await asyncio.sleep(0.0005)
            await self.quiet()
            return
        commands = {
            "decide": do(self.table, "decide", seat=op.seat, at=table.count, decision=op.text, confirm=op.confirm),
            "undo": do(self.table, "undo", seat=op.seat, at=table.count),
            "confirm": do(self.table, "confirm", seat=op.seat, at=table.count),
            "takeback": do(self.table, "takeback", seat=op.seat),
        }
        await self.must(op.seat, commands[op.kind])
        if op.kind == "takeback":
            for seat in range(len(table.seats)):
                if seat not in (op.seat, self.bot):
                    await self.must(seat, do(self.table, "answer", seat=seat, agree=True))

    async def must(self, seat: int, message: dict[str, Any]) -> None:
        """Something that has to be done."""
        answer = await self.cast[f"seat{seat}"].ask(message)
        assert answer["type"] == "done", (message, answer)
        await self.quiet()

    async def try_everything(self, number: int, op: Op, eager: bool) -> None:
        """Everybody looks at everything that can be looked at, and tries what they may not do."""
        count = self.live.table.count
        for place, (name, ear) in enumerate(self.cast.items()):
            seat = int(name[4:]) if name.startswith("seat") else None
            turn = number + place
            if eager or turn % 4 == 0:
                await ear.http("GET", f"/api/tables/{self.table}")
            for message in self.forbidden(turn, seat, op, count):
                answer = await ear.ask(message)
                assert answer["type"] != "done", (name, message, answer)
            if turn % 5 == 0:
                for path in PAGES if eager and turn % 4 == 0 else PAGES[turn // 5 % len(PAGES) :][:1]:
                    await ear.http("GET", path.format(table=self.table))
                await ear.http("POST", f"/api/tables/{self.table}/review")
            if turn % 9 == 0:
                await ear.ask({"type": "unwatch", "table": self.table})
                await ear.ask({"type": "watch", "table": self.table, "after": (turn * 5) % (self.live.table.seq + 3)})
            if turn % 13 == 0:
                await ear.close()
                await ear.open()
                await ear.ask({"type": "watch", "table": self.table, "after": 0, "seat": turn % 5})
            if turn % 11 == 0 and seat is not None:
                assert (await ear.ask(do(self.table, "say", text=f"line {turn}")))["type"] == "done"
            await self.quiet()

    def forbidden(self, turn: int, seat: int | None, op: Op, count: int) -> list[dict[str, Any]]:
        """What this person may not do now."""
        mine = 0 if seat is None else seat
        other = (mine + 1) % len(self.live.table.seats)
        tried = [
            do(self.table, "decide", seat=other, at=count, decision=op.text or "A1", confirm=True),
            do(self.table, "decide", seat=mine, at=count + 1, decision=op.text or "A1"),
            do(self.table, "undo", seat=other, at=count),
            do(self.table, "confirm", seat=mine, at=count + 1),
            do(self.table, "answer", seat=mine, agree=True),
            do(self.table, "claim", seat=other),
            do(self.table, "sit", seat=other),
            do(self.table, "rematch"),
            do(self.table, "decide", seat=mine, at=count, decision=f"nonsense {turn}"[:20]),
            {"type": "hint", "table": self.table, "seat": mine},
            {"type": "watch", "table": "nowhere"},
            {"type": "undo", "seat": mine},
        ]
        chosen = [tried[turn % len(tried)]]
        if seat is not None and seat in op.wrong:
            chosen.append(do(self.table, "decide", seat=seat, at=count, decision=op.wrong[seat], confirm=True))
        return chosen


PAGES = [
    "/api/tables?show=watch",
    "/api/tables?show=mine",
    "/api/tables/{table}/record",
    "/api/tables/{table}/replay?seat=all",
    "/api/tables/{table}/replay?seat=0",
    "/api/tables/{table}/review",
    "/api/tables/{table}?seat=1",
    "/api/tables?show=finished&whose=mine",
    "/api/me/statistics",
    "/api/me",
]


@pytest.fixture(autouse=True)
def loggers() -> Iterator[None]:
    """The log of the tests as it was."""
    root, house_ = logging.getLogger(), logs.HOUSE
    kept = root.handlers[:], root.level, house_.level, threading.excepthook
    yield
    root.handlers[:], threading.excepthook = kept[0], kept[3]
    root.setLevel(kept[1])
    house_.setLevel(kept[2])
    logging.captureWarnings(False)


def compare(
    monkeypatch: pytest.MonkeyPatch, case: Case, seed: str, parts: tuple[float, ...], *, eager: bool, viewers: Any = None
) -> tuple[int, int]:
    """Play parts of a game in several worlds; gives how many messages and bytes were compared."""
    world, script, bot = prepared(case, seed)
    marks = {part: max(1, int(part * len(script))) for part in parts}

    def played(world: World, script: list[Op]) -> dict[int, Kept]:
        with monkeypatch.context() as patch:
            return asyncio.run(play(patch, world, (case, script, bot, eager), set(marks.values())))

    truth = played(world, script[: max(marks.values())])
    for kept in truth.values():
        assert not any(SEED.encode() in message for messages in kept.sent.values() for message in messages)
        assert SEED not in kept.log and SEED not in kept.metrics
    messages = size = 0
    for viewer in [*range(case.players), None] if viewers is None else viewers:
        for mark in marks.values():
            other = otherwise(case, world, script[:mark], viewer, random.Random(f"{seed}/{viewer}"))
            if other.deal | world.deal == other.deal:  # at the end there may be nothing left that is not known
                assert mark > 0.7 * len(script)
                continue
            ours, theirs = truth[mark], played(other, script[:mark])[mark]
            for name in {None: ["spectator", "stranger"], bot: ["house"]}.get(viewer, [f"seat{viewer}"]):
                assert_equal(name, ours.sent[name], theirs.sent[name])
                messages += len(ours.sent[name])
                size += sum(map(len, ours.sent[name]))
            assert ours.log == theirs.log
            assert ours.metrics == theirs.metrics
    return messages, size


def assert_equal(name: str, ours: list[bytes], theirs: list[bytes]) -> None:
    """Two lists of messages are equal; otherwise the first difference is told."""
    for number, (one, two) in enumerate(zip(ours, theirs, strict=False)):
        if one != two:
            at = next((i for i, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), min(len(one), len(two)))
            raise AssertionError(f"{name} message {number}: {one[max(0, at - 300):at + 60]!r} {two[at:at + 60]!r}")
    assert len(ours) == len(theirs), (name, len(ours), len(theirs))


@pytest.mark.parametrize("case", CASES, ids=str)
def test_no_byte_tells_a_secret(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    """One game each, seen by a player and by those who only watch."""
    messages, size = compare(monkeypatch, case, "one", (0.5,), eager=False, viewers=[1, None])
    assert messages > 500 and size > 500_000


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES, ids=str)
def test_no_byte_tells_a_secret_to_anybody(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every seat, the house's own bots, spectators and strangers, with a look at everything after every decision."""
    messages, size = compare(monkeypatch, case, "two", (1.0, 0.5), eager=True)
    assert messages > 1000 and size > 1_000_000


@pytest.mark.parametrize("way", ["content", "size", "count", "refusal", "log"])
def test_a_leak_would_be_noticed(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The test is not blind: a server that leaks in any of these ways fails it."""
    case = CASES[1]

    def secret(table: Any) -> int:
        return sum(i * face for i, face in enumerate(table.truth.facts()["face"])) % 7

    original, send, answer = Pictures.of, hub.Hub.broadcast, socket.Connection.answer

    def leaky(self: Pictures, user: Any, seat: Any = None) -> msgspec.Raw:
        shown, told = bytes(original(self, user, seat)), 0 if self.table.state is None else secret(self.table)
        return msgspec.Raw(shown[:-1] + (b',"x":%d}' % told if way == "content" else b" " * told + b"}"))

    def twice(self: Any, live: Any, lines: Any, *, talk: bool) -> None:
        for _ in range(1 + (live.table.state is not None and secret(live.table) > 3)):
            send(self, live, lines, talk=talk)

    async def tell(self: Any, raw: bytes) -> None:
        tables = [live.table for live in self.server.hub.tables.values() if live.table.state is not None]
        if way == "log":
            logs.log("heard", count=sum(map(secret, tables)))
        elif tables and b"nonsense" in raw and secret(tables[0]) > 3:
            raw = raw.replace(b"nonsense", b"nonsens")
        await answer(self, raw)

    if way in ("content", "size"):
        monkeypatch.setattr(Pictures, "of", leaky)
    elif way == "count":
        monkeypatch.setattr(hub.Hub, "broadcast", twice)
    else:
        monkeypatch.setattr(socket.Connection, "answer", tell)
    with pytest.raises(AssertionError):
        for seed in ("one", "three", "four"):
            compare(monkeypatch, case, seed, (0.3,), eager=False, viewers=[None])


# The time that bots take.


@pytest.mark.parametrize("level", ["page", "abbot", "cardinal", "eminence"])
def test_the_pause_of_a_bot_depends_on_its_level_alone(level: str) -> None:
    """Nothing of a position goes into it, and without a wish for haste it covers what the level needs."""
    assert House.pause.__code__.co_varnames[: House.pause.__code__.co_argcount] == ("self", "bot")

    async def pauses() -> set[float]:
        keeper = House(hub.Hub(None, None, None, ()), type("Bus", (), {"name": "x"})(), pace=0.35)  # type: ignore[arg-type]
        found = {keeper.pause(level) for _ in range(3)}
        keeper.pool.shutdown()
        return found

    [pause] = asyncio.run(pauses())
    assert pause >= 0.35


@pytest.mark.parametrize("thought", [0.0, 0.05, 0.12])
def test_a_decision_of_a_bot_comes_no_earlier_than_its_pause(thought: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether a bot decides at once or needs most of the pause, nobody hears of it before."""

    async def think(self: House, bot: str, view: Any) -> str:
        await asyncio.sleep(thought)
        return str(view.game.notation(view.legal[0]))

    monkeypatch.setattr(House, "think", think)

    async def waited() -> list[float]:
        app = create_app(ServerSettings(database="sqlite://", bots=Bots(pace=0.2), limits=LIMITS))
        server: Server = app.app.app.state.server  # type: ignore[attr-defined]
        await server.open()
        times: list[float] = []
        try:
            person = Ear(app)
            await person.enter("Anna")
            chairs = [{"kind": "mine"}, {"kind": "bot", "level": "page"}]
            made = await person.http("POST", "/api/tables", {"game": "richelieu-duel", "chairs": chairs, "start": 1})
            clock = asyncio.get_running_loop().time
            live = server.hub.tables[made["id"]]
            seq, begun = live.table.seq, clock()
            while live.table.acting == 1 and len(times) < 3:
                if live.table.seq > seq and not live.stale:
                    times.append(clock() - begun)
                    seq, begun = live.table.seq, clock()
                await asyncio.sleep(0.002)
        finally:
            await server.close()
        return times

    for time in asyncio.run(waited()):
        assert 0.19 <= time < 1.0
