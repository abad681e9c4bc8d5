/** Refusals in words: the reasons of the rules, and what a table or the server refuses. */

import { Refusal } from "./api";
import { i18n, t, tCode, type Params } from "./i18n.svelte";

/** A refusal's code and parameters as a sentence. `names` are the players by seat. */
export function refusalWords(code: string, params: Record<string, unknown> = {}, names: string[] = []): string {
  if (code === "illegal" && typeof params.reason === "string") return tCode("reasons", params.reason, "reasons.unknown");
  const simple: Params = {};
  for (const [key, value] of Object.entries(params)) if (typeof value === "string" || typeof value === "number") simple[key] = value;
  if (typeof params.seat === "number") simple.name = names[params.seat] ?? t("table.seat", { n: params.seat + 1 });
  if (typeof params.until === "number") simple.time = new Date(params.until).toLocaleTimeString(i18n.locale, { timeStyle: "short" });
  return tCode("reasons", code, "reasons.refused", simple);
}

/** What went wrong, in words. */
export const troubleWords = (error: unknown): string => (error instanceof Refusal ? refusalWords(error.code, error.params) : String(error));
