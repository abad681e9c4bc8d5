/** New pieces come from their owner. Call it while a component is being made. */

import { fly, settle } from "../lib/motion";
import type { Session } from "./ui.svelte";

export function arriving(session: () => Session, frame: () => HTMLElement | undefined): void {
  let before: { fields: Record<string, number>; advisors: Record<string, number[]> } | null = null;
  $effect(() => {
    const { view } = session();
    const map = frame();
    const old = before;
    before = { fields: view.fields, advisors: view.advisors };
    if (!old || !map) return;
    const fresh = Object.keys(view.fields).filter((id) => !(id in old.fields));
    const seated = Object.keys(view.advisors).filter((id) => view.advisors[id]!.some((n, seat) => n > (old.advisors[id]?.[seat] ?? 0)));
    if (fresh.length + seated.length > 3 * view.players) return;
    const land = (node: Element | null | undefined, seat: number) => {
      const from = document.querySelector(`[data-supply-of="${seat}"]`);
      if (!node) return;
      settle(node);
      if (from) fly(node, from.getBoundingClientRect(), node.getBoundingClientRect());
    };
    for (const id of fresh) land(map.querySelector(`[data-target="${id}"] svg`), view.fields[id]!);
    for (const id of seated) {
      const seat = view.advisors[id]!.findIndex((n, i) => n > (old.advisors[id]?.[i] ?? 0));
      land(map.querySelector(`[data-target="${id}!"] [data-advisor="${seat}"]:last-of-type svg`), seat);
    }
  });
}
