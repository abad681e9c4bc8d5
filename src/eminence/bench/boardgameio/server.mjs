// boardgame.io's own server with a store that outlives it. Usage: node server.mjs PORT LOBBY STORE, where STORE is
// - sqlite:FILE, a store written for this comparison to be as quick as one can be that is durable: SQLite in WAL with
//   synchronous FULL; the state of every match is also held in memory, so a move reads nothing; what several matches
//   write while the event loop goes round once is committed together;
// - postgresql://..., the store for PostgreSQL that npm has for boardgame.io (bgio-postgres), as it comes.
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const { Server } = require("boardgame.io/server");
import { game } from "./game.mjs";

function openSqlite(file) {
  try {
    const Database = require("better-sqlite3");
    return [new Database(file), "better-sqlite3"];
  } catch (error) {
    try {
      const { DatabaseSync } = require("node:sqlite");
      return [new DatabaseSync(file), "node:sqlite"];
    } catch {
      throw new Error(`no SQLite for node ${process.version}: better-sqlite3 was not built (${error.message})`);
    }
  }
}

class SqliteStore {
  constructor(file) {
    [this.database, this.driver] = openSqlite(file);
    this.database.exec(`
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = FULL;
      CREATE TABLE matches (id TEXT PRIMARY KEY, initial TEXT, state TEXT, metadata TEXT) WITHOUT ROWID;
      CREATE TABLE log (match TEXT, number INTEGER, entry TEXT, PRIMARY KEY (match, number)) WITHOUT ROWID;`);
    this.make = this.database.prepare("INSERT INTO matches VALUES (?, ?, ?, ?)");
    this.put = this.database.prepare("UPDATE matches SET state = ? WHERE id = ?");
    this.describe = this.database.prepare("UPDATE matches SET metadata = ? WHERE id = ?");
    this.note = this.database.prepare("INSERT INTO log VALUES (?, ?, ?)");
    this.matches = new Map();
    this.queue = [];
    this.commits = 0;
  }

  type() {
    return 1; // asynchronous
  }

  async connect() {}

  write(work) {
    return new Promise((resolve, reject) => {
      if (this.queue.length === 0) setImmediate(() => this.commit());
      this.queue.push([work, resolve, reject]);
    });
  }

  commit() {
    const batch = this.queue;
    this.queue = [];
    this.commits++;
    try {
      this.database.exec("BEGIN IMMEDIATE");
      for (const [work] of batch) work();
      this.database.exec("COMMIT");
    } catch (error) {
      for (const [, , reject] of batch) reject(error);
      return;
    }
    for (const [, resolve] of batch) resolve();
  }

  createMatch(id, { initialState, metadata }) {
    this.matches.set(id, { initialState, state: initialState, metadata, log: [] });
    const initial = JSON.stringify(initialState);
    return this.write(() => this.make.run(id, initial, initial, JSON.stringify(metadata)));
  }

  setState(id, state, deltalog) {
    const match = this.matches.get(id);
    match.state = state;
    const first = match.log.length;
    if (deltalog) match.log.push(...deltalog);
    return this.write(() => {
      this.put.run(JSON.stringify(state), id);
      if (deltalog) deltalog.forEach((entry, i) => this.note.run(id, first + i, JSON.stringify(entry)));
    });
  }

  setMetadata(id, metadata) {
    this.matches.get(id).metadata = metadata;
    return this.write(() => this.describe.run(JSON.stringify(metadata), id));
  }

  async fetch(id, wanted) {
    const match = this.matches.get(id);
    if (match === undefined) return {};
    const found = {};
    if (wanted.state) found.state = match.state;
    if (wanted.metadata) found.metadata = match.metadata;
    if (wanted.log) found.log = match.log;
    if (wanted.initialState) found.initialState = match.initialState;
    return found;
  }

  async wipe(id) {
    this.matches.delete(id);
  }

  async listMatches() {
    return [...this.matches.keys()];
  }
}

/** A store and what drives it. */
function open(store) {
  const [kind, place] = [store.slice(0, store.indexOf(":")), store.slice(store.indexOf(":") + 1)];
  if (kind === "sqlite") {
    const db = new SqliteStore(place);
    return [db, db.driver];
  }
  if (kind === "postgresql") {
    const { PostgresStore } = require("bgio-postgres");
    return [new PostgresStore(store, { logging: false }), "sequelize"];
  }
  throw new Error(`${store} is no store; expected sqlite:FILE or postgresql://...`);
}

const [port, lobby, store] = process.argv.slice(2);
const [db, driver] = open(store);
const server = Server({ games: [game], db, origins: [] });
console.log = () => {};
// The lobby has a port of its own: with a present koa, middleware added after the socket was attached is not reached.
await server.run({ port: Number(port), lobbyConfig: { apiPort: Number(lobby) } });
process.stdout.write(JSON.stringify({ ready: true, driver, node: process.version }) + "\n");
