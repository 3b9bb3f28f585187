import type { Row } from "../../platform/database/read-rows.ts";
import type { Control } from "../controls/control.entity.ts";
import { statementsIn, type PendingChange, type Statements } from "../controls/statement.rules.ts";
import type { Evidence } from "../evidence/evidence.entity.ts";
import { withheldBecause } from "../evidence/evidence.rules.ts";
import type { Finding } from "../findings/finding.entity.ts";
import type { ControlText } from "../frameworks/control-text.rules.ts";
import type { Project } from "../projects/project.entity.ts";
import type { Person } from "../users/read-visible-people.ts";
import type { ProjectData, ControlData, EvidenceData, FindingData } from "./project-data.ts";

type Missing = null | undefined;

/** Whether a scanner is configured: then only scanned files can be downloaded. */
export interface Protection {
  scans: boolean;
}

const iso = (date: Date | Missing): string | null => date?.toISOString() ?? null;

/** The references of rows: people, and the numbers of controls. */
export interface Names {
  person: (user: { id: string } | Missing) => Person | null;
  control: (control: { id: string } | Missing) => string | null;
}

/** The name of a person by id. */
const named = ({ person }: Names, id: string | null): string | null =>
  person(id === null ? null : { id })?.name ?? null;

const presentStatements = (statements: Statements, names: Names): Statements =>
  Object.fromEntries(
    statementsIn(statements).map(({ field, statement }) => {
      const { said_by, confirmed_by } = statement;
      const people = { said_by: named(names, said_by) ?? "", confirmed_by: named(names, confirmed_by) };
      return [field, { ...statement, ...people }];
    }),
  );

const presentPending = (pending: PendingChange | null, names: Names): PendingChange | null =>
  pending && { ...pending, said_by: named(names, pending.said_by) ?? "" };

/** The ids of the authors of a control's statements. */
export const authorsOf = ({ statements, pendingChange }: Row<Control>): string[] => [
  ...statementsIn(statements).flatMap(({ statement: { said_by, confirmed_by } }) =>
    confirmed_by === null ? [said_by] : [said_by, confirmed_by],
  ),
  ...(pendingChange ? [pendingChange.said_by] : []),
];

export const presentControl = (row: Row<Control>, names: Names, text: ControlText): ControlData => ({
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
  dueDate: iso(row.dueDate),
  statements: presentStatements(row.statements, names),
  pendingChange: presentPending(row.pendingChange ?? null, names),
  justification: row.justification ?? null,
  outOfScope: row.outOfScope,
});

export const presentEvidence = (
  row: Row<Evidence>,
  { person, control }: Names,
  protection: Protection,
): EvidenceData => ({
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
  previousId: row.previous?.id ?? null,
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

export const presentFinding = (row: Row<Finding>, { person, control }: Names): FindingData => ({
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

export const presentProject = (row: Row<Project>, frameworkName: string): ProjectData["project"] => ({
  id: row.id,
  name: row.name,
  description: row.description,
  framework: row.framework,
  frameworkName,
  status: row.status,
  periodStart: row.periodStart ?? null,
  periodEnd: row.periodEnd ?? null,
});
