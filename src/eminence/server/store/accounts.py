"""Accounts, lists, leases and results: SQL that SQLite and PostgreSQL both understand."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from typing import Any

from eminence.server.store.model import Code, Device, Entry, Head, Statistic, User
from eminence.server.store.rows import HEAD, Row, fold, pattern, read_code, read_device, read_head, read_user
from eminence.server.store.schema import judge, require_current

USER = "id, name, admin, banned, created"
DEVICE = "id, user_id, hash, kind, label, created, seen"
CODE = "hash, kind, user_id, expires, uses, created"
COLUMNS = ", ".join(HEAD)


class Shared(ABC):
    """What needs nothing but a way to run one statement. Parameters are written $1, $2 …"""

    where: str
    """The database as messages may name it: no password."""

    @abstractmethod
    async def fetch(self, sql: str, *values: Any) -> list[Row]:
        """The rows of a statement that changes nothing."""

    @abstractmethod
    async def change(self, sql: str, *values: Any, again: bool = True) -> list[Row]:
        """Carry out a statement, durable when this returns. `again`: it does no harm to do it twice."""

    @abstractmethod
    async def tables_there(self) -> set[str]:
        """The names of all database tables."""

    # The log.

    async def read(self, table: str, after: int = 0) -> list[Entry]:
        rows = await self.fetch(
            "SELECT seq, at, payload FROM events WHERE table_id = $1 AND seq > $2 ORDER BY seq", table, after
        )
        return [Entry(row[0], row[1], bytes(row[2])) for row in rows]

    async def carried_out(self, table: str, command: str) -> int | None:
        rows = await self.fetch("SELECT seq FROM events WHERE table_id = $1 AND command = $2", table, command)
        return rows[0][0] if rows else None

    async def head(self, table: str) -> Head | None:
        rows = await self.fetch(f"SELECT {COLUMNS} FROM tables WHERE id = $1", table)
        return read_head(rows[0]) if rows else None

    async def tables(
        self,
        *,
        phase: str | None = None,
        public: bool | None = None,
        user: str | None = None,
        game: str | None = None,
        text: str | None = None,
        before: int | tuple[int, str] | None = None,
        limit: int = 50,
    ) -> list[tuple[str, Head]]:
        wanted: list[str] = []
        values: list[Any] = []

        def want(condition: str, *given: Any) -> None:
            places = [f"${len(values) + 1 + number}" for number in range(len(given))]
            wanted.append(condition.format(*places))
            values.extend(given)

        if phase is not None:
            want("phase = {}", phase)
        if public is not None:
            want("public = {}", public)
        if user is not None:
            want("id IN (SELECT table_id FROM members WHERE user_id = {})", user)
        if game is not None:
            want("game = {}", game)
        if text:
            want("names LIKE {} ESCAPE '!'", pattern(text))
        if before is not None:
            want("(changed, id) < ({}, {})", *(before if isinstance(before, tuple) else (before, "")))
        values.append(limit)
        rows = await self.fetch(
            f"SELECT id, {COLUMNS} FROM tables {'WHERE' if wanted else ''} {' AND '.join(wanted)} "
            f"ORDER BY changed DESC, id DESC LIMIT ${len(values)}",
            *values,
        )
        return [(row[0], read_head(row[1:])) for row in map(tuple, rows)]

    # What the house has to do.

    async def due(self, now: int, limit: int = 100) -> list[str]:
        rows = await self.fetch(
            "SELECT id FROM tables LEFT JOIN leases ON table_id = id "
            "WHERE wakes <= $1 AND (expires IS NULL OR expires <= $1) ORDER BY wakes, id LIMIT $2",
            now,
            limit,
        )
        return [row[0] for row in rows]

    async def hold(self, table: str, holder: str, now: int, until: int) -> bool:
        rows = await self.change(
            "INSERT INTO leases (table_id, holder, expires) VALUES ($1, $2, $3) ON CONFLICT (table_id) DO UPDATE "
            "SET holder = excluded.holder, expires = excluded.expires "
            "WHERE leases.expires <= $4 OR leases.holder = excluded.holder RETURNING holder",
            table,
            holder,
            until,
            now,
        )
        return bool(rows)

    async def release(self, table: str, holder: str) -> None:
        await self.change("DELETE FROM leases WHERE table_id = $1 AND holder = $2", table, holder)

    # Accounts.

    async def add_user(self, user: User) -> None:
        await self.change(
            "INSERT INTO users (id, name, admin, banned, created, folded) VALUES ($1, $2, $3, $4, $5, $6)",
            user.id,
            user.name,
            user.admin,
            user.banned,
            user.created,
            fold(user.name),
            again=False,
        )

    async def user(self, id: str) -> User | None:  # noqa: A002
        rows = await self.fetch(f"SELECT {USER} FROM users WHERE id = $1", id)
        return read_user(rows[0]) if rows else None

    async def rename_user(self, id: str, name: str) -> bool:  # noqa: A002
        sql = "UPDATE users SET name = $2, folded = $3 WHERE id = $1 RETURNING id"
        return bool(await self.change(sql, id, name, fold(name)))

    async def set_admin(self, id: str, on: bool) -> bool:  # noqa: A002
        return bool(await self.change("UPDATE users SET admin = $2 WHERE id = $1 RETURNING id", id, on))

    async def ban(self, id: str, on: bool) -> bool:  # noqa: A002
        return bool(await self.change("UPDATE users SET banned = $2 WHERE id = $1 RETURNING id", id, on))

    async def users(self, text: str = "", limit: int = 50) -> list[User]:
        rows = await self.fetch(
            f"SELECT {USER} FROM users WHERE folded LIKE $1 ESCAPE '!' ORDER BY folded, id LIMIT $2",
            pattern(text),
            limit,
        )
        return [read_user(row) for row in rows]

    async def add_device(self, device: Device) -> None:
        await self.change(
            f"INSERT INTO devices ({DEVICE}) VALUES ($1, $2, $3, $4, $5, $6, $7)",
            device.id,
            device.user,
            device.hash,
            device.kind,
            device.label,
            device.created,
            device.seen,
            again=False,
        )

    async def device(self, hash: bytes) -> tuple[Device, User] | None:  # noqa: A002
        rows = await self.fetch(
            "SELECT d.id, d.user_id, d.hash, d.kind, d.label, d.created, d.seen, "
            "u.id, u.name, u.admin, u.banned, u.created "
            "FROM devices d JOIN users u ON u.id = d.user_id WHERE d.hash = $1",
            hash,
        )
        if not rows:
            return None
        row = tuple(rows[0])
        return read_device(row[:7]), read_user(row[7:])

    async def devices(self, user: str) -> list[Device]:
        rows = await self.fetch(f"SELECT {DEVICE} FROM devices WHERE user_id = $1 ORDER BY seen DESC, id", user)
        return [read_device(row) for row in rows]

    async def revoke(self, user: str, device: str) -> bool:
        sql = "DELETE FROM devices WHERE user_id = $1 AND id = $2 RETURNING id"
        return bool(await self.change(sql, user, device, again=False))

    async def saw(self, device: str, at: int) -> None:
        await self.change("UPDATE devices SET seen = $2 WHERE id = $1 AND seen < $2", device, at)

    async def add_code(self, code: Code) -> None:
        await self.change(
            f"INSERT INTO codes ({CODE}) VALUES ($1, $2, $3, $4, $5, $6)",
            code.hash,
            code.kind,
            code.user,
            code.expires,
            code.uses,
            code.created,
            again=False,
        )

    async def use_code(self, hash: bytes, kind: str, now: int) -> Code | None:  # noqa: A002
        rows = await self.change(
            "UPDATE codes SET uses = uses - 1 WHERE hash = $1 AND kind = $2 "
            f"AND (expires IS NULL OR expires > $3) AND (uses IS NULL OR uses > 0) RETURNING {CODE}",
            hash,
            kind,
            now,
            again=False,
        )
        return read_code(rows[0]) if rows else None

    async def codes(self, kind: str) -> list[Code]:
        rows = await self.fetch(f"SELECT {CODE} FROM codes WHERE kind = $1 ORDER BY created DESC, hash", kind)
        return [read_code(row) for row in rows]

    async def drop_code(self, hash: bytes) -> bool:  # noqa: A002
        return bool(await self.change("DELETE FROM codes WHERE hash = $1 RETURNING kind", hash, again=False))

    # Results.

    async def statistics(self, user: str) -> list[Statistic]:
        rows = await self.fetch(
            "SELECT t.game, t.players, COUNT(*), SUM(CASE WHEN m.rank = 1 THEN 1 ELSE 0 END), SUM(m.rank), "
            "MAX(m.score) FROM members m JOIN tables t ON t.id = m.table_id "
            "WHERE m.user_id = $1 AND m.seats = 1 AND m.rank IS NOT NULL "
            "GROUP BY t.game, t.players ORDER BY t.game, t.players",
            user,
        )
        return [
            Statistic(
                game=game,
                players=players,
                played=played,
                won=int(won),
                mean_rank=int(ranks) / played,
                best_score=best,
            )
            for game, players, played, won, ranks, best in map(tuple, rows)
        ]

    async def save_review(self, table: str, data: bytes) -> None:
        await self.change(
            "INSERT INTO reviews (table_id, data) VALUES ($1, $2) "
            "ON CONFLICT (table_id) DO UPDATE SET data = excluded.data",
            table,
            data,
        )

    async def review(self, table: str) -> bytes | None:
        rows = await self.fetch("SELECT data FROM reviews WHERE table_id = $1", table)
        return bytes(rows[0][0]) if rows else None

    # The database.

    async def version(self) -> str | None:
        """The version of the schema; None in an empty database."""
        there = await self.tables_there()
        found = await self.fetch("SELECT version_num FROM alembic_version") if "alembic_version" in there else []
        return judge([row[0] for row in found], there, self.where)

    async def ready(self) -> None:
        require_current(await self.version(), self.where)
        await self.change(
            "INSERT INTO health (id, at) VALUES (1, $1) ON CONFLICT (id) DO UPDATE SET at = excluded.at",
            int(time.time() * 1000),
        )
