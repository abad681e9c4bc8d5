"""The browser's types of what goes over the wire have the fields that the server sends and takes."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any, get_args, get_type_hints

import msgspec
import pytest

from eminence.analysis import hints
from eminence.game import game
from eminence.server import api, messages
from eminence.server.store import Statistic
from eminence.table import Pictures, Settings, commands, events, settings
from eminence.table.settings import Mine
from tests.table.house import ANNA, House

SOURCE = (Path(__file__).resolve().parents[2] / "web" / "src" / "lib" / "protocol.ts").read_text(encoding="utf-8")
TEXT = re.sub(r"/\*.*?\*/|//[^\n]*", "", SOURCE, flags=re.S)


def body(start: int) -> str:
    """What stands between the brace at or after a place and the one that closes it."""
    begin = TEXT.index("{", start)
    depth = 0
    for place in range(begin, len(TEXT)):
        depth += {"{": 1, "}": -1}.get(TEXT[place], 0)
        if depth == 0:
            return TEXT[begin + 1 : place]
    raise AssertionError(f"no closing brace after {TEXT[start : start + 60]!r}")


def fields(text: str) -> set[str]:
    """The names of the fields of an object type; those of objects inside it do not count."""
    flat, depth = "", 0
    for sign in text:
        depth -= sign in ")}]>"
        flat += "" if depth else sign
        depth += sign in "({[<"
    return set(re.findall(r"(?:^|[;\n])\s*(\w+)\??:", flat))


def interface(name: str) -> set[str]:
    """The fields of an interface, with those it extends."""
    found = re.search(rf"interface {name}(?:<[^>]*>)?(?: extends (\w+))? {{", TEXT)
    assert found, f"protocol.ts has no interface {name}"
    own = fields(body(found.end() - 1))
    return own | interface(found[1]) if found[1] else own


def union(name: str, tag: str) -> dict[str, set[str]]:
    """The fields of the members of a union, by the value of their tag."""
    found = re.search(rf"type {name} =(.*?);\n(?=export|\n)", TEXT, re.S)
    assert found, f"protocol.ts has no type {name}"
    shown: dict[str, set[str]] = {}
    for part in re.findall(r"\|?\s*({[^{}]*(?:{[^{}]*}[^{}]*)*}|[A-Z]\w+)", found[1]):
        inner = part[1:-1] if part.startswith("{") else body(TEXT.index(f"interface {part} {{"))
        value = re.search(rf'\b{tag}: "([a-z]+)"', inner)
        assert value, (name, part)
        shown[value[1]] = fields(inner)
    return shown


def structs(members: Iterable[Any], tag: str) -> dict[str, set[str]]:
    """The fields of tagged structs, by tag."""
    return {one.__struct_config__.tag: {tag, *one.__struct_fields__} for one in members}


@pytest.mark.parametrize(
    ("name", "tag", "members"),
    [
        ("Request", "type", get_args(messages.Request)),
        ("Reply", "type", get_args(messages.Reply)),
        ("Command", "kind", get_args(commands.Command)),
        ("Clock", "kind", get_args(settings.Clock)),
        ("Chair", "kind", get_args(settings.Chair)),
    ],
)
def test_messages_and_commands(name: str, tag: str, members: tuple[Any, ...]) -> None:
    assert union(name, tag) == structs(members, tag)


def test_events() -> None:
    shown = structs(get_args(events.Event), "kind")
    shown["created"] -= {"settings", "sitting", "reserved"}
    shown["started"] -= {"seed"}
    assert union("TableEvent", "kind") == shown


HTTP = {
    "User": api.Person,
    "Me": api.Me,
    "CatalogueGame": api.GameShown,
    "Catalogue": api.Catalogue,
    "Summary": api.Summary,
    "Device": api.DeviceShown,
    "ReplayStep": api.Step,
    "Somebody": api.UserShown,
    "Invitation": api.InvitationShown,
    "Logged": messages.Logged,
    "Settings": Settings,
}


@pytest.mark.parametrize("name", HTTP)
def test_bodies(name: str) -> None:
    assert interface(name) == set(HTTP[name].__struct_fields__)


def test_statistics() -> None:
    assert interface("Statistic") == set(get_type_hints(Statistic))


def test_seats_and_levels_inside_lists() -> None:
    assert fields(body(TEXT.index("seats: {", TEXT.index("interface Summary")))) == set(api.SeatShown.__struct_fields__)
    assert fields(body(TEXT.index("levels: {"))) == set(api.LevelShown.__struct_fields__)


@pytest.mark.parametrize(("name", "view"), [("richelieu-duel", "DisplayView"), ("cardinal-board", "BoardView")])
def test_pictures_and_views(name: str, view: str) -> None:
    rules = game(name)
    house = House(Settings(name, tuple(Mine() for _ in range(rules.players[0]))))
    house.now += 1000
    picture: dict[str, Any] = msgspec.json.decode(Pictures(house.table).of(ANNA.user))
    assert picture["view"] is not None
    assert interface("Picture") == set(picture)
    assert interface("Player") == set(picture["players"][0])
    assert interface("Settings") - {"chairs", "components"} == set(picture["settings"])
    # The display as it was laid out is told by the server in all games, and is nothing where there is none.
    assert interface(view) | {"laid"} == set(picture["view"])
    assert interface("Sheet") == set(picture["view"]["standing"])
    if view == "DisplayView":
        assert interface("Token") == set(picture["view"]["tokens"][0])


def test_hints() -> None:
    rules = game("richelieu-duel")
    state = rules.deal(3, players=2)
    (hint,) = hints(state.view(state.seat), effort=20, count=1)
    assert interface("Hint") == set(hint.data())
