import { z } from "zod";
import type { DescribedRoute } from "../route.ts";
import { innerSchema } from "./inner-schema.ts";

/** A column of a list as a table: its name, and the way to its value. */
export interface Column {
  name: string;
  path: readonly string[];
}

/** What makes a route a list: the field of its answer that has the rows, what is told of a row, and whether it has pages. */
export interface ListShape {
  rows: string;
  columns: readonly Column[];
  paged: boolean;
}

/** The columns of an object as a row: what is inside it is flat. */
export function columnsOf(schema: z.ZodObject, path: readonly string[] = []): Column[] {
  return Object.entries(schema.shape).flatMap(([field, value]) => {
    const [here, about] = [[...path, field], innerSchema(value)];
    return about instanceof z.ZodObject ? columnsOf(about, here) : [{ name: here.join("."), path: here }];
  });
}

/** The rows of a list by the answer's schema: its one array of objects. Null where there is none, or more than one. */
function rowsIn({ shape }: z.ZodObject): { rows: string; row: z.ZodObject } | null {
  const found = Object.entries(shape).flatMap(([rows, schema]) => {
    const row = schema instanceof z.ZodArray ? innerSchema(schema.element) : undefined;
    return row instanceof z.ZodObject ? [{ rows, row }] : [];
  });
  return found.length === 1 ? found[0]! : null;
}

/** Lists are the reads that answer pages of rows, and those that answer rows and nothing else. */
export function listShape({ method, answer, output }: DescribedRoute): ListShape | null {
  if (method !== "get" || (answer ?? "enveloped") !== "enveloped" || !(output instanceof z.ZodObject))
    return null;
  const found = rowsIn(output);
  const paged = "pagination" in output.shape;
  if (found === null || (!paged && Object.keys(output.shape).length > 1)) return null;
  return { rows: found.rows, columns: columnsOf(found.row), paged };
}
