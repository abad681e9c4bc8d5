/** A display game in words. */

import { i18n, listed, nameOf, t, tCode } from "../lib/i18n.svelte";
import type { DisplayBox, DisplayView } from "../lib/protocol";
import type { Action, Choice, TableSession } from "../lib/session";
import type { Turn } from "../lib/store/history";
import { cellsOf, endsOf, holdingOf, readCard, traces } from "./deck";

export type Session = TableSession<DisplayView, DisplayBox>;

export function regionName(box: DisplayBox, id: string): string {
  return nameOf(box.region.find((region) => region.id === id)?.name ?? id);
}

export function kindName(box: DisplayBox, id: string): string {
  return nameOf([...box.symbol, ...(box.circle ?? [])].find((kind) => kind.id === id)?.name ?? id);
}

/** A card: "Bourgogne, 2 crests", "Anjou, sword" (which has one crest as all of these), "France, cross, fan, ship". */
export function cardWords(code: string, box: DisplayBox): string {
  const card = readCard(code, box);
  const parts = [regionName(box, card.region)];
  if (box.scoring === "regions" && !card.symbol) parts.push(t("display.crests", { n: card.weight }));
  parts.push(...card.circles.map((kind) => kindName(box, kind)));
  if (card.symbol) parts.push(kindName(box, card.symbol));
  return parts.join(", ");
}

/** The face of a token. */
export function tokenWords(face: string | null, box: DisplayBox): string {
  if (!face) return t("display.token_hidden");
  const [sort, subject = ""] = face.split(":");
  if (sort === "crest") return t("display.token_crest", { region: regionName(box, subject) });
  if (sort === "symbol") return t("display.token_symbol", { symbol: kindName(box, subject) });
  return tCode("display", `token_${sort}`, "display.token_hidden");
}

/** The card of a cell, also of one that was taken. */
export function codeAt(session: Session, cell: string): string | undefined {
  return session.view.laid?.[cell] ?? session.view.display[cell] ?? seen(session.id)[cell];
}

function at(session: Session, cell: string): string {
  const code = codeAt(session, cell);
  return code ? `${cardWords(code, session.box)} (${cell})` : cell;
}

const memory = new Map<string, Record<string, string>>();

/** The cards that were seen lying in the display of a table, by cell. */
function seen(table: string): Record<string, string> {
  let found = memory.get(table);
  if (!found) {
    try {
      found = JSON.parse(sessionStorage.getItem(`eminence.laid.${table}`) ?? "{}") as Record<string, string>;
    } catch {
      found = {};
    }
    memory.set(table, found);
  }
  return found;
}

/** Remember which cards lie where, for telling later what was taken. */
export function look(session: Session): void {
  const known = seen(session.id);
  const before = Object.keys(known).length;
  Object.assign(known, session.view.display);
  if (Object.keys(known).length === before) return;
  try {
    sessionStorage.setItem(`eminence.laid.${session.id}`, JSON.stringify(known));
  } catch {
    // Without storage, what was taken before the page was loaded has only the name of its cell.
  }
}

/** A turn without its player's name. */
export function turnWords(turn: Turn, session: Session): string {
  const parts: string[] = [];
  const { decisions } = turn;
  for (let i = 0; i < decisions.length; i++) {
    const decision = decisions[i]!;
    const next = decisions[i + 1] ?? "";
    if (/^[A-H]\d+$/.test(decision)) {
      const card = at(session, decision);
      if (next === "$") parts.push(t("display.did_take_supply", { card }));
      else if (next.startsWith("$")) parts.push(t("display.did_take_paid", { card, cell: next.slice(1) }));
      else parts.push(t("display.did_take", { card }));
    } else if (decision.startsWith("@")) {
      const before = decisions[i - 1] ?? "";
      const card = at(session, decision.slice(1));
      if (before.endsWith(">")) parts.push(t("display.did_move", { from: before.slice(0, -1), card }));
      else parts.push(t("display.did_mark", { card }));
    } else if (decision.startsWith("+")) parts.push(t("display.did_play", { token: tCode("display", `token_${decision.slice(1)}`, "display.token_hidden") }));
    else if (decision === "-") parts.push(t("display.did_pass"));
  }
  return parts.length ? listed(parts) : t("display.did_nothing");
}

