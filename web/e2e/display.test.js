import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { bots, launch, mine, open, silent, visitor } from "./browser.js";

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

test("an illegal tap says why, undo takes back, and the turn waits for its confirmation", async () => {
  const page = await visitor(browser);
  await open(page, { game: "richelieu-duel", chairs: bots(1), start: 0 });
  await mine(page);
  await page.locator('[data-cell="B5"]').click();
  await page.waitForSelector(".notice");
  assert.match(await page.locator(".notice").textContent(), /either end of a row/);
  await page.locator('[data-cell="A1"]').click();
  await page.waitForSelector('[data-taken="A1"]');
  await page.locator(".bar .undo").click();
  await page.waitForSelector('[data-cell="A1"].can');
  await page.locator('[data-cell="A1"]').click();
  await page.waitForSelector(".card.spot");
  await page.locator('[data-cell="C7"]').click();
  await page.waitForSelector('[data-cell="C7"] .ghost');
  await page.locator('[data-cell="D1"]').click();
  await page.waitForFunction(() => /confirm/i.test(document.querySelector(".notice")?.textContent ?? ""));
  await page.locator(".bar .undo").click();
  await page.waitForSelector(".ghost", { state: "detached" });
  await page.locator('[data-cell="C7"]').click();
  await page.waitForSelector(".ghost");
  await page.locator(".bar .big").click();
  await page.waitForSelector('[data-cell="C7"] .marker:not(.ghost)');
  await mine(page);
  assert.ok((await page.locator(".empty.fresh").count()) > 0, "the opponent's turn is marked");
  await silent(page);
});

test("keyboard only", async () => {
  const page = await visitor(browser);
  await open(page, { game: "richelieu-duel", chairs: bots(1), start: 0 });
  await mine(page);
  await page.locator('[data-cell][tabindex="0"]').focus();
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowDown");
  assert.equal(await page.evaluate(() => document.activeElement.dataset.cell), "B12");
  await page.keyboard.press("Enter");
  await page.waitForSelector('[data-taken="B12"]');
  await page.keyboard.press("Control+z");
  await page.waitForSelector('[data-cell="B12"]');
  await page.locator('[data-cell="B12"]').focus();
  await page.keyboard.press("Enter");
  await page.waitForSelector('[data-taken="B12"]');
  await page.locator(".bar .big").focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => /takes/.test(document.querySelector('[role="status"]')?.textContent ?? ""), null, { timeout: 20_000 });
  await silent(page);
});

test("the table in words is playable", async () => {
  const page = await visitor(browser);
  await open(page, { game: "cardinal-cards", chairs: bots(2), start: 0 });
  await mine(page);
  await page.locator(".top .icon-button").last().click();
  await page.getByRole("button", { name: "Show the table in words" }).click();
  await page.getByRole("button", { name: /^Take / }).first().click();
  await page.waitForFunction(() => /So far/.test(document.querySelector(".bar").textContent));
  const now = await page.locator(".top .turn").first().textContent();
  await page.locator(".bar .big").click();
  await page.waitForFunction((now) => document.querySelector(".top .turn")?.textContent !== now, now);
  await silent(page);
});
