import type { Actor } from "../../domain/actor.ts";
import type { DatabaseCaller } from "../../platform/database-caller.ts";

/** The caller as the database is told: what the rules of visible rows ask of them. Scopes say what may be done, not what is seen. */
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
  // As the demo rule and the rule of confined credentials say; whose projects they are does not matter to an admin.
  seesAll: role === "admin" && projectIds === null && (managerId === null || demoAllowed),
});
