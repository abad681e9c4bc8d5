// A whole board game through the interface against bots:
//   node e2e/board.js http://localhost:8123 [--phone] [--players=3] [--language=en-GB] [--shots=FOLDER]
// Every choice is the first of those that are lit, so that a game differs from another only by its deal. On the way: an
// illegal tap is explained, a turn is undone, a joker and an exchange are played, places are reached by keyboard, the middle
// scoring and the last round are told, axe finds nothing, and the console stays silent.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { chromium } from "playwright-core";

const options = Object.fromEntries(process.argv.slice(3).map((word) => word.replace(/^--/, "").split("=")));
const base = process.argv[2] ?? "http://localhost:8123";
const phone = "phone" in options;
const players = Number(options.players ?? 3);
const axe = readFileSync(new URL("../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--no-first-run"],
});
const context = await browser.newContext({
  viewport: phone ? { width: 390, height: 844 } : { width: 1280, height: 800 },
  deviceScaleFactor: phone ? 2 : 1,
  hasTouch: phone,
  isMobile: phone,
  locale: options.language ?? "en-GB",
  colorScheme: options.theme ?? "light",
  // A policy against inline scripts is in force; only axe is let in.
  bypassCSP: true,
});
const page = await context.newPage();
page.setDefaultTimeout(30_000);
const troubles = [];
page.on("console", (message) => ["error", "warning"].includes(message.type()) && troubles.push(message.text()));
page.on("pageerror", (error) => troubles.push(error.message));

const seen = { joker: 0, exchange: 0, second: 0, advisor: 0, undo: 0, illegal: 0, keyboard: 0, middle: 0, last: 0, turns: 0 };
const press = (locator, how = {}) => (phone ? locator.tap(how) : locator.click(how));
const mine = () => page.waitForSelector(".bar.mine, dialog");
const shot = async (name) => {
  if (!options.shots) return;
  mkdirSync(options.shots, { recursive: true });
  await page.screenshot({ path: `${options.shots}/board-${phone ? "phone" : "wide"}-${name}.png` });
};
/** The position, as the server tells it to this player. */
const picture = () => page.evaluate(async () => (await (await fetch(`/api/tables/${location.pathname.split("/").pop()}`)).json()).picture);

async function checked(where) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  const told = violations.map((one) => `${where}: ${one.id} ${one.nodes.map((node) => node.target.join(" ")).slice(0, 3).join(", ")}`);
  assert.deepEqual(told, []);
  assert.equal(await page.evaluate(() => document.documentElement.scrollHeight <= innerHeight && document.documentElement.scrollWidth <= innerWidth), true, `${where}: the page scrolls`);
}

/** Tap a place of the map. On a phone the first tap only goes closer. */
async function tapPlace(target) {
  const place = page.locator(`[data-target="${target}"]`);
  if (!phone) return place.click({ position: undefined, force: true });
  if (await page.locator(".zoom .all").count()) await page.locator(".zoom .all").tap();
  await page.waitForTimeout(350);
  const at = async () => {
    const box = await place.boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  await page.touchscreen.tap(...(await at()));
  await page.waitForTimeout(400);
  await page.touchscreen.tap(...(await at()));
}

/** The lit places, as the legal decisions have them. */
const lit = () => page.$$eval(".world .can, .world .joker", (nodes) => nodes.map((node) => ({ target: node.dataset.target, joker: node.classList.contains("joker") })));

async function settled(before) {
  await page.waitForFunction((count) => document.querySelector("[data-moment]") || document.querySelector("dialog") || document.querySelector(".bar")?.textContent !== count, before, { timeout: 8000 }).catch(() => undefined);
  await page.waitForTimeout(120);
}

/** One step of a turn; false when the turn is confirmed, null when the game is over. */
async function act() {
  await mine();
  const moment = page.locator("[data-moment]");
  if (await moment.count()) {
    const kind = (await moment.getAttribute("data-moment", { timeout: 1000 }).catch(() => null)) ?? "last";
    seen[kind] += 1;
    await shot(kind);
    // It goes by itself if the game ends meanwhile.
    await press(moment, { timeout: 3000 }).catch(() => undefined);
    return true;
  }
  if (await page.locator("dialog").count()) return null;
  const before = await page.locator(".bar").textContent();
  const open = page.locator(".market .can");
  const way = page.locator("[data-way]");
  const confirm = page.locator(".bar .primary.big svg");
  if (await way.count()) {
    if ((await way.first().getAttribute("data-way")).includes("&")) seen.joker += 1;
    await shot("ways");
    await press(way.first());
  } else if (await confirm.count()) {
    await press(page.locator(".bar .primary.big"));
    await page.waitForTimeout(250);
    return false;
  } else if (await open.count()) {
    await shot("draw");
    await press(seen.turns % 2 ? open.first() : open.last());
  } else {
    const places = await lit();
    const crest = places.find(({ target, joker }) => target.endsWith("!") && !joker);
    const chosen = crest ?? places.find(({ joker }) => !joker) ?? places[0];
    const turning = (await page.locator("[data-hand] button").count()) === 3;
    if (turning && seen.turns === 3 && !seen.exchange) {
      seen.exchange += 1;
      await press(page.locator("[data-hand] button").first());
      await shot("card");
      await press(page.locator(".bar .button:not(.undo):not(.big)").first());
    } else if (chosen) {
      if (!turning) seen.second += 1;
      if (chosen.target.endsWith("!")) seen.advisor += 1;
      if (!phone && seen.turns % 4 === 2) {
        seen.keyboard += 1;
        await page.locator(`[data-target="${chosen.target}"]`).focus();
        await page.keyboard.press("Enter");
      } else await tapPlace(chosen.target);
    } else if (await page.locator(".bar .big").count()) await press(page.locator(".bar .big"));
    else {
      await press(page.locator("[data-hand] button").first());
      await press(page.locator(".bar .button:not(.undo):not(.big)").first());
      seen.exchange += 1;
    }
  }
  await settled(before);
  return true;
}

await page.goto(base);
const id = await page.evaluate(async (players) => {
  const ask = (path, body) => fetch(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) }).then((answer) => answer.json());
  await ask("/api/me", { name: "Anna" });
  const bots = Array.from({ length: players - 1 }, (_, i) => ({ kind: "bot", level: i % 2 ? "page" : "clerk" }));
  return (await ask("/api/tables", { game: "cardinal-board", chairs: [{ kind: "mine" }, ...bots], start: 0 })).id;
}, players);
await page.goto(`${base}/t/${id}`);
await page.waitForSelector("[data-field]");
await page.waitForTimeout(400);

