import { createHash } from "node:crypto";
import { describe, expect, it, vi } from "vitest";
import { plainSha256, sha256 } from "../src/replay/fair";
import { i18n, points } from "../src/lib/i18n.svelte";
import { areaOf, expected, graphOf, LEFT, PAD, pathOf, rangeOf, turnAt } from "../src/replay/graph";
import { boardTurn, displayTurn, imagine, imagineTurn } from "../src/replay/imagine";
import { decisionsOf } from "../src/replay/notation";
import type { Review } from "../src/replay/review";
import { marginWords, resultWords, tellingWords, tenths } from "../src/replay/words";
import type { BoardBox, BoardView, DisplayBox, DisplayView, Reason } from "../src/lib/protocol";
import type { TableSession } from "../src/lib/session";

describe("notation", () => {
  it("takes turns apart", () => {
    expect(decisionsOf("A1 A2$B5 @C7")).toEqual(["A1", "A2", "$B5", "@C7"]);
    expect(decisionsOf("D12 C3>C7")).toEqual(["D12", "C3>", "@C7"]);
    expect(decisionsOf("A1$ .")).toEqual(["A1", "$", "."]);
    expect(decisionsOf("Bu2 Bu!&ES <? <FA")).toEqual(["Bu2", "Bu!&ES", "<?", "<FA"]);
  });
});

const box = { mechanism: "display", scoring: "regions", region: [], symbol: [] } as unknown as DisplayBox;
const view = {
  players: 2,
  turn: 4,
  display: { B1: "bourgogne:1+tower", B2: "bourgogne:1", B3: "anjou:2", C12: "anjou:1", C11: "anjou:1" },
  markers: { B2: 1, C3: 0 },
  supply: [1, 2],
  box: [0, 0],
  collections: [[], []],
  tokens: [{ cell: "B3", holder: null, played: false, face: null, not: [] }],
} as unknown as DisplayView;

describe("a line on the table", () => {
  it("finds where turns end", () => {
    const line = decisionsOf("B1 B2$ @B3 C12 C11 B3");
    const first = displayTurn(line, 0, view, box);
    expect(line.slice(0, first)).toEqual(["B1", "B2", "$", "@B3"]);
    const second = displayTurn(line, first, view, box);
    expect(line.slice(first, second)).toEqual(["C12", "C11"]);
    const dots = decisionsOf("B3 . @C1 C12 . .");
    expect(displayTurn(dots, 0, view, box)).toBe(3);
    expect(displayTurn(dots, 3, view, box)).toBe(6);
  });
  it("moves cards, markers and tokens", () => {
    const [one, two] = imagine(view, box, "B1 B2$ C3>C11 B3", 0);
    const after = one!.view as DisplayView;
    expect(after.collections[0]).toEqual(["bourgogne:1+tower", "bourgogne:1"]);
    expect(after.markers).toEqual({ C11: 0 });
    expect([after.supply, after.box]).toEqual([[0, 3], [1, 0]]);
    expect((two!.view as DisplayView).tokens[0]!.holder).toBe(1);
    expect(view.markers).toEqual({ B2: 1, C3: 0 });
  });
  it("claims no points for a position that nobody has counted", () => {
    const counted = { ...view, standing: { lines: [["crests:anjou", [3, 0]]], totals: [3, 0] } } as unknown as DisplayView;
    const { standing } = imagineTurn(counted, box, ["B1"], 0);
    expect([standing.lines, standing.totals]).toEqual([[], []]);
    expect([points(standing.totals[0]), points(counted.standing.totals[0])]).toEqual(["–", "3"]);
  });
  it("goes on with a turn that has begun", () => {
    const paying = { ...view, phase: "pay", pending: "B2" } as DisplayView;
    const paid = imagineTurn(paying, box, decisionsOf("$C3 @C11"), 0) as DisplayView;
    expect(paid.collections[0]).toEqual(["bourgogne:1"]);
    expect([paid.markers, paid.supply, paid.box]).toEqual([{ C11: 0 }, [0, 3], [1, 0]]);
    const lifted = imagineTurn({ ...view, phase: "put", pending: "C3" } as DisplayView, box, ["@C12"], 0) as DisplayView;
    expect([lifted.markers, lifted.supply]).toEqual([{ B2: 1, C12: 0 }, [1, 2]]);
  });
  it("plays the board game as well", () => {
    const map = { mechanism: "board", colour: [{ id: "FA", countries: ["Fn", "Ar"] }] } as unknown as BoardBox;
    const start = { players: 3, turn: 0, fields: {}, advisors: {}, monasteries_left: [20, 20, 20], advisors_left: [8, 8, 8], hands: [{ FA: 1, BB: 2 }, {}, {}], known: [{ BB: 1 }, {}, {}], hand_sizes: [3, 3, 3], open: { LI: 1 }, discards: {}, pile: 20 } as unknown as BoardView;
    expect(boardTurn(decisionsOf("Fn5 Fn!&BB <LI <? Ar1"), 0)).toBe(4);
    expect(boardTurn(decisionsOf("Fr! Fr!&BB Lo!"), 0)).toBe(2);
    expect(boardTurn(decisionsOf("~F <LI Bu2"), 0)).toBe(2);
    const after = imagine(start, map, "Fn5 Fn!&BB <LI <?", 0)[0]!.view as BoardView;
    expect(after.fields).toEqual({ Fn5: 0 });
    expect(after.advisors).toEqual({ Fn: [1, 0, 0] });
    expect([after.hands[0], after.known[0]]).toEqual([{ LI: 1 }, { LI: 1 }]);
    expect([after.hand_sizes[0], after.pile, after.discards]).toEqual([2, 19, { FA: 1, BB: 2 }]);
  });
});

