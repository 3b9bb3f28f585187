import { z } from "zod";
import type { CheckedAudit } from "../../domain/audit-log/create-audit-check.ts";
import type { AuditEntry } from "../../domain/audit-log/audit-entry.entity.ts";
import type { AuditFilter } from "../../domain/history/audit-log.queries.ts";
import type { Row } from "../../platform/database/read-rows.ts";
import {
  DAY_BEGINS,
  Id,
  InstantOrDay,
  NamedId,
  PageOf,
  Timestamp,
  listInput,
  listQuery,
  severalNames,
} from "../common.contract.ts";
import { columnsOf } from "../gateway/list-shape.ts";
import { PersonOf } from "../people.contract.ts";
import { defineView } from "../define-schemas.ts";

const filters = {
  position: z.coerce
    .number()
    .int()
    .min(1)
    .max(Number.MAX_SAFE_INTEGER)
    .optional()
    .meta({ description: "Only the entry with this sequence number" }),
  actor_id: NamedId.optional().meta({ description: "Only actions of this user" }),
  action: severalNames(100, "Only these actions, such as project.updated or access.denied"),
  subject_kind: severalNames(100, "Only actions on resources of these types, such as `evidence`"),
  subject_id: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .optional()
    .meta({ description: "Only actions on this resource" }),
  project_id: NamedId.optional().meta({ description: "Only actions in this project" }),
  occurred_after: InstantOrDay.optional().meta({
    description: `Only actions at or after this time; ${DAY_BEGINS}`,
  }),
  occurred_before: InstantOrDay.optional().meta({
    description: `Only actions at or before this time; ${DAY_BEGINS}`,
  }),
};
const { page: _page, limit: _limit, sort: _sort, order: _order, ...narrowing } = listQuery;

export const AuditQuery = z.strictObject({ ...listQuery, ...filters });
export const AuditExportQuery = z.strictObject({ ...narrowing, ...filters });

/** A user who was refused in a project need not be a colleague there. */
const isDeedOfColleague = ({ project_id: projectId, action }: Readonly<Record<string, unknown>>): boolean =>
  projectId !== null && action !== "access.denied";

const AuditView = defineView("AuditEntry", {
  position: z.int().meta({ description: "Sequence number, from 1 without gaps" }),
  id: Id,
  occurred_at: Timestamp,
  actor_id: Id.nullable().meta({ description: "null for the service itself, or when unknown" }),
  actor: PersonOf("actor_id", isDeedOfColleague),
  actor_role: z.string().nullable(),
  credential: z.string().nullable().meta({
    description:
      "The credential used: the API key, the OAuth client (`oauth:<client_id>`), the linked chat account or the session",
  }),
  address: z.string().nullable(),
  action: z.string(),
  subject_kind: z.string(),
  subject_id: z.string().nullable(),
  project_id: Id.nullable(),
  data: z.record(z.string(), z.unknown()),
  request_id: z.string().nullable(),
  previous_hash: z.string(),
  hash: z.string().meta({ description: "SHA-256 over the entry and previous_hash" }),
});
export const AuditEntries = z.array(AuditView);
export const AuditList = PageOf("entries", AuditView, "AuditList");

export const AuditVerdictView = defineView("AuditVerdict", {
  entries: z.int().meta({ description: "Valid entries, from the first one" }),
  head_hash: z.string().meta({ description: "Hash of the last valid entry" }),
  problem: z
    .object({
      position: z.int(),
      fault: z.string(),
      reason: z.string().meta({ description: "The fault as a code, for other languages" }),
      values: z.record(z.string(), z.number()).meta({ description: "What the code names" }),
    })
    .nullable()
    .meta({ description: "The first invalid entry; null if the log is intact" }),
  verified_at: Timestamp.meta({ description: "Results are shared for a minute" }),
});

export const presentVerdict = ({ head, problem, at }: CheckedAudit): z.infer<typeof AuditVerdictView> => ({
  entries: head.position,
  head_hash: head.hash,
  problem,
  verified_at: at.toISOString(),
});

export const CSV_COLUMNS = columnsOf(AuditView);

export const presentEntry = (entry: Row<AuditEntry>): z.infer<typeof AuditView> => ({
  position: entry.position,
  id: entry.id,
  occurred_at: entry.occurredAt.toISOString(),
  actor_id: entry.actorId ?? null,
  actor_role: entry.actorRole ?? null,
  credential: entry.credential ?? null,
  address: entry.address ?? null,
  action: entry.action,
  subject_kind: entry.subjectKind,
  subject_id: entry.subjectId ?? null,
  project_id: entry.project?.id ?? null,
  data: entry.data,
  request_id: entry.requestId ?? null,
  previous_hash: entry.previousHash,
  hash: entry.hash,
});

/** The query as a filter of the domain. */
export const auditFilterOf = (query: z.infer<typeof AuditExportQuery>): AuditFilter => {
  const { page: _page, limit: _limit, ...narrowing } = listInput({ ...query, page: 1, limit: 1 });
  return {
    ...narrowing,
    position: query.position,
    actorId: query.actor_id,
    action: query.action,
    subjectKind: query.subject_kind,
    subjectId: query.subject_id,
    projectId: query.project_id,
    occurredAfter: query.occurred_after,
    occurredBefore: query.occurred_before,
  };
};
