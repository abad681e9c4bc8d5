/** A finished game as a session: the position after some turn, through any eyes, or a line that was never played. */

import { api, catalogue, components } from "../lib/api";
import { loadArt } from "../lib/art.svelte";
import { t } from "../lib/i18n.svelte";
import { inFull, tellApart } from "../lib/names";
import type { ComponentBox, Logged, Picture, ReplayStep, View } from "../lib/protocol";
import type { TableSession } from "../lib/session";
import { Still } from "../lib/still";
import type { Turn } from "../lib/store/history";
import type { Measure } from "./graph";
import type { Imagined } from "./imagine";
import { decisionsOf } from "./notation";

export type Eyes = number | "watch" | "all";

export class ReplaySession extends Still implements TableSession {
  #table = $state.raw<Picture | null>(null);
  #box = $state.raw<ComponentBox | null>(null);
  steps = $state.raw<ReplayStep[]>([]);
  /** After how many turns. */
  at = $state(0);
  eyes = $state<Eyes>("all");
  /** A line that is being shown instead of the game, and how far. */
  line = $state.raw<Imagined[] | null>(null);
  lineAt = $state(0);
  /** What the review's graph shows. */
  measure = $state<Measure>("win");
  announced = $state("");
  log: Logged[] = [];

  constructor(readonly id: string) {
    super();
  }

  async load(): Promise<void> {
    const [found] = await Promise.all([api.table(this.id), this.look("all")]);
    const fingerprint = found.picture.components;
    const known = (await catalogue()).games.some((game) => game.components === fingerprint);
    const table = known ? undefined : this.id;
    const [box] = await Promise.all([components(fingerprint, table), loadArt(fingerprint, table)]);
    this.#table = found.picture;
    this.#box = box;
  }

  /** Look through other eyes. */
  async look(eyes: Eyes): Promise<void> {
    const { steps } = await api.replay(this.id, eyes);
    this.steps = steps;
    this.eyes = eyes;
    this.line = null;
  }

  get loaded(): boolean {
    return this.#table !== null && this.#box !== null && this.steps.length > 0;
  }
  get last(): number {
    return Math.max(0, this.steps.length - 1);
  }
  get table(): Picture {
    return this.#table!;
  }
  #shown = $derived.by((): View => {
    const found = this.line ? (this.lineAt ? this.line[this.lineAt - 1]!.view : this.steps[this.at]!.view) : this.steps[Math.min(this.at, this.last)]!.view;
    const first = this.steps[0]!.view;
    // All cards as they were laid out, so that words can name what was taken.
    return "display" in found && "display" in first ? { ...found, laid: first.display, legal: [] } : { ...found, legal: [] };
  });
  #picture = $derived.by((): Picture => {
    const over = this.#shown.over;
    return { ...this.#table!, phase: over ? "finished" : "playing", seat: this.seat, yours: [], view: this.#shown, pending: null, undo: 0, clock: null, offer: null };
  });
  get picture(): Picture {
    return this.#picture;
  }
  get view(): View {
    return this.#shown;
  }
  get box(): ComponentBox {
    return this.#box!;
  }
  get fingerprint(): string {
    return this.#table!.components;
  }
  get seat(): number | null {
    return typeof this.eyes === "number" ? this.eyes : null;
  }
  /** All turns of the game. */
  all = $derived(this.steps.slice(1).map((step): Turn => ({ seat: step.seat ?? 0, decisions: decisionsOf(step.text), at: step.turn })));
  turns = $derived.by(() => {
    const played = this.all.slice(0, this.at);
    return this.line ? [...played, ...this.line.slice(0, this.lineAt).map(({ seat, decisions }): Turn => ({ seat, decisions, at: 0 }))] : played;
  });
  /** The last turn stays marked. */
  recent = $derived(this.turns.slice(-1));

  #names = $derived(tellApart(this.#table?.players ?? []).map(inFull));
  nameOfSeat(seat: number): string {
    return this.#names[seat] ?? t("table.seat", { n: seat + 1 });
  }

  go(turn: number): void {
    this.line = null;
    this.at = Math.min(this.last, Math.max(0, turn));
  }

  announce(words: string): void {
    this.announced = words === this.announced ? `${words}\u00a0` : words;
  }
}
