// A whole board game through the interface on a wide screen; `node e2e/board.js URL --phone` plays it on a phone.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { base } from "./browser.js";

const script = fileURLToPath(new URL("./board.js", import.meta.url));

for (const options of [["--language=fr-FR", "--theme=dark"]]) {
  test(`a whole board game against bots (${options.join(" ")})`, async () => {
    const child = spawn(process.execPath, [script, base, ...options]);
    let said = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (said += text));
    const code = await new Promise((done) => child.once("exit", done));
    assert.equal(code, 0, said.slice(-3000));
  });
}