/** What one may do now. */
export function prompt(session: Session): string {
  const { view, box } = session;
  const { legal, phase } = view;
  if (phase === "take") {
    if (legal.includes("-")) return legal.length > 1 ? t("display.prompt_stuck") : t("display.prompt_stuck_pass");
    if (view.turn === 0 && view.taken === 0 && legal.length && box.scoring === "regions") return t("display.prompt_first");
    if (view.taken === 0) return box.scoring === "regions" ? t("display.prompt_take") : t("display.prompt_take_cards", { n: view.turn_limit });
    const takes = legal.filter((one) => /^[A-H]/.test(one));
    const tokens = legal.filter((one) => one.startsWith("+"));
    if (takes.length) {
      const region = view.turn_region && !view.any_colours ? regionName(box, view.turn_region) : "";
      return region ? t("display.prompt_more", { region, cells: listed(takes) }) : t("display.prompt_more_any", { cells: listed(takes) });
    }
    return tokens.length ? t("display.prompt_token") : t("display.prompt_mark_or_end");
  }
  if (phase === "pay") {
    const owner = view.markers[view.pending ?? ""];
    return t("display.prompt_pay", { cell: view.pending ?? "", name: owner === undefined ? "" : session.nameOfSeat(owner) });
  }
  if (phase === "mark") return legal.some((one) => one.startsWith("@")) ? t("display.prompt_mark") : legal.some((one) => one.endsWith(">")) ? t("display.prompt_move") : t("display.prompt_end");
  if (phase === "put") return t("display.prompt_put", { cell: view.pending ?? "" });
  return "";
}

function choiceWords(decision: string, session: Session): string {
  const { view, box } = session;
  if (decision === ".") return view.phase === "take" ? t("display.choose_stop") : t("display.choose_no_marker");
  if (decision === "-") return t("display.choose_pass");
  if (decision === "$") return t("display.choose_pay_supply");
  if (decision.startsWith("$")) return t("display.choose_pay", { cell: decision.slice(1) });
  if (decision.startsWith("+")) return t("display.choose_token", { token: tokenWords(decision.slice(1), box) });
  if (decision.startsWith("@")) return t("display.choose_mark", { card: at(session, decision.slice(1)) });
  if (decision.endsWith(">")) return t("display.choose_lift", { card: at(session, decision.slice(0, -1)) });
  const owner = view.markers[decision];
  const card = at(session, decision);
  if (owner !== undefined && owner !== session.seat) return t("display.choose_take_marked", { card, name: session.nameOfSeat(owner) });
  return t("display.choose_take", { card });
}

export function choices(session: Session): Choice[] {
  return session.view.legal.map((decision) => ({ decision, label: choiceWords(decision, session) }));
}

/** End the turn from here: every stop that is still asked for, and the confirmation. */
export async function endTurn(session: Session): Promise<void> {
  for (let i = 0; i < 3 && session.deciding && session.view.legal.includes("."); i++) {
    const last = session.view.phase !== "take" || !session.view.legal.some((one) => one.startsWith("@"));
    if (!(await session.decide(".", last))) return;
  }
  if (!session.deciding && session.picture.pending !== null && session.picture.seat === session.view.seat) await session.confirm();
}

export function actions(session: Session): Action[] {
  const { view } = session;
  const { legal, phase } = view;
  const found: Action[] = [];
  const supply = session.seat === null ? 0 : view.supply[session.seat]!;
  if (phase === "take" && legal.includes(".")) {
    if (supply > 0) found.push({ label: t("display.act_marker"), run: () => void session.decide("."), wide: true });
    found.push({ label: t("display.act_end"), run: () => void endTurn(session), primary: true, ready: true });
  } else if (phase === "mark" && legal.includes(".")) {
    found.push({ label: t("display.act_end"), run: () => void endTurn(session), primary: true, ready: true });
  } else if (legal.includes("-")) {
    found.push({ label: t("display.choose_pass"), run: () => void session.decide("-", legal.length === 1), primary: true, ready: true });
  }
  return found;
}

