import type { ReactNode } from "react";
import styles from "./surface.module.css";

/** Explanatory text without emphasis. */
export const Note = ({ children, lang }: { children: ReactNode; lang?: "en" | undefined }) => (
  <span className={styles["note"]} lang={lang}>
    {children}
  </span>
);
