import type { EntityManager, EntityName, FilterQuery } from "@mikro-orm/postgresql";
import { countRows, readIds, readRows, type Row, type RowQuery } from "./read-rows.ts";

/** This many rows are found and sorted faster than along an index over all rows. */
const FEW = 1_000;
/** Text searches are expensive to repeat, so more ids are remembered. */
const FEW_FOUND = 4_000;

/** A page of rows, and their total number. */
interface Found<T> {
  items: T[];
  total: number;
}

type PageOf<T extends object> = Required<Pick<RowQuery<T>, "where" | "orderBy" | "limit" | "offset">>;

interface PageQuery<T extends object> extends PageOf<T> {
  /** Searches texts, which is expensive to do twice. */
  isSearch: boolean;
}

const withIds = <T extends object>(ids: readonly string[]): FilterQuery<NoInfer<T>> =>
  ({ id: { $in: ids } }) as unknown as FilterQuery<NoInfer<T>>;

/** An index finds the first page quickly; for later ones, the ids are found without reading the rows. */
async function pageOfMany<T extends { id: string }>(
  em: EntityManager,
  entity: EntityName<T>,
  { offset, ...page }: PageOf<T>,
): Promise<Row<T>[]> {
  if (offset === 0) return readRows(em, entity, page);
  const ids = await readIds(em, entity, { ...page, offset });
  return readRows(em, entity, { where: withIds<T>(ids), orderBy: page.orderBy });
}

/**
 * The page, read-only. Few rows are found first and then sorted, because PostgreSQL keeps one plan for all
 * callers and cannot know how few there will be: along an index in the order of the page, it would read the
 * rows of all callers.
 */
export async function readPage<T extends { id: string }>(
  em: EntityManager,
  entity: EntityName<T>,
  { isSearch, ...page }: PageQuery<T>,
): Promise<Found<Row<T>>> {
  const { where, orderBy, limit, offset } = page;
  const few = isSearch ? FEW_FOUND : FEW;
  const ids = await readIds(em, entity, { where, limit: few + 1 });
  if (ids.length > few) {
    const [items, total] = await Promise.all([pageOfMany(em, entity, page), countRows(em, entity, where)]);
    return { items, total };
  }
  const total = ids.length;
  if (total <= offset) return { items: [], total };
  return { items: await readRows(em, entity, { where: withIds<T>(ids), orderBy, limit, offset }), total };
}
