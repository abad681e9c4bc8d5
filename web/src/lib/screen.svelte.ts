/** In em, so that somebody with large text gets the layout for small screens. */

/** Whether the screen is wide and high enough to show all of a table at once. */

import { MediaQuery } from "svelte/reactivity";

export const wide = new MediaQuery("(min-width: 62.5em) and (min-height: 35em)");

/** A phone held upright. */
export const small = new MediaQuery("(max-width: 40em)");

/** How many pixels a rem is: the size of the reader's text. */
export const rem = (): number => parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
