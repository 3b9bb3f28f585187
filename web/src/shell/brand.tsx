import { Link } from "@tanstack/react-router";
import styles from "./shell.module.css";

/** The mark of the console: the way home. */
export function Brand() {
  return (
    <Link to="/" className={styles["brand"]}>
      <img src="/icon.svg" alt="" />
      Compliance
    </Link>
  );
}
