// Whole games against bots through the interface, on wide screens and on phones, from the first tap to the score sheet; the
// sheet is accessible, and a rematch is a tap away. The board game has a file of its own.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { accessible, base, bots, launch, open, press, silent, step, visitor } from "./browser.js";

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

async function toTheEnd(page) {
  const done = {};
  let seen = {};
  for (let n = 0; seen && n < 400; n++) {
    seen = await step(page, n, seen.sign);
    if (seen) done[seen.what] = (done[seen.what] ?? 0) + 1;
  }
  assert.equal(seen, null, "the game does not end");
  await page.waitForSelector("dialog .verdict");
  return done;
}

test("one tap starts a duel, which is played to its end; a rematch begins at once", async () => {
  const page = await visitor(browser, "wide", { bypassCSP: true });
  await page.addInitScript(() => localStorage.setItem("eminence.level", "page"));
  await page.goto(base);
  await press(page, ".games .play");
  const done = await toTheEnd(page);
  assert.ok(done.take > 10, JSON.stringify(done));
  assert.ok(done.mark > 0, "markers were put down");
  assert.match(await page.locator("dialog .wins").textContent(), /win/i);
  assert.match(await page.locator("dialog .sheet tbody").textContent(), /−5 per missing region/); // D21
  await accessible(page, "the sheet of a duel");
  await press(page, "dialog .buttons .primary");
  await page.waitForSelector("[data-cell]");
  await silent(page);
});

for (const [profile, game, players, language, wins, line] of [
  ["phone", "richelieu", 4, "nl-NL", /win/i, /2 per streek/], // D22
  ["wide", "cardinal-cards", 5, "de-DE", /gewinn/i, /Frankreich: Symbole/], // D29
]) {
  test(`a whole game of ${game} with ${players} players (${profile}, ${language})`, async () => {
    const page = await visitor(browser, profile, { language, bypassCSP: true });
    await open(page, { game, chairs: bots(players - 1), start: 0 });
    const done = await toTheEnd(page);
    assert.ok(done.take > 5, JSON.stringify(done));
    assert.match(await page.locator("dialog .wins").textContent(), wins);
    assert.equal(await page.locator("dialog .sheet thead th").count(), players);
    assert.match(await page.locator("dialog .sheet tbody").textContent(), line);
    const picture = await page.evaluate(() => globalThis.eye.picture());
    assert.equal(picture.phase, "finished");
    const totals = await page.locator("dialog .sheet tfoot td").allTextContents();
    assert.deepEqual(totals.map((one) => Number(one.replace("−", "-"))), picture.result.scores);
    await accessible(page, `the sheet of ${game}`);
    await page.setViewportSize({ width: 360, height: 740 });
    const hidden = await page.locator("dialog .sheet", { has: page.locator("table") }).last().evaluate((sheet) => sheet.scrollWidth - sheet.clientWidth);
    assert.equal(hidden, 0, "on a phone every column is seen");
    await silent(page);
  });
}
