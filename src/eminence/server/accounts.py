"""Who somebody is: a name is enough. A random token proves it, of which only the hash is stored."""

from __future__ import annotations

import hashlib
import secrets

from starlette.requests import HTTPConnection
from starlette.responses import Response

from eminence.server.hub import new_id, now
from eminence.server.store import Code, Device, Store, User
from eminence.table import Actor, Refusal
from eminence.table.rulings import tidy

COOKIE = "eminence"
YEAR = 365 * 86_400
RECOVERY = 15 * 60_000  # milliseconds that a code for another device is good for
SEEN = 3_600_000  # milliseconds between notes of when a device was last used


def hashed(secret: str) -> bytes:
    """What is stored of a token or code. They are random and long, so a plain hash is enough."""
    return hashlib.sha256(secret.encode()).digest()


class Accounts:
    """People and their devices."""

    def __init__(
        self, store: Store, *, secure: bool, invitation_required: bool, administrators: frozenset[str]
    ) -> None:
        self.store = store
        self.secure = secure
        self.invitation_required = invitation_required
        self.administrators = administrators

    async def identify(self, connection: HTTPConnection, *, banned: bool = False) -> tuple[Device, User] | None:
        """The person and device behind a request, by bearer token or cookie; None for a stranger.

        Who is banned counts as a stranger, unless `banned` asks for them too.
        """
        token = bearer(connection) or connection.cookies.get(COOKIE, "")
        if not 20 <= len(token) <= 100:
            return None
        found = await self.store.device(hashed(token))
        if found is None or (found[1].banned and not banned):
            return None
        if found[0].seen < now() - SEEN:
            await self.store.saw(found[0].id, now())
        return found

    async def require(self, connection: HTTPConnection) -> tuple[Device, User]:
        """The same, refused for strangers."""
        found = await self.identify(connection, banned=True)
        if found is None or found[1].banned:
            raise Refusal("who-are-you" if found is None else "banned")
        return found

    async def require_admin(self, connection: HTTPConnection) -> User:
        """Only for administrators."""
        _, user = await self.require(connection)
        if not self.is_admin(user):
            raise Refusal("not-an-administrator")
        return user

    def is_admin(self, user: User) -> bool:
        """Whether somebody may close tables and ban people."""
        return user.admin or user.id in self.administrators

    def actor(self, user: User) -> Actor:
        """The person as a table knows them."""
        return Actor(user.id, user.name, self.is_admin(user))

    async def enter(self, name: str, invitation: str | None, response: Response) -> User:
        """A new person."""
        name = read_name(name)
        if self.invitation_required and (
            not invitation or await self.store.use_code(hashed(invitation.strip().lower()), "invite", now()) is None
        ):
            raise Refusal("invitation-needed" if not invitation else "bad-invitation")
        user = User(id=new_id(12), name=name, admin=False, banned=False, created=now())
        await self.store.add_user(user)
        self.set_cookie(response, await self.add_device(user, "browser", ""))
        return user

    async def add_device(self, user: User, kind: str, label: str) -> str:
        """A new token for somebody; it is told once and stored hashed."""
        token = secrets.token_urlsafe(32)
        at = now()
        device = Device(
            id=new_id(10), user=user.id, hash=hashed(token), kind=kind, label=tidy(label)[:40], created=at, seen=at
        )
        await self.store.add_device(device)
        return token

    async def recovery_code(self, user: User) -> tuple[str, int]:
        """A code that brings somebody to another device, and when it expires."""
        code, expires = new_id(12), now() + RECOVERY
        await self.store.add_code(
            Code(hash=hashed(code), kind="recover", user=user.id, expires=expires, uses=1, created=now())
        )
        return code, expires

    async def recover(self, code: str, response: Response) -> User:
        """Become the person who made the code."""
        used = await self.store.use_code(hashed(code.strip().lower()), "recover", now())
        user = None if used is None or used.user is None else await self.store.user(used.user)
        if user is None or user.banned:
            raise Refusal("bad-code")
        self.set_cookie(response, await self.add_device(user, "browser", ""))
        return user

    def set_cookie(self, response: Response, token: str) -> None:
        """The token goes into a cookie that scripts cannot read."""
        response.set_cookie(COOKIE, token, max_age=YEAR, path="/", secure=self.secure, httponly=True, samesite="lax")


def bearer(connection: HTTPConnection) -> str:
    """The token of an Authorization header."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


def read_name(name: str) -> str:
    """A name as it may be shown."""
    found = tidy(name)
    if not 1 <= len(found) <= 40:
        raise Refusal("bad-name", given=found[:80], expected="1 to 40 characters")
    return found
