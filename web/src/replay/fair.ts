/** The fairness check in the browser: the hash over the line of docs/fairness.md, compared with what was published. */

import type { Picture } from "../lib/protocol";

/** The line that was hashed before the first card. */
export const fairLine = (game: string, players: number, components: string, seed: string): string =>
  `eminence deal 1 ${game} ${players} ${components} ${seed}`;

export type Fairness = "verified" | "failed" | "unknown";

/** Whether the seed that is open now is the one that was promised. */
export async function checkFair(picture: Picture): Promise<{ fairness: Fairness; line: string; hash: string }> {
  const { commitment, seed, settings, players, components } = picture;
  if (!commitment || !seed) return { fairness: "unknown", line: "", hash: "" };
  const line = fairLine(settings.game, players.length, components, seed);
  const hash = await sha256(line);
  return { fairness: hash === commitment.toLowerCase() ? "verified" : "failed", line, hash };
}

/** SHA-256 in hexadecimal digits: the browser's own where it may be used, which it may not on plain http. */
export async function sha256(text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text);
  const digest = globalThis.crypto?.subtle ? new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)) : plainSha256(bytes);
  return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** SHA-256 as FIPS 180-4 describes it. */
export function plainSha256(message: Uint8Array): Uint8Array {
  const primes: number[] = [];
  for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime)) primes.push(n);
  const part = (root: number) => ((root - Math.floor(root)) * 2 ** 32) | 0;
  const K = primes.map((prime) => part(Math.cbrt(prime)));
  const hash = primes.slice(0, 8).map((prime) => part(Math.sqrt(prime)));
  const length = ((message.length + 8) >> 6) * 64 + 64;
  const padded = new Uint8Array(length);
  padded.set(message);
  padded[message.length] = 0x80;
  const data = new DataView(padded.buffer);
  data.setUint32(length - 8, Math.floor(message.length / 2 ** 29));
  data.setUint32(length - 4, (message.length << 3) >>> 0);
  const turn = (x: number, n: number) => (x >>> n) | (x << (32 - n));
  const w = new Int32Array(64);
  for (let block = 0; block < length; block += 64) {
    for (let i = 0; i < 16; i++) w[i] = data.getInt32(block + 4 * i);
    for (let i = 16; i < 64; i++) {
      const a = w[i - 15]!;
      const b = w[i - 2]!;
      w[i] = (w[i - 16]! + (turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)) + w[i - 7]! + (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10))) | 0;
    }
    let [a, b, c, d, e, f, g, h] = hash as [number, number, number, number, number, number, number, number];
    for (let i = 0; i < 64; i++) {
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[i]! + w[i]!) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((value, i) => (hash[i] = (hash[i]! + value) | 0));
  }
  const out = new DataView(new ArrayBuffer(32));
  hash.forEach((value, i) => out.setInt32(4 * i, value));
  return new Uint8Array(out.buffer);
}
