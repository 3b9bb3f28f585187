import type { Actor } from "../../domain/actor.ts";
import { seesAllProjects } from "../../domain/projects/project.access.ts";
import type { DatabaseCaller } from "../../platform/database/database-caller.ts";

/**
 * The caller for the database: the attributes that decide which rows are visible. Scopes limit actions, not
 * visibility.
 */
export function databaseCallerOf(actor: Actor): DatabaseCaller {
  const { id, role, managerId, demoAllowed, projectIds } = actor;
  return { kind: "user", id, role, managerId, demoAllowed, projectIds, seesAll: seesAllProjects(actor) };
}
