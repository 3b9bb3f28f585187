import type { ReactNode } from "react";
import styles from "./table.module.css";

interface Column {
  text: string;
  /** Hidden on phones. */
  wide?: boolean;
  number?: boolean;
}

/** A table with named columns. */
export function DataTable({ columns, children }: { columns: readonly Column[]; children: ReactNode }) {
  return (
    <div className={styles["scroll"]}>
      <table className={styles["table"]}>
        <thead>
          <tr>
            {columns.map(({ text, wide, number }) => (
              <th
                key={text}
                scope="col"
                {...(wide === true ? { "data-wide": true } : {})}
                {...(number === true ? { "data-number": true } : {})}
              >
                {text}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
