import type { EntityMetadata } from "@mikro-orm/postgresql";
import type { SqlStatement } from "./query-rows.ts";
import { compileRead, type SlottedRead } from "./compile-read.ts";
import { Slot, takeApart, withSlots } from "./filter-shape.ts";

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

function compile(
  meta: EntityMetadata,
  kind: SlottedRead["kind"],
  { where, counts, offset, ...fixed }: Values,
): SqlStatement {
  const slotted = withSlots({ where, counts, offset }) as Pick<SlottedRead, "where" | "counts" | "offset">;
  const { sql, parameters } = compileRead(meta, { kind, ...(fixed as Partial<SlottedRead>), ...slotted });
  return { sql, parameters };
}

/** The statement for a read, compiled at most once for all reads of its shape. */
export function statementFor(meta: EntityMetadata, kind: SlottedRead["kind"], read: Values): SqlStatement {
  const { where, counts, offset, ...fixed } = read;
  const { shape, values } = takeApart({ where, counts, offset });
  const { orderBy, also, limit, by } = fixed;
  const key = `${kind} ${meta.className} ${JSON.stringify([orderBy, also, limit, by])} ${shape}`;
  let statement = compiled.get(key);
  if (statement === undefined) {
    if (compiled.size >= MAX_SHAPES) compiled.clear();
    statement = compile(meta, kind, read);
    compiled.set(key, statement);
  }
  const parameters = statement.parameters.map((p) => (p instanceof Slot ? values[p.n] : p));
  return { sql: statement.sql, parameters };
}
