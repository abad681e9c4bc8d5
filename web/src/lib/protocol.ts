/**
 * What goes over the wire, as src/eminence/server/messages.py, table/commands.py, table/events.py, table/picture.py and
 * view.py have it. Seats count from 0. Times are milliseconds since 1970. Decisions are in notation (docs/notation.md).
 */

export type GameId = "richelieu-duel" | "richelieu" | "cardinal-cards" | "cardinal-board";
export type Language = "en" | "de" | "fr" | "nl";
export type Names = string | Partial<Record<Language, string>>;

// What is agreed before a game.

export type Clock = { kind: "none" } | { kind: "live"; seconds: number; increment?: number } | { kind: "days"; days: number };
export type Chair = { kind: "mine"; name?: string } | { kind: "open" } | { kind: "bot"; level: string };

export interface Settings {
  game: GameId;
  chairs: Chair[];
  options?: Record<string, boolean>;
  public?: boolean;
  clock?: Clock;
  leavers?: "bot" | "end";
  stand_in?: string;
  casual?: boolean;
  prompt?: boolean;
  start?: number | "lot";
  components?: unknown;
}

/** The settings as a picture shows them: without chairs and box. */
export type Agreed = Required<Omit<Settings, "chairs" | "components">>;

// What one may ask of a table.

export type Command =
  | { kind: "sit"; seat: number; name?: string }
  | { kind: "leave"; seat: number }
  | { kind: "chair"; seat: number; level?: string | null }
  | { kind: "start" }
  | { kind: "decide"; seat: number; at: number; decision: string; confirm?: boolean }
  | { kind: "undo"; seat: number; at: number }
  | { kind: "confirm"; seat: number; at: number }
  | { kind: "takeback"; seat: number }
  | { kind: "answer"; seat: number; agree: boolean }
  | { kind: "resign"; seat: number }
  | { kind: "claim"; seat: number }
  | { kind: "say"; text: string }
  | { kind: "mute"; user: string; on?: boolean }
  | { kind: "rematch" }
  | { kind: "close" };

// What happened.

export type TableEvent =
  | { kind: "created"; user: string; name: string; origin?: string | null }
  | { kind: "seated"; seat: number; user: string; name: string }
  | { kind: "left"; seat: number }
  | { kind: "chair"; seat: number; level: string | null }
  | { kind: "started"; commitment: string; start: number }
  | { kind: "branched"; decisions: string[] }
  | { kind: "decided"; seat: number; decision: string; ends: boolean }
  | { kind: "undone"; seat: number }
  | { kind: "confirmed"; seat: number }
  | { kind: "asked"; seat: number; to: number }
  | { kind: "answered"; seat: number; agree: boolean }
  | { kind: "takenback"; seat: number; to: number }
  | { kind: "gaveup"; seat: number; how: "resigned" | "left" | "timeout" | "claimed"; level: string | null }
  | { kind: "finished"; scores: number[]; ranks: number[]; winners: number[]; by: number | null }
  | { kind: "said"; user: string; name: string; text: string }
  | { kind: "muted"; user: string; on: boolean }
  | { kind: "rematched"; table: string }
  | { kind: "closed"; user: string };

export interface Logged {
  seq: number;
  at: number;
  event: TableEvent;
}

// What one sees.

export interface Sheet {
  game: GameId;
  /** [key, points by seat]; a key is "section" or "section:subject", for instance crests:anjou. */
  lines: [string, number[]][];
  subtotals: [string, number[]][];
  totals: number[];
  breaker: "fewer-cards" | "more-cards" | "pieces-left";
  breakers: number[];
  ranks: number[];
  winners: number[];
  decided_by: "points" | "shared" | "none" | "fewer-cards" | "more-cards" | "pieces-left";
  final: boolean;
}

interface ViewBase {
  game: GameId;
  options: Record<string, boolean>;
  components: string;
  players: number;
  start: number;
  viewer: number | null;
  /** The seat to act; null when the game is over. */
  seat: number | null;
  /** Turns completed. */
  turn: number;
  over: boolean;
  /** The decisions of the turn that is not finished, with every stop written. */
  unfinished: string | null;
  /** One's legal decisions; empty if somebody else is to act, or a confirmation is awaited. */
  legal: string[];
  standing: Sheet;
}

export interface Token {
  cell: string;
  holder: number | null;
  played: boolean;
  face: string | null;
  not: string[];
}

export interface DisplayView extends ViewBase {
  phase: "take" | "pay" | "mark" | "put" | "over";
  /** The cards that lie there, by cell. */
  display: Record<string, string>;
  /** All cards as they were laid out, where the server tells. */
  laid?: Record<string, string>;
  markers: Record<string, number>;
  supply: number[];
  box: number[];
  collections: string[][];
  tokens: Token[];
  pending: string | null;
  taken: number;
  turn_region: string | null;
  turn_weight: number;
  turn_limit: number;
  any_colours: boolean;
}

export interface BoardView extends ViewBase {
  phase: "turn" | "place" | "draw" | "over";
  fields: Record<string, number>;
  advisors: Record<string, number[]>;
  monasteries_left: number[];
  advisors_left: number[];
  hands: Record<string, number>[];
  hand_sizes: number[];
  known: Record<string, number>[];
  open: Record<string, number>;
  discards: Record<string, number>;
  pile: number;
  second_half: boolean;
  last_round: boolean;
  track: number[];
  turn_country: string | null;
}

export type View = DisplayView | BoardView;

export interface Player {
  user: string | null;
  name: string;
  bot: string | null;
  /** Who gave this seat up. */
  former: string | null;
  /** A chair that is kept for somebody. */
  kept: boolean;
}

