import type { ReactNode } from "react";
import { Loading } from "../ui/loading.tsx";
import { Brand } from "./brand.tsx";
import styles from "./shell.module.css";

/** The page until it is known who the user is, or why that cannot be found out. */
export const Starting = ({ children = <Loading /> }: { children?: ReactNode }) => (
  <main className={styles["starting"]}>
    <Brand />
    {children}
  </main>
);
