"""A player of one's own: sits down at a table of any of the four games and plays it to the end.

    python bot.py http://localhost:8080 TOKEN TABLE

TOKEN comes from the server's page "Me" (or POST /api/me/tokens), TABLE is the last part of the table's link.
Needs: pip install websockets. The protocol is described in docs/protocol.md.
"""

import itertools
import json
import random
import sys

from websockets.sync.client import connect


def choose(view):
    """Replace this with something clever: `view` is all that you may know, `view["legal"]` what you may do."""
    return random.choice(view["legal"])


def play(server, token, table):
    ids = (f"{random.getrandbits(64):x}-{n}" for n in itertools.count())
    address = server.replace("http", "ws", 1) + "/api/socket"
    with connect(address, additional_headers={"Authorization": f"Bearer {token}"}) as socket:

        def send(**message):
            socket.send(json.dumps({"id": next(ids), "table": table, **message}))

        def command(kind, **rest):
            send(type="do", command={"kind": kind, **rest})

        send(type="watch")
        for text in socket:
            message = json.loads(text)
            if message["type"] == "refused":
                print("refused:", message["code"], message["params"])
            picture = message.get("picture")
            if not picture:
                continue
            if picture["phase"] in ("finished", "closed"):
                print(picture["result"])
                return
            free = [i for i, seat in enumerate(picture["players"]) if not seat["user"] and not seat["bot"]]
            if not picture["yours"] and free:
                command("sit", seat=free[0])
            elif picture["view"] and picture["view"]["legal"]:
                seat, at = picture["seat"], picture["count"]
                command("decide", seat=seat, at=at, decision=choose(picture["view"]), confirm=True)


if __name__ == "__main__":
    play(*sys.argv[1:4])
