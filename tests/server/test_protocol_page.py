"""docs/protocol.md says what the types say."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import eminence
from eminence.server.app import ENDPOINTS
from eminence.server.openapi import protocol

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "protocol.md"


@pytest.mark.process
def test_the_page_is_up_to_date() -> None:
    environ = {**os.environ, "PYTHONPATH": str(Path(eminence.__file__).parent.parent)}
    command = [sys.executable, str(ROOT / "tools" / "protocol.py"), "--check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environ)
    assert done.returncode == 0, done.stderr


def test_the_page_has_every_message_command_and_path() -> None:
    text = PAGE.read_text(encoding="utf-8")
    for name, schema in protocol()["$defs"].items():
        if any(key in schema.get("properties", {}) for key in ("type", "kind")) and "clock" not in name.lower():
            assert f"### {name}\n" in text
    for endpoint in ENDPOINTS:
        assert f"`{endpoint.method} {endpoint.path}" in text
    for link in re.findall(r"\]\(([a-z]+\.md)\)", text):
        assert (PAGE.parent / link).is_file()


def test_the_links_of_the_page_lead_somewhere() -> None:
    text = PAGE.read_text(encoding="utf-8")
    for link in re.findall(r"\]\(#([a-z]+)\)", text):
        assert re.search(rf"^### {link}$", text, re.M | re.I), link
