import { queryRows } from "../../platform/database/query-rows.ts";
import type { Actor } from "../actor.ts";
import type { QueryContext } from "../context.ts";
import type { Role } from "../users/user.rules.ts";
import {
  CREDENTIAL_JOINS,
  CREDENTIAL_RIGHTS,
  credentialEnded,
  receiverOf,
  type CredentialRights,
} from "./webhook-credential.ts";

interface Found {
  id: string;
  role: Role;
  managerId: string | null;
  demoAllowed: boolean;
  rights: CredentialRights;
}

const RECEIVER = `select u.id, u.role, u.manager_id as "managerId", u.demo_allowed as "demoAllowed",
    ${CREDENTIAL_RIGHTS} as rights
  from webhooks w join users u on u.id = w.owner_id ${CREDENTIAL_JOINS}
  where w.id = $1 and not ${credentialEnded("$2::timestamptz")}`;

/** The actor on whose behalf a webhook receives events; null if its credential has ended. */
export async function findReceiver(
  { em, clock }: Pick<QueryContext, "em" | "clock">,
  webhookId: string,
): Promise<Actor | null> {
  const parameters = [webhookId, clock.now().toISOString()];
  const [found] = await queryRows<Found>(em, { sql: RECEIVER, parameters });
  return found === undefined ? null : receiverOf(found, found.rights);
}
