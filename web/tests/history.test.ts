import { expect, test } from "vitest";
import type { Logged, TableEvent } from "../src/lib/protocol";
import { sinceOwn, turnsOf } from "../src/lib/store/history";

const log = (...events: TableEvent[]): Logged[] => events.map((event, i) => ({ seq: i + 1, at: (i + 1) * 10, event }));
const decided = (seat: number, decision: string): TableEvent => ({ kind: "decided", seat, decision, ends: false });
const confirmed = (seat: number): TableEvent => ({ kind: "confirmed", seat });

test("turns with undoing", () => {
  const turns = turnsOf(log(decided(0, "A1"), { kind: "undone", seat: 0 }, decided(0, "B1"), decided(0, "@C7"), confirmed(0), decided(1, "D1")));
  expect(turns).toEqual([
    { seat: 0, decisions: ["B1", "@C7"], at: 50 },
    { seat: 1, decisions: ["D1"], at: null },
  ]);
});

test("a finished turn is taken back", () => {
  const played = [decided(0, "A1"), decided(0, "."), confirmed(0), decided(1, "D1"), confirmed(1), decided(0, "A2")];
  expect(turnsOf(log(...played, { kind: "takenback", seat: 1, to: 2 }))).toEqual([{ seat: 0, decisions: ["A1", "."], at: 30 }]);
  expect(turnsOf(log(...played, { kind: "takenback", seat: 0, to: 0 }))).toEqual([]);
});

test("a turn of a game that was taken up again is taken back", () => {
  const played = log({ kind: "branched", decisions: ["A1", ".", "B1"] }, decided(0, "C1"), confirmed(0), decided(1, "D1"), confirmed(1), { kind: "takenback", seat: 1, to: 4 });
  expect(turnsOf(played)).toEqual([{ seat: 0, decisions: ["C1"], at: 30 }]);
});

test("what happened since one's own turn", () => {
  const turns = turnsOf(log(decided(0, "A1"), confirmed(0), decided(1, "B1"), confirmed(1), decided(2, "C1"), confirmed(2), decided(0, "D1")));
  expect(sinceOwn(turns, 0).map((turn) => turn.seat)).toEqual([1, 2]);
  expect(sinceOwn(turns, 2)).toEqual([]);
  expect(sinceOwn(turns, null).map((turn) => turn.seat)).toEqual([0, 1, 2]);
});
