/** Names beside their places, each where it covers least. All in units of the map. */

export interface Rect {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface Named {
  id: string;
  x: number;
  y: number;
  width: number;
}

export interface Label {
  x: number;
  /** The baseline. */
  y: number;
  anchor: "start" | "middle" | "end";
}

export const around = (x: number, y: number, width: number, height: number): Rect => ({ left: x - width / 2, top: y - height / 2, right: x + width / 2, bottom: y + height / 2 });

const common = (a: Rect, b: Rect): number => Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) * Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));

/** How long a straight road runs through a rectangle. */
function through(rect: Rect, [x1, y1, x2, y2]: readonly [number, number, number, number]): number {
  let from = 0;
  let to = 1;
  const [dx, dy] = [x2 - x1, y2 - y1];
  for (const [d, near, far] of [
    [dx, rect.left - x1, rect.right - x1],
    [dy, rect.top - y1, rect.bottom - y1],
  ] as const) {
    if (Math.abs(d) < 1e-9) {
      if (near > 0 || far < 0) return 0;
      continue;
    }
    const [a, b] = d > 0 ? [near / d, far / d] : [far / d, near / d];
    from = Math.max(from, a);
    to = Math.min(to, b);
  }
  return to > from ? (to - from) * Math.hypot(dx, dy) : 0;
}

/** Eight places around a point at a distance; what comes first is liked best. */
const SIDES: readonly (readonly [number, number, Label["anchor"]])[] = [
  [1, 0, "start"],
  [-1, 0, "end"],
  [0, -1, "middle"],
  [0, 1, "middle"],
  [0.72, -0.72, "start"],
  [0.72, 0.72, "start"],
  [-0.72, -0.72, "end"],
  [-0.72, 0.72, "end"],
];

function at(one: Named, side: number, size: number, gap: number): { label: Label; rect: Rect } {
  const [dx, dy, anchor] = SIDES[side]!;
  const x = one.x + dx * gap;
  const middle = one.y + dy * (gap + (anchor === "middle" ? size * 0.35 : 0));
  const left = anchor === "start" ? x : anchor === "end" ? x - one.width : x - one.width / 2;
  return { label: { x, y: middle + size * 0.34, anchor }, rect: { left, right: left + one.width, top: middle - size * 0.55, bottom: middle + size * 0.55 } };
}

/** Place all names of a size beside their points, clear of each other and of what must stay visible. */
export function placeNames(
  names: readonly Named[],
  size: number,
  gap: number,
  obstacles: readonly Rect[],
  roads: readonly (readonly [number, number, number, number])[],
  bounds: Rect,
): Map<string, Label> {
  const choices = names.map((one) =>
    SIDES.map((_, side) => {
      const { label, rect } = at(one, side, size, gap);
      const inside = common(rect, bounds);
      let cost = side * 3 + ((rect.right - rect.left) * (rect.bottom - rect.top) - inside) * 8;
      for (const other of obstacles) cost += common(rect, other) * 3;
      for (const road of roads) cost += through(rect, road) * 1.2;
      return { label, rect, cost };
    }),
  );
  const clash = (chosen: readonly number[], i: number, side: number): number =>
    choices.reduce((sum, other, j) => (j === i ? sum : sum + common(choices[i]![side]!.rect, other[chosen[j]!]!.rect) * 4), choices[i]![side]!.cost);
  let best: number[] = [];
  let least = Infinity;
  // From several beginnings, always the same ones, every name moves to its best side until none wants to; the best end counts.
  for (let start = 0; start < 10 && least > 0; start++) {
    const chosen = choices.map((some, i) => (start ? (i * 7 + start * 5 + ((i * start) % 3)) % some.length : some.reduce((first, one, side) => (one.cost < some[first]!.cost ? side : first), 0)));
    for (let round = 0; round < 6; round++) {
      let moved = false;
      choices.forEach((some, i) => {
        const worth = some.map((_, side) => clash(chosen, i, side));
        const side = worth.indexOf(Math.min(...worth));
        if (side !== chosen[i]) [chosen[i], moved] = [side, true];
      });
      if (!moved) break;
    }
    const cost = chosen.reduce((sum, side, i) => sum + clash(chosen, i, side), 0);
    if (cost < least) [best, least] = [chosen, cost];
  }
  return new Map(names.map((one, i) => [one.id, choices[i]![best[i]!]!.label]));
}
