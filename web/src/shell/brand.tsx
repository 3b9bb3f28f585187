import { Link } from "@tanstack/react-router";
import styles from "./shell.module.css";

/** The logo, which links to the start page. */
export function Brand() {
  return (
    <Link to="/" className={styles["brand"]}>
      <img src="/icon.svg" alt="" />
      Compliance
    </Link>
  );
}
