/** A review in words. */

import { i18n, nameOf, t, tCode, type Params } from "../lib/i18n.svelte";
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
  if (params.points !== undefined) params.n = params.points;
  return tCode("replay", `reason_${reason.code}`, "replay.reason_other", params);
}

/** Reasons that only say again what the words of the turn say. */
const PLAIN = new Set(["reserves-card", "moves-marker", "takes-token", "plays-token", "draws-colour", "draws-from-pile", "exchanges-card"]);

/** What speaks for a turn: nothing twice, and nothing that only says again what is done. */
export const tellingWords = (reasons: readonly Reason[], session: TableSession): string[] => [
  ...new Set(reasons.filter(({ code }) => !PLAIN.has(code)).map((reason) => reasonWords(reason, session))),
];

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

/** A number with one digit behind the point, or behind what the reader has for one. */
export const tenths = (value: number): string => value.toLocaleString(i18n.locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** An expected margin: so many points ahead of the best other, or behind. */
export function marginWords(margin: number): string {
  const n = Math.round(Math.abs(margin));
  return n === 0 ? t("table.hint_level") : margin > 0 ? t("table.hint_ahead", { n }) : t("table.hint_behind", { n });
}

/** The margin of a game that is over. */
export const resultWords = (margin: number): string => (margin === 0 ? t("replay.level") : t(margin > 0 ? "replay.ahead" : "replay.behind", { n: Math.abs(margin) }));

/** A change in hundredths with its sign, and a true minus. */
export function change(value: number): string {
  const n = hundredths(value);
  return n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "0";
}
