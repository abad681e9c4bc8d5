/** Who looks on at a table: those who are connected and do not sit. Names are known only of those who did something here. */

import type { Logged, Player } from "../protocol";

export interface Watchers {
  /** Names that are known, in the order of the alphabet. */
  names: string[];
  /** How many there are besides. */
  unnamed: number;
}

export function watchersOf(present: readonly string[], players: readonly Player[], log: readonly Logged[], own: { id: string; name: string } | null): Watchers {
  const known = new Map<string, string>();
  for (const { event } of log) if (event.kind === "created" || event.kind === "seated" || event.kind === "said") known.set(event.user, event.name);
  if (own) known.set(own.id, own.name);
  const seated = new Set(players.map((player) => player.user));
  const watching = present.filter((user) => !seated.has(user));
  const names = watching.flatMap((user) => known.get(user) ?? []).sort((a, b) => a.localeCompare(b));
  return { names, unnamed: watching.length - names.length };
}
