/** Light or dark, as the system has it or as chosen here; remembered. */

export type Choice = "system" | "light" | "dark";

class Theme {
  choice = $state<Choice>("system");
  dark = $state(false);

  start(): void {
    const kept = remembered("theme");
    if (kept === "light" || kept === "dark") this.choice = kept;
    const query = matchMedia("(prefers-color-scheme: dark)");
    query.addEventListener("change", () => this.#apply(query.matches));
    this.#apply(query.matches);
  }

  choose(choice: Choice): void {
    this.choice = choice;
    remember("theme", choice === "system" ? null : choice);
    this.#apply(matchMedia("(prefers-color-scheme: dark)").matches);
  }

  #apply(system: boolean): void {
    this.dark = this.choice === "system" ? system : this.choice === "dark";
    document.documentElement.dataset.theme = this.dark ? "dark" : "light";
  }
}

export const theme = new Theme();

/** Whether the reader asked for less motion. */
export const calm = (): boolean => typeof matchMedia === "function" && matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Something kept on this device; nothing if the browser forbids it. */
export function remembered(key: string): string | null {
  try {
    return localStorage.getItem(`eminence.${key}`);
  } catch {
    return null;
  }
}

export function remember(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(`eminence.${key}`);
    else localStorage.setItem(`eminence.${key}`, value);
  } catch {
    // Private windows may have no storage; then the choice holds until the page is left.
  }
}
