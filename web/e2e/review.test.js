// The review in the browser: asked for sparingly, waited for patiently, and legible on every screen in every language.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { accessible, base, bots, launch, make, press, silent, visitor } from "./browser.js";
import { limited, Server } from "./server.js";

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

/** Requests about the review, as [method, status]. */
function counted(page) {
  const found = [];
  page.on("response", (answer) => answer.url().endsWith("/review") && found.push([answer.request().method(), answer.status()]));
  return found;
}

/** A game that was given up early, at some server. */
async function given(page, settings, { at = base, ...more } = {}) {
  const id = await make(page, settings, { at, ...more });
  await page.goto(`${at}/offline.html`);
  await page.evaluate((id) => globalThis.eye.rush(id, 8, true), id);
  return id;
}

test("a review arrives within the limits that a server has by itself, asked for once and then now and then", { skip: !limited }, async () => {
  const server = await new Server(limited).start();
  try {
    const page = await visitor(browser);
    const id = await given(page, { game: "richelieu-duel", chairs: bots(1), start: 0 }, { at: server.base });
    const asked = counted(page);
    await page.goto(`${server.base}/t/${id}/replay`);
    await page.waitForSelector(".review .invite .primary");
    await page.waitForTimeout(2500);
    assert.deepEqual(asked, [["GET", 200]], "opening it asks once");
    const begun = Date.now();
    await press(page, ".review .invite .primary");
    await page.waitForSelector(".review .graph", { timeout: 180_000 });
    const patience = 2 + (Date.now() - begun) / 1200;
    assert.ok(asked.length <= 1 + patience, `${asked.length} requests where ${patience} would do`);
    const all = asked.length;
    await page.waitForTimeout(2500);
    assert.equal(asked.length, all, "what is there is not asked for again");
    await page.reload();
    await page.waitForSelector(".review .graph");
    await page.waitForTimeout(2500);
    assert.equal(asked.length, all + 1, "a review that is there is asked for once");
    assert.deepEqual(asked.filter(([, status]) => status !== 200), []);
    await silent(page);
  } finally {
    await server.kill();
  }
});

/** A review of so many players that nobody won, with numbers as wide as they get. */
function madeUp(players, steps) {
  const all = (value) => Array.from({ length: players }, (_, seat) => value(seat));
  const worth = (win, margin = 0) => ({ win, margin });
  const expectation = (n) => ({ win: all((seat) => ((n + seat) % 7) / 7), margin: all((seat) => ((n * 5 + seat * 9) % 60) - 30.4) });
  const verdicts = [null, "inaccuracy", "mistake", "blunder"];
  return {
    players,
    finished: true,
    winners: [],
    initial: expectation(0),
    final: { win: all(() => 1 / players), margin: all(() => 0) },
    turns: steps.slice(1).map((step, i) => {
      const verdict = verdicts[i % 4];
      const better = verdict ? step.text : null;
      const reasons = [{ code: "reserves-card", cell: "Z99" }, { code: "frees-marker" }, { code: "frees-marker" }, { code: "denies-majority", region: "denmark", player: 0 }];
      return { turn: i + 1, seat: step.seat, notation: step.text, before: expectation(i), after: expectation(i + 1), best: worth(0.5), played: worth(0.3), loss: i % 8 === 1 ? 0 : 0.2, loss_margin: 4.25, verdict, better, line: better, reasons, proven: false, luck: expectation(i) };
    }),
    accounts: all((seat) => ({ seat, turns: 9, initial: worth(0.2), final: worth(1), own: worth(-1.28), others: worth(1.51), luck: worth(-0.19), unexplained: worth(-1.04), mean_loss: 0.1, inaccuracies: 12, mistakes: 10, blunders: 11 })),
  };
}

/** The page is shown this review, whatever the server says. */
const showing = (page, answer) => page.route("**/review", (route) => route.fulfill(answer(route.request().method())));

