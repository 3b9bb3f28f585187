import { once } from "node:events";
import type { Request, Response } from "express";
import { noteAccess } from "../../domain/audit/note-audit.ts";
import { PAGE_LIMIT_MAX } from "../../domain/listing.ts";
import { BYTE_ORDER_MARK, csvLines } from "../../platform/csv.ts";
import { invalid } from "../../platform/errors.ts";
import type { Input, Route, RouteContext } from "../route.ts";
import { csvRows } from "./csv-rows.ts";
import type { ListShape } from "./list-shape.ts";
import { markDownload } from "../../platform/web/mark-download.ts";

export const CSV_TYPE = "text/csv";
/** A list that is longer is refused, not cut: nobody must take a part for the whole. */
export const CSV_MOST_ROWS = 10_000;

/** How long somebody may take to fetch what was written. */
const PATIENCE_MS = 30_000;

type ListInput = Input<unknown, unknown, unknown>;

/** Whether the caller would rather have a list as CSV than as JSON. */
export const wantsCsv = (request: Request): boolean =>
  request.accepts(["application/json", CSV_TYPE]) === CSV_TYPE;

/** The call for one page of the whole list, whichever page was asked for. */
export const pageOf = (input: ListInput, { paged }: ListShape, page: number): ListInput =>
  paged ? { ...input, query: { ...(input.query as object), page, limit: PAGE_LIMIT_MAX } } : input;

interface ListData {
  [rows: string]: unknown;
  pagination?: { total: number; pages: number };
}

/** A whole list as CSV. */
export interface Table {
  rows: number;
  /** Lines, a text for each page. */
  pages: string[];
}

/** Reads a whole list, page by page. VALIDATION_ERROR when it is too long. */
export async function readTable(
  shape: ListShape,
  pageAt: (page: number) => Promise<unknown>,
  { headAlone = false } = {},
): Promise<Table> {
  const rowsOf = (data: unknown) => (data as ListData)[shape.rows] as unknown[];
  const linesOf = (data: unknown) => csvLines(csvRows(shape.columns, rowsOf(data)));
  const first = await pageAt(1);
  const { total, pages: count } = (first as ListData).pagination ?? { total: rowsOf(first).length, pages: 1 };
  if (total > CSV_MOST_ROWS)
    throw invalid({
      field: "Accept",
      error: `a CSV file has up to ${CSV_MOST_ROWS} rows, and these are ${total}: ask for fewer with the list's filters`,
    });
  const pages = [linesOf(first)];
  for (let page = 2; !headAlone && page <= count; page += 1) pages.push(linesOf(await pageAt(page)));
  const header = csvLines([shape.columns.map(({ name }) => name)]);
  return { rows: total, pages: [BYTE_ORDER_MARK + header, ...pages] };
}

type Noting = Pick<RouteContext, "em" | "clock" | "actor" | "origin">;

/** Who takes a whole list away leaves an entry in the audit log. */
const noteExport = (ctx: Noting, request: Request, rows: number): Promise<void> =>
  noteAccess(ctx, {
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
  markDownload(response, `${name}-${now.toISOString().slice(0, 10)}.csv`).set({
    "Content-Type": `${CSV_TYPE}; charset=utf-8`,
    "Cache-Control": "no-store",
    "X-Total-Count": String(total),
  });
  response.vary("Accept");
}

/** Whether what was written is on its way: it is not where the caller went, or does not fetch it. */
async function write(response: Response, text: string, closed: AbortSignal): Promise<boolean> {
  if (closed.aborted) return false;
  if (response.write(text)) return true;
  const signal = AbortSignal.any([closed, AbortSignal.timeout(PATIENCE_MS)]);
  return once(response, "drain", { signal }).then(
    () => true,
    () => false,
  );
}

/** Sends what was read, and notes that it was taken away. */
export async function sendCsv(
  ctx: Noting,
  response: Response,
  route: Pick<Route, "path">,
  { rows, pages }: Table,
): Promise<void> {
  setHeaders(response, nameOf(route), rows, ctx.clock.now());
  if (response.req.method === "HEAD") return void response.end();
  await noteExport(ctx, response.req, rows);
  const abort = new AbortController();
  response.once("close", () => abort.abort());
  for (const page of pages) if (!(await write(response, page, abort.signal))) return void response.destroy();
  response.end();
}
