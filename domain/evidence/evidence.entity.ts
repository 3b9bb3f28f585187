import { defineEntity, p } from "@mikro-orm/core";
import { productNow } from "../../platform/clock.ts";
import { newId } from "../../platform/ids.ts";
import { ofVisibleProject, openToOverseers } from "../access/row-security.ts";
import { Control } from "../controls/control.entity.ts";
import { Project } from "../projects/project.entity.ts";
import { User } from "../users/user.entity.ts";
import type { QualityReason } from "./quality.rules.ts";
import {
  ACCEPTANCES,
  CHUNKING_STATUSES,
  EVIDENCE_STATUSES,
  INGESTION_STEPS,
  isQuarantined,
  isUnfinished,
  isUnread,
  type Acceptance,
  type ChunkingStatus,
  type EvidenceStatus,
  type IngestionStep,
  type ReviewDecision,
} from "./evidence.rules.ts";

/** Another piece of evidence with the same bytes. */
export interface SameFile {
  id: string;
  title: string;
}

/** When a reviewer rejected the same bytes, and why. */
export interface Rejection {
  id: string;
  title: string;
  rejected_at: string;
  note: string;
}

/** The maximum number listed. */
const MAX_DUPLICATES = 20;

const sameFiles = (one: string): string => `(
  select coalesce(json_agg(json_build_object('id', d.id, 'title', d.title) order by d.id), '[]') from (
    select id, title from evidence where project_id = ${one}.project_id and sha256 = ${one}.sha256
       and id <> ${one}.id and deleted_at is null and status <> 'superseded' order by id limit ${MAX_DUPLICATES}) d)`;

/** The latest rejection, even of evidence replaced or deleted since: neither makes the file a new one. */
const rejectionOf = (one: string): string => `(
  select json_build_object('id', evidence_id, 'title', title, 'note', note,
      'rejected_at', to_char(rejected_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    from rejected_files where project_id = ${one}.project_id and sha256 = ${one}.sha256
      and evidence_id <> ${one}.id order by rejected_at desc limit 1)`;

const EvidenceSchema = defineEntity({
  name: "Evidence",
  tableName: "evidence",
  indexes: [
    { properties: ["project", "sha256"] },
    // Lists over many projects, by the most common sort orders.
    { properties: ["title", "id"] },
    { properties: ["qualityScore", "id"] },
    { properties: ["uploadedBy", "uploadedAt", "id"] },
    // Totals, and the ids of a page, come from the index alone.
    {
      name: "evidence_of_project_by_time",
      expression:
        "create index evidence_of_project_by_time on evidence (project_id, uploaded_at, id) include (status) where deleted_at is null",
    },
    {
      name: "evidence_by_time",
      expression:
        "create index evidence_by_time on evidence (uploaded_at, id) include (status, project_id) where deleted_at is null",
    },
    {
      name: "evidence_counted",
      expression:
        "create index evidence_counted on evidence (project_id, status, chunking_status) where deleted_at is null",
    },
    // The bytes of a project are summed from the index alone.
    {
      name: "evidence_bytes",
      expression: "create index evidence_bytes on evidence (project_id) include (file_size)",
    },
    // For searches of overseers.
    {
      name: "evidence_words",
      expression:
        "create index evidence_words on evidence using gin (title gin_trgm_ops, description gin_trgm_ops, file_name gin_trgm_ops) where deleted_at is null",
    },
    {
      name: "evidence_of_policy",
      expression: "create index evidence_of_policy on evidence (policy_id) where policy_id is not null",
    },
    {
      name: "evidence_tagged",
      expression:
        "create index evidence_tagged on evidence using gin (tags, also_controls) where deleted_at is null",
    },
  ],
  policies: [ofVisibleProject("evidence"), openToOverseers("evidence")],
  properties: {
    id: p.uuid().primary().onCreate(newId),
    project: () => p.manyToOne(Project).deleteRule("cascade"),
    control: () => p.manyToOne(Control).index(),
    /** Numbers of further controls in the project that it serves; it counts for each as for its own. */
    alsoControls: p.array<string>().default([]),
    title: p.string(),
    description: p.text().default(""),
    fileName: p.string(),
    fileSize: p.bigint("number"),
    contentType: p.string(),
    format: p.string(),
    sha256: p.string(),
    tags: p.array<string>().default([]),
    uploadedBy: () => p.manyToOne(User),
    uploadedAt: p.datetime(),
    updatedAt: p.datetime().onUpdate(productNow),
    version: p.integer().default(1),
    /** The evidence that this new version replaces. */
    previous: () => p.manyToOne(Evidence).nullable().index().deleteRule("set null"),
    /** The original in another project. Only its id, because the copy outlives it. */
    reusedFrom: p.uuid().nullable(),
    /** The policy that it was filed from, and its version. Only its id, because evidence outlives policies. */
    policyId: p.uuid().nullable(),
    policyVersion: p.integer().nullable(),
    status: p.enum(EVIDENCE_STATUSES).$type<EvidenceStatus>().default("pending"),
    qualityScore: p.integer().default(0),
    qualityReasons: p
      .json<QualityReason[]>()
      .default("[]")
      .onCreate(() => []),
    collectedAt: p.date().nullable(),
    periodStart: p.date().nullable(),
    periodEnd: p.date().nullable(),
    expiresAt: p.datetime().nullable(),
    /** The days of the last reminder, so that a repeated step reminds once. */
    remindedDays: p.double().$type<number>().nullable(),
    reviewedBy: () => p.manyToOne(User).nullable(),
    reviewedAt: p.datetime().nullable(),
    reviewNote: p.text().nullable(),
    /** The time of its latest approval, never reset to null: access rules depend on it. */
    approvedAt: p.datetime().nullable(),
    /** Approved with a reason although its file could not be read. */
    approvedUnread: p.boolean().default(false),
    /** The auditor's acceptance, in addition to the internal review; null until they decide. */
    acceptance: p.enum(ACCEPTANCES).$type<Acceptance>().nullable(),
    acceptedBy: () => p.manyToOne(User).nullable(),
    acceptedAt: p.datetime().nullable(),
    acceptanceNote: p.text().nullable(),
    pageCount: p.integer().nullable(),
    /** Warnings for reviewers about the extraction, such as skipped pages. */
    extractionWarnings: p.array<string>().default([]),
    chunkCount: p.integer().default(0),
    /** The number of changes of its metadata. */
    revision: p.integer().default(0),
    /**
     * The set of passages that searches see: 0 from the ingestion, later the revision whose title it was made
     * for.
     */
    indexedRevision: p.integer().default(0),
    /** The title in those passages' prefix; null before there are any. */
    indexedTitle: p.string().nullable(),
    hasThumbnail: p.boolean().default(false),
    chunkingStatus: p.enum(CHUNKING_STATUSES).$type<ChunkingStatus>().default("PENDING"),
    ingestionStep: p.enum(INGESTION_STEPS).$type<IngestionStep>().nullable(),
    ingestionError: p.text().nullable(),
    /** The number of requested retries; part of the workflow id. */
    ingestionAttempt: p.integer().default(0),
    deletedAt: p.datetime().nullable(),
    /** Other current evidence of the project with the same bytes, oldest first. Loaded on request only. */
    duplicates: p
      .json<SameFile[]>()
      .formula((one) => sameFiles(String(one)))
      .lazy()
      .nullable(),
    /** An earlier rejection of the same bytes. Loaded on request only. */
    rejectedBefore: p
      .json<Rejection>()
      .formula((one) => rejectionOf(String(one)))
      .lazy()
      .nullable(),
  },
});

