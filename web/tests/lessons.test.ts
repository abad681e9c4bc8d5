import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Course } from "../src/learn/lesson.svelte";

const folder = new URL("../src/learn/lessons/", import.meta.url);
const texts = JSON.parse(readFileSync(new URL("../src/i18n/en/learn.json", import.meta.url), "utf8")) as Record<string, string>;
const courses = readdirSync(folder).map((name) => JSON.parse(readFileSync(new URL(name, folder), "utf8")) as Course);

test("there is a course for every game", () => {
  expect(courses.map((course) => course.game).sort()).toEqual(["cardinal-board", "cardinal-cards", "richelieu", "richelieu-duel"]);
});

test.each(courses)("$game: what is asked for is legal, and everything has words", ({ lessons }) => {
  for (const { id, steps } of lessons) {
    expect(texts, id).toHaveProperty(`lesson_${id}`);
    for (const { text, want, view, why } of steps) {
      expect(texts, text).toHaveProperty(`step_${text}`);
      for (const decision of want) expect(view.legal, text).toContain(decision);
      for (const decisions of Object.values(why ?? {})) expect(decisions.filter((one) => view.legal.includes(one)), text).toEqual([]);
      expect([0, null], text).toContain(view.viewer);
    }
    // The last step tells what came of it.
    expect(steps.at(-1)!.want, id).toEqual([]);
  }
});

test("every text of a step is used", () => {
  const used = new Set(courses.flatMap(({ lessons }) => lessons.flatMap(({ id, steps }) => [`lesson_${id}`, ...steps.map(({ text }) => `step_${text}`)])));
  expect(Object.keys(texts).filter((key) => /^(step|lesson)_/.test(key) && !used.has(key))).toEqual([]);
});
