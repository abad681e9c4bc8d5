/**
 * The one socket. It opens with the first watch, comes back by itself, watches again from the last seq it saw, and sends
 * every command that was not answered again under the same id, which is harmless if the server has carried it out.
 */

import { untrack } from "svelte";
import { Refusal } from "./api";
import type { Command, Hints, Reply, Request, Snapshot, Update } from "./protocol";

export interface Watcher {
  /** The last seq seen; 0 for none. */
  seen(): number;
  /** From which of one's own seats to look; null for the server's choice. */
  eyes(): number | null;
  snapshot(message: Snapshot): void;
  update(message: Update): void;
  presence(present: string[]): void;
  refused(code: string): void;
}

interface Waiting {
  request: Request;
  answer: (reply: Reply) => void;
  fail: (error: Refusal) => void;
}

const QUIET = 25_000;
const LONGEST = 8_000;

let counter = 0;
const instance = Math.random().toString(36).slice(2, 10);

/** An id that no other command of anybody has. */
export function freshId(): string {
  counter += 1;
  return `${instance}${Date.now().toString(36)}-${counter}`;
}

export class Connection {
  /** open: all is well. away: trying again. idle: nobody watches anything. */
  state = $state<"idle" | "connecting" | "open" | "away">("idle");
  /** The server's time minus ours. */
  offset = $state(0);

  #socket: WebSocket | null = null;
  #watchers = new Map<string, Watcher>();
  #waiting = new Map<string, Waiting>();
  #lobby = new Set<() => void>();
  #tries = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pulse: ReturnType<typeof setInterval> | undefined;
  #heard = 0;
  /** Somebody else looks now: what was seen before may have looked different to them. */
  #anew = false;

  constructor(
    private readonly url: () => string,
    private readonly make: (url: string) => WebSocket = (url) => new WebSocket(url),
  ) {}

  /** The server's time now. */
  now(): number {
    return Date.now() + this.offset;
  }

