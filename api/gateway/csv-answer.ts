import { dayOf } from "../../domain/days.rules.ts";
import { mkdir, open, rm, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import type { Request, Response } from "express";
import { recordAccess } from "../../domain/audit-log/record-access.ts";
import { PAGE_LIMIT_MAX } from "../../domain/listing.ts";
import { BYTE_ORDER_MARK, csvLines } from "../../platform/documents/csv.ts";
import { invalid } from "../../platform/errors.ts";
import { newId } from "../../platform/ids.ts";
import { markDownload } from "../../platform/web/mark-download.ts";
import { streamToCaller } from "../../platform/web/stream-to-caller.ts";
import type { Input, Route, RouteContext } from "../route.ts";
import { csvRows } from "./csv-rows.ts";
import type { ListShape } from "./list-shape.ts";

export const CSV_TYPE = "text/csv";
/** A longer list is refused, not truncated: no one must mistake a part for the whole. */
export const CSV_MOST_ROWS = 10_000;

type ListInput = Input<unknown, unknown, unknown>;

/** Whether the caller prefers CSV to JSON for a list. */
export const wantsCsv = (request: Request): boolean =>
  request.accepts(["application/json", CSV_TYPE]) === CSV_TYPE;

/** The input for one page of the whole list, whichever page was requested. */
export const pageOf = (input: ListInput, { paged }: ListShape, page: number): ListInput =>
  paged ? { ...input, query: { ...(input.query as object), page, limit: PAGE_LIMIT_MAX } } : input;

interface ListData {
  [rows: string]: unknown;
  pagination?: { total: number; pages: number };
}

/** A whole list as CSV, in a file that disappears once it is closed. */
export interface Table {
  rows: number;
  file: FileHandle;
}

/** Unlinked from the beginning, so that nothing stays behind, however the process ends. */
async function openNameless(folder: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, newId());
  const file = await open(path, "wx+", 0o600);
  await rm(path);
  return file;
}

/** Writes a list to a file in the folder; `write` returns the number of rows. */
export async function tableIn(folder: string, write: (file: FileHandle) => Promise<number>): Promise<Table> {
  const file = await openNameless(folder);
  try {
    return { rows: await write(file), file };
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Writes a whole list, page by page; returns the number of rows. VALIDATION_ERROR if it is too long. */
export async function writeTable(
  file: FileHandle,
  shape: ListShape,
  pageAt: (page: number) => Promise<unknown>,
  { headAlone }: { headAlone: boolean },
): Promise<number> {
  const rowsOf = (data: unknown) => (data as ListData)[shape.rows] as unknown[];
  const write = (data: unknown) => file.appendFile(csvLines(csvRows(shape.columns, rowsOf(data))));
  const first = await pageAt(1);
  const { total, pages } = (first as ListData).pagination ?? { total: rowsOf(first).length, pages: 1 };
  if (total > CSV_MOST_ROWS)
    throw invalid({
      field: "Accept",
      error: `a CSV file has at most ${CSV_MOST_ROWS} rows, and this list has ${total}: narrow the filters`,
    });
  if (headAlone) return total;
  await file.appendFile(BYTE_ORDER_MARK + csvLines([shape.columns.map(({ name }) => name)]));
  await write(first);
  for (let page = 2; page <= pages; page += 1) await write(await pageAt(page));
  return total;
}

type Exporting = Pick<RouteContext, "em" | "clock" | "actor" | "origin">;

/** Exports of whole lists are recorded in the audit log. */
const recordExport = (ctx: Exporting, request: Request, rows: number): Promise<void> =>
  recordAccess(ctx, {
    action: "list.exported",
    subjectKind: "list",
    subjectId: null,
    projectId: null,
    data: { path: request.path, query: { ...request.query }, rows },
  });

/** `projects-team` for the team of a project. */
const nameOf = ({ path }: Pick<Route, "path">): string =>
  path
    .split("/")
    .filter((part) => !["", "api", "v1"].includes(part) && !part.startsWith(":"))
    .join("-");

function setHeaders(response: Response, name: string, total: number, now: Date): void {
  markDownload(response, `${name}-${dayOf(now)}.csv`).set({
    "Content-Type": `${CSV_TYPE}; charset=utf-8`,
    "Cache-Control": "no-store",
    "X-Total-Count": String(total),
  });
  response.vary("Accept");
}

/** Sends the file, records the export, and closes the file. */
export async function sendCsv(
  ctx: Exporting,
  response: Response,
  route: Pick<Route, "path">,
  { rows, file }: Table,
): Promise<void> {
  try {
    setHeaders(response, nameOf(route), rows, ctx.clock.now());
    if (response.req.method === "HEAD") return void response.end();
    await recordExport(ctx, response.req, rows);
    response.set("Content-Length", String((await file.stat()).size));
    await streamToCaller(file.createReadStream({ start: 0, autoClose: false }), response);
  } finally {
    await file.close();
  }
}
