"""Identity: a name is enough, a token proves it, only hashes are stored, and everything can be taken back."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from eminence.server.accounts import RECOVERY
from tests.server.client import MINE, OPEN, Client, Refused, Socket
from tests.server.conftest import Newcomer
from tests.server.running import PLENTY, Inside, inside

Connected = Callable[[Client], Socket]


def code_of(caught: pytest.ExceptionInfo[Refused]) -> tuple[int, str]:
    return caught.value.status, caught.value.code


def test_a_name_is_enough(house: Inside, people: Newcomer) -> None:
    stranger = Client(house.url)
    assert stranger.get("/api/me")["user"] is None
    ann = people(house, "  Ann\t of \u0000 Cleves\n ")
    assert ann.name == "Ann of Cleves"
    assert ann.get("/api/me")["user"] == {"id": ann.id, "name": "Ann of Cleves", "admin": False}
    again = people(house, "Ann of Cleves")
    assert again.id != ann.id


@pytest.mark.parametrize("name", ["", " ", "\u200b\u0007", "x" * 41, "x" * 200, "\n\n"])
def test_a_name_can_be_shown(house: Inside, name: str) -> None:
    client = Client(house.url)
    with pytest.raises(Refused) as caught:
        client.enter(name)
    assert caught.value.status == 422 and caught.value.code in ("bad-name", "bad-body")
    assert not client.cookie


def test_the_cookie_is_for_the_server_alone(house: Inside) -> None:
    response = Client(house.url).request("POST", "/api/me", {"name": "Ann"})
    (cookie,) = response.headers.get_list("set-cookie")
    attributes = {part.strip().lower() for part in cookie.split(";")[1:]}
    assert {"httponly", "samesite=lax", "path=/", "max-age=31536000"} <= attributes
    assert "secure" not in attributes and not any(part.startswith("domain") for part in attributes)
    token = cookie.partition(";")[0].removeprefix("eminence=")
    assert len(token) >= 43 and token not in response.text


def test_under_tls_the_cookie_is_secure(tmp_path: Path) -> None:
    public = "https://games.example.org"
    with inside(tmp_path, base_url=public) as running:
        client = Client(running.url, origin=public)
        response = client.request("POST", "/api/me", {"name": "Ann"})
        (cookie,) = response.headers.get_list("set-cookie")
        assert {"secure", "httponly", "samesite=lax"} <= {part.strip().lower() for part in cookie.split(";")}
        assert response.headers["strict-transport-security"].startswith("max-age=")
        found = Client(running.url, token=client_token(cookie)).post("/api/me/code")
        assert found["link"] == f"{public}/recover/{found['code']}"


def client_token(cookie: str) -> str:
    return cookie.partition(";")[0].removeprefix("eminence=")


def test_only_hashes_are_stored(tmp_path: Path) -> None:
    """No token and no code appears anywhere in the files of the database."""
    with inside(tmp_path) as running:
        ann = Client(running.url, "Ann")
        running.call(running.server.store.set_admin(ann.id, True))
        secrets = [
            ann.cookie,
            ann.post("/api/me/tokens", {"label": "my bot"})["token"],
            ann.post("/api/me/code")["code"],
            ann.post("/api/admin/invitations", {"uses": 2, "days": 3})["code"],
        ]
        ann.open("richelieu", [MINE, OPEN])
        files = [path for path in tmp_path.iterdir() if path.name.startswith("eminence.db")]
        stored = b"".join(path.read_bytes() for path in files)
    stored += b"".join(path.read_bytes() for path in files if path.exists())
    assert b"Ann" in stored and b"my bot" in stored
    for secret in secrets:
        assert len(secret) >= 12
        assert secret.encode() not in stored
        assert hashlib.sha256(secret.encode()).digest() in stored


def test_a_new_name_is_known_at_once(house: Inside, people: Newcomer, connected: Connected) -> None:
    ann = people(house, "Ann")
    table = ann.open("richelieu", [MINE, OPEN])
    socket = connected(ann)
    socket.watch(table)
    before = ann.id, ann.cookie
    ann.enter("Anna")
    assert (ann.id, ann.cookie) == before
    socket.do(table, "say", text="it is me")
    assert socket.seen[table].events[-1] == {"kind": "said", "user": ann.id, "name": "Anna", "text": "it is me"}
    assert connected(ann).hello["name"] == "Anna"


# Another device.


def test_a_code_brings_one_to_another_device_once(house: Inside, people: Newcomer) -> None:
    ann = people(house)
    made = ann.post("/api/me/code")
    assert made["link"] == f"{house.url}/recover/{made['code']}"
    other = Client(house.url)
    assert other.post("/api/me/recover", {"code": f" {made['code'].upper()} "})["user"]["id"] == ann.id
    assert other.get("/api/me")["user"]["id"] == ann.id and other.cookie != ann.cookie
    for late in (Client(house.url), ann):
        with pytest.raises(Refused) as caught:
            late.post("/api/me/recover", {"code": made["code"]})
        assert code_of(caught) == (404, "bad-code")


def test_a_code_expires(house: Inside, people: Newcomer) -> None:
    ann = people(house)
    code = ann.post("/api/me/code")["code"]
    house.clock.pass_by(RECOVERY / 1000 + 1)
    with pytest.raises(Refused) as caught:
        Client(house.url).post("/api/me/recover", {"code": code})
    assert code_of(caught) == (404, "bad-code")


def test_codes_of_one_kind_do_not_serve_for_another(tmp_path: Path) -> None:
    with inside(tmp_path) as running:
        ann = Client(running.url, "Ann")
        running.call(running.server.store.set_admin(ann.id, True))
        with pytest.raises(Refused, match="bad-code"):
            Client(running.url).post("/api/me/recover", {"code": ann.post("/api/admin/invitations", {})["code"]})


def test_devices_are_listed_and_revoked(house: Inside, people: Newcomer, connected: Connected) -> None:
    ann, ben = people(house), people(house)
    other = ann.another_device()
    ann.post("/api/me/tokens", {"label": " my\u0000bot "})
    devices = ann.get("/api/me/devices")["devices"]
    assert sorted((d["kind"], d["label"]) for d in devices) == [("bot", "my bot"), ("browser", ""), ("browser", "")]
    assert sum(d["current"] for d in devices) == 1
    assert not any(ann.cookie in str(d) or other.cookie in str(d) for d in devices)
    theirs = next(d["id"] for d in other.get("/api/me/devices")["devices"] if d["current"])
    with pytest.raises(Refused) as caught:
        ben.ask("DELETE", f"/api/me/devices/{theirs}")
    assert code_of(caught) == (404, "no-such-device")
    socket = connected(other)
    assert socket.hello["user"] == ann.id
    ann.ask("DELETE", f"/api/me/devices/{theirs}")
    assert socket.ended() == "come-again"
    assert other.get("/api/me")["user"] is None and connected(other).hello["user"] is None
    assert ann.get("/api/me")["user"]["id"] == ann.id and len(ann.get("/api/me/devices")["devices"]) == 2
    with pytest.raises(Refused, match="no-such-device"):
        ann.ask("DELETE", f"/api/me/devices/{theirs}")


def test_logging_out_forgets_the_device(house: Inside, people: Newcomer, connected: Connected) -> None:
    ann = people(house)
    token = ann.cookie
    other = ann.another_device()
    socket = connected(ann)
    ann.post("/api/me/logout")
    assert not ann.cookie
    assert socket.ended() == "come-again"
    assert Client(house.url, token=token).get("/api/me")["user"] is None
    assert other.get("/api/me")["user"]["id"] == ann.id


def test_a_bot_plays_with_a_token(house: Inside, people: Newcomer, connected: Connected) -> None:
    ann = people(house)
    token = ann.post("/api/me/tokens", {"label": "bot"})["token"]
    machine = Client(house.url, token=token)
    assert machine.get("/api/me")["user"]["id"] == ann.id
    table = machine.open("richelieu", [OPEN, OPEN])
    socket = connected(machine)
    assert socket.hello["user"] == ann.id
    socket.watch(table)
    socket.do(table, "sit", seat=1)
    assert socket.seen[table].picture["yours"] == [1]
    device = next(d["id"] for d in ann.get("/api/me/devices")["devices"] if d["kind"] == "bot")
    ann.ask("DELETE", f"/api/me/devices/{device}")
    assert socket.ended() == "come-again"
    with pytest.raises(Refused) as caught:
        machine.open("richelieu", [OPEN, OPEN])
    assert code_of(caught) == (401, "who-are-you")


def test_forged_tokens_are_nobodys(house: Inside, people: Newcomer, connected: Connected) -> None:
    ann = people(house)
    device = ann.get("/api/me/devices")["devices"][0]["id"]
    digest = hashlib.sha256(ann.cookie.encode()).hexdigest()
    wrong = [
        ann.id,
        device,
        digest,
        ann.cookie[:-1],
        ann.cookie + "x",
        ann.cookie.swapcase(),
        "x" * 5000,
        "' OR 1=1 --",
    ]
    for token in wrong:
        forger = Client(house.url, token=token)
        assert forger.get("/api/me")["user"] is None, token
        for method, path in (("GET", "/api/me/devices"), ("POST", "/api/me/code"), ("GET", "/api/me/statistics")):
            assert forger.request(method, path).status_code == 401
        if len(token) < 1000:
            assert connected(forger).hello["user"] is None
    for header in ("Basic " + ann.cookie, ann.cookie, "Bearer", f"Token {ann.cookie}"):
        assert Client(house.url, authorization=header).get("/api/me")["user"] is None


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "/api/me/code", None),
        ("GET", "/api/me/devices", None),
        ("DELETE", "/api/me/devices/x", None),
        ("POST", "/api/me/tokens", {}),
        ("POST", "/api/me/logout", None),
        ("GET", "/api/me/statistics", None),
        ("POST", "/api/tables", {"game": "richelieu", "chairs": [MINE, OPEN]}),
        ("GET", "/api/admin/users", None),
        ("POST", "/api/admin/users/x", {}),
        ("POST", "/api/admin/tables/x/close", None),
        ("POST", "/api/admin/invitations", {}),
        ("GET", "/api/admin/invitations", None),
        ("DELETE", "/api/admin/invitations/x", None),
    ],
)
def test_strangers_have_no_say(house: Inside, method: str, path: str, body: object) -> None:
    response = Client(house.url).request(method, path, body)
    assert (response.status_code, response.json()["code"]) == (401, "who-are-you")
    assert "set-cookie" not in response.headers
    if path == "/api/tables":
        assert Client(house.url).request("GET", path, show="mine").status_code == 401


# How much of it.


def test_identities_names_and_guesses_are_limited(tmp_path: Path) -> None:
    limits = replace(PLENTY, identities_per_hour=3, names_per_hour=2, codes_per_hour=4)
    with inside(tmp_path, limits=limits) as running:
        ann, _, _ = (Client(running.url, "Ann") for _ in range(3))
        with pytest.raises(Refused) as caught:
            Client(running.url, "Ann")
        assert code_of(caught) == (429, "too-many-people") and caught.value.params["seconds"] > 0
        for name in ("Anna", "Anne"):
            ann.enter(name)
        with pytest.raises(Refused) as caught:
            ann.enter("Annie")
        assert code_of(caught) == (429, "too-many") and ann.get("/api/me")["user"]["name"] == "Anne"
        for _ in range(4):
            with pytest.raises(Refused, match="bad-code"):
                ann.post("/api/me/recover", {"code": "guessed"})
        good = ann.post("/api/me/code")["code"]
        with pytest.raises(Refused) as caught:
            ann.post("/api/me/recover", {"code": good})
        assert code_of(caught) == (429, "too-many")


def test_guesses_at_invitations_are_limited(tmp_path: Path) -> None:
    limits = replace(PLENTY, codes_per_hour=3)
    with inside(tmp_path, limits=limits, invitation_required=True) as running:
        stranger = Client(running.url)
        assert stranger.get("/api/me")["invitation_required"]
        with pytest.raises(Refused) as caught:
            stranger.enter("Ann")
        assert code_of(caught) == (403, "invitation-needed")
        for _ in range(3):
            with pytest.raises(Refused) as caught:
                stranger.enter("Ann", invitation="guessed")
            assert code_of(caught) == (403, "bad-invitation")
        with pytest.raises(Refused) as caught:
            stranger.enter("Ann", invitation="guessed")
        assert code_of(caught) == (429, "too-many") and not stranger.cookie


def test_tokens_and_codes_of_a_person_are_limited(house: Inside, people: Newcomer) -> None:
    ann, ben = people(house), people(house)
    for number in range(20):
        ann.post("/api/me/tokens", {"label": str(number)})
    for path, body in (("/api/me/tokens", {}), ("/api/me/code", None)):
        with pytest.raises(Refused) as caught:
            ann.post(path, body)
        assert code_of(caught) == (429, "too-many")
    ben.post("/api/me/code")
