/** A table that is being watched: the session that the shell and the mechanisms read. */

import { catalogue, components, Refusal } from "../api";
import { loadArt } from "../art.svelte";
import { t } from "../i18n.svelte";
import { inFull, type Named, tellApart } from "../names";
import type { Command, ComponentBox, Logged, Picture, Snapshot, Update, View } from "../protocol";
import type { TableSession } from "../session";
import { connection, type Watcher } from "../socket.svelte";
import { refusalWords } from "../words";
import { sinceOwn, turnsOf } from "./history";

export interface Notice {
  id: number;
  words: string;
  kind: "why" | "info";
}

let notices = 0;

export class TableStore implements TableSession, Watcher {
  #picture = $state.raw<Picture | null>(null);
  log = $state.raw<Logged[]>([]);
  present = $state.raw<string[]>([]);
  #box = $state.raw<ComponentBox | null>(null);
  error = $state<string | null>(null);
  busy = $state(false);
  /** What was last explained; it goes away by itself. */
  notice = $state<Notice | null>(null);
  /** For those who listen. */
  announced = $state("");
  #seq = 0;
  #wish: number | null = null;
  #unwatch: (() => void) | null = null;
  #arrivals: { seq: number; done: () => void }[] = [];
  #chain: Promise<unknown> = Promise.resolve();
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly still = false;

  constructor(readonly id: string) {}

  start(): () => void {
    this.#unwatch = connection.watch(this.id, this);
    return () => {
      clearTimeout(this.#timer);
      this.#unwatch?.();
    };
  }

  // What is read.

  get loaded(): boolean {
    return this.#picture !== null && this.#box !== null;
  }
  get picture(): Picture {
    return this.#picture!;
  }
  get view(): View {
    return this.#picture!.view!;
  }
  get box(): ComponentBox {
    return this.#box!;
  }
  get fingerprint(): string {
    return this.#picture!.components;
  }
  get seat(): number | null {
    return this.#picture!.seat;
  }
  turns = $derived(turnsOf(this.log));
  recent = $derived(this.#picture ? sinceOwn(this.turns, this.#picture.seat) : []);
  get deciding(): boolean {
    const { phase, seat: mine, view, pending } = this.picture;
    return phase === "playing" && mine !== null && view?.seat === mine && pending === null;
  }
  get confirming(): boolean {
    const { phase, seat: mine, view, pending } = this.picture;
    return phase === "playing" && mine !== null && view?.seat === mine && pending !== null;
  }
  #names = $derived(tellApart(this.#picture?.players ?? []));
  named(seat: number): Named {
    return this.#names[seat] ?? { name: t("table.seat", { n: seat + 1 }), number: null };
  }
  nameOfSeat(seat: number): string {
    return inFull(this.named(seat));
  }

  // What is done.

  /** Look from another of one's own seats. */
  lookFrom(seat: number): void {
    this.#wish = seat;
    connection.rewatch(this.id);
  }

  /** Commands are carried out one after the other, each in the position that the one before has left. */
  command(make: () => Command | null, quiet = false): Promise<boolean> {
    const run = async (): Promise<boolean> => {
      const command = make();
      if (!command) return false;
      this.busy = true;
      try {
        await this.#reached(await connection.do(this.id, command));
        return true;
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        if (!quiet) this.explain(error.code, error.params);
        return false;
      } finally {
        this.busy = false;
      }
    };
    const result = this.#chain.then(run, run);
    this.#chain = result;
    return result;
  }

  decide(decision: string, confirm = false): Promise<boolean> {
    return this.command(() => {
      const { seat: mine, count, phase } = this.picture;
      if (mine === null) {
        this.explain(phase === "finished" ? "game-over" : "watching");
        return null;
      }
      return { kind: "decide", seat: mine, at: count, decision, ...(confirm ? { confirm } : {}) };
    });
  }
  undo(): Promise<boolean> {
    return this.command(() => (this.picture.seat === null ? null : { kind: "undo", seat: this.picture.seat, at: this.picture.count }));
  }
  confirm(): Promise<boolean> {
    return this.command(() => (this.picture.seat === null ? null : { kind: "confirm", seat: this.picture.seat, at: this.picture.count }));
  }

  explain(code: string, params: Record<string, unknown> = {}): void {
    this.tell(refusalWords(code, params, this.#picture?.players.map((_, seat) => this.nameOfSeat(seat)) ?? []), "why");
  }
  tell(words: string, kind: Notice["kind"] = "info"): void {
    notices += 1;
    this.notice = { id: notices, words, kind };
    this.announce(words);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.notice = null), Math.max(4000, words.length * 70));
  }
  dismiss(): void {
    this.notice = null;
  }
  announce(words: string): void {
    // The same words twice are read again only if the text changes.
    this.announced = words === this.announced ? `${words}\u00a0` : words;
  }

  // What the socket brings.

  seen(): number {
    return this.#seq;
  }
  eyes(): number | null {
    return this.#wish;
  }

  snapshot(message: Snapshot): void {
    this.log = message.log;
    this.present = message.present;
    this.error = null;
    this.#take(message.seq, message.picture);
  }
  update(message: Update): void {
    const fresh = message.log.filter((one) => one.seq > this.#seq);
    if (fresh.length) this.log = [...this.log, ...fresh];
    this.#take(message.seq, message.picture ?? null);
  }
  presence(present: string[]): void {
    this.present = present;
  }
  refused(code: string): void {
    this.error = code;
  }

  #take(seq: number, picture: Picture | null): void {
    this.#seq = Math.max(this.#seq, seq);
    if (picture) {
      this.#picture = picture;
      void this.#furnish(picture.components);
    }
    this.#arrivals = this.#arrivals.filter(({ seq: wanted, done }) => (wanted <= this.#seq ? (done(), false) : true));
  }

  /** The answer to a command may come before the picture after it. */
  #reached(seq: number): Promise<void> {
    if (seq <= this.#seq) return Promise.resolve();
    return new Promise((done) => {
      this.#arrivals.push({ seq, done });
      setTimeout(done, 4000);
    });
  }

  async #furnish(fingerprint: string): Promise<void> {
    if (this.#box) return;
    const known = (await catalogue()).games.some((game) => game.components === fingerprint);
    const table = known ? undefined : this.id;
    const [box] = await Promise.all([components(fingerprint, table), loadArt(fingerprint, table)]);
    this.#box = box;
  }
}
