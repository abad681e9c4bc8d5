"""Writes docs/protocol.md: an introduction by hand, and tables made from the types of the server.

python tools/protocol.py            write the page anew
python tools/protocol.py --check    only say whether it is up to date
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from eminence.server.app import ENDPOINTS
from eminence.server.openapi import protocol

PAGE = Path(__file__).resolve().parent.parent / "docs" / "protocol.md"
INTRODUCTION = """\
# The protocol

How a program speaks with an eminence server: a browser, a bot of one's own, a robot at a table. HTTP is described for
machines at `/api/openapi.json`, the socket at `/api/protocol.json` (JSON Schema); this page is made from the same types
by `python tools/protocol.py`. All texts are codes with parameters; the client puts them into words. Times are
milliseconds since 1970, UTC.

## Who one is

`POST /api/me {"name": "Ann"}` makes an identity and sets a cookie. A bot plays with a token instead: a person makes one
with `POST /api/me/tokens {"label": "my bot"}`, and the bot sends it as `Authorization: Bearer TOKEN` with every request
and when it opens the socket. Requests with a cookie are taken only from pages of the server itself.

## At the table

1. Open the socket at `/api/socket`. The server says `hello`.
2. `watch` a table. The answer is a `snapshot`: the log of what happened, and the `picture`, which is all that one may
   see. From then on every change comes as an `update` with its `seq`, the new lines of the log, and the new picture.
3. Give commands with `do`. The answer is `done` when the command is durable, or `refused` with a code; then nothing has
   changed. News of it comes to everybody, in no fixed order relative to the answer.
4. After a lost connection open the socket again, `watch` with `after` set to the last `seq` seen, and send every
   command that was not answered again **with the same id**: it is carried out once, however often it is sent.

A decision is written in [notation](notation.md), for instance `A1` or `Bu2&ES`; `picture.view.legal` lists those
that are open to one. `at` is `picture.count`: a decision made for an older position is refused as `outdated`. A
decision that ends the turn waits as `picture.pending` until it is confirmed, by `confirm` or by `"confirm": true` in
the decision itself; until then `undo` takes decisions back one by one, as far as `picture.undo` says. What was
revealed, a token seen or a card drawn, stands.

```json
{"type": "do", "id": "a1", "table": "k3v9…", "command": {"kind": "decide", "seat": 0, "at": 12, "decision": "A1"}}
```

`examples/bot.py` is a whole bot in fifty lines.

## The picture

| key | what it is |
|---|---|
| `id`, `phase` | the table; `gathering`, `playing`, `finished` or `closed` |
| `settings`, `components` | what was agreed on; the fingerprint of the box |
| `owner`, `origin`, `rematch` | who opened it; the table before and after, in a series |
| `players` | by seat: `user`, `name`, `bot`, `former` (who gave the seat up), `kept` (for somebody) |
| `yours`, `seat` | one's own seats; the seat whose eyes the view is, or null for one who watches |
| `commitment`, `seed` | the hash of the deal, and after the end what it hides ([fair deals](fairness.md)) |
| `clock` | `left` by seat, `since`, `deadline`; null without a clock |
| `offer` | somebody asked to take a turn back: `seat`, `agreed` |
| `result` | `scores`, `ranks`, `winners`, and `by` whom it was broken off |
| `view` | the game as the seat knows it (`View.present()`), and the display as `laid`; all is open after the end |
| `pending`, `undo`, `count` | the unconfirmed decision; how many can be undone; the next `at` |
"""


def place(schema: dict[str, Any]) -> str:
    """A type in few words."""
    if "$ref" in schema:
        return f"[{schema['$ref'].rpartition('/')[2]}](#{schema['$ref'].rpartition('/')[2].lower()})"
    if "enum" in schema:
        return " or ".join(f"`{value}`" for value in schema["enum"])
    if "anyOf" in schema:
        return " or ".join(dict.fromkeys(place(part) for part in schema["anyOf"]))
    kind = schema.get("type", "anything")
    if kind == "array":
        return f"list of {place(schema.get('items', {}))}"
    bounds = {"minimum": "from {}", "maximum": "to {}", "maxLength": "at most {} characters", "pattern": "`{}`"}
    said = [text.format(schema[key]) for key, text in bounds.items() if key in schema]
    return ", ".join([{"null": "null", "integer": "whole number", "string": "text"}.get(kind, kind), *said])


def described(name: str, schema: dict[str, Any]) -> list[str]:
    """A message or command as a table."""
    lines = [f"### {name}", "", schema.get("description", "").strip(), "", "| key | value | |", "|---|---|---|"]
    for key, part in schema.get("properties", {}).items():
        needed = "" if key in schema.get("required", ()) else f"optional ({part.get('default', 'no default')!r})"
        about = " ".join(filter(None, (part.get("description", ""), needed)))
        lines.append(
            f"| `{key}` | {place(part)} | {about} |".replace("None", "null")
            .replace("False", "false")
            .replace("True", "true")
        )
    return [*lines, ""]


def page() -> str:
    """The whole page."""
    found = protocol()
    parts = found["$defs"]
    names = {
        "From the client": [ref(part) for part in found["properties"]["request"]["anyOf"]],
        "From the server": [ref(part) for part in found["properties"]["reply"]["anyOf"]],
        "Commands": [ref(part) for part in parts["Do"]["properties"]["command"]["anyOf"]],
    }
    lines = [INTRODUCTION]
    names["Parts of these"] = [
        part for part in parts if part not in {kind for kinds in names.values() for kind in kinds}
    ]
    for heading, kinds in names.items():
        lines += [f"## {heading}", ""]
        for kind in kinds:
            lines += described(kind, parts[kind])
    lines += ["## HTTP", "", "| request | what it does | body |", "|---|---|---|"]
    for endpoint in ENDPOINTS:
        body = f"`{endpoint.body.__name__}`" if endpoint.body else ""
        query = f"?{'&'.join(name + '=' for name in endpoint.query)}" if endpoint.query else ""
        lines.append(f"| `{endpoint.method} {endpoint.path}{query}` | {endpoint.about} | {body} |")
    return "\n".join(lines).rstrip() + "\n"


def ref(part: dict[str, str]) -> str:
    """The name a reference leads to."""
    return part["$ref"].rpartition("/")[2]


def main() -> None:
    """Write or check the page."""
    text = page()
    if "--check" in sys.argv[1:]:
        if not PAGE.is_file() or PAGE.read_text(encoding="utf-8") != text:
            sys.exit(f"{PAGE.name} is not up to date; run python tools/protocol.py")
        return
    PAGE.write_text(text, encoding="utf-8")
    print(f"wrote {PAGE.name}")


if __name__ == "__main__":
    main()
