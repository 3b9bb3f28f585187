import { defineAccess } from "../access/access-rule.ts";
import { all, holds, through, type Condition } from "../access/condition.ts";
import { seesProject, takesPart } from "../projects/project.access.ts";
import type { Role } from "../users/user.rules.ts";

export type FindingAction =
  | "finding.read"
  | "finding.create"
  | "finding.update"
  | "finding.comment"
  | "finding.work"
  | "finding.decide";

const inProject = (of: Record<Role, Condition>): Record<Role, Condition> => ({
  customer: through("project", of.customer),
  auditor: through("project", of.auditor),
  manager: through("project", of.manager),
  admin: through("project", of.admin),
});

/** What auditors change about findings takes the scope `audit` beside `write`. */
const audited = (of: Record<Role, Condition>): Record<Role, Condition> => ({
  ...of,
  auditor: all(of.auditor, holds("audit")),
});

const everybody = audited(inProject(takesPart));
const { customer: _customer, ...deciders } = everybody;
const { auditor: _auditor, ...workers } = everybody;

const ofFinding = { on: "finding", project: "project.id" } as const;

export const findingAccess = defineAccess<FindingAction>({
  "finding.read": { ...ofFinding, scope: "read", roles: inProject(seesProject) },
  // Asked of the project the finding goes to: the finding itself does not exist yet.
  "finding.create": { scope: "write", on: "project", project: "id", roles: audited(takesPart) },
  "finding.update": { ...ofFinding, scope: "write", roles: everybody },
  "finding.comment": { ...ofFinding, scope: "write", roles: everybody },
  // Who has to fix it, and who says whether nothing is left to fix, are not the same.
  "finding.work": { ...ofFinding, scope: "write", roles: workers },
  "finding.decide": { ...ofFinding, scope: "write", roles: deciders },
});
