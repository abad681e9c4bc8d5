/** One's other tables while the tab is out of sight: looked at now and then, to tell when one of them waits for oneself. */

import { api } from "./api";
import { t } from "./i18n.svelte";
import { nameOf } from "./names";
import { notifier } from "./notify.svelte";
import type { Summary } from "./protocol";
import { me } from "./store/me.svelte";

const EVERY = 60_000;

/** The tables at which it is somebody's turn. */
export const waiting = (tables: readonly Summary[], user: string): Summary[] =>
  tables.filter((table) => table.phase === "playing" && table.seats.some((seat) => seat.turn && seat.user === user));

/** Those that wait now and did not before. */
export function freshly(before: ReadonlySet<string>, now: readonly Summary[]): Summary[] {
  return now.filter((table) => !before.has(table.id));
}

async function look(): Promise<Summary[]> {
  const { tables } = await api.tables({ show: "mine", limit: 50 });
  return me.user ? waiting(tables, me.user.id) : [];
}

/** The table that is open in this tab tells of itself at once. */
const open = (): string => /^\/t\/([a-z0-9]+)$/.exec(location.pathname)?.[1] ?? "";

export function watchTurns(): void {
  let before = new Set<string>();
  let timer: ReturnType<typeof setInterval> | undefined;
  const remember = (tables: Summary[]) => void (before = new Set(tables.map((table) => table.id)));
  async function tell(): Promise<void> {
    const now = await look();
    for (const table of freshly(before, now)) {
      if (table.id === open()) continue;
      const others = table.seats.filter((seat) => seat.user !== me.user?.id).map((seat) => nameOf(seat, "…"));
      const title = `${t("table.your_turn")} – ${t(`common.game_${table.game}` as "common.game_richelieu")}`;
      void notifier.yourTurn(table.id, table.changed, title, others.join(", "));
    }
    remember(now);
  }
  document.addEventListener("visibilitychange", () => {
    clearInterval(timer);
    if (document.visibilityState !== "hidden" || notifier.state !== "on" || !me.user) return;
    // What waited already when one went away is known.
    void look().then(remember, () => undefined);
    timer = setInterval(() => void tell().catch(() => undefined), EVERY);
  });
}
