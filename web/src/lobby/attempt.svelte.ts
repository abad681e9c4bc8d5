/** Something that is tried with the server, and what came of it in words: shown by Told.svelte. */

import { troubleWords } from "../lib/words";

export class Attempt {
  trouble = $state("");
  told = $state("");
  busy = $state(false);

  /** Try it; what it returns is told. */
  async run(work: () => Promise<string | void>): Promise<void> {
    this.trouble = this.told = "";
    this.busy = true;
    try {
      this.told = (await work()) ?? "";
    } catch (error) {
      this.trouble = troubleWords(error);
    } finally {
      this.busy = false;
    }
  }

  /** The same as what a form does. */
  submit(work: () => Promise<string | void>): (event: SubmitEvent) => void {
    return (event) => {
      event.preventDefault();
      void this.run(work);
    };
  }
}
