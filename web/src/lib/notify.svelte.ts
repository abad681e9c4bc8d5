/** A notification of the system when it is one's turn: only if wished for, allowed, and the tab is out of sight. */

import { remember, remembered } from "./theme.svelte";

export type NotifyState = "unsupported" | "denied" | "off" | "on";

/** What the browser can do; a test puts its own in place. */
export interface Means {
  permission: () => NotificationPermission | null;
  ask: () => Promise<NotificationPermission>;
  hidden: () => boolean;
  show: (title: string, options: NotificationOptions, path: string) => Promise<void>;
  clear: (tag: string) => Promise<void>;
}

const registration = async (): Promise<ServiceWorkerRegistration | undefined> => ("serviceWorker" in navigator ? navigator.serviceWorker.getRegistration().catch(() => undefined) : undefined);

export const browser: Means = {
  permission: () => (typeof Notification === "undefined" || !isSecureContext ? null : Notification.permission),
  ask: () => Notification.requestPermission(),
  hidden: () => document.visibilityState === "hidden",
  async show(title, options, path) {
    // Phones show only what comes from the service worker.
    const worker = await registration();
    if (worker?.active) return worker.showNotification(title, { ...options, data: { path } });
    const shown = new Notification(title, options);
    shown.onclick = () => {
      window.focus();
      shown.close();
    };
  },
  async clear(tag) {
    for (const shown of (await (await registration())?.getNotifications({ tag })) ?? []) shown.close();
  },
};

export class Notifier {
  #wanted = $state(false);
  #permission = $state<NotificationPermission | null>(null);
  /** The last turn that was told of, by table. */
  #told = new Map<string, number>();

  constructor(readonly means: Means = browser) {
    this.#wanted = remembered("notify") === "yes";
    this.look();
  }

  get state(): NotifyState {
    if (this.#permission === null) return "unsupported";
    if (this.#permission === "denied") return "denied";
    return this.#wanted && this.#permission === "granted" ? "on" : "off";
  }

  /** The permission may have been changed in the browser's settings. */
  look(): void {
    this.#permission = this.means.permission();
  }

  /** Switch it on or off. The browser asks the first time. */
  async turn(on: boolean): Promise<void> {
    if (on && this.#permission === "default") this.#permission = await this.means.ask();
    this.#wanted = on && this.#permission === "granted";
    remember("notify", this.#wanted ? "yes" : null);
  }

  /** It is one's turn at a table. Told once a turn. */
  async yourTurn(table: string, turn: number, title: string, body: string): Promise<boolean> {
    this.look();
    if (this.#told.get(table) === turn) return false;
    this.#told.set(table, turn);
    if (this.state !== "on" || !this.means.hidden()) return false;
    try {
      await this.means.show(title, { body, tag: `turn-${table}`, icon: "/icon-192.png" }, `/t/${table}`);
      return true;
    } catch {
      return false;
    }
  }

  /** Somebody looks at the table: what was told is known now. */
  async seen(table: string): Promise<void> {
    if (this.state === "on") await this.means.clear(`turn-${table}`).catch(() => undefined);
  }
}

export const notifier = new Notifier();
