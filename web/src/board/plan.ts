/** Decisions of the board game as data, and what the legal ones among them mean for fields, crests and cards. */

import type { BoardBox, BoardView } from "../lib/protocol";

export type Decision =
  | { kind: "place"; target: string; country: string; field: number | null; pair: string | null }
  | { kind: "exchange"; colour: string }
  | { kind: "draw"; colour: string | null }
  | { kind: "stop" }
  | { kind: "pass" }
  | { kind: "unknown" };

/** Read a decision. A target is a field, `Bu2`, or a crest, `Bu!`. */
export function read(text: string): Decision {
  if (text === ".") return { kind: "stop" };
  if (text === "-") return { kind: "pass" };
  if (text === "<?") return { kind: "draw", colour: null };
  if (text.startsWith("<")) return { kind: "draw", colour: text.slice(1) };
  if (text.startsWith("~")) return { kind: "exchange", colour: text.slice(1) };
  const found = /^(([^\d!&]+)(\d+|!))(?:&(.+))?$/.exec(text);
  if (!found) return { kind: "unknown" };
  return { kind: "place", target: found[1]!, country: found[2]!, field: found[3] === "!" ? null : Number(found[3]), pair: found[4] ?? null };
}

export const isCrest = (target: string): boolean => target.endsWith("!");
export const countryOf = (target: string): string => target.replace(/(\d+|!)$/, "");

/** The colour of the cards that serve a country. */
export function colourOf(box: BoardBox, country: string): string {
  return box.colour.find((colour) => colour.countries.includes(country))?.id ?? "";
}

/** A way to pay for a piece: one card of the country's colour, or a pair of another as a joker. */
export interface Way {
  decision: string;
  colour: string;
  pair: boolean;
}

/** Every target that may be chosen, with the ways to pay for it: the single card first. */
export function waysOf(legal: readonly string[], box: BoardBox): Map<string, Way[]> {
  const ways = new Map<string, Way[]>();
  for (const text of legal) {
    const decision = read(text);
    if (decision.kind !== "place") continue;
    const way = { decision: text, colour: decision.pair ?? colourOf(box, decision.country), pair: decision.pair !== null };
    const found = ways.get(decision.target);
    if (!found) ways.set(decision.target, [way]);
    else if (way.pair) found.push(way);
    else found.unshift(way);
  }
  return ways;
}

/** Cards chosen in the hand: none, one, or two equal ones. */
export interface Chosen {
  colour: string;
  pair: boolean;
}

/** What may be chosen with these cards, and whether only by a joker. Without cards: everything that is possible. */
export function litBy(ways: ReadonlyMap<string, Way[]>, chosen: Chosen | null): Map<string, "card" | "joker"> {
  const lit = new Map<string, "card" | "joker">();
  for (const [target, some] of ways) {
    const fit = chosen ? some.filter((way) => way.colour === chosen.colour && way.pair === chosen.pair) : some;
    if (fit.length) lit.set(target, fit.some((way) => !way.pair) ? "card" : "joker");
  }
  return lit;
}

/** The cards of a hand one by one. A key is the colour and which of the equal ones it is: "LI:1". */
export function cardsOf(counts: Record<string, number>, box: BoardBox): string[] {
  return box.colour.flatMap(({ id }) => Array.from({ length: counts[id] ?? 0 }, (_, i) => `${id}:${i}`));
}
export const colourOfCard = (key: string): string => key.slice(0, key.lastIndexOf(":"));

/** The chosen cards after a tap on one: a second equal card makes a pair, any other replaces it, a chosen one is put back. */
export function tapCard(chosen: readonly string[], key: string): string[] {
  if (chosen.includes(key)) return chosen.filter((one) => one !== key);
  if (chosen.length === 1 && colourOfCard(chosen[0]!) === colourOfCard(key)) return [...chosen, key];
  return [key];
}

export function chosenOf(keys: readonly string[]): Chosen | null {
  return keys.length ? { colour: colourOfCard(keys[0]!), pair: keys.length === 2 } : null;
}

/** Which cards of the hand can pay for a target: all of the country's colour, and of every pair that can be a joker. */
export function payers(ways: readonly Way[] | undefined): Set<string> {
  return new Set((ways ?? []).map((way) => way.colour));
}

/** How a target is paid for with the chosen cards: at once, after asking which way, or not at all. */
export function answer(ways: readonly Way[] | undefined, chosen: Chosen | null): { decision: string } | { ask: Way[] } | null {
  if (!ways?.length) return null;
  if (chosen) {
    const fit = ways.find((way) => way.colour === chosen.colour && way.pair === chosen.pair);
    return fit ? { decision: fit.decision } : { ask: [...ways] };
  }
  return ways.length === 1 && !ways[0]!.pair ? { decision: ways[0]!.decision } : { ask: [...ways] };
}

/** What is sent for a target that cannot be had, so that the server says why. */
export function vain(target: string, chosen: Chosen | null): string {
  return chosen?.pair ? `${target}&${chosen.colour}` : target;
}

/** What everybody has in a country. */
export interface CountryStanding {
  id: string;
  free: number;
  monasteries: number[];
  advisors: number[];
  /** Seats by rank: those with the most monasteries, then those with the second most. */
  first: number[];
  second: number[];
  /** Seats with the most advisors. */
  leads: number[];
  /** Room for advisors: as many as the most monasteries of one player. */
  room: number;
}

function most(values: readonly number[], below = Infinity): number[] {
  const best = Math.max(0, ...values.filter((value) => value < below));
  return best ? values.flatMap((value, seat) => (value === best ? [seat] : [])) : [];
}

export function standingOf(view: BoardView, box: BoardBox): CountryStanding[] {
  return box.country.map((country) => {
    const monasteries = Array.from({ length: view.players }, () => 0);
    let free = 0;
    country.fields.forEach((_, i) => {
      const owner = view.fields[`${country.id}${i + 1}`];
      if (owner === undefined) free += 1;
      else monasteries[owner]! += 1;
    });
    const advisors = view.advisors[country.id] ?? monasteries.map(() => 0);
    const first = most(monasteries);
    const best = Math.max(...monasteries);
    return {
      id: country.id,
      free,
      monasteries,
      advisors,
      first,
      second: first.length ? most(monasteries, best) : [],
      leads: most(advisors),
      room: Math.max(0, best - advisors.reduce((sum, n) => sum + n, 0)),
    };
  });
}

/** What others did to the map since one's own last turn: targets, each with the seat. */
export function tracesOf(turns: readonly { seat: number; decisions: readonly string[] }[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const turn of turns) {
    for (const text of turn.decisions) {
      const decision = read(text);
      if (decision.kind === "place") found.set(decision.target, turn.seat);
    }
  }
  return found;
}
