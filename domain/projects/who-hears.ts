import type { CommandContext } from "../context.ts";
import { queryRows } from "../../platform/query-rows.ts";
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

/** Whoever asks sees their own webhooks alone; the function of the migration `events_heard_by` tells of everybody's. */
const OWNERS = `select id, role, manager_id as "managerId", demo_allowed as "demoAllowed" from users
  where active and id in (select compliance_webhook_owners())`;

/** The owners of webhooks who hear of the project as it is now: nobody else is ever told what happened in it. */
export async function whoHears(
  { em }: Pick<CommandContext, "em">,
  { id }: { id: string },
): Promise<string[]> {
  const owners = await queryRows<Owner>(em, { sql: OWNERS, parameters: [] });
  // Read anew: what was loaded before the project was locked may have changed since.
  const project = await em
    .fork({ keepTransactionContext: true })
    .findOneOrFail(Project, { id }, { populate: PROJECT_ACCESS_PATHS });
  return owners
    .filter((owner) => decide(actorOf(owner), projectAccess["project.hear"], project).allowed)
    .map((owner) => owner.id);
}
