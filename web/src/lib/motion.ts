/** Things that travel: a copy flies over the page from where something was to where it is now, in a third of a second. */

import { calm } from "./theme.svelte";

export const SWIFT = 320;

function layer(): HTMLElement {
  let found = document.getElementById("flights");
  if (!found) {
    found = document.createElement("div");
    found.id = "flights";
    found.setAttribute("aria-hidden", "true");
    document.body.append(found);
  }
  return found;
}

/** Let a copy of some picture fly. `delay` staggers several; all are over after a third of a second. */
export function fly(picture: Element, from: DOMRect, to: DOMRect, delay = 0): void {
  if (calm() || !from.width || !to.width || document.visibilityState === "hidden") return;
  const copy = picture.cloneNode(true) as HTMLElement | SVGElement;
  copy.removeAttribute("id");
  const style = copy.style;
  style.position = "fixed";
  style.left = `${from.left}px`;
  style.top = `${from.top}px`;
  style.width = `${from.width}px`;
  style.height = `${from.height}px`;
  style.transformOrigin = "0 0";
  style.willChange = "transform, opacity";
  layer().append(copy);
  const scale = Math.min(to.width / from.width, to.height / from.height, 1);
  const x = to.left + (to.width - from.width * scale) / 2 - from.left;
  const y = to.top + (to.height - from.height * scale) / 2 - from.top;
  const flight = copy.animate(
    [
      { transform: "none", opacity: 1 },
      { transform: `translate(${x * 0.55}px, ${y * 0.55 - 12}px) scale(${1 - (1 - scale) * 0.35})`, opacity: 1, offset: 0.6 },
      { transform: `translate(${x}px, ${y}px) scale(${scale})`, opacity: 0.85 },
    ],
    { duration: SWIFT - delay, delay, easing: "cubic-bezier(.3,.1,.25,1)", fill: "both" },
  );
  const gone = () => copy.remove();
  flight.onfinish = gone;
  flight.oncancel = gone;
}

/** Something appears where it is. */
export function settle(node: Element): void {
  if (calm()) return;
  node.animate([{ opacity: 0, transform: "scale(1.25)" }, { opacity: 1, transform: "none" }], { duration: 220, easing: "ease-out" });
}
