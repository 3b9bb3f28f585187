import { findRows, type Row } from "../../platform/prepared-find.ts";
import { queryRows } from "../../platform/query-rows.ts";
import type { SystemContext } from "../context.ts";
import { Control } from "../controls/control.entity.ts";
import { statementsIn, type PendingChange, type Statements } from "../controls/statement.rules.ts";
import { Evidence } from "../evidence/evidence.entity.ts";
import { withheldBecause } from "../evidence/evidence.rules.ts";
import { Finding } from "../findings/finding.entity.ts";
import { NO_TEXT, type ControlText } from "../frameworks/control-text.rules.ts";
import { readFramework } from "../frameworks/framework.queries.ts";
import { Project } from "../projects/project.entity.ts";
import { User } from "../users/user.entity.ts";
import type { ReportData, ReportedControl, ReportedEvidence, ReportedFinding } from "./report-data.ts";
import { TOLD_KINDS } from "./told-kinds.ts";

type Reading = Pick<SystemContext, "em">;
type Nobody = null | undefined;

/** Whether a scanner is configured: then files are handed out once they passed it. */
interface Protection {
  scans: boolean;
}

const iso = (date: Date | Nobody): string | null => date?.toISOString() ?? null;

/** What rows point to, by name. */
interface Names {
  person: (user: { id: string } | Nobody) => string | null;
  control: (control: { id: string } | Nobody) => string | null;
}

/** Somebody by their id, by name. */
const named = ({ person }: Names, id: string | null): string | null => (id === null ? null : person({ id }));

const tellStatements = (statements: Statements, names: Names): Statements =>
  Object.fromEntries(
    statementsIn(statements).map(({ field, statement }) => {
      const { said_by, confirmed_by } = statement;
      const people = { said_by: named(names, said_by) ?? "", confirmed_by: named(names, confirmed_by) };
      return [field, { ...statement, ...people }];
    }),
  );

const tellPending = (pending: PendingChange | null, names: Names): PendingChange | null =>
  pending && { ...pending, said_by: named(names, pending.said_by) ?? "" };

/** The ids of people whose word a control's figures are made of. */
const speakersOf = ({ statements, pendingChange }: Row<Control>): string[] => [
  ...statementsIn(statements).flatMap(({ statement: { said_by, confirmed_by } }) =>
    confirmed_by === null ? [said_by] : [said_by, confirmed_by],
  ),
  ...(pendingChange ? [pendingChange.said_by] : []),
];

const tellControl = (row: Row<Control>, names: Names, text: ControlText): ReportedControl => ({
  summary: text.summary,
  evidenceHints: [...text.evidenceHints],
  id: row.id,
  number: row.number,
  title: row.title,
  category: row.category,
  trustCategory: row.trustCategory,
  position: row.position,
  status: row.status,
  progress: row.progress,
  progressSource: row.progressSource,
  requiredEvidence: row.requiredEvidence,
  approvedEvidence: row.approvedEvidence,
  pendingEvidence: row.pendingEvidence,
  notApplicable: row.notApplicable,
  owner: names.person(row.owner),
  statements: tellStatements(row.statements, names),
  pendingChange: tellPending(row.pendingChange ?? null, names),
  justification: row.justification ?? null,
});

const tellEvidence = (
  row: Row<Evidence>,
  { person, control }: Names,
  protection: Protection,
): ReportedEvidence => ({
  id: row.id,
  control: control(row.control)!,
  alsoControls: [...row.alsoControls],
  title: row.title,
  description: row.description,
  fileName: row.fileName,
  fileSize: row.fileSize,
  contentType: row.contentType,
  sha256: row.sha256,
  status: row.status,
  withheld: withheldBecause(row, protection),
  version: row.version,
  qualityScore: row.qualityScore,
  tags: [...row.tags],
  uploadedBy: person(row.uploadedBy),
  uploadedAt: row.uploadedAt.toISOString(),
  collectedAt: row.collectedAt ?? null,
  periodStart: row.periodStart ?? null,
  periodEnd: row.periodEnd ?? null,
  expiresAt: iso(row.expiresAt),
  reviewedBy: person(row.reviewedBy),
  reviewedAt: iso(row.reviewedAt),
  reviewNote: row.reviewNote ?? null,
  acceptance: row.acceptance ?? null,
  acceptedBy: person(row.acceptedBy),
  acceptedAt: iso(row.acceptedAt),
  acceptanceNote: row.acceptanceNote ?? null,
  chunkingStatus: row.chunkingStatus,
  ingestionAttempt: row.ingestionAttempt,
  ingestionError: row.ingestionError ?? null,
  approvedUnread: row.approvedUnread,
  warnings: [...row.extractionWarnings],
});

