import { Children, type ReactNode } from "react";
import layout from "./layout.module.css";
import { Note } from "./note.tsx";
import { useKeptFocus } from "./use-kept-focus.ts";

interface RowListProps {
  label: string;
  className?: string | undefined;
  /** Shown without rows. */
  empty?: string;
  children: ReactNode;
}

/** A list whose rows can be removed: once a row has left with the focus, the list has it. */
export function RowList({ label, className = layout["rows"], empty, children }: RowListProps) {
  return (
    <ul {...useKeptFocus<HTMLUListElement>()} aria-label={label} className={className}>
      {empty !== undefined && Children.toArray(children).length === 0 && (
        <li>
          <Note>{empty}</Note>
        </li>
      )}
      {children}
    </ul>
  );
}
