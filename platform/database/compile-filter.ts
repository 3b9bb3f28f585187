import { expressionBuilder, sql, type Expression, type SqlBool } from "kysely";
import type { EntityProperty } from "@mikro-orm/postgresql";
import { Slot } from "./filter-shape.ts";
import { selectFrom } from "./select-from.ts";
import { TableSource } from "./table-source.ts";

type Condition = Expression<SqlBool>;
type Column = Expression<unknown>;

const eb = expressionBuilder<Record<string, never>>();

const COMPARISONS = {
  $eq: "=",
  $ne: "!=",
  $gt: ">",
  $gte: ">=",
  $lt: "<",
  $lte: "<=",
  $like: "like",
  $ilike: "ilike",
  $contains: "@>",
} as const;

const LISTS: readonly string[] = ["$in", "$nin", "$contains", "$eq"];
const needsList = (operator: string): boolean => operator !== "$eq" && LISTS.includes(operator);

const isComparison = (operator: string): operator is keyof typeof COMPARISONS =>
  Object.hasOwn(COMPARISONS, operator);

/** A constant is part of the text, so that PostgreSQL can use an index for rows with this value. */
function compareConstant(column: Column, operator: string, value: boolean | null): Condition {
  if (operator !== "$eq" && operator !== "$ne")
    throw new Error(`${operator} compares with a value, not with ${value}`);
  if (value === null) return eb(column, operator === "$eq" ? "is" : "is not", null);
  return eb(column, COMPARISONS[operator], sql.lit(value));
}

function compare(column: Column, operator: string, value: unknown): Condition {
  if (value === null || value === undefined) return compareConstant(column, operator, null);
  if (typeof value === "boolean") return compareConstant(column, operator, value);
  if (!(value instanceof Slot)) throw new Error(`${operator} compares with a value or a list of values`);
  if (value.isList ? !LISTS.includes(operator) : needsList(operator))
    throw new Error(`${operator} takes ${value.isList ? "one value" : "a list"}`);
  if (operator === "$in" || (operator === "$eq" && value.isList)) return sql`${column} = any(${value})`;
  if (operator === "$nin") return sql`${column} <> all(${value})`;
  if (!isComparison(operator)) throw new Error(`"${operator}" is not an operator`);
  return eb(column, COMPARISONS[operator], eb.val(value));
}

const isNested = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !(value instanceof Slot);

/** `{ $gte: 1, $lt: 2 }`, or the value itself. */
const compareAll = (column: Column, value: unknown): Condition[] =>
  isNested(value)
    ? Object.entries(value).map(([operator, operand]) => compare(column, operator, operand))
    : [compare(column, "$eq", value)];

/** At least one of the related rows matches. */
function someOf(source: TableSource, prop: EntityProperty, value: unknown): Condition[] {
  const related = prop.targetMeta!;
  const [quantifier, ...others] = isNested(value) ? Object.entries(value) : [];
  if (quantifier?.[0] !== "$some" || others.length > 0)
    throw new Error(`"${prop.name}" has many rows: use { $some: ... }`);
  const many = new TableSource(related, `${source.alias}s`);
  const owner = related.properties[prop.mappedBy]!;
  const where = compileFilter(many, quantifier[1]);
  const ids = selectFrom(many, where).select(many.column(owner).as("id"));
  const [key] = source.meta.getPrimaryProps();
  return [eb(source.column(key!), "in", ids)];
}

/** The related row by its id, or by its own attributes. */
function matchRelated(source: TableSource, prop: EntityProperty, value: unknown): Condition[] {
  if (
    !isNested(value) ||
    Object.keys(value).some((key) => key.startsWith("$") && key !== "$and" && key !== "$or")
  )
    return compareAll(source.column(prop), value);
  const keys = Object.keys(value);
  if (keys.length === 0) return [];
  // The column that refers to the row contains its id: no join needed.
  if (keys.length === 1 && keys[0] === "id") return compareAll(source.column(prop), value["id"]);
  return conditionsOf(source.related(prop), value);
}

function matchAttribute(source: TableSource, name: string, value: unknown): Condition[] {
  const prop = source.property(name);
  if (prop.kind === "1:m") return someOf(source, prop, value);
  if (prop.kind === "m:1") return matchRelated(source, prop, value);
  if (prop.kind !== "scalar") throw new Error(`"${name}" is a relation that filters do not support`);
  return compareAll(source.column(prop), value);
}

function alternative(source: TableSource, filter: unknown): Condition {
  const conditions = conditionsOf(source, filter);
  // A forgotten condition must not show every row.
  if (conditions.length === 0) throw new Error("An alternative of $or has no condition");
  return eb.and(conditions);
}

function conditionsOf(source: TableSource, filter: unknown): Condition[] {
  if (!isNested(filter)) throw new Error("A filter consists of attributes and their values");
  return Object.entries(filter).flatMap(([key, value]) => {
    if (key !== "$and" && key !== "$or") return matchAttribute(source, key, value);
    if (!Array.isArray(value)) throw new Error(`${key} takes a list of filters`);
    if (key === "$and") return value.flatMap((part: unknown) => conditionsOf(source, part));
    return [eb.or(value.map((part: unknown) => alternative(source, part)))];
  });
}

/** The rows of `source` that match the filter, whose values are slots. Adds the necessary joins. */
export const compileFilter = (source: TableSource, filter: unknown): Condition =>
  eb.and(conditionsOf(source, filter));
