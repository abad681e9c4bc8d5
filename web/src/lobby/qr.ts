/** QR codes of short texts, after ISO/IEC 18004: bytes, error correction M, versions 1 to 10. */

// By version, from 1: correction codewords of a block, and blocks.
const CORRECTION = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26];
const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5];

/** How many codewords a version has in all. */
function codewords(version: number): number {
  let bits = (16 * version + 128) * version + 64;
  if (version >= 2) {
    const count = Math.floor(version / 7) + 2;
    bits -= (25 * count - 10) * count - 55;
    if (version >= 7) bits -= 36;
  }
  return bits >> 3;
}

const dataWords = (version: number): number => codewords(version) - CORRECTION[version - 1]! * BLOCKS[version - 1]!;

/** Multiplication in the field of 256 elements that the codes use. */
function times(a: number, b: number): number {
  let product = 0;
  for (let i = 7; i >= 0; i--) {
    product = (product << 1) ^ ((product >>> 7) * 0x11d);
    product ^= ((b >>> i) & 1) * a;
  }
  return product;
}

function divisor(degree: number): number[] {
  const found = Array.from({ length: degree }, (_, i): number => (i === degree - 1 ? 1 : 0));
  let root = 1;
  for (let i = 0; i < degree; i++) {
    for (let j = 0; j < degree; j++) {
      found[j] = times(found[j]!, root);
      if (j + 1 < degree) found[j]! ^= found[j + 1]!;
    }
    root = times(root, 2);
  }
  return found;
}

function remainder(data: number[], by: number[]): number[] {
  const rest = by.map(() => 0);
  for (const word of data) {
    const factor = word ^ rest.shift()!;
    rest.push(0);
    by.forEach((value, i) => (rest[i]! ^= times(value, factor)));
  }
  return rest;
}

/** The codewords of a text: data with padding, corrected block by block, and interleaved. */
function encode(bytes: Uint8Array, version: number): number[] {
  const bits: number[] = [];
  const push = (value: number, length: number) => {
    for (let i = length - 1; i >= 0; i--) bits.push((value >>> i) & 1);
  };
  push(4, 4);
  push(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) push(byte, 8);
  const room = dataWords(version) * 8;
  push(0, Math.min(4, room - bits.length));
  push(0, (8 - (bits.length % 8)) % 8);
  for (let pad = 0xec; bits.length < room; pad ^= 0xec ^ 0x11) push(pad, 8);
  const words = Array.from({ length: bits.length / 8 }, (_, i) => bits.slice(8 * i, 8 * i + 8).reduce((sum, bit) => 2 * sum + bit, 0));

  const count = BLOCKS[version - 1]!;
  const all = codewords(version);
  const short = count - (all % count);
  const length = Math.floor(all / count) - CORRECTION[version - 1]!;
  const by = divisor(CORRECTION[version - 1]!);
  const blocks: { data: number[]; rest: number[] }[] = [];
  for (let i = 0, from = 0; i < count; i++) {
    const data = words.slice(from, (from += length + (i < short ? 0 : 1)));
    blocks.push({ data, rest: remainder(data, by) });
  }
  const found: number[] = [];
  for (let i = 0; i <= length; i++) for (const { data } of blocks) if (i < data.length) found.push(data[i]!);
  for (let i = 0; i < by.length; i++) for (const { rest } of blocks) found.push(rest[i]!);
  return found;
}

