"""Everything that somebody must not know is changed, and not one byte that the server sends them changes with it.

Whole games are played twice against the real application, without a network and without chance: once as dealt, and once
with another deal that agrees with all that one recipient sees. Everything sent to this recipient in all that time, and
the log and the metrics, must be equal: contents, sizes, number and order of messages.
"""

from __future__ import annotations

import asyncio
import logging
import random
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from eminence.server import hub, logs, socket
from eminence.server.app import Server, create_app
from eminence.server.house import House
from eminence.server.settings import Bots, ServerSettings
from eminence.table import Pictures
from tests.cases import Case
from tests.server.staged import LIMITS, SEED, Kept, lone_house, play
from tests.server.unplugged import Ear
from tests.server.worlds import Op, World, otherwise, prepared

CASES = [Case("richelieu-duel", 2), Case("richelieu", 3), Case("cardinal-cards", 3), Case("cardinal-board", 3)]


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
    monkeypatch: pytest.MonkeyPatch,
    case: Case,
    seed: str,
    parts: tuple[float, ...],
    *,
    eager: bool,
    viewers: Any = None,
) -> tuple[int, int]:
    """Play a game in several worlds, up to the last of some moments at which the viewer does not know everything.

    Gives how many messages and bytes were compared.
    """
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
            if other is None:  # there may be nothing left that is not known
                continue
            ours, theirs = truth[mark], played(other, script[:mark])[mark]
            for name in {None: ["spectator", "stranger"], bot: ["house"]}.get(viewer, [f"seat{viewer}"]):
                assert_equal(name, ours.sent[name], theirs.sent[name])
                messages += len(ours.sent[name])
                size += sum(map(len, ours.sent[name]))
            assert ours.log == theirs.log
            assert ours.metrics == theirs.metrics
            break
    return messages, size


def assert_equal(name: str, ours: list[bytes], theirs: list[bytes]) -> None:
    """Two lists of messages are equal; otherwise the first difference is told."""
    for number, (one, two) in enumerate(zip(ours, theirs, strict=False)):
        if one != two:
            at = next((i for i, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), min(len(one), len(two)))
            raise AssertionError(f"{name} message {number}: {one[max(0, at - 300) : at + 60]!r} {two[at : at + 60]!r}")
    assert len(ours) == len(theirs), (name, len(ours), len(theirs))


@pytest.mark.parametrize("case", CASES, ids=str)
def test_no_byte_tells_a_secret(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    """One game each, seen by a player and by those who only watch."""
    messages, size = compare(monkeypatch, case, "one", (0.35,), eager=False, viewers=[1, None])
    assert messages > 300 and size > 200_000


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES, ids=str)
def test_no_byte_tells_a_secret_to_anybody(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every seat, the house's own bots, spectators and strangers; and one whole game up to its last decision."""
    messages, size = compare(monkeypatch, case, "two", (0.25,), eager=case.players == 2)
    more, further = compare(monkeypatch, case, "three", (1.0, 0.7, 0.5), eager=False, viewers=[0, None])
    assert messages > 400 and more > 800 and size + further > 2_000_000


@pytest.mark.parametrize("way", ["content", "size", "count", "refusal", "log"])
def test_a_leak_would_be_noticed(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The test is not blind: a server that leaks in any of these ways fails it."""
    case = CASES[1]

    def secret(table: Any) -> int:
        faces: list[int] = table.truth.facts()["face"]
        return sum(i * face for i, face in enumerate(faces)) % 7

    original, send, answer = Pictures.of, hub.Hub.broadcast, socket.Connection.answer

    def leaky(self: Pictures, user: Any, seat: Any = None) -> bytes:
        shown, told = original(self, user, seat), 0 if self.table.state is None else secret(self.table)
        return shown[:-1] + (b',"x":%d}' % told if way == "content" else b" " * told + b"}")

    def twice(self: Any, live: Any, lines: Any, *, talk: bool) -> None:
        for _ in range(1 + (live.table.state is not None and secret(live.table) > 3)):
            send(self, live, lines, talk=talk)

    async def tell(self: Any, raw: bytes) -> None:
        tables = [live.table for live in self.server.hub.tables.values() if live.table.state is not None]
        if way == "log":
            logs.log("heard", count=sum(map(secret, tables)))
        elif tables and secret(tables[0]) > 3:
            raw = raw.replace(b"nowhere", b"elsewhere")
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
        keeper = lone_house()
        found = {keeper.pause(level) for _ in range(3)}
        keeper.pool.shutdown()
        return found

    [pause] = asyncio.run(pauses())
    assert pause >= 0.35


@pytest.mark.parametrize("thought", [0.0, 0.05, 0.12])
def test_a_decision_of_a_bot_comes_no_earlier_than_its_pause(thought: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether a bot decides at once or needs most of the pause, nobody hears of it before."""

    async def think(self: House, table: str, name: str, view: Any) -> str:
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
