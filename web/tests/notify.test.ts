import { beforeEach, expect, test, vi } from "vitest";
import { Notifier, type Means } from "../src/lib/notify.svelte";

const kept = new Map<string, string>();
vi.stubGlobal("localStorage", { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => kept.set(key, value), removeItem: (key: string) => kept.delete(key) });
beforeEach(() => kept.clear());

function made(permission: NotificationPermission | null, { answer = "granted" as NotificationPermission, hidden = true } = {}) {
  const shown: string[] = [];
  const cleared: string[] = [];
  const world = { permission, hidden };
  const means: Means = {
    permission: () => world.permission,
    ask: async () => (world.permission = answer),
    hidden: () => world.hidden,
    show: async (title, { body, tag }, path) => void shown.push([title, body, tag, path].join("|")),
    clear: async (tag) => void cleared.push(tag),
  };
  return { world, shown, cleared, means, notifier: new Notifier(means) };
}

test("it asks once, is remembered, and tells once a turn", async () => {
  const { notifier, shown, means } = made("default");
  expect(notifier.state).toBe("off");
  await notifier.turn(true);
  expect(notifier.state).toBe("on");
  expect(new Notifier(means).state).toBe("on");
  expect(await notifier.yourTurn("k3", 4, "Your turn", "Bert takes A1")).toBe(true);
  expect(await notifier.yourTurn("k3", 4, "Your turn", "Bert takes A1")).toBe(false);
  expect(await notifier.yourTurn("k3", 6, "Your turn", "")).toBe(true);
  expect(shown).toEqual(["Your turn|Bert takes A1|turn-k3|/t/k3", "Your turn||turn-k3|/t/k3"]);
  await notifier.turn(false);
  expect(notifier.state).toBe("off");
  expect(new Notifier(means).state).toBe("off");
  expect(await notifier.yourTurn("k3", 8, "Your turn", "")).toBe(false);
});

test("nothing is told while the tab is in sight, and what was told goes when it is", async () => {
  const { notifier, shown, cleared, world } = made("default", { hidden: false });
  await notifier.turn(true);
  expect(await notifier.yourTurn("k3", 1, "Your turn", "")).toBe(false);
  // Hiding the tab later in the same turn does not tell of it.
  world.hidden = true;
  expect(await notifier.yourTurn("k3", 1, "Your turn", "")).toBe(false);
  expect(shown).toEqual([]);
  await notifier.seen("k3");
  expect(cleared).toEqual(["turn-k3"]);
});

test("a refusal and a browser without notifications are told apart", async () => {
  const refused = made("default", { answer: "denied" });
  await refused.notifier.turn(true);
  expect(refused.notifier.state).toBe("denied");
  expect(kept.size).toBe(0);
  expect(made(null).notifier.state).toBe("unsupported");
  const dismissed = made("default", { answer: "default" });
  await dismissed.notifier.turn(true);
  expect(dismissed.notifier.state).toBe("off");
});

test("a permission taken back in the browser's settings is noticed", async () => {
  const { notifier, world, shown } = made("granted");
  await notifier.turn(true);
  world.permission = "denied";
  expect(await notifier.yourTurn("k3", 1, "Your turn", "")).toBe(false);
  expect(notifier.state).toBe("denied");
  expect(shown).toEqual([]);
});
