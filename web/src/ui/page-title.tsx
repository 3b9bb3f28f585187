import { useEffect, type ReactNode } from "react";
import styles from "./surface.module.css";

/** The page's heading and window title. */
export function PageTitle({ title, children }: { title: string; children?: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Compliance`;
  }, [title]);
  return (
    <div className={styles["title"]}>
      <h1>{title}</h1>
      {children}
    </div>
  );
}
