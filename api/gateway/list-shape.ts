import { z } from "zod";
import type { DescribedRoute } from "../route.ts";

/** A column of a list as a table: its name, and the path to its value. */
export interface Column {
  name: string;
  path: readonly string[];
}

/**
 * The properties that make a route a list: the field with its rows, the schema of a row, and whether it has
 * pages.
 */
export interface ListShape {
  rows: string;
  columns: readonly Column[];
  paged: boolean;
}

/** The wrapped schema, without optionality. */
export function innerSchema(schema: unknown): unknown {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodReadonly
  )
    return innerSchema(schema.unwrap());
  return schema;
}

/** The columns for an object: nested objects are flattened. */
export function columnsOf(schema: z.ZodObject, path: readonly string[] = []): Column[] {
  return Object.entries(schema.shape).flatMap(([field, value]) => {
    const [here, about] = [[...path, field], innerSchema(value)];
    return about instanceof z.ZodObject ? columnsOf(about, here) : [{ name: here.join("."), path: here }];
  });
}

/** The rows in a response schema: its one array of objects. Null if there is none or more than one. */
function rowsIn({ shape }: z.ZodObject): { rows: string; row: z.ZodObject } | null {
  const [found, ...others] = Object.entries(shape).flatMap(([rows, schema]) => {
    const row = schema instanceof z.ZodArray ? innerSchema(schema.element) : undefined;
    return row instanceof z.ZodObject ? [{ rows, row }] : [];
  });
  return found === undefined || others.length > 0 ? null : found;
}

/** Lists are GET routes that return pages of rows, or nothing but rows. */
export function listShape({ method, answer, output }: DescribedRoute): ListShape | null {
  if (method !== "get" || (answer ?? "enveloped") !== "enveloped" || !(output instanceof z.ZodObject))
    return null;
  const found = rowsIn(output);
  const paged = "pagination" in output.shape;
  if (found === null || (!paged && Object.keys(output.shape).length > 1)) return null;
  return { rows: found.rows, columns: columnsOf(found.row), paged };
}
