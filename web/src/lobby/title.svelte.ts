/** The title of a page in the tab, until it is left. Call it while a component is being made. */
export function titled(words: () => string): void {
  $effect(() => {
    const found = words();
    document.title = found ? `${found} – Eminence` : "Eminence";
    return () => (document.title = "Eminence");
  });
}
