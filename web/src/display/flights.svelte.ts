/** What changed at the display, shown by movement: taken cards fly to their owner, markers down and back. */

import { fly, settle } from "../lib/motion";
import { readCard } from "./deck";
import type { Session } from "./words";

interface Before {
  view: Session["view"];
  places: Map<string, DOMRect>;
  faces: Map<string, Element>;
}

/** Let the table in `field` move with its session; `takers` tells who took which card. Called while a component is made. */
export function flights(session: () => Session, field: () => HTMLElement | undefined, takers: () => Map<string, number>): void {
  let before: Before | null = null;
  $effect.pre(() => {
    const now = session().view;
    const place = field();
    if (!place) return;
    const old = before?.view ?? now;
    const places = new Map<string, DOMRect>();
    const faces = new Map<string, Element>();
    // Only what will be gone is measured: every measurement has the browser lay the page out.
    const leaving = [...Object.keys(old.display).filter((cell) => !(cell in now.display)), ...Object.keys(old.markers).filter((cell) => !(cell in now.markers))];
    for (const cell of leaving) {
      const node = place.querySelector<HTMLElement>(`[data-cell="${cell}"]`);
      const face = node?.querySelector("svg");
      if (node) places.set(cell, node.getBoundingClientRect());
      if (face) faces.set(cell, face);
    }
    before = { view: old, places, faces };
  });
  $effect(() => {
    const now = session().view;
    const old = before;
    before = { view: now, places: new Map(), faces: new Map() };
    const place = field();
    if (!old || old.view === now || !place || Math.abs(now.turn - old.view.turn) > now.players) return;
    // First everything is measured, then everything set off: in turns, the page would be laid out for each of them.
    for (const flight of [...cards(session(), old, takers()), ...markers(session(), old, place)]) flight();
  });
}

type Flight = () => void;

function cards(session: Session, old: Before, takers: Map<string, number>): Flight[] {
  const found: Flight[] = [];
  let late = 0;
  for (const [cell, code] of Object.entries(old.view.display)) {
    if (cell in session.view.display) continue;
    const seat = takers.get(cell);
    const from = old.places.get(cell);
    const face = old.faces.get(cell);
    const to = document.querySelector(`[data-hold="${seat}:${readCard(code, session.box).region}"]`) ?? document.querySelector(`[data-supply-of="${seat}"]`);
    if (!from || !face || !to) continue;
    const end = to.getBoundingClientRect();
    const delay = (late = Math.min(late + 40, 120)) - 40;
    found.push(() => fly(face, from, end, delay));
  }
  return found;
}

function markers(session: Session, old: Before, place: HTMLElement): Flight[] {
  const now = session.view;
  const found: Flight[] = [];
  for (const [cell, seat] of Object.entries(now.markers)) {
    if (old.view.markers[cell] === seat) continue;
    const node = place.querySelector<SVGElement>(`[data-cell="${cell}"] .marker svg`);
    const supply = (seat === session.seat && document.querySelector(`[data-supply="${seat}"] .markers`)) || document.querySelector(`[data-supply-of="${seat}"]`);
    if (!node) continue;
    if (supply) {
      const [from, to] = [supply.getBoundingClientRect(), node.getBoundingClientRect()];
      found.push(() => fly(node, from, to));
    }
    found.push(() => settle(node));
  }
  for (const [cell, seat] of Object.entries(old.view.markers)) {
    if (cell in now.markers || now.supply[seat]! <= old.view.supply[seat]!) continue;
    const from = old.places.get(cell);
    const to = (seat === session.seat && document.querySelector(`[data-supply="${seat}"]`)) || document.querySelector(`[data-supply-of="${seat}"]`);
    const node = to?.querySelector("svg");
    if (!from || !to || !node) continue;
    const end = to.getBoundingClientRect();
    found.push(() => fly(node, new DOMRect(from.left, from.bottom - 28, 26, 26), end));
  }
  return found;
}
