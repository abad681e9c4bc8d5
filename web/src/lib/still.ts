/** The half of a `TableSession` that is the same wherever somebody only looks: nothing can be done, so nothing is refused. */
export abstract class Still {
  readonly still = true;
  readonly deciding = false;
  readonly busy = false;

  decide(): Promise<boolean> {
    return Promise.resolve(false);
  }
  undo(): Promise<boolean> {
    return Promise.resolve(false);
  }
  confirm(): Promise<boolean> {
    return Promise.resolve(false);
  }
  explain(): void {
    // What is only looked at explains nothing.
  }
}
