/** The map as geometry: neighbours, steps by arrow key, lines of monasteries, and the camera that looks at it. */

import type { BoardBox } from "../lib/protocol";

export interface Spot {
  id: string;
  x: number;
  y: number;
}

/** All fields and crests, in the order of the countries. */
export function spotsOf(box: BoardBox): Spot[] {
  return box.country.flatMap((country) => {
    const fields = country.fields.map((_, i) => {
      const id = `${country.id}${i + 1}`;
      const [x, y] = box.map.fields[id]!.at;
      return { id, x, y };
    });
    const [x, y] = box.map.crests[country.id]!;
    return [...fields, { id: `${country.id}!`, x, y }];
  });
}

export function neighboursOf(box: BoardBox): Map<string, string[]> {
  const found = new Map<string, string[]>(Object.keys(box.map.fields).map((id) => [id, []]));
  for (const [a, b] of box.map.roads) {
    found.get(a)?.push(b);
    found.get(b)?.push(a);
  }
  return found;
}

/** The nearest spot in a direction; far aside counts as far. Null at the edge. */
export function step(spots: readonly Spot[], from: string, dx: number, dy: number): Spot | null {
  const here = spots.find((spot) => spot.id === from);
  if (!here) return null;
  let best: Spot | null = null;
  let least = Infinity;
  for (const spot of spots) {
    const along = (spot.x - here.x) * dx + (spot.y - here.y) * dy;
    const aside = Math.abs((spot.x - here.x) * dy - (spot.y - here.y) * dx);
    if (spot === here || along <= 0 || aside > along * 2.5) continue;
    const cost = along + aside * 2;
    if (cost < least) [best, least] = [spot, cost];
  }
  return best;
}

/** How many monasteries of a player the longest unbroken line along roads has. */
export function longestLine(fields: Record<string, number>, seat: number, neighbours: ReadonlyMap<string, string[]>): number {
  const own = new Set(Object.keys(fields).filter((id) => fields[id] === seat));
  const walked = new Set<string>();
  function walk(id: string): number {
    walked.add(id);
    let longest = 0;
    for (const next of neighbours.get(id) ?? []) if (own.has(next) && !walked.has(next)) longest = Math.max(longest, walk(next));
    walked.delete(id);
    return longest + 1;
  }
  return [...own].reduce((longest, id) => Math.max(longest, walk(id)), 0);
}

/** Where one looks: `k` pixels for a unit of the map, whose origin lies at `x`, `y` in the window. */
export interface Camera {
  k: number;
  x: number;
  y: number;
}

export interface Window {
  width: number;
  height: number;
  map: { width: number; height: number };
  /** The part of the map where things stand: it is always all to be seen at first. */
  core?: { left: number; top: number; right: number; bottom: number };
}

/** From this scale on, fields lie far enough apart for a finger. */
export const FINGER = 1.05;
const DEEPEST = 2.4;

/** The scale at first: the map fills the window as far as nothing that matters is cut off. */
export function fitting({ width, height, map, core }: Window): number {
  const inside = Math.min(width / map.width, height / map.height);
  const filling = Math.max(width / map.width, height / map.height);
  const most = core ? Math.min(width / (core.right - core.left), height / (core.bottom - core.top)) : inside;
  return Math.max(0.05, inside, Math.min(filling, most));
}

/** Keep the map in the window: in the middle where it is smaller, without gaps where it is larger. */
export function kept(camera: Camera, window: Window): Camera {
  const least = fitting(window);
  const k = Math.min(Math.max(camera.k, least), Math.max(DEEPEST, least));
  const place = (at: number, room: number, size: number): number => (size <= room ? (room - size) / 2 : Math.min(0, Math.max(room - size, at)));
  return { k, x: place(camera.x, window.width, window.map.width * k), y: place(camera.y, window.height, window.map.height * k) };
}

export function whole(window: Window): Camera {
  const k = fitting(window);
  const { core = { left: 0, top: 0, right: window.map.width, bottom: window.map.height } } = window;
  return kept({ k, x: window.width / 2 - ((core.left + core.right) / 2) * k, y: window.height / 2 - ((core.top + core.bottom) / 2) * k }, window);
}

/** Zoom so that what lies at (px, py) of the window stays there. */
export function zoomed(camera: Camera, k: number, px: number, py: number, window: Window): Camera {
  const least = fitting(window);
  const wanted = Math.min(Math.max(k, least), Math.max(DEEPEST, least));
  const ratio = wanted / camera.k;
  return kept({ k: wanted, x: px - (px - camera.x) * ratio, y: py - (py - camera.y) * ratio }, window);
}

/** Move as little as is needed for a point of the map to be well inside the window. */
export function showing(camera: Camera, spot: { x: number; y: number }, window: Window, margin = 60): Camera {
  const inset = Math.min(margin, window.width / 3, window.height / 3);
  const px = camera.x + spot.x * camera.k;
  const py = camera.y + spot.y * camera.k;
  const into = (at: number, room: number): number => Math.min(Math.max(at, inset), room - inset) - at;
  return kept({ ...camera, x: camera.x + into(px, window.width), y: camera.y + into(py, window.height) }, window);
}

/** Look at some points at once, but not closer than `closest`. */
export function framing(spots: readonly { x: number; y: number }[], window: Window, closest: number, margin = 70): Camera {
  const xs = spots.map((spot) => spot.x);
  const ys = spots.map((spot) => spot.y);
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const wide = right - left + 2 * margin;
  const high = bottom - top + 2 * margin;
  const k = Math.min(closest, window.width / wide, window.height / high);
  const bounded = Math.max(k, fitting(window));
  return kept({ k: bounded, x: window.width / 2 - ((left + right) / 2) * bounded, y: window.height / 2 - ((top + bottom) / 2) * bounded }, window);
}

/** The part of a map where its fields and crests are, with some room around, and for the names of its western shore. */
export function coreOf(spots: readonly Spot[], map: { width: number; height: number }, room = 46, names = 92): NonNullable<Window["core"]> {
  const xs = spots.map((spot) => spot.x);
  const ys = spots.map((spot) => spot.y);
  return {
    left: Math.max(0, Math.min(...xs) - names),
    top: Math.max(0, Math.min(...ys) - room),
    right: Math.min(map.width, Math.max(...xs) + room),
    bottom: Math.min(map.height, Math.max(...ys) + room),
  };
}
