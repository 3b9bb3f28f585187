import { only } from "../only.rules.ts";
import type { EntityManager } from "@mikro-orm/postgresql";
import { queryRows } from "../../platform/database/query-rows.ts";
import type { SystemContext } from "../context.ts";
import { CREDENTIAL_JOINS, credentialEnded } from "./webhook-credential.ts";
import { disableWebhook } from "./webhook.commands.ts";

const FROM_ENDED = `from webhooks w ${CREDENTIAL_JOINS}
  where w.active and w.scopes is not null and ${credentialEnded("$1::timestamptz")}`;
const IS_ANY_ENDED = `select exists (select ${FROM_ENDED}) as any`;
const ENDED = `select w.id, w.url ${FROM_ENDED} order by w.id for update of w skip locked`;

/** Whether `stopEnded` has anything to do. It rarely does, and a transaction would delay deliveries. */
export async function isAnyEnded(em: EntityManager, now: Date): Promise<boolean> {
  const query = { sql: IS_ANY_ENDED, parameters: [now.toISOString()] };
  return only(await queryRows<{ any: boolean }>(em, query)).any;
}

/**
 * Turns off webhooks whose credential has ended, and notifies their owners. Nothing has been sent to them
 * since.
 */
export async function stopEnded(ctx: SystemContext): Promise<void> {
  const ended = await queryRows<{ id: string; url: string }>(ctx.em, {
    sql: ENDED,
    parameters: [ctx.clock.now().toISOString()],
  });
  for (const webhook of ended) await disableWebhook(ctx, { ...webhook, reason: "credential_ended" });
}
