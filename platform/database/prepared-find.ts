import type {
  Collection,
  EntityManager,
  EntityMetadata,
  EntityName,
  EntityProperty,
  FilterQuery,
  QueryOrderMap,
} from "@mikro-orm/postgresql";
import { queryRows, type SqlStatement } from "./query-rows.ts";

/*
 * Reads for responses. The ORM spends more time on building a query and tracking its results than PostgreSQL
 * on answering it (0.6 of 0.7 ms for one row). Filters of the same shape always produce the same SQL, so the
 * ORM builds it once, with placeholders for the values; and rows that no one changes need no tracking.
 */

type RowValue<V> = V extends Date ? V : V extends { id: string } ? { readonly id: string } : V;
// oxlint-disable-next-line typescript/no-explicit-any -- only `any` matches collections and methods of every type.
type NotInRow = Collection<any, any> | ((...args: any[]) => unknown);

/** The columns of a row: its attributes, and only the id of related rows. Entities have this type too. */
export type Row<T> = {
  readonly [K in keyof T as K extends string ? (T[K] extends NotInRow ? never : K) : never]: RowValue<T[K]>;
};

export interface Find<T extends object> {
  where: FilterQuery<NoInfer<T>>;
  orderBy?: QueryOrderMap<T>;
  limit?: number;
  offset?: number;
  /** Lazy attributes to load as well. */
  also?: readonly string[];
  /** Many rows are known to match: an index in the requested order finds the first ones quickly. */
  many?: boolean;
}

type Kind = "find" | "ids" | "count";

interface Prepared {
  sql: string;
  /** The source of each parameter: the value with this number, or a constant. */
  parameters: readonly ({ value: number } | { always: unknown })[];
}

/** More shapes can only come from callers, not from code: start over. */
const MOST_SHAPES = 2_000;
const LATEST_TIME = 8.64e15;

const prepared = new Map<string, Prepared | null>();

const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value);
  return (
    (prototype === Object.prototype || prototype === null) && Object.getOwnPropertySymbols(value).length === 0
  );
};

/** Lists that become a single parameter, so that lists of any length share a statement. */
const isList = (key: string, value: unknown): value is readonly string[] =>
  (key === "$in" || key === "$nin") &&
  Array.isArray(value) &&
  value.every((item) => typeof item === "string");

/** The shape of a filter as text; appends its values to `values` in order. */
function shapeOf(filter: unknown, values: unknown[]): string {
  if (filter === null || filter === undefined || typeof filter === "boolean") return String(filter);
  if (typeof filter === "string" || typeof filter === "number" || filter instanceof Date) {
    values.push(filter);
    return `?${typeof filter}`;
  }
  if (Array.isArray(filter)) return `[${filter.map((item) => shapeOf(item, values)).join()}]`;
  if (typeof filter !== "object" || !isPlain(filter)) throw new Error("Only plain filters can be prepared");
  const shapeOfEntry = ([key, value]: [string, unknown]): string => {
    if (!isList(key, value)) return `${key}:${shapeOf(value, values)}`;
    values.push(value);
    return `${key}:?list`;
  };
  return `{${Object.entries(filter).map(shapeOfEntry).join()}}`;
}

/** A placeholder of the same type as the value, which no caller sends. */
const markFor = (value: unknown, n: number): string | number | Date => {
  if (typeof value === "number") return Number.MIN_SAFE_INTEGER + n;
  return value instanceof Date ? new Date(LATEST_TIME - n) : `mark:${n}:`;
};
const LIST_MARK = "list:";

function markedList(marks: unknown[]): string[] {
  const mark = `${LIST_MARK}${marks.length}:`;
  marks.push(mark);
  return [mark];
}

/** The filter with placeholders instead of its values, in the order of `shapeOf`. */
function withMarks(filter: unknown, marks: unknown[]): unknown {
  if (typeof filter === "string" || typeof filter === "number" || filter instanceof Date) {
    marks.push(markFor(filter, marks.length));
    return marks.at(-1);
  }
  if (Array.isArray(filter)) return filter.map((item) => withMarks(item, marks));
  if (typeof filter !== "object" || filter === null) return filter;
  return Object.fromEntries(
    Object.entries(filter).map(([key, value]) => [
      key,
      isList(key, value) ? markedList(marks) : withMarks(value, marks),
    ]),
  );
}

/**
 * PostgreSQL keeps one plan for all values, and assumes that a limit passed as a parameter selects a tenth of
 * all rows. For the first page of many rows, the statement contains the limit, so that PostgreSQL knows how
 * soon it can stop.
 */
const isFirstOfMany = ({ many, limit, offset = 0 }: Find<object>): boolean =>
  many === true && limit !== undefined && offset === 0;

/** The parts of a query that contain callers' values. */
const filledIn = (find: Find<object>) => {
  const { where, limit, offset } = find;
  return isFirstOfMany(find) ? { where } : { where, limit, offset };
};

interface Query {
  sql: string;
  params: readonly unknown[];
}

function limitInText({ sql, params }: Query, limit: number): Query {
  if (!sql.endsWith(" limit ?")) throw new Error(`The query does not end with its limit: ${sql}`);
  return { sql: sql.replace(/\?$/, String(limit)), params: params.slice(0, -1) };
}

