// The board game: a whole game on a wide screen, by mouse and keyboard; some turns on a phone, by finger; and what the map
// does besides.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { playBoard } from "./board.js";
import { accessible, bots, launch, open, press, pressUntil, pressAt, silent, visitor } from "./browser.js";

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

async function table(profile, more = {}) {
  const page = await visitor(browser, profile, { bypassCSP: true, ...more });
  await open(page, { game: "cardinal-board", chairs: bots(2), start: 0 });
  await page.waitForSelector(".bar.mine");
  return page;
}
const wide = (page) => page.$eval(".world", (node) => Math.round(node.getBoundingClientRect().width));
const until = (page, test, than) => page.waitForFunction(([test, than]) => {
  const now = Math.round(document.querySelector(".world").getBoundingClientRect().width);
  return test === "=" ? now === than : now > than;
}, [test, than], { timeout: 5000 });
const frame = async (page) => {
  const box = await page.locator(".frame").boundingBox();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};
const fits = (page) => page.evaluate(() => document.documentElement.scrollHeight <= innerHeight && document.documentElement.scrollWidth <= innerWidth);
/** The middle of a place of the map, close enough for a finger. */
const middle = async (page, target) => {
  const box = await page.locator(`[data-target="${target}"]`).boundingBox();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};
async function place(page, target) {
  await pressAt(page, await middle(page, target));
  if (!page.touch) return;
  // The first tap only went closer.
  await page.waitForSelector(".zoom .all");
  await pressAt(page, await middle(page, target));
}

test("the map: places with names, zoom and pan, an illegal tap, undo (wide)", async () => {
  const page = await table("wide");
  assert.equal(await page.locator("[data-field]").count(), 51);
  assert.equal(await page.locator('.world > button[tabindex="0"]').count(), 1);
  assert.ok((await page.locator('[data-target="Bu2"]').getAttribute("aria-label")).includes("Cluny"));
  assert.ok(await fits(page), "the page scrolls");
  const small = await wide(page);
  const { x, y } = await frame(page);
  await page.mouse.move(x, y);
  await page.mouse.wheel(0, -400);
  await until(page, ">", small * 1.3);
  const left = () => page.$eval(".world", (node) => node.getBoundingClientRect().left);
  const was = await left();
  await page.mouse.down();
  await page.mouse.move(x + 60, y + 10, { steps: 4 });
  await page.mouse.up();
  assert.ok((await left()) > was + 40, "a drag moves the map");
  await page.locator('.world > button[tabindex="0"]').focus();
  await page.keyboard.press("0");
  await until(page, "=", small);
  const button = await page.locator(".zoom button").first().boundingBox();
  await page.mouse.move(button.x + 8, button.y + 10);
  await page.mouse.down();
  await page.mouse.move(button.x + 18, button.y + 14, { steps: 3 });
  await page.mouse.up();
  await until(page, ">", small * 1.3); // a press that slips a little is no pull
  await page.keyboard.press("0");
  await until(page, "=", small);
  await refusedAndUndone(page);
  await silent(page);
});

test("some turns by finger: pinch, tap to go closer, an illegal tap, undo, confirm (phone)", async () => {
  const page = await table("phone", { colorScheme: "dark" });
  assert.ok(await fits(page), "the page scrolls");
  await accessible(page, "the board on a phone");
  const small = await wide(page);
  const { x, y } = await frame(page);
  const hand = await page.context().newCDPSession(page);
  const touch = (type, spread) =>
    hand.send("Input.dispatchTouchEvent", { type, touchPoints: spread === null ? [] : [-1, 1].map((side, id) => ({ x: x + side * spread, y, id })) });
  await touch("touchStart", 30);
  for (const spread of [40, 60, 80, 90]) await touch("touchMove", spread);
  await touch("touchEnd", null);
  await until(page, ">", small * 2);
  await pressUntil(page, ".zoom .all", () => until(page, "=", small), 3);
  await refusedAndUndone(page);
  const done = await playBoard(page, { turns: 5, swap: 2 });
  assert.ok(done.turns === 5 && done.draw > 0 && done.exchange === 1, JSON.stringify(done));
  await silent(page);
});

/** Nothing was chosen yet. An advisor where no monastery stands is refused in words; a placed piece is taken back. */
async function refusedAndUndone(page) {
  assert.equal((await page.evaluate(() => globalThis.eye.picture())).count, 0, "nothing was chosen");
  const crest = await page.$$eval(".world .crest:not(.can):not(.joker)", (nodes) => nodes.find((node) => node.dataset.target.startsWith("Bu"))?.dataset.target ?? nodes[0].dataset.target);
  await place(page, crest);
  await page.waitForSelector(".notice.why");
  await press(page, ".notice button");
  if (page.touch) {
    await press(page, ".zoom .all");
    await page.waitForSelector(".zoom .all", { state: "detached" });
  }
  await place(page, await page.$eval(".world .can, .world .joker", (node) => node.dataset.target));
  await page.waitForFunction(() => document.querySelector("[data-way]") || document.querySelectorAll("[data-field] svg").length === 1);
  if (await page.locator("[data-way]").count()) await press(page, "[data-way]");
  await page.waitForFunction(() => document.querySelectorAll("[data-field] svg").length === 1);
  await press(page, ".bar .undo");
  await page.waitForFunction(() => document.querySelectorAll("[data-field] svg").length === 0);
}

test("a whole game, by mouse and keyboard (wide, French)", async () => {
  const page = await table("wide", { language: "fr-FR" });
  const done = await playBoard(page, { keyboard: (turns) => turns % 4 === 2 });
  assert.ok(done.over && done.turns > 10, JSON.stringify(done));
  assert.equal(done.middle, 1, "the middle scoring was told");
  assert.equal(done.exchange, 1, "a card was exchanged");
  await page.waitForSelector("dialog .verdict");
  const picture = await page.evaluate(() => globalThis.eye.picture());
  assert.equal(picture.phase, "finished");
  assert.equal(picture.view.standing.final, true);
  assert.equal(picture.result.scores.length, 3);
  await accessible(page, "the sheet of the board game");
  await silent(page);
});
