"""`eminence serve`, and the server of one's own machine."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from eminence.cli import Commands
from eminence.cli import serve as command
from eminence.server import run as running
from eminence.server.lock import Occupied
from eminence.server.settings import ServerSettings


@pytest.fixture
def ran(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[tuple[ServerSettings, dict[str, Any]]]:
    """What would have been run."""
    calls: list[tuple[ServerSettings, dict[str, Any]]] = []
    monkeypatch.setattr(running, "run", lambda settings, **how: calls.append((settings, how)))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return calls


def serve(*arguments: str, code: int = 0) -> list[str]:
    app = typer.Typer(cls=Commands)
    command.register(app)
    app.callback()(lambda: None)
    result = CliRunner().invoke(app, ["serve", *arguments])
    assert result.exit_code == code, result.output
    return result.stderr.splitlines()


def test_flags_become_settings(ran: list[tuple[ServerSettings, dict[str, Any]]], tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/e.db"
    serve("--port", "0", "--database", database, "--set", "limits.tables_per_user=5", "--log-format", "text")
    settings, how = ran[0]
    assert (settings.port, settings.database, settings.limits.tables_per_user) == (0, database, 5)
    assert settings.log.format == "text" and how == {}


def test_the_default_database_gets_its_folder(
    ran: list[tuple[ServerSettings, dict[str, Any]]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    serve("--port", "0", "--check")
    assert (tmp_path / "data" / "eminence").is_dir() and ran == []


def test_every_fault_is_a_line(ran: list[tuple[ServerSettings, dict[str, Any]]], tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/none/e.db"
    lines = serve("--port", "x", "--processes", "2", "--database", database, "--set", "bots.pace=-1", code=2)
    assert len(lines) == 5 and all(line.startswith("eminence: ") for line in lines) and ran == []
    assert "eminence: bots.pace (--set bots.pace): '-1'; expected a number from 0 to 60" in lines
    assert serve("--set", "limits", code=2) == [
        "eminence: --set: 'limits'; expected NAME=VALUE, for instance limits.tables_per_user=5"
    ]
    assert "did you mean limits.body_bytes?" in serve("--set", "limits.body_byte=5", code=2)[0]


def test_ones_own_machine(ran: list[tuple[ServerSettings, dict[str, Any]]], tmp_path: Path) -> None:
    command.serve_here(game="richelieu-duel")
    settings, how = ran[0]
    assert (settings.host, settings.port) == ("127.0.0.1", 0) and settings.sqlite is not None
    assert settings.sqlite.parent.is_dir() and how == {"open_browser": True, "path": "/new/richelieu-duel"}


def test_a_second_time_the_browser_goes_to_the_first(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def occupied(settings: ServerSettings, **how: Any) -> None:
        raise Occupied(tmp_path, "http://127.0.0.1:5/")

    shown: list[str] = []
    monkeypatch.setattr(running, "run", occupied)
    monkeypatch.setattr(running, "show", shown.append)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    command.serve_here()
    assert shown == ["http://127.0.0.1:5/"] and "runs already: http://127.0.0.1:5/" in capsys.readouterr().out
