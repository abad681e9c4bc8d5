"""Every rule of the board game is cited by a test."""

from __future__ import annotations

import ast
import re
from pathlib import Path


def test_every_rule_of_the_board_game_has_a_test() -> None:
    """The rules B1 to B20 stand at the beginning of docstrings, and there is no B21."""
    cited: set[str] = set()
    for path in Path(__file__).parent.glob("test_board_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                head, colon, _ = (ast.get_docstring(node) or "").partition(":")
                if colon and re.fullmatch(r"B\d+(, B\d+)*", head):
                    cited |= set(head.split(", "))
    assert cited == {f"B{number}" for number in range(1, 21)}
