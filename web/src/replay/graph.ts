/** The geometry of the graph: turns from left to right; from below to above, chances from 0 to 1, or points ahead. */

import type { Expectation, Review, Verdict } from "./review";

export interface Point {
  x: number;
  y: number;
}

export interface Mark extends Point {
  turn: number;
  seat: number;
  verdict: Verdict;
}

/** What a graph shows: chances of winning, or points ahead of the best other. */
export type Measure = keyof Expectation;

export interface Graph {
  /** By seat: the value after 0, 1, 2 … turns. */
  lines: Point[][];
  /** On the line of whoever played the turn; of two players only the first has a line. */
  marks: Mark[];
  /** Values to be written beside it, from above to below; the middle one is even. */
  labels: { value: number; y: number }[];
}

/** Room to the left, for what is written there, and on the other three sides. */
export const LEFT = 42;
export const PAD = 8;

/** Colours alone do not tell lines apart for everybody. */
export const DASHES = ["", "8 3", "2 3", "9 3 2 3", "5 5"];

/** What somebody could expect after so many turns. */
export const expected = (review: Review, turn: number): Expectation =>
  turn <= 0 ? review.initial : turn >= review.turns.length ? review.final : review.turns[turn - 1]!.after;

/** Values by seat, after 0, 1, 2 … turns. */
export const course = (review: Review, measure: Measure): number[][] =>
  Array.from({ length: review.players }, (_, seat) => Array.from({ length: review.turns.length + 1 }, (_, turn) => expected(review, turn)[measure][seat]!));

/** Chances go from 0 to 1. Points go as far as they go, rounded up, with even in between. */
export function rangeOf(values: number[][], measure: Measure): [number, number, number] {
  if (measure === "win") return [1, 0.5, 0];
  const all = values.flat();
  const far = (value: number) => {
    const step = value > 30 ? 10 : 5;
    return Math.max(step, Math.ceil(value / step) * step);
  };
  return [far(Math.max(...all)), 0, -far(-Math.min(...all))];
}

export function graphOf(review: Review, width: number, height: number, measure: Measure = "win"): Graph {
  const steps = Math.max(1, review.turns.length);
  const all = course(review, measure);
  const range = rangeOf(all, measure);
  const [high, , low] = range;
  const down = (value: number) => round(PAD + ((high - Math.min(high, Math.max(low, value))) / (high - low)) * (height - 2 * PAD));
  const place = (turn: number, value: number): Point => ({ x: round(LEFT + (turn / steps) * (width - LEFT - PAD)), y: down(value) });
  const marks = review.turns.flatMap((turn, i): Mark[] => (turn.verdict ? [{ ...place(i + 1, all[review.players === 2 ? 0 : turn.seat]![i + 1]!), turn: turn.turn, seat: turn.seat, verdict: turn.verdict }] : []));
  return { lines: all.map((values) => values.map((value, turn) => place(turn, value))), marks, labels: range.map((value) => ({ value, y: down(value) })) };
}

const round = (value: number): number => Math.round(value * 10) / 10;

/** A polyline as the `d` of a path. */
export const pathOf = (points: readonly Point[]): string => points.map(({ x, y }, i) => `${i ? "L" : "M"}${x} ${y}`).join("");

/** The area under a line. */
export const areaOf = (points: readonly Point[], base: number): string =>
  points.length ? `${pathOf(points)}L${points.at(-1)!.x} ${base}L${points[0]!.x} ${base}Z` : "";

/** The turn nearest to an x of the graph. */
export function turnAt(x: number, turns: number, width: number): number {
  const turn = Math.round(((x - LEFT) / (width - LEFT - PAD)) * turns);
  return Math.min(turns, Math.max(0, turn));
}

/** A shape for each verdict, around 0 0: a ring, a triangle, a diamond. */
export const SHAPES: Record<Verdict, string> = {
  inaccuracy: "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0Z",
  mistake: "M0 -5.5L5.4 4H-5.4Z",
  blunder: "M0 -6.5L6.5 0L0 6.5L-6.5 0Z",
};
