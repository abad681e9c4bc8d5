import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { inline, markdown, slug, words } from "../src/learn/markdown";

describe("markdown", () => {
  it("knows emphasis, code and rules", () => {
    expect(inline("**D5** at *most* `A1` (D9).")).toEqual([
      { kind: "rule", text: "D5", anchor: true },
      { kind: "text", text: " at " },
      { kind: "em", children: [{ kind: "text", text: "most" }] },
      { kind: "text", text: " " },
      { kind: "code", text: "A1" },
      { kind: "text", text: " (" },
      { kind: "rule", text: "D9", anchor: false },
      { kind: "text", text: ")." },
    ]);
  });
  it("leaves HTML as text and links as words", () => {
    const parts = inline('<img src=x onerror="alert(1)"> [here](javascript:alert(1))');
    expect(parts.every((part) => part.kind === "text")).toBe(true);
    expect(words(parts)).toContain("<img src=x");
    expect(words(parts)).not.toContain("javascript");
  });
  it("knows blocks", () => {
    const blocks = markdown("# Title\n\ntext\nmore\n\n- one\n  goes on\n- two\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n\n```\nx  y\n```\n\n1. first\n2. second\n");
    expect(blocks.map((block) => block.kind)).toEqual(["heading", "paragraph", "list", "table", "code", "list"]);
    expect(blocks[2]).toMatchObject({ ordered: false, items: [[{ text: "one goes on" }], [{ text: "two" }]] });
    expect(blocks[3]).toMatchObject({ align: ["left", "right"], rows: [[[{ text: "1" }], [{ text: "2" }]]] });
    expect(slug("Für Élise & Co.")).toBe("fur-elise-co");
  });
  it("reads the true rules in all languages, with every rule an anchor once", () => {
    for (const language of ["en", "de", "fr", "nl"])
      for (const [page, letter] of [["display", "D"], ["board", "B"]] as const) {
        const blocks = markdown(readFileSync(new URL(`../../docs/rules/${language}/${page}.md`, import.meta.url), "utf8"));
        const anchors = JSON.stringify(blocks).match(/\{"kind":"rule","text":"\w+","anchor":true\}/g) ?? [];
        expect(new Set(anchors).size).toBe(anchors.length);
        expect(anchors.length).toBe(letter === "D" ? 34 : 20);
      }
  });
});
