import type { ReactNode } from "react";
import type { Sorting } from "./sorting.ts";
import { TableHead, type Column } from "./table-head.tsx";
import styles from "./table.module.css";

interface DataTableProps<By extends string> {
  columns: readonly Column<By>[];
  sorting?: Sorting<By> | undefined;
  children: ReactNode;
}

/** A table with named columns. */
export function DataTable<By extends string>({ columns, sorting, children }: DataTableProps<By>) {
  return (
    <div className={styles["scroll"]}>
      <table className={styles["table"]}>
        <TableHead columns={columns} sorting={sorting} />
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