// Every place is a control with a name, one of them in the order of tabs.
assert.equal(await page.locator("[data-field]").count(), 51);
assert.equal(await page.locator('.world > button[tabindex="0"]').count(), 1);
assert.ok((await page.locator('[data-target="Bu2"]').getAttribute("aria-label")).includes("Cluny"));
await checked("start");
await shot("start");

// Zoom and pan, which choose nothing.
const wide = () => page.$eval(".world", (node) => Math.round(node.getBoundingClientRect().width));
const frame = await page.locator(".frame").boundingBox();
const [mx, my] = [frame.x + frame.width / 2, frame.y + frame.height / 2];
const small = await wide();
if (phone) {
  const hand = await context.newCDPSession(page);
  const touch = (type, spread) =>
    hand.send("Input.dispatchTouchEvent", { type, touchPoints: spread === null ? [] : [-1, 1].map((side, id) => ({ x: mx + side * spread, y: my, id })) });
  await touch("touchStart", 30);
  for (const spread of [40, 60, 80, 90]) await touch("touchMove", spread);
  await touch("touchEnd", null);
  await page.waitForTimeout(400);
  assert.ok((await wide()) > small * 2, "a pinch zooms");
  await page.locator(".zoom .all").tap();
} else {
  await page.mouse.move(mx, my);
  await page.mouse.wheel(0, -400);
  await page.waitForTimeout(400);
  const large = await wide();
  assert.ok(large > small * 1.3, "the wheel zooms");
  const left = () => page.$eval(".world", (node) => node.getBoundingClientRect().left);
  const before = await left();
  await page.mouse.down();
  await page.mouse.move(mx + 60, my + 10, { steps: 4 });
  await page.mouse.up();
  assert.ok((await left()) > before + 40, "a drag moves the map");
  await page.locator('.world > button[tabindex="0"]').focus();
  await page.keyboard.press("0");
}
await page.waitForTimeout(450);
assert.equal(await wide(), small, "the whole map again");
assert.equal((await picture()).count, 0, "nothing was chosen");

// An advisor where no monastery stands is refused in words.
const crest = await page.$$eval(".world .crest:not(.can):not(.joker)", (nodes) => nodes[0]?.dataset.target);
await tapPlace(crest);
await page.waitForSelector(".notice");
seen.illegal += 1;
await press(page.locator(".notice button"));

// A placed piece is taken back.
const [first] = await lit();
await tapPlace(first.target);
if (await page.locator("[data-way]").count()) await press(page.locator("[data-way]").first());
await page.waitForFunction(() => document.querySelectorAll("[data-field] svg").length === 1);
await press(page.locator(".bar .undo"));
await page.waitForFunction(() => document.querySelectorAll("[data-field] svg").length === 0);
seen.undo += 1;

const began = Date.now();
let over = false;
for (let steps = 0; !over && steps < 600; steps++) {
  const more = await act();
  if (more === false) {
    seen.turns += 1;
    assert.equal(await page.locator(".notice").count(), 0, "a legal tap was refused");
    if (seen.turns === 6) await checked("middle");
  }
  over = more === null;
}
await page.waitForTimeout(400);
await shot("end");
const last = await picture();
assert.equal(last.phase, "finished");
assert.equal(last.view.standing.final, true);
assert.equal(last.result.scores.length, players);
assert.ok(seen.middle === 1, "the middle scoring was told");
assert.deepEqual(troubles, []);
console.log(`played ${seen.turns} turns in ${Math.round((Date.now() - began) / 1000)} s, scores ${last.result.scores.join(", ")}:`, JSON.stringify(seen));
await browser.close();
