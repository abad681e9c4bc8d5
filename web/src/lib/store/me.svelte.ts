/** Who one is. An identity is made when it is first needed, with a name that can be changed later. */

import { api, Refusal } from "../api";
import { t } from "../i18n.svelte";
import type { User } from "../protocol";
import { connection } from "../socket.svelte";

class MeStore {
  user = $state<User | null>(null);
  invitationRequired = $state(false);
  known = $state(false);
  #asked: Promise<void> | null = null;

  /** Ask once who one is. */
  load(): Promise<void> {
    this.#asked ??= api.me().then(
      (me) => {
        this.user = me.user;
        this.invitationRequired = me.invitation_required;
        this.known = true;
      },
      () => {
        this.#asked = null;
      },
    );
    return this.#asked;
  }

  /** An identity: the one there is, or a new one with the given or a default name. */
  async need(name?: string, invitation?: string): Promise<User> {
    await this.load();
    if (this.user) return this.user;
    if (this.invitationRequired && !invitation) throw new Refusal("invitation-required");
    return this.rename(name || t("common.guest"), invitation);
  }

  async rename(name: string, invitation?: string): Promise<User> {
    const fresh = this.user === null;
    const { user } = await api.name(name, invitation);
    this.user = user;
    if (fresh) connection.renew();
    return user;
  }

  /** Another identity came to this device, or none is left. */
  async changed(): Promise<void> {
    this.#asked = null;
    await this.load();
    connection.renew();
  }
}

export const me = new MeStore();
