import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { nextOrder, type Direction, type Sorting } from "./sorting.ts";
import table from "./table.module.css";

interface SortButtonProps<By extends string> {
  by: By;
  first: Direction;
  sorting: Sorting<By>;
  children: ReactNode;
}

/** The name of a column that sorts by it. Before that, an icon shows on hover in which direction. */
export function SortButton<By extends string>({ by, first, sorting, children }: SortButtonProps<By>) {
  const direction = sorting.sort === by ? (sorting.order ?? "asc") : first;
  const Icon = direction === "asc" ? IconArrowUp : IconArrowDown;
  return (
    <button
      type="button"
      className={table["sort"]}
      data-sorted={sorting.sort === by || undefined}
      onClick={() => sorting.onSort(nextOrder(sorting, { by, first }))}
    >
      {children}
      <Icon size={13} aria-hidden />
    </button>
  );
}
