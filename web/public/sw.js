// Keeps the shell of the application, so that it opens fast, and offers a page of its own without a connection.
// Nothing of a game is kept: everything under /api/ always comes from the server.
const SHELL = "eminence-shell-1";
const ASSETS = "eminence-assets-1";
const PAGES = ["/offline.html", "/offline.css", "/offline.js", "/icon.svg"];
const MOST = 120;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(SHELL).then((cache) => cache.addAll(PAGES)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const old = (names) => Promise.all(names.filter((name) => name !== SHELL && name !== ASSETS).map((name) => caches.delete(name)));
  event.waitUntil(caches.keys().then(old).then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin || url.pathname.startsWith("/api/")) return;
  if (request.mode === "navigate") {
    event.respondWith(fetch(request).catch(() => caches.match("/offline.html")));
  } else if (url.pathname.startsWith("/assets/")) {
    // The names of assets change with what is in them, so what was kept is right for ever.
    event.respondWith(kept(request, event));
  } else if (PAGES.includes(url.pathname)) {
    event.respondWith(fetch(request).catch(() => caches.match(request)));
  }
});

async function kept(request, event) {
  const cache = await caches.open(ASSETS);
  const found = await cache.match(request);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok) event.waitUntil(cache.put(request, answer.clone()).then(() => trim(cache)));
  return answer;
}

async function trim(cache) {
  const keys = await cache.keys();
  await Promise.all(keys.slice(0, Math.max(0, keys.length - MOST)).map((key) => cache.delete(key)));
}

// A notification that it is one's turn leads to its table: in the tab that shows it, or in a new one.
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const path = event.notification.data?.path ?? "/";
  event.waitUntil(
    self.clients.matchAll({ type: "window", includeUncontrolled: true }).then(async (tabs) => {
      const tab = tabs.find((one) => new URL(one.url).pathname === path);
      if (tab) return tab.focus();
      return self.clients.openWindow(path);
    }),
  );
});
