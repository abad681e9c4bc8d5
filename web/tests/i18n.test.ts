import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fill, preferred } from "../src/lib/i18n.svelte";

const source = new URL("../src/", import.meta.url).pathname;
const LANGUAGES = ["en", "de", "fr", "nl"];

function files(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? files(join(folder, entry.name)) : [join(folder, entry.name)]));
}

const areas = readdirSync(join(source, "i18n/en")).filter((name) => name.endsWith(".json"));
const read = (language: string, area: string) => JSON.parse(readFileSync(join(source, "i18n", language, area), "utf8")) as Record<string, string | Record<string, string>>;
const gaps = (text: string | Record<string, string>) => [...new Set(JSON.stringify(text).match(/\{\w+\}/g) ?? [])].sort();

test.each(areas)("%s has the same keys and gaps in all languages", (area) => {
  const model = read("en", area);
  for (const language of LANGUAGES) {
    const texts = read(language, area);
    expect(Object.keys(texts), language).toEqual(Object.keys(model));
    for (const [key, text] of Object.entries(texts)) {
      expect(gaps(text), `${language} ${key}`).toEqual(gaps(model[key]!));
      expect(typeof text, `${language} ${key}`).toBe(typeof model[key]);
      if (typeof text === "object") expect(text, `${language} ${key}`).toHaveProperty("other");
    }
  }
});

// Keys that are put together from a code: `area.prefix…`. Texts of the reasons all come from codes.
const COMPOSED = ["reasons.", "common.bot_", "common.game_", "start.about_", "start.level_", "start.option_", "start.clock_", "display.token_", "display.line_"];

test("every text is used, and every key has a text", () => {
  const code = files(source)
    .filter((path) => /\.(svelte|ts)$/.test(path))
    .map((path) => readFileSync(path, "utf8"))
    .join("\n");
  const keys = areas.flatMap((area) => Object.keys(read("en", area)).map((key) => `${area.slice(0, -5)}.${key}`));
  // A key counts as used if it stands in the code, or if what comes before its last part does, as the start of a template.
  const templates = [...code.matchAll(/[`"]((?:[a-z]+)\.[A-Za-z_-]*)\$\{/g)].map((found) => found[1]!);
  const codes = [...code.matchAll(/tCode\(\s*"([a-z]+)",\s*`([A-Za-z_-]*)\$\{/g)].map((found) => `${found[1]}.${found[2]}`);
  const starts = [...COMPOSED, ...templates.filter((start) => !start.endsWith(".")), ...codes];
  const unused = keys.filter((key) => !code.includes(`"${key}"`) && !starts.some((start) => key.startsWith(start)));
  expect(unused).toEqual([]);
  const wanted = [...code.matchAll(/\bt\(\s*"([a-z]+\.[A-Za-z0-9_-]+)"/g)].map((found) => found[1]!);
  expect([...new Set(wanted)].filter((key) => !keys.includes(key))).toEqual([]);
});

test("every reason of the rules has words", () => {
  const python = readFileSync(join(source, "../../src/eminence/rules/codes.py"), "utf8");
  const reasons = python.slice(python.indexOf("REASONS = ("), python.indexOf("\n)\n")).match(/"[a-z-]+"/g)!.map((code) => code.slice(1, -1));
  const texts = read("en", "reasons.json");
  expect(reasons.filter((code) => code !== "legal" && !(code in texts))).toEqual([]);
});

test("everything the server refuses has words, but for what only a broken client asks", () => {
  const technical = ["bad-body", "bad-message", "bad-notation", "bad-query", "illegal", "no-client", "no-such-method", "no-such-page", "not-json"];
  const python = ["server", "table"].flatMap((folder) => files(join(source, "../../src/eminence", folder))).filter((path) => path.endsWith(".py"));
  const calls = python.flatMap((path) => readFileSync(path, "utf8").match(/\b(?:Refusal|Refused|limit)\((?:[^()]|\([^()]*\))*\)/g) ?? []);
  // The code is the first argument of a refusal, and the last of a limit.
  const codes = calls.flatMap((call) => (call.startsWith("limit") ? (call.match(/"too-[a-z-]+"/g) ?? []) : (call.split(",")[0]!.match(/"[a-z-]+"/g) ?? [])));
  const texts = read("en", "reasons.json");
  const wordless = [...new Set(codes.map((code) => code.slice(1, -1)))].filter((code) => !(code in texts) && !technical.includes(code));
  expect(codes.length).toBeGreaterThan(60);
  expect(wordless).toEqual([]);
});

test("everything that speaks for a turn has words, with the same gaps", () => {
  const python = readFileSync(join(source, "../../src/eminence/analysis/reasons.py"), "utf8");
  const templates = [...python.slice(python.indexOf("TEMPLATES"), python.indexOf("\n}\n")).matchAll(/"([a-z-]+)": "([^"]*)"/g)];
  expect(templates.length).toBeGreaterThan(25);
  const texts = read("en", "replay.json");
  for (const [, code, sentence] of templates) expect(gaps(texts[`reason_${code}`] ?? "nothing"), code).toEqual(gaps(sentence!));
});

test("no reason puts an article or a preposition before a name that may want another one", () => {
  // Every country of the board game can stand after these, not every region or country of the others.
  const sure = ["reason_opens-country", "reason_advisor-majority"];
  const wrong: Record<string, RegExp> = {
    de: /(^|\s)(in|im|von) \{(region|a|b)\}/,
    fr: /(^|\s)(de|du|en|au|à|le|la|entre|et|met|garde) \{(region|country|a|b)\}|(^|\s)de \{player\}/,
    nl: /(^|\s)(in|de|het) \{(region|a|b)\}/,
  };
  for (const [language, found] of Object.entries(wrong)) {
    const texts = Object.entries(read(language, "replay.json")).filter(([key]) => key.startsWith("reason_") && !sure.includes(key));
    expect(texts.filter(([, text]) => found.test(JSON.stringify(text).slice(1, -1))).map(([key]) => key), language).toEqual([]);
  }
});

test("one point is a point", () => {
  for (const language of LANGUAGES) {
    const text = read(language, "replay.json")["reason_lengthens-chain"] as { one: string; other: string };
    expect(fill(text, { points: 1, n: 1 }, language), language).toBe(text.one.replace("{points}", "1"));
    expect(fill(text, { points: 3, n: 3 }, language), language).toBe(text.other.replace("{points}", "3"));
    expect(text.one, language).not.toBe(text.other);
  }
});

test("plurals and gaps", () => {
  expect(fill({ one: "{n} card", other: "{n} cards" }, { n: 1 }, "en")).toBe("1 card");
  expect(fill({ one: "{n} carte", many: "{n} cartes", other: "{n} cartes" }, { n: 0 }, "fr")).toBe("0 carte");
  expect(fill("{name} wins", { name: "Anna" }, "en")).toBe("Anna wins");
});

test("the browser's language", () => {
  expect(preferred(["pt-BR", "nl-BE", "en"])).toBe("nl");
  expect(preferred(["ja"])).toBe("en");
});
