import { expect, test, vi } from "vitest";
import type { Summary } from "../src/lib/protocol";

vi.stubGlobal("isSecureContext", true);
const { freshly, waiting } = await import("../src/lib/turns");

const table = (id: string, turn: boolean, phase: Summary["phase"] = "playing"): Summary =>
  ({ id, phase, game: "richelieu", seats: [{ user: "a", turn }, { user: "b", turn: !turn }] }) as unknown as Summary;

test("tables that wait for somebody, and those that did not before", () => {
  const tables = [table("one", true), table("two", false), table("three", true), table("four", true, "finished")];
  expect(waiting(tables, "a").map(({ id }) => id)).toEqual(["one", "three"]);
  expect(waiting(tables, "b").map(({ id }) => id)).toEqual(["two"]);
  expect(freshly(new Set(["one"]), waiting(tables, "a")).map(({ id }) => id)).toEqual(["three"]);
  expect(freshly(new Set(["one", "three"]), waiting(tables, "a"))).toEqual([]);
});
