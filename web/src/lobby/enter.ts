/** Lists of tables, and what the lobby says about them. */

import { ask } from "../lib/api";
import { i18n, t } from "../lib/i18n.svelte";
import { nameOf } from "../lib/names";
import type { Agreed, Clock, Summary } from "../lib/protocol";

export interface Wish {
  show: "lobby" | "mine" | "watch" | "finished";
  whose?: "mine" | "";
  game?: string;
  text?: string;
  before?: string | null;
  limit?: number;
}

export function listTables(wish: Wish): Promise<{ tables: Summary[]; next: string | null }> {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(wish)) if (value !== undefined && value !== null && value !== "") query.set(key, String(value));
  return ask("GET", `/api/tables?${query.toString()}`);
}

export const day = (at: number): string => new Date(at).toLocaleDateString(i18n.locale, { dateStyle: "medium" });
export const moment = (at: number): string => new Date(at).toLocaleString(i18n.locale, { dateStyle: "medium", timeStyle: "short" });

export const gameName = (id: string): string => t(`common.game_${id}` as "common.game_richelieu");

export const seatName = (seat: Summary["seats"][number]): string => nameOf(seat, t("lobby.free_chair"));

export function clockWords(clock: Clock): string {
  if (clock.kind === "live") return t("lobby.set_clock_live", { minutes: Math.round(clock.seconds / 60), seconds: clock.increment ?? 0 });
  if (clock.kind === "days") return t("lobby.set_clock_days", { n: clock.days });
  return t("lobby.set_clock_none");
}

/** What was agreed on, in a few words each. */
export function agreedWords(settings: Agreed): string[] {
  const options = Object.entries(settings.options).filter(([, on]) => on).map(([name]) => t(`start.option_${name}` as "start.option_early_end"));
  return [
    clockWords(settings.clock),
    settings.public ? t("lobby.set_public") : t("lobby.set_private"),
    settings.casual ? t("lobby.set_casual") : t("lobby.set_serious"),
    ...options,
  ];
}
