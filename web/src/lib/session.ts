/**
 * The contract between the shell of a table (src/table) and the two mechanisms (src/display, src/board).
 *
 * The shell watches the table and shows what every game has: players, clocks, prompt line, confirm bar, log, chat,
 * score sheet, offers. A mechanism shows the game and knows its words. It gets a `TableSession`, which is reactive: read
 * its fields in templates, $derived and $effect. Nothing in the browser knows what is legal but `view.legal`; a tap on
 * something else is sent all the same (`session.decide`), refused with a reason, and explained in words by the session.
 */

import type { Component } from "svelte";
import type { ComponentBox, Picture, View } from "./protocol";
import type { Turn } from "./store/history";

export interface TableSession<V extends View = View, B extends ComponentBox = ComponentBox> {
  readonly id: string;
  readonly picture: Picture<V>;
  /** The same as picture.view, which is there whenever a mechanism is shown. */
  readonly view: V;
  readonly box: B;
  /** The fingerprint, for `<Art box=…>`. */
  readonly fingerprint: string;
  /** Through whose eyes one looks; null for somebody who watches. */
  readonly seat: number | null;
  /** It is one's own turn, and there is something to decide (not only to confirm). */
  readonly deciding: boolean;
  /** A command is on its way. */
  readonly busy: boolean;
  /** All turns so far, the unfinished one last. */
  readonly turns: Turn[];
  /** The turns of the others since one's own last, oldest first. They stay marked until one's own turn ends. */
  readonly recent: Turn[];
  /** Where somebody looks at an old position (replay, tutorial): nothing can be done. */
  readonly still: boolean;
  /** The users who are connected, where that is known. */
  readonly present?: readonly string[];

  /** Make a decision in notation. False if it was refused; then the reason has been explained. */
  decide(decision: string, confirm?: boolean): Promise<boolean>;
  undo(): Promise<boolean>;
  confirm(): Promise<boolean>;
  /** Say in words why something cannot be: a code of `REASONS`, or of a refusal. */
  explain(code: string, params?: Record<string, unknown>): void;
  /** For those who listen instead of looking. */
  announce(words: string): void;
  /** A player's name; one's own seat is "you" in the words of sentences, so ask `nameOfSeat`. */
  nameOfSeat(seat: number): string;
}

/** One of the things that can be done now, for the text view, the keyboard and the buttons of the confirm bar. */
export interface Choice {
  decision: string;
  label: string;
}

/** A button of the confirm bar beside undo: for instance "End turn". */
export interface Action {
  label: string;
  run: () => void;
  /** The one big button; at most one. It is shown as inviting only if `ready`. */
  primary?: boolean;
  ready?: boolean;
  /** Left out on a phone, where something else does the same. */
  wide?: boolean;
}

export interface Mechanism {
  /** The table itself. It fills the space it is given and never scrolls the page. */
  Table: Component<{ session: TableSession }>;
  /** What everybody has, with majorities; shown below the table on wide screens and in the drawer on phones. */
  Holdings: Component<{ session: TableSession; compact: boolean }>;
  /** What one has oneself and plays with: markers and tokens, or the hand. It stands in the bar beside the prompt. */
  Hand: Component<{ session: TableSession }>;
  /** What one may do now, in one sentence. */
  prompt(session: TableSession): string;
  /** Everything one may do now, in words. */
  choices(session: TableSession): Choice[];
  /** The buttons of the confirm bar while one is deciding (confirming and undoing belong to the shell). */
  actions(session: TableSession): Action[];
  /** The position in words, paragraph by paragraph, for the text view. */
  describe(session: TableSession): { heading: string; lines: string[] }[];
  /** A turn in words, without the player's name: "takes Bourgogne (two crests) from A1 and marks C7". */
  turnWords(turn: Turn, session: TableSession): string;
  /** What `Holdings` are called, in a word. */
  holdingsName(): string;
  /** The name of a line of the score sheet, and the art beside it if there is some. */
  lineName(key: string, session: TableSession): { name: string; art?: { name: string; width: number; height: number } };
}
