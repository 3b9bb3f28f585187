import type { EntityManager } from "@mikro-orm/postgresql";

/** Notifications on this channel wake the processes that serve streams: sessions or API keys have ended. */
export const CREDENTIALS_CHANNEL = "compliance_credentials";

/** Sent with the commit. A hint: every request checks its credential anyway. */
export async function notifyCredentialsEnded(em: EntityManager): Promise<void> {
  await em.execute(`select pg_notify('${CREDENTIALS_CHANNEL}', '')`);
}
