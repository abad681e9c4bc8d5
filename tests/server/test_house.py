"""The house: its bots think without holding up anybody, clocks run, and a restart loses nothing."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import eminence
from eminence.bots import LEVELS
from eminence.server.house import RIVALS
from eminence.server.settings import Bots
from tests.server.client import MINE, OPEN, Client, Picture, Refused, Socket, bot, play
from tests.server.conftest import Newcomer
from tests.server.running import Inside, Process, inside, processes, settings_for
from tests.server.staged import lone_house

Connected = Callable[[Client], Socket]
WEEK = 7 * 86_400


def my_turn(shown: Picture) -> bool:
    """Whether one is asked, or all is over."""
    return shown["phase"] == "finished" or bool(shown["view"] and shown["view"]["legal"])


@pytest.mark.slow
@pytest.mark.parametrize("level", LEVELS)
def test_bots_of_every_level_sit_at_tables(house: Inside, people: Newcomer, connected: Connected, level: str) -> None:
    ann = people(house)
    table = ann.open("richelieu-duel", [MINE, bot(level)], start=1)
    socket = connected(ann)
    socket.watch(table)
    shown = socket.until(table, my_turn, wait=60)
    assert shown["count"] >= 1 and shown["players"][1]["bot"] == level
    assert {event["seat"] for event in socket.seen[table].events if event["kind"] == "decided"} == {1}


def test_within_a_turn_the_same_bot_is_asked() -> None:
    """Some bots go on from what they have found; but no more are remembered than there is room for."""

    async def asked() -> None:
        keeper = lone_house()
        state = eminence.game("richelieu").deal(3, players=4)
        first = keeper.rival("one", "cardinal", state.view(state.seat))
        while state.turn == 0:
            assert keeper.rival("one", "cardinal", state.view(state.seat)) is first
            state.play(state.legal[0])
        view = state.view(state.seat)
        later = keeper.rival("one", "cardinal", view)
        assert later is not first
        assert keeper.rival("two", "cardinal", view) is not later
        assert keeper.rival("one", "cardinal", view) is later
        for number in range(RIVALS):
            keeper.rival(f"other {number}", "cardinal", view)
        assert len(keeper.rivals) == RIVALS and "one" not in keeper.rivals
        assert keeper.rival("one", "bishop", view) is not keeper.rival("one", "cardinal", view)
        keeper.pool.shutdown()

    asyncio.run(asked())


def test_a_bot_takes_its_time(tmp_path: Path) -> None:
    with inside(tmp_path, bots=Bots(pace=0.3, threads=1)) as running:
        ann = Client(running.url, "Ann")
        with ann.socket() as socket:
            table = ann.open("richelieu-duel", [MINE, bot()], start=1)
            socket.watch(table)
            socket.until(table, my_turn)
            log = socket.seen[table].log
            begun = next(line["at"] for line in log if line["event"]["kind"] == "started")
            decided = [line["at"] for line in log if line["event"]["kind"] == "decided"]
            assert all(late - early >= 290 for early, late in zip([begun, *decided], decided, strict=False))


@pytest.mark.slow
def test_thinking_holds_up_nobody(tmp_path: Path) -> None:
    """While the strongest bots think at several tables, people at another one are answered at once."""
    with inside(tmp_path, bots=Bots(pace=0, threads=1, queue=3)) as running:
        ann, ben = Client(running.url, "Ann"), Client(running.url, "Ben")
        for _ in range(5):
            ben.open("cardinal-board", [MINE, bot("eminence"), bot("eminence")], start=1)
        table = ann.open("richelieu", [MINE, MINE])
        with ann.socket() as socket:
            socket.watch(table)
            waits = []
            for _ in range(15):
                begun = time.monotonic()
                socket.decide(table, random.Random(1))
                waits.append(time.monotonic() - begun)
            assert sorted(waits)[7] < 0.5, waits


def test_a_short_queue_serves_all_tables(tmp_path: Path) -> None:
    with inside(tmp_path, bots=Bots(pace=0, threads=1, queue=1)) as running:
        ann = Client(running.url, "Ann")
        with ann.socket() as socket:
            tables = [ann.open("richelieu-duel", [MINE, bot()], start=1) for _ in range(3)]
            for table in tables:
                socket.watch(table)
            for table in tables:
                assert socket.until(table, my_turn)["count"] >= 1


def test_tables_nobody_came_to_are_closed(tmp_path: Path) -> None:
    with inside(tmp_path) as running:
        ann = Client(running.url, "Ann")
        table = ann.open("richelieu", [MINE, OPEN], public=True)
        with ann.socket() as socket:
            socket.watch(table)
            running.clock.pass_by(WEEK + 1)
            socket.until(table, lambda p: p["phase"] == "closed")
        assert ann.get("/api/tables")["tables"] == []


@pytest.mark.slow
@pytest.mark.process
@pytest.mark.parametrize("how", ["stop", "kill"])
def test_a_restart_loses_nothing(tmp_path: Path, how: str) -> None:
    """Bots in the middle of their thoughts, a turn half made, an offer: all is there again, on the same port."""
    settings = settings_for(tmp_path, bots=Bots(pace=0.15, threads=1))
    with processes(settings, folder=tmp_path) as (server,):
        ann, ben = Client(server.url, "Ann"), Client(server.url, "Ben")
        with_bots = ann.open("cardinal-cards", [MINE, bot(), bot()], start=0)
        alone = ann.open("cardinal-board", [MINE, OPEN, OPEN], start=0)
        socket, other = ann.socket(), ben.socket()
        for table in (with_bots, alone):
            socket.watch(table)
        other.watch(alone)
        for seat in (1, 2):
            other.do(alone, "sit", seat=seat)
        socket.until(alone, lambda p: p["phase"] == "playing")
        play(alone, [socket, other], random.Random(1), turns=2)
        socket.do(alone, "takeback", seat=0)
        rng = random.Random(2)
        while with_bots_turn(socket, with_bots):
            socket.decide(with_bots, rng)
        other.until(alone, lambda p: p["offer"] is not None)
        other.decide(alone, rng, confirm=False)
        half = other.seen[alone].picture
        known = socket.seen[with_bots].seq
        if how == "stop":
            assert server.stop() == 0
            for one in (socket, other):
                one.ended()
                assert one.closed in (1001, 1012), "going away, or restarting"
        else:
            server.kill()
            socket.ended()
            assert socket.closed is None
        server.start()
        again, once = ann.socket(), ben.socket()
        assert once.watch(alone) == half
        assert once.request("watch", table=alone, after=once.seen[alone].seq)["log"] == []
        begun = time.monotonic()
        again.watch(with_bots)
        assert again.seen[with_bots].seq >= known
        again.until(with_bots, my_turn)
        assert time.monotonic() - begun < 8, "the bots go on by themselves, soon"
        once.do(alone, "answer", seat=1, agree=True)
        again.watch(alone)
        assert play(with_bots, [again], rng, turns=6)["phase"] == "playing"
        again.close()
        once.close()


def with_bots_turn(socket: Socket, table: str) -> bool:
    """Whether it is still one's own turn."""
    shown = socket.seen[table].picture
    return bool(shown["view"]["seat"] == 0 and shown["phase"] == "playing")


