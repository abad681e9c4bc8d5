import { expect, test } from "vitest";
import type { DisplayBox, DisplayView } from "../src/lib/protocol";
import { cellsOf, endsOf, fold, holdingOf, leaders, out, readCard, stepFrom, traces } from "../src/display/deck";
import { decisionsOf } from "../src/replay/notation";

const box = {
  mechanism: "display",
  scoring: "regions",
  rows: 2,
  columns: 3,
  region: [
    { id: "anjou", name: "Anjou", initial: "An", arms: "anjou", crests: 6, cards: [] },
    { id: "bourbon", name: "Bourbon", initial: "Bo", arms: "bourbon", crests: 5, cards: [] },
  ],
  symbol: [{ id: "sword", name: "sword" }],
} as unknown as DisplayBox;

const view = {
  display: { A2: "anjou:2", A3: "bourbon:1", B2: "anjou:1+sword" },
  collections: [["anjou:1+sword", "anjou:2"], ["bourbon:2"]],
  tokens: [
    { cell: "A1", holder: 0, played: false, face: "crest:anjou", not: [] },
    { cell: "B1", holder: 0, played: true, face: "back", not: [] },
  ],
} as unknown as DisplayView;

test("cards by their code", () => {
  expect(readCard("anjou:1+sword", box)).toMatchObject({ region: "anjou", weight: 1, symbol: "sword" });
  const countries = { ...box, scoring: "countries", circle: [{ id: "cross", letter: "C", name: "" }], symbol: [{ id: "ship", letter: "s", name: "" }] } as unknown as DisplayBox;
  expect(readCard("france:CC/s", countries)).toMatchObject({ weight: 2, circles: ["cross", "cross"], symbol: "ship" });
  expect(readCard("france:-/s", countries)).toMatchObject({ weight: 0, circles: [], symbol: "ship" });
});

test("ends, what is out, and what is held", () => {
  expect(endsOf(view, box)).toEqual(new Set(["A2", "A3", "B2"]));
  expect(out(view, box, "anjou")).toBe(3);
  const holding = holdingOf(view, box, 0);
  expect(holding.regions.anjou).toMatchObject({ crests: 4, token: true, codes: ["anjou:1+sword", "anjou:2"] });
  expect(holding.symbols.sword!.count).toBe(1);
  expect(holding.tokens).toHaveLength(1);
  expect(leaders([0, 0])).toEqual(new Set());
  expect(leaders([2, 2, 1])).toEqual(new Set([0, 1]));
});

test("a turn's text and its traces", () => {
  const decisions = decisionsOf("+three A1 A2$B5 C3>C7");
  expect(decisions).toEqual(["+three", "A1", "A2", "$B5", "C3>", "@C7"]);
  expect(traces(decisions)).toEqual({ taken: ["A1", "A2"], marked: ["C7"], lifted: ["C3"], paid: ["B5"] });
});

test.each([1, 2, 3, 5, 8, 12, 14])("%i cards fold into the width with their ends in full", (count) => {
  const width = 374;
  const card = 72;
  const places = fold(count, width, card, 6);
  expect(places).toHaveLength(count);
  expect(places[0]).toBeGreaterThanOrEqual(-0.01);
  expect(places.at(-1)! + card).toBeLessThanOrEqual(width + 0.01);
  for (let i = 1; i < count; i++) expect(places[i]! - places[i - 1]!).toBeGreaterThan(5);
  if (count > 2) {
    expect(places[1]! - places[0]!).toBeCloseTo(card + 6, 0);
    expect(places.at(-1)! - places.at(-2)!).toBeCloseTo(card + 6, 0);
  }
});

test("keys lead from card to card", () => {
  const step = (from: string, key: string) => stepFrom(from, key, cellsOf(box), view.display);
  expect([step("A2", "ArrowRight"), step("A3", "ArrowLeft"), step("A2", "ArrowLeft")]).toEqual(["A3", "A2", null]);
  expect([step("A3", "ArrowDown"), step("B2", "ArrowUp"), step("B2", "ArrowDown")]).toEqual(["B2", "A2", null]);
  expect([step("A2", "End"), step("A3", "Home"), step("A2", "x")]).toEqual(["A3", "A2", undefined]);
});
