import { useNavigate } from "@tanstack/react-router";
import type { SortOrder, Sorting } from "./sorting.ts";

/** Sorts the list of the current page. The address keeps the order, and a new order starts at the first page. */
export function useSorting<By extends string>({ sort, order }: SortOrder<By>): Sorting<By> {
  const navigate = useNavigate();
  return {
    sort,
    order,
    onSort: (to) =>
      void navigate({
        to: ".",
        search: (before: object) => ({ ...before, page: undefined, ...to }),
        replace: true,
        resetScroll: false,
      } as never),
  };
}
