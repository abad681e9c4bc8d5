"""At the table, over the socket: sitting, deciding, undoing, leaving, talking, hints, and coming back."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from eminence.table.around import CHAT
from tests.server.client import MINE, OPEN, Client, Refused, Socket, bot, play
from tests.server.conftest import Newcomer
from tests.server.running import PLENTY, Inside, inside

Connected = Callable[[Client], Socket]
GAMES = [("richelieu-duel", 2), ("richelieu", 3), ("cardinal-cards", 4), ("cardinal-board", 3)]


class Table:
    """A table in play with a socket a seat; all of them watch."""

    def __init__(
        self,
        house: Inside,
        people: Newcomer,
        connected: Connected,
        game: str = "richelieu",
        players: int = 2,
        *,
        bots: int = 0,
        **settings: Any,
    ) -> None:
        self.people = [people(house) for _ in range(players - bots)]
        self.sockets = [connected(client) for client in self.people]
        chairs = [MINE, *[OPEN] * (players - bots - 1), *[bot()] * bots]
        self.id = self.people[0].open(game, chairs, **{"start": 0, **settings})
        for seat, socket in enumerate(self.sockets):
            socket.watch(self.id)
            if seat:
                socket.do(self.id, "sit", seat=seat)
        for socket in self.sockets:
            socket.until(self.id, lambda p: p["phase"] == "playing")

    def all_know(self) -> None:
        """Everybody has heard everything."""
        last = max(socket.seen[self.id].seq for socket in self.sockets)
        for socket in self.sockets:
            socket.until(self.id, lambda _, socket=socket: socket.seen[self.id].seq >= last)  # type: ignore[misc]


@pytest.fixture
def begin(house: Inside, people: Newcomer, connected: Connected) -> Callable[..., Table]:
    """Starts a game: `begin(game, players, bots=0, **settings)`."""
    return lambda *args, **settings: Table(house, people, connected, *args, **settings)


# Sitting.


def test_a_friend_sits_down_by_the_link_and_it_begins(house: Inside, people: Newcomer, connected: Connected) -> None:
    ann, ben = people(house), people(house)
    table = ann.open("cardinal-board", [OPEN, MINE, OPEN])
    first, second = connected(ann), connected(ben)
    assert first.watch(table)["yours"] == [1]
    assert second.watch(table)["yours"] == []
    second.do(table, "sit", seat=2)
    assert second.seen[table].picture["yours"] == [2] and second.seen[table].picture["phase"] == "gathering"
    assert connected(people(house)).refusal(table, "sit", seat=2) == "seat-taken"
    assert second.refusal(table, "sit", seat=3) == "no-such-seat"
    second.do(table, "sit", seat=0, name="Ben's\u0000brother")
    shown = first.until(table, lambda p: p["phase"] == "playing")
    assert [player["name"] for player in shown["players"]] == ["Ben's brother", ann.name, ben.name]
    assert second.seen[table].picture["yours"] == [0, 2]
    assert len(shown["commitment"]) == 64 and shown["seed"] is None
    started = next(event for event in first.seen[table].events if event["kind"] == "started")
    assert started == {"kind": "started", "commitment": shown["commitment"], "start": shown["view"]["start"]}
    assert first.refusal(table, "sit", seat=0) == "not-now"


def test_the_owner_sets_chairs_and_starts(house: Inside, people: Newcomer, connected: Connected) -> None:
    ann, ben = people(house), people(house)
    table = ann.open("cardinal-cards", [MINE, OPEN, OPEN], prompt=False)
    first, second = connected(ann), connected(ben)
    first.watch(table)
    second.watch(table)
    with pytest.raises(Refused) as caught:
        first.do(table, "start")
    assert caught.value.code == "chairs-empty" and caught.value.params == {"seats": [1, 2]}
    second.do(table, "sit", seat=1)
    assert first.refusal(table, "chair", seat=2, level="kasparov") == "unknown-bot"
    first.do(table, "chair", seat=2, level="clerk")
    first.do(table, "chair", seat=1)
    assert second.until(table, lambda p: p["yours"] == [])["players"][1]["user"] is None
    second.do(table, "sit", seat=1)
    second.do(table, "leave", seat=1)
    second.do(table, "sit", seat=1)
    first.do(table, "start")
    assert second.until(table, lambda p: p["phase"] == "playing")["players"][2]["bot"] == "clerk"
    kinds = [event["kind"] for event in second.seen[table].events]
    assert kinds[:8] == ["created", "seated", "chair", "chair", "seated", "left", "seated", "started"]


def test_who_watches_sees_only_what_is_public(begin: Callable[..., Table], house: Inside, people: Newcomer) -> None:
    for game, players in GAMES:
        table = begin(game, players)
        guests = [Client(house.url), people(house)]
        for guest in guests:
            with guest.socket() as socket:
                shown = socket.watch(table.id, seat=0)
                assert shown["yours"] == [] and shown["seat"] is None and shown["undo"] == 0
                assert shown["view"]["viewer"] is None and shown["view"]["legal"] == [] and shown["seed"] is None
                assert shown == guest.get(f"/api/tables/{table.id}", seat=0)["picture"]
                table.sockets[0].decide(table.id, random.Random(1), confirm=False)
                assert socket.until(table.id, lambda p: p["count"] == 1)["view"]["viewer"] is None
                table.sockets[0].do(table.id, "undo", seat=0, at=1)
                if game == "cardinal-board":
                    assert shown["view"]["hands"] == [{}] * players and shown["view"]["hand_sizes"] == [3] * players
        for seat, socket in enumerate(table.sockets):
            assert socket.seen[table.id].picture["view"]["viewer"] == seat
            assert socket.watch(table.id, seat=(seat + 1) % players)["seat"] == seat, "not from another's seat"


def test_seats_of_one_person_are_looked_at_one_by_one(house: Inside, people: Newcomer, connected: Connected) -> None:
    ann = people(house)
    table = ann.open("cardinal-board", [MINE, MINE, bot()], start=0)
    socket = connected(ann)
    for seat in (1, 0):
        shown = socket.watch(table, seat=seat)
        assert shown["seat"] == shown["view"]["viewer"] == seat and shown["view"]["hands"][1 - seat] == {}
    assert socket.watch(table)["seat"] == 0, "who is to act"


def test_presence_follows_who_comes_and_goes(house: Inside, people: Newcomer, connected: Connected) -> None:
    ann, ben = people(house), people(house)
    table = ann.open("richelieu", [MINE, OPEN])
    first = connected(ann)
    first.watch(table)
    assert first.seen[table].present == [ann.id]
    second, third = connected(ben), connected(ben)
    second.watch(table)
    third.watch(table)
    first.present(table, {ann.id, ben.id})
    second.close()
    third.request("unwatch", table=table)
    first.present(table, {ann.id})
    with Client(house.url).socket() as stranger:
        stranger.watch(table)
        assert stranger.seen[table].present == [ann.id]


def test_one_goes_on_on_another_device(begin: Callable[..., Table], connected: Connected) -> None:
    table = begin()
    other = table.people[0].another_device()
    socket = connected(other)
    assert socket.watch(table.id) == table.sockets[0].seen[table.id].picture
    socket.decide(table.id, random.Random(1))
    table.sockets[0].close()
    table.sockets[1].until(table.id, lambda p: p["count"] > 0)
    assert play(table.id, [socket, table.sockets[1]], random.Random(2))["phase"] == "finished"


# Deciding.


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_a_turn_is_confirmed_as_a_whole(begin: Callable[..., Table], game: str, players: int) -> None:
    table = begin(game, players)
    socket, rng = table.sockets[0], random.Random(game)
    before = socket.seen[table.id].picture["view"]
    while socket.seen[table.id].picture["pending"] is None:
        socket.decide(table.id, rng, confirm=False)
    shown = socket.seen[table.id].picture
    assert shown["undo"] >= 1 and shown["view"]["legal"] == []
    assert socket.refusal(table.id, "decide", seat=0, at=shown["count"], decision=shown["pending"]) == "confirm-first"
    table.all_know()
    assert all(one.seen[table.id].picture["pending"] == shown["pending"] for one in table.sockets)
    for back in range(shown["undo"]):
        socket.do(table.id, "undo", seat=0, at=shown["count"] - back)
    if shown["undo"] == shown["count"]:
        assert socket.seen[table.id].picture["view"] == before
    refused = socket.refusal(table.id, "undo", seat=0, at=shown["count"] - shown["undo"])
    assert refused == ("nothing-to-undo" if shown["undo"] == shown["count"] else "revealed")
    while (now := socket.seen[table.id].picture)["pending"] is None:
        assert socket.refusal(table.id, "confirm", seat=0, at=now["count"]) == "turn-not-finished"
        socket.decide(table.id, rng, confirm=False)
    socket.do(table.id, "confirm", seat=0, at=now["count"])
    assert socket.seen[table.id].picture["view"]["turn"] == 1
    assert socket.refusal(table.id, "undo", seat=0, at=now["count"]) == "not-your-turn"


def test_what_was_revealed_stands(begin: Callable[..., Table]) -> None:
    """In the board game a card drawn cannot be put back, nor in Richelieu a token that was seen."""
    for game, players in (("cardinal-board", 3), ("richelieu", 2)):
        table = begin(game, players)
        rng, revealed = random.Random(7), False
        for _ in range(200):
            shown = table.sockets[0].seen[table.id].picture
            if shown["phase"] != "playing" or revealed:
                break
            socket = table.sockets[shown["view"]["seat"]]
            table.all_know()
            seat = shown["view"]["seat"]
            socket.decide(table.id, rng, confirm=False)
            mine = socket.seen[table.id].picture
            if mine["undo"] == 0 and mine["view"]["seat"] == seat and mine["pending"] is None:
                revealed = socket.refusal(table.id, "undo", seat=seat, at=mine["count"]) == "revealed"
            if mine["pending"] is not None:
                socket.do(table.id, "confirm", seat=seat, at=mine["count"])
            table.all_know()
        assert revealed, game


def test_decisions_out_of_order_are_refused(begin: Callable[..., Table]) -> None:
    table = begin()
    first, second = table.sockets
    move = first.seen[table.id].picture["view"]["legal"][0]
    assert first.refusal(table.id, "decide", seat=0, at=1, decision=move) == "outdated"
    assert second.refusal(table.id, "decide", seat=1, at=0, decision=move) == "not-your-turn"
    assert first.refusal(table.id, "decide", seat=0, at=0, decision="Z99") == "bad-notation"
    shut = next(cell for cell in ("A2", "B2", "C2") if cell not in first.seen[table.id].picture["view"]["legal"])
    with pytest.raises(Refused) as caught:
        first.do(table.id, "decide", seat=0, at=0, decision=shut)
    assert caught.value.code == "illegal" and caught.value.params["reason"]
    play(table.id, table.sockets, random.Random(1), turns=1)
    table.all_know()
    for at in (0, 1):
        assert first.refusal(table.id, "decide", seat=0, at=at, decision=move) in ("not-your-turn", "outdated")
    assert second.refusal(table.id, "undo", seat=1, at=0) == "outdated"
    assert second.refusal(table.id, "confirm", seat=1, at=0) == "outdated"


def test_a_command_sent_again_is_carried_out_once(begin: Callable[..., Table], connected: Connected) -> None:
    table = begin()
    first = table.sockets[0]
    shown = first.seen[table.id].picture
    command = {"seat": 0, "at": 0, "decision": shown["view"]["legal"][0]}
    seq = first.do(table.id, "decide", command_id="again", **command)
    assert first.do(table.id, "decide", command_id="again", **command) == seq
    other = connected(table.people[0].another_device())
    assert other.do(table.id, "decide", command_id="again", **command) == seq
    assert first.do(table.id, "say", command_id="again", text="something else under the same id") == seq
    table.all_know()
    assert table.sockets[1].seen[table.id].seq == seq
    assert table.sockets[1].do(table.id, "say", command_id="again", text="ids are everybody's own") == seq + 1
    for number in range(3):
        first.send(
            {"type": "do", "id": "thrice", "table": table.id, "command": {"kind": "say", "text": f"hello {number}"}}
        )
    assert first.answer("thrice")["seq"] == seq + 2
    first.drain()
    assert [event["text"] for event in first.seen[table.id].events if event["kind"] == "said"][1:] == ["hello 0"]


def test_one_resumes_where_one_was(begin: Callable[..., Table], connected: Connected) -> None:
    table = begin()
    play(table.id, table.sockets, random.Random(1), turns=3)
    table.all_know()
    watched = table.sockets[1].seen[table.id]
    for after in (1, watched.seq - 2, watched.seq):
        socket = connected(table.people[1])
        socket.send({"type": "watch", "id": "w", "table": table.id, "after": after})
        message = resumed(socket, after)
        assert message["type"] == "update" and message["log"] == watched.log[after:]
        assert message["picture"] == watched.picture and message["seq"] == watched.seq
    for after in (0, watched.seq + 1, 1_000_000):
        socket = connected(table.people[1])
        assert socket.request("watch", table=table.id, after=after)["type"] == "snapshot"
        assert socket.seen[table.id].log == watched.log


def resumed(socket: Socket, after: int) -> dict[str, Any]:
    """The answer to a `watch` with `after`, by one who knows nothing else."""
    while True:
        message: dict[str, Any] = json.loads(socket.connection.recv(timeout=5))
        if message.get("id") == "w":
            return message


# Taking back, giving up.


def test_a_finished_turn_is_taken_back_if_all_agree(begin: Callable[..., Table]) -> None:
    table = begin("richelieu", 3)
    first, second, third = table.sockets
    assert first.refusal(table.id, "takeback", seat=0) == "nothing-to-undo"
    start = first.seen[table.id].picture["view"]
    play(table.id, table.sockets, random.Random(1), turns=1)
    for agree in (False, True):
        first.do(table.id, "takeback", seat=0)
        table.all_know()
        assert third.seen[table.id].picture["offer"] == {"seat": 0, "agreed": []}
        assert second.refusal(table.id, "takeback", seat=1) == "asked-already"
        assert first.refusal(table.id, "answer", seat=0, agree=True) == "not-yours-to-answer"
        second.do(table.id, "answer", seat=1, agree=True)
        assert second.refusal(table.id, "answer", seat=1, agree=True) == "answered-already"
        assert second.seen[table.id].picture["offer"] == {"seat": 0, "agreed": [1]}
        third.do(table.id, "answer", seat=2, agree=agree)
        table.all_know()
        assert first.seen[table.id].picture["offer"] is None
        assert (first.seen[table.id].picture["count"] == 0) == agree
    assert first.seen[table.id].picture["view"] == start
    assert third.refusal(table.id, "answer", seat=2, agree=True) == "nothing-asked"
    assert play(table.id, table.sockets, random.Random(2))["phase"] == "finished"


@pytest.mark.parametrize("how", ["resign", "leave"])
def test_a_bot_takes_over_or_the_game_ends(begin: Callable[..., Table], how: str) -> None:
    word = {"resign": "resigned", "leave": "left"}[how]
    table = begin("richelieu", 3, stand_in="clerk")
    table.sockets[1].do(table.id, how, seat=1)
    table.all_know()
    gone = table.sockets[0].seen[table.id]
    assert {"kind": "gaveup", "seat": 1, "how": word, "level": "clerk"} in gone.events
    assert gone.picture["players"][1] == {
        "user": None,
        "name": "",
        "bot": "clerk",
        "former": table.people[1].name,
        "kept": False,
    }
    assert table.sockets[1].refusal(table.id, how, seat=1) == "not-your-seat"
    assert table.sockets[1].seen[table.id].picture["view"]["viewer"] is None, "who gave up only watches"
    assert play(table.id, [table.sockets[0], table.sockets[2]], random.Random(1))["phase"] == "finished"
    table = begin("richelieu", 3, leavers="end")
    table.sockets[1].do(table.id, how, seat=1)
    table.all_know()
    shown = table.sockets[0].seen[table.id].picture
    assert shown["phase"] == "finished" and shown["result"]["by"] == 1 and shown["result"]["ranks"][1] == 3
    assert table.people[0].request("GET", f"/api/tables/{table.id}/record").status_code == 200


def test_the_last_person_ends_the_game(begin: Callable[..., Table]) -> None:
    table = begin("richelieu", 3, bots=2)
    table.sockets[0].do(table.id, "resign", seat=0)
    assert table.sockets[0].seen[table.id].picture["phase"] == "finished"


@pytest.mark.parametrize(
    ("clock", "seconds"),
    [({"kind": "live", "seconds": 60, "increment": 2}, 60), ({"kind": "days", "days": 2}, 172_800)],
)
@pytest.mark.parametrize("leavers", ["bot", "end"])
def test_who_runs_out_of_time_is_replaced_or_loses(
    begin: Callable[..., Table], house: Inside, clock: dict[str, Any], seconds: int, leavers: str
) -> None:
    table = begin(clock=clock, leavers=leavers)
    first, second = table.sockets
    assert second.refusal(table.id, "claim", seat=0) == "too-early"
    house.clock.pass_by(seconds - 20)
    first.decide(table.id, random.Random(1), confirm=False)
    house.clock.pass_by(21)
    late = first.refusal(table.id, "undo", seat=0, at=1)
    assert late in ("time-is-up", "not-your-seat", "not-now")
    gone = second.until(table.id, lambda p: p["phase"] == "finished" or p["players"][0]["bot"])
    assert {"kind": "gaveup", "seat": 0, "how": "timeout", "level": "abbot" if leavers == "bot" else None} in (
        second.seen[table.id].events
    )
    assert gone["phase"] == ("playing" if leavers == "bot" else "finished")


def test_a_live_clock_runs_and_gets_more(begin: Callable[..., Table], house: Inside) -> None:
    table = begin(clock={"kind": "live", "seconds": 60, "increment": 7})
    house.clock.pass_by(20)
    play(table.id, table.sockets, random.Random(1), turns=1)
    left = table.sockets[0].seen[table.id].picture["clock"]["left"]
    assert 60 - 20 + 7 - 15 < left[0] / 1000 <= 60 - 20 + 7 and left[1] == 60_000


def test_without_a_clock_patience_ends_after_a_day(begin: Callable[..., Table], house: Inside) -> None:
    table = begin()
    first, second = table.sockets
    assert second.refusal(table.id, "claim", seat=0) == "too-early"
    assert first.refusal(table.id, "claim", seat=0) == "not-your-table"
    house.clock.pass_by(86_401)
    assert first.refusal(table.id, "claim", seat=1) == "not-waiting"
    second.do(table.id, "claim", seat=0)
    assert second.seen[table.id].events[-1]["kind"] in ("gaveup", "decided", "confirmed")
    assert any(event.get("how") == "claimed" for event in second.seen[table.id].events)


# After the game.


def test_a_rematch_turns_the_seats(house: Inside, people: Newcomer, connected: Connected) -> None:
    ann, ben, guest = people(house), people(house), people(house)
    table = ann.open("cardinal-cards", [MINE, OPEN, bot("clerk")], leavers="end")
    first, second, third = connected(ann), connected(ben), connected(guest)
    for socket in (first, second, third):
        socket.watch(table)
    second.do(table, "sit", seat=1)
    assert second.refusal(table, "rematch") == "not-now"
    second.do(table, "resign", seat=1)
    third.until(table, lambda p: p["phase"] == "finished")
    assert third.refusal(table, "rematch") == "not-your-table"
    seq = second.do(table, "rematch", command_id="once-more")
    assert second.do(table, "rematch", command_id="once-more") == seq
    after = first.until(table, lambda p: p["rematch"])["rematch"]
    with pytest.raises(Refused) as caught:
        first.do(table, "rematch")
    assert caught.value.code == "rematch-exists" and caught.value.params == {"table": after}
    shown = second.watch(after)
    assert shown["origin"] == table and shown["phase"] == "gathering" and shown["owner"] == ben.id
    assert [player["user"] for player in shown["players"]] == [ben.id, None, None]
    assert [player["bot"] for player in shown["players"]] == [None, "clerk", None]
    assert [player["kept"] for player in shown["players"]] == [False, False, True]
    assert third.refusal(after, "sit", seat=2) == "seat-taken"
    first.watch(after)
    first.do(after, "sit", seat=2)
    assert second.until(after, lambda p: p["phase"] == "playing")["settings"]["leavers"] == "end"


def test_the_owner_closes_what_others_do_not_play(house: Inside, people: Newcomer, connected: Connected) -> None:
    ann, ben = people(house), people(house)
    socket, other = connected(ann), connected(ben)
    alone = ann.open("richelieu", [MINE, MINE])
    gathering = ann.open("richelieu", [MINE, OPEN])
    for table in (alone, gathering):
        assert other.refusal(table, "close") == "not-the-owner"
        socket.watch(table)
        socket.do(table, "close")
        assert socket.seen[table].picture["phase"] == "closed"
    assert all(row["phase"] == "closed" for row in ann.get("/api/tables", show="mine")["tables"])


# Talking.


def test_chat_is_tidied_and_limited(house: Inside, people: Newcomer, connected: Connected, tmp_path: Path) -> None:
    ann, ben = people(house), people(house)
    table = ann.open("richelieu", [MINE, OPEN])
    first, second = connected(ann), connected(ben)
    first.watch(table)
    second.watch(table)
    second.do(table, "say", text="  hello\u0000\n <b>there</b> \u202e ")
    said = first.until(table, lambda _: len(first.seen[table].log) > 1) and first.seen[table].events[-1]
    assert said["text"] == "hello <b>there</b>" and said["name"] == ben.name
    assert second.refusal(table, "say", text="\u0007 \n") == "empty"
    with Client(house.url).socket() as stranger:
        assert stranger.refusal(table, "say", text="hello") == "who-are-you"
    for text in ("", "x" * 301):
        second.send({"type": "do", "id": "x", "table": table, "command": {"kind": "say", "text": text}})
        refused = second.receive()
        assert refused["type"] == "refused" and refused["code"] == "bad-message"
    with inside(tmp_path, limits=replace(PLENTY, chat_per_minute=10)) as running:
        cleo = Client(running.url, "Cleo")
        table = cleo.open("richelieu", [MINE, OPEN])
        with cleo.socket() as socket:
            for _ in range(2):
                socket.do(table, "say", text="hello")
            with pytest.raises(Refused) as caught:
                socket.do(table, "say", text="hello")
            assert caught.value.code == "too-many" and caught.value.params["seconds"] > 0


def test_somebody_is_silenced_at_one_table(house: Inside, people: Newcomer, connected: Connected) -> None:
    ann, ben = people(house), people(house)
    table, other = (ann.open("richelieu", [MINE, OPEN]) for _ in range(2))
    first, second = connected(ann), connected(ben)
    first.watch(table)
    assert second.refusal(table, "mute", user=ann.id) == "not-the-owner"
    first.do(table, "mute", user=ben.id)
    assert first.seen[table].picture["muted"] == [ben.id]
    assert second.refusal(table, "say", text="hello") == "muted"
    second.do(other, "say", text="hello")
    first.do(table, "mute", user=ben.id, on=False)
    second.do(table, "say", text="hello")


@pytest.mark.slow
def test_a_table_is_talked_full(house: Inside, people: Newcomer, connected: Connected) -> None:
    ann = people(house)
    table = ann.open("richelieu", [MINE, OPEN])
    socket = connected(ann)
    for number in range(CHAT):
        socket.send({"type": "do", "id": f"c{number}", "table": table, "command": {"kind": "say", "text": "hello"}})
    assert socket.answer(f"c{CHAT - 1}")["type"] == "done"
    assert socket.refusal(table, "say", text="one too many") == "chat-full"
    socket.do(table, "leave", seat=0)


# Hints, the lobby.


def test_hints_are_for_ones_own_turn_in_casual_games(begin: Callable[..., Table], house: Inside) -> None:
    for casual in (True, False):
        table = begin("richelieu", 2, casual=casual)
        first, second = table.sockets
        with pytest.raises(Refused, match="not-your-turn" if casual else "no-hints"):
            second.request("hint", table=table.id, seat=1)
        for socket in (second, Client(house.url).socket()):
            with pytest.raises(Refused, match="not-your-seat"):
                socket.request("hint", table=table.id, seat=0)
        if not casual:
            with pytest.raises(Refused, match="no-hints"):
                first.request("hint", table=table.id, seat=0)
            continue
        found = first.request("hint", table=table.id, seat=0)
        assert found["type"] == "hints" and found["count"] == 0 and found["hints"]
        heard = len(second.heard)
        second.drain()
        assert len(second.heard) == heard, "nobody else hears of it"
        while first.seen[table.id].picture["pending"] is None:
            first.decide(table.id, random.Random(1), confirm=False)
        with pytest.raises(Refused, match="not-your-turn"):
            first.request("hint", table=table.id, seat=0)
    with pytest.raises(Refused, match="no-such-table"):
        first.request("hint", table="nosuchtable", seat=0)


def test_the_lobby_tells_of_public_tables(house: Inside, people: Newcomer, connected: Connected) -> None:
    ann = people(house)
    listener, deaf = connected(people(house)), connected(people(house))
    listener.request("lobby")
    deaf.request("lobby")
    deaf.request("lobby", on=False)
    ann.open("richelieu", [MINE, OPEN], public=False)
    ann.open("richelieu", [MINE, OPEN], public=True)
    listener.drain(0.2)
    deaf.drain(0.2)
    assert listener.heard.count("lobby") >= 1 and deaf.heard.count("lobby") == 0
    assert listener.request("ping")["type"] == "pong"


def test_what_happened_is_told_in_codes(begin: Callable[..., Table]) -> None:
    """A whole game with a watcher: its log has nothing but kinds, seats, decisions and names."""
    table = begin("cardinal-board", 3, bots=1)
    last = play(table.id, table.sockets, random.Random(5))
    assert last["phase"] == "finished"
    table.all_know()
    logs = [socket.seen[table.id].log for socket in table.sockets]
    assert logs[0] == logs[1], "everybody has the same log"
    kinds = {event["kind"] for event in table.sockets[0].seen[table.id].events}
    assert kinds == {"created", "seated", "started", "decided", "confirmed", "finished"}
    times = [line["at"] for line in logs[0]]
    assert times == sorted(times)
