import type { ReactNode } from "react";
import { Note } from "../../ui/note.tsx";
import layout from "../../ui/layout.module.css";
import styles from "./home.module.css";

interface TaskRowProps {
  link: ReactNode;
  /** Beside the link. */
  badge: ReactNode;
  /** Below both, in their whole width. */
  children: ReactNode;
}

/** One task in a list of the start page. */
export const TaskRow = ({ link, badge, children }: TaskRowProps) => (
  <li className={styles["task"]}>
    <span className={layout["grow"]}>{link}</span>
    {badge}
    <div className={styles["about"]}>
      <Note>{children}</Note>
    </div>
  </li>
);
