/** The box and the view of a display game, counted: what every card shows and what everybody holds. */

import type { DisplayBox, DisplayView, Token } from "../lib/protocol";

export interface Card {
  code: string;
  region: string;
  /** Crests, or circle symbols: what the limit of a turn counts. */
  weight: number;
  circles: string[];
  symbol: string | null;
}

/** A card by its code: bourgogne:1+sword, or france:CF/s. */
export function readCard(code: string, box: DisplayBox): Card {
  const colon = code.indexOf(":");
  const region = code.slice(0, colon);
  const face = code.slice(colon + 1);
  if (box.scoring === "regions") {
    const [crests, symbol] = face.split("+");
    return { code, region, weight: Number(crests), circles: [], symbol: symbol ?? null };
  }
  const [letters = "", route] = face.split("/");
  const circles = [...letters].filter((letter) => letter !== "-").map((letter) => box.circle?.find((one) => one.letter === letter)?.id ?? letter);
  return { code, region, weight: circles.length, circles, symbol: box.symbol.find((one) => one.letter === route)?.id ?? null };
}

export interface Cell {
  name: string;
  row: number;
  column: number;
}

/** All cells of the display by row, as they were laid out. */
export function cellsOf(box: DisplayBox): Cell[][] {
  return Array.from({ length: box.rows }, (_, row) =>
    Array.from({ length: box.columns }, (_, column) => ({ name: "ABCDEFGH"[row]! + (column + 1), row, column })),
  );
}

/** The cells at the ends of the rows. */
export function endsOf(view: DisplayView, box: DisplayBox): Set<string> {
  const found = new Set<string>();
  for (const row of cellsOf(box)) {
    const lying = row.filter((cell) => cell.name in view.display);
    if (lying.length) found.add(lying[0]!.name).add(lying.at(-1)!.name);
  }
  return found;
}

/** The number printed on a region's cards: its crests, or its cards in the card game. */
export const printed = (region: DisplayBox["region"][number]): number => region.crests ?? region.cards.length;

export interface Holding {
  seat: number;
  cards: number;
  /** By region. */
  regions: Record<string, { codes: string[]; crests: number; circles: Record<string, number>; token: boolean }>;
  /** Swords, crosses, towers; or ships, carriages. */
  symbols: Record<string, { count: number; token: boolean }>;
  /** Tokens held, not played. */
  tokens: Token[];
  played: Token[];
}

/** What a player has, as far as the viewer knows: a token whose face is known counts as a crest or symbol. */
export function holdingOf(view: DisplayView, box: DisplayBox, seat: number): Holding {
  const codes = view.collections[seat] ?? [];
  const regions: Holding["regions"] = {};
  for (const region of box.region) regions[region.id] = { codes: [], crests: 0, circles: {}, token: false };
  const symbols: Holding["symbols"] = {};
  for (const symbol of box.symbol) symbols[symbol.id] = { count: 0, token: false };
  for (const code of codes) {
    const card = readCard(code, box);
    const region = regions[card.region]!;
    region.codes.push(code);
    region.crests += card.weight;
    for (const circle of card.circles) region.circles[circle] = (region.circles[circle] ?? 0) + 1;
    if (card.symbol) symbols[card.symbol]!.count += 1;
  }
  const own = view.tokens.filter((token) => token.holder === seat);
  for (const { face, played } of own) {
    if (!face || played) continue;
    const [sort, subject = ""] = face.split(":");
    if (sort === "crest" && regions[subject]) {
      regions[subject].crests += 1;
      regions[subject].token = true;
    } else if (sort === "symbol" && symbols[subject]) {
      symbols[subject].count += 1;
      symbols[subject].token = true;
    }
  }
  return { seat, cards: codes.length, regions, symbols, tokens: own.filter((one) => !one.played), played: own.filter((one) => one.played) };
}

/** What counts for a majority: crests, or cards in the card game. */
export const strength = (holding: Holding, region: string, box: DisplayBox): number =>
  box.scoring === "regions" ? holding.regions[region]!.crests : holding.regions[region]!.codes.length;

