import { Fragment, type ReactNode } from "react";
import styles from "./facts.module.css";

/** Names with values; a null value is omitted. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, what: ReactNode])[] }) {
  return (
    <dl className={styles["facts"]}>
      {facts
        .filter(([, what]) => what !== null)
        .map(([name, what]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{what}</dd>
          </Fragment>
        ))}
    </dl>
  );
}
