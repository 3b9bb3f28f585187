import { defineAccess } from "../access/access-rule.ts";
import { all, any, differs, equals, through, type Condition } from "../access/condition.ts";
import { isInOpenProject, seesProject, takesPart } from "../projects/project.access.ts";

export type PolicyAction = "policy.read" | "policy.write";

/** Outside projects: for its owner alone. */
const isMine = all(equals("project.id", null), equals("owner.id", { actor: "id" }));

/** Requires a project, because a role's condition may also hold without one. */
const ofProject = (condition: Condition): Condition =>
  all(differs("project.id", null), through("project", condition));

const ofPolicy = { on: "policy", project: "project.id" } as const;

export const policyAccess = defineAccess<PolicyAction>({
  "policy.read": {
    ...ofPolicy,
    scope: "read",
    roles: {
      customer: any(isMine, ofProject(seesProject.customer)),
      auditor: any(isMine, ofProject(seesProject.auditor)),
      manager: any(isMine, ofProject(seesProject.manager)),
      admin: any(isMine, ofProject(seesProject.admin)),
    },
  },
  // Auditors write none for a project, because they must stay independent. Generating applies to a policy
  // that does not exist yet, so only its project and owner count. Users who may write one for a project may
  // also upload its evidence.
  "policy.write": {
    ...ofPolicy,
    scope: "write",
    state: isInOpenProject,
    roles: {
      customer: any(isMine, ofProject(takesPart.customer)),
      auditor: isMine,
      manager: any(isMine, ofProject(takesPart.manager)),
      admin: any(isMine, ofProject(takesPart.admin)),
    },
  },
});
