import { Children, useEffect, useRef, type ReactNode } from "react";
import layout from "./layout.module.css";
import { Note } from "./note.tsx";

interface RowListProps {
  label: string;
  className?: string | undefined;
  /** Shown without rows. */
  empty?: string;
  children: ReactNode;
}

/** A list whose rows can be removed: once a row has left with the focus, the list has it. */
export function RowList({ label, className = layout["rows"], empty, children }: RowListProps) {
  const list = useRef<HTMLUListElement>(null);
  const hasFocus = useRef(false);
  useEffect(() => {
    if (hasFocus.current && document.activeElement === document.body) list.current?.focus();
  });
  return (
    <ul
      ref={list}
      tabIndex={-1}
      aria-label={label}
      className={className}
      onFocus={() => (hasFocus.current = true)}
      onBlur={() => (hasFocus.current = false)}
    >
      {empty !== undefined && Children.count(children) === 0 && (
        <li>
          <Note>{empty}</Note>
        </li>
      )}
      {children}
    </ul>
  );
}
