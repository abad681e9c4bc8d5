import type { Mechanism } from "../lib/session";
import DisplayTable from "./DisplayTable.svelte";
import Hand from "./Hand.svelte";
import Holdings from "./Holdings.svelte";
import { actions, choices, describe, holdingsName, lineName, prompt, turnWords } from "./words";

// The shell only ever gives a mechanism the sessions of its own games.
export default { Table: DisplayTable, Holdings, Hand, actions, choices, describe, holdingsName, lineName, prompt, turnWords } as unknown as Mechanism;
