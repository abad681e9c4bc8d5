"""What the documents show works as shown."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import re
from pathlib import Path

import pytest

import eminence

ROOT = Path(__file__).parent.parent


def examples(name: str) -> list[str]:
    """The Python examples of a document."""
    return re.findall(r"```python\n(.*?)```", (ROOT / name).read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.parametrize("name", ["README.md", "docs/library.md"])
def test_the_library_example_runs(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (example,) = examples(name)
    exec(compile(example, name, "exec"), {})
    printed = capsys.readouterr().out
    assert "Bourgogne" in printed
    if (tmp_path / "game.json").exists():
        assert eminence.Record.load(tmp_path / "game.json").result is not None


def test_the_readme_example_is_short() -> None:
    (example,) = examples("README.md")
    assert len([line for line in example.splitlines() if line.strip() and not line.startswith("import")]) <= 10


def modules() -> list[str]:
    """The modules of the package, without those that need extras or start something."""
    found = [info.name for info in pkgutil.walk_packages(eminence.__path__, "eminence.")]
    return [name for name in found if not re.search(r"__main__|\.cli\b|\.bench\b|\.arena\b|\.migrations\b", name)]


@pytest.mark.parametrize("name", modules())
def test_the_examples_in_docstrings_are_true(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_every_link_between_documents_leads_somewhere() -> None:
    broken = []
    for page in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")]:
        targets = re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))
        local = [target for target in targets if not target.startswith("http")]
        broken += [f"{page.relative_to(ROOT)}: {target}" for target in local if not (page.parent / target).exists()]
    assert broken == []
