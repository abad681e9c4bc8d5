import { expect, test } from "vitest";
import { coreOf, fitting, framing, kept, longestLine, neighboursOf, showing, spotsOf, step, whole, zoomed } from "../src/board/chart";
import { around, placeNames } from "../src/board/labels";
import { answer, cardsOf, chosenOf, countryOf, litBy, payers, read, standingOf, tapCard, tracesOf, vain, waysOf } from "../src/board/plan";
import type { BoardBox, BoardView } from "../src/lib/protocol";

/** Two countries and a half: a row of fields along the top, one crest below each. */
const box = {
  mechanism: "board",
  name: "Test",
  monasteries: 20,
  advisors: 8,
  hand: 3,
  open_cards: 2,
  colour: [
    { id: "BB", countries: ["By", "Bu"], cards: 12 },
    { id: "F", countries: ["Fr"], cards: 9 },
  ],
  country: [
    { id: "By", name: "Bayern", arms: "bavaria", fields: [{ name: "Melk", at: [0, 0] }, { name: "Admont", at: [0, 0] }] },
    { id: "Bu", name: "Burgund", arms: "burgundy", fields: [{ name: "Luxeuil", at: [0, 0] }, { name: "Cluny", at: [0, 0] }, { name: "Saint-Victor", at: [0, 0] }] },
    { id: "Fr", name: "Frankreich", arms: "france", fields: [{ name: "Moissac", at: [0, 0] }] },
  ],
  alliance: [],
  map: {
    width: 1000,
    height: 1000,
    fields: {
      By1: { at: [100, 100], label: [0, 0, "start"] },
      By2: { at: [200, 100], label: [0, 0, "start"] },
      Bu1: { at: [300, 100], label: [0, 0, "start"] },
      Bu2: { at: [400, 100], label: [0, 0, "start"] },
      Bu3: { at: [400, 200], label: [0, 0, "start"] },
      Fr1: { at: [500, 100], label: [0, 0, "start"] },
    },
    crests: { By: [150, 300], Bu: [350, 300], Fr: [500, 300] },
    alliances: [],
    roads: [["By1", "By2"], ["By2", "Bu1"], ["Bu1", "Bu2"], ["Bu2", "Bu3"], ["Bu2", "Fr1"]],
  },
} as unknown as BoardBox;

const LEGAL = ["~BB", "~F", "By1", "By2", "By1&F", "Bu!", "Bu!&F", "Fr1&BB"];

test("decisions are read", () => {
  expect(read("Bu2")).toEqual({ kind: "place", target: "Bu2", country: "Bu", field: 2, pair: null });
  expect(read("Bu!&ES")).toEqual({ kind: "place", target: "Bu!", country: "Bu", field: null, pair: "ES" });
  expect(read("~F")).toEqual({ kind: "exchange", colour: "F" });
  expect(read("<?")).toEqual({ kind: "draw", colour: null });
  expect(read("<LI")).toEqual({ kind: "draw", colour: "LI" });
  expect([read("."), read("-"), read("?")].map((one) => one.kind)).toEqual(["stop", "pass", "unknown"]);
  expect([countryOf("Bu12"), countryOf("Bu!")]).toEqual(["Bu", "Bu"]);
});

test("chosen cards light the places they pay for", () => {
  const ways = waysOf(LEGAL, box);
  expect([...ways.keys()]).toEqual(["By1", "By2", "Bu!", "Fr1"]);
  expect(ways.get("By1")!.map((way) => way.decision)).toEqual(["By1", "By1&F"]);
  expect([...litBy(ways, null)]).toEqual([["By1", "card"], ["By2", "card"], ["Bu!", "card"], ["Fr1", "joker"]]);
  expect([...litBy(ways, { colour: "BB", pair: false }).keys()]).toEqual(["By1", "By2", "Bu!"]);
  expect([...litBy(ways, { colour: "BB", pair: true })]).toEqual([["Fr1", "joker"]]);
  expect([...litBy(ways, { colour: "F", pair: false })]).toEqual([]);
  expect([...payers(ways.get("Bu!"))]).toEqual(["BB", "F"]);
  expect([...payers(undefined)]).toEqual([]);
});

test("cards are chosen one by one; two equal ones are a pair", () => {
  expect(cardsOf({ F: 1, BB: 2 }, box)).toEqual(["BB:0", "BB:1", "F:0"]);
  expect(tapCard([], "BB:0")).toEqual(["BB:0"]);
  expect(tapCard(["BB:0"], "BB:1")).toEqual(["BB:0", "BB:1"]);
  expect(tapCard(["BB:0", "BB:1"], "BB:1")).toEqual(["BB:0"]);
  expect(tapCard(["BB:0"], "F:0")).toEqual(["F:0"]);
  expect(tapCard(["BB:0", "BB:1"], "BB:2")).toEqual(["BB:2"]);
  expect(chosenOf(["BB:0", "BB:1"])).toEqual({ colour: "BB", pair: true });
  expect(chosenOf([])).toBeNull();
});

