import { Missing } from "./missing.tsx";
import styles from "./shell.module.css";

/** The whole page, without navigation. */
export const MissingPage = () => (
  <main className={styles["main"]}>
    <Missing />
  </main>
);
