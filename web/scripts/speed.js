// How fast the client is, printed: time until the first page reacts, and frames while cards fly on a slow phone.
//   node scripts/speed.js [http://localhost:8123] [slow-down of the processor, 4]
if (process.argv[2]) process.env.EMINENCE_SERVER = process.argv[2];
const { base, bots, launch, mine, open, press, visitor } = await import("../e2e/browser.js");
const { frames, reacting, wire } = await import("../e2e/measure.js");
const rate = Number(process.argv[3] ?? 4);
const middle = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

const browser = await launch();
const times = [];
for (let i = 0; i < 5; i++) {
  const page = await visitor(browser, "phone");
  times.push(await reacting(page, base));
  await page.context().close();
}
console.log(`first page reacts after ${middle(times).toFixed(0)} ms (median of ${times.map((one) => one.toFixed(0)).join(", ")}; cold cache)`);

for (const [name, path] of [["first page", "/"]]) {
  const page = await visitor(browser, "phone");
  const { bytes, requests } = await wire(page, `${base}${path}`, ".games .cover use");
  console.log(`${name}: ${(bytes / 1000).toFixed(1)} kB on the wire in ${requests.length} requests`);
  await page.context().close();
}

for (const game of ["richelieu-duel", "richelieu"]) {
  const page = await visitor(browser, "phone", { reducedMotion: "no-preference" });
  await open(page, { game, chairs: bots(game === "richelieu" ? 3 : 1), start: 0 });
  const processor = await page.context().newCDPSession(page);
  await mine(page);
  await processor.send("Emulation.setCPUThrottlingRate", { rate });
  const all = [];
  for (let turn = 0; turn < 5; turn++) {
    all.push(
      ...(await frames(page, async () => {
        await press(page, ".card.can:not(:has(.marker))");
        await page.waitForSelector(".bar .big");
        await page.waitForTimeout(500);
        await press(page, ".bar .big");
        await page.waitForTimeout(900);
        await mine(page);
      })),
    );
  }
  const over = (limit) => `${((100 * all.filter((one) => one > limit + 1).length) / all.length).toFixed(0)} %`;
  console.log(`${game}, processor ${rate} times slower: ${all.length} frames while cards fly, median ${middle(all).toFixed(1)} ms, over 16.7 ms ${over(16.7)}, over 33.3 ms ${over(33.3)}`);
  await page.context().close();
}
await browser.close();