/**
 * One set of passages of a piece of evidence. Its title is part of the model's input, so a new title needs a
 * new set.
 */
export interface PassageSet {
  evidenceId: string;
  projectId: string;
  revision: number;
  title: string;
}

const STATUS_AFTER: Record<ReviewDecision, EvidenceStatus> = {
  approve: "approved",
  reject: "rejected",
  withdraw: "pending",
};

/** A file submitted as proof for a control, with everything the service derived from it. */
export class Evidence extends EvidenceSchema.class {
  /** Whether ingestion may still write: not deleted, replaced or quarantined. */
  isIngestible(): boolean {
    return !this.deletedAt && this.status !== "superseded" && !isQuarantined(this);
  }

  /** The passages that searches see or, before they exist, will see. */
  shownPassages(): PassageSet {
    const { id, project, indexedRevision: revision, indexedTitle, title } = this;
    return { evidenceId: id, projectId: project.id, revision, title: indexedTitle ?? title };
  }

  /** The passages for the current metadata. */
  wantedPassages(): PassageSet {
    const { id, project, revision, title } = this;
    return { evidenceId: id, projectId: project.id, revision, title };
  }

  /** Connects it with the version of a policy that it contains. */
  fileFrom({ id, version }: { id: string; version: number }): void {
    this.policyId = id;
    this.policyVersion = version;
  }

  /** Whether it counts as proof until it expires. */
  stands(): boolean {
    return this.status === "approved" && !this.deletedAt;
  }

  review(decision: ReviewDecision, { by, at, note }: { by: User; at: Date; note: string }): void {
    this.status = STATUS_AFTER[decision];
    this.reviewedBy = by;
    this.reviewedAt = at;
    this.reviewNote = note;
    this.approvedUnread = decision === "approve" && isUnread(this);
    if (decision === "approve") this.approvedAt = at;
  }

  /** Sets the auditor's acceptance; null withdraws it. */
  accept(acceptance: Acceptance | null, { by, at, note }: { by: User; at: Date; note: string }): void {
    this.acceptance = acceptance;
    this.acceptedBy = by;
    this.acceptedAt = at;
    this.acceptanceNote = note;
  }

  /** A new expiry resets the reminders. */
  setExpiry(at: Date | null): void {
    this.expiresAt = at;
    this.remindedDays = null;
  }

  expire(): void {
    this.status = "expired";
  }

  /** Whether its ingestion has not ended. */
  awaitsIngestion(): boolean {
    return isUnfinished(this.chunkingStatus);
  }

  beginIngestion(step: IngestionStep): void {
    this.chunkingStatus = "PROCESSING";
    this.ingestionStep = step;
    this.ingestionError = null;
  }

  restartIngestion(): void {
    this.chunkingStatus = "PENDING";
    this.ingestionStep = null;
    this.ingestionError = null;
    this.extractionWarnings = [];
    this.ingestionAttempt += 1;
  }

  completeIngestion(): void {
    this.chunkingStatus = "COMPLETED";
    this.ingestionStep = "complete";
  }

  /** Ends ingestion with a failure; the original stays downloadable. */
  failIngestion(reason: string): void {
    this.chunkingStatus = "FAILED";
    this.ingestionError = reason;
  }

  /** Malware was found: no one can download or search the file. Replaced evidence stays out of the lists. */
  quarantine(reason: string): void {
    this.chunkingStatus = "QUARANTINED";
    if (this.status !== "superseded") this.status = "quarantined";
    this.ingestionError = reason;
  }
}
EvidenceSchema.setClass(Evidence);
