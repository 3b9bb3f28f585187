import { defineAccess, mapRoles } from "../access/access-rule.ts";
import { all, any, differs, equals, type Condition } from "../access/condition.ts";
import { auditedPartyOfItsProject, isInOpenProject, seesItsProject } from "../projects/project.access.ts";

export type PolicyAction = "policy.read" | "policy.write";

/** Outside projects: for its owner alone. */
const isMine = all(equals("project.id", null), equals("owner.id", { actor: "id" }));

/** Requires a project, because a role's condition may also hold without one. */
const mineOrOfProject = (project: Condition): Condition =>
  any(isMine, all(differs("project.id", null), project));

const ofPolicy = { on: "policy", project: "project.id" } as const;

export const policyAccess = defineAccess<PolicyAction>({
  "policy.read": {
    ...ofPolicy,
    scope: "read",
    roles: mapRoles(seesItsProject, mineOrOfProject),
  },
  // Auditors write none for a project, because they must stay independent. Generating applies to a policy
  // that does not exist yet, so only its project and owner count. Users who may write one for a project may
  // also upload its evidence.
  "policy.write": {
    ...ofPolicy,
    scope: "write",
    state: isInOpenProject,
    roles: { ...mapRoles(auditedPartyOfItsProject, mineOrOfProject), auditor: isMine },
  },
});
