import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Connection, type Watcher } from "../src/lib/socket.svelte";

/** A socket that remembers what was sent and says what the test wants. */
class Fake {
  static all: Fake[] = [];
  sent: Record<string, unknown>[] = [];
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  onerror: (() => void) | null = null;
  constructor() {
    Fake.all.push(this);
  }
  send(text: string) {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close() {
    this.onclose?.();
  }
  say(message: unknown) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  hello() {
    this.say({ type: "hello", version: "1", protocol: 1, user: "u", name: "n", now: Date.now() });
  }
}

const watcher = (seq: number): Watcher => ({ seen: () => seq, eyes: () => null, snapshot: vi.fn(), update: vi.fn(), presence: vi.fn(), refused: vi.fn() });
const make = () => new Connection(() => "ws://x", () => new Fake() as unknown as WebSocket);

beforeEach(() => {
  vi.useFakeTimers();
  Fake.all = [];
});
afterEach(() => vi.useRealTimers());

test("watches after hello, and again after a loss from the last seq", async () => {
  const connection = make();
  let seq = 0;
  connection.watch("t1", { ...watcher(0), seen: () => seq });
  Fake.all[0]!.hello();
  expect(Fake.all[0]!.sent).toMatchObject([{ type: "watch", table: "t1", after: 0 }]);
  seq = 17;
  Fake.all[0]!.close();
  expect(connection.state).toBe("away");
  await vi.advanceTimersByTimeAsync(1000);
  Fake.all[1]!.hello();
  expect(connection.state).toBe("open");
  expect(Fake.all[1]!.sent).toMatchObject([{ type: "watch", table: "t1", after: 17 }]);
});

test("an unanswered command is sent again with the same id, an answered one is not", async () => {
  const connection = make();
  connection.watch("t1", watcher(3));
  Fake.all[0]!.hello();
  const first = connection.do("t1", { kind: "start" });
  const id = Fake.all[0]!.sent.at(-1)!.id;
  Fake.all[0]!.close();
  await vi.advanceTimersByTimeAsync(1000);
  Fake.all[1]!.hello();
  expect(Fake.all[1]!.sent.filter((message) => message.type === "do")).toMatchObject([{ id, command: { kind: "start" } }]);
  Fake.all[1]!.say({ type: "done", id, seq: 4 });
  await expect(first).resolves.toBe(4);
  Fake.all[1]!.close();
  await vi.advanceTimersByTimeAsync(2000);
  Fake.all[2]!.hello();
  expect(Fake.all[2]!.sent.filter((message) => message.type === "do")).toEqual([]);
});

test("a refusal carries its code", async () => {
  const connection = make();
  connection.watch("t1", watcher(0));
  Fake.all[0]!.hello();
  const asked = connection.do("t1", { kind: "decide", seat: 0, at: 0, decision: "A5" });
  Fake.all[0]!.say({ type: "refused", id: Fake.all[0]!.sent.at(-1)!.id, code: "illegal", params: { reason: "not-an-end" } });
  await expect(asked).rejects.toMatchObject({ code: "illegal", params: { reason: "not-an-end" } });
});

test("waits longer from time to time, and not at all when woken", async () => {
  const connection = make();
  connection.watch("t1", watcher(0));
  for (let i = 0; i < 6; i++) {
    Fake.all.at(-1)!.close();
    await vi.advanceTimersByTimeAsync(11_000);
  }
  const before = Fake.all.length;
  Fake.all.at(-1)!.close();
  await vi.advanceTimersByTimeAsync(100);
  expect(Fake.all.length).toBe(before);
  connection.wake();
  expect(Fake.all.length).toBe(before + 1);
});
