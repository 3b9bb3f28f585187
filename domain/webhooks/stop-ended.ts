import { queryRows } from "../../platform/database/query-rows.ts";
import type { SystemContext } from "../context.ts";
import { CREDENTIAL_JOINS, credentialEnded } from "./webhook-credential.ts";
import { disableWebhook } from "./webhook.commands.ts";

const ENDED = `select w.id, w.url from webhooks w ${CREDENTIAL_JOINS}
  where w.active and w.scopes is not null and ${credentialEnded("$1::timestamptz")}
  order by w.id for update of w skip locked`;

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
