import type { EntityMetadata, EntityProperty } from "@mikro-orm/core";
import fc from "fast-check";
import { newId } from "../../platform/ids.ts";

type Filter = Record<string, unknown>;
type Comparison = fc.Arbitrary<unknown>;

/** The values of an attribute in the database. */
export type ValuesOf = (meta: EntityMetadata, prop: EntityProperty) => readonly unknown[];

const DEPTH = 2;
const EMPTINESS: readonly unknown[] = [null, { $ne: null }];

const orEmpty = (...comparisons: Comparison[]): Comparison =>
  fc.oneof({ arbitrary: fc.oneof(...comparisons), weight: 6 }, fc.constantFrom(...EMPTINESS));

const withOperators = (operators: readonly string[], operand: Comparison): Comparison =>
  fc
    .dictionary(fc.constantFrom(...operators), operand, { minKeys: 1, maxKeys: 2 })
    .map((comparison) => ({ ...comparison }));

const lists = (value: Comparison): Comparison =>
  withOperators(["$in", "$nin"], fc.uniqueArray(value, { maxLength: 4 }));

const SPECIAL = ["", "%", "_", "'", "\\", '"{a,b}"', "$1 ?", "ä"];

function comparisonOfText(values: readonly unknown[]): Comparison {
  const value = fc.constantFrom<unknown>(...values, ...SPECIAL);
  const pattern = value.map((text) => `%${String(text).slice(0, 6).replaceAll("\\", "")}%`);
  return orEmpty(
    value,
    lists(value),
    fc.uniqueArray(value, { minLength: 1, maxLength: 3 }),
    withOperators(["$eq", "$ne", "$gt", "$lt"], value),
    withOperators(["$like", "$ilike"], pattern),
  );
}

function comparisonOfId(values: readonly unknown[]): Comparison {
  const value = fc.constantFrom<unknown>(...values, newId());
  return orEmpty(value, lists(value), withOperators(["$eq", "$ne", "$gte", "$lt"], value));
}

const comparisonOfSize = (values: readonly unknown[]): Comparison => {
  const value = fc.constantFrom<unknown>(...values);
  return orEmpty(value, withOperators(["$eq", "$ne", "$gt", "$gte", "$lt", "$lte"], value));
};

/** The filters for an attribute; null if there are none. */
function comparisonOf(prop: EntityProperty, values: readonly unknown[]): Comparison | null {
  if (prop.runtimeType === "boolean")
    return orEmpty(fc.constantFrom<unknown>(true, false, { $ne: true }, { $ne: false }));
  const [type = ""] = prop.columnTypes;
  if (type === "text[]")
    return orEmpty(
      fc
        .uniqueArray(fc.constantFrom(...values.flat(), "'a b\""), { maxLength: 2 })
        .map((list) => ({ $contains: list })),
    );
  if (type === "jsonb" || type.endsWith("[]")) return fc.constantFrom(...EMPTINESS);
  if (type === "uuid") return comparisonOfId(values);
  if (type === "text" || type.startsWith("varchar")) return comparisonOfText(values);
  return values.length === 0 ? null : comparisonOfSize(values);
}

/** Filters on the rows of an entity and on those related to them, of every kind that reads take. */
export function arbitraryFilter(
  meta: EntityMetadata,
  valuesOf: ValuesOf,
  depth = DEPTH,
): fc.Arbitrary<Filter> {
  const matching = (prop: EntityProperty): Comparison | null => {
    const related = prop.targetMeta;
    if (prop.kind === "scalar") return prop.formula ? null : comparisonOf(prop, valuesOf(meta, prop));
    if (related === undefined) return null;
    if (prop.kind === "1:m")
      return depth === 0 ? null : arbitraryFilter(related, valuesOf, depth - 1).map(($some) => ({ $some }));
    const byId = comparisonOfId(valuesOf(meta, prop));
    if (depth === 0) return byId;
    return fc.oneof(
      byId,
      byId.map((id) => ({ id })),
      arbitraryFilter(related, valuesOf, depth - 1),
    );
  };
  const attributes = meta.props.flatMap((prop) => {
    const comparison = matching(prop);
    return comparison === null ? [] : [comparison.map((value): Filter => ({ [prop.name]: value }))];
  });
  const one = fc.oneof(...attributes);
  const merged = fc
    .array(one, { minLength: 1, maxLength: 2 })
    .map((parts): Filter => Object.assign({}, ...parts) as Filter);
  return fc.oneof(
    { arbitrary: merged, weight: 3 },
    fc.array(merged, { minLength: 1, maxLength: 3 }).map(($and) => ({ $and })),
    fc.array(merged, { minLength: 0, maxLength: 3 }).map(($or) => ({ $or })),
    fc.tuple(merged, fc.array(merged, { minLength: 1, maxLength: 3 })).map(([all, $or]) => ({ ...all, $or })),
  );
}
