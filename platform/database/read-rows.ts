import type {
  Collection,
  EntityManager,
  EntityMetadata,
  EntityName,
  EntityProperty,
  FilterQuery,
  QueryOrderMap,
} from "@mikro-orm/postgresql";
import { queryRows } from "./query-rows.ts";
import type { SlottedRead } from "./compile-read.ts";
import { statementFor } from "./read-statements.ts";

/*
 * Reads for responses. The ORM spends more time on building a query and tracking its results than PostgreSQL
 * on answering it (0.6 of 0.7 ms for one row). Filters of the same shape share one statement, compiled once;
 * and rows that no one changes need no tracking.
 */

type RowValue<V> = V extends Date ? V : V extends { id: string } ? { readonly id: string } : V;
// oxlint-disable-next-line typescript/no-explicit-any -- only `any` matches collections and methods of every type.
type NotInRow = Collection<any, any> | ((...args: any[]) => unknown);

/** The columns of a row: its attributes, and only the id of related rows. Entities have this type too. */
export type Row<T> = {
  readonly [K in keyof T as K extends string ? (T[K] extends NotInRow ? never : K) : never]: RowValue<T[K]>;
};

export interface RowQuery<T extends object> {
  where: FilterQuery<NoInfer<T>>;
  orderBy?: QueryOrderMap<T>;
  /**
   * Part of the statement, so PostgreSQL knows how soon it can stop, and chooses an index in the requested
   * order. Each value has its own statement.
   */
  limit?: number;
  offset?: number;
  /** Lazy attributes to read as well. */
  also?: readonly string[];
}

const isToOne = ({ kind }: EntityProperty): boolean => kind === "m:1" || kind === "1:1";

/** Types that the driver returns in the database's notation. */
const conversions = new WeakMap<EntityMetadata, [name: string, to: (value: unknown) => unknown][]>();

function conversionsOf(em: EntityManager, meta: EntityMetadata) {
  const known = conversions.get(meta);
  if (known !== undefined) return known;
  const platform = em.getPlatform();
  const made = meta.props.flatMap((prop): [string, (value: unknown) => unknown][] => {
    if (isToOne(prop)) return [[prop.name, (id) => ({ id })]];
    const type = prop.customType;
    if (prop.runtimeType !== "number" || type === undefined) return [];
    return [[prop.name, (value): unknown => type.convertToJSValue(value, platform)]];
  });
  conversions.set(meta, made);
  return made;
}

const metadataOf = <T extends object>(em: EntityManager, entity: EntityName<T>): EntityMetadata =>
  em.getMetadata().get<object>(entity as EntityName<object>);

/** Turns the columns that the driver returns into attributes. */
function mapperFor(em: EntityManager, meta: EntityMetadata): (columns: object) => Record<string, unknown> {
  const driver = em.getDriver();
  const converted = conversionsOf(em, meta);
  return (columns) => {
    const row = driver.mapResult(columns, meta)! as Record<string, unknown>;
    for (const [name, to] of converted)
      if (row[name] !== null && row[name] !== undefined) row[name] = to(row[name]);
    return row;
  };
}

const queryFor = <T extends object, R>(
  em: EntityManager,
  entity: EntityName<T>,
  kind: SlottedRead["kind"],
  query: Parameters<typeof statementFor>[2],
): Promise<R[]> => queryRows<R>(em, statementFor(metadataOf(em, entity), kind, query));

/** The rows that match a filter, read-only. */
export async function readRows<T extends object>(
  em: EntityManager,
  entity: EntityName<T>,
  query: RowQuery<T>,
): Promise<Row<T>[]> {
  const rows = await queryFor<T, object>(em, entity, "rows", query);
  return rows.map(mapperFor(em, metadataOf(em, entity))) as Row<T>[];
}

/** The ids of the rows that match a filter. With a limit but no order, arbitrary ones. */
export async function readIds<T extends { id: string }>(
  em: EntityManager,
  entity: EntityName<T>,
  query: Omit<RowQuery<T>, "also">,
): Promise<string[]> {
  return (await queryFor<T, { id: string }>(em, entity, "ids", query)).map(({ id }) => id);
}

/** The number of rows that match a filter. */
export async function countRows<T extends object>(
  em: EntityManager,
  entity: EntityName<T>,
  where: RowQuery<T>["where"],
): Promise<number> {
  const [row] = await queryFor<T, { total: string }>(em, entity, "count", { where });
  return Number(row?.total ?? 0);
}

interface GroupQuery<T extends object, K extends string, C extends string> {
  where: RowQuery<T>["where"];
  by: readonly K[];
  /** Filters whose rows are counted as well, by name. */
  counts?: Readonly<Record<C, FilterQuery<NoInfer<T>>>>;
}

type Group<T, K extends keyof Row<T>, C extends string> = Pick<Row<T>, K> & Record<"total" | C, number>;

/** The number of rows that match a filter, for every combination of attributes that these rows have. */
export async function countGroups<
  T extends object,
  K extends keyof Row<T> & string,
  C extends string = never,
>(em: EntityManager, entity: EntityName<T>, query: GroupQuery<T, K, C>): Promise<Group<T, K, C>[]> {
  const rows = await queryFor<T, Record<string, unknown>>(em, entity, "count", query);
  const toRow = mapperFor(em, metadataOf(em, entity));
  const names = ["total", ...Object.keys(query.counts ?? {})];
  return rows.map((columns) => {
    const numbers = names.map((name) => [name, Number(columns[name])]);
    return { ...toRow(columns), ...Object.fromEntries(numbers) } as Group<T, K, C>;
  });
}
