import { IconInbox, type Icon } from "@tabler/icons-react";
import type { ReactNode } from "react";
import styles from "./surface.module.css";

interface EmptyProps {
  title: string;
  /** How to add the first entry. */
  children?: ReactNode;
  icon?: Icon;
}

/** An empty state, which is not an error. */
export function Empty({ title, children, icon: Sign = IconInbox }: EmptyProps) {
  return (
    <div className={styles["empty"]}>
      <Sign size={26} stroke={1.4} aria-hidden />
      <strong>{title}</strong>
      {children !== undefined && children !== false && <span className={styles["note"]}>{children}</span>}
    </div>
  );
}
