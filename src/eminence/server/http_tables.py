"""HTTP about tables: what can be played, lists, new tables, records, replays and reviews."""

from __future__ import annotations

import functools
import re
from typing import Any

import msgspec
from starlette.responses import Response

from eminence import components
from eminence.bots import DEFAULT, LEVELS
from eminence.components.board import BoardComponents
from eminence.components.reading import LANGUAGES
from eminence.draw.sprite import map_data, sprite
from eminence.game import EDITIONS, game, open_view
from eminence.rulebook import page
from eminence.server import api
from eminence.server.endpoints import Call, Endpoint, packed
from eminence.server.hub import now
from eminence.server.store import Head
from eminence.table import Pictures, Refusal, Settings, Table

SHOWS = ("lobby", "mine", "watch", "finished")
CURSOR = re.compile(r"([0-9]{1,15})\.([a-z0-9]{1,32})", re.ASCII)
FOREVER = {"cache-control": "public, max-age=31536000, immutable"}


@functools.cache
def catalogue_shown() -> api.Catalogue:
    """What can be played; it does not change while the server runs."""
    games = [
        api.GameShown(e.id, e.title, e.summary, e.players, e.options, e.page, game(e.id).box.fingerprint)
        for e in EDITIONS.values()
    ]
    levels = [api.LevelShown(level.name, level.title, level.about) for level in LEVELS.values()]
    return api.Catalogue(games, levels, DEFAULT, LANGUAGES)


async def catalogue(call: Call) -> api.Catalogue:
    """What can be played, and against whom."""
    return catalogue_shown()


@functools.cache
def built_in_boxes() -> dict[str, components.Box]:
    """The boxes of the four games, by fingerprint."""
    return {game(id).box.fingerprint: game(id).box for id in EDITIONS}  # noqa: A001


async def box_of(call: Call) -> components.Box:
    """The components with a fingerprint: those of the table that the query names, or built-in ones.

    Names and arms do not count in a fingerprint, so only the table knows how its own box looks.
    """
    wanted = call.path["fingerprint"].removesuffix(".svg")
    if call.query("table"):
        box: components.Box | None = (await call.server.hub.live(call.query("table")[:32])).table.game.box
    else:
        box = built_in_boxes().get(wanted)
    if box is None or box.fingerprint != wanted:
        raise Refusal("no-such-components", given=wanted[:40])
    return box


async def box_data(call: Call) -> Response:
    """The components of a game as data, with names in four languages."""
    box = await box_of(call)
    data = {**box.data, "map": map_data(box)} if isinstance(box.contents, BoardComponents) else box.data
    return packed(call.request, msgspec.json.encode(data), "application/json", FOREVER)


@functools.cache
def built_in_art(fingerprint: str) -> bytes:
    """The pictures of a built-in box."""
    return sprite(built_in_boxes()[fingerprint]).encode()


async def art(call: Call) -> Response:
    """The pictures of a game's components: one SVG with a symbol for each."""
    box = await box_of(call)
    if box.built_in:
        picture = await call.server.aside(built_in_art, box.fingerprint)
    else:
        picture = (await call.server.aside(sprite, box)).encode()
    return packed(call.request, picture, "image/svg+xml", FOREVER)


async def rules(call: Call) -> api.RulesPage:
    """The rules of a game in one of four languages."""
    name, language = call.path["game"], call.query("language", "en")
    if name not in EDITIONS:
        raise Refusal("no-such-game", given=name[:40], expected=list(EDITIONS))
    if language not in LANGUAGES:
        raise Refusal("bad-query", name="language", given=language[:40], expected=list(LANGUAGES))
    return api.RulesPage(name, language, page(name, language))


def summary(id: str, head: Head) -> api.Summary:  # noqa: A002
    """A table in a list."""
    return api.Summary(
        id=id,
        game=head.game,
        players=head.players,
        phase=head.phase,
        public=head.public,
        owner=head.owner,
        open_seats=head.open_seats,
        clock=head.clock,
        created=head.created,
        changed=head.changed,
        ended=head.ended,
        seats=[api.SeatShown(s.user, s.name, s.bot, s.rank, s.score, s.turn) for s in head.seats],
    )


async def tables(call: Call) -> api.Tables:
    """Lists of tables: open ones to join, one's own, public ones to watch, finished ones."""
    show = call.query("show", "lobby")
    if show not in SHOWS:
        raise Refusal("bad-query", name="show", given=show[:40], expected=list(SHOWS))
    wanted: dict[str, Any] = {
        "lobby": {"phase": "gathering", "public": True},
        "watch": {"phase": "playing", "public": True},
        "finished": {"phase": "finished", "public": True},
        "mine": {},
    }[show]
    if show == "mine" or (show == "finished" and call.query("whose") == "mine"):
        _, user = await call.server.accounts.require(call.request)
        wanted = {**wanted, "user": user.id, "public": None}
    limit = call.number("limit", 1, 100, 50) or 50
    name = call.query("game")
    if name and name not in EDITIONS:
        raise Refusal("bad-query", name="game", given=name[:40], expected=list(EDITIONS))
    found = await call.server.store.tables(
        **wanted,
        game=name or None,
        text=call.query("text")[:40] or None,
        before=cursor(call.query("before")),
        limit=limit,
    )
    more = f"{found[-1][1].changed}.{found[-1][0]}" if len(found) == limit else None
    return api.Tables([summary(id, head) for id, head in found], more)  # noqa: A001


