// Every screen there is, and how to get there: for the screenshots and for axe. A screen is visited by a page of its own
// visitor, who has finished games to look at.
import { base, bots, make, mine, open, press, rush } from "./browser.js";

const GAMES = { duel: ["richelieu-duel", 2], richelieu: ["richelieu", 4], cards: ["cardinal-cards", 3], board: ["cardinal-board", 3] };
const shown = "[data-cell], [data-field]";

async function play(page, short, turns = 0) {
  const [game, players] = GAMES[short];
  const id = await make(page, { game, chairs: bots(players - 1), start: 0 });
  if (turns) await rush(page, id, turns);
  await page.goto(`${base}/t/${id}`);
  await page.waitForSelector(shown);
  await mine(page);
}

/** A finished game of this visitor. A page that is `brief` gave it up after some turns. */
async function finished(page, short) {
  page.games ??= {};
  if (!page.games[short]) {
    const [game, players] = GAMES[short];
    page.games[short] = await make(page, { game, chairs: bots(players - 1), start: 0 });
    await rush(page, page.games[short], page.brief ? 8 : 1000, page.brief);
  }
  return page.games[short];
}

async function replay(page, short, tab = null) {
  await page.goto(`${base}/t/${await finished(page, short)}/replay`);
  await page.waitForSelector(shown);
  if (tab !== null) await page.getByRole("tab").nth(tab).click();
}

async function menu(page, choice) {
  await press(page, ".top .icon-button", 1);
  await page.waitForSelector("dialog");
  if (choice) await page.getByRole("button", { name: choice }).click();
}

/** What only an administrator sees, as if one were. */
async function admin(page) {
  const user = { id: "k3kmq9zg9dz8", name: "Anna", admin: true };
  const people = ["Armand", "Bertrand de Clairvaux", "Catherine"].map((name, i) => ({ id: `u${i}k9zg9dz8${i}`, name, admin: i === 0, banned: i === 1, created: 1.7e12 }));
  await page.route("**/api/me", (route) => (route.request().method() === "GET" ? route.fulfill({ json: { user, invitation_required: true } }) : route.continue()));
  await page.route("**/api/admin/users?*", (route) => route.fulfill({ json: { users: people } }));
  await page.route("**/api/admin/invitations", (route) => route.fulfill({ json: { invitations: [{ id: "i1", uses: 3, expires: 1.9e12, created: 1.7e12 }] } }));
  await page.goto(`${base}/me`);
  await page.waitForSelector("#admin, main h2");
  await page.locator("main form").filter({ has: page.locator("input[type=search], input") }).last().scrollIntoViewIfNeeded();
}

export const screens = {
  start: async (page) => {
    await page.goto(base);
    await page.waitForSelector(".games .cover use");
  },
  new: async (page) => {
    await page.goto(`${base}/new/richelieu`);
    await page.waitForSelector("form");
  },
  "duel-first": (page) => play(page, "duel"),
  "duel-took": async (page) => {
    await play(page, "duel", 8);
    await press(page, ".card.can");
    await page.waitForSelector(".bar .big, .card.wait");
  },
  "duel-why": async (page) => {
    await play(page, "duel", 4);
    await press(page, ".card:not(.can)", 0.5);
    await page.waitForSelector(".notice");
  },
  "richelieu-middle": (page) => play(page, "richelieu", 20),
  "cards-middle": async (page) => {
    await play(page, "cards", 12);
    await press(page, ".card.can");
    await page.waitForSelector(".bar .big, .card.wait");
  },
  "board-first": (page) => play(page, "board"),
  "board-middle": (page) => play(page, "board", 21),
  "board-way": async (page) => {
    await play(page, "board", 9);
    await press(page, "[data-hand] button");
    await page.waitForSelector(".chosen");
  },
  menu: async (page) => {
    await play(page, "duel");
    await menu(page);
  },
  words: async (page) => {
    await play(page, "cards", 6);
    await menu(page, "Show the table in words");
    await page.getByRole("button", { name: /^Take / }).first().waitFor();
  },
  "words-board": async (page) => {
    await play(page, "board", 9);
    await menu(page, "Show the table in words");
    await page.waitForSelector(".text button");
  },
  handover: async (page) => {
    await open(page, { game: "richelieu-duel", chairs: [{ kind: "mine", name: "Anna" }, { kind: "mine", name: "Bert" }], start: 0 });
    await page.getByRole("button", { name: "I am Anna" }).waitFor();
  },
  gathering: async (page) => {
    await open(page, { game: "cardinal-cards", chairs: [{ kind: "mine" }, { kind: "open" }, { kind: "open" }, { kind: "bot", level: "bishop" }], public: true });
    await page.waitForSelector(".gathering");
  },
  lobby: async (page) => {
    await page.goto(`${base}/lobby`);
    await page.waitForSelector("main h1");
  },
  ...Object.fromEntries(
    Object.keys(GAMES).map((short) => [
      `end-${short}`,
      async (page) => {
        await page.goto(`${base}/t/${await finished(page, short)}`);
        await page.waitForSelector("dialog .sheet");
        await page.getByRole("button", { name: "Show all" }).click({ timeout: 700 }).catch(() => undefined);
        await page.waitForSelector("dialog .verdict");
      },
    ]),
  ),
  games: async (page) => {
    await finished(page, "duel");
    await page.goto(`${base}/games`);
    await page.waitForSelector("main h1");
  },
  "replay-duel": (page) => replay(page, "duel"),
  "replay-cards": (page) => replay(page, "cards", 1),
  "replay-board": (page) => replay(page, "board", 1),
  "replay-standing": async (page) => {
    await replay(page, "board");
    await page.getByRole("tab", { name: "Standing" }).click();
  },
  "replay-more": async (page) => {
    await replay(page, "duel");
    await page.getByRole("tab").last().click();
  },
  review: async (page) => {
    await replay(page, "duel");
    await page.waitForFunction(() => document.querySelector(".review .invite .primary, .review .wait, .review .head"));
    const ask = page.locator(".review .invite .primary");
    if (await ask.count()) await ask.click();
    await page.waitForSelector(".review .head", { timeout: 180_000 });
  },
  learn: async (page) => {
    await page.goto(`${base}/learn/richelieu-duel`);
    await page.waitForSelector(shown);
  },
  "learn-board": async (page) => {
    await page.goto(`${base}/learn/cardinal-board`);
    await page.waitForSelector(shown);
  },
  rules: async (page) => {
    await page.goto(`${base}/rules/richelieu`);
    await page.waitForSelector("main h1");
  },
  me: async (page) => {
    await finished(page, "duel");
    await page.goto(`${base}/me`);
    await page.waitForSelector("main h2");
  },
  admin,
  recover: async (page) => {
    await page.goto(`${base}/recover/ABCD-EFGH-IJKL`);
    await page.waitForSelector("main h1");
  },
  offline: async (page) => {
    await page.goto(`${base}/offline.html`);
    await page.waitForSelector("h1");
  },
  lost: async (page) => {
    await page.goto(`${base}/nowhere/at/all`);
    await page.waitForSelector("main h1");
  },
  "no-table": async (page) => {
    await page.goto(`${base}/t/aaaaaaaaaaaa`);
    await page.waitForSelector("main h1");
  },
};
