/** The texts by area. A new area: its JSON in all four languages, and a line here. English is the model for the keys. */

import type board from "./en/board.json";
import type common from "./en/common.json";
import type display from "./en/display.json";
import type learn from "./en/learn.json";
import type lobby from "./en/lobby.json";
import type reasons from "./en/reasons.json";
import type replay from "./en/replay.json";
import type rules from "./en/rules.json";
import type start from "./en/start.json";
import type table from "./en/table.json";

interface Areas {
  board: typeof board;
  common: typeof common;
  display: typeof display;
  learn: typeof learn;
  lobby: typeof lobby;
  reasons: typeof reasons;
  replay: typeof replay;
  rules: typeof rules;
  start: typeof start;
  table: typeof table;
}

export type Area = keyof Areas;
export type Key = { [A in Area]: `${A}.${Extract<keyof Areas[A], string>}` }[Area];
/** A text, or one for each plural of its parameter `n`. */
export type Text = string | { one?: string; many?: string; other: string };
export type Texts = Record<string, Record<string, Text>>;
