import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { base, launch, mine, open, press, silent, turn, visitor } from "./browser.js";

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

test("two browsers play each other, and a third watches", async () => {
  const anna = await visitor(browser);
  const bert = await visitor(browser, "phone", { language: "de-DE" });
  const clara = await visitor(browser);
  const id = await open(anna, { game: "richelieu-duel", chairs: [{ kind: "mine" }, { kind: "open" }], start: 0 });
  await bert.goto(`${base}/t/${id}`);
  await bert.locator("main button").filter({ hasText: /hinsetzen|Platz nehmen|setzen/i }).first().click();
  await bert.waitForSelector("[data-cell]");
  await clara.goto(`${base}/t/${id}`);
  await clara.waitForSelector("[data-cell]");
  for (let i = 0; i < 3; i++) {
    await turn(anna, { reserve: i === 0 });
    await turn(bert, { reserve: i === 1 });
  }
  await mine(anna);
  const cells = (page) => page.$$eval("[data-cell]", (nodes) => nodes.map((node) => node.dataset.cell).sort());
  await clara.waitForFunction((n) => document.querySelectorAll("[data-cell]").length === n, (await cells(anna)).length);
  assert.deepEqual(await cells(clara), await cells(anna));
  assert.deepEqual(await cells(bert), await cells(anna));
  await clara.locator('[data-cell]').first().click();
  await clara.waitForSelector(".notice");
  assert.match(await clara.locator(".notice").textContent(), /watching/i);
  await anna.getByRole("tab", { name: /Chat/ }).click();
  await anna.getByPlaceholder("Say something").fill("Bonjour!");
  await anna.keyboard.press("Enter");
  await clara.getByRole("tab", { name: /Chat/ }).click();
  await clara.getByText("Bonjour!").waitFor();
  await silent(anna, bert, clara);
});

test("hot-seat: the device is handed over, and nothing is shown meanwhile", async () => {
  const page = await visitor(browser);
  await open(page, { game: "richelieu-duel", chairs: [{ kind: "mine", name: "Anna" }, { kind: "mine", name: "Bert" }], start: 0 });
  for (const name of ["Anna", "Bert", "Anna"]) {
    await page.getByRole("button", { name: `I am ${name}` }).waitFor();
    assert.equal(await page.locator("[data-cell]").count(), 0);
    await page.getByRole("button", { name: `I am ${name}` }).click();
    await mine(page);
    await press(page, ".card.can");
    await press(page, ".bar .big");
  }
  await silent(page);
});

for (const [language, word] of [["de-DE", "Zug beenden"], ["fr-FR", "Terminer"], ["nl-NL", "Beurt beëindigen"]]) {
  test(`a turn in ${language}, and the language is switched at once`, async () => {
    const page = await visitor(browser, "wide", { language });
    await open(page, { game: "richelieu", chairs: [{ kind: "mine" }, { kind: "bot", level: "page" }], start: 0 });
    await mine(page);
    await page.locator(".card.can").first().click();
    await page.getByRole("button", { name: word }).waitFor();
    await page.locator(".top .icon-button").last().click();
    await page.locator("dialog select").selectOption("en");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "End turn" }).click();
    await silent(page);
  });
}
