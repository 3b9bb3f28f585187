import type { ReactNode } from "react";
import styles from "./surface.module.css";

/** Short facts in a row, one element each, with dots between those that share a line. */
export const Parts = ({ children }: { children: ReactNode }) => (
  <span className={styles["parts"]}>{children}</span>
);
