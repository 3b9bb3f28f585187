import { defineEntity, p } from "@mikro-orm/core";
import { newId } from "../../platform/ids.ts";
import { ofVisibleProject, openToOverseers } from "../access/wall.ts";
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

/** As many are pointed out. */
const MOST_DUPLICATES = 20;

const sameFiles = (one: string): string => `(
  select coalesce(json_agg(json_build_object('id', d.id, 'title', d.title) order by d.id), '[]') from (
    select id, title from evidence where project_id = ${one}.project_id and sha256 = ${one}.sha256
       and id <> ${one}.id and deleted_at is null and status <> 'superseded' order by id limit ${MOST_DUPLICATES}) d)`;

/** The latest, also of evidence that was replaced or deleted since: neither makes the file a new one. */
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
    // Lists over many projects, by what they are sorted by most.
    { properties: ["title", "id"] },
    { properties: ["qualityScore", "id"] },
    { properties: ["uploadedBy", "uploadedAt", "id"] },
    // Totals, and which rows a page holds, are read from the index alone.
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
    // The bytes of a project are added up from the index alone.
    {
      name: "evidence_bytes",
      expression: "create index evidence_bytes on evidence (project_id) include (file_size)",
    },
    // Searches of whoever sees everything.
    {
      name: "evidence_words",
      expression:
        "create index evidence_words on evidence using gin (title gin_trgm_ops, description gin_trgm_ops, file_name gin_trgm_ops) where deleted_at is null",
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
    /** Numbers of further controls of the project that it serves; it counts for each as it does for its own. */
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
    updatedAt: p.datetime().onUpdate(() => new Date()),
    version: p.integer().default(1),
    /** The evidence this one replaces; set on a new version. */
    previous: () => p.manyToOne(Evidence).nullable().index().deleteRule("set null"),
    /** The evidence of another project that it is a copy of. Its id alone: the copy outlives it. */
    reusedFrom: p.uuid().nullable(),
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
    /** Days before the end of the last reminder given, so that a repeated step reminds once. */
    remindedDays: p.double().$type<number>().nullable(),
    reviewedBy: () => p.manyToOne(User).nullable(),
    reviewedAt: p.datetime().nullable(),
    reviewNote: p.text().nullable(),
    /** When it was accepted. Never taken back, whatever becomes of it: access rules ask whether it ever was. */
    approvedAt: p.datetime().nullable(),
    /** It was approved with a reason although its file could not be read. */
    approvedUnread: p.boolean().default(false),
    /** The auditor's acceptance, beside the internal review; null until they say something. */
    acceptance: p.enum(ACCEPTANCES).$type<Acceptance>().nullable(),
    acceptedBy: () => p.manyToOne(User).nullable(),
    acceptedAt: p.datetime().nullable(),
    acceptanceNote: p.text().nullable(),
    pageCount: p.integer().nullable(),
    /** What a reviewer should know of the reading of the file, such as pages that were not read. */
    extractionWarnings: p.array<string>().default([]),
    chunkCount: p.integer().default(0),
    /** How often what people say about the file has changed. */
    revision: p.integer().default(0),
    /** Which set of passages searches see: 0 from the ingestion, later that of the revision whose title it was made for. */
    indexedRevision: p.integer().default(0),
    /** The title in those passages' prefix; null before there are any. */
    indexedTitle: p.string().nullable(),
    hasThumbnail: p.boolean().default(false),
    chunkingStatus: p.enum(CHUNKING_STATUSES).$type<ChunkingStatus>().default("PENDING"),
    ingestionStep: p.enum(INGESTION_STEPS).$type<IngestionStep>().nullable(),
    ingestionError: p.text().nullable(),
    /** How often a person asked for another try; part of the workflow id. */
    ingestionAttempt: p.integer().default(0),
    deletedAt: p.datetime().nullable(),
    /** Other current evidence of the project with the same bytes, the oldest first. Only read where it is asked for. */
    duplicates: p
      .json<SameFile[]>()
      .formula((one) => sameFiles(String(one)))
      .lazy()
      .nullable(),
    /** The same bytes were rejected before. Only read where it is asked for. */
    rejectedBefore: p
      .json<Rejection>()
      .formula((one) => rejectionOf(String(one)))
      .lazy()
      .nullable(),
  },
});

/** One set of passages of an evidence. Its title is part of what the model reads, so that a new title means a new set. */
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

/** A file put forward as proof for a control, with what the service found out about it. */
export class Evidence extends EvidenceSchema.class {
  /** Whether ingestion may still write: not deleted, not replaced, not under quarantine. */
  isIngestible(): boolean {
    return !this.deletedAt && this.status !== "superseded" && !isQuarantined(this);
  }

  /** The passages searches see; before they are made, what they will be made for. */
  shownPassages(): PassageSet {
    const { id, project, indexedRevision: revision, indexedTitle, title } = this;
    return { evidenceId: id, projectId: project.id, revision, title: indexedTitle ?? title };
  }

  /** The passages that go with what people say now. */
  wantedPassages(): PassageSet {
    const { id, project, revision, title } = this;
    return { evidenceId: id, projectId: project.id, revision, title };
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

  /** What the auditor says of it; null takes it back. */
  accept(acceptance: Acceptance | null, { by, at, note }: { by: User; at: Date; note: string }): void {
    this.acceptance = acceptance;
    this.acceptedBy = by;
    this.acceptedAt = at;
    this.acceptanceNote = note;
  }

  /** Another end than before is reminded of anew. */
  setExpiry(at: Date | null): void {
    this.expiresAt = at;
    this.remindedDays = null;
  }

  expire(): void {
    this.status = "expired";
  }

  /** Whether its ingestion has not come to an end. */
  awaitsReading(): boolean {
    return this.chunkingStatus === "PENDING" || this.chunkingStatus === "PROCESSING";
  }

  beginIngestion(): void {
    this.chunkingStatus = "PROCESSING";
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

  /** Ends ingestion without success; the original stays downloadable. */
  failIngestion(reason: string): void {
    this.chunkingStatus = "FAILED";
    this.ingestionError = reason;
  }

  /** Malware was found: nobody may download or search it. What was replaced meanwhile stays out of the lists. */
  quarantine(reason: string): void {
    this.chunkingStatus = "QUARANTINED";
    if (this.status !== "superseded") this.status = "quarantined";
    this.ingestionError = reason;
  }
}
EvidenceSchema.setClass(Evidence);

const EvidenceChunkSchema = defineEntity({
  name: "EvidenceChunk",
  tableName: "evidence_chunks",
  uniques: [{ properties: ["evidence", "revision", "ordinal"] }],
  policies: [ofVisibleProject("evidence_chunks")],
  properties: {
    /** `chunkIdOf(evidence, ordinal, revision)`: the same chunk always has the same id, here and in the index. */
    id: p.string().primary(),
    evidence: () => p.manyToOne(Evidence).deleteRule("cascade"),
    project: () => p.manyToOne(Project).deleteRule("cascade").index(),
    /** The set it belongs to: while a new one is made, the evidence has two. */
    revision: p.integer().default(0),
    ordinal: p.integer(),
    text: p.text(),
    headings: p.array<string>().default([]),
    page: p.integer().nullable(),
    sheet: p.string().nullable(),
    startOffset: p.integer(),
    endOffset: p.integer(),
    tokenCount: p.integer(),
  },
});

/** A passage of an evidence file: what search finds and what answers cite. */
export class EvidenceChunk extends EvidenceChunkSchema.class {}
EvidenceChunkSchema.setClass(EvidenceChunk);
