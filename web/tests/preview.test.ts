import { expect, test } from "vitest";
import type { DisplayBox, DisplayView, Hint, Picture } from "../src/lib/protocol";
import type { TableSession } from "../src/lib/session";
import { Preview, turnOf } from "../src/table/preview";

const box = { mechanism: "display", scoring: "regions", region: [], symbol: [] } as unknown as DisplayBox;
const view = {
  players: 2,
  turn: 4,
  seat: 1,
  phase: "mark",
  pending: null,
  display: { B2: "bourgogne:1", B3: "anjou:2" },
  markers: {},
  supply: [3, 3],
  box: [0, 0],
  collections: [[], ["bourgogne:1+tower"]],
  tokens: [],
  standing: { totals: [0, 5] },
} as unknown as DisplayView;
const turns = [
  { seat: 0, decisions: ["A1"], at: 7 },
  { seat: 1, decisions: ["B1", "."], at: null },
];
const table = { id: "k3", box, view, seat: 1, turns, recent: turns.slice(0, 1), picture: { view, pending: null, undo: 2 } as unknown as Picture, nameOfSeat: String } as unknown as TableSession;
const hint: Hint = { turn: "@B3", decisions: [7], win: 0.6, margin: 2, visits: 90, proven: false, reasons: [] };

test("a hint in the middle of a turn is told with what was decided before", () => {
  expect(turnOf(hint, table)).toEqual({ seat: 1, decisions: ["B1", ".", "@B3"], at: null });
});

test("the table after a hint is only looked at, and the turn is marked on it", () => {
  const preview = new Preview(table, hint);
  expect((preview.view as DisplayView).markers).toEqual({ B3: 1 });
  expect([preview.still, preview.deciding, preview.seat, preview.nameOfSeat(1)]).toEqual([true, false, 1, "1"]);
  expect(preview.turns.map((turn) => turn.decisions)).toEqual([["A1"], ["B1", ".", "@B3"]]);
  expect(preview.recent).toEqual(preview.turns.slice(1));
  expect([preview.picture.undo, preview.picture.view]).toEqual([0, preview.view]);
  expect(view.markers).toEqual({});
});
