"""The house in docs/architecture.md: imports point one way, and every rule has a test."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "eminence"

# Each part may import the parts listed for it, and itself. `typing`-only and lazy imports inside functions count too,
# except where LAZY allows one.
ALLOWED = {
    "errors": set(),
    "rules": {"errors"},
    "components": {"errors", "rules"},
    "notation": {"errors", "rules", "components"},
    "sheet": set(),
    "view": {"errors", "rules", "components", "sheet"},
    "scribe": {"rules", "components"},
    "deals": {"errors", "rules", "components"},
    "game": {"errors", "rules", "components", "deals", "notation", "scribe", "sheet", "view"},
    "record": {"errors", "rules", "components", "game"},
    "draw": {"errors", "rules", "components", "notation", "sheet", "view", "game"},
    "rulebook": {"errors", "components", "game"},
    "bots": {"errors", "rules", "components", "notation", "sheet", "view", "game", "record", "eminence"},
    "arena": {"errors", "components", "game", "bots", "draw", "eminence"},
    "analysis": {
        "errors",
        "rules",
        "components",
        "deals",
        "notation",
        "sheet",
        "view",
        "game",
        "record",
        "draw",
        "bots",
    },
    "table": {"errors", "rules", "components", "deals", "view", "game", "record"},
    "server": {
        "errors",
        "components",
        "view",
        "game",
        "record",
        "draw",
        "rulebook",
        "bots",
        "analysis",
        "table",
        "eminence",
    },
    "bench": {"errors", "rules", "view", "game", "bots", "server", "eminence"},
    "cli": None,  # the command line reads everything
    "__main__": None,
    "__init__": None,
}
# Pictures and texts drawn on demand, and names needed only for types.
LAZY = {("sheet", "draw"), ("view", "draw"), ("game", "draw"), ("view", "game"), ("sheet", "components")}


def part_of(module: str) -> str:
    """The part of the house a module belongs to."""
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else "eminence"


def imports(path: Path) -> set[str]:
    """The modules of eminence that a file imports."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names if alias.name.split(".")[0] == "eminence"}
        elif isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "eminence":
            if node.module == "eminence":
                names = {f"eminence.{alias.name}" for alias in node.names}
                found |= {
                    name
                    if (SOURCE / name.split(".")[1]).exists() or (SOURCE / f"{name.split('.')[1]}.py").exists()
                    else "eminence"
                    for name in names
                }
            else:
                found.add(node.module or "")
    return found


@pytest.mark.parametrize("path", sorted(SOURCE.rglob("*.py")), ids=lambda path: str(path.relative_to(SOURCE)))
def test_imports_point_one_way(path: Path) -> None:
    part = path.relative_to(SOURCE).parts[0].removesuffix(".py")
    assert part in ALLOWED, f"{part} has no place in the house: add it to docs/architecture.md and here"
    allowed = ALLOWED[part]
    if allowed is None:
        return
    for module in imports(path):
        other = part_of(module)
        assert other == part or other in allowed or (part, other) in LAZY, f"{part} may not import {module}"


def test_the_rules_do_no_input_or_output_and_read_no_clock() -> None:
    """rules/: no files, no clock, no global random numbers."""
    banned = {"random", "time", "datetime", "os", "sys", "io", "pathlib", "socket", "logging", "secrets"}
    for path in (SOURCE / "rules").glob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        names = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
        names |= {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
        assert not {name.split(".")[0] for name in names} & banned, path
        calls = {
            node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        }
        assert not calls & {"open", "print", "input"}, path


def cited() -> set[str]:
    """The rule numbers in the docstrings of all tests."""
    found: set[str] = set()
    for path in (ROOT / "tests").rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                text = ast.get_docstring(node) or ""
                for first, last in re.findall(r"\b([DB]\d+)[-–]([DB]\d+)\b", text):
                    found |= {first[0] + str(n) for n in range(int(first[1:]), int(last[1:]) + 1)}
                found |= set(re.findall(r"\b[DB]\d+\b", text))
    return found


RULES = {f"D{n}" for n in range(1, 35)} | {f"B{n}" for n in range(1, 21)}


def test_every_rule_is_cited_by_a_test() -> None:
    assert RULES - cited() == set()
    assert cited() - RULES == set(), "rules that do not exist"


@pytest.mark.parametrize("language", ["en", "de", "fr", "nl"])
def test_every_rule_is_on_the_rules_pages_once_and_in_order(language: str) -> None:
    """The rules pages of all languages have the same numbers."""
    for page, letter, count in (("display", "D", 34), ("board", "B", 20)):
        text = (ROOT / "docs" / "rules" / language / f"{page}.md").read_text(encoding="utf-8")
        numbers = re.findall(rf"(?m)^(?:\| )?\*\*({letter}\d+)\*\*", text)
        assert numbers == [f"{letter}{n}" for n in range(1, count + 1)]


def test_every_reason_against_a_decision_is_explained_in_the_notation_page() -> None:
    from eminence.rules.codes import REASONS

    text = (ROOT / "docs" / "notation.md").read_text(encoding="utf-8")
    assert [code for code in REASONS[1:] if f"`{code}`" not in text] == []


def test_the_engine_is_named_by_rule_numbers() -> None:
    """Someone with the rules page in hand finds the line: every rule number stands in the rules' source."""
    text = "".join(path.read_text(encoding="utf-8") for path in (SOURCE / "rules").glob("*.py"))
    text += (SOURCE / "game.py").read_text(encoding="utf-8")
    found = set(re.findall(r"\b[DB]\d+\b", text))
    for first, last in re.findall(r"\b([DB]\d+)-([DB]\d+)\b", text):
        found |= {first[0] + str(n) for n in range(int(first[1:]), int(last[1:]) + 1)}
    assert RULES - found == set()
