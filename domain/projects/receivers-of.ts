import type { CommandContext } from "../context.ts";
import { queryRows } from "../../platform/database/query-rows.ts";
import { decide } from "../access/decide.ts";
import { actorOf } from "../users/actor-of.ts";
import type { Role } from "../users/user.rules.ts";
import { Project } from "./project.entity.ts";
import { PROJECT_ACCESS_PATHS } from "./project.queries.ts";
import { projectAccess } from "./project.access.ts";

interface Owner {
  id: string;
  role: Role;
  managerId: string | null;
  demoAllowed: boolean;
}

/** Callers can see only their own webhooks; the function of the migration `webhooks` returns all owners. */
const OWNERS = `select id, role, manager_id as "managerId", demo_allowed as "demoAllowed" from users
  where active and id in (select compliance_webhook_owners())`;

/**
 * The owners of webhooks who receive the project's events in its current state; no one else will receive
 * them.
 */
export async function receiversOf(
  { em }: Pick<CommandContext, "em">,
  { id }: { id: string },
): Promise<string[]> {
  const owners = await queryRows<Owner>(em, { sql: OWNERS, parameters: [] });
  // Read again: what was loaded before the lock may be outdated.
  const project = await em
    .fork({ keepTransactionContext: true })
    .findOneOrFail(Project, { id }, { populate: PROJECT_ACCESS_PATHS });
  return owners
    .filter((owner) => decide(actorOf(owner), projectAccess["project.hear"], project).allowed)
    .map((owner) => owner.id);
}
