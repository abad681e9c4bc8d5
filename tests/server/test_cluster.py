"""Two server processes with PostgreSQL and Redis, without sticky sessions: whoever is connected where."""

from __future__ import annotations

import asyncio
import random
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest

from eminence.server.store import upgrade
from tests.server.client import MINE, OPEN, Client, Refused, Socket, bot, play
from tests.server.running import Process, processes, settings_for
from tests.server.services import Postgres, Service, postgres, redis

pytestmark = [pytest.mark.slow, pytest.mark.process]
pytest.importorskip("asyncpg")
pytest.importorskip("redis")
Connected = Callable[[Client], Socket]


@dataclass
class Cluster:
    """Two servers, and what is behind them."""

    left: Process
    right: Process
    database: Postgres
    bus: Service


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    folder = tmp_path_factory.mktemp("cluster")
    with postgres() as database, redis() as bus:
        url = database.database()
        asyncio.run(upgrade(url))
        several = [settings_for(folder, database=url, bus=bus.url, origins=()) for _ in range(2)]
        with processes(*several, folder=folder) as (left, right):
            yield Cluster(left, right, database, bus)


def both(cluster: Cluster, name: str) -> tuple[Client, Client]:
    """The same browser at both processes, as a load balancer would have it."""
    here = Client(cluster.left.url, name)
    return here, here.at(cluster.right.url)


@pytest.mark.parametrize("game", ["richelieu-duel", "cardinal-board"])
def test_a_whole_game_across_processes(cluster: Cluster, connected: Connected, game: str) -> None:
    """Ann is here, Ben is there, bots between them act once, somebody watches at each."""
    ann, ben = Client(cluster.left.url, "Ann"), Client(cluster.right.url, "Ben")
    bots = 0 if game == "richelieu-duel" else 1
    table = ann.open(game, [MINE, OPEN, *[bot()] * bots])
    first, second = connected(ann), connected(ben)
    guests = [connected(Client(url)) for url in (cluster.left.url, cluster.right.url)]
    first.watch(table)
    for socket in (second, *guests):
        socket.watch(table)
    for socket in (first, second, *guests):
        socket.present(table, {ann.id, ben.id}, wait=5)
    second.do(table, "sit", seat=1)
    first.until(table, lambda p: p["phase"] == "playing")
    first.do(table, "say", text="good luck")
    last = play(table, [first, second], random.Random(game))
    assert last["phase"] == "finished"
    for socket in (first, second, *guests):
        socket.until(table, lambda p: p["phase"] == "finished")
        socket.drain()
        assert socket.seen[table].log == first.seen[table].log
    # Every decision once: the log replays, and nobody decided out of turn.
    counts = [event["kind"] for event in first.seen[table].events]
    assert counts.count("finished") == counts.count("started") == 1
    texts = {client.request("GET", f"/api/tables/{table}/record").text for client in (ann, ben)}
    assert len(texts) == 1
    second.close()
    first.present(table, {ann.id}, wait=5)


def test_one_person_uses_both_processes(cluster: Cluster, connected: Connected) -> None:
    here, there = both(cluster, "Ann")
    table = here.open("richelieu", [MINE, MINE], public=True, start=0)
    assert there.get(f"/api/tables/{table}")["picture"]["phase"] == "playing"
    sockets = [connected(here), connected(there)]
    for socket in sockets:
        socket.watch(table)
    rng = random.Random(1)
    for number in range(20):
        socket = sockets[number % 2]
        socket.until(table, lambda p, number=number: p["count"] == number)  # type: ignore[misc]
        socket.decide(table, rng)
        fresh = (there, here)[number % 2].get(f"/api/tables/{table}")["picture"]
        assert fresh["count"] == number + 1, "durable here is true there, at once"
    assert [row["id"] for row in there.get("/api/tables", show="mine")["tables"]] == [table]