export interface Picture<V extends View = View> {
  id: string;
  phase: "gathering" | "playing" | "finished" | "closed";
  settings: Agreed;
  components: string;
  owner: string;
  origin: string | null;
  rematch: string | null;
  players: Player[];
  commitment: string | null;
  seed: string | null;
  clock: { left: number[] | null; since: number; deadline: number | null } | null;
  offer: { seat: number; agreed: number[] } | null;
  result: { scores: number[]; ranks: number[]; winners: number[]; by: number | null } | null;
  muted: string[];
  /** One's own seats. */
  yours: number[];
  /** The seat through whose eyes this is seen; null for somebody who watches. */
  seat: number | null;
  view: V | null;
  /** The decision that ends the turn, waiting to be confirmed. It is not yet part of the view. */
  pending: string | null;
  /** How many decisions can be taken back one by one. */
  undo: number;
  /** The `at` of the next command. */
  count: number;
}

// Messages.

export type Request =
  | { type: "watch"; id: string; table: string; after?: number; seat?: number | null }
  | { type: "unwatch"; id: string; table: string }
  | { type: "do"; id: string; table: string; command: Command }
  | { type: "hint"; id: string; table: string; seat: number }
  | { type: "lobby"; id: string; on?: boolean }
  | { type: "ping"; id: string };

export interface Snapshot {
  type: "snapshot";
  id: string;
  table: string;
  seq: number;
  now: number;
  log: Logged[];
  picture: Picture;
  present: string[];
}

export interface Update {
  type: "update";
  id?: string | null;
  table: string;
  seq: number;
  now: number;
  log: Logged[];
  picture?: Picture | null;
}

/** What speaks for a turn: a code and its arguments, as src/eminence/analysis/reasons.py lists them. */
export type Reason = { code: string } & Record<string, string | number>;

/** A turn worth considering, from the present decision to its end, or to what cannot be foreseen. */
export interface Hint {
  /** The turn in notation. */
  turn: string;
  decisions: number[];
  /** The chance to win. */
  win: number;
  /** Points ahead of the best other at the end, as expected. */
  margin: number;
  visits: number;
  proven: boolean;
  reasons: Reason[];
}

export interface Hints {
  type: "hints";
  id: string;
  table: string;
  count: number;
  hints: Hint[];
}

export type Reply =
  | { type: "hello"; version: string; protocol: number; user: string | null; name: string | null; now: number }
  | Snapshot
  | Update
  | { type: "presence"; table: string; present: string[] }
  | { type: "done"; id: string; seq: number }
  | { type: "refused"; id?: string | null; code: string; params?: Record<string, unknown> }
  | Hints
  | { type: "lobby"; now: number }
  | { type: "pong"; id: string; now: number }
  | { type: "bye"; code: string };

// HTTP.

export interface User {
  id: string;
  name: string;
  admin: boolean;
}

export interface Me {
  user: User | null;
  invitation_required: boolean;
  version: string;
  now: number;
}

export interface CatalogueGame {
  id: GameId;
  title: string;
  summary: string;
  players: number[];
  options: string[];
  mechanism: "display" | "board";
  components: string;
}

export interface Catalogue {
  games: CatalogueGame[];
  levels: { id: string; title: string; about: string }[];
  default_level: string;
  languages: string[];
}

export interface Summary {
  id: string;
  game: GameId;
  players: number;
  phase: Picture["phase"];
  public: boolean;
  owner: string;
  open_seats: number;
  clock: Clock["kind"];
  created: number;
  changed: number;
  ended: number | null;
  seats: { user: string | null; name: string; bot: string | null; rank: number | null; score: number | null; turn: boolean }[];
}

export interface Device {
  id: string;
  kind: "browser" | "bot";
  label: string;
  created: number;
  seen: number;
  current: boolean;
}

export interface Statistic {
  game: GameId;
  players: number;
  played: number;
  won: number;
  mean_rank: number;
  best_score: number;
}

/** A step of a replay: the position after a turn. The first is the deal, which is nobody's turn. */
export interface ReplayStep {
  turn: number;
  seat: number | null;
  text: string;
  view: View;
}

/** Somebody, as administrators see them. */
export interface Somebody {
  id: string;
  name: string;
  admin: boolean;
  banned: boolean;
  created: number;
}

/** An invitation that is still good, without its code. */
export interface Invitation {
  id: string;
  uses: number | null;
  expires: number | null;
  created: number;
}

// The box, as its component file has it, and where things are on a map.

export interface DisplayBox {
  mechanism: "display";
  scoring: "regions" | "countries";
  name: Names;
  rows: number;
  columns: number;
  markers: number;
  region: { id: string; name: Names; initial: string; arms: string; crests?: number; cards: string[] }[];
  symbol: { id: string; name: Names; letter?: string }[];
  circle?: { id: string; name: Names; letter: string }[];
  tokens: Record<string, unknown> & { cells: string[] };
  provenance?: Record<string, string>;
}

export interface MapData {
  width: number;
  height: number;
  fields: Record<string, { at: [number, number]; label: [number, number, "start" | "middle" | "end"] }>;
  crests: Record<string, [number, number]>;
  alliances: { number: number; at: [number, number]; ends: [number, number][]; between: [string, string]; sea: boolean }[];
  roads: [string, string][];
}

export interface BoardBox {
  mechanism: "board";
  name: Names;
  monasteries: number;
  advisors: number;
  hand: number;
  open_cards: number;
  colour: { id: string; countries: string[]; cards: number }[];
  country: { id: string; name: Names; arms: string; fields: { name: string; at: [number, number] }[] }[];
  alliance: { between: [string, string]; sea?: boolean }[];
  map: MapData;
  provenance?: Record<string, string>;
}

export type ComponentBox = DisplayBox | BoardBox;
