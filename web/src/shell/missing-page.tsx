import { Missing } from "./missing.tsx";
import styles from "./shell.module.css";

/** The whole page, where nothing is around it. */
export const MissingPage = () => (
  <main className={styles["main"]}>
    <Missing />
  </main>
);