describe("the graph", () => {
  const even = { win: [0.5, 0.5], margin: [0, 0] };
  const turn = (n: number, win: number, verdict: string | null) => ({ turn: n, seat: 0, after: { win: [win, 1 - win], margin: [win * 20 - 10, 10 - win * 20] }, verdict });
  const review = { players: 2, initial: even, final: { win: [1, 0], margin: [3, -3] }, turns: [turn(1, 0.25, "blunder"), turn(2, 0.6, null)] } as unknown as Review;
  it("goes from the deal to the result", () => {
    const graph = graphOf(review, LEFT + 100 + PAD, 50 + 2 * PAD);
    expect(graph.lines[0]).toEqual([{ x: LEFT, y: 33 }, { x: LEFT + 50, y: 45.5 }, { x: LEFT + 100, y: 8 }]);
    expect(graph.marks).toEqual([{ x: LEFT + 50, y: 45.5, turn: 1, seat: 0, verdict: "blunder" }]);
    expect(graph.labels).toEqual([{ value: 1, y: 8 }, { value: 0.5, y: 33 }, { value: 0, y: 58 }]);
    expect(pathOf([{ x: 8, y: 33 }, { x: 58, y: 45.5 }])).toBe("M8 33L58 45.5");
    expect(areaOf([], 5)).toBe("");
  });
  it("shows points ahead as well, with even where nobody leads", () => {
    const graph = graphOf(review, LEFT + 100 + PAD, 50 + 2 * PAD, "margin");
    expect(graph.labels).toEqual([{ value: 5, y: 8 }, { value: 0, y: 33 }, { value: -5, y: 58 }]);
    expect(graph.lines[0]).toEqual([{ x: LEFT, y: 33 }, { x: LEFT + 50, y: 58 }, { x: LEFT + 100, y: 18 }]);
    expect(rangeOf([[3, 12], [-31, -2]], "margin")).toEqual([15, 0, -40]);
    expect([0, 1, 2, 9].map((at) => expected(review, at).win[0])).toEqual([0.5, 0.25, 1, 1]);
  });
  it("finds the turn under a finger", () => {
    const width = LEFT + 100 + PAD;
    expect([turnAt(-5, 2, width), turnAt(LEFT + 52, 2, width), turnAt(500, 2, width)]).toEqual([0, 1, 2]);
  });
});

describe("a review in words", () => {
  const session = { box, nameOfSeat: String } as unknown as TableSession;
  it("says nothing twice, and nothing that the turn says itself", () => {
    const reasons = [{ code: "reserves-card", cell: "D11" }, { code: "costs-marker" }, { code: "costs-marker" }, { code: "draws-from-pile" }] as Reason[];
    expect(tellingWords(reasons, session)).toHaveLength(1);
    expect(tellingWords(reasons.slice(0, 1), session)).toEqual([]);
  });
  it("tells margins, expected or final", () => {
    expect([0.4, 1.6, -3].map(marginWords)).toEqual(["table.hint_level", "table.hint_ahead", "table.hint_behind"]);
    expect([0, 1, -3].map(resultWords)).toEqual(["replay.level", "replay.ahead", "replay.behind"]);
  });
  it("writes numbers as the reader does", () => {
    vi.stubGlobal("navigator", { languages: ["de-DE"] });
    i18n.language = "de";
    expect([tenths(4.04), tenths(16)]).toEqual(["4,0", "16,0"]);
    i18n.language = "en";
    expect(tenths(4.04)).toBe("4.0");
    vi.unstubAllGlobals();
  });
});

describe("fairness", () => {
  it("hashes as everybody does", async () => {
    for (const text of ["", "abc", "x".repeat(55), "y".repeat(56), "z".repeat(200)]) {
      const wanted = createHash("sha256").update(text).digest("hex");
      expect(await sha256(text)).toBe(wanted);
      expect(Buffer.from(plainSha256(new TextEncoder().encode(text))).toString("hex")).toBe(wanted);
    }
  });
});
