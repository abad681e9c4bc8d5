"""Tables over HTTP: what can be played, opening, lists, history, records, replays and reviews."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from typer.testing import CliRunner

from eminence import Record, components
from eminence.bots import DEFAULT, LEVELS
from eminence.cli import app as cli
from eminence.game import EDITIONS
from eminence.table.fairness import check
from tests.server.client import MINE, OPEN, Client, Refused, Socket, bot, play
from tests.server.conftest import Newcomer
from tests.server.running import PLENTY, Inside, inside
from tests.test_components import fantasy

Connected = Callable[[Client], Socket]
GAMES = [("richelieu-duel", 2), ("richelieu", 4), ("cardinal-cards", 5), ("cardinal-board", 3)]


class Played:
    """A finished game of two people and bots, and what one of them had noted at the start."""

    def __init__(self, house: Inside, game: str, players: int) -> None:
        self.game, self.players = game, players
        self.ann, self.ben = Client(house.url, "Ann"), Client(house.url, "Ben")
        self.table = self.ann.open(game, [MINE, OPEN, *[bot()] * (players - 2)], public=True)
        with self.ann.socket() as first, self.ben.socket() as second:
            first.watch(self.table)
            second.watch(self.table)
            second.do(self.table, "sit", seat=1)
            self.commitment = first.until(self.table, lambda p: p["phase"] == "playing")["commitment"]
            self.last = play(self.table, [first, second], random.Random(game))
            self.log = first.seen[self.table].events


@pytest.fixture(scope="module")
def played(house: Inside) -> Iterator[dict[str, Played]]:
    """A finished game of each kind."""
    yield {game: Played(house, game, players) for game, players in GAMES}


# What can be played.


def test_the_catalogue(house: Inside) -> None:
    found = Client(house.url).get("/api/catalogue")
    assert [game["id"] for game in found["games"]] == list(EDITIONS)
    for game in found["games"]:
        edition = EDITIONS[game["id"]]
        assert game["players"] == list(edition.players) and game["options"] == list(edition.options)
    assert [level["id"] for level in found["levels"]] == list(LEVELS) and found["default_level"] == DEFAULT
    assert len(found["languages"]) == 4


def test_components_pictures_and_rules_of_every_game(house: Inside) -> None:
    client = Client(house.url)
    catalogue = client.get("/api/catalogue")
    for game in catalogue["games"]:
        data = client.request("GET", f"/api/components/{game['components']}")
        assert data.status_code == 200 and "immutable" in data.headers["cache-control"]
        art = client.request("GET", f"/api/art/{game['components']}.svg")
        assert art.headers["content-type"].startswith("image/svg+xml") and art.text.startswith("<svg")
        texts = {client.get(f"/api/rules/{game['id']}", language=name)["markdown"] for name in catalogue["languages"]}
        assert len(texts) == 4
    for path in ("/api/components/0000", "/api/art/0000.svg", "/api/rules/chess", "/api/components/0000?table=nosuch"):
        assert client.request("GET", path).status_code == 404
    with pytest.raises(Refused, match="bad-query"):
        client.get("/api/rules/richelieu", language="xx")


# Opening.


@pytest.mark.parametrize("game", EDITIONS)
def test_every_game_opens_with_every_number_and_option(house: Inside, people: Newcomer, game: str) -> None:
    ann = people(house)
    edition = EDITIONS[game]
    for players in edition.players:
        for chosen in ({}, *({option: True} for option in edition.options)):
            if "early_end" in chosen and players > 2:
                with pytest.raises(Refused, match="bad-options"):
                    ann.open(game, [MINE, *[OPEN] * (players - 1)], options=chosen)
                continue
            table = ann.open(game, [MINE, *[OPEN] * (players - 1)], options=chosen)
            shown = ann.get(f"/api/tables/{table}")
            seen = shown["picture"]
            assert seen["phase"] == "gathering" and len(seen["players"]) == players and seen["yours"] == [0]
            assert seen["settings"]["options"] == {option: option in chosen for option in edition.options}
            assert shown["log"] == [
                {"seq": 1, "at": shown["log"][0]["at"], "event": {"kind": "created", "user": ann.id, "name": ann.name}
                 | {"origin": None}}
            ]  # fmt: skip


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"game": "chess"}, "unknown-game"),
        ({"game": ""}, "unknown-game"),
        ({"chairs": [MINE]}, "bad-body"),
        ({"chairs": [OPEN] * 6}, "bad-body"),
        ({"chairs": [OPEN] * 5}, "bad-options"),
        ({"chairs": [bot(), bot()]}, "no-chair-for-people"),
        ({"chairs": [MINE, {"kind": "throne"}]}, "bad-body"),
        ({"chairs": [MINE, bot("kasparov")]}, "unknown-bot"),
        ({"chairs": [MINE, {"kind": "mine", "name": "x" * 41}]}, "bad-body"),
        ({"stand_in": "kasparov"}, "unknown-bot"),
        ({"options": {"short_rules": True}}, "bad-options"),
        ({"options": {"__class__": True}}, "bad-options"),
        ({"options": {"early_end": 1}}, "bad-body"),
        ({"start": 2}, "bad-options"),
        ({"start": 5}, "bad-body"),
        ({"start": "me"}, "bad-body"),
        ({"clock": {"kind": "live", "seconds": 5}}, "bad-body"),
        ({"clock": {"kind": "days", "days": 0}}, "bad-body"),
        ({"clock": {"kind": "sand"}}, "bad-body"),
        ({"leavers": "crash"}, "bad-body"),
        ({"seed": "00"}, "bad-body"),
        ({"components": {}}, "bad-components"),
        ({"components": {"format": 1, "mechanism": "display"}}, "bad-components"),
        ({"components": []}, "bad-body"),
    ],
)
def test_what_cannot_be_played_is_refused(house: Inside, people: Newcomer, changes: dict[str, Any], code: str) -> None:
    with pytest.raises(Refused) as caught:
        people(house).post("/api/tables", {"game": "richelieu", "chairs": [MINE, OPEN], **changes})
    assert (caught.value.status, caught.value.code) == (422, code)


def test_a_table_with_components_of_ones_own(house: Inside, people: Newcomer, connected: Connected) -> None:
    ann, ben = people(house), people(house)
    box = fantasy("regions")
    table = ann.open("richelieu", [MINE, OPEN], components=box)
    first, second = connected(ann), connected(ben)
    print_ = first.watch(table)["components"]
    assert print_ == components.read(box, "mine").fingerprint
    assert Client(house.url).request("GET", f"/api/components/{print_}").status_code == 404
    assert Client(house.url).get(f"/api/components/{print_}", table=table)["region"] == box["region"]
    assert Client(house.url).request("GET", f"/api/art/{print_}.svg", table=table).text.startswith("<svg")
    second.watch(table)
    second.do(table, "sit", seat=1)
    first.until(table, lambda p: p["phase"] == "playing")
    assert play(table, [first, second], random.Random(1))["phase"] == "finished"
    record = Record.loads(ben.request("GET", f"/api/tables/{table}/record").text)
    assert record.game.box.fingerprint == print_ and check(record).fair


def test_names_of_a_box_are_shown_and_do_no_harm(house: Inside, people: Newcomer) -> None:
    """A box with hostile names is drawn with these names as text."""
    ann = people(house)
    box = fantasy("regions")
    hostile = "</text><script>alert(1)</script>"
    box["region"][0] = {**box["region"][0], "name": dict.fromkeys(["en", "de", "fr", "es"], hostile[:40])}
    try:
        table = ann.open("richelieu", [MINE, OPEN], components=box)
    except Refused as refused:
        assert refused.code == "bad-components"
        return
    print_ = ann.get(f"/api/tables/{table}")["picture"]["components"]
    answer = ann.request("GET", f"/api/art/{print_}.svg", table=table)
    assert "<script" not in answer.text and "script-src 'self'" in answer.headers["content-security-policy"]
    assert hostile[:40] in str(ann.get(f"/api/components/{print_}", table=table)["region"])


@pytest.mark.parametrize(
    ("clock", "name"),
    [
        ({"kind": "none"}, "none"),
        ({"kind": "live", "seconds": 300, "increment": 5}, "live"),
        ({"kind": "days", "days": 3}, "days"),
    ],
)
def test_clocks_are_listed_and_shown(house: Inside, people: Newcomer, clock: dict[str, Any], name: str) -> None:
    ann = people(house)
    table = ann.open("richelieu", [MINE, {"kind": "mine", "name": "Her sister"}], clock=clock, start=1)
    (row,) = ann.get("/api/tables", show="mine")["tables"]
    assert (
        row["clock"] == name and row["phase"] == "playing" and [seat["turn"] for seat in row["seats"]] == [False, True]
    )
    assert [seat["name"] for seat in row["seats"]] == [ann.name, "Her sister"]
    shown = ann.get(f"/api/tables/{table}")["picture"]
    assert shown["settings"]["clock"] == clock and shown["yours"] == [0, 1] and shown["seat"] == 1
    left = shown["clock"] and shown["clock"]["deadline"] - shown["clock"]["since"]
    assert left == {"none": None, "live": 300_000, "days": 3 * 86_400_000}[name]


def test_tables_are_limited(tmp_path: Path) -> None:
    with inside(tmp_path, limits=replace(PLENTY, tables_per_user=2)) as running:
        ann = Client(running.url, "Ann")
        for _ in range(2):
            ann.open("richelieu", [MINE, OPEN])
        with pytest.raises(Refused) as caught:
            ann.open("richelieu", [MINE, OPEN])
        assert (caught.value.status, caught.value.code) == (429, "too-many-tables")
        Client(running.url, "Ben").open("richelieu", [MINE, OPEN])


# Looking.


def test_public_tables_are_listed_and_others_need_the_link(tmp_path: Path) -> None:
    with inside(tmp_path) as running:
        ann, stranger = Client(running.url, "Ann"), Client(running.url)
        known = ann.open("richelieu", [MINE, OPEN], public=True)
        hidden = ann.open("richelieu", [MINE, OPEN])
        begun = ann.open("cardinal-board", [MINE, bot(), bot()], public=True)
        both = ann.open("richelieu", [MINE, MINE], public=False)
        assert [row["id"] for row in stranger.get("/api/tables")["tables"]] == [known]
        assert [row["id"] for row in stranger.get("/api/tables", show="watch")["tables"]] == [begun]
        assert {row["id"] for row in ann.get("/api/tables", show="mine")["tables"]} == {known, hidden, begun, both}
        assert Client(running.url, "Ben").get("/api/tables", show="mine")["tables"] == []
        assert stranger.get("/api/tables", show="finished")["tables"] == []
        assert stranger.get("/api/tables", game="cardinal-cards")["tables"] == []
        assert stranger.get(f"/api/tables/{hidden}")["picture"]["yours"] == []
        row = stranger.get("/api/tables")["tables"][0]
        assert (row["owner"], row["open_seats"], row["players"], row["ended"]) == (ann.id, 1, 2, None)


@pytest.mark.parametrize(
    "query",
    [
        {"show": "all"},
        {"game": "chess"},
        {"limit": "0"},
        {"limit": "101"},
        {"limit": "--5"},
        {"limit": "-"},
        {"limit": "5.0"},
        {"limit": "9" * 30},
        {"before": "-1"},
        {"before": "٣"},
        {"before": "1 2"},
        {"text": "a\0b"},
    ],
)
def test_questions_that_make_no_sense_are_refused(house: Inside, query: dict[str, str]) -> None:
    with pytest.raises(Refused) as caught:
        Client(house.url).get("/api/tables", **query)
    assert (caught.value.status, caught.value.code) == (422, "bad-query")


def test_lists_are_paged_and_searched(tmp_path: Path) -> None:
    with inside(tmp_path) as running:
        ann, ben = Client(running.url, "Ann Müller"), Client(running.url, "Ben")
        made = []
        for number in range(7):
            made.append((ann, ben)[number % 2].open("richelieu", [MINE, OPEN], public=True))
            time.sleep(0.002)
        found: list[str] = []
        before: dict[str, str] = {}
        while True:
            page = ann.get("/api/tables", limit=3, **before)
            found += [row["id"] for row in page["tables"]]
            if page["next"] is None:
                break
            before = {"before": page["next"]}
        assert found == made[::-1]
        assert [row["id"] for row in ann.get("/api/tables", text="MÜLL")["tables"]] == made[::-2]
        assert ann.get("/api/tables", text="%_")["tables"] == [] == ann.get("/api/tables", text="Cleo")["tables"]


@pytest.mark.parametrize("path", ["", "/record", "/replay", "/review"])
@pytest.mark.parametrize("key", ["nosuchtable", "x" * 300, "%2e%2e", "a b", "%00", "%ff", "'"])
def test_there_is_no_such_table(house: Inside, key: str, path: str) -> None:
    response = Client(house.url).request("GET", f"/api/tables/{key}{path}")
    assert response.status_code in (404, 422) and response.json()["code"] in (
        "no-such-table",
        "no-such-page",
        "bad-query",
    )


# Afterwards.


@pytest.mark.parametrize("game", [game for game, _ in GAMES])
def test_the_record_proves_the_deal(played: dict[str, Played], game: str, tmp_path: Path) -> None:
    """The commitment noted at the start fits the record, and `eminence verify` says so."""
    one = played[game]
    for client in (one.ann, Client(one.ann.url)):
        answer = client.request("GET", f"/api/tables/{one.table}/record")
        assert answer.headers["content-disposition"] == f'attachment; filename="{game}-{one.table}.json"'
    file = tmp_path / "record.json"
    file.write_text(answer.text)
    record = Record.load(file)
    assert record.fair == {"commitment": one.commitment, "seed": one.last["seed"]}
    assert record.replay().sheet().totals == tuple(one.last["result"]["scores"])
    done = CliRunner().invoke(cli, ["verify", str(file), "--commitment", one.commitment, "--json"])
    assert done.exit_code == 0 and json.loads(done.stdout)["ok"], done.stdout
    other = CliRunner().invoke(cli, ["verify", str(file), "--commitment", "0" * 64])
    assert other.exit_code == 1


@pytest.mark.parametrize("game", [game for game, _ in GAMES])
def test_a_replay_from_any_eyes(played: dict[str, Played], game: str) -> None:
    one = played[game]
    client = Client(one.ann.url)
    eyes = ["all", "watch", *map(str, range(one.players))]
    replays = {name: client.get(f"/api/tables/{one.table}/replay", seat=name)["steps"] for name in eyes}
    turns = Record.loads(client.request("GET", f"/api/tables/{one.table}/record").text).turns
    for name, steps in replays.items():
        assert [(step["seat"], step["text"]) for step in steps] == [(None, ""), *turns]
        assert [step["turn"] for step in steps] == list(range(len(turns) + 1))
        assert steps[-1]["view"]["over"]
        viewers = {step["view"]["viewer"] for step in steps}
        assert viewers == {int(name)} if name.isdigit() else len(viewers) == 1
        assert all(step["view"]["legal"] == [] or step["view"]["seat"] == step["view"]["viewer"] for step in steps) or (
            name == "all"
        )
    assert len({json.dumps(steps[0]["view"], sort_keys=True) for steps in replays.values()}) == len(eyes)
    for wrong in ("-1", str(one.players), "nobody", "0 "):
        with pytest.raises(Refused, match="bad-query"):
            client.get(f"/api/tables/{one.table}/replay", seat=wrong)


def test_nothing_of_it_before_the_end(house: Inside, people: Newcomer) -> None:
    ann = people(house)
    for table, phase in (
        (ann.open("richelieu", [MINE, OPEN]), "gathering"),
        (ann.open("richelieu", [MINE, MINE]), "playing"),
    ):
        for method, path in (("GET", "record"), ("GET", "replay"), ("GET", "review"), ("POST", "review")):
            with pytest.raises(Refused) as caught:
                ann.ask(method, f"/api/tables/{table}/{path}")
            assert (caught.value.status, caught.value.code) == (409, "not-finished")
            assert caught.value.params == {"phase": phase}
        assert ann.get(f"/api/tables/{table}")["picture"]["seed"] is None


def test_the_end_is_open_to_all(played: dict[str, Played]) -> None:
    """Who watches sees the same finished game as who played: result, seed, final standing."""
    for one in played.values():
        shown = Client(one.ann.url).get(f"/api/tables/{one.table}")["picture"]
        mine = one.ann.get(f"/api/tables/{one.table}")["picture"]
        for part in ("result", "seed", "commitment"):
            assert shown[part] == mine[part] == one.last[part]
        assert shown["view"] == mine["view"]
        assert shown["view"]["over"] and shown["view"]["standing"]["final"] and shown["commitment"] == one.commitment
        assert one.log[-1]["kind"] == "finished" and one.log[-1]["scores"] == shown["result"]["scores"]


def test_history_and_statistics(played: dict[str, Played], house: Inside) -> None:
    for one in played.values():
        rows = one.ann.get("/api/tables", show="finished", whose="mine")["tables"]
        assert [row["id"] for row in rows] == [one.table]
        assert [seat["rank"] for seat in rows[0]["seats"]] == one.last["result"]["ranks"]
        assert [seat["score"] for seat in rows[0]["seats"]] == one.last["result"]["scores"]
        assert rows[0]["ended"] is not None and not any(seat["turn"] for seat in rows[0]["seats"])
        for seat, client in enumerate((one.ann, one.ben)):
            (line,) = client.get("/api/me/statistics")["games"]
            rank, score = one.last["result"]["ranks"][seat], one.last["result"]["scores"][seat]
            assert line == {
                "game": one.game,
                "players": one.players,
                "played": 1,
                "won": int(rank == 1),
                "mean_rank": rank,
                "best_score": score,
            }
    stranger = Client(house.url)
    listed = {row["id"] for row in stranger.get("/api/tables", show="finished", text="ann")["tables"]}
    assert {one.table for one in played.values()} <= listed
    some = stranger.get("/api/tables", show="finished", game="richelieu")["tables"]
    assert all(row["game"] == "richelieu" for row in some)
    with pytest.raises(Refused, match="who-are-you"):
        stranger.get("/api/tables", show="finished", whose="mine")


@pytest.mark.slow
def test_a_review_is_made_once_and_kept(house: Inside, people: Newcomer, connected: Connected) -> None:
    """Of a game that was broken off after a few turns, as a whole one takes a while."""
    ann, ben, stranger = people(house), people(house), Client(house.url)
    table = ann.open("richelieu-duel", [MINE, MINE], leavers="end")
    socket = connected(ann)
    socket.watch(table)
    play(table, [socket], random.Random(1), turns=3)
    socket.do(table, "resign", seat=0)
    path = f"/api/tables/{table}/review"
    assert stranger.get(path)["state"] == "none"
    with pytest.raises(Refused, match="who-are-you"):
        stranger.post(path)
    found = ann.post(path)
    assert found["state"] in ("queued", "working")
    until = time.monotonic() + 60
    while found["state"] != "done":
        assert time.monotonic() < until, found
        time.sleep(0.1)
        found = ben.post(path)
    assert found["review"] and stranger.get(path) == found
