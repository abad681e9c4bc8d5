// Weighs what was built, gzipped, and fails if the first load grows beyond what was promised.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const folder = new URL("../../src/eminence/server/static/", import.meta.url).pathname;
const LIMIT = 60_000;

function files(path) {
  return readdirSync(path).flatMap((name) => {
    const full = join(path, name);
    return statSync(full).isDirectory() ? files(full) : [full];
  });
}

const weight = (path) => gzipSync(readFileSync(path), { level: 9 }).length;
const index = readFileSync(join(folder, "index.html"), "utf8");
const first = [...index.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map((found) => join(folder, found[1]));
const all = files(folder).filter((path) => /\.(js|css|html)$/.test(path));
const kilo = (n) => `${(n / 1000).toFixed(1)} kB`.padStart(9);

let sum = weight(join(folder, "index.html"));
for (const path of all) {
  const here = first.includes(path);
  if (here) sum += weight(path);
  console.log(`${kilo(weight(path))} ${here ? "*" : " "} ${path.slice(folder.length)}`);
}
// One language is loaded at once as well: the heaviest.
const languages = all.filter((path) => /assets\/(en|de|fr|nl)-/.test(path)).map(weight);
sum += Math.max(0, ...languages);
console.log(`${kilo(sum)}   first load with one language, without the art (limit ${LIMIT / 1000} kB)`);
if (sum > LIMIT) process.exit(1);
