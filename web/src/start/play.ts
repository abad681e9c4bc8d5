/** Opening a table and going there. */

import { api, catalogue } from "../lib/api";
import type { CatalogueGame, Settings } from "../lib/protocol";
import { router } from "../lib/router.svelte";
import { me } from "../lib/store/me.svelte";
import { remembered } from "../lib/theme.svelte";

export async function openTable(settings: Settings): Promise<void> {
  await me.load();
  // Where newcomers need an invitation, the page about oneself takes it.
  if (!me.user && me.invitationRequired) return router.go("/me");
  await me.need();
  const { id } = await api.open(settings);
  router.go(`/t/${id}`);
}

/** One tap: against bots of the level last chosen, or of the default one. */
export async function quick(game: CatalogueGame): Promise<void> {
  const { default_level, levels } = await catalogue();
  const wish = remembered("level");
  const level = levels.some((one) => one.id === wish) ? wish! : default_level;
  const bots = Array.from({ length: game.players[0]! - 1 }, () => ({ kind: "bot" as const, level }));
  await openTable({ game: game.id, chairs: [{ kind: "mine" }, ...bots] });
}
