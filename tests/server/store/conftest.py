"""The same tests for both kinds of databases."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest

from eminence.server.store import upgrade
from tests.server.services import Postgres, postgres


@pytest.fixture(scope="session")
def server() -> Iterator[Postgres]:
    """A PostgreSQL server for all tests."""
    with postgres() as running:
        yield running


@pytest.fixture
def make_url(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[str], str]:
    """Addresses of new, empty databases: sqlite or postgresql."""

    def make(kind: str) -> str:
        if kind == "sqlite":
            made = len(list(tmp_path.glob("*.db")))
            path = tmp_path / f"{made}.db"
            path.touch()
            return f"sqlite:///{path}"
        running: Postgres = request.getfixturevalue("server")
        return running.space()

    return make


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, make_url: Callable[[str], str]) -> str:
    """A database with its schema, of either kind."""
    made = make_url(request.param)
    run(upgrade(made))
    return made


def run(coroutine: Coroutine[Any, Any, Any]) -> Any:
    """Run to the end, but not for ever."""

    async def limited() -> Any:
        return await asyncio.wait_for(coroutine, 60)

    return asyncio.run(limited())
