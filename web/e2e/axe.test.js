// axe finds nothing on any screen, by day and by night. Screens that are laid out differently on a wide screen are looked at
// in both widths; the score sheets of whole games where these are played.
import { after, before, test } from "node:test";
import { accessible, launch, silent, visitor } from "./browser.js";
import { screens } from "./screens.js";

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

const profiles = {
  phone: (name) => !/^(end|replay-cards|duel-first|board-first|board-middle)/.test(name),
  wide: (name) => /^(start|duel-took|board-way|words|replay-board|review|learn-board|gathering)$/.test(name),
};
for (const [profile, fits] of Object.entries(profiles)) {
  test(`axe: every screen (${profile})`, async (t) => {
    // A table or page that does not exist is answered so, and the console says it.
    const page = await visitor(browser, profile, { bypassCSP: true, forgive: /40[349]/ });
    page.brief = true;
    for (const [name, visit] of Object.entries(screens)) {
      if (!fits(name)) continue;
      await t.test(name, async () => {
        await visit(page);
        await accessible(page, name);
        await page.emulateMedia({ colorScheme: "light" });
        await page.unrouteAll();
      });
    }
    await silent(page);
  });
}
