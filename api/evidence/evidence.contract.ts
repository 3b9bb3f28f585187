import { recordOf } from "../../domain/record-of.rules.ts";
import { z } from "zod";
import type { Evidence } from "../../domain/evidence/evidence.entity.ts";
import type { DetailedEvidence } from "../../domain/evidence/evidence.queries.ts";
import {
  ACCEPTANCES,
  CHUNKING_STATUSES,
  EVIDENCE_STATUSES,
  QUALITIES,
} from "../../domain/evidence/evidence.rules.ts";
import { QUALITY_RESULTS } from "../../domain/evidence/quality.rules.ts";
import type { Row } from "../../platform/database/read-rows.ts";
import {
  CalendarDate,
  ControlRef,
  Id,
  Instant,
  NamedId,
  PageOf,
  Timestamp,
  iso,
  listQuery,
  namedPerson,
  personIn,
  several,
  severalNames,
  totalsQuery,
} from "../common.contract.ts";
import { PersonOf } from "../people.contract.ts";
import { schemaNames } from "../../platform/web/schema-names.ts";
import { defineBody, defineView } from "../define-schemas.ts";

const Title = z.string().trim().min(1).max(200);
const Description = z.string().max(10_000);
const Tag = z.string().trim().min(1).max(50);
const Tags = z.array(Tag).max(50);
const AlsoControls = z
  .array(ControlRef)
  .max(50)
  .meta({ description: "Further controls of the project the evidence serves" });

/** In forms, lists are repeated fields, one field with commas, or a JSON array. */
const inForm = <T extends z.core.$ZodType>(list: T) =>
  z.preprocess((value) => {
    if (typeof value !== "string") return value;
    if (value.startsWith("[")) {
      try {
        return JSON.parse(value) as unknown;
      } catch {
        return value;
      }
    }
    return value.split(",").filter((item) => item.trim() !== "");
  }, list);
const FormTags = inForm(Tags);

const dates = { collected_at: CalendarDate, period_start: CalendarDate, period_end: CalendarDate };
const optionalDates = {
  collected_at: dates.collected_at.optional(),
  period_start: dates.period_start.optional(),
  period_end: dates.period_end.optional(),
  expires_at: Instant.optional(),
};

export const UploadForm = defineBody("UploadEvidenceForm", {
  title: Title,
  description: Description.default(""),
  project_id: Id,
  control_id: ControlRef,
  also_controls: inForm(AlsoControls).default([]),
  tags: FormTags.default([]),
  ...optionalDates,
});

/** The fields that precede the file in an upload and name its project. */
export const NamedProject = UploadForm.pick({ project_id: true }).strip();

/** Omitted fields are copied from the version it replaces. */
export const VersionForm = defineBody("UploadVersionForm", {
  title: Title.optional(),
  description: Description.optional(),
  tags: FormTags.optional(),
  ...optionalDates,
});

export const UpdateBody = defineBody("UpdateEvidenceBody", {
  title: Title.optional(),
  description: Description.optional(),
  tags: Tags.optional(),
  control_id: ControlRef.optional(),
  also_controls: AlsoControls.optional(),
  collected_at: CalendarDate.nullable().optional(),
  period_start: CalendarDate.nullable().optional(),
  period_end: CalendarDate.nullable().optional(),
  expires_at: Instant.nullable().optional(),
});

const filters = {
  project_id: NamedId.optional().meta({ description: "Only evidence of this project" }),
  control_id: ControlRef.optional(),
  status: several(EVIDENCE_STATUSES, "Only evidence with these review statuses"),
  chunking_status: several(CHUNKING_STATUSES, "Only evidence with these ingestion statuses"),
  tag: severalNames(50, "Only evidence with one of these tags"),
  policy_id: NamedId.optional().meta({ description: "Only evidence filed from this policy" }),
  from_policy: z.literal("true").optional().meta({ description: "Only evidence filed from a policy" }),
  uploaded_by: namedPerson("Only evidence this user uploaded"),
  owner_id: namedPerson("Only evidence whose control this user owns"),
  quality: several(
    QUALITIES,
    "Only evidence that scores count, with this quality: high from 80, good from 60, otherwise weak",
  ),
  reviewable: z.literal("true").optional().meta({
    description: "Only evidence the caller may review now, which excludes their own uploads",
  }),
};

export const EvidenceQuery = z.strictObject({ ...listQuery, ...filters });
export const EvidenceStatsQuery = z.strictObject({ ...totalsQuery, ...filters });

/** The query as a filter with the names of the domain. */
export const evidenceFilterOf = (
  ctx: { actor: { id: string } },
  query: z.infer<typeof EvidenceStatsQuery>,
) => ({
  projectId: query.project_id,
  controlId: query.control_id,
  status: query.status,
  chunkingStatus: query.chunking_status,
  tag: query.tag,
  policyId: query.policy_id,
  isFromPolicy: query.from_policy === "true",
  uploadedBy: personIn(ctx, query.uploaded_by),
  ownerId: personIn(ctx, query.owner_id),
  reviewable: query.reviewable === "true",
  quality: query.quality,
});

const countsOf = <const T extends string>(names: readonly T[]) => z.object(recordOf(names, () => z.int()));

export const EvidenceStatsView = defineView("EvidenceStats", {
  total: z.int(),
  status: countsOf(EVIDENCE_STATUSES),
  chunking_status: countsOf(CHUNKING_STATUSES),
});

