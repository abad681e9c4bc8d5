"""What a host can do: invitations, administrators, bans, closing tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.server.client import MINE, OPEN, Client, Refused, Socket, bot
from tests.server.conftest import Newcomer
from tests.server.running import Inside, inside

Connected = Callable[[Client], Socket]
DAY = 86_400.0


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    """A server that requires invitations, and whose administrator is named in the settings."""
    folder = tmp_path_factory.mktemp("club")
    with inside(folder) as running:
        ada = Client(running.url, "Ada")
    with inside(folder, invitation_required=True, administrators=(ada.id,)) as running:
        running.ada = ada.at(running.url)  # type: ignore[attr-defined]
        yield running


@pytest.fixture
def ada(club: Inside) -> Client:
    """The administrator."""
    found: Client = club.ada  # type: ignore[attr-defined]
    return found


def join(club: Inside, ada: Client, name: str) -> Client:
    """Somebody with an invitation."""
    client = Client(club.url)
    client.enter(name, invitation=ada.post("/api/admin/invitations", {})["code"])
    return client


def test_the_settings_name_an_administrator(club: Inside, ada: Client) -> None:
    assert ada.get("/api/me")["user"]["admin"]
    ben = join(club, ada, "Ben")
    assert not ben.get("/api/me")["user"]["admin"]
    for method, path, body in (
        ("GET", "/api/admin/users", None),
        ("POST", f"/api/admin/users/{ada.id}", {"banned": True}),
        ("POST", f"/api/admin/users/{ben.id}", {"admin": True}),
        ("POST", "/api/admin/tables/x/close", None),
        ("POST", "/api/admin/invitations", {}),
        ("GET", "/api/admin/invitations", None),
        ("DELETE", "/api/admin/invitations/x", None),
    ):
        with pytest.raises(Refused) as caught:
            ben.ask(method, path, body)
        assert (caught.value.status, caught.value.code) == (403, "not-an-administrator")
    assert not ben.get("/api/me")["user"]["admin"] and ada.get("/api/me")["user"]["admin"]


def test_an_invitation_is_good_for_so_many(club: Inside, ada: Client) -> None:
    made = ada.post("/api/admin/invitations", {"uses": 2, "days": 1})
    listed = ada.get("/api/admin/invitations")["invitations"]
    newest = listed[0]
    assert newest["uses"] == 2 and newest["expires"] == made["expires"] and made["code"] not in str(listed)
    Client(club.url).enter("One", invitation=made["code"])
    assert ada.get("/api/admin/invitations")["invitations"][0]["uses"] == 1
    Client(club.url).enter("Two", invitation=f" {made['code'].upper()} ")
    with pytest.raises(Refused) as caught:
        Client(club.url).enter("Three", invitation=made["code"])
    assert (caught.value.status, caught.value.code) == (403, "bad-invitation")
    assert newest["id"] not in str(ada.get("/api/admin/invitations")), "it is used up, so no longer listed"


def test_an_invitation_expires_and_can_be_taken_back(club: Inside, ada: Client) -> None:
    short = ada.post("/api/admin/invitations", {"uses": 5, "days": 1})["code"]
    taken = ada.post("/api/admin/invitations", {"uses": 5, "days": 9})["code"]
    listed = ada.get("/api/admin/invitations")["invitations"]
    drop = next(i["id"] for i in listed if i["uses"] == 5 and i["expires"] > listed[-1]["created"] + 8 * DAY * 1000)
    ada.ask("DELETE", f"/api/admin/invitations/{drop}")
    with pytest.raises(Refused, match="no-such-invitation"):
        ada.ask("DELETE", f"/api/admin/invitations/{drop}")
    with pytest.raises(Refused, match="bad-invitation"):
        Client(club.url).enter("Late", invitation=taken)
    Client(club.url).enter("In time", invitation=short)
    count = len(ada.get("/api/admin/invitations")["invitations"])
    club.clock.pass_by(DAY + 1)
    with pytest.raises(Refused, match="bad-invitation"):
        Client(club.url).enter("Late", invitation=short)
    assert len(ada.get("/api/admin/invitations")["invitations"]) < count


@pytest.mark.parametrize("body", [{"uses": 0}, {"uses": 10_001}, {"days": 0}, {"days": 5000}, {"code": "mine"}])
def test_unusable_invitations_are_refused(ada: Client, body: dict[str, object]) -> None:
    with pytest.raises(Refused, match="bad-body"):
        ada.post("/api/admin/invitations", body)


def test_people_are_found_by_their_names(club: Inside, ada: Client) -> None:
    ben = join(club, ada, "Benedikt Öst")
    found = ada.get("/api/admin/users", text="öST")["users"]
    assert [user["id"] for user in found] == [ben.id]
    assert set(found[0]) == {"id", "name", "admin", "banned", "created"}
    assert ada.get("/api/admin/users", text="%")["users"] == []
    assert len(ada.get("/api/admin/users", limit=1)["users"]) == 1
    for limit in ("0", "201", "--5", "x", "1e3", "٣"):
        with pytest.raises(Refused, match="bad-query"):
            ada.get("/api/admin/users", limit=limit)


def test_a_ban_ends_everything_until_it_is_lifted(club: Inside, ada: Client, connected: Connected) -> None:
    ben = join(club, ada, "Ben")
    other, token = ben.another_device(), ben.post("/api/me/tokens", {})["token"]
    code = ben.post("/api/me/code")["code"]
    table = ben.open("richelieu", [MINE, OPEN])
    sockets = [connected(ben), connected(other), connected(Client(club.url, token=token))]
    ada.post(f"/api/admin/users/{ben.id}", {"banned": True})
    for socket in sockets:
        assert socket.ended() == "come-again"
    for client in (ben, other, Client(club.url, token=token)):
        assert client.get("/api/me")["user"] is None
        with pytest.raises(Refused) as caught:
            client.open("richelieu", [MINE, OPEN])
        assert (caught.value.status, caught.value.code) == (403, "banned")
        with pytest.raises(Refused, match="banned"):
            client.enter("Somebody else")
        socket = connected(client)
        assert socket.hello["user"] is None
        socket.watch(table)
        assert socket.seen[table].picture["yours"] == [] and socket.refusal(table, "leave", seat=0) == "who-are-you"
    with pytest.raises(Refused, match="bad-code"):
        Client(club.url).post("/api/me/recover", {"code": code})
    assert next(u for u in ada.get("/api/admin/users", text="ben")["users"] if u["id"] == ben.id)["banned"]
    ada.post(f"/api/admin/users/{ben.id}", {"banned": False})
    assert ben.get("/api/me")["user"]["id"] == ben.id
    socket = connected(ben)
    assert socket.watch(table)["yours"] == [0]


def test_an_administrator_names_another_and_takes_it_back(club: Inside, ada: Client, connected: Connected) -> None:
    ben, cleo = join(club, ada, "Ben"), join(club, ada, "Cleo")
    table = cleo.open("richelieu", [MINE, OPEN])
    ada.post(f"/api/admin/users/{ben.id}", {"admin": True})
    assert ben.get("/api/me")["user"]["admin"]
    socket = connected(ben)
    socket.do(table, "mute", user="nobody")
    for body in ({"admin": False}, {"banned": True}):
        with pytest.raises(Refused, match="not-yourself"):
            ben.post(f"/api/admin/users/{ben.id}", body)
    ada.post(f"/api/admin/users/{ben.id}", {"admin": False})
    assert socket.ended() == "come-again", "an open connection keeps no rights"
    assert connected(ben).refusal(table, "mute", user="nobody", on=False) == "not-the-owner"
    with pytest.raises(Refused, match="not-an-administrator"):
        ben.post("/api/admin/invitations", {})
    with pytest.raises(Refused) as caught:
        ada.post("/api/admin/users/nobody", {"banned": True})
    assert (caught.value.status, caught.value.code) == (404, "no-such-user")


def test_an_administrator_closes_tables(club: Inside, ada: Client, connected: Connected) -> None:
    ben, cleo = join(club, ada, "Ben"), join(club, ada, "Cleo")
    tables = [ben.open("richelieu", [MINE, OPEN]), ben.open("richelieu", [MINE, OPEN])]
    first, second = connected(ben), connected(cleo)
    for socket in (first, second):
        for table in tables:
            socket.watch(table)
    second.do(tables[1], "sit", seat=1)
    first.until(tables[1], lambda p: p["phase"] == "playing")
    assert first.refusal(tables[1], "close") == "not-now"
    for table in tables:
        ada.post(f"/api/admin/tables/{table}/close")
        shown = second.until(table, lambda p: p["phase"] == "closed")
        assert shown["seed"] is None, "what was not played to the end stays hidden"
        assert second.seen[table].events[-1] == {"kind": "closed", "user": ada.id}
        assert first.refusal(table, "say", text="oh") == "closed"
        with pytest.raises(Refused, match="closed"):
            ada.post(f"/api/admin/tables/{table}/close")
    with pytest.raises(Refused) as caught:
        ada.post("/api/admin/tables/nosuchtable/close")
    assert (caught.value.status, caught.value.code) == (404, "no-such-table")


def test_an_administrator_may_not_play_for_others(club: Inside, ada: Client, connected: Connected) -> None:
    ben = join(club, ada, "Ben")
    table = ben.open("richelieu", [MINE, bot()], start=0)
    boss, socket = connected(ada), connected(ben)
    shown = socket.watch(table)
    move = shown["view"]["legal"][0]
    assert boss.watch(table)["view"]["viewer"] is None
    assert boss.refusal(table, "decide", seat=0, at=0, decision=move) == "not-your-seat"
    assert boss.refusal(table, "resign", seat=0) == "not-your-seat"
    assert boss.refusal(table, "takeback", seat=0) == "not-your-seat"


def test_people_of_an_open_house_are_no_administrators(house: Inside, people: Newcomer, tmp_path: Path) -> None:
    assert not people(house, "admin").get("/api/me")["user"]["admin"]
    with inside(tmp_path, administrators=("someoneelse",)) as running:
        assert not Client(running.url, "someoneelse").get("/api/me")["user"]["admin"]
