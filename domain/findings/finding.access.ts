import { defineAccess } from "../access/access-rule.ts";
import { all, holds, type Condition } from "../access/condition.ts";
import {
  isInOpenProject,
  ofOpenProject,
  seesItsProject,
  takesPart,
  takesPartInItsProject,
} from "../projects/project.access.ts";
import type { Role } from "../users/user.rules.ts";

export type FindingAction =
  | "finding.read"
  | "finding.create"
  | "finding.update"
  | "finding.update_many"
  | "finding.comment"
  | "finding.work"
  | "finding.decide";

/** Auditors' changes of findings require the scope `audit` in addition to `write`. */
const audited = (of: Record<Role, Condition>): Record<Role, Condition> => ({
  ...of,
  auditor: all(of.auditor, holds("audit")),
});

const everyone = audited(takesPartInItsProject);
const { customer: _customer, ...deciders } = everyone;
const { auditor: _auditor, ...workers } = everyone;

const ofFinding = { on: "finding", project: "project.id" } as const;

export const findingAccess = defineAccess<FindingAction>({
  "finding.read": { ...ofFinding, scope: "read", roles: seesItsProject },
  // Applies to the project, because the finding does not exist yet.
  "finding.create": { ...ofOpenProject, scope: "write", roles: audited(takesPart) },
  "finding.update": { ...ofFinding, scope: "write", state: isInOpenProject, roles: everyone },
  // Applies to the project of the findings.
  "finding.update_many": { ...ofOpenProject, scope: "write", roles: audited(takesPart) },
  "finding.comment": { ...ofFinding, scope: "write", state: isInOpenProject, roles: everyone },
  // Fixing a finding and deciding that it is done are separate permissions.
  "finding.work": { ...ofFinding, scope: "write", state: isInOpenProject, roles: workers },
  "finding.decide": { ...ofFinding, scope: "write", state: isInOpenProject, roles: deciders },
});
