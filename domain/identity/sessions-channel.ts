import type { EntityManager } from "@mikro-orm/postgresql";

/** Notifications on this channel wake the processes that serve streams: sessions have ended. */
export const SESSIONS_CHANNEL = "compliance_sessions";

/** Sent with the commit. A hint: every request checks its session anyway. */
export async function notifySessionsEnded(em: EntityManager): Promise<void> {
  await em.execute(`select pg_notify('${SESSIONS_CHANNEL}', '')`);
}
