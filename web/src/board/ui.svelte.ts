/** What one has chosen and looks at, before any decision: shared by hand, map and buttons of one table. */

import type { BoardBox, BoardView } from "../lib/protocol";
import type { TableSession } from "../lib/session";
import { answer, chosenOf, tapCard, vain, waysOf, type Chosen } from "./plan";

export type Session = TableSession<BoardView, BoardBox>;

export class BoardUi {
  /** Keys of chosen cards. */
  keys = $state.raw<string[]>([]);
  /** The next card tapped is exchanged. */
  exchanging = $state(false);
  /** The target under the pointer or the focus. */
  looking = $state<string | null>(null);
  /** The target or alliance that a small window tells about. */
  asked = $state<string | null>(null);
  /** Places that the map is asked to show. */
  wanted = $state.raw<string[]>([]);
  /** Something that happens once: shown until it is closed. */
  moment = $state<"middle" | "last" | null>(null);
  #seen: { half: boolean; last: boolean } | null = null;
  #step = "";

  get chosen(): Chosen | null {
    return chosenOf(this.keys);
  }

  /** A new position: what was chosen for another one is forgotten, and turning points are noticed. */
  follow(view: BoardView): void {
    const step = `${view.turn} ${view.phase} ${view.unfinished ?? ""}`;
    if (step !== this.#step) this.drop();
    this.#step = step;
    if (this.#seen && !view.over) {
      if (view.second_half && !this.#seen.half) this.moment = "middle";
      if (view.last_round && !this.#seen.last) this.moment = "last";
    }
    // The end has a sheet of its own.
    if (view.over) this.moment = null;
    this.#seen = { half: view.second_half, last: view.last_round };
  }

  drop(): void {
    this.keys = [];
    this.exchanging = false;
    this.asked = null;
  }

  tapCard(session: Session, key: string, colour: string): void {
    if (session.still) return;
    if (!session.deciding) return session.explain(waits(session));
    if (this.exchanging) return void session.decide(`~${colour}`);
    if (session.view.phase === "draw") return session.explain("draw-first");
    this.asked = null;
    this.keys = tapCard(this.keys, key);
  }

  tapTarget(session: Session, target: string): void {
    if (session.still || !session.deciding) {
      if (!session.still && session.picture.pending !== null && session.seat === session.view.seat) return session.explain("confirm-first");
      this.asked = this.asked === target ? null : target;
      return;
    }
    const found = answer(waysOf(session.view.legal, session.box).get(target), this.chosen);
    if (!found) {
      this.asked = null;
      void session.decide(vain(target, this.chosen));
    } else if ("decision" in found) this.play(session, found.decision);
    else this.asked = target;
  }

  play(session: Session, decision: string): void {
    this.drop();
    void session.decide(decision);
  }
}

/** Why nothing can be done now. */
export function waits(session: Session): string {
  if (session.seat === null) return "watching";
  if (session.view.over) return "game-over";
  return session.picture.pending !== null && session.view.seat === session.seat ? "confirm-first" : "not-your-turn";
}

const all = new WeakMap<object, BoardUi>();

export function uiOf(session: object): BoardUi {
  let found = all.get(session);
  if (!found) all.set(session, (found = new BoardUi()));
  return found;
}
