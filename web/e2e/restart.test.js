// The server is killed in mid-turn and comes back; not a tap is lost. EMINENCE_SERVE is the command that starts a server
// with {port} in it; the test starts and ends its own.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { after, before, test } from "node:test";
import { bots, launch, mine, visitor } from "./browser.js";

const command = process.env.EMINENCE_SERVE;
const port = 8197;
const base = `http://localhost:${port}`;
let browser;
let server;

async function start() {
  server = spawn("sh", ["-c", `exec ${command.replaceAll("{port}", String(port))}`], { stdio: "ignore" });
  for (let i = 0; i < 150; i++) {
    if (await fetch(`${base}/healthz`).then((r) => r.ok, () => false)) return;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error("the server does not answer");
}
const kill = () =>
  new Promise((done) => {
    server.once("exit", done);
    server.kill("SIGKILL");
  });

before(async () => {
  if (!command) return;
  browser = await launch();
  await start();
});
after(async () => {
  await browser?.close();
  if (server && server.exitCode === null) await kill();
});

test("kill -9 in mid-turn", { skip: !command }, async () => {
  const page = await visitor(browser, "wide", { forgive: /WebSocket|Failed to load resource|ERR_CONNECTION/ });
  await page.goto(base);
  const id = await page.evaluate(async (settings) => {
    const ask = (path, body) => fetch(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) }).then((r) => r.json());
    await ask("/api/me", { name: "Anna" });
    return (await ask("/api/tables", settings)).id;
  }, { game: "richelieu-duel", chairs: bots(1), start: 0 });
  await page.goto(`${base}/t/${id}`);
  await mine(page);
  await page.locator('[data-cell="A1"]').click();
  await page.waitForSelector('[data-taken="A1"]');
  await kill();
  await page.waitForSelector(".top .away");
  // A tap while nobody is there: it is sent when the server is back.
  await page.locator('[data-cell="C7"]').click();
  await start();
  await page.waitForSelector('[data-cell="C7"] .ghost', { timeout: 20_000 });
  await page.waitForSelector(".top .away", { state: "detached" });
  await page.locator(".bar .big").click();
  await page.waitForSelector('[data-cell="C7"] .marker:not(.ghost)');
  await mine(page);
  assert.deepEqual(page.troubles, []);
  await page.context().close();
});
