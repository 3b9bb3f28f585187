import { queryRows } from "../../platform/database/query-rows.ts";
import type { Actor } from "../actor.ts";
import type { QueryContext } from "../context.ts";
import {
  CREDENTIAL_JOINS,
  RECEIVER_COLUMNS,
  credentialEnded,
  receiverOf,
  type ReceiverColumns,
} from "./webhook-credential.ts";

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
