/** Zoom and pan: one finger moves, two pinch, a wheel zooms, a double tap goes closer and back. */

import { calm } from "../lib/theme.svelte";
import { FINGER, fitting, framing, kept, showing, whole, zoomed, type Camera, type Window } from "./chart";

const GLIDE = 260;
const DRAG = 6;

export class Lens {
  camera = $state.raw<Camera>({ k: 1, x: 0, y: 0 });
  /** The scale in which the map is laid out; while it moves, it is only stretched. */
  laid = $state(1);
  gliding = $state(false);
  window = $state.raw<Window>({ width: 0, height: 0, map: { width: 1, height: 1 } });
  /** Until one zooms, the whole map is kept in sight. */
  touched = $state(false);
  /** The last press was by a finger. */
  finger = false;
  #pointers = new Map<number, { x: number; y: number }>();
  #start: { x: number; y: number; camera: Camera; spread: number } | null = null;
  #dragged = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #last = { at: 0, x: 0, y: 0 };

  zoomedIn = $derived(this.window.width > 0 && this.camera.k > fitting(this.window) * 1.02);
  /** Too small for fingers to hit a field. */
  get small(): boolean {
    return this.camera.k < FINGER * 0.9;
  }

  resize(window: Window): void {
    this.window = window;
    if (!window.width || !window.height) return;
    this.#jump(this.touched ? kept(this.camera, window) : whole(window));
  }

  #jump(camera: Camera): void {
    this.camera = camera;
    this.laid = camera.k;
  }

  #lay(after: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.gliding = false;
      this.laid = this.camera.k;
    }, after);
  }

  glide(camera: Camera): void {
    this.touched = camera.k > fitting(this.window) * 1.02;
    if (calm()) return this.#jump(camera);
    this.gliding = true;
    this.camera = camera;
    this.#lay(GLIDE);
  }

  by(factor: number): void {
    const { width, height } = this.window;
    this.glide(zoomed(this.camera, this.camera.k * factor, width / 2, height / 2, this.window));
  }
  all(): void {
    this.glide(whole(this.window));
  }
  /** Close enough for a finger, around a point of the window. */
  closer(px: number, py: number): void {
    const { width, height } = this.window;
    const near = zoomed(this.camera, Math.max(FINGER, this.camera.k * 1.8), px, py, this.window);
    this.glide(kept({ ...near, x: near.x + (width / 2 - px) * 0.6, y: near.y + (height / 2 - py) * 0.6 }, this.window));
  }
  show(spot: { x: number; y: number }): void {
    const next = showing(this.camera, spot, this.window);
    if (Math.abs(next.x - this.camera.x) > 1 || Math.abs(next.y - this.camera.y) > 1) this.glide(next);
  }
  frame(spots: readonly { x: number; y: number }[]): void {
    if (spots.length) this.glide(framing(spots, this.window, Math.max(FINGER, this.camera.k)));
  }

  // Pointers, in the window's own pixels.

  down(event: PointerEvent, x: number, y: number): void {
    this.finger = event.pointerType === "touch";
    if (event.button > 0) return;
    if (event.isPrimary) this.#pointers.clear(); // whatever was not seen to be lifted
    if (this.#pointers.size === 0) this.#dragged = false;
    this.#pointers.set(event.pointerId, { x, y });
    this.#begin();
  }

  #begin(): void {
    const points = [...this.#pointers.values()];
    const [a, b] = points;
    if (!a) return void (this.#start = null);
    const middle = b ? { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 } : a;
    this.#start = { ...middle, camera: this.camera, spread: b ? Math.hypot(a.x - b.x, a.y - b.y) : 0 };
  }

  move(event: PointerEvent, x: number, y: number, holder: HTMLElement): void {
    if (!this.#pointers.has(event.pointerId) || !this.#start) return;
    this.#pointers.set(event.pointerId, { x, y });
    const [a, b] = [...this.#pointers.values()];
    const { camera, spread } = this.#start;
    const middle = b ? { x: (a!.x + b.x) / 2, y: (a!.y + b.y) / 2 } : a!;
    const dx = middle.x - this.#start.x;
    const dy = middle.y - this.#start.y;
    if (!this.#dragged && !b && Math.hypot(dx, dy) < DRAG) return;
    if (!holder.hasPointerCapture(event.pointerId)) holder.setPointerCapture(event.pointerId);
    this.#dragged = true;
    this.gliding = false;
    const moved = { ...camera, x: camera.x + dx, y: camera.y + dy };
    const ratio = b && spread ? Math.hypot(a!.x - b.x, a!.y - b.y) / spread : 1;
    this.camera = ratio === 1 ? kept(moved, this.window) : zoomed(moved, camera.k * ratio, middle.x, middle.y, this.window);
    this.touched = this.zoomedIn;
    if (b) this.#lay(160);
  }

  up(event: PointerEvent): void {
    if (!this.#pointers.delete(event.pointerId)) return;
    this.#begin();
    if (!this.#pointers.size && this.laid !== this.camera.k && !this.gliding) this.#lay(40);
  }

  /** Whether the click that follows a press was only the end of a movement. */
  get dragged(): boolean {
    return this.#dragged;
  }

  wheel(event: WheelEvent, x: number, y: number): void {
    event.preventDefault();
    const lines = event.deltaMode === 1 ? 16 : 1;
    this.gliding = false;
    this.camera = zoomed(this.camera, this.camera.k * Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.0016)), x, y, this.window);
    this.touched = this.zoomedIn;
    this.#lay(120);
  }

  /** A tap where there is nothing to choose. Two of them zoom, or one if all is too small for fingers. */
  tap(x: number, y: number, now: number): void {
    const twice = now - this.#last.at < 350 && Math.hypot(x - this.#last.x, y - this.#last.y) < 30;
    this.#last = { at: twice ? 0 : now, x, y };
    if (twice && this.zoomedIn) this.all();
    else if (twice || (this.finger && this.small && !this.zoomedIn)) this.closer(x, y);
  }
}
