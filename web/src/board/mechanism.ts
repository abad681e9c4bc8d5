import { t } from "../lib/i18n.svelte";
import type { Mechanism } from "../lib/session";
import BoardTable from "./BoardTable.svelte";
import Hand from "./Hand.svelte";
import Holdings from "./Holdings.svelte";

export default {
  Table: BoardTable,
  Holdings,
  Hand,
  prompt: () => "",
  choices: (session) => session.view.legal.map((decision) => ({ decision, label: decision })),
  actions: (session) =>
    session.view.legal.includes(".") ? [{ label: t("table.confirm"), run: () => void session.decide("."), primary: true, ready: true }] : [],
  describe: () => [],
  turnWords: (turn) => turn.decisions.join(" "),
  lineName: (key) => ({ name: key }),
} satisfies Mechanism;
