// Measurements of a page: bytes on the wire, time until it reacts, frames while cards fly.

/** What a first visit loads, until `ready` is there and the network is quiet. */
export async function wire(page, url, ready) {
  const network = await page.context().newCDPSession(page);
  await network.send("Network.enable");
  await network.send("Network.setCacheDisabled", { cacheDisabled: true });
  // What the service worker has fetched a moment before would count as nothing.
  await network.send("Network.setBypassServiceWorker", { bypass: true });
  const requests = new Map();
  network.on("Network.requestWillBeSent", ({ requestId, request }) => requests.set(requestId, { url: request.url, size: 0 }));
  network.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => requests.has(requestId) && (requests.get(requestId).size = encodedDataLength));
  await page.goto(url);
  await page.waitForSelector(ready);
  await page.waitForLoadState("networkidle");
  await network.detach();
  const all = [...requests.values()];
  return { bytes: all.reduce((sum, { size }) => sum + size, 0), requests: all.sort((a, b) => b.size - a.size) };
}

/** Milliseconds from the start of the navigation until the first button of one tap is there and reacts. */
export async function reacting(page, url) {
  const network = await page.context().newCDPSession(page);
  await network.send("Network.setCacheDisabled", { cacheDisabled: true });
  await page.addInitScript(() => {
    globalThis.reacts = new Promise((done) => {
      const look = () => {
        const button = document.querySelector(".games .play");
        const box = button?.getBoundingClientRect();
        // Its handler is there as soon as it is: what remains is that a frame with it was shown.
        if (!box?.width) return requestAnimationFrame(look);
        requestAnimationFrame(() => setTimeout(() => done(performance.now())));
      };
      look();
    });
  });
  await page.goto(url);
  return page.evaluate(() => globalThis.reacts);
}

/** The intervals between frames while something is done. */
export async function frames(page, work) {
  await page.evaluate(() => {
    globalThis.marks = [];
    const mark = (now) => {
      globalThis.marks.push({ now, flying: document.querySelectorAll("#flights > *").length });
      globalThis.marking = requestAnimationFrame(mark);
    };
    globalThis.marking = requestAnimationFrame(mark);
  });
  await work();
  const marks = await page.evaluate(() => (cancelAnimationFrame(globalThis.marking), globalThis.marks));
  return marks.slice(1).flatMap(({ now, flying }, i) => (flying || marks[i].flying ? [now - marks[i].now] : []));
}
