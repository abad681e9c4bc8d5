/** The turns of a game from the log of its table, which tells decisions one by one, with undoing and taking back. */

import type { Logged } from "../protocol";

export interface Turn {
  seat: number;
  decisions: string[];
  /** When it was confirmed; null for a turn that is not finished. */
  at: number | null;
}

export function turnsOf(log: readonly Logged[]): Turn[] {
  const turns: Turn[] = [];
  // In a game that was taken up again, the decisions before are not told turn by turn.
  let before = 0;
  let open: Turn | null = null;
  for (const { event, at } of log) {
    switch (event.kind) {
      case "branched":
        before = event.decisions.length;
        break;
      case "decided":
        if (!open) turns.push((open = { seat: event.seat, decisions: [], at: null }));
        open.decisions.push(event.decision);
        break;
      case "undone":
        if (open) {
          open.decisions.pop();
          if (!open.decisions.length) {
            turns.pop();
            open = null;
          }
        }
        break;
      case "confirmed":
        if (open) open.at = at;
        open = null;
        break;
      case "takenback": {
        let left = event.to - before;
        let keep = 0;
        while (keep < turns.length && left >= turns[keep]!.decisions.length) left -= turns[keep++]!.decisions.length;
        turns.length = keep;
        open = null;
        break;
      }
    }
  }
  return turns;
}

/** The last finished turn of every seat since the given seat's own last one, oldest first: what happened meanwhile. */
export function sinceOwn(turns: readonly Turn[], seat: number | null): Turn[] {
  const done = turns.filter((turn) => turn.at !== null);
  const found: Turn[] = [];
  const seen = new Set<number>();
  for (let i = done.length - 1; i >= 0; i--) {
    const turn = done[i]!;
    if (turn.seat === seat || seen.has(turn.seat)) break;
    seen.add(turn.seat);
    found.unshift(turn);
  }
  return found;
}