test("a place is paid for at once, or after asking, never with other cards than those chosen", () => {
  const ways = waysOf(LEGAL, box);
  expect(answer(ways.get("By2"), null)).toEqual({ decision: "By2" });
  expect(answer(ways.get("By1"), null)).toHaveProperty("ask");
  expect(answer(ways.get("Fr1"), null)).toHaveProperty("ask");
  expect(answer(ways.get("Fr1"), { colour: "BB", pair: true })).toEqual({ decision: "Fr1&BB" });
  expect(answer(ways.get("By2"), { colour: "F", pair: false })).toHaveProperty("ask");
  expect(answer(ways.get("Bu1"), null)).toBeNull();
  expect(vain("Bu1", null)).toBe("Bu1");
  expect(vain("Bu1", { colour: "F", pair: true })).toBe("Bu1&F");
});

test("the standing of a country", () => {
  const view = { players: 3, fields: { Bu1: 0, Bu2: 1, By1: 2, By2: 2 }, advisors: { By: [1, 0, 0] } } as unknown as BoardView;
  const [bavaria, burgundy, france] = standingOf(view, box);
  expect(bavaria).toMatchObject({ free: 0, monasteries: [0, 0, 2], first: [2], second: [], leads: [0], room: 1 });
  expect(burgundy).toMatchObject({ free: 1, monasteries: [1, 1, 0], first: [0, 1], second: [], leads: [], room: 1 });
  expect(france).toMatchObject({ free: 1, first: [], second: [], room: 0 });
});

test("what others did is marked", () => {
  expect([...tracesOf([{ seat: 1, decisions: ["Bu2", "Bu!&F", ".", "<?"] }, { seat: 2, decisions: ["~F", "<BB"] }])]).toEqual([["Bu2", 1], ["Bu!", 1]]);
});

test("neighbours, lines and steps by arrow key", () => {
  const neighbours = neighboursOf(box);
  expect(neighbours.get("Bu2")).toEqual(["Bu1", "Bu3", "Fr1"]);
  // A branch is left out: By1-By2-Bu1-Bu2 and one of the two ends.
  expect(longestLine({ By1: 0, By2: 0, Bu1: 0, Bu2: 0, Bu3: 0, Fr1: 0 }, 0, neighbours)).toBe(5);
  expect(longestLine({ By1: 0, By2: 1, Bu1: 0 }, 0, neighbours)).toBe(1);
  expect(longestLine({}, 0, neighbours)).toBe(0);
  const spots = spotsOf(box);
  expect(spots.length).toBe(9);
  expect(step(spots, "By1", 1, 0)?.id).toBe("By2");
  expect(step(spots, "Bu2", 0, 1)?.id).toBe("Bu3");
  expect(step(spots, "By1", -1, 0)).toBeNull();
});

test("the camera keeps the map in its window", () => {
  const window = { width: 400, height: 400, map: { width: 1000, height: 1000 } };
  expect(whole(window)).toEqual({ k: 0.4, x: 0, y: 0 });
  expect(kept({ k: 0.1, x: 50, y: 50 }, window)).toEqual({ k: 0.4, x: 0, y: 0 });
  const near = zoomed(whole(window), 1, 200, 200, window);
  expect(near).toEqual({ k: 1, x: -300, y: -300 });
  expect(kept({ k: 1, x: 80, y: -900 }, window)).toEqual({ k: 1, x: 0, y: -600 });
  const shown = showing(near, { x: 20, y: 500 }, window);
  expect(shown).toEqual({ k: 1, x: 0, y: -300 });
  expect(framing([{ x: 500, y: 500 }], window, 1.05)).toMatchObject({ k: 1.05 });
});

test("a high window is filled as far as nothing that matters is cut off", () => {
  const core = coreOf(spotsOf(box), box.map, 50, 50);
  expect(core).toEqual({ left: 50, top: 50, right: 550, bottom: 350 });
  const window = { width: 400, height: 600, map: { width: 1000, height: 1000 }, core };
  expect(fitting(window)).toBeCloseTo(0.6);
  expect(fitting({ ...window, core: { left: 0, top: 0, right: 800, bottom: 900 } })).toBeCloseTo(0.5);
  expect(whole(window).y).toBe(0);
});

test("names keep clear of each other and of pieces", () => {
  const names = [
    { id: "a", x: 100, y: 100, width: 60 },
    { id: "b", x: 190, y: 100, width: 60 },
  ];
  const bounds = { left: 0, top: 0, right: 300, bottom: 200 };
  const placed = placeNames(names, 12, 16, names.map(({ x, y }) => around(x, y, 24, 24)), [], bounds);
  const [a, b] = [placed.get("a")!, placed.get("b")!];
  expect(b.anchor).toBe("start");
  expect(a.anchor === "start" && Math.abs(a.y - b.y) < 1 && a.x + 60 > 178).toBe(false);
  // At the right edge a name goes elsewhere.
  expect(placeNames([{ id: "c", x: 280, y: 100, width: 60 }], 12, 16, [], [], bounds).get("c")!.anchor).not.toBe("start");
});
