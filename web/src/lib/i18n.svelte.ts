/** Texts in four languages: the browser's choice at first, switched at once, remembered. */

import type { Area, Key, Text, Texts } from "../i18n/keys";
import type { Language, Names } from "./protocol";
import { remember, remembered } from "./theme.svelte";

export const LANGUAGES: Record<Language, string> = { en: "English", de: "Deutsch", fr: "Français", nl: "Nederlands" };

type Module = { default: Record<string, unknown>; learn: () => Promise<{ default: unknown }> };

const loaders: Record<Language, () => Promise<Module>> = {
  en: () => import("../i18n/en/index"),
  de: () => import("../i18n/de/index"),
  fr: () => import("../i18n/fr/index"),
  nl: () => import("../i18n/nl/index"),
};

/** The first of the browser's languages that we have. */
export function preferred(wishes: readonly string[]): Language {
  for (const wish of wishes) {
    const code = wish.slice(0, 2).toLowerCase();
    if (code in LANGUAGES) return code as Language;
  }
  return "en";
}

export type Params = Record<string, string | number>;

/** What is dear to make is made once a language. */
function once<T>(make: (language: string) => T): (language: string) => T {
  const made = new Map<string, T>();
  return (language) => {
    let found = made.get(language);
    if (!found) made.set(language, (found = make(language)));
    return found;
  };
}
const plurals = once((language) => new Intl.PluralRules(language));
const lists = once((language) => new Intl.ListFormat(language, { type: "conjunction" }));

/** Fill the gaps of a text; `n` chooses the plural. */
export function fill(text: Text, params: Params, language: string): string {
  let words: string;
  if (typeof text === "string") words = text;
  else {
    const rule = plurals(language).select(Number(params.n ?? 0));
    words = (text as Record<string, string>)[rule] ?? text.other;
  }
  return words.replace(/\{(\w+)\}/g, (gap, name: string) => (name in params ? String(params[name]) : gap));
}

class I18n {
  language = $state<Language>("en");
  #texts = $state.raw<Texts>({});
  #module: Module | null = null;
  #lessons = false;

  async start(): Promise<void> {
    const kept = remembered("language");
    await this.choose(kept && kept in LANGUAGES ? (kept as Language) : preferred(navigator.languages ?? [navigator.language]), false);
  }

  async choose(language: Language, keep = true): Promise<void> {
    const module = await loaders[language]();
    const texts: Texts = {};
    for (const [path, area] of Object.entries(module.default)) texts[path.slice(2, -5)] = area as Texts[string];
    if (this.#lessons) texts.learn = (await module.learn()).default as Texts[string];
    this.#module = module;
    this.#texts = texts;
    this.language = language;
    document.documentElement.lang = language;
    if (keep) remember("language", language);
  }

  /** Load the texts of the lessons as well; await it before showing them. */
  async needLessons(): Promise<void> {
    this.#lessons = true;
    if (this.#module && !this.#texts.learn) this.#texts = { ...this.#texts, learn: (await this.#module.learn()).default as Texts[string] };
  }

  /** The reader's own custom of writing dates and numbers, where the browser has one for this language. */
  get locale(): string {
    return navigator.languages?.find((wish) => wish.slice(0, 2).toLowerCase() === this.language) ?? this.language;
  }

  text(key: string, params: Params): string {
    const dot = key.indexOf(".");
    const found = this.#texts[key.slice(0, dot)]?.[key.slice(dot + 1)];
    return found === undefined ? key : fill(found, params, this.language);
  }

  has(key: string): boolean {
    const dot = key.indexOf(".");
    return this.#texts[key.slice(0, dot)]?.[key.slice(dot + 1)] !== undefined;
  }
}

export const i18n = new I18n();

/** A text by its key. */
export function t(key: Key, params: Params = {}): string {
  return i18n.text(key, params);
}

/** A text whose key is put together from a code of the server's; `otherwise` where there is none of that name. */
export function tCode(area: Area, code: string, otherwise: Key, params: Params = {}): string {
  const key = `${area}.${code}`;
  return i18n.has(key) ? i18n.text(key, params) : i18n.text(otherwise, { ...params, code });
}

/** A name of the box in the reader's language. */
export function nameOf(names: Names): string {
  return typeof names === "string" ? names : (names[i18n.language] ?? names.en ?? Object.values(names)[0] ?? "");
}

/** Points with a true minus; a dash where nobody has counted them. */
export const points = (value: number | undefined): string => (value === undefined ? "–" : value < 0 ? `−${-value}` : String(value));

/** Some things in words: a, b and c. */
export const listed = (items: string[]): string => lists(i18n.language).format(items);
