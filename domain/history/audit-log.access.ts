import { defineAccess, mapRoles } from "../access/access-rule.ts";
import { always, any, equals } from "../access/condition.ts";
import { seesItsProject } from "../projects/project.access.ts";

export type AuditLogAction = "audit_log.read" | "audit_log.verify";

const isOwn = equals("actorId", { actor: "id" });
const { auditor, manager } = mapRoles(seesItsProject, (project) => any(isOwn, project));

export const auditLogAccess = defineAccess<AuditLogAction>({
  "audit_log.read": {
    scope: "audit",
    on: "audit_entry",
    project: "project.id",
    roles: { auditor, manager, admin: always },
  },
  /** Whether the whole log is intact: a verdict, and no one's entries. */
  "audit_log.verify": { scope: "audit", on: null, roles: { auditor: always, admin: always } },
});
