/** The board game in words. */

import { i18n, listed, nameOf, t } from "../lib/i18n.svelte";
import type { BoardBox } from "../lib/protocol";
import type { Action, Choice } from "../lib/session";
import type { Turn } from "../lib/store/history";
import { longestLine, neighboursOf } from "./chart";
import { cardsOf, colourOfCard, countryOf, isCrest, read, standingOf, waysOf } from "./plan";
import { uiOf, type Session } from "./ui.svelte";

export function countryName(box: BoardBox, id: string): string {
  return nameOf(box.country.find((country) => country.id === id)?.name ?? id);
}

export function fieldName(box: BoardBox, id: string): string {
  const country = box.country.find((one) => one.id === countryOf(id));
  return country?.fields[Number(id.slice(country.id.length)) - 1]?.name ?? id;
}

/** A colour of cards by its countries: "Bavaria/Burgundy". */
export function cardName(box: BoardBox, colour: string): string {
  return box.colour.find((one) => one.id === colour)?.countries.map((id) => countryName(box, id)).join("/") ?? colour;
}

/** "Cluny (Burgundy)", or the name of a crest's country. */
export function targetName(box: BoardBox, target: string): string {
  const country = countryName(box, countryOf(target));
  return isCrest(target) ? country : `${fieldName(box, target)} (${country})`;
}

/** Cards with their numbers: "2 × France, Bavaria/Burgundy". */
export function cardList(box: BoardBox, counts: Record<string, number>): string {
  return box.colour
    .filter(({ id }) => counts[id])
    .map(({ id }) => (counts[id]! > 1 ? `${counts[id]} × ${cardName(box, id)}` : cardName(box, id)))
    .join(", ");
}

/** Some things of which one is meant: a, b or c. */
const either = (items: string[]): string => new Intl.ListFormat(i18n.language, { type: "disjunction" }).format(items);

/** A turn without its player's name. */
export function turnWords(turn: Turn, session: Session): string {
  const { box } = session;
  const parts: string[] = [];
  const drawn: Record<string, number> = {};
  let hidden = 0;
  for (const text of turn.decisions) {
    const decision = read(text);
    if (decision.kind === "place") {
      const words = decision.field === null ? t("board.did_send", { country: countryName(box, decision.country) }) : t("board.did_found", { field: parts.length ? fieldName(box, decision.target) : targetName(box, decision.target) });
      parts.push(decision.pair ? t("board.did_joker", { words, card: cardName(box, decision.pair) }) : words);
    } else if (decision.kind === "exchange") parts.push(t("board.did_exchange", { card: cardName(box, decision.colour) }));
    else if (decision.kind === "draw" && decision.colour) drawn[decision.colour] = (drawn[decision.colour] ?? 0) + 1;
    else if (decision.kind === "draw") hidden += 1;
    else if (decision.kind === "pass") parts.push(t("board.did_pass"));
  }
  const cards = cardList(box, drawn);
  const pile = hidden ? t("board.from_pile", { n: hidden }) : "";
  if (cards || pile) parts.push(t("board.did_draw", { cards: [cards, pile].filter(Boolean).join(", ") }));
  return parts.length ? listed(parts) : t("board.did_nothing");
}

/** How many cards are still to be drawn. */
export function missing(session: Session): number {
  const { view, box } = session;
  return session.seat === null ? 0 : Math.max(0, box.hand - view.hand_sizes[session.seat]!);
}

export function prompt(session: Session): string {
  const { view, box } = session;
  const ui = uiOf(session);
  const { chosen } = ui;
  if (view.phase === "draw") return t("board.prompt_draw", { n: missing(session) });
  if (ui.exchanging) return t("board.prompt_exchange");
  if (chosen?.pair) {
    const shown = box.colour.find(({ id }) => id === chosen.colour)!.countries.map((id) => countryName(box, id));
    const possible = view.legal.some((one) => one.endsWith(`&${chosen.colour}`));
    return possible ? t("board.prompt_pair", { countries: listed(shown) }) : t("board.prompt_pair_vain");
  }
  if (chosen) {
    const countries = box.colour.find(({ id }) => id === chosen.colour)!.countries;
    const open = countries.filter((id) => view.legal.some((one) => read(one).kind === "place" && countryOf(one) === id && !one.includes("&")));
    const twin = (view.hands[session.seat!]?.[chosen.colour] ?? 0) > 1 && view.legal.some((one) => one.endsWith(`&${chosen.colour}`));
    const words = open.length ? t("board.prompt_card", { countries: either(open.map((id) => countryName(box, id))) }) : t("board.prompt_card_vain");
    return twin ? `${words} ${t("board.prompt_twin")}` : words;
  }
  if (view.phase === "place" && view.legal.every((one) => one === ".")) return view.last_round ? t("board.prompt_end") : t("board.prompt_placed");
  if (view.phase === "place") return view.last_round ? t("board.prompt_second_last", { country: countryName(box, view.turn_country ?? "") }) : t("board.prompt_second", { country: countryName(box, view.turn_country ?? "") });
  if (view.last_round) return view.legal.some((one) => read(one).kind === "place") ? t("board.prompt_last") : t("board.prompt_pass");
  if (!view.legal.some((one) => read(one).kind === "place")) return t("board.prompt_only_exchange");
  return t("board.prompt_turn");
}

