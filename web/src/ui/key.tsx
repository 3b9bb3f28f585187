import styles from "./key.module.css";

/** The keyboard shortcut of a button. */
export const Key = ({ children }: { children: string }) => (
  <span className={styles["key"]} aria-hidden>
    {children}
  </span>
);
