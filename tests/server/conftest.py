"""A server for all tests of a worker, and people who come to it."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator

import pytest

from tests.server.client import Client, Socket
from tests.server.running import CLOCK, Inside, inside

NUMBERS = itertools.count(1)
Newcomer = Callable[..., Client]


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    """A server without limits and with hasty bots, for tests that leave it as they found it."""
    with inside(tmp_path_factory.mktemp("house"), database="sqlite://") as running:
        yield running


@pytest.fixture(autouse=True)
def right_time() -> Iterator[None]:
    """Tests may turn the clock of servers in this process; afterwards it is right again."""
    yield
    CLOCK.ahead = 0.0


@pytest.fixture
def people() -> Iterator[Newcomer]:
    """Makes people: `people(server)` has a name that nobody else has."""
    made: list[Client] = []

    def newcomer(server: Inside | str, name: str | None = None, **more: str) -> Client:
        url = server if isinstance(server, str) else server.url
        made.append(Client(url, name or f"Person {next(NUMBERS)}", **more))
        return made[-1]

    yield newcomer
    for client in made:
        client.close()


@pytest.fixture
def connected() -> Iterator[Callable[[Client], Socket]]:
    """Opens sockets that are closed after the test."""
    made: list[Socket] = []

    def opened(client: Client) -> Socket:
        made.append(client.socket())
        return made[-1]

    yield opened
    for socket in made:
        socket.close()
