import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { RowList } from "./row-list.tsx";
import { ShowOlder } from "./show-older.tsx";
import { useOlder, type OlderPages } from "./use-older.ts";
import { WhenLoaded } from "./when-loaded.tsx";

interface AnyPage {
  pagination: { page: number; pages: number; total: number };
}

interface PagedRowsProps<Page extends AnyPage, Row> {
  label: string;
  className?: string | undefined;
  /** Shown without rows. */
  empty?: string;
  /** Lines of the placeholder. */
  lines?: number;
  /** The first page. */
  query: UseQueryResult<Page>;
  /** The following pages. */
  older: OlderPages<Page>;
  rowsOf: (page: Page) => readonly Row[];
  /** The text of the button that loads more of the rows that are not shown. */
  textOf: (hidden: number) => string;
  /** One row, a list item with a key. */
  children: (row: Row) => ReactNode;
}

/** The rows of the first page, and on request those of the following pages. */
export function PagedRows<Page extends AnyPage, Row>(props: PagedRowsProps<Page, Row>) {
  const { query, older, rowsOf, textOf, children, lines, ...list } = props;
  const { query: following, show, pages } = useOlder(older);
  return (
    <WhenLoaded query={query} lines={lines}>
      {(first) => {
        const rows = [first, ...pages].flatMap(rowsOf);
        const hidden = first.pagination.total - rows.length;
        return (
          <RowList {...list}>
            {rows.map(children)}
            {hidden > 0 && (
              <li>
                <ShowOlder label={textOf(hidden)} query={following} onShow={show} />
              </li>
            )}
          </RowList>
        );
      }}
    </WhenLoaded>
  );
}
