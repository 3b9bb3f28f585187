import type { EntityManager, EntityName, FilterQuery, QueryOrderMap } from "@mikro-orm/postgresql";
import { invalid } from "../platform/errors.ts";
import type { Row } from "../platform/database/read-rows.ts";
import { readPage } from "../platform/database/read-page.ts";
import { ownValue } from "./own-value.rules.ts";

export const PAGE_LIMIT_DEFAULT = 20;
export const PAGE_LIMIT_MAX = 100;

/** The common list parameters, parsed. */
export interface ListInput {
  page: number;
  limit: number;
  sort?: string | undefined;
  order?: "asc" | "desc" | undefined;
  search?: string | undefined;
  searchFields?: readonly string[] | undefined;
  createdAfter?: Date | undefined;
  createdBefore?: Date | undefined;
}

/** The list options of a resource: API names with their attributes. */
export interface Listing<T extends object> {
  entity: EntityName<T>;
  /** Sortable fields; the first is the default. */
  sortable: Readonly<Record<string, string>>;
  /** Fields that `search` covers. */
  searchable: Readonly<Record<string, string>>;
  /** The attribute for `created_after` and `created_before`, if any. */
  createdAt?: string;
  /** Searchable fields that are lists of words, of which one must match. Covered only if named. */
  lists?: readonly string[];
  /** Searchable fields without capital letters, which are much faster to compare. */
  lowerCase?: readonly string[];
  /** Newest first by default. */
  defaultOrder?: "asc" | "desc";
}

export interface Page<T> {
  items: T[];
  pagination: Pagination;
}

const escapeLike = (term: string): string => term.replace(/[\\%_]/g, (c) => `\\${c}`);

function attributeOf(names: Readonly<Record<string, string>>, field: string, parameter: string): string {
  const attribute = ownValue(names, field);
  if (attribute === undefined)
    throw invalid({
      field: parameter,
      error: `unknown field "${field}"; use one of ${Object.keys(names).join(", ")}`,
    });
  return attribute;
}

/** The common parameters that select rows, not pages. */
export type RowSelection = Omit<ListInput, "page" | "limit">;

function searchFilter<T extends object>(listing: Listing<T>, input: RowSelection): object[] {
  // Invalid names are reported even without a search.
  const texts = Object.keys(listing.searchable).filter((field) => listing.lists?.includes(field) !== true);
  const attributes = (input.searchFields ?? texts).map((field) =>
    attributeOf(listing.searchable, field, "search_fields"),
  );
  const { search = "" } = input;
  if (search === "") return [];
  const pattern = `%${escapeLike(search)}%`;
  const matchFor = (attribute: string): object => {
    if (listing.lists?.includes(attribute)) return { $contains: [search] };
    return listing.lowerCase?.includes(attribute) ? { $like: pattern.toLowerCase() } : { $ilike: pattern };
  };
  return [{ $or: attributes.map((attribute) => ({ [attribute]: matchFor(attribute) })) }];
}

function dateFilter<T extends object>(listing: Listing<T>, input: RowSelection): object[] {
  const bounds = [
    ...(input.createdAfter === undefined ? [] : [{ $gte: input.createdAfter }]),
    ...(input.createdBefore === undefined ? [] : [{ $lte: input.createdBefore }]),
  ];
  const { createdAt } = listing;
  if (createdAt === undefined && bounds.length > 0)
    throw invalid({ field: "created_after", error: "this list cannot be filtered by creation time" });
  return bounds.map((bound) => ({ [createdAt!]: bound }));
}

/** A filter value: one value, or any of several. */
export type OneOrMore<T> = T | readonly T[] | undefined;

/** The rows whose attributes have the given values, or one of several; what is not given does not restrict them. */
export const matching = (wanted: Readonly<Record<string, OneOrMore<string | number | boolean>>>): object[] =>
  Object.entries(wanted).flatMap(([attribute, given]) => {
    if (given === undefined) return [];
    const values = [given].flat();
    return [{ [attribute]: values.length === 1 ? values[0] : { $in: values } }];
  });

export interface Pagination {
  page: number;
  limit: number;
  total: number;
  pages: number;
}

export type PageRequest = Pick<ListInput, "page" | "limit">;

export const paginate = ({ page, limit }: PageRequest, total: number): Pagination => ({
  page,
  limit,
  total,
  pages: Math.ceil(total / limit),
});

/** One page of a complete list. */
export const pageOf = <T>(all: readonly T[], wanted: PageRequest): Page<T> => ({
  items: all.slice((wanted.page - 1) * wanted.limit, wanted.page * wanted.limit),
  pagination: paginate(wanted, all.length),
});

/** The filter of a list: `filters`, and the common parameters. */
export const listFilter = <T extends object>(
  listing: Listing<T>,
  input: RowSelection,
  filters: readonly object[],
): { $and: object[] } => ({
  $and: [...filters, ...searchFilter(listing, input), ...dateFilter(listing, input)],
});

/**
 * One page of the rows that match every filter, read-only. Unknown sort and search fields are a
 * VALIDATION_ERROR.
 */
export async function listPage<T extends { id: string }>(
  em: EntityManager,
  listing: Listing<T>,
  input: ListInput,
  filters: readonly object[],
): Promise<Page<Row<T>>> {
  const sortField = input.sort ?? Object.keys(listing.sortable)[0]!;
  const order = input.order ?? listing.defaultOrder ?? "desc";
  const where = listFilter(listing, input, filters) as unknown as FilterQuery<NoInfer<T>>;
  const orderBy = {
    [attributeOf(listing.sortable, sortField, "sort")]: order,
    id: order,
  } as unknown as QueryOrderMap<T>;
  const { page, limit } = input;
  const find = { where, orderBy, limit, offset: (page - 1) * limit, isSearch: (input.search ?? "") !== "" };
  const { items, total } = await readPage(em, listing.entity, find);
  return { items, pagination: paginate(input, total) };
}
