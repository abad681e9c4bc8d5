"""Reads a database directly and compares it with what the clients of a swarm were told."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from eminence.server.settings import sqlite_path
from eminence.table import Actor, Moment, Refusal, Table, commands, events, handle
from eminence.table.playing import decided
from eminence.table.settings import Machine
from tests.server.swarm import Memory


@dataclass
class Audit:
    """What the database holds, compared with what clients were told."""

    tables: int = 0
    events: int = 0
    acknowledged: int = 0
    decisions: int = 0
    lost: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)
    foreign: list[str] = field(default_factory=list)
    """Commands at tables of the swarm that nobody of the swarm has given."""

    @property
    def clean(self) -> bool:
        """Whether all is well."""
        return not (self.lost or self.doubled or self.broken or self.foreign)


Row = tuple[int, int, bytes, str | None]
Rows = dict[str, list[Row]]


async def read_rows(database: str) -> tuple[Rows, dict[str, int]]:
    """All events by table, and the last seq that each table's row tells: straight from the database."""
    query = "SELECT table_id, seq, at, payload, command FROM events ORDER BY table_id, seq"
    path = sqlite_path(database)
    found: list[Any]
    if path is not None:
        file = sqlite3.connect(path)
        assert file.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        found, heads = file.execute(query).fetchall(), dict(file.execute("SELECT id, seq FROM tables").fetchall())
        file.close()
    else:
        import asyncpg

        connection = await asyncpg.connect(database)
        found = [tuple(row) for row in await connection.fetch(query)]
        heads = {row[0]: row[1] for row in await connection.fetch("SELECT id, seq FROM tables")}
        await connection.close()
    rows: Rows = {}
    for table, seq, at, payload, command in found:
        rows.setdefault(table, []).append((seq, at, bytes(payload), command))
    return rows, heads


async def audit(database: str, memory: Memory) -> Audit:
    """Every acknowledged command is there exactly once, logs have no gaps, every table can be played on."""
    rows, heads = await read_rows(database)
    found = Audit(tables=len(rows), events=sum(map(len, rows.values())), acknowledged=len(memory.answered))
    found.decisions = memory.decisions
    found.broken += memory.faults
    found.lost += [f"table {table}" for table in memory.opened if table not in rows]
    for table, log in rows.items():
        if [seq for seq, *_ in log] != list(range(1, len(log) + 1)) or heads.get(table) != len(log):
            found.broken.append(f"{table}: events {[seq for seq, *_ in log][:20]}, the row says {heads.get(table)}")
            continue
        if table in memory.opened:
            check_commands(table, log, memory, found)
        check_table(table, log, memory, found)
    for (table, key), (seq, command) in memory.answered.items():
        there = [row for row in rows.get(table, []) if row[3] == key]
        if not there:
            found.lost.append(f"{table} {key} {command}")
        elif len(there) > 1:
            found.doubled.append(f"{table} {key} {command}")
        elif there and there[0][0] != seq:
            found.broken.append(f"{table} {key}: acknowledged as event {seq}, is event {there[0][0]}")
    for table, seq in memory.shown:
        if seq > len(rows.get(table, [])):
            found.lost.append(f"{table}: event {seq} was shown")
    return found


def check_commands(table: str, log: list[Row], memory: Memory, found: Audit) -> None:
    """Every command brought about its own events, once; and no events of people came without a command."""
    known = Counter(command for *_, command in log if command is not None)
    found.doubled += [f"{table} {command} {count} times" for command, count in known.items() if count > 1]
    happened = [events.load(payload) for _, _, payload, _ in log]
    bots = {i for i, chair in enumerate(happened[0].settings.chairs) if isinstance(chair, Machine)}  # type: ignore[union-attr]
    asked = 0
    for number, (_, _, _, command) in enumerate(log):
        if command is None:
            continue
        sent = memory.sent.get((table, command))
        if sent is None:
            found.foreign.append(f"{table} {command} {happened[number]}")
        elif sent["kind"] == "decide":
            asked += 1
            back = {events.Confirmed: 1, events.Finished: 2}.get(type(happened[number]), 0)
            made = happened[number - back]
            if not isinstance(made, events.Decided) or (made.seat, made.decision) != (sent["seat"], sent["decision"]):
                found.broken.append(f"{table} {command}: {sent} became {made}")
    made_by_people = sum(isinstance(e, events.Decided) and e.seat not in bots for e in happened)
    if made_by_people != asked:
        found.doubled.append(f"{table}: {made_by_people} decisions of {asked} commands")
    users = {key.partition(":")[0] for where, key in memory.sent if where == table}
    said = Counter(event.text for event in happened if isinstance(event, events.Said) and event.user in users)
    found.doubled += [f"{table}: {text!r} was said {count} times" for text, count in said.items() if count > 1]


def check_table(table: str, log: list[Row], memory: Memory, found: Audit) -> None:
    """The log gives a table, is what was shown, and can be played on."""
    happened = [(at, events.load(payload)) for _, at, payload, _ in log]
    for seq, (at, event) in enumerate(happened, 1):
        shown = memory.shown.get((table, seq))
        line = json.dumps({"seq": seq, "at": at, "event": events.public(event)}, sort_keys=True)
        if shown is not None and json.loads(shown) != json.loads(line):
            found.broken.append(f"{table} event {seq}: shown as {shown}, is {line}")
    try:
        played = Table.of(table, happened)
        seat = played.acting
        if seat is None:
            return
        moment = Moment(happened[-1][0] + 1, lambda: "00" * 32, lambda: "next", ("page", "abbot"))
        user = played.seats[seat].user
        actor = Actor(user or "", "")
        if played.pending is not None and user is not None:
            handle(played, commands.Confirm(seat, played.count), actor, moment)
        elif played.pending is None:
            decision = played.game.notation(played.truth.legal[0])
            decided(played, seat, played.count, decision, confirm=True)
    except (Refusal, AssertionError, ValueError, IndexError) as error:
        found.broken.append(f"{table}: {type(error).__name__}: {error}")
