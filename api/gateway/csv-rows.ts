import type { CsvCell } from "../../platform/documents/csv.ts";
import type { Column } from "./list-shape.ts";

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);

function cellOf(value: unknown): CsvCell {
  if (value === null || value === undefined) return null;
  if (typeof value === "number" || typeof value === "string") return value;
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map((one) => String(cellOf(one) ?? "")).join("; ");
  return JSON.stringify(value) ?? null;
}

const at = (row: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, field) => (isObject(value) ? value[field] : undefined), row);

/** The rows of a list as table rows: nested objects are flattened, and lists of values share one cell. */
export const csvRows = (columns: readonly Column[], rows: readonly unknown[]): CsvCell[][] =>
  rows.map((row) => columns.map(({ path }) => cellOf(at(row, path))));
