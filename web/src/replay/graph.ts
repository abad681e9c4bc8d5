/** The geometry of the win-chance graph: turns from left to right, chances from 0 below to 1 above. */

import type { Review, Verdict } from "./review";

export interface Point {
  x: number;
  y: number;
}

export interface Mark extends Point {
  turn: number;
  seat: number;
  verdict: Verdict;
}

export interface Graph {
  width: number;
  height: number;
  /** By seat: the chance after 0, 1, 2 … turns. */
  lines: Point[][];
  /** On the line of whoever played the turn; of two players only the first has a line. */
  marks: Mark[];
}

/** Chances by seat, after 0, 1, 2 … turns. */
export function chances(review: Review): number[][] {
  return Array.from({ length: review.players }, (_, seat) => [review.initial.win[seat]!, ...review.turns.map((turn, i) => (i === review.turns.length - 1 ? review.final : turn.after).win[seat]!)]);
}

export function graphOf(review: Review, width: number, height: number, pad = 8): Graph {
  const steps = Math.max(1, review.turns.length);
  const place = (turn: number, chance: number): Point => ({
    x: round(pad + (turn / steps) * (width - 2 * pad)),
    y: round(pad + (1 - Math.min(1, Math.max(0, chance))) * (height - 2 * pad)),
  });
  const all = chances(review);
  const marks = review.turns.flatMap((turn, i): Mark[] => (turn.verdict ? [{ ...place(i + 1, all[review.players === 2 ? 0 : turn.seat]![i + 1]!), turn: turn.turn, seat: turn.seat, verdict: turn.verdict }] : []));
  return { width, height, lines: all.map((values) => values.map((chance, turn) => place(turn, chance))), marks };
}

const round = (value: number): number => Math.round(value * 10) / 10;

/** A polyline as the `d` of a path. */
export const pathOf = (points: readonly Point[]): string => points.map(({ x, y }, i) => `${i ? "L" : "M"}${x} ${y}`).join("");

/** The area under a line. */
export const areaOf = (points: readonly Point[], base: number): string =>
  points.length ? `${pathOf(points)}L${points.at(-1)!.x} ${base}L${points[0]!.x} ${base}Z` : "";

/** The turn nearest to an x of the graph. */
export function turnAt(x: number, turns: number, width: number, pad = 8): number {
  const turn = Math.round(((x - pad) / (width - 2 * pad)) * turns);
  return Math.min(turns, Math.max(0, turn));
}

/** A shape for each verdict, around 0 0: a ring, a triangle, a diamond. */
export const SHAPES: Record<Verdict, string> = {
  inaccuracy: "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0Z",
  mistake: "M0 -5.5L5.4 4H-5.4Z",
  blunder: "M0 -6.5L6.5 0L0 6.5L-6.5 0Z",
};