def test_a_command_at_both_processes_is_carried_out_once(cluster: Cluster, connected: Connected) -> None:
    here, there = both(cluster, "Ann")
    table = here.open("richelieu", [MINE, MINE], start=0)
    sockets = [connected(here), connected(there)]
    for socket in sockets:
        socket.watch(table)
    rng = random.Random(2)
    for number in range(10):
        shown = sockets[0].until(table, lambda p, number=number: p["count"] == number)  # type: ignore[misc]
        sockets[1].until(table, lambda p, number=number: p["count"] == number)  # type: ignore[misc]
        command = {"kind": "decide", "seat": shown["view"]["seat"], "at": number, "confirm": True}
        command["decision"] = rng.choice(shown["view"]["legal"])
        same = number % 2 == 0
        answers: list[object] = []
        for place, socket in enumerate(sockets):
            key = f"m{number}" if same else f"m{number}-{place}"
            socket.send({"type": "do", "id": key, "table": table, "command": command})
        for place, socket in enumerate(sockets):
            try:
                answers.append(socket.answer(f"m{number}" if same else f"m{number}-{place}")["seq"])
            except Refused as refused:
                answers.append(refused.code)
        if same:
            assert answers[0] == answers[1]
        else:
            assert sum(isinstance(answer, int) for answer in answers) == 1, answers
    assert sum(event["kind"] == "decided" for event in sockets[0].seen[table].events) == 10


def test_what_is_revoked_here_ends_there(cluster: Cluster, connected: Connected) -> None:
    here, there = both(cluster, "Ann")
    other = here.another_device(cluster.right.url)
    socket, elsewhere = connected(other), connected(there)
    device = next(d["id"] for d in other.get("/api/me/devices")["devices"] if d["current"])
    here.ask("DELETE", f"/api/me/devices/{device}")
    assert socket.ended() == "come-again" == elsewhere.ended()
    assert other.get("/api/me")["user"] is None
    again = connected(there)
    assert again.hello["user"] == here.id
    here.post("/api/me/logout")
    assert again.ended() == "come-again" and there.get("/api/me")["user"] is None


def test_a_new_name_is_known_there(cluster: Cluster, connected: Connected) -> None:
    """What is said through an open connection at another process is said under it."""
    here, there = both(cluster, "Ann")
    table = here.open("richelieu-duel", [MINE, OPEN])
    socket = connected(there)
    socket.watch(table)
    here.post("/api/me", {"name": "Anna"})
    for number in range(20):
        socket.do(table, "say", text=f"hello {number}")
        told = [event["name"] for event in socket.seen[table].events if event["kind"] == "said"]
        if told[-1] == "Anna":
            break
        time.sleep(0.1)
    assert told[-1] == "Anna"


def test_a_code_is_used_once_at_both(cluster: Cluster) -> None:
    ann = Client(cluster.left.url, "Ann")
    for _ in range(3):
        code = ann.post("/api/me/code")["code"]
        found: list[int] = []

        def use(url: str, code: str = code, found: list[int] = found) -> None:
            found.append(Client(url).request("POST", "/api/me/recover", {"code": code}).status_code)

        threads = [threading.Thread(target=use, args=(url,)) for url in (cluster.left.url, cluster.right.url) * 2]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(found) == [200, 404, 404, 404]


def test_the_lobby_of_all(cluster: Cluster, connected: Connected) -> None:
    listener = connected(Client(cluster.right.url))
    listener.request("lobby")
    table = Client(cluster.left.url, "Ann").open("richelieu", [MINE, OPEN], public=True)
    until = time.monotonic() + 5
    while "lobby" not in listener.heard:
        listener.receive(until - time.monotonic())
    assert table in [row["id"] for row in Client(cluster.right.url).get("/api/tables")["tables"]]


