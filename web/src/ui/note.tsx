import type { ReactNode } from "react";
import styles from "./surface.module.css";

/** Text that explains and does not call for attention. */
export const Note = ({ children }: { children: ReactNode }) => (
  <span className={styles["note"]}>{children}</span>
);
