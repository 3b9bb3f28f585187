import { once } from "node:events";
import type { Request, Response } from "express";
import { noteAccess } from "../../domain/audit/note-audit.ts";
import { PAGE_LIMIT_MAX } from "../../domain/listing.ts";
import { BYTE_ORDER_MARK, csvLines } from "../../platform/csv.ts";
import { invalid } from "../../platform/errors.ts";
import type { Input, Route, RouteContext } from "../route.ts";
import { ID_FIELDS } from "./created-location.ts";
import { csvRows } from "./csv-rows.ts";
import type { ListShape } from "./list-shape.ts";

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

interface Pages {
  route: Route;
  shape: ListShape;
  first: unknown;
  /** Asks for another page as the first was asked for. */
  page: (n: number) => Promise<unknown>;
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
  response.attachment(`${name}-${now.toISOString().slice(0, 10)}.csv`).set({
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

/** Rows move to the next page when others come before them: each is written once. */
function createFilter(): (rows: readonly unknown[]) => unknown[] {
  const seen = new Set<unknown>();
  return (rows) =>
    rows.filter((row) => {
      const field = ID_FIELDS.find((name) => name in (row as object));
      if (field === undefined) return true;
      const id = (row as Record<string, unknown>)[field];
      return !seen.has(id) && seen.add(id);
    });
}

async function writePages(response: Response, { shape, first, page }: Pages): Promise<void> {
  const abort = new AbortController();
  response.once("close", () => abort.abort());
  const fresh = createFilter();
  const linesOf = (data: unknown): string =>
    csvLines(csvRows(shape.columns, fresh((data as ListData)[shape.rows] as unknown[])));
  const header = csvLines([shape.columns.map(({ name }) => name)]);
  let wanted = await write(response, BYTE_ORDER_MARK + header + linesOf(first), abort.signal);
  const pages = (first as ListData).pagination?.pages ?? 1;
  for (let n = 2; wanted && n <= pages; n += 1)
    wanted = await write(response, linesOf(await page(n)), abort.signal);
  if (wanted) response.end();
  else response.destroy();
}

/** Writes a whole list as CSV, page by page. VALIDATION_ERROR, before anything is written, when it is too long. */
export async function sendCsv(ctx: Noting, response: Response, pages: Pages): Promise<void> {
  const { shape, first } = pages;
  const data = first as ListData;
  const total = data.pagination?.total ?? (data[shape.rows] as unknown[]).length;
  if (total > CSV_MOST_ROWS)
    throw invalid({
      field: "Accept",
      error: `a CSV file has up to ${CSV_MOST_ROWS} rows, and these are ${total}: ask for fewer with the list's filters`,
    });
  setHeaders(response, nameOf(pages.route), total, ctx.clock.now());
  if (response.req.method === "HEAD") return void response.end();
  await noteExport(ctx, response.req, total);
  await writePages(response, pages);
}
