/**
 * The art of the boxes. A sprite (src/eminence/draw/sprite.py lists its symbols) is fetched once and put into the document,
 * as references between the parts of a foreign file are not followed by every browser. `<Art>` (ui/Art.svelte) shows a symbol.
 */

const loaded = new Map<string, Promise<void>>();
/** Fingerprints whose art is there. */
export const ready = $state<Record<string, true>>({});

export const prefix = (fingerprint: string): string => `b${fingerprint.slice(0, 6)}-`;

/** A code as a part of an id: anjou:1+sword is anjou_1_sword. */
export const artName = (code: string): string => code.replace(/[^A-Za-z0-9-]/g, "_");

export function loadArt(fingerprint: string, table?: string): Promise<void> {
  let found = loaded.get(fingerprint);
  if (!found) {
    found = load(fingerprint, table);
    loaded.set(fingerprint, found);
    found.catch(() => loaded.delete(fingerprint));
  }
  return found;
}

async function load(fingerprint: string, table?: string): Promise<void> {
  const answer = await fetch(`/api/art/${fingerprint}.svg${table ? `?table=${table}` : ""}`);
  if (!answer.ok) throw new Error(`art ${fingerprint}: ${answer.status}`);
  const parsed = new DOMParser().parseFromString(await answer.text(), "image/svg+xml").documentElement;
  const sprite = document.importNode(parsed, true);
  sprite.classList.add("sprite");
  document.body.prepend(sprite);
  ready[fingerprint] = true;
}
