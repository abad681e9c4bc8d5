/**
 * Markdown as a tree of plain data, for pages of our own: headings, paragraphs, lists, tables, code, emphasis, links within
 * the page. There is no HTML in it and none comes out of it: everything else is text.
 */

export type Inline =
  | { kind: "text"; text: string }
  | { kind: "strong"; children: Inline[] }
  | { kind: "em"; children: Inline[] }
  | { kind: "code"; text: string }
  /** The number of a rule, where it stands (an anchor) or where it is spoken of (a link). */
  | { kind: "rule"; text: string; anchor: boolean };

export type Block =
  | { kind: "heading"; level: number; id: string; children: Inline[] }
  | { kind: "paragraph"; children: Inline[] }
  | { kind: "list"; ordered: boolean; items: Inline[][] }
  | { kind: "table"; head: Inline[][]; rows: Inline[][][]; align: ("left" | "right" | "center")[] }
  | { kind: "code"; text: string };

const RULE = /\b([DB]\d{1,2})\b/;

/** Text with emphasis, code and rule numbers. */
export function inline(text: string): Inline[] {
  const found: Inline[] = [];
  const plain = (part: string) => {
    let rest = part;
    for (let match = RULE.exec(rest); match; match = RULE.exec(rest)) {
      if (match.index) found.push({ kind: "text", text: rest.slice(0, match.index) });
      found.push({ kind: "rule", text: match[1]!, anchor: false });
      rest = rest.slice(match.index + match[1]!.length);
    }
    if (rest) found.push({ kind: "text", text: rest });
  };
  let rest = text;
  const marks = /`([^`]+)`|\*\*(.+?)\*\*|\*([^*\s](?:[^*]*[^*\s])?)\*|\[([^\]]+)\]\(([^)]*)\)/;
  for (let match = marks.exec(rest); match; match = marks.exec(rest)) {
    plain(rest.slice(0, match.index));
    const [all, code, strong, em, label] = match;
    if (code !== undefined) found.push({ kind: "code", text: code });
    else if (strong !== undefined) found.push(/^[DB]\d{1,2}$/.test(strong) ? { kind: "rule", text: strong, anchor: true } : { kind: "strong", children: inline(strong) });
    else if (em !== undefined) found.push({ kind: "em", children: inline(em) });
    // Links lead out of the page; their words are enough.
    else if (label !== undefined) found.push(...inline(label));
    rest = rest.slice(match.index + all.length);
  }
  plain(rest);
  return found;
}

/** The words of a text without its marks. */
export const words = (parts: readonly Inline[]): string => parts.map((part) => ("children" in part ? words(part.children) : part.text)).join("");

/** An id for a heading: its words, lower case, with hyphens. */
export const slug = (text: string): string =>
  text
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");

const cells = (line: string): string[] =>
  line
    .trim()
    .replace(/^\||\|$/g, "")
    .split("|")
    .map((cell) => cell.trim());

export function markdown(source: string): Block[] {
  const lines = source.replace(/\r/g, "").split("\n");
  const blocks: Block[] = [];
  const ids = new Set<string>();
  for (let i = 0; i < lines.length; ) {
    const line = lines[i]!;
    if (!line.trim()) {
      i += 1;
    } else if (line.startsWith("```")) {
      const from = ++i;
      while (i < lines.length && !lines[i]!.startsWith("```")) i += 1;
      blocks.push({ kind: "code", text: lines.slice(from, i).join("\n") });
      i += 1;
    } else if (/^#{1,6} /.test(line)) {
      const level = line.indexOf(" ");
      const children = inline(line.slice(level + 1));
      let id = slug(words(children)) || "part";
      while (ids.has(id)) id += "-";
      ids.add(id);
      blocks.push({ kind: "heading", level, id, children });
      i += 1;
    } else if (line.startsWith("|") && /^\|[\s:|-]+\|?$/.test(lines[i + 1] ?? "")) {
      const head = cells(line).map(inline);
      const align = cells(lines[i + 1]!).map((cell) => (/^:.*:$/.test(cell) ? "center" : cell.endsWith(":") ? "right" : "left"));
      const rows: Inline[][][] = [];
      for (i += 2; (lines[i] ?? "").startsWith("|"); i++) rows.push(cells(lines[i]!).map(inline));
      blocks.push({ kind: "table", head, rows, align });
    } else if (/^([-*]|\d+\.) /.test(line)) {
      const ordered = /^\d/.test(line);
      const items: string[] = [];
      for (; i < lines.length && lines[i]!.trim(); i++) {
        const item = /^(?:[-*]|\d+\.) +(.*)$/.exec(lines[i]!);
        if (item) items.push(item[1]!);
        else if (items.length) items[items.length - 1] += ` ${lines[i]!.trim()}`;
      }
      blocks.push({ kind: "list", ordered, items: items.map(inline) });
    } else {
      const from = i;
      while (i < lines.length && lines[i]!.trim() && (i === from || !/^(#{1,6} |```|\||[-*] |\d+\. )/.test(lines[i]!))) i += 1;
      blocks.push({ kind: "paragraph", children: inline(lines.slice(from, i).map((one) => one.trim()).join(" ")) });
    }
  }
  return blocks;
}
