// People who play at random at boardgame.io's server, as fast as their moves come back. Usage: node client.mjs SETUP, with
// SETUP as JSON: {url, lobby, tables, spares, players: [2, 3, 4]}. Lines on standard input say how long and how fast to play.
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import http from "node:http";
import { NAME, legal } from "./game.mjs";

const require = createRequire(import.meta.url);
const { io } = require("socket.io-client");
const setup = JSON.parse(process.argv[2]);
const agent = new http.Agent({ keepAlive: true, maxSockets: 16 });
const now = () => performance.now();

let window = null; // what is measured now; latencies in microseconds

/** Write a line and wait until it is out. */
const say = (what) => new Promise((resolve) => process.stdout.write(JSON.stringify(what) + "\n", resolve));

/** Ask the lobby for something. */
function post(path, body) {
  const text = JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(text) };
    const request = http.request(`${setup.lobby}${path}`, { method: "POST", agent, headers }, (response) => {
      let answer = "";
      response.on("data", (chunk) => (answer += chunk));
      response.on("end", () =>
        response.statusCode === 200 ? resolve(JSON.parse(answer)) : reject(new Error(`${path}: ${answer}`)),
      );
    });
    request.on("error", reject);
    request.end(text);
  });
}

/** A match with its players' credentials. */
async function open(players) {
  const { matchID } = await post(`/games/${NAME}/create`, { numPlayers: players });
  const credentials = [];
  for (let i = 0; i < players; i++) {
    const joined = await post(`/games/${NAME}/${matchID}/join`, { playerID: String(i), playerName: `player ${i}` });
    credentials.push(joined.playerCredentials);
  }
  return { matchID, credentials };
}

/** A group of people who play match after match. */
class Table {
  constructor(players, spares) {
    this.players = players;
    this.spares = spares;
    this.sockets = [];
    this.sent = Array.from({ length: players }, () => []); // when the moves were sent that a player has not heard of
    this.waiting = false; // for the answer to a move
    this.turn = null; // the player to move and the state in that player's eyes
    this.due = 0;
  }

  async connect() {
    for (let i = 0; i < this.players; i++) {
      const socket = io(`${setup.url}/${NAME}`, { transports: ["websocket"], forceNew: true, reconnection: false });
      socket.on("sync", (id, info) => this.see(i, id, info.state, false));
      socket.on("update", (id, state) => this.see(i, id, state, true));
      this.sockets.push(socket);
      await new Promise((resolve, reject) => {
        socket.once("connect", resolve);
        socket.once("connect_error", reject);
      });
    }
    await this.next();
  }

  async next() {
    const late = this.spares.length === 0;
    if (late && window) window.opened++;
    this.match = late ? await open(this.players) : this.spares.pop();
    this.sent = this.sent.map(() => []);
    this.turn = null;
    this.waiting = false;
    this.sockets.forEach((socket, i) => socket.emit("sync", this.match.matchID, String(i), this.match.credentials[i]));
  }

  see(player, id, state, news) {
    if (id !== this.match.matchID) return;
    if (news && this.sent[player].length > 0) {
      const [begun, own] = this.sent[player].shift();
      if (own) this.waiting = false;
      if (window) {
        if (own) {
          window.settled++;
          if (now() < window.end) window.moves++;
        }
        (own ? window.done : window.seen).push(Math.round(1000 * (now() - begun)));
      }
    }
    if (state.ctx.gameover !== undefined) {
      if (!this.over) {
        this.over = true;
        if (window) window.finished++;
        setImmediate(() => {
          this.over = false;
          this.next();
        });
      }
      return;
    }
    if (state.ctx.currentPlayer === String(player)) {
      this.turn = [player, state];
    }
    this.play(); // the player to move may have heard before the one who moved
  }

  play() {
    if (!window || this.waiting || this.turn === null) return;
    let begun = now();
    if (begun >= window.end) return;
    if (window.interval > 0) {
      if (begun < this.due) {
        if (!this.timer) {
          this.timer = setTimeout(() => {
            this.timer = null;
            this.play();
          }, this.due - begun);
        }
        return;
      }
      if (begun - this.due > window.interval) begun = this.due; // the server kept us waiting
      this.due += window.interval;
    }
    const [player, state] = this.turn;
    const choices = legal(state.G);
    const cell = choices[Math.floor(Math.random() * choices.length)];
    const payload = { type: "take", args: [cell], playerID: String(player), credentials: this.match.credentials[player] };
    this.turn = null;
    this.waiting = true;
    this.sent.forEach((list, i) => list.push([begun, i === player]));
    this.sockets[player].emit("update", { type: "MAKE_MOVE", payload }, state._stateID, this.match.matchID, String(player));
  }
}

const tables = [];
for (let i = 0; i < setup.tables; i++) {
  const players = setup.players[i % setup.players.length];
  const spares = await Promise.all(Array.from({ length: setup.spares + 1 }, () => open(players)));
  tables.push(new Table(players, spares));
}
for (const table of tables) await table.connect();
await new Promise((resolve) => setTimeout(resolve, 300));
await say({ ready: true });

for await (const line of createInterface({ input: process.stdin })) {
  const { seconds, rate } = JSON.parse(line);
  const begun = now();
  window = { seconds, moves: 0, settled: 0, done: [], seen: [], finished: 0, opened: 0, refused: 0 };
  window.end = begun + 1000 * seconds;
  window.interval = 0;
  if (rate > 0) window.interval = (1000 * tables.length) / rate;
  for (const table of tables) {
    table.due = begun + Math.random() * window.interval;
    table.play();
  }
  await new Promise((resolve) => setTimeout(resolve, 1000 * seconds));
  const until = now() + 3000;
  while (tables.some((table) => table.waiting) && now() < until) await new Promise((resolve) => setTimeout(resolve, 10));
  const result = window;
  window = null;
  await say(result);
}
process.exit(0);
