import type { AuditEntry } from "../../domain/audit-log/audit-entry.entity.ts";
import {
  listAuditEntries,
  readAuditEntries,
  auditEntryListing,
} from "../../domain/history/audit-log.queries.ts";
import type { CheckedAudit } from "../../domain/audit-log/create-audit-check.ts";
import { recordAccess } from "../../domain/audit-log/record-access.ts";
import type { Row } from "../../platform/database/read-rows.ts";
import { BYTE_ORDER_MARK, csvLines } from "../../platform/documents/csv.ts";
import { streamToCaller } from "../../platform/web/stream-to-caller.ts";
import { lists, may } from "../access.ts";
import { listInput } from "../common.contract.ts";
import { csvRows } from "../gateway/csv-rows.ts";
import { namePeople } from "../gateway/name-people.ts";
import { defineRoute, type RawAnswer, type Route, type RouteContext } from "../route.ts";
import {
  AuditEntries,
  AuditExportQuery,
  AuditList,
  AuditQuery,
  AuditVerdictView,
  CSV_COLUMNS,
  auditFilterOf,
  presentEntry,
  presentVerdict,
} from "./audit-log.contract.ts";
import { markDownload } from "../../platform/web/mark-download.ts";

const PATH = "/api/v1/audit-log";

const list = defineRoute({
  method: "get",
  path: PATH,
  summary: "List audit log entries visible to the caller, newest first: changes, refusals and accesses",
  access: lists("audit_log.read"),
  query: AuditQuery,
  listing: auditEntryListing,
  output: AuditList,
  act: (ctx, { query }) => listAuditEntries(ctx, { ...auditFilterOf(query), ...listInput(query) }),
  present: ({ items, pagination }) => ({ entries: items.map(presentEntry), pagination }),
});

/** The file in chunks. */
async function* textOf(ctx: RouteContext, batches: AsyncIterable<Row<AuditEntry>[]>): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLines([CSV_COLUMNS.map(({ name }) => name)]);
  for await (const batch of batches) {
    const entries = batch.map(presentEntry);
    await namePeople(ctx, AuditEntries, entries);
    yield csvLines(csvRows(CSV_COLUMNS, entries));
  }
}

/** Recorded before the first byte is sent; HEAD sends none. */
async function recordExport({ request, ...ctx }: RouteContext): Promise<void> {
  if (request.method === "HEAD") return;
  const about = { subjectKind: "audit_log", subjectId: null, projectId: null };
  await recordAccess(ctx, { action: "audit_log.exported", ...about, data: { query: { ...request.query } } });
}

const sendText =
  (text: AsyncIterable<string>): RawAnswer =>
  async (response) => {
    markDownload(response, "audit-log.csv").set("Content-Type", "text/csv; charset=utf-8");
    if (response.req.method === "HEAD") return void response.end();
    await streamToCaller(text, response);
  };

const exportAll = defineRoute({
  method: "get",
  path: `${PATH}/export`,
  summary: "Export the audit log as CSV, oldest entry first",
  access: lists("audit_log.read"),
  query: AuditExportQuery,
  answer: "raw",
  isExport: true,
  produces: "text/csv",
  noStore: true,
  act: async (ctx, { query }) => {
    const batches = await readAuditEntries(ctx, auditFilterOf(query));
    await recordExport(ctx);
    return textOf(ctx, batches);
  },
  present: sendText,
});

interface AuditLogRouteDeps {
  /** Reads the whole log on behalf of the service itself. */
  checkAuditLog: () => Promise<CheckedAudit>;
}

const verify = ({ checkAuditLog }: AuditLogRouteDeps): Route =>
  defineRoute({
    method: "get",
    path: `${PATH}/verification`,
    summary: "Verify that no entry of the audit log was altered, removed or inserted",
    access: may("audit_log.verify"),
    // It reads the whole log: keep no transaction open.
    transaction: "own",
    output: AuditVerdictView,
    noStore: true,
    act: () => checkAuditLog(),
    present: presentVerdict,
  });

export const createAuditLogRoutes = (deps: AuditLogRouteDeps): Route[] => [list, exportAll, verify(deps)];