/** How many crests (cards) of a region still lie in the display. */
export function out(view: DisplayView, box: DisplayBox, region: string): number {
  let sum = 0;
  for (const code of Object.values(view.display)) {
    const card = readCard(code, box);
    if (card.region === region) sum += box.scoring === "regions" ? card.weight : 1;
  }
  return sum;
}

/** How many cards with a symbol still lie in the display. */
export function symbolsOut(view: DisplayView, box: DisplayBox, symbol: string): number {
  return Object.values(view.display).filter((code) => readCard(code, box).symbol === symbol).length;
}

/** The leading seats: none if nobody has anything. */
export function leaders(values: number[]): Set<number> {
  const most = Math.max(...values);
  return new Set(most > 0 ? values.flatMap((value, seat) => (value === most ? [seat] : [])) : []);
}

/** Which cells a turn's decisions emptied, marked and cleared of markers. */
export function traces(decisions: string[]): { taken: string[]; marked: string[]; lifted: string[]; paid: string[] } {
  const found = { taken: [] as string[], marked: [] as string[], lifted: [] as string[], paid: [] as string[] };
  for (const decision of decisions) {
    if (/^[A-H]\d+$/.test(decision)) found.taken.push(decision);
    else if (decision.startsWith("@")) found.marked.push(decision.slice(1));
    else if (decision.endsWith(">")) found.lifted.push(decision.slice(0, -1));
    else if (/^\$[A-H]/.test(decision)) found.paid.push(decision.slice(1));
  }
  return found;
}

/**
 * Where the cards of a row lie on a narrow screen, as left edges: the ends and their neighbours in full, what lies between
 * them pushed together, each card showing its left edge. With room enough all lie side by side, in the middle.
 */
export function fold(count: number, width: number, card: number, gap: number): number[] {
  if (!count) return [];
  const full = card + gap;
  const natural = full * (count - 1) + card;
  if (natural <= width) {
    const left = (width - natural) / 2;
    return Array.from({ length: count }, (_, i) => left + i * full);
  }
  const steps = count - 1;
  const room = width - card;
  // How much of a card is wished to be seen, by its distance from the nearer end; no step is wider than a card.
  const wishes = Array.from({ length: steps }, (_, i) => [1000, 3, 1][Math.min(i, steps - 1 - i, 2)]!);
  let low = 0;
  let high = full;
  for (let i = 0; i < 40; i++) {
    const middle = (low + high) / 2;
    const sum = wishes.reduce((sum, wish) => sum + Math.min(full, wish * middle), 0);
    if (sum > room) high = middle;
    else low = middle;
  }
  const places = [0];
  for (let i = 0; i < steps; i++) places.push(places[i]! + Math.min(full, wishes[i]! * low));
  return places;
}

const STEPS: Record<string, [number, number]> = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

/** Where a key leads from a cell, over cells that hold a card; null if nowhere, undefined if the key leads nowhere ever. */
export function stepFrom(from: string, key: string, rows: Cell[][], display: Record<string, string>): string | null | undefined {
  const here = rows.flat().find((cell) => cell.name === from)!;
  const lying = (row: number) => (rows[row] ?? []).filter((cell) => cell.name in display);
  if (key === "Home" || key === "End") return lying(here.row).at(key === "Home" ? 0 : -1)?.name ?? null;
  const step = STEPS[key];
  if (!step) return undefined;
  const [down, right] = step;
  if (right) {
    const beyond = lying(here.row).filter((cell) => (cell.column - here.column) * right > 0);
    return beyond.at(right > 0 ? 0 : -1)?.name ?? null;
  }
  for (let row = here.row + down; row >= 0 && row < rows.length; row += down) {
    const [nearest] = lying(row).sort((a, b) => Math.abs(a.column - here.column) - Math.abs(b.column - here.column));
    if (nearest) return nearest.name;
  }
  return null;
}
