// Screenshots of the screens in both themes and widths, for looking at. Needs a server: node scripts/shots.js http://localhost:8123 [filter]
import { mkdirSync } from "node:fs";
import { chromium } from "playwright-core";

const base = process.argv[2] ?? "http://localhost:8123";
const filter = process.argv[3] ?? "";
const out = new URL("../shots/", import.meta.url).pathname;
mkdirSync(out, { recursive: true });

const SIZES = { wide: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--no-first-run"],
});

const troubles = [];

async function page(size, theme, language = "en-GB") {
  const context = await browser.newContext({
    viewport: SIZES[size],
    colorScheme: theme,
    locale: language,
    deviceScaleFactor: size === "phone" ? 2 : 1,
    hasTouch: size === "phone",
    isMobile: size === "phone",
  });
  const page = await context.newPage();
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && troubles.push(`${size} ${theme}: ${message.text()}`));
  page.on("pageerror", (error) => troubles.push(`${size} ${theme}: ${error.message}`));
  return page;
}

const settled = (page) => page.waitForTimeout(500);

async function open(page, settings) {
  await page.goto(base);
  const id = await page.evaluate(async (settings) => {
    const ask = (path, body) => fetch(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) }).then((r) => r.json());
    await ask("/api/me", { name: "Anna" });
    return (await ask("/api/tables", settings)).id;
  }, settings);
  await page.goto(`${base}/t/${id}`);
  await page.waitForSelector("[data-cell], [data-field], .board", { timeout: 20000 });
  await settled(page);
  return id;
}

const bots = (n) => [{ kind: "mine" }, ...Array.from({ length: n }, () => ({ kind: "bot", level: "page" }))];

/** Play with whatever the text of the buttons allows: take a card that stands out, end the turn. */
async function turns(page, count) {
  for (let i = 0; i < count; i++) {
    await page.waitForSelector(".bar.mine, .sheet", { timeout: 20000 });
    if (await page.$(".sheet .verdict, dialog .sheet")) return;
    if (await page.locator(".card.can").count()) await page.locator(".card.can").first().click({ force: true });
    await page.waitForTimeout(150);
    const pay = page.locator(".hand .markers.usable, .marker.can").first();
    if (await page.locator(".card.wait").count()) {
      await pay.click({ force: true });
      await page.waitForTimeout(150);
    }
    if (i % 2 === 0 && (await page.locator(".card.spot").count())) await page.locator(".card.spot").nth(7 + 3 * i).click({ force: true }).catch(() => undefined);
    await page.waitForTimeout(150);
    await page.locator(".bar .big").click();
    await page.waitForTimeout(700);
  }
  await page.waitForSelector(".bar.mine, .sheet", { timeout: 20000 });
  await settled(page);
}

const screens = {
  start: async (page) => {
    await page.goto(base);
    await page.waitForSelector(".games .cover use");
    await settled(page);
  },
  new: async (page) => {
    await page.goto(`${base}/new/richelieu`);
    await page.waitForSelector(".cover use");
    await settled(page);
  },
  duel: async (page) => void (await open(page, { game: "richelieu-duel", chairs: bots(1), start: 0 })),
  "duel-took": async (page) => {
    await open(page, { game: "richelieu-duel", chairs: bots(1), start: 0 });
    await turns(page, 4);
    await page.locator(".card.can").first().click({ force: true });
    await settled(page);
  },
  "duel-middle": async (page) => {
    await open(page, { game: "richelieu-duel", chairs: bots(1), start: 0 });
    await turns(page, 9);
  },
  "four": async (page) => {
    await open(page, { game: "richelieu", chairs: bots(3), start: 0 });
    await turns(page, 4);
  },
  "cards": async (page) => {
    await open(page, { game: "cardinal-cards", chairs: bots(4), start: 0 });
    await turns(page, 4);
  },
  end: async (page) => {
    await open(page, { game: "richelieu-duel", chairs: bots(1), start: 0, options: { early_end: true } });
    await turns(page, 40);
    const all = page.locator("dialog .buttons .button").first();
    await all.click();
    await settled(page);
  },
  board: async (page) => void (await open(page, { game: "cardinal-board", chairs: bots(2), start: 0 })),
};

for (const [name, visit] of Object.entries(screens)) {
  if (filter && !name.match(new RegExp(filter))) continue;
  for (const size of Object.keys(SIZES)) {
    for (const theme of ["light", "dark"]) {
      if (process.argv[4] && !`${size}-${theme}`.match(new RegExp(process.argv[4]))) continue;
      const sheet = await page(size, theme);
      try {
        await visit(sheet);
      } catch (error) {
        troubles.push(`${name} ${size} ${theme}: ${error.message.split("\n")[0]}`);
      }
      await sheet.screenshot({ path: `${out}${name}-${size}-${theme}.png` });
      await sheet.context().close();
    }
  }
}
await browser.close();
for (const trouble of troubles) console.log(trouble);
console.log(`${out}`);
