import { sql, type AliasedExpression, type CompiledQuery, type OrderByModifiers } from "kysely";
import type { EntityMetadata, EntityProperty } from "@mikro-orm/postgresql";
import { compileFilter } from "./compile-filter.ts";
import type { Slot } from "./filter-shape.ts";
import { selectFrom } from "./select-from.ts";
import { TableSource } from "./table-source.ts";

/** A read with slots instead of its values. */
export interface SlottedRead {
  /** What to read of the rows: their attributes, their ids, or how many there are. */
  kind: "rows" | "ids" | "count";
  where: unknown;
  /** Counts the rows of each combination of these attributes. */
  by?: readonly string[] | undefined;
  /** Filters whose rows are counted as well, by name. */
  counts?: Readonly<Record<string, unknown>> | undefined;
  orderBy?: Readonly<Record<string, unknown>> | undefined;
  /** Lazy attributes to read as well. */
  also?: readonly string[] | undefined;
  /** Part of the text, because PostgreSQL assumes that a parameter selects a tenth of all rows. */
  limit?: number | undefined;
  offset?: Slot | undefined;
}

function formulaOf(source: TableSource, { formula, name }: EntityProperty): string {
  const { meta, alias } = source;
  const table = { alias, name: meta.tableName, qualifiedName: meta.tableName, toString: () => alias };
  const text = formula!(meta.createColumnMappingObject(`"${alias}"`), table);
  if (typeof text !== "string") throw new Error(`The formula of ${meta.className}.${name} is not text`);
  return text;
}

type Selection = AliasedExpression<unknown, string>;

function selectionOf(source: TableSource, prop: EntityProperty): Selection {
  if (prop.formula === undefined) return source.column(prop).as(prop.fieldNames[0]!);
  return sql.raw(formulaOf(source, prop)).as(prop.fieldNames[0]!);
}

const countsOf = (source: TableSource, { by = [], counts = {} }: SlottedRead): Selection[] => [
  ...by.map((name) => selectionOf(source, source.property(name))),
  sql`count(*)`.as("total"),
  ...Object.entries(counts).map(([name, filter]) =>
    sql`count(*) filter (where ${compileFilter(source, filter)})`.as(name),
  ),
];

/** The attributes with a column in the row's own table; lazy ones only on request. */
function selectionsOf(source: TableSource, read: SlottedRead): Selection[] {
  const { kind, also = [] } = read;
  if (kind === "count") return countsOf(source, read);
  if (kind === "ids") return [selectionOf(source, source.property("id"))];
  const requested = also.map((name) => source.property(name));
  const eager = source.meta.props.filter(
    ({ kind: of, lazy }) => (of === "scalar" || of === "m:1") && lazy !== true,
  );
  return [...eager, ...requested].map((prop) => selectionOf(source, prop));
}

/** Rows without a value come last in both directions, where PostgreSQL alone would put them first if descending. */
function orderOf({ name, nullable }: EntityProperty, direction: unknown): OrderByModifiers {
  if (direction === "asc") return "asc";
  if (direction !== "desc") throw new Error(`Rows are ordered by "${name}" either "asc" or "desc"`);
  return nullable === true ? (by) => by.desc().nullsLast() : "desc";
}

/** The statement; its parameters are slots. */
export function compileRead(meta: EntityMetadata, read: SlottedRead): CompiledQuery {
  const source = new TableSource(meta);
  // Both may add joins.
  const [where, selections] = [compileFilter(source, read.where), selectionsOf(source, read)];
  let query = selectFrom(source, where).select(selections);
  for (const name of read.by ?? []) query = query.groupBy(source.column(source.property(name)));
  for (const [name, direction] of Object.entries(read.orderBy ?? {})) {
    const prop = source.property(name);
    const by = prop.formula === undefined ? source.column(prop) : sql.raw(formulaOf(source, prop));
    query = query.orderBy(by, orderOf(prop, direction));
  }
  const { limit, offset } = read;
  if (limit !== undefined) query = query.limit(sql.lit(limit));
  if (offset !== undefined) query = query.offset(sql<number>`${offset}`);
  return query.compile();
}
