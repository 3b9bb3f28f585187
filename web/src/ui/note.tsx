import type { ReactNode } from "react";
import styles from "./surface.module.css";

/** Explanatory text without emphasis. */
export const Note = ({ children }: { children: ReactNode }) => (
  <span className={styles["note"]}>{children}</span>
);
