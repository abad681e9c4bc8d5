"""Plays a script against the real application, without a network and without chance, and keeps every byte."""

from __future__ import annotations

import asyncio
import io
import re
from dataclasses import dataclass
from typing import Any

import pytest

from eminence import Game, State
from eminence.server import accounts, house, http_people, http_tables, hub, logs, socket
from eminence.server.app import Server, create_app
from eminence.server.house import House
from eminence.server.settings import Bots, Limits, ServerSettings
from tests.cases import Case
from tests.server.unplugged import Ear
from tests.server.worlds import Op, World

SEED = "5e" * 32
DAWN = 1_700_000_000_000


def lone_house() -> House:
    """A house without tables, to be asked how it would go about them."""
    return House(hub.Hub(None, None, None, ()), type("Bus", (), {"name": "x"})())  # type: ignore[arg-type]


class Stage:
    """A server without chance: the time, the ids and the deal are given, and the house's bots do as the script says."""

    def __init__(self, patch: pytest.MonkeyPatch, world: World) -> None:
        self.now = DAWN
        self.ids = 0
        self.cue: tuple[list[int], str] | None = None
        self.bot_saw: list[bytes] = []
        for module in (hub, house, socket, accounts, http_people, http_tables):
            patch.setattr(module, "now", lambda: self.now)
        for module in (hub, accounts, http_people):
            patch.setattr(module, "new_id", self.new_id)
        patch.setattr(accounts, "secrets", self)
        original = Game.deal

        def deal(game: Game, seed: Any, *, players: int | None = None, start: int | str = 0) -> State:
            return world.begin() if seed == bytes.fromhex(SEED) else original(game, seed, players=players, start=start)

        async def think(house: House, table: str, name: str, view: Any) -> str:
            self.bot_saw.append(view.dumps().encode())
            while self.cue is None:
                await asyncio.sleep(0.0005)
            history, text = self.cue
            if history != view.history:  # thought about a position that was taken back
                return str(view.game.notation(view.legal[0]))
            self.cue = None
            return text

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
        waiting = [connection.outbox.waiting for connection in self.server.connections]
        return any(queue is not None and not queue.empty() for queue in waiting)

    async def quiet(self) -> None:
        """Wait until nothing happens any more."""
        async with asyncio.timeout(20):
            while self.live.stale or self.live.lock.locked() or self.talking:
                await asyncio.sleep(0.0003)
        for _ in range(5):
            await asyncio.sleep(0)

    async def perform(self, op: Op) -> None:
        """What the script says."""
        table = self.live.table
        if op.seat == self.bot:
            wanted = table.seq + 1 + op.ends
            self.stage.cue = table.truth.history, op.text
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

    def impossible(self, seat: int, text: str) -> str:
        """A decision that a seat cannot make: the given one, unless it is possible in this world."""
        game, view = self.live.table.game, self.live.table.truth.view(seat)
        if view.why_not(game.parse(text)) is not None:
            return text
        return next(game.notation(a) for a in range(game.actions) if view.why_not(a) is not None)

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
            decision = self.impossible(seat, op.wrong[seat])
            chosen.append(do(self.table, "decide", seat=seat, at=count, decision=decision, confirm=True))
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