def cursor(text: str) -> tuple[int, str] | None:
    """Where a page of a list begins, as the page before it said in `next`."""
    if not text:
        return None
    found = CURSOR.fullmatch(text)
    if found is None:
        raise Refusal("bad-query", name="before", given=text[:40], expected="what `next` of the page before was")
    return int(found[1]), found[2]


async def open_table(call: Call) -> api.Opened:
    """Open a table."""
    _, user = await call.server.accounts.require(call.request)
    call.server.limit("tables", user.id, "too-many-tables")
    return api.Opened(await call.server.hub.create(call.body, call.server.accounts.actor(user)))


async def branch_table(call: Call) -> api.Opened:
    """Take a finished game up again after some turn, against bots, to try something out."""
    _, user = await call.server.accounts.require(call.request)
    call.server.limit("tables", user.id, "too-many-tables")
    actor, body = call.server.accounts.actor(user), call.body
    return api.Opened(await call.server.hub.branch(call.path["id"][:32], body.turn, body.seat, body.level, actor))


async def show_table(call: Call) -> api.TableShown:
    """A table as one may see it now."""
    found = await call.server.accounts.identify(call.request)
    async with call.server.hub.held(call.path["id"][:32]) as live:
        table = live.table
        seen = msgspec.Raw(Pictures(table).of(found[1].id if found else None, call.number("seat", 0, 4, None)))
        return api.TableShown(table.id, table.seq, now(), live.log[:], seen, live.present)


async def finished(call: Call) -> Table:
    """The table of a finished game."""
    async with call.server.hub.held(call.path["id"][:32]) as live:
        if live.table.phase != "finished":
            raise Refusal("not-finished", phase=live.table.phase)
        return live.table


async def record(call: Call) -> Response:
    """The record of a finished game, to keep."""
    table = await finished(call)
    name = f"{table.game.id}-{table.id}.json"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(table.record().dumps(), media_type="application/json", headers=headers)


async def replay(call: Call) -> api.Replay:
    """A finished game position by position, from any seat's eyes or with everything open."""
    table = await finished(call)
    eyes = call.query("seat", "all")
    if eyes not in ("all", "watch", *(str(i) for i in range(len(table.seats)))):
        raise Refusal("bad-query", name="seat", given=eyes[:40], expected=["all", "watch", "a seat's number"])
    return await call.server.aside(replayed, table, eyes)


def replayed(table: Table, eyes: str) -> api.Replay:
    """The positions of a finished game."""
    kept = table.record()
    laid = table.truth.view(None).laid()
    steps = []
    for number, state in enumerate(kept.states()):
        view = open_view(kept.game, state) if eyes == "all" else state.view(None if eyes == "watch" else int(eyes))
        seat, text = kept.turns[number - 1] if 0 < number <= len(kept.turns) else (None, "")
        steps.append(api.Step(number, seat, text, {**view.present(), "laid": laid}))
    return api.Replay(steps)


async def ask_review(call: Call) -> api.ReviewShown:
    """Have a finished game reviewed by the bots; ask again until it is done."""
    table = await finished(call)
    _, user = await call.server.accounts.require(call.request)
    if call.server.reviews.state(table.id) is None and await call.server.store.review(table.id) is None:
        call.server.limit("reviews", user.id)
        call.server.reviews.start(table)
    return await review(call)


async def review(call: Call) -> api.ReviewShown:
    """The review of a finished game, or how far it is."""
    table = await finished(call)
    done = await call.server.store.review(table.id)
    if done is not None:
        return api.ReviewShown("done", (1, 1), msgspec.json.decode(done))
    state = call.server.reviews.state(table.id)
    return api.ReviewShown("none", (0, 0)) if state is None else api.ReviewShown(*state)


ENDPOINTS = (
    Endpoint("GET", "/api/catalogue", catalogue, reply=api.Catalogue),
    Endpoint("GET", "/api/components/{fingerprint}", box_data, query=("table",)),
    Endpoint("GET", "/api/art/{fingerprint}", art, query=("table",)),
    Endpoint("GET", "/api/rules/{game}", rules, reply=api.RulesPage, query=("language",)),
    Endpoint(
        "GET", "/api/tables", tables, reply=api.Tables, query=("show", "whose", "game", "text", "before", "limit")
    ),
    Endpoint("POST", "/api/tables", open_table, Settings, api.Opened),
    Endpoint("GET", "/api/tables/{id}", show_table, reply=api.TableShown, query=("seat",)),
    Endpoint("POST", "/api/tables/{id}/branch", branch_table, api.Branch, api.Opened),
    Endpoint("GET", "/api/tables/{id}/record", record),
    Endpoint("GET", "/api/tables/{id}/replay", replay, reply=api.Replay, query=("seat",)),
    Endpoint("POST", "/api/tables/{id}/review", ask_review, None, api.ReviewShown),
    Endpoint("GET", "/api/tables/{id}/review", review, reply=api.ReviewShown),
)
