"""The first schema."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
"""Compared byte by byte, everywhere alike."""


def text(name: str, *, null: bool = False) -> sa.Column[str]:
    """A column with text."""
    return sa.Column(name, TEXT, nullable=null)


def number(name: str, *, null: bool = False) -> sa.Column[int]:
    """A column with whole numbers, times among them."""
    return sa.Column(name, sa.BigInteger(), nullable=null)


def flag(name: str) -> sa.Column[bool]:
    """A column with yes or no."""
    return sa.Column(name, sa.Boolean(), nullable=False)


def data(name: str) -> sa.Column[bytes]:
    """A column with bytes."""
    return sa.Column(name, sa.LargeBinary(), nullable=False)


def upgrade() -> None:
    """Make everything."""
    op.create_table(
        "users",
        text("id"),
        text("name"),
        flag("admin"),
        flag("banned"),
        number("created"),
        text("folded"),
        sa.PrimaryKeyConstraint("id"),
        sqlite_with_rowid=False,
    )
    op.create_index("users_folded", "users", ["folded"])
    op.create_table(
        "devices",
        text("id"),
        text("user_id"),
        data("hash"),
        text("kind"),
        text("label"),
        number("created"),
        number("seen"),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("hash"),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"]),
        sqlite_with_rowid=False,
    )
    op.create_index("devices_user", "devices", ["user_id"])
    op.create_table(
        "codes",
        data("hash"),
        text("kind"),
        text("user_id", null=True),
        number("expires", null=True),
        number("uses", null=True),
        number("created"),
        sa.PrimaryKeyConstraint("hash"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "tables",
        text("id"),
        number("seq"),
        text("game"),
        number("players"),
        text("phase"),
        flag("public"),
        text("owner"),
        number("open_seats"),
        text("clock"),
        number("wakes", null=True),
        number("created"),
        number("changed"),
        number("ended", null=True),
        text("seats"),
        number("turns"),
        text("names"),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("tables_changed", "tables", ["phase", "changed", "id"])
    awake = sa.text("wakes IS NOT NULL")
    op.create_index("tables_wakes", "tables", ["wakes"], sqlite_where=awake, postgresql_where=awake)
    op.create_table(
        "events",
        text("table_id"),
        number("seq"),
        number("at"),
        data("payload"),
        text("command", null=True),
        sa.PrimaryKeyConstraint("table_id", "seq"),
        sqlite_with_rowid=False,
    )
    named = sa.text("command IS NOT NULL")
    op.create_index(
        "events_command", "events", ["table_id", "command"], unique=True, sqlite_where=named, postgresql_where=named
    )
    op.create_table(
        "members",
        text("table_id"),
        text("user_id"),
        number("seats"),
        number("rank", null=True),
        number("score", null=True),
        sa.PrimaryKeyConstraint("table_id", "user_id"),
        sqlite_with_rowid=False,
    )
    op.create_index("members_user", "members", ["user_id", "table_id"])
    op.create_table("reviews", text("table_id"), data("data"), sa.PrimaryKeyConstraint("table_id"))
    op.create_table(
        "leases",
        text("table_id"),
        text("holder"),
        number("expires"),
        sa.PrimaryKeyConstraint("table_id"),
        sqlite_with_rowid=False,
    )
    op.create_table("health", number("id"), number("at"), sa.PrimaryKeyConstraint("id", name="health_pkey"))


def downgrade() -> None:
    """There is nothing before it."""
    raise RuntimeError("0001 is the first schema: there is none to go back to")
