"""Hostile HTTP: whatever is sent, nothing answers with 5xx, and nobody else notices."""

from __future__ import annotations

import copy
import json
import random
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from eminence.server.app import ENDPOINTS
from tests.server.client import MINE, OPEN, Client
from tests.server.running import Inside, inside
from tests.test_components import fantasy

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**70), 2**70)
    | st.floats()
    | st.text(max_size=20)
    | st.sampled_from(["richelieu", "open", "mine", "bot", "page", "en", "kind", "lot"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=12,
)
QUICK = settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)


@pytest.fixture(scope="module")
def target(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    """A server of its own, as fuzzing leaves much behind."""
    with inside(tmp_path_factory.mktemp("target"), database="sqlite://") as running:
        yield running


@pytest.fixture(scope="module")
def admin(target: Inside) -> Client:
    """Somebody who may do everything, with a token that nothing below can revoke."""
    ann = Client(target.url, "Ann")
    target.call(target.server.store.set_admin(ann.id, True))
    return Client(target.url, token=ann.post("/api/me/tokens", {})["token"])


def unharmed(response: httpx.Response) -> None:
    """An answer that is no failure of the server's."""
    assert response.status_code < 500, (response.request.method, response.request.url, response.text)
    if response.status_code >= 400:
        assert set(response.json()) == {"code", "params"}


@pytest.mark.slow
def test_schemathesis_finds_no_failure(target: Inside, admin: Client) -> None:
    """Requests made from the description, right and wrong ones, as an administrator and as a stranger."""
    schemathesis = pytest.importorskip("schemathesis")
    from schemathesis.checks import not_a_server_error

    before = target.server.house.tasks
    schema = schemathesis.openapi.from_url(f"{target.url}/api/openapi.json")
    headers = {"authorization": f"Bearer {admin.token}"}
    tried = 0
    for result in schema.get_all_operations():
        operation = result.ok()
        if operation.path in ("/api/me/logout",):  # would end the token
            continue
        strategy = st.one_of(*(operation.as_strategy(generation_mode=mode) for mode in schemathesis.GenerationMode))

        @settings(max_examples=12, deadline=None, database=None, suppress_health_check=list(HealthCheck))
        @given(case=strategy, known=st.booleans())
        def attempt(case: Any, known: bool) -> None:
            nonlocal tried
            tried += 1
            case.call_and_validate(headers=headers if known else {}, checks=(not_a_server_error,))

        attempt()
    assert tried > 10 * (len(ENDPOINTS) - 2)
    assert target.server.house.tasks is before
    assert httpx.get(f"{target.url}/readyz").status_code == 200


@pytest.mark.slow
@QUICK
@given(body=JSON, number=st.integers(0, len(ENDPOINTS) - 1), key=st.text(max_size=12))
def test_any_json_anywhere(target: Inside, admin: Client, body: Any, number: int, key: str) -> None:
    endpoint = ENDPOINTS[number]
    if endpoint.path.endswith("/logout"):
        return
    path = re.sub("{[a-z]+}", "{}", endpoint.path)
    quoted = quote(key, safe="", errors="replace") or "x"
    content = json.dumps(body).encode("utf-8", "surrogatepass")
    headers = {"content-type": "application/json"}
    unharmed(admin.http.request(endpoint.method, path.format(quoted), content=content, headers=headers))
    unharmed(admin.http.request(endpoint.method, path.format(quoted), params=dict.fromkeys(endpoint.query, key)))


@QUICK
@given(query=st.dictionaries(st.sampled_from(["show", "whose", "game", "text", "before", "limit", "seat"]), st.text()))
def test_any_question(target: Inside, admin: Client, query: dict[str, str]) -> None:
    for path in ("/api/tables", "/api/admin/users", "/api/rules/richelieu", "/api/tables/x"):
        unharmed(admin.http.get(path, params={**query, "language": query.get("text", "")}))


@QUICK
@given(
    path=st.text(st.characters(blacklist_categories=["Cs"]), max_size=40),
    method=st.sampled_from(["GET", "HEAD", "POST"]),
)
def test_any_path(target: Inside, admin: Client, path: str, method: str) -> None:
    for prefix in ("/", "/api/", "/assets/"):
        assert admin.http.request(method, prefix + quote(path, safe="")).status_code < 500


@pytest.mark.slow
def test_boxes_with_something_wrong(target: Inside, admin: Client) -> None:
    """Components of one's own with parts lost, doubled or of another kind: taken or refused, never a failure."""
    rng = random.Random(5)
    junk: list[Any] = [
        None,
        True,
        -1,
        0,
        10**6,
        10**30,
        1.5,
        "",
        "x" * 500,
        "\u0000",
        [],
        {},
        [[]],
        {"en": 5},
        "</svg>",
    ]
    taken = 0
    for number in range(150):
        name, scoring = (("richelieu", "regions"), ("cardinal-cards", "countries"))[number % 2]
        box = copy.deepcopy(fantasy(scoring))
        for _ in range(rng.randint(1, 3)):
            spoil(box, rng, junk)
        players = 2 if name == "richelieu" else 3
        chairs = [MINE, *[OPEN] * (players - 1)]
        response = admin.http.post("/api/tables", json={"game": name, "chairs": chairs, "components": box})
        unharmed(response)
        if response.status_code == 200:
            taken += 1
            table = response.json()["id"]
            shown = admin.http.get(f"/api/tables/{table}").json()["picture"]["components"]
            unharmed(admin.http.get(f"/api/components/{shown}", params={"table": table}))
            unharmed(admin.http.get(f"/api/art/{shown}.svg", params={"table": table}))
    assert taken


def spoil(node: Any, rng: random.Random, junk: list[Any]) -> None:
    """Change something somewhere in a box."""
    while True:
        keys: list[Any] = list(node) if isinstance(node, dict) else list(range(len(node)))
        if not keys:
            return
        key = rng.choice(keys)
        if isinstance(node[key], dict | list) and node[key] and rng.random() < 0.8:
            node = node[key]
            continue
        what = rng.randrange(4)
        if what == 0:
            del node[key]
        elif what == 1 and isinstance(node, list):
            node.append(copy.deepcopy(node[key]))
        else:
            node[key] = copy.deepcopy(rng.choice(junk))
        return
