import type { EntityManager } from "@mikro-orm/postgresql";
import { readRows, type Row } from "../../platform/database/read-rows.ts";
import { whereInProjects } from "../projects/where-in-projects.ts";
import type { QueryContext } from "../context.ts";
import {
  listFilter,
  listPage,
  matching,
  type ListInput,
  type Listing,
  type RowSelection,
  type Page,
  type OneOrMore,
} from "../listing.ts";
import { AuditEntry } from "../audit-log/audit-entry.entity.ts";
import { auditLogAccess } from "./audit-log.access.ts";
import { lastOf } from "../last-of.rules.ts";

export const auditEntryListing: Listing<AuditEntry> = {
  entity: AuditEntry,
  sortable: { position: "position", occurred_at: "occurredAt", action: "action" },
  searchable: { action: "action", subject_kind: "subjectKind", subject_id: "subjectId" },
  lowerCase: ["action", "subjectKind"],
  createdAt: "occurredAt",
};

export interface AuditFilter extends RowSelection {
  position?: number | undefined;
  actorId?: string | undefined;
  action?: OneOrMore<string>;
  subjectKind?: OneOrMore<string>;
  subjectId?: string | undefined;
  projectId?: string | undefined;
  occurredAfter?: Date | undefined;
  occurredBefore?: Date | undefined;
}

/** The visible entries that match the filter: the same for the list and the export. */
async function filtersFor(ctx: QueryContext, input: AuditFilter): Promise<object[]> {
  const { position, actorId, action, subjectKind, subjectId, projectId, occurredAfter, occurredBefore } =
    input;
  return [
    await whereInProjects(ctx, auditLogAccess["audit_log.read"]),
    ...matching({ position, actorId, action, subjectKind, subjectId, project: projectId }),
    ...(occurredAfter === undefined ? [] : [{ occurredAt: { $gte: occurredAfter } }]),
    ...(occurredBefore === undefined ? [] : [{ occurredAt: { $lte: occurredBefore } }]),
  ];
}

export const listAuditEntries = async (
  ctx: QueryContext,
  input: ListInput & AuditFilter,
): Promise<Page<Row<AuditEntry>>> => listPage(ctx.em, auditEntryListing, input, await filtersFor(ctx, input));

const BATCH = 500;

const after = (em: EntityManager, filter: object, position: number): Promise<Row<AuditEntry>[]> =>
  readRows(em, AuditEntry, {
    where: { $and: [filter, { position: { $gt: position } }] },
    orderBy: { position: "asc" },
    limit: BATCH,
  });

async function* following(
  em: EntityManager,
  filter: object,
  first: Row<AuditEntry>[],
): AsyncGenerator<Row<AuditEntry>[]> {
  for (let rows = first; ; rows = await after(em, filter, lastOf(rows).position)) {
    yield rows;
    if (rows.length < BATCH) return;
  }
}

/**
 * All entries, oldest first, in batches, so that an export of any size needs memory for one batch. The first
 * batch is read at once, so that invalid requests are refused before the response begins.
 */
export async function readAuditEntries(
  ctx: QueryContext,
  input: AuditFilter,
): Promise<AsyncIterable<Row<AuditEntry>[]>> {
  const filter = listFilter(auditEntryListing, input, await filtersFor(ctx, input));
  return following(ctx.em, filter, await after(ctx.em, filter, 0));
}
