// Screenshots of every screen in both themes and widths into shots/, for looking at; tables also on a phone on its side.
//   node scripts/shots.js [http://localhost:8123] [screen] [wide-dark]
// Screens and looks are regular expressions. Bots are quickest at a server with a pace of 0.
import { mkdirSync } from "node:fs";
if (process.argv[2]) process.env.EMINENCE_SERVER = process.argv[2];
const { launch, visitor } = await import("../e2e/browser.js");
const { screens } = await import("../e2e/screens.js");

const screen = new RegExp(process.argv[3] ?? "");
const wanted = new RegExp(process.argv[4] ?? "");
const sideways = /^(duel|richelieu|cards|board|replay|review|learn)/;
const out = new URL("../shots/", import.meta.url).pathname;
mkdirSync(out, { recursive: true });

const browser = await launch();
const troubles = [];
for (const size of ["wide", "phone", "sideways"]) {
  const looks = ["light", "dark"].filter((theme) => wanted.test(`${size}-${theme}`));
  if (!looks.length) continue;
  const page = await visitor(browser, size, { colorScheme: looks[0], forgive: /404|403|409/ });
  for (const [name, visit] of Object.entries(screens)) {
    if (!screen.test(name) || (size === "sideways" && !sideways.test(name))) continue;
    try {
      await visit(page);
    } catch (error) {
      troubles.push(`${name} ${size}: ${error.message.split("\n")[0]}`);
    }
    for (const colorScheme of looks) {
      await page.emulateMedia({ colorScheme });
      await page.waitForTimeout(250);
      await page.screenshot({ path: `${out}${name}-${size}-${colorScheme}.png` });
    }
    await page.unrouteAll();
  }
  troubles.push(...page.troubles.map((one) => `${size}: ${one}`));
  await page.context().close();
}
await browser.close();
for (const trouble of troubles) console.log(trouble);
console.log(out);
