/** What moves is moved by the compositor: styles animate transform and opacity and nothing else. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = new URL("../src", import.meta.url).pathname;
const styled = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((name) => /\.(svelte|css)$/.test(name));
const cheap = new Set(["transform", "opacity", "none !important", "none"]);
/** The drawer grows with what is in it; nothing flies meanwhile. */
const allowed = new Set(["table/Drawer.svelte: height"]);

test("transitions are of transform and opacity", () => {
  const found: string[] = [];
  for (const name of styled) {
    for (const [, value = ""] of readFileSync(join(root, name), "utf8").matchAll(/transition:\s*([^;]+);/g)) {
      for (const part of value.split(/,(?![^(]*\))/)) {
        const property = cheap.has(part.trim()) ? part.trim() : part.trim().split(/\s+/)[0]!;
        if (!cheap.has(property) && !allowed.has(`${name}: ${property}`)) found.push(`${name}: ${property}`);
      }
    }
  }
  expect(found).toEqual([]);
});

test("keyframes are of transform and opacity", () => {
  const found: string[] = [];
  for (const name of styled) {
    for (const [, body = ""] of readFileSync(join(root, name), "utf8").matchAll(/@keyframes\s+[\w-]+\s*\{((?:[^{}]*\{[^{}]*\})*)[^{}]*\}/g)) {
      for (const [, property = ""] of body.matchAll(/([\w-]+)\s*:/g)) if (!cheap.has(property)) found.push(`${name}: ${property}`);
    }
  }
  expect(found).toEqual([]);
});
