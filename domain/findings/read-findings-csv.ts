import { parse } from "csv-parse/sync";
import { beginningOf } from "../../platform/beginning-of.ts";
import type { FieldError } from "../../platform/errors.ts";
import { createNaming } from "./create-naming.ts";
import { ownValue } from "../own-value.rules.ts";

/** Column names in lower case and without spaces. */
const FIELDS: Readonly<Record<string, string>> = {
  source_id: "source_id",
  id: "source_id",
  title: "title",
  name: "title",
  severity: "severity",
  risk: "severity",
  cvss: "severity",
  cvss_score: "severity",
  level: "severity",
  description: "description",
  category: "category",
  control_id: "control_id",
  control: "control_id",
  due_date: "due_date",
};
const NEEDED = ["title", "severity"];
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** A row as JSON, and the line on which it ends. */
export interface CsvRow {
  line: number;
  row: Record<string, unknown>;
}

interface Column {
  /** As in the file. */
  name: string;
  /** Null for columns without a field. */
  field: string | null;
}

/** The problem of the whole file. */
type CsvProblem = Omit<FieldError, "field">;

const QUOTED = /"[^"]*"/g;

/** Spreadsheets use the separator of their locale. Quoted names may contain others, and line breaks. */
function delimiterOf(text: string): string {
  const unquoted = text.slice(0, 10_000).replaceAll(QUOTED, '""');
  const [head = ""] = unquoted.split(/[\r\n]/).filter((line) => line.trim() !== "");
  const count = (delimiter: string): number => head.split(delimiter).length;
  return [",", ";", "\t"].reduce((best, one) => (count(one) > count(best) ? one : best));
}

/** If two columns map to one field, the first one counts. */
function columnsOf(names: readonly string[]): Column[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const key = name.toLowerCase().replaceAll(/[ -]/g, "_");
    const field = ownValue(FIELDS, key) ?? null;
    if (field === null || taken.has(field)) return { name, field: null };
    taken.add(field);
    return { name, field };
  });
}

/** Empty cells count as omitted. */
function rowOf(columns: readonly Column[], cells: readonly string[]): Record<string, unknown> {
  const filled = columns
    .map(({ name, field }, n) => ({ name, field, cell: cells[n] ?? "" }))
    .filter(({ cell }) => cell !== "");
  const entries = filled.flatMap(({ field, cell }) => (field === null ? [] : [[field, cell] as const]));
  const more = filled.flatMap(({ field, name, cell }) => (field === null ? [[name, cell] as const] : []));
  const row: Record<string, unknown> = Object.fromEntries(entries);
  const { due_date: due } = row;
  if (typeof due === "string" && DAY.test(due)) row["due_date"] = `${due}T00:00:00Z`;
  return more.length === 0 ? row : { ...row, integration_data: Object.fromEntries(more) };
}

const byName = (data: object): [string, unknown][] =>
  Object.entries(data).toSorted(([a], [b]) => (a < b ? -1 : 1));

interface CsvRecord {
  record: string[];
  info: { lines: number };
}

function recordsOf(text: string, most: number): CsvRecord[] {
  return parse(text, {
    bom: true,
    delimiter: delimiterOf(text),
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    to: most,
    trim: true,
  }) as unknown as CsvRecord[];
}

const lacksColumns = (missing: readonly string[], names: string): CsvProblem => ({
  error: `the first line lacks the column ${missing.map((field) => `"${field}"`).join(" and no ")}: it has ${names}`,
  reason: "csv_lacks_columns",
  values: { missing: missing.join(", "), names },
});

/**
 * The rows of a CSV file whose first line has the column names, at most `most`. A row without an id gets one
 * derived from its content, whatever the order of its columns, except for severity, description and due date, which
 * change.
 */
export function readFindingsCsv(text: string, most: number): CsvRow[] | CsvProblem {
  let records: CsvRecord[];
  try {
    records = recordsOf(text, most + 2);
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error), reason: "csv_unreadable" };
  }
  const [head, ...rest] = records;
  if (head === undefined)
    return { error: "is empty: the first line must name the columns", reason: "csv_empty" };
  const columns = columnsOf(head.record);
  const missing = NEEDED.filter((field) => !columns.some((column) => column.field === field));
  if (missing.length > 0) return lacksColumns(missing, beginningOf(head.record.join(", "), 500));
  if (rest.length > most)
    return {
      error: `has more than ${most} rows: send it in several parts`,
      reason: "csv_too_long",
      values: { limit: most },
    };
  const naming = createNaming();
  return rest.map(({ record, info }) => {
    const row = rowOf(columns, record);
    const { title = "", category = "", control_id: control = "", integration_data: data = {} } = row;
    row["source_id"] ??= naming.next(String(title), [category, control, byName(data as object)]);
    return { line: info.lines, row };
  });
}
