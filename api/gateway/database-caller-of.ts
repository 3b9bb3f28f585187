import type { Actor } from "../../domain/actor.ts";
import type { DatabaseCaller } from "../../platform/database/database-caller.ts";

/**
 * The caller for the database: the attributes that decide which rows are visible. Scopes limit actions, not
 * visibility.
 */
export const databaseCallerOf = ({
  id,
  role,
  managerId,
  demoAllowed,
  projectIds,
}: Actor): DatabaseCaller => ({
  kind: "user",
  id,
  role,
  managerId,
  demoAllowed,
  projectIds,
  // According to the demo rule and the restriction of credentials; for admins, it does not matter whose
  // projects they are.
  seesAll: role === "admin" && projectIds === null && (managerId === null || demoAllowed),
});
