import type { SyntheticEvent } from "react";
import { withoutSelection } from "./use-range.ts";
import styles from "./selection.module.css";

/** The rows that are chosen for a change, as they were then. */
export interface Marks<T extends { id: string }> {
  marked: ReadonlyMap<string, T>;
  onMark: (marked: ReadonlyMap<string, T>) => void;
}

interface RowMarkProps<T extends { id: string }> extends Marks<T> {
  label: string;
  rows: readonly T[];
  /** The rows that change together; by default those of the box. */
  rangeOf?: (event: SyntheticEvent) => readonly T[];
}

/** Chooses one row, or all of a group or of the table. */
export function RowMark<T extends { id: string }>({
  label,
  rows,
  rangeOf = () => rows,
  marked,
  onMark,
}: RowMarkProps<T>) {
  const isMarked = rows.every(({ id }) => marked.has(id));
  const toggle = (event: SyntheticEvent) => {
    const next = new Map(marked);
    for (const row of rangeOf(event)) {
      if (isMarked) next.delete(row.id);
      else if (!next.has(row.id)) next.set(row.id, row);
    }
    onMark(next);
  };
  return (
    <input
      type="checkbox"
      className={styles["mark"]}
      aria-label={label}
      checked={isMarked}
      onChange={toggle}
      {...withoutSelection}
    />
  );
}
