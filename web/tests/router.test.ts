import { expect, test } from "vitest";
import { parse } from "../src/lib/router.svelte";

test.each([
  ["/", { page: "start" }],
  ["/new/richelieu", { page: "new", game: "richelieu" }],
  ["/t/abc", { page: "table", id: "abc" }],
  ["/t/abc/replay", { page: "replay", id: "abc" }],
  ["/lobby", { page: "lobby" }],
  ["/recover/A-B", { page: "recover", code: "A-B" }],
  ["/learn/richelieu-duel", { page: "learn", game: "richelieu-duel" }],
  ["/nowhere", { page: "lost" }],
])("%s", (path, route) => expect(parse(path)).toEqual(route));
