// What the browser tests share: Chromium, profiles, and a page that fails the test on any error in its console.
import { chromium } from "playwright-core";

export const base = process.env.EMINENCE_SERVER ?? "http://localhost:8123";
export const PROFILES = {
  wide: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
};

export const launch = () =>
  chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--no-first-run"],
  });

/** A page of somebody new. `page.troubles` collects what the console complained of; `forgive` leaves out what a test provokes. */
export async function visitor(browser, profile = "wide", { language = "en-GB", forgive = /$^/, ...more } = {}) {
  const context = await browser.newContext({ ...PROFILES[profile], locale: language, ...more });
  const page = await context.newPage();
  page.troubles = [];
  page.on("console", (message) => {
    if (message.type() === "error" && !forgive.test(message.text()) && !/Permissions-Policy/.test(message.text())) page.troubles.push(message.text());
  });
  page.on("pageerror", (error) => page.troubles.push(error.message));
  return page;
}

/** Open a table over HTTP as this visitor, and go there. */
export async function open(page, settings, name = "Anna") {
  await page.goto(base);
  const id = await page.evaluate(
    async ([settings, name]) => {
      const ask = (path, body) => fetch(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) }).then((r) => r.json());
      await ask("/api/me", { name });
      return (await ask("/api/tables", settings)).id;
    },
    [settings, name],
  );
  await page.goto(`${base}/t/${id}`);
  return id;
}

export const bots = (n, level = "page") => [{ kind: "mine" }, ...Array.from({ length: n }, () => ({ kind: "bot", level }))];

export const mine = (page) => page.waitForSelector(".bar.mine, dialog .sheet", { timeout: 30_000 });
export const over = async (page) => (await page.$("dialog .verdict, dialog .sheet")) !== null;

/** One turn at a display game, by tapping as a person would. */
export async function turn(page, { mark = false } = {}) {
  await mine(page);
  if (await over(page)) return false;
  const quiet = () => page.waitForFunction(() => !document.querySelector(".bar .button[disabled]:not(.absent)"), null, { timeout: 10_000 }).catch(() => undefined);
  const can = page.locator(".card.can");
  if (await can.count()) {
    await can.first().click();
    await quiet();
    await page.waitForTimeout(60);
    if (await page.locator(".card.wait").count()) {
      await page.locator(".hand .markers.usable, .card:has(.marker.can)").first().click();
      await quiet();
      await page.waitForTimeout(60);
    }
  }
  if (mark) {
    const own = page.locator(".hand .markers.usable");
    if ((await own.count()) && !(await page.locator(".card.spot").count())) await own.click();
    await page.waitForTimeout(60);
    const spots = page.locator(".card.spot");
    const n = await spots.count();
    if (n) await spots.nth(Math.floor(n / 2)).click({ force: true });
    await page.waitForTimeout(60);
  }
  const before = await page.locator(".top .turn").first().textContent().catch(() => "");
  // Ending the turn may still ask for a confirmation.
  const gone = (old) => document.querySelector("dialog .sheet") || document.querySelector(".top .turn")?.textContent !== old;
  for (let i = 0; i < 3; i++) {
    const big = page.locator(".bar .big");
    if ((await big.count()) && !(await over(page))) await big.click({ timeout: 3000 }).catch(() => undefined);
    if (await page.waitForFunction(gone, before, { timeout: i < 2 ? 3000 : 20_000 }).catch(() => null)) break;
  }
  return true;
}
