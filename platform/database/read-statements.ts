import type { EntityMetadata } from "@mikro-orm/postgresql";
import type { SqlStatement } from "./query-rows.ts";
import { compileRead, type SlottedRead } from "./compile-read.ts";
import { Slot, takeApart } from "./filter-shape.ts";

interface Values {
  where: unknown;
  orderBy?: object;
  limit?: number;
  offset?: number;
  also?: readonly string[];
  by?: readonly string[];
  counts?: object;
}

/** More shapes can only come from callers, not from code: start over. */
const MAX_SHAPES = 2_000;

/** The parameters are slots. */
const compiled = new Map<string, SqlStatement>();

/** The statement for a read, compiled at most once for all reads of its shape. */
export function statementFor(meta: EntityMetadata, kind: SlottedRead["kind"], read: Values): SqlStatement {
  const { where, counts = {}, offset, ...fixed } = read;
  const { slotted, values } = takeApart({ where, counts, ...(offset !== undefined && { offset }) });
  const key = JSON.stringify([kind, meta.className, fixed, slotted]);
  let statement = compiled.get(key);
  if (statement === undefined) {
    if (compiled.size >= MAX_SHAPES) compiled.clear();
    const { sql, parameters } = compileRead(meta, { kind, ...fixed, ...slotted } as SlottedRead);
    statement = { sql, parameters };
    compiled.set(key, statement);
  }
  const parameters = statement.parameters.map((p) => (p instanceof Slot ? values[p.n] : p));
  return { sql: statement.sql, parameters };
}
