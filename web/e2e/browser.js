// What the browser tests share: Chromium, profiles, pressing as a person does, and pages that collect what their console
// complains of.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

export const base = process.env.EMINENCE_SERVER ?? "http://localhost:8123";
export const PROFILES = {
  wide: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
  sideways: { viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
};
const EYE = fileURLToPath(new URL("./eye.js", import.meta.url));

export const launch = () =>
  chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--no-first-run"],
  });

/**
 * A page of somebody new. `page.troubles` collects what the console complained of; `forgive` leaves out what a test provokes.
 * Nothing moves, unless a test is about motion.
 */
export async function visitor(browser, profile = "wide", { language = "en-GB", forgive = /$^/, ...more } = {}) {
  const context = await browser.newContext({ ...PROFILES[profile], locale: language, reducedMotion: "reduce", ...more });
  await context.addInitScript({ path: EYE });
  const page = await context.newPage();
  page.touch = Boolean(PROFILES[profile].hasTouch);
  page.troubles = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type()) && !forgive.test(message.text())) page.troubles.push(message.text());
  });
  page.on("pageerror", (error) => page.troubles.push(error.message));
  return page;
}

/** The page's console was silent; it is closed. */
export async function silent(...pages) {
  for (const page of pages) {
    assert.deepEqual(page.troubles, []);
    await page.context().close();
  }
}

/** Make a table over HTTP as this visitor. */
export async function make(page, settings, { name = "Anna", at = base } = {}) {
  const post = async (path, data) => (await page.request.post(`${at}${path}`, { data, headers: { origin: at } })).json();
  await post("/api/me", { name });
  const { id, code } = await post("/api/tables", settings);
  assert.ok(id, `no table: ${code}`);
  return id;
}

/** Make a table and go there. */
export async function open(page, settings, more = {}) {
  const id = await make(page, settings, more);
  await page.goto(`${more.at ?? base}/t/${id}`);
  return id;
}

export const bots = (n, level = "page") => [{ kind: "mine" }, ...Array.from({ length: n }, () => ({ kind: "bot", level }))];

export const mine = (page) => page.waitForSelector(".bar.mine, dialog .sheet", { timeout: 30_000 });

/** Press a point, by finger or by mouse. */
export const pressAt = (page, { x, y }) => (page.touch ? page.touchscreen.tap(x, y) : page.mouse.click(x, y));

/** Press what matches, as soon as it is there and nothing lies over it. */
export async function press(page, selector, pick = 0) {
  const at = await page.waitForFunction(([selector, pick]) => globalThis.eye.find(selector, pick), [selector, pick], { timeout: 30_000 });
  await pressAt(page, await at.jsonValue());
}

/** Press until something happens, in its own time: what moves at this moment may be missed, by a person as well. */
export async function pressUntil(page, selector, happens, tries) {
  for (let left = tries - 1; ; left--) {
    await press(page, selector);
    try {
      return await happens();
    } catch (error) {
      if (!left) throw error;
    }
  }
}

/** Press until the bar says something else. */
export async function insist(page, selector) {
  const before = await page.locator(".bar").first().textContent();
  const changed = () => page.waitForFunction((before) => document.querySelector(".bar")?.textContent !== before, before, { timeout: 2000 });
  return pressUntil(page, selector, changed, 6);
}

/** The next step of one's own at a display game. False when the game is over. */
export async function step(page, n, before) {
  const seen = await page.evaluate(([n, before]) => globalThis.eye.next("display", n, before), [n, before]);
  assert.ok(!seen.stuck, `nothing happens: ${seen.stuck}`);
  if (seen.over) return null;
  assert.ok(seen.x !== undefined, `cannot ${seen.what}: what should be pressed is covered`);
  await pressAt(page, seen);
  return seen;
}

/** A whole turn at a display game: until it is somebody else's. `reserve` puts a marker down. */
export async function turn(page, { reserve = false } = {}) {
  await mine(page);
  const now = await page.locator(".top .turn").first().textContent();
  const free = ".card.can:not(:has(.marker))"; // one that is not to be paid for
  await insist(page, (await page.locator(free).count()) ? free : ".card.can");
  if (reserve) {
    await page.waitForFunction(() => globalThis.eye.find(".card.spot, .hand .markers.usable"));
    if (!(await page.locator(".card.spot").count())) await press(page, ".hand .markers.usable");
    await press(page, ".card.spot", 0.5);
    await page.waitForSelector(".ghost");
  }
  await press(page, ".bar .big");
  await page.waitForFunction((now) => document.querySelector(".top .turn")?.textContent !== now, now);
}

/** Play a table on without looking: so many turns, or to the end; then give up if that is wished. */
export async function rush(page, id, turns = 1000, resign = false) {
  if (!page.url().startsWith(base)) await page.goto(`${base}/offline.html`);
  await page.evaluate((all) => globalThis.eye.rush(...all), [id, turns, resign]);
}

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe finds on a page. The page must be one with `bypassCSP`: the policy forbids what axe itself is. */
export async function violations(page, rules = null) {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe);
  const found = await page.evaluate(
    (rules) => window.axe.run(document, { resultTypes: ["violations"], ...(rules ? { runOnly: { type: "rule", values: rules } } : {}) }),
    rules,
  );
  return found.violations.flatMap((one) => one.nodes.slice(0, 3).map((node) => `${one.id}: ${node.target.join(" ")} ${node.failureSummary?.split("\n")[1] ?? ""}`));
}

/** No violation by day, and no colours that are too much alike by night. */
export async function accessible(page, where) {
  for (const [colorScheme, rules] of [["light", null], ["dark", ["color-contrast"]]]) {
    await page.emulateMedia({ colorScheme });
    assert.deepEqual((await violations(page, rules)).map((one) => `${where}, ${colorScheme}: ${one}`), []);
  }
}
