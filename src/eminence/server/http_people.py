"""HTTP about people: identity, devices, statistics; and what administrators may do."""

from __future__ import annotations

from eminence import __version__
from eminence.server import api
from eminence.server.accounts import COOKIE, hashed, read_name
from eminence.server.endpoints import Call, Endpoint
from eminence.server.hub import new_id, now
from eminence.server.store import Code, User
from eminence.table import Refusal
from eminence.table.commands import Close


def person(call: Call, user: User) -> api.Person:
    """Somebody, for themselves."""
    return api.Person(user.id, user.name, call.server.accounts.is_admin(user))


async def me(call: Call) -> api.Me:
    """Who one is."""
    found = await call.server.accounts.identify(call.request)
    user = None if found is None else person(call, found[1])
    return api.Me(user, call.server.accounts.invitation_required, __version__, now())


async def enter(call: Call) -> api.Entered:
    """Become somebody with a name, or change one's name."""
    accounts = call.server.accounts
    found = await accounts.identify(call.request, banned=True)
    if found is not None and found[1].banned:
        raise Refusal("banned")
    if found is None:
        call.server.limit("people", call.server.address(call.request), "too-many-people")
        if accounts.invitation_required and call.body.invitation:
            call.server.limit("guesses", call.server.address(call.request))
        user = await accounts.enter(call.body.name, call.body.invitation, call.response)
    else:
        name = read_name(call.body.name)
        call.server.limit("names", found[1].id)
        await call.server.store.rename_user(found[1].id, name)
        user = User(found[1].id, name, found[1].admin, found[1].banned, found[1].created)
        call.server.renamed(user)
    return api.Entered(person(call, user))


async def make_code(call: Call) -> api.RecoveryCode:
    """Make a code that brings this identity to another device."""
    _, user = await call.server.accounts.require(call.request)
    call.server.limit("codes", user.id)
    code, expires = await call.server.accounts.recovery_code(user)
    return api.RecoveryCode(code, f"{call.server.base_url(call.request)}/recover/{code}", expires)


async def recover(call: Call) -> api.Entered:
    """Become who made the code."""
    call.server.limit("guesses", call.server.address(call.request))
    user = await call.server.accounts.recover(call.body.code, call.response)
    return api.Entered(person(call, user))


async def devices(call: Call) -> api.Devices:
    """The devices and bots that may act for one."""
    device, user = await call.server.accounts.require(call.request)
    return api.Devices(
        [
            api.DeviceShown(d.id, d.kind, d.label, d.created, d.seen, d.id == device.id)
            for d in await call.server.store.devices(user.id)
        ]
    )


async def revoke(call: Call) -> api.Done:
    """Take a device or bot its right to act for one."""
    _, user = await call.server.accounts.require(call.request)
    if not await call.server.store.revoke(user.id, call.path["id"]):
        raise Refusal("no-such-device", given=call.path["id"][:40])
    call.server.dismiss(user.id)
    return api.Done()


async def make_token(call: Call) -> api.Token:
    """Make a token for a bot that plays in one's name."""
    _, user = await call.server.accounts.require(call.request)
    call.server.limit("codes", user.id)
    return api.Token(await call.server.accounts.add_device(user, "bot", call.body.label))


async def logout(call: Call) -> api.Done:
    """Forget this device."""
    device, user = await call.server.accounts.require(call.request)
    await call.server.store.revoke(user.id, device.id)
    call.response.delete_cookie(COOKIE, path="/")
    call.server.dismiss(user.id)
    return api.Done()


async def statistics(call: Call) -> api.Statistics:
    """How one has fared."""
    _, user = await call.server.accounts.require(call.request)
    return api.Statistics(await call.server.store.statistics(user.id))


# For administrators.


async def users(call: Call) -> api.Users:
    """People, by a part of their name."""
    await call.server.accounts.require_admin(call.request)
    found = await call.server.store.users(call.query("text")[:40], call.number("limit", 1, 200, 50) or 50)
    return api.Users([api.UserShown(u.id, u.name, u.admin, u.banned, u.created) for u in found])


async def change_user(call: Call) -> api.Done:
    """Ban somebody or let them in again; name an administrator."""
    admin = await call.server.accounts.require_admin(call.request)
    user = await call.server.store.user(call.path["id"])
    if user is None:
        raise Refusal("no-such-user", given=call.path["id"][:40])
    if user.id == admin.id:
        raise Refusal("not-yourself")
    if call.body.banned is not None:
        await call.server.store.ban(user.id, call.body.banned)
    if call.body.admin is not None:
        await call.server.store.set_admin(user.id, call.body.admin)
    call.server.dismiss(user.id)
    return api.Done()


async def close_table(call: Call) -> api.Done:
    """Close a table."""
    admin = await call.server.accounts.require_admin(call.request)
    await call.server.hub.do(call.path["id"], Close(), call.server.accounts.actor(admin), new_id())
    return api.Done()


async def invite(call: Call) -> api.Invited:
    """Make an invitation code for newcomers."""
    await call.server.accounts.require_admin(call.request)
    code, expires = new_id(12), now() + call.body.days * 86_400_000
    await call.server.store.add_code(
        Code(hash=hashed(code), kind="invite", user=None, expires=expires, uses=call.body.uses, created=now())
    )
    return api.Invited(code, expires)


async def invitations(call: Call) -> api.Invitations:
    """The invitations that are still good."""
    await call.server.accounts.require_admin(call.request)
    return api.Invitations(
        [
            api.InvitationShown(code.hash.hex()[:16], code.uses, code.expires, code.created)
            for code in await call.server.store.codes("invite")
            if code.uses != 0 and (code.expires is None or code.expires > now())
        ]
    )


async def drop_invitation(call: Call) -> api.Done:
    """Take an invitation back."""
    await call.server.accounts.require_admin(call.request)
    for code in await call.server.store.codes("invite"):
        if code.hash.hex()[:16] == call.path["id"]:
            await call.server.store.drop_code(code.hash)
            return api.Done()
    raise Refusal("no-such-invitation", given=call.path["id"][:40])


ENDPOINTS = (
    Endpoint("GET", "/api/me", me, reply=api.Me),
    Endpoint("POST", "/api/me", enter, api.Enter, api.Entered),
    Endpoint("POST", "/api/me/code", make_code, None, api.RecoveryCode),
    Endpoint("POST", "/api/me/recover", recover, api.Recover, api.Entered),
    Endpoint("GET", "/api/me/devices", devices, reply=api.Devices),
    Endpoint("DELETE", "/api/me/devices/{id}", revoke, reply=api.Done),
    Endpoint("POST", "/api/me/tokens", make_token, api.NewToken, api.Token),
    Endpoint("POST", "/api/me/logout", logout, None, api.Done),
    Endpoint("GET", "/api/me/statistics", statistics, reply=api.Statistics),
    Endpoint("GET", "/api/admin/users", users, reply=api.Users, query=("text", "limit")),
    Endpoint("POST", "/api/admin/users/{id}", change_user, api.ChangeUser, api.Done),
    Endpoint("POST", "/api/admin/tables/{id}/close", close_table, None, api.Done),
    Endpoint("POST", "/api/admin/invitations", invite, api.Invite, api.Invited),
    Endpoint("GET", "/api/admin/invitations", invitations, reply=api.Invitations),
    Endpoint("DELETE", "/api/admin/invitations/{id}", drop_invitation, reply=api.Done),
)
