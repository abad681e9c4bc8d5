/** A tiny router over the history of the browser. */

export type Route =
  | { page: "start" }
  | { page: "new"; game: string }
  | { page: "table"; id: string }
  | { page: "replay"; id: string }
  | { page: "lobby" }
  | { page: "games" }
  | { page: "me" }
  | { page: "learn"; game: string }
  | { page: "rules"; game: string }
  | { page: "recover"; code: string }
  | { page: "lost" };

export function parse(path: string): Route {
  const parts = path.split("/").filter(Boolean).map(decodeURIComponent);
  const [head, one, two] = parts;
  if (!head) return { page: "start" };
  if (head === "new" && one) return { page: "new", game: one };
  if (head === "t" && one) return two === "replay" ? { page: "replay", id: one } : { page: "table", id: one };
  if (head === "lobby" || head === "games" || head === "me") return { page: head };
  if ((head === "learn" || head === "rules") && one) return { page: head, game: one };
  if (head === "recover" && one) return { page: "recover", code: one };
  return { page: "lost" };
}

class Router {
  path = $state("/");
  route = $derived(parse(this.path));

  start(): void {
    this.path = location.pathname;
    window.addEventListener("popstate", () => (this.path = location.pathname));
    // Links of our own are followed without loading the page again.
    document.addEventListener("click", (event) => {
      if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      const link = (event.target as Element | null)?.closest?.("a");
      if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
      if (link.pathname.startsWith("/api/")) return;
      event.preventDefault();
      this.go(link.pathname);
    });
  }

  go(path: string, replace = false): void {
    if (path !== location.pathname) history[replace ? "replaceState" : "pushState"](null, "", path);
    this.path = path;
    window.scrollTo(0, 0);
  }
}

export const router = new Router();
