// What stands beside a table: hints with reasons, the rules, who looks on; and the notification of one's turn.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { accessible, base, bots, launch, mine, open, press, silent, visitor } from "./browser.js";

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

for (const profile of ["wide", "phone"]) {
  test(`hints are shown on the table and not played, ${profile}`, async () => {
    const page = await visitor(browser, profile, { bypassCSP: true });
    await open(page, { game: "richelieu-duel", chairs: bots(1), start: 0, casual: true });
    await mine(page);
    const cards = () => page.locator("[data-cell]").count();
    const before = await cards();
    // On a wide screen one's own row: so many cards, and the points they are worth.
    const own = () => page.locator(".holdings tbody tr").first().evaluate((row) => [row.querySelector(".count").textContent, row.querySelector("td.total").textContent]);
    const had = profile === "wide" ? await own() : null;
    await page.getByRole("button", { name: "Hint", exact: true }).first().click();
    await page.waitForSelector(".hints .what", { timeout: 30_000 });
    const found = await page.locator(".hints .what").count();
    assert.ok(found >= 1 && found <= 3, `${found} hints`);
    assert.match(await page.locator(".hints .win").first().textContent(), /% to win/);
    assert.ok(await page.locator(".hints .why span").count(), "a hint says why");
    await accessible(page, `hints, ${profile}`);
    await page.locator(".hints .what").first().click();
    await page.getByText("Only shown, not played", { exact: false }).first().waitFor();
    if (had) {
      const [count, total] = await own();
      assert.notEqual(count, had[0], "what would be taken is in the collection");
      assert.equal(total, "–", "nobody has counted what is only shown");
    }
    await page.getByRole("button", { name: "Back to the table" }).first().click();
    await mine(page);
    assert.equal(await cards(), before);
    if (had) assert.deepEqual(await own(), had);
    await page.keyboard.press("Escape");
    await page.waitForFunction(() => !document.querySelector(".hints"));
    await silent(page);
  });
}

test("hints that are refused as too many come a little later by themselves", async () => {
  const page = await visitor(browser);
  let asked = 0;
  await page.routeWebSocket(/\/api\/socket/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      const { type, id } = JSON.parse(message);
      if (type === "hint" && !asked++) socket.send(JSON.stringify({ type: "refused", id, code: "too-many", params: {} }));
      else server.send(message);
    });
  });
  await open(page, { game: "richelieu-duel", chairs: bots(1), start: 0, casual: true });
  await mine(page);
  await page.getByRole("button", { name: "Hint", exact: true }).first().click();
  await page.waitForSelector(".hints .trouble");
  await page.waitForSelector(".hints .what", { timeout: 30_000 });
  assert.equal(await page.locator(".hints .trouble").count(), 0);
  assert.equal(asked, 2);
  await silent(page);
});

test("the rules open beside the table, which stays in use", async () => {
  const page = await visitor(browser);
  await open(page, { game: "richelieu", chairs: bots(2), start: 0 });
  await mine(page);
  await page.locator(".top .icon-button").last().click();
  await page.getByRole("button", { name: "Rules" }).click();
  await page.locator("aside.beside header h2").waitFor();
  await page.getByText(/crests/i).first().waitFor();
  await press(page, ".card.can");
  await page.waitForSelector(".bar .big");
  await page.locator("aside.beside header h2").focus();
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => !document.querySelector("aside.beside"));
  await silent(page);
});

test("the table says how many look on, and who", async () => {
  const anna = await visitor(browser);
  const id = await open(anna, { game: "richelieu-duel", chairs: bots(1), start: 0 });
  await mine(anna);
  const clara = await visitor(browser);
  await clara.request.post(`${base}/api/me`, { data: { name: "Clara" }, headers: { origin: base } });
  await clara.goto(`${base}/t/${id}`);
  await clara.waitForSelector("[data-cell]");
  const eye = anna.getByRole("button", { name: /1 spectator/ });
  await eye.waitFor();
  await clara.context().close();
  await eye.waitFor({ state: "detached" });
  await silent(anna);
});

test("one's turn is told by the system while the tab is out of sight, once", async () => {
  const page = await visitor(browser, "wide", { permissions: ["notifications"] });
  await page.addInitScript(() => {
    globalThis.shown = [];
    const show = function (title, options) {
      globalThis.shown.push([title, options?.tag]);
      return Promise.resolve();
    };
    ServiceWorkerRegistration.prototype.showNotification = show;
    globalThis.Notification = Object.assign(function (title, options) { show(title, options); return { close() {} }; }, { permission: "granted", requestPermission: async () => "granted" });
    localStorage.setItem("eminence.notify", "yes");
    let hidden = false;
    Object.defineProperty(document, "visibilityState", { get: () => (hidden ? "hidden" : "visible") });
    globalThis.hide = () => ((hidden = true), document.dispatchEvent(new Event("visibilitychange")));
  });
  const id = await open(page, { game: "richelieu-duel", chairs: bots(1), start: 0 });
  await mine(page);
  await page.evaluate(() => globalThis.hide());
  const now = await page.locator(".top .turn").first().textContent();
  await press(page, ".card.can");
  await press(page, ".bar .big");
  await page.waitForFunction((now) => document.querySelector(".top .turn")?.textContent !== now, now);
  await mine(page);
  await page.waitForFunction(() => globalThis.shown.length > 0);
  await page.waitForTimeout(500);
  assert.deepEqual((await page.evaluate(() => globalThis.shown)).map(([, tag]) => tag), [`turn-${id}`]);
  await silent(page);
});