function choiceWords(text: string, session: Session): string {
  const { box } = session;
  const decision = read(text);
  switch (decision.kind) {
    case "place": {
      const words = decision.field === null ? t("board.choose_send", { country: countryName(box, decision.country) }) : t("board.choose_found", { field: targetName(box, decision.target) });
      return decision.pair ? t("board.choose_joker", { words, card: cardName(box, decision.pair) }) : words;
    }
    case "exchange":
      return t("board.choose_exchange", { card: cardName(box, decision.colour) });
    case "draw":
      return decision.colour ? t("board.choose_draw", { card: cardName(box, decision.colour) }) : t("board.choose_pile");
    case "stop":
      return t("board.choose_stop");
    case "pass":
      return t("board.choose_pass");
    default:
      return text;
  }
}

export function choices(session: Session): Choice[] {
  return session.view.legal.map((decision) => ({ decision, label: choiceWords(decision, session) }));
}

export function actions(session: Session): Action[] {
  const { view } = session;
  const { legal } = view;
  const ui = uiOf(session);
  const found: Action[] = [];
  if (view.phase === "turn" && legal.some((one) => one.startsWith("~"))) {
    const { chosen } = ui;
    if (chosen && !chosen.pair) found.push({ label: t("board.act_exchange"), run: () => ui.play(session, `~${chosen.colour}`) });
    else if (ui.exchanging) found.push({ label: t("board.act_no_exchange"), run: () => ui.drop() });
    else
      found.push({
        label: t("board.act_exchange"),
        run: () => {
          ui.drop();
          ui.exchanging = true;
          session.announce(t("board.prompt_exchange"));
        },
      });
  }
  if (legal.includes(".")) found.push({ label: view.last_round ? t("board.act_end") : t("board.act_stop"), run: () => ui.play(session, "."), primary: true, ready: true });
  if (legal.includes("-")) found.push({ label: t("board.choose_pass"), run: () => ui.play(session, "-"), primary: true, ready: !legal.some((one) => read(one).kind === "place") });
  return found;
}

/** Who has how many: "Anna 3, Page 1". */
export function shares(session: Session, values: readonly number[]): string {
  return values.flatMap((n, seat) => (n ? [`${session.nameOfSeat(seat)} ${n}`] : [])).join(", ");
}

/** A field or crest for those who listen. */
export function targetWords(session: Session, target: string, neighbours: ReadonlyMap<string, string[]>): string {
  const { view, box } = session;
  const country = countryOf(target);
  const ways = session.deciding ? waysOf(view.legal, box).get(target) : undefined;
  const parts: string[] = [];
  if (isCrest(target)) {
    const standing = standingOf(view, box).find((one) => one.id === country)!;
    parts.push(t("board.crest_of", { country: countryName(box, country) }));
    parts.push(shares(session, standing.advisors) ? t("board.advisors_are", { shares: shares(session, standing.advisors) }) : t("board.no_advisors"));
    parts.push(t("board.room", { n: standing.room }));
  } else {
    const owner = view.fields[target];
    parts.push(fieldName(box, target), countryName(box, country));
    parts.push(owner === undefined ? t("board.free") : owner === session.seat ? t("board.own_monastery") : t("board.monastery_of", { name: session.nameOfSeat(owner) }));
    parts.push(t("board.roads_to", { fields: (neighbours.get(target) ?? []).map((id) => fieldName(box, id)).join(", ") }));
  }
  if (ways?.length) parts.push(ways[0]!.pair ? t("board.can_joker") : t("board.can_card"));
  if (session.picture.pending && read(session.picture.pending).kind === "place" && session.picture.pending.split("&")[0] === target) parts.push(t("board.to_confirm"));
  return parts.join(", ");
}

