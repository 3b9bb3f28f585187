import type { CommandContext } from "../context.ts";
import { queryRows } from "../../platform/database/query-rows.ts";
import { decide } from "../access/decide.ts";
import { actorOf } from "../users/actor-of.ts";
import type { Role } from "../users/user.rules.ts";
import { Project } from "./project.entity.ts";
import { PROJECT_ACCESS_PATHS } from "./project.queries.ts";
import { projectAccess } from "./project.access.ts";

interface Person {
  id: string;
  role: Role;
  managerId: string | null;
  demoAllowed: boolean;
}

const ACTIVE_USERS = `select id, role, manager_id as "managerId", demo_allowed as "demoAllowed" from users
  where active`;

/** The users who receive the project's events in its current state. */
export async function receiversOf(
  { em }: Pick<CommandContext, "em">,
  { id }: { id: string },
): Promise<string[]> {
  const users = await queryRows<Person>(em, { sql: ACTIVE_USERS, parameters: [] });
  // Read again: what was loaded before the lock may be outdated.
  const project = await em
    .fork({ keepTransactionContext: true })
    .findOneOrFail(Project, { id }, { populate: PROJECT_ACCESS_PATHS });
  return users
    .filter((user) => decide(actorOf(user), projectAccess["project.hear"], project).allowed)
    .map(({ id: userId }) => userId);
}