test("a refusal while one waits is told, and is not the end", async () => {
  const page = await visitor(browser, "wide", { forgive: /429/ });
  const id = await given(page, { game: "richelieu-duel", chairs: bots(1), start: 0 });
  const { steps } = await (await page.request.get(`${base}/api/tables/${id}/replay?eyes=all`)).json();
  const answers = [
    { json: { state: "working", progress: [2, 8], review: null } },
    { status: 429, json: { code: "too-many", params: {} } },
    { json: { state: "working", progress: [5, 8], review: null } },
    { json: { state: "done", progress: [1, 1], review: madeUp(2, steps) } },
  ];
  await showing(page, () => answers.shift());
  await page.goto(`${base}/t/${id}/replay`);
  await page.waitForSelector(".review progress");
  await page.waitForSelector(".review .trouble");
  assert.equal(await page.locator(".review progress").count(), 1, "it is still waited for");
  await page.waitForSelector(".review .trouble", { state: "detached" });
  await page.waitForSelector(".review .graph");
  assert.equal(answers.length, 0);
  await silent(page);
});

const LONG = "Maximilienne de Montmorency-Laval";
const WORDS = {
  "en-GB": { nobody: "nobody wins", lost: "4.3 points", points: "Points ahead" },
  "de-DE": { nobody: "gewinnt diese Partie niemand", lost: "4,3 Punkte", points: "Vorsprung" },
  "fr-FR": { nobody: "personne ne gagne", lost: "4,3 points", points: "d’avance" },
  "nl-NL": { nobody: "wint niemand", lost: "4,3 punten", points: "Voorsprong" },
};

/** What is wider than the place it has. */
const tooWide = (page) =>
  page.evaluate(() => {
    const cut = (node) => node.scrollWidth > node.clientWidth + 1;
    const places = [".side .body", ".side .tabs", ".review table", ".review .measures", ".review .now-list"].filter((one) => [...document.querySelectorAll(one)].some(cut));
    const cells = [...document.querySelectorAll(".review td, .review th[scope=row], .review .now-list li, .review .measures button")].filter(cut);
    return [...places, ...cells.map((one) => one.textContent)];
  });

for (const language of Object.keys(WORDS)) {
  test(`a review of five fits its panel, ${language}`, async () => {
    const page = await visitor(browser, "phone", { language, bypassCSP: true });
    const id = await given(page, { game: "cardinal-cards", chairs: bots(4), start: 0 }, { name: LONG });
    const { steps } = await (await page.request.get(`${base}/api/tables/${id}/replay?eyes=all`)).json();
    await showing(page, () => ({ json: { state: "done", progress: [1, 1], review: madeUp(5, steps) } }));
    for (const [width, height] of [[390, 844], [360, 740], [1280, 800]]) {
      await page.setViewportSize({ width, height });
      await page.goto(`${base}/t/${id}/replay#3`);
      await page.waitForSelector(".review .graph");
      assert.deepEqual(await tooWide(page), [], `${width} wide`);
      await page.locator(".review .measures button").last().click();
      await page.waitForFunction(() => document.querySelector(".review .scale").textContent.startsWith("+"));
      assert.deepEqual(await tooWide(page), [], `${width} wide, points`);
      const told = await page.locator(".review").innerText();
      for (const words of Object.values(WORDS[language])) assert.ok(told.includes(words), `${words} is not in ${told}`);
      assert.ok(!told.includes("Z99"), "what the turn says itself is not said again");
      assert.equal(await page.locator(".review .counts tr").count(), 3);
      const dashes = await page.locator(".graph path.line").evaluateAll((lines) => lines.map((line) => line.getAttribute("stroke-dasharray")));
      assert.equal(new Set(dashes).size, 5, "lines differ not by colour alone");
      // A line of play is read to its last word, turn by turn.
      await page.locator(".review li .show").first().click();
      for (let left = 3; left; left--) {
        const hidden = await page.locator(".bar .did > span").last().evaluate((node) => node.scrollHeight - node.clientHeight);
        assert.ok(hidden <= 1, `${hidden} pixels of the words are cut off at ${width}`);
        await page.waitForTimeout(500);
      }
      await page.locator(".bar .out").click();
      await page.waitForSelector(".bar:not(.line) .try");
      if (width === 390) await accessible(page, `a review of five, ${language}`);
    }
    await silent(page);
  });
}
