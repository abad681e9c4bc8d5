/** Whether the screen is wide and high enough to show all of a table at once. */

import { MediaQuery } from "svelte/reactivity";

export const wide = new MediaQuery("(min-width: 1000px) and (min-height: 560px)");

/** A phone held upright. */
export const small = new MediaQuery("(max-width: 640px)");