export function describe(session: Session): { heading: string; lines: string[] }[] {
  const { view, box } = session;
  const ends = endsOf(view, box);
  const rows = cellsOf(box).map((row) => ({
    heading: t("display.row", { row: row[0]!.name[0]! }),
    lines: row
      .filter((cell) => cell.name in view.display)
      .map((cell) => {
        const parts = [`${cell.name}: ${cardWords(view.display[cell.name]!, box)}`];
        const owner = view.markers[cell.name];
        if (view.tokens.some((token) => token.cell === cell.name && token.holder === null)) parts.push(t("display.with_token"));
        if (owner !== undefined) parts.push(t("display.with_marker", { name: session.nameOfSeat(owner) }));
        if (ends.has(cell.name)) parts.push(t("display.is_end"));
        return parts.join("; ");
      }),
  }));
  const people = view.collections.map((_, seat) => {
    const holding = holdingOf(view, box, seat);
    const lines = box.region
      .filter((region) => holding.regions[region.id]!.codes.length)
      .map((region) => {
        const own = holding.regions[region.id]!;
        const count = box.scoring === "regions" ? t("display.crests", { n: own.crests }) : t("display.cards", { n: own.codes.length });
        const circles = Object.entries(own.circles).map(([kind, n]) => `${n} ${kindName(box, kind)}`);
        return `${nameOf(region.name)}: ${[count, ...circles].join(", ")}`;
      });
    lines.push(...box.symbol.filter((kind) => holding.symbols[kind.id]!.count).map((kind) => `${nameOf(kind.name)}: ${holding.symbols[kind.id]!.count}`));
    lines.push(t("display.has_markers", { supply: view.supply[seat]!, box: view.box[seat]! }));
    if (holding.tokens.length) lines.push(t("display.has_tokens", { tokens: listed(holding.tokens.map((token) => tokenWords(token.face, box))) }));
    return { heading: session.nameOfSeat(seat), lines };
  });
  return [...rows, ...people];
}

const capital = (words: string) => words.slice(0, 1).toLocaleUpperCase(i18n.language) + words.slice(1);

/** What the panel with everybody's cards is called. */
export const holdingsName = (): string => t("table.holdings");

export function lineName(key: string, session: Session): { name: string; art?: { name: string; width: number; height: number } } {
  const [section = "", subject = ""] = key.split(":");
  const { box } = session;
  const region = box.region.find((one) => one.id === subject);
  const art = region ? { name: `shield-${region.id}`, width: 100, height: 120 } : undefined;
  if (section === "crests" || section === "country") return { name: regionName(box, subject), ...(art ? { art } : {}) };
  if (section === "circles" && subject) return { name: t("display.line_circles", { region: regionName(box, subject) }), ...(art ? { art } : {}) };
  if (section === "symbol") return { name: capital(kindName(box, subject)), art: { name: `kind-${subject}`, width: 26, height: 26 } };
  // For two this line takes five points for each region one is not in (D21), for more it gives two for each one is in (D22).
  if (section === "regions") return { name: t(session.view.standing.totals.length === 2 ? "display.line_regions_two" : "display.line_regions") };
  return { name: tCode("display", `line_${key.replace(":", "_")}`, "display.line_other") };
}

/** The cells that others touched since one's own last turn, with the seat that did. */
export function marksOf(session: Session): { taken: Map<string, number>; marked: Map<string, number> } {
  const taken = new Map<string, number>();
  const marked = new Map<string, number>();
  for (const turn of session.recent) {
    const trace = traces(turn.decisions);
    for (const cell of trace.taken) taken.set(cell, turn.seat);
    for (const cell of trace.marked) marked.set(cell, turn.seat);
  }
  return { taken, marked };
}