function buildQuery(em: EntityManager, entity: EntityName<object>, kind: Kind, find: Find<object>): Query {
  const builder = em.createQueryBuilder(entity, "e");
  if (kind === "count") return builder.count().where(find.where).toQuery();
  const fields = kind === "ids" ? ["id"] : ["*", ...(find.also ?? [])];
  const query = builder.select(fields as "*"[]).where(find.where);
  if (find.orderBy !== undefined) query.orderBy(find.orderBy);
  if (find.limit !== undefined) query.limit(find.limit, find.offset ?? 0);
  return isFirstOfMany(find) ? limitInText(query.toQuery(), find.limit!) : query.toQuery();
}

/** PostgreSQL numbers its parameters; the ORM uses the same mark for all. */
function numbered(sql: string, parameters: number): string {
  let n = 0;
  const text = sql.replaceAll("?", () => `$${(n += 1)}`);
  if (n !== parameters) throw new Error(`The query has ${n} places for ${parameters} values: ${sql}`);
  return text;
}

const isListMark = (parameter: unknown): boolean =>
  typeof parameter === "string" && parameter.startsWith(LIST_MARK);

/**
 * Replaces a one-element list in the ORM's SQL by a comparison with an array; null if the ORM wrote something
 * else.
 */
function withArrays(sql: string, params: readonly unknown[]): string | null {
  const parts = sql.split("?");
  for (const [n, parameter] of params.entries()) {
    if (!isListMark(parameter)) continue;
    const part = parts[n]!.replace(/\bnot in \($/, "<> all (").replace(/\bin \($/, "= any (");
    if (part === parts[n]) return null;
    parts[n] = part;
  }
  return parts.join("?");
}

const sameMark = (parameter: unknown) => (mark: unknown) =>
  mark instanceof Date && parameter instanceof Date ? +mark === +parameter : mark === parameter;

/**
 * The statement for a shape; null if a value is not passed on unchanged (inside an array, or as a pattern).
 */
function prepare(
  em: EntityManager,
  entity: EntityName<object>,
  kind: Kind,
  find: Find<object>,
): Prepared | null {
  const marks: unknown[] = [];
  const marked = { ...find, ...(withMarks(filledIn(find), marks) as Find<object>) };
  const { sql, params } = buildQuery(em, entity, kind, marked);
  const parameters = params.map((parameter) => {
    const value = marks.findIndex(sameMark(parameter));
    return value === -1 ? { always: parameter } : { value };
  });
  const used = new Set(parameters.map((parameter) => ("value" in parameter ? parameter.value : -1)));
  const text = withArrays(sql, params);
  if (text === null || !marks.every((_, n) => used.has(n))) return null;
  return { sql: numbered(text, params.length), parameters };
}

function statementFor(
  em: EntityManager,
  entity: EntityName<object>,
  kind: Kind,
  find: Find<object>,
): SqlStatement {
  const values: unknown[] = [];
  const { className } = em.getMetadata().get(entity);
  const { orderBy, also, limit } = find;
  const options = JSON.stringify([orderBy, also, isFirstOfMany(find) ? limit : null]);
  const key = `${kind} ${className} ${options} ${shapeOf(filledIn(find), values)}`;
  let statement = prepared.get(key);
  if (statement === undefined) {
    if (prepared.size >= MOST_SHAPES) prepared.clear();
    statement = prepare(em, entity, kind, find);
    prepared.set(key, statement);
  }
  if (statement === null) {
    const { sql, params } = buildQuery(em, entity, kind, find);
    return { sql: numbered(sql, params.length), parameters: params };
  }
  const parameters = statement.parameters.map((p) => ("value" in p ? values[p.value] : p.always));
  return { sql: statement.sql, parameters };
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

/** The rows that match a filter, read-only. */
export async function findRows<T extends object>(
  em: EntityManager,
  entity: EntityName<T>,
  find: Find<T>,
): Promise<Row<T>[]> {
  const meta = em.getMetadata().get<object>(entity as EntityName<object>);
  const statement = statementFor(em, entity as EntityName<object>, "find", find);
  const raw = await queryRows<object>(em, statement);
  const converted = conversionsOf(em, meta);
  return raw.map((columns) => {
    const row = em.getDriver().mapResult(columns, meta)! as Record<string, unknown>;
    for (const [name, to] of converted) if (row[name] !== null) row[name] = to(row[name]);
    return row as Row<T>;
  });
}

/** The ids of the rows that match a filter. With a limit but no order, any that many. */
export async function findIds<T extends { id: string }>(
  em: EntityManager,
  entity: EntityName<T>,
  find: Omit<Find<T>, "also" | "many">,
): Promise<string[]> {
  const statement = statementFor(em, entity as EntityName<object>, "ids", find);
  return (await queryRows<{ id: string }>(em, statement)).map(({ id }) => id);
}

/** The number of rows that match a filter. */
export async function countRows<T extends object>(
  em: EntityManager,
  entity: EntityName<T>,
  where: Find<T>["where"],
): Promise<number> {
  const find = { where } as Find<object>;
  const [row] = await queryRows<{ count: string }>(
    em,
    statementFor(em, entity as EntityName<object>, "count", find),
  );
  return Number(row?.count ?? 0);
}
