import type { SyntheticEvent } from "react";
import { withoutSelection } from "../../ui/use-range.ts";
import type { Control } from "./control.queries.ts";
import styles from "./controls.module.css";

/** The controls that are chosen for a change, as they were then. */
export interface Marks {
  marked: ReadonlyMap<string, Control>;
  onMark: (marked: ReadonlyMap<string, Control>) => void;
}

interface MarkProps extends Marks {
  label: string;
  controls: readonly Control[];
  /** The controls that change together; by default those of the box. */
  rangeOf?: (event: SyntheticEvent) => readonly Control[];
}

/** Chooses one control, or all of a category or of the table. */
export function ControlMark({ label, controls, rangeOf = () => controls, marked, onMark }: MarkProps) {
  const isMarked = controls.every(({ id }) => marked.has(id));
  const toggle = (event: SyntheticEvent) => {
    const next = new Map(marked);
    for (const control of rangeOf(event)) {
      if (isMarked) next.delete(control.id);
      else if (!next.has(control.id)) next.set(control.id, control);
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
