import type { DocumentPart } from "./document-parts.ts";
import styles from "./evidence.module.css";

interface DocumentTableProps {
  table: Extract<DocumentPart, { kind: "table" }>;
  /** The passage that was searched for. */
  marked: number | undefined;
}

/** Rows of a document, with the names of their columns. */
export function DocumentTable({ table: { header, rows }, marked }: DocumentTableProps) {
  return (
    <table className={styles["rows"]}>
      {header.length > 0 && (
        <thead>
          <tr>
            {header.map((name, column) => (
              <th key={column} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
      )}
      <tbody>
        {rows.map(({ ordinal, cells }, index) => (
          <tr key={index}>
            {cells.map((cell, column) => (
              <td key={column}>{ordinal === marked ? <mark>{cell}</mark> : cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
