/** Sizes on the screen for a scale of the map: they grow with it, within what can be read and hit. */

export interface Sizes {
  piece: number;
  target: number;
  /** The letters of a field's name. */
  name: number;
  disc: number;
  shield: number;
  /** The letters of a country's name. */
  land: number;
  /** Whether names are written at all. */
  named: boolean;
}

const within = (least: number, value: number, most: number): number => Math.min(most, Math.max(least, value));

export const sizesOf = (k: number): Sizes => ({
  piece: within(19, 37 * k, 46),
  target: within(24, 42 * k, 48),
  name: within(9.6, 12.5 * k, 14),
  disc: within(14, 22 * k, 30),
  shield: within(20, 38 * k, 52),
  land: within(11, 16 * k, 19),
  named: k >= 0.55,
});
