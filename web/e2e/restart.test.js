// The server is killed and comes back; not a tap is lost, and meanwhile there is a page that says so.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { bots, launch, mine, open, press, silent, visitor } from "./browser.js";
import { command, Server } from "./server.js";

const server = new Server();
let browser;
before(async () => {
  if (!command) return;
  browser = await launch();
  await server.start();
});
after(async () => {
  await browser?.close();
  await server.kill();
});
const forgive = /WebSocket|Failed to load resource|ERR_CONNECTION/;

test("kill -9 in mid-turn", { skip: !command }, async () => {
  const page = await visitor(browser, "wide", { forgive });
  await open(page, { game: "richelieu-duel", chairs: bots(1), start: 0 }, { at: server.base });
  await mine(page);
  await press(page, '[data-cell="A1"]');
  await page.waitForSelector('[data-taken="A1"]');
  await server.kill();
  await page.waitForSelector(".top .away");
  // A tap while nobody is there: it is sent when the server is back.
  await press(page, '[data-cell="C7"]');
  await server.start();
  await page.waitForSelector('[data-cell="C7"] .ghost', { timeout: 20_000 });
  await page.waitForSelector(".top .away", { state: "detached" });
  await press(page, ".bar .big");
  await page.waitForSelector('[data-cell="C7"] .marker:not(.ghost)');
  await mine(page);
  await silent(page);
});

test("the application can be installed, and without the server it says so in the reader's language", { skip: !command }, async () => {
  // No policy is switched off here: the service worker registers under the real one.
  const page = await visitor(browser, "phone", { language: "fr-FR", forgive });
  const answer = await page.goto(server.base);
  assert.match(answer.headers()["content-security-policy"], /script-src 'self'.*worker-src 'self'/);
  const manifest = await page.evaluate(async () => (await fetch(document.querySelector('link[rel="manifest"]').href)).json());
  assert.ok(manifest.icons.some((icon) => icon.sizes === "512x512") && manifest.start_url && manifest.display === "standalone", JSON.stringify(manifest));
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller) await new Promise((done) => navigator.serviceWorker.addEventListener("controllerchange", done, { once: true }));
  });
  const kept = await page.evaluate(async () => (await Promise.all((await caches.keys()).map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)))).flat());
  assert.ok(kept.includes("/offline.html") && !kept.some((path) => path.startsWith("/api/")), kept.join(" "));
  await server.kill();
  await page.goto(`${server.base}/lobby`);
  assert.equal(await page.locator("section:visible h1").textContent(), "Pas de connexion");
  assert.ok((await page.locator("section:visible button").boundingBox()).height >= 44);
  await server.start();
  await press(page, "section:not([hidden]) button");
  await page.waitForSelector("header nav, header a");
  assert.equal(new URL(page.url()).pathname, "/lobby");
  await silent(page);
});
