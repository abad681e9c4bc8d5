/**
 * A line of play shown on the table: what the decisions of a text do to a position, as far as it can be seen. The text comes
 * from the review, so everything in it is legal; nothing here judges that. Hidden things stay hidden.
 */

import { readCard } from "../display/deck";
import type { BoardBox, BoardView, ComponentBox, DisplayBox, DisplayView, View } from "../lib/protocol";
import { decisionsOf, isTake, placing } from "./notation";

export interface Imagined {
  seat: number;
  decisions: string[];
  view: View;
}

/** The turns of a line from a position on, and the position after each. */
export function imagine(view: View, box: ComponentBox, line: string, seat: number): Imagined[] {
  const turns: Imagined[] = [];
  let now = view;
  let who = seat;
  const decisions = decisionsOf(line);
  let start = 0;
  while (start < decisions.length) {
    const end = box.mechanism === "display" ? displayTurn(decisions, start, now as DisplayView, box) : boardTurn(decisions, start);
    const own = decisions.slice(start, end);
    now = box.mechanism === "display" ? playDisplay(now as DisplayView, own, who) : playBoard(now as BoardView, box, own, who);
    turns.push({ seat: who, decisions: own, view: now });
    who = (who + 1) % view.players;
    start = end;
  }
  return turns;
}

/** The rest of a turn that has begun, or a whole one: the position after these decisions of the seat to act. */
export function imagineTurn(view: View, box: ComponentBox, decisions: string[], seat: number): View {
  if (box.mechanism === "board") return playBoard(view as BoardView, box, decisions, seat);
  const { phase, pending } = view as DisplayView;
  // A card that is being paid for, or a marker that was lifted, still lies where it was.
  const begun = pending && phase === "pay" ? [pending] : pending && phase === "put" ? [`${pending}>`] : [];
  return playDisplay(view as DisplayView, [...begun, ...decisions], seat);
}

/** Where the turn that begins at `start` ends: taking, then perhaps a marker, with stops where they are written. */
export function displayTurn(decisions: string[], start: number, view: DisplayView, box: DisplayBox): number {
  const regional = box.scoring === "regions";
  let region: string | null = null;
  let weight = 0;
  let cards = 0;
  let limit = 2;
  let any = false;
  let closed = false;
  let i = start;
  for (; i < decisions.length; i++) {
    const decision = decisions[i]!;
    if (isTake(decision) || decision.startsWith("+")) {
      if (closed) break;
      if (decision === "+three") limit = 3;
      else if (decision === "+colours") any = true;
      if (!isTake(decision)) continue;
      const card = readCard(view.display[decision] ?? ":0", box);
      if (cards && ((!any && card.region !== region) || weight >= limit || weight + card.weight > limit || (regional && cards >= 2))) break;
      region ??= card.region;
      weight += card.weight;
      cards += 1;
    } else if (decision === ".") closed = true;
    else if (decision === "-") return i === start ? i + 1 : i;
    else if (decision.startsWith("@")) return i + 1;
  }
  return i;
}

function playDisplay(view: DisplayView, decisions: string[], seat: number): DisplayView {
  const display = { ...view.display };
  const markers = { ...view.markers };
  const supply = [...view.supply];
  const box = [...view.box];
  const collections = view.collections.map((cards) => [...cards]);
  const tokens = view.tokens.map((token) => ({ ...token }));
  for (const decision of decisions) {
    if (isTake(decision)) {
      const owner = markers[decision];
      if (owner !== undefined) {
        supply[owner]! += 1;
        delete markers[decision];
      }
      if (display[decision]) collections[seat]!.push(display[decision]);
      delete display[decision];
      for (const token of tokens) if (token.cell === decision && token.holder === null) token.holder = seat;
    } else if (decision.startsWith("$")) {
      const from = decision.slice(1);
      if (from) delete markers[from];
      else supply[seat]! -= 1;
      box[seat]! += 1;
    } else if (decision.startsWith("@")) {
      markers[decision.slice(1)] = seat;
      supply[seat]! -= 1;
    } else if (decision.endsWith(">")) {
      delete markers[decision.slice(0, -1)];
      supply[seat]! += 1;
    } else if (decision.startsWith("+")) {
      const token = tokens.find((one) => one.holder === seat && !one.played && (one.face === decision.slice(1) || one.face === null));
      if (token) token.played = true;
      if (decision === "+back") {
        box[seat]! -= 1;
        supply[seat]! += 1;
      }
    }
  }
  return { ...view, ...passed(view, seat), phase: "take", display, markers, supply, box, collections, tokens, taken: 0, pending: null };
}

