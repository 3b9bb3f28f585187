import type { Role } from "../../domain/users/user.rules.ts";
import type { ManyRows } from "../../testkit/many-rows.ts";

export interface ListPath {
  path: string;
  /** All roles by default. */
  roles?: readonly Role[];
}

const project = ({ projectId }: ManyRows): string[] =>
  [
    "/api/compliance/overview",
    "/api/compliance/overview/detailed",
    "/api/compliance/risk",
    "/api/compliance/summary",
    "/api/v1/compliance/score",
    "/api/v1/compliance/gaps",
    "/api/v1/compliance/controls",
  ].map((path) => `${path}?project_id=${projectId}`);

const PLAIN = [
  "/api/v1/projects",
  "/api/v1/projects?page=3",
  "/api/v1/projects?status=active&sort=name&order=asc",
  "/api/v1/projects?search=Project+12",
  "/api/v1/evidence",
  "/api/v1/evidence?page=50",
  "/api/v1/evidence?status=approved&sort=title&order=asc",
  "/api/v1/evidence?sort=quality_score",
  "/api/v1/evidence?search=Backup+review",
  "/api/v1/evidence?search=no+such+words&search_fields=title",
  "/api/v1/evidence?control_id=C7&chunking_status=FAILED",
  "/api/v1/evidence?tag=round-3",
  "/api/v1/evidence?created_after=2026-06-01",
  "/api/v1/controls?owner_id=me&due_before=2027-01-01T00:00:00Z",
  "/api/v1/milestones?due_before=2027-01-01T00:00:00Z",
  "/api/findings",
  "/api/findings?page=50",
  "/api/findings?status=open,in-progress&severity=Critical,High&sort=severity",
  "/api/findings?overdue=true&sort=due_date&order=asc",
  "/api/findings?category=network&integration=scanner",
  "/api/findings?search=cipher+12",
  "/api/findings/stats",
  "/api/findings/stats?overdue=true",
  "/api/v1/users",
  "/api/v1/users?search=customer+1",
  "/api/v1/reports",
  "/api/v1/api-keys",
];

const AUDIT = [
  "/api/v1/audit-log",
  "/api/v1/audit-log?page=50",
  "/api/v1/audit-log?action=evidence.approved,finding.created",
  "/api/v1/audit-log?subject_kind=finding&sort=occurred_at",
  "/api/v1/audit-log?search=score.changed",
];

const AUDIT_READERS: readonly Role[] = ["admin", "manager", "auditor"];

/** Every list, with and without filters, and every figure of a project. */
export const listPaths = (rows: ManyRows): ListPath[] => [
  ...PLAIN.map((path) => ({ path })),
  { path: `/api/v1/evidence?project_id=${rows.projectId}` },
  { path: `/api/v1/evidence?project_id=${rows.projectId}&search=policy` },
  { path: `/api/findings?project_id=${rows.projectId}` },
  { path: `/api/findings/stats?project_id=${rows.projectId}` },
  { path: `/api/v1/reports?project_id=${rows.projectId}` },
  { path: `/api/v1/audit-log?project_id=${rows.projectId}`, roles: AUDIT_READERS },
  ...AUDIT.map((path) => ({ path, roles: AUDIT_READERS })),
  ...project(rows).map((path) => ({ path })),
];
