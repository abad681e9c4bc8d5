/** A lesson as a session: fixed positions, in which only what is asked for goes on. Everything else is explained. */

import { components } from "../lib/api";
import { loadArt } from "../lib/art.svelte";
import { t } from "../lib/i18n.svelte";
import type { ComponentBox, GameId, Picture, View } from "../lib/protocol";
import type { TableSession } from "../lib/session";
import { me } from "../lib/store/me.svelte";
import { sinceOwn, type Turn } from "../lib/store/history";
import { refusalWords } from "../lib/words";

/** As tools/lessons.py writes them. */
export interface Step {
  text: string;
  want: string[];
  view: View;
  turns: [number, string[]][];
  /** Decisions that cannot be made here, by the reason. */
  why?: Record<string, string[]>;
}
export interface Lesson {
  id: string;
  laid?: Record<string, string>;
  steps: Step[];
}
export interface Course {
  game: GameId;
  players: number;
  components: string;
  lessons: Lesson[];
}

const courses: Record<GameId, () => Promise<{ default: unknown }>> = {
  "richelieu-duel": () => import("./lessons/richelieu-duel.json"),
  richelieu: () => import("./lessons/richelieu.json"),
  "cardinal-cards": () => import("./lessons/cardinal-cards.json"),
  "cardinal-board": () => import("./lessons/cardinal-board.json"),
};
const NAMES = ["Anna", "Bert", "Clara", "Dirk", "Eva"];

export async function loadCourse(game: string): Promise<Course | null> {
  return game in courses ? ((await courses[game as GameId]()).default as Course) : null;
}

export class LessonSession implements TableSession {
  #box = $state.raw<ComponentBox | null>(null);
  lesson = $state(0);
  step = $state(0);
  /** What was said about the last attempt. */
  said = $state("");
  /** For those who listen. */
  heard = $state("");
  readonly busy = false;
  readonly still = false;

  constructor(readonly course: Course) {}

  async load(): Promise<void> {
    const [box] = await Promise.all([components(this.course.components), loadArt(this.course.components)]);
    this.#box = box;
  }
  get loaded(): boolean {
    return this.#box !== null;
  }
  get id(): string {
    return `lesson ${this.course.game} ${this.lesson}`;
  }
  get #lesson(): Lesson {
    return this.course.lessons[this.lesson]!;
  }
  get now(): Step {
    return this.#lesson.steps[this.step]!;
  }
  #view = $derived.by((): View => {
    const { view } = this.now;
    return "display" in view ? { ...view, laid: this.#lesson.laid ?? view.display } : view;
  });
  get view(): View {
    return this.#view;
  }
  #picture = $derived.by((): Picture => {
    const { game, players, components: box } = this.course;
    return {
      id: this.id,
      phase: this.#view.over ? "finished" : "playing",
      settings: { game, options: {}, public: false, clock: { kind: "none" }, leavers: "bot", stand_in: "abbot", casual: true, prompt: true, start: 0 },
      components: box,
      owner: "",
      origin: null,
      rematch: null,
      players: Array.from({ length: players }, (_, seat) => ({ user: null, name: this.nameOfSeat(seat), bot: null, former: null, kept: false })),
      commitment: null,
      seed: null,
      clock: null,
      offer: null,
      result: null,
      muted: [],
      yours: [0],
      seat: 0,
      view: this.#view,
      pending: null,
      undo: 0,
      count: this.step,
    };
  });
  get picture(): Picture {
    return this.#picture;
  }
  get box(): ComponentBox {
    return this.#box!;
  }
  get fingerprint(): string {
    return this.course.components;
  }
  readonly seat = 0;
  get deciding(): boolean {
    return this.now.want.length > 0;
  }
  turns = $derived.by((): Turn[] => this.now.turns.map(([seat, decisions], i, all) => ({ seat, decisions, at: i === all.length - 1 && this.now.view.unfinished ? null : i })));
  recent = $derived(sinceOwn(this.turns, 0));
  nameOfSeat(seat: number): string {
    return (seat === 0 && me.user?.name) || (NAMES[seat] ?? "");
  }

  get atEnd(): boolean {
    return this.step === this.#lesson.steps.length - 1;
  }
  get done(): boolean {
    return this.atEnd && this.lesson === this.course.lessons.length - 1;
  }
  open(lesson: number, step = 0): void {
    this.lesson = lesson;
    this.step = step;
    this.said = "";
  }
  /** Read on: the next step, or the next lesson. */
  next(): void {
    if (!this.atEnd) this.open(this.lesson, this.step + 1);
    else if (!this.done) this.open(this.lesson + 1);
  }
  back(): void {
    if (this.step > 0) this.open(this.lesson, this.step - 1);
    else if (this.lesson > 0) this.open(this.lesson - 1, this.course.lessons[this.lesson - 1]!.steps.length - 1);
  }

  decide(decision: string): Promise<boolean> {
    const { want, why, view } = this.now;
    if (!want.length) {
      this.said = t("learn.read_on");
      return Promise.resolve(false);
    }
    if (want.includes(decision)) {
      this.next();
      // Somebody who ends a turn by one tap may have to answer twice; only what is asked for goes on by itself.
      return Promise.resolve(this.now.want.includes(decision));
    }
    const reason = Object.entries(why ?? {}).find(([, decisions]) => decisions.includes(decision))?.[0];
    this.said = view.legal.includes(decision) ? t("learn.other_way") : refusalWords("illegal", { reason: reason ?? "not-now" });
    return Promise.resolve(false);
  }
  /** Do what is asked for. */
  show(): void {
    const [decision] = this.now.want;
    if (decision) void this.decide(decision);
  }
  undo(): Promise<boolean> {
    this.back();
    return Promise.resolve(true);
  }
  confirm(): Promise<boolean> {
    return Promise.resolve(false);
  }
  explain(code: string, params: Record<string, unknown> = {}): void {
    this.said = refusalWords(code, params);
  }
  announce(words: string): void {
    this.heard = words === this.heard ? `${words}\u00a0` : words;
  }
}
