import type { ReactNode } from "react";
import styles from "./surface.module.css";

/** One important number, with an explanation below. */
export function Figure({ value, beside, note }: { value: ReactNode; beside?: ReactNode; note?: ReactNode }) {
  return (
    <>
      <div className={styles["figure"]}>
        {value} {beside}
      </div>
      {note !== undefined && <div className={styles["note"]}>{note}</div>}
    </>
  );
}
