import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { base, bots, launch, mine, open, turn, visitor } from "./browser.js";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

async function violations(page) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  return violations.flatMap((one) => one.nodes.slice(0, 3).map((node) => `${one.id}: ${node.target.join(" ")} ${node.failureSummary?.split("\n")[1] ?? ""}`));
}

const screens = {
  start: async (page) => {
    await page.goto(base);
    await page.waitForSelector(".games .cover use");
  },
  new: async (page) => {
    await page.goto(`${base}/new/richelieu`);
    await page.waitForSelector("form");
  },
  table: async (page) => {
    await open(page, { game: "richelieu", chairs: bots(2), start: 0 });
    await turn(page, { mark: true });
    await mine(page);
  },
  words: async (page) => {
    await open(page, { game: "richelieu-duel", chairs: bots(1), start: 0 });
    await mine(page);
    await page.locator(".top .icon-button").last().click();
    await page.waitForSelector("dialog");
  },
};

for (const [name, visit] of Object.entries(screens)) {
  for (const profile of ["wide", "phone"]) {
    for (const colorScheme of ["light", "dark"]) {
      test(`axe: ${name}, ${profile}, ${colorScheme}`, async () => {
        // The policy forbids what axe itself is, so it is switched off for this page only.
        const page = await visitor(browser, profile, { colorScheme, bypassCSP: true, reducedMotion: "reduce" });
        await visit(page);
        await page.waitForTimeout(400);
        assert.deepEqual(await violations(page), []);
        await page.context().close();
      });
    }
  }
}
