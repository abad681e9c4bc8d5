// Playing the board game through the interface: every choice is the first of those that are lit.
import assert from "node:assert/strict";
import { pressAt } from "./browser.js";

/** The next step of one's own; null when the game is over. `before` is what was seen before the step that went before. */
export async function boardStep(page, options, before) {
  const seen = await page.evaluate(([options, before]) => globalThis.eye.next("board", options, before), [options, before]);
  assert.ok(!seen.stuck, `nothing happens: ${seen.stuck}`);
  if (seen.over) return null;
  if (options.keyboard && seen.target) {
    await page.locator(`[data-target="${seen.target}"]`).focus();
    await page.keyboard.press("Enter");
  } else {
    assert.ok(seen.x !== undefined, `cannot ${seen.what} ${seen.target ?? ""}: what should be pressed is covered`);
    await pressAt(page, seen);
  }
  return seen;
}

/** Play on until so many turns are confirmed or the game is over; how often what was done. */
export async function playBoard(page, { turns = 200, swap = 3, keyboard = () => false } = {}) {
  const done = { turns: 0 };
  let seen = {};
  for (let n = 0; seen && done.turns < turns && n < 1000; n++) {
    seen = await boardStep(page, { swap: done.turns >= swap && !done.exchange, keyboard: keyboard(done.turns) }, seen.sign);
    if (!seen) return { ...done, over: true };
    done[seen.what] = (done[seen.what] ?? 0) + 1;
    if (seen.what === "confirm") done.turns += 1;
    assert.equal(await page.locator(".notice.why").count(), 0, "a legal step was refused");
  }
  return done;
}