const QualityReasonView = defineView("QualityReason", {
  check: z.string(),
  points: z.int(),
  of: z.int(),
  message: z.string(),
  result: z
    .enum(QUALITY_RESULTS)
    .nullable()
    .meta({ description: "The message as a code, for other languages; null for older scores" }),
  values: z
    .record(z.string(), z.union([z.string(), z.number(), z.null()]))
    .meta({ description: "The values in the message", examples: [{ characters: 5200 }] }),
});

export const EvidenceView = defineView("Evidence", {
  id: Id,
  title: z.string(),
  description: z.string(),
  file_name: z.string(),
  file_size: z.int(),
  content_type: z.string(),
  sha256: z.string(),
  control_id: Id,
  also_controls: z.array(z.string()).meta({ description: "Numbers of further controls the evidence serves" }),
  project_id: Id,
  uploaded_by: Id,
  uploader: PersonOf("uploaded_by"),
  uploaded_at: Timestamp,
  updated_at: Timestamp,
  version: z.int(),
  previous_id: Id.nullable(),
  policy: z.object({ id: Id, version: z.int() }).nullable().meta({
    description: "The policy it was filed from, and its version; the policy may have been deleted",
  }),
  reused_from: Id.nullable().meta({ description: "The evidence in another project this is a copy of" }),
  status: z.enum(EVIDENCE_STATUSES),
  quality_score: z.int(),
  quality_reasons: z.array(QualityReasonView),
  tags: z.array(z.string()),
  collected_at: CalendarDate.nullable(),
  period_start: CalendarDate.nullable(),
  period_end: CalendarDate.nullable(),
  expires_at: Timestamp.nullable(),
  reviewed_by: Id.nullable(),
  reviewer: PersonOf("reviewed_by"),
  reviewed_at: Timestamp.nullable(),
  review_note: z.string().nullable(),
  approved_unread: z.boolean().meta({
    description: "Approved although the file could not be read; review_note gives the reason",
  }),
  acceptance: z.enum(ACCEPTANCES).nullable().meta({
    description: "The auditor's acceptance, in addition to the internal review",
  }),
  accepted_by: Id.nullable(),
  acceptor: PersonOf("accepted_by"),
  accepted_at: Timestamp.nullable(),
  acceptance_note: z.string().nullable(),
  page_count: z.int().nullable(),
  chunk_count: z.int(),
  chunking_status: z.enum(CHUNKING_STATUSES),
  thumbnail: z.string().nullable(),
});

export const EvidenceList = PageOf("evidence", EvidenceView, "EvidenceList");

export const EvidenceVersions = PageOf("versions", EvidenceView, "EvidenceVersions");

const policyOf = ({ policyId: id, policyVersion: version }: Row<Evidence>) =>
  id == null || version == null ? null : { id, version };

export const presentEvidence = (evidence: Row<Evidence>): z.infer<typeof EvidenceView> => ({
  id: evidence.id,
  title: evidence.title,
  description: evidence.description,
  file_name: evidence.fileName,
  file_size: evidence.fileSize,
  content_type: evidence.contentType,
  sha256: evidence.sha256,
  control_id: evidence.control.id,
  also_controls: evidence.alsoControls,
  project_id: evidence.project.id,
  uploaded_by: evidence.uploadedBy.id,
  uploaded_at: evidence.uploadedAt.toISOString(),
  updated_at: evidence.updatedAt.toISOString(),
  version: evidence.version,
  previous_id: evidence.previous?.id ?? null,
  policy: policyOf(evidence),
  reused_from: evidence.reusedFrom ?? null,
  status: evidence.status,
  quality_score: evidence.qualityScore,
  quality_reasons: evidence.qualityReasons.map(({ result = null, values = {}, ...reason }) => ({
    ...reason,
    result,
    values,
  })),
  tags: evidence.tags,
  collected_at: evidence.collectedAt ?? null,
  period_start: evidence.periodStart ?? null,
  period_end: evidence.periodEnd ?? null,
  expires_at: iso(evidence.expiresAt),
  reviewed_by: evidence.reviewedBy?.id ?? null,
  reviewed_at: iso(evidence.reviewedAt),
  review_note: evidence.reviewNote ?? null,
  approved_unread: evidence.approvedUnread,
  acceptance: evidence.acceptance ?? null,
  accepted_by: evidence.acceptedBy?.id ?? null,
  accepted_at: iso(evidence.acceptedAt),
  acceptance_note: evidence.acceptanceNote ?? null,
  page_count: evidence.pageCount ?? null,
  chunk_count: evidence.chunkCount,
  chunking_status: evidence.chunkingStatus,
  thumbnail: evidence.hasThumbnail ? `/api/v1/evidence/${evidence.id}/thumbnail` : null,
});

export const Warnings = z
  .array(z.string())
  .meta({ description: "Notes on the ingestion, such as pages that could not be read" });

/** A single piece of evidence, with the warnings about its file. */
export const EvidenceDetail = EvidenceView.extend({
  warnings: Warnings,
  duplicates: z
    .array(z.object({ id: Id, title: z.string() }))
    .meta({ description: "Other current evidence in the project with the same content, oldest first" }),
  rejected_before: z
    .object({ id: Id, title: z.string(), rejected_at: Timestamp, note: z.string() })
    .nullable()
    .meta({
      description: "The same content was rejected in this project before, even if that evidence was deleted",
    }),
}).register(schemaNames, { id: "EvidenceDetail" });

export const presentDetail = (evidence: DetailedEvidence): z.infer<typeof EvidenceDetail> => ({
  ...presentEvidence(evidence),
  warnings: evidence.extractionWarnings,
  duplicates: [...(evidence.duplicates ?? [])],
  rejected_before: evidence.rejectedBefore,
});
