/** A review in words. */

import { nameOf, tCode, type Params } from "../lib/i18n.svelte";
import type { BoardBox, ComponentBox, DisplayBox, Reason } from "../lib/protocol";
import type { TableSession } from "../lib/session";
import { tokenWords } from "../display/words";

/** What speaks for a turn: a code with ids of the box, as analysis/reasons.py lists them. */
export function reasonWords(reason: Reason, session: TableSession): string {
  const params: Params = {};
  for (const [key, value] of Object.entries(reason)) {
    if (key === "code") continue;
    params[key] = key === "player" ? session.nameOfSeat(Number(value)) : subject(key, value, session.box);
  }
  return tCode("replay", `reason_${reason.code}`, "replay.reason_other", params);
}

function subject(key: string, value: string | number, box: ComponentBox): string | number {
  if (typeof value === "number") return value;
  if (box.mechanism === "display") return displaySubject(key, value, box);
  return boardSubject(key, value, box);
}

function displaySubject(key: string, value: string, box: DisplayBox): string {
  if (key === "token") return tokenWords(value, box);
  const found = [...box.region, ...box.symbol, ...(box.circle ?? [])].find((one) => one.id === value);
  return found ? nameOf(found.name) : value;
}

function boardSubject(key: string, value: string, box: BoardBox): string {
  const country = (id: string) => nameOf(box.country.find((one) => one.id === id)?.name ?? id);
  if (key !== "colour") return country(value);
  return box.colour.find((colour) => colour.id === value)?.countries.map(country).join("/") ?? value;
}

/** A chance in whole hundredths. */
export const hundredths = (chance: number): number => Math.round(chance * 100);

/** A change in hundredths with its sign, and a true minus. */
export function change(value: number): string {
  const n = hundredths(value);
  return n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "0";
}
