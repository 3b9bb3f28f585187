import type { ReactNode } from "react";
import { SortButton } from "./sort-button.tsx";
import type { Direction, Sorting } from "./sorting.ts";
import table from "./table.module.css";

export interface Column<By extends string = string> {
  text: string;
  /** Before the text, such as a box that selects all rows. */
  before?: ReactNode;
  /** Hidden on phones; `more` also on tablets and on paper. */
  wide?: boolean | "more";
  number?: boolean;
  /** What pressing its name sorts by. */
  by?: By;
  /** The direction at the first press; ascending by default. */
  first?: Direction;
  /** A column that phones show below this one's text: its name sorts there, too. */
  under?: { text: string; by: By };
}

interface TableHeadProps<By extends string> {
  columns: readonly Column<By>[];
  /** Omitted for tables that cannot be sorted. */
  sorting?: Sorting<By> | undefined;
}

const ARIA_SORT = { asc: "ascending", desc: "descending" } as const;

/** The names of the columns. Pressing one sorts by it, again reverses, and a third time returns to the default order. */
export function TableHead<By extends string>({ columns, sorting }: TableHeadProps<By>) {
  return (
    <thead>
      <tr>
        {columns.map(({ text, before, wide, number, by, first = "asc", under }) => (
          <th
            key={text}
            scope="col"
            // The name of a box before the text would become a part of the column's.
            {...(before === undefined ? {} : { "aria-label": text })}
            {...(wide === undefined || wide === false ? {} : { "data-wide": wide })}
            {...(number === true ? { "data-number": true } : {})}
            {...(by !== undefined && sorting?.sort === by
              ? { "aria-sort": ARIA_SORT[sorting.order ?? "asc"] }
              : {})}
          >
            {before}
            {by === undefined || sorting === undefined ? (
              text
            ) : (
              <SortButton by={by} first={first} sorting={sorting}>
                {text}
              </SortButton>
            )}
            {under !== undefined && sorting !== undefined && (
              <span className={table["under"]} data-narrow>
                <SortButton by={under.by} first="asc" sorting={sorting}>
                  {under.text}
                </SortButton>
              </span>
            )}
          </th>
        ))}
      </tr>
    </thead>
  );
}