@pytest.mark.parametrize(
    "query", ["text=%00", "text=a%00b", "text=%ed%a0%80", "text=%ff", "text=" + "%F0%9F%98%80" * 50]
)
def test_postgresql_is_asked_nothing_it_does_not_take(cluster: Cluster, query: str) -> None:
    client = Client(cluster.left.url, "A\u0000nn")
    assert client.name == "A nn"
    for path in (
        f"/api/tables?{query}",
        f"/api/tables?show=mine&{query}",
        "/api/tables/%00",
        "/api/tables/a%00/record",
    ):
        assert client.request("GET", path).status_code in (200, 404, 422), path
    assert client.request("DELETE", "/api/me/devices/%00").status_code == 422
    client.post("/api/me/tokens", {"label": "\u0000"})
    table = client.open("richelieu", [{"kind": "mine", "name": "\u0000"}, OPEN])
    with client.socket() as socket:
        socket.do(table, "mute", user="\u0000")
        socket.do(table, "say", text="a\u0000\ud83d\ude00")


def persistent(socket: Callable[[], Socket], table: str, seat: int, rng: random.Random) -> None:
    """Make one decision however often it takes, as clients do: with the same id, over new connections if need be."""
    until = time.monotonic() + 40
    key, command = "", {}
    while time.monotonic() < until:
        try:
            with socket() as one:
                shown = one.watch(table)
                if not key:
                    assert shown["view"]["seat"] == seat and shown["pending"] is None
                    key = f"k{rng.getrandbits(40)}"
                    command = {"seat": seat, "at": shown["count"], "decision": rng.choice(shown["view"]["legal"])}
                one.do(table, "decide", command_id=key, confirm=True, **command)
                return
        except Refused as refused:
            assert refused.code == "store-failed", refused
        except Exception as error:
            assert not isinstance(error, AssertionError), error
        time.sleep(0.1)
    raise AssertionError("it never came back")


@pytest.mark.parametrize("service", ["redis", "postgresql"])
def test_a_restart_of_what_is_behind_loses_nothing(cluster: Cluster, connected: Connected, service: str) -> None:
    """In the middle of a game: what was acknowledged is there, and both sides go on and see each other's moves."""
    ann, ben = Client(cluster.left.url, "Ann"), Client(cluster.right.url, "Ben")
    table = ann.open("richelieu", [MINE, OPEN, bot()], start=0)
    first, second = connected(ann), connected(ben)
    first.watch(table)
    second.watch(table)
    second.do(table, "sit", seat=1)
    first.until(table, lambda p: p["phase"] == "playing")
    rng = random.Random(service)
    play(table, [first, second], rng, turns=3)
    first.until(table, lambda p: p["view"]["seat"] == 0)
    before = first.seen[table].log
    behind = cluster.bus if service == "redis" else cluster.database
    restart = threading.Thread(target=behind.restart)
    restart.start()
    turn = first.seen[table].picture["view"]["turn"]
    while ann_to_act(cluster, ann, table, turn):
        persistent(ann.socket, table, 0, rng)
    restart.join()
    until = time.monotonic() + 20
    while Client(cluster.right.url).http.get("/readyz").status_code != 200:
        assert time.monotonic() < until
        time.sleep(0.1)
    # Ben was connected all the time and hears of it by himself.
    second.until(table, lambda p: p["view"]["turn"] > turn, wait=20)
    assert second.seen[table].log[: len(before)] == before
    for socket in (first, second):
        socket.until(table, lambda p: p["view"]["turn"] > turn)
    assert play(table, [first, second], rng)["phase"] == "finished"
    second.until(table, lambda p: p["phase"] == "finished")
    assert second.seen[table].log == first.seen[table].log


def ann_to_act(cluster: Cluster, ann: Client, table: str, turn: int) -> bool:
    """Whether Ann's turn is not over yet; asked until somebody knows."""
    until = time.monotonic() + 40
    while time.monotonic() < until:
        response = ann.http.get(f"/api/tables/{table}")
        if response.status_code == 200:
            return bool(response.json()["picture"]["view"]["turn"] == turn)
        assert response.status_code == 503, response.text
        time.sleep(0.1)
    raise AssertionError("the database did not come back")
