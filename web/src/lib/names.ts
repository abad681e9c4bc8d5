/** What those at a table are called. */

import { t } from "./i18n.svelte";

/** A name, and the number that tells it from the same one on an earlier seat. */
export interface Named {
  name: string;
  number: number | null;
}

/** A bot's title, as the catalogue's ids are words of ours. */
export function botName(level: string): string {
  return t(`common.bot_${level}` as "common.bot_abbot");
}

/** The name of a person or bot, or a word for nobody. */
export function nameOf(who: { name: string; bot: string | null }, nobody: string): string {
  return who.name || (who.bot ? botName(who.bot) : nobody);
}

/** By seat; of several of one name the second has the number 2. */
export function tellApart(players: readonly { name: string; bot: string | null }[]): Named[] {
  const plain = players.map((player, seat) => nameOf(player, t("table.seat", { n: seat + 1 })));
  return plain.map((name, seat) => {
    const before = plain.slice(0, seat).filter((other) => other === name).length;
    return { name, number: before ? before + 1 : null };
  });
}

/** In one piece: "Page 2". */
export function inFull({ name, number }: Named): string {
  return number === null ? name : `${name} ${number}`;
}