@pytest.mark.process
def test_the_same_file_serves_one_server(tmp_path: Path) -> None:
    first = settings_for(tmp_path)
    with processes(first, folder=tmp_path) as (server,):
        Client(server.url, "Ann")
        second = Process(settings_for(tmp_path), tmp_path / "second")
        with pytest.raises(RuntimeError, match=r"uses .*eminence\.db already"):
            second.start()
        assert Client(server.url).get("/api/me")["user"] is None


def test_a_branch_is_played_against_bots(house: Inside, people: Newcomer, connected: Connected) -> None:
    """A finished game taken up again: the same turns so far, then one's own."""
    ann, ben = people(house), people(house)
    table = ann.open("richelieu", [MINE, MINE], leavers="end")
    socket = connected(ann)
    socket.watch(table)
    play(table, [socket], random.Random(1), turns=4)
    path = f"/api/tables/{table}/branch"
    for client, body, code in (
        (ann, {"turn": 2, "seat": 0}, "not-finished"),
        (Client(house.url), {"turn": 2, "seat": 0}, "who-are-you"),
    ):
        with pytest.raises(Refused) as caught:
            client.post(path, body)
        assert caught.value.code in (code, "not-now")
    socket.do(table, "resign", seat=0)
    steps = ann.get(f"/api/tables/{table}/replay", seat="1")["steps"]
    branch = ben.post(path, {"turn": 2, "seat": 1, "level": "page"})["id"]
    other = connected(ben)
    shown = other.watch(branch)
    assert shown["yours"] == [1] and shown["players"][0]["bot"] == "page"
    assert shown["view"]["turn"] >= 2 and shown["view"]["viewer"] == 1
    assert steps[2]["view"]["turn"] == 2
    wrong: list[dict[str, object]] = [{"turn": 2000, "seat": 0}, {"turn": 0, "seat": 4}, {"turn": 0}]
    for request in (*wrong, {"turn": 0, "seat": 0, "level": "kasparov"}):
        with pytest.raises(Refused) as caught:
            ben.post(path, request)
        assert 400 <= caught.value.status < 500
    assert play(branch, [other], random.Random(2))["phase"] == "finished"
    assert ben.get("/api/me/statistics")["games"] == [], "what was tried out does not count"
