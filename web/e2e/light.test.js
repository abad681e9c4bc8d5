// What the first visit costs, and that what flies costs nothing but the compositor's work. Bytes are the same on every
// machine; times are not, so `npm run speed` only prints them.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { base, bots, launch, mine, open, silent, turn, visitor } from "./browser.js";
import { wire } from "./measure.js";

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

for (const [where, path, ready] of [["the first page", "/", ".games .cover use"], ["a link to a table", null, "[data-cell]"]]) {
  test(`${where} is below 120 kB on the wire`, async () => {
    const page = await visitor(browser, "phone");
    const id = path ? null : await (async () => {
      await open(page, { game: "richelieu", chairs: bots(2), start: 0 });
      return new URL(page.url()).pathname;
    })();
    const fresh = path ? page : await visitor(browser, "phone");
    const { bytes, requests } = await wire(fresh, `${base}${path ?? id}`, ready);
    const told = requests.map(({ url, size }) => `${size} ${url}`).join("\n");
    assert.ok(bytes > 30_000 && requests.every(({ size }) => size > 0), `not everything was counted:\n${told}`);
    assert.ok(bytes < 120_000, `${bytes} bytes:\n${told}`);
    if (fresh !== page) await silent(fresh);
    await silent(page);
  });
}

test("while cards and markers fly, only transform and opacity are animated", async () => {
  const page = await visitor(browser, "phone", { reducedMotion: "no-preference" });
  await page.addInitScript(() => {
    const seen = (globalThis.animated = { properties: [], longest: 0, flights: 0 });
    const look = () => {
      for (const animation of document.getAnimations()) {
        const keys = animation.effect.getKeyframes().flatMap((frame) => Object.keys(frame));
        for (const key of keys) if (!["offset", "computedOffset", "easing", "composite"].includes(key) && !seen.properties.includes(key)) seen.properties.push(key);
        const { duration, delay, iterations } = animation.effect.getComputedTiming();
        if (iterations === 1) seen.longest = Math.max(seen.longest, delay + duration);
      }
      seen.flights = Math.max(seen.flights, document.querySelectorAll("#flights > *").length);
      requestAnimationFrame(look);
    };
    addEventListener("DOMContentLoaded", look);
  });
  await open(page, { game: "richelieu", chairs: bots(2), start: 0 });
  for (let i = 0; i < 2; i++) await turn(page, { reserve: true });
  await mine(page);
  const seen = await page.evaluate(() => globalThis.animated);
  assert.ok(seen.flights > 0, "nothing flew");
  assert.deepEqual(seen.properties.filter((one) => one !== "transform" && one !== "opacity"), []);
  assert.ok(seen.longest <= 334, `a movement takes ${seen.longest} ms`);
  await silent(page);
});
