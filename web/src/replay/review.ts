/** What a review says, as src/eminence/analysis/result.py has it, and asking for one. */

import { api } from "../lib/api";
import type { Reason } from "../lib/protocol";

export type Verdict = "inaccuracy" | "mistake" | "blunder";

export interface Expectation {
  win: number[];
  margin: number[];
}

export interface Worth {
  win: number;
  margin: number;
}

export interface TurnReview {
  turn: number;
  seat: number;
  notation: string;
  before: Expectation;
  after: Expectation;
  best: Worth;
  played: Worth;
  loss: number;
  loss_margin: number;
  verdict: Verdict | null;
  better: string | null;
  line: string | null;
  reasons: Reason[];
  proven: boolean;
  luck: Expectation;
}

export interface Account {
  seat: number;
  turns: number;
  initial: Worth;
  final: Worth;
  own: Worth;
  others: Worth;
  luck: Worth;
  unexplained: Worth;
  mean_loss: number;
  inaccuracies: number;
  mistakes: number;
  blunders: number;
}

export interface Review {
  players: number;
  finished: boolean;
  winners: number[];
  initial: Expectation;
  final: Expectation;
  turns: TurnReview[];
  accounts: Account[];
}

export interface Progress {
  state: "none" | "queued" | "working" | "done";
  progress: [number, number];
  review?: Review | null;
}

export const askReview = (table: string, start: boolean): Promise<Progress> => api.review(table, start) as Promise<Progress>;

/** The next marked turn after `turn`, beginning again at the first. */
export function nextMarked(review: Review, turn: number): number | null {
  const marked = review.turns.filter((one) => one.verdict);
  return (marked.find((one) => one.turn > turn) ?? marked[0])?.turn ?? null;
}
