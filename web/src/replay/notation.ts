/** Turns written in notation (docs/notation.md), taken apart into decisions as the log has them. */

/** "A2$B5 C3>C7" is A2, $B5, C3>, @C7. */
export function decisionsOf(text: string): string[] {
  return text
    .split(/\s+/)
    .filter(Boolean)
    .flatMap((word) => {
      const paid = /^([A-H]\d+)(\$.*)$/.exec(word);
      if (paid) return [paid[1]!, paid[2]!];
      const moved = /^([A-H]\d+>)([A-H]\d+)$/.exec(word);
      return moved ? [moved[1]!, `@${moved[2]}`] : [word];
    });
}

export const isTake = (decision: string): boolean => /^[A-H]\d+$/.test(decision);
/** A monastery on a field, or an advisor; perhaps with a joker pair. */
export const placing = (decision: string): { country: string; field: string | null; joker: string | null } | null => {
  const found = /^([A-Z][a-z])(\d+|!)(?:&(\w+))?$/.exec(decision);
  return found ? { country: found[1]!, field: found[2] === "!" ? null : found[1]! + found[2]!, joker: found[3] ?? null } : null;
};