const tellFinding = (row: Row<Finding>, { person, control }: Names): ReportedFinding => ({
  id: row.id,
  control: control(row.control),
  title: row.title,
  description: row.description,
  severity: row.severity,
  status: row.status,
  statusReason: row.statusReason ?? null,
  category: row.category,
  integration: row.integration,
  sourceId: row.sourceId ?? null,
  raisedBy: person(row.createdBy),
  assignedTo: person(row.assignedTo),
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  dueDate: iso(row.dueDate),
  acceptedUntil: iso(row.acceptedUntil),
  resolvedAt: iso(row.resolvedAt),
  resolution: row.resolution ?? null,
});

const tellProject = (row: Row<Project>, frameworkName: string): ReportData["project"] => ({
  id: row.id,
  name: row.name,
  description: row.description,
  framework: row.framework,
  frameworkName,
  status: row.status,
  periodStart: row.periodStart ?? null,
  periodEnd: row.periodEnd ?? null,
});

interface Rows {
  controls: Row<Control>[];
  evidence: Row<Evidence>[];
  findings: Row<Finding>[];
}

async function readRows({ em }: Reading, projectId: string): Promise<Rows> {
  const current = { project: projectId, deletedAt: null, status: { $ne: "superseded" } } as const;
  const controls = await findRows(em, Control, {
    where: { project: projectId },
    orderBy: { position: "asc" },
  });
  const evidence = await findRows(em, Evidence, {
    where: current,
    orderBy: { uploadedAt: "asc", id: "asc" },
  });
  const findings = await findRows(em, Finding, {
    where: { project: projectId },
    orderBy: { createdAt: "asc", id: "asc" },
  });
  const places = new Map(controls.map(({ id, position }) => [id, position]));
  const placeOf = ({ control }: Row<Evidence>): number => places.get(control.id)!;
  return { controls, evidence: evidence.toSorted((a, b) => placeOf(a) - placeOf(b)), findings };
}

async function readNames({ em }: Reading, { controls, evidence, findings }: Rows): Promise<Names> {
  const held = [
    ...controls.map(({ owner }) => owner),
    ...evidence.flatMap(({ uploadedBy, reviewedBy, acceptedBy }) => [uploadedBy, reviewedBy, acceptedBy]),
    ...findings.flatMap(({ createdBy, assignedTo }) => [createdBy, assignedTo]),
  ];
  const spoke = controls.flatMap(speakersOf);
  const ids = [...new Set([...held.flatMap((user) => user?.id ?? []), ...spoke])];
  const people = ids.length === 0 ? [] : await findRows(em, User, { where: { id: { $in: ids } } });
  const names = new Map(people.map(({ id, name }) => [id, name]));
  const numbers = new Map(controls.map(({ id, number }) => [id, number]));
  return {
    person: (user) => names.get(user?.id ?? "") ?? null,
    control: (control) => numbers.get(control?.id ?? "") ?? null,
  };
}

/** Every change leaves an event; of some, such as comments, nothing is told. */
const LATEST = `select greatest(p.updated_at,
    (select max(updated_at) from evidence where project_id = p.id),
    (select max(updated_at) from findings where project_id = p.id),
    (select max(occurred_at) from events where project_id = p.id and kind = any($2))) as latest
  from projects p where id = $1`;

/** What reports tell of a project; the transaction of `ctx` must see one moment. Null when the project is gone. */
export async function readReportData(
  ctx: Reading,
  projectId: string,
  protection: Protection,
): Promise<ReportData | null> {
  const [project] = await findRows(ctx.em, Project, { where: { id: projectId } });
  if (project === undefined) return null;
  const parameters = [projectId, TOLD_KINDS];
  const [row] = await queryRows<{ latest: Date }>(ctx.em, { sql: LATEST, parameters });
  const rows = await readRows(ctx, projectId);
  const names = await readNames(ctx, rows);
  const framework = await readFramework(ctx, project.framework);
  const texts = new Map((framework?.controls ?? []).map((control) => [control.number, control]));
  return {
    asOf: new Date(row!.latest).toISOString(),
    project: tellProject(project, framework?.name ?? project.framework),
    controls: rows.controls.map((control) =>
      tellControl(control, names, texts.get(control.number) ?? NO_TEXT),
    ),
    evidence: rows.evidence.map((evidence) => tellEvidence(evidence, names, protection)),
    findings: rows.findings.map((finding) => tellFinding(finding, names)),
  };
}