/** Where a turn of the board game ends: pieces in one country and draws, or an exchange, or a pass. */
export function boardTurn(decisions: string[], start: number): number {
  let country: string | null = null;
  let drawn = false;
  let i = start;
  for (; i < decisions.length; i++) {
    const decision = decisions[i]!;
    if (decision === "-") return i === start ? i + 1 : i;
    if (decision.startsWith("~")) {
      if (i > start) return i;
      continue;
    }
    if (decision.startsWith("<")) {
      drawn = true;
      continue;
    }
    const piece = placing(decision);
    if (!piece) continue;
    if (drawn || decisions[start]!.startsWith("~") || (country !== null && piece.country !== country)) return i;
    country = piece.country;
  }
  return i;
}

function playBoard(view: BoardView, box: BoardBox, decisions: string[], seat: number): BoardView {
  const fields = { ...view.fields };
  const advisors = Object.fromEntries(Object.entries(view.advisors).map(([country, counts]) => [country, [...counts]]));
  const monasteries_left = [...view.monasteries_left];
  const advisors_left = [...view.advisors_left];
  const hands = view.hands.map((hand) => ({ ...hand }));
  const known = view.known.map((cards) => ({ ...cards }));
  const hand_sizes = [...view.hand_sizes];
  const open = { ...view.open };
  const discards = { ...view.discards };
  let pile = view.pile;
  const change = (counts: Record<string, number>, colour: string, by: number) => {
    const left = (counts[colour] ?? 0) + by;
    if (left > 0) counts[colour] = left;
    else delete counts[colour];
  };
  const discard = (colour: string, n: number) => {
    change(hands[seat]!, colour, -n);
    change(known[seat]!, colour, -n);
    hand_sizes[seat]! -= n;
    change(discards, colour, n);
  };
  for (const decision of decisions) {
    const piece = placing(decision);
    if (piece) {
      if (piece.joker) discard(piece.joker, 2);
      else discard(box.colour.find((colour) => colour.countries.includes(piece.country))?.id ?? "", 1);
      if (piece.field) {
        fields[piece.field] = seat;
        monasteries_left[seat]! -= 1;
      } else {
        const counts = (advisors[piece.country] ??= Array.from({ length: view.players }, () => 0));
        counts[seat]! += 1;
        advisors_left[seat]! -= 1;
      }
    } else if (decision.startsWith("~")) discard(decision.slice(1), 1);
    else if (decision.startsWith("<")) {
      hand_sizes[seat]! += 1;
      if (decision === "<?") pile = Math.max(0, pile - 1);
      else {
        change(open, decision.slice(1), -1);
        change(hands[seat]!, decision.slice(1), 1);
        change(known[seat]!, decision.slice(1), 1);
      }
    }
  }
  return { ...view, ...passed(view, seat), phase: "turn", fields, advisors, monasteries_left, advisors_left, hands, known, hand_sizes, open, discards, pile, turn_country: null };
}

/** The next player's turn. What a position would score is known to the server alone: nobody has counted this one. */
function passed(view: View, seat: number) {
  const standing = { ...view.standing, lines: [], subtotals: [], totals: [] };
  return { turn: view.turn + 1, seat: (seat + 1) % view.players, unfinished: null, legal: [] as string[], standing };
}
