/** A table as it would be after some turn that was not played: only looked at. */

import { imagineTurn } from "../replay/imagine";
import { decisionsOf } from "../replay/notation";
import type { ComponentBox, Hint, Picture, View } from "../lib/protocol";
import type { TableSession } from "../lib/session";
import { Still } from "../lib/still";
import type { Turn } from "../lib/store/history";

/** The turn a hint proposes, with what has been decided of it already. */
export function turnOf(hint: Hint, table: TableSession): Turn {
  const open = table.turns.at(-1);
  const begun = open && open.at === null ? open.decisions : [];
  return { seat: table.view.seat ?? 0, decisions: [...begun, ...decisionsOf(hint.turn)], at: null };
}

export class Preview extends Still implements TableSession {
  readonly picture: Picture;
  readonly view: View;
  readonly turns: Turn[];
  /** The turn that is shown is marked as the last one. */
  readonly recent: Turn[];
  readonly box: ComponentBox;
  readonly seat: number | null;

  constructor(
    readonly table: TableSession,
    hint: Hint,
  ) {
    super();
    const turn = { ...turnOf(hint, table), at: 0 };
    this.box = table.box;
    this.seat = table.seat;
    this.view = imagineTurn(table.view, table.box, decisionsOf(hint.turn), turn.seat);
    this.picture = { ...table.picture, view: this.view, pending: null, undo: 0 };
    this.turns = [...table.turns.filter(({ at }) => at !== null), turn];
    this.recent = [turn];
  }

  get id(): string {
    return this.table.id;
  }
  get fingerprint(): string {
    return this.table.fingerprint;
  }
  get present(): readonly string[] | undefined {
    return this.table.present;
  }
  nameOfSeat(seat: number): string {
    return this.table.nameOfSeat(seat);
  }
  announce(): void {
    // The panel that shows this says it in words.
  }
}
