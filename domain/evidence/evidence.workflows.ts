import type { evidenceEvents } from "./evidence.events.ts";
import type { WorkflowDefinitions } from "../events/workflow-definition.ts";
import {
  inProject,
  subjectOf,
  type Starter,
  type Starters,
  type WorkflowSubject,
  type WorkflowStart,
} from "../events/workflow-start.ts";
import { IN_PROJECT, NOT_LEAVING } from "../projects/in-project.ts";
import { expiryWorkflowId, ingestionWorkflowId, refreshWorkflowId } from "./evidence.rules.ts";

const ofEvidence = (subject: WorkflowSubject) => ({ EvidenceId: subject.id, ...inProject(subject) });

export const startIngestion = (subject: WorkflowSubject, attempt: number): WorkflowStart => ({
  workflow: "ingestEvidence",
  workflowId: ingestionWorkflowId(subject.id, attempt),
  args: [{ evidenceId: subject.id, attempt }],
  searchAttributes: ofEvidence(subject),
});

const startRefresh = (subject: WorkflowSubject, revision: number): WorkflowStart => ({
  workflow: "refreshEvidence",
  workflowId: refreshWorkflowId(subject.id, revision),
  args: [{ evidenceId: subject.id, revision }],
  searchAttributes: ofEvidence(subject),
});

const startWithdrawal = (subject: WorkflowSubject, reason: "deleted" | "superseded"): WorkflowStart => ({
  workflow: "withdrawEvidence",
  workflowId: `withdraw-${subject.id}-${reason}`,
  args: [{ evidenceId: subject.id, reason }],
  searchAttributes: ofEvidence(subject),
});

const startExpiryWatch = (subject: WorkflowSubject, expiresAt: Date): WorkflowStart => ({
  workflow: "watchEvidenceExpiry",
  workflowId: expiryWorkflowId(subject.id, expiresAt),
  args: [{ evidenceId: subject.id, expiresAt: expiresAt.getTime() }],
  searchAttributes: ofEvidence(subject),
});

/** Evidence without an expiry is not watched. */
const watchExpiry: Starter<{ evidence: { expires_at: string | null } }> = (event) => {
  const { expires_at: end } = event.data.evidence;
  return end === null ? null : startExpiryWatch(subjectOf(event), new Date(end));
};

export const evidenceStarts: Starters<typeof evidenceEvents> = {
  "evidence.uploaded": (event) => startIngestion(subjectOf(event), 0),
  "evidence.retried": (event) => startIngestion(subjectOf(event), event.data.attempt),
  "evidence.updated": (event) => startRefresh(subjectOf(event), event.data.revision),
  "evidence.approved": watchExpiry,
  "evidence.expiry_changed": watchExpiry,
  "evidence.deleted": (event) => startWithdrawal(subjectOf(event), "deleted"),
  "evidence.superseded": (event) => startWithdrawal(subjectOf(event), "superseded"),
};

const FILE = `select e.content_type as "fileType", e.file_size::float8 as "fileBytes", c.number as control
  from evidence e join controls c on c.id = e.control_id where e.id = $1::uuid`;
const HELD = `one.deleted_at is null and one.status not in ('superseded', 'quarantined') and ${NOT_LEAVING}`;
const UNREAD = "one.chunking_status in ('PENDING', 'PROCESSING')";

export const evidenceWorkflows = {
  ingestEvidence: {
    summary: "Ingest a file into the search index",
    file: FILE,
    lane: "files",
    retryable: true,
    inProgress: {
      ingestions: {
        from: "evidence one",
        where: `${UNREAD} and ${HELD}`,
        ...IN_PROJECT,
        number: "one.ingestion_attempt",
        start: (row) => startIngestion(row, row.number),
      },
    },
  },
  refreshEvidence: {
    summary: "Apply metadata changes to a file's index entries",
    file: FILE,
    lane: "files",
    retryable: true,
    inProgress: {
      refreshes: {
        from: "evidence one",
        where: `one.chunking_status = 'COMPLETED' and one.indexed_title <> one.title and ${HELD}`,
        ...IN_PROJECT,
        number: "one.revision",
        start: (row) => startRefresh(row, row.number),
      },
    },
  },
  withdrawEvidence: {
    summary: "Remove the data of a deleted or replaced file",
    file: FILE,
    lane: "jobs",
    retryable: true,
    inProgress: {
      deletions: {
        from: "evidence one",
        where: `one.deleted_at is not null and ${NOT_LEAVING}`,
        ...IN_PROJECT,
        start: (row) => startWithdrawal(row, "deleted"),
      },
      replacements: {
        from: "evidence one",
        where: `one.status = 'superseded' and one.deleted_at is null and ${NOT_LEAVING}
      and (${UNREAD} or exists (select 1 from evidence_chunks c where c.evidence_id = one.id))`,
        ...IN_PROJECT,
        start: (row) => startWithdrawal(row, "superseded"),
      },
    },
  },
  watchEvidenceExpiry: {
    summary: "Watch for the expiry of evidence",
    file: FILE,
    lane: "quick",
    retryable: true,
    endsWithProject: true,
    inProgress: {
      expiries: {
        from: "evidence one",
        where: `one.status = 'approved' and one.expires_at is not null and ${HELD}`,
        ...IN_PROJECT,
        at: "one.expires_at",
        start: (row) => startExpiryWatch(row, row.at),
      },
    },
  },
} satisfies WorkflowDefinitions;
