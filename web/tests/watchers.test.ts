import { expect, test } from "vitest";
import type { Logged, Player } from "../src/lib/protocol";
import { watchersOf } from "../src/lib/store/watchers";

const player = (user: string | null): Player => ({ user, name: "", bot: null, former: null, kept: false });
const log: Logged[] = [
  { seq: 1, at: 0, event: { kind: "created", user: "a", name: "Anna" } },
  { seq: 2, at: 0, event: { kind: "seated", seat: 1, user: "b", name: "Bert" } },
  { seq: 3, at: 0, event: { kind: "said", user: "d", name: "Dora", text: "hello" } },
];

test("those who do not sit look on, by name where they did something here", () => {
  expect(watchersOf(["a", "c", "d", "e"], [player("a"), player(null)], log, null)).toEqual({ names: ["Dora"], unnamed: 2 });
  // Whoever left a seat looks on under the name that is known; oneself is known, too.
  expect(watchersOf(["a", "b", "e"], [player("a"), player(null)], log, { id: "e", name: "Eva" })).toEqual({ names: ["Bert", "Eva"], unnamed: 0 });
  expect(watchersOf(["a"], [player("a"), player("b")], log, null)).toEqual({ names: [], unnamed: 0 });
});
