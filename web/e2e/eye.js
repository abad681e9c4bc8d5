// What the tests see of a page, as an init script of it: where a person would press next, and nothing that is not shown.
// `globalThis.eye` looks until there is something to do and answers in one go, so that whole games stay cheap.
(() => {
  const $ = (selector) => document.querySelector(selector);
  const count = (selector) => document.querySelectorAll(selector).length;
  const pause = (ms) => new Promise((done) => setTimeout(done, ms));

  const frames = async (n) => {
    for (let i = 0; i < n; i++) await new Promise(requestAnimationFrame);
  };

  /** A point of an element that nothing else lies over, scrolled to if need be; null if there is none. */
  function point(node) {
    const at = bare(node);
    if (at) return at;
    node.scrollIntoView({ block: "nearest", inline: "center" });
    return bare(node);
  }
  function bare(node) {
    const box = node.getBoundingClientRect();
    if (!box.width) return null;
    for (const [right, down] of [[0.5, 0.5], [0.25, 0.5], [0.75, 0.5], [0.5, 0.25], [0.5, 0.75], [0.1, 0.5], [0.9, 0.5], [0.1, 0.1], [0.9, 0.9]]) {
      const [x, y] = [box.left + box.width * right, box.top + box.height * down];
      const hit = document.elementFromPoint(x, y);
      if (hit && node.contains(hit)) return { x, y };
    }
    return null;
  }

  /** The point of one of those that match and can be hit. `pick` goes from 0, the first, to 1, the last. */
  function find(selector, pick = 0) {
    const nodes = [...document.querySelectorAll(selector)];
    const first = Math.round(pick * (nodes.length - 1));
    for (const node of [...nodes.slice(first), ...nodes.slice(0, first)]) {
      const at = point(node);
      if (at) return at;
    }
    return null;
  }

  const over = () => $("dialog .sheet") !== null;
  const ready = () => $(".bar.mine") !== null && $(".bar .button[disabled]:not(.absent)") === null;
  const told = () => `${$(".top .turn")?.textContent}|${$(".bar")?.textContent}`;

  /** One's next step at a display game: take, pay, play a token, reserve, end, as the number of the step suggests. */
  function display(step) {
    if (over()) return { over: true };
    if (!ready()) return null;
    const sign = [told(), count("[data-cell]"), count(".ghost"), count(".usable"), count(".card.wait")].join("|");
    const big = ".bar .big";
    const act = (what, selector, pick) => ({ sign, what, ...find(selector, pick) });
    if ($(".bar .big svg")) return act("confirm", big);
    if ($(".card.wait")) return act("pay", ".hand .markers.usable, .card:has(.marker.can)");
    if (!$(big)) return act($(".card.can") ? "take" : "put", ".card.can, .card.spot", (step % 5) / 4);
    if (step % 2 && $(".hand .token.usable")) return act("token", ".hand .token.usable");
    if (step % 2 && $(".card.can")) return act("more", ".card.can", (step % 3) / 2);
    if (step % 3 === 1 && $(".card.spot")) return act("mark", ".card.spot", (step % 7) / 6);
    if (step % 3 === 1 && $(".hand .markers.usable") && !$(".card.spot")) return act("marker", ".hand .markers.usable");
    return act("end", big);
  }

  /** One's next step at the board game. `swap`: exchange a card if one may. `keyboard`: say the place, do not point at it. */
  function board({ swap, keyboard }) {
    const moment = $("[data-moment]");
    if (moment) return { sign: `moment ${moment.dataset.moment}`, what: moment.dataset.moment, ...find("[data-moment]") };
    if (over()) return { over: true };
    if (!ready()) return null;
    const sign = [told(), count("[data-field] svg"), count("[data-way]"), count("[data-hand] button"), count(".chosen"), count(".market .can"), $(".world")?.getAttribute("style")].join("|");
    const act = (what, selector, more) => ({ sign, what, ...find(selector), ...more });
    const way = $("[data-way]");
    if (way) return act(way.dataset.way.includes("&") ? "joker" : "card", "[data-way]");
    if ($(".bar .big svg")) return act("confirm", ".bar .big");
    if ($(".market .can")) return act("draw", ".market .can");
    const whole = count("[data-hand] button") === 3;
    if (swap && whole) return $(".hand .chosen") ? act("exchange", ".bar .button:not(.undo):not(.big)") : act("choose", "[data-hand] button");
    const lit = [...document.querySelectorAll(".world .can, .world .joker")];
    lit.sort((a, b) => rank(a) - rank(b));
    for (const node of lit) {
      const at = point(node);
      if (at || keyboard) return { sign, what: node.dataset.target.endsWith("!") ? "advisor" : whole ? "place" : "second", target: node.dataset.target, ...at };
    }
    if (lit.length) return act("all", ".zoom .all");
    if ($(".bar .big")) return act("stop", ".bar .big");
    return $(".hand .chosen") ? act("exchange", ".bar .button:not(.undo):not(.big)") : act("choose", "[data-hand] button");
  }
  // An advisor before a monastery, a card of the country before a joker.
  const rank = (node) => (node.classList.contains("joker") ? 2 : 0) + (node.dataset.target.endsWith("!") ? 0 : 1);

  /** What to do next, once it is one's turn and something has changed since; or what stands there if that does not come. */
  async function next(game, options, before, limit = 20_000) {
    const until = performance.now() + limit;
    for (;;) {
      const look = game === "board" ? board : display;
      const seen = look(options);
      if (seen && (seen.over || seen.sign !== before)) {
        // Nobody presses what still moves.
        await frames(2);
        const again = look(options);
        if (JSON.stringify(again) === JSON.stringify(seen)) return seen;
        continue;
      }
      if (performance.now() > until) return { stuck: `${told()} ${$(".notice")?.textContent ?? ""} after ${before}` };
      await pause(8);
    }
  }

  const table = () => location.pathname.split("/")[2];
  const picture = async (id = table()) => (await (await fetch(`/api/tables/${id}`)).json()).picture;

  /** Play a table on by the socket, without looking: until its end, or so many turns. Whoever resigns leaves the rest to bots. */
  async function rush(id, turns, resign) {
    const socket = new WebSocket(`${location.origin.replace("http", "ws")}/api/socket`);
    await new Promise((done) => (socket.onopen = done));
    let number = 0;
    const ask = (command) =>
      new Promise((done) => {
        const name = `rush-${id}-${Date.now()}-${(number += 1)}`;
        socket.onmessage = ({ data }) => JSON.parse(data).id === name && done(JSON.parse(data));
        socket.send(JSON.stringify({ type: "do", id: name, table: id, command }));
      });
    for (;;) {
      const now = await picture(id);
      if (now.phase !== "playing") break;
      const { view, seat, count: at } = now;
      if (view.seat !== seat) {
        await pause(10);
        continue;
      }
      if (view.turn >= turns && !resign) break;
      if (view.turn >= turns) {
        await ask({ kind: "resign", seat });
        while ((await picture(id)).phase === "playing") await pause(20);
        break;
      }
      if (now.pending !== null) await ask({ kind: "confirm", seat, at });
      else await ask({ kind: "decide", seat, at, decision: view.legal[(number * 7) % view.legal.length], confirm: true });
    }
    socket.close();
  }

  globalThis.eye = { find, next, picture, rush };
})();