const MASKS: ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** The dark modules of a text's code, row by row. Texts of more than 213 bytes do not fit. */
export function qr(text: string): boolean[][] {
  const bytes = new TextEncoder().encode(text);
  let version = 1;
  while (bytes.length + (version < 10 ? 2 : 3) > dataWords(version)) if (++version > 10) throw new RangeError("too long for a QR code");
  const size = 17 + 4 * version;
  const dark = Array.from({ length: size }, () => Array<boolean>(size).fill(false));
  const fixed = Array.from({ length: size }, () => Array<boolean>(size).fill(false));
  const set = (x: number, y: number, on: boolean) => {
    if (x < 0 || y < 0 || x >= size || y >= size) return;
    dark[y]![x] = on;
    fixed[y]![x] = true;
  };
  for (let i = 0; i < size; i++) {
    set(6, i, i % 2 === 0);
    set(i, 6, i % 2 === 0);
  }
  for (const [cx, cy] of [[3, 3], [size - 4, 3], [3, size - 4]] as const)
    for (let dy = -4; dy <= 4; dy++)
      for (let dx = -4; dx <= 4; dx++) {
        const ring = Math.max(Math.abs(dx), Math.abs(dy));
        set(cx + dx, cy + dy, ring !== 2 && ring !== 4);
      }
  const places = alignments(version, size);
  const last = places.length - 1;
  places.forEach((cy, i) =>
    places.forEach((cx, j) => {
      if ((i === 0 && (j === 0 || j === last)) || (i === last && j === 0)) return;
      for (let dy = -2; dy <= 2; dy++) for (let dx = -2; dx <= 2; dx++) set(cx + dx, cy + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1);
    }),
  );
  if (version >= 7) {
    let rest = version;
    for (let i = 0; i < 12; i++) rest = (rest << 1) ^ ((rest >>> 11) * 0x1f25);
    const bits = (version << 12) | rest;
    for (let i = 0; i < 18; i++) {
      const on = ((bits >>> i) & 1) === 1;
      const a = size - 11 + (i % 3);
      const b = Math.floor(i / 3);
      set(a, b, on);
      set(b, a, on);
    }
  }
  const format = (mask: number) => {
    let rest = mask;
    for (let i = 0; i < 10; i++) rest = (rest << 1) ^ ((rest >>> 9) * 0x537);
    const bits = ((mask << 10) | rest) ^ 0x5412;
    const bit = (i: number) => ((bits >>> i) & 1) === 1;
    for (let i = 0; i <= 5; i++) set(8, i, bit(i));
    set(8, 7, bit(6));
    set(8, 8, bit(7));
    set(7, 8, bit(8));
    for (let i = 9; i < 15; i++) set(14 - i, 8, bit(i));
    for (let i = 0; i < 8; i++) set(size - 1 - i, 8, bit(i));
    for (let i = 8; i < 15; i++) set(8, size - 15 + i, bit(i));
    set(8, size - 8, true);
  };
  format(0);

  const words = encode(bytes, version);
  let at = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step++) {
      for (let j = 0; j < 2; j++) {
        const x = right - j;
        const y = ((right + 1) & 2) === 0 ? size - 1 - step : step;
        if (fixed[y]![x] || at >= words.length * 8) continue;
        dark[y]![x] = ((words[at >>> 3]! >>> (7 - (at & 7))) & 1) === 1;
        at += 1;
      }
    }
  }
  const masked = (mask: number) => dark.map((row, y) => row.map((on, x) => (fixed[y]![x] ? on : on !== MASKS[mask]!(x, y))));
  let best = 0;
  let least = Infinity;
  for (let mask = 0; mask < 8; mask++) {
    format(mask);
    const cost = penalty(masked(mask));
    if (cost < least) [best, least] = [mask, cost];
  }
  format(best);
  return masked(best);
}

function alignments(version: number, size: number): number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = Math.ceil((size - 13) / (2 * count - 2)) * 2;
  return [6, ...Array.from({ length: count - 1 }, (_, i) => size - 7 - (count - 2 - i) * step)];
}

/** How hard a pattern is to read: long runs, squares, what looks like a corner, too much of one colour. */
function penalty(rows: boolean[][]): number {
  const size = rows.length;
  const columns = rows[0]!.map((_, x) => rows.map((row) => row[x]!));
  let sum = 0;
  for (const line of [...rows, ...columns]) {
    for (let i = 0, run = 1; i < size; i++) {
      if (i && line[i] === line[i - 1]) run += 1;
      else run = 1;
      if (run === 5) sum += 3;
      else if (run > 5) sum += 1;
    }
    const text = line.map((on) => (on ? "1" : "0")).join("");
    sum += 40 * ((text.match(/(?=00001011101)/g)?.length ?? 0) + (text.match(/(?=10111010000)/g)?.length ?? 0));
  }
  for (let y = 1; y < size; y++) for (let x = 1; x < size; x++) if (new Set([rows[y]![x], rows[y - 1]![x], rows[y]![x - 1], rows[y - 1]![x - 1]]).size === 1) sum += 3;
  const share = rows.flat().filter(Boolean).length / (size * size);
  return sum + 10 * Math.floor(Math.abs(share * 100 - 50) / 5);
}

/** The dark modules as the `d` of a path, with runs of a row joined. */
export function qrPath(rows: boolean[][]): string {
  let path = "";
  rows.forEach((row, y) => {
    for (let x = 0; x < row.length; x++) {
      if (!row[x]) continue;
      const from = x;
      while (row[x + 1]) x += 1;
      path += `M${from} ${y}h${x - from + 1}v1h-${x - from + 1}z`;
    }
  });
  return path;
}