  /** Watch a table until the returned function is called. */
  watch(table: string, watcher: Watcher): () => void {
    // Whoever watches from an effect must not run again when the connection comes and goes.
    untrack(() => {
      this.#watchers.set(table, watcher);
      this.#open();
      if (this.state === "open") this.#watch(table, watcher);
    });
    return () => {
      if (this.#watchers.get(table) !== watcher) return;
      this.#watchers.delete(table);
      if (this.state === "open") this.#post({ type: "unwatch", id: freshId(), table });
    };
  }

  /** Look again, for instance from another of one's own seats: a whole snapshot comes. */
  rewatch(table: string): void {
    const watcher = this.#watchers.get(table);
    if (watcher && this.state === "open") this.#post({ type: "watch", id: freshId(), table, after: 0, ...seatOf(watcher) });
  }

  /** Carry out a command; the seq of its last event. */
  async do(table: string, command: Command): Promise<number> {
    const reply = await this.#request({ type: "do", id: freshId(), table, command });
    return reply.type === "done" ? reply.seq : 0;
  }

  async hint(table: string, seat: number): Promise<Hints> {
    const reply = await this.#request({ type: "hint", id: freshId(), table, seat });
    if (reply.type !== "hints") throw new Refusal("server-error");
    return reply;
  }

  /** Be told when the list of public tables changes. */
  lobby(changed: () => void): () => void {
    untrack(() => {
      this.#lobby.add(changed);
      this.#open();
      if (this.state === "open" && this.#lobby.size === 1) this.#post({ type: "lobby", id: freshId(), on: true });
    });
    return () => {
      this.#lobby.delete(changed);
      if (this.state === "open" && !this.#lobby.size) this.#post({ type: "lobby", id: freshId(), on: false });
    };
  }

  /** Connect anew, as somebody else: after signing in, recovering or logging out. */
  renew(): void {
    this.#tries = 0;
    this.#anew = true;
    const old = this.#socket;
    this.#socket = null;
    old?.close();
    this.state = "idle";
    this.#open();
  }

  /** Try at once instead of waiting. */
  wake(): void {
    if (this.state !== "away") return;
    this.#tries = 0;
    this.#connect();
  }

  #wanted(): boolean {
    return this.#watchers.size > 0 || this.#waiting.size > 0 || this.#lobby.size > 0;
  }

  #open(): void {
    if (this.state === "idle" && this.#wanted()) this.#connect();
  }

  #connect(): void {
    clearTimeout(this.#timer);
    if (this.state !== "away") this.state = "connecting";
    const socket = this.make(this.url());
    this.#socket = socket;
    socket.onmessage = (event) => {
      if (socket !== this.#socket) return;
      this.#heard = Date.now();
      this.#receive(JSON.parse(String(event.data)) as Reply);
    };
    socket.onclose = () => this.#lost(socket);
    socket.onerror = () => socket.close();
    clearInterval(this.#pulse);
    this.#heard = Date.now();
    this.#pulse = setInterval(() => this.#beat(), QUIET / 2);
  }

  #beat(): void {
    const quiet = Date.now() - this.#heard;
    if (quiet > 2 * QUIET) this.#socket?.close();
    else if (quiet > QUIET / 2 && this.state === "open") this.#post({ type: "ping", id: freshId() });
  }

  #lost(socket: WebSocket): void {
    if (socket !== this.#socket) return;
    this.#socket = null;
    clearInterval(this.#pulse);
    if (!this.#wanted()) {
      this.state = "idle";
      return;
    }
    this.state = "away";
    const wait = Math.min(LONGEST, 250 * 2 ** this.#tries) * (0.7 + 0.6 * Math.random());
    this.#tries += 1;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#connect(), wait);
  }

  #receive(reply: Reply): void {
    switch (reply.type) {
      case "hello":
        this.#tries = 0;
        this.offset = reply.now - Date.now();
        this.state = "open";
        for (const [table, watcher] of this.#watchers) this.#watch(table, watcher, this.#anew);
        this.#anew = false;
        if (this.#lobby.size) {
          this.#post({ type: "lobby", id: freshId(), on: true });
          for (const changed of this.#lobby) changed();
        }
        for (const { request } of this.#waiting.values()) this.#post(request);
        break;
      case "snapshot":
        this.offset = reply.now - Date.now();
        this.#watchers.get(reply.table)?.snapshot(reply);
        break;
      case "update":
        this.#watchers.get(reply.table)?.update(reply);
        break;
      case "presence":
        this.#watchers.get(reply.table)?.presence(reply.present);
        break;
      case "lobby":
        for (const changed of this.#lobby) changed();
        break;
      case "done":
      case "hints":
        this.#settle(reply.id, reply);
        break;
      case "refused":
        if (reply.id) this.#settle(reply.id, reply);
        break;
      case "pong":
        this.offset = reply.now - Date.now();
        break;
      case "bye":
        break;
    }
  }

  #settle(id: string, reply: Reply): void {
    const watched = this.#watchIds.get(id);
    if (watched !== undefined) {
      this.#watchIds.delete(id);
      if (reply.type === "refused") this.#watchers.get(watched)?.refused(reply.code);
      return;
    }
    const waiting = this.#waiting.get(id);
    if (!waiting) return;
    this.#waiting.delete(id);
    if (reply.type === "refused") waiting.fail(new Refusal(reply.code, reply.params ?? {}));
    else waiting.answer(reply);
  }

  #watchIds = new Map<string, string>();

  #watch(table: string, watcher: Watcher, anew = false): void {
    const id = freshId();
    this.#watchIds.set(id, table);
    this.#post({ type: "watch", id, table, after: anew ? 0 : watcher.seen(), ...seatOf(watcher) });
  }

  #request(request: Request): Promise<Reply> {
    return new Promise((answer, fail) => {
      this.#waiting.set(request.id, { request, answer, fail });
      if (this.state === "open") this.#post(request);
      else this.#open();
    });
  }

  #post(request: Request): void {
    this.#socket?.send(JSON.stringify(request));
  }
}

function seatOf(watcher: Watcher): { seat?: number } {
  const seat = watcher.eyes();
  return seat === null ? {} : { seat };
}

export const connection = new Connection(() => `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/socket`);

if (typeof window !== "undefined") {
  window.addEventListener("online", () => connection.wake());
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && connection.wake());
}
