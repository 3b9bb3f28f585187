export const DIRECTIONS = ["asc", "desc"] as const;
export type Direction = (typeof DIRECTIONS)[number];

/** What a list is sorted by; the default order of the list without a column. */
export interface SortOrder<By extends string = string> {
  sort?: By | undefined;
  order?: Direction | undefined;
}

export interface Sorting<By extends string = string> extends SortOrder<By> {
  onSort: (to: SortOrder<By>) => void;
}

/** The parameters of a request; an order without a column sorts nothing. */
export const sortParameters = <By extends string>({
  sort,
  order = "asc",
}: SortOrder<By>): { sort?: By; order?: Direction } => (sort === undefined ? {} : { sort, order });

/** The next order when a column is pressed: its first direction, the other one, and then the default order. */
export function nextOrder<By extends string>(
  now: SortOrder<By>,
  { by, first }: { by: By; first: Direction },
): SortOrder<By> {
  const { sort, order } = sortParameters(now);
  if (sort !== by) return { sort: by, order: first };
  if (order !== first) return { sort: undefined, order: undefined };
  return { sort: by, order: first === "asc" ? "desc" : "asc" };
}
