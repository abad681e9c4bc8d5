"""What every store can do. `open_store` gives one."""

from __future__ import annotations

from typing import Protocol

from eminence.server.store.model import Append, Code, Device, Entry, Head, Statistic, User


class Store(Protocol):
    """The logs of all tables, the accounts and the results. All calls may raise `StoreError`."""

    # The log.

    async def append(self, *appends: Append) -> None:
        """Write all of it in one transaction, durable when this returns, or nothing: Conflict, Repeated, StoreError.

        Nothing is known of a call that was cancelled.
        """

    async def read(self, table: str, after: int = 0) -> list[Entry]:
        """The events of a table that come after a seq, in order."""

    async def carried_out(self, table: str, command: str) -> int | None:
        """The seq of the last event of a command, if it was carried out before."""

    async def head(self, table: str) -> Head | None:
        """The table's row, if there is such a table."""

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
        """Tables, the last changed first.

        `user` sits or sat there; `text` is part of the name of somebody who sits there; `before` is the `changed`
        of the last table of the page before, better with its id, so that no table of the same millisecond is left out.
        """

    # What the house has to do.

    async def due(self, now: int, limit: int = 100) -> list[str]:
        """Tables where the house must act by now and which nobody holds, the longest waiting first."""

    async def hold(self, table: str, holder: str, now: int, until: int) -> bool:
        """Take or prolong the lease of a table; False if somebody else has it."""

    async def release(self, table: str, holder: str) -> None:
        """Give the lease back."""

    # Accounts. The changes say whether there was something to change.

    async def add_user(self, user: User) -> None:
        """A new user. StoreError "exists" if the id is taken."""

    async def user(self, id: str) -> User | None:  # noqa: A002
        """A user by id."""

    async def rename_user(self, id: str, name: str) -> bool:  # noqa: A002
        """Another name."""

    async def set_admin(self, id: str, on: bool) -> bool:  # noqa: A002
        """Make somebody an administrator, or no longer."""

    async def ban(self, id: str, on: bool) -> bool:  # noqa: A002
        """Shut somebody out, or no longer."""

    async def users(self, text: str = "", limit: int = 50) -> list[User]:
        """Users by part of the name, in order of names."""

    async def add_device(self, device: Device) -> None:
        """A new device of a user. StoreError "exists" if the id or hash is taken."""

    async def device(self, hash: bytes) -> tuple[Device, User] | None:  # noqa: A002
        """The device with a token of this hash, and whose it is."""

    async def devices(self, user: str) -> list[Device]:
        """All devices of a user, the last seen first."""

    async def revoke(self, user: str, device: str) -> bool:
        """Forget a device of this user."""

    async def saw(self, device: str, at: int) -> None:
        """The device was there."""

    async def add_code(self, code: Code) -> None:
        """A new code."""

    async def use_code(self, hash: bytes, kind: str, now: int) -> Code | None:  # noqa: A002
        """Use a code once, if it still can be used; gives it as it is afterwards."""

    async def codes(self, kind: str) -> list[Code]:
        """All codes of a kind, used up and expired ones too, the newest first."""

    async def drop_code(self, hash: bytes) -> bool:  # noqa: A002
        """Forget a code."""

    # Results.

    async def statistics(self, user: str) -> list[Statistic]:
        """Finished games by game and number of players; those where the user held several seats do not count."""

    async def save_review(self, table: str, data: bytes) -> None:
        """Keep the review of a game, instead of one that was kept before."""

    async def review(self, table: str) -> bytes | None:
        """The review that was kept."""

    # The database.

    async def ready(self) -> None:
        """Raises StoreError with the reason if the schema is not the right one or nothing can be written."""

    async def close(self) -> None:
        """Finish what was begun and let the database go."""
