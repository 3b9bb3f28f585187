import { useId, type ReactNode } from "react";
import styles from "./surface.module.css";

interface CardProps {
  title?: ReactNode;
  /** To the right of the title. */
  aside?: ReactNode;
  /** The content extends to the edges: lists and tables. */
  flush?: boolean;
  className?: string | undefined;
  /** Not on paper. */
  screenOnly?: boolean;
  children: ReactNode;
}

/** A surface with a heading, which is a named region of the page. */
export function Card({ title, aside, flush = false, className = "", screenOnly, children }: CardProps) {
  const id = useId();
  return (
    <section
      className={`${styles["card"]} ${flush ? styles["flush"] : ""} ${className}`}
      aria-labelledby={title === undefined ? undefined : id}
      data-screen-only={screenOnly}
    >
      {title !== undefined && (
        <header className={styles["head"]}>
          <h2 id={id}>{title}</h2>
          {aside}
        </header>
      )}
      {children}
    </section>
  );
}
