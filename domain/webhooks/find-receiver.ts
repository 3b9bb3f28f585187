import { queryRows } from "../../platform/database/query-rows.ts";
import type { Actor } from "../actor.ts";
import type { QueryContext } from "../context.ts";
import { conflict } from "../../platform/errors.ts";
import {
  CREDENTIAL_JOINS,
  RECEIVER_COLUMNS,
  credentialEnded,
  receiverOf,
  type ReceiverColumns,
} from "./webhook-credential.ts";
import type { Webhook } from "./webhook.entity.ts";

const RECEIVER = `select u.id, ${RECEIVER_COLUMNS}
  from webhooks w join users u on u.id = w.owner_id ${CREDENTIAL_JOINS}
  where w.id = $1 and not ${credentialEnded("$2::timestamptz")}`;

/** The actor on whose behalf a webhook receives events; null if its credential has ended. */
export async function findReceiver(
  { em, clock }: Pick<QueryContext, "em" | "clock">,
  webhookId: string,
): Promise<Actor | null> {
  const parameters = [webhookId, clock.now().toISOString()];
  const [found] = await queryRows<ReceiverColumns & { id: string }>(em, { sql: RECEIVER, parameters });
  return found === undefined ? null : receiverOf(found, found.rights);
}

/** The same, of an active webhook; CONFLICT otherwise. */
export async function readReceiver(
  ctx: Pick<QueryContext, "em" | "clock">,
  { id, active }: Pick<Webhook, "id" | "active">,
): Promise<Actor> {
  if (!active)
    throw conflict("The webhook is off: turn it on first (active: true)", { reason: "webhook_inactive" });
  const receiver = await findReceiver(ctx, id);
  if (receiver !== null) return receiver;
  throw conflict(
    "The API key or application that created the webhook is no longer valid, so the webhook has ended",
  );
}
