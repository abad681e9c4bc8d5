/** Asking the server over HTTP. Every refusal is a `Refusal` with a code that `tell` (lib/words.ts) puts into words. */

import type { Catalogue, ComponentBox, Device, Me, Picture, ReplayStep, Settings, Snapshot, Statistic, Summary, User } from "./protocol";

export class Refusal extends Error {
  constructor(
    readonly code: string,
    readonly params: Record<string, unknown> = {},
  ) {
    super(code);
    this.name = "Refusal";
  }
}

/** A request and its answer as JSON. Without an answer the refusal is `offline`. */
export async function ask<T>(method: "GET" | "POST" | "DELETE", path: string, body?: unknown): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(path, {
      method,
      credentials: "same-origin",
      headers: body === undefined ? {} : { "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch {
    throw new Refusal("offline");
  }
  const data: unknown = await answer.json().catch(() => null);
  if (answer.ok) return data as T;
  const told = (data ?? {}) as { code?: string; params?: Record<string, unknown> };
  throw new Refusal(told.code ?? (answer.status === 404 ? "not-found" : "server-error"), told.params ?? { status: answer.status });
}

function query(values: Record<string, string | number | undefined | null>): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== null && value !== "");
  return given.length ? "?" + given.map(([key, value]) => `${key}=${encodeURIComponent(String(value))}`).join("&") : "";
}

export interface Find {
  show: "lobby" | "mine" | "watch" | "finished";
  game?: string;
  text?: string;
  before?: string | null;
  limit?: number;
}

export type TableData = Omit<Snapshot, "type" | "table"> & { picture: Picture };

export const api = {
  me: () => ask<Me>("GET", "/api/me"),
  name: (name: string, invitation?: string) => ask<{ user: User }>("POST", "/api/me", { name, ...(invitation ? { invitation } : {}) }),
  code: () => ask<{ code: string; link: string; expires: number }>("POST", "/api/me/code"),
  recover: (code: string) => ask<{ user: User }>("POST", "/api/me/recover", { code }),
  devices: () => ask<{ devices: Device[] }>("GET", "/api/me/devices"),
  forget: (id: string) => ask<unknown>("DELETE", `/api/me/devices/${encodeURIComponent(id)}`),
  token: (label: string) => ask<{ token: string }>("POST", "/api/me/tokens", { label }),
  logout: () => ask<unknown>("POST", "/api/me/logout"),
  statistics: () => ask<{ games: Statistic[] }>("GET", "/api/me/statistics"),
  catalogue: () => ask<Catalogue>("GET", "/api/catalogue"),
  components: (fingerprint: string, table?: string) => ask<ComponentBox>("GET", `/api/components/${fingerprint}${query({ table })}`),
  tables: (find: Find) => ask<{ tables: Summary[]; next: string | null }>("GET", `/api/tables${query({ ...find })}`),
  open: (settings: Settings) => ask<{ id: string }>("POST", "/api/tables", settings),
  table: (id: string) => ask<TableData>("GET", `/api/tables/${id}`),
  replay: (id: string, seat: number | "all" | "watch") => ask<{ steps: ReplayStep[] }>("GET", `/api/tables/${id}/replay${query({ seat })}`),
  review: (id: string, start = true) => ask<{ state: string; progress: [number, number]; review: unknown }>(start ? "POST" : "GET", `/api/tables/${id}/review`),
  rules: (game: string, language: string) => ask<{ game: string; language: string; markdown: string }>("GET", `/api/rules/${game}${query({ language })}`),
};

// What never changes is asked for once.

const kept = new Map<string, Promise<unknown>>();

function once<T>(key: string, get: () => Promise<T>): Promise<T> {
  const found = kept.get(key) as Promise<T> | undefined;
  if (found) return found;
  const asked = get();
  kept.set(key, asked);
  asked.catch(() => kept.delete(key));
  return asked;
}

export const catalogue = () => once("catalogue", api.catalogue);
export const components = (fingerprint: string, table?: string) => once(`box ${fingerprint}`, () => api.components(fingerprint, table));