export function scorersWords(session: Session, number: number): string {
  if (!session.view.standing.totals.length) return t("table.not_counted");
  const scorers = shares(session, session.view.standing.lines.find(([key]) => key === `alliance:${number}`)?.[1] ?? []);
  return scorers ? t("board.alliance_scores", { shares: scorers }) : t("board.alliance_nobody");
}

/** An alliance: the two countries, and who would score how much. */
export function allianceWords(session: Session, number: number): string {
  const { box } = session;
  const between = box.map.alliances.find((one) => one.number === number)!.between.map((id) => countryName(box, id));
  return `${t("board.alliance", { n: number, countries: between.join("–") })}: ${scorersWords(session, number)}`;
}

export function describe(session: Session): { heading: string; lines: string[] }[] {
  const { view, box } = session;
  const neighbours = neighboursOf(box);
  const parts: { heading: string; lines: string[] }[] = [];
  if (session.seat !== null) {
    const hand = cardsOf(view.hands[session.seat] ?? {}, box).map((key) => cardName(box, colourOfCard(key)));
    parts.push({ heading: t("board.hand"), lines: hand.length ? hand : [t("board.none")] });
  }
  parts.push({
    heading: t("board.market"),
    lines: [...cardsOf(view.open, box).map((key) => cardName(box, colourOfCard(key))), t("board.pile_has", { n: view.pile }), halfWords(session)],
  });
  for (const standing of standingOf(view, box)) {
    const country = box.country.find((one) => one.id === standing.id)!;
    const lines = country.fields.map((field, i) => {
      const id = `${country.id}${i + 1}`;
      const owner = view.fields[id];
      const roads = t("board.roads_to", { fields: (neighbours.get(id) ?? []).map((one) => fieldName(box, one)).join(", ") });
      return `${field.name} (${id}): ${owner === undefined ? t("board.free") : session.nameOfSeat(owner)}; ${roads}`;
    });
    const seated = shares(session, standing.advisors);
    lines.push(`${seated ? t("board.advisors_are", { shares: seated }) : t("board.no_advisors")}; ${t("board.room", { n: standing.room })}`);
    parts.push({ heading: nameOf(country.name), lines });
  }
  parts.push({ heading: t("board.alliances"), lines: box.map.alliances.map(({ number }) => allianceWords(session, number)) });
  for (let seat = 0; seat < view.players; seat++) {
    parts.push({
      heading: session.nameOfSeat(seat),
      lines: [
        pointsWords(session, seat),
        t("board.left", { monasteries: view.monasteries_left[seat]!, advisors: view.advisors_left[seat]! }),
        t("board.line_is", { n: longestLine(view.fields, seat, neighbours) }),
        handWords(session, seat),
      ],
    });
  }
  return parts;
}

/** What somebody would score now. */
export function pointsWords({ view }: Session, seat: number): string {
  const n = view.standing.totals[seat];
  return n === undefined ? t("table.not_counted") : t("board.points_now", { n });
}

/** Another's hand, as far as everybody knows it. */
export function handWords(session: Session, seat: number): string {
  const { view, box } = session;
  const known = cardList(box, view.known[seat] ?? {});
  const words = t("board.cards_in_hand", { n: view.hand_sizes[seat]! });
  return known ? `${words} (${t("board.known", { cards: known })})` : words;
}

/** What happens when the pile is used up. */
export function halfWords(session: Session): string {
  const { view } = session;
  return view.last_round ? t("board.half_last") : view.second_half ? t("board.half_second") : t("board.half_first");
}

/** What the panel with players and countries is called. */
export const holdingsName = (): string => t("board.holdings");

export function lineName(key: string, session: Session): { name: string; art?: { name: string; width: number; height: number } } {
  const [section = "", subject = ""] = key.split(":");
  const { box } = session;
  const art = { name: `shield-${subject}`, width: 100, height: 120 };
  if (section === "monasteries") return { name: countryName(box, subject), art };
  if (section === "middle") return subject ? { name: t("board.line_middle", { country: countryName(box, subject) }), art } : { name: t("board.middle") };
  if (section === "alliance") {
    const one = box.map.alliances.find(({ number }) => number === Number(subject));
    return { name: `${subject} ${one?.between.map((id) => countryName(box, id)).join("–") ?? ""}` };
  }
  if (section === "chains") return { name: t("board.chains") };
  return { name: t("board.middle") };
}
